import type { Measured } from '@headland/contracts/diagnosis';
import { monitorItems, plausibleValue } from '@headland/domain/diagnosis/items';
import type { z } from 'zod';
import { indexAt, type Rows, spansOf } from '../../ui/plot/spans';

type Part = Pick<z.output<typeof Measured>['parts'][number], 't0' | 'period' | 'rows'>;
type Cell = number | null;

/** Rows summed up together, for statistics over hours. */
const summedRows = 64;
/** Initial capacity: a quarter more than are kept, so that rows are rarely moved. */
const capacityFor = (keepMs: number, period: number): number =>
  Number.isFinite(keepMs) ? Math.ceil((keepMs / period) * 1.25) + 64 : 1_024;

/**
 * Measured rows as arrays for the charts: one of times (seconds of the device clock) and one of values for each item,
 * NaN without a value; `first` up to `end` are valid. Written in place, so that hours of rows produce no garbage, and
 * older rows than `keep` are dropped. Missing rows leave an empty row, which a chart shows as a gap, and are counted.
 */
export class MeasuredRows implements Rows {
  t: Float64Array<ArrayBuffer>;
  columns: Float64Array<ArrayBuffer>[];
  first = 0;
  end = 0;
  moved = 0;
  rewritten = 0;
  /** how far the device clock is behind ours */
  offsetMs = 0;
  /** missing rows within the kept range */
  dropped = 0;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly items: readonly string[],
    readonly period: number,
    private readonly keepMs = Infinity,
  ) {
    const capacity = capacityFor(keepMs, period);
    this.t = new Float64Array(capacity);
    this.columns = items.map(() => new Float64Array(capacity));
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** The range of the rows, in epoch ms of our clock; null without rows. */
  span(): [number, number] | null {
    return this.first === this.end
      ? null
      : [this.msAt(this.first) + this.offsetMs, this.msAt(this.end - 1) + this.offsetMs];
  }
  /** The newest row, ms of the device clock; null without rows. */
  lastMs = (): number | null => (this.first === this.end ? null : this.msAt(this.end - 1));

  /** Appends live rows. Returns the row after which some are missing, in ms of the device clock; null if none is. */
  add(part: Part): number | null {
    const before = this.lastMs();
    const missing = this.append(part.t0, part.period, part.rows);
    // of an existing gap: a terminal resends rows
    if (this.dropped > 0 && before !== null && part.rows.some((_, k) => this.isMissingAfter(part.t0 + k * part.period)))
      this.fill([part]);
    else {
      this.trim();
      this.notify();
    }
    return missing > 0 ? before : null;
  }

  /** Inserts fetched rows: existing ones stay, missing ones are filled in. */
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
    this.notify();
  }

  /** Minimum, maximum and mean of a column between two times of our clock; null without values. */
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

  /** The newest row's value; null if the sensor reported nothing. */
  newest = (column: number): Cell => (this.first === this.end ? null : this.valueAt(column, this.end - 1));

  /** The row nearest to a time of the device clock in seconds; null without rows. */
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
      // a duplicate, or late
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
    if (this.end === this.t.length) this.grow();
    this.t[this.end] = at / 1000;
    for (const [c, column] of this.columns.entries())
      column[this.end] = plausible(this.items[c] ?? '', row[c] ?? null) ?? NaN;
    this.end++;
  }

  /** Reuses the space of dropped rows; the arrays grow only if that is too little. */
  private grow(): void {
    const [from, end] = [this.first, this.end];
    const capacity = from > this.t.length / 8 ? this.t.length : this.t.length * 2;
    const moved = (old: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
      if (capacity === old.length) return old.copyWithin(0, from, end);
      const grown = new Float64Array(capacity);
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

  /** An empty row that only opens a gap is a millisecond after the one before it. */
  private isGap = (i: number): boolean => i > this.first && this.msAt(i) - this.msAt(i - 1) === 1;
  private isMissingAfter(at: number): boolean {
    const i = indexAt(this, (at - 0.5) / 1000);
    return i > this.first && i < this.end && this.msAt(i) !== at;
  }
  private msAt = (i: number): number => Math.round((this.t[i] ?? 0) * 1000);
  private valueAt(column: number, i: number): Cell {
    const v = this.columns[column]?.[i] ?? NaN;
    return Number.isNaN(v) ? null : v;
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

/** A broken sensor's value is none; unknown items of a newer unit are kept as they are. */
const plausible = (item: string, value: Cell): Cell => (monitorItems.has(item) ? plausibleValue(item, value) : value);
