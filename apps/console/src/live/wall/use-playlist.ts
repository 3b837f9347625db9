import type { WallStep } from '@headland/contracts/kiosk';
import { useEffect, useState } from 'react';

/** The step that is shown. `held`: the playlist waits, and the step begins anew afterwards. A changed playlist goes on at the same place. */
export function usePlaylist(steps: readonly WallStep[], held: boolean): WallStep | undefined {
  const [at, setAt] = useState(0);
  const step = steps[at % Math.max(1, steps.length)];
  const seconds = step?.seconds ?? 0;
  useEffect(() => {
    if (held || steps.length < 2) return;
    const timer = setTimeout(() => setAt((n) => (n + 1) % steps.length), seconds * 1000);
    return () => clearTimeout(timer);
  }, [held, at, seconds, steps.length]);
  return step;
}
