import { type Position, standsAbove } from '@headland/domain/rank';
import type { Tx } from './database/rows';
import { Problem } from './problem';
import type { Caller } from './caller';

/**
 * Accounts and organisations change one after the other: who stands above whom is then the same from the question to the commit. Of two
 * administrators who demote each other the second sees what the first did, and of two moves that would make a circle likewise.
 */
export async function lockRanks(tx: Tx): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(7210, 0)');
}

/** Where the caller stands now, under the lock: a session is believed for two seconds, and meanwhile the account may have been demoted, moved or taken out of use. */
export async function lockPosition(tx: Tx, caller: Caller): Promise<Position> {
  await lockRanks(tx);
  const [row] = await tx.query<Position[]>(
    `SELECT u.group_type AS "groupType", u.role, o.path FROM user_account u JOIN organization o ON o.id = u.organization_id
     WHERE u.id = $1 AND u.group_type = $2 AND u.role = $3 AND u.organization_id = $4 AND u.active AND u.removed_at IS NULL`,
    [caller.userId, caller.groupType, caller.role, caller.organizationId],
  );
  if (row === undefined) throw new Problem('FORBIDDEN');
  return row;
}

/** The same for a read, as the session says it. A wall display stands nowhere. */
export async function positionOf(
  tx: Tx,
  { groupType, role, organizationId }: Pick<Caller, 'groupType' | 'role' | 'organizationId'>,
): Promise<Position> {
  if (groupType === 'KIOSK' || role === null) throw new Problem('FORBIDDEN');
  const [row] = await tx.query<{ path: number[] }[]>('SELECT path FROM organization WHERE id = $1', [organizationId]);
  return { groupType, role, path: row?.path ?? [] };
}

/** SQL for where stands who issued what, by its column `issued_by_user`; null for what is older than that column, or came with the demo. */
export const issuerPosition = (table: string): string =>
  `(SELECT json_build_object('groupType', u.group_type, 'role', u.role, 'path', o.path) FROM user_account u JOIN organization o ON o.id = u.organization_id
    WHERE u.id = ${table}.issued_by_user) AS issuer`;
export type Issued = { issuer: Position | null };
export const issuedAbove = ({ issuer }: Issued, by: Position): boolean => issuer !== null && standsAbove(issuer, by);
