import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Timers } from '../../platform/jobs/timers';
import { RedateModel } from './redate-model.command';

/** What a changed consumables set has left to the jobs is done within seconds, and again after a restart until it is done. */
@Injectable()
export class RedateVehiclesWhenSetChanged {
  constructor(timers: Timers, commands: CommandBus, @InjectDataSource() database: DataSource) {
    timers.register({
      name: 'redate-model',
      run: (id) => commands.execute(new RedateModel(id)),
      due: async () =>
        (await database.query<{ id: number }[]>('SELECT model_id AS id FROM model_redating ORDER BY wanted_at')).map(
          (r) => r.id,
        ),
      sweepMs: 1_000,
    });
  }
}
