import { sampleState, type LastContact } from './vehicle-state';

/**
 * What a machine did in a quarter of an hour, from the samples and key messages of its terminal. A quarter is the grain of every statistic: a day of
 * any time zone in use begins on one, those of India (+5:30) and Nepal (+5:45) too.
 *
 * Time in a state runs from one sample to the next and belongs to the first of them; a silence of more than a minute counts to nobody. It is split
 * where a quarter ends, so that the quarters of a day add up to the day. Distance, engine hours and fuel are differences of the machine's own
 * meters and belong to the quarter in which the later reading was heard. A meter that falls was changed, one that runs ahead of what a machine
 * can do was set: what lies between is not known and not counted.
 */
export const quarterMs = 15 * 60_000;
export const quarterOf = (ts: number): number => Math.floor(ts / quarterMs) * quarterMs;
/** Samples come ten seconds apart, from the slowest simple client one a minute. */
export const silenceMs = 60_000;
/**
 * A quarter is counted so long after its end. What is written more than `lateAfterMs` after the end leaves a mark in the same commit; what is written
 * before is there when the count comes. The time between the two is for a commit that takes its time, and for clocks that differ.
 */
export const closedAfterMs = 180_000;
export const lateAfterMs = 75_000;

/** One sample; times in epoch ms, meters as the machine said them: h, km, L. */
export interface Heard {
  ts: number;
  engine: boolean | null;
  work: LastContact['work'];
  hours: number | null;
  km: number | null;
  fuelL: number | null;
}
export interface KeyTurn {
  ts: number;
  on: boolean;
}
export interface MeterReading {
  ts: number;
  value: number;
}
/** The newest that was said of each thing by some moment. */
export interface Last {
  hours: MeterReading | null;
  km: MeterReading | null;
  fuelL: MeterReading | null;
  engine: boolean | null;
}
export const noSignalsYet: Last = { hours: null, km: null, fuelL: null, engine: null };

/** `hours`, `km`, `fuelL` are null where no two readings tell. `last`: of this quarter alone. */
export interface Quarter {
  from: number;
  idleMs: number;
  workMs: number;
  driveMs: number;
  hours: number | null;
  km: number | null;
  fuelL: number | null;
  starts: number;
  last: Last;
}

/** So much may a meter run ahead of the clock: an hour an hour, and what no tractor drives or burns; the rest is for meters that count in steps. */
const fastest = {
  hours: { anHour: 1, step: 0.25 },
  km: { anHour: 100, step: 1 },
  fuelL: { anHour: 150, step: 2 },
} as const;
type Meter = keyof typeof fastest;
const meters = ['hours', 'km', 'fuelL'] as const satisfies readonly Meter[];
const hourMs = 3_600_000;

/** How far a meter went from one reading to the next; null where it was changed or set between them. */
export function meterRun(meter: Meter, from: MeterReading, to: MeterReading): number | null {
  const run = to.value - from.value;
  const { anHour, step } = fastest[meter];
  // floating point: a meter that stands still must not seem to fall
  if (run < -1e-6 || run > ((to.ts - from.ts) / hourMs) * anHour + step) return null;
  return Math.max(0, run);
}

/**
 * The quarters of [from, to) in which anything was heard. `heard` and `turns` come in any order and reach `silenceMs` further on both sides, as far as
 * there is anything; `before` is the last that was said before `from`.
 */
export function quartersOf(
  span: { from: number; to: number },
  heard: readonly Heard[],
  turns: readonly KeyTurn[],
  before: Last,
): Quarter[] {
  const quarters = new Map<number, Quarter>();
  const at = (ts: number): Quarter => {
    const from = quarterOf(ts);
    let quarter = quarters.get(from);
    if (quarter === undefined) {
      quarter = {
        from,
        idleMs: 0,
        workMs: 0,
        driveMs: 0,
        hours: null,
        km: null,
        fuelL: null,
        starts: 0,
        last: { ...noSignalsYet },
      };
      quarters.set(from, quarter);
    }
    return quarter;
  };
  const within = (ts: number): boolean => ts >= span.from && ts < span.to;
  const samples = [...heard].sort((a, b) => a.ts - b.ts);
  const inside = samples.filter((s) => within(s.ts));
  // a quarter that was heard of exists, though nothing moved in it
  for (const { ts } of inside) at(ts);
  spend(span, samples, at);
  for (const meter of meters) count(meter, inside, before[meter], at);
  start(samples, turns, before.engine, within, at);
  return [...quarters.values()].sort((a, b) => a.from - b.from);
}

function spend(span: { from: number; to: number }, samples: readonly Heard[], at: (ts: number) => Quarter): void {
  for (let i = 1; i < samples.length; i++) {
    const { ts, engine, work } = samples[i - 1] as Heard;
    const next = (samples[i] as Heard).ts;
    const state = sampleState(engine, work);
    if (state === null || state === 'off' || next - ts > silenceMs) continue;
    const end = Math.min(next, span.to);
    for (let from = Math.max(ts, span.from); from < end; from = quarterOf(from) + quarterMs)
      at(from)[`${state}Ms`] += Math.min(end, quarterOf(from) + quarterMs) - from;
  }
}

function count(meter: Meter, inside: readonly Heard[], before: MeterReading | null, at: (ts: number) => Quarter): void {
  let last = before;
  for (const sample of inside) {
    const value = sample[meter];
    if (value === null) continue;
    const reading = { ts: sample.ts, value };
    const quarter = at(sample.ts);
    const run = last === null ? null : meterRun(meter, last, reading);
    if (run !== null) quarter[meter] = (quarter[meter] ?? 0) + run;
    quarter.last[meter] = reading;
    last = reading;
  }
}

/** A turn of the key to on is a start; where none was heard, a sample that finds a machine running which was last known to stand. */
function start(
  samples: readonly Heard[],
  turns: readonly KeyTurn[],
  before: boolean | null,
  within: (ts: number) => boolean,
  at: (ts: number) => Quarter,
): void {
  const ons = turns
    .filter((t) => t.on)
    .map((t) => t.ts)
    .sort((a, b) => a - b);
  for (const [i, ts] of ons.entries()) if (within(ts) && ts - (ons[i - 1] ?? -Infinity) > silenceMs) at(ts).starts++;
  const said = [
    ...turns.map(({ ts, on }) => ({ ts, on, sampled: false })),
    ...samples.map(({ ts, engine, work }) => {
      const state = sampleState(engine, work);
      return { ts, on: state === null ? null : state !== 'off', sampled: true };
    }),
  ].sort((a, b) => a.ts - b.ts);
  let running = before;
  for (const { ts, on, sampled } of said) {
    if (!within(ts) || on === null) continue;
    const quarter = at(ts);
    if (sampled && on && running === false && !ons.some((t) => Math.abs(t - ts) <= silenceMs)) quarter.starts++;
    running = on;
    quarter.last.engine = on;
  }
}
