import type { Tx } from '../../platform/database/rows';

/** The organisation that a unit belongs to until it is shipped: the plant, or the head office where there is none. */
export async function plantOf(tx: Tx): Promise<{ id: number; name: string }> {
  const [row] = await tx.query<{ id: number; name: string }[]>(
    "SELECT id, name FROM organization WHERE removed_at IS NULL AND (type = 'PRODUCTION' OR parent_id IS NULL) ORDER BY type <> 'PRODUCTION', id LIMIT 1",
  );
  if (row === undefined) throw new Error('there is no organisation yet: invite the first administrator');
  return row;
}
