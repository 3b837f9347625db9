/**
 * Five wrong passwords in a row disable a login for five minutes; from the third failure on the person is told how many tries are left. After
 * the pause the count begins anew.
 */
export interface LoginLock {
  failures: number;
  lockedUntil: Date | null;
}
export const unlocked: LoginLock = { failures: 0, lockedUntil: null };

export const mostFailures = 5;
export const lockMs = 5 * 60_000;
const warnFrom = 3;

/** Seconds until the next try, 0 when it may be made now. */
export const lockedSeconds = (lock: LoginLock, now: Date): number =>
  lock.lockedUntil === null ? 0 : Math.max(0, Math.ceil((lock.lockedUntil.getTime() - now.getTime()) / 1000));

export function afterFailure(lock: LoginLock, now: Date): LoginLock {
  const paused = lock.lockedUntil !== null && lock.lockedUntil <= now;
  const failures = (paused ? 0 : lock.failures) + 1;
  return { failures, lockedUntil: failures >= mostFailures ? new Date(now.getTime() + lockMs) : null };
}

/** How many tries are left, once it is worth saying. */
export const triesLeft = (lock: LoginLock): number | null =>
  lock.failures < warnFrom ? null : Math.max(0, mostFailures - lock.failures);

/** A password is changed every six months. */
export function passwordExpiresAt(changedAt: Date): Date {
  const due = new Date(changedAt);
  due.setUTCMonth(due.getUTCMonth() + 6);
  return due;
}
export const passwordExpired = (changedAt: Date, now: Date): boolean => passwordExpiresAt(changedAt) <= now;
