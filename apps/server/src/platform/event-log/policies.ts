import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { EventName, LoggedEvent } from '@headland/contracts/event-log';
import { CONFIG, runs, type Config } from '../config';
import { LOG } from '../log';
import { LogTail } from './log-tail';
import type { LogRow } from './log-reader';

/** A consequence: what happens when an event was logged. At least once, so it must be idempotent. Named as a sentence. */
export interface Policy<N extends EventName = EventName> {
  name: string;
  on: readonly N[];
  run(event: LoggedEvent<N> & { vehicleId: number | null }): Promise<void>;
}

/** Attempts of one policy on one event, about a second apart. */
const giveUpAfter = 10;

/** Reads the log from a checkpoint in the jobs process and runs the policies in order. A policy that throws holds the checkpoint and is tried again. */
@Injectable()
export class Policies implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly byEvent = new Map<EventName, Policy[]>();
  private readonly failures = new Map<string, number>();
  private tail: LogTail | null = null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Called by a slice's module at its construction. */
  register<N extends EventName>(policy: Policy<N>): void {
    for (const name of policy.on) this.byEvent.set(name, [...(this.byEvent.get(name) ?? []), policy as unknown as Policy]);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!runs(this.config, 'jobs')) return;
    await this.database.query("INSERT INTO log_reader (name, number) VALUES ('policies', 0) ON CONFLICT DO NOTHING");
    const [row] = await this.database.query<{ number: string }[]>("SELECT number FROM log_reader WHERE name = 'policies'");
    this.tail = new LogTail(this.database, this.config.DATABASE_URL, (rows) => this.deliver(rows), this.log);
    await this.tail.start(Number(row?.number ?? 0));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tail?.stop();
  }

  get head(): number {
    return this.tail?.head ?? 0;
  }

  private async deliver(rows: LogRow[]): Promise<void> {
    for (const row of rows) for (const policy of this.byEvent.get(row.name) ?? []) await this.attempt(policy, row);
    await this.database.query("UPDATE log_reader SET number = greatest(number, $1) WHERE name = 'policies'", [rows.at(-1)?.number]);
  }

  private async attempt(policy: Policy, row: LogRow): Promise<void> {
    const key = `${policy.name} of event ${row.number}`;
    try {
      await policy.run(row);
      this.failures.delete(key);
    } catch (error) {
      const failures = (this.failures.get(key) ?? 0) + 1;
      this.failures.set(key, failures);
      this.log.error({ error, policy: policy.name, number: row.number, failures }, 'policy failed');
      // one event that can't be digested must not hold back every later escalation; the sweeps find what it left undone
      if (failures < giveUpAfter) throw error;
      this.failures.delete(key);
    }
  }
}
