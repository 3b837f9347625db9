import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { Listener } from '../database/listener';
import { eventLogMetrics } from '../metrics';
import { isSameLog, readLogFrom, type LogPosition, type LogRow } from './log-reader';

/** Poll interval when no notification arrives. */
const pollMs = 1_000;
const pageSize = 500;

export interface LogTailOptions {
  /**
   * Where to begin: at the start, and again when the database was replaced (a fail-over to a lagging standby, a
   * restored backup). `read` is then the position in the previous log.
   */
  begin: (read: LogPosition | null) => Promise<LogPosition>;
  /** handles a page of rows; if it rejects, the same page is delivered again */
  deliver: (rows: LogRow[]) => void | Promise<void>;
  /** the log was replaced: results of its lost events are out of date */
  onAnotherLog?: (read: LogPosition, begin: LogPosition) => void | Promise<void>;
}

/**
 * Follows the log by number and delivers every row once, in order. NOTIFY only wakes it; the number decides. While the
 * database is away it retries from where it stopped. Each poll checks that the last event still exists.
 */
export class LogTail {
  private last: LogPosition = { number: 0, at: null };
  private listener: Listener;
  private timer: NodeJS.Timeout | null = null;
  private reading = false;
  private rereadPending = false;
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

  /** `read`: the position of the previous tail, if any: its events may be lost since. */
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

  /** The position up to which everything was delivered. */
  get position(): LogPosition {
    return this.last;
  }

  private wake(): void {
    if (this.stopped || !this.started) return;
    if (this.reading) {
      this.rereadPending = true;
      return;
    }
    this.readPromise = this.read();
  }

  private async read(): Promise<void> {
    this.reading = true;
    if (this.timer) clearTimeout(this.timer);
    try {
      do {
        this.rereadPending = false;
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
      } while (this.rereadPending && !this.stopped);
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
