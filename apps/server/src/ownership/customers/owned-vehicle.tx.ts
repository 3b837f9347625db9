import type { EntityManager } from 'typeorm';
import type { EventPayload } from '@headland/contracts/event-log';
import { returning, type Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { Emit } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { lockRecord } from '../../platform/records/lock-record';
import type { Scope } from '../../platform/caller';
import { customerRecord, type CustomerState } from './customer.record';

/** The customer of a vehicle that the caller sees, locked before the vehicle. Throws NOT_FOUND without an owner. */
export async function customerOfVehicle(tx: EntityManager, scope: Scope, vehicleId: number): Promise<CustomerState> {
  const where = new Where(scope, 'v.organization_id')
    .andIf(vehicleId, (p) => `v.id = ${p}`)
    .and('v.customer_id IS NOT NULL');
  const [row] = await tx.query<{ id: number }[]>(
    `SELECT v.customer_id AS id FROM vehicle v WHERE ${where.sql}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return lockRecord(tx, customerRecord, scope, row.id);
}

/** The customer's name of the machine is stored with its sale; returns whether it changed. */
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
  { id, organizationId }: Pick<CustomerState, 'id' | 'organizationId'>,
  change: EventPayload<'record.changed'>['changes'][number],
): void {
  emit(
    'record.changed',
    { screen: 'customer', kind: 'customer', id: String(id), name: `#${id}`, changes: [change] },
    { organizationId },
  );
}
