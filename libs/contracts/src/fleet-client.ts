import { z } from 'zod';
import type { Permission } from './access';
import { endpoint } from './endpoint';
import { id, isoTime, t50 } from './fields';

/**
 * Clients of the Fleet API. One belongs to a customer and reads the machines that the customer owns, or to an
 * organization and reads those of the organization and of all below it.
 */
export const fleetClientStates = ['active', 'expired', 'revoked'] as const;
/** Active clients that one customer or organization may have. */
export const maxFleetClients = 20;

export const FleetClient = z.object({
  id: z.number(),
  name: z.string(),
  clientId: z.string(),
  state: z.enum(fleetClientStates),
  createdAt: z.string(),
  createdBy: z.string(),
  expiresAt: z.string().nullable(),
  /** the secret was replaced */
  rotatedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  /** null: the customer left, or the organization was deleted */
  revokedBy: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  requests: z.number(),
});
export type FleetClient = z.output<typeof FleetClient>;
/** With its secret, which is in this answer only. */
export const IssuedFleetClient = FleetClient.extend({ secret: z.string() });
export type IssuedFleetClient = z.output<typeof IssuedFleetClient>;
export const FleetClientBody = z.object({ name: t50, expiresAt: isoTime.nullable().default(null) });
export type FleetClientBody = z.output<typeof FleetClientBody>;

export const fleetOwners = ['customer', 'organization'] as const;
export type FleetOwner = (typeof fleetOwners)[number];

/** The same four for both; their type knows the names in the path, whose it is does not matter to it. */
const clientsOf = (owner: FleetOwner) => {
  const path = `/api/${owner}s/:id/fleet-clients` as '/api/customers/:id/fleet-clients';
  const read: Permission = `${owner}:R`;
  const change: Permission = `${owner}:U`;
  /** with the secret the caller can read positions and faults */
  const issue: Permission[] = [change, 'status:R', 'breakdown:R'];
  const one = z.object({ id, client: id });
  return {
    list: endpoint({
      method: 'GET',
      path,
      allow: read,
      summary: `Clients of the Fleet API of this ${owner}, active ones first`,
      params: z.object({ id }),
      data: z.array(FleetClient),
    }),
    create: endpoint({
      method: 'POST',
      path,
      allow: issue,
      summary: 'A new client; its secret is in this answer only',
      params: z.object({ id }),
      body: FleetClientBody,
      data: IssuedFleetClient,
    }),
    rotate: endpoint({
      method: 'POST',
      path: `${path}/:client/secret`,
      allow: issue,
      summary: 'Replaces the secret; the old one and its tokens end at once',
      params: one,
      data: IssuedFleetClient,
    }),
    revoke: endpoint({
      method: 'DELETE',
      path: `${path}/:client`,
      allow: change,
      summary: 'Revokes a client; its tokens end at once',
      params: one,
      data: FleetClient,
    }),
  };
};
export const customerFleetClients = clientsOf('customer');
export const organizationFleetClients = clientsOf('organization');
export type FleetClientEndpoints = typeof customerFleetClients;
