import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../clock';
import { CONFIG, runs, type Config } from '../config';
import { LOG } from '../log';
import { FileStore } from './file-store';

const hourMs = 3_600_000;
/** How long a file waits for the record that it was uploaded for. */
const keptMs = 24 * hourMs;

/** Ends files that no record took within a day, and bytes without a row. Runs in the jobs process, hourly, idempotent. */
@Injectable()
export class FileUpkeep implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly files: FileStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'jobs')) return;
    const again = (): void => {
      void this.run()
        .catch((error: unknown) => this.log.error({ error }, 'file upkeep failed; next try in an hour'))
        .finally(() => (this.timer = setTimeout(again, hourMs).unref()));
    };
    again();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  async run(): Promise<void> {
    const swept = await this.files.sweep(new Date(this.now().getTime() - keptMs));
    if (swept.files + swept.strays > 0) this.log.info(swept, 'files that nothing keeps were ended');
  }
}
