import type { ItemValues } from '@headland/contracts/device/diagnosis';
import { plausibleValue } from './items';
import type { TestDefinition } from './tests';

/** One row of measurements. */
export interface Sample {
  /** seconds since the test began */
  atS: number;
  step: number;
  /** seconds to the next row, as its unit reports them; else the usual distance of the rows */
  periodS?: number;
  values: Readonly<Record<string, number | null>>;
}
export interface Measured {
  samples: readonly Sample[];
  /** the unit's final results, also per cylinder and values read back */
  values: ItemValues;
  /** answers of the person on site and the engineer */
  confirms: Readonly<Record<string, boolean | number>>;
  args: Readonly<Record<string, unknown>>;
  /** how many cylinders the engine has: one that a list leaves out is not measured. Not given: nobody knows */
  cylinders?: number | undefined;
}
/** One value of an item. */
export interface Point {
  atS: number;
  value: number;
  /** how long it stands for */
  periodS: number;
}
/** When something happened; where rows are lost about it, it is only known between which. */
export interface Moment {
  atS: number;
  earliestS: number;
  latestS: number;
}

/** The measurements, by item and step. */
export class Run {
  private readonly ordered: Sample[];
  private readonly steps: TestDefinition['steps'];
  private readonly ofCylinders: ReadonlySet<string>;
  private readonly usualPeriodS: number;

  constructor(
    { steps, signals }: Pick<TestDefinition, 'steps' | 'signals'>,
    readonly measured: Measured,
  ) {
    this.steps = steps;
    this.ofCylinders = new Set(signals.flatMap((s) => (s.per === 'cylinder' ? [s.item] : [])));
    this.ordered = [...measured.samples].sort((a, b) => a.atS - b.atS);
    this.usualPeriodS = usualDistance(this.ordered);
  }

  /** Number of a step: the first with this command, or as given. Null: there is none. */
  step(at: string | number | undefined): number | null {
    if (at === undefined) return 0;
    const index = typeof at === 'number' ? at : this.steps.findIndex((s) => s.op === 'cmd' && s.cmd === at);
    return index < 0 || index >= this.steps.length ? null : index;
  }

  startOf(step: number): number | null {
    return this.ordered.find((s) => s.step >= step)?.atS ?? null;
  }

  /** Values of an item from `fromS` on, without nulls. */
  series(item: string, filter: (s: Sample) => boolean = () => true): Point[] {
    return this.ordered.flatMap((s) => {
      const value = reading(item, s.values[item]);
      return value !== null && filter(s) ? [{ ...this.timesOf(s), value }] : [];
    });
  }
  private timesOf = ({ atS, periodS }: Sample): Pick<Point, 'atS' | 'periodS'> => ({
    atS,
    periodS: periodS ?? this.usualPeriodS,
  });

  /** Within a step, and in it within a window of seconds from its beginning. */
  within(item: string, at: string | number | undefined, window?: readonly [number, number]): Point[] {
    const step = this.step(at);
    if (step === null) return [];
    if (at === undefined && window === undefined) return this.series(item);
    const start = this.startOf(step);
    if (start === null) return [];
    return this.series(item, (s) => {
      const t = s.atS - start;
      return (window === undefined || (t >= window[0] && t <= window[1])) && (at === undefined || s.step === step);
    });
  }

  /** From a command on, up to the next `until` after it. */
  after(item: string, command: string | undefined, until: string | undefined): Point[] {
    const step = this.step(command);
    const start = step === null ? null : this.startOf(step);
    if (step === null || start === null) return [];
    const end = until === undefined ? Infinity : this.overAt(command, until);
    return this.series(item, (s) => s.atS >= start && s.atS < end);
  }

  /** When a command was given; null without one. */
  commandedAt(command: string | undefined): Moment | null {
    const step = command === undefined ? null : this.step(command);
    const first = step === null ? -1 : this.ordered.findIndex((s) => s.step >= step);
    const [before, start] = [this.ordered[first - 1], this.ordered[first]];
    if (start === undefined) return null;
    const isKnown = before === undefined || !isLost(this.timesOf(before), start);
    return { atS: start.atS, earliestS: isKnown ? start.atS : before.atS, latestS: start.atS };
  }

