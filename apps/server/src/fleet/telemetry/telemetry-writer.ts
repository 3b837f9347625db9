import pg from 'pg';
import type { Logger } from 'pino';
import { databaseTime } from '../../platform/clock';
import { sessionUrl, type Config } from '../../platform/config';
import { copyThenQuery } from '../../platform/database/copy-then-query';
import { isDistributed } from '../../platform/database/distributed';
import type { Tx } from '../../platform/database/rows';
import { WatchedClient } from '../../platform/database/watched-client';
import type { PendingMessage } from '../../platform/mqtt/pending-message';
import { quarantine } from '../../platform/mqtt/quarantine';
import type { PackedChange } from '../vehicles/fleet-change.reads';
import { int4s } from './binary-writer';
import type { RecordTypes, TelemetryBatch } from './telemetry-batch';
import { copyRows, insertRows, packChangedStates, statements } from './telemetry-batch.sql';
import { oldestDay } from './telemetry-maintenance';
import { lockStates, restartStates, statesOf, writeConnections, writeEngines, writeMovedClocks } from './write-rare';

const uniqueViolation = '23505';
/** Citus reports whatever a node refuses of a COPY without its code; an INSERT says what it is. */
const refusedByNode = 'XX000';
/** How long a day whose partition could not be made is left alone. */
const partitionPauseMs = 10_000;

const planned = (how: 'custom' | 'generic'): { text: string } => ({
  text: `SET LOCAL plan_cache_mode = force_${how}_plan`,
});
const asTx = (client: pg.PoolClient): Tx => ({
  query: async <T>(sql: string, values?: unknown[]) => (await client.query(sql, values)).rows as T,
});

/** Writes batches of telemetry, each in one transaction. What is thrown rolled everything back. */
export class TelemetryWriter {
  private readonly pool: pg.Pool;
  private readonly types = new WeakMap<pg.PoolClient, RecordTypes>();
  private readonly partitions = new Set<string>();
  private readonly partitionAgainAt = new Map<string, number>();
  /** asked once: it changes only while ingest is stopped */
  private distributed: boolean | undefined;

