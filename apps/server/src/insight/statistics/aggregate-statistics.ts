import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SingleDuties, type SingleDuty } from '../../platform/jobs/single-duties';
import { LOG } from '../../platform/log';
import { StatisticsAggregates } from './statistics-aggregates.tx';

/** How often the jobs process looks for quarters that are over, days that ended and marks of what came late. */
const everyMs = 15_000;
/** How long a process that ends waits for the step that runs; it is done again after the restart. */
const patienceMs = 2_000;

@Injectable()
export class AggregateStatistics implements SingleDuty {
  readonly name = 'figures';
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    duties: SingleDuties,
    private readonly figures: StatisticsAggregates,
    @Inject(LOG) private readonly log: Logger,
  ) {
    duties.register(this);
  }

  start(): void {
    this.stopped = false;
    const again = (): void => {
      this.running = this.figures
        .keep(() => this.stopped)
        .catch((error: unknown) => this.log.error({ error }, 'figures: not counted; the next try goes on from there'))
        .finally(() => {
          if (!this.stopped) this.timer = setTimeout(again, everyMs);
        });
    };
    again();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await Promise.race([this.running, wait(patienceMs, undefined, { ref: false })]);
  }
}
