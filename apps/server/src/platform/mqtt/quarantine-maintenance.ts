import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock';
import { CONFIG, type Config } from '../config';
import { SingleDuties } from '../jobs/single-duties';

const dayMs = 24 * 3_600_000;
/** Rows of one statement. */
const atOnce = 1_000;

/** Deletes quarantined messages past their retention. Runs in one jobs process, hourly, idempotent. */
@Injectable()
export class QuarantineMaintenance {
  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    duties.hourly('quarantine maintenance', () => this.run());
  }

  async run(): Promise<void> {
    const oldest = new Date(this.now().getTime() - this.config.QUARANTINE_KEEP_DAYS * dayMs);
    for (let rows = atOnce; rows === atOnce;) {
      const [deleted] = await this.database.query<{ rows: number }[]>(
        `WITH old AS (DELETE FROM quarantine WHERE id IN (SELECT id FROM quarantine WHERE received_at < $1 ORDER BY received_at LIMIT ${atOnce}) RETURNING 1)
         SELECT count(*)::int AS rows FROM old`,
        [oldest],
      );
      rows = deleted?.rows ?? 0;
    }
    await this.database.query('DELETE FROM quarantine_discarded WHERE hour < $1', [oldest]);
  }
}
