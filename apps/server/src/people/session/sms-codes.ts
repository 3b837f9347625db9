import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { SmsChallenge } from '@headland/contracts/session';
import { maskPhone } from '@headland/domain/mask';
import {
  codeMs,
  codesLeft,
  hourMs,
  isDead,
  isProven,
  judge,
  minutesToSend,
  phoneDigits,
  resendMs,
  secondsToResend,
  type SmsCode,
} from '@headland/domain/sms-code';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { returning, type Tx } from '../../platform/database/rows';
import { Change, type Emit } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import type { Actor } from '../../platform/caller';
import { accountById, nameInLog, type Account, type From } from './account';
import { AccountMessages } from './account-messages';

export type CodePurpose = 'login' | 'findId' | 'findPassword' | 'join' | 'phone' | 'app';
/** What the purpose needs again once the code is confirmed. `country` is that of the phone, where it is not the account's own yet; `language` that of the message, where there is no account. */
export interface CodeData {
  country?: string;
  language?: 'ko' | 'en';
  autoLogin?: boolean;
  id?: string;
  name?: string;
}
export interface Confirmed {
  id: string;
  userId: number | null;
  phone: string;
  data: CodeData;
}

interface Row extends SmsCode {
  id: string;
  purpose: CodePurpose;
  userId: number | null;
  phone: string;
  codeHash: string;
  data: CodeData;
}
const columns = `id, purpose, user_id AS "userId", phone, code_hash AS "codeHash", data, started_at AS "startedAt", sent_at AS "sentAt", expires_at AS "expiresAt", wrong,
  confirmed_at AS "confirmedAt", used_at AS "usedAt"`;

/**
 * What counts together towards the codes an hour of a phone. Strangers who ask for codes to a phone must not use up those that its owner logs in with;
 * nor may an earlier refusal reveal that its owner just did.
 */
const countedWith: Record<CodePurpose, CodePurpose[]> = {
  login: ['login'],
  findId: ['findId', 'findPassword'],
  findPassword: ['findId', 'findPassword'],
  join: ['join', 'phone'],
  phone: ['join', 'phone'],
  app: ['app'],
};
/** Rows of yesterday hold phone numbers that are not needed. */
const keptMs = 24 * 60 * 60_000;

/**
 * Codes by SMS: begun, sent again, confirmed, used. Where `userId` is null the code is only simulated: the phone is unknown, and the answers must not
 * reveal it. The customers' app is open to all: its codes (purpose `app`) go to every phone. Only a keyed hash of a code is kept.
 */
@Injectable()
export class SmsCodes {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly change: Change,
    private readonly messages: AccountMessages,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Throws SMS_TOO_MANY or, but at a login, SMS_TOO_SOON. */
  async start(
    purpose: CodePurpose,
    member: { id: number; name: string } | null,
    phone: string,
    from: From,
    data: CodeData = {},
  ): Promise<SmsChallenge> {
    const id = randomUUID();
    const now = this.now();
    return this.sending(member, purpose, from, async (tx, emit) => {
      await this.admit(tx, phone, purpose, now);
      await tx.query('DELETE FROM sms_code WHERE started_at < $1', [new Date(now.getTime() - keptMs)]);
      const { code, codeHash } = this.newCode(id);
      const [row] = await tx.query<Row[]>(
        `INSERT INTO sms_code (id, purpose, user_id, phone, code_hash, data, address, started_at, sent_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9) RETURNING ${columns}`,
        [
          id,
          purpose,
          member?.id ?? null,
          phone,
          codeHash,
          JSON.stringify(data),
          from.address,
          now,
          new Date(now.getTime() + codeMs),
        ],
      );
      return this.sent(tx, emit, row as Row, code, from);
    });
  }

