/**
 * Text that becomes bytes as it is written. For worksheets of millions of cells this needs a third of the time of
 * strings that are put together first.
 */
export class ByteWriter {
  private bytes: Buffer;
  private at = 0;

  constructor(private readonly size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  get length(): number {
    return this.at;
  }

  /** Tags, numbers: one byte a character. */
  ascii(text: string): void {
    const { length } = text;
    if (this.at + length > this.bytes.length) this.grow(length);
    const { bytes } = this;
    let at = this.at;
    for (let i = 0; i < length; i++) bytes[at++] = text.charCodeAt(i);
    this.at = at;
  }

  utf8(text: string): void {
    const most = text.length * 3;
    if (this.at + most > this.bytes.length) this.grow(most);
    this.at += this.bytes.write(text, this.at);
  }

  /** What has been written since the last time. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.at);
    this.bytes = Buffer.allocUnsafe(this.size);
    this.at = 0;
    return taken;
  }

  private grow(by: number): void {
    const larger = Buffer.allocUnsafe(2 * this.bytes.length + by);
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}
