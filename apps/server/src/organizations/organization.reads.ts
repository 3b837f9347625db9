import type { OrganizationNode } from '@headland/contracts/organization';
import type { Tx } from '../platform/database/rows';
import { inScope, type Scope } from '../platform/who';

/** The organisations a scope sees, parents before their children, siblings by name. */
export function organizationTree(tx: Tx, scope: Scope): Promise<OrganizationNode[]> {
  const parameters: unknown[] = [];
  return tx.query<OrganizationNode[]>(
    `SELECT o.id, o.name, o.type, o.parent_id AS "parentId", o.lat, o.lon FROM organization o WHERE ${inScope(scope, 'o.id', parameters)} ORDER BY cardinality(o.path), o.name`,
    parameters,
  );
}
