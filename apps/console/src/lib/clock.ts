import { useSyncExternalStore } from 'react';

/**
 * One clock for the whole page. `serverNow()` is the browser's clock corrected by what the server's beats say, so an age is right on a
 * desk whose clock is wrong; every ticking figure hangs on the one second interval here.
 */
let offsetMs = 0;
let tick = Math.floor(Date.now() / 1000);
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

export const serverNow = (): number => Date.now() + offsetMs;
/** A moment of the browser's clock as the server would name it. */
export const serverTimeOf = (localMs: number): number => localMs + offsetMs;

/** From a beat: the server's clock when it was sent. Transit only ever makes it look slower, so small differences are left alone. */
export function noteServerTime(at: number): void {
  const measured = at - Date.now();
  if (Math.abs(measured - offsetMs) > 1500) offsetMs = Math.abs(measured) < 1500 ? 0 : measured;
}

/** Epoch ms of the server, renewed each second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => tick) * 1000;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(beat, 250);
  beat();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function beat(): void {
  const next = Math.floor(serverNow() / 1000);
  if (next === tick) return;
  tick = next;
  for (const listener of listeners) listener();
}
