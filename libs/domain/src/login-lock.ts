/**
 * Five wrong passwords in a row lock a login for five minutes; from the third failure on the number of remaining
 * attempts is shown. After the lock the count starts again, and so it does an hour after the last failure: what is
 * counted for an ID that nobody has cannot be kept for ever, and a longer memory would tell which IDs exist.
 */
export interface LoginLock {
  failures: number;
  lockedUntil: Date | null;
  /** the last one */
  failedAt: Date | null;
}

export const maxFailures = 5;
export const lockMs = 5 * 60_000;
export const forgottenMs = 60 * 60_000;
const warnFrom = 3;

/** Seconds until the next attempt, 0 if it is allowed now. */
export const lockedSeconds = (lock: LoginLock, now: Date): number =>
  lock.lockedUntil === null ? 0 : Math.max(0, Math.ceil((lock.lockedUntil.getTime() - now.getTime()) / 1000));

export function afterFailure(lock: LoginLock, now: Date): LoginLock {
  const paused = lock.lockedUntil !== null && lock.lockedUntil <= now;
  const forgotten = lock.failedAt !== null && now.getTime() - lock.failedAt.getTime() >= forgottenMs;
  const failures = (paused || forgotten ? 0 : lock.failures) + 1;
  const lockedUntil = failures >= maxFailures ? new Date(now.getTime() + lockMs) : null;
  return { failures, lockedUntil, failedAt: now };
}

/** Remaining attempts, once they are shown. */
export const triesLeft = (lock: LoginLock): number | null =>
  lock.failures < warnFrom ? null : Math.max(0, maxFailures - lock.failures);

/** A password expires after six months. */
export function passwordExpiresAt(changedAt: Date): Date {
  const due = new Date(changedAt);
  due.setUTCMonth(due.getUTCMonth() + 6);
  return due;
}
export const passwordExpired = (changedAt: Date, now: Date): boolean => passwordExpiresAt(changedAt) <= now;