  /** When a limit is over whatever an item does later: with its `until`, else without a command with the last step. */
  overAt(command: string | undefined, until: string | undefined): number {
    const from = this.step(command) ?? 0;
    const last =
      until === undefined
        ? command === undefined
          ? this.steps.length - 1
          : -1
        : this.steps.findIndex((s, i) => i > from && s.op === 'cmd' && s.cmd === until);
    return (last < 0 ? null : this.startOf(last)) ?? Infinity;
  }

  /**
   * Seconds for which a step, or the whole test, should have been measured: those of the catalogue, or more if it took
   * longer. A prompt ends with its answer, so it has none of its own.
   */
  lengthOf(at: string | number | undefined): number {
    const step = this.step(at);
    const steps = at === undefined ? this.steps : this.steps.filter((_, i) => i === step);
    const planned = steps.reduce((sum, s) => sum + (s.op === 'wait' ? s.wait_s : s.op === 'prompt' ? 0 : s.hold_s), 0);
    const rows = at === undefined ? this.ordered : this.ordered.filter((s) => s.step === step);
    const [first, last] = [rows[0], rows.at(-1)];
    return Math.max(planned, first && last ? last.atS - first.atS : 0);
  }

  /**
   * One value per cylinder. Empty for an item of the cylinders of which the unit reported no such list: one value for
   * all of them, or a curve, says nothing about each. Null: the item is not measured per cylinder.
   */
  cylinders(item: string): (number | null)[] | null {
    const list = this.measured.values[item];
    if (Array.isArray(list)) {
      const missing = list.length === 0 ? 0 : Math.max(0, (this.measured.cylinders ?? 0) - list.length);
      return [...list.map((v) => reading(item, v)), ...Array<null>(missing).fill(null)];
    }
    return this.ofCylinders.has(item) ? [] : null;
  }

  get lengthS(): number | null {
    const [first, last] = [this.ordered[0], this.ordered.at(-1)];
    return first && last ? last.atS - first.atS : null;
  }
}

/** A broken sensor's value is unknown: it neither passes nor fails a test. */
export const reading = (item: string, value: unknown): number | null =>
  typeof value === 'number' ? plausibleValue(item, value) : null;

/** Most of a sampled window must exist for a verdict. */
const coverage = 0.8;

/**
 * Whether most of these seconds have values, each for its period, or up to the next one. Two values at the ends with
 * nothing between are not enough; a window shorter than two rows needs no more than one.
 */
export function covers(seen: readonly Point[], lengthS: number): boolean {
  const periodS = seen.reduce((longest, p) => Math.max(longest, p.periodS), 0);
  if (periodS === 0) return false;
  const dueS = Math.floor(lengthS / periodS + tolerance) * periodS;
  const measuredS = seen.reduce((sum, p, i) => sum + Math.min(p.periodS, (seen[i + 1]?.atS ?? Infinity) - p.atS), 0);
  return measuredS >= coverage * dueS - tolerance;
}
/** Of sums of seconds. */
export const tolerance = 1e-6;

/** A gap is a silence of more than this many periods: what happened in it is not known, and no line crosses it. */
export const gapPeriods = 3;
/** Whether rows between these two are lost, or have no value. */
export const isLost = (a: Pick<Point, 'atS' | 'periodS'>, b: Pick<Point, 'atS'>): boolean =>
  b.atS - a.atS > gapPeriods * a.periodS + tolerance;

/** The median of the distances between rows, s; 0 with fewer than two. */
function usualDistance(rows: readonly Sample[]): number {
  const distances = rows
    .slice(1)
    .map((s, i) => s.atS - (rows[i]?.atS ?? 0))
    .filter((d) => d > 0)
    .sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 2)] ?? 0;
}
