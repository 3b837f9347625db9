import type { ItemValues } from '@headland/contracts/device/diagnosis';
import { keyOffEnds } from '@headland/domain/diagnosis/gates';
import type { TestDefinition } from '@headland/domain/diagnosis/tests';
import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { subjectOf, payloadOf, type SessionRow } from './session-row';

/**
 * Key off ends a running test at once, whatever its terminal sends later; the session waits for the key a little
 * longer. Returns whether it did.
 */
export async function failWithKeyOff(
  tx: Tx,
  emit: Emit,
  session: SessionRow,
  live: ItemValues,
  at: Date,
): Promise<boolean> {
  if (live.key !== 0 || (session.state !== 'running' && session.state !== 'waiting')) return false;
  const [test] = await tx.query<
    { id: number; test: string; request_id: number; step: number | null; definition: TestDefinition }[]
  >(
    "SELECT id, test, request_id, step, definition FROM diagnosis_test WHERE session_id = $1 AND state IN ('waiting', 'running')",
    [session.id],
  );
  if (test === undefined || !keyOffEnds(test.definition, test.step)) return false;
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
  return true;
}
