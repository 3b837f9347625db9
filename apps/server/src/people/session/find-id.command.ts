import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import type { session, SmsChallenge } from '@headland/contracts/session';
import { maskLoginId } from '@headland/domain/account-mask';
import { phoneDigits } from '@headland/domain/sms-code';
import type { From } from './account';
import { constantTime } from './constant-time';
import { ownerOfPhone, withPhone } from './find-account.reads';
import { PublicLimit } from './login-limit';
import { SmsCodes } from './sms-codes';

/** A forgotten id: a code to the phone. It is sent to the member's phone; to an unknown phone nothing is sent, and the answer does not reveal it. */
export class FindIdSend extends Command<SmsChallenge> {
  constructor(
    readonly body: Parsed<typeof session.findIdSend>['body'],
    readonly from: From,
  ) {
    super();
  }
}

@CommandHandler(FindIdSend)
export class FindIdSendHandler implements ICommandHandler<FindIdSend> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly limit: PublicLimit,
    private readonly codes: SmsCodes,
  ) {}

  execute({ body: { name, phone }, from }: FindIdSend): Promise<SmsChallenge> {
    this.limit.admit('find', from.address, phoneDigits(phone));
    return constantTime(async () =>
      this.codes.start('findId', await ownerOfPhone(this.database, phone), phone, from, { name }),
    );
  }
}

/** The code: ids of this name and phone. Whoever holds the phone learns that there is none. */
export class FindIdConfirm extends Command<Reply<typeof session.findIdConfirm>> {
  constructor(
    readonly body: Parsed<typeof session.findIdConfirm>['body'],
    readonly from: From,
  ) {
    super();
  }
}

@CommandHandler(FindIdConfirm)
export class FindIdConfirmHandler implements ICommandHandler<FindIdConfirm> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly limit: PublicLimit,
    private readonly codes: SmsCodes,
  ) {}

  execute({ body, from }: FindIdConfirm): Promise<Reply<typeof session.findIdConfirm>> {
    this.limit.admit('code', from.address, body.smsId);
    return constantTime(async () => {
      const { phone, data } = await this.codes.confirm('findId', body.smsId, body.code, from);
      const found = await withPhone(this.database, phone, data.name ?? '');
      return { ids: found.map((a) => ({ id: maskLoginId(a.loginId), joinedAt: a.joinedAt.toISOString() })) };
    });
  }
}
