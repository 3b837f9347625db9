import { z } from 'zod';
import { diagnosticTestIds, type DiagnosticTestId } from '../diagnostic-test-ids';
import { monitorItems } from './items';
import { Params, TestEntry, TestFile, type Abort, type Amount, type Limit, type Override } from './tests-schema';

/** A validated catalogue: every entry by its id, with the texts and rules that a test page needs. */
export interface TestCatalogue {
  version: number;
  params: Readonly<Record<string, number>>;
  abort: readonly Abort[];
  orders: Readonly<Record<string, readonly DiagnosticTestId[]>>;
  byId: ReadonlyMap<DiagnosticTestId, TestEntry>;
  overrides: readonly Override[];
}

/** Refuses a broken catalogue with all its problems, so that its author fixes them at once. */
export class TestCatalogueProblem extends Error {
  constructor(readonly problems: string[]) {
    super(
      `test catalogue refused: ${problems.slice(0, 5).join('; ')}${problems.length > 5 ? `; and ${problems.length - 5} more` : ''}`,
    );
  }
}

/** Throws TestCatalogueProblem. */
export function parseTests(json: unknown): TestCatalogue {
  const parsed = TestFile.safeParse(json);
  if (!parsed.success)
    throw new TestCatalogueProblem(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`));
  const { version, params, abort, orders, tests, overrides } = parsed.data;
  const byId = new Map(tests.map((t) => [t.id, t]));
  const problems = [
    ...tests.filter((t, i) => tests.findIndex((o) => o.id === t.id) !== i).map((t) => `${t.id}: there twice`),
    ...tests.flatMap((t) => wrongIn(t, params).map((p) => `${t.id}: ${p}`)),
    ...tests
      .filter((t) => t.ko === undefined || t.en === undefined)
      .map((t) => `${t.id}: has no name in both languages`),
    ...tests.flatMap((t) =>
      t.needs.filter((n) => !byId.has(n.test)).map((n) => `${t.id}: needs ${n.test}, which is not in the catalogue`),
    ),
    ...tests.flatMap((t) =>
      proposals(t)
        .filter((p) => !p.startsWith('replace:') && !byId.has(p as DiagnosticTestId))
        .map((p) => `${t.id}: leads to ${p}, which is not in the catalogue`),
    ),
    ...circles(byId),
    ...Object.entries(orders).flatMap(([complaint, ids]) =>
      ids.filter((id) => !byId.has(id)).map((id) => `order ${complaint}: ${id} is not in the catalogue`),
    ),
    ...abort.flatMap((a) => wrongAbort(a, params).map((p) => `abort of every test: ${p}`)),
    ...overrides.flatMap((o, i) => wrongOverride(o, byId, params).map((p) => `override ${i + 1}: ${p}`)),
  ];
  if (problems.length > 0) throw new TestCatalogueProblem(problems);
  return { version, params, abort, orders, byId, overrides };
}

/** A file that replaces another: valid, and with every test that has stored results. Throws TestCatalogueProblem. */
export function parseAllTests(json: unknown): TestCatalogue {
  const catalogue = parseTests(json);
  const missing = diagnosticTestIds.filter((id) => !catalogue.byId.has(id));
  if (missing.length > 0) throw new TestCatalogueProblem(missing.map((id) => `${id}: missing`));
  return catalogue;
}

/** One entry alone, for its author; throws TestCatalogueProblem. */
export function parseEntry(json: unknown, params: Record<string, number> = {}): TestEntry {
  const parsed = TestEntry.safeParse(json);
  if (!parsed.success)
    throw new TestCatalogueProblem(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`));
  const problems = wrongIn(parsed.data, params);
  if (problems.length > 0) throw new TestCatalogueProblem(problems.map((p) => `${parsed.data.id}: ${p}`));
  return parsed.data;
}

/** The name of a limit in results and overrides. */
export const limitId = (limit: Limit): string =>
  limit.id ??
  ('item' in limit ? `${limit.eval}:${limit.item}` : limit.eval === 'confirm' ? `confirm:${limit.key}` : limit.eval);

/** Numbers of a limit that an override may set. */
const numbersOf: Record<Limit['eval'], readonly string[]> = {
  range: ['min', 'max'],
  inBand: ['target', 'tol', 'share'],
  spread: ['max'],
  rise: ['from', 'to', 'maxS'],
  decay: ['from', 'to', 'minS', 'maxS'],
  step: ['tol', 'maxS'],
  gain: ['min', 'max'],
  difference: ['max'],
  confirm: [],
  seen: ['tol'],
  equal: [],
  wait: ['s'],
};

