import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import type { session, SmsChallenge } from '@headland/contracts/session';
import { phoneDigits } from '@headland/domain/sms-code';
import { Problem } from '../../platform/problem';
import type { From } from './account';
import { constantTime } from './constant-time';
import { ownerOfPhone, withPhone } from './find-account.reads';
import { PublicLimit } from './login-limit';
import { SetTemporaryPassword } from './set-temporary-password.command';
import { SmsCodes } from './sms-codes';

/** A forgotten password: a code to the phone, as for a forgotten id. */
export class FindPasswordSend extends Command<SmsChallenge> {
  constructor(
    readonly body: Parsed<typeof session.findPasswordSend>['body'],
    readonly from: From,
  ) {
    super();
  }
}

@CommandHandler(FindPasswordSend)
export class FindPasswordSendHandler implements ICommandHandler<FindPasswordSend> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly limit: PublicLimit,
    private readonly codes: SmsCodes,
  ) {}

  execute({ body: { id, name, phone }, from }: FindPasswordSend): Promise<SmsChallenge> {
    this.limit.admit('find', from.address, phoneDigits(phone));
    return constantTime(async () =>
      this.codes.start('findPassword', await ownerOfPhone(this.database, phone), phone, from, { id, name }),
    );
  }
}

/** The code: a temporary password to the account's e-mail. Whoever holds the phone learns whether id, name and phone belong together. */
export class FindPasswordConfirm extends Command<Reply<typeof session.findPasswordConfirm>> {
  constructor(
    readonly body: Parsed<typeof session.findPasswordConfirm>['body'],
    readonly from: From,
  ) {
    super();
  }
}

@CommandHandler(FindPasswordConfirm)
export class FindPasswordConfirmHandler implements ICommandHandler<FindPasswordConfirm> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
    private readonly limit: PublicLimit,
    private readonly codes: SmsCodes,
  ) {}

  execute({ body, from }: FindPasswordConfirm): Promise<Reply<typeof session.findPasswordConfirm>> {
    this.limit.admit('code', from.address, body.smsId);
    return constantTime(async () => {
      const { phone, data } = await this.codes.confirm('findPassword', body.smsId, body.code, from);
      const [found] = await withPhone(this.database, phone, data.name ?? '', data.id ?? '');
      if (found === undefined) throw new Problem('CHECK_INFORMATION');
      return this.commands.execute(
        new SetTemporaryPassword(found.id, { userId: found.id, name: data.name ?? null, address: from.address }),
      );
    });
  }
}
