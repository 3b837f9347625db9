import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Timers } from '../../platform/jobs/timers';
import { EndRemoteStartWhenDue, endingStarts } from './end-remote-start.command';

/** A remote start succeeds with the engine that runs in a sample, checked every two seconds while a request is open, and fails with a stopped one, or without a sample. */
@Injectable()
export class EndRemoteStartWhenEngineRunsOrTimeIsUp {
  constructor(timers: Timers, commands: CommandBus, @InjectDataSource() database: DataSource) {
    timers.register({
      name: 'end-remote-start',
      run: (id) => commands.execute(new EndRemoteStartWhenDue(id)),
      due: async () => (await database.query<{ id: number }[]>(endingStarts)).map((c) => c.id),
      sweepMs: 2_000,
    });
  }
}
