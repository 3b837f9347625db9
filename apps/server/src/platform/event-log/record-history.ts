import type { RecordStep } from '@headland/contracts/shared-shapes';
import type { Tx } from '../database/rows';

/** The changes of one record, or of one screen of it, newest first. The caller has checked that it may be read. */
export async function recordHistory(
  tx: Tx,
  kind: string,
  id: string,
  { page, size }: { page: number; size: number },
  screen: string | null = null,
): Promise<{ rows: RecordStep[]; total: number }> {
  const where = `name IN ('record.created', 'record.changed', 'record.deleted')
    AND payload->>'kind' = $1 AND payload->>'id' = $2 AND ($3::text IS NULL OR payload->>'screen' = $3)`;
  const parameters = [kind, id, screen];
  const [[counted], rows] = await Promise.all([
    tx.query<{ total: number }[]>(`SELECT count(*)::int AS total FROM event_log WHERE ${where}`, parameters),
    tx.query<(Omit<RecordStep, 'number' | 'at'> & { number: string; at: Date })[]>(
      `SELECT number, at, name, by_name AS by, payload->>'reason' AS reason, payload->'changes' AS changes FROM event_log WHERE ${where}
       ORDER BY number DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
      parameters,
    ),
  ]);
  return {
    rows: rows.map((r) => ({ ...r, number: Number(r.number), at: r.at.toISOString() })),
    total: counted?.total ?? 0,
  };
}
