import type { NearAgency } from '@headland/contracts/shared-shapes';
import { agencyReachKm } from '@headland/domain/organization';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { inScope, type Scope } from '../../platform/caller';
import { isDealerSql } from '../../platform/database/dealer-sql';

/** The agency or dealer to send; anything else, and anything outside the scope, is no agency to this caller. */
export async function agencyInScope(tx: Tx, id: number, scope: Scope): Promise<{ id: number; name: string }> {
  const parameters: unknown[] = [id];
  const [agency] = await tx.query<{ id: number; name: string }[]>(
    `SELECT o.id, o.name FROM organization o WHERE o.id = $1 AND o.removed_at IS NULL AND ${isDealerSql('o')} AND ${inScope(scope, 'o.id', parameters)}`,
    parameters,
  );
  if (agency === undefined) throw new Problem('NOT_AN_AGENCY', {}, { agencyId: 'field.invalid' });
  return agency;
}

/**
 * Agencies and dealers in scope, nearest first; without a position by name. With `own` only those that can help at once,
 * and that one from any distance and however many are nearer; without a position it comes first.
 */
export async function nearestAgencies(
  tx: Tx,
  scope: Scope,
  lat: number | null,
  lon: number | null,
  limit: number,
  own?: number,
): Promise<NearAgency[]> {
  const parameters: unknown[] = [lat, lon, limit, own ?? null, agencyReachKm];
  return tx.query<NearAgency[]>(
    `SELECT * FROM (SELECT * FROM (
       SELECT o.id, o.name, o.phone, o.lat, o.lon,
         CASE WHEN o.lat IS NOT NULL AND o.lon IS NOT NULL AND $1::float8 IS NOT NULL AND $2::float8 IS NOT NULL THEN round((2 * 6371 * asin(least(1, sqrt(
           sin(radians(o.lat - $1) / 2) ^ 2 + cos(radians($1)) * cos(radians(o.lat)) * sin(radians(o.lon - $2) / 2) ^ 2))))::numeric, 1)::float8 END AS "distanceKm"
       FROM organization o WHERE o.removed_at IS NULL AND ${isDealerSql('o')} AND ${inScope(scope, 'o.id', parameters)}
     ) a WHERE $4::int IS NULL OR id = $4 OR $1::float8 IS NULL OR "distanceKm" <= $5
     ORDER BY id = $4 DESC NULLS LAST, "distanceKm" NULLS LAST, name LIMIT $3) nearest
     ORDER BY "distanceKm" NULLS LAST, id = $4 DESC NULLS LAST, name`,
    parameters,
  );
}

/** Who works at an agency in scope and can log in. */
export async function peopleOfAgency(
  tx: Tx,
  id: number,
  scope: Scope,
): Promise<{ id: number; name: string; phone: string | null }[]> {
  const agency = await agencyInScope(tx, id, scope);
  return tx.query(
    'SELECT id, name, phone FROM user_account WHERE organization_id = $1 AND active AND login_id IS NOT NULL ORDER BY name, id',
    [agency.id],
  );
}
