import type { PendingMessage } from './pending-message';
import { type Rate, TokenBucket } from './token-bucket';

interface DeviceQueue {
  waiting: PendingMessage[];
  bytes: number;
  /** had no room, and takes nothing until half of it is free: what is left out makes few gaps in the device's numbers, not one for each batch */
  isFull: boolean;
  /** while it waits for its rate */
  wake: (() => void) | null;
}

export interface DeviceQueueOptions {
  maxBatch: number;
  commit: (batch: PendingMessage[]) => Promise<void>;
  committed: (batch: PendingMessage[]) => void;
  /** what may wait of one device */
  room: { messages: number; bytes: number };
  /** how much of one device is committed */
  rate?: Rate;
}

/** Messages that a device above its rate waits for, if it has sent so many: a transaction is not for one of them. */
const together = 20;

/**
 * What waits, by device: each device has one batch under way, whatever it has sent, and the others go on meanwhile. Calls for help have a lane of their
 * own, so that they are not behind what else their device says. What is above the rate of a device waits; what it has no room for is not taken.
 */
export class DeviceQueues {
  private readonly queues = new Map<string, DeviceQueue>();
  private readonly buckets = new Map<string, TokenBucket>();
  private readonly running = new Set<Promise<void>>();
  /** messages that wait or are under way, and their payload */
  size = 0;
  bytes = 0;

  constructor(private readonly options: DeviceQueueOptions) {}

  /** False: its device has more waiting than there is room for. */
  push(held: PendingMessage): boolean {
    const key = queueOf(held);
    const known = this.queues.get(key);
    const queue = known ?? { waiting: [], bytes: 0, isFull: false, wake: null };
    if (!accepts(queue, held, this.options.room)) return false;
    queue.waiting.push(held);
    queue.bytes += held.payload.length;
    this.size++;
    this.bytes += held.payload.length;
    if (known !== undefined) return true;
    this.queues.set(key, queue);
    const work = this.work(key, queue);
    this.running.add(work);
    // who commits has said what went wrong
    void work.catch(() => undefined).finally(() => this.running.delete(work));
    return true;
  }

  /** The connection is gone: what has not begun comes again. */
  clear(): void {
    for (const queue of this.queues.values()) {
      this.forget(take(queue));
      queue.wake?.();
    }
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.running);
  }

  private async work(key: string, queue: DeviceQueue): Promise<void> {
    // the packets of this read are parsed first: they belong to the same batch
    await new Promise(setImmediate);
    try {
      while (queue.waiting.length > 0) {
        const batch = take(queue, await this.allowed(key, queue));
        try {
          if (batch.length > 0) await this.options.commit(batch);
        } finally {
          this.forget(batch);
        }
        this.options.committed(batch);
      }
    } finally {
      this.forget(take(queue));
      this.queues.delete(key);
    }
  }

  /** How many messages of a lane may be committed next. */
  private async allowed(key: string, queue: DeviceQueue): Promise<number> {
    const { maxBatch, rate } = this.options;
    if (rate === undefined) return maxBatch;
    const bucket = this.bucketOf(key, rate);
    const pauseMs = bucket.available >= 1 ? 0 : bucket.waitFor(Math.min(together, queue.waiting.length));
    if (pauseMs > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        queue.wake = () => (clearTimeout(timer), resolve());
      });
    queue.wake = null;
    const count = Math.min(maxBatch, queue.waiting.length, Math.max(1, Math.floor(bucket.available)));
    bucket.take(count);
    return count;
  }

  private bucketOf(key: string, rate: Rate): TokenBucket {
    let bucket = this.buckets.get(key);
    if (bucket !== undefined) return bucket;
    if (this.buckets.size >= mostBuckets)
      for (const [name, { isFull }] of this.buckets) if (isFull) this.buckets.delete(name);
    this.buckets.set(key, (bucket = new TokenBucket(rate)));
    return bucket;
  }

  private forget(batch: readonly PendingMessage[]): void {
    this.size -= batch.length;
    for (const { payload } of batch) this.bytes -= payload.length;
  }
}

/** Beyond it those go who have all of their rate again. */
const mostBuckets = 1_000;

function accepts(
  queue: DeviceQueue,
  { payload }: PendingMessage,
  { messages, bytes }: DeviceQueueOptions['room'],
): boolean {
  if (queue.isFull) queue.isFull = queue.waiting.length > messages / 2 || queue.bytes > bytes / 2;
  else
    queue.isFull =
      queue.waiting.length >= messages || (queue.waiting.length > 0 && queue.bytes + payload.length > bytes);
  return !queue.isFull;
}

function take(queue: DeviceQueue, count = queue.waiting.length): PendingMessage[] {
  const batch = queue.waiting.splice(0, count);
  for (const { payload } of batch) queue.bytes -= payload.length;
  return batch;
}

const queueOf = ({ decoded, topic }: PendingMessage): string =>
  `${decoded.device ?? topic}${decoded.ok && decoded.kind === 'sos' ? ' sos' : ''}`;
