import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Topology } from 'topojson-specification';
import type { Plugin } from 'vite';
import { pack, packLines, type Line } from './src/ui/map/geo/packed.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const placesFile = file('../../libs/domain/src/places.json');

/**
 * What the outline leaves out, in steps of the file's grid; the zoom from which that would be seen; and the side of the
 * squares in which the whole detail is loaded, in degrees.
 */
const maps = [
  { file: file('src/ui/map/geo/world.topo.json'), tolerance: 60, grid: 15, fromZoom: 5, square: 20 },
  { file: file('src/ui/map/geo/korea.topo.json'), tolerance: 20, grid: 5, fromZoom: 9, square: 360 },
];
/** Names from one zoom to another, a file each. */
const nameZooms = [7, 8, 9, 10, 14];

interface Part {
  fromZoom: number;
  box: [west: number, south: number, east: number, north: number];
  step: number;
  text: string;
}
interface Made {
  /** lists of lines, by layer: a polygon's rings, a line */
  layers: Record<string, number[][][]>;
  outlines: { step: number; text: string }[];
  parts: Part[];
}

/**
 * The ground of the map and its names in parts, made of their files. `virtual:map` has the outline of the whole earth,
 * for the first drawing and for low zooms, and which parts there are: lines in their full detail by square, and names
 * by zoom. A map at the zoom of a country loads a fifth of the files.
 */
export function mapParts(): Plugin {
  let made: Promise<Made> | null = null;
  return {
    name: 'map-parts',
    resolveId: (id) => (/^virtual:map(?:\/|$)/u.test(id) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith('\0virtual:map')) return;
      const name = id.slice('\0virtual:map/'.length);
      if (name.startsWith('names-')) return `export default ${JSON.stringify(await namesOf(Number(name.slice(6))))};`;
      for (const map of maps) this.addWatchFile(map.file);
      const { layers, outlines, parts } = await (made ??= make());
      if (name === 'outline') return `export default ${JSON.stringify({ layers: packLayers(layers), outlines })};`;
      if (name !== '') return `export default ${JSON.stringify(parts[Number(name.slice(7))]?.text)};`;
      const load = (what: string) => `() => import('virtual:map/${what}')`;
      const list = parts.map(
        ({ fromZoom, box, step }, i) =>
          `{ fromZoom: ${fromZoom}, box: ${JSON.stringify(box)}, step: ${step}, load: ${load(`detail-${i}`)} }`,
      );
      return `export const outline = ${load('outline')};
        export const parts = [${list.join(',')}];
        export const names = [${nameZooms.map((zoom, i) => `{ fromZoom: ${(nameZooms[i - 1] ?? 0) + 1}, load: ${load(`names-${zoom}`)} }`).join(',')}];`;
    },
  };
}

/** Parts of the view in which a map opens before it has found the fleet: the country, at zoom 7 (`live-map.tsx`). */
export async function firstOfMap(): Promise<string[]> {
  const { parts } = await make();
  const details = parts.flatMap(({ fromZoom, box: [west, south, east, north] }, i) =>
    fromZoom <= 7 && west < 137 && east > 118.5 && south < 41.2 && north > 31.5 ? [`detail-${i}`] : [],
  );
  return ['outline', 'names-7', ...details].map((name) => `virtual:map/${name}`);
}

async function make(): Promise<Made> {
  const made: Made = { layers: {}, outlines: [], parts: [] };
  let before = 0;
  for (const { file, tolerance, grid, fromZoom, square } of maps) {
    const topology = JSON.parse(await readFile(file, 'utf8')) as Topology;
    const step = topology.transform?.scale[0] ?? 1;
    const pieces = topology.arcs.map((arc) => cut(absolute(arc), square / 2 / step));
    const starts = pieces.map((_, i) => before + pieces.slice(0, i).reduce((n, p) => n + p.length, 0));
    const numbered = (n: number): number[] => {
      const arc = n < 0 ? ~n : n;
      const numbers = (pieces[arc] ?? []).map((_, i) => (starts[arc] ?? 0) + i);
      return n < 0 ? numbers.reverse().map((each) => ~each) : numbers;
    };
    for (const [name, object] of Object.entries(topology.objects)) {
      const shapes =
        object.type === 'MultiPolygon'
          ? object.arcs
          : 'arcs' in object
            ? (object.arcs as number[][]).map((line) => [line])
            : [];
      (made.layers[name] ??= []).push(...shapes.map((rings) => rings.map((ring) => ring.flatMap(numbered))));
    }
    const lines = new Map(pieces.flat().map((line, i) => [before + i, line] as const));
    before += lines.size;
    made.outlines.push({
      step: step * grid,
      text: packLines(new Map([...lines].map(([n, line]) => [n, coarser(simplified(line, tolerance, step), grid)]))),
    });
    const squares = new Map<string, [number, Line][]>();
    for (const entry of lines) {
      const [west, south, east, north] = boxOf(entry[1]);
      const name = [(west + east) / 2, (south + north) / 2].map((at) => Math.floor((at * step) / square)).join();
      squares.set(name, [...(squares.get(name) ?? []), entry]);
    }
    for (const inside of squares.values()) {
      const [west, south, east, north] = boxOf(inside.flatMap(([, line]) => line));
      made.parts.push({
        fromZoom,
        step,
        box: [west, south, east, north].map((side) => Number((side * step).toFixed(4))) as Part['box'],
        text: packLines(new Map(inside)),
      });
    }
  }
  return made;
}

