// @vitest-environment node
import { expect, it } from 'vitest';
import { valueAt } from './track-points';

const minute = 60_000;
const values = [
  [0, 88],
  [10_000, 90],
  [20_000, 91],
] as const;

it.each([
  [-1, null],
  [0, 88],
  [9_999, 88],
  [10_000, 90],
  [20_000 + 3 * minute, 91],
  [20_000 + 4 * minute, null],
])('at %d ms the last value of a sensor is %s', (ts, value) => {
  expect(valueAt(values, ts)).toBe(value);
});

it('of nothing there is no value', () => expect(valueAt([], 5)).toBeNull());
