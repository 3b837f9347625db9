import type { GeoJsonProperties, MultiPolygon, Polygon, Position } from 'geojson';
import { mergeArcs } from 'topojson-client';
import type {
  GeometryObject,
  MultiPolygon as TopoMultiPolygon,
  Polygon as TopoPolygon,
  Topology,
} from 'topojson-specification';
import { cutIntoArcs, vertex } from './arcs';
import { cutLine, cutRing, jumps } from './date-line';
import { decoded, encoded, outlineOf, polygonsOf, type Shapes, type Lines, type Outline } from './topology';
import type { Municipality } from './korea-borders';
import { distanceToSegment, simplify } from './simplify';
import { snap } from './snap';

/** Natural Earth's numbers of countries: ISO 3166-1. South Korea comes from its own, finer borders; Antarctica has no tractors. */
const southKorea = '410';
const northKorea = '408';
const leftOut = new Set([southKorea, '010']);

/** Half a pixel at high zooms: about zoom 9 around Korea, 7 in America and East Asia, 6 elsewhere. Degrees. */
const tolerance = (lon: number, lat: number): number => {
  if (lon > 123 && lon < 133 && lat > 32 && lat < 43.5) return 0.0016;
  if (lat > 60 || lat < -45) return 0.03;
  if (lon > -126 && lon < -66 && lat > 24 && lat < 50) return 0.007;
  if ((lon > 110 && lon < 150 && lat > 20 && lat < 55) || (lon > -170 && lon < -50 && lat > 15 && lat < 72))
    return 0.01;
  return 0.02;
};
const koreaTolerance = 0.0007;
/** Every island of note is large enough but Dokdo, which belongs on a map of Korea at any size. */
const islandTolerance = (lon: number): number => (lon > 131.5 ? 0 : koreaTolerance);
/** An island of fewer pixels than this is not drawn. */
const islandTolerances = 4;

export type BaseMapFiles = { world: Topology; korea: Topology };

export function makeBaseMap(countries: Topology, states: Topology, municipalities: Municipality[]): BaseMapFiles {
  const earth = decoded(countries);
  const frontier = linesOf(
    earth,
    (users) => users.length === 2 && users.includes(southKorea) && users.includes(northKorea),
  ).map((n) => earth.arcs[n] ?? []);
  return {
    world: encoded(world(earth, decoded(states), frontier), 1e-3),
    korea: encoded(korea(municipalities, frontier), 1e-4),
  };
}

function world(earth: Topology, states: Topology, frontier: Position[][]): Shapes {
  const kept = geometriesOf(earth).filter((g) => !leftOut.has(String(g.id)));
  const land = polygonsOf(mergeArcs(earth, kept as (TopoPolygon | TopoMultiPolygon)[])).filter((p) =>
    isSeen(outlineOf(p, earth.arcs), tolerance),
  );
  const drawn = new Set(land.flat(2).map((n) => (n < 0 ? ~n : n)));
  const coast = linesOf(earth, (users) => users.length === 1 && !leftOut.has(users[0] ?? '')).filter((n) =>
    drawn.has(n),
  );
  const borders = linesOf(earth, (users) => users.length === 2 && !users.includes(southKorea));
  const stateLines = linesOf(states, (users) => users.length === 2);
  const arcs = [...earth.arcs.map((a) => simplify(a, tolerance)), ...states.arcs.map((a) => simplify(a, tolerance))];
  for (const patch of patches(frontier)) land.push([[arcs.push(patch) - 1]]);
  const shift = (numbers: number[]) => numbers.map((n) => n + earth.arcs.length);
  return {
    polygons: { land: cutPolygons(land, arcs) },
    lines: {
      coast: cutLines(coast, arcs),
      borders: cutLines(borders, arcs),
      provinces: cutLines(shift(stateLines), arcs),
    },
    arcs,
  };
}

function korea(municipalities: Municipality[], frontier: Position[][]): Shapes {
  const drawnApart = municipalities.flatMap((m, owner) => polygonsOfShape(m.shape).map((rings) => ({ owner, rings })));
  const snapped = snap(
    drawnApart.map((p) => p.rings),
    koreaTolerance,
  );
  const parts = drawnApart.flatMap(({ owner }, i) => (snapped[i]?.length ? [{ owner, rings: snapped[i] }] : []));
  const atFrontier = (p: Position) =>
    (p[0] ?? 0) > 126.67 &&
    (p[0] ?? 0) < 128.36 &&
    frontier.some((line) => line.some((q, i) => i > 0 && distanceToSegment(p, line[i - 1] as Position, q) < 0.03));
  // the coast and the frontier of a county are one stretch of its outline: cut it where one becomes the other
  const turns = new Set(
    parts.flatMap(({ rings }) =>
      rings.flatMap((ring) =>
        ring.filter((p, i) => i > 0 && atFrontier(p) !== atFrontier(ring[i - 1] as Position)).map(vertex),
      ),
    ),
  );
  const cut = cutIntoArcs(
    parts.map((p) => p.rings),
    (p) => turns.has(vertex(p)),
  );
  const topology: Topology = {
    type: 'Topology',
    arcs: cut.arcs,
    objects: {
      all: { type: 'GeometryCollection', geometries: cut.rings.map((arcs) => ({ type: 'Polygon' as const, arcs })) },
    },
  };
  const land = polygonsOf(mergeArcs(topology, geometriesOf(topology) as TopoPolygon[])).filter((p) =>
    isSeen(outlineOf(p, cut.arcs), islandTolerance),
  );
  const drawn = new Set(land.flat(2).map((n) => (n < 0 ? ~n : n)));
  const kind = (n: number): keyof Lines | null => {
    const [one, other] = (cut.sides[n] ?? []).map((part) => municipalities[parts[part]?.owner ?? -1]);
    const arc = cut.arcs[n] ?? [];
    if (!other) return !drawn.has(n) ? null : atFrontier(arc[arc.length >> 1] ?? []) ? 'borders' : 'coast';
    return one?.province !== other.province ? 'provinces' : one?.name !== other.name ? 'municipalities' : null;
  };
  const all = cut.arcs.map((_, n) => n);
  return {
    arcs: cut.arcs.map((a) => simplify(a, () => koreaTolerance)),
    polygons: { land },
    lines: {
      coast: each(all.filter((n) => kind(n) === 'coast')),
      borders: each(all.filter((n) => kind(n) === 'borders')),
      provinces: each(all.filter((n) => kind(n) === 'provinces')),
      municipalities: each(all.filter((n) => kind(n) === 'municipalities')),
    },
  };
}

