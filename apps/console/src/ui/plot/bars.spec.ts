import { expect, it } from 'vitest';
import { steps } from './bars';

const hour = 3_600_000;

it('gives every span its place, and leaves those without a figure empty', () => {
  const [x, y] = steps(
    [
      [10 * hour, 5],
      [12 * hour, 7],
    ],
    hour,
    10 * hour,
    13 * hour,
  );
  expect(x).toEqual([36_000, 39_600, 43_200]);
  expect(y).toEqual([5, null, 7]);
});

it('begins with the span that contains the beginning', () => {
  expect(steps([[0, 3]], hour, 1_800_000, hour)).toEqual([[0], [3]]);
});
