import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { eventSchemas, type EventName, type EventPayload } from '@headland/contracts/event-log';
import type { Actor } from '../caller';
import type { PipelinedTx } from '../database/rows';
import { CLOCK, type Clock } from '../clock';
import { step, traceparent } from '../tracing/span';

/** The subject of an event: the organization decides who may read it, the vehicle in whose history it appears. */
export interface About {
  organizationId: number | null;
  vehicleId?: number | null;
}
export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>, subject: About) => void;

/**
 * The one way to change state: rows, event rows and the message's deduplication commit together or not at all. Events
 * are written last, so that the log's lock is held only for the commit. An error in `work` rolls everything back.
 */
@Injectable()
export class Change {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  run<T>(by: Actor, work: (tx: EntityManager, emit: Emit) => Promise<T>): Promise<T> {
    return step('change', () => this.inTransaction(by, work));
  }

  private async inTransaction<T>(by: Actor, work: (tx: EntityManager, emit: Emit) => Promise<T>): Promise<T> {
    const runner = this.database.createQueryRunner();
    try {
      await runner.startTransaction();
      const events: object[] = [];
      const result = await work(runner.manager, (name, payload, subject) => {
        events.push(eventRow(by, name, payload, subject));
      });
      await this.commit(runner, events);
      return result;
    } catch (error) {
      // says so where nothing is open any more; what was thrown is the cause
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  /**
   * The events and COMMIT are sent together: every commit with an event waits for the lock of the log, which must not wait for
   * this process to get a processor. After events that were refused PostgreSQL takes COMMIT for ROLLBACK.
   */
  private async commit(runner: QueryRunner, events: readonly object[]): Promise<void> {
    if (events.length === 0) return runner.commitTransaction();
    const client = (await runner.connect()) as { pipeline: boolean };
    client.pipeline = true;
    try {
      const append = runner.query('SELECT append_events($1::jsonb, $2)', [JSON.stringify(events), this.now()]);
      const [appended, committed] = await Promise.allSettled([append, runner.commitTransaction()]);
      if (appended.status === 'rejected') throw appended.reason;
      if (committed.status === 'rejected') throw committed.reason;
    } finally {
      client.pipeline = false;
    }
  }

  /**
   * The same for what has to be quick on a busy machine: statements that need no result of each other are sent together,
   * and the events with the commit, so that a transaction costs a few round trips instead of one for each statement.
   */
  runPipelined<T>(by: Actor, work: (tx: PipelinedTx, emit: Emit) => Promise<T>): Promise<T> {
    return step('change', () => this.inPipeline(by, work));
  }

  private async inPipeline<T>(by: Actor, work: (tx: PipelinedTx, emit: Emit) => Promise<T>): Promise<T> {
    const runner = this.database.createQueryRunner();
    // a property of the driver's client; the rest of the pool is left as it is, since cursors and COPY need that
    const client = (await runner.connect()) as { pipeline: boolean };
    client.pipeline = true;
    const all: Promise<unknown>[] = [];
    const query = (sql: string, parameters?: unknown[]): Promise<unknown> => {
      const answer = runner.query(sql, parameters);
      answer.catch(() => undefined);
      all.push(answer);
      return answer;
    };
    try {
      const events: object[] = [];
      void query('BEGIN');
      const result = await work(
        { query: query as PipelinedTx['query'], send: (sql, parameters) => void query(sql, parameters) },
        (name, payload, subject) => {
          events.push(eventRow(by, name, payload, subject));
        },
      );
      if (events.length > 0) void query('SELECT append_events($1::jsonb, $2)', [JSON.stringify(events), this.now()]);
      void query('COMMIT');
      await Promise.all(all);
      return result;
    } catch (error) {
      // the first that failed is the cause: what was sent after it was refused for that
      const [failed] = (await Promise.allSettled(all)).filter((answer) => answer.status === 'rejected');
      await runner.query('ROLLBACK').catch(() => undefined);
      throw failed?.reason ?? error;
    } finally {
      client.pipeline = false;
      await runner.release();
    }
  }
}

/** One element of append_events' list; the payload is parsed, so that the log matches the contract. */
export const eventRow = <N extends EventName>(
  by: Actor,
  name: N,
  payload: EventPayload<N>,
  subject: About,
): object => ({
  name,
  payload: eventSchemas[name].parse(payload),
  organizationId: subject.organizationId,
  vehicleId: subject.vehicleId ?? null,
  byUser: by.userId,
  byName: by.name,
  address: by.address,
  traceparent: traceparent(),
});
