import { describe, expect, it } from 'vitest';
import { loginAfterFailure, loginGate, passwordExpired } from './login';

const now = new Date('2026-03-01T12:00:00Z');
const later = (s: number): Date => new Date(now.getTime() + s * 1000);

describe('the gate of a login', () => {
  it.each([
    [{ lockedUntil: null, active: true, passwordMatches: true }, null],
    [{ lockedUntil: null, active: true, passwordMatches: false }, 'WRONG_CREDENTIALS'],
    [{ lockedUntil: null, active: false, passwordMatches: true }, 'INACTIVE'],
    [{ lockedUntil: null, active: false, passwordMatches: false }, 'WRONG_CREDENTIALS'],
    [{ lockedUntil: later(1), active: true, passwordMatches: true }, 'LOCKED_OUT'],
    [{ lockedUntil: now, active: true, passwordMatches: true }, null],
  ])('%j → %s', (state, code) => expect(loginGate(state, now).code).toBe(code));

  it('tells how long a lock lasts', () => expect(loginGate({ lockedUntil: later(61.2), active: true, passwordMatches: true }, now)).toMatchObject({ values: { seconds: 62 } }));
});

describe('a failed login', () => {
  it.each([
    [0, 'WRONG_CREDENTIALS', {}],
    [1, 'WRONG_CREDENTIALS', {}],
    [2, 'WRONG_CREDENTIALS', { left: 2 }],
    [3, 'WRONG_CREDENTIALS', { left: 1 }],
    [4, 'LOCKED_OUT', { seconds: 300 }],
  ])('after %i failures → %s %j', (before, code, values) => expect(loginAfterFailure(before, now)).toMatchObject({ code, values }));

  it('starts counting anew after a lock', () => expect(loginAfterFailure(4, now)).toMatchObject({ failures: 0, lockedUntil: later(300) }));
});

describe('a password', () => {
  it.each([
    ['2025-09-01T12:00:00Z', true],
    ['2025-09-01T12:00:01Z', false],
    ['2026-02-28T00:00:00Z', false],
  ])('changed at %s has expired: %s', (changed, expired) => expect(passwordExpired(new Date(changed), now)).toBe(expired));
});
