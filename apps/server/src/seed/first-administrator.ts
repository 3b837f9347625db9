import type { DataSource } from 'typeorm';
import type { Config } from '../platform/config';
import { eventRow } from '../platform/event-log/change';
import { hashToken, newRandomToken } from '../platform/random-token';
import { system } from '../platform/caller';

const linkMs = 24 * 60 * 60_000;
const organizationName = 'Head office';

/**
 * The one account that cannot be invited: an administrator of the head office, where no member has joined yet. Returns its sign-up link, good once and for a day
 * (a former one is void), or null where there are members. The link is printed for the operator of the migration, since no gateway may be set up yet.
 */
export function inviteFirstAdministrator(
  database: DataSource,
  config: Pick<Config, 'FIRST_ADMIN_EMAIL' | 'PUBLIC_URL' | 'PORT'>,
  now: Date,
): Promise<string | null> {
  const email = config.FIRST_ADMIN_EMAIL;
  if (email === undefined) return Promise.resolve(null);
  return database.transaction(async (tx) => {
    const members = await tx.query<unknown[]>('SELECT 1 FROM user_account WHERE joined_at IS NOT NULL LIMIT 1');
    if (members.length > 0) return null;
    const [root] = await tx.query<{ id: number }[]>(
      'SELECT id FROM organization WHERE parent_id IS NULL ORDER BY id LIMIT 1',
    );
    const [made] = root
      ? [root]
      : await tx.query<{ id: number }[]>(
          "INSERT INTO organization (name, type) VALUES ($1, 'HEAD_OFFICE') RETURNING id",
          [organizationName],
        );
    const organizationId = made?.id ?? 0;
    const [user] = await tx.query<{ id: number }[]>(
      `INSERT INTO user_account (name, email, role, group_type, organization_id, active, invited_at) VALUES ('Administrator', $1, 'ADMIN', 'HEAD_OFFICE', $2, true, $3)
       ON CONFLICT (lower(email)) WHERE removed_at IS NULL DO UPDATE SET invited_at = excluded.invited_at RETURNING id`,
      [email, organizationId, now],
    );
    const userId = user?.id ?? 0;
    await tx.query(
      "UPDATE account_link SET voided_at = $2 WHERE user_id = $1 AND purpose = 'join' AND used_at IS NULL AND voided_at IS NULL",
      [userId, now],
    );
    const token = newRandomToken();
    await tx.query(
      "INSERT INTO account_link (purpose, user_id, token_hash, email, created_at, expires_at) VALUES ('join', $1, $2, $3, $4, $5)",
      [userId, hashToken(token), email, now, new Date(now.getTime() + linkMs)],
    );
    const invited = {
      screen: 'organization' as const,
      kind: 'user',
      id: String(userId),
      name: 'Administrator',
      changes: [],
    };
    await tx.query('SELECT append_events($1::jsonb, $2)', [
      JSON.stringify([eventRow(system, 'record.created', invited, { organizationId })]),
      now,
    ]);
    return `${config.PUBLIC_URL ?? `http://localhost:${config.PORT}`}/join?token=${token}`;
  });
}
