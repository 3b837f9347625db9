import type { DiagnosticTestId } from '../diagnostic-test-ids';
import type { Verdict } from './judge';
import { testCatalogue, type TestCatalogue } from './tests';

/**
 * Which test to run next: what the last result leads to comes first, then the checks of the fault that brought the engineer here, then the rest of
 * the order in which such a complaint is followed up. What has passed in this session is not proposed again, and what a test needs stands before it.
 */
export interface DoneTest {
  test: DiagnosticTestId;
  verdict: Verdict | null;
  /** what its judgement led to */
  next: readonly string[];
}

/** `done` oldest first. Ids of tests, and parts as `replace:…`; most likely first. */
export function proposedTests(done: readonly DoneTest[], faultChecks: readonly DiagnosticTestId[], catalogue: TestCatalogue = testCatalogue): string[] {
  const passed = new Set(done.filter((d) => d.verdict === 'pass').map((d) => d.test));
  const last = done.at(-1);
  const order = Object.values(catalogue.orders)
    .filter((ids) => ids.some((id) => faultChecks.includes(id) || id === last?.test))
    .flat();
  const wanted = [...(last?.next ?? []), ...faultChecks, ...order];
  const list = wanted.flatMap((id) => [...needsOf(id, catalogue), id]);
  return [...new Set(list)].filter((id) => !passed.has(id as DiagnosticTestId));
}

const needsOf = (id: string, catalogue: TestCatalogue): DiagnosticTestId[] =>
  (catalogue.byId.get(id as DiagnosticTestId)?.needs ?? []).flatMap(({ test }) => [...needsOf(test, catalogue), test]);
