import type { TrackPoint } from '@headland/contracts/shared-shapes';
import { distanceKm } from './geo';

/**
 * Trips of a day's track (engine on until off, or until a silence) with distance, fuel and time shares; and stops,
 * where a running machine was stationary for more than five minutes without working: an excavator that digs in one place all day
 * has not stopped. Points are in order of time, usually ten seconds apart.
 */
export type TripPoint = TrackPoint & { odometer?: number | null };
export interface TripFacts {
  startMs: number;
  endMs: number;
  distanceKm: number | null;
  fuelL: number | null;
  idleMs: number;
  workMs: number;
  driveMs: number;
}
export interface StopFacts {
  startMs: number;
  endMs: number;
  lat: number;
  lon: number;
}

/** A longer silence ends a trip: three of the slowest intervals. The drawn line is broken there, too. */
export const gapMs = 180_000;
export const stopMs = 300_000;
/** Nearer than this counts as stationary: the noise of a GNSS receiver. */
const stationaryKm = 0.03;

/** A point without an engine state belongs to the trip around it. */
export function tripsOf(points: readonly TripPoint[]): TripFacts[] {
  const trips: TripFacts[] = [];
  let run: TripPoint[] = [];
  const close = (): void => {
    if (run.length > 1) trips.push(factsOf(run));
    run = [];
  };
  for (const point of points) {
    const last = run.at(-1);
    if (last && point.ts - last.ts > gapMs) close();
    if (point.state === 'off') {
      if (run.length > 0) run.push(point);
      close();
    } else if (point.state !== null || run.length > 0) run.push(point);
  }
  close();
  return trips;
}

export function stopsOf(points: readonly TrackPoint[]): StopFacts[] {
  const stops: StopFacts[] = [];
  for (let at = 0; at < points.length; at++) {
    const anchor = points[at];
    if (!anchor || !isStopCandidate(anchor)) continue;
    const first = at;
    for (
      let next = points[at + 1];
      next &&
      isStopCandidate(next) &&
      next.ts - (points[at]?.ts ?? 0) <= gapMs &&
      distanceKm(anchor, next) <= stationaryKm;
      next = points[at + 1]
    )
      at++;
    const endMs = points[at]?.ts ?? anchor.ts;
    if (endMs - anchor.ts > stopMs) stops.push({ startMs: anchor.ts, endMs, lat: anchor.lat, lon: anchor.lon });
    else at = first;
  }
  return stops;
}

const isStopCandidate = ({ state }: TrackPoint): boolean => state !== 'off' && state !== 'work';

function factsOf(run: readonly TripPoint[]): TripFacts {
  const first = run[0] as TripPoint;
  const last = run.at(-1) as TripPoint;
  const spent = { idle: 0, work: 0, drive: 0 };
  let km = 0;
  for (let i = 1; i < run.length; i++) {
    const a = run[i - 1] as TripPoint;
    const b = run[i] as TripPoint;
    if (a.state === 'idle' || a.state === 'work' || a.state === 'drive') spent[a.state] += b.ts - a.ts;
    km += distanceKm(a, b);
  }
  return {
    startMs: first.ts,
    endMs: last.ts,
    distanceKm: counted(run, (p) => p.odometer) ?? km,
    fuelL: counted(run, (p) => p.fuelUsed),
    idleMs: spent.idle,
    workMs: spent.work,
    driveMs: spent.drive,
  };
}

/** Difference of a counter between its first and last reading; null without one, or if it was replaced. */
function counted(run: readonly TripPoint[], of: (point: TripPoint) => number | null | undefined): number | null {
  const readings = run.map(of).filter((v) => v !== null && v !== undefined);
  const [first, last] = [readings[0], readings.at(-1)];
  return readings.length < 2 || first === undefined || last === undefined || last < first ? null : last - first;
}

/** Shares in whole percent that add up to 100 (0 of nothing): largest remainder method. */
export function shares(parts: readonly number[]): number[] {
  const total = parts.reduce((a, b) => a + b, 0);
  if (total <= 0) return parts.map(() => 0);
  const exact = parts.map((p) => (p / total) * 100);
  const whole = exact.map(Math.floor);
  const order = exact.map((e, i) => ({ i, rest: e - Math.floor(e) })).sort((a, b) => b.rest - a.rest);
  const left = 100 - whole.reduce((a, b) => a + b, 0);
  for (const { i } of order.slice(0, left)) whole[i] = (whole[i] ?? 0) + 1;
  return whole;
}
