import { useCallback, useSyncExternalStore } from 'react';

/**
 * A media query, for decisions that CSS alone cannot make: which of two parts is mounted at all. Without a screen
 * (tests) it is a wide one, of which `without` tells all else.
 */
export function useMedia(query: string, without = true): boolean {
  const subscribe = useCallback(
    (f: () => void) => {
      const media = typeof matchMedia === 'function' ? matchMedia(query) : null;
      media?.addEventListener('change', f);
      return () => media?.removeEventListener('change', f);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () =>
    typeof matchMedia === 'function' ? matchMedia(query).matches : without,
  );
}
