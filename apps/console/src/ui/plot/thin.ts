import { firstSpan, indexAt, type Rows, spansOf } from './spans';

/** Times, then the values of each line in the form of uPlot: null leaves a gap, undefined nothing. */
export type Lines = [number[], ...(number | null | undefined)[][]];

/** What is kept of values that share a pixel: a line is both, the edges of a band are one each. */
export type Kept = 'both' | 'least' | 'greatest';

/**
 * Lines between two moments with no more points than can be seen: of what falls on one pixel only the least and the greatest, in the order in which they
 * came, so that no peak is lost, and a gap wherever one is. Spans of time are fixed whatever is shown, so a line does not flicker while it
 * moves on. The arrays are written in place: a chart that is drawn twice a second leaves nothing behind. Moments in seconds.
 */
export function thin(
  into: Lines,
  rows: Rows,
  shown: readonly number[],
  from: number,
  to: number,
  pixels: number,
  kept: readonly Kept[] = [],
): Lines {
  const width = spanOf(from, to, pixels, rows.period / 1000);
  const points =
    width === null ? asTheyAre(into, rows, shown, from, to) : extremes(into, rows, shown, from, to, width, kept);
  for (const line of into) line.length = points;
  return into;
}

/**
 * The window as it is drawn: where rows share a pixel it moves on by what shares one, so that between two steps a chart need not be drawn anew. Charts take
 * their steps in turn: `turn` is the offset of this line as a part of a step.
 */
export function stepped(
  from: number,
  to: number,
  pixels: number,
  period: number,
  turn: number,
): [from: number, to: number] {
  const width = spanOf(from, to, pixels, period);
  if (width === null) return [from, to];
  return [(Math.floor(from / width - turn) + turn) * width, (Math.ceil(to / width - turn) + turn) * width];
}

/** Seconds that share a pixel: the period, doubled until that is enough; null where each row has a pixel of its own. */
export function spanOf(from: number, to: number, pixels: number, period: number): number | null {
  let span = period;
  while (span * Math.max(1, pixels) < to - from) span *= 2;
  return span === period ? null : span;
}

function asTheyAre([x, ...lines]: Lines, rows: Rows, shown: readonly number[], from: number, to: number): number {
  const { t, columns } = rows;
  const low = Math.max(rows.first, indexAt(rows, from) - 1);
  const high = Math.max(low, Math.min(rows.end, indexAt(rows, to) + 2));
  for (let i = low; i < high; i++) x[i - low] = t[i] ?? 0;
  for (const [l, c] of shown.entries()) {
    const line = lines[l];
    const column = columns[c];
    if (line === undefined || column === undefined) continue;
    for (let i = low; i < high; i++) {
      const v = column[i] ?? NaN;
      line[i - low] = Number.isNaN(v) ? null : v;
    }
  }
  return high - low;
}

function extremes(
  [x, ...lines]: Lines,
  rows: Rows,
  shown: readonly number[],
  from: number,
  to: number,
  width: number,
  kept: readonly Kept[],
): number {
  let n = 0;
  const spans = spansOf(rows, width);
  for (let s = firstSpan(spans, from - 2 * width); s < spans.length; s++) {
    const span = spans[s];
    if (span === undefined || span.begins - width > to) break;
    x[n] = span.begins + width * 0.25;
    x[n + 1] = span.begins + width * 0.75;
    let hole = false;
    for (let l = 0; l < shown.length; l++) {
      const line = lines[l];
      const c = shown[l] ?? 0;
      if (line === undefined) continue;
      const some = (span.count[c] ?? 0) > 0;
      const leastFirst = span.leastFirst[c] === true;
      const first = kept[l] === 'least' || (leastFirst && kept[l] !== 'greatest') ? span.least[c] : span.greatest[c];
      const second = kept[l] === 'least' || (!leastFirst && kept[l] !== 'greatest') ? span.least[c] : span.greatest[c];
      line[n] = some ? first : null;
      line[n + 1] = some ? second : null;
      hole ||= some && span.missing[c] === true;
    }
    n += 2;
    if (hole) {
      x[n] = span.begins + width * 0.9;
      for (let l = 0; l < shown.length; l++) {
        const line = lines[l];
        const c = shown[l] ?? 0;
        if (line !== undefined) line[n] = (span.count[c] ?? 0) > 0 && span.missing[c] === true ? null : undefined;
      }
      n++;
    }
  }
  return n;
}