  /** The same challenge with another code; the former is void. Throws SMS_CODE_DEAD, SMS_TOO_SOON or SMS_TOO_MANY. */
  async resend(id: string, from: From): Promise<SmsChallenge> {
    const { member, purpose } = await this.behind(id);
    return this.sending(member, purpose, from, async (tx, emit) => {
      const row = await this.lock(tx, id);
      const now = this.now();
      if (row === null || isDead(row, now)) throw new Problem('SMS_CODE_DEAD');
      await this.admit(tx, row.phone, row.purpose, now, row.sentAt);
      const { code, codeHash } = this.newCode(id);
      const [fresh] = await returning<Row>(
        tx,
        `UPDATE sms_code SET code_hash = $2, sent_at = $3, expires_at = $4 WHERE id = $1 RETURNING ${columns}`,
        [id, codeHash, now, new Date(now.getTime() + codeMs)],
      );
      return this.sent(tx, emit, fresh as Row, code, from);
    });
  }

  /** Throws SMS_CODE_WRONG with the tries left, or SMS_CODE_DEAD. A code of another purpose is none. `keep`: it is used later, by `use`. */
  async confirm(
    purpose: CodePurpose,
    id: string,
    code: string,
    from: From,
    keep: 'use' | 'keep' = 'use',
  ): Promise<Confirmed> {
    const { member } = await this.behind(id);
    const outcome = await this.change.run(actor(member, from), async (tx, emit) => {
      const row = await this.lock(tx, id);
      const now = this.now();
      if (row === null || row.purpose !== purpose) return new Problem('SMS_CODE_DEAD');
      const verdict = judge(row, row.codeHash === this.hash(id, code), now);
      if (verdict === 'right') {
        await tx.query('UPDATE sms_code SET confirmed_at = $2, used_at = $3 WHERE id = $1', [
          id,
          now,
          keep === 'use' ? now : null,
        ]);
        return { id, userId: row.userId, phone: row.phone, data: row.data };
      }
      const account = row.userId === null ? null : await accountById(tx, row.userId);
      if (account !== null)
        this.notify(emit, 'account.codeRefused', account, from, verdict === 'dead' ? `${purpose}:dead` : purpose);
      if (verdict === 'dead') return new Problem('SMS_CODE_DEAD');
      await tx.query('UPDATE sms_code SET wrong = wrong + 1 WHERE id = $1', [id]);
      const left = codesLeft({ wrong: row.wrong + 1 });
      return left === 0 ? new Problem('SMS_CODE_DEAD') : new Problem('SMS_CODE_WRONG', { left });
    });
    if (outcome instanceof Problem) throw outcome;
    return outcome;
  }

  /** Uses up a code that was confirmed for this member and this phone; false where there is none. In the transaction that saves the phone. */
  async use(tx: Tx, purpose: CodePurpose, id: string, userId: number, phone: string): Promise<boolean> {
    const row = await this.lock(tx, id);
    if (
      row === null ||
      row.purpose !== purpose ||
      row.userId !== userId ||
      phoneDigits(row.phone) !== phoneDigits(phone) ||
      !isProven(row, this.now())
    )
      return false;
    await tx.query('UPDATE sms_code SET used_at = $2 WHERE id = $1', [id, this.now()]);
    return true;
  }

  /** Uses up a code of the app that was confirmed; answers the phone that it proves, or null where there is none. */
  async useOfApp(tx: Tx, id: string): Promise<{ country: string; phone: string } | null> {
    const row = await this.lock(tx, id);
    if (row === null || row.purpose !== 'app' || !isProven(row, this.now())) return null;
    await tx.query('UPDATE sms_code SET used_at = $2 WHERE id = $1', [id, this.now()]);
    return { country: row.data.country ?? '82', phone: row.phone };
  }

  /** A message that was refused for its number is logged; the refusal itself rolls back. */
  private async sending(
    member: { id: number; name: string } | null,
    purpose: CodePurpose,
    from: From,
    work: (tx: Tx, emit: Emit) => Promise<SmsChallenge>,
  ): Promise<SmsChallenge> {
    try {
      return await this.change.run(actor(member, from), work);
    } catch (error) {
      if (member !== null && error instanceof Problem && error.code === 'SMS_TOO_MANY')
        await this.change.run(actor(member, from), async (tx, emit) => {
          const account = await accountById(tx, member.id);
          if (account !== null) this.notify(emit, 'account.codeRefused', account, from, `${purpose}:tooMany`);
        });
      throw error;
    }
  }

