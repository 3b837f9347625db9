import { mayRead } from '@headland/domain/access';
import type { Tx } from '../../platform/database/rows';
import { faultIsOpen } from '../../platform/database/open-sql';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';

/** Refuses, on its field, a report that is not an open one of this vehicle, or that the caller may not see. */
export async function mayLink(tx: Tx, by: Caller, vehicleId: number, faultId: number): Promise<void> {
  const [open] = await tx.query<unknown[]>(
    `SELECT 1 FROM fault_report WHERE id = $1 AND vehicle_id = $2 AND ${faultIsOpen()}`,
    [faultId, vehicleId],
  );
  if (open === undefined || !mayRead(by, 'breakdown')) throw new Problem('E0001', {}, { faultId: 'field.unknown' });
}
