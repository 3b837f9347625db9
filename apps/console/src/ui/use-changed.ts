import { useEffect, useRef, useState } from 'react';

const markMs = 2_000;

/** Rows whose signature changed while they were shown: id → how often it did, for two seconds. A row that is new on the page is no change. */
export function useChanged<R>(
  rows: readonly R[],
  idOf: (row: R) => number,
  signature: ((row: R) => string | number) | undefined,
): ReadonlyMap<number, number> {
  const before = useRef(new Map<number, string | number>());
  const [changed, setChanged] = useState<ReadonlyMap<number, number>>(new Map());
  const marked = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const timers = marked.current;
    return () => timers.forEach((timer) => clearTimeout(timer));
  }, []);
  useEffect(() => {
    if (!signature) return;
    const now = new Map(rows.map((row) => [idOf(row), signature(row)]));
    const fresh = [...now]
      .filter(([id, s]) => before.current.has(id) && before.current.get(id) !== s)
      .map(([id]) => id);
    before.current = now;
    if (fresh.length === 0) return;
    setChanged((old) => new Map([...old, ...fresh.map((id) => [id, (old.get(id) ?? 0) + 1] as const)]));
    const timer = setTimeout(() => {
      marked.current.delete(timer);
      setChanged((old) => new Map([...old].filter(([id]) => !fresh.includes(id))));
    }, markMs);
    marked.current.add(timer);
  }, [rows, idOf, signature]);
  return changed;
}
