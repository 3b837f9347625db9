import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../clock';
import { SingleDuties } from '../jobs/single-duties';
import { LOG } from '../log';
import { FileStore } from './file-store';

/** How long an uploaded file waits for its record. */
const keptMs = 24 * 3_600_000;

/**
 * Deletes files that no record references within a day, and bytes without a row. Runs in the jobs process, hourly,
 * idempotent.
 */
@Injectable()
export class FileMaintenance {
  constructor(
    duties: SingleDuties,
    private readonly files: FileStore,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    duties.hourly('file maintenance', () => this.run());
  }

  async run(): Promise<void> {
    const swept = await this.files.sweep(new Date(this.now().getTime() - keptMs));
    if (swept.files + swept.orphans > 0) this.log.info(swept, 'files that nothing keeps were ended');
  }
}
