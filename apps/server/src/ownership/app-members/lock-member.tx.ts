import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';

/** The customer behind a call of the app, held until the transaction ends. Throws E0105 for one who has left or was deleted in this moment. */
export async function lockMember(tx: Tx, id: number): Promise<{ organizationId: number | null }> {
  const [row] = await tx.query<{ organizationId: number | null }[]>(
    `SELECT organization_id AS "organizationId" FROM customer WHERE id = $1 AND removed_at IS NULL AND app_status = 'registered' FOR UPDATE`,
    [id],
  );
  if (row === undefined) throw new Problem('E0105');
  return row;
}
