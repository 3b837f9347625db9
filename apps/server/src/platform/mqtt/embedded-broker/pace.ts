import type { Socket } from 'node:net';
import { TokenBucket } from '../token-bucket';

/** Rate limit of one device: a backlog of some hundred messages at once, then so many a second. */
const rate = { burst: 500, perSecond: 100 };
/** Bytes read from a device's socket at a time: other devices are served in between. */
const atOnceBytes = 2_048;

/**
 * Limits the read rate of a device. The rest waits in the device by TCP flow control: nothing is dropped, and a runaway
 * device costs no processing time from the others, in the broker or behind it.
 */
export class Pace {
  private readonly bucket = new TokenBucket(rate);
  private waiting: NodeJS.Timeout | null = null;
  private unlimited = false;

  constructor(private readonly socket: Socket) {
    socket.once('close', () => this.waiting && clearTimeout(this.waiting));
  }

  /** A server process is no device. */
  lift(): void {
    this.unlimited = true;
    if (this.waiting) this.wake(this.waiting);
  }

  /** How much may be read now; null: nothing, the reader is woken later. */
  next(): number | null {
    const { readableLength } = this.socket;
    if (this.unlimited || readableLength === 0) return readableLength;
    if (this.waiting !== null) return null;
    if (this.bucket.available > 0) return Math.min(readableLength, atOnceBytes);
    const timer = setTimeout(() => this.wake(timer), this.bucket.waitFor(1));
    this.waiting = timer;
    return null;
  }

  /** After a read. A chunk that completes no packet makes the reader wait for more, so it is woken. */
  took(packets: number): void {
    this.bucket.take(packets);
    if (packets === 0 && this.socket.readableLength > 0)
      setImmediate(() => this.socket.destroyed || this.socket.emit('readable'));
  }

  private wake(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.waiting = null;
    if (!this.socket.destroyed) this.socket.emit('readable');
  }
}
