import type { Feature, LineString, MultiLineString, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';

/**
 * The map that needs no internet: land, coast, frontiers, provinces and states, municipalities of Korea. Two files that the browser loads and
 * caches only once a map is opened. Every feature carries its box, so that drawing can skip what is out of view.
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

let loading: Promise<BaseMap> | null = null;
/** The same map for every caller. A failed download is forgotten, so that the next map tries again. */
export function loadBaseMap(): Promise<BaseMap> {
  loading ??= Promise.all([import('./world.topo.json?raw'), import('./korea.topo.json?raw')])
    .then(([world, korea]) => assemble([JSON.parse(world.default) as Topology, JSON.parse(korea.default) as Topology]))
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
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
