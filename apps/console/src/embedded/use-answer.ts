import { useCallback, useEffect, useState } from 'react';

interface Known<T> {
  of: unknown;
  data: T | null;
  error: unknown;
}
export interface Read<T> {
  /** the last one stays while another is read */
  data: T | null;
  error: unknown;
  busy: boolean;
  retry: () => void;
}

/** What `load` answers, read again whenever `load` changes (`useCallback`). */
export function useAnswer<T>(load: (signal: AbortSignal) => Promise<T>): Read<T> {
  const [attempt, setAttempt] = useState(0);
  const [known, setKnown] = useState<Known<T>>({ of: null, data: null, error: null });
  const asked = `${attempt}`;
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal).then(
      (data) => abort.signal.aborted || setKnown({ of: load, data, error: null }),
      (error: unknown) => abort.signal.aborted || setKnown((last) => ({ of: load, data: last.data, error })),
    );
    return () => abort.abort();
  }, [load, asked]);
  const retry = useCallback(() => {
    setKnown((last) => ({ ...last, of: null, error: null }));
    setAttempt((n) => n + 1);
  }, []);
  const current = known.of === load;
  return { data: known.data, error: current ? known.error : null, busy: !current, retry };
}
