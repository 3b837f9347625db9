import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { Listener } from '../database/listener';
import { eventLogMetrics } from '../metrics';
import { isSameLog, readLogFrom, type LogPosition, type LogRow } from './log-reader';

/** How long the tail waits at the most where no notification wakes it. */
const pollMs = 1_000;
const pageSize = 500;

export interface LogTailOptions {
  /**
   * Where to begin: at the start, and again when the database is not the one any more that was read (a fail-over to a standby that lagged, a restored
   * back-up). `read` is then how far the other log was read.
   */
  begin: (read: LogPosition | null) => Promise<LogPosition>;
  /** what to do with a page of rows; the tail goes on when it resolves and hands the same page again when it rejects */
  deliver: (rows: LogRow[]) => void | Promise<void>;
  /** the log is another one: what was made of the events that it has lost is out of date */
  onAnotherLog?: (read: LogPosition, begin: LogPosition) => void | Promise<void>;
}

/**
 * Follows the log by its number and hands over every row once, in order. NOTIFY only wakes; the number is the truth. While the database is
 * away it tries again until it is back, from where it stood. Each poll makes sure that the event it stood at is still there.
 */
export class LogTail {
  private last: LogPosition = { number: 0, at: null };
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
    private readonly options: LogTailOptions,
    private readonly log: Logger,
  ) {
    this.listener = new Listener(databaseUrl, { event_log: () => this.wake() }, () => this.wake(), log);
  }

  /** `read`: how far the tail before it had come, where there was one: what it read may be gone since. */
  async start(read: LogPosition | null = null): Promise<void> {
    this.last = await this.options.begin(null);
    if (read !== null && !(await isSameLog(this.database, read))) await this.beginAgain(read);
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

  /** Up to where everything was handed over. */
  get position(): LogPosition {
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
          const rows = await readLogFrom(this.database, this.last, pageSize);
          if (this.stopped) break;
          if (rows === null) {
            await this.beginAgain(this.last);
            continue;
          }
          const newest = rows.at(-1);
          if (newest === undefined) break;
          await this.options.deliver(rows);
          this.last = { number: newest.number, at: newest.at };
        }
      } while (this.again && !this.stopped);
    } catch (error) {
      this.log.warn({ error: (error as Error).message }, 'event log: reading failed, trying again');
    } finally {
      this.reading = false;
      if (!this.stopped) this.timer = setTimeout(() => this.wake(), pollMs);
    }
  }

  private async beginAgain(read: LogPosition): Promise<void> {
    const begin = await this.options.begin(read);
    await this.options.onAnotherLog?.(read, begin);
    this.last = begin;
    this.log.error(
      { read, begin },
      'event log: the database is an older one (fail-over or restore), the last events are gone; reading again from what it holds',
    );
    eventLogMetrics.restarts.inc();
  }
}
