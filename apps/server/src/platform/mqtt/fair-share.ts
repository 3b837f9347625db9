import type { PendingMessage } from './pending-message';

/**
 * Takes a batch from a queue: everything if it fits, else round robin, one message of each device at a time, so that
 * one device's backlog does not block the others. Oldest first per device; the rest keeps its order.
 */
export function dequeueFairShare(queue: PendingMessage[], max: number): PendingMessage[] {
  if (queue.length <= max) return queue.splice(0);
  const byDevice = new Map<string | null, number[]>();
  for (const [at, { decoded }] of queue.entries()) {
    const places = byDevice.get(decoded.device);
    if (places === undefined) byDevice.set(decoded.device, [at]);
    else places.push(at);
  }
  const chosen = new Set<number>();
  for (let round = 0; chosen.size < max; round++) {
    for (const places of byDevice.values()) {
      const at = places[round];
      if (at !== undefined && chosen.size < max) chosen.add(at);
    }
  }
  const all = queue.splice(0);
  for (const [at, message] of all.entries()) if (!chosen.has(at)) queue.push(message);
  return all.filter((_, at) => chosen.has(at));
}
