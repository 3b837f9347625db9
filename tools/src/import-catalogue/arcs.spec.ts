import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { cutIntoArcs } from './arcs';

const square = (x: number, y: number): Position[] => [
  [x, y],
  [x + 1, y],
  [x + 1, y + 1],
  [x, y + 1],
  [x, y],
];
const ringOf = (arcs: Position[][], numbers: number[]): Position[] =>
  numbers.flatMap((n) => (n < 0 ? [...(arcs[~n] ?? [])].reverse() : (arcs[n] ?? [])).slice(1));

describe('cutIntoArcs', () => {
  it('holds the shared side of two neighbours once, with both of them on its sides', () => {
    const { arcs, sides } = cutIntoArcs([[square(0, 0)], [square(1, 0)]]);
    expect(arcs).toHaveLength(3);
    expect(sides.filter((s) => s.length === 2)).toEqual([[0, 1]]);
    expect(arcs[sides.findIndex((s) => s.length === 2)]).toHaveLength(2);
  });
  it('gives every ring back, vertex for vertex', () => {
    const polygons = [[square(0, 0)], [square(1, 0)], [square(0, 1)], [square(1, 1)], [square(5, 5)]];
    const { arcs, rings } = cutIntoArcs(polygons);
    polygons.forEach(([ring = []], i) => {
      const again = ringOf(arcs, rings[i]?.[0] ?? []);
      expect(again.map(String).sort()).toEqual(ring.slice(1).map(String).sort());
    });
  });
  it('an enclave shares its whole ring with what is around it', () => {
    const hole = [...square(1, 1)].reverse();
    const outer: Position[] = [
      [0, 0],
      [3, 0],
      [3, 3],
      [0, 3],
      [0, 0],
    ];
    const { arcs, sides } = cutIntoArcs([[outer, hole], [square(1, 1)]]);
    expect(arcs).toHaveLength(2);
    expect(sides).toContainEqual([0, 1]);
  });
  it('cuts at the given points', () => {
    expect(cutIntoArcs([[square(0, 0)]], (p) => p[0] === 1).arcs).toHaveLength(2);
  });
});
