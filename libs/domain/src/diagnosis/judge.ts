import type { ItemValues } from '@headland/contracts/device/diagnosis';
import { plausibleValue } from './items';
import type { SetLimit, Symptom, TestDefinition } from './tests';

/**
 * The verdict of a test: one pure function over the measurements, the same for the first run and years later. Each
 * limit has its finding, so a verdict shows its evidence. A missing value never passes: such a result is incomplete,
 * not good.
 */
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
export type Verdict = 'pass' | 'fail' | 'incomplete';
export interface Evidence {
  limit: string;
  eval: SetLimit['eval'];
  item: string | null;
  /** number of the cylinder from 1, in row order */
  cylinder: number | null;
  /** seconds for limits on time, % for a share, else in the item's unit; null: not measured */
  measured: number | null;
  min: number | null;
  max: number | null;
  ok: boolean | null;
  /** the kind of miss */
  symptom: Symptom | null;
}
export interface Judgement {
  verdict: Verdict;
  evidence: Evidence[];
  /** tests, and parts as `replace:…`, to follow up a miss */
  next: string[];
}

export function judge(
  definition: Pick<TestDefinition, 'verdict' | 'steps' | 'signals' | 'next'>,
  measured: Measured,
): Judgement {
  const run = new Run(definition, measured);
  const evidence = definition.verdict.flatMap((limit) => prove(limit, run));
  const verdict = evidence.some((e) => e.ok === false)
    ? 'fail'
    : evidence.length === 0 || evidence.some((e) => e.ok === null)
      ? 'incomplete'
      : 'pass';
  const missed = evidence.flatMap((e) => (e.ok === false ? [e.symptom ?? ('fail' as const)] : []));
  const next = [...new Set(missed.flatMap((symptom) => definition.next[symptom] ?? definition.next.fail ?? []))];
  return { verdict, evidence, next };
}

/** Most of a sampled window must exist for a verdict. */
const coverage = 0.8;

interface Point {
  atS: number;
  value: number;
  /** how long it stands for */
  periodS: number;
}

