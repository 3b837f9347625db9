import type { ErrorCode } from '@headland/contracts/errors';
import { type Position, standsAbove } from './rank';

/**
 * Who may do what to a user. Nobody acts on an account that stands above oneself, and nobody makes one stand there (rank.ts). Nobody takes away
 * the own rights, so that no one locks oneself out by a slip. And somebody must be left who can put things right: the last administrator of
 * the head office stays what he is.
 */
export interface Account extends Position {
  active: boolean;
}
/** `self`: the user is who asks. `lastAdmin`: nobody else of the head office can log in as administrator. */
export interface Place {
  self: boolean;
  lastAdmin: boolean;
}

/** Why nobody with this position may reset, unlock, invite, redirect or otherwise touch an account, or null where it may be done. */
export const actRefusal = (by: Position, account: Position): ErrorCode | null =>
  standsAbove(account, by) ? 'USER_ABOVE' : null;

/** Why an account may not be made so, or null where it may. */
export const grantRefusal = (by: Position, account: Position): ErrorCode | null =>
  standsAbove(account, by) ? 'USER_MORE_LETTERS' : null;

/** Why a user may not be taken out of use (deactivated, removed), or null where it may be. */
export function takeAwayRefusal({ self, lastAdmin }: Place): ErrorCode | null {
  if (self) return 'USER_SELF';
  return lastAdmin ? 'USER_LAST_ADMIN' : null;
}

/** Why a change is refused, whatever field it touches, or null where it may be made. The own place in the tree is a right, too: it says who stands above. */
export function changeRefusal(by: Position, before: Account, after: Account, place: Place): ErrorCode | null {
  const moved = before.path.at(-1) !== after.path.at(-1);
  const otherRights = before.role !== after.role || before.groupType !== after.groupType;
  const deactivated = before.active && !after.active;
  const lost = otherRights || deactivated ? takeAwayRefusal(place) : moved && place.self ? 'USER_SELF' : null;
  return actRefusal(by, before) ?? lost ?? grantRefusal(by, after);
}
