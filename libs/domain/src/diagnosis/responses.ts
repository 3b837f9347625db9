import { covers, isLost, type Moment, type Point, tolerance } from './run';

/** Seconds that something took, and between which bounds for certain: they are apart where the rows at its ends are lost. */
export interface Took {
  s: number;
  leastS: number;
  mostS: number;
}

/**
 * Time from the last moment at or under `from` to the first at `to`, after the lowest point; 0 if it never fell under
 * `to`. After a command that found it at `from`, from the command on: the time without a response counts. Null: it never
 * reached `to`.
 */
export function riseTime(seen: readonly Point[], from: number, to: number, commandedAt: Moment | null): Took | null {
  const reached = seen.findIndex((p, i) => p.value >= to && seen.slice(0, i).some((q) => q.value < to));
  if (reached < 0)
    // a dip may be lost with its rows
    return seen.every((p) => p.value >= to) ? { s: 0, leastS: 0, mostS: longestLost(seen, commandedAt) } : null;
  const before = seen.slice(0, reached);
  const low = before.reduce((least, p, i) => ((before[least]?.value ?? Infinity) < p.value ? least : i), 0);
  const last = before.reduce((found, p, i) => (p.value <= from ? i : found), -1);
  const isCommanded = commandedAt !== null && (seen[0]?.value ?? Infinity) <= from;
  const begin = isCommanded
    ? commandedAt
    : last >= 0
      ? crossing(before[last], seen[last + 1], from)
      : beganAt(before[low] as Point, low === 0 ? commandedAt : null);
  return between(begin, crossing(seen[reached - 1], seen[reached], to));
}

/**
 * Time from the last moment at `from` or above to the first at `to` or under; after a command that found it there,
 * from the command on if `withDelay`. Where the record ends before, it took longer. Null: it began at `to`.
 */
export function decayTime(
  seen: readonly Point[],
  { from, to, withDelay }: { from: number; to: number; withDelay: boolean },
  commandedAt: Moment | null,
): Took | null {
  const [first, last] = [seen[0], seen.at(-1)];
  if (first === undefined || last === undefined || seen.length < 2 || first.value <= to) return null;
  const down = seen.findIndex((p) => p.value <= to);
  const until = down < 0 ? seen : seen.slice(0, down);
  const high = until.reduce((found, p, i) => (p.value >= from ? i : found), -1);
  const begin =
    withDelay && commandedAt !== null && first.value >= from
      ? commandedAt
      : high < 0 || high === seen.length - 1
        ? // it has not begun to come down, or never was so high
          beganAt(first, commandedAt)
        : crossing(until[high], seen[high + 1], from);
  return down < 0
    ? { ...between(begin, exactly(last.atS)), mostS: Infinity }
    : between(begin, crossing(seen[down - 1], seen[down], to));
}

/** When a line between two samples crosses a level; somewhere between them where rows are lost. */
function crossing(a: Point | undefined, b: Point | undefined, level: number): Moment {
  if (a === undefined || b === undefined || a.value === b.value) return exactly((b ?? a)?.atS ?? 0);
  const share = (level - a.value) / (b.value - a.value);
  const atS = a.atS + (b.atS - a.atS) * Math.min(1, Math.max(0, share));
  return isLost(a, b) ? { atS, earliestS: a.atS, latestS: b.atS } : exactly(atS);
}

const exactly = (atS: number): Moment => ({ atS, earliestS: atS, latestS: atS });
const between = (begin: Moment, end: Moment): Took => ({
  s: Math.max(0, end.atS - begin.atS),
  leastS: Math.max(0, end.earliestS - begin.latestS),
  mostS: Math.max(0, end.latestS - begin.earliestS),
});

/** It began with this row; perhaps before, where rows since the command are lost. */
const beganAt = (first: Point, commandedAt: Moment | null): Moment => ({
  ...exactly(first.atS),
  ...(commandedAt !== null && isLostSince(commandedAt, first) ? { earliestS: commandedAt.earliestS } : {}),
});

const isLostSince = (command: Moment, first: Point): boolean =>
  command.earliestS < command.latestS || isLost({ ...first, atS: command.latestS }, first);

/** The longest time without rows, from the command on; 0 if none is lost. */
function longestLost(seen: readonly Point[], commandedAt: Moment | null): number {
  const [first] = seen;
  const before = first !== undefined && commandedAt !== null && isLostSince(commandedAt, first);
  return seen.reduce(
    (longest, p, i) => {
      const last = seen[i - 1];
      return last !== undefined && isLost(last, p) ? Math.max(longest, p.atS - last.atS) : longest;
    },
    before ? first.atS - commandedAt.earliestS : 0,
  );
}

/**
 * The largest deviation of an item from its command once it had `maxS` to follow; null if the command never changed or
 * nothing came later. `isWhole`: each change was seen, and most of what followed it.
 */
export function worstFollowing(
  commands: readonly Point[],
  seen: readonly Point[],
  maxS: number,
): { worst: number | null; isWhole: boolean } {
  const changes = commands.flatMap((p, i) => {
    const last = commands[i - 1];
    return i === 0 || p.value !== last?.value ? [{ ...p, isSeen: last === undefined || !isLost(last, p) }] : [];
  });
  if (changes.length < 2) return { worst: null, isWhole: false };
  const lastCommand = commands.at(-1);
  let worst: number | null = null;
  let isWhole = true;
  for (const [i, change] of changes.entries()) {
    const until = changes[i + 1]?.atS ?? Infinity;
    const due = change.atS + maxS;
    const settled = seen.filter((p) => p.atS >= due - tolerance && p.atS < until);
    const dueS = Math.min(until, (lastCommand?.atS ?? 0) + (lastCommand?.periodS ?? 0)) - due;
    // a short step that ends early cannot be judged
    const isShort = dueS <= 0 && until < Infinity;
    isWhole &&= change.isSeen && (isShort || covers(settled, dueS));
    for (const p of settled) worst = Math.max(worst ?? 0, Math.abs(p.value - change.value));
  }
  return { worst, isWhole };
}
