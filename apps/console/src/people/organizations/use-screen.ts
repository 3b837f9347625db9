import { organizations } from '@headland/contracts/organization';
import { users } from '@headland/contracts/user';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useInvalidate } from '../../ui/use-action';
import type { Search } from '../../lib/search';

export type Tab = 'organizations' | 'users';
/** The panel beside the list; id 0 is a new one. */
export interface Shown {
  kind: 'org' | 'user';
  id: number;
  edit: boolean;
}
export interface ScreenState {
  tab: Tab;
  /** the organisation chosen in the tree: the lists show it and those below it */
  underId: number | null;
  shown: Shown | null;
  setTab: (tab: Tab) => void;
  choose: (organizationId: number | null) => void;
  /** `saved`: the form has been saved, so that leaving it asks nothing */
  show: (next: Shown | null, more?: { saved?: boolean; under?: number | null }) => void;
  /** all defaults of the list's filters; what is chosen and open stays */
  reset: () => void;
}

/** What an address of this screen means besides the filters: tab, chosen organisation, open panel. `?org=0` and `?user=0` are new ones. */
export const shownKeys = ['org', 'user', 'edit'] as const;
const kept = ['tab', 'organizationId', 'panel', ...shownKeys] as const;

export function useScreen(): ScreenState {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const go = useCallback(
    (
      change: (old: Search) => Record<string, string | string[] | undefined>,
      options: { replace?: boolean; ignoreBlocker?: boolean } = {},
    ) =>
      void navigate({
        to: '.',
        search: (old: Search) => Object.fromEntries(Object.entries(change(old)).filter(([, v]) => v !== undefined)),
        ...options,
      }),
    [navigate],
  );
  const shown = shownIn(search);
  const { kind, id } = shown ?? {};
  return useMemo<ScreenState>(
    () => ({
      tab: search.tab === 'users' ? 'users' : 'organizations',
      underId: idIn(search.organizationId) || null,
      shown: shownIn(search),
      setTab: (tab) => go((old) => ({ ...pick(old, kept), tab: tab === 'users' ? tab : undefined }), { replace: true }),
      choose: (organizationId) =>
        go((old) => ({
          ...old,
          organizationId: organizationId === null ? undefined : String(organizationId),
          page: undefined,
        })),
      show: (next, { saved = false, under } = {}) =>
        go(
          (old) => ({
            ...old,
            org: next?.kind === 'org' ? String(next.id) : undefined,
            user: next?.kind === 'user' ? String(next.id) : undefined,
            edit: next?.edit && next.id !== 0 ? 'true' : undefined,
            ...(under === undefined
              ? {}
              : { organizationId: under === null ? undefined : String(under), page: undefined }),
          }),
          // opening is a step that Back undoes; moving from row to row is not, nor is what follows a save
          {
            replace: saved || (next !== null && kind === next.kind && id !== 0 && id !== next.id),
            ignoreBlocker: saved,
          },
        ),
      reset: () => go((old) => pick(old, kept), { replace: true }),
    }),
    [search, go, kind, id],
  );
}

/** A user counts in the tree, and an organisation's name is shown beside its users: what changes one is read again in both. */
export const bothLists = [users.list, organizations.list] as const;
export const useInvalidateOrganizations = (): (() => void) => useInvalidate(...bothLists);

function shownIn(search: Search): Shown | null {
  const edit = search.edit === 'true';
  const org = idIn(search.org);
  const user = idIn(search.user);
  if (user !== null) return { kind: 'user', id: user, edit };
  return org === null ? null : { kind: 'org', id: org, edit };
}

const idIn = (value: string | string[] | undefined): number | null =>
  typeof value === 'string' && /^\d{1,9}$/u.test(value) ? Number(value) : null;
const pick = (search: Search, names: readonly string[]): Record<string, string | string[] | undefined> =>
  Object.fromEntries(names.map((name) => [name, search[name]]));
