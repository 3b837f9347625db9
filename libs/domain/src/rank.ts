import { features, type GroupType, type Role } from '@headland/contracts/access';
import { can, lettersOf, scopeIsGlobal } from './access';

/**
 * Who stands above whom, asked by every act on an account and on an organisation: nobody gives, moves or takes away what stands above oneself.
 * Four things put one account above another: it belongs to the head office, it holds a letter or a sight that the other lacks, its
 * organisation holds the organisation of the other, or it administers accounts and has fewer organisations above it.
 * The rule is an order: who stands above somebody that I may act on stands above nobody whom I may not. So no chain of acts leads upwards.
 */
export interface Rights {
  groupType: GroupType;
  role: Role;
}
/** Rights at a place of the tree. `path`: ids from the topmost organisation down to the own one. */
export interface Position extends Rights {
  path: readonly number[];
}

/** They stand above everybody, and nobody stands above them. */
export const isHeadOfficeAdmin = ({ groupType, role }: Rights): boolean =>
  groupType === 'HEAD_OFFICE' && role === 'ADMIN';
export function standsAbove(other: Position, me: Position): boolean {
  return !isHeadOfficeAdmin(me) && (rightsAbove(other, me) || placeAbove(other, me));
}

/** By group type and role alone: what the choices of a form can tell before a place is chosen. */
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

/** Whoever administers accounts could act on all that has no more above it: with fewer organisations above oneself, on more than I may. */
function placeAbove(other: Position, me: Position): boolean {
  const mine = above(me.path);
  const theirs = above(other.path);
  if (holds(other.path, mine)) return true;
  return administers(other) && mine.some((id) => !theirs.includes(id));
}
const holds = (path: readonly number[], mine: readonly number[]): boolean => mine.some((id) => id === path.at(-1));
const above = (path: readonly number[]): readonly number[] => path.slice(0, -1);
const administers = ({ groupType, role }: Rights): boolean =>
  (['organization:C', 'organization:U', 'organization:D'] as const).some((permission) =>
    can(groupType, role, permission),
  );

/** Whether a type of organisation is above what I am. Types that see only a part are below all that see everything, whatever letters they hold. */
export function typeAbove(type: GroupType, me: Rights): boolean {
  if (scopeIsGlobal(me.groupType) && !scopeIsGlobal(type)) return false;
  return rightsAbove({ groupType: type, role: 'ADMIN' }, me);
}

/** Whether an organisation as such is above me: it holds mine, or its type is above. Whom it holds is another question. */
export const organizationAbove = (organization: { type: GroupType; path: readonly number[] }, me: Position): boolean =>
  !isHeadOfficeAdmin(me) && (typeAbove(organization.type, me) || holds(organization.path, above(me.path)));
