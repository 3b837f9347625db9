import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { LOG } from '../../platform/log';
import { ingestMetrics } from '../../platform/metrics';
import { dayMs } from './telemetry-day';

/** Often enough that a day whose partition could not be made does not stay long in the default one. */
const everyMs = 600_000;

/** Partitions three days ahead, retention by drop, and an empty default partition. Runs in one jobs process, idempotent. */
@Injectable()
export class TelemetryMaintenance {
  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    duties.every('telemetry maintenance', everyMs, 'telemetry maintenance failed; next try in ten minutes', () =>
      this.run(),
    );
  }

  /** Whether everything could be done; what could not does not keep the rest from being done. */
  async run(): Promise<boolean> {
    const oldest = oldestDay(this.now(), this.config.TELEMETRY_KEEP_DAYS);
    const done = [
      await this.attempt('days ahead', () => ensureDaysAhead(this.database, this.now())),
      await this.attempt('retention', () => this.dropBefore(oldest)),
      await this.attempt('default partition', () => this.emptyDefault(oldest)),
    ];
    return done.every(Boolean);
  }

  private async attempt(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.log.error({ error, what }, 'telemetry maintenance failed; next try in ten minutes');
      return false;
    }
  }

  private async dropBefore(oldest: string): Promise<void> {
    const partitions = await this.database.query<{ name: string }[]>(
      "SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'telemetry'::regclass AND c.relname ~ '^telemetry_\\d{8}$'",
    );
    for (const { name } of partitions.filter((p) => p.name < `telemetry_${oldest.replaceAll('-', '')}`)) {
      await this.database.transaction(async (tx) => {
        // who waits for this lock stands before everybody who writes telemetry
        await tx.query("SET LOCAL lock_timeout = '3s'");
        await tx.query(`DROP TABLE "${name}"`);
      });
      this.log.info({ partition: name }, 'telemetry: a day past its retention was dropped');
    }
  }

  /** Rows that came without a partition (late data, a day that was detached or could not be made) move into their day, or go with their retention. */
  private async emptyDefault(oldest: string): Promise<void> {
    try {
      await this.database.query("DELETE FROM telemetry_default WHERE ts < $1::timestamp AT TIME ZONE 'UTC'", [oldest]);
      const days = await this.database.query<{ day: string }[]>(
        "SELECT DISTINCT (ts AT TIME ZONE 'UTC')::date::text AS day FROM telemetry_default",
      );
      for (const { day } of days) await this.database.query('SELECT ensure_telemetry_day($1)', [day]);
    } finally {
      const [row] = await this.database.query<{ rows: string }[]>('SELECT count(*) AS rows FROM telemetry_default');
      ingestMetrics.defaultRows.set(Number(row?.rows ?? 0));
    }
  }
}

/** The first UTC day that is kept. */
export const oldestDay = (now: Date, keepDays: number): string =>
  new Date(now.getTime() - keepDays * dayMs).toISOString().slice(0, 10);

/** From yesterday to three days ahead (UTC days). */
export async function ensureDaysAhead(database: Pick<DataSource, 'query'>, now: Date): Promise<void> {
  for (let day = -1; day <= 3; day++)
    await database.query('SELECT ensure_telemetry_day($1)', [
      new Date(now.getTime() + day * dayMs).toISOString().slice(0, 10),
    ]);
}
