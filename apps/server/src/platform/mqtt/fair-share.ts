import type { PendingMessage } from './pending-message';

/**
 * Takes a batch from a queue: everything if it fits, else round robin, one message of each device at a time, so that
 * one device's backlog does not block the others. Oldest first per device; the rest keeps its order.
 */
export function dequeueFairShare(queue: PendingMessage[], max: number): PendingMessage[] {
  if (queue.length <= max) return queue.splice(0);
  // of each message, how many of its device stand before it: the round in which it has its turn
  const rounds = new Int32Array(queue.length);
  const inRound: number[] = [];
  const seen = new Map<string | null, number>();
  for (let i = 0; i < queue.length; i++) {
    const { device } = (queue[i] as PendingMessage).decoded;
    const round = seen.get(device) ?? 0;
    seen.set(device, round + 1);
    rounds[i] = round;
    inRound[round] = (inRound[round] ?? 0) + 1;
  }
  let last = 0;
  let left = max;
  for (; left >= (inRound[last] ?? Infinity); last++) left -= inRound[last] as number;
  const batch: PendingMessage[] = [];
  let kept = 0;
  for (let i = 0; i < rounds.length; i++) {
    const message = queue[i] as PendingMessage;
    const round = rounds[i] as number;
    if (round < last || (round === last && left-- > 0)) batch.push(message);
    else queue[kept++] = message;
  }
  queue.length = kept;
  return batch;
}
