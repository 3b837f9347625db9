import type { LiveCounts } from '@headland/contracts/live';
import { markFlags } from '@headland/contracts/live-frame';
import type { Seen } from './seen';

/**
 * The last zooms at which whole buckets of a level are summed, the smallest buckets first: until then each lies in one
 * tile and in one cell of the clustering. Beyond the first the map shows so little ground that its vehicles are counted
 * one by one.
 */
const summedZooms = [11, 9, 7] as const;
export const summedZoom = summedZooms[0];
const across = (zoom: number): number => 2 ** (zoom + 4);
/** Buckets of the first level along one axis of the world: about a kilometre of ground each. */
export const bucketsAcross = across(summedZoom);
/** Buckets of a level along one of the next. */
const partsAcross = 4;

/**
 * What some vehicles add to a cluster. World coordinates are summed, so that their mean is its place. A class, because
 * V8 changes the fields of an object that was made of a literal and a spread five times more slowly.
 */
export class Sums {
  count = 0;
  x = 0;
  y = 0;
  now = 0;
  today = 0;
  watch = 0;
  normal = 0;
  /** with an SOS: they are shown beside the cluster, too */
  alarmed = 0;
}
/** Vehicles of some ground: a bucket of the first level has them itself, the others in their parts. */
export interface Group extends Sums {
  vehicles: Iterable<Seen>;
  parts: Iterable<Group>;
}
export class Bucket extends Sums implements Group {
  readonly vehicles = new Set<Seen>();
  readonly parts = new Set<Bucket>();

  constructor(
    readonly bx: number,
    readonly by: number,
    /** of the next level */
    readonly larger: Bucket | null,
  ) {
    super();
  }
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

const bucketKey = (bx: number, by: number): number => bx * 65_536 + by;
const placeOf = (key: number): [bx: number, by: number] => [Math.floor(key / 65_536), key % 65_536];

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
export function addSums(sums: Sums, { count, x, y, now, today, watch, normal, alarmed }: Sums): void {
  sums.count += count;
  sums.x += x;
  sums.y += y;
  sums.now += now;
  sums.today += today;
  sums.watch += watch;
  sums.normal += normal;
  sums.alarmed += alarmed;
}

/** The vehicles of a group; where only those with an SOS are asked for, of the parts that have any. */
export function* vehiclesOf(
  { alarmed, vehicles, parts }: Group,
  alarmedOnly: boolean,
): Generator<Seen, void, undefined> {
  if (alarmedOnly && alarmed === 0) return;
  yield* vehicles;
  for (const part of parts) yield* vehiclesOf(part, alarmedOnly);
}

/**
 * The vehicles of one scope by their place, and how many there are. Kept right with each change of a vehicle, so that a
 * map of the whole country and the counts cost the same however large the fleet is.
 */
export class FleetGrid {
  readonly counts: LiveCounts = { vehicles: 0, online: 0, engineOn: 0, offline: 0 };
  readonly levels = summedZooms.map((zoom) => ({ zoom, across: across(zoom), buckets: new Map<number, Bucket>() }));

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
    const left = from === -1 ? null : (this.levels[0]?.buckets.get(from) ?? null);
    if (from !== -1 && left === null) throw new Error('a vehicle leaves a bucket that is not there');
    const entered = after === null || to === -1 ? null : from === to && left !== null ? left : this.at(to, 0);
    if (before !== null) for (let b = left; b !== null; b = b.larger) addShare(b, before, -1);
    if (after !== null) for (let b = entered; b !== null; b = b.larger) addShare(b, after);
    if (left === entered) return;
    entered?.vehicles.add(v);
    left?.vehicles.delete(v);
    this.forget(left);
  }

  /** The level whose buckets are the largest of which none lies in two cells of this zoom. */
  level(zoom: number): { across: number; buckets: ReadonlyMap<number, Bucket> } {
    const level = this.levels.findLast((l) => zoom <= l.zoom) ?? this.levels[0];
    if (level === undefined) throw new Error('a grid has levels');
    return level;
  }

  private at(key: number, level: number): Bucket {
    const buckets = this.levels[level]?.buckets;
    let bucket = buckets?.get(key);
    if (bucket === undefined) {
      const [bx, by] = placeOf(key);
      const larger =
        level + 1 === this.levels.length
          ? null
          : this.at(bucketKey(Math.floor(bx / partsAcross), Math.floor(by / partsAcross)), level + 1);
      bucket = new Bucket(bx, by, larger);
      larger?.parts.add(bucket);
      buckets?.set(key, bucket);
    }
    return bucket;
  }

  /** With an empty bucket goes what its sums were rounded by. */
  private forget(left: Bucket | null): void {
    for (const { buckets } of this.levels) {
      if (left === null || left.vehicles.size + left.parts.size > 0) return;
      buckets.delete(bucketKey(left.bx, left.by));
      left.larger?.parts.delete(left);
      left = left.larger;
    }
  }

  private count({ online, engineOn }: Share, times: number): void {
    this.counts.vehicles += times;
    if (online) this.counts.online += times;
    else this.counts.offline += times;
    if (engineOn) this.counts.engineOn += times;
  }
}

/** The buckets that touch these tiles of a zoom, each once; `side`: buckets along a tile, less than one at a deep zoom. */
export function* bucketsNear(
  buckets: ReadonlyMap<number, Bucket>,
  tiles: Iterable<{ x: number; y: number }>,
  side: number,
): Generator<Bucket, void, undefined> {
  const list = [...tiles];
  // the world is mostly empty: a large tile has more room for buckets than there are
  if (side > 1 && list.length * side ** 2 > buckets.size) {
    const wanted = new Set(list.map((t) => bucketKey(t.x, t.y)));
    for (const bucket of buckets.values())
      if (wanted.has(bucketKey(Math.floor(bucket.bx / side), Math.floor(bucket.by / side)))) yield bucket;
    return;
  }
  const given = new Set<number>();
  for (const t of list) {
    const [right, bottom] = [Math.ceil((t.x + 1) * side), Math.ceil((t.y + 1) * side)];
    for (let bx = Math.floor(t.x * side); bx < right; bx++)
      for (let by = Math.floor(t.y * side); by < bottom; by++) {
        const key = bucketKey(bx, by);
        const bucket = buckets.get(key);
        if (bucket === undefined || given.has(key)) continue;
        given.add(key);
        yield bucket;
      }
  }
}
