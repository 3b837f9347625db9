import type { Held } from './device-link';
import { type Rate, TokenBucket } from './token-bucket';

interface Lane {
  waiting: Held[];
  bytes: number;
  /** had no room, and takes nothing until half of it is free: what is left out makes few gaps in the device's numbers, not one for each batch */
  isFull: boolean;
  /** while it waits for its rate */
  wake: (() => void) | null;
}

export interface LaneOptions {
  maxBatch: number;
  commit: (batch: Held[]) => Promise<void>;
  committed: (batch: Held[]) => void;
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
export class DeviceLanes {
  private readonly lanes = new Map<string, Lane>();
  private readonly buckets = new Map<string, TokenBucket>();
  private readonly running = new Set<Promise<void>>();
  /** messages that wait or are under way, and their payload */
  size = 0;
  bytes = 0;

  constructor(private readonly options: LaneOptions) {}

  /** False: its device has more waiting than there is room for. */
  push(held: Held): boolean {
    const key = laneOf(held);
    const known = this.lanes.get(key);
    const lane = known ?? { waiting: [], bytes: 0, isFull: false, wake: null };
    if (!accepts(lane, held, this.options.room)) return false;
    lane.waiting.push(held);
    lane.bytes += held.payload.length;
    this.size++;
    this.bytes += held.payload.length;
    if (known !== undefined) return true;
    this.lanes.set(key, lane);
    const work = this.work(key, lane);
    this.running.add(work);
    // who commits has said what went wrong
    void work.catch(() => undefined).finally(() => this.running.delete(work));
    return true;
  }

  /** The connection is gone: what has not begun comes again. */
  clear(): void {
    for (const lane of this.lanes.values()) {
      this.forget(take(lane));
      lane.wake?.();
    }
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.running);
  }

  private async work(key: string, lane: Lane): Promise<void> {
    // the packets of this read are parsed first: they belong to the same batch
    await new Promise(setImmediate);
    try {
      while (lane.waiting.length > 0) {
        const batch = take(lane, await this.allowed(key, lane));
        try {
          if (batch.length > 0) await this.options.commit(batch);
        } finally {
          this.forget(batch);
        }
        this.options.committed(batch);
      }
    } finally {
      this.forget(take(lane));
      this.lanes.delete(key);
    }
  }

  /** How many messages of a lane may be committed next. */
  private async allowed(key: string, lane: Lane): Promise<number> {
    const { maxBatch, rate } = this.options;
    if (rate === undefined) return maxBatch;
    const bucket = this.bucketOf(key, rate);
    const pauseMs = bucket.available >= 1 ? 0 : bucket.waitFor(Math.min(together, lane.waiting.length));
    if (pauseMs > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        lane.wake = () => (clearTimeout(timer), resolve());
      });
    lane.wake = null;
    const count = Math.min(maxBatch, lane.waiting.length, Math.max(1, Math.floor(bucket.available)));
    bucket.take(count);
    return count;
  }

  private bucketOf(key: string, rate: Rate): TokenBucket {
    let bucket = this.buckets.get(key);
    if (bucket !== undefined) return bucket;
    if (this.buckets.size >= mostBuckets) for (const [name, { isFull }] of this.buckets) if (isFull) this.buckets.delete(name);
    this.buckets.set(key, (bucket = new TokenBucket(rate)));
    return bucket;
  }

  private forget(batch: readonly Held[]): void {
    this.size -= batch.length;
    for (const { payload } of batch) this.bytes -= payload.length;
  }
}

/** Beyond it those go who have all of their rate again. */
const mostBuckets = 1_000;

function accepts(lane: Lane, { payload }: Held, { messages, bytes }: LaneOptions['room']): boolean {
  if (lane.isFull) lane.isFull = lane.waiting.length > messages / 2 || lane.bytes > bytes / 2;
  else lane.isFull = lane.waiting.length >= messages || (lane.waiting.length > 0 && lane.bytes + payload.length > bytes);
  return !lane.isFull;
}

function take(lane: Lane, count = lane.waiting.length): Held[] {
  const batch = lane.waiting.splice(0, count);
  for (const { payload } of batch) lane.bytes -= payload.length;
  return batch;
}

const laneOf = ({ decoded, topic }: Held): string => `${decoded.device ?? topic}${decoded.ok && decoded.kind === 'sos' ? ' sos' : ''}`;
