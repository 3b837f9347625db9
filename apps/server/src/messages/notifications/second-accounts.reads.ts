import type { Allow, GroupType, Role } from '@headland/contracts/access';
import { mayCall } from '@headland/domain/access';
import { reachable } from '../deliveries/recipients.reads';
import type { Tx } from '../../platform/database/rows';

/**
 * Accounts that can approve a request of another one: members of its organization and of those above it, whose scopes
 * include its own.
 */
export async function secondAccounts(tx: Tx, askedBy: number, allow: Allow): Promise<number[]> {
  const members = await tx.query<{ id: number; group_type: GroupType; role: Role }[]>(
    `SELECT id, group_type, role FROM user_account
     WHERE organization_id = ANY ((SELECT o.path FROM user_account a JOIN organization o ON o.id = a.organization_id WHERE a.id = $1)::int[]) AND id <> $1 AND ${reachable} ORDER BY id`,
    [askedBy],
  );
  return members.filter((m) => mayCall({ groupType: m.group_type, role: m.role }, allow)).map((m) => m.id);
}
