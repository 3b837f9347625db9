import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { cutIntoArcs } from './arcs';
import { snap } from './snap';

const left: Position[] = [
  [0, 0],
  [1, 0],
  [1.0002, 0.31],
  [1, 0.6],
  [1, 1],
  [0, 1],
  [0, 0],
];
const right: Position[] = [
  [1, 0],
  [2, 0],
  [2, 1],
  [1, 1.0003],
  [0.9999, 0.5],
  [1, 0.3098],
  [1, 0],
];

describe('snap', () => {
  it('leaves two neighbours that were drawn apart with one common border', () => {
    const before = cutIntoArcs([[left], [right]]);
    expect(before.sides.filter((s) => s.length === 2)).toHaveLength(0);
    const after = cutIntoArcs(snap([[left], [right]], 0.001));
    const shared = after.sides.flatMap((s, n) => (s.length === 2 ? [n] : []));
    expect(shared).toHaveLength(1);
    expect(after.arcs[shared[0] ?? -1]?.length).toBe(5);
  });
  it('moves no vertex farther than its reach', () => {
    for (const [ring = []] of snap([[left], [right]], 0.001))
      for (const p of ring)
        expect(
          [...left, ...right].some((q) => Math.hypot((p[0] ?? 0) - (q[0] ?? 0), (p[1] ?? 0) - (q[1] ?? 0)) < 0.001),
        ).toBe(true);
  });
  it('keeps rings closed and drops those that vanish', () => {
    const dot: Position[] = [
      [5, 5],
      [5.0001, 5],
      [5, 5.0001],
      [5, 5],
    ];
    const [kept, gone] = snap([[left], [dot]], 0.001);
    expect(kept?.[0]?.[0]).toEqual(kept?.[0]?.at(-1));
    expect(gone).toEqual([]);
  });
  it('removes a spike', () => {
    const spiked: Position[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 1],
      [1, 1.0001],
      [0, 1],
      [0, 0],
    ];
    expect(snap([[spiked]], 0.001)[0]?.[0]).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ]);
  });
});
