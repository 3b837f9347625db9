import type { Socket } from 'node:net';
import { TokenBucket } from '../token-bucket';

/** What one device may say: a backlog of some hundred messages at once, then so many a second. */
const rate = { burst: 500, perSecond: 100 };
/** Bytes taken from a device's socket in one go: between two of them the others have their turn. */
const atOnceBytes = 2_048;

/**
 * Reads from a device no faster than its share. The rest waits in the device: TCP holds it back, nothing is dropped, and a device that runs wild takes
 * neither the broker's time nor that of the processes behind it from the others.
 */
export class Pace {
  private readonly bucket = new TokenBucket(rate);
  private waiting: NodeJS.Timeout | null = null;
  private unlimited = false;

  constructor(private readonly socket: Socket) {
    socket.once('close', () => this.waiting && clearTimeout(this.waiting));
  }

  /** A process of the server is no device. */
  lift(): void {
    this.unlimited = true;
    if (this.waiting) this.wake(this.waiting);
  }

  /** How much may be read now; null: nothing, the reader is woken when there is something again. */
  next(): number | null {
    const { readableLength } = this.socket;
    if (this.unlimited || readableLength === 0) return readableLength;
    if (this.waiting !== null) return null;
    if (this.bucket.available > 0) return Math.min(readableLength, atOnceBytes);
    const timer = setTimeout(() => this.wake(timer), this.bucket.waitFor(1));
    this.waiting = timer;
    return null;
  }

  /** After a read. A piece that ends no packet makes the reader wait for more: it is told that there is more. */
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
