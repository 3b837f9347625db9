import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { QueryRunnerAlreadyReleasedError, type DataSource } from 'typeorm';
import type { EventName, LoggedEvent } from '@headland/contracts/event-log';
import { CONFIG, sessionUrl, type Config } from '../config';
import { SingleDuties, type SingleDuty } from '../jobs/single-duties';
import { LOG } from '../log';
import { isDatabaseFault } from '../mqtt/message-fault';
import { Change } from './change';
import { LogTail } from './log-tail';
import type { LogPosition, LogRow } from './log-reader';
import { recordLostEvents } from './record-lost-events';
import { noTracing, Tracing } from '../tracing/tracing';

/** A consequence of an event. Runs at least once, so it must be idempotent. Named as a sentence. */
export interface Policy<N extends EventName = EventName> {
  name: string;
  on: readonly N[];
  run(event: LoggedEvent<N> & { vehicleId: number | null }): Promise<void>;
}

/** Attempts of one policy on one event, about a second apart. */
const giveUpAfter = 10;

/** Of Node, for a server that is away, restarting or out of reach. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Of pg and pg-pool, whose errors have no code; TypeORM passes the words on. */
const connectionLost =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated\b.*|Client (has encountered a connection error|was closed) and is not queryable)$/;

/** Whether the connection failed, so that PostgreSQL answered nothing: it ends when the connection is back. */
export function isConnectionFault(error: unknown): boolean {
  // what TypeORM says of the queries that follow in a transaction whose connection it gave up
  if (error instanceof QueryRunnerAlreadyReleasedError) return true;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return networkCodes.has(code);
  return typeof message === 'string' && connectionLost.test(message);
}

/**
 * Reads the log from a checkpoint, in one jobs process at a time, and runs the policies in order. A policy that throws
 * holds the checkpoint and is retried.
 */
@Injectable()
export class Policies implements SingleDuty {
  readonly name = 'policies';
  private readonly byEvent = new Map<EventName, Policy[]>();
  private readonly failures = new Map<string, number>();
  private tail: LogTail | null = null;
  /** the position of previous tails */
  private read: LogPosition | null = null;

  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly change: Change,
    private readonly tracing: Tracing = noTracing,
  ) {
    duties.register(this);
  }

  /** Called by a slice's module in its constructor. */
  register<N extends EventName>(policy: Policy<N>): void {
    for (const name of policy.on)
      this.byEvent.set(name, [...(this.byEvent.get(name) ?? []), policy as unknown as Policy]);
  }

  async start(): Promise<void> {
    await this.database.query("INSERT INTO log_reader (name, number) VALUES ('policies', 0) ON CONFLICT DO NOTHING");
    const options = {
      begin: () => this.checkpoint(),
      deliver: (rows: LogRow[]) => this.deliver(rows),
      onAnotherLog: async (read: LogPosition) => {
        this.failures.clear();
        await recordLostEvents(this.change, this.database, read);
      },
    };
    // the leader's lock ends with its session, and a fail-over ends the session: only the last position tells the two
    // logs apart
    const { position } = this.tail ?? {};
    if (position !== undefined && position.at !== null) this.read = position;
    this.tail = new LogTail(this.database, sessionUrl(this.config), options, this.log);
    await this.tail.start(this.read);
  }

  async stop(): Promise<void> {
    await this.tail?.stop();
  }

  /** Stored beside the log, so that both have the same age in every copy of the database. */
  private async checkpoint(): Promise<LogPosition> {
    const [row] = await this.database.query<{ number: string; at: Date | null }[]>(
      "SELECT r.number, e.at FROM log_reader r LEFT JOIN event_log e ON e.number = r.number WHERE r.name = 'policies'",
    );
    return { number: Number(row?.number ?? 0), at: row?.at?.toISOString() ?? null };
  }

  private async deliver(rows: LogRow[]): Promise<void> {
    for (const row of rows) for (const policy of this.byEvent.get(row.name) ?? []) await this.attempt(policy, row);
    const last = rows.at(-1);
    // never in another log: its own events would be skipped
    await this.database.query(
      `UPDATE log_reader SET number = greatest(number, $1) WHERE name = 'policies'
         AND EXISTS (SELECT 1 FROM event_log WHERE number = $1 AND date_trunc('milliseconds', at) = $2::timestamptz)`,
      [last?.number, last?.at],
    );
  }

  private async attempt(policy: Policy, row: LogRow): Promise<void> {
    const key = `${policy.name} of event ${row.number}`;
    try {
      await this.tracing.continued(
        row.traceparent,
        `policy ${policy.name}`,
        () => ({ kind: 'consumer', attributes: { 'headland.event': row.name, 'headland.event.number': row.number } }),
        () => policy.run(row),
      );
      this.failures.delete(key);
    } catch (error) {
      // a database that refuses or is away does so for every event: none is skipped, however long it lasts
      if (isDatabaseFault(error) || isConnectionFault(error)) throw error;
      const failures = (this.failures.get(key) ?? 0) + 1;
      this.failures.set(key, failures);
      this.log.error({ error, policy: policy.name, number: row.number, failures }, 'policy failed');
      // one event that cannot be processed must not block every later escalation; the sweeps pick up what it left
      // undone
      if (failures < giveUpAfter) throw error;
      this.failures.delete(key);
    }
  }
}
