import { vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { useLiveEvents } from '../../lib/live/live';
import { call } from '../../lib/session/session';
import { type List, readFilter } from '../../ui/use-list';

const pollMs = 15_000;
/** What brings a vehicle up the list or into a filter at once. */
const urgent = new Set(['sos.raised', 'fault.occurred', 'device.connected']);

/**
 * Rows that this page would have if it were read now: they wait behind a button, so that nothing moves under the cursor.
 * The same page is asked for again in the background; the shown rows stay as they are until `show`.
 */
export function useNewRows(list: List<typeof vehicles.list>): { count: number; show: () => void } {
  const { input } = readFilter(vehicles.list.query, searchOf(list.filter));
  const { data, refetch } = useQuery({
    queryKey: ['vehicles.ahead', input],
    queryFn: ({ signal }) => call(vehicles.list, { query: input } as never, signal),
    refetchInterval: pollMs,
    staleTime: pollMs,
    enabled: list.result.isSuccess && !list.result.isPlaceholderData,
  });
  useLiveEvents((event) => {
    if (urgent.has(event.name)) void refetch();
  });
  const shown = new Set(list.rows.map((r) => r.id));
  const count = list.rows.length === 0 ? 0 : (data?.rows.filter((r) => !shown.has(r.id)).length ?? 0);
  return { count, show: () => void list.result.refetch() };
}

const searchOf = (filter: object): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(filter)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]) => [k, Array.isArray(v) ? v.map(String) : String(v)]),
  );