const each = (numbers: number[]): number[][] => numbers.map((n) => [n]);
/** the pieces of the first layer of a file, its finest: countries, states */
const geometriesOf = (topology: Topology): GeometryObject<GeoJsonProperties>[] =>
  Object.values(topology.objects)
    .slice(0, 1)
    .flatMap((o) => (o.type === 'GeometryCollection' ? o.geometries : [o]));
const polygonsOfShape = (shape: Polygon | MultiPolygon): Position[][][] =>
  shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;

/** arcs whose users, by id, are as asked for */
function linesOf(topology: Topology, wanted: (users: string[]) => boolean): number[] {
  const users = topology.arcs.map((): string[] => []);
  for (const g of geometriesOf(topology)) {
    const arcs = g.type === 'Polygon' || g.type === 'MultiPolygon' ? (g.arcs as unknown[]).flat(3) : [];
    for (const n of arcs as number[]) users[n < 0 ? ~n : n]?.push(String(g.id));
  }
  return users.flatMap((u, n) => (u.length > 0 && wanted(u) ? [n] : []));
}

const isSeen = ({ west, east, south, north }: Outline, at: (lon: number, lat: number) => number): boolean => {
  const least = at((west + east) / 2, (south + north) / 2) * islandTolerances;
  return Math.max((east - west) * Math.cos((south * Math.PI) / 180), north - south) > least;
};

/** Chukotka, Fiji, the Aleutians: what crosses the date line becomes arcs of its own, cut there. */
function cutLines(numbers: number[], arcs: Position[][]): number[][] {
  return numbers.flatMap((n) => {
    const line = arcs[n] ?? [];
    return jumps(line) || Math.abs(line[0]?.[0] ?? 0) > 179.99
      ? cutLine(line).map((piece) => [arcs.push(piece) - 1])
      : [[n]];
  });
}

function cutPolygons(polygons: number[][][], arcs: Position[][]): number[][][] {
  return polygons.flatMap((polygon) => {
    const outer = stitched(polygon[0] ?? [], arcs);
    if (!jumps(outer)) return [polygon];
    // no lake reaches over the date line, so its holes stay with the piece they lie in: the large one
    const pieces = cutRing(outer)
      .sort((a, b) => b.length - a.length)
      .map((ring) => [arcs.push(ring) - 1]);
    return pieces.map((ring, i) => (i === 0 ? [ring, ...polygon.slice(1)] : [ring]));
  });
}

const stitched = (ring: number[], arcs: Position[][]): Position[] =>
  ring.flatMap((n, i) => (n < 0 ? [...(arcs[~n] ?? [])].reverse() : (arcs[n] ?? [])).slice(i === 0 ? 0 : 1));

/**
 * The two Koreas come from two sources, whose lines along the demilitarised zone differ by up to 3 km. Patches of land on the line close the
 * gap; they stop short of the river mouth in the west and of the beach in the east.
 */
function patches(frontier: Position[][]): Position[][] {
  const isInland = ([lon = 0, lat = 0]: Position) => (lon > 126.8 || lat > 37.93) && lon < 128.3;
  if (frontier.flat().filter(isInland).length < 2)
    throw new Error('the frontier between the two Koreas is not where it should be');
  // a long straight stretch has no vertices between its ends
  const dense = frontier
    .flatMap((stretch) =>
      stretch.flatMap((p, i) => {
        const before = stretch[i - 1] ?? p;
        const steps = Math.ceil(distanceToSegment(p, before, before) / 0.01) || 1;
        return Array.from({ length: steps }, (_, k) =>
          [0, 1].map((axis) => (before[axis] ?? 0) + (((p[axis] ?? 0) - (before[axis] ?? 0)) * (k + 1)) / steps),
        );
      }),
    )
    .filter(isInland);
  const chosen: Position[] = [];
  for (const p of dense) if (!chosen.some((q) => distanceToSegment(p, q, q) < 0.02)) chosen.push(p);
  return chosen.map(([x = 0, y = 0]) => [
    [x - 0.05, y - 0.04],
    [x - 0.05, y + 0.04],
    [x + 0.05, y + 0.04],
    [x + 0.05, y - 0.04],
    [x - 0.05, y - 0.04],
  ]);
}
