import type { GroupType, Role } from '@headland/contracts/access';
import type { EventPayload } from '@headland/contracts/event-log';
import { emailIn } from '@headland/contracts/fields';
import { maskPhone } from '@headland/domain/mask';
import type { Position } from '@headland/domain/rank';
import { actRefusal } from '@headland/domain/user';
import type { OrganizationPlace } from '../organizations/organization.reads';
import { placeOf } from '../organizations/organization.reads';
import { changesBetween } from '../../platform/event-log/record-change';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { lockPosition } from '../../platform/position';
import { Problem } from '../../platform/problem';
import type { Caller, Scope } from '../../platform/caller';
import { lastAdmin } from './user.reads';

/** A row of user_account as those who administer it need it, locked until their change is through. */
export interface AdministeredUser {
  id: number;
  version: number;
  /** null until an invited one has joined */
  loginId: string | null;
  name: string;
  email: string | null;
  role: Role;
  groupType: GroupType;
  organizationId: number;
  organization: string;
  /** of the organisation */
  path: number[];
  country: string;
  phone: string | null;
  postalCode: string | null;
  address: string | null;
  addressDetail: string | null;
  active: boolean;
  lockedUntil: Date | null;
  failedLogins: number;
  lastAdmin: boolean;
}

/** The user and where the caller stands, both until the change is through. Throws NOT_FOUND for one that is unknown, removed or out of scope. */
export async function lockUser(tx: Tx, caller: Caller, id: number): Promise<{ user: AdministeredUser; by: Position }> {
  const by = await lockPosition(tx, caller);
  const user = await findUser(tx, caller.scope, id, 'FOR UPDATE OF u');
  if (user === null) throw new Problem('NOT_FOUND');
  return { user, by };
}

/** The same for an act on an account that is no change of its fields; one that stands above the caller is not touched at all. */
export async function lockUserToActOn(tx: Tx, caller: Caller, id: number): Promise<AdministeredUser> {
  const { user, by } = await lockUser(tx, caller, id);
  const no = actRefusal(by, user);
  if (no) throw new Problem(no);
  return user;
}

export async function findUser(
  tx: Tx,
  scope: Scope,
  id: number,
  lock: 'FOR UPDATE OF u' | '' = '',
): Promise<AdministeredUser | null> {
  const where = new Where(scope, 'u.organization_id').and('u.removed_at IS NULL').andIf(id, (p) => `u.id = ${p}`);
  const [row] = await tx.query<AdministeredUser[]>(
    `SELECT u.id, u.version, u.login_id AS "loginId", u.name, u.email, u.role, u.group_type AS "groupType", u.organization_id AS "organizationId", o.name AS organization, o.path,
       u.country, u.phone, u.postal_code AS "postalCode", u.address, u.address_detail AS "addressDetail", u.active,
       u.locked_until AS "lockedUntil", u.failed_logins AS "failedLogins", ${lastAdmin} AS "lastAdmin"
     FROM user_account u JOIN organization o ON o.id = u.organization_id WHERE ${where.sql} ${lock}`,
    where.parameters,
  );
  return row ?? null;
}

/** The organisation chosen for a user; it is not deleted until the change is through. One that the caller does not see is none. */
export async function organizationFor(tx: Tx, scope: Scope, id: number): Promise<OrganizationPlace> {
  const place = await placeOf(tx, scope, id, 'FOR KEY SHARE OF o');
  if (place === null) throw new Problem('E0001', {}, { organizationId: 'field.invalid' });
  return place;
}

export function checkDomain(email: string, domains: readonly string[]): void {
  if (!emailIn(email, domains)) throw new Problem('E0001', {}, { email: 'field.emailDomain' });
}

type ChangedFields = Pick<
  AdministeredUser,
  | 'name'
  | 'email'
  | 'role'
  | 'groupType'
  | 'organization'
  | 'country'
  | 'phone'
  | 'postalCode'
  | 'address'
  | 'addressDetail'
  | 'active'
>;
const told = ({
  name,
  email,
  role,
  groupType,
  organization,
  country,
  phone,
  postalCode,
  address,
  addressDetail,
  active,
}: ChangedFields) => ({
  ...{ name, email, role, groupType, organization, active },
  ...{ country, phone, postalCode, address, addressDetail },
});

/** What the log tells of a change: the log is kept for good, so of what is private it says that it changed, not what it was. */
export function userChanges(
  before: ChangedFields | null,
  after: ChangedFields,
): EventPayload<'record.changed'>['changes'] {
  const hidden: Record<string, (value: string) => string> = {
    phone: maskPhone,
    postalCode: () => '***',
    address: () => '***',
    addressDetail: () => '***',
  };
  return changesBetween(before === null ? {} : told(before), told(after)).map(({ field, from, to }) => {
    const hide = hidden[field] ?? ((value: string) => value);
    return { field, from: from === null ? null : hide(from), to: to === null ? null : hide(to) };
  });
}
