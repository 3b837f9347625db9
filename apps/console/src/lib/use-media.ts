import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, for what CSS alone cannot decide: which of two parts is mounted at all. Where there is no screen (tests), it is a wide one. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (f: () => void) => {
      const media = typeof matchMedia === 'function' ? matchMedia(query) : null;
      media?.addEventListener('change', f);
      return () => media?.removeEventListener('change', f);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => (typeof matchMedia === 'function' ? matchMedia(query).matches : true));
}
