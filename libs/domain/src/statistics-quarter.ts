import { sampleState, type LastContact } from './vehicle-state';

/**
 * Aggregates of a machine, from samples and key messages of its terminal: of 5 minutes for charts, and of 15 minutes,
 * each the sum of its three buckets, for days and months. A day of any time zone in use begins on a multiple of 15
 * minutes, those of India (+5:30) and Nepal (+5:45) too.
 * Time in a state runs from one sample to the next and belongs to the first; a longer silence than `silenceMs` is not
 * counted. It is split at interval boundaries, so that the intervals of a day add up to the day. Distance, engine hours
 * and fuel are differences of the machine's meters and belong to the interval of the later reading. A meter that falls
 * was replaced, one that runs ahead of what a machine can do was set: the difference is unknown and not counted.
 */
export const quarterMs = 15 * 60_000;
export const quarterOf = (ts: number): number => Math.floor(ts / quarterMs) * quarterMs;
export const bucketMs = 5 * 60_000;
export const bucketOf = (ts: number): number => Math.floor(ts / bucketMs) * bucketMs;
/**
 * Samples are ten seconds apart, from the slowest simple client one a minute. Its timer is always some milliseconds late, so a
 * limit of just a minute would count nothing of it; half a minute more is still no missing sample.
 */
export const silenceMs = 90_000;
/**
 * An interval is counted this long after its end. A write more than `lateAfterMs` after the end leaves a marker in the
 * same commit; earlier writes are visible when the count runs. The time in between covers slow commits and clock
 * differences. `lateAfterMs` is longer than a silence, or each sample that ends one after the end of an interval would leave a marker.
 */
export const closedAfterMs = 210_000;
export const lateAfterMs = 105_000;

/** One sample; times in epoch ms, raw meters: h, km, L. */
export interface MeterSample {
  ts: number;
  engine: boolean | null;
  work: LastContact['work'];
  hours: number | null;
  km: number | null;
  fuelL: number | null;
  /** percent */
  load: number | null;
}
export interface KeyTurn {
  ts: number;
  on: boolean;
}
export interface MeterReading {
  ts: number;
  value: number;
}
/** The latest values at some moment. */
export interface Last {
  hours: MeterReading | null;
  km: MeterReading | null;
  fuelL: MeterReading | null;
  engine: boolean | null;
}
export const noSignalsYet: Last = { hours: null, km: null, fuelL: null, engine: null };

/** `hours`, `km`, `fuelL` are null without two readings. `last`: of this interval alone. */
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

/** Load bands of a running engine: below 25, 50 and 75 percent, and above. */
export const loadBands = 4;
/** Five minutes of a machine. `loadMs`: time of the running engine in each load band, none without a load signal. */
export interface Bucket extends Quarter {
  offMs: number;
  loadMs: [number, number, number, number];
}

/**
 * Tolerance of a meter against the clock: an hour per hour, and more than any tractor drives or burns; the rest is for
 * meters that count in steps.
 */
const fastest = {
  hours: { anHour: 1, step: 0.25 },
  km: { anHour: 100, step: 1 },
  fuelL: { anHour: 150, step: 2 },
} as const;
type Meter = keyof typeof fastest;
const meters = ['hours', 'km', 'fuelL'] as const satisfies readonly Meter[];
const hourMs = 3_600_000;

/** Difference of two meter readings; null if it was replaced or set in between. */
export function meterRun(meter: Meter, from: MeterReading, to: MeterReading): number | null {
  const run = to.value - from.value;
  const { anHour, step } = fastest[meter];
  // floating point: a stopped meter must not seem to fall
  if (run < -1e-6 || run > ((to.ts - from.ts) / hourMs) * anHour + step) return null;
  return Math.max(0, run);
}

/** 15-minute intervals as sums of their buckets, which come in order of time. */
export function quartersFrom(buckets: readonly Bucket[]): Quarter[] {
  const quarters: Quarter[] = [];
  for (const { offMs: _off, loadMs: _load, ...bucket } of buckets) {
    const from = quarterOf(bucket.from);
    const sum = quarters.at(-1);
    if (sum?.from !== from) {
      quarters.push({ ...bucket, from });
      continue;
    }
    for (const name of ['idleMs', 'workMs', 'driveMs', 'starts'] as const) sum[name] += bucket[name];
    for (const meter of meters) {
      const run = bucket[meter];
      if (run !== null) sum[meter] = (sum[meter] ?? 0) + run;
    }
    sum.last = {
      hours: bucket.last.hours ?? sum.last.hours,
      km: bucket.last.km ?? sum.last.km,
      fuelL: bucket.last.fuelL ?? sum.last.fuelL,
      engine: bucket.last.engine ?? sum.last.engine,
    };
  }
  return quarters;
}

