import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { dayOf } from '@headland/domain/zone-day';
import { paced } from '../../platform/paced';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { SingleDuties, type SingleDuty } from '../../platform/jobs/single-duties';
import { LOG } from '../../platform/log';
import { advanceCycles, atOnce, redateCycles } from './plan-cycles.tx';

const everyMs = 20_000;
/** Clocks of ingest and jobs may differ by as much; what is looked at twice changes nothing. */
const slackMs = 2 * 60_000;
/** Vehicles that are counted anew in one transaction: what changes one of them meanwhile waits no longer than that. */
const sweptAtOnce = 500;

/**
 * Engine hours drive the cycles as they arrive: three times a minute those of the vehicles that were heard from are held against their marks. At
 * the change of the day in the product's zone, and at every start, all vehicles are counted anew: that finds what a job lost, hours that went back,
 * a cycle that was never begun, and moves the days of every percent. Runs in the jobs process, idempotent; only what moved is written.
 */
@Injectable()
export class CycleMaintenance implements SingleDuty {
  readonly name = 'consumable cycles';
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<unknown> = Promise.resolve();
  private stopped = false;
  private heardSince: Date | null = null;
  private sweptDay: string | null = null;

  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    duties.register(this);
  }

  start(): void {
    this.stopped = false;
    // what changed while another process did it, it has not seen
    this.heardSince = null;
    this.sweptDay = null;
    const again = (): void => {
      this.running = this.run()
        .catch((error: unknown) =>
          this.log.error({ error }, 'consumable cycles were not brought up to date; next try in a moment'),
        )
        .finally(() => {
          if (!this.stopped) this.timer = setTimeout(again, everyMs).unref();
        });
    };
    again();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  async run(): Promise<void> {
    const now = this.now();
    const today = dayOf(now.getTime(), this.config.PRODUCT_TIME_ZONE);
    if (this.sweptDay !== today) await this.sweep(now);
    else await this.advance(new Date((this.heardSince ?? now).getTime() - slackMs), now);
    // what was ended in the middle is done by the next process
    if (this.stopped) return;
    this.sweptDay = today;
    this.heardSince = now;
  }

  /** What passed a mark since then: hours of vehicles that were heard from, and days up to today. Answers how many cycles were written. */
  async advance(since: Date, now: Date): Promise<number> {
    let written = 0;
    for (;;) {
      const { moved } = await this.database.transaction((tx) =>
        advanceCycles(tx, since, now, this.config.PRODUCT_TIME_ZONE),
      );
      written += moved;
      if (moved < atOnce || this.stopped) return written;
    }
  }

  /** All vehicles, some hundred in a transaction; of two jobs processes one after the other, and the second finds nothing left. Answers how many cycles turned or began. */
  async sweep(now: Date): Promise<number> {
    let turned = 0;
    for (let last = 0; !this.stopped;) {
      const vehicles = await this.database.query<{ id: number }[]>(
        `SELECT id FROM vehicle WHERE id > $1 ORDER BY id LIMIT ${sweptAtOnce}`,
        [last],
      );
      if (vehicles.length === 0) break;
      last = vehicles.at(-1)?.id ?? last;
      const { started, imminent, exceeded, safe } = await paced(
        () =>
          this.database.transaction(async (tx) => {
            await tx.query('SELECT pg_advisory_xact_lock(7230, 0)');
            return redateCycles(tx, { vehicleIds: vehicles.map((v) => v.id) }, now, this.config.PRODUCT_TIME_ZONE);
          }),
        // a whole fleet is to be planned within five minutes: a third of the time is rest
        { times: 0.5 },
      );
      turned += started + imminent + exceeded + safe;
    }
    return turned;
  }
}
