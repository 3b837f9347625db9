import { features, type GroupType, type Role } from '@headland/contracts/access';
import { can, lettersOf, scopeIsGlobal } from './access';

/**
 * The order of accounts and organizations, checked by every action on them: no one grants, moves or revokes what
 * outranks the own account. Four things make one account outrank another: it belongs to the head office, it has a
 * letter or a scope that the other lacks, its organization is an ancestor of the other's, or it administers accounts
 * and has fewer organizations above it. The rule is transitive: an account that outranks somebody I may act on outranks
 * no one I may not act on. So no chain of actions leads upwards.
 */
export interface Rights {
  groupType: GroupType;
  role: Role;
}
/** Permissions at a position of the tree. `path`: ids from the topmost organization down to the own one. */
export interface Position extends Rights {
  path: readonly number[];
}

/** They outrank everybody, and no one outranks them. */
export const isHeadOfficeAdmin = ({ groupType, role }: Rights): boolean =>
  groupType === 'HEAD_OFFICE' && role === 'ADMIN';
export function outranks(other: Position, me: Position): boolean {
  return !isHeadOfficeAdmin(me) && (rightsAbove(other, me) || placeAbove(other, me));
}

/** By group type and role alone: for the options of a form before a position is chosen. */
export function rightsAbove(other: Rights, me: Rights): boolean {
  if (isHeadOfficeAdmin(me)) return false;
  if (other.groupType === 'HEAD_OFFICE' && (me.groupType !== 'HEAD_OFFICE' || other.role === 'ADMIN')) return true;
  if (scopeIsGlobal(other.groupType) && !scopeIsGlobal(me.groupType)) return true;
  return features.some((feature) =>
    [...lettersOf(other.groupType, other.role, feature)].some(
      (letter) => !lettersOf(me.groupType, me.role, feature).includes(letter),
    ),
  );
}

/** An account administrator with fewer organizations above could act on more accounts than I may. */
function placeAbove(other: Position, me: Position): boolean {
  const ownPath = above(me.path);
  const otherAbove = above(other.path);
  if (isAncestor(other.path, ownPath)) return true;
  return administers(other) && ownPath.some((id) => !otherAbove.includes(id));
}
const isAncestor = (path: readonly number[], ownPath: readonly number[]): boolean =>
  ownPath.some((id) => id === path.at(-1));
const above = (path: readonly number[]): readonly number[] => path.slice(0, -1);
const administers = ({ groupType, role }: Rights): boolean =>
  (['organization:C', 'organization:U', 'organization:D'] as const).some((permission) =>
    can(groupType, role, permission),
  );

/**
 * Whether a type of organization outranks mine. Types with a limited scope are below all that see everything, whatever
 * letters they have.
 */
export function typeAbove(type: GroupType, me: Rights): boolean {
  if (scopeIsGlobal(me.groupType) && !scopeIsGlobal(type)) return false;
  return rightsAbove({ groupType: type, role: 'ADMIN' }, me);
}

/**
 * Whether an organization itself outranks me: it is an ancestor of mine, or its type does. Its accounts are a separate
 * check.
 */
export const organizationAbove = (organization: { type: GroupType; path: readonly number[] }, me: Position): boolean =>
  !isHeadOfficeAdmin(me) && (typeAbove(organization.type, me) || isAncestor(organization.path, above(me.path)));
