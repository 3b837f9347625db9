import { describe, expect, it } from 'vitest';
import { diagnosticTestIds } from '../diagnostic-test-ids';
import { faultCatalogue } from '../fault-catalogue';
import { proposedTests } from './next-test';
import shipped from './tests.json';
import {
  definitionOf,
  parseAllTests,
  parseEntry,
  parseTests,
  stepSeconds,
  testCatalogue,
  TestCatalogueProblem,
} from './tests';

const nobody = { model: null, engineType: null, hwVariant: null };
type Json = Record<string, unknown>;
const copy = (): Json & { tests: Json[]; overrides: Json[] } => JSON.parse(JSON.stringify(shipped)) as never;
const changed = (id: string, over: Json): Json => ({
  ...copy(),
  tests: copy().tests.map((t) => (t.id === id ? { ...t, ...over } : t)),
});
function problems(json: unknown): string[] {
  try {
    parseTests(json);
    return [];
  } catch (error) {
    if (error instanceof TestCatalogueProblem) return error.problems;
    throw error;
  }
}

describe('the catalogue of remote tests', () => {
  it('has every test whose result is held, by its name', () => {
    expect([...testCatalogue.byId.keys()].sort()).toEqual([...diagnosticTestIds].sort());
  });

  it('has a test for each check that a fault proposes', () => {
    for (const { code, checks } of faultCatalogue.records)
      for (const check of checks) expect(testCatalogue.byId.has(check), `${code} ${check}`).toBe(true);
  });

  it('keeps the limits that are laid down', () => {
    const limits = (id: string) => definitionOf(id, nobody)?.verdict;
    expect(limits('defControlTest')).toContainEqual(expect.objectContaining({ eval: 'inBand', target: 750, tol: 50 }));
    expect(limits('pumpPriming')).toContainEqual(expect.objectContaining({ eval: 'rise', to: 700, maxS: 120 }));
    expect(limits('ureaStabilisation')).toEqual([expect.objectContaining({ eval: 'wait', s: 600 })]);
    for (const id of ['highpre', 'prvTest', 'leakTest'])
      expect(definitionOf(id, nobody)?.abort).toContainEqual(
        expect.objectContaining({ item: 'rail.pressure', gt: 1800 }),
      );
  });

  it('asks a person on site before anything moves or sprays', () => {
    const risky = [...testCatalogue.byId.values()].filter((t) => t.risk !== 'none');
    expect(risky.length).toBeGreaterThan(6);
    for (const t of risky) expect(t.confirm).toContain('area.clear');
  });

  it('accepts the entries of the method’s own sheet', () => {
    const entries = [
      '{"id":"defControl","unit":"DCU","needs":["priming"],"gates":["PARK","STOP","BAT","DEF"],"steps":[{"op":"cmd","cmd":"pump.target","value":750,"unit":"kPa","hold_s":60},{"op":"cmd","cmd":"doser.pulse","value":5},{"op":"hold","hold_s":60},{"op":"cmd","cmd":"pump.purge","hold_s":70}],"signals":[{"item":"def.pressure","unit":"kPa","spn":4334,"band":[700,800]},{"item":"def.pumpDuty","unit":"%","spn":4375},{"item":"def.temp","unit":"C","spn":3031}],"verdict":[{"eval":"inBand","item":"def.pressure","target":750,"tol":50,"share":0.95,"window":[0,60]},{"eval":"rise","item":"def.pressure","from":600,"to":700,"maxS":3,"after":"doser.pulse"}],"typ_s":150,"max_s":240,"abort":[{"item":"def.pressure","gt":900},{"gate":"*"}],"next":{"low":["defHeater","replace:def.filter"],"unstable":["priming"]},"source":{"limits":"P","purge":"S","rest":"J"}}',
      '{"id":"compres","unit":"ECU","gates":["PARK","STOP","BAT",{"item":"engine.coolant","gt":40}],"confirm":["area.clear","battery.charged"],"steps":[{"op":"cmd","cmd":"injection.off"},{"op":"prompt","key":"crank.now","max_s":7},{"op":"cmd","cmd":"injection.on"}],"signals":[{"item":"crank.rpm","unit":"1/min","spn":190},{"item":"battery","unit":"V","spn":168},{"item":"cyl.dRpm","unit":"1/min","per":"cylinder"}],"verdict":[{"eval":"range","item":"crank.rpm","min":140},{"eval":"range","item":"cyl.dRpm","min":-10,"max":10}],"typ_s":60,"max_s":120,"abort":[{"item":"battery","lt":9.6},{"op":"prompt","gt_s":10},{"gate":"*"}],"next":{"fail":["shutoff"]},"source":{"method":"S","limit":"J"}}',
    ];
    expect(entries.map((e) => parseEntry(JSON.parse(e)).id)).toEqual(['defControlTest', 'compres']);
  });
});

