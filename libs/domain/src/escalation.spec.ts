import { describe, expect, it } from 'vitest';
import { atTop, isLate, longestPauseMs, nextUp, topLevel, topPauseMs } from './escalation';

describe('escalation along a path from the head office down', () => {
  it.each([
    [[1, 4, 9], 0, { level: 1, organizationId: 4 }],
    [[1, 4, 9], 1, { level: 2, organizationId: 1 }],
    [[1, 4, 9], 2, { level: 2, organizationId: 1 }],
    [[1], 0, { level: 0, organizationId: 1 }],
  ])('%j after level %d', (path, level, next) => expect(nextUp(path, level)).toEqual(next));

  it('notifies every organization above exactly once before it stays at the head office', () => {
    for (let depth = 1; depth <= 7; depth++) {
      const path = Array.from({ length: depth }, (_, i) => 100 + i);
      const count: number[] = [];
      let level = 0;
      while (!atTop(path, level)) {
        const next = nextUp(path, level);
        count.push(next.organizationId);
        level = next.level;
      }
      expect(level).toBe(topLevel(path));
      expect(count).toEqual(path.slice(0, -1).reverse());
      expect(nextUp(path, level).organizationId).toBe(100);
    }
  });

  it('refuses a path without organisations', () => expect(() => nextUp([], 0)).toThrow('head office'));
});

it('reminds the head office after 1, 2, 5 and 10 periods, then every 10', () => {
  expect([1, 2, 3, 4, 5, 100].map((count) => topPauseMs(count, 60_000) / 60_000)).toEqual([1, 2, 5, 10, 10, 10]);
  expect(longestPauseMs(60_000)).toBe(600_000);
});

it.each([
  [0, false],
  [3_600_000, false],
  [3_600_001, true],
  [-60_000, false],
])('%d ms before its receipt: late is %s', (ageMs, late) => {
  const receivedAt = new Date('2026-05-20T09:00:00Z');
  expect(isLate(new Date(receivedAt.getTime() - ageMs), receivedAt)).toBe(late);
});
