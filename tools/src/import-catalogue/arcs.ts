import type { Position } from 'geojson';

/** Polygons cut into arcs: a stretch of border that two neighbours share is there once, so that simplifying it cannot tear them apart. */
export type Arcs = {
  arcs: Position[][];
  /** for each polygon its rings as arc numbers; ~n is arc n backwards */
  rings: number[][][];
  /** for each arc the polygons on its sides: one on the outside, two between neighbours */
  sides: number[][];
};

/** `cutAt` adds further cuts, e.g. where a coast becomes a frontier. Neighbours must share their vertices exactly, to 1e-6 degrees. */
export function cutIntoArcs(polygons: Position[][][], cutAt: (p: Position) => boolean = () => false): Arcs {
  const open = polygons.map((rings) => rings.map((ring) => ring.slice(0, -1)));
  const ends = junctions(open);
  const result: Arcs = { arcs: [], rings: [], sides: [] };
  const known = new Map<string, number>();
  open.forEach((rings, polygon) => {
    result.rings.push(
      rings
        .filter((ring) => ring.length > 2)
        .map((ring) => {
          const isEnd = (i: number) =>
            ends.has(vertex(ring[i % ring.length])) || cutAt(ring[i % ring.length] as Position);
          let start = ring.findIndex((_, i) => isEnd(i));
          // a ring without a junction starts at its smallest vertex, so that both neighbours of an enclave agree
          if (start < 0) start = ring.reduce((least, p, i) => (vertex(p) < vertex(ring[least]) ? i : least), 0);
          const arcs: number[] = [];
          let arc: Position[] = [ring[start] as Position];
          for (let step = 1; step <= ring.length; step += 1) {
            arc.push(ring[(start + step) % ring.length] as Position);
            if (step === ring.length || isEnd(start + step)) {
              arcs.push(number(arc, polygon, result, known));
              arc = [ring[(start + step) % ring.length] as Position];
            }
          }
          return arcs;
        }),
    );
  });
  return result;
}

function number(arc: Position[], polygon: number, { arcs, sides }: Arcs, known: Map<string, number>): number {
  const forth = arc.map(vertex).join(' ');
  const back = arc.map(vertex).reverse().join(' ');
  const found = known.get(forth) ?? known.get(back);
  if (found !== undefined) {
    sides[found]?.push(polygon);
    return known.has(forth) ? found : ~found;
  }
  arcs.push(arc);
  sides.push([polygon]);
  known.set(forth, arcs.length - 1);
  return arcs.length - 1;
}

/** vertices where more than two stretches meet */
function junctions(polygons: Position[][][]): Set<string> {
  const neighbours = new Map<string, Set<string>>();
  for (const ring of polygons.flat()) {
    ring.forEach((p, i) => {
      const around = neighbours.get(vertex(p)) ?? new Set<string>();
      around.add(vertex(ring[(i + 1) % ring.length])).add(vertex(ring[(i + ring.length - 1) % ring.length]));
      neighbours.set(vertex(p), around);
    });
  }
  return new Set([...neighbours].filter(([, around]) => around.size !== 2).map(([p]) => p));
}

/** The name of a vertex: neighbours agree on it to 1e-6 degrees. */
export const vertex = (p: Position | undefined): string => `${(p?.[0] ?? 0).toFixed(6)},${(p?.[1] ?? 0).toFixed(6)}`;
