import {
  cellPixels,
  clusterFrom,
  framePixels,
  markFlags,
  packFrame,
  splitZoom,
  type Cluster,
  type Single,
} from '@headland/contracts/live-frame';
import type { ViewportSubscription } from '@headland/contracts/live';
import type { Seen } from './fleet-snapshot';
import { latOfY, mercatorX, mercatorY } from './mercator';
import { tileRoom } from './rooms';

/** Tiles that one console may subscribe to: a 4K screen and its margin; more is a malformed request. */
const maxTiles = 48;
const tilesAcross = (zoom: number): number => Math.max(1, (256 * 2 ** zoom) / framePixels);

/** The tiles that a view touches; x wraps round the globe. */
export function tilesOf(view: NonNullable<ViewportSubscription['map']>): { x: number; y: number }[] {
  const n = tilesAcross(view.zoom);
  const clampY = (y: number): number => Math.max(0, Math.min(n - 1, Math.floor(y * n)));
  const x0 = Math.floor(mercatorX(view.west) * n);
  const x1 = Math.min(Math.floor(mercatorX(view.east) * n), x0 + n - 1);
  const list: { x: number; y: number }[] = [];
  for (let y = clampY(mercatorY(view.north)); y <= clampY(mercatorY(view.south)); y++) {
    for (let x = x0; x <= x1 && list.length < maxTiles; x++) list.push({ x: ((x % n) + n) % n, y });
  }
  return list;
}

/**
 * The requested tiles of one scope and zoom, packed: single vehicles, or clusters by cells of the screen. Empty tiles
 * are frames too: they clear.
 */
export function packTiles(
  vehicles: Iterable<Seen>,
  scope: number | null,
  zoom: number,
  wanted: { x: number; y: number }[],
  at: number,
): Map<string, Uint8Array> {
  const n = tilesAcross(zoom);
  const tiles = new Map(wanted.map((t) => [t.x * 4_194_304 + t.y, { ...t, cells: new Map<number, Seen[]>() }]));
  const cells = (256 * 2 ** zoom) / cellPixels;
  for (const v of vehicles) {
    if (v.lat === null || v.lon === null) continue;
    if (scope !== null && !v.path.includes(scope)) continue;
    const tile = tiles.get(Math.floor(v.x * n) * 4_194_304 + Math.floor(v.y * n));
    if (tile === undefined) continue;
    const cell = Math.floor(v.x * cells) * 4_194_304 + Math.floor(v.y * cells);
    const members = tile.cells.get(cell);
    if (members) members.push(v);
    else tile.cells.set(cell, [v]);
  }
  const frames = new Map<string, Uint8Array>();
  for (const tile of tiles.values()) {
    const singles: Single[] = [];
    let clusters: Cluster[] = [];
    for (const members of tile.cells.values()) {
      if (zoom > splitZoom || members.length < clusterFrom) for (const v of members) singles.push(singleOf(v));
      else {
        // a raised SOS is never hidden in a cluster
        for (const v of members) if (v.flags & (markFlags.sosRaised | markFlags.sosOpen)) singles.push(singleOf(v));
        clusters.push(clusterOf(members));
      }
    }
    clusters = apart(clusters, zoom);
    frames.set(tileRoom(scope, zoom, tile.x, tile.y), packFrame({ zoom, x: tile.x, y: tile.y, at, singles, clusters }));
  }
  return frames;
}

/** Clusters whose circles would overlap are merged; the larger one's position has the larger weight. */
const apartPixels = 46;
function apart(clusters: Cluster[], zoom: number): Cluster[] {
  const pixels = 256 * 2 ** zoom;
  const merged: (Cluster & { x: number; y: number })[] = [];
  for (const c of clusters.sort((a, b) => b.count - a.count)) {
    const x = mercatorX(c.lon) * pixels;
    const y = mercatorY(c.lat) * pixels;
    const near = merged.find((k) => Math.hypot(k.x - x, k.y - y) < apartPixels);
    if (!near) {
      merged.push({ ...c, x, y });
      continue;
    }
    const share = c.count / (near.count + c.count);
    near.x += (x - near.x) * share;
    near.y += (y - near.y) * share;
    near.lon = (near.x / pixels - 0.5) * 360;
    near.lat = latOfY(near.y / pixels);
    for (const key of ['count', 'now', 'today', 'watch', 'normal'] as const) near[key] += c[key];
  }
  return merged;
}

const singleOf = (v: Seen): Single => ({
  id: v.id,
  lat: v.lat ?? 0,
  lon: v.lon ?? 0,
  heading: v.heading,
  state: v.state,
  flags: v.flags,
});

function clusterOf(members: Seen[]): Cluster {
  const c: Cluster = { lat: 0, lon: 0, count: members.length, now: 0, today: 0, watch: 0, normal: 0 };
  let x = 0;
  let y = 0;
  for (const v of members) {
    x += v.x;
    y += v.y;
    if (v.flags & (markFlags.sosRaised | markFlags.sosOpen | markFlags.critical)) c.now++;
    else if (v.flags & markFlags.major) c.today++;
    else if (v.flags & markFlags.minor) c.watch++;
    else if (v.engineOn) c.normal++;
  }
  c.lon = (x / members.length - 0.5) * 360;
  c.lat = latOfY(y / members.length);
  return c;
}
