import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { lockedSeconds } from '@headland/domain/login-lock';
import { temporaryIsOver } from '@headland/domain/password';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { hashPassword, verifyPassword } from '../../platform/password';
import { Problem } from '../../platform/problem';
import { accountById, nameInLog, passwordStateOf, type From } from './account';
import { endSessions } from './end-sessions';
import { constantTimeRefusal } from './constant-time';
import { LiveSessions } from './live-sessions';
import { lockOf, LoginFailures } from './login-failures';
import { OneAtATime } from './login-limit';
import { savePassword, wasUsed } from './passwords';

export interface Passwords {
  current: string;
  next: string;
}

type IsFor = (passwordHash: string | null) => boolean;

/** What both have in common: the current one fits, the new one is new, and who was logged in with the old one is logged out. */
@Injectable()
export class PasswordChanging {
  private readonly queue = new OneAtATime();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly transaction: Change,
    private readonly failures: LoginFailures,
    private readonly live: LiveSessions,
  ) {}

  /** `keep`: the session that stays. `isFor`: whether a token opens the change of this password. */
  change(
    accountId: number,
    passwords: Passwords,
    from: From,
    keep: string | null,
    isFor: IsFor | null = null,
  ): Promise<{ changed: true }> {
    const answer = this.queue.run(String(accountId), 2, () =>
      constantTimeRefusal(() => this.attempt(accountId, passwords, from, keep, isFor)),
    );
    if (answer === null) throw new Problem('TOO_MANY_REQUESTS');
    return answer;
  }

  private async attempt(
    accountId: number,
    { current, next }: Passwords,
    from: From,
    keep: string | null,
    isFor: IsFor | null,
  ): Promise<{ changed: true }> {
    const account = await accountById(this.database, accountId);
    if (
      account === null ||
      !account.active ||
      temporaryIsOver(passwordStateOf(account), this.now()) ||
      (isFor !== null && !isFor(account.password_hash))
    )
      throw new Problem('CHANGE_TOKEN');
    const seconds = lockedSeconds(lockOf(account), this.now());
    if (seconds > 0) throw new Problem('LOCKED_OUT', { seconds });
    if (!(await verifyPassword(current, account.password_hash))) {
      const locked = lockedSeconds(await this.failures.record(account, from), this.now());
      if (locked > 0) throw new Problem('LOCKED_OUT', { seconds: locked });
      throw new Problem('E0001', {}, { current: 'field.pwdCur' });
    }
    await this.failures.forget(account);
    if (await wasUsed(this.database, account, next)) throw new Problem('E0001', {}, { next: 'field.pwdNew' });
    const hash = await hashPassword(next);
    const ended = await this.transaction.run(
      { userId: account.id, name: account.name, address: from.address },
      async (tx, emit) => {
        const now = this.now();
        const locked = await accountById(tx, accountId, 'lock');
        // changed meanwhile by somebody else
        if (locked?.password_hash !== account.password_hash)
          throw new Problem('E0001', {}, { current: 'field.pwdCur' });
        await savePassword(tx, accountId, hash, null, now);
        // an account that an administrator gave its id has joined with its own first password
        await tx.query('UPDATE user_account SET joined_at = COALESCE(joined_at, $2) WHERE id = $1', [accountId, now]);
        emit(
          'account.passwordChanged',
          {
            userId: accountId,
            loginId: nameInLog(account),
            agent: from.agent,
            detail: isFor === null ? 'own' : 'forced',
          },
          { organizationId: account.organization_id },
        );
        return endSessions(tx, 'user_id', accountId, 'password', now, keep);
      },
    );
    for (const id of ended) this.live.forget(id);
    return { changed: true };
  }
}
