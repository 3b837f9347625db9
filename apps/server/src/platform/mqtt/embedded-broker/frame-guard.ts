/**
 * Watches the bytes of one connection for the length that each MQTT packet announces. The parser behind it collects a packet whole before anybody
 * sees it, so the size has to be judged here, from the first five bytes.
 */
export class FrameGuard {
  /** bytes of the running packet that are still to come; 0: a header begins */
  private remaining = 0;
  private inHeader = false;
  private length = 0;
  private factor = 1;
  private completed = 0;

  constructor(private readonly largestBytes: number) {}

  /** Packets that have ended since the last time this was asked. */
  takeCompleted(): number {
    const { completed } = this;
    this.completed = 0;
    return completed;
  }

  /** False as soon as a packet announces more than the largest size, or a length that is none. */
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
        at++;
      } else {
        const byte = chunk[at++] ?? 0;
        this.length += (byte & 0x7f) * this.factor;
        this.factor *= 128;
        if (this.length > this.largestBytes) return false;
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
