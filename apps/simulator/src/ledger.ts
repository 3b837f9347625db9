import { closeSync, openSync, write, writeSync } from 'node:fs';
import { encodeLedgerLine, type LedgerEntry } from '@headland/testing/ledger';

export { readLedger } from '@headland/testing/read-ledger';

/**
 * Writes the ledger of a run: lines are buffered and written every 200 ms, so that a killed process loses no more than
 * that.
 */
export class Ledger {
  private lines = '';
  private writing = false;
  private readonly file: number | null;
  private readonly timer: NodeJS.Timeout | null;

  constructor(path: string | null) {
    this.file = path === null ? null : openSync(path, 'a');
    this.timer = path === null ? null : setInterval(() => this.flush(), 200);
  }

  get on(): boolean {
    return this.file !== null;
  }

  add(entry: LedgerEntry): void {
    if (this.file !== null) this.lines += encodeLedgerLine(entry);
  }

  /** An already encoded line. */
  line(text: string): void {
    if (this.file !== null) this.lines += text;
  }

  /** Flushes everything: the process may end right after. */
  async close(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    while (this.writing) await new Promise((resolve) => setImmediate(resolve));
    if (this.file === null) return;
    let rest = Buffer.from(this.lines);
    this.lines = '';
    while (rest.length > 0) rest = rest.subarray(writeSync(this.file, rest));
    closeSync(this.file);
  }

  private flush(): void {
    if (this.file === null || this.writing || this.lines === '') return;
    const bytes = Buffer.from(this.lines);
    this.lines = '';
    this.writeAll(this.file, bytes);
  }

  private writeAll(file: number, bytes: Buffer): void {
    this.writing = true;
    write(file, bytes, (error, written) => {
      if (error !== null) {
        // a run without a ledger is worthless
        process.stderr.write(`the ledger cannot be written: ${error.message}\n`);
        process.exit(1);
      }
      if (written < bytes.length) this.writeAll(file, bytes.subarray(written));
      else this.writing = false;
    });
  }
}
