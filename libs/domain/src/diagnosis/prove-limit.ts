import { decayTime, riseTime, type Took, worstFollowing } from './responses';
import { covers, type Point, reading, type Run, tolerance } from './run';
import type { SetLimit, Symptom } from './tests';

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
type Finding = Partial<Evidence>;
type Limit<K extends SetLimit['eval']> = Extract<SetLimit, { eval: K }>;

/** What a limit finds in a run: one piece of evidence, or one for each cylinder. */
export function proveLimit(limit: SetLimit, run: Run): Evidence[] {
  return findingsOf(limit, run).map((found) => ({
    limit: limit.id,
    eval: limit.eval,
    item: 'item' in limit ? limit.item : null,
    cylinder: null,
    measured: null,
    min: null,
    max: null,
    ok: null,
    symptom: null,
    ...found,
  }));
}

function findingsOf(limit: SetLimit, run: Run): Finding[] {
  switch (limit.eval) {
    case 'range':
      return range(limit, run);
    case 'spread':
      return spread(limit, run);
    case 'inBand':
      return [inBand(limit, run)];
    case 'rise':
      return [rise(limit, run)];
    case 'decay':
      return [decay(limit, run)];
    case 'step':
      return [follows(limit, run)];
    case 'gain':
      return [gain(limit, run)];
    case 'difference':
      return [difference(limit, run)];
    case 'confirm':
      return [confirmed(limit, run)];
    case 'seen':
      return [seenOnSite(limit, run)];
    case 'equal':
      return [equal(limit, run)];
    case 'wait':
      return [waited(limit, run)];
  }
}

/** A value of each cylinder, the result of the unit, or the worst value of a window. */
function range(limit: Limit<'range'>, run: Run): Finding[] {
  const { during, window } = limit;
  const bounds = { min: limit.min ?? null, max: limit.max ?? null };
  const each = run.cylinders(limit.item);
  if (each?.length === 0) return [bounds];
  if (each !== null)
    return each.map((value, i) => ({ ...bounds, cylinder: i + 1, measured: value, ...inside(value, bounds) }));
  const value = reading(limit.item, run.measured.values[limit.item]);
  if (value !== null && during === undefined && window === undefined)
    return [{ ...bounds, measured: value, ...inside(value, bounds) }];
  const seen = run.within(limit.item, during, window);
  const worst = farthest(
    seen.map((p) => p.value),
    bounds,
  );
  const found = inside(worst, bounds);
  const isSampled = during !== undefined || window !== undefined;
  // a value beyond its bounds is a miss, however little of the window was measured
  if (isSampled && found.ok === true && !covers(seen, window === undefined ? run.lengthOf(during) : span(window)))
    return [{ ...bounds, measured: worst }];
  return [{ ...bounds, measured: worst, ...found }];
}

/** How far the cylinders, or the values of a step, are from their mean, in %. */
function spread(limit: Limit<'spread'>, run: Run): Finding[] {
  const { max } = limit;
  const each = run.cylinders(limit.item);
  if (each?.length === 0) return [{ max }];
  const points = run.within(limit.item, limit.during);
  const seen = each ?? points.map((p) => p.value);
  const known = seen.filter((v) => v !== null);
  const mean = average(known);
  const off = (value: number | null): number | null =>
    value === null || mean === 0 ? null : (100 * (value - mean)) / Math.abs(mean);
  if (each !== null)
    return each.map((v, i) => {
      const even = orNull(off(v), (d) => Math.abs(d) <= max);
      return { cylinder: i + 1, measured: off(v), min: -max, max, ...missedAs(even, 'uneven') };
    });
  const worst = known.length === 0 ? null : Math.max(...known.map((v) => Math.abs(off(v) ?? 0)));
  if (!covers(points, run.lengthOf(limit.during))) return [{ measured: worst, max }];
  const steady = orNull(worst, (w) => w <= max);
  return [{ measured: worst, max, ...missedAs(steady, 'unstable') }];
}

/** The share of a window within a band around the target. */
function inBand(limit: Limit<'inBand'>, run: Run): Finding {
  const { target, tol, share, window } = limit;
  const seen = run
    .within(limit.item, limit.during, limit.during === undefined ? window : undefined)
    .filter((p) => inWindow(p, run, limit));
  if (!covers(seen, span(window))) return { min: 100 * share };
  const found = seen.filter((p) => Math.abs(p.value - target) <= tol).length / seen.length;
  const mean = average(seen.map((p) => p.value));
  const symptom: Symptom = mean < target - tol ? 'low' : mean > target + tol ? 'high' : 'unstable';
  return { measured: 100 * found, min: 100 * share, ...missedAs(found >= share, symptom) };
}

