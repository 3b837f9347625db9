import type { FleetClient, FleetOwner } from '@headland/contracts/fleet-client';
import { actRefusal } from '@headland/domain/organization';
import { mustSeeCustomer } from '../customers/customer.reads';
import { hasMachinesElsewhere } from '../../people/customer-base/customer-choice.reads';
import { placeOf } from '../../people/organizations/organization.reads';
import type { Tx } from '../../platform/database/rows';
import type { Caller } from '../../platform/caller';
import { lockPosition } from '../../platform/position';
import { Problem, refuse } from '../../platform/problem';
import { fleetClientsOf } from './fleet-client.reads';

/** To whom a client belongs. */
export interface Owner {
  kind: FleetOwner;
  id: number;
}

/** Throws Problem NOT_FOUND for a customer or an organization that the caller does not see. */
export async function mustSeeOwner(tx: Tx, { scope }: Caller, { kind, id }: Owner): Promise<void> {
  if (kind === 'customer') await mustSeeCustomer(tx, scope, id);
  else if ((await placeOf(tx, scope, id)) === null) throw new Problem('NOT_FOUND');
}

/**
 * Locks the owner while its clients change, and returns the organization for the log. `issues`: the caller
 * will read a secret, with which all machines of the owner can be read, so all of them have to be in the caller's sight.
 * Throws Problem NOT_FOUND, ORGANIZATION_ABOVE, CUSTOMER_WITHDRAWN or FLEET_CLIENT_ELSEWHERE.
 */
export async function holdOwner(tx: Tx, caller: Caller, owner: Owner, issues: boolean): Promise<number | null> {
  await mustSeeOwner(tx, caller, owner);
  if (owner.kind === 'organization') {
    const by = await lockPosition(tx, caller);
    const place = await placeOf(tx, caller.scope, owner.id, 'FOR KEY SHARE OF o');
    if (place === null) throw new Problem('NOT_FOUND');
    refuse(actRefusal(by, place));
    return owner.id;
  }
  const [customer] = await tx.query<{ organization_id: number | null; app_status: string | null }[]>(
    'SELECT organization_id, app_status FROM customer WHERE id = $1 AND removed_at IS NULL FOR UPDATE',
    [owner.id],
  );
  if (customer === undefined) throw new Problem('NOT_FOUND');
  if (issues) {
    if (customer.app_status === 'withdrawn') throw new Problem('CUSTOMER_WITHDRAWN');
    if (await hasMachinesElsewhere(tx, caller.scope, owner.id)) throw new Problem('FLEET_CLIENT_ELSEWHERE');
  }
  return customer.organization_id;
}

/** Machines that the customer gets elsewhere later stay out of sight of whoever knows the secret. Null: all. */
export const issuedWithin = ({ scope }: Caller): number | null => (scope.all ? null : scope.organizationId);

/** One of the owner's clients. Throws Problem NOT_FOUND. */
export async function clientOf(tx: Tx, owner: Owner, id: number, now: Date): Promise<FleetClient> {
  const [client] = await fleetClientsOf(tx, owner.kind, owner.id, now, id);
  if (client === undefined) throw new Problem('NOT_FOUND');
  return client;
}
