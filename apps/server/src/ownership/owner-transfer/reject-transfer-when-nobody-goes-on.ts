import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import { Policies } from '../../platform/event-log/policies';
import { Timers } from '../../platform/jobs/timers';
import { RejectTransferWhenDue } from './reject-transfer.command';

/** Each step plans the end of the wait for the next one; the sweep over the transfers finds what no timer did. */
@Injectable()
export class RejectTransferWhenNobodyGoesOn {
  constructor(
    timers: Timers,
    policies: Policies,
    commands: CommandBus,
    @InjectDataSource() database: DataSource,
    @Inject(CLOCK) now: Clock,
  ) {
    timers.register({
      name: 'reject-transfer',
      run: (id) => commands.execute(new RejectTransferWhenDue(id)),
      due: async () =>
        (
          await database.query<{ id: number }[]>(
            'SELECT id FROM owner_transfer WHERE decided_at IS NULL AND due_at <= $1 ORDER BY due_at LIMIT 500',
            [now()],
          )
        ).map((t) => t.id),
      sweepMs: 60_000,
    });
    policies.register({
      name: 'reject-transfer-when-nobody-goes-on',
      on: ['transfer.requested', 'transfer.accepted'],
      run: ({ payload: { transfer } }) => {
        if (transfer.dueAt !== null) timers.plan('reject-transfer', transfer.id, new Date(transfer.dueAt));
        return Promise.resolve();
      },
    });
  }
}
