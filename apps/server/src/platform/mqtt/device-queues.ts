import type { PendingMessage } from './pending-message';
import { type Rate, TokenBucket } from './token-bucket';

interface DeviceQueue {
  waiting: PendingMessage[];
  bytes: number;
  /**
   * the queue was full; accepts nothing until half of it is free, which leaves a few gaps in the device's numbers
   * instead of one per batch
   */
  isFull: boolean;
  /** while it waits for its rate limit */
  wake: (() => void) | null;
}

export interface DeviceQueueOptions {
  maxBatch: number;
  commit: (batch: PendingMessage[]) => Promise<void>;
  committed: (batch: PendingMessage[]) => void;
  /** queue limit of one device */
  room: { messages: number; bytes: number };
  /** batch size of one device */
  rate?: Rate;
}

/** Batch size that a device above its rate waits for, so that not every message takes a transaction. */
const batchWhenLimited = 20;

/**
 * Queues by device: each device has one batch in flight, whatever it has sent, and the others go on in parallel. SOS
 * messages have a lane of their own, so that they do not wait behind the device's other messages. What exceeds a
 * device's rate waits; what exceeds its queue is not accepted.
 */
export class DeviceQueues {
  private readonly queues = new Map<string, DeviceQueue>();
  private readonly buckets = new Map<string, TokenBucket>();
  private readonly running = new Set<Promise<void>>();
  /** messages queued or in flight, and their payload */
  size = 0;
  bytes = 0;

  constructor(private readonly options: DeviceQueueOptions) {}

  /** False: the device's queue is full. */
  push(message: PendingMessage): boolean {
    const key = queueOf(message);
    const known = this.queues.get(key);
    const queue = known ?? { waiting: [], bytes: 0, isFull: false, wake: null };
    if (!accepts(queue, message, this.options.room)) return false;
    queue.waiting.push(message);
    queue.bytes += message.payload.length;
    this.size++;
    this.bytes += message.payload.length;
    if (known !== undefined) return true;
    this.queues.set(key, queue);
    const work = this.work(key, queue);
    this.running.add(work);
    // the committer has logged the error
    void work.catch(() => undefined).finally(() => this.running.delete(work));
    return true;
  }

  /** The connection is lost: what has not begun is sent again by the broker. */
  clear(): void {
    for (const queue of this.queues.values()) {
      this.remove(dequeue(queue));
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
        const batch = dequeue(queue, await this.allowed(key, queue));
        try {
          if (batch.length > 0) await this.options.commit(batch);
        } finally {
          this.remove(batch);
        }
        this.options.committed(batch);
      }
    } finally {
      this.remove(dequeue(queue));
      this.queues.delete(key);
    }
  }

  /** How many messages of a lane may be committed next. */
  private async allowed(key: string, queue: DeviceQueue): Promise<number> {
    const { maxBatch, rate } = this.options;
    if (rate === undefined) return maxBatch;
    const bucket = this.bucketOf(key, rate);
    const pauseMs = bucket.available >= 1 ? 0 : bucket.waitFor(Math.min(batchWhenLimited, queue.waiting.length));
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
    if (this.buckets.size >= maxBuckets)
      for (const [name, { isFull }] of this.buckets) if (isFull) this.buckets.delete(name);
    this.buckets.set(key, (bucket = new TokenBucket(rate)));
    return bucket;
  }

  private remove(batch: readonly PendingMessage[]): void {
    this.size -= batch.length;
    for (const { payload } of batch) this.bytes -= payload.length;
  }
}

/** Above it, devices with a full bucket are removed. */
const maxBuckets = 1_000;

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

function dequeue(queue: DeviceQueue, count = queue.waiting.length): PendingMessage[] {
  const batch = queue.waiting.splice(0, count);
  for (const { payload } of batch) queue.bytes -= payload.length;
  return batch;
}

const queueOf = ({ decoded, topic }: PendingMessage): string =>
  `${decoded.device ?? topic}${decoded.ok && decoded.kind === 'sos' ? ' sos' : ''}`;
