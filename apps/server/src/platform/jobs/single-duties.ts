import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { CONFIG, runs, type Config } from '../config';
import { LOG } from '../log';
import { jobsMetrics } from '../metrics';

/** A task of one jobs process at a time. It may be started again after a stop. */
export interface SingleDuty {
  name: string;
  start(): void | Promise<void>;
  /** resolves when it has stopped working */
  stop(): void | Promise<void>;
}

/** How often other processes try to take over, and the leader renews. */
const beatMs = 1_000;
/**
 * A leader that is silent this long (frozen, disconnected) loses its role: PostgreSQL ends its session, and with it the
 * lock.
 */
const leaseMs = 4_000;
/** How long a stop waits for a duty in progress. */
const shutdownTimeoutMs = 3_000;

/**
 * Duties that must not run in two processes at once: the policies with their checkpoint, the retained messages under
 * one client id, files, maintenance. The holder of an advisory lock on a session of its own runs them all; when that
 * session ends for any reason, another process continues within five seconds. The lock saves work; each duty must
 * still be idempotent, since a holder may notice late that it lost the lock.
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

  /** Called by a slice in its constructor. */
  register(duty: SingleDuty): void {
    this.duties.push(duty);
  }

  /** A duty that runs at once and then periodically; `errorMessage` is logged when a run fails. */
  every(name: string, everyMs: number, errorMessage: string, run: () => Promise<unknown>): void {
    let timer: NodeJS.Timeout | undefined;
    let running: Promise<unknown> = Promise.resolve();
    let on = false;
    const runAgain = (): void => {
      running = run()
        .catch((error: unknown) => this.log.error({ error }, errorMessage))
        .finally(() => {
          if (on) timer = setTimeout(runAgain, everyMs).unref();
        });
    };
    this.register({
      name,
      start: () => {
        on = true;
        runAgain();
      },
      stop: async () => {
        on = false;
        clearTimeout(timer);
        await running;
      },
    });
  }

  /** Idempotent maintenance, once an hour. */
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
      // reported by the next query; without a listener it would end the process
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

  /** Runs the duties as long as the session lives. */
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
      // a start that hangs must not block the renewal
      started.catch((error: unknown) => void this.giveUp(session, error));
      while (!this.stopped) {
        await this.rest();
        await session.query('SELECT 1');
      }
    } finally {
      jobsMetrics.holdsDuties.set(0);
      const ended = Promise.allSettled(this.duties.map((duty) => duty.stop()));
      // on shutdown the lock is released after the duties have stopped; otherwise it is lost already
      await Promise.race([ended, wait(shutdownTimeoutMs, undefined, { ref: false })]);
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
