import { randomUUID } from 'node:crypto';
import type { DiagDown, DiagUp } from '@headland/contracts/device/diagnosis';
import { lostGate } from '@headland/domain/diagnosis/gates';
import { unconfirmedCodes } from '@headland/domain/diagnosis/read-codes';
import { sessionTimes } from '@headland/domain/diagnosis/session';
import type { Tx } from '../../platform/database/rows';
import type { RequestRow, SessionRow } from './session-row';

/** The codes that a person has confirmed, in the reading that begins a clear; null in any other request. */
const confirmedIn = ({ op, args }: RequestRow): readonly string[] | null =>
  op === 'faults' && Array.isArray(args.clear) ? (args.clear as string[]) : null;

/**
 * The second half of a clear: the codes have just been read and recorded with their freeze frames, and are cleared now.
 * An unconfirmed code, or a running engine, fails the request. Returns what to send to the terminal after the commit.
 */
export async function clearAfterReading(
  tx: Tx,
  session: SessionRow,
  reading: RequestRow,
  m: DiagUp,
  at: Date,
): Promise<DiagDown | null> {
  const confirmed = confirmedIn(reading);
  if (confirmed === null) return null;
  const added = unconfirmedCodes({ stored: m.stored ?? [], pending: m.pending ?? [] }, confirmed);
  const reason =
    added.length > 0 ? 'codesChanged' : lostGate(['STOP'], m.live ?? session.live) === null ? null : 'gate';
  const req = randomUUID();
  await tx.query(
    `INSERT INTO diagnosis_request (token, session_id, op, args, asked_at, due_at, by_name, state, ended_at, reason)
     VALUES ($1, $2, 'clearFaults', $3, $4, $5, $6, $7, $8, $9)`,
    [
      req,
      session.id,
      JSON.stringify({ codes: confirmed }),
      at,
      new Date(at.getTime() + sessionTimes.answerMs),
      reading.by_name,
      reason === null ? 'asked' : 'failed',
      reason === null ? null : at,
      reason,
    ],
  );
  return reason === null ? { session: session.token, req, op: 'clearFaults' } : null;
}