describe('a broken catalogue is refused', () => {
  const verdictOf = (id: string): Json[] => (copy().tests.find((t) => t.id === id)?.verdict ?? []) as Json[];
  it.each<[string, () => unknown, RegExp]>([
    [
      'a test that is there twice',
      () => ({ ...copy(), tests: [...copy().tests, copy().tests[0]] }),
      /^runup: there twice/,
    ],
    ['a test of no known name', () => changed('runup', { id: 'runUp' }), /tests\.0\.id/],
    ['an unknown field', () => changed('runup', { colour: 'red' }), /tests\.0.*colour/],
    ['no name in Korean', () => changed('runup', { ko: undefined }), /^runup: has no name/],
    [
      'an unmeasured signal',
      () => changed('runup', { signals: [{ item: 'engine.mood', unit: '%' }] }),
      /^runup: signal engine\.mood: nobody/,
    ],
    [
      'a signal in another unit',
      () => changed('pumpPriming', { signals: [{ item: 'def.pressure', unit: 'bar' }] }),
      /^pumpPriming: signal def\.pressure is in kPa, not in bar/,
    ],
    [
      'a band that is empty',
      () => changed('pumpPriming', { signals: [{ item: 'def.pressure', unit: 'kPa', band: [800, 700] }] }),
      /band is empty/,
    ],
    [
      'a limit about something else than the signals',
      () => changed('pumpPriming', { signals: [] }),
      /limit build: def\.pressure is not among the signals/,
    ],
    [
      'two limits of one name',
      () => changed('compres', { verdict: [...verdictOf('compres'), verdictOf('compres')[0]] }),
      /two limits are called range:crank\.rpm/,
    ],
    [
      'a range upside down',
      () => changed('compres', { verdict: [{ eval: 'range', item: 'cyl.dRpm', min: 10, max: -10 }] }),
      /min is above max/,
    ],
    [
      'a range without bounds',
      () => changed('compres', { verdict: [{ eval: 'range', item: 'cyl.dRpm' }] }),
      /neither min nor max/,
    ],
    [
      'a rise that falls',
      () => changed('pumpPriming', { verdict: [{ eval: 'rise', item: 'def.pressure', from: 800, to: 700, maxS: 1 }] }),
      /a rise goes up/,
    ],
    [
      'a decay that rises',
      () => changed('leakTest', { verdict: [{ eval: 'decay', item: 'rail.pressure', from: 100, to: 1000, minS: 1 }] }),
      /a decay goes down/,
    ],
    [
      'a decay without a time',
      () => changed('leakTest', { verdict: [{ eval: 'decay', item: 'rail.pressure', from: 1000, to: 100 }] }),
      /neither minS nor maxS/,
    ],
    [
      'a limit after a step that is not there',
      () =>
        changed('pumpPriming', {
          verdict: [{ eval: 'rise', item: 'def.pressure', from: 0, to: 700, maxS: 120, after: 'pump.go' }],
        }),
      /the step pump\.go, which does not exist/,
    ],
    [
      'a limit that ends with a step that is not there',
      () =>
        changed('pumpPriming', {
          verdict: [{ eval: 'rise', item: 'def.pressure', from: 0, to: 700, maxS: 120, until: 'pump.go' }],
        }),
      /ends with the step pump\.go, which does not follow/,
    ],
    [
      'a limit that ends before it begins',
      () =>
        changed('defControlTest', {
          verdict: [
            {
              eval: 'rise',
              item: 'def.pressure',
              from: 600,
              to: 700,
              maxS: 3,
              after: 'doser.pulse',
              until: 'pump.target',
            },
          ],
        }),
      /ends with the step pump\.target, which does not follow/,
    ],
    [
      'a limit during a step that is not there',
      () => changed('egrTest', { verdict: [{ eval: 'range', item: 'egr.voltage', max: 5, during: 9 }] }),
      /the step 9, which does not exist/,
    ],
    [
      'a parameter that is not set',
      () => changed('plugTest', { verdict: [{ eval: 'range', item: 'plug.current', min: { param: 'plugs' } }] }),
      /the parameter plugs is not set/,
    ],
    [
      'a need that is not there',
      () => ({ ...copy(), tests: copy().tests.filter((t) => t.id !== 'pumpPriming'), orders: {} }),
      /^defControlTest: needs pumpPriming, which is not/,
    ],
    [
      'needs in a circle',
      () => changed('pumpPriming', { needs: ['defControlTest'] }),
      /pumpPriming needs defControlTest needs pumpPriming: in a circle|defControlTest needs pumpPriming needs defControlTest: in a circle/,
    ],
    [
      'a proposal that is not there',
      () => ({ ...copy(), tests: copy().tests.filter((t) => t.id !== 'shutoff'), orders: {} }),
      /^compres: leads to shutoff, which is not/,
    ],
    [
      'an order with a test that is not there',
      () => ({ ...copy(), orders: { all: ['compres', 'nothing'] } }),
      /orders\.all\.1/,
    ],
    [
      'a lost gate that does not end it',
      () => changed('buzzTest', { abort: [] }),
      /^buzzTest: a lost gate does not end it/,
    ],
    [
      'an abort without a bound',
      () => changed('buzzTest', { abort: [{ gate: '*' }, { item: 'battery' }] }),
      /battery has no bound/,
    ],
    [
      'an abort of a prompt that is not there',
      () => changed('buzzTest', { abort: [{ gate: '*' }, { op: 'prompt', gt_s: 1 }] }),
      /there is no prompt/,
    ],
    [
      'a gate without a bound',
      () => changed('buzzTest', { gates: [{ item: 'battery' }] }),
      /gate battery has no bound/,
    ],
    ['an engine that moves without a confirmation', () => changed('runup', { confirm: [] }), /no person on site/],
    ['an engine that moves unparked', () => changed('runup', { gates: ['RUN'] }), /may not be parked/],
    [
      'urea sprayed with the injector mounted',
      () => changed('defInjectTest', { gates: ['STOP'] }),
      /with the injector mounted/,
    ],
    [
      'an injector out without a confirmation',
      () => changed('defInjectTest', { confirm: ['area.clear'] }),
      /confirms that the injector is out/,
    ],
    ['a longest time under the usual one', () => changed('runup', { max_s: 10 }), /shorter than the usual/],
    [
      'steps longer than the longest time',
      () => changed('ureaStabilisation', { typ_s: 10, max_s: 20 }),
      /its steps take 600 s/,
    ],
    [
      'an override of everything',
      () => ({ ...copy(), overrides: [{ match: {}, params: { idleRpm: 900 } }] }),
      /matches no machine in particular/,
    ],
    [
      'an override of a test that is not there',
      () => ({ ...copy(), overrides: [{ match: { model: 'X' }, limits: { nothing: {} } }] }),
      /there is no test nothing/,
    ],
    [
      'an override of a limit that is not there',
      () => ({ ...copy(), overrides: [{ match: { model: 'X' }, limits: { runup: { nothing: { max: 1 } } } }] }),
      /runup has no limit nothing/,
    ],
    [
      'an override of a number that is not there',
      () => ({ ...copy(), overrides: [{ match: { model: 'X' }, limits: { runup: { reach: { max: 1 } } } }] }),
      /max is none of its numbers/,
    ],
    [
      'an override that turns a limit round',
      () => ({ ...copy(), overrides: [{ match: { model: 'X' }, limits: { runup: { reach: { from: 9000 } } } }] }),
      /a rise goes up/,
    ],
    [
      'a parameter of a variant that turns a limit round',
      () => ({ ...copy(), overrides: [{ match: { model: 'X' }, params: { governedRpm: 100 } }] }),
      /runup reach: a rise goes up/,
    ],
    [
      'an override of a parameter that is not there',
      () => ({ ...copy(), overrides: [{ match: { model: 'X' }, params: { mood: 1 } }] }),
      /there is no parameter mood/,
    ],
  ])('%s', (_, broken, expected) => {
    const found = problems(broken());
    expect(
      found.some((p) => expected.test(p)),
      found.join('\n'),
    ).toBe(true);
  });
  it('with all that is wrong at once', () => {
    expect(
      problems({
        ...copy(),
        tests: copy().tests.map((t) => (t.id === 'runup' || t.id === 'shutoff' ? { ...t, abort: [] } : t)),
      }),
    ).toHaveLength(2);
  });
});

