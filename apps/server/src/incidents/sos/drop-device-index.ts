import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { lockTimeoutMs } from '../../platform/database/run-migrations';
import { SingleDuties } from '../../platform/jobs/single-duties';

/**
 * Drops the index that earlier releases use to find a second press of the same SOS: by device. They cannot record an
 * SOS without it, but it prevents a terminal that was moved from raising an SOS for its new vehicle. So it outlives the
 * upgrade by a day (migration 1764000172000 writes until when into its comment). Runs in one jobs process, hourly,
 * idempotent.
 */
@Injectable()
export class DropDeviceIndex {
  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
  ) {
    duties.hourly('SOS index of the release before', () => this.run());
  }

  async run(): Promise<void> {
    await this.database.transaction(async (tx) => {
      const due = await tx.query<unknown[]>(
        "SELECT 1 FROM pg_class WHERE oid = to_regclass('sos_call_open') AND obj_description(oid, 'pg_class')::timestamptz <= now()",
      );
      if (due.length === 0) return;
      await tx.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      await tx.query('DROP INDEX sos_call_open');
    });
  }
}
