import type { GroupType } from '@headland/contracts/access';

/**
 * The rank rules, written a second time for the random walk of rank-walk.spec.ts: by hand from the permission matrix and by the tree's
 * parents, so that a mistake of the product's rule is not its own witness. Nothing here may import the rule, the matrix or a path.
 */
export interface AccountRow {
  id: number;
  role: string;
  groupType: string;
  organizationId: number;
  active: boolean;
  joined: boolean;
  removed: boolean;
  /** contact, password, lock, name, address and what was sent: whatever an act may touch */
  rest: string;
}
export interface OrganizationRow {
  id: number;
  type: string;
  parentId: number | null;
  path: number[];
  removed: boolean;
  users: number;
  vehicles: number;
  rest: string;
}
export interface World {
  accounts: ReadonlyMap<number, AccountRow>;
  organizations: ReadonlyMap<number, OrganizationRow>;
}

const headOffice = ['HEAD_OFFICE ADMIN', 'HEAD_OFFICE STAFF'];
const makers = ['DAEDONG ADMIN', 'DAEDONG STAFF', 'KIOTI ADMIN', 'KIOTI STAFF'];
const service = ['SERVICE_BUSINESS ADMIN', 'SERVICE_BUSINESS STAFF'];
/** Who administers at all, and who holds what it does not: banners and chats of the GPT are the makers', drive data the service's and the regions'. */
const aboveByRights: Partial<Record<string, string[]>> = {
  'HEAD_OFFICE ADMIN': [],
  'DAEDONG ADMIN': [...headOffice, ...service, 'REGION ADMIN'],
  'KIOTI ADMIN': [...headOffice, ...service, 'REGION ADMIN'],
  'SERVICE_BUSINESS ADMIN': [...headOffice, ...makers],
  'DOMESTIC_SALES_HQ ADMIN': [...headOffice, ...makers, ...service, 'REGION ADMIN'],
  'RSM_BUSINESS ADMIN': [...headOffice, ...makers, ...service, 'REGION ADMIN'],
  'TSM ADMIN': [...headOffice, ...makers, ...service, 'REGION ADMIN'],
};
const title = ({ groupType, role }: AccountRow): string => `${groupType} ${role}`;
export const administers = (account: AccountRow): boolean => aboveByRights[title(account)] !== undefined;

export function ancestors(world: World, organizationId: number): number[] {
  const found: number[] = [];
  for (
    let at = world.organizations.get(organizationId)?.parentId ?? null;
    at !== null;
    at = world.organizations.get(at)?.parentId ?? null
  ) {
    if (found.includes(at)) throw new Error(`organisation ${at} is below itself`);
    found.push(at);
  }
  return found;
}

function accountAbove(other: AccountRow, otherWorld: World, me: AccountRow, myWorld: World): boolean {
  const higher = aboveByRights[title(me)];
  if (higher === undefined) return true;
  if (title(me) === 'HEAD_OFFICE ADMIN') return false;
  const mine = ancestors(myWorld, me.organizationId);
  const theirs = ancestors(otherWorld, other.organizationId);
  return (
    higher.includes(title(other)) ||
    mine.includes(other.organizationId) ||
    (administers(other) && !mine.every((id) => theirs.includes(id)))
  );
}
const typesAbove: Partial<Record<string, GroupType[]>> = {
  'HEAD_OFFICE ADMIN': [],
  'DAEDONG ADMIN': ['HEAD_OFFICE', 'SERVICE_BUSINESS'],
  'KIOTI ADMIN': ['HEAD_OFFICE', 'SERVICE_BUSINESS'],
  'SERVICE_BUSINESS ADMIN': ['HEAD_OFFICE', 'DAEDONG', 'KIOTI'],
};
const salesTypesAbove: GroupType[] = ['HEAD_OFFICE', 'DAEDONG', 'KIOTI', 'SERVICE_BUSINESS'];
const typeAbove = (type: string, me: AccountRow): boolean =>
  (typesAbove[title(me)] ?? salesTypesAbove).some((t) => t === type);

