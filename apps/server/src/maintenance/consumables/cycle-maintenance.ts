import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { dayOf } from '@headland/domain/zone-day';
import { paced } from '../../platform/paced';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { advisoryLocks } from '../../platform/database/advisory-locks';
import { SingleDuties, type DutyRun } from '../../platform/jobs/single-duties';
import { advanceCycles, atOnce, redateCycles } from './plan-cycles.tx';

const everyMs = 20_000;
/** Clock difference allowed between ingest and jobs; checking a vehicle twice changes nothing. */
const slackMs = 2 * 60_000;
/** Vehicles recalculated in one transaction: concurrent changes of one of them wait no longer than that. */
const sweptAtOnce = 500;
const never = (): boolean => false;

/**
 * Engine hours drive the cycles as they arrive: three times a minute the cycles of vehicles with new telemetry are
 * checked against their limits. At midnight in the product's zone, and at every start, all vehicles are recalculated:
 * that finds what a job lost, hours that went back, a cycle that was never started, and updates the days of every
 * percent. Runs in the jobs process, idempotent; only changed rows are written.
 */
@Injectable()
export class CycleMaintenance {
  private lastRunAt: Date | null = null;
  private sweptDay: string | null = null;

  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    duties.every(
      'consumable cycles',
      everyMs,
      'consumable cycles were not brought up to date; next try in a moment',
      (now) => this.run(now),
    );
  }

  async run({ first, stopped }: DutyRun = { first: false, stopped: never }): Promise<void> {
    if (first) {
      // it has not seen changes while another process was the leader
      this.lastRunAt = null;
      this.sweptDay = null;
    }
    const now = this.now();
    const today = dayOf(now.getTime(), this.config.PRODUCT_TIME_ZONE);
    if (this.sweptDay !== today) await this.sweep(now, sweptAtOnce, stopped);
    else await this.advance(new Date((this.lastRunAt ?? now).getTime() - slackMs), now, stopped);
    // an interrupted run is finished by the next process
    if (stopped()) return;
    this.sweptDay = today;
    this.lastRunAt = now;
  }

  /**
   * Cycles that passed a limit since then: by hours of vehicles with new telemetry, and by days up to today. Returns
   * how many were written.
   */
  async advance(since: Date, now: Date, stopped = never): Promise<number> {
    let written = 0;
    for (;;) {
      const { moved } = await this.database.transaction((tx) =>
        advanceCycles(tx, since, now, this.config.PRODUCT_TIME_ZONE),
      );
      written += moved;
      if (moved < atOnce || stopped()) return written;
    }
  }

  /**
   * All vehicles, some hundred per transaction; two jobs processes run one after the other, and the second finds
   * nothing to do. A large fleet takes long, so limits that are passed meanwhile are seen to in between. Returns how
   * many cycles changed state or started.
   */
  async sweep(now: Date, vehiclesAtOnce = sweptAtOnce, stopped = never): Promise<number> {
    let changed = 0;
    let advancedAt = this.lastRunAt ?? now;
    for (let last = 0; !stopped();) {
      const vehicles = await this.database.query<{ id: number }[]>(
        'SELECT id FROM vehicle WHERE id > $1 ORDER BY id LIMIT $2',
        [last, vehiclesAtOnce],
      );
      if (vehicles.length === 0) break;
      last = vehicles.at(-1)?.id ?? last;
      const { started, imminent, exceeded, safe } = await paced(
        () =>
          this.database.transaction(async (tx) => {
            await tx.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.redateCycles})`);
            return redateCycles(tx, { vehicleIds: vehicles.map((v) => v.id) }, now, this.config.PRODUCT_TIME_ZONE);
          }),
        // a whole fleet needs less than five minutes: a third of the time is rest
        { times: 0.5 },
      );
      changed += started + imminent + exceeded + safe;
      const at = this.now();
      if (at.getTime() - advancedAt.getTime() < everyMs) continue;
      await this.advance(new Date(advancedAt.getTime() - slackMs), at, stopped);
      advancedAt = at;
    }
    return changed;
  }
}
