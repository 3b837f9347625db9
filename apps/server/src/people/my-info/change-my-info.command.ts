import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import { emailIn } from '@headland/contracts/fields';
import type { MyInfo, MyInfoBody } from '@headland/contracts/my-info';
import { phoneDigits } from '@headland/domain/sms-code';
import { refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import { Change, type Emit } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { SmsCodes } from '../session/session.module';
import { sendEmailLink } from './email-link';
import { myInfoOf } from './my-info.reads';
import { UserAccount } from '../users/user-account.entity';
import { lockOwnAccount, ownChanges, type OwnAccount } from './own-account';

type Body = z.output<typeof MyInfoBody>;

/** A member changes the own account. The phone is proven before, by a code; the e-mail after, by a link. */
export class ChangeMyInfo extends Command<MyInfo> {
  constructor(
    readonly body: Body,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeMyInfo)
export class ChangeMyInfoHandler implements ICommandHandler<ChangeMyInfo> {
  constructor(
    private readonly change: Change,
    private readonly codes: SmsCodes,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ body, by }: ChangeMyInfo): Promise<MyInfo> {
    const userId = memberId(by);
    return this.change.run(actorOf(by), async (tx, emit) => {
      const before = await lockOwnAccount(tx, userId);
      if (before.version !== body.version) return refuseChangedMeanwhile(tx, 'user', userId);
      if (!samePhone(before, body) && !(await this.proven(tx, userId, body)))
        throw new Problem('E0001', {}, { phone: 'field.smsOk' });
      const { name, country, phone, units, language = before.language } = body;
      const address = { address: body.address || null, addressDetail: body.addressDetail || null };
      const given = { name, country, phone, units, language, postalCode: body.postalCode || null, ...address };
      const after = { ...before, ...given };
      const changes = ownChanges(before, after);
      if (changes.length > 0) {
        await tx.update(UserAccount, userId, given);
        emit(
          'record.changed',
          { screen: 'organization', kind: 'user', id: String(userId), name: after.name, changes },
          { organizationId: before.organizationId },
        );
      }
      await this.newEmail(tx, emit, after, body.email, by);
      return myInfoOf(tx, userId, by.sessionId, this.now());
    });
  }

  /** A code proves the number it was sent to: these digits, in this country. */
  private async proven(tx: Tx, userId: number, { smsId, country, phone }: Body): Promise<boolean> {
    if (smsId === undefined) return false;
    const [code] = await tx.query<{ country: string | null }[]>(
      "SELECT data->>'country' AS country FROM sms_code WHERE id = $1",
      [smsId],
    );
    return code?.country === country && this.codes.use(tx, 'phone', smsId, userId, phone);
  }

  private async newEmail(tx: Tx, emit: Emit, account: OwnAccount, email: string, by: Caller): Promise<void> {
    if (email.toLowerCase() === account.email?.toLowerCase()) return;
    if (!emailIn(email, this.config.EMAIL_DOMAINS)) throw new Problem('E0001', {}, { email: 'field.emailDomain' });
    const taken = await tx.query<unknown[]>(
      'SELECT 1 FROM user_account WHERE lower(email) = lower($1) AND removed_at IS NULL AND id <> $2',
      [email, account.id],
    );
    if (taken.length > 0) throw new Problem('E0001', {}, { email: 'field.emailTaken' });
    if (!(await sendEmailLink(tx, account, email, this.config, this.now()))) return;
    emit(
      'account.codeSent',
      { userId: account.id, loginId: account.loginId, agent: by.agent, detail: 'emailLink' },
      { organizationId: account.organizationId },
    );
  }
}

const samePhone = (a: { country: string; phone: string | null }, b: { country: string; phone: string }): boolean =>
  a.country === b.country && a.phone !== null && phoneDigits(a.phone) === phoneDigits(b.phone);