/** The measurements, by item and step. */
class Run {
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
      return value !== null && filter(s) ? [{ atS: s.atS, value, periodS: s.periodS ?? this.usualPeriodS }] : [];
    });
  }

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
    const last =
      until === undefined ? -1 : this.steps.findIndex((s, i) => i > step && s.op === 'cmd' && s.cmd === until);
    const end = (last < 0 ? null : this.startOf(last)) ?? Infinity;
    return this.series(item, (s) => s.atS >= start && s.atS < end);
  }

  /** When a command was given; null without one. */
  commandedAt(command: string | undefined): number | null {
    const step = command === undefined ? null : this.step(command);
    return step === null ? null : this.startOf(step);
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
const reading = (item: string, value: unknown): number | null =>
  typeof value === 'number' ? plausibleValue(item, value) : null;

function prove(limit: SetLimit, run: Run): Evidence[] {
  const evidence = (more: Partial<Evidence>): Evidence => ({
    limit: limit.id,
    eval: limit.eval,
    item: 'item' in limit ? limit.item : null,
    cylinder: null,
    measured: null,
    min: null,
    max: null,
    ok: null,
    symptom: null,
    ...more,
  });
  switch (limit.eval) {
    case 'range': {
      const bounds = { min: limit.min ?? null, max: limit.max ?? null };
      const each = run.cylinders(limit.item);
      if (each?.length === 0) return [evidence(bounds)];
      if (each !== null)
        return each.map((value, i) =>
          evidence({ ...bounds, cylinder: i + 1, measured: value, ...inside(value, bounds) }),
        );
      const value = reading(limit.item, run.measured.values[limit.item]);
      if (value !== null && limit.during === undefined && limit.window === undefined)
        return [evidence({ ...bounds, measured: value, ...inside(value, bounds) })];
      const { during, window } = limit;
      const seen = run.within(limit.item, during, window);
      const worst = farthest(
        seen.map((p) => p.value),
        bounds,
      );
      const found = inside(worst, bounds);
      const isSampled = during !== undefined || window !== undefined;
      // a value beyond its bounds is a miss, however little of the window was measured
      if (isSampled && found.ok === true && !covers(seen, window === undefined ? run.lengthOf(during) : span(window)))
        return [evidence({ ...bounds, measured: worst })];
      return [evidence({ ...bounds, measured: worst, ...found })];
    }
    case 'inBand': {
      const { target, tol, share, window } = limit;
      const seen = run
        .within(limit.item, limit.during, limit.during === undefined ? window : undefined)
        .filter((p) => inWindow(p, run, limit));
      if (!covers(seen, span(window))) return [evidence({ min: 100 * share })];
      const found = seen.filter((p) => Math.abs(p.value - target) <= tol).length / seen.length;
      const mean = average(seen.map((p) => p.value));
      const symptom: Symptom = mean < target - tol ? 'low' : mean > target + tol ? 'high' : 'unstable';
      return [evidence({ measured: 100 * found, min: 100 * share, ...missedAs(found >= share, symptom) })];
    }
    case 'spread': {
      const each = run.cylinders(limit.item);
      if (each?.length === 0) return [evidence({ max: limit.max })];
      const points = run.within(limit.item, limit.during);
      const seen = each ?? points.map((p) => p.value);
      const known = seen.filter((v) => v !== null);
      const mean = average(known);
      const off = (value: number | null): number | null =>
        value === null || mean === 0 ? null : (100 * (value - mean)) / Math.abs(mean);
      const max = limit.max;
      if (each !== null)
        return each.map((v, i) =>
          evidence({
            cylinder: i + 1,
            measured: off(v),
            min: -max,
            max,
            ...missedAs(
              orNull(off(v), (d) => Math.abs(d) <= max),
              'uneven',
            ),
          }),
        );
      const worst = known.length === 0 ? null : Math.max(...known.map((v) => Math.abs(off(v) ?? 0)));
      if (!covers(points, run.lengthOf(limit.during))) return [evidence({ measured: worst, max })];
      return [
        evidence({
          measured: worst,
          max,
          ...missedAs(
            orNull(worst, (w) => w <= max),
            'unstable',
          ),
        }),
      ];
    }
    case 'rise': {
      const { from, to, maxS } = limit;
      const seen = run.after(limit.item, limit.after, limit.until);
      if (seen.length < 2) return [evidence({ max: maxS })];
      const took = riseTime(seen, from, to, run.commandedAt(limit.after));
      if (took === null) return [evidence({ max: maxS, ok: false, symptom: 'low' })];
      return [evidence({ measured: took, max: maxS, ...missedAs(took <= maxS, 'slow') })];
    }
    case 'decay': {
      const bounds = { min: limit.minS ?? null, max: limit.maxS ?? null };
      const seen = run.after(limit.item, limit.after, limit.until);
      // a time that must not be too short begins with the fall itself
      const commandedAt = limit.minS === undefined ? run.commandedAt(limit.after) : null;
      const { took, ended } = decayTime(seen, limit.from, limit.to, commandedAt);
      if (took === null) return [evidence(bounds)];
      // it has not come down yet: it lasts at least this long
      if (!ended) {
        if (limit.maxS !== undefined && took > limit.maxS)
          return [evidence({ ...bounds, measured: took, ok: false, symptom: 'slow' })];
        return [
          evidence({
            ...bounds,
            measured: took,
            ok: limit.maxS === undefined && limit.minS !== undefined && took >= limit.minS ? true : null,
          }),
        ];
      }
      const { ok, symptom } = inside(took, bounds);
      return [
        evidence({
          ...bounds,
          measured: took,
          ok,
          symptom: symptom === 'low' ? 'fast' : symptom === 'high' ? 'slow' : null,
        }),
      ];
    }
    case 'step': {
      const worst = worstFollowing(run.series(limit.command), run.series(limit.item), limit.maxS);
      return [
        evidence({
          measured: worst,
          max: limit.tol,
          ...missedAs(
            orNull(worst, (w) => w <= limit.tol),
            'stuck',
          ),
        }),
      ];
    }
    case 'gain': {
      const bounds = { min: limit.min ?? null, max: limit.max ?? null };
      const seen = run.within(limit.item, limit.during);
      const [first, last] = [seen[0], seen.at(-1)];
      const gained = seen.length < 2 || first === undefined || last === undefined ? null : last.value - first.value;
      if (!covers(seen, run.lengthOf(limit.during))) return [evidence({ ...bounds, measured: gained })];
      return [evidence({ ...bounds, measured: gained, ...inside(gained, bounds) })];
    }
    case 'difference': {
      const both = [run.series(limit.item), run.series(limit.to)];
      const [a, b] = both.map((s) => (s.length === 0 ? null : average(s.map((p) => p.value))));
      const apart = typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) : null;
      if (!both.every((s) => covers(s, run.lengthOf(undefined))))
        return [evidence({ measured: apart, max: limit.max })];
      return [
        evidence({
          measured: apart,
          max: limit.max,
          ...missedAs(
            orNull(apart, (d) => d <= limit.max),
            'apart',
          ),
        }),
      ];
    }
    case 'confirm': {
      const value = run.measured.confirms[limit.key];
      return [evidence({ item: limit.key, ...missedAs(typeof value === 'boolean' ? value : null, 'fail') })];
    }
    case 'seen': {
      const value = run.measured.confirms[limit.key];
      if (typeof value !== 'number') return [evidence({})];
      const points = run.series(limit.item).map((p) => p.value);
      const measured =
        reading(limit.item, run.measured.values[limit.item]) ?? (points.length === 0 ? null : average(points));
      const bounds = { min: value - limit.tol, max: value + limit.tol };
      return [evidence({ ...bounds, measured, ...inside(measured, bounds) })];
    }
    case 'equal': {
      const [read, wanted] = [run.measured.values[limit.item], run.measured.args[limit.arg]];
      return [
        evidence(missedAs(typeof read === 'string' && typeof wanted === 'string' ? read === wanted : null, 'fail')),
      ];
    }
    case 'wait': {
      const waited = run.measured.values['waited.s'];
      const length = typeof waited === 'number' ? waited : run.lengthS;
      return [
        evidence({
          measured: length,
          min: limit.s,
          ...missedAs(
            orNull(length, (l) => l >= limit.s),
            'fail',
          ),
        }),
      ];
    }
  }
}

