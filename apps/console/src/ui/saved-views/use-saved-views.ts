import { type SavedView, savedViews } from '@headland/contracts/saved-view';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../lib/session/session';

/** One list may be in two tables: `/api/vehicles beside` is the list of vehicles as it is beside the map. */
export const listOf = (name: string): string => name.split(' ')[0] ?? name;
export const layoutOf = (name: string): string => name.split(' ')[1] ?? '';
/** Under which name unsaved columns of a view are kept. */
export const unsavedName = (name: string, id: number | null): string => `${name} view ${id ?? ''}`;

const none: readonly SavedView[] = [];
/** The saved views of a list, by name; null until they are known. All lists share one answer. */
export function useSavedViews(name: string): readonly SavedView[] | null {
  const { data, isError } = useQuery({ ...query(savedViews.list), staleTime: 300_000 });
  return useMemo(
    () => data?.filter((view) => view.list === listOf(name)) ?? (isError ? none : null),
    [data, isError, name],
  );
}

/** The view that is open; one that is not there (any more), or is another list's, is none. */
export const useOpenView = (name: string, id: number | null): SavedView | undefined =>
  useSavedViews(name)?.find((view) => view.id === id);
