import { useEffect } from 'react';
import { useHoldReload } from '../lib/session/reload';
import { hush, ring, useSoundState } from '../lib/sound';

/**
 * The SOS sound, in one tab of this browser: whoever holds the lock rings. When that tab closes, or may sound no more, the next one takes over;
 * a tab whose sound the browser blocks does not stand in line, or nobody would ring.
 */
export function useRinging(on: boolean): void {
  const audible = useSoundState() === 'on';
  // some browsers keep a fresh page silent until it is clicked
  useHoldReload(on);
  useEffect(() => (on && audible ? alone(ring, hush) : undefined), [on, audible]);
}

/** Starts once no other tab has started, and tells how to stop. Without locks (a page that came over plain HTTP) every tab starts. */
function alone(start: () => void, stop: () => void): () => void {
  if (!('locks' in navigator)) {
    start();
    return stop;
  }
  const line = new AbortController();
  let leave = () => line.abort();
  const turn = () =>
    new Promise<void>((done) => {
      if (line.signal.aborted) return done();
      start();
      leave = () => {
        stop();
        done();
      };
    });
  navigator.locks.request('headland.sos-sound', { signal: line.signal }, turn).catch(() => undefined);
  return () => leave();
}
