import {
  type Allow,
  type Feature,
  features,
  type GroupType,
  type Letter,
  type Permission,
  type Role,
  scopedGroups,
} from '@headland/contracts/access';
import { type Letters, lettersHave, matrix, profileOf } from './access-matrix';

/**
 * Permissions. The role of a member is the group type of the organization plus ADMIN or STAFF; for each feature it has
 * letters out of create, read, update and delete. The server checks every request, the console only hides what the
 * server would refuse.
 */
export function can(groupType: GroupType, role: Role, permission: Permission): boolean {
  const [feature, letter] = permission.split(':') as [Feature, Letter];
  return lettersHave(lettersOf(groupType, role, feature), letter);
}

/** Whoever acts, as far as rights go: a member, or a wall display, which holds no permission of any feature. */
export interface RightsHolder {
  groupType: GroupType | 'KIOSK';
  role: Role | null;
}

export const isMember = (caller: RightsHolder): caller is { groupType: GroupType; role: Role } =>
  caller.groupType !== 'KIOSK' && caller.role !== null;

export const holds = (caller: RightsHolder, permission: Permission): boolean =>
  isMember(caller) && can(caller.groupType, caller.role, permission);

export const mayRead = (caller: RightsHolder, feature: Feature): boolean => holds(caller, `${feature}:R`);

export function lettersOf(groupType: GroupType, role: Role, feature: Feature): Letters {
  return matrix[profileOf[groupType]][role][feature];
}

/**
 * Whether an endpoint's `allow` lets this caller in. A wall display may call nothing but `wall`, which is the head office's, too. A member needs no
 * letter for `public` and `member`, and all of several permissions; `factory`, `app` and `fleet` are no member's.
 */
export function mayCall(caller: RightsHolder, allow: Allow): boolean {
  if (!isMember(caller)) return allow === 'wall';
  if (allow === 'public' || allow === 'member' || allow === 'development') return true;
  if (allow === 'wall') return caller.groupType === 'HEAD_OFFICE';
  if (allow === 'factory' || allow === 'app' || allow === 'fleet') return false;
  return typeof allow === 'string' ? holds(caller, allow) : allow.every((permission) => holds(caller, permission));
}

/** True for groups that see every vehicle; the others see their own organization and those below it. */
export const scopeIsGlobal = (groupType: GroupType): boolean => !scopedGroups.includes(groupType);

/**
 * `roles: ["{groupType}_{ADMIN|STAFF}"]` of an access token → the role, or null if there is none of this group type.
 */
export function roleFrom(claimed: readonly string[], groupType: string): Role | null {
  if (claimed.includes(`${groupType}_ADMIN`)) return 'ADMIN';
  return claimed.includes(`${groupType}_STAFF`) ? 'STAFF' : null;
}

export type RouteKind = 'list' | 'detail' | 'edit' | 'register';

/**
 * The permission that a route needs. Lists and details need R, edit routes U, registration routes C. A registration
 * route with a number other than 0 edits that record and needs U; an edit route with 0 creates one and needs C.
 */
export function guardOf(feature: Feature, kind: RouteKind, number: number | null = null): Permission {
  switch (kind) {
    case 'list':
    case 'detail':
      return `${feature}:R`;
    case 'edit':
      return number === 0 ? `${feature}:C` : `${feature}:U`;
    case 'register':
      return number === null || number === 0 ? `${feature}:C` : `${feature}:U`;
  }
}

/** Every permission of a member. */
export function permissionsOf(groupType: GroupType, role: Role): Permission[] {
  return features.flatMap((feature) =>
    [...lettersOf(groupType, role, feature)].map((letter) => `${feature}:${letter as Letter}` as const),
  );
}
