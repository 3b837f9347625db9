import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { dayOf, dayStart, plusDays } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, runs, type Config } from '../../platform/config';
import { Timers } from '../../platform/jobs/timers';
import { LOG } from '../../platform/log';
import { CycleMaintenance } from './cycle-maintenance';
import { dueDaysAfter } from './plan-cycles.tx';

export const turnConsumables = 'turn-consumables';
const pollMs = 60_000;
const sweepMs = 10 * 60_000;
const dayMs = 86_400_000;
/** A day as the number in its job's name: days since 1970-01-01. */
export const numberOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
const dayOfNumber = (number: number): string => plusDays('1970-01-01', number);

/**
 * Days drive the cycles by timed jobs: one for each day on which any cycle changes state, named by the day, so that a
 * day is scheduled once however many cycles it has, and however often they are recalculated. It runs in the first
 * second of the day in the product's zone. The days are read from the cycles each minute, so another sale date, cycle,
 * replacement or correction has its job a minute later; at midnight every job is scheduled again, so an emptied queue
 * is refilled, and what it lost is found in the tables by the sweep.
 */
@Injectable()
export class TurnConsumablesWhenTheirDayComes implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private readonly planned = new Set<string>();
  private plannedOn: string | null = null;
  private stopped = false;

  constructor(
    private readonly timers: Timers,
    private readonly maintenance: CycleMaintenance,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    timers.register({
      name: turnConsumables,
      // by the clock, not by the job: an early or late one processes what is due now
      run: () => this.maintenance.advance(this.now(), this.now()),
      due: () => this.overdue(),
      sweepMs,
    });
  }

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'jobs')) return;
    const runAgain = (): void => {
      void this.plan()
        .catch((error: unknown) =>
          this.log.error({ error }, 'due days of consumables were not planned; the sweep turns them'),
        )
        .finally(() => {
          if (!this.stopped) this.timer = setTimeout(runAgain, pollMs).unref();
        });
    };
    // after everything else has started, including the queue
    this.timer = setTimeout(runAgain, 0);
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
  }

  /** Schedules a job for each day with cycle changes, unless this process has done so today. */
  async plan(): Promise<void> {
    const zone = this.config.PRODUCT_TIME_ZONE;
    const today = dayOf(this.now().getTime(), zone);
    if (this.plannedOn !== today) this.planned.clear();
    for (const day of await dueDaysAfter(this.database, today)) {
      if (this.planned.has(day)) continue;
      this.timers.plan(turnConsumables, numberOfDay(day), new Date(dayStart(day, zone)));
      this.planned.add(day);
    }
    this.plannedOn = today;
  }

  /** Days up to today with overdue cycle changes: only while a job is late or lost. */
  private async overdue(): Promise<number[]> {
    const today = dayOf(this.now().getTime(), this.config.PRODUCT_TIME_ZONE);
    const days = await dueDaysAfter(this.database, dayOfNumber(0));
    return days.filter((day) => day <= today).map(numberOfDay);
  }
}
