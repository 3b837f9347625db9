import type { Tx } from '../../platform/database/rows';

/** The agency of a report before this event; null: it had none. */
export async function agencyBefore(tx: Tx, faultId: number, number: number): Promise<number | null> {
  const [row] = await tx.query<{ agency: number }[]>(
    `SELECT (payload->'fault'->'agency'->>'id')::int AS agency FROM event_log
     WHERE payload ? 'fault' AND payload->'fault'->>'id' = $1::text AND number < $2 AND name IN ('fault.accepted', 'fault.reassigned') ORDER BY number DESC LIMIT 1`,
    [String(faultId), number],
  );
  return row?.agency ?? null;
}
