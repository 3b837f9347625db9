import type { Tx } from '../database/rows';
import { Problem } from '../problem';
import type { Caller } from '../caller';

/**
 * Refuses an action if a colleague has acted since the caller read the record, and names who, when and what, so that
 * the caller can decide again. Changes by the machine and by time (a second press, an escalation) do not conflict, nor
 * does the caller's own action. The subject is locked. On a transfer the two customers act, too; the log does not name
 * them.
 */
export async function refuseActedMeanwhile(
  tx: Tx,
  subject: 'sos' | 'fault' | 'transfer',
  id: number,
  seen: number | undefined,
  caller: Caller,
): Promise<void> {
  if (seen === undefined) return;
  const byColleague = subject === 'transfer' ? 'by_user IS DISTINCT FROM $3' : 'by_user IS NOT NULL AND by_user <> $3';
  const [last] = await tx.query<{ at: Date; by: string | null; what: string; version: number }[]>(
    `SELECT at, by_name AS by, name AS what, (payload->'${subject}'->>'version')::int AS version FROM event_log WHERE payload ? '${subject}' AND payload->'${subject}'->>'id' = $1::text
       AND (payload->'${subject}'->>'version')::int > $2 AND ${byColleague} ORDER BY number DESC LIMIT 1`,
    [String(id), seen, caller.userId],
  );
  if (last)
    throw new Problem('CHANGED_MEANWHILE', {
      by: last.by ?? '',
      at: last.at.toISOString(),
      what: last.what,
      version: last.version,
    });
}
