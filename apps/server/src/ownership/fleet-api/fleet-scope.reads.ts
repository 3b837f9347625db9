import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { FleetCaller } from '../../platform/caller';

/**
 * Machines that a client reads, as conditions on the vehicle `v`: those that the customer owns now, as far as whoever issued the secret sees them, or those of
 * the organization and all below it.
 */
export function machinesOf({ customerId, organizationId, issuedWithin }: FleetCaller): Where {
  if (customerId === null) return new Where({ all: false, organizationId }, 'v.organization_id');
  const seen =
    issuedWithin === null ? ({ all: true } as const) : ({ all: false, organizationId: issuedWithin } as const);
  return new Where(seen, 'v.organization_id').andIf(customerId, (p) => `v.customer_id = ${p}`);
}

/** One machine by PIN (its VIN), or by make, model and serial number. */
export type Identity = { identifier: string } | { make: string; model: string; serialNumber: string };

/** The same for one machine. Another make is not found. Throws Problem NOT_FOUND. */
export function machineOf(client: FleetCaller, identity: Identity, oemName: string): Where {
  if ('identifier' in identity)
    return machinesOf(client).andIf(identity.identifier, (p) => `v.vin = upper(${p}::text)`);
  const { make, model, serialNumber } = identity;
  if (make.toLowerCase() !== oemName.toLowerCase()) throw new Problem('NOT_FOUND');
  return machinesOf(client)
    .andIf(serialNumber, (p) => `v.vin = upper(${p}::text)`)
    .andIf(model, (p) => `lower(m.name) = lower(${p}::text)`);
}

export interface OwnTime {
  since: number | null;
  until: number | null;
}
const always: OwnTime[] = [{ since: null, until: null }];

/** When the machine was the customer's; an organization reads all its time. */
export async function ownTimes(tx: Tx, { customerId }: FleetCaller, vehicleId: number): Promise<OwnTime[]> {
  if (customerId === null) return always;
  const rows = await tx.query<{ since: Date | null; until: Date | null }[]>(
    'SELECT since, until FROM vehicle_owner WHERE vehicle_id = $1 AND customer_id = $2',
    [vehicleId, customerId],
  );
  return rows.map(({ since, until }) => ({ since: since?.getTime() ?? null, until: until?.getTime() ?? null }));
}
