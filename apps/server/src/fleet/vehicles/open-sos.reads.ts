import type { Tx } from '../../platform/database/rows';
import { sosIsOpen } from '../../platform/database/open-sql';

/**
 * Which of the vehicles have an open SOS. A caller that moves them has locked their rows first, and asks in a statement of
 * its own: one that waits for a lock still sees its other tables as they were before it waited.
 */
export async function openSosOf(tx: Tx, vehicleIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }[]>(
    `SELECT vehicle_id AS id FROM sos_call WHERE vehicle_id = ANY($1::int[]) AND ${sosIsOpen()}`,
    [vehicleIds],
  );
  return new Set(rows.map(({ id }) => id));
}
