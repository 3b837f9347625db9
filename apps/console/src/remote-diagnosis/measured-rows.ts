import type { Measured } from '@headland/contracts/diagnosis';
import { monitorItems, plausibleValue } from '@headland/domain/diagnosis/items';
import type { z } from 'zod';

type Part = Pick<z.output<typeof Measured>['parts'][number], 't0' | 'period' | 'rows'>;
type Cell = number | null;

/**
 * Measured rows as charts take them: one array of moments (seconds of the device clock) and one of values for each item, all of the same length. They
 * grow in place, so that a chart which is drawn twice a second allocates nothing, and forget what is older than they keep. A row that never came leaves
 * a row without values behind, which a chart shows as a gap, and is counted.
 */
export class MeasuredRows {
  readonly t: number[] = [];
  readonly columns: Cell[][];
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
    this.columns = items.map(() => []);
  }

  onChange(ear: () => void): () => void {
    this.ears.add(ear);
    return () => void this.ears.delete(ear);
  }

  /** The moments between which there are rows, in epoch ms of our clock; null without rows. */
  span(): [number, number] | null {
    const first = this.t[0];
    const last = this.t.at(-1);
    return first === undefined || last === undefined ? null : [first * 1000 + this.offsetMs, last * 1000 + this.offsetMs];
  }

  /** Rows as they come. Answers whether some are missing before them. */
  add({ t0, period, rows }: Part): boolean {
    const missing = this.append(t0, period, rows);
    this.trim();
    this.tell();
    return missing > 0;
  }

  /** Rows that were read: those that are there already stay, what was missing is put in its place. */
  fill(parts: readonly Part[]): void {
    const byTime = new Map<number, Cell[]>();
    for (const [i, t] of this.t.entries())
      if (!this.isGap(i))
        byTime.set(
          Math.round(t * 1000),
          this.columns.map((c) => c[i] ?? null),
        );
    for (const { t0, period, rows } of parts) for (const [k, row] of rows.entries()) byTime.set(t0 + k * period, row);
    this.clear();
    for (const [t, row] of [...byTime].sort(([a], [b]) => a - b)) this.append(t, this.period, [row]);
    this.trim();
    this.tell();
  }

  /** Least, greatest and mean of a column between two moments of our clock; null where it has no value there. */
  stats(column: number, from: number, to: number): { min: number; max: number; mean: number } | null {
    const values = this.columns[column] ?? [];
    let [n, sum, min, max] = [0, 0, Infinity, -Infinity];
    for (let i = this.indexAt(from); i < this.t.length && (this.t[i] ?? 0) * 1000 + this.offsetMs <= to; i++) {
      const v = values[i];
      if (v === null || v === undefined) continue;
      n++;
      sum += v;
      if (v < min) min = v;
      if (v > max) max = v;
    }
    return n === 0 ? null : { min, max, mean: sum / n };
  }

  /** The newest row's value; null where the sensor said nothing in it. */
  newest = (column: number): Cell => this.columns[column]?.at(-1) ?? null;

  private append(t0: number, period: number, rows: readonly (readonly Cell[])[]): number {
    let missing = 0;
    for (const [k, row] of rows.entries()) {
      const at = t0 + k * period;
      const last = this.lastMs();
      // it came twice, or late: what it would fill is read again
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
    this.t.push(at / 1000);
    for (const [c, column] of this.columns.entries()) column.push(plausible(this.items[c] ?? '', row[c] ?? null));
  }

  /** An empty row that only opens a gap stands a millisecond after the one before it. */
  private isGap = (i: number): boolean => i > 0 && Math.round(((this.t[i] ?? 0) - (this.t[i - 1] ?? 0)) * 1000) === 1;
  private lastMs(): number | null {
    const last = this.t.at(-1);
    return last === undefined ? null : Math.round(last * 1000);
  }

  /** In blocks, so that not each row moves all of them. */
  private trim(): void {
    const most = this.keepMs / this.period;
    if (this.t.length <= most * 1.25) return;
    const gone = this.t.length - Math.floor(most);
    this.t.splice(0, gone);
    for (const column of this.columns) column.splice(0, gone);
  }

  private clear(): void {
    this.t.length = 0;
    for (const column of this.columns) column.length = 0;
    this.dropped = 0;
  }

  private indexAt(ms: number): number {
    let [low, high] = [0, this.t.length];
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((this.t[mid] ?? 0) * 1000 + this.offsetMs < ms) low = mid + 1;
      else high = mid;
    }
    return low;
  }

  private tell(): void {
    for (const ear of this.ears) ear();
  }
}

/** What a broken sensor says is no value; an item of a newer unit is taken as it comes. */
const plausible = (item: string, value: Cell): Cell => (monitorItems.has(item) ? plausibleValue(item, value) : value);
