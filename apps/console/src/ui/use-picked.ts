import { useState } from 'react';
import type { Selection } from './table-props';

/**
 * The rows that are ticked, over pages; another filter unticks them, since what one does not see one does not mean. Nor does one that leaves the page while it is
 * shown stay ticked: somebody else has changed it.
 */
export interface Picked<R> extends Selection<R> {
  ids: ReadonlySet<number>;
  /** as they were when they were ticked, or newer */
  rows: R[];
  clear: () => void;
  /** an open dialog about them stays with its text, also when the last of them is unticked */
  held: boolean;
  hold: (on: boolean) => void;
}

const aside = new Set(['page', 'size', 'sort', 'order']);

export function usePicked<R>(
  shown: readonly R[],
  idOf: (row: R) => number,
  filter: Record<string, unknown>,
  /** the rows are those of this filter, not of the one before */
  settled: boolean,
): Picked<R> {
  const of = JSON.stringify(Object.entries(filter).filter(([name]) => !aside.has(name)));
  const page = JSON.stringify(filter);
  const none = { under: of, page, seen: '', ticked: new Map<number, R>() as ReadonlyMap<number, R> };
  const [state, set] = useState(none);
  const [held, hold] = useState(false);
  const { ticked } = state;
  const now = new Map(shown.map((row) => [idOf(row), row]));
  const seen = [...now.keys()].join(' ');
  if (state.under !== of) set(none);
  else if (settled && (state.page !== page || state.seen !== seen)) {
    const before = state.page === page ? state.seen.split(' ').map(Number) : [];
    const left = before.filter((id) => !now.has(id));
    set({ ...state, page, seen, ticked: new Map([...ticked].filter(([id]) => !left.includes(id))) });
  }
  return {
    ids: new Set(ticked.keys()),
    rows: [...ticked].map(([id, row]) => now.get(id) ?? row),
    pick: (some, on) =>
      set((was) => {
        const next = new Map(was.ticked);
        for (const row of some) {
          if (on) next.set(idOf(row), row);
          else next.delete(idOf(row));
        }
        return { ...was, ticked: next };
      }),
    clear: () => set((was) => ({ ...was, ticked: new Map() })),
    held,
    hold,
  };
}