function wrongIn(t: TestEntry, params: Record<string, number>): string[] {
  const commands = new Set(t.steps.flatMap((s) => (s.op === 'cmd' ? [s.cmd] : [])));
  const signals = new Set(t.signals.map((s) => s.item));
  const ids = t.verdict.map(limitId);
  const problems: string[] = [];
  const step = (at: string | number, where: string): void => {
    if (typeof at === 'string' ? !commands.has(at) : at >= t.steps.length)
      problems.push(`${where} refers to the step ${at}, which does not exist`);
  };
  const item = (id: string, where: string): void => {
    if (!monitorItems.has(id)) problems.push(`${where}: nobody measures ${id}`);
    else if (!signals.has(id)) problems.push(`${where}: ${id} is not among the signals`);
  };
  for (const s of t.signals) {
    const known = monitorItems.get(s.item);
    if (known === undefined) problems.push(`signal ${s.item}: nobody measures that`);
    else if (known.unit !== s.unit) problems.push(`signal ${s.item} is in ${known.unit}, not in ${s.unit}`);
    if (s.band && s.band[0] >= s.band[1]) problems.push(`signal ${s.item}: its band is empty`);
  }
  if (signals.size !== t.signals.length) problems.push('a signal occurs twice');
  for (const id of ids.filter((v, i) => ids.indexOf(v) !== i))
    problems.push(`two limits are called ${id}: give them ids`);
  for (const l of t.verdict) problems.push(...wrongLimit(l, params).map((p) => `limit ${limitId(l)}: ${p}`));
  for (const l of t.verdict) {
    if ('during' in l && l.during !== undefined) step(l.during, `limit ${limitId(l)}`);
    if ('after' in l && l.after !== undefined) step(l.after, `limit ${limitId(l)}`);
    if ('until' in l && l.until !== undefined) {
      const from = l.after === undefined ? -1 : t.steps.findIndex((s) => s.op === 'cmd' && s.cmd === l.after);
      if (!t.steps.some((s, i) => i > Math.max(0, from) && s.op === 'cmd' && s.cmd === l.until))
        problems.push(`limit ${limitId(l)} ends with the step ${l.until}, which does not follow`);
    }
    if ('item' in l && l.eval !== 'equal') item(l.item, `limit ${limitId(l)}`);
    if (l.eval === 'step') item(l.command, `limit ${limitId(l)}`);
    if (l.eval === 'difference') item(l.to, `limit ${limitId(l)}`);
  }
  for (const a of t.abort) {
    problems.push(...wrongAbort(a, params).map((p) => `abort: ${p}`));
    if ('item' in a && a.during !== undefined) step(a.during, 'abort');
    if ('op' in a && !t.steps.some((s) => s.op === 'prompt')) problems.push('abort: there is no prompt');
  }
  for (const g of t.gates)
    if (typeof g !== 'string' && g.gt === undefined && g.lt === undefined) problems.push(`gate ${g.item} has no bound`);
  if (!t.abort.some((a) => 'gate' in a)) problems.push('a lost gate does not end it');
  if (t.risk !== 'none' && !t.confirm.includes('area.clear'))
    problems.push(`it ${t.risk} and no person on site confirms that the area is clear`);
  if (t.risk === 'moves' && !t.gates.includes('PARK'))
    problems.push('it moves the engine of a machine that may not be parked');
  if (t.risk === 'sprays' && !t.gates.includes('OUT')) problems.push('it sprays urea with the injector mounted');
  if (t.gates.includes('OUT') && !t.confirm.includes('doser.out'))
    problems.push('no person on site confirms that the injector is out');
  if (t.max_s < t.typ_s) problems.push('its longest time is shorter than the usual one');
  if (t.max_s < shortest(t)) problems.push(`its steps take ${shortest(t)} s and it may take ${t.max_s} s`);
  return problems;
}

/** Minimum duration of the steps, s; cylinders count as one. */
const shortest = (t: TestEntry): number =>
  t.steps.reduce(
    (sum, s) => sum + (s.op === 'cmd' ? s.hold_s : s.op === 'hold' ? s.hold_s : s.op === 'wait' ? s.wait_s : 0),
    0,
  );

