import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CONFIG, runs, type Config } from '../platform/config';
import { LOG } from '../platform/log';
import { Figures } from './figures.part';

/** How often the jobs process looks for quarters that are over, days that ended and marks of what came late. */
const everyMs = 15_000;
/** How long a process that ends waits for the step that runs; it is done again after the restart. */
const patienceMs = 2_000;

@Injectable()
export class KeepFigures implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly figures: Figures,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'jobs')) return;
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

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await Promise.race([this.running, wait(patienceMs, undefined, { ref: false })]);
  }
}
