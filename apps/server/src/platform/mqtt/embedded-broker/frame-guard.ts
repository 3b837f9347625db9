const subscribe = 8;
/** The broker judges and stores each filter, and a process of the server has 21 of some 30 bytes at most. */
const largestSubscribeBytes = 4_096;

/**
 * Reads the announced length of each MQTT packet from the bytes of one connection. The parser behind it buffers a
 * packet whole, so the size has to be checked here, from the first five bytes.
 */
export class FrameGuard {
  /** remaining bytes of the current packet; 0: a header begins */
  private remaining = 0;
  private inHeader = false;
  private length = 0;
  private factor = 1;
  private completed = 0;
  /** of the current packet */
  private largest = 0;

  constructor(private readonly largestBytes: number) {}

  /** Packets completed since the last call. */
  countCompleted(): number {
    const { completed } = this;
    this.completed = 0;
    return completed;
  }

  /** False as soon as a packet announces more than the largest size, or an invalid length. */
  accept(chunk: Uint8Array): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.remaining > 0) {
        const passed = Math.min(this.remaining, chunk.length - at);
        this.remaining -= passed;
        at += passed;
        if (this.remaining === 0) this.completed++;
      } else if (!this.inHeader) {
        this.inHeader = true;
        this.length = 0;
        this.factor = 1;
        this.largest = (chunk[at++] ?? 0) >> 4 === subscribe ? largestSubscribeBytes : this.largestBytes;
      } else {
        const byte = chunk[at++] ?? 0;
        this.length += (byte & 0x7f) * this.factor;
        this.factor *= 128;
        if (this.length > this.largest) return false;
        if ((byte & 0x80) === 0) {
          this.inHeader = false;
          this.remaining = this.length;
          if (this.length === 0) this.completed++;
        } else if (this.factor > 128 ** 3) return false;
      }
    }
    return true;
  }
}
