import { isMember } from '@headland/domain/access';
import { outranks, type Position } from '@headland/domain/rank';
import { advisoryLocks } from './database/advisory-locks';
import type { Tx } from './database/rows';
import { Problem } from './problem';
import type { Caller } from './caller';

/**
 * Changes of accounts and organizations are serialized, so that the hierarchy stays the same from the check to the
 * commit. Of two administrators who demote each other the second sees what the first did, and likewise of two moves
 * that would form a cycle.
 */
export async function lockRanks(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.ranks})`);
}

/**
 * The caller's current position, under the lock: a session is cached for two seconds, in which the account may have
 * been demoted, moved or deactivated.
 */
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

/** The same for a read, from the session. A wall display has no position. */
export async function positionOf(
  tx: Tx,
  caller: Pick<Caller, 'groupType' | 'role' | 'organizationId'>,
): Promise<Position> {
  if (!isMember(caller)) throw new Problem('FORBIDDEN');
  const { groupType, role, organizationId } = caller;
  const [row] = await tx.query<{ path: number[] }[]>('SELECT path FROM organization WHERE id = $1', [organizationId]);
  return { groupType, role, path: row?.path ?? [] };
}

/**
 * SQL for the position of the issuer, by its column `issued_by_user`; null for rows older than that column, or from the
 * demo.
 */
export const issuerPosition = (table: string): string =>
  `(SELECT json_build_object('groupType', u.group_type, 'role', u.role, 'path', o.path) FROM user_account u JOIN organization o ON o.id = u.organization_id
    WHERE u.id = ${table}.issued_by_user) AS issuer`;
export type Issued = { issuer: Position | null };
export const issuedAbove = ({ issuer }: Issued, by: Position): boolean => issuer !== null && outranks(issuer, by);
