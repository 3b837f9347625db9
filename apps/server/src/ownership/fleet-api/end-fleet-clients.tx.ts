import type { FleetOwner } from '@headland/contracts/fleet-client';
import { returning, type Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { clientRecord } from './fleet-client-record';

/** Clients end with whom they belong to. */
async function end(tx: Tx, emit: Emit, owner: FleetOwner, ownerId: number, now: Date): Promise<void> {
  const ended = await returning<{ id: number; clientId: string; organizationId: number | null }>(
    tx,
    `UPDATE fleet_client f SET revoked_at = $2 WHERE ${owner}_id = $1 AND revoked_at IS NULL
     RETURNING f.id, f.client_id AS "clientId", COALESCE(f.organization_id, (SELECT c.organization_id FROM customer c WHERE c.id = f.customer_id)) AS "organizationId"`,
    [ownerId, now],
  );
  for (const { organizationId, ...client } of ended)
    emit('record.deleted', { ...clientRecord(owner, client), changes: [] }, { organizationId });
}

export const endClientsOfCustomer = (tx: Tx, emit: Emit, customerId: number, _: string, now: Date): Promise<void> =>
  end(tx, emit, 'customer', customerId, now);

/** A name that staff chose may identify the customer. */
export async function endClientsOfDeletedCustomer(tx: Tx, emit: Emit, customerId: number, now: Date): Promise<void> {
  await end(tx, emit, 'customer', customerId, now);
  await tx.query('UPDATE fleet_client SET name = client_id WHERE customer_id = $1', [customerId]);
}

export const endClientsOfOrganization = (tx: Tx, emit: Emit, organizationId: number, now: Date): Promise<void> =>
  end(tx, emit, 'organization', organizationId, now);
