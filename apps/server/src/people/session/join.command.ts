import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import { QueryFailedError, type DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { terms, type session, type SmsChallenge } from '@headland/contracts/session';
import { maskPhone } from '@headland/domain/mask';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { changesBetween } from '../../platform/event-log/record-change';
import { hashPassword } from '../../platform/password';
import { Problem } from '../../platform/problem';
import type { From } from './account';
import { idIsFree, invitedBy } from './invitation.reads';
import { PublicLimit } from './login-limit';
import { SmsCodes } from './sms-codes';

type Session = typeof session;

/** A code to the phone of the joining user. */
export class JoinSend extends Command<SmsChallenge> {
  constructor(
    readonly body: Parsed<Session['joinSend']>['body'],
    readonly from: From,
  ) {
    super();
  }
}

/** Phones that one link may be tried with in an hour: a typing error or two. */
const maxPhones = 10;

@CommandHandler(JoinSend)
export class JoinSendHandler implements ICommandHandler<JoinSend> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly limit: PublicLimit,
    private readonly codes: SmsCodes,
  ) {}

  async execute({ body: { token, country, phone }, from }: JoinSend): Promise<SmsChallenge> {
    this.limit.admit('join', from.address);
    const now = this.now();
    const { account } = await invitedBy(this.database, token, now);
    const [begun] = await this.database.query<{ n: number }[]>(
      "SELECT count(*)::int AS n FROM sms_code WHERE user_id = $1 AND purpose = 'join' AND started_at > $2::timestamptz - interval '1 hour'",
      [account.id, now],
    );
    if ((begun?.n ?? 0) >= maxPhones) throw new Problem('SMS_TOO_MANY', { minutes: 60 });
    return this.codes.start('join', account, phone, from, { country });
  }
}

/** The phone is proven; the form that is saved names the code. */
export class JoinConfirm extends Command<{ confirmed: true }> {
  constructor(
    readonly body: Parsed<Session['joinConfirm']>['body'],
    readonly from: From,
  ) {
    super();
  }
}

@CommandHandler(JoinConfirm)
export class JoinConfirmHandler implements ICommandHandler<JoinConfirm> {
  constructor(
    private readonly limit: PublicLimit,
    private readonly codes: SmsCodes,
  ) {}

  async execute({ body, from }: JoinConfirm): Promise<{ confirmed: true }> {
    this.limit.admit('code', from.address, body.smsId);
    await this.codes.confirm('join', body.smsId, body.code, from, 'keep');
    return { confirmed: true };
  }
}

/** An invited account gets its owner: id, password, proven phone, agreed terms. The link is used up. */
export class Join extends Command<Reply<Session['join']>> {
  constructor(
    readonly body: Parsed<Session['join']>['body'],
    readonly from: From,
  ) {
    super();
  }
}

@CommandHandler(Join)
export class JoinHandler implements ICommandHandler<Join> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly limit: PublicLimit,
    private readonly codes: SmsCodes,
  ) {}

  async execute({ body, from }: Join): Promise<Reply<Session['join']>> {
    this.limit.admit('join', from.address);
    const { account } = await invitedBy(this.database, body.token, this.now());
    if (!(await idIsFree(this.database, body.id))) throw new Problem('E0001', {}, { id: 'field.idTaken' });
    const hash = await hashPassword(body.password);
    try {
      await this.save(body, hash, { userId: account.id, name: body.name, address: from.address }, from);
    } catch (error) {
      // somebody took the id between the look and the save
      if (error instanceof QueryFailedError && (error.driverError as { code?: string }).code === '23505')
        throw new Problem('E0001', {}, { id: 'field.idTaken' });
      throw error;
    }
    return { id: body.id };
  }

  private save(
    body: Join['body'],
    hash: string,
    by: { userId: number; name: string; address: string },
    from: From,
  ): Promise<void> {
    return this.change.run(by, async (tx, emit) => {
      const now = this.now();
      const { linkId, account } = await invitedBy(tx, body.token, now, 'lock');
      if (!(await this.codes.use(tx, 'join', body.smsId, account.id, body.phone)))
        throw new Problem('E0001', {}, { phone: 'field.smsOk' });
      const before = await accountInLog(tx, account.id);
      await tx.query(
        `UPDATE user_account SET login_id = $2, password_hash = $3, password_changed_at = $4, name = $5, country = $6, phone = $7, postal_code = $8, address = $9, address_detail = $10,
           language = $11, joined_at = $4, active = true, version = version + 1 WHERE id = $1`,
        [
          account.id,
          body.id,
          hash,
          now,
          body.name,
          body.country,
          body.phone,
          body.postalCode || null,
          body.address || null,
          body.addressDetail || null,
          body.language,
        ],
      );
      await tx.query('UPDATE account_link SET used_at = $2 WHERE id = $1', [linkId, now]);
      await tx.query(
        'INSERT INTO terms_agreement (user_id, term, version, agreed, at) SELECT $1, t, v, a, $2 FROM unnest($3::text[], $4::text[], $5::boolean[]) AS u(t, v, a)',
        [
          account.id,
          now,
          terms.map((t) => t.term),
          terms.map((t) => t.version),
          terms.map((t) => body.terms.includes(t.term)),
        ],
      );
      const about = { organizationId: account.organization_id };
      emit('account.joined', { userId: account.id, loginId: body.id, agent: from.agent }, about);
      const changes = changesBetween(before, await accountInLog(tx, account.id));
      emit(
        'record.changed',
        { screen: 'organization', kind: 'user', id: String(account.id), name: body.name, changes },
        about,
      );
    });
  }
}

type AccountInLog = {
  loginId: string | null;
  name: string;
  country: string;
  phone: string | null;
  postalCode: string | null;
  address: string | null;
  language: string;
  active: boolean;
};

/** The account as the log has it: the log is kept for good, so private values are masked. */
async function accountInLog(tx: Tx, id: number): Promise<AccountInLog> {
  const [row] = await tx.query<AccountInLog[]>(
    `SELECT login_id AS "loginId", name, country, phone, postal_code AS "postalCode", concat_ws(' ', address, address_detail) AS address, language, active
     FROM user_account WHERE id = $1`,
    [id],
  );
  if (row === undefined) throw new Error(`account ${id} is not there`);
  const hide = (value: string | null): string | null => (value ? '***' : null);
  return {
    ...row,
    phone: row.phone && maskPhone(row.phone),
    postalCode: hide(row.postalCode),
    address: hide(row.address),
  };
}
