import { samplesOf } from '@headland/domain/diagnosis/curve';
import { judge, type Judgement } from '@headland/domain/diagnosis/judge';
import type { TestDefinition } from '@headland/domain/diagnosis/tests';
import type { ItemValues } from '@headland/contracts/device/diagnosis';
import type { Tx } from '../../platform/database/rows';

export interface TraceRow {
  t0: string;
  step: number;
  period: number;
  items: string[];
  rows: (number | null)[][];
}

/** How far the clock of a test's rows is behind ours; of its session, where it measured nothing or is older than the column. */
export const testOffset =
  'SELECT t.session_id, COALESCE(t.offset_ms, s.offset_ms) AS offset_ms FROM diagnosis_test t JOIN diagnosis_session s ON s.id = t.session_id WHERE t.id = $1';

/** Judges a test by all its stored data, and stores the findings. */
export async function judgeTest(tx: Tx, testId: number): Promise<Judgement> {
  const [test] = await tx.query<
    {
      definition: TestDefinition;
      values: ItemValues;
      confirms: Record<string, boolean | number>;
      args: Record<string, unknown>;
      cylinders: unknown;
    }[]
  >(
    "SELECT t.definition, t.values, t.confirms, t.args, s.info -> 'cyl' AS cylinders FROM diagnosis_test t JOIN diagnosis_session s ON s.id = t.session_id WHERE t.id = $1",
    [testId],
  );
  const { definition, values, confirms, args, cylinders } = test as NonNullable<typeof test>;
  const parts = await tx.query<TraceRow[]>(
    'SELECT t0, step, period, items, rows FROM diagnosis_trace WHERE test_id = $1 ORDER BY t0',
    [testId],
  );
  const found = judge(definition, {
    samples: samplesOf(parts.map((p) => ({ ...p, t0: Number(p.t0) }))),
    values,
    confirms,
    args,
    cylinders: typeof cylinders === 'number' ? cylinders : undefined,
  });
  await tx.query('UPDATE diagnosis_test SET verdict = $2, evidence = $3, next = $4 WHERE id = $1', [
    testId,
    found.verdict,
    JSON.stringify(found.evidence),
    JSON.stringify(found.next),
  ]);
  return found;
}
