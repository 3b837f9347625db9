import type { Endpoint } from '@headland/contracts/endpoint';
import type { SavedView, SavedViewState } from '@headland/contracts/saved-view';
import { isMember, mayCall } from '@headland/domain/access';
import { viewRights } from '@headland/domain/saved-view';
import { memberId, type Caller } from '../../platform/caller';
import type { Tx } from '../../platform/database/rows';
import { endpoints } from '../../platform/endpoints';
import { Problem } from '../../platform/problem';

export interface ViewRow {
  id: number;
  ownerId: number | null;
  organizationId: number | null;
  list: string;
  name: string;
  state: SavedViewState;
}
interface Shown extends ViewRow {
  owner: string | null;
  isDefault: boolean;
}
export const viewColumns =
  'v.id, v.owner_id AS "ownerId", v.organization_id AS "organizationId", v.list, v.name, v.state';

/** What the caller may see, by name, of lists that the caller may read: own ones, and shared ones of the organization. */
export async function viewsOf(tx: Tx, caller: Caller): Promise<SavedView[]> {
  const by = readerOf(caller);
  const rows = await tx.query<Shown[]>(
    `SELECT ${viewColumns}, u.name AS owner, d.view_id IS NOT NULL AS "isDefault"
     FROM saved_view v LEFT JOIN user_account u ON u.id = v.owner_id
     LEFT JOIN saved_view_default d ON d.view_id = v.id AND d.user_id = $1
     WHERE v.owner_id = $1 OR v.organization_id = $2 ORDER BY lower(v.name), v.id`,
    [by.userId, by.organizationId],
  );
  return rows
    .filter((row) => mayList(caller, row.list))
    .map(({ ownerId, organizationId, ...row }) => {
      const { change, remove } = viewRights({ ownerId, organizationId }, by);
      const rights = { mayChange: change, mayRemove: remove };
      return { ...row, shared: organizationId !== null, own: ownerId === by.userId, ...rights };
    });
}

/** One of them; what the caller does not see is not found. */
export async function viewOf(tx: Tx, caller: Caller, id: number): Promise<SavedView> {
  const found = (await viewsOf(tx, caller)).find((view) => view.id === id);
  if (found === undefined) throw new Problem('NOT_FOUND');
  return found;
}

export function readerOf(caller: Caller) {
  const userId = memberId(caller);
  if (!isMember(caller)) throw new Problem('FORBIDDEN');
  return { userId, role: caller.role, organizationId: caller.organizationId };
}

const lists: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.filter((e) => e.method === 'GET' && e.page === true && e.query !== undefined).map((e) => [e.path, e]),
);
const mayList = (caller: Caller, path: string): boolean => {
  const list = lists.get(path);
  return list !== undefined && mayCall(caller, list.allow);
};

/** A view is of a list that exists, and that the caller may read. */
export function refuseList(caller: Caller, path: string): void {
  if (!lists.has(path)) throw new Problem('E0001', {}, { list: 'field.invalid' });
  if (!mayList(caller, path)) throw new Problem('FORBIDDEN');
}

/** What is kept of a state: filters that the list has. A view from before a filter was taken away can still be saved. */
export function keptState(path: string, { filter, columns }: SavedViewState): SavedViewState {
  const known = lists.get(path)?.query?.shape ?? {};
  return { filter: Object.fromEntries(Object.entries(filter).filter(([name]) => Object.hasOwn(known, name))), columns };
}
