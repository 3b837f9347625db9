import { useCallback, useSyncExternalStore } from 'react';
import { briefText, dayText, type Moment } from './time';

/**
 * One clock for the whole page. `serverNow()` is the browser's clock corrected by the server's beats, so ages are right
 * on a desk with a wrong clock; everything that ticks uses the one second interval here.
 */
let offsetMs = 0;
let tick = Math.floor(Date.now() / 1000);
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

export const serverNow = (): number => Date.now() + offsetMs;
/** Converts a time of the browser's clock to the server's. */
export const serverTimeOf = (localMs: number): number => localMs + offsetMs;

/**
 * From a beat: the server's clock when it was sent. Transit only makes it look slower, so small differences are
 * ignored.
 */
export function noteServerTime(at: number): void {
  const measured = at - Date.now();
  if (Math.abs(measured - offsetMs) > 1500) offsetMs = Math.abs(measured) < 1500 ? 0 : measured;
}

/** Epoch ms of the server, updated each second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => tick) * 1000;
}

/** What follows from that time, as a plain value: rendered again when it changes, not each second. */
export const useFromNow = <T extends string | number | boolean>(of: (now: number) => T): T =>
  useSyncExternalStore(subscribe, () => of(tick * 1000));

/** Time only for today, otherwise with the date: rendered again when the day ends, or a call of yesterday would look like one of today. */
export function useBriefText(): (at: Moment) => string {
  const today = useFromNow(dayText);
  return useCallback((at) => briefText(at, today), [today]);
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
