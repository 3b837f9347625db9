import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import { Timers } from '../../platform/jobs/timers';

const keptMs = 24 * 3_600_000;

/** An upload that was not saved within a day is deleted: its rows are names and phones of customers. The file is deleted with unreferenced files. */
@Injectable()
export class ForgetSaleUploads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    timers: Timers,
  ) {
    timers.register({
      name: 'forget-sale-upload',
      run: (id) => this.forget(id),
      due: () => this.due(),
      sweepMs: 3_600_000,
    });
  }

  async due(): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      "SELECT id FROM sale_upload WHERE state <> 'saved' AND created_at < $1 ORDER BY created_at LIMIT 1000",
      [this.before()],
    );
    return rows.map((r) => r.id);
  }

  async forget(id: number): Promise<void> {
    await this.database.query("DELETE FROM sale_upload WHERE id = $1 AND state <> 'saved' AND created_at < $2", [
      id,
      this.before(),
    ]);
  }

  private before(): Date {
    return new Date(this.now().getTime() - keptMs);
  }
}
