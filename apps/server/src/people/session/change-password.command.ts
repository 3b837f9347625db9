import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import type { From } from './account';
import { PublicLimit } from './login-limit';
import { PasswordChanging, type Passwords } from './password-changing';
import { Tokens } from './tokens';

/** A member changes the own password: the other sessions end, this one stays. */
export class ChangePassword extends Command<{ changed: true }> {
  constructor(
    readonly passwords: Passwords,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** A temporary or expired password is changed with the token that its login gave: all sessions end. */
export class ForcedChange extends Command<{ changed: true }> {
  constructor(
    readonly passwords: Passwords,
    readonly changeToken: string,
    readonly from: From,
  ) {
    super();
  }
}

@CommandHandler(ChangePassword)
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly limit: PublicLimit,
    private readonly changing: PasswordChanging,
  ) {}

  async execute({ passwords, caller }: ChangePassword): Promise<{ changed: true }> {
    // a wall display has no password
    if (caller.userId === null) throw new Problem('FORBIDDEN');
    this.limit.admit('password', caller.address, caller.loginId);
    return this.changing.change(caller.userId, passwords, caller, caller.sessionId);
  }
}

@CommandHandler(ForcedChange)
export class ForcedChangeHandler implements ICommandHandler<ForcedChange> {
  constructor(
    private readonly tokens: Tokens,
    private readonly limit: PublicLimit,
    private readonly changing: PasswordChanging,
  ) {}

  async execute({ passwords, changeToken, from }: ForcedChange): Promise<{ changed: true }> {
    this.limit.admit('password', from.address);
    const { accountId, isFor } = await this.tokens.readChange(changeToken);
    return this.changing.change(accountId, passwords, from, null, isFor);
  }
}
