import { downTopic, type UpKind } from '@headland/contracts/device/envelope';
import type { AckDown } from '@headland/contracts/device/down';
import { acknowledgement, type Ranges } from '@headland/domain/received-ranges';

/** At most one acknowledgement per stream in this time while messages arrive (device protocol, `ack`). */
const everyMs = 10_000;
const tickMs = 250;
/** Gaps named in one acknowledgement; the next one names the rest. */
const gapLimit = 50;

/** Committed ranges of one topic and boot of a device. */
interface Stream {
  topic: string;
  boot: number;
  received: Ranges;
}
interface Due {
  device: string;
  /** as committed: ranges are values, so tentative additions of a later batch do not show here */
  stream: Stream;
}

/** Acknowledges committed messages to devices at a low rate: the first at once, then the rest every ten seconds. */
export class AckSchedule {
  private readonly due = new Map<unknown, Due>();
  /** on the monotonic clock: the wall clock may go back */
  private readonly sentAt = new Map<unknown, number>();
  /**
   * streams whose last acknowledgement the broker has not confirmed: one at a time, so that a slow broker does not fill
   * our memory
   */
  private readonly underway = new Set<unknown>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly publish: (topic: string, payload: string) => Promise<void>) {}

  start(): void {
    this.timer = setInterval(() => this.tick(performance.now()), tickMs);
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** `id`: what stands for the stream, always the same. */
  committed(id: unknown, device: string, { topic, boot, received }: Stream): void {
    const due = this.due.get(id);
    if (due === undefined) this.due.set(id, { device, stream: { topic, boot, received } });
    else due.stream.received = received;
  }

  private tick(now: number): void {
    if (this.sentAt.size > 200_000) this.sentAt.clear();
    this.due.forEach(({ device, stream }, id) => {
      if (now - (this.sentAt.get(id) ?? Number.NEGATIVE_INFINITY) < everyMs || this.underway.has(id)) return;
      this.due.delete(id);
      this.sentAt.set(id, now);
      // lost acknowledgements cost a repeat, never data: the device resends and is acknowledged again
      this.underway.add(id);
      this.publish(downTopic(device, 'ack'), JSON.stringify(ackOf(stream)))
        .catch(() => {
          if (!this.due.has(id)) this.due.set(id, { device, stream });
        })
        .finally(() => this.underway.delete(id));
    });
  }
}

export function ackOf(stream: Stream): AckDown {
  return { topic: stream.topic as UpKind, boot: stream.boot, ...acknowledgement(stream.received, gapLimit) };
}