/** What is wrong about a change from one world to the next by this account; empty: nothing. */
export function wrongsOf(me: AccountRow, before: World, after: World, accepted: boolean): string[] {
  const wrongs: string[] = [];
  const note = (wrong: boolean, text: string): void => void (wrong && wrongs.push(`${title(me)} #${me.id}: ${text}`));
  for (const [id, now] of after.accounts) {
    const was = before.accounts.get(id);
    if (JSON.stringify(was) === JSON.stringify(now)) continue;
    const what = `account ${id} ${was ? title(was) : 'new'} → ${title(now)}`;
    note(!accepted, `was refused, and changed ${what}`);
    note(was !== undefined && accountAbove(was, before, me, before), `touched a superior: ${what}`);
    note(!now.removed && accountAbove(now, after, me, before), `made a superior: ${what}`);
    const sameRights =
      was !== undefined &&
      title(was) === title(now) &&
      was.organizationId === now.organizationId &&
      now.active &&
      !now.removed;
    note(id === me.id && !sameRights, `changed the own rights: ${what}`);
  }
  for (const [id, now] of after.organizations) {
    const was = before.organizations.get(id);
    if (
      was &&
      was.type === now.type &&
      was.parentId === now.parentId &&
      was.rest === now.rest &&
      was.removed === now.removed
    )
      continue;
    const what = `organisation ${id} ${was?.type ?? 'new'} below ${was?.parentId} → ${now.type} below ${now.parentId}${now.removed ? ', removed' : ''}`;
    note(!accepted, `was refused, and changed ${what}`);
    note(!administers(me), `administers nothing, and changed ${what}`);
    note(typeAbove(now.type, me) || (was !== undefined && typeAbove(was.type, me)), `a type above: ${what}`);
    if (was === undefined) {
      note(now.type === 'HEAD_OFFICE', `a second head office: ${what}`);
      continue;
    }
    note(
      title(me) !== 'HEAD_OFFICE ADMIN' && ancestors(before, me.organizationId).includes(id),
      `changed what holds the own organisation: ${what}`,
    );
    note(
      was.type !== now.type &&
        (was.users > 0 || was.vehicles > 0 || was.type === 'HEAD_OFFICE' || now.type === 'HEAD_OFFICE'),
      `changed a type in use: ${what}`,
    );
    const moved = was.parentId !== now.parentId;
    note(moved && id === me.organizationId && title(me) !== 'HEAD_OFFICE ADMIN', `moved the own organisation: ${what}`);
    if (!moved && !now.removed) continue;
    for (const held of before.accounts.values()) {
      const inside = !held.removed && [held.organizationId, ...ancestors(before, held.organizationId)].includes(id);
      if (!inside) continue;
      note(now.removed, `removed an organisation with accounts: ${what}`);
      note(
        accountAbove(held, before, me, before) || accountAbove(held, after, me, before),
        `moved a superior ${title(held)}: ${what}`,
      );
    }
  }
  return [...wrongs, ...brokenOf(after)];
}

/** What holds whatever anybody does. */
export function brokenOf(world: World): string[] {
  const heads = [...world.organizations.values()].filter((o) => o.type === 'HEAD_OFFICE' && !o.removed);
  const admins = [...world.accounts.values()].filter(
    (a) => title(a) === 'HEAD_OFFICE ADMIN' && a.active && a.joined && !a.removed,
  );
  const strayed = [...world.organizations.values()].filter(
    (o) => String(o.path) !== String([...ancestors(world, o.id).reverse(), o.id]),
  );
  return [
    ...(heads.length === 1 && heads[0]?.parentId === null ? [] : [`${heads.length} head offices`]),
    ...(admins.length > 0 ? [] : ['no administrator of the head office is left']),
    ...strayed.map((o) => `the path of organisation ${o.id} is ${String(o.path)}`),
  ];
}
