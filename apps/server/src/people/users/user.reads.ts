import type { InfoHits } from '@headland/contracts/info-check';
import {
  contactFields,
  listedContactFields,
  type UserDetail,
  type UserFilter,
  type UserRow,
} from '@headland/contracts/user';
import { phonePart } from '@headland/domain/phone-part';
import { outranks } from '@headland/domain/rank';
import { columnsOf } from '../../platform/database/columns-of';
import { type Stored, type Tx, withTimesAsText } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { SelectedList } from '../../platform/exports/export-registry';
import { positionOf } from '../../platform/position';
import { Problem } from '../../platform/problem';
import type { Caller, Scope } from '../../platform/caller';
import { UserAccount } from './user-account.entity';

const account = ['id', 'version', 'loginId', 'name', 'email', 'role', 'groupType', 'active'] as const;
const columns = `${columnsOf(UserAccount, 'u', [...account, ...listedContactFields])},
  json_build_object('id', o.id, 'name', o.name) AS organization, u.last_login_at AS "lastLoginAt", u.invited_at AS "invitedAt", u.joined_at AS "joinedAt"`;
const tables = 'user_account u JOIN organization o ON o.id = u.organization_id';
const visible = (scope: Scope): Where => new Where(scope, 'u.organization_id').and('u.removed_at IS NULL');

/** Whether an account can put things right for everybody: it is an administrator of the head office, and can log in. */
const headOfficeAdmin = (u: string): string =>
  `(${u}.group_type = 'HEAD_OFFICE' AND ${u}.role = 'ADMIN' AND ${u}.active AND ${u}.login_id IS NOT NULL AND ${u}.removed_at IS NULL)`;
/** Whether it is the last one of them, as a column of user_account `u`. */
export const lastAdmin = `(${headOfficeAdmin('u')} AND NOT EXISTS (SELECT 1 FROM user_account x WHERE x.id <> u.id AND ${headOfficeAdmin('x')}))`;

/**
 * How a directory's name of a person is kept when the account is removed, as SQL of that name: the person is known again and gets no new
 * account, but nobody reads who it was.
 */
export const subjectOnceRemoved = (subject: string): string =>
  `'removed:' || encode(sha256(convert_to(issuer || ' ' || ${subject}, 'UTF8')), 'hex')`;

/** The same of an e-mail address, as SQL of it and of the id of its account. */
export const emailOnceRemoved = (id: string, email: string): string =>
  `encode(sha256(convert_to(${id} || ' ' || lower(${email}), 'UTF8')), 'hex')`;

function conditions(scope: Scope, filter: UserFilter): Where {
  const where = visible(scope)
    .contains(filter.loginId, 'u.login_id')
    .contains(filter.name, 'u.name')
    .contains(filter.email, 'u.email')
    .andIf(filter.role, (p) => `u.role = ANY(${p})`)
    .andIf(filter.groupType, (p) => `u.group_type = ANY(${p})`);
  if (filter.active !== 'all') where.and(filter.active === 'yes' ? 'u.active' : 'NOT u.active');
  if (filter.below === false) where.andIf(filter.organizationId, (p) => `u.organization_id = ${p}`);
  else where.below(filter.organizationId, 'u.organization_id');
  return where;
}

export const userList = (scope: Scope, filter: UserFilter): SelectedList<Stored<UserRow>, UserRow> => ({
  select: columns,
  from: tables,
  where: conditions(scope, filter),
  order: orderOf(filter),
  toRows: (rows) => rows.map(withTimesAsText),
});

function orderOf({ sort, order }: UserFilter): string {
  const way = order === 'asc' ? 'ASC' : 'DESC';
  const by: Record<UserFilter['sort'], string> = {
    loginId: `lower(u.login_id) ${way} NULLS LAST`,
    name: `u.name ${way}`,
    organization: `o.name ${way}, u.name`,
    lastLogin: `u.last_login_at ${way} NULLS LAST`,
  };
  return `${by[sort]}, u.id`;
}

/** For the search of the shell: by a part of the name, the login ID or the e-mail address, or by four digits of the phone in a row. */
export function membersFound(tx: Tx, scope: Scope, text: string, limit: number): Promise<InfoHits['members']> {
  const where = visible(scope);
  const phone = phonePart(text);
  if (phone === null) where.contains(text, 'u.name', 'u.login_id', 'u.email');
  else where.contains(phone, "regexp_replace(u.phone, '\\D', '', 'g')", 'u.login_id');
  return tx.query(
    `SELECT u.id, u.name, u.login_id AS "loginId", u.phone, o.name AS organization FROM ${tables}
     WHERE ${where.sql} ORDER BY u.name, u.id LIMIT ${limit}`,
    where.parameters,
  );
}

/** Throws NOT_FOUND for one that is unknown, removed or out of scope. */
export async function userDetail(tx: Tx, caller: Caller, id: number, now: Date): Promise<UserDetail> {
  const where = visible(caller.scope).andIf(id, (p) => `u.id = ${p}`);
  const at = where.parameter(now);
  const [row] = await tx.query<Stored<UserDetail & { path: number[] }>[]>(
    `SELECT ${columns}, ${columnsOf(UserAccount, 'u', contactFields)}, u.last_login_address AS "lastLoginAddress", u.created_at AS "createdAt",
       CASE WHEN u.locked_until > ${at}::timestamptz THEN u.locked_until END AS "lockedUntil",
       CASE WHEN u.temporary_password THEN u.temporary_until END AS "temporaryUntil",
       (SELECT json_build_object('sentAt', l.created_at, 'expiresAt', l.expires_at) FROM account_link l
        WHERE l.user_id = u.id AND l.purpose = 'join' AND l.used_at IS NULL AND l.voided_at IS NULL ORDER BY l.id DESC LIMIT 1) AS link,
       (SELECT count(*) FROM login_session s WHERE s.user_id = u.id AND s.ended_at IS NULL AND s.expires_at > ${at}::timestamptz)::int AS sessions,
       o.path, ${lastAdmin} AS "lastAdmin" FROM ${tables} WHERE ${where.sql}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  const { link, path, ...user } = withTimesAsText<UserDetail & { path: number[] }>(row);
  return {
    ...user,
    link: link && {
      sentAt: new Date(link.sentAt).toISOString(),
      expiresAt: new Date(link.expiresAt).toISOString(),
      expired: new Date(link.expiresAt) <= now,
    },
    self: id === caller.userId,
    above: outranks({ ...user, path }, await positionOf(tx, caller)),
  };
}

/** A login ID is free when no active account has it, whatever its case: beyond every scope, since it must be unique in all. */
export async function loginIdFree(tx: Tx, loginId: string): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    'SELECT 1 FROM user_account WHERE lower(login_id) = lower($1) AND removed_at IS NULL',
    [loginId],
  );
  return rows.length === 0;
}