  /** `watched`: keys of the vehicles whose frames somebody waits for. */
  constructor(
    private readonly config: Config,
    private readonly log: Logger,
    private readonly watched: () => ReadonlySet<number>,
  ) {
    // its own connection: a report that fills the shared pool must not hold a commit up
    this.pool = new pg.Pool({
      connectionString: sessionUrl(config),
      max: 1,
      // kept in a quiet night, too: by it `distribute` sees that a process writes telemetry
      idleTimeoutMillis: 0,
      application_name: 'headland-ingest',
      connectionTimeoutMillis: 5_000,
      // one connection alone: a batch that waited for a server that vanished would be the last one
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      Client: WatchedClient,
      // each row that is written is found by its index, in the order of its lock; a plan is made once
      options:
        '-c timezone=UTC -c enable_hashjoin=off -c enable_mergejoin=off -c enable_seqscan=off -c plan_cache_mode=force_generic_plan',
    });
    this.pool.on('error', () => undefined);
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  /** Whether one statement takes all of the batch. Clocks lie on other nodes than states where rows are dealt to nodes. */
  takesInOne(batch: TelemetryBatch): boolean {
    return batch.simple && (this.distributed !== true || batch.changedClocks.size === 0);
  }

  /** Telemetry alone. A row that is there already, though nothing says that its message was received, is left as it is. */
  async simple(batch: TelemetryBatch): Promise<PackedChange> {
    try {
      return await this.writeCopied(batch);
    } catch (error) {
      const { code } = error as pg.DatabaseError;
      if (code !== uniqueViolation && !(this.distributed === true && code === refusedByNode)) throw error;
      return this.inTransaction(async (client) => ({ result: await this.writeTelemetry(client, batch), events: [] }));
    }
  }

  /** In one round trip: rows are copied, and the statement after them writes states and ranges. */
  private async writeCopied(batch: TelemetryBatch): Promise<PackedChange> {
    return this.onConnection(async (client) => {
      if (batch.rows.length === 0) return this.writeTelemetry(client, batch);
      const statement = this.stateStatement(batch, await this.typesOf(client));
      const copy = { name: 'telemetry-copy', text: copyRows, rows: batch.rows.copy() };
      const [change] = await copyThenQuery<PackedChange>(client, copy, statement);
      return change as PackedChange;
    });
  }

  /** The same where rows may be there already; needs a transaction if there are rows. */
  private async writeTelemetry(client: pg.PoolClient, batch: TelemetryBatch): Promise<PackedChange> {
    const types = await this.typesOf(client);
    const insert = { ...insertRows, values: batch.rowParameters(types) };
    // Citus has no generic plan for rows that it deals to its nodes
    const rows = this.distributed === true ? [planned('custom'), insert, planned('generic')] : [insert];
    // a property of the driver's client: all are sent at once
    const pipelined = client as pg.PoolClient & { pipeline: boolean };
    pipelined.pipeline = true;
    try {
      const sent = (batch.rows.length === 0 ? [] : rows).map((statement) => client.query(statement));
      const [states] = await Promise.all([client.query<PackedChange>(this.stateStatement(batch, types)), ...sent]);
      return states.rows[0] as PackedChange;
    } finally {
      pipelined.pipeline = false;
    }
  }

  /** The statement that writes states and ranges, and marks what is late. */
  private stateStatement(batch: TelemetryBatch, types: RecordTypes): { name: string; text: string; values: unknown[] } {
    const late = batch.lateParameters();
    // else `all` writes them after the rest
    const clocks = this.takesInOne(batch) ? batch.clockParameters() : null;
    const onTime = clocks === null ? statements.onTime : statements.clocks;
    const statement = late === null ? onTime : clocks === null ? statements.late : statements.lateAndClocks;
    const watched = this.watchedOf(batch.vehicleIds());
    return { ...statement, values: [...batch.parameters(types), watched, ...(late ?? []), ...(clocks ?? [])] };
  }

  /** Asked for once a connection: a database that was restored has other numbers, and new connections. */
  private async typesOf(client: pg.PoolClient): Promise<RecordTypes> {
    const known = this.types.get(client);
    if (known !== undefined) return known;
    const { rows } = await client.query<RecordTypes>(
      "SELECT 'telemetry_sample'::regtype::oid::bigint::float8 AS sample, 'stream_ranges'::regtype::oid::bigint::float8 AS ranges",
    );
    const types = rows[0] as RecordTypes;
    this.types.set(client, types);
    return types;
  }

  /** Those of the vehicles that somebody watches: PostgreSQL looks through the list for each state that it changes. */
  private watchedOf(vehicles: Iterable<number>): Buffer {
    const watched = this.watched();
    const found: number[] = [];
    if (watched.size > 0) for (const vehicle of vehicles) if (watched.has(vehicle)) found.push(vehicle);
    return int4s(found);
  }

  /** With whatever else the batch holds. */
  all(batch: TelemetryBatch): Promise<PackedChange[]> {
    return this.inTransaction(async (client) => {
      // one order of locks for all who write: states by vehicle, then devices, then clocks
      await lockStates(client, batch);
      await restartStates(client, batch);
      const { number } = await this.writeTelemetry(client, batch);
      await quarantine(asTx(client), batch.quarantined);
      const events = [...(await writeEngines(client, batch)), ...(await writeConnections(client, batch))];
      await writeMovedClocks(client, batch);
      const states = statesOf(batch);
      const { rows } = await client.query<PackedChange>(packChangedStates, [int4s(states), this.watchedOf(states)]);
      return { result: [{ number, map: null, watched: null }, ...rows], events };
    });
  }

  /**
   * What is committed together. Where rows go to other machines the commit has two phases, and must not hold the lock of
   * the event log meanwhile: what has events is committed before, and confirms the clocks of what follows.
   */
  async parts(held: PendingMessage[]): Promise<PendingMessage[][]> {
    this.distributed ??= await this.onConnection((client) => isDistributed(asTx(client)));
    if (!this.distributed) return [held];
    const hasEvents = ({ decoded: d }: PendingMessage): boolean => d.ok && (d.kind === 'engine' || d.kind === 'status');
    return [held.filter(hasEvents), held.filter((message) => !hasEvents(message))].filter((part) => part.length > 0);
  }

  /** `work` answers the events, too: they are sent with COMMIT, so that the log's lock does not wait for this process (platform/event-log/change.ts). */
  private inTransaction<T>(work: (client: pg.PoolClient) => Promise<{ result: T; events: object[] }>): Promise<T> {
    return this.onConnection(async (client) => {
      await client.query('BEGIN');
      try {
        const { result, events } = await work(client);
        await commitWith(client, events);
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  /** Ends the connection where the work failed. */
  private async onConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    // a server that dies also says so here; the query that waits reports it, and an unheard error would end the process
    const lost = (): void => undefined;
    client.on('error', lost);
    try {
      const result = await work(client);
      client.off('error', lost);
      client.release();
      return result;
    } catch (error) {
      // destroyed, so the listener stays with it: what else the broken connection says concerns nobody
      client.release(error as Error);
      throw error;
    }
  }

  /** Without its partition a day is written into the default one, and moved later (TelemetryMaintenance): never a reason to refuse a message. */
  async ensurePartition(day: string): Promise<void> {
    if (this.partitions.has(day) || day < oldestDay(databaseTime(), this.config.TELEMETRY_KEEP_DAYS)) return;
    if (performance.now() < (this.partitionAgainAt.get(day) ?? 0)) return;
    try {
      await this.inTransaction(async (client) => {
        // its own limit for a lock does not reach other nodes
        await client.query('SET LOCAL statement_timeout = 5000');
        await client.query('SELECT ensure_telemetry_day($1)', [day]);
        return { result: null, events: [] };
      });
      this.partitions.add(day);
      this.partitionAgainAt.delete(day);
    } catch (error) {
      this.partitionAgainAt.set(day, performance.now() + partitionPauseMs);
      this.log.warn(
        { error: (error as Error).message, day },
        'telemetry: the partition of a day was not made; its rows go into the default one meanwhile',
      );
    }
  }
}

async function commitWith(client: pg.PoolClient, events: readonly object[]): Promise<void> {
  if (events.length === 0) return void (await client.query('COMMIT'));
  // a property of the driver's client: both are sent at once; after events that were refused COMMIT is a ROLLBACK
  const pipelined = client as pg.PoolClient & { pipeline: boolean };
  pipelined.pipeline = true;
  try {
    const append = client.query('SELECT append_events($1::jsonb, now())', [JSON.stringify(events)]);
    for (const done of await Promise.allSettled([append, client.query('COMMIT')]))
      if (done.status === 'rejected') throw done.reason;
  } finally {
    pipelined.pipeline = false;
  }
}