const missedAs = (ok: boolean | null, symptom: Symptom): Pick<Evidence, 'ok' | 'symptom'> => ({
  ok,
  symptom: ok === false ? symptom : null,
});
const orNull = (value: number | null, isInBounds: (v: number) => boolean): boolean | null =>
  value === null ? null : isInBounds(value);
const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, v) => sum + v, 0) / values.length;

interface Bounds {
  min: number | null;
  max: number | null;
}
function inside(value: number | null, { min, max }: Bounds): Pick<Evidence, 'ok' | 'symptom'> {
  if (value === null) return { ok: null, symptom: null };
  if (min !== null && value < min) return { ok: false, symptom: 'low' };
  return max !== null && value > max ? { ok: false, symptom: 'high' } : { ok: true, symptom: null };
}

/** The worst value by the bounds; null if there is none. */
function farthest(values: readonly number[], { min, max }: Bounds): number | null {
  if (values.length === 0) return null;
  const by = (v: number): number => Math.max(min === null ? -Infinity : min - v, max === null ? -Infinity : v - max);
  return values.reduce((worst, v) => (by(v) > by(worst) ? v : worst));
}

function inWindow(p: Point, run: Run, { during, window }: Extract<SetLimit, { eval: 'inBand' }>): boolean {
  const step = run.step(during);
  const start = step === null ? null : run.startOf(step);
  return start !== null && p.atS - start >= window[0] && p.atS - start <= window[1];
}

const span = ([from, to]: readonly [number, number]): number => to - from;

/**
 * Whether most of these seconds have values, each for its period, or up to the next one. Two values at the ends with
 * nothing between are not enough; a window shorter than two rows needs no more than one.
 */
function covers(seen: readonly Point[], lengthS: number): boolean {
  const periodS = seen.reduce((longest, p) => Math.max(longest, p.periodS), 0);
  if (periodS === 0) return false;
  const dueS = Math.floor(lengthS / periodS + tolerance) * periodS;
  const measuredS = seen.reduce((sum, p, i) => sum + Math.min(p.periodS, (seen[i + 1]?.atS ?? Infinity) - p.atS), 0);
  return measuredS >= coverage * dueS - tolerance;
}
/** Of sums of seconds. */
const tolerance = 1e-6;

/** The median of the distances between rows, s; 0 with fewer than two. */
function usualDistance(rows: readonly Sample[]): number {
  const distances = rows
    .slice(1)
    .map((s, i) => s.atS - (rows[i]?.atS ?? 0))
    .filter((d) => d > 0)
    .sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 2)] ?? 0;
}

/**
 * Seconds from the last moment at or under `from` to the first at `to`, after the lowest point; 0 if it never fell to
 * `from`. After a command that found it there, from the command on: the time without a response counts. Null: it never
 * reached `to`.
 */
function riseTime(seen: readonly Point[], from: number, to: number, commandedAt: number | null): number | null {
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
function decayTime(
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
function worstFollowing(commands: readonly Point[], seen: readonly Point[], maxS: number): number | null {
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
