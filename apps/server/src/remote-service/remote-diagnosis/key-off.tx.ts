import type { ItemValues } from '@headland/contracts/device/diagnosis';
import { keyOffEnds } from '@headland/domain/diagnosis/gates';
import type { TestDefinition } from '@headland/domain/diagnosis/tests';
import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { subjectOf, payloadOf, type SessionRow } from './session-row';

export interface RunningTest {
  id: number;
  test: string;
  request_id: number;
  step: number | null;
  definition: TestDefinition;
}

export async function runningTest(tx: Tx, session: SessionRow): Promise<RunningTest | null> {
  if (session.state !== 'running' && session.state !== 'waiting') return null;
  const [test] = await tx.query<RunningTest[]>(
    "SELECT id, test, request_id, step, definition FROM diagnosis_test WHERE session_id = $1 AND state IN ('waiting', 'running')",
    [session.id],
  );
  return test ?? null;
}

/** The key is off because the test has just asked the person on site to turn it, and waits for it as long as its step allows. */
export const turnsKey = (test: RunningTest | null, live: ItemValues | undefined): boolean =>
  live?.key === 0 && test !== null && !keyOffEnds(test.definition, test.step);

/**
 * Key off ends a running test at once, whatever its terminal sends later; the session waits for the key a little
 * longer. Not for a test that `turnsKey`.
 */
export async function failWithKeyOff(
  tx: Tx,
  emit: Emit,
  session: SessionRow,
  test: RunningTest,
  at: Date,
): Promise<void> {
  await tx.query("UPDATE diagnosis_request SET state = 'failed', ended_at = $2, reason = 'keyOff' WHERE id = $1", [
    test.request_id,
    at,
  ]);
  await tx.query(
    "UPDATE diagnosis_test SET state = 'fail', ended_at = $2, reason = 'keyOff', prompt = NULL, left_s = NULL WHERE id = $1",
    [test.id, at],
  );
  await tx.query("UPDATE diagnosis_session SET state = 'connected' WHERE id = $1", [session.id]);
  session.state = 'connected';
  emit('diagnosis.testEnded', payloadOf(session, { test: test.test, reason: 'keyOff' }), subjectOf(session));
}
