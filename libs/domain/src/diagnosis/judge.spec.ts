import { describe, expect, it } from 'vitest';
import { judge } from './judge';
import type { Measured, Sample } from './run';
import { definitionOf, type SetLimit, stepSeconds, type TestDefinition } from './tests';

const steps: TestDefinition['steps'] = [
  { op: 'cmd', cmd: 'go', hold_s: 10, rest_s: 0 },
  { op: 'cmd', cmd: 'pulse', hold_s: 10, rest_s: 0 },
];
const signals: TestDefinition['signals'] = [{ item: 'cyl.drop', unit: '1/min', per: 'cylinder' }];
const none: Measured = { samples: [], values: {}, confirms: {}, args: {} };
/** One value a tenth of a second; the second step begins at 10 s. */
const curve = (item: string, seconds: number, value: (t: number) => number | null): Sample[] =>
  Array.from({ length: Math.round(seconds * 10) + 1 }, (_, i) => ({
    atS: i / 10,
    step: i >= 100 ? 1 : 0,
    values: { [item]: value(i / 10) },
  }));
const run = (limit: SetLimit, measured: Partial<Measured>, next: TestDefinition['next'] = {}) =>
  judge({ verdict: [limit], steps, signals, next }, { ...none, ...measured });
const first = (limit: SetLimit, measured: Partial<Measured>) => run(limit, measured).evidence[0];