const absolute = (arc: readonly (readonly number[])[]): Line => {
  let x = 0;
  let y = 0;
  return arc.map(([dx = 0, dy = 0]) => [(x += dx), (y += dy)] as const);
};

/** A coast may go around a continent: pieces that end where they leave a square, so that each has its place. */
function cut(line: Line, most: number): Line[] {
  const pieces: (readonly [number, number])[][] = [];
  let piece: (readonly [number, number])[] = [];
  for (const point of line) {
    piece.push(point);
    const [west, south, east, north] = boxOf(piece);
    if (east - west <= most && north - south <= most) continue;
    pieces.push(piece);
    piece = [point];
  }
  if (piece.length > 1 || pieces.length === 0) pieces.push(piece);
  return pieces;
}

function boxOf(line: Line): [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of line) {
    west = Math.min(west, x);
    south = Math.min(south, y);
    east = Math.max(east, x);
    north = Math.max(north, y);
  }
  return [west, south, east, north];
}

/** degrees of longitude are shorter by this */
const shrink = (y: number, step: number): number => Math.cos((y * step * Math.PI) / 180);

/** Douglas and Peucker: nowhere farther from the line than `tolerance`; the ends stay, so that lines still meet. */
function simplified(line: Line, tolerance: number, step: number): Line {
  const keep = new Set([0, line.length - 1]);
  const pending: [number, number][] = [[0, line.length - 1]];
  for (let span = pending.pop(); span; span = pending.pop()) {
    const [from, to] = span;
    let far = -1;
    let worst = tolerance;
    for (let i = from + 1; i < to; i += 1) {
      const off = distance(line[i], line[from], line[to], step);
      if (off > worst) [worst, far] = [off, i];
    }
    if (far < 0) continue;
    keep.add(far);
    pending.push([from, far], [far, to]);
  }
  return line.filter((_, i) => keep.has(i));
}

function distance(p: Line[0] = [0, 0], a: Line[0] = p, b: Line[0] = p, step: number): number {
  const k = shrink(p[1], step);
  const [dx, dy] = [(b[0] - a[0]) * k, b[1] - a[1]];
  const [px, py] = [(p[0] - a[0]) * k, p[1] - a[1]];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
  return Math.hypot(px - t * dx, py - t * dy);
}

const coarser = (line: Line, grid: number): Line =>
  line.map(([x, y]) => [Math.round(x / grid), Math.round(y / grid)] as const);

/** For each layer: how many shapes, each with how many lines, each of how many arcs, each after the one before. */
function packLayers(layers: Made['layers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(layers).map(([name, shapes]) => {
      let before = -1;
      const next = (n: number) => {
        const difference = n - before - 1;
        before = n;
        return difference;
      };
      return [
        name,
        pack(shapes.flatMap((rings) => [rings.length, ...rings.flatMap((ring) => [ring.length, ...ring.map(next)])])),
      ];
    }),
  );
}

interface Gazetteer {
  areas: {
    seatOf?: { ko: string; en: string };
    places: [en: string, lat: number, lon: number, fromZoom: number, ko?: string][];
  }[];
}
/** Columns: Latin names, Korean names where they differ, places, zooms. */
async function namesOf(upTo: number): Promise<Record<'en' | 'ko' | 'at' | 'zooms', string>> {
  const after = nameZooms[nameZooms.indexOf(upTo) - 1] ?? 0;
  const { areas } = JSON.parse(await readFile(placesFile, 'utf8')) as Gazetteer;
  const rows = areas
    .flatMap(({ seatOf, places }) =>
      places.map(([en, lat, lon, zoom, ko = en], i) => ({
        ...(i === 0 && seatOf ? seatOf : { ko, en }),
        lat,
        lon,
        zoom,
      })),
    )
    .filter(({ zoom }) => zoom > after && zoom <= upTo);
  const grid = (degrees: number): number => Math.round(degrees * 1e3);
  return {
    en: rows.map(({ en }) => en).join('\n'),
    ko: rows.map(({ ko, en }) => (ko === en ? '' : ko)).join('\n'),
    at: pack(
      rows.flatMap(({ lat, lon }, i) => [
        grid(lat) - grid(rows[i - 1]?.lat ?? 0),
        grid(lon) - grid(rows[i - 1]?.lon ?? 0),
      ]),
    ),
    zooms: pack(rows.map(({ zoom }) => zoom)),
  };
}
