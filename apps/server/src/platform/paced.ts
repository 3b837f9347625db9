import { setTimeout as wait } from 'node:timers/promises';

/**
 * A step of background work: followed by a rest of so many times its own duration, at most `maxMs`, because SOS and
 * telemetry of the same minute share its processors and its database. Without the rest, aggregating a whole fleet
 * delays an SOS under load by half a second (docs/results/bench-notes.md).
 */
export async function paced<T>(step: () => Promise<T>, { times = 3, maxMs = 2_000 } = {}): Promise<T> {
  const began = performance.now();
  const done = await step();
  await wait(Math.min(maxMs, (performance.now() - began) * times));
  return done;
}
