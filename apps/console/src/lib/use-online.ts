import { useSyncExternalStore } from 'react';

/** Whether the browser has a line at all; one that leads nowhere is found out by the calls. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(f: () => void): () => void {
  window.addEventListener('online', f);
  window.addEventListener('offline', f);
  return () => {
    window.removeEventListener('online', f);
    window.removeEventListener('offline', f);
  };
}
