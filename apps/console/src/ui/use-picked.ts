import { useState } from 'react';
import type { Selection } from './table-props';

/** The rows that are ticked, over pages; another filter unticks them, since what one does not see one does not mean. */
export interface Picked<R> extends Selection<R> {
  ids: ReadonlySet<number>;
  /** as they were when they were ticked, or newer */
  rows: R[];
  clear: () => void;
}

const aside = new Set(['page', 'size', 'sort', 'order']);

export function usePicked<R>(
  shown: readonly R[],
  idOf: (row: R) => number,
  filter: Record<string, unknown>,
): Picked<R> {
  const of = JSON.stringify(Object.entries(filter).filter(([name]) => !aside.has(name)));
  const [{ under, ticked }, set] = useState<{ under: string; ticked: ReadonlyMap<number, R> }>({
    under: of,
    ticked: new Map(),
  });
  if (under !== of) set({ under: of, ticked: new Map() });
  const now = new Map(shown.map((row) => [idOf(row), row]));
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
    clear: () => set({ under: of, ticked: new Map() }),
  };
}
