import type { PendingMessage } from './pending-message';

/**
 * Takes a batch out of what waits: everything where it fits, else by turns of one message of each device, so that what one has sent in its haste does not
 * hold up the others. Of each device the oldest first; what is left keeps its order.
 */
export function takeFairShare(queue: PendingMessage[], most: number): PendingMessage[] {
  if (queue.length <= most) return queue.splice(0);
  const byDevice = new Map<string | null, number[]>();
  for (const [at, { decoded }] of queue.entries()) {
    const places = byDevice.get(decoded.device);
    if (places === undefined) byDevice.set(decoded.device, [at]);
    else places.push(at);
  }
  const taken = new Set<number>();
  for (let turn = 0; taken.size < most; turn++) {
    for (const places of byDevice.values()) {
      const at = places[turn];
      if (at !== undefined && taken.size < most) taken.add(at);
    }
  }
  const all = queue.splice(0);
  for (const [at, held] of all.entries()) if (!taken.has(at)) queue.push(held);
  return all.filter((_, at) => taken.has(at));
}
