import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { dayOf } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { visibleSql } from '../../platform/database/posting';
import { Timers } from '../../platform/jobs/timers';
import { PushNotice } from './push-notice.command';

/** A notice with a push is sent when it becomes visible, by hand or by its start day. What is due stands in the table, so that no restart loses it. */
@Injectable()
export class PushNoticesWhenPublished {
  constructor(
    timers: Timers,
    commands: CommandBus,
    @InjectDataSource() database: DataSource,
    @Inject(CLOCK) now: Clock,
    @Inject(CONFIG) { PRODUCT_TIME_ZONE }: Config,
  ) {
    timers.register({
      name: 'push-notice',
      run: (id) => commands.execute(new PushNotice(id)),
      due: async () => {
        const at = now();
        const rows = await database.query<{ id: number }[]>(
          `SELECT n.id FROM notice n WHERE n.push_state IN ('waiting', 'sending') AND n.removed_at IS NULL
             AND (n.push_at IS NULL OR n.push_at <= $2) AND ${visibleSql('n', '$1')} ORDER BY n.id`,
          [dayOf(at.getTime(), PRODUCT_TIME_ZONE), at],
        );
        return rows.map((row) => row.id);
      },
      sweepMs: 2_000,
    });
  }
}
