import { setTimeout as wait } from 'node:timers/promises';

/**
 * A step of work that nobody waits for: after it there is a rest of so many times its own length, at most `mostMs`, because a call for help and the
 * telemetry of the same minute share its processors and its database. Without the rest, figures that were counted for a whole fleet put half a second on
 * an SOS under load (docs/bench-notes.md).
 */
export async function paced<T>(step: () => Promise<T>, { times = 3, mostMs = 2_000 } = {}): Promise<T> {
  const began = performance.now();
  const done = await step();
  await wait(Math.min(mostMs, (performance.now() - began) * times));
  return done;
}