  /** Serialized by phone, for all callers. A login may begin anew at once, since it required the password; a form or a resend waits a minute. */
  private async admit(
    tx: Tx,
    phone: string,
    purpose: CodePurpose,
    now: Date,
    lastSent: Date | null = null,
  ): Promise<void> {
    const digits = phoneDigits(phone);
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`sms:${digits}`]);
    await tx.query('DELETE FROM sms_sending WHERE sent_at < $1', [new Date(now.getTime() - keptMs)]);
    const sendings = await tx.query<{ purpose: string; sent_at: Date }[]>(
      'SELECT purpose, sent_at FROM sms_sending WHERE phone = $1 AND sent_at > $2 AND purpose = ANY($3) ORDER BY sent_at DESC',
      [digits, new Date(now.getTime() - hourMs), countedWith[purpose]],
    );
    const last =
      lastSent ?? (purpose === 'login' ? null : (sendings.find((s) => s.purpose === purpose)?.sent_at ?? null));
    const seconds = last === null ? 0 : secondsToResend(last, now);
    if (seconds > 0) throw new Problem('SMS_TOO_SOON', { seconds });
    const minutes = minutesToSend(
      sendings.map((s) => s.sent_at),
      this.config.SMS_CODES_AN_HOUR,
      now,
    );
    if (minutes > 0) throw new Problem('SMS_TOO_MANY', { minutes });
    await tx.query('INSERT INTO sms_sending (phone, purpose, sent_at) VALUES ($1, $2, $3)', [digits, purpose, now]);
  }

  private async sent(tx: Tx, emit: Emit, row: Row, code: string, from: From): Promise<SmsChallenge> {
    if (row.purpose === 'app')
      await this.messages.appCode(
        tx,
        { country: '82', language: 'ko', ...row.data, phone: row.phone },
        `code:${row.id}:${row.sentAt.getTime()}`,
        code,
      );
    const account = row.userId === null ? null : await accountById(tx, row.userId);
    if (account !== null) {
      const to = { ...account, country: row.data.country ?? account.country, phone: row.phone };
      await this.messages.code(tx, to, `code:${row.id}:${row.sentAt.getTime()}`, code);
      this.notify(emit, 'account.codeSent', account, from, row.purpose);
    }
    return {
      smsId: row.id,
      phone: maskPhone(row.phone),
      expiresAt: row.expiresAt.toISOString(),
      resendAt: new Date(row.sentAt.getTime() + resendMs).toISOString(),
      triesLeft: codesLeft(row),
    };
  }

  private notify(
    emit: Emit,
    name: 'account.codeSent' | 'account.codeRefused',
    account: Account,
    from: From,
    detail: string,
  ): void {
    emit(
      name,
      { userId: account.id, loginId: nameInLog(account), agent: from.agent, detail },
      { organizationId: account.organization_id },
    );
  }

  /** Whose challenge it is, for the log. */
  private async behind(id: string): Promise<{ member: { id: number; name: string } | null; purpose: CodePurpose }> {
    const [row] = await this.database.query<{ purpose: CodePurpose; id: number | null; name: string | null }[]>(
      'SELECT c.purpose, u.id, u.name FROM sms_code c LEFT JOIN user_account u ON u.id = c.user_id WHERE c.id = $1',
      [id],
    );
    return {
      member: row && row.id !== null && row.name !== null ? { id: row.id, name: row.name } : null,
      purpose: row?.purpose ?? 'login',
    };
  }

  private async lock(tx: Tx, id: string): Promise<Row | null> {
    const [row] = await tx.query<Row[]>(`SELECT ${columns} FROM sms_code WHERE id = $1 FOR UPDATE`, [id]);
    return row ?? null;
  }

  private newCode(id: string): { code: string; codeHash: string } {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    return { code, codeHash: this.hash(id, code) };
  }

  /** A plain hash of six digits is guessed at once: it is keyed with the server's secret. */
  private hash(id: string, code: string): string {
    return createHmac('sha256', this.config.JWT_SECRET).update(`sms-code:${id}:${code}`).digest('hex');
  }
}

const actor = (member: { id: number; name: string } | null, from: From): Actor => ({
  userId: member?.id ?? null,
  name: member?.name ?? null,
  address: from.address,
});
