import type { Member } from '@headland/contracts/session';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';

/** The member behind a session reads itself; any other id is not found. */
export async function memberDetail(tx: Tx, caller: Caller, loginId: string): Promise<Member[]> {
  if (loginId.toLowerCase() !== caller.loginId.toLowerCase()) throw new Problem('NOT_FOUND');
  const rows = await tx.query<Member[]>(
    `SELECT u.id, u.login_id AS "loginId", u.name, u.organization_id AS "groupId", o.name AS "groupName", u.group_type AS "groupType", u.role, u.units
     FROM user_account u JOIN organization o ON o.id = u.organization_id WHERE u.id = $1`,
    [caller.userId],
  );
  if (rows.length === 0) throw new Problem('NOT_FOUND');
  return rows;
}