describe('a limit', () => {
  it.each<[string, SetLimit, Partial<Measured>, boolean | null, number | null, string | null]>([
    ['range holds', { id: 'r', eval: 'range', item: 'a', min: 1, max: 3 }, { values: { a: 2 } }, true, 2, null],
    ['range at its bound', { id: 'r', eval: 'range', item: 'a', min: 1, max: 3 }, { values: { a: 3 } }, true, 3, null],
    ['range below', { id: 'r', eval: 'range', item: 'a', min: 1, max: 3 }, { values: { a: 0.9 } }, false, 0.9, 'low'],
    ['range above', { id: 'r', eval: 'range', item: 'a', max: 3 }, { values: { a: 4 } }, false, 4, 'high'],
    [
      'range by the worst of a curve',
      { id: 'r', eval: 'range', item: 'a', max: 30 },
      { samples: curve('a', 5, (t) => t * 10) },
      false,
      50,
      'high',
    ],
    [
      'range in its window only',
      { id: 'r', eval: 'range', item: 'a', max: 30, window: [0, 2] },
      { samples: curve('a', 5, (t) => t * 10) },
      true,
      20,
      null,
    ],
    [
      'range of a broken sensor',
      { id: 'r', eval: 'range', item: 'crank.rpm', min: 140 },
      { values: { 'crank.rpm': 65_535 } },
      null,
      null,
      null,
    ],
    [
      'range of a curve with a broken moment',
      { id: 'r', eval: 'range', item: 'battery', max: 15 },
      { samples: curve('battery', 5, (t) => (t === 2 ? 655.35 : 12.5)) },
      true,
      12.5,
      null,
    ],
    ['range of nothing', { id: 'r', eval: 'range', item: 'a', max: 3 }, {}, null, null, null],
    [
      'in band all the time',
      { id: 'b', eval: 'inBand', item: 'a', target: 750, tol: 50, share: 0.95, window: [0, 10] },
      { samples: curve('a', 10, () => 760) },
      true,
      100,
      null,
    ],
    [
      'in band for 90 %',
      { id: 'b', eval: 'inBand', item: 'a', target: 750, tol: 50, share: 0.95, window: [0, 9.9] },
      { samples: curve('a', 10, (t) => (t < 1 ? 600 : 750)) },
      false,
      90,
      'unstable',
    ],
    [
      'in band too low',
      { id: 'b', eval: 'inBand', item: 'a', target: 750, tol: 50, share: 0.95, window: [0, 9] },
      { samples: curve('a', 10, () => 640) },
      false,
      0,
      'low',
    ],
    [
      'in band of half the window',
      { id: 'b', eval: 'inBand', item: 'a', target: 750, tol: 50, share: 0.95, window: [0, 9] },
      { samples: curve('a', 5, () => 750) },
      null,
      null,
      null,
    ],
    [
      'rise in time',
      { id: 'u', eval: 'rise', item: 'a', from: 0, to: 200, maxS: 1 },
      { samples: curve('a', 5, (t) => Math.min(300, Math.max(0, (t - 2) * 400))) },
      true,
      0.5,
      null,
    ],
    [
      'rise too slow',
      { id: 'u', eval: 'rise', item: 'a', from: 0, to: 200, maxS: 1 },
      { samples: curve('a', 5, (t) => t * 100) },
      false,
      2,
      'slow',
    ],
    [
      'rise that never comes',
      { id: 'u', eval: 'rise', item: 'a', from: 0, to: 200, maxS: 1 },
      { samples: curve('a', 20, () => 90) },
      false,
      null,
      'low',
    ],
    [
      'recovery after a pulse, from the command on if it was low at once',
      { id: 'u', eval: 'rise', item: 'a', from: 600, to: 700, maxS: 3, after: 'pulse' },
      { samples: curve('a', 20, (t) => (t < 10 ? 750 : Math.min(750, 500 + (t - 10) * 100))) },
      true,
      2,
      null,
    ],
    [
      'recovery after a pulse, from the lowest moment if the dip came later',
      { id: 'u', eval: 'rise', item: 'a', from: 600, to: 700, maxS: 3, after: 'pulse' },
      { samples: curve('a', 20, (t) => (t < 12 ? 750 : Math.min(750, 500 + (t - 12) * 100))) },
      true,
      1,
      null,
    ],
    [
      'rise that begins late after its command',
      { id: 'u', eval: 'rise', item: 'a', from: 880, to: 2300, maxS: 3, after: 'pulse' },
      { samples: curve('a', 20, (t) => Math.min(2400, Math.max(800, 800 + (t - 12.5) * 1500))) },
      false,
      3.5,
      'slow',
    ],
    [
      'a dip that stays above, before a command that empties the line',
      { id: 'u', eval: 'rise', item: 'a', from: 600, to: 700, maxS: 3, after: 'go', until: 'pulse' },
      { samples: curve('a', 20, (t) => (t < 10 ? 740 : 0)) },
      true,
      0,
      null,
    ],
    [
      'a fall that comes only with the next command',
      { id: 'd', eval: 'decay', item: 'a', from: 380, to: 80, maxS: 1, after: 'go', until: 'pulse' },
      { samples: curve('a', 20, (t) => (t < 10 ? 400 : 0)) },
      false,
      9.9,
      'slow',
    ],
    [
      'a dip that stays above',
      { id: 'u', eval: 'rise', item: 'a', from: 600, to: 700, maxS: 3, after: 'pulse' },
      { samples: curve('a', 20, () => 740) },
      true,
      0,
      null,
    ],
    [
      'decay long enough',
      { id: 'd', eval: 'decay', item: 'a', from: 1000, to: 100, minS: 10, after: 'go' },
      { samples: curve('a', 20, (t) => Math.max(0, 1000 - t * 75)) },
      true,
      12,
      null,
    ],
    [
      'decay too fast',
      { id: 'd', eval: 'decay', item: 'a', from: 1000, to: 100, minS: 10, after: 'go' },
      { samples: curve('a', 20, (t) => Math.max(0, 1000 - t * 180)) },
      false,
      5,
      'fast',
    ],
    [
      'decay not over yet, long enough',
      { id: 'd', eval: 'decay', item: 'a', from: 1000, to: 100, minS: 10, after: 'go' },
      { samples: curve('a', 15, (t) => 1000 - t) },
      true,
      15,
      null,
    ],
    [
      'decay cut short',
      { id: 'd', eval: 'decay', item: 'a', from: 1000, to: 100, minS: 10, after: 'go' },
      { samples: curve('a', 5, (t) => 1000 - t) },
      null,
      5,
      null,
    ],
    [
      'release in time',
      { id: 'd', eval: 'decay', item: 'a', from: 380, to: 80, maxS: 1, after: 'pulse' },
      { samples: curve('a', 15, (t) => (t <= 10 ? 400 : Math.max(0, 400 - (t - 10) * 800))) },
      true,
      0.4,
      null,
    ],
    [
      'release that begins late after its command',
      { id: 'd', eval: 'decay', item: 'a', from: 380, to: 80, maxS: 1, after: 'pulse' },
      { samples: curve('a', 15, (t) => Math.max(0, Math.min(400, 400 - (t - 11) * 800))) },
      false,
      1.4,
      'slow',
    ],
    [
      'decay of which the late beginning makes no tighter system',
      { id: 'd', eval: 'decay', item: 'a', from: 1000, to: 100, minS: 10, after: 'go' },
      { samples: curve('a', 20, (t) => Math.max(0, Math.min(1000, 1000 - (t - 8) * 180))) },
      false,
      5,
      'fast',
    ],
    [
      'release that sticks',
      { id: 'd', eval: 'decay', item: 'a', from: 380, to: 80, maxS: 1, after: 'pulse' },
      { samples: curve('a', 15, () => 400) },
      false,
      5,
      'slow',
    ],
    [
      'gain',
      { id: 'g', eval: 'gain', item: 'a', min: 1 },
      { samples: curve('a', 20, (t) => 10 + t / 16) },
      true,
      1.25,
      null,
    ],
    [
      'loss',
      { id: 'g', eval: 'gain', item: 'a', min: -20 },
      { samples: curve('a', 20, (t) => 400 - 2.5 * t) },
      false,
      -50,
      'low',
    ],
    ['confirmed', { id: 'c', eval: 'confirm', key: 'seen' }, { confirms: { seen: true } }, true, null, null],
    ['denied', { id: 'c', eval: 'confirm', key: 'seen' }, { confirms: { seen: false } }, false, null, 'fail'],
    [
      'seen, and measured near it',
      { id: 'c', eval: 'seen', key: 'seen', item: 'def.level', tol: 10 },
      { confirms: { seen: 50 }, values: { 'def.level': 60 } },
      true,
      60,
      null,
    ],
    [
      'seen, and measured too high',
      { id: 'c', eval: 'seen', key: 'seen', item: 'def.level', tol: 10 },
      { confirms: { seen: 50 }, values: { 'def.level': 61 } },
      false,
      61,
      'high',
    ],
    [
      'seen, and nothing measured',
      { id: 'c', eval: 'seen', key: 'seen', item: 'def.level', tol: 10 },
      { confirms: { seen: 50 } },
      null,
      null,
      null,
    ],
    [
      'not seen',
      { id: 'c', eval: 'seen', key: 'seen', item: 'def.level', tol: 10 },
      { values: { 'def.level': 60 } },
      null,
      null,
      null,
    ],
    ['not asked yet', { id: 'c', eval: 'confirm', key: 'seen' }, {}, null, null, null],
    [
      'read back',
      { id: 'e', eval: 'equal', item: 'c3i.code', arg: 'code' },
      { values: { 'c3i.code': 'ABC' }, args: { code: 'ABC' } },
      true,
      null,
      null,
    ],
    [
      'read back another',
      { id: 'e', eval: 'equal', item: 'c3i.code', arg: 'code' },
      { values: { 'c3i.code': 'ABD' }, args: { code: 'ABC' } },
      false,
      null,
      'fail',
    ],
    ['waited', { id: 'w', eval: 'wait', s: 600 }, { values: { 'waited.s': 600 } }, true, 600, null],
    ['not waited', { id: 'w', eval: 'wait', s: 600 }, { values: { 'waited.s': 599 } }, false, 599, 'fail'],
  ])('%s', (_, limit, measured, ok, value, symptom) => {
    const found = first(limit, measured);
    expect(found?.ok).toBe(ok);
    expect(found?.measured == null ? null : Math.round(found.measured * 1000) / 1000).toBe(value);
    expect(found?.symptom).toBe(symptom);
  });

  it('of each cylinder names which one', () => {
    const curveOfAll = { samples: curve('cyl.drop', 20, () => 100) };
    const spread: SetLimit = { id: 'drop', eval: 'spread', item: 'cyl.drop', max: 30 };
    const weak = run(spread, { values: { 'cyl.drop': [100, 30, 98, 102] } }, { uneven: ['compres'] });
    expect(weak.verdict).toBe('fail');
    expect(weak.next).toEqual(['compres']);
    expect(weak.evidence.map((e) => [e.cylinder, e.ok])).toEqual([
      [1, true],
      [2, false],
      [3, true],
      [4, true],
    ]);
    expect(run(spread, { values: { 'cyl.drop': [100, null, 98, 102] } }).verdict).toBe('incomplete');
    // the engine has one more than the unit lists
    const three = { values: { 'cyl.drop': [100, 99, 98] } };
    expect(run(spread, three).verdict).toBe('pass');
    expect(run(spread, { ...three, cylinders: 4 }).verdict).toBe('incomplete');
    const least: SetLimit = { id: 'least', eval: 'range', item: 'cyl.drop', min: 60 };
    // none reported, or one value for all of them
    for (const limit of [spread, least])
      for (const none of [{ values: { 'cyl.drop': [] } }, { values: { 'cyl.drop': 100 } }, curveOfAll, {}])
        expect(run(limit, none).evidence).toMatchObject([{ cylinder: null, measured: null, ok: null }]);
    expect(
      run(
        { id: 'd', eval: 'range', item: 'cyl.dRpm', min: -10, max: 10 },
        { values: { 'cyl.dRpm': [1, -2, 14, 0] } },
      ).evidence.map((e) => e.ok),
    ).toEqual([true, true, false, true]);
  });

  describe('of which most of the window was not measured', () => {
    const band: SetLimit = { id: 'b', eval: 'inBand', item: 'a', target: 750, tol: 50, share: 0.95, window: [0, 10] };
    const sampled: [string, SetLimit][] = [
      ['in band', band],
      ['range in a window', { id: 'r', eval: 'range', item: 'a', max: 800, window: [0, 10] }],
      ['range during a step', { id: 'r', eval: 'range', item: 'a', max: 800, during: 'go' }],
      ['spread over time', { id: 's', eval: 'spread', item: 'a', max: 2, during: 'go' }],
      ['gain', { id: 'g', eval: 'gain', item: 'a', min: -20, during: 'go' }],
      ['difference', { id: 'd', eval: 'difference', item: 'a', to: 'b', max: 10 }],
    ];
    const of = (value: (t: number) => number | null, everyS = 0.1, lengthS = 20): Sample[] =>
      Array.from({ length: Math.round(lengthS / everyS) + 1 }, (_, i) => ({
        atS: i * everyS,
        step: i * everyS >= 10 ? 1 : 0,
        periodS: everyS,
        values: { a: value(i * everyS), b: 750 },
      }));
    const ends = (t: number): number | null => (t % 10 < 1 || t % 10 > 9 ? 750 : null);

    it.each(sampled)('%s is incomplete', (_, limit) => {
      expect(first(limit, { samples: of(() => 750) })).toMatchObject({ ok: true });
      // in the first and the last second, as nulls or as rows that are lost
      expect(first(limit, { samples: of(ends) })).toMatchObject({ ok: null, symptom: null });
      const lost = of(ends).filter((s) => s.values.a !== null);
      expect(first(limit, { samples: lost })).toMatchObject({ ok: null });
      // by their usual distance, where the period is not known
      expect(first(limit, { samples: lost.map(({ atS, step, values }) => ({ atS, step, values })) })).toMatchObject({
        ok: null,
      });
      // parts that were sent twice count once
      expect(
        first(limit, { samples: [...of(ends), ...of(ends), ...of(ends), ...of(ends), ...of(ends)] }),
      ).toMatchObject({
        ok: null,
      });
      expect(first(limit, { samples: of((t) => (t % 5 < 4.5 ? 750 : null)) })).toMatchObject({ ok: true });
    });
    it.each(sampled)('%s holds with slow rows, of more than one period, and sent twice', (_, limit) => {
      for (const period of [0.5, 1, 2])
        expect(first(limit, { samples: of(() => 750, period) })).toMatchObject({ ok: true });
      const mixed = [...of(() => 750, 0.1).filter((s) => s.atS < 3), ...of(() => 750, 1).filter((s) => s.atS >= 3)];
      expect(first(limit, { samples: [...mixed, ...mixed.slice(10)] })).toMatchObject({ ok: true });
    });
    it('a step that ended early is not measured to its end', () => {
      const limit: SetLimit = { id: 's', eval: 'spread', item: 'a', max: 2, during: 'go' };
      expect(first(limit, { samples: of(() => 750, 0.5, 5) })).toMatchObject({ ok: null });
    });
    it('a value beyond its bounds is a miss all the same', () => {
      const limit: SetLimit = { id: 'r', eval: 'range', item: 'a', max: 800, window: [0, 10] };
      expect(first(limit, { samples: of((t) => (t < 1 ? 900 : null)) })).toMatchObject({ ok: false, measured: 900 });
    });
    it.each([0.5, 1])('a window shorter than two rows of %s s needs one', (period) => {
      const limit: SetLimit = { id: 'r', eval: 'range', item: 'a', max: 800, during: 0, window: [0.8, 1.5] };
      expect(first(limit, { samples: of(() => 750, period) })).toMatchObject({ ok: true });
      expect(first(limit, { samples: of((t) => (t < 0.8 || t > 1.5 ? 750 : null), period) })).toMatchObject({
        ok: null,
      });
    });
  });

  describe('on time, with rows that are lost', () => {
    const build: SetLimit = { id: 'u', eval: 'rise', item: 'a', from: 50, to: 700, maxS: 3, after: 'pulse' };
    const anyTime: SetLimit = { id: 'u', eval: 'rise', item: 'a', from: 20, to: 200, maxS: 1 };
    const recover: SetLimit = { ...build, from: 600 };
    const release: SetLimit = { id: 'd', eval: 'decay', item: 'a', from: 380, to: 80, maxS: 1, after: 'pulse' };
    const leak: SetLimit = { id: 'd', eval: 'decay', item: 'a', from: 1000, to: 100, minS: 10, after: 'go' };
    const pump = (t: number): number => Math.min(750, Math.max(0, (t - 10) * 350));
    const flat = (t: number): number => (t > 10 ? 40 : 0);
    const stays = (): number => 740;
    const valve = (t: number): number => Math.max(0, Math.min(400, 400 - (t - 12) * 800));
    const tight = (t: number): number => Math.max(0, 1000 - t * 75);
    const leaky = (t: number): number => Math.max(0, 1000 - t * 180);

    // [from, to): seconds that are lost
    it.each<[string, SetLimit, (t: number) => number, [number, number][], boolean | null]>([
      ['a rise of which all is there', build, pump, [], true],
      ['a rise with a row lost now and then', build, pump, [[10.5, 10.7], [11.9, 12.1]], true], // prettier-ignore
      ['a rise whose end is lost, and which was in time all the same', build, pump, [[11, 12.8]], true],
      ['a rise whose end may have been too late', build, pump, [[11, 13.5]], null],
      ['a rise with its command in what is lost', build, pump, [[8, 11]], null],
      ['a rise that has not come when the record ends, too early', build, flat, [[12.5, 99]], null],
      ['a rise that has not come after its time', build, flat, [[13.5, 99]], false],
      ['a rise that has not come after its time, whatever was in between', build, flat, [[11, 13]], false],
      ['a rise at any time, of a record that ends early', anyTime, flat, [[9, 99]], null],
      ['a rise at any time that did not come', anyTime, flat, [[15, 16]], false],
      ['a dip that may be hidden', recover, stays, [[10, 15]], null],
      ['a dip that is shorter than its time, if it is hidden', recover, stays, [[14, 16]], true],
      ['a release that is late', release, valve, [], false],
      ['a release that may be late', release, valve, [[10, 12.2]], null],
      ['a release of which only the end is seen', release, (t) => Math.min(300, valve(t)), [[9.5, 12.2]], null],
      ['a leak-down of which all is there', leak, tight, [], true],
      ['a leak-down that is proved by what is there', leak, tight, [[0.5, 1.5]], true],
      ['a leak-down that may have been fast', leak, (t) => (t < 19 ? leaky(t) : 0), [[0.1, 19]], null],
      ['a fast one', leak, leaky, [[2, 3]], false],
      ['one that may have begun before it was seen', { ...leak, minS: 5, after: 'pulse' }, (t) => Math.max(0, 1000 - (t - 10) * 150), [[9, 12]], null], // prettier-ignore
    ])('%s', (_, limit, value, lost, ok) => {
      const rows = curve('a', 20, value);
      const isLost = (t: number): boolean => lost.some(([from, to]) => t >= from && t < to);
      const sent = rows.filter(({ atS }) => !isLost(atS));
      const nulls = rows.map((r) => (isLost(r.atS) ? { ...r, values: { a: null } } : r));
      expect(first(limit, { samples: sent })).toMatchObject({ ok });
      // rows without a value: when the command was given is known
      if (limit !== build || lost[0]?.[0] !== 8) expect(first(limit, { samples: nulls })).toMatchObject({ ok });
    });
  });

  it('of a command requires that it is followed each time', () => {
    const limit: SetLimit = { id: 's', eval: 'step', command: 'c', item: 'f', tol: 5, maxS: 0.5 };
    const play = (follow: (target: number, since: number) => number): Sample[] =>
      Array.from({ length: 60 }, (_, i) => {
        const [target, since] = [[0, 50, 100, 0][Math.floor(i / 15)] ?? 0, (i % 15) / 10];
        return { atS: i / 10, step: 0, values: { c: target, f: follow(target, since) } };
      });
    expect(first(limit, { samples: play((t, since) => (since < 0.4 ? t - 20 : t + 2)) })).toMatchObject({
      ok: true,
      measured: 2,
    });
    expect(first(limit, { samples: play((t) => Math.min(t, 30)) })).toMatchObject({
      ok: false,
      measured: 70,
      symptom: 'stuck',
    });
    expect(first(limit, { samples: curve('f', 5, () => 0) })).toMatchObject({ ok: null });
    // in time, or later: nobody knows, where what follows a change is lost, or the change itself
    const lagging = play((target, since) => (since < 0.8 ? target - 20 : target));
    const without = (from: number, to: number): Sample[] => lagging.filter((s) => s.atS < from || s.atS >= to);
    expect(first(limit, { samples: lagging })).toMatchObject({ ok: false });
    const seen = play((t) => t);
    for (const [from, to] of [
      [2, 2.6],
      [2.7, 3.6],
      [5, 5.7],
    ] as const)
      // prettier-ignore
      expect(first(limit, { samples: seen.filter((s) => s.atS < from || s.atS >= to) }), `${from}`).toMatchObject({
        ok: null,
        measured: 0,
      });
    expect(first(limit, { samples: without(2, 2.6) })).toMatchObject({ ok: false });
  });
});

