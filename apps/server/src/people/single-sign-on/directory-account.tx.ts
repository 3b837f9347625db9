import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { directoryLoginId, directoryRefusal, type DirectoryRule } from '@headland/domain/directory';
import { isHeadOfficeAdmin } from '@headland/domain/rank';
import type { Emit } from '../../platform/event-log/change';
import { changesBetween } from '../../platform/event-log/record-change';
import { Problem, refuse } from '../../platform/problem';
import { handOnViews } from '../saved-views/saved-views.tx';
import { accountById, type Account } from '../session/account';
import { voidJoinLinks } from '../session/send-join-link.command';
import { emailOnceRemoved, lastAdmin, subjectOnceRemoved } from '../users/user.reads';
import type { DirectoryPerson } from './company-directory';

export type JoinedAccount = Account & { login_id: string };

interface Act {
  tx: EntityManager;
  emit: Emit;
  now: Date;
  log: Logger;
}
/** Where a rule puts somebody. */
interface Place {
  role: Account['role'];
  group_type: Account['group_type'];
  organization_id: number;
  organization: string;
}

/**
 * The account of a person of the directory: the one that is linked, else the one with this e-mail address, else, where a rule gives
 * the person a place, a new one; but whose account was removed gets no new one here, only one that somebody has registered anew.
 * `rule`: of the person's groups; undefined: no rules are configured. Throws SSO_NO_ACCOUNT, SSO_NO_ROLE or INACTIVE.
 */
export async function directoryAccount(
  act: Act,
  person: DirectoryPerson,
  rule: DirectoryRule | null | undefined,
): Promise<JoinedAccount> {
  const { tx } = act;
  // of two first logins of a person at once, the second finds the account of the first
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('directory_identity'))");
  const { account, linked } = await knownAccount(tx, person);
  const known = account !== null || ((linked || (await hadAccount(tx, person))) && 'removed');
  refuse(directoryRefusal(known, rule === undefined ? null : rule !== null));
  if (account !== null && !account.active) throw new Problem('INACTIVE');
  const place = rule ? await placeOf(tx, rule) : null;
  if (account === null) return create(act, person, place);
  if (!linked) await link(act, person, account.id);
  const joined = account.login_id === null ? await join(act, person, account) : (account as JoinedAccount);
  return place === null ? joined : move(act, joined, place);
}

/** `linked`: to this account; without an account: to one that was removed. */
async function knownAccount(
  tx: EntityManager,
  { issuer, subject, email }: DirectoryPerson,
): Promise<{ account: Account | null; linked: boolean }> {
  const [identity] = await tx.query<{ id: number }[]>(
    `SELECT i.user_id AS id FROM directory_identity i WHERE i.issuer = $1 AND i.subject IN ($2, ${subjectOnceRemoved('$2')})`,
    [issuer, subject],
  );
  const own = identity === undefined ? null : await accountById(tx, identity.id, 'lock');
  if (own !== null) return { account: own, linked: true };
  const [named] =
    email === null
      ? []
      : await tx.query<{ id: number }[]>(
          `SELECT u.id FROM user_account u WHERE lower(u.email) = $1 AND u.removed_at IS NULL
             AND NOT EXISTS (SELECT 1 FROM directory_identity i WHERE i.user_id = u.id AND i.issuer = $2)`,
          [email, issuer],
        );
  const account = named === undefined ? null : await accountById(tx, named.id, 'lock');
  return { account, linked: account === null && identity !== undefined };
}

/** Whether an account with this address was removed or deactivated before its owner ever came by the directory. */
async function hadAccount(tx: EntityManager, { statedEmail }: DirectoryPerson): Promise<boolean> {
  const ended = await tx.query<unknown[]>(
    `SELECT 1 FROM user_account u WHERE u.removed_email = ${emailOnceRemoved('u.id', '$1::text')}
       OR (lower(u.email) = $1 AND NOT u.active AND NOT EXISTS (SELECT 1 FROM directory_identity i WHERE i.user_id = u.id)) LIMIT 1`,
    [statedEmail],
  );
  return ended.length > 0;
}

async function link({ tx, now }: Act, { issuer, subject }: DirectoryPerson, userId: number): Promise<void> {
  // it is no longer that of the account which the person had before
  await tx.query(`DELETE FROM directory_identity WHERE issuer = $1 AND subject IN ($2, ${subjectOnceRemoved('$2')})`, [
    issuer,
    subject,
  ]);
  await tx.query('INSERT INTO directory_identity (issuer, subject, user_id, linked_at) VALUES ($1, $2, $3, $4)', [
    ...[issuer, subject, userId, now],
  ]);
}

