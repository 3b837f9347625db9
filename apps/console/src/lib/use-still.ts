import { useEffect, useState } from 'react';

/** How long something has to stand before a key or a click is taken for it: shorter than reading, longer than a hand that is already on its way. */
export const stillMs = 1_000;

/**
 * Whether what `signature` describes has stood unchanged for a moment. Lists of emergencies move by themselves: a press that was meant for what
 * stood there before must not act on what has just come.
 */
export function useStill(signature: string): boolean {
  const [stood, setStood] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setStood(signature), stillMs);
    return () => {
      clearTimeout(timer);
      setStood(null);
    };
  }, [signature]);
  return stood === signature;
}
