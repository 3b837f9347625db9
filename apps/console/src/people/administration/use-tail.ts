import type { Answer } from '@headland/contracts/endpoint';
import type { administration } from '@headland/contracts/administration';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { List } from '../../ui/use-list';

type Tailed = typeof administration.events | typeof administration.quarantine;

/** How often a list that grows at its head polls for new rows; events of the stream trigger it at once. */
export const pollMs = 2_000;

/** The first page, newest first, without an end: the only one that grows while it is read. */
export const growsHere = <E extends Tailed>({ filter }: List<E>): boolean => {
  const { page, order, to } = filter as { page: number; order: 'asc' | 'desc'; to?: string | undefined };
  return page === 1 && order === 'desc' && (to === undefined || Date.parse(to) > Date.now());
};

/**
 * Reads the list again as soon as `ahead` has counted something newer, unless it is held: paused, or somebody is at a row with pointer, focus or
 * panel, where nothing may move. What is held waits behind "3 new".
 */
export function useFollow<E extends Tailed>(
  list: List<E>,
  ahead: Pick<UseQueryResult<Answer<Tailed>>, 'data' | 'dataUpdatedAt'>,
  follow: boolean,
): number {
  const waiting = ahead.data?.page.total ?? 0;
  const { refetch } = list.result;
  const { openId } = list;
  const { dataUpdatedAt } = ahead;
  useEffect(() => {
    if (
      follow &&
      waiting > 0 &&
      openId === null &&
      document.querySelector('tr[data-row]:hover, tr[data-row]:focus') === null
    )
      void refetch();
  }, [follow, waiting, openId, refetch, dataUpdatedAt]);
  return waiting;
}
