import type { EntityManager } from 'typeorm';
import { emailIn } from '@headland/contracts/fields';
import { users, type UserBody, userFields } from '@headland/contracts/user';
import type { Position } from '@headland/domain/rank';
import { actRefusal, changeRefusal, grantRefusal, deactivateRefusal, privateFields } from '@headland/domain/user';
import { placeOf } from '../organizations/organization.reads';
import { handOnViews } from '../saved-views/saved-views.tx';
import { EndSessionsOf } from '../session/end-sessions-of.command';
import { SendJoinLink, voidJoinLinks } from '../session/send-join-link.command';
import { SetTemporaryPassword } from '../session/set-temporary-password.command';
import { actorOf, type Caller } from '../../platform/caller';
import { changesIn } from '../../platform/event-log/record-change';
import { lockPosition } from '../../platform/position';
import { Problem, refuse } from '../../platform/problem';
import type { RecordDefinition } from '../../platform/records/record';
import { lockRecord } from '../../platform/records/lock-record';
import { hidePrivate } from './hide-private';
import { UserAccount } from './user-account.entity';
import { emailOnceRemoved, lastAdmin, subjectOnceRemoved, userDetail, userList } from './user.reads';
import { usersExport } from './users.export';

/** An account with its place in the tree, as rules and log need it. */
export interface UserState extends UserAccount {
  /** name of the organisation, and its path */
  organization: string;
  path: number[];
  lastAdmin: boolean;
}

/**
 * Accounts as records. One without a login ID is e-mailed a sign-up link, one with an ID a temporary password, as soon as it is active; one that is
 * deactivated is logged out at once.
 */
export const userRecord: RecordDefinition<typeof users, UserAccount, UserState, Position> = {
  endpoints: users,
  entity: UserAccount,
  kind: 'user',
  screen: 'organization',
  scopedBy: 'organizationId',
  nameOf: ({ name }) => name,
  organizationOf: (user) => user.organizationId,
  list: ({ scope }, filter) => userList(scope, filter),
  export: usersExport,
  detail: (tx, caller, id, { now }) => userDetail(tx, caller, id, now),
  begin: lockPosition,

  async state(tx, user) {
    const [place] = await tx.query<Pick<UserState, 'organization' | 'path' | 'lastAdmin'>[]>(
      `SELECT o.name AS organization, o.path, ${lastAdmin} AS "lastAdmin" FROM user_account u JOIN organization o ON o.id = u.organization_id WHERE u.id = $1`,
      [user.id],
    );
    return Object.assign(user, place);
  },

  async prepare({ tx, by, caller, now, config }, body: UserBody, before) {
    if (before?.email !== body.email && !emailIn(body.email, config.EMAIL_DOMAINS))
      throw new Problem('E0001', {}, { email: 'field.emailDomain' });
    // it is not deleted until the change is through; one that the caller does not see is none
    const organization = await placeOf(tx, caller.scope, body.organizationId, 'FOR KEY SHARE OF o');
    if (organization === null) throw new Problem('E0001', {}, { organizationId: 'field.invalid' });
    const after = {
      ...body,
      groupType: body.groupType ?? organization.type,
      organization: organization.name,
      path: [...organization.path],
      address: body.address || null,
      postalCode: body.postalCode || null,
    };
    if (before !== null) {
      const place = { self: before.id === caller.userId, lastAdmin: before.lastAdmin };
      refuse(changeRefusal(by, before, after, place));
      return after;
    }
    refuse(grantRefusal(by, after));
    const { loginId = null } = body;
    return { ...after, loginId, createdAt: now, joinedAt: loginId === null ? null : now };
  },

  changes: (before, after) => hidePrivate(changesIn([...userFields, 'organization'], before, after)),

  async remove({ tx, by, caller, now }, user) {
    refuse(actRefusal(by, user) ?? removalRefusal(user, caller));
    await erase(tx, user.id, now);
    return {
      ...Object.fromEntries(privateFields.map((field) => [field, null])),
      ...{ removedAt: now, active: false, loginId: null, email: null, passwordHash: null, temporaryPassword: false },
      ...{ temporaryUntil: null, lastLoginAddress: null, failedLogins: 0, lockedUntil: null },
    };
  },

  async after({ tx, emit, now }, before, after) {
    if (before === null) return;
    const { id } = before;
    if (after === null || before.organizationId !== after.organizationId)
      await handOnViews(tx, id, { removed: after === null });
    // links that were good for the account as it was
    if (after !== null && before.active && !after.active) await voidJoinLinks(tx, id, now);
    if (after !== null && before.email !== after.email)
      await tx.query(
        "UPDATE account_link SET voided_at = $2 WHERE user_id = $1 AND purpose = 'email' AND used_at IS NULL AND voided_at IS NULL",
        [id, now],
      );
    if (after === null || rights.some((field) => before[field] !== after[field]))
      emit('member.changed', { userId: id }, { organizationId: (after ?? before).organizationId });
  },

  async committed({ commands, caller }, before, after) {
    if (after === null) return;
    const { id, loginId, active, email } = after;
    const by = actorOf(caller);
    if (before?.active === true && !active) await commands.execute(new EndSessionsOf(id, 'administrator', by));
    if (!active) return;
    // the owner of an account is notified when it becomes active
    if (loginId === null && (before?.active !== true || before.email !== email))
      await commands.execute(new SendJoinLink(id, by));
    if (loginId !== null && before === null) await commands.execute(new SetTemporaryPassword(id, by));
  },
};

/** Why an account may not be removed, or null: what an administrator may do to accounts below is asked besides. */
export const removalRefusal = (user: UserState, { userId }: Caller) =>
  deactivateRefusal({ self: user.id === userId, lastAdmin: user.lastAdmin });

/** The account, locked, for an act on it that is no change of its fields; one that outranks the caller is refused. */
export async function lockUserToActOn(tx: EntityManager, caller: Caller, id: number): Promise<UserState> {
  const by = await lockPosition(tx, caller);
  const user = await lockRecord(tx, userRecord, caller.scope, id);
  refuse(actRefusal(by, user));
  return user;
}

/** What the member sees or may do. */
const rights = ['role', 'groupType', 'organization', 'active'] as const;

/**
 * What belongs to a removed account. What was agreed to stays: it must be shown to have been; and so does that the directory's
 * person had one, or who has this address there and never came by it.
 */
async function erase(tx: EntityManager, id: number, now: Date): Promise<void> {
  await tx.query(
    'UPDATE login_session SET address = NULL, agent = NULL, ended_at = COALESCE(ended_at, $2) WHERE user_id = $1',
    [id, now],
  );
  await tx.query(
    `UPDATE user_account u SET removed_email = ${emailOnceRemoved('id', 'email')}
     WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM directory_identity i WHERE i.user_id = u.id)`,
    [id],
  );
  await tx.query(`UPDATE directory_identity SET subject = ${subjectOnceRemoved('subject')} WHERE user_id = $1`, [id]);
  for (const table of [
    'account_link',
    'sms_code',
    'password_history',
    'notification',
    'notification_preference',
    'push_subscription',
    'quiet_hours',
    'vehicle_watch',
  ])
    await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [id]);
}
