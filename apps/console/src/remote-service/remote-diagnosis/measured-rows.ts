import type { Measured } from '@headland/contracts/diagnosis';
import { monitorItems, plausibleValue } from '@headland/domain/diagnosis/items';
import type { z } from 'zod';
import { indexAt, type Rows, spansOf } from '../../ui/plot/spans';

type Part = Pick<z.output<typeof Measured>['parts'][number], 't0' | 'period' | 'rows'>;
type Cell = number | null;

/** Rows that are summed up together, for figures over hours. */
const summedRows = 64;
/** Rows for which there is room at first: a quarter more than are kept, so that they are moved seldom. */
const roomFor = (keepMs: number, period: number): number =>
  Number.isFinite(keepMs) ? Math.ceil((keepMs / period) * 1.25) + 64 : 1_024;

/**
 * Measured rows as charts take them: one array of moments (seconds of the device clock) and one of values for each item, NaN where there is none, of which
 * `first` up to `end` count. They are written in place, so that hours of rows leave nothing behind, and forget what is older than they keep. A row that
 * never came leaves a row without values behind, which a chart shows as a gap, and is counted.
 */
export class MeasuredRows implements Rows {
  t: Float64Array<ArrayBuffer>;
  columns: Float64Array<ArrayBuffer>[];
  first = 0;
  end = 0;
  moved = 0;
  rewritten = 0;
  /** the device clock is so far behind ours */
  offsetMs = 0;
  /** rows that ought to have come and did not, of those that are kept */
  dropped = 0;
  private readonly ears = new Set<() => void>();

  constructor(
    readonly items: readonly string[],
    readonly period: number,
    private readonly keepMs = Infinity,
  ) {
    const room = roomFor(keepMs, period);
    this.t = new Float64Array(room);
    this.columns = items.map(() => new Float64Array(room));
  }

  onChange(ear: () => void): () => void {
    this.ears.add(ear);
    return () => void this.ears.delete(ear);
  }

  /** The moments between which there are rows, in epoch ms of our clock; null without rows. */
  span(): [number, number] | null {
    return this.first === this.end
      ? null
      : [this.msAt(this.first) + this.offsetMs, this.msAt(this.end - 1) + this.offsetMs];
  }
  /** The newest row, ms of the device clock; null without rows. */
  lastMs = (): number | null => (this.first === this.end ? null : this.msAt(this.end - 1));

  /** Rows as they come. Answers the row after which some are missing, in ms of the device clock; null where none is. */
  add(part: Part): number | null {
    const before = this.lastMs();
    const missing = this.append(part.t0, part.period, part.rows);
    // of a gap that is there: a terminal says again what was not heard
    if (this.dropped > 0 && before !== null && part.rows.some((_, k) => this.lacks(part.t0 + k * part.period)))
      this.fill([part]);
    else {
      this.trim();
      this.tell();
    }
    return missing > 0 ? before : null;
  }

  /** Rows that were read: those that are there already stay, what was missing is put in its place. */
  fill(parts: readonly Part[]): void {
    const byTime = new Map<number, Cell[]>();
    for (let i = this.first; i < this.end; i++)
      if (!this.isGap(i))
        byTime.set(
          this.msAt(i),
          this.columns.map((c) => c[i] ?? NaN),
        );
    for (const { t0, period, rows } of parts)
      for (const [k, row] of rows.entries()) if (!byTime.has(t0 + k * period)) byTime.set(t0 + k * period, row);
    [this.first, this.end, this.moved, this.dropped] = [0, 0, 0, 0];
    this.rewritten++;
    for (const [t, row] of [...byTime].sort(([a], [b]) => a - b)) this.append(t, this.period, [row]);
    this.trim();
    this.tell();
  }

