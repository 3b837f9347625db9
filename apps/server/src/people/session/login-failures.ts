import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { afterFailure, forgottenMs, lockedSeconds, type LoginLock, triesLeft } from '@headland/domain/login-lock';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { accountById, nameInLog, type Account, type From } from './account';
import { PublicLimit } from './login-limit';

type Counted = Pick<Account, 'failed_logins' | 'locked_until' | 'failed_at'>;
export const lockOf = (counted: Counted): LoginLock => ({
  failures: counted.failed_logins,
  lockedUntil: counted.locked_until,
  failedAt: counted.failed_at,
});

/**
 * Wrong passwords of one ID: counted wherever it is asked for, five of which lock it. They are counted in the database,
 * since several processes may judge them at once; and those of an ID that nobody has in the same way, so that neither
 * the count nor a lock reveals which IDs exist.
 */
@Injectable()
export class LoginFailures {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly limit: PublicLimit,
  ) {}

  /** The lock as it is after one more; one that another process has locked meanwhile stays as it is. */
  record(account: Account, from: From): Promise<LoginLock> {
    return this.change.run({ userId: account.id, name: account.name, address: from.address }, async (tx, emit) => {
      const lock = lockOf((await accountById(tx, account.id, 'lock')) ?? account);
      if (lockedSeconds(lock, this.now()) > 0) return lock;
      const after = afterFailure(lock, this.now());
      await tx.query('UPDATE user_account SET failed_logins = $2, locked_until = $3, failed_at = $4 WHERE id = $1', [
        account.id,
        after.failures,
        after.lockedUntil,
        after.failedAt,
      ]);
      const payload = { userId: account.id, loginId: nameInLog(account), agent: from.agent };
      emit('account.loginFailed', payload, { organizationId: account.organization_id });
      if (after.lockedUntil !== null) emit('account.lockedOut', payload, { organizationId: account.organization_id });
      return after;
    });
  }

  /** The password fits: the wrong ones before it count no longer. Throws LOCKED_OUT where they have locked the account since it was read. */
  async forget({ id }: Account): Promise<void> {
    const now = this.now();
    const forgotten = await returning(
      this.database,
      `UPDATE user_account SET failed_logins = 0, locked_until = NULL, failed_at = NULL
       WHERE id = $1 AND (locked_until IS NULL OR locked_until <= $2) RETURNING id`,
      [id, now],
    );
    if (forgotten.length > 0) return;
    const account = await accountById(this.database, id);
    throw new Problem('LOCKED_OUT', {
      seconds: Math.max(1, account === null ? 0 : lockedSeconds(lockOf(account), now)),
    });
  }

  /** Of an ID that no account has. */
  async lockOfUnknown(id: string): Promise<LoginLock> {
    const [row] = await this.database.query<Counted[]>(
      'SELECT failed_logins, locked_until, failed_at FROM unknown_login WHERE id_hash = $1',
      [this.hash(id)],
    );
    return lockOf(row ?? { failed_logins: 0, locked_until: null, failed_at: null });
  }

  /** The same for an unknown ID; it is neither logged nor stored, since people type a password there. Of many attempts some have an event. */
  recordUnknown(id: string, from: From): Promise<LoginLock> {
    const isLogged = this.limit.isLogged(from.address);
    const payload = { userId: null, loginId: `${id.slice(0, 2)}***`, agent: from.agent, detail: 'unknown' };
    return this.change.run({ userId: null, name: null, address: from.address }, async (tx, emit) => {
      const now = this.now();
      const hash = this.hash(id);
      await tx.query(
        `DELETE FROM unknown_login WHERE id_hash IN
           (SELECT id_hash FROM unknown_login WHERE failed_at <= $1 ORDER BY failed_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
        [new Date(now.getTime() - forgottenMs)],
      );
      // an update that changes nothing locks the row of an ID that was tried before
      const [row] = await tx.query<Counted[]>(
        `INSERT INTO unknown_login (id_hash, failed_at) VALUES ($1, $2) ON CONFLICT (id_hash) DO UPDATE SET id_hash = excluded.id_hash
         RETURNING failed_logins, locked_until, failed_at`,
        [hash, now],
      );
      const lock = lockOf(row as Counted);
      if (lockedSeconds(lock, now) > 0) return lock;
      const after = afterFailure(lock, now);
      await tx.query(
        'UPDATE unknown_login SET failed_logins = $2, locked_until = $3, failed_at = $4 WHERE id_hash = $1',
        [hash, after.failures, after.lockedUntil, after.failedAt],
      );
      if (!isLogged) return after;
      emit('account.loginFailed', payload, { organizationId: null });
      if (after.lockedUntil !== null) emit('account.lockedOut', payload, { organizationId: null });
      return after;
    });
  }

  /** Keyed with the server's secret, so that nobody finds out by trying what was typed. */
  private hash(id: string): string {
    return createHmac('sha256', this.config.JWT_SECRET).update(`unknown-login:${id.toLowerCase()}`).digest('hex');
  }
}

export function refusal(lock: LoginLock, now: Date): Problem {
  const seconds = lockedSeconds(lock, now);
  if (seconds > 0) return new Problem('LOCKED_OUT', { seconds });
  const left = triesLeft(lock);
  return new Problem('WRONG_CREDENTIALS', left === null ? {} : { left });
}
