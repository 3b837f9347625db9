import type { TrackPoint } from '@headland/contracts/shared-shapes';
import { gapMs } from '../plot/plot-data';

/** Moments of a track: plain arithmetic, without clock or screen. */
export interface At extends TrackPoint {
  /** no message was received around this time: what is shown is the last before it */
  gap: boolean;
}
/** Where the vehicle was at a moment: between two near points on the straight way, in a gap at the last known one. */
export function pointAt(points: readonly TrackPoint[], ts: number): At | null {
  const i = lastBefore(points, ts, (p) => p.ts);
  const a = points[i];
  if (!a) return points[0] ? { ...points[0], gap: true } : null;
  const b = points[i + 1];
  if (!b) return { ...a, gap: ts - a.ts > gapMs };
  if (b.ts - a.ts > gapMs) return { ...a, gap: true };
  const k = (ts - a.ts) / Math.max(1, b.ts - a.ts);
  return { ...a, ts, lat: a.lat + (b.lat - a.lat) * k, lon: a.lon + (b.lon - a.lon) * k, gap: false };
}

/** The last value of a sensor at a time; null before its first value, and after a gap. */
export function valueAt(values: readonly (readonly [number, number])[], ts: number): number | null {
  const point = values[lastBefore(values, ts, ([at]) => at)];
  return point === undefined || ts - point[0] > gapMs ? null : point[1];
}

/** The index of the last one at or before a moment; -1 before the first. */
function lastBefore<P>(points: readonly P[], ts: number, tsOf: (point: P) => number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const point = points[middle];
    if (point !== undefined && tsOf(point) <= ts) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export interface Segment {
  from: number;
  to: number;
  state: 'off' | 'idle' | 'work' | 'drive';
}
/** Stretches of the same state, for the strip under the slider; a gap belongs to none. */
export function segmentsOf(points: readonly TrackPoint[]): Segment[] {
  const segments: Segment[] = [];
  for (const [i, p] of points.entries()) {
    const next = points[i + 1];
    if (!next || next.ts - p.ts > gapMs || p.state === null) continue;
    const last = segments.at(-1);
    if (last && last.state === p.state && last.to === p.ts) last.to = next.ts;
    else segments.push({ from: p.ts, to: next.ts, state: p.state });
  }
  return segments;
}
