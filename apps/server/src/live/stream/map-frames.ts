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
import {
  addShare,
  addSums,
  bucketsAcross,
  bucketsNear,
  shareOf,
  Sums,
  summedZoom,
  vehiclesOf,
  type FleetGrid,
  type Group,
} from './fleet-grid';
import { latOfY, mercatorX, mercatorY } from './mercator';
import { tileRoom } from './rooms';
import type { Seen } from './seen';

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

/** The vehicles of a cell of the screen. */
class Cell extends Sums implements Group {
  readonly vehicles: Seen[] = [];
  readonly parts: Group[] = [];
}

/**
 * The requested tiles of one scope and zoom, packed: single vehicles, or clusters by cells of the screen. Empty tiles
 * are frames too: they clear.
 */
export function packTiles(
  grid: FleetGrid,
  scope: number | null,
  zoom: number,
  wanted: { x: number; y: number }[],
  at: number,
): Map<string, Uint8Array> {
  const tiles = new Map(wanted.map((t) => [placeKey(t.x, t.y), { ...t, cells: new Map<number, Cell>() }]));
  if (zoom <= summedZoom) cellsOfBuckets(grid, zoom, tiles);
  else cellsOfVehicles(grid, zoom, tiles);
  const frames = new Map<string, Uint8Array>();
  for (const tile of tiles.values()) {
    const singles: Single[] = [];
    let clusters: Cluster[] = [];
    for (const cell of tile.cells.values()) {
      const isSplit = zoom > splitZoom || cell.count < clusterFrom;
      // a raised SOS is never hidden in a cluster
      if (isSplit || cell.alarmed > 0)
        for (const v of vehiclesOf(cell, !isSplit))
          if (isSplit || v.flags & (markFlags.sosRaised | markFlags.sosOpen)) singles.push(singleOf(v));
      if (!isSplit) clusters.push(clusterOf(cell));
    }
    clusters = apart(clusters, zoom);
    frames.set(tileRoom(scope, zoom, tile.x, tile.y), packFrame({ zoom, x: tile.x, y: tile.y, at, singles, clusters }));
  }
  return frames;
}

type Tiles = Map<number, { x: number; y: number; cells: Map<number, Cell> }>;
const placeKey = (x: number, y: number): number => x * 4_194_304 + y;

function cellsOfBuckets(grid: FleetGrid, zoom: number, tiles: Tiles): void {
  const { across, buckets } = grid.level(zoom);
  const tileSide = across / tilesAcross(zoom);
  const cellSide = (across * cellPixels) / (256 * 2 ** zoom);
  for (const bucket of bucketsNear(buckets, tiles.values(), tileSide)) {
    const tile = tiles.get(placeKey(Math.floor(bucket.bx / tileSide), Math.floor(bucket.by / tileSide)));
    if (tile === undefined) continue;
    const cell = cellIn(tile.cells, Math.floor(bucket.bx / cellSide), Math.floor(bucket.by / cellSide));
    addSums(cell, bucket);
    cell.parts.push(bucket);
  }
}

function cellsOfVehicles(grid: FleetGrid, zoom: number, tiles: Tiles): void {
  const n = tilesAcross(zoom);
  const cells = (256 * 2 ** zoom) / cellPixels;
  for (const { vehicles } of bucketsNear(grid.level(zoom).buckets, tiles.values(), bucketsAcross / n))
    for (const v of vehicles) {
      const tile = tiles.get(placeKey(Math.floor(v.x * n), Math.floor(v.y * n)));
      if (tile === undefined) continue;
      const cell = cellIn(tile.cells, Math.floor(v.x * cells), Math.floor(v.y * cells));
      addShare(cell, shareOf(v));
      cell.vehicles.push(v);
    }
}

function cellIn(cells: Map<number, Cell>, x: number, y: number): Cell {
  const key = placeKey(x, y);
  let cell = cells.get(key);
  if (cell === undefined) cells.set(key, (cell = new Cell()));
  return cell;
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

const clusterOf = ({ count, x, y, now, today, watch, normal }: Sums): Cluster => ({
  lat: latOfY(y / count),
  lon: (x / count - 0.5) * 360,
  count,
  now,
  today,
  watch,
  normal,
});
