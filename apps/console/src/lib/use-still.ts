import { useEffect, useState } from 'react';

/**
 * How long something has to be unchanged before a key or a click acts on it: shorter than reading, longer than a press
 * already begun.
 */
export const stillMs = 1_000;

/**
 * Whether the content with this `signature` has been unchanged for a moment. Lists of alerts reorder by themselves: a
 * press meant for the previous content must not act on the new one.
 */
export function useStill(signature: string): boolean {
  const [stillFor, setStillFor] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setStillFor(signature), stillMs);
    return () => {
      clearTimeout(timer);
      setStillFor(null);
    };
  }, [signature]);
  return stillFor === signature;
}
