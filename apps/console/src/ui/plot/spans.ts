/** Rows of equal distance in typed arrays: moments in seconds, a value of each column or NaN, from `first` up to `end` (not included). */
export interface Rows {
  readonly t: Float64Array;
  readonly columns: readonly Float64Array[];
  readonly first: number;
  readonly end: number;
  /** ms */
  readonly period: number;
  /** rows before the first place of the arrays that have been forgotten: a row's number is `moved` and its place */
  readonly moved: number;
  /** changes when rows that were there are others */
  readonly rewritten: number;
}

/** What is known of the rows of one span of time, column by column. */
export interface Span {
  /** seconds */
  begins: number;
  /** number of its first row */
  from: number;
  least: number[];
  greatest: number[];
  leastFirst: boolean[];
  sum: number[];
  count: number[];
  missing: boolean[];
}

/** Rows aggregated in fixed spans of time: each row is read once, for all callers. */
class Spans {
  readonly list: Span[] = [];
  private next = 0;
  private rewritten = -1;

  constructor(
    private readonly rows: Rows,
    private readonly width: number,
  ) {}

  upToNow(): readonly Span[] {
    const { rows, list, width } = this;
    if (rows.rewritten !== this.rewritten) {
      list.length = 0;
      this.next = 0;
      this.rewritten = rows.rewritten;
    }
    for (let i = Math.max(rows.first, this.next - rows.moved); i < rows.end; i++) this.take(i);
    this.next = rows.moved + rows.end;
    const oldest = rows.t[rows.first] ?? Infinity;
    let gone = 0;
    while (gone < list.length && (list[gone]?.begins ?? 0) + width <= oldest) gone++;
    if (gone > 0) list.splice(0, gone);
    return list;
  }

  private take(i: number): void {
    const { columns, t, moved } = this.rows;
    const begins = Math.floor((t[i] ?? 0) / this.width) * this.width;
    let span = this.list.at(-1);
    if (span === undefined || span.begins !== begins) {
      const all = <T>(value: T): T[] => columns.map(() => value);
      span = {
        begins,
        from: moved + i,
        least: all(Infinity),
        greatest: all(-Infinity),
        leastFirst: all(true),
        sum: all(0),
        count: all(0),
        missing: all(false),
      };
      this.list.push(span);
    }
    for (let c = 0; c < columns.length; c++) {
      const v = columns[c]?.[i] ?? NaN;
      if (Number.isNaN(v)) {
        span.missing[c] = true;
        continue;
      }
      if (v < (span.least[c] ?? Infinity)) {
        span.least[c] = v;
        // one that comes later than a greatest that is there already
        span.leastFirst[c] = span.count[c] === 0;
      }
      if (v > (span.greatest[c] ?? -Infinity)) {
        span.greatest[c] = v;
        if (span.count[c] !== 0) span.leastFirst[c] = true;
      }
      span.sum[c] = (span.sum[c] ?? 0) + v;
      span.count[c] = (span.count[c] ?? 0) + 1;
    }
  }
}

const known = new WeakMap<Rows, Map<number, Spans>>();
/** All spans of so many seconds that these rows fall into, oldest first; a span without a row is not there. */
export function spansOf(rows: Rows, width: number): readonly Span[] {
  const widths = known.get(rows) ?? new Map<number, Spans>();
  known.set(rows, widths);
  const spans = widths.get(width) ?? new Spans(rows, width);
  widths.set(width, spans);
  return spans.upToNow();
}

/** The first row that is not before this moment, in seconds. */
export function indexAt({ t, first, end }: Pick<Rows, 't' | 'first' | 'end'>, at: number): number {
  let [low, high] = [first, end];
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((t[mid] ?? 0) < at) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** The place of the first span that does not begin before this moment. */
export function firstSpan(spans: readonly Span[], at: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((spans[mid]?.begins ?? 0) < at) low = mid + 1;
    else high = mid;
  }
  return low;
}
