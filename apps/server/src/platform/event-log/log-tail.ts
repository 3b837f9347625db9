import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { Listener } from '../database/listener';
import { readLog, logHead, type LogRow } from './log-reader';

/** How long the tail waits at the most where no notification wakes it. */
const pollMs = 1_000;
const pageSize = 500;

/**
 * Follows the log by its number and hands over every row once, in order. NOTIFY only wakes; the number is the truth. While the database is
 * away it tries again until it is back, from where it stood.
 */
export class LogTail {
  private last = 0;
  private listener: Listener;
  private timer: NodeJS.Timeout | null = null;
  private reading = false;
  private again = false;
  private stopped = false;
  private started = false;
  private readPromise: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: DataSource,
    databaseUrl: string,
    /** what to do with a page of rows; the tail goes on when it resolves and hands the same page again when it rejects */
    private readonly deliver: (rows: LogRow[]) => void | Promise<void>,
    private readonly log: Logger,
  ) {
    this.listener = new Listener(databaseUrl, { event_log: () => this.wake() }, () => this.wake(), log);
  }

  /** From the present head, or from a number. */
  async start(after?: number): Promise<void> {
    this.last = after ?? (await logHead(this.database));
    this.started = true;
    this.listener.start();
    this.wake();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.listener.stop();
    await this.readPromise;
  }

  /** The number up to which everything was handed over. */
  get head(): number {
    return this.last;
  }

  private wake(): void {
    if (this.stopped || !this.started) return;
    if (this.reading) {
      this.again = true;
      return;
    }
    this.readPromise = this.read();
  }

  private async read(): Promise<void> {
    this.reading = true;
    if (this.timer) clearTimeout(this.timer);
    try {
      do {
        this.again = false;
        for (;;) {
          const rows = await readLog(this.database, this.last, pageSize);
          if (rows.length === 0 || this.stopped) break;
          await this.deliver(rows);
          this.last = rows.at(-1)?.number ?? this.last;
        }
      } while (this.again && !this.stopped);
    } catch (error) {
      this.log.warn({ error: (error as Error).message }, 'event log: reading failed, trying again');
    } finally {
      this.reading = false;
      if (!this.stopped) this.timer = setTimeout(() => this.wake(), pollMs);
    }
  }
}
