import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import { ExportRegistry } from '../../platform/exports/export-registry';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { keptMsOf } from './export-request';

/**
 * Ends workbooks after a week, those of measured data after hours; the exports remain in the event log. Runs
 * in the jobs process, hourly, idempotent.
 */
@Injectable()
export class ExportMaintenance {
  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly registry: ExportRegistry,
  ) {
    duties.hourly('export maintenance', () => this.run());
  }

  /** Row by statement, bytes by the maintenance of unreferenced files. */
  async run(): Promise<void> {
    const names = this.registry.names();
    const bounds = names.map((name) => new Date(this.now().getTime() - keptMsOf(this.registry.find(name))));
    await this.database.query(
      `WITH ended AS (DELETE FROM list_export e USING unnest($1::text[], $2::timestamptz[]) AS b(list, before)
         WHERE e.list = b.list AND e.created_at < b.before AND NOT e.waited_for RETURNING file_id)
       UPDATE stored_file SET kept = false WHERE id IN (SELECT file_id FROM ended)`,
      [names, bounds],
    );
  }
}
