import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { CONFIG, runs, type Config } from '../config';
import { LOG } from '../log';
import { jobsMetrics } from '../metrics';

/** Something that one jobs process does at a time. It may be started again after it was stopped. */
export interface SingleDuty {
  name: string;
  start(): void | Promise<void>;
  /** resolves when it does nothing more */
  stop(): void | Promise<void>;
}

/** How often a process that does not hold the duties asks for them, and one that does shows that it lives. */
const beatMs = 1_000;
/** A holder that is silent for so long (frozen, cut off) loses them: PostgreSQL ends its session, and with it the lock. */
const leaseMs = 4_000;
/** How long an end waits for a duty that is at work. */
const patienceMs = 3_000;

/**
 * Duties that two processes would only do against each other: the policies with their checkpoint, the retained messages under one client id, files,
 * upkeep. Whoever holds an advisory lock on a session of its own does them all; when that session ends, however it ends, another process takes
 * over within five seconds. The lock saves work; that nothing is done twice is still up to each duty, since a holder may notice late that it is none any more.
 */
@Injectable()
export class SingleDuties implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly duties: SingleDuty[] = [];
  private stopped = false;
  private readonly ending = new AbortController();
  private working: Promise<void> = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Called by a slice at its construction. */
  register(duty: SingleDuty): void {
    this.duties.push(duty);
  }

  /** A duty that is done at once and then again and again; `complaint` is what the log says of a run that failed. */
  every(name: string, everyMs: number, complaint: string, run: () => Promise<unknown>): void {
    let timer: NodeJS.Timeout | undefined;
    let running: Promise<unknown> = Promise.resolve();
    let on = false;
    const again = (): void => {
      running = run()
        .catch((error: unknown) => this.log.error({ error }, complaint))
        .finally(() => {
          if (on) timer = setTimeout(again, everyMs).unref();
        });
    };
    this.register({
      name,
      start: () => {
        on = true;
        again();
      },
      stop: async () => {
        on = false;
        clearTimeout(timer);
        await running;
      },
    });
  }

  /** Maintenance that may be done at any time, and again: once an hour. */
  hourly(name: string, run: () => Promise<unknown>): void {
    this.every(name, 3_600_000, `${name} failed; next try in an hour`, run);
  }

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'jobs') || this.duties.length === 0) return;
    this.working = this.work();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.ending.abort();
    await this.working;
  }

  private async work(): Promise<void> {
    while (!this.stopped) {
      const session = new pg.Client({
        connectionString: this.config.DATABASE_URL,
        application_name: 'headland-duties',
        connectionTimeoutMillis: 5_000,
        query_timeout: leaseMs,
        options: `-c idle_session_timeout=${leaseMs} -c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3`,
      });
      // seen by the next question; without a listener it would end the process
      session.on('error', () => undefined);
      try {
        await session.connect();
        await this.hold(session);
      } catch (error) {
        if (!this.stopped)
          this.log.warn({ error: (error as Error).message }, 'single duties: no session; asking again');
      } finally {
        await session.end().catch(() => undefined);
      }
      await this.rest();
    }
  }

  /** Does the duties as long as the session lives. */
  private async hold(session: pg.Client): Promise<void> {
    const got = async (): Promise<boolean> =>
      (await session.query<{ got: boolean }>('SELECT pg_try_advisory_lock(7260, 0) AS got')).rows[0]?.got === true;
    while (!(await got())) {
      await this.rest();
      if (this.stopped) return;
    }
    this.log.info({ duties: this.duties.map((d) => d.name) }, 'single duties: this process does them now');
    jobsMetrics.holdsDuties.set(1);
    try {
      const started = Promise.all(this.duties.map((duty) => duty.start()));
      // a start that hangs must not keep the session from showing that it lives
      started.catch((error: unknown) => void this.giveUp(session, error));
      while (!this.stopped) {
        await this.rest();
        await session.query('SELECT 1');
      }
    } finally {
      jobsMetrics.holdsDuties.set(0);
      const ended = Promise.allSettled(this.duties.map((duty) => duty.stop()));
      // at an end of the process the lock goes when the duties rest; else it is gone already
      await Promise.race([ended, wait(patienceMs, undefined, { ref: false })]);
      if (!this.stopped) this.log.warn('single duties: this process does them no more');
    }
  }

  private async giveUp(session: pg.Client, error: unknown): Promise<void> {
    this.log.error({ error }, 'single duties: one could not be started; all begin again');
    await session.end().catch(() => undefined);
  }

  private async rest(): Promise<void> {
    await wait(beatMs, undefined, { signal: this.ending.signal }).catch(() => undefined);
  }
}
