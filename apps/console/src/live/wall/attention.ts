import type { SosSummary } from '@headland/contracts/sos';

type Alert = Pick<SosSummary, 'id' | 'status' | 'late' | 'receivedAt'>;

const freshMs = 10_000;
/** Unacknowledged for longer than this is overdue. */
const urgentMs = 60_000;

/** Not acknowledged; one that arrived an hour late is history. */
export const isWaiting = (sos: Pick<Alert, 'status' | 'late'>): boolean => sos.status === 'raised' && !sos.late;
export const isFresh = (sos: Alert, now: number): boolean =>
  isWaiting(sos) && now - Date.parse(sos.receivedAt) < freshMs;
export const isUrgent = (sos: Alert, now: number): boolean =>
  isWaiting(sos) && now - Date.parse(sos.receivedAt) > urgentMs;

/** The highlighted rows: the newest, and the first of the overdue ones. If all were highlighted, none would be noticed. */
export function inverted(alerts: readonly Alert[], now: number): ReadonlySet<number> {
  const first = alerts.find((sos) => isUrgent(sos, now));
  return new Set([...alerts.filter((sos) => isFresh(sos, now)), ...(first ? [first] : [])].map(({ id }) => id));
}

/** The next alert for the map after `shown`: round robin in the order of the queue; null without any. */
export function nextShown(waiting: readonly { id: number }[], shown: number | null): number | null {
  const at = waiting.findIndex(({ id }) => id === shown);
  return (waiting[(at + 1) % Math.max(1, waiting.length)] ?? null)?.id ?? null;
}

interface Point {
  x: number;
  y: number;
}
/**
 * The position of an arrow to a point outside: where the line from the centre crosses the frame; null if the point is
 * inside.
 */
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