async function placeOf(tx: EntityManager, { organization, role, groupType }: DirectoryRule): Promise<Place> {
  const [found] = await tx.query<{ id: number; name: string; type: Place['group_type'] }[]>(
    'SELECT id, name, type FROM organization WHERE erp_code = $1 AND removed_at IS NULL FOR KEY SHARE',
    [organization],
  );
  if (found === undefined)
    throw new Problem('SSO_NO_ROLE', {}, undefined, {
      cause: new Error(`OIDC_ROLES names the ERP code ${organization}, which no organization has`),
    });
  return {
    ...{ role, group_type: groupType ?? found.type },
    ...{ organization_id: found.id, organization: found.name },
  };
}

async function create(act: Act, person: DirectoryPerson, place: Place | null): Promise<JoinedAccount> {
  const { tx, emit, now } = act;
  if (place === null) throw new Problem('SSO_NO_ACCOUNT');
  const loginId = await freeLoginId(tx, person);
  const name = person.name ?? loginId;
  const [row] = await tx.query<{ id: number }[]>(
    `INSERT INTO user_account (login_id, name, email, role, group_type, organization_id, created_at, joined_at)
     SELECT $1, $2, CASE WHEN NOT EXISTS (SELECT 1 FROM user_account u WHERE lower(u.email) = $3 AND u.removed_at IS NULL) THEN $3::text END, $4, $5, $6, $7, $7 RETURNING id`,
    [loginId, name.slice(0, 50), person.email, place.role, place.group_type, place.organization_id, now],
  );
  const { id } = row as { id: number };
  await link(act, person, id);
  const { role, group_type: groupType, organization } = place;
  const about = { organizationId: place.organization_id };
  const changes = changesBetween({}, { loginId, name, role, groupType, organization, active: true });
  emit('account.joined', { userId: id, loginId, detail: 'directory' }, about);
  emit('record.created', { screen: 'organization', kind: 'user', id: String(id), name, changes }, about);
  return (await accountById(tx, id)) as JoinedAccount;
}

/** An invited account whose owner comes by the directory needs neither its link nor a password. */
async function join(
  { tx, emit, now }: Act,
  person: DirectoryPerson,
  { id, name, organization_id: organizationId }: Account,
): Promise<JoinedAccount> {
  const loginId = await freeLoginId(tx, person);
  await tx.query('UPDATE user_account SET login_id = $2, joined_at = $3, version = version + 1 WHERE id = $1', [
    ...[id, loginId, now],
  ]);
  await voidJoinLinks(tx, id, now);
  const about = { organizationId };
  const changes = changesBetween({ loginId: null }, { loginId });
  emit('account.joined', { userId: id, loginId, detail: 'directory' }, about);
  emit('record.changed', { screen: 'organization', kind: 'user', id: String(id), name, changes }, about);
  return (await accountById(tx, id)) as JoinedAccount;
}

/** Rights follow the directory; but somebody is left who can administer. */
async function move({ tx, emit, log }: Act, account: JoinedAccount, place: Place): Promise<JoinedAccount> {
  const { id, name } = account;
  const [was] = await tx.query<{ organization: string; lastAdmin: boolean }[]>(
    `SELECT o.name AS organization, ${lastAdmin} AS "lastAdmin" FROM user_account u JOIN organization o ON o.id = u.organization_id WHERE u.id = $1`,
    [id],
  );
  const { role, group_type: groupType, organization, organization_id: organizationId } = place;
  const changes = changesBetween(
    { role: account.role, groupType: account.group_type, organization: was?.organization ?? null },
    { role, groupType, organization },
  );
  if (changes.length === 0 && organizationId === account.organization_id) return account;
  if (was?.lastAdmin === true && !isHeadOfficeAdmin({ role, groupType })) {
    log.warn({ userId: id }, 'the last administrator of the head office keeps the rights that the directory takes');
    return account;
  }
  await tx.query(
    'UPDATE user_account SET role = $2, group_type = $3, organization_id = $4, version = version + 1 WHERE id = $1',
    [id, role, groupType, organizationId],
  );
  if (organizationId !== account.organization_id) await handOnViews(tx, id, { removed: false });
  const about = { organizationId };
  emit('record.changed', { screen: 'organization', kind: 'user', id: String(id), name, changes }, about);
  emit('member.changed', { userId: id }, about);
  return (await accountById(tx, id)) as JoinedAccount;
}

async function freeLoginId(tx: EntityManager, { userName }: DirectoryPerson): Promise<string> {
  const rows = await tx.query<{ id: string }[]>(
    'SELECT lower(login_id) AS id FROM user_account WHERE login_id IS NOT NULL AND removed_at IS NULL',
  );
  const taken = new Set(rows.map(({ id }) => id));
  return directoryLoginId(userName, (id) => taken.has(id));
}
