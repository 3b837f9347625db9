import { useEffect } from 'react';
import { useHoldReload } from '../lib/session/reload';
import { stopSos, ring, useSoundState } from '../lib/sound';

/**
 * The SOS sound in one tab of this browser: the holder of the lock plays it. When that tab closes, or is blocked, the
 * next one takes over; a blocked tab does not queue for the lock, or no tab would play it.
 */
export function useRinging(on: boolean): void {
  const audible = useSoundState() === 'on';
  // some browsers keep a fresh page silent until it is clicked
  useHoldReload(on);
  useEffect(() => (on && audible ? alone(ring, stopSos) : undefined), [on, audible]);
}

/** Starts when no other tab plays, and returns how to stop. Without locks (a page over plain HTTP) every tab starts. */
function alone(start: () => void, stop: () => void): () => void {
  if (!('locks' in navigator)) {
    start();
    return stop;
  }
  const line = new AbortController();
  let leave = () => line.abort();
  const waitForLock = () =>
    new Promise<void>((done) => {
      if (line.signal.aborted) return done();
      start();
      leave = () => {
        stop();
        done();
      };
    });
  navigator.locks.request('headland.sos-sound', { signal: line.signal }, waitForLock).catch(() => undefined);
  return () => leave();
}
