import type { DiagnosticTestId } from '../diagnostic-test-ids';
import { commonConfirm, gateLimits, withCommonGates, type GateLimits } from './gates';
import shipped from './tests.json' with { type: 'json' };
import { amountOf, limitId, parseTests, type TestCatalogue } from './tests-load';
import type { Abort, Amount, Limit, Override, TestEntry } from './tests-schema';

export { limitId, parseAllTests, parseEntry, parseTests, TestCatalogueProblem, type TestCatalogue } from './tests-load';
export type { Abort, Limit, Signal, Step, Symptom, TestEntry } from './tests-schema';

/** The shipped catalogue and its file. */
export const shippedTests: { version: number } = shipped;
export const testCatalogue: TestCatalogue = parseTests(shipped);

/** What selects the limits of a machine. */
export interface Variant {
  model: string | null;
  engineType: string | null;
  hwVariant: string | null;
}

/** A limit or an abort with resolved numbers, so that a stored result can be judged again by the same ones. */
export type Numbers<T> = T extends unknown ? { [K in keyof T]: Exclude<T[K], Exclude<Amount, number>> } : never;
export type SetLimit = Numbers<Limit> & { id: string };
export type SetAbort = Numbers<Abort>;

/** A test as it is run on one machine, stored with its result. */
export interface TestDefinition extends Omit<TestEntry, 'verdict' | 'abort'> {
  catalogueVersion: number;
  verdict: SetLimit[];
  abort: SetAbort[];
  params: Record<string, number>;
  gateLimits: GateLimits;
}

/**
 * A test of the catalogue for a machine, with the common gates and aborts: matching overrides are applied in order, the
 * later one wins. Null for an unknown id.
 */
export function definitionOf(
  id: string,
  variant: Variant,
  catalogue: TestCatalogue = testCatalogue,
): TestDefinition | null {
  const entry = catalogue.byId.get(id as DiagnosticTestId);
  if (entry === undefined) return null;
  const fitting = catalogue.overrides.filter((o) => fits(o, variant));
  const params = Object.assign({}, catalogue.params, ...fitting.map((o) => o.params ?? {})) as Record<string, number>;
  const verdict = entry.verdict.map((limit) => {
    const name = limitId(limit);
    const set = Object.assign({}, limit, ...fitting.map((o) => o.limits?.[id]?.[name] ?? {})) as Limit;
    return { ...withNumbers(set, params), id: name } as SetLimit;
  });
  // its own abort on an item replaces the common one: cranking pulls the battery down
  const own = new Set(entry.abort.flatMap((a) => ('item' in a ? [a.item] : [])));
  const abort = [...entry.abort, ...catalogue.abort.filter((a) => !('item' in a && own.has(a.item)))].map(
    (a) => withNumbers(a, params) as SetAbort,
  );
  const idleRpm = params.idleRpm ?? gateLimits.idleRpm;
  const confirm = isTest(entry) ? [...new Set([commonConfirm, ...entry.confirm])] : entry.confirm;
  return {
    ...entry,
    gates: withCommonGates(entry.gates),
    confirm,
    catalogueVersion: catalogue.version,
    verdict,
    abort,
    params,
    gateLimits: { ...gateLimits, idleRpm },
  };
}

/** A test; the buzzer's is sent as a write. The other writes change the engine and belong to the after-service. */
export const isTest = ({ id, via }: Pick<TestEntry, 'id' | 'via'>): boolean => via === 'test' || id === 'buzzTest';

/** Typical seconds of each step, the limit for prompts; cylinders included. */
export function stepSeconds(d: Pick<TestDefinition, 'steps' | 'params'>): number[] {
  return d.steps.map((s) => {
    if (s.op === 'wait') return s.wait_s;
    if (s.op === 'prompt') return s.max_s;
    if (s.op === 'hold') return s.hold_s;
    return s.per === 'cylinder' ? (s.hold_s + s.rest_s) * (d.params.cylinders ?? 1) : s.hold_s;
  });
}

const fits = ({ match }: Override, v: Variant): boolean =>
  (match.model === undefined || match.model === v.model) &&
  (match.engineType === undefined || match.engineType === v.engineType) &&
  (match.hwVariant === undefined || match.hwVariant === v.hwVariant);

const withNumbers = <T extends object>(of: T, params: Record<string, number>): T =>
  Object.fromEntries(
    Object.entries(of).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'object' && value !== null && 'param' in value ? amountOf(value as Amount, params) : value,
    ]),
  ) as T;
