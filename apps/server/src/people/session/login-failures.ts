import { Inject, Injectable } from '@nestjs/common';
import { afterFailure, lockedSeconds, type LoginLock, triesLeft } from '@headland/domain/login-lock';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { nameInLog, type Account, type From } from './account';

export const lockOf = (account: Account): LoginLock => ({
  failures: account.failed_logins,
  lockedUntil: account.locked_until,
});

/** Wrong passwords of one account: counted wherever it is asked for, five of which lock it. */
@Injectable()
export class LoginFailures {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** The lock as it is after one more. */
  record(account: Account, from: From): Promise<LoginLock> {
    return this.change.run({ userId: account.id, name: account.name, address: from.address }, async (tx, emit) => {
      const after = afterFailure(lockOf(account), this.now());
      await tx.query('UPDATE user_account SET failed_logins = $2, locked_until = $3 WHERE id = $1', [
        account.id,
        after.failures,
        after.lockedUntil,
      ]);
      const payload = { userId: account.id, loginId: nameInLog(account), agent: from.agent };
      emit('account.loginFailed', payload, { organizationId: account.organization_id });
      if (after.lockedUntil !== null) emit('account.lockedOut', payload, { organizationId: account.organization_id });
      return after;
    });
  }

  /** An unknown id; it is not logged, since people type a password there. */
  async recordUnknown(id: string, from: From, lock: LoginLock): Promise<void> {
    const payload = { userId: null, loginId: `${id.slice(0, 2)}***`, agent: from.agent, detail: 'unknown' };
    await this.change.run({ userId: null, name: null, address: from.address }, (_, emit) => {
      emit('account.loginFailed', payload, { organizationId: null });
      if (lock.lockedUntil !== null) emit('account.lockedOut', payload, { organizationId: null });
      return Promise.resolve();
    });
  }
}

export function refusal(lock: LoginLock, now: Date): Problem {
  const seconds = lockedSeconds(lock, now);
  if (seconds > 0) return new Problem('LOCKED_OUT', { seconds });
  const left = triesLeft(lock);
  return new Problem('WRONG_CREDENTIALS', left === null ? {} : { left });
}
