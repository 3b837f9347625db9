import { describe, expect, it } from 'vitest';
import {
  acknowledgement,
  add,
  has,
  missing,
  noRanges,
  parseMultirange,
  type Ranges,
  toMultirange,
  upTo,
  giveUpLowestGap,
  withoutLowestGaps,
} from './received-ranges';

/** Deterministic numbers 0 ≤ n < max (LCG of Numerical Recipes). */
function numbers(seed: number): (max: number) => number {
  let state = seed >>> 0;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}

describe('received ranges', () => {
  it('behave as a set of numbers, whatever the order, with duplicates', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const next = numbers(seed);
      const set = new Set<number>();
      let ranges: Ranges = noRanges;
      const span = 1 + next(120);
      for (let i = 0; i < 150; i++) {
        const seq = 1 + next(span);
        expect(has(ranges, seq)).toBe(set.has(seq));
        const before = ranges;
        ranges = add(ranges, seq);
        if (set.has(seq)) expect(ranges).toBe(before);
        set.add(seq);
        const highest = Math.max(...set);
        expect(upTo(ranges)).toBe(highest);
        for (const [index, [from, to]] of ranges.entries()) {
          expect(from).toBeLessThanOrEqual(to);
          expect(from).toBeGreaterThan((ranges[index - 1]?.[1] ?? -1) + 1);
        }
        const gone = missing(ranges).flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, k) => from + k));
        expect(gone).toEqual(Array.from({ length: highest }, (_, k) => k + 1).filter((n) => !set.has(n)));
        expect(parseMultirange(toMultirange(ranges))).toEqual(ranges);
      }
    }
  });

  it('promise on down/ack only what is committed, also where gaps are left unnamed', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const next = numbers(seed);
      let ranges: Ranges = noRanges;
      const set = new Set<number>();
      for (let i = 0; i < 80; i++) {
        const seq = 1 + next(400);
        set.add(seq);
        ranges = add(ranges, seq);
      }
      const ack = acknowledgement(ranges, 5);
      expect(ack.missing.length).toBeLessThanOrEqual(5);
      for (let seq = 1; seq <= ack.upTo; seq++)
        expect(set.has(seq)).toBe(!ack.missing.some(([from, to]) => from <= seq && seq <= to));
    }
  });

  it.each<[string, Ranges]>([
    ['{}', []],
    [
      '{[1,501),[600,601)}',
      [
        [1, 500],
        [600, 600],
      ],
    ],
    ['{[7,)}', [[7, 2 ** 31 - 1]]],
  ])('are stored as %s', (text, ranges) => {
    expect(toMultirange(ranges)).toBe(text);
    expect(parseMultirange(text)).toEqual(ranges);
  });
});

it('are acknowledged to the last one, once lowest gaps beyond those that fit are given up', () => {
  const odd: Ranges = Array.from({ length: 61 }, (_, i) => [2 * i + 1, 2 * i + 1] as const);
  expect(acknowledgement(odd).upTo).toBe(101);
  const { upTo: confirmed, missing: gaps } = acknowledgement(withoutLowestGaps(odd));
  expect([confirmed, gaps.length, gaps.at(-1)]).toEqual([121, 49, [120, 120]]);
  expect(withoutLowestGaps([[2, 4]])).toEqual([[2, 4]]);
});

describe('giving up the lowest gap', () => {
  it.each([
    [
      [
        [1, 3],
        [5, 7],
        [9, 9],
      ],
      [
        [1, 7],
        [9, 9],
      ],
    ],
    [
      [
        [4, 7],
        [9, 9],
      ],
      [
        [1, 7],
        [9, 9],
      ],
    ],
    [[[1, 3]], [[1, 3]]],
    [[], []],
  ] as [Ranges, Ranges][])('%j → %j', (ranges, left) => expect(giveUpLowestGap(ranges)).toEqual(left));
});
