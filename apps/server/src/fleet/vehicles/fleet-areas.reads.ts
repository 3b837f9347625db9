import type { WallArea } from '@headland/contracts/wall';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { organizationsBelow, type Scope } from '../../platform/caller';

/**
 * Where the located vehicles of each of these organizations are, as far as the scope sees them. A twentieth at each side
 * is left out: one machine that was sold abroad would show a continent. An organization without any has no area.
 */
export async function fleetAreas(tx: Tx, scope: Scope, organizationIds: readonly number[]): Promise<WallArea[]> {
  if (organizationIds.length === 0) return [];
  const where = new Where(scope, 'v.organization_id').and('s.lat IS NOT NULL');
  const ids = where.parameter([...new Set(organizationIds)]);
  return tx.query<WallArea[]>(
    `SELECT g.id AS "organizationId", g.name, b.lat[1] AS south, b.lon[1] AS west, b.lat[2] AS north, b.lon[2] AS east
     FROM organization g CROSS JOIN LATERAL (
       SELECT percentile_cont(ARRAY[0.05, 0.95]) WITHIN GROUP (ORDER BY s.lat) AS lat,
         percentile_cont(ARRAY[0.05, 0.95]) WITHIN GROUP (ORDER BY s.lon) AS lon
       FROM vehicle v JOIN vehicle_state s ON s.vehicle_id = v.id
       WHERE ${where.sql} AND v.organization_id = ANY (${organizationsBelow('g.id')})) b
     WHERE g.id = ANY (${ids}::int[]) AND b.lat IS NOT NULL ORDER BY g.id`,
    where.parameters,
  );
}