describe('a definition', () => {
  it('has numbers only, with those of its variant in place, and names the catalogue', () => {
    const own = parseTests({
      ...copy(),
      version: 7,
      overrides: [
        { match: { model: 'HE-35' }, params: { idleRpm: 1000, governedRpm: 2300 } },
        { match: { model: 'HE-35', hwVariant: 'B' }, limits: { runup: { reach: { maxS: 4 } } } },
      ],
    });
    const reach = (variant: Parameters<typeof definitionOf>[1]) =>
      definitionOf('runup', variant, own)?.verdict.find((l) => l.id === 'reach');
    expect(reach(nobody)).toMatchObject({ to: 2450 * 0.95, maxS: 3 });
    expect(reach({ ...nobody, model: 'HE-35' })).toMatchObject({ to: 2300 * 0.95, maxS: 3 });
    expect(reach({ ...nobody, model: 'HE-35', hwVariant: 'B' })).toMatchObject({ to: 2300 * 0.95, maxS: 4 });
    const d = definitionOf('runup', { ...nobody, model: 'HE-35' }, own);
    expect(d).toMatchObject({ catalogueVersion: 7, gateLimits: { idleRpm: 1000 } });
    expect(JSON.stringify([d?.verdict, d?.abort])).not.toContain('param');
    // what is kept with a result reads back as it was
    expect(JSON.parse(JSON.stringify(d))).toEqual(d);
    expect(definitionOf('nothing', nobody)).toBeNull();
  });
  it('a test’s own word on an item replaces what holds for every test', () => {
    const battery = (id: string) => definitionOf(id, nobody)?.abort.filter((a) => 'item' in a && a.item === 'battery');
    expect(battery('compres')).toEqual([expect.objectContaining({ lt: 9.6 })]);
    expect(battery('runup')).toEqual([expect.objectContaining({ lt: 11.5 })]);
  });
  it('knows how long its steps take', () => {
    const d = definitionOf('shutoff', nobody);
    expect(d === null ? null : stepSeconds(d)).toEqual([10, 44]);
  });
});

