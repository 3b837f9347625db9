import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { advisoryLockClasses } from '../database/advisory-locks';

/** What the holder does. It may be started again after a stop. */
export interface LeaseWork {
  start(): void | Promise<void>;
  /** resolves when it has stopped working; `lost`: another process may do it from now on, also while this one still stops */
  stop(lost: boolean): void | Promise<void>;
}
/** Of the locks: each kind of work has its own. */
export const leaseNumbers = { jobs: 0, ingest: 1, alerts: 2 } as const;
export interface LeaseOptions {
  /** one of `leaseNumbers` */
  number: number;
  /** for the log */
  name: string;
  databaseUrl: string;
  work: LeaseWork;
  /** A session that is lost and had again before the lease ends interrupts nothing. Without it the work stops with the session. */
  outlivesSession?: boolean;
  onHeld: (held: boolean) => void;
  log: Logger;
}

/** How often the holder renews. */
const beatMs = 1_000;
/** How often others try to take over: an SOS may wait at the broker for one of them. */
const askMs = 250;
/**
 * A holder that is silent this long (frozen, disconnected) loses its role: PostgreSQL ends its session, and with it the
 * lock. It stops by itself by then.
 */
const leaseMs = 4_000;
/** How long a stop waits for work in progress. */
const shutdownTimeoutMs = 3_000;

/**
 * Work of one process at a time. The holder of an advisory lock on a session of its own does it; when that session ends
 * for any reason, another process continues within five seconds. The lock saves work and quarrels; the work itself must be
 * right in two processes at once, since a holder may notice late that it lost the lock.
 */
export class Lease {
  private stopped = false;
  private works = false;
  /** counts starts, so that the failure of an old one ends nothing of the newest */
  private starts = 0;
  /** the session that holds the lease, or asks for it */
  private session: pg.Client | null = null;
  /** the end of the lease, if nothing is heard of the database until then */
  private deadline: NodeJS.Timeout | undefined;
  private readonly ending = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: LeaseOptions) {}

  begin(): void {
    this.running = this.run();
  }

  async end(): Promise<void> {
    this.stopped = true;
    this.ending.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { databaseUrl, log, name } = this.options;
    while (!this.stopped) {
      const session = new pg.Client({
        connectionString: databaseUrl,
        application_name: 'headland-duties',
        connectionTimeoutMillis: 5_000,
        query_timeout: leaseMs,
        options: `-c idle_session_timeout=${leaseMs} -c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3`,
      });
      // reported by the next query; without a listener it would end the process
      session.on('error', () => undefined);
      this.session = session;
      try {
        await session.connect();
        await this.hold(session);
      } catch (error) {
        if (!this.stopped) log.warn({ error: (error as Error).message }, `${name}: no session; asking again`);
      } finally {
        // on shutdown the lock is released after the work has stopped; otherwise it is lost already
        if (this.stopped || this.options.outlivesSession !== true) await this.stopWork();
        await session.end().catch(() => undefined);
      }
      await this.rest();
    }
    await this.stopWork();
  }

  /** Does the work as long as the session lives. */
  private async hold(session: pg.Client): Promise<void> {
    const { number, name, log } = this.options;
    for (let asked = 0; !(await this.got(session, number)); asked++) {
      await this.stopWork();
      if (asked === 0) log.info(`${name}: another process does them; this one stands by`);
      await this.rest(askMs);
      if (this.stopped) return;
    }
    while (!this.stopped) {
      // again, where the database was silent for longer than the lease and yet had kept the lock
      this.startWork();
      await this.rest();
      const askedAt = performance.now();
      await session.query('SELECT 1');
      this.holdsFrom(askedAt);
    }
  }

  private async got(session: pg.Client, number: number): Promise<boolean> {
    const askedAt = performance.now();
    const { rows } = await session.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS got', [
      advisoryLockClasses.lease,
      number,
    ]);
    if (rows[0]?.got !== true) return false;
    this.holdsFrom(askedAt);
    return true;
  }

  /** From when it asked: PostgreSQL counts from when it was asked, or later, and lets nobody have the lock before this one has stopped. */
  private holdsFrom(askedAt: number): void {
    clearTimeout(this.deadline);
    const ends = (): void => {
      if (!this.works) return;
      this.options.log.warn(`${this.options.name}: the lease has ended without a word of the database`);
      void this.stopWork();
    };
    this.deadline = setTimeout(ends, askedAt + leaseMs - performance.now()).unref();
  }

  private startWork(): void {
    if (this.works) return;
    const { log, name, work, onHeld } = this.options;
    this.works = true;
    const mine = ++this.starts;
    log.info(`${name}: this process does them now`);
    onHeld(true);
    // a start that hangs must not block the renewal
    Promise.resolve()
      .then(() => work.start())
      .catch(async (error: unknown) => {
        log.error({ error }, `${name}: could not be started; trying again`);
        if (mine !== this.starts) return;
        await this.stopWork();
        // that of now: the one it was begun under may be lost, and whoever holds the lease must work
        await this.session?.end().catch(() => undefined);
      });
  }

  private async stopWork(): Promise<void> {
    if (!this.works) return;
    const { log, name, work, onHeld } = this.options;
    this.works = false;
    onHeld(false);
    const ended = Promise.resolve().then(() => work.stop(!this.stopped));
    ended.catch((error: unknown) => log.error({ error }, `${name}: could not be stopped`));
    await Promise.race([ended.catch(() => undefined), wait(shutdownTimeoutMs, undefined, { ref: false })]);
    if (!this.stopped) log.warn(`${name}: this process does them no more`);
  }

  private async rest(ms = beatMs): Promise<void> {
    await wait(ms, undefined, { signal: this.ending.signal }).catch(() => undefined);
  }
}
