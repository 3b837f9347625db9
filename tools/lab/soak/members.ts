import type { Pool } from 'pg';
import { passwordHash } from '../chaos/world/registry';

/** Members of a run besides the accounts of every world: each organization on the escalation path has one. */
interface Person {
  login: string;
  group: 'HEAD_OFFICE' | 'REGION' | 'AGENCY' | 'DEALER';
  at: string;
}
export const desks = ['desk1', 'desk2', 'desk3', 'desk4'] as const;
/** Of the agency of every second vehicle; the others are outside their scope. */
export const agents = ['agent1', 'agent2'] as const;
const members: readonly Person[] = [
  ...desks.map((login) => ({ login, group: 'HEAD_OFFICE' as const, at: 'Office' })),
  { login: 'region1', group: 'REGION', at: 'Region' },
  { login: 'agent1', group: 'AGENCY', at: 'Agency' },
  { login: 'agent2', group: 'AGENCY', at: 'Other agency' },
  { login: 'dealer1', group: 'DEALER', at: 'Dealer' },
  { login: 'dealer2', group: 'DEALER', at: 'Other dealer' },
];

export async function createMembers(pool: Pool): Promise<void> {
  for (const [i, { login, group, at }] of members.entries())
    await pool.query(
      `INSERT INTO user_account (login_id, name, phone, password_hash, role, group_type, organization_id)
       SELECT $1, $1, $2, $3, 'ADMIN', $4, id FROM organization WHERE name = $5`,
      [login, `010-5555-01${String(i).padStart(2, '0')}`, passwordHash, group, at],
    );
}

export interface Known {
  organizations: ReadonlyMap<string, number>;
  users: ReadonlyMap<string, number>;
}
export async function readMembers(pool: Pool): Promise<Known> {
  const organizations = await pool.query<{ id: number; name: string }>('SELECT id, name FROM organization');
  const users = await pool.query<{ id: number; login: string }>(
    'SELECT id, login_id AS login FROM user_account WHERE login_id IS NOT NULL',
  );
  return {
    organizations: new Map(organizations.rows.map((r) => [r.name, r.id])),
    users: new Map(users.rows.map((r) => [r.login, r.id])),
  };
}
