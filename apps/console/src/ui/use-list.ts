import type { Answer, ListEndpoint, ListRow, Page } from '@headland/contracts/endpoint';
import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { z } from 'zod';
import { parseSearch, type Search, stringifySearch } from '../lib/search';
import { useAnswer } from './use-answer';

type FilterIn<E extends ListEndpoint> = z.input<E['query']>;

export interface List<E extends ListEndpoint> {
  /** of the list: its endpoint's path */
  name: string;
  /** the filter as the address has it, in words, and the parameters of its path: what a list is asked for, and its workbook */
  input: Record<string, unknown>;
  /** what a saved view is made of */
  view: ListView;
  /** the filter with its defaults filled in */
  filter: z.output<E['query']>;
  /** writes into the address; back to page 1 unless the patch names a page; `undefined` removes a value */
  set: (patch: Partial<FilterIn<E>>) => void;
  /** all defaults, the tab stays */
  reset: () => void;
  /** something besides tab, page, sort is set */
  filtered: boolean;
  /** what was read last: they stay while the next is on its way, and while it cannot be had */
  rows: ListRow<E>[];
  /** when they were read, in ms of this browser */
  readAt: number;
  page: Page;
  result: UseQueryResult<Answer<E>>;
  /** the open row, `?id=` */
  openId: number | null;
  open: (id: number | null) => void;
  /** for `<Table sort onSort>` */
  sort: { by: string; order: 'asc' | 'desc' };
  setSort: (by: string, order: 'asc' | 'desc') => void;
}

/** What a saved view needs of a list. */
export interface ListView {
  /** of the view that is open, `?view=`; one that nobody has any more is ignored */
  id: number | null;
  schema: z.ZodObject;
  /** the filter as the address has it, without parameters of the path */
  address: Record<string, unknown>;
  /** instead of the present filter, from page 1 */
  open: (address: Record<string, unknown>, id: number | null) => void;
}

/** A list whose whole state is its address: filter, sort, page, saved view and open row. An invalid value in the address is ignored, not an error. */
export function useList<E extends ListEndpoint>(
  endpoint: E,
  { params, ...more }: { params?: Record<string, number>; refetchInterval?: number | false; enabled?: boolean } = {},
): List<E> {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const address = stringifySearch(search);
  // By the text of the address: the router may hand out an equal search as another object.
  const { input, filter } = useMemo(
    () => readFilter<E['query']>(endpoint.query, parseSearch(address)),
    [endpoint, address],
  );
  const result = useAnswer(
    endpoint,
    { ...(params && { params }), query: input },
    { placeholderData: keepPreviousData, ...more },
  );
  const [last, setLast] = useState<{ data: Answer<E>; at: number }>();
  if (
    result.data !== undefined &&
    !result.isPlaceholderData &&
    (last?.data !== result.data || last.at !== result.dataUpdatedAt)
  )
    setLast({ data: result.data, at: result.dataUpdatedAt });
  const data = (result.data ?? (result.isError ? last?.data : undefined)) as
    { rows: ListRow<E>[]; page: Page } | undefined;

  const go = useCallback(
    (change: (old: Search) => Search, replace: boolean) => void navigate({ to: '.', search: change, replace }),
    [navigate],
  );
  const set = useCallback(
    (patch: Partial<FilterIn<E>>) => go((old) => clean({ ...old, page: undefined, ...patch }), true),
    [go],
  );
  const f = filter as { sort?: string; order?: 'asc' | 'desc'; page: number; size: number };
  // rows of a last page that have gone leave a page that does not exist
  const pages = data && !result.isPlaceholderData ? Math.ceil(data.page.total / f.size) : f.page;
  const beyond = f.page > 1 && f.page > pages && data?.rows.length === 0;
  useEffect(() => {
    if (beyond) go((old) => clean({ ...old, page: pages > 1 ? String(pages) : undefined }), true);
  }, [beyond, pages, go]);
  return {
    name: endpoint.path,
    view: {
      id: idIn(search.view),
      schema: endpoint.query,
      address: input,
      open: useCallback(
        (next: Record<string, unknown>, id: number | null) =>
          go((old) => {
            const others = Object.entries(old).filter(([key]) => !(key in endpoint.query.shape));
            return clean({ ...Object.fromEntries(others), ...next, view: id === null ? undefined : String(id) });
          }, true),
        [go, endpoint],
      ),
    },
    input: params ? { ...params, ...input } : input,
    filter,
    set,
    rows: data?.rows ?? none,
    readAt: last?.at ?? 0,
    result,
    page: data?.page ?? { number: f.page, size: f.size, total: 0 },
    filtered: Object.keys(input).some((k) => !reserved.has(k)),
    reset: useCallback(() => go((old) => clean({ tab: old.tab, id: old.id }), true), [go]),
    openId: idIn(search.id),
    // Opening is a step that Back undoes; moving from row to row is not.
    open: useCallback(
      (id: number | null) =>
        go(
          (old) => clean({ ...old, id: id === null ? undefined : String(id) }),
          id !== null && search.id !== undefined,
        ),
      [go, search.id],
    ),
    sort: { by: f.sort ?? '', order: f.order ?? 'asc' },
    setSort: useCallback(
      (sort: string, order: 'asc' | 'desc') => go((old) => clean({ ...old, sort, order, page: undefined }), true),
      [go],
    ),
  };
}

const none: never[] = [];
const reserved = new Set(['tab', 'page', 'size', 'sort', 'order']);

/** The part of an address that a filter's schema knows and accepts. */
export function readFilter<S extends z.ZodObject>(
  schema: S,
  search: Search,
): { input: Record<string, unknown>; filter: z.output<S> } {
  const input = Object.fromEntries(Object.entries(search).filter(([name]) => name in schema.shape));
  const parsed = schema.safeParse(input);
  if (parsed.success) return { input, filter: parsed.data };
  for (const issue of parsed.error.issues) delete input[String(issue.path[0])];
  return { input, filter: schema.parse(input) };
}

function clean(search: Record<string, unknown>): Search {
  return Object.fromEntries(
    Object.entries(search)
      .filter(([, v]) => v !== undefined && v !== '' && !(Array.isArray(v) && v.length === 0))
      .map(([k, v]) => [k, Array.isArray(v) ? v.map(String) : String(v)]),
  );
}

const idIn = (value: string | string[] | undefined): number | null =>
  typeof value === 'string' && /^\d{1,15}$/u.test(value) ? Number(value) : null;
