import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../platform/clock';
import { CONFIG, runs, type Config } from '../platform/config';
import { LOG } from '../platform/log';
import { ingestMetrics } from '../platform/metrics';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Partitions three days ahead, retention by detach and drop, and an eye on the default partition. Runs in the jobs process, hourly, idempotent. */
@Injectable()
export class TelemetryUpkeep implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'jobs')) return;
    const again = (): void => {
      void this.run()
        .catch((error: unknown) => this.log.error({ error }, 'telemetry upkeep failed; next try in an hour'))
        .finally(() => (this.timer = setTimeout(again, hourMs).unref()));
    };
    again();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  async run(): Promise<void> {
    await ensureDaysAhead(this.database, this.now());
    const oldest = new Date(this.now().getTime() - this.config.TELEMETRY_KEEP_DAYS * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
    const partitions = await this.database.query<{ name: string }[]>(
      "SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'telemetry'::regclass AND c.relname ~ '^telemetry_\\d{8}$'",
    );
    for (const { name } of partitions.filter((p) => p.name < `telemetry_${oldest}`)) {
      await this.database.query(`ALTER TABLE telemetry DETACH PARTITION "${name}"`);
      await this.database.query(`DROP TABLE "${name}"`);
      this.log.info({ partition: name }, 'telemetry: a day past its retention was dropped');
    }
    const [row] = await this.database.query<{ rows: string }[]>('SELECT count(*) AS rows FROM telemetry_default');
    ingestMetrics.defaultRows.set(Number(row?.rows ?? 0));
  }
}

/** From yesterday to three days ahead (UTC days). */
export async function ensureDaysAhead(database: Pick<DataSource, 'query'>, now: Date): Promise<void> {
  for (let day = -1; day <= 3; day++) await database.query('SELECT ensure_telemetry_day($1)', [new Date(now.getTime() + day * dayMs).toISOString().slice(0, 10)]);
}
