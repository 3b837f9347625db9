import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { inScope, type Scope } from '../../platform/caller';

/** The agency or dealer to send; anything else, and anything outside the scope, is no agency to this caller. */
export async function agencyInScope(tx: Tx, id: number, scope: Scope): Promise<{ id: number; name: string }> {
  const parameters: unknown[] = [id];
  const [agency] = await tx.query<{ id: number; name: string }[]>(
    `SELECT o.id, o.name FROM organization o WHERE o.id = $1 AND o.removed_at IS NULL AND o.type IN ('AGENCY', 'DEALER') AND ${inScope(scope, 'o.id', parameters)}`,
    parameters,
  );
  if (agency === undefined) throw new Problem('NOT_AN_AGENCY', {}, { agencyId: 'field.invalid' });
  return agency;
}
