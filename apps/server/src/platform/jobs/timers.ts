import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import type { Logger } from 'pino';
import { databaseNowMs } from '../clock';
import { CONFIG, runs, sessionUrl, type Config } from '../config';
import { WatchedClient } from '../database/watched-client';
import { LOG } from '../log';
import { timerMetrics } from '../metrics';
import { traceparent } from '../tracing/span';
import { noTracing, Tracing } from '../tracing/tracing';

/**
 * An action on one row at its due time. `run` checks in its own transaction that it is due: it may be called twice or
 * early.
 */
export interface TimedAct {
  /** literal, e.g. `escalate-sos` */
  name: string;
  run(id: number): Promise<unknown>;
  /** ids of the due rows, from the tables */
  due(): Promise<number[]>;
  /** how often the tables are polled for what the queue lost */
  sweepMs: number;
}

/** What the queue keeps of an act. */
interface PlannedAct {
  id: number;
  /** of the step that planned it */
  traceparent?: string;
}

/** How long a shutdown waits for running actions; they run again after the restart. */
const shutdownTimeoutMs = 1_000;
/** Concurrent actions of one kind. */
const atOnce = 10;

/**
 * Timed actions of the jobs process. The queue (BullMQ: on Redis if REDIS_URL is set, else in PostgreSQL, schema
 * "bullmq") wakes to the millisecond; due times are in our own tables, and a sweep finds what a queue lost. So a queue
 * that is down or was emptied delays an action by one sweep and loses none.
 */
@Injectable()
export class Timers implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly acts = new Map<string, TimedAct>();
  private readonly sweeps = new Map<string, NodeJS.Timeout>();
  private readonly running = new Set<Promise<unknown>>();
  private queue: Queue | null = null;
  private worker: Worker | null = null;
  private stopped = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly tracing: Tracing = noTracing,
  ) {}

  /** Called by a slice in its constructor. */
  register(act: TimedAct): void {
    if (this.acts.has(act.name)) throw new Error(`two timed acts are called ${act.name}`);
    this.acts.set(act.name, act);
  }

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'jobs')) return;
    const { queue, worker } = this.connect();
    const logError = (error: Error): unknown => this.log.warn({ error: error.message }, 'queue');
    queue.on('error', logError);
    worker.on('error', logError);
    this.queue = queue;
    this.worker = worker;
    for (const act of this.acts.values()) this.sweep(act);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    for (const timer of this.sweeps.values()) clearTimeout(timer);
    // a graceful close waits out BullMQ's idle poll of five seconds; running actions are awaited here instead
    await this.worker?.close(true);
    await Promise.race([Promise.allSettled(this.running), wait(shutdownTimeoutMs, undefined, { ref: false })]);
    await this.queue?.close();
  }

  /** A hint for the queue to run at this time. Never waits for the queue, which may be away. */
  plan(name: string, id: number, at: Date): void {
    if (this.stopped) return;
    const delay = Math.max(0, at.getTime() - databaseNowMs());
    this.queue
      ?.add(
        name,
        { id, traceparent: traceparent() },
        {
          jobId: `${name}-${id}-${at.getTime()}`,
          delay,
          attempts: 3,
          backoff: { type: 'exponential', delay: 500 },
          removeOnComplete: true,
          removeOnFail: { count: 1000 },
        },
      )
      .catch((error: Error) => this.log.warn({ error: error.message, name, id }, 'not planned; the sweep will do it'));
  }

  private connect(): { queue: Queue; worker: Worker } {
    const work = async ({ name, data }: { name: string; data: PlannedAct }): Promise<void> => {
      if (this.stopped) return;
      const run = async (): Promise<unknown> => this.acts.get(name)?.run(data.id);
      const options = () => ({ kind: 'consumer', attributes: { 'headland.id': data.id } }) as const;
      await this.track(this.tracing.continued(data.traceparent, `timed act ${name}`, options, run));
    };
    const { REDIS_URL } = this.config;
    if (REDIS_URL !== undefined) {
      const connection = { url: REDIS_URL, maxRetriesPerRequest: null };
      return {
        queue: new Queue('alarms', { connection }),
        worker: new Worker('alarms', work, { connection, concurrency: atOnce }),
      };
    }
    const connection = {
      connectionString: sessionUrl(this.config),
      schema: 'bullmq',
      migrate: true,
      max: 3,
      // as the pool of all else: an action must not wait for a server that vanished
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      Client: WatchedClient,
    };
    return {
      queue: new Queue('alarms', { connection }, createPostgresBackend) as unknown as Queue,
      worker: new Worker(
        'alarms',
        work,
        { connection, concurrency: atOnce },
        createPostgresBackend,
      ) as unknown as Worker,
    };
  }

  private sweep(act: TimedAct): void {
    const once = async (): Promise<void> => {
      try {
        const due = await act.due();
        timerMetrics.due.set({ act: act.name }, due.length);
        const ids = due.values();
        // several at once: one slow gateway must not delay the others
        const inTurn = async (): Promise<void> => {
          for (const id of ids) {
            if (this.stopped) return;
            await act
              .run(id)
              .catch((error: unknown) =>
                this.log.error({ error, name: act.name, id }, 'timed act failed; the next sweep tries again'),
              );
          }
        };
        await Promise.all(Array.from({ length: atOnce }, inTurn));
      } catch (error) {
        this.log.warn({ error: (error as Error).message, name: act.name }, 'sweep failed');
      }
    };
    const sweepAgain = (): void => {
      if (this.stopped) return;
      void this.track(once()).finally(() => {
        if (!this.stopped) this.sweeps.set(act.name, setTimeout(sweepAgain, act.sweepMs));
      });
    };
    sweepAgain();
  }

  private track(work: Promise<unknown>): Promise<unknown> {
    this.running.add(work);
    return work.finally(() => this.running.delete(work));
  }
}
