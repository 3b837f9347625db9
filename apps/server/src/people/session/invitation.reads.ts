import type { Reply } from '@headland/contracts/endpoint';
import type { session } from '@headland/contracts/session';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { hashToken } from '../../platform/random-token';
import { accountById, type Account } from './account';

/** The invited account behind a sign-up link that is still good. Throws LINK_INVALID, LINK_USED or LINK_EXPIRED. */
export async function invitedBy(
  tx: Tx,
  token: string,
  now: Date,
  lock: 'lock' | 'read' = 'read',
): Promise<{ linkId: number; account: Account; expiresAt: Date }> {
  const [link] = await tx.query<
    { id: number; user_id: number; expires_at: Date; used_at: Date | null; voided_at: Date | null }[]
  >(
    `SELECT id, user_id, expires_at, used_at, voided_at FROM account_link WHERE token_hash = $1 AND purpose = 'join' ${lock === 'lock' ? 'FOR UPDATE' : ''}`,
    [hashToken(token)],
  );
  const account = link === undefined ? null : await accountById(tx, link.user_id, lock);
  if (link === undefined || account === null) throw new Problem('LINK_INVALID');
  if (link.used_at !== null || account.joined_at !== null) throw new Problem('LINK_USED');
  if (link.voided_at !== null) throw new Problem('LINK_INVALID');
  if (link.expires_at <= now) throw new Problem('LINK_EXPIRED');
  return { linkId: link.id, account, expiresAt: link.expires_at };
}

/** What the sign-up form shows and is filled with. */
export async function invitation(tx: Tx, token: string, now: Date): Promise<Reply<typeof session.invitation>> {
  const { account, expiresAt } = await invitedBy(tx, token, now);
  const [more] = await tx.query<{ organization: string; postalCode: string; address: string; addressDetail: string }[]>(
    `SELECT o.name AS organization, COALESCE(u.postal_code, '') AS "postalCode", COALESCE(u.address, '') AS address, COALESCE(u.address_detail, '') AS "addressDetail"
     FROM user_account u JOIN organization o ON o.id = u.organization_id WHERE u.id = $1`,
    [account.id],
  );
  if (more === undefined) throw new Error(`the organization of account ${account.id} is not there`);
  const { group_type: groupType, role, email, name, country, phone, language } = account;
  return {
    ...more,
    groupType,
    role,
    email: email ?? '',
    name,
    country,
    phone: phone ?? '',
    language,
    expiresAt: expiresAt.toISOString(),
  };
}

export async function idIsFree(tx: Tx, loginId: string): Promise<boolean> {
  return (
    (
      await tx.query<unknown[]>('SELECT 1 FROM user_account WHERE lower(login_id) = lower($1) AND removed_at IS NULL', [
        loginId,
      ])
    ).length === 0
  );
}
