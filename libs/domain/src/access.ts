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
 * Who may do what. The role of a member is the group type of the organisation plus ADMIN or STAFF; for each feature it holds letters out of
 * create, read, update and delete. The server asks on every call, the console only hides what the server would refuse.
 */
export function can(groupType: GroupType, role: Role, permission: Permission): boolean {
  const [feature, letter] = permission.split(':') as [Feature, Letter];
  return lettersHave(lettersOf(groupType, role, feature), letter);
}

export function lettersOf(groupType: GroupType, role: Role, feature: Feature): Letters {
  return matrix[profileOf[groupType]][role][feature];
}

/** Whether an endpoint's `allow` lets this member in. A member never needs a letter for `public` or `member`; `wall` is the head office's,
 * `factory` and `app` no member's. Of several permissions it takes all. */
export function mayCall(groupType: GroupType, role: Role, allow: Allow): boolean {
  if (allow === 'public' || allow === 'member' || allow === 'development') return true;
  if (allow === 'wall') return groupType === 'HEAD_OFFICE';
  if (allow === 'factory' || allow === 'app') return false;
  return typeof allow === 'string'
    ? can(groupType, role, allow)
    : allow.every((permission) => can(groupType, role, permission));
}

/** True for groups that see every vehicle; the others see their own organisation and those below it. */
export const scopeIsGlobal = (groupType: GroupType): boolean => !scopedGroups.includes(groupType);

/** `roles: ["{groupType}_{ADMIN|STAFF}"]` of an access token → the role, or null when none is of this group type. */
export function roleFrom(claimed: readonly string[], groupType: string): Role | null {
  if (claimed.includes(`${groupType}_ADMIN`)) return 'ADMIN';
  return claimed.includes(`${groupType}_STAFF`) ? 'STAFF' : null;
}

export type RouteKind = 'list' | 'detail' | 'edit' | 'register';

/**
 * What a route asks for. Lists and details need R, edit routes U, registration routes C. A registration route with a number other than 0
 * edits that record and needs U; an edit route with 0 creates one and needs C.
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

/** Every permission that a member holds. */
export function permissionsOf(groupType: GroupType, role: Role): Permission[] {
  return features.flatMap((feature) =>
    [...lettersOf(groupType, role, feature)].map((letter) => `${feature}:${letter as Letter}` as const),
  );
}
