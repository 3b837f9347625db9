/**
 * The committed messages of one device, topic and boot. Sequence numbers count from 1, so the set is almost always one
 * growing range; a dead spot leaves a gap that closes hours later. It answers three questions: is this message a
 * duplicate, what is missing, and what may `down/ack` confirm. Ranges are inclusive, sorted, and never adjacent.
 */
export type Ranges = readonly (readonly [from: number, to: number])[];
export const noRanges: Ranges = [];

export function has(ranges: Ranges, seq: number): boolean {
  const range = ranges[indexFrom(ranges, seq)];
  return range !== undefined && range[0] <= seq;
}

/** The set with `seq` added; the same object if it was already there. */
export function add(ranges: Ranges, seq: number): Ranges {
  const last = ranges.at(-1);
  if (last === undefined) return [[seq, seq]];
  // the usual case: the next message, or one after a gap
  if (ranges.length === 1 && seq === last[1] + 1) return [[last[0], seq]];
  if (seq > last[1]) return seq === last[1] + 1 ? [...ranges.slice(0, -1), [last[0], seq]] : [...ranges, [seq, seq]];
  const at = indexFrom(ranges, seq);
  const right = ranges[at];
  if (right !== undefined && right[0] <= seq) return ranges;
  const left = ranges[at - 1];
  const touchesLeft = left !== undefined && left[1] === seq - 1;
  const touchesRight = right !== undefined && right[0] === seq + 1;
  const merged = [touchesLeft ? left[0] : seq, touchesRight ? right[1] : seq] as const;
  return [...ranges.slice(0, touchesLeft ? at - 1 : at), merged, ...ranges.slice(touchesRight ? at + 1 : at)];
}

/** Gaps that an acknowledgement names. */
const mostNamed = 50;
/** Maximum ranges of one stream; callers of `crowded` must reduce them: beyond a gap without a name nothing is ever confirmed. */
export const mostRanges = mostNamed;
export const crowded = (ranges: Ranges): boolean => ranges.length > mostRanges;

/** The set with its lowest gap counted as received: it will not be sent any more. */
export function giveUpLowestGap(ranges: Ranges): Ranges {
  const [first, second, ...rest] = ranges;
  if (first === undefined || second === undefined) return ranges;
  return first[0] > 1 ? [[1, first[1]], second, ...rest] : [[first[0], second[1]], ...rest];
}

/** The set with its lowest gaps given up until it is not crowded. */
export function withoutLowestGaps(ranges: Ranges): Ranges {
  const [first, ...rest] = ranges.slice(-mostRanges);
  return first === undefined || !crowded(ranges) ? ranges : [[1, first[1]], ...rest];
}

/** The highest received number; 0 for none. */
export const upTo = (ranges: Ranges): number => ranges.at(-1)?.[1] ?? 0;

/** The gaps from 1 to the highest number received, inclusive, lowest first; at most `limit` of them. */
export function missing(ranges: Ranges, limit = Number.POSITIVE_INFINITY): [number, number][] {
  const gaps: [number, number][] = [];
  let next = 1;
  for (const [from, to] of ranges) {
    if (gaps.length >= limit) break;
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  return gaps;
}

/**
 * The content of `down/ack`: everything up to `upTo` is committed except `missing`. If there are more gaps than fit,
 * `upTo` ends before the first unnamed gap: the message stays true, and the rest follows once those have closed.
 */
export function acknowledgement(ranges: Ranges, limit = mostNamed): { upTo: number; missing: [number, number][] } {
  const gaps = missing(ranges, limit + 1);
  const unnamed = gaps[limit];
  return unnamed === undefined
    ? { upTo: upTo(ranges), missing: gaps }
    : { upTo: unnamed[0] - 1, missing: gaps.slice(0, limit) };
}

const highest = 2 ** 31 - 1;
/**
 * Text of a PostgreSQL int4multirange: `{[1,501),[600,601)}`. The highest int4 has no successor, so a range up to it is
 * left open.
 */
export const toMultirange = (ranges: Ranges): string =>
  `{${ranges.length === 1 ? rangeText(ranges[0] as [number, number]) : ranges.map(rangeText).join(',')}}`;
const rangeText = ([from, to]: readonly [number, number]): string => `[${from},${to >= highest ? '' : to + 1})`;

export function parseMultirange(text: string): Ranges {
  return Array.from(
    text.matchAll(/\[(\d+),(\d*)\)/gu),
    ([, from, end]) => [Number(from), end === '' ? highest : Number(end) - 1] as const,
  );
}

/** Index of the first range that ends at `seq` or later. */
function indexFrom(ranges: Ranges, seq: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.[1] ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
