import type { Answer } from '@headland/contracts/endpoint';
import { type courses, type CourseValue } from '@headland/contracts/course';
import type { Rows } from '../../ui/plot/spans';

export type Course = Answer<typeof courses.read>;
/** Columns of one value in `CourseRows.columns`. */
export interface ValueColumns {
  mean: number;
  low: number;
  high: number;
  /** of derived values there is no band */
  hasBand: boolean;
  /** of everything in the period; null without a value */
  range: readonly [least: number, greatest: number] | null;
}

/**
 * A course on the grid of its period: a row for each interval, NaN where nothing was measured, so that a gap is a gap
 * and a moment names its row.
 */
export class CourseRows implements Rows {
  readonly t: Float64Array;
  readonly columns: Float64Array[] = [];
  readonly first = 0;
  readonly end: number;
  readonly period: number;
  readonly moved = 0;
  readonly rewritten = 0;
  private readonly byValue = new Map<CourseValue, ValueColumns>();

  /** `factorOf`: to the unit in which a value is shown */
  constructor(
    readonly course: Pick<Course, 'from' | 'to' | 'bucketMs' | 'at' | 'charts'>,
    factorOf: (value: CourseValue) => number = () => 1,
  ) {
    const { from, to, bucketMs, at, charts } = course;
    this.period = bucketMs;
    this.end = Math.ceil((to - from) / bucketMs);
    this.t = Float64Array.from({ length: this.end }, (_, i) => (from + i * bucketMs) / 1000);
    const rows = at.map((ms) => Math.round((ms - from) / bucketMs));
    for (const { value, mean, low, high } of charts) {
      const factor = factorOf(value);
      const add = (values: readonly (number | null)[]): number => {
        const column = new Float64Array(this.end).fill(NaN);
        for (const [i, v] of values.entries()) {
          const row = rows[i];
          if (v !== null && row !== undefined) column[row] = v * factor;
        }
        return this.columns.push(column) - 1;
      };
      const columns = { mean: add(mean), low: add(low), high: add(high) };
      const hasBand = low.some((v) => v !== null);
      const range = rangeOf(Object.values(columns).map((c) => this.columns[c] ?? new Float64Array()));
      this.byValue.set(value, { ...columns, hasBand, range });
    }
  }

  of(value: CourseValue): ValueColumns | undefined {
    return this.byValue.get(value);
  }
  /** The row that holds this moment; null outside of the period. */
  rowAt(ms: number): number | null {
    const row = Math.floor((ms - this.course.from) / this.period);
    return row >= 0 && row < this.end ? row : null;
  }
  at(row: number): number {
    return this.course.from + row * this.period;
  }
  read(column: number, row: number): number | null {
    const v = this.columns[column]?.[row] ?? NaN;
    return Number.isNaN(v) ? null : v;
  }
}

function rangeOf(columns: readonly Float64Array[]): [number, number] | null {
  let [least, greatest] = [Infinity, -Infinity];
  for (const column of columns)
    for (const v of column) {
      if (v < least) least = v;
      if (v > greatest) greatest = v;
    }
  return least > greatest ? null : [least, greatest];
}

/** A course with its last days as they were read again: all before `tail` stays as it is. */
export function withTail(course: Course, tail: Course | undefined): Course {
  if (tail === undefined || tail.from < course.from || tail.to !== course.to) return course;
  const kept = course.at.findIndex((at) => at >= tail.from);
  const n = kept === -1 ? course.at.length : kept;
  const before = <T extends { at: number }>(marks: readonly T[]): T[] => marks.filter((m) => m.at < tail.from);
  return {
    ...course,
    vehicles: Math.max(course.vehicles, tail.vehicles),
    at: [...course.at.slice(0, n), ...tail.at],
    charts: course.charts.map((chart) => {
      const more = tail.charts.find((c) => c.value === chart.value);
      const join = (a: (number | null)[], b: (number | null)[] | undefined): (number | null)[] => [
        ...a.slice(0, n),
        ...(b ?? tail.at.map(() => null)),
      ];
      return {
        value: chart.value,
        mean: join(chart.mean, more?.mean),
        low: join(chart.low, more?.low),
        high: join(chart.high, more?.high),
      };
    }),
    states: [
      ...course.states.flatMap((s) => (s.from < tail.from ? [{ ...s, to: Math.min(s.to, tail.from) }] : [])),
      ...tail.states,
    ],
    faults: [...tail.faults, ...before(course.faults)],
    sos: [...tail.sos, ...before(course.sos)],
    counting: course.counting,
  };
}
