import type { GroupType, Role } from '@headland/contracts/access';

/** Who is in a group of the company's directory works at this organization, in this role. `groupType`: without, the organization's. */
export interface DirectoryRule {
  group: string;
  /** ERP code of the organization */
  organization: string;
  role: Role;
  groupType?: GroupType | undefined;
}

/** The first rule with a group of the person; null: none. */
export const directoryRuleOf = (rules: readonly DirectoryRule[], groups: readonly string[]): DirectoryRule | null =>
  rules.find(({ group }) => groups.includes(group)) ?? null;

/** The groups in a claim, whose name may be a path (`realm_access.roles`); null where there is no such claim. */
export function groupsIn(claims: Record<string, unknown>, claim: string): string[] | null {
  // a name with dots may be one name: https://example.com/groups
  const value = claims[claim] ?? claim.split('.').reduce<unknown>((at, name) => memberOf(at, name), claims);
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((group) => typeof group === 'string') : null;
}
const memberOf = (at: unknown, name: string): unknown =>
  typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Record<string, unknown>)[name] : undefined;

const idLength = { least: 4, most: 20 } as const;

/**
 * A login ID for a person of the directory, who never types it: the letters and digits of a name there, with a number where it
 * is taken.
 */
export function directoryLoginId(name: string, taken: (id: string) => boolean): string {
  const [local = ''] = name.split('@');
  const plain = local.normalize('NFKD').replaceAll(/[^A-Za-z0-9]/gu, '');
  const base = (plain === '' ? 'user' : plain).slice(0, idLength.most - 4);
  for (let n = 1; ; n++) {
    const id = n === 1 ? base.padEnd(idLength.least, '0') : `${base}${n}`.padEnd(idLength.least, '0');
    if (!taken(id.toLowerCase())) return id;
  }
}

/**
 * Why a person whom the directory vouches for is not let in, or null. `known`: there is an account; removed: there was one, which the
 * directory does not bring back. `mapped`: rules are configured, and one of them fits; null: none are configured.
 */
export function directoryRefusal(
  known: boolean | 'removed',
  mapped: boolean | null,
): 'SSO_NO_ACCOUNT' | 'SSO_NO_ROLE' | null {
  if (mapped === false) return 'SSO_NO_ROLE';
  return known === true || (known === false && mapped === true) ? null : 'SSO_NO_ACCOUNT';
}
