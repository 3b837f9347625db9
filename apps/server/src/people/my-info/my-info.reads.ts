import type { MyInfo, MySession } from '@headland/contracts/my-info';
import { passwordExpiresAt } from '@headland/domain/login-lock';
import type { Tx } from '../../platform/database/rows';
import type { Caller } from '../../platform/caller';

interface Row extends Omit<MyInfo, 'organization' | 'lastLogin' | 'pendingEmail' | 'passwordExpiresAt'> {
  organizationId: number;
  organization: string;
  lastAt: Date | null;
  lastAddress: string | null;
  pending: string | null;
  pendingUntil: Date | null;
  passwordChangedAt: Date;
}

/** The own account. `sessionId`: the session of the request; the login before it shows whether someone else logged in. */
export async function myInfoOf(tx: Tx, userId: number, sessionId: string, now: Date): Promise<MyInfo> {
  const [row] = await tx.query<Row[]>(
    `SELECT u.id, u.login_id AS "loginId", u.role, u.group_type AS "groupType", u.name, u.email, u.country, u.phone, COALESCE(u.postal_code, '') AS "postalCode",
       COALESCE(u.address, '') AS address, COALESCE(u.address_detail, '') AS "addressDetail", u.units, u.language, u.version, u.password_changed_at AS "passwordChangedAt",
       o.id AS "organizationId", o.name AS organization, COALESCE(s.started_at, u.last_login_at) AS "lastAt",
       CASE WHEN s.id IS NULL THEN u.last_login_address ELSE s.address END AS "lastAddress", l.email AS pending, l.expires_at AS "pendingUntil"
     FROM user_account u JOIN organization o ON o.id = u.organization_id
     LEFT JOIN LATERAL (SELECT id, started_at, address FROM login_session WHERE user_id = u.id AND id <> $2 ORDER BY started_at DESC LIMIT 1) s ON true
     LEFT JOIN LATERAL (SELECT email, expires_at FROM account_link WHERE user_id = u.id AND purpose = 'email' AND ${open('$3')} ORDER BY id DESC LIMIT 1) l ON true
     WHERE u.id = $1`,
    [userId, sessionId, now],
  );
  if (row === undefined) throw new Error(`account ${userId} is not there`);
  const { organizationId, organization, lastAt, lastAddress, pending, pendingUntil, passwordChangedAt, ...rest } = row;
  return {
    ...rest,
    organization: { id: organizationId, name: organization },
    lastLogin: lastAt === null ? null : { at: lastAt.toISOString(), address: lastAddress },
    pendingEmail:
      pending === null || pendingUntil === null ? null : { email: pending, expiresAt: pendingUntil.toISOString() },
    passwordExpiresAt: passwordExpiresAt(passwordChangedAt).toISOString(),
  };
}

/** A link that still opens something. */
export const open = (now: string): string => `used_at IS NULL AND voided_at IS NULL AND expires_at > ${now}`;

interface SessionRow {
  id: string;
  started_at: Date;
  refreshed_at: Date;
  expires_at: Date;
  address: string | null;
  agent: string | null;
}

export async function sessionsOf(tx: Tx, userId: number, { sessionId }: Caller, now: Date): Promise<MySession[]> {
  const rows = await tx.query<SessionRow[]>(
    `SELECT id, started_at, refreshed_at, expires_at, address, agent FROM login_session
     WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY started_at DESC, id`,
    [userId, now],
  );
  return rows.map((s) => ({
    id: s.id,
    startedAt: s.started_at.toISOString(),
    seenAt: s.refreshed_at.toISOString(),
    expiresAt: s.expires_at.toISOString(),
    address: s.address,
    agent: s.agent,
    current: s.id === sessionId,
  }));
}
