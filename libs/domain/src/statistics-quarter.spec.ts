import { describe, expect, it } from 'vitest';
import {
  bucketsOf,
  type MeterSample,
  type KeyTurn,
  type Last,
  noSignalsYet,
  quarterMs,
  type Quarter,
  quarterOf,
  quartersFrom,
  silenceMs,
} from './statistics-quarter';

const start = Date.parse('2026-11-20T00:00:00Z');
const minute = 60_000;
const hour = { from: start, to: start + 60 * minute };
const sample = (second: number, more: Partial<MeterSample> = {}): MeterSample => ({
  ts: start + second * 1000,
  engine: true,
  work: 'work',
  hours: null,
  km: null,
  fuelL: null,
  load: null,
  ...more,
});
const key = (second: number, on = true): KeyTurn => ({ ts: start + second * 1000, on });
/** The intervals of [from, to) with any data, as the statistics store them. */
const quartersOf = (...all: Parameters<typeof bucketsOf>): Quarter[] => quartersFrom(bucketsOf(...all));
const first = (samples: MeterSample[], turns: KeyTurn[] = [], before: Last = noSignalsYet) =>
  quartersOf(hour, samples, turns, before)[0];

describe('time in a state', () => {
  it('runs from one sample to the next', () => {
    expect(
      first([
        sample(0, { work: 'idle' }),
        sample(10),
        sample(20, { work: 'drive' }),
        sample(30, { engine: false, work: null }),
      ]),
    ).toMatchObject({
      idleMs: 10_000,
      workMs: 10_000,
      driveMs: 10_000,
    });
  });

  it('does not count a silence, nor the last sample', () => {
    expect(first([sample(0), sample(91), sample(101)])?.workMs).toBe(10_000);
    expect(first([sample(0), sample(90)])?.workMs).toBe(90_000);
  });

  it('is that of a simple client, whose timer of a minute is a little late each time', () => {
    const quarter = first(Array.from({ length: 15 }, (_, i) => sample(i * 60.005)));
    expect(quarter?.workMs).toBe(14 * 60_005);
  });

  it('is split where a quarter ends', () => {
    const [a, b] = quartersOf(hour, [sample(895), sample(905), sample(915)], [], noSignalsYet);
    expect([a?.workMs, b?.workMs]).toEqual([5_000, 15_000]);
  });

  it('knows the samples just outside of what is asked for', () => {
    const quarters = quartersOf(
      { from: start + quarterMs, to: start + 2 * quarterMs },
      [sample(895), sample(905), sample(1795), sample(1805)],
      [],
      noSignalsYet,
    );
    expect(quarters.map((q) => [q.from, q.workMs])).toEqual([[start + quarterMs, 10_000]]);
  });

  it('is idle for a running engine without other signals, and none without sensors', () => {
    const quarter = first([sample(0, { work: null }), sample(10, { engine: null, work: null }), sample(20)]);
    expect(quarter).toMatchObject({ idleMs: 10_000, workMs: 0, driveMs: 0 });
  });
});

describe('meters', () => {
  const km = (...values: [second: number, km: number | null][]) =>
    first(values.map(([second, value]) => sample(second, { km: value })));
  it('count the difference of their readings', () => {
    expect(km([0, 100], [10, 100.1], [20, null], [30, 100.3])?.km).toBeCloseTo(0.3);
    expect(km([0, 100])?.km).toBeNull();
    expect(km([0, null], [10, null])?.km).toBeNull();
  });

  it('go on from the last reading before, however old', () => {
    const before = { ...noSignalsYet, km: { ts: start - 86_400_000, value: 90 } };
    expect(first([sample(0, { km: 100 })], [], before)?.km).toBe(10);
  });

  it.each<[string, [number, number][], number]>([
    [
      'was changed',
      [
        [0, 5000],
        [10, 5000.1],
        [20, 0],
        [30, 0.1],
      ],
      0.2,
    ],
    [
      'was set forward',
      [
        [0, 0],
        [10, 0.1],
        [20, 5000],
        [30, 5000.1],
      ],
      0.2,
    ],
    [
      'has one invalid reading',
      [
        [0, 10],
        [10, 99_999],
        [20, 10.1],
        [30, 10.2],
      ],
      0.1,
    ],
  ])('do not count the time between two readings where the meter %s', (_, values, expected) => {
    expect(km(...values)?.km).toBeCloseTo(expected);
  });

  it('of engine hours cannot run ahead of the clock', () => {
    const run = (to: number) => first([sample(0, { hours: 10 }), sample(600, { hours: to })])?.hours;
    expect(run(10.17)).toBeCloseTo(0.17);
    expect(run(11)).toBeNull();
  });
});

