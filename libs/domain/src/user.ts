import { features, type GroupType, type Role } from '@headland/contracts/access';
import type { ErrorCode } from '@headland/contracts/errors';
import { lettersOf, scopeIsGlobal } from './access';

/**
 * Who may do what to a user. Nobody gives rights beyond the own ones: not a letter that one does not hold, not the sight of everything to
 * whom only a part is shown. Nobody takes away the own rights, so that no one locks oneself out by a slip. And somebody must be left who can
 * put things right: the last administrator of the head office stays what he is.
 */
export interface Rights {
  groupType: GroupType;
  role: Role;
}

/** Whether one with these rights may make a user have those. Administrators of the head office stand above the rule: somebody must be able to give every role. */
export function mayGrant(by: Rights, to: Rights): boolean {
  if (by.groupType === 'HEAD_OFFICE' && by.role === 'ADMIN') return true;
  if (scopeIsGlobal(to.groupType) && !scopeIsGlobal(by.groupType)) return false;
  return features.every((feature) => [...lettersOf(to.groupType, to.role, feature)].every((letter) => lettersOf(by.groupType, by.role, feature).includes(letter)));
}

/** What a change may touch that more than its reader cares about. */
export interface UserStanding extends Rights {
  active: boolean;
  /** where passwords, links and codes go */
  email: string | null;
  phone: string | null;
}
/** `self`: the user is who asks. `lastAdmin`: nobody else of the head office can log in as administrator. */
export interface Place {
  self: boolean;
  lastAdmin: boolean;
}

/** Why a user may not be taken out of use (deactivated, removed), or null where it may be. */
export function takeAwayRefusal({ self, lastAdmin }: Place): ErrorCode | null {
  if (self) return 'USER_SELF';
  return lastAdmin ? 'USER_LAST_ADMIN' : null;
}

/**
 * Why a change is refused, or null where it may be made. Whoever could redirect the e-mail or phone of one with more rights could have a
 * password sent to himself: that is granting, too.
 */
export function changeRefusal(by: Rights, before: UserStanding, after: UserStanding, place: Place): ErrorCode | null {
  const otherRights = before.role !== after.role || before.groupType !== after.groupType;
  const deactivated = before.active && !after.active;
  if (otherRights || deactivated) {
    const no = takeAwayRefusal(place);
    if (no) return no;
  }
  const activated = !before.active && after.active;
  if ((otherRights || activated) && !mayGrant(by, after)) return 'USER_MORE_LETTERS';
  const redirected = before.email !== after.email || before.phone !== after.phone;
  return redirected && !mayGrant(by, before) ? 'USER_MORE_LETTERS' : null;
}
