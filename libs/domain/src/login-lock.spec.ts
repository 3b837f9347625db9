import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  forgottenMs,
  lockedSeconds,
  lockMs,
  type LoginLock,
  passwordExpired,
  triesLeft,
} from './login-lock';

const now = new Date('2026-05-01T09:00:00Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);
const unlocked: LoginLock = { failures: 0, lockedUntil: null, failedAt: null };
const failed = (times: number): LoginLock =>
  Array.from({ length: times }).reduce<LoginLock>((lock) => afterFailure(lock, now), unlocked);

describe('the lock of a login', () => {
  it.each([
    [1, null, 0],
    [2, null, 0],
    [3, 2, 0],
    [4, 1, 0],
    [5, 0, 300],
  ])('after %i failures %s tries are left and it is locked for %i s', (times, left, seconds) => {
    expect(triesLeft(failed(times))).toBe(left);
    expect(lockedSeconds(failed(times), now)).toBe(seconds);
  });

  it('counts down, rounded up, and opens after five minutes', () => {
    const lock = failed(5);
    expect(lockedSeconds(lock, later(1))).toBe(300);
    expect(lockedSeconds(lock, later(lockMs - 1))).toBe(1);
    expect(lockedSeconds(lock, later(lockMs))).toBe(0);
  });

  it('begins anew after the pause', () => {
    expect(afterFailure(failed(5), later(lockMs))).toEqual({ failures: 1, lockedUntil: null, failedAt: later(lockMs) });
  });

  it('begins anew an hour after the last failure', () => {
    expect(afterFailure(failed(4), later(forgottenMs - 1)).failures).toBe(5);
    expect(afterFailure(failed(4), later(forgottenMs)).failures).toBe(1);
    // counted on, and not from the first one
    expect(afterFailure(afterFailure(failed(2), later(forgottenMs - 1)), later(forgottenMs + 1)).failures).toBe(4);
  });
});

describe('the age of a password', () => {
  it.each([
    ['2025-11-01T09:00:00Z', true],
    ['2025-11-01T09:00:01Z', false],
    ['2025-10-01T00:00:00Z', true],
    ['2026-04-30T00:00:00Z', false],
  ])('changed at %s: expired %s', (changedAt, expired) => {
    expect(passwordExpired(new Date(changedAt), now)).toBe(expired);
  });
});