it('a file that replaces the catalogue has every test', () => {
  expect(parseAllTests(copy()).byId.size).toBe(diagnosticTestIds.length);
  const file = copy();
  file.tests = file.tests.filter((t) => t.id !== 'buzzTest');
  expect(() => parseAllTests(file)).toThrow('buzzTest: missing');
});

describe('the next test', () => {
  it.each([
    [
      'what the result leads to comes first',
      [{ test: 'compres', verdict: 'fail', next: ['shutoff'] }],
      [],
      ['shutoff', 'compres', 'c3iInfo', 'leakTest', 'highpre'],
    ],
    [
      'what has passed is not proposed again',
      [{ test: 'compres', verdict: 'pass', next: [] }],
      ['compres', 'shutoff'],
      ['shutoff', 'c3iInfo', 'leakTest', 'highpre'],
    ],
    [
      'what a test needs comes before it',
      [],
      ['defControlTest'],
      ['pumpPriming', 'defControlTest', 'ureaStabilisation', 'lqsLevel', 'lqsTemp', 'defHeaterTest', 'defInjectTest'],
    ],
    ['nothing without a fault', [], [], []],
  ] as const)('%s', (_, done, checks, proposed) => {
    const found = proposedTests(
      done.map((d) => ({ ...d, next: [...d.next] })),
      checks.length === 0 ? [] : [{ code: 'E0333', checks }],
    ).map((p) => p.id);
    expect(found.filter((id) => id !== 'hpTest' && id !== 'plugTest')).toEqual(proposed);
  });

  it('gives the reason of each proposal, the nearest reason first', () => {
    const done = [{ test: 'compres', verdict: 'fail', next: ['shutoff', 'replace:injector'] } as const];
    const found = proposedTests(done, [{ code: 'E0410', checks: ['defControlTest', 'shutoff'] }]);
    expect(found.slice(0, 5)).toEqual([
      { id: 'shutoff', because: 'result', of: 'compres' },
      { id: 'replace:injector', because: 'result', of: 'compres' },
      { id: 'pumpPriming', because: 'needed', of: 'defControlTest' },
      { id: 'defControlTest', because: 'fault', of: 'E0410' },
      { id: 'ureaStabilisation', because: 'needed', of: 'lqsLevel' },
    ]);
    expect(new Set(found.map((p) => p.id)).size).toBe(found.length);
  });
});
