// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { alone, gapMs, rangeOf, withGaps } from './plot-data';

describe('a line over time', () => {
  const every10s = (from: number, n: number): [number, number][] =>
    Array.from({ length: n }, (_, i) => [from + i * 10_000, i]);
  it('without a gap has none', () => expect(withGaps(every10s(0, 5))[1]).toEqual([0, 1, 2, 3, 4]));
  it('leaves a gap open, however often values come', () => {
    expect(withGaps([...every10s(0, 4), ...every10s(120_000, 2)])[1]).toEqual([0, 1, 2, 3, null, 0, 1]);
    expect(
      withGaps([
        [0, 1],
        [60_000, 2],
        [120_000, 3],
        [600_000, 4],
      ])[1],
    ).toEqual([1, 2, 3, null, 4]);
  });
  it('of few values crosses no silence of the vehicle: their usual step may be the silence', () => {
    const before: [number, number] = [0, 1];
    expect(withGaps([before, [gapMs, 2]])[1]).toEqual([1, 2]);
    expect(withGaps([before, [gapMs + 1, 2]])[1]).toEqual([1, null, 2]);
    expect(withGaps([before, [30_000, 2], [330_000, 3]])[1]).toEqual([1, 2, null, 3]);
  });
  it('leads to no value between two gaps, which is drawn as a dot', () => {
    expect(
      alone(
        withGaps([
          [0, 1],
          [30_000, 2],
          [330_000, 3],
        ])[1],
      ),
    ).toEqual([3]);
    expect(alone([1, null, 2, 3, null, 4])).toEqual([0, 5]);
    expect(alone([1, 2])).toEqual([]);
  });
  it('of one value or none is what it is', () => {
    expect(withGaps([])).toEqual([[], []]);
    expect(withGaps([[5_000, 1]])).toEqual([[5], [1]]);
  });
});

describe('its axis', () => {
  it('holds everything, with air', () => {
    const [low, high] = rangeOf([10, 20], null);
    expect(low).toBeLessThan(10);
    expect(high).toBeGreaterThan(20);
  });
  it('does not shrink or shiver while values stream in', () => {
    const first = rangeOf([10, 20], null);
    expect(rangeOf([12, 18], first)).toEqual(first);
    const grown = rangeOf([12, 40], first);
    expect(grown[0]).toBe(first[0]);
    expect(grown[1]).toBeGreaterThan(40);
  });
  it('of a constant is not flat, and of nothing is something', () => {
    const [low, high] = rangeOf([7, 7], null);
    expect(low).toBeLessThan(7);
    expect(high).toBeGreaterThan(7);
    expect(rangeOf([], null)).toEqual([0, 1]);
  });
});
