import { describe, expect, it } from 'vitest';
import { inPairs, ratiosOf, slopeOf, spreadOf } from './pairs';

describe('pairs', () => {
  const cases: [number[], number, number, number][] = [
    [[3], 3, 3, 3],
    [[9, 1, 5], 5, 1, 9],
    [[4, 1, 2, 100], 3, 1, 100],
  ];
  for (const [values, median, min, max] of cases) {
    it(`spread of ${values.join(', ')}`, () => {
      expect(spreadOf(values)).toEqual({ median, min, max, values });
    });
  }

  it('has no median of nothing', () => {
    expect(() => spreadOf([])).toThrow(RangeError);
  });

  it('alternates who goes first and keeps the pairs together', async () => {
    const order: string[] = [];
    const run = (name: string) => (pair: number) => {
      order.push(`${name}${pair}`);
      return Promise.resolve(pair * 10);
    };
    const both = await inPairs(3, run('p'), run('l'));
    expect(order).toEqual(['l0', 'p0', 'p1', 'l1', 'l2', 'p2']);
    expect(both).toEqual({ product: [0, 10, 20], limit: [0, 10, 20] });
  });

  it('computes the ratio within each pair: a machine that halves its speed changes nothing', () => {
    expect(spreadOf(ratiosOf([60, 30, 61], [100, 50, 100])).median).toBe(0.6);
  });

  it('finds the slope of a line and none in a constant', () => {
    expect(slopeOf([0, 1, 2, 3].map((x) => ({ x, y: 7 + 2 * x })))).toBeCloseTo(2);
    expect(slopeOf([0, 1, 2].map((x) => ({ x, y: 5 })))).toBe(0);
    expect(slopeOf([{ x: 1, y: 1 }])).toBe(0);
  });
});
