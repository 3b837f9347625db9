import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Timers } from '../platform/jobs/timers';
import { SendDelivery } from './send-delivery.command';

/** Each queued message has its timer; the sweep over the table finds what no timer did. */
@Injectable()
export class SendDeliveriesWhenDue {
  constructor(timers: Timers, commands: CommandBus, @InjectDataSource() database: DataSource) {
    timers.register({
      name: 'send-delivery',
      run: (id) => commands.execute(new SendDelivery(id)),
      due: async () =>
        (await database.query<{ id: number }[]>("SELECT id FROM delivery WHERE state = 'queued' AND next_try_at <= now() ORDER BY id LIMIT 500")).map((d) => d.id),
      sweepMs: 2_000,
    });
  }
}
