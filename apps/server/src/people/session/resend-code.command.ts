import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SmsChallenge } from '@headland/contracts/session';
import type { From } from './account';
import { constantTime } from './constant-time';
import { PublicLimit } from './login-limit';
import { SmsCodes } from './sms-codes';

/** A code once more, of a login or of any form; the former is void. */
export class ResendCode extends Command<SmsChallenge> {
  constructor(
    readonly smsId: string,
    readonly from: From,
  ) {
    super();
  }
}

@CommandHandler(ResendCode)
export class ResendCodeHandler implements ICommandHandler<ResendCode> {
  constructor(
    private readonly limit: PublicLimit,
    private readonly codes: SmsCodes,
  ) {}

  execute({ smsId, from }: ResendCode): Promise<SmsChallenge> {
    this.limit.admit('code', from.address, smsId);
    return constantTime(() => this.codes.resend(smsId, from));
  }
}
