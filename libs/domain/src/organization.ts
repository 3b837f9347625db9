import type { GroupType } from '@headland/contracts/access';
import type { ErrorCode } from '@headland/contracts/errors';
import type { Refusal } from './decision';
import { isHeadOfficeAdmin, organizationAbove, type Position, type Rights, standsAbove, typeAbove } from './rank';

/**
 * The tree of organisations. One stands below another, never below itself or one of its own; with a move everything below it comes along, so
 * those above the old place lose sight of it and those above the new place gain it. One is deleted only when nothing hangs on it any more:
 * no user, no organisation below, no vehicle, no open fault. Nobody acts on one that stands above oneself, nor moves or deletes one that holds
 * an account that does (rank.ts). There is one head office; a type changes only while neither users nor vehicles rely on it.
 */

/** Ids from the topmost organisation down to this one. */
export type Path = readonly number[];

/** Why it may not stand below the one with this path, or null where it may. */
export const moveRefusal = (id: number, parentPath: Path): ErrorCode | null =>
  parentPath.includes(id) ? 'ORGANIZATION_BELOW_ITSELF' : null;

/** Who loses and who gains sight of an organisation that goes from below one path to below another; those above both see it all the time. */
export function sightOfMove(from: Path, to: Path): { leaves: number[]; enters: number[] } {
  return { leaves: from.filter((id) => !to.includes(id)), enters: to.filter((id) => !from.includes(id)) };
}

interface Organization {
  type: GroupType;
  path: Path;
}
/** Why nothing of it may be changed, or null where it may be. */
export const actRefusal = (by: Position, organization: Organization): ErrorCode | null =>
  organizationAbove(organization, by) ? 'ORGANIZATION_ABOVE' : null;

/** Why it may not be of this type from the start, or null where it may. */
export const typeRefusal = (by: Rights, type: GroupType): ErrorCode | null =>
  type === 'HEAD_OFFICE' || typeAbove(type, by) ? 'ORGANIZATION_TYPE_ABOVE' : null;

/** Why its type may not change at all, or null where it may. */
export const retypeRefusal = (
  type: GroupType,
  { users, vehicles }: Pick<Hanging, 'users' | 'vehicles'>,
): ErrorCode | null => (type === 'HEAD_OFFICE' || users + vehicles > 0 ? 'ORGANIZATION_TYPE_FIXED' : null);

/** Why it neither moves nor goes, or null where it may. `held`: the accounts in it and below it. */
export const holdsRefusal = (by: Position, organization: Organization, held: readonly Position[]): ErrorCode | null =>
  actRefusal(by, organization) ?? (held.some((account) => standsAbove(account, by)) ? 'ORGANIZATION_ABOVE' : null);

/** Why it stays where it is, whatever the new place, or null where it may move. */
export function leaveRefusal(by: Position, organization: Organization, held: readonly Position[]): ErrorCode | null {
  const own = organization.path.at(-1) === by.path.at(-1) && !isHeadOfficeAdmin(by);
  return own ? 'ORGANIZATION_OWN_PLACE' : holdsRefusal(by, organization, held);
}

/** Why it may not stand below this parent, or null where it may: below itself, or where an account in it would stand above who moves it. */
export function placeRefusal(
  by: Position,
  organization: Organization,
  parentPath: Path,
  held: readonly Position[],
): ErrorCode | null {
  const depth = organization.path.length - 1;
  const moved = held.map((account) => ({ ...account, path: [...parentPath, ...account.path.slice(depth)] }));
  return (
    moveRefusal(organization.path.at(-1) ?? 0, parentPath) ??
    (moved.some((account) => standsAbove(account, by)) ? 'ORGANIZATION_ABOVE' : null)
  );
}

export interface Hanging {
  users: number;
  children: number;
  vehicles: number;
  openFaults: number;
}
/** Why it may not be deleted, with what hangs on it, or null where it may. */
export function deleteRefusal({ users, children, vehicles, openFaults }: Hanging): Refusal | null {
  if (users + children + vehicles + openFaults === 0) return null;
  return { code: 'ORGANIZATION_IN_USE', values: { users, children, vehicles, openFaults } };
}
