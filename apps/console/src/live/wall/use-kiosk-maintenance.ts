import { useEffect, useState } from 'react';
import { registerWorker } from '../../lib/worker';

const minuteMs = 60_000;

/**
 * Keeps an unattended screen working for weeks: wake lock, reload at four in the morning and after an update, and
 * shifting against burn-in.
 */
export function useKioskMaintenance(): { x: number; y: number } {
  const [shift, setShift] = useState({ x: 0, y: 0 });
  // a display that is switched on while the server is away waits for it, and does not stay on the browser's own page
  useEffect(() => void registerWorker().catch(() => undefined), []);
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    const stayAwake = (): void => {
      if (document.visibilityState === 'visible')
        void navigator.wakeLock?.request('screen').then(
          (l) => (lock = l),
          () => undefined,
        );
    };
    stayAwake();
    document.addEventListener('visibilitychange', stayAwake);
    return () => {
      document.removeEventListener('visibilitychange', stayAwake);
      void lock?.release();
    };
  }, []);
  useEffect(() => {
    let build: string | null = null;
    const startedOn = new Date().getDate();
    let step = 0;
    const timer = setInterval(() => {
      step++;
      setShift({ x: step % 3, y: Math.floor(step / 3) % 3 });
      const now = new Date();
      void fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
        (answer) => {
          const tag = answer.ok ? answer.headers.get('etag') : null;
          const updated = build !== null && tag !== null && tag !== build;
          build ??= tag;
          // only when the server responds: a reload while it is away would leave a blank screen
          if (updated || (answer.ok && now.getHours() === 4 && now.getDate() !== startedOn)) window.location.reload();
        },
        () => undefined,
      );
    }, minuteMs);
    return () => clearInterval(timer);
  }, []);
  return shift;
}
