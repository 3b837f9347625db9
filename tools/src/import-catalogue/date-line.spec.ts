import { describe, expect, it } from 'vitest';
import { cutLine, cutRing, jumps } from './date-line';

describe('the date line', () => {
  it('is crossed by a step of more than half a turn', () => {
    expect(
      jumps([
        [179, 60],
        [-179, 60],
      ]),
    ).toBe(true);
    expect(
      jumps([
        [-10, 60],
        [10, 60],
      ]),
    ).toBe(false);
  });
  it('cuts a line in two that end on it at the same latitude', () => {
    expect(
      cutLine([
        [178, 60],
        [179, 61],
        [-179, 63],
        [-178, 64],
      ]),
    ).toEqual([
      [
        [178, 60],
        [179, 61],
        [180, 62],
      ],
      [
        [-180, 62],
        [-179, 63],
        [-178, 64],
      ],
    ]);
    expect(
      cutLine([
        [-179, 63],
        [179, 61],
      ]),
    ).toEqual([
      [
        [-179, 63],
        [-180, 62],
      ],
      [
        [180, 62],
        [179, 61],
      ],
    ]);
  });
  it('leaves a line alone that does not cross, and drops one that runs along it', () => {
    expect(
      cutLine([
        [10, 1],
        [11, 2],
      ]),
    ).toEqual([
      [
        [10, 1],
        [11, 2],
      ],
    ]);
    expect(
      cutLine([
        [180, 1],
        [180, 2],
      ]),
    ).toEqual([]);
  });
  it('cuts a ring into one on each side, which together have its area', () => {
    const area = (ring: number[][]) =>
      Math.abs(
        ring.reduce(
          (sum, p, i) =>
            sum +
            (p[0] ?? 0) * (ring[(i + 1) % ring.length]?.[1] ?? 0) -
            (ring[(i + 1) % ring.length]?.[0] ?? 0) * (p[1] ?? 0),
          0,
        ) / 2,
      );
    const rings = cutRing([
      [176, 60],
      [-178, 60],
      [-178, 62],
      [176, 62],
      [176, 60],
    ]);
    expect(rings).toHaveLength(2);
    expect(rings.flat().every(([x = 0]) => Math.abs(x) <= 180)).toBe(true);
    expect(rings.map(area).reduce((a, b) => a + b)).toBeCloseTo(12, 9);
  });
  it('gives a ring back that does not cross', () => {
    const ring = [
      [10, 0],
      [12, 0],
      [12, 2],
      [10, 0],
    ];
    expect(cutRing(ring)).toEqual([ring]);
  });
});
