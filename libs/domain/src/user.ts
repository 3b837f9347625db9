import type { ErrorCode } from '@headland/contracts/errors';
import { contactFields } from '@headland/contracts/user';
import { type Position, outranks } from './rank';

/**
 * Who may change a user. No one changes an account that outranks the own one, or makes one outrank it
 * (rank.ts). Nobody reduces the own permissions, so that no one is locked out by mistake. And somebody must be left who
 * can administer: the last administrator of the head office stays one.
 */
export interface Account extends Position {
  active: boolean;
}
/** `self`: the user is the caller. `lastAdmin`: no one else of the head office can log in as administrator. */
export interface Place {
  self: boolean;
  lastAdmin: boolean;
}

/**
 * How and where a user is reached: erased when the account is removed. The log is kept for good, so it does not have
 * these values.
 */
export const privateFields = contactFields.filter((field) => field !== 'country');

/** Why a caller at this position may not reset, unlock, invite or otherwise change an account, or null. */
export const actRefusal = (by: Position, account: Position): ErrorCode | null =>
  outranks(account, by) ? 'USER_ABOVE' : null;

/** Why an account may not get these permissions, or null. */
export const grantRefusal = (by: Position, account: Position): ErrorCode | null =>
  outranks(account, by) ? 'USER_MORE_LETTERS' : null;

/** Why a user may not be deactivated or removed, or null. */
export function deactivateRefusal({ self, lastAdmin }: Place): ErrorCode | null {
  if (self) return 'USER_SELF';
  return lastAdmin ? 'USER_LAST_ADMIN' : null;
}

/**
 * Why a change is refused, whatever field it changes, or null. The own place in the tree is a permission, too: it
 * decides the rank.
 */
export function changeRefusal(by: Position, before: Account, after: Account, place: Place): ErrorCode | null {
  const moved = before.path.at(-1) !== after.path.at(-1);
  const otherRights = before.role !== after.role || before.groupType !== after.groupType;
  const deactivated = before.active && !after.active;
  const lost = otherRights || deactivated ? deactivateRefusal(place) : moved && place.self ? 'USER_SELF' : null;
  return actRefusal(by, before) ?? lost ?? grantRefusal(by, after);
}
