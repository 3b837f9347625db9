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
  /** messages of one device */
  rate?: Rate;
  /** batches of one device: what comes meanwhile is committed together */
  batches?: Rate;
}

/** Batch size that a device above its rate waits for, so that not every message needs a transaction. */
const batchWhenLimited = 20;

/**
 * Queues by device: each device has one batch in flight, whatever it has sent, and the others go on in parallel. SOS
 * messages have a lane of their own, so that they do not wait behind the device's other messages. What exceeds a
 * device's rate waits; what exceeds its queue is not accepted.
 */
export class DeviceQueues {
  private readonly queues = new Map<string, DeviceQueue>();
  private readonly buckets = new Map<string, Buckets>();
  private readonly running = new Set<Promise<void>>();
  /** messages queued or in flight, and their payload */
  size = 0;
  bytes = 0;
  /** by lane, when its commit under way began */
  private readonly begun = new Map<string, number>();

  constructor(private readonly options: DeviceQueueOptions) {}

  /** How long the oldest commit under way has been tried. Not since its messages came: a device above its rate waits for itself. */
  get oldestCommitMs(): number {
    return this.begun.size === 0 ? 0 : performance.now() - Math.min(...this.begun.values());
  }

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
          this.begun.set(key, performance.now());
          if (batch.length > 0) await this.options.commit(batch);
        } finally {
          this.begun.delete(key);
          this.remove(batch);
        }
        this.options.committed(batch);
      }
    } finally {
      this.remove(dequeue(queue));
      this.queues.delete(key);
    }
  }

  /** How many messages of a lane may be committed next; waits for its turn. */
  private async allowed(key: string, queue: DeviceQueue): Promise<number> {
    const { maxBatch, rate, batches } = this.options;
    if (rate === undefined) return maxBatch;
    const of = this.bucketsOf(key, rate, batches ?? unlimited);
    const messagesMs =
      of.messages.available >= 1 ? 0 : of.messages.waitFor(Math.min(batchWhenLimited, queue.waiting.length));
    const pauseMs = Math.max(messagesMs, of.batches.waitFor(1));
    if (pauseMs > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        queue.wake = () => (clearTimeout(timer), resolve());
      });
    queue.wake = null;
    const count = Math.min(maxBatch, queue.waiting.length, Math.max(1, Math.floor(of.messages.available)));
    of.messages.take(count);
    of.batches.take(1);
    return count;
  }

  private bucketsOf(key: string, rate: Rate, batches: Rate): Buckets {
    let buckets = this.buckets.get(key);
    if (buckets !== undefined) return buckets;
    if (this.buckets.size >= maxBuckets)
      for (const [name, of] of this.buckets) if (of.messages.isFull && of.batches.isFull) this.buckets.delete(name);
    this.buckets.set(key, (buckets = { messages: new TokenBucket(rate), batches: new TokenBucket(batches) }));
    return buckets;
  }

  private remove(batch: readonly PendingMessage[]): void {
    this.size -= batch.length;
    for (const { payload } of batch) this.bytes -= payload.length;
  }
}

/** Above it, devices with full buckets are removed. */
const maxBuckets = 1_000;
const unlimited: Rate = { burst: Number.MAX_SAFE_INTEGER, perSecond: Number.MAX_SAFE_INTEGER };

interface Buckets {
  messages: TokenBucket;
  batches: TokenBucket;
}

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
