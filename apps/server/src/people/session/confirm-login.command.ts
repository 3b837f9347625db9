import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed } from '@headland/contracts/endpoint';
import type { LoggedIn, session } from '@headland/contracts/session';
import { Problem } from '../../platform/problem';
import { accountById, type From } from './account';
import { PublicLimit } from './login-limit';
import { OpenSession } from './open-session';
import { SmsCodes } from './sms-codes';

/** The second step of a login: its code opens the session. */
export class ConfirmLogin extends Command<LoggedIn> {
  constructor(
    readonly body: Parsed<typeof session.loginConfirm>['body'],
    readonly from: From,
  ) {
    super();
  }
}

@CommandHandler(ConfirmLogin)
export class ConfirmLoginHandler implements ICommandHandler<ConfirmLogin> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly limit: PublicLimit,
    private readonly codes: SmsCodes,
    private readonly session: OpenSession,
  ) {}

  async execute({ body, from }: ConfirmLogin): Promise<LoggedIn> {
    this.limit.admit('code', from.address);
    const { userId, data } = await this.codes.confirm('login', body.smsLoginId, body.code, from);
    const account = userId === null ? null : await accountById(this.database, userId);
    if (account === null || account.login_id === null) throw new Problem('SMS_CODE_DEAD');
    // it was made inactive while its code was on the way
    if (!account.active) throw new Problem('INACTIVE');
    return this.session.open({ ...account, login_id: account.login_id }, data.autoLogin ?? false, from);
  }
}
