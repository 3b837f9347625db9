import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Scope } from '../../platform/caller';

/**
 * The part of a scope below one of its organizations; the whole scope by default. Throws NOT_FOUND for an organization
 * that does not exist or is out of scope.
 */
export async function scopeBelow(tx: Tx, scope: Scope, organizationId: number | undefined): Promise<Scope> {
  if (organizationId === undefined) return scope;
  const where = new Where(scope, 'o.id').andIf(organizationId, (p) => `o.id = ${p}`).and('o.removed_at IS NULL');
  const rows = await tx.query<{ top: boolean }[]>(
    `SELECT o.parent_id IS NULL AS top FROM organization o WHERE ${where.sql}`,
    where.parameters,
  );
  if (rows[0] === undefined) throw new Problem('NOT_FOUND');
  // the whole scope is a cheaper query than everything below its top
  return scope.all && rows[0].top ? scope : { all: false, organizationId };
}
