import { workerPath } from './worker-path';

/** The console's service worker. Files that were loaded before the worker was there are given to it once. */
export async function registerWorker(): Promise<void> {
  // the development server's files have no hashes, and change
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  await serviceWorker.register(workerPath, { scope: '/' });
  const { active } = await serviceWorker.ready;
  if (!isFirst) return;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active?.postMessage({ keep: [...new Set(loaded)].filter((path) => path.startsWith('/assets/')) });
}

/** What the worker has kept, but for the answers of one session. */
export function removeSeen(but: string | null): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.controller?.postMessage({ forget: { but } });
  // without a worker that runs, too
  void caches
    .keys()
    .then((names) => names.filter((name) => name.startsWith('seen ') && name !== `seen ${but}`))
    .then((names) => Promise.all(names.map((name) => caches.delete(name))))
    .catch(() => undefined);
}
