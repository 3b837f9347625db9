import { useSyncExternalStore } from 'react';

/**
 * Answers that the service worker gave from what this session had read before, since the server could not be reached: by
 * path, with the server's time of each. Empty as soon as the server answers again.
 */
export type Kept = ReadonlyMap<string, number>;
const none: Kept = new Map();
let kept = none;
const listeners = new Set<() => void>();
/** The frame's own, whose age says nothing of the fleet. */
const ofFrame = /^\/api\/(?:config|organizations|tms)\b/;

export const asOfHeader = 'x-as-of';
export function noteAnswer(path: string, asOf: string | null): void {
  if (asOf === null && kept === none) return;
  kept = asOf === null ? none : new Map([...kept, [path, Date.parse(asOf)]]);
  for (const f of listeners) f();
}
export const keptAnswers = (): Kept => kept;
export function onKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const useKept = (): Kept => useSyncExternalStore(onKept, keptAnswers);

/** The frame says it, so that a button, which the first view has, needs no texts. */
let whyNot = '';
export const explainCutOff = (text: string): void => void (whyNot = text);
/** Why nothing can be done now; null: the server answers. */
export const useCutOff = (): string | null => (useKept() === none ? null : whyNot);

/** The oldest of what is on the screen; null: everything is of the server. */
export function useAsOf(): number | null {
  const times = [...useKept()].filter(([path]) => !ofFrame.test(path)).map(([, at]) => at);
  return times.length === 0 ? null : Math.min(...times);
}

/** At a logout: nobody else may read it. */
export function forgetKept(): void {
  noteAnswer('', null);
  void import('./worker').then(({ removeSeen }) => removeSeen(null)).catch(() => undefined);
}
