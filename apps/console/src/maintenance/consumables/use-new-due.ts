import { consumables } from '@headland/contracts/consumable';
import { useQuery } from '@tanstack/react-query';
import { useLiveEvents } from '../../lib/live/live';
import { call } from '../../lib/session/session';
import type { List } from '../../ui/use-list';

const pollMs = 30_000;

/**
 * Items that match the filter since the list was loaded: they wait behind a button, so that nothing moves under the
 * cursor. The same page is refetched in the background; the shown rows stay until `show`.
 */
export function useNewDue(list: List<typeof consumables.list>): { count: number; show: () => void } {
  const { input } = list;
  const { data, refetch } = useQuery({
    queryKey: ['consumables.ahead', input],
    queryFn: ({ signal }) => call(consumables.list, { query: input } as never, signal),
    refetchInterval: pollMs,
    staleTime: pollMs,
    enabled: list.result.isSuccess && !list.result.isPlaceholderData,
  });
  useLiveEvents((event) => {
    if (event.name === 'consumable.imminent' || event.name === 'consumable.exceeded') void refetch();
  });
  const shown = new Set(list.rows.map((r) => r.id));
  const onPage = list.rows.length === 0 ? 0 : (data?.rows.filter((r) => !shown.has(r.id)).length ?? 0);
  // one that just became imminent is at the end of the order, pages away
  const more = data === undefined ? 0 : data.page.total - list.page.total;
  return { count: Math.max(0, onPage, more), show: () => void list.result.refetch() };
}
