import type { ownerTransfers } from '@headland/contracts/owner-transfer';
import { useState } from 'react';
import { useLiveEvents } from '../../lib/live/live';
import type { List } from '../../ui/use-list';

/** Requests that came since the list was read, where it shows such: they wait behind a button, so that nothing moves under the cursor. */
export function useNewTransfers(list: List<typeof ownerTransfers.list>): { count: number; show: () => void } {
  const [come, setCome] = useState<readonly number[]>([]);
  const { rows, filter, filtered, result } = list;
  useLiveEvents((event) => {
    if (event.name === 'transfer.requested' && 'transfer' in event.payload) {
      const { id } = event.payload.transfer;
      setCome((before) => (before.includes(id) ? before : [...before, id]));
    }
  });
  // with another filter it is unknown whether they match
  const waiting = filtered || filter.page > 1 ? [] : come.filter((id) => !rows.some((r) => r.id === id));
  return {
    count: waiting.length,
    show: () => {
      setCome([]);
      void result.refetch();
    },
  };
}
