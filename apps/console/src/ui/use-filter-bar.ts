import { createContext, use, useEffect, useEffectEvent, useId } from 'react';

/** What the filters of a bar report to it: which of them are active, and what is typed but not applied. */
export interface Bar {
  mark: (id: string, on: boolean) => void;
  typed: Set<() => void>;
  search: () => void;
  /** counts up: what is typed is forgotten */
  resets: number;
}
export const BarContext = createContext<Bar | null>(null);

/** For a filter of one's own in a bar: whether it narrows the list, which the bar counts where it folds its filters away. */
export function useFilterOn(on: boolean): void {
  const mark = use(BarContext)?.mark;
  const id = useId();
  useEffect(() => {
    mark?.(id, on);
    return () => mark?.(id, false);
  }, [mark, id, on]);
}

/** What is typed is applied with the bar's Search, with all else that is. */
export function usePending(apply: () => void): void {
  const typed = use(BarContext)?.typed;
  const latest = useEffectEvent(apply);
  useEffect(() => {
    if (!typed) return;
    const now = (): void => latest();
    typed.add(now);
    return () => void typed.delete(now);
  }, [typed]);
}

/** Enter in a filter of one's own: all of the bar, or that filter alone where there is none. */
export function useSearchNow(apply: () => void): () => void {
  const bar = use(BarContext);
  return bar ? bar.search : apply;
}
/** Counts up when the bar is reset. */
export const useResets = (): number => use(BarContext)?.resets ?? 0;
