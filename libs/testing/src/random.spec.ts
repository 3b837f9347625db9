import { describe, expect, it } from 'vitest';
import { Random } from './random';

describe('random numbers', () => {
  const draw = (random: Random, n: number): number[] => Array.from({ length: n }, () => random.next());

  it('repeat for a seed and stream, and differ for another of either', () => {
    expect(draw(new Random(7, 'KT-0001'), 100)).toEqual(draw(new Random(7, 'KT-0001'), 100));
    expect(draw(new Random(7, 'KT-0001'), 3)).not.toEqual(draw(new Random(8, 'KT-0001'), 3));
    expect(draw(new Random(7, 'KT-0001'), 3)).not.toEqual(draw(new Random(7, 'KT-0002'), 3));
  });

  it('give 20,000 devices 20,000 different streams', () => {
    expect(new Set(Array.from({ length: 20_000 }, (_, i) => new Random(1, `KT-${i}`).uint32())).size).toBeGreaterThan(
      19_990,
    );
  });

  it('are even over [0, 1), normal ones of mean 0 and deviation 1, waits of the asked mean', () => {
    const random = new Random(3);
    const bins = new Array<number>(10).fill(0);
    for (const x of draw(random, 100_000)) bins[Math.floor(x * 10)] = (bins[Math.floor(x * 10)] ?? 0) + 1;
    for (const count of bins) expect(Math.abs(count - 10_000)).toBeLessThan(500);
    const normals = Array.from({ length: 50_000 }, () => random.normal());
    const mean = normals.reduce((a, b) => a + b) / normals.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.abs(Math.sqrt(normals.reduce((a, b) => a + (b - mean) ** 2, 0) / normals.length) - 1)).toBeLessThan(
      0.03,
    );
    const waits = Array.from({ length: 50_000 }, () => random.waitMs(60));
    expect(Math.abs(waits.reduce((a, b) => a + b) / waits.length - 60_000)).toBeLessThan(1500);
    expect(random.waitMs(0)).toBe(Infinity);
  });

  it('keep to their bounds', () => {
    const random = new Random(5);
    for (let i = 0; i < 10_000; i++) {
      expect([3, 4, 5]).toContain(random.whole(3, 5));
      const x = random.between(-2, 2);
      expect(x >= -2 && x < 2).toBe(true);
    }
    expect(() => random.pick([])).toThrow(RangeError);
  });
});