/** How long an item takes to rise after its command. */
function rise({ item, after, until, from, to, maxS }: Limit<'rise'>, run: Run): Finding {
  const seen = run.after(item, after, until);
  const last = seen.at(-1);
  if (last === undefined || seen.length < 2) return { max: maxS };
  const commandedAt = run.commandedAt(after);
  const took = riseTime(seen, from, to, commandedAt);
  if (took !== null) return { measured: took.s, max: maxS, ...inTime(took, { min: null, max: maxS }) };
  // it has not come, as far as it was measured: a miss only if that is as long as it had time
  const overAt = Math.min((commandedAt?.latestS ?? Infinity) + maxS, run.overAt(after, until));
  const isMeasured = last.atS + last.periodS >= overAt - tolerance;
  return { max: maxS, ...missedAs(isMeasured ? false : null, 'low') };
}

/** How long an item takes to fall after its command. */
function decay(limit: Limit<'decay'>, run: Run): Finding {
  const { minS, maxS } = limit;
  const bounds = { min: minS ?? null, max: maxS ?? null };
  const seen = run.after(limit.item, limit.after, limit.until);
  // a time that must not be too short begins with the fall itself
  const withDelay = minS === undefined;
  const took = decayTime(seen, { ...limit, withDelay }, run.commandedAt(limit.after));
  if (took === null) return bounds;
  // it has not come down yet: how much longer it takes is not known
  return { ...bounds, measured: took.s, ...inTime(took, bounds) };
}

/** A time against its bounds: proved only if it holds, or does not, whatever happened in the rows that are lost. */
function inTime({ leastS, mostS }: Took, { min, max }: Bounds): Pick<Evidence, 'ok' | 'symptom'> {
  if (min !== null && mostS < min) return { ok: false, symptom: 'fast' };
  if (max !== null && leastS > max) return { ok: false, symptom: 'slow' };
  const isProved = (min === null || leastS >= min) && (max === null || mostS <= max);
  return { ok: isProved ? true : null, symptom: null };
}

/** Whether an item follows its command. */
function follows({ command, item, maxS, tol }: Limit<'step'>, run: Run): Finding {
  const { worst, isWhole } = worstFollowing(run.series(command), run.series(item), maxS);
  const isNear = orNull(worst, (w) => w <= tol);
  return { measured: worst, max: tol, ...missedAs(isNear === true && !isWhole ? null : isNear, 'stuck') };
}

/** What an item gains from the beginning of a step to its end. */
function gain(limit: Limit<'gain'>, run: Run): Finding {
  const bounds = { min: limit.min ?? null, max: limit.max ?? null };
  const seen = run.within(limit.item, limit.during);
  const [first, last] = [seen[0], seen.at(-1)];
  const gained = seen.length < 2 || first === undefined || last === undefined ? null : last.value - first.value;
  if (!covers(seen, run.lengthOf(limit.during))) return { ...bounds, measured: gained };
  return { ...bounds, measured: gained, ...inside(gained, bounds) };
}

/** How far the means of two items are apart. */
function difference({ item, to, max }: Limit<'difference'>, run: Run): Finding {
  const both = [run.series(item), run.series(to)];
  const [a, b] = both.map((s) => (s.length === 0 ? null : average(s.map((p) => p.value))));
  const apart = typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) : null;
  if (!both.every((s) => covers(s, run.lengthOf(undefined)))) return { measured: apart, max };
  const near = orNull(apart, (d) => d <= max);
  return { measured: apart, max, ...missedAs(near, 'apart') };
}

/** The answer of somebody: yes or no. */
function confirmed({ key }: Limit<'confirm'>, run: Run): Finding {
  const value = run.measured.confirms[key];
  return { item: key, ...missedAs(typeof value === 'boolean' ? value : null, 'fail') };
}

/** The value that somebody reads on site, against what the unit measured. */
function seenOnSite({ key, item, tol }: Limit<'seen'>, run: Run): Finding {
  const value = run.measured.confirms[key];
  if (typeof value !== 'number') return {};
  const points = run.series(item).map((p) => p.value);
  const measured = reading(item, run.measured.values[item]) ?? (points.length === 0 ? null : average(points));
  const bounds = { min: value - tol, max: value + tol };
  return { ...bounds, measured, ...inside(measured, bounds) };
}

/** A value that was read back, against the one that was written. */
function equal({ item, arg }: Limit<'equal'>, run: Run): Finding {
  const [read, wanted] = [run.measured.values[item], run.measured.args[arg]];
  return missedAs(typeof read === 'string' && typeof wanted === 'string' ? read === wanted : null, 'fail');
}

/** Whether the test has waited long enough. */
function waited({ s }: Limit<'wait'>, run: Run): Finding {
  const reported = run.measured.values['waited.s'];
  const length = typeof reported === 'number' ? reported : run.lengthS;
  const isLongEnough = orNull(length, (l) => l >= s);
  return { measured: length, min: s, ...missedAs(isLongEnough, 'fail') };
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

function inWindow(p: Point, run: Run, { during, window }: Limit<'inBand'>): boolean {
  const step = run.step(during);
  const start = step === null ? null : run.startOf(step);
  return start !== null && p.atS - start >= window[0] && p.atS - start <= window[1];
}

const span = ([from, to]: readonly [number, number]): number => to - from;
