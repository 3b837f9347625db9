import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { FlashRunState } from '@headland/contracts/reprogram';
import { hasEnded } from '@headland/domain/reprogram/offer';
import { databaseTime } from '../../platform/clock';
import { Policies } from '../../platform/event-log/policies';
import { Timers } from '../../platform/jobs/timers';
import { MoveRollOut } from './move-roll-out.command';

/** A roll-out is looked at when it has begun or gone on, when a run of it has ended, and when its time has come: each minute while it runs, and at its end. */
@Injectable()
export class MoveRollOutWhenDue {
  constructor(timers: Timers, policies: Policies, commands: CommandBus, @InjectDataSource() database: DataSource) {
    const name = 'move-roll-out';
    timers.register({
      name,
      run: (id) => commands.execute(new MoveRollOut(id)),
      due: async () =>
        (
          await database.query<{ id: number }[]>(
            'SELECT id FROM roll_out WHERE look_at <= now() ORDER BY look_at LIMIT 100',
          )
        ).map((r) => r.id),
      sweepMs: 1_000,
    });
    policies.register({
      name: 'move-roll-out-when-it-begins-or-goes-on',
      on: ['rollOut.changed'],
      run: async ({ payload: { rollOutId, step } }) => {
        if (step === 'sent' || step === 'approved') {
          const [row] = await database.query<{ valid_until: Date }[]>(
            'SELECT valid_until FROM roll_out WHERE id = $1',
            [rollOutId],
          );
          if (row !== undefined) timers.plan(name, rollOutId, row.valid_until);
        }
        if (step === 'approved' || step === 'resumed' || step === 'waveBegan')
          timers.plan(name, rollOutId, databaseTime());
      },
    });
    policies.register({
      name: 'move-roll-out-when-a-run-has-ended',
      on: ['flash.changed'],
      run: async ({ payload: { runId, state } }) => {
        if (!hasEnded(state as FlashRunState)) return;
        const [run] = await database.query<{ id: number | null }[]>(
          'SELECT roll_out_id AS id FROM flash_run WHERE id = $1',
          [runId],
        );
        if (run?.id != null) timers.plan(name, run.id, databaseTime());
      },
    });
  }
}