  /** Least, greatest and mean of a column between two moments of our clock; null where it has no value there. */
  stats(column: number, from: number, to: number): { min: number; max: number; mean: number } | null {
    const values = this.columns[column];
    const [begin, end] = [indexAt(this, (from - this.offsetMs) / 1000), indexAt(this, (to - this.offsetMs + 1) / 1000)];
    let [n, sum, min, max] = [0, 0, Infinity, -Infinity];
    const spans = spansOf(this, (this.period / 1000) * summedRows);
    for (const [i, span] of spans.entries()) {
      const low = Math.max(begin, this.first, span.from - this.moved);
      const next = (spans[i + 1]?.from ?? this.moved + this.end) - this.moved;
      const high = Math.min(end, next);
      if (low >= high) continue;
      if (low === span.from - this.moved && high === next) {
        n += span.count[column] ?? 0;
        sum += span.sum[column] ?? 0;
        min = Math.min(min, span.least[column] ?? Infinity);
        max = Math.max(max, span.greatest[column] ?? -Infinity);
        continue;
      }
      for (let k = low; k < high; k++) {
        const v = values?.[k] ?? NaN;
        if (Number.isNaN(v)) continue;
        n++;
        sum += v;
        if (v < min) min = v;
        if (v > max) max = v;
      }
    }
    return n === 0 ? null : { min, max, mean: sum / n };
  }

  /** The newest row's value; null where the sensor said nothing in it. */
  newest = (column: number): Cell => (this.first === this.end ? null : this.valueAt(column, this.end - 1));

  /** The row nearest to a moment of the device clock in seconds; null without rows. */
  nearest(at: number): { at: number; value: (column: number) => Cell } | null {
    if (this.first === this.end) return null;
    const after = Math.min(indexAt(this, at), this.end - 1);
    const row = after > this.first && at - (this.t[after - 1] ?? 0) < (this.t[after] ?? 0) - at ? after - 1 : after;
    return { at: this.msAt(row) + this.offsetMs, value: (column) => this.valueAt(column, row) };
  }

  private append(t0: number, period: number, rows: readonly (readonly Cell[])[]): number {
    let missing = 0;
    for (const [k, row] of rows.entries()) {
      const at = t0 + k * period;
      const last = this.lastMs();
      // it came twice, or late
      if (last !== null && at <= last) continue;
      if (last !== null && at - last > this.period * 1.5) {
        missing += Math.round((at - last) / this.period) - 1;
        this.push(last + 1, []);
      }
      this.push(at, row);
    }
    this.dropped += missing;
    return missing;
  }

  private push(at: number, row: readonly Cell[]): void {
    if (this.end === this.t.length) this.makeRoom();
    this.t[this.end] = at / 1000;
    for (const [c, column] of this.columns.entries())
      column[this.end] = plausible(this.items[c] ?? '', row[c] ?? null) ?? NaN;
    this.end++;
  }

  /** What is forgotten makes room; only where that is little, the arrays grow. */
  private makeRoom(): void {
    const [from, end] = [this.first, this.end];
    const room = from > this.t.length / 8 ? this.t.length : this.t.length * 2;
    const moved = (old: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
      if (room === old.length) return old.copyWithin(0, from, end);
      const grown = new Float64Array(room);
      grown.set(old.subarray(from, end));
      return grown;
    };
    this.t = moved(this.t);
    this.columns = this.columns.map(moved);
    [this.first, this.end, this.moved] = [0, end - from, this.moved + from];
  }

  private trim(): void {
    const last = this.lastMs();
    if (last !== null && last - this.msAt(this.first) > this.keepMs)
      this.first = indexAt(this, (last - this.keepMs) / 1000);
  }

  /** An empty row that only opens a gap stands a millisecond after the one before it. */
  private isGap = (i: number): boolean => i > this.first && this.msAt(i) - this.msAt(i - 1) === 1;
  private lacks(at: number): boolean {
    const i = indexAt(this, (at - 0.5) / 1000);
    return i > this.first && i < this.end && this.msAt(i) !== at;
  }
  private msAt = (i: number): number => Math.round((this.t[i] ?? 0) * 1000);
  private valueAt(column: number, i: number): Cell {
    const v = this.columns[column]?.[i] ?? NaN;
    return Number.isNaN(v) ? null : v;
  }

  private tell(): void {
    for (const ear of this.ears) ear();
  }
}

/** What a broken sensor says is no value; an item of a newer unit is taken as it comes. */
const plausible = (item: string, value: Cell): Cell => (monitorItems.has(item) ? plausibleValue(item, value) : value);
