import type { SessionEnd } from '@headland/domain/diagnosis/session';
import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { subjectOf, payloadOf, sessionColumns, notifyConsoles, type SessionRow } from './session-row';

/**
 * Ends a session locked by the transaction, with everything open in it: running requests have failed for this reason.
 */
export async function endSession(
  tx: Tx,
  emit: Emit,
  session: SessionRow,
  end: SessionEnd,
  now: Date,
  reason: string | null = null,
): Promise<void> {
  if (session.ended_at !== null) return;
  const why = reason ?? end;
  await tx.query(
    `UPDATE diagnosis_session SET state = 'disconnected', ended_at = $2, "end" = $3, reason = $4 WHERE id = $1`,
    [session.id, now, end, reason],
  );
  await tx.query(
    "UPDATE diagnosis_request SET state = 'failed', ended_at = $2, reason = $3 WHERE session_id = $1 AND state IN ('asked', 'open')",
    [session.id, now, why],
  );
  await tx.query(
    "UPDATE diagnosis_test SET state = 'fail', ended_at = $2, reason = $3 WHERE session_id = $1 AND state IN ('asked', 'waiting', 'running')",
    [session.id, now, why],
  );
  await tx.query('UPDATE diagnosis_recording SET ended_at = $2 WHERE session_id = $1 AND ended_at IS NULL', [
    session.id,
    now,
  ]);
  emit('diagnosis.ended', payloadOf(session, { reason: why }), subjectOf(session));
  await notifyConsoles(tx, {
    sessionId: session.id,
    at: now.getTime(),
    offsetMs: Number(session.offset_ms),
    changed: true,
  });
}

/** The terminal has started again, and its session ended with that. So had the test that failed when it fell silent. */
export async function endRestarted(tx: Tx, emit: Emit, session: SessionRow, now: Date): Promise<void> {
  await tx.query(
    "UPDATE diagnosis_test SET reason = 'restarted' WHERE session_id = $1 AND state = 'fail' AND reason = 'noAnswer' AND ended_at >= $2",
    [session.id, session.heard_at],
  );
  await endSession(tx, emit, session, 'restarted', now);
}

/** The session of a device ends with the device. */
export async function endSessionOf(tx: Tx, emit: Emit, deviceId: string, now: Date): Promise<void> {
  const [session] = await tx.query<SessionRow[]>(
    `SELECT ${sessionColumns} FROM diagnosis_session s WHERE s.device_id = $1 AND s.ended_at IS NULL FOR UPDATE`,
    [deviceId],
  );
  if (session !== undefined) await endSession(tx, emit, session, 'disconnected', now);
}
