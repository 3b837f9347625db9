import type { DiagnosticTestId } from '../diagnostic-test-ids';
import type { Verdict } from './judge';
import { testCatalogue, type TestCatalogue } from './tests';

/**
 * Recommends the next test and why: follow-ups of the last result first, then the checks of the fault of this session,
 * then the rest of the catalogue's order. Tests passed in this session are not recommended again, and a test's
 * prerequisites come before it.
 */
export interface DoneTest {
  test: DiagnosticTestId;
  verdict: Verdict | null;
  /** follow-ups of its verdict */
  next: readonly string[];
}
/** A fault code of the machine and the tests that its catalogue names. */
export interface FaultChecks {
  code: string;
  checks: readonly DiagnosticTestId[];
}
/**
 * `of`: the test whose result leads here, the fault code, the test that requires this one, or the one before it in the
 * order.
 */
export interface Proposed {
  id: string;
  because: 'result' | 'fault' | 'needed' | 'order';
  of: string;
}

/**
 * `done` oldest first. Ids of tests, and parts as `replace:…`; most likely first, without duplicates, each with its
 * first reason.
 */
export function proposedTests(
  done: readonly DoneTest[],
  faults: readonly FaultChecks[],
  catalogue: TestCatalogue = testCatalogue,
): Proposed[] {
  const passed = new Set<string>(done.filter((d) => d.verdict === 'pass').map((d) => d.test));
  const last = done.at(-1);
  const begun = [...(last === undefined ? [] : [last.test]), ...faults.flatMap((f) => f.checks)];
  const fromResult = (last?.next ?? []).map((id): Proposed => ({ id, because: 'result', of: last?.test ?? '' }));
  const fromFaults = faults.flatMap(({ code, checks }) =>
    checks.map((id): Proposed => ({ id, because: 'fault', of: code })),
  );
  const fromOrder = Object.values(catalogue.orders).flatMap((ids) => {
    const at = begun.find((id) => ids.includes(id));
    return at === undefined ? [] : ids.map((id): Proposed => ({ id, because: 'order', of: at }));
  });
  const list = [...fromResult, ...fromFaults, ...fromOrder].flatMap((p) => [
    ...needsOf(p.id, catalogue).map((id): Proposed => ({ id, because: 'needed', of: p.id })),
    p,
  ]);
  const seen = new Set<string>();
  return list.filter(({ id }) => !passed.has(id) && !seen.has(id) && seen.add(id));
}

const needsOf = (id: string, catalogue: TestCatalogue): DiagnosticTestId[] =>
  (catalogue.byId.get(id as DiagnosticTestId)?.needs ?? []).flatMap(({ test }) => [...needsOf(test, catalogue), test]);
