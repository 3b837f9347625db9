import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SingleDuties, type SingleDuty } from '../../platform/jobs/single-duties';
import { LOG } from '../../platform/log';
import { StatisticsAggregates } from './statistics-aggregates.tx';

/** How often the jobs process looks for finished intervals, finished days and late markers. */
const everyMs = 15_000;
/** How long a shutdown waits for the running step; it is repeated after the restart. */
const shutdownTimeoutMs = 2_000;

@Injectable()
export class AggregateStatistics implements SingleDuty {
  readonly name = 'figures';
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    duties: SingleDuties,
    private readonly aggregates: StatisticsAggregates,
    @Inject(LOG) private readonly log: Logger,
  ) {
    duties.register(this);
  }

  start(): void {
    this.stopped = false;
    const runAgain = (): void => {
      this.running = this.aggregates
        .update(() => this.stopped)
        .catch((error: unknown) => this.log.error({ error }, 'figures: not counted; the next try goes on from there'))
        .finally(() => {
          if (!this.stopped) this.timer = setTimeout(runAgain, everyMs);
        });
    };
    runAgain();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await Promise.race([this.running, wait(shutdownTimeoutMs, undefined, { ref: false })]);
  }
}
