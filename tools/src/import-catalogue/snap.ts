import type { Position } from 'geojson';
import { distanceToSegment } from './simplify';

/**
 * Gives neighbours that were drawn apart the same vertices: those nearer than `reach` degrees become one, and a side gets the vertices of others
 * that lie on it. Without it a border of which each side was simplified on its own is a string of slivers.
 */
export function snap(polygons: Position[][][], reach: number): Position[][][] {
  const grid = new Grid(reach);
  const joined = polygons.map((rings) => rings.map((ring) => ring.map((p) => grid.join(p))));
  return joined.map((rings) =>
    rings
      .map((ring) =>
        withoutSpikes(ring.flatMap((p, i) => (i === 0 ? [p] : [...grid.along(ring[i - 1] as Position, p), p]))),
      )
      .filter((ring) => ring.length > 3),
  );
}

class Grid {
  private readonly cells = new Map<string, Position[]>();
  constructor(private readonly reach: number) {}

  /** the vertex that represents all around it: the first that came */
  join(p: Position): Position {
    const [x, y] = this.cell(p);
    let nearest: Position | null = null;
    let least = this.reach;
    for (let i = x - 1; i <= x + 1; i += 1) {
      for (let j = y - 1; j <= y + 1; j += 1) {
        for (const q of this.cells.get(`${i},${j}`) ?? []) {
          const off = distanceToSegment(p, q, q);
          if (off < least) [least, nearest] = [off, q];
        }
      }
    }
    if (nearest) return nearest;
    const own = this.cells.get(`${x},${y}`);
    if (own) own.push(p);
    else this.cells.set(`${x},${y}`, [p]);
    return p;
  }

  /** vertices on the side from a to b, in its order */
  along(a: Position, b: Position): Position[] {
    const [ax, ay] = this.cell(a);
    const [bx, by] = this.cell(b);
    const found: { p: Position; t: number }[] = [];
    for (let i = Math.min(ax, bx) - 1; i <= Math.max(ax, bx) + 1; i += 1) {
      for (let j = Math.min(ay, by) - 1; j <= Math.max(ay, by) + 1; j += 1) {
        for (const p of this.cells.get(`${i},${j}`) ?? []) {
          if (p !== a && p !== b && distanceToSegment(p, a, b) < this.reach * 0.9)
            found.push({
              p,
              t:
                ((p[0] ?? 0) - (a[0] ?? 0)) * ((b[0] ?? 0) - (a[0] ?? 0)) +
                ((p[1] ?? 0) - (a[1] ?? 0)) * ((b[1] ?? 0) - (a[1] ?? 0)),
            });
        }
      }
    }
    return found.sort((one, other) => one.t - other.t).map(({ p }) => p);
  }

  private cell(p: Position): [number, number] {
    // a degree of longitude is shorter: cells of the full reach in latitude are wide enough in longitude up to 60°
    return [Math.floor((p[0] ?? 0) / (this.reach * 2)), Math.floor((p[1] ?? 0) / this.reach)];
  }
}

/** A closed ring without points that repeat and without ways forth and back. */
function withoutSpikes(ring: Position[]): Position[] {
  const out: Position[] = [];
  for (const p of ring.slice(0, -1)) {
    if (out.at(-1) === p) continue;
    if (out.at(-2) === p) out.pop();
    else out.push(p);
  }
  while (out.length > 2 && (out[0] === out.at(-1) || out[1] === out.at(-1))) {
    if (out[0] !== out.at(-1)) out.shift();
    out.pop();
  }
  const first = out[0];
  return first ? [...out, first] : [];
}