describe('the dosing pressure of the catalogue', () => {
  const control = definitionOf('defControlTest', { model: null, engineType: null, hwVariant: null }) as TestDefinition;
  /** 0: the target is held, 1: dosing pulses, 2: held again, 3: emptied */
  const course = (value: (step: number, second: number) => number): Sample[] => {
    let from = 0;
    return stepSeconds(control).flatMap((length, step) => {
      const rows = Array.from({ length }, (_, second) => ({
        atS: from + second,
        step,
        values: { 'def.pressure': value(step, second) },
      }));
      from += length;
      return rows;
    });
  };
  const verdictOf = (value: (step: number, second: number) => number) =>
    judge(control, { ...none, samples: course(value) });

  it('that hardly dips with the pulses is good, though the line is emptied at the end', () => {
    expect(verdictOf((step) => (step === 3 ? 0 : step === 1 ? 720 : 750)).verdict).toBe('pass');
  });
  it('that does not recover is not', () => {
    expect(verdictOf((step) => (step === 3 ? 0 : step === 0 ? 750 : 580))).toMatchObject({
      verdict: 'fail',
      next: ['defHeaterTest', 'replace:def.filter'],
    });
  });
});

/** Repeatable numbers in [0, 1). */
function dice(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}

describe('a verdict', () => {
  const limits: SetLimit[] = [
    { id: 'r', eval: 'range', item: 'a', min: 100, max: 900 },
    { id: 'b', eval: 'inBand', item: 'a', target: 500, tol: 400, share: 0.6, window: [0, 10] },
    { id: 'u', eval: 'rise', item: 'a', from: 200, to: 600, maxS: 8 },
    { id: 'g', eval: 'gain', item: 'a', min: -500, max: 700 },
  ];
  const wild = (seed: number): Sample[] => {
    const roll = dice(seed);
    return curve('a', 20, (t) => (roll() < 0.05 ? null : 300 + 400 * Math.sin(t / (1 + 3 * roll())) + 300 * roll()));
  };

  it('never passes without its values', () => {
    for (const limit of limits) expect(run(limit, {}).verdict).toBe('incomplete');
    expect(
      judge({ verdict: limits, steps, signals, next: {} }, { ...none, samples: curve('a', 12, () => null) }).verdict,
    ).toBe('incomplete');
    expect(judge({ verdict: [], steps, signals, next: {} }, none).verdict).toBe('incomplete');
  });

  it('does not depend on the order in which the samples came, and is the same twice', () => {
    for (let seed = 1; seed < 100; seed++) {
      const samples = wild(seed);
      const roll = dice(seed);
      const shuffled = samples.map((s) => ({ s, by: roll() })).sort((a, b) => a.by - b.by);
      const verdict = judge({ verdict: limits, steps, signals, next: {} }, { ...none, samples });
      expect(
        judge({ verdict: limits, steps, signals, next: {} }, { ...none, samples: shuffled.map(({ s }) => s) }),
      ).toEqual(verdict);
    }
  });

  it('is not made worse by a wider limit', () => {
    let changed = 0;
    for (let seed = 1; seed < 300; seed++) {
      const samples = wild(seed);
      for (const limit of limits) {
        const wider = {
          ...limit,
          ...('min' in limit ? { min: -1e6 } : {}),
          ...('max' in limit ? { max: 1e6 } : {}),
          ...('maxS' in limit ? { maxS: 1e6 } : {}),
          ...('tol' in limit ? { tol: 1e6 } : {}),
        } as SetLimit;
        const [narrow, wide] = [run(limit, { samples }).verdict, run(wider, { samples }).verdict];
        if (narrow === 'pass') expect(wide).toBe('pass');
        if (narrow !== wide) changed++;
      }
    }
    expect(changed).toBeGreaterThan(20);
  });

  it('fails with one limit missed, whatever the others are', () => {
    const bad: SetLimit = { id: 'x', eval: 'confirm', key: 'no' };
    for (let seed = 1; seed < 50; seed++)
      expect(
        judge(
          { verdict: [...limits, bad], steps, signals, next: {} },
          { ...none, samples: wild(seed), confirms: { no: false } },
        ).verdict,
      ).toBe('fail');
  });
});
