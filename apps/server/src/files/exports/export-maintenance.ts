import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import { SingleDuties } from '../../platform/jobs/single-duties';

const keptMs = 7 * 24 * 3_600_000;

/** Ends workbooks after a week; that they were written stands in the event log. Runs in the jobs process, hourly, idempotent. */
@Injectable()
export class ExportMaintenance {
  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    duties.hourly('export upkeep', () => this.run());
  }

  /** Row by statement, bytes by the upkeep of files, which nothing keeps any more. */
  async run(): Promise<void> {
    await this.database.query(
      `WITH ended AS (DELETE FROM list_export WHERE created_at < $1 RETURNING file_id)
       UPDATE stored_file SET kept = false WHERE id IN (SELECT file_id FROM ended)`,
      [new Date(this.now().getTime() - keptMs)],
    );
  }
}
