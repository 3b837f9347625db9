import type { EventPayload } from '@headland/contracts/event-log';
import type { Tx } from '../database/rows';

export interface RecordStep {
  number: number;
  at: string;
  name: string;
  by: string | null;
  reason: string | null;
  changes: EventPayload<'record.changed'>['changes'];
}

/** What was done to one record, newest first. The caller has made sure that it may be seen. */
export async function recordHistory(
  tx: Tx,
  kind: string,
  id: string,
  { page, size }: { page: number; size: number },
): Promise<{ rows: RecordStep[]; total: number }> {
  const where = `name IN ('record.created', 'record.changed', 'record.deleted') AND payload->>'kind' = $1 AND payload->>'id' = $2`;
  const [[counted], rows] = await Promise.all([
    tx.query<{ total: number }[]>(`SELECT count(*)::int AS total FROM event_log WHERE ${where}`, [kind, id]),
    tx.query<(Omit<RecordStep, 'number' | 'at'> & { number: string; at: Date })[]>(
      `SELECT number, at, name, by_name AS by, payload->>'reason' AS reason, payload->'changes' AS changes FROM event_log WHERE ${where}
       ORDER BY number DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
      [kind, id],
    ),
  ]);
  return {
    rows: rows.map((r) => ({ ...r, number: Number(r.number), at: r.at.toISOString() })),
    total: counted?.total ?? 0,
  };
}
