import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../platform/clock';
import { CONFIG, runs, type Config } from '../platform/config';
import { LOG } from '../platform/log';

const hourMs = 3_600_000;
const keptMs = 7 * 24 * hourMs;

/** Ends workbooks after a week; that they were written stands in the event log. Runs in the jobs process, hourly, idempotent. */
@Injectable()
export class ExportUpkeep implements OnApplicationBootstrap, OnApplicationShutdown {
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
        .catch((error: unknown) => this.log.error({ error }, 'export upkeep failed; next try in an hour'))
        .finally(() => (this.timer = setTimeout(again, hourMs).unref()));
    };
    again();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  /** Row by statement, bytes by the upkeep of files, which nothing keeps any more. */
  async run(): Promise<void> {
    await this.database.query(
      `WITH ended AS (DELETE FROM list_export WHERE created_at < $1 RETURNING file_id)
       UPDATE stored_file SET kept = false WHERE id IN (SELECT file_id FROM ended)`,
      [new Date(this.now().getTime() - keptMs)],
    );
  }
}
