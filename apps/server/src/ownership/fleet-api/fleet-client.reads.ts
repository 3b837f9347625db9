import type { FleetClient, FleetOwner } from '@headland/contracts/fleet-client';
import type { Tx } from '../../platform/database/rows';

/** SQL: the client `f` is valid at this moment. Its customer has not left and its organization is not deleted. */
export const inForce = (
  now: string,
): string => `f.revoked_at IS NULL AND (f.expires_at IS NULL OR f.expires_at > ${now})
  AND NOT EXISTS (SELECT 1 FROM customer c WHERE c.id = f.customer_id AND (c.removed_at IS NOT NULL OR c.app_status = 'withdrawn'))
  AND NOT EXISTS (SELECT 1 FROM organization o WHERE o.id = f.organization_id AND o.removed_at IS NOT NULL)`;

type Row = Omit<FleetClient, 'createdAt' | 'expiresAt' | 'rotatedAt' | 'revokedAt' | 'lastUsedAt' | 'requests'> & {
  createdAt: Date;
  expiresAt: Date | null;
  rotatedAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  requests: string;
};

/** Clients of a customer or an organization, active ones first, at most 200; or one of them. */
export async function fleetClientsOf(
  tx: Tx,
  owner: FleetOwner,
  ownerId: number,
  now: Date,
  only: number | null = null,
): Promise<FleetClient[]> {
  const rows = await tx.query<Row[]>(
    `SELECT f.id, f.name, f.client_id AS "clientId", CASE WHEN f.revoked_at IS NOT NULL THEN 'revoked' WHEN f.expires_at <= $2 THEN 'expired' ELSE 'active' END AS state,
       f.created_at AS "createdAt", f.created_by AS "createdBy", f.expires_at AS "expiresAt", f.rotated_at AS "rotatedAt", f.revoked_at AS "revokedAt", f.revoked_by AS "revokedBy",
       u.last_used_at AS "lastUsedAt", COALESCE(u.requests, 0) AS requests
     FROM fleet_client f LEFT JOIN fleet_client_use u ON u.client = f.id
     WHERE f.${owner}_id = $1 AND ($3::int IS NULL OR f.id = $3)
     ORDER BY f.revoked_at IS NOT NULL, COALESCE(f.expires_at <= $2, FALSE), f.id DESC LIMIT 200`,
    [ownerId, now, only],
  );
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
  return rows.map((r) => ({
    ...r,
    createdAt: r.createdAt.toISOString(),
    expiresAt: iso(r.expiresAt),
    rotatedAt: iso(r.rotatedAt),
    revokedAt: iso(r.revokedAt),
    lastUsedAt: iso(r.lastUsedAt),
    requests: Number(r.requests),
  }));
}
