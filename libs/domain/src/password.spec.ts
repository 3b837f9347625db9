import { password } from '@headland/contracts/fields';
import { describe, expect, it } from 'vitest';
import { mustChange, newTemporaryPassword, temporaryIsOver } from './password';

const day = (text: string): Date => new Date(`${text}T09:00:00Z`);
const state = (changed: string, until: string | null = null) => ({
  changedAt: day(changed),
  temporary: until !== null,
  temporaryUntil: until === null ? null : day(until),
});

describe('a password', () => {
  it.each([
    [state('2026-01-01'), '2026-06-30', null],
    [state('2026-01-01'), '2026-07-01', 'expired'],
    [state('2026-06-30', '2026-07-01'), '2026-06-30', 'temporary'],
  ])('%j must on %s be changed: %s', (given, now, why) => expect(mustChange(given, day(now))).toBe(why));

  it.each([
    [state('2026-06-30', '2026-07-01'), '2026-06-30', false],
    [state('2026-06-30', '2026-07-01'), '2026-07-01', true],
    [state('2025-01-01'), '2026-07-01', false],
  ])('%j opens on %s nothing at all: %s', (given, now, over) => expect(temporaryIsOver(given, day(now))).toBe(over));
});

describe('a temporary password', () => {
  it('has twelve characters, satisfies the rule and is none that is read for another', () => {
    let seed = 7;
    const pick = (n: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
    for (let i = 0; i < 500; i++) {
      const made = newTemporaryPassword(pick);
      expect(made).toHaveLength(12);
      expect(password.safeParse(made).success, made).toBe(true);
      expect(made).not.toMatch(/[0O1lIio]/u);
    }
  });

  it('is drawn again where the draw misses the rule', () => {
    const draws = [...Array<number>(12).fill(0), ...Array.from({ length: 12 }, (_, i) => i * 5)];
    expect(password.safeParse(newTemporaryPassword(() => draws.shift() ?? 0)).success).toBe(true);
  });
});
