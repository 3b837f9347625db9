import type { Point } from './run';

/**
 * Seconds from the last moment at or under `from` to the first at `to`, after the lowest point; 0 if it never fell to
 * `from`. After a command that found it there, from the command on: the time without a response counts. Null: it never
 * reached `to`.
 */
export function riseTime(seen: readonly Point[], from: number, to: number, commandedAt: number | null): number | null {
  const reached = seen.findIndex((p, i) => p.value >= to && seen.slice(0, i).some((q) => q.value < to));
  if (reached < 0) return seen.every((p) => p.value >= to) ? 0 : null;
  const before = seen.slice(0, reached);
  const low = before.reduce((least, p, i) => ((before[least]?.value ?? Infinity) < p.value ? least : i), 0);
  const last = before.reduce((found, p, i) => (p.value <= from ? i : found), -1);
  const isCommanded = commandedAt !== null && (seen[0]?.value ?? Infinity) <= from;
  const begin = isCommanded
    ? commandedAt
    : last >= 0
      ? crossing(before[last], seen[last + 1], from)
      : (before[low]?.atS ?? 0);
  return Math.max(0, crossing(seen[reached - 1], seen[reached], to) - begin);
}

/**
 * Seconds from the last moment at `from` or above to the first at `to` or under; after a command that found it there,
 * from the command on. `ended` false: the record ends before.
 */
export function decayTime(
  seen: readonly Point[],
  from: number,
  to: number,
  commandedAt: number | null,
): { took: number | null; ended: boolean } {
  const [first, last] = [seen[0], seen.at(-1)];
  if (first === undefined || last === undefined || seen.length < 2 || first.value <= to)
    return { took: null, ended: false };
  const down = seen.findIndex((p) => p.value <= to);
  const until = down < 0 ? seen : seen.slice(0, down);
  const high = until.reduce((found, p, i) => (p.value >= from ? i : found), -1);
  // it has not begun to come down, or never was so high
  const begin =
    commandedAt !== null && first.value >= from
      ? commandedAt
      : high < 0 || high === seen.length - 1
        ? first.atS
        : crossing(until[high], seen[high + 1], from);
  return down < 0
    ? { took: last.atS - begin, ended: false }
    : { took: Math.max(0, crossing(seen[down - 1], seen[down], to) - begin), ended: true };
}

/** When a line between two samples crosses a level. */
function crossing(a: Point | undefined, b: Point | undefined, level: number): number {
  if (a === undefined || b === undefined || a.value === b.value) return (b ?? a)?.atS ?? 0;
  const share = (level - a.value) / (b.value - a.value);
  return a.atS + (b.atS - a.atS) * Math.min(1, Math.max(0, share));
}

/**
 * The largest deviation of an item from its command once it had `maxS` to follow; null if the command never changed or
 * there is no later sample.
 */
export function worstFollowing(commands: readonly Point[], seen: readonly Point[], maxS: number): number | null {
  const changes = commands.filter((p, i) => i === 0 || p.value !== commands[i - 1]?.value);
  if (changes.length < 2) return null;
  let worst: number | null = null;
  for (const [i, change] of changes.entries()) {
    const until = changes[i + 1]?.atS ?? Infinity;
    const settled = seen.filter((p) => p.atS >= change.atS + maxS && p.atS < until);
    // a short step that ends early cannot be judged
    if (settled.length === 0 && until - change.atS > maxS) return null;
    for (const p of settled) worst = Math.max(worst ?? 0, Math.abs(p.value - change.value));
  }
  return worst;
}
