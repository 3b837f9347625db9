import type { EventPayload } from '@headland/contracts/event-log';
import { returning, type Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import type { LockedCustomer } from './customer.write';

/** What the customer calls the machine stands with its sale; answers whether it was another one. */
export async function writeNickname(tx: Tx, vehicleId: number, nickname: string | null): Promise<boolean> {
  const written = await returning(
    tx,
    'UPDATE sale SET nickname = $2 WHERE vehicle_id = $1 AND cancelled_at IS NULL AND nickname IS DISTINCT FROM $2 RETURNING id',
    [vehicleId, nickname],
  );
  return written.length > 0;
}

/** In the history of the customer. */
export function notifyVehicle(
  emit: Emit,
  { id, dealerId }: Pick<LockedCustomer, 'id' | 'dealerId'>,
  change: EventPayload<'record.changed'>['changes'][number],
): void {
  emit(
    'record.changed',
    { screen: 'customer', kind: 'customer', id: String(id), name: `#${id}`, changes: [change] },
    { organizationId: dealerId },
  );
}
