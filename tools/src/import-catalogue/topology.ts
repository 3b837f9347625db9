import type { Position } from 'geojson';
import { transform } from 'topojson-client';
import type { MultiPolygon, Topology } from 'topojson-specification';

/** Layers of a map over one list of arcs: a polygon is its rings, a line its arcs; ~n is arc n backwards. */
export type Lines = { coast: number[][]; borders: number[][]; provinces: number[][]; municipalities?: number[][] };
export type Shapes = { arcs: Position[][]; polygons: { land: number[][][] }; lines: Lines };
export type Outline = { west: number; east: number; south: number; north: number };

/** with its arcs in degrees, without the integer transform */
export function decoded(topology: Topology): Topology {
  const point = transform(topology.transform ?? null);
  return {
    type: 'Topology',
    objects: topology.objects,
    arcs: topology.arcs.map((arc) => arc.map((p, i) => point([...p], i > 0) as Position)),
  };
}

export const polygonsOf = (merged: unknown): number[][][] => (merged as MultiPolygon).arcs;

export function outlineOf(polygon: number[][], arcs: Position[][]): Outline {
  const outline = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (const [lon = 0, lat = 0] of (polygon[0] ?? []).flatMap((n) => arcs[n < 0 ? ~n : n] ?? [])) {
    outline.west = Math.min(outline.west, lon);
    outline.east = Math.max(outline.east, lon);
    outline.south = Math.min(outline.south, lat);
    outline.north = Math.max(outline.north, lat);
  }
  return outline;
}

/** As TopoJSON on a grid of `step` degrees, with the arcs that are used, as differences. */
export function encoded({ arcs, polygons, lines }: Shapes, step: number): Topology {
  const used = new Map<number, number>();
  const renumber = (n: number): number => {
    const bare = n < 0 ? ~n : n;
    if (!used.has(bare)) used.set(bare, used.size);
    const fresh = used.get(bare) ?? 0;
    return n < 0 ? ~fresh : fresh;
  };
  const objects: Topology['objects'] = {
    land: { type: 'MultiPolygon', arcs: polygons.land.map((p) => p.map((ring) => ring.map(renumber))) },
  };
  for (const [name, numbers] of Object.entries(lines))
    objects[name] = { type: 'MultiLineString', arcs: numbers.map((line) => line.map(renumber)) };
  return {
    type: 'Topology',
    transform: { scale: [step, step], translate: [0, 0] },
    objects,
    arcs: [...used.keys()].map((n) => differences(arcs[n] ?? [], step)),
  };
}

function differences(arc: Position[], step: number): [number, number][] {
  const grid = arc.map(([lon = 0, lat = 0]) => [Math.round(lon / step), Math.round(lat / step)] as [number, number]);
  // two points that fall together are one, but an arc keeps its two ends
  const apart = grid.filter(
    (p, i) => i === 0 || i === grid.length - 1 || p[0] !== grid[i - 1]?.[0] || p[1] !== grid[i - 1]?.[1],
  );
  return apart.map((p, i): [number, number] =>
    i === 0 ? p : [p[0] - (apart[i - 1]?.[0] ?? 0), p[1] - (apart[i - 1]?.[1] ?? 0)],
  );
}
