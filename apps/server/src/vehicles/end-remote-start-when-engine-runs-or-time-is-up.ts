import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { startWithinMs } from '@headland/domain/remote-start';
import { Policies } from '../platform/event-log/policies';
import { Timers } from '../platform/jobs/timers';
import { ConfirmRemoteStart, EndRemoteStartWhenDue } from './end-remote-start.command';

/** A remote start succeeds with the engine that starts, and fails when half a minute has passed without. */
@Injectable()
export class EndRemoteStartWhenEngineRunsOrTimeIsUp {
  constructor(timers: Timers, policies: Policies, commands: CommandBus, @InjectDataSource() database: DataSource) {
    timers.register({
      name: 'end-remote-start',
      run: (id) => commands.execute(new EndRemoteStartWhenDue(id)),
      due: async () =>
        (await database.query<{ id: number }[]>("SELECT id FROM control_request WHERE state = 'requested' AND due_at <= now() LIMIT 500")).map((c) => c.id),
      sweepMs: 2_000,
    });
    policies.register({
      name: 'plan-end-of-remote-start',
      on: ['control.requested'],
      run: ({ at, payload }) => {
        timers.plan('end-remote-start', payload.requestId, new Date(Date.parse(at) + startWithinMs));
        return Promise.resolve();
      },
    });
    policies.register({
      name: 'end-remote-start-when-engine-runs',
      on: ['engine.started'],
      run: async ({ at, payload: { vehicleId } }) => {
        if (vehicleId !== null) await commands.execute(new ConfirmRemoteStart(vehicleId, new Date(at)));
      },
    });
  }
}
