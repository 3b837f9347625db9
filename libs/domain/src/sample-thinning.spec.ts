import { expect, it } from 'vitest';
import { isThinned, samplePeriodMs } from './sample-thinning';

const kept = (times: readonly number[]): number[] =>
  times.filter((at, i) => i === times.length - 1 || !isThinned(at, times[i + 1] ?? Infinity));

it.each<[string, number[], number[]]>([
  ['every ten seconds', [0, 10_000, 20_000], [0, 10_000, 20_000]],
  ['ten seconds of a clock that drifts, two of them in one slot', [100, 9_900, 20_100], [100, 9_900, 20_100]],
  ['every second', [8_000, 9_000, 10_000, 11_000], [9_000, 11_000]],
  ['every five seconds', [0, 5_000, 10_000, 15_000], [5_000, 15_000]],
  ['the same moment twice', [3_000, 3_000], [3_000]],
  ['a second that begins the next slot', [9_500, 10_500], [9_500, 10_500]],
  ['one a minute', [0, 60_000], [0, 60_000]],
])('%s', (_, times, stay) => {
  expect(kept(times)).toEqual(stay);
});

it('leaves one sample of each slot of a dense stream, the last', () => {
  const times = Array.from({ length: 5_000 }, (_, i) => i * 700 + (i % 3) * 50);
  const last = new Map(times.map((at) => [Math.floor(at / samplePeriodMs), at]));
  expect(kept(times)).toEqual([...last.values()]);
});