describe('starts', () => {
  it('are no turns of the key, behind which no engine runs', () => {
    expect(first([], [key(3), key(20, false), key(300), key(400, false)])).toMatchObject({ starts: 0, idleMs: 0 });
    const off = { engine: false, work: null };
    expect(first([sample(5, off), sample(15, off)], [key(3)])?.starts).toBe(0);
  });

  it('are those of the engine that runs after its key was turned on, whatever was known before', () => {
    for (const engine of [null, false, true])
      expect(first([sample(5), sample(15)], [key(3)], { ...noSignalsYet, engine })?.starts).toBe(1);
    // the key-off message between them was lost
    expect(first([sample(5), sample(15), sample(800)], [key(3), key(790)])?.starts).toBe(2);
    // the terminal says once more that its key is on
    expect(first([sample(5), sample(15), sample(25)], [key(3), key(20)])?.starts).toBe(1);
    expect(first([sample(5), sample(15), sample(25)], [key(3), key(17, false), key(20)])?.starts).toBe(2);
  });

  it('are seen in the samples of a terminal that does not report the key', () => {
    const before = { ...noSignalsYet, engine: false };
    expect(first([sample(0), sample(10)], [], before)?.starts).toBe(1);
    expect(first([sample(0), sample(10)])?.starts).toBe(0);
    expect(first([sample(0), sample(10, { engine: false, work: null }), sample(20)])?.starts).toBe(1);
    // the same start, received twice
    expect(first([sample(0), sample(10)], [key(2)], before)?.starts).toBe(1);
  });
});

it('a parked machine that reports has a quarter in which nothing moved', () => {
  expect(quartersOf(hour, [sample(0, { engine: false, work: null, km: 7 })], [], noSignalsYet)).toEqual([
    {
      from: start,
      idleMs: 0,
      workMs: 0,
      driveMs: 0,
      hours: null,
      km: null,
      fuelL: null,
      starts: 0,
      last: { hours: null, km: { ts: start, value: 7 }, fuelL: null, engine: false },
    },
  ]);
});

/** Deterministic numbers 0 ≤ n < max (LCG of Numerical Recipes). */
function numbers(seed: number): (max: number) => number {
  let state = seed >>> 0;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}
/** Hours of a machine with pauses, silences and a meter that is changed now and then; each second at most once. */
function someHours(next: (max: number) => number): { samples: MeterSample[]; turns: KeyTurn[] } {
  const samples: MeterSample[] = [];
  const turns: KeyTurn[] = [];
  let km = next(1000);
  let hours = next(1000);
  for (let second = next(100); second < 3 * 3600; second += next(20) === 0 ? next(2000) : 5 + next(12)) {
    if (next(200) === 0) km = next(1000);
    km += next(10) / 200;
    hours += next(3) / 1000;
    const engine = next(6) > 0;
    samples.push(
      sample(second, {
        engine,
        work: engine ? ((['idle', 'work', 'drive', null] as const)[next(4)] ?? null) : null,
        km: next(5) > 0 ? km : null,
        hours,
        fuelL: next(3) > 0 ? hours * 5 : null,
      }),
    );
    if (next(60) === 0) turns.push({ ts: start + (second + 2) * 1000, on: next(2) === 0 });
  }
  return { samples, turns };
}
const span = { from: start, to: start + 3 * 60 * minute };
const shuffled = <T>(list: readonly T[], next: (max: number) => number): T[] =>
  list
    .map((it) => ({ it, by: next(1e9) }))
    .sort((a, b) => a.by - b.by)
    .map(({ it }) => it);

describe('whatever a machine does', () => {
  it('its quarters are the same in whatever order its samples came, and in whatever pieces they are counted', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const next = numbers(seed);
      const { samples, turns } = someHours(next);
      const whole = quartersOf(span, samples, turns, noSignalsYet);
      expect(quartersOf(span, shuffled(samples, next), shuffled(turns, next), noSignalsYet)).toEqual(whole);
      let last: Last = noSignalsYet;
      const pieces = [];
      for (let from = span.from; from < span.to;) {
        const to = Math.min(span.to, from + (1 + next(4)) * quarterMs);
        const near = (it: { ts: number }): boolean => it.ts >= from - silenceMs && it.ts < to + silenceMs;
        const quarters = quartersOf({ from, to }, samples.filter(near), turns.filter(near), last);
        for (const q of quarters)
          last = {
            hours: q.last.hours ?? last.hours,
            km: q.last.km ?? last.km,
            fuelL: q.last.fuelL ?? last.fuelL,
            engine: q.last.engine ?? last.engine,
          };
        pieces.push(...quarters);
        from = to;
      }
      expect(pieces).toEqual(whole);
    }
  });

  it('its time is what a second-by-second count finds', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { samples } = someHours(numbers(seed));
      const counted = new Map<string, number>();
      for (let ts = span.from; ts < span.to; ts += 1000) {
        const now = samples.filter((h) => h.ts <= ts).at(-1);
        const after = samples.find((h) => h.ts > ts);
        if (!now || !after || after.ts - now.ts > 90_000 || now.engine !== true) continue;
        const name = `${quarterOf(ts)} ${now.work ?? 'idle'}`;
        counted.set(name, (counted.get(name) ?? 0) + 1000);
      }
      for (const q of quartersOf(span, samples, [], noSignalsYet))
        expect([q.idleMs, q.workMs, q.driveMs]).toEqual(
          ['idle', 'work', 'drive'].map((state) => counted.get(`${q.from} ${state}`) ?? 0),
        );
    }
  });
});
