import type { GroupType } from '@headland/contracts/access';
import type { ErrorCode } from '@headland/contracts/errors';
import type { Refusal } from './decision';
import { isHeadOfficeAdmin, organizationAbove, type Position, type Rights, outranks, typeAbove } from './rank';

/**
 * The tree of organizations. An organization is never below itself or one of its descendants; a move includes everything
 * below it along, so the old ancestors lose access to it and the new ones gain it. It is deleted only when nothing
 * references it: no user, no organization below, no vehicle, no open fault. Nobody changes an organization that
 * outranks the own one, nor moves or deletes one with an account that outranks the caller (rank.ts). There is one head
 * office; a type changes only while neither users nor vehicles depend on it.
 */

/** Types of the organizations that sell and repair vehicles, and that a unit can be shipped to. */
export const dealerTypes: readonly GroupType[] = ['AGENCY', 'DEALER'];
export const isDealer = (type: GroupType): boolean => dealerTypes.includes(type);

/** Ids from the topmost organization down to this one. */
export type Path = readonly number[];

/** Why it may not be below the one with this path, or null. */
export const moveRefusal = (id: number, parentPath: Path): ErrorCode | null =>
  parentPath.includes(id) ? 'ORGANIZATION_BELOW_ITSELF' : null;

/**
 * Who loses and who gains access to an organization that moves from one parent path to another; ancestors of both keep
 * it.
 */
export function sightOfMove(from: Path, to: Path): { leaves: number[]; enters: number[] } {
  return { leaves: from.filter((id) => !to.includes(id)), enters: to.filter((id) => !from.includes(id)) };
}

interface Organization {
  type: GroupType;
  path: Path;
}
/** Why it may not be changed, or null. */
export const actRefusal = (by: Position, organization: Organization): ErrorCode | null =>
  organizationAbove(organization, by) ? 'ORGANIZATION_ABOVE' : null;

/** Why it may not be created with this type, or null. */
export const typeRefusal = (by: Rights, type: GroupType): ErrorCode | null =>
  type === 'HEAD_OFFICE' || typeAbove(type, by) ? 'ORGANIZATION_TYPE_ABOVE' : null;

/** Why its type may not change at all, or null. */
export const retypeRefusal = (
  type: GroupType,
  { users, vehicles }: Pick<Hanging, 'users' | 'vehicles'>,
): ErrorCode | null => (type === 'HEAD_OFFICE' || users + vehicles > 0 ? 'ORGANIZATION_TYPE_FIXED' : null);

/** Why it may neither be moved nor deleted, or null. `accounts`: those in it and below it. */
export const holdsRefusal = (
  by: Position,
  organization: Organization,
  accounts: readonly Position[],
): ErrorCode | null =>
  actRefusal(by, organization) ?? (accounts.some((account) => outranks(account, by)) ? 'ORGANIZATION_ABOVE' : null);

/** Why it may not move to any place, or null. */
export function leaveRefusal(
  by: Position,
  organization: Organization,
  accounts: readonly Position[],
): ErrorCode | null {
  const own = organization.path.at(-1) === by.path.at(-1) && !isHeadOfficeAdmin(by);
  return own ? 'ORGANIZATION_OWN_PLACE' : holdsRefusal(by, organization, accounts);
}

/** Why it may not be below this parent, or null: below itself, or where an account in it would outrank the caller. */
export function placeRefusal(
  by: Position,
  organization: Organization,
  parentPath: Path,
  accounts: readonly Position[],
): ErrorCode | null {
  const depth = organization.path.length - 1;
  const moved = accounts.map((account) => ({ ...account, path: [...parentPath, ...account.path.slice(depth)] }));
  return (
    moveRefusal(organization.path.at(-1) ?? 0, parentPath) ??
    (moved.some((account) => outranks(account, by)) ? 'ORGANIZATION_ABOVE' : null)
  );
}

export interface Hanging {
  users: number;
  children: number;
  vehicles: number;
  openFaults: number;
}
/** Why it may not be deleted, with what references it, or null. */
export function deleteRefusal({ users, children, vehicles, openFaults }: Hanging): Refusal | null {
  if (users + children + vehicles + openFaults === 0) return null;
  return { code: 'ORGANIZATION_IN_USE', values: { users, children, vehicles, openFaults } };
}

/**
 * How far an agency may be for somebody to come at once: about an hour on country roads. The agency of the machine itself
 * is offered from any distance, since it is responsible.
 */
export const agencyReachKm = 60;
