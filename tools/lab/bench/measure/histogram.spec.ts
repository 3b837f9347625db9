import { describe, expect, it } from 'vitest';
import { Histogram, percentiles } from './histogram';

/** A fixed sequence of pseudo-random numbers in 0..1, so that a failure can be repeated. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}
const take = (n: number, seed: number, of: (r: number) => number): number[] => {
  const source = numbers(seed);
  return Array.from({ length: n }, () => of(source.next().value));
};

describe('histogram', () => {
  it('knows nothing before anything was recorded', () => {
    expect(new Histogram().percentileMs(0.99)).toBeNull();
    expect(percentiles(new Histogram())).toBeNull();
  });

  const shapes: [string, (r: number) => number][] = [
    ['even, 0 to 50 ms', (r) => r * 50_000],
    ['a long tail up to a minute', (r) => 100 * 10 ** (r * 5.7)],
    ['all below 64 µs', (r) => r * 63],
    ['one value', () => 4711],
  ];
  for (const [name, shape] of shapes) {
    it(`gives the percentiles of the sorted list within 1.6 %: ${name}`, () => {
      const values = take(20_000, 7, (r) => Math.floor(shape(r)));
      const h = new Histogram();
      for (const v of values) h.recordUs(v);
      const sorted = [...values].sort((a, b) => a - b);
      for (const p of [0.01, 0.5, 0.95, 0.99, 0.999, 1]) {
        const exactUs = sorted[Math.max(1, Math.ceil(p * sorted.length)) - 1] ?? NaN;
        const reportedUs = (h.percentileMs(p) ?? NaN) * 1000;
        expect(reportedUs).toBeGreaterThanOrEqual(exactUs);
        expect(reportedUs).toBeLessThanOrEqual(exactUs * 1.016 + 1e-6);
      }
    });
  }

  it('adds up across processes: two halves sent as JSON are the whole', () => {
    const values = take(5000, 3, (r) => r * r * 900_000);
    const [whole, left, right] = [new Histogram(), new Histogram(), new Histogram()];
    values.forEach((v, i) => {
      whole.recordUs(v);
      (i % 2 === 0 ? left : right).recordUs(v);
    });
    const sum = Histogram.fromJson(JSON.parse(JSON.stringify(left.toJson()))).add(Histogram.fromJson(right.toJson()));
    expect(sum.toJson()).toEqual(whole.toJson());
    expect(percentiles(sum)).toEqual(percentiles(whole));
  });

  it('counts a clock that went backwards as zero and hours as the last bucket', () => {
    const h = new Histogram();
    h.recordUs(-5);
    h.recordMs(1e9);
    expect(h.count).toBe(2);
    expect(h.percentileMs(0.5)).toBe(0);
    expect(h.maxMs()).toBe(1e9);
  });
});
