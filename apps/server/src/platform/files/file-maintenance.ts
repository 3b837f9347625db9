import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../clock';
import { SingleDuties } from '../jobs/single-duties';
import { LOG } from '../log';
import { FileStore } from './file-store';

/** How long a file waits for the record that it was uploaded for. */
const keptMs = 24 * 3_600_000;

/** Ends files that no record took within a day, and bytes without a row. Runs in the jobs process, hourly, idempotent. */
@Injectable()
export class FileMaintenance {
  constructor(
    duties: SingleDuties,
    private readonly files: FileStore,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    duties.hourly('file upkeep', () => this.run());
  }

  async run(): Promise<void> {
    const swept = await this.files.sweep(new Date(this.now().getTime() - keptMs));
    if (swept.files + swept.strays > 0) this.log.info(swept, 'files that nothing keeps were ended');
  }
}
