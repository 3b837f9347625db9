import { type Evidence, proveLimit } from './prove-limit';
import { type Measured, Run } from './run';
import type { TestDefinition } from './tests';

export type Verdict = 'pass' | 'fail' | 'incomplete';
export interface Judgement {
  verdict: Verdict;
  evidence: Evidence[];
  /** tests, and parts as `replace:…`, to follow up a miss */
  next: string[];
}

/**
 * The verdict of a test: one pure function over the measurements, the same for the first run and years later. Each
 * limit has its finding, so a verdict shows its evidence. A missing value never passes: such a result is incomplete,
 * not good.
 */
export function judge(
  definition: Pick<TestDefinition, 'verdict' | 'steps' | 'signals' | 'next'>,
  measured: Measured,
): Judgement {
  const run = new Run(definition, measured);
  const evidence = definition.verdict.flatMap((limit) => proveLimit(limit, run));
  const verdict = evidence.some((e) => e.ok === false)
    ? 'fail'
    : evidence.length === 0 || evidence.some((e) => e.ok === null)
      ? 'incomplete'
      : 'pass';
  const missed = evidence.flatMap((e) => (e.ok === false ? [e.symptom ?? ('fail' as const)] : []));
  const next = [...new Set(missed.flatMap((symptom) => definition.next[symptom] ?? definition.next.fail ?? []))];
  return { verdict, evidence, next };
}
