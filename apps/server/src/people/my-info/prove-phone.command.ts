import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { phoneFits } from '@headland/contracts/fields';
import type { SmsChallenge } from '@headland/contracts/session';
import { CLOCK, type Clock } from '../../platform/clock';
import { Problem } from '../../platform/problem';
import { memberId, type Caller } from '../../platform/caller';
import { PublicLimit, SmsCodes } from '../session/session.module';

/** A code to the phone that a member wants to have from now on. */
export class SendPhoneCode extends Command<SmsChallenge> {
  constructor(
    readonly to: { country: string; phone: string },
    readonly by: Caller,
  ) {
    super();
  }
}

/** Phones that one member may try within an hour: a typing error or two, not a way to text strangers. */
const maxPerHour = 10;

@CommandHandler(SendPhoneCode)
export class SendPhoneCodeHandler implements ICommandHandler<SendPhoneCode> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly codes: SmsCodes,
  ) {}

  async execute({ to: { country, phone }, by }: SendPhoneCode): Promise<SmsChallenge> {
    const id = memberId(by);
    if (!phoneFits(country, phone)) throw new Problem('E0001', {}, { phone: 'field.phone' });
    const [begun] = await this.database.query<{ n: number }[]>(
      "SELECT count(*)::int AS n FROM sms_code WHERE user_id = $1 AND purpose = 'phone' AND started_at > $2::timestamptz - interval '1 hour'",
      [id, this.now()],
    );
    if ((begun?.n ?? 0) >= maxPerHour) throw new Problem('SMS_TOO_MANY', { minutes: 60 });
    return this.codes.start('phone', { id, name: by.name }, phone, by, { country });
  }
}

/** The code: the form that is saved within the hour names it. */
export class ConfirmPhoneCode extends Command<{ confirmed: true }> {
  constructor(
    readonly body: { smsId: string; code: string },
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(ConfirmPhoneCode)
export class ConfirmPhoneCodeHandler implements ICommandHandler<ConfirmPhoneCode> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly limit: PublicLimit,
    private readonly codes: SmsCodes,
  ) {}

  async execute({ body: { smsId, code }, by }: ConfirmPhoneCode): Promise<{ confirmed: true }> {
    this.limit.admit('code', by.address, smsId);
    const own = await this.database.query<unknown[]>('SELECT 1 FROM sms_code WHERE id = $1 AND user_id = $2', [
      smsId,
      memberId(by),
    ]);
    if (own.length === 0) throw new Problem('SMS_CODE_DEAD');
    await this.codes.confirm('phone', smsId, code, by, 'keep');
    return { confirmed: true };
  }
}
