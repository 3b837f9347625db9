import { useEffect, useState } from 'react';

/**
 * What was typed, once it has rested for `ms`: one question to the server for a word, not for each letter. `nullAtOnce`:
 * null, and the first text after it, count at once.
 */
export function useSettled<T extends string | null>(value: T, ms: number, { nullAtOnce = false } = {}): T {
  const [settled, setSettled] = useState(value);
  const atOnce = nullAtOnce && (value === null || settled === null);
  useEffect(() => {
    if (atOnce) {
      setSettled(value);
      return;
    }
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms, atOnce]);
  return settled;
}