/**
 * The 5-minute intervals of [from, to) with any data, in order. `meterSamples` and `keyTurns` come in any order and
 * extend `silenceMs` further on both sides; `before` has the latest values before `from`.
 */
export function bucketsOf(
  span: { from: number; to: number },
  meterSamples: readonly MeterSample[],
  keyTurns: readonly KeyTurn[],
  before: Last,
): Bucket[] {
  const buckets = new Map<number, Bucket>();
  // most calls are for the bucket of the call before
  let latest: Bucket | undefined;
  const at = (ts: number): Bucket => {
    if (latest !== undefined && ts >= latest.from && ts < latest.from + bucketMs) return latest;
    const from = bucketOf(ts);
    let bucket = buckets.get(from);
    if (bucket === undefined) {
      bucket = {
        from,
        offMs: 0,
        idleMs: 0,
        workMs: 0,
        driveMs: 0,
        loadMs: [0, 0, 0, 0],
        hours: null,
        km: null,
        fuelL: null,
        starts: 0,
        last: { ...noSignalsYet },
      };
      buckets.set(from, bucket);
    }
    latest = bucket;
    return bucket;
  };
  const within = (ts: number): boolean => ts >= span.from && ts < span.to;
  const samples = [...meterSamples].sort((a, b) => a.ts - b.ts);
  const inside = samples.filter((s) => within(s.ts));
  // an interval with data exists, even without movement
  for (const { ts } of inside) at(ts);
  spend(span, samples, at);
  for (const meter of meters) count(meter, inside, before[meter], at);
  start(samples, keyTurns, before.engine, within, at);
  return [...buckets.values()].sort((a, b) => a.from - b.from);
}

function spend(span: { from: number; to: number }, samples: readonly MeterSample[], at: (ts: number) => Bucket): void {
  for (let i = 1; i < samples.length; i++) {
    const { ts, engine, work, load } = samples[i - 1] as MeterSample;
    const next = (samples[i] as MeterSample).ts;
    const state = sampleState(engine, work);
    if (state === null || next - ts > silenceMs) continue;
    const band =
      state === 'off' || load === null ? null : (Math.min(loadBands - 1, Math.floor(load / 25)) as 0 | 1 | 2 | 3);
    const end = Math.min(next, span.to);
    for (let from = Math.max(ts, span.from); from < end; from = bucketOf(from) + bucketMs) {
      const bucket = at(from);
      const ms = Math.min(end, bucketOf(from) + bucketMs) - from;
      bucket[`${state}Ms`] += ms;
      if (band !== null) bucket.loadMs[band] += ms;
    }
  }
}

function count(
  meter: Meter,
  inside: readonly MeterSample[],
  before: MeterReading | null,
  at: (ts: number) => Bucket,
): void {
  let last = before;
  for (const sample of inside) {
    const value = sample[meter];
    if (value === null) continue;
    const reading = { ts: sample.ts, value };
    const bucket = at(sample.ts);
    const run = last === null ? null : meterRun(meter, last, reading);
    if (run !== null) bucket[meter] = (bucket[meter] ?? 0) + run;
    bucket.last[meter] = reading;
    last = reading;
  }
}

/**
 * A start is an engine that runs after it did not. The key starts nothing: it may be turned for the lights, or by somebody who
 * tries it. But until it is turned on the engine stood still, unless samples just before show it running and the terminal
 * reports its key once more; and with the key off it stands.
 */
function start(
  samples: readonly MeterSample[],
  keyTurns: readonly KeyTurn[],
  before: boolean | null,
  within: (ts: number) => boolean,
  at: (ts: number) => Bucket,
): void {
  // a turn of the key comes before a sample of the same moment
  const turns = [...keyTurns].sort((a, b) => a.ts - b.ts);
  let turn = 0;
  let running = before;
  let ranAt = -Infinity;
  const observe = (ts: number, on: boolean): void => {
    if (!within(ts)) return;
    running = on;
    at(ts).last.engine = on;
  };
  const turnTo = (end: number): void => {
    for (; turn < turns.length && (turns[turn] as KeyTurn).ts <= end; turn++) {
      const { ts, on } = turns[turn] as KeyTurn;
      observe(ts, on && running === true && ts - ranAt <= silenceMs);
    }
  };
  for (const { ts, engine, work } of samples) {
    turnTo(ts);
    const state = sampleState(engine, work);
    if (state === null) continue;
    const on = state !== 'off';
    if (on && running === false && within(ts)) at(ts).starts++;
    if (on) ranAt = ts;
    observe(ts, on);
  }
  turnTo(Infinity);
}
