import type { SosSummary } from '@headland/contracts/sos';

type Call = Pick<SosSummary, 'id' | 'status' | 'late' | 'receivedAt'>;

const freshMs = 10_000;
/** Unacknowledged for longer than this is beyond its time. */
const urgentMs = 60_000;

/** Nobody has acknowledged it; what arrived an hour late is history. */
export const isWaiting = (call: Pick<Call, 'status' | 'late'>): boolean => call.status === 'raised' && !call.late;
export const isFresh = (call: Call, now: number): boolean =>
  isWaiting(call) && now - Date.parse(call.receivedAt) < freshMs;
export const isUrgent = (call: Call, now: number): boolean =>
  isWaiting(call) && now - Date.parse(call.receivedAt) > urgentMs;

/** The rows that invert: what has just come, and the first of those beyond their time. If all did, none would stand out. */
export function inverted(calls: readonly Call[], now: number): ReadonlySet<number> {
  const first = calls.find((call) => isUrgent(call, now));
  return new Set([...calls.filter((call) => isFresh(call, now)), ...(first ? [first] : [])].map(({ id }) => id));
}

/** Whose turn it is on the map after `shown`: each that waits, in the order of the queue, and round again; null where none waits. */
export function nextShown(waiting: readonly { id: number }[], shown: number | null): number | null {
  const at = waiting.findIndex(({ id }) => id === shown);
  return (waiting[(at + 1) % Math.max(1, waiting.length)] ?? null)?.id ?? null;
}

interface Point {
  x: number;
  y: number;
}
/** Where an arrow to a point outside stands: on the way from the middle to it, where the frame ends; null where the point is inside. */
export function arrowTo(
  point: Point,
  width: number,
  height: number,
  inset: number,
): (Point & { degrees: number }) | null {
  const dx = point.x - width / 2;
  const dy = point.y - height / 2;
  if (Math.abs(dx) <= width / 2 && Math.abs(dy) <= height / 2) return null;
  const k = Math.min((width / 2 - inset) / Math.abs(dx), (height / 2 - inset) / Math.abs(dy));
  return { x: width / 2 + dx * k, y: height / 2 + dy * k, degrees: (Math.atan2(dy, dx) * 180) / Math.PI };
}