function wrongLimit(l: Limit, params: Record<string, number>): string[] {
  const problems = unknownParams(l, params);
  if (problems.length > 0) return problems;
  const n = (a: Amount | undefined): number | undefined => (a === undefined ? undefined : amountOf(a, params));
  const backwards = (a: Amount | undefined, b: Amount | undefined, why: string): void => {
    if (a !== undefined && b !== undefined && (n(a) ?? 0) > (n(b) ?? 0)) problems.push(why);
  };
  if (l.eval === 'range' || l.eval === 'gain') {
    backwards(l.min, l.max, 'min is above max');
    if (l.min === undefined && l.max === undefined) problems.push('has neither min nor max');
  }
  if ('window' in l && l.window !== undefined && l.window[0] >= l.window[1]) problems.push('its window is empty');
  if (l.eval === 'rise') backwards(l.from, l.to, 'a rise goes up');
  if (l.eval === 'decay') {
    backwards(l.to, l.from, 'a decay goes down');
    backwards(l.minS, l.maxS, 'minS is above maxS');
    if (l.minS === undefined && l.maxS === undefined) problems.push('has neither minS nor maxS');
  }
  if ((l.eval === 'inBand' || l.eval === 'seen') && (n(l.tol) ?? 0) <= 0) problems.push('a band has a width');
  return problems;
}

function wrongAbort(a: Abort, params: Record<string, number>): string[] {
  if (!('item' in a)) return [];
  if (!monitorItems.has(a.item)) return [`nobody measures ${a.item}`];
  return a.gt === undefined && a.lt === undefined ? [`${a.item} has no bound`] : unknownParams(a, params);
}

const Named = z.object({ param: z.string() });
const unknownParams = (of: object, params: Record<string, number>): string[] =>
  Object.values(of).flatMap((v: unknown) => {
    const named = Named.safeParse(v);
    return named.success && params[named.data.param] === undefined
      ? [`the parameter ${named.data.param} is not set`]
      : [];
  });

const proposals = (t: TestEntry): string[] => Object.values(t.next).flatMap((list) => list ?? []);

function circles(byId: TestCatalogue['byId']): string[] {
  const under = (id: DiagnosticTestId, path: readonly DiagnosticTestId[]): string[] => {
    if (path.includes(id)) return [`${[...path.slice(path.indexOf(id)), id].join(' needs ')}: in a circle`];
    return (byId.get(id)?.needs ?? []).flatMap((n) => under(n.test, [...path, id]));
  };
  return [...new Set([...byId.keys()].flatMap((id) => under(id, []).slice(0, 1)))];
}

function wrongOverride(o: Override, byId: TestCatalogue['byId'], params: Record<string, number>): string[] {
  const problems = Object.keys(o.params ?? {})
    .filter((p) => params[p] === undefined)
    .map((p) => `there is no parameter ${p}`);
  if (Object.keys(o.match).length === 0) problems.push('matches no machine in particular: set the catalogue itself');
  const own = { ...params, ...Params.parse(o.params ?? {}) };
  for (const [test, limits] of Object.entries(o.limits ?? {})) {
    const entry = byId.get(test as DiagnosticTestId);
    if (entry === undefined) {
      problems.push(`there is no test ${test}`);
      continue;
    }
    for (const [id, numbers] of Object.entries(limits)) {
      const limit = entry.verdict.find((l) => limitId(l) === id);
      if (limit === undefined) problems.push(`${test} has no limit ${id}`);
      else {
        problems.push(
          ...Object.keys(numbers)
            .filter((field) => !numbersOf[limit.eval].includes(field))
            .map((field) => `${test} ${id}: ${field} is none of its numbers`),
        );
        problems.push(...wrongLimit({ ...limit, ...numbers } as Limit, own).map((p) => `${test} ${id}: ${p}`));
      }
    }
  }
  // a parameter of the variant may invert a limit that this override does not name
  for (const t of byId.values())
    for (const l of t.verdict) problems.push(...wrongLimit(l, own).map((p) => `${t.id} ${limitId(l)}: ${p}`));
  return [...new Set(problems)];
}

/** The number of an amount. Throws RangeError for a missing parameter. */
export function amountOf(amount: Amount, params: Readonly<Record<string, number>>): number {
  if (typeof amount === 'number') return amount;
  const value = params[amount.param];
  if (value === undefined) throw new RangeError(`the parameter ${amount.param} is not set`);
  return value * amount.times + amount.plus;
}
