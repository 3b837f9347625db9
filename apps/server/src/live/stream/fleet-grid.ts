import type { LiveCounts } from '@headland/contracts/live';
import { markFlags } from '@headland/contracts/live-frame';
import type { Seen } from './seen';

/**
 * The last zoom at which whole buckets are summed: until then each lies in one tile and in one cell of the clustering.
 * Beyond it the map shows so little ground that its vehicles are counted one by one.
 */
export const summedZoom = 11;
/** Buckets along one axis of the world: about a kilometre of ground each. */
export const bucketsAcross = 2 ** (summedZoom + 4);

/** What some vehicles add to a cluster. World coordinates are summed, so that their mean is its place. */
export interface Sums {
  count: number;
  x: number;
  y: number;
  now: number;
  today: number;
  watch: number;
  normal: number;
  /** with an SOS: they are shown beside the cluster, too */
  alarmed: number;
}
export interface Bucket extends Sums {
  bx: number;
  by: number;
  vehicles: Set<Seen>;
}
/** What one vehicle adds, as it was before a change or is after it. `bucket`: its key, -1 where it has no position. */
export interface Share {
  bucket: number;
  x: number;
  y: number;
  kind: 'now' | 'today' | 'watch' | 'normal' | null;
  isAlarmed: boolean;
  online: boolean;
  engineOn: boolean;
}

export const noSums = (): Sums => ({ count: 0, x: 0, y: 0, now: 0, today: 0, watch: 0, normal: 0, alarmed: 0 });
export const bucketKey = (bx: number, by: number): number => bx * 65_536 + by;

export function shareOf(v: Seen): Share {
  const isAlarmed = (v.flags & (markFlags.sosRaised | markFlags.sosOpen)) !== 0;
  const kind =
    isAlarmed || (v.flags & markFlags.critical) !== 0
      ? 'now'
      : (v.flags & markFlags.major) !== 0
        ? 'today'
        : (v.flags & markFlags.minor) !== 0
          ? 'watch'
          : v.engineOn
            ? 'normal'
            : null;
  const bucket =
    v.lat === null || v.lon === null ? -1 : bucketKey(Math.floor(v.x * bucketsAcross), Math.floor(v.y * bucketsAcross));
  return { bucket, x: v.x, y: v.y, kind, isAlarmed, online: v.online, engineOn: v.engineOn };
}

/** `times` -1: takes it away again. */
export function addShare(sums: Sums, { x, y, kind, isAlarmed }: Share, times = 1): void {
  sums.count += times;
  sums.x += x * times;
  sums.y += y * times;
  if (kind !== null) sums[kind] += times;
  if (isAlarmed) sums.alarmed += times;
}
export function addSums(sums: Sums, other: Sums): void {
  for (const key of ['count', 'x', 'y', 'now', 'today', 'watch', 'normal', 'alarmed'] as const) sums[key] += other[key];
}

/**
 * The vehicles of one scope by their place, and how many there are. Kept right with each change of a vehicle, so that a
 * map of the whole country and the counts cost the same however large the fleet is.
 */
export class FleetGrid {
  readonly counts: LiveCounts = { vehicles: 0, online: 0, engineOn: 0, offline: 0 };
  readonly buckets = new Map<number, Bucket>();

  add(v: Seen): void {
    this.replace(v, null, shareOf(v));
  }

  remove(v: Seen): void {
    this.replace(v, shareOf(v), null);
  }

  /** null: it was, or is, not here. */
  replace(v: Seen, before: Share | null, after: Share | null): void {
    if (before !== null) this.count(before, -1);
    if (after !== null) this.count(after, 1);
    const [from, to] = [before?.bucket ?? -1, after?.bucket ?? -1];
    if (from !== -1 && before !== null) {
      const bucket = this.buckets.get(from);
      if (bucket === undefined) throw new Error('a vehicle leaves a bucket that is not there');
      addShare(bucket, before, -1);
      if (from !== to) {
        bucket.vehicles.delete(v);
        // with it go what its sums were rounded by
        if (bucket.vehicles.size === 0) this.buckets.delete(from);
      }
    }
    if (to !== -1 && after !== null) {
      let bucket = this.buckets.get(to);
      if (bucket === undefined) {
        bucket = { ...noSums(), bx: Math.floor(to / 65_536), by: to % 65_536, vehicles: new Set() };
        this.buckets.set(to, bucket);
      }
      addShare(bucket, after);
      if (from !== to) bucket.vehicles.add(v);
    }
  }

  /** The buckets that touch these tiles of a zoom, each once; `side`: buckets along a tile, less than one at a deep zoom. */
  *near(tiles: Iterable<{ x: number; y: number }>, side: number): Generator<Bucket, void, undefined> {
    const list = [...tiles];
    // the world is mostly empty: a large tile has more room for buckets than there are
    if (side > 1 && list.length * side ** 2 > this.buckets.size) {
      const wanted = new Set(list.map((t) => bucketKey(t.x, t.y)));
      for (const bucket of this.buckets.values())
        if (wanted.has(bucketKey(Math.floor(bucket.bx / side), Math.floor(bucket.by / side)))) yield bucket;
      return;
    }
    const given = new Set<number>();
    for (const t of list) {
      const [right, bottom] = [Math.ceil((t.x + 1) * side), Math.ceil((t.y + 1) * side)];
      for (let bx = Math.floor(t.x * side); bx < right; bx++)
        for (let by = Math.floor(t.y * side); by < bottom; by++) {
          const key = bucketKey(bx, by);
          const bucket = this.buckets.get(key);
          if (bucket === undefined || given.has(key)) continue;
          given.add(key);
          yield bucket;
        }
    }
  }

  private count({ online, engineOn }: Share, times: number): void {
    this.counts.vehicles += times;
    if (online) this.counts.online += times;
    else this.counts.offline += times;
    if (engineOn) this.counts.engineOn += times;
  }
}
