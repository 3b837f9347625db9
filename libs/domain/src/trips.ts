import type { TrackPoint } from '@headland/contracts/shared-shapes';
import { distanceKm } from './geo';

/**
 * What a day's track tells: trips (engine on until off, or until a silence), their distance, fuel and how the time was spent; and stops, where
 * the machine stood for more than five minutes with its engine on. Points are in order of time, usually ten seconds apart.
 */
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

/** Longer silence than this ends a trip: three of the slowest intervals. It is also where a drawn line is broken. */
export const gapMs = 180_000;
export const stopMs = 300_000;
/** Nearer than this counts as standing: what a GNSS receiver wanders. */
const standingKm = 0.03;

export function tripsOf(points: readonly TrackPoint[]): TripFacts[] {
  const trips: TripFacts[] = [];
  let run: TrackPoint[] = [];
  const close = (): void => {
    if (run.length > 1) trips.push(factsOf(run));
    run = [];
  };
  for (const point of points) {
    const last = run.at(-1);
    if (last && point.ts - last.ts > gapMs) close();
    if (point.state === 'off' || point.state === null) {
      if (run.length > 0) run.push(point);
      close();
    } else run.push(point);
  }
  close();
  return trips;
}

export function stopsOf(points: readonly TrackPoint[]): StopFacts[] {
  const stops: StopFacts[] = [];
  let at = 0;
  while (at < points.length) {
    const anchor = points[at];
    let end = at;
    while (anchor && end + 1 < points.length && stands(anchor, points[end] as TrackPoint, points[end + 1] as TrackPoint)) end++;
    const last = points[end];
    if (anchor && last && last.ts - anchor.ts > stopMs) stops.push({ startMs: anchor.ts, endMs: last.ts, lat: anchor.lat, lon: anchor.lon });
    at = end + 1;
  }
  return stops;
}

const stands = (anchor: TrackPoint, before: TrackPoint, next: TrackPoint): boolean => next.state !== 'off' && next.ts - before.ts <= gapMs && distanceKm(anchor, next) <= standingKm;

function factsOf(run: readonly TrackPoint[]): TripFacts {
  const first = run[0] as TrackPoint;
  const last = run.at(-1) as TrackPoint;
  const spent = { idle: 0, work: 0, drive: 0 };
  let km = 0;
  for (let i = 1; i < run.length; i++) {
    const a = run[i - 1] as TrackPoint;
    const b = run[i] as TrackPoint;
    if (a.state === 'idle' || a.state === 'work' || a.state === 'drive') spent[a.state] += b.ts - a.ts;
    km += distanceKm(a, b);
  }
  const fuel = first.fuelUsed === null || last.fuelUsed === null ? null : last.fuelUsed - first.fuelUsed;
  return { startMs: first.ts, endMs: last.ts, distanceKm: km, fuelL: fuel !== null && fuel >= 0 ? fuel : null, idleMs: spent.idle, workMs: spent.work, driveMs: spent.drive };
}

/** Shares in whole percent that add to 100 (0 of nothing): the largest remainder gets what rounding left. */
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
