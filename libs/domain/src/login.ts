import type { ErrorCode, ProblemValues } from '@headland/contracts/errors';

/**
 * Who gets in. Five failures lock an account for five minutes; from the third on the remaining tries are told. A password is good for six
 * months. What is wrong with an account is said only to whoever knows its password (no enumeration), but for the lock, which protects it.
 */
export const lockAfter = 5;
export const lockMinutes = 5;
const toldFrom = 3;

export interface LoginState {
  lockedUntil: Date | null;
  active: boolean;
  passwordMatches: boolean;
}
type Gate = { code: null } | { code: ErrorCode; values: ProblemValues };

export function loginGate(state: LoginState, now: Date): Gate {
  if (state.lockedUntil !== null && state.lockedUntil > now) return { code: 'LOCKED_OUT', values: { seconds: Math.ceil((state.lockedUntil.getTime() - now.getTime()) / 1000) } };
  if (!state.passwordMatches) return { code: 'WRONG_CREDENTIALS', values: {} };
  return state.active ? { code: null } : { code: 'INACTIVE', values: {} };
}

/** What one more failure does. The count starts anew after a lock. */
export function loginAfterFailure(failuresBefore: number, now: Date): { failures: number; lockedUntil: Date | null; code: ErrorCode; values: ProblemValues } {
  const failures = failuresBefore + 1;
  if (failures >= lockAfter) {
    return { failures: 0, lockedUntil: new Date(now.getTime() + lockMinutes * 60_000), code: 'LOCKED_OUT', values: { seconds: lockMinutes * 60 } };
  }
  return { failures, lockedUntil: null, code: 'WRONG_CREDENTIALS', values: failures >= toldFrom ? { left: lockAfter - failures } : {} };
}

/** Six months to the day (UTC). */
export function passwordExpired(changedAt: Date, now: Date): boolean {
  const limit = new Date(changedAt);
  limit.setUTCMonth(limit.getUTCMonth() + 6);
  return now >= limit;
}
