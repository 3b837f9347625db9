import { cellPixels, framePixels, type MapFrame } from '@headland/contracts/live-frame';
import type { ViewportSubscription } from '@headland/contracts/live';
import { worldX, worldY } from './view';

export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}
export const world: Bounds = { west: -180, south: -85, east: 180, north: 85 };
/** At this zoom one tile is the whole world. */
export const worldZoom = 2;
const zooms = [worldZoom, 5, 8];
const maxTiles = 40;

/**
 * Where the fleet is, found through the same frames that the map draws: first the whole world in one tile, then what was found more closely.
 * Two or three frames and some hundred milliseconds, for any size of fleet, and nothing that the server would have to offer besides.
 */
export class ViewportQuery {
  private step = 0;
  private area: Bounds = world;
  private readonly seen = new Map<string, MapFrame>();

  /** `mainOnly`: of a fleet on several continents only the part where most of it is; a view of two oceans is of no use */
  constructor(
    private readonly done: (bounds: Bounds | null) => void,
    private readonly mainOnly = false,
  ) {}

  query(): ViewportSubscription['map'] {
    return { zoom: zooms[this.step] ?? worldZoom, ...this.area };
  }

  /** Returns true when the viewport has changed and must be subscribed anew. */
  take(frame: MapFrame): boolean {
    const zoom = zooms[this.step];
    if (frame.zoom !== zoom) return false;
    // what the former viewport has brought
    for (const [key, { zoom: of }] of this.seen) if (of !== zoom) this.seen.delete(key);
    this.seen.set(`${frame.x}/${frame.y}`, frame);
    if (this.seen.size < tilesIn(this.area, zoom).length) return false;
    const frames = [...this.seen.values()];
    const found = boundsOf(this.mainOnly && this.step === 0 ? frames.map(mainPart(frames)) : frames, zoom);
    const next = zooms[this.step + 1];
    if (found === null || next === undefined || tilesIn(found, next).length > maxTiles) {
      this.done(found);
      return false;
    }
    this.area = found;
    this.step++;
    return true;
  }

  /** What has come of the viewport that was subscribed last: for the same tiles the server sends it only once. */
  frames(): Iterable<MapFrame> {
    return this.seen.values();
  }
}

/** The tiles of an area; x and y as in a frame. An area beyond the 180th meridian goes on at the other side of the world. */
export function tilesIn(b: Bounds, zoom: number): string[] {
  const n = Math.max(1, (256 * 2 ** zoom) / framePixels);
  const clamp = (v: number) => Math.max(0, Math.min(n - 1, Math.floor(v * n)));
  const first = Math.floor(worldX(b.west) * n);
  const last = Math.min(Math.floor((worldX(b.east) - 1e-9) * n), first + n - 1);
  const tiles: string[] = [];
  for (let x = first; x <= last; x++)
    for (let y = clamp(worldY(b.north)); y <= clamp(worldY(b.south) - 1e-9); y++)
      tiles.push(`${((x % n) + n) % n}/${y}`);
  return tiles;
}

const mainReachDegrees = 40;
/** A frame without what is far from where most vehicles are. */
function mainPart(frames: MapFrame[]): (frame: MapFrame) => MapFrame {
  const places = frames.flatMap((f) => [
    ...f.clusters,
    ...f.singles.map((s) => ({ lat: s.lat, lon: s.lon, count: 1 })),
  ]);
  const near = (a: { lat: number; lon: number }, b: { lat: number; lon: number }) =>
    Math.abs(a.lon - b.lon) < mainReachDegrees && Math.abs(a.lat - b.lat) < mainReachDegrees;
  const weight = (at: { lat: number; lon: number }) => places.reduce((sum, p) => sum + (near(at, p) ? p.count : 0), 0);
  const middle = places.reduce<{ at: (typeof places)[number]; weight: number } | null>(
    (best, at) => (best && best.weight >= weight(at) ? best : { at, weight: weight(at) }),
    null,
  );
  if (!middle) return (frame) => frame;
  return (frame) => ({
    ...frame,
    clusters: frame.clusters.filter((c) => near(c, middle.at)),
    singles: frame.singles.filter((s) => near(s, middle.at)),
  });
}

/** A cluster's members lie within its cell, wherever its middle is: half a cell around it is theirs. */
function boundsOf(frames: MapFrame[], zoom: number): Bounds | null {
  const half = (cellPixels / 2 / (256 * 2 ** zoom)) * 360;
  const b = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  const add = (lat: number, lon: number, by: number) => {
    b.west = Math.min(b.west, lon - by);
    b.east = Math.max(b.east, lon + by);
    b.south = Math.min(b.south, lat - by);
    b.north = Math.max(b.north, lat + by);
  };
  for (const f of frames) {
    for (const s of f.singles) add(s.lat, s.lon, 0.02);
    for (const c of f.clusters) add(c.lat, c.lon, half);
  }
  if (b.west > b.east) return null;
  return {
    west: Math.max(-180, b.west),
    east: Math.min(180, b.east),
    south: Math.max(-85, b.south),
    north: Math.min(85, b.north),
  };
}
