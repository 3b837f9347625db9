import { expect, it } from 'vitest';
import { formerAfter, lostAnswerMs, mayRefresh } from './refresh-token';

const refreshedAt = new Date('2026-11-28T09:00:00Z');
const after = (ms: number): Date => new Date(refreshedAt.getTime() + ms);
const renewed = { current: 'second', former: 'first', refreshedAt };

it.each([
  ['the one that is good', renewed, 'second', 30 * 86_400_000, true],
  ['the one before it, of which the answer was lost', renewed, 'first', lostAnswerMs, true],
  ['the one before it, later', renewed, 'first', lostAnswerMs + 1, false],
  ['one that was used twice', { ...renewed, former: null }, 'first', 0, false],
  ['another', renewed, 'third', 0, false],
])('%s', (_, session, hash, ms, may) => {
  expect(mayRefresh(session, hash, after(ms))).toBe(may);
});

it('remembers the token that was replaced, but none that was used twice', () => {
  expect([formerAfter(renewed, 'second'), formerAfter(renewed, 'first')]).toEqual(['second', null]);
});
