import type { Feature, LineString, MultiLineString, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryObject, Topology } from 'topojson-specification';
import { outline, parts } from 'virtual:map';
import { unpack, unpackLines } from './packed';

/**
 * The map that needs no internet: land, coast, frontiers, provinces and states, municipalities of Korea. The browser loads its outline once a map
 * is opened, and the details of what is looked at. Every feature carries its box, so that drawing can skip what is out of view.
 */
export type Box = [west: number, south: number, east: number, north: number];
export type Boxed<G extends LineString | Polygon, P> = {
  type: 'FeatureCollection';
  features: (Feature<G, P> & { bbox: Box })[];
};
/** `fromZoom`: the zoom from which the line is worth drawing */
export type Lines = Boxed<LineString, { fromZoom: number }>;
export type BaseMap = {
  /** filled without an outline: neighbouring pieces overlap on purpose, so that no seam shows */
  land: Boxed<Polygon, Record<string, never>>;
  coast: Lines;
  /** frontiers between countries */
  countries: Lines;
  /** provinces of Korea, states of the US */
  provinces: Lines;
  /** cities and counties of Korea */
  municipalities: Lines;
};

/** The attribution that the sources require. */
export const baseMapAttribution = 'Natural Earth · U.S. Census Bureau · GeoNames (CC BY 4.0)';

let earth: Promise<Topology> | null = null;
/** The earth by its outline. A failed download is forgotten, so that the next map tries again. */
function loadEarth(): Promise<Topology> {
  earth ??= outline()
    .then(({ default: { layers, outlines } }): Topology => {
      const arcs = outlines.flatMap(({ step, text }) => [...unpackLines(text, step).values()]);
      const objects = Object.fromEntries(Object.entries(layers).map(([name, text]) => [name, shapesOf(name, text)]));
      return { type: 'Topology', arcs, objects };
    })
    .catch((error: unknown) => {
      earth = null;
      throw error;
    });
  return earth;
}

const detailed = new Map<(typeof parts)[number], Promise<void>>();
let assembled: BaseMap | null = null;

/** The map for a first drawing and for low zooms: the same for every caller, and better where others have been. */
export async function loadOutline(): Promise<BaseMap> {
  const topology = await loadEarth();
  return (assembled ??= assemble([topology]));
}

/** The map in the detail that a view shows, and what has been loaded before. The same one while nothing is new. */
export async function loadBaseMap([west, south, east, north]: Box, zoom: number): Promise<BaseMap> {
  const needed = parts.filter(
    ({ fromZoom, box }) =>
      // a map goes on east and west of the world
      zoom >= fromZoom && [-360, 0, 360].some((turn) => overlap(box, [west + turn, south, east + turn, north])),
  );
  await Promise.all(needed.map(loadDetail));
  return loadOutline();
}

function loadDetail(part: (typeof parts)[number]): Promise<void> {
  let detail = detailed.get(part);
  if (detail === undefined) {
    detail = Promise.all([part.load(), loadEarth()]).then(([{ default: text }, topology]) => {
      for (const [number, line] of unpackLines(text, part.step)) topology.arcs[number] = line;
      assembled = null;
    });
    detailed.set(part, detail);
    detail.catch(() => detailed.delete(part));
  }
  return detail;
}

function shapesOf(name: string, text: string): GeometryObject {
  const numbers = unpack(text);
  const shapes: number[][][] = [];
  let arc = -1;
  for (let i = 0; i < numbers.length;) {
    const rings = Array.from({ length: numbers[i++] ?? 0 }, () =>
      Array.from({ length: numbers[i++] ?? 0 }, () => (arc += (numbers[i++] ?? 0) + 1)),
    );
    shapes.push(rings);
  }
  return name === 'land' ? { type: 'MultiPolygon', arcs: shapes } : { type: 'MultiLineString', arcs: shapes.flat() };
}

export function assemble(topologies: Topology[]): BaseMap {
  const lines = (name: string, fromZoom: number) => collection(topologies.flatMap((t) => linesOf(t, name, fromZoom)));
  return {
    land: collection(topologies.flatMap(landOf)),
    coast: lines('coast', 0),
    countries: lines('borders', 0),
    provinces: lines('provinces', 5),
    municipalities: lines('municipalities', 8),
  };
}

const collection = <F>(features: F[]) => ({ type: 'FeatureCollection' as const, features });

function landOf(topology: Topology): BaseMap['land']['features'] {
  const land = topology.objects.land;
  if (land?.type !== 'MultiPolygon') return [];
  const whole = feature(topology, land);
  return whole.geometry.type === 'MultiPolygon'
    ? whole.geometry.coordinates.map((coordinates) => ({
        type: 'Feature',
        properties: {},
        bbox: boxOf(coordinates[0] ?? []),
        geometry: { type: 'Polygon', coordinates },
      }))
    : [];
}

function linesOf(topology: Topology, name: string, fromZoom: number): Lines['features'] {
  const object = topology.objects[name];
  if (object?.type !== 'MultiLineString') return [];
  const { geometry } = feature(topology, object);
  return (geometry as MultiLineString).coordinates.map((line) => ({
    type: 'Feature',
    properties: { fromZoom },
    bbox: boxOf(line),
    geometry: { type: 'LineString', coordinates: line },
  }));
}

export function boxOf(positions: Position[]): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon = 0, lat = 0] of positions) {
    if (lon < box[0]) box[0] = lon;
    if (lat < box[1]) box[1] = lat;
    if (lon > box[2]) box[2] = lon;
    if (lat > box[3]) box[3] = lat;
  }
  return box;
}

export const overlap = (a: Box, b: Box): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
