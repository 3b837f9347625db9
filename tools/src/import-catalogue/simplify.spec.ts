import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { distanceToSegment, simplify } from './simplify';

const random = (seed: number) => () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
const walk = (n: number): Position[] => {
  const next = random(5);
  const line: Position[] = [[127, 36]];
  for (let i = 1; i < n; i += 1)
    line.push([(line[i - 1]?.[0] ?? 0) + (next() - 0.5) * 0.01, (line[i - 1]?.[1] ?? 0) + (next() - 0.5) * 0.01]);
  return line;
};

describe('simplify', () => {
  it('drops points on a straight line and keeps the ends', () => {
    expect(
      simplify(
        [
          [127, 36],
          [127, 36.1],
          [127, 36.2],
          [127, 36.3],
        ],
        () => 0.001,
      ),
    ).toEqual([
      [127, 36],
      [127, 36.3],
    ]);
  });
  it('keeps a corner beyond the tolerance', () => {
    expect(
      simplify(
        [
          [127, 36],
          [127.1, 36.05],
          [127.2, 36],
        ],
        () => 0.01,
      ),
    ).toHaveLength(3);
  });
  it.each([0.0005, 0.002, 0.01])('leaves no point farther than %d from the line, and fewer points', (tolerance) => {
    const line = walk(800);
    const less = simplify(line, () => tolerance);
    expect(less.length).toBeLessThan(line.length);
    for (const p of line) {
      let off = Infinity;
      for (let i = 0; i + 1 < less.length; i += 1)
        off = Math.min(off, distanceToSegment(p, less[i] as Position, less[i + 1] as Position));
      expect(off).toBeLessThanOrEqual(tolerance * 1.001);
    }
  });
  it('is finer where the tolerance is finer', () => {
    const line = walk(800);
    const less = simplify(line, (_, lat) => (lat > 36 ? 0.0001 : 0.02));
    const [north, south] = [
      less.filter((p) => (p[1] ?? 0) > 36).length / line.filter((p) => (p[1] ?? 0) > 36).length,
      less.filter((p) => (p[1] ?? 0) <= 36).length / line.filter((p) => (p[1] ?? 0) <= 36).length,
    ];
    expect(north).toBeGreaterThan(south * 2);
  });
  it('keeps a closed ring closed and more than a dot', () => {
    const ring: Position[] = [
      [127, 36],
      [127.001, 36],
      [127.001, 36.001],
      [127, 36.001],
      [127, 36],
    ];
    const less = simplify(ring, () => 1);
    expect(less[0]).toEqual(less.at(-1));
    expect(new Set(less.map(String)).size).toBe(3);
  });
});
