import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { dayOf } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../platform/clock';
import { CONFIG, runs, type Config } from '../platform/config';
import { LOG } from '../platform/log';
import { advanceCycles, redateCycles } from './plan-cycles.part';

const minuteMs = 60_000;
/** Clocks of ingest and jobs may differ by as much; what is looked at twice changes nothing. */
const slackMs = 2 * minuteMs;

/**
 * Engine hours drive the cycles as they arrive: once a minute those of the vehicles that were heard from are held against their marks, and the days
 * against the calendar. At the change of the day in the product's zone, and at every start, each model is counted anew as a whole: that finds what
 * a job lost, hours that went back, and a cycle that was never begun. Runs in the jobs process, idempotent.
 */
@Injectable()
export class ConsumableUpkeep implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  private heardSince: Date | null = null;
  private sweptDay: string | null = null;

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
        .catch((error: unknown) => this.log.error({ error }, 'consumable cycles were not brought up to date; next try in a minute'))
        .finally(() => {
          if (!this.stopped) this.timer = setTimeout(again, minuteMs).unref();
        });
    };
    again();
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
  }

  async run(): Promise<void> {
    const now = this.now();
    const zone = this.config.PRODUCT_TIME_ZONE;
    const today = dayOf(now.getTime(), zone);
    if (this.sweptDay !== today) await this.sweep(now);
    else await advanceCycles(this.database, new Date((this.heardSince ?? now).getTime() - slackMs), now, zone);
    this.sweptDay = today;
    this.heardSince = now;
  }

  /** Model by model: whoever changes a model or its vehicles meanwhile waits for one, and of two jobs processes each finds what is left. */
  private async sweep(now: Date): Promise<void> {
    const models = await this.database.query<{ id: number }[]>('SELECT id FROM model ORDER BY id');
    for (const { id } of models)
      await this.database.transaction(async (tx) => {
        await tx.query('SELECT 1 FROM model WHERE id = $1 FOR UPDATE', [id]);
        await redateCycles(tx, { modelId: id }, now, this.config.PRODUCT_TIME_ZONE);
      });
  }
}
