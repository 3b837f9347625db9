import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Policies } from '../../platform/event-log/policies';
import { system } from '../../platform/caller';
import { cancelIfPossible } from '../reprogram/cancel-run.tx';
import { OfferToDevice } from '../reprogram/offer-program.tx';

/** Runs under way are cancelled as one by one they would be: up to programming, each in a transaction of its own. */
@Injectable()
export class CancelRunsWhenRollOutIsCancelled {
  constructor(
    policies: Policies,
    change: Change,
    device: OfferToDevice,
    @InjectDataSource() database: DataSource,
    @Inject(CLOCK) now: Clock,
  ) {
    policies.register({
      name: 'cancel-runs-when-roll-out-is-cancelled',
      on: ['rollOut.changed'],
      run: async ({ payload: { rollOutId, step } }) => {
        if (step !== 'cancelled') return;
        const runs = await database.query<{ id: number }[]>(
          'SELECT id FROM flash_run WHERE roll_out_id = $1 AND ended_at IS NULL ORDER BY id',
          [rollOutId],
        );
        for (const { id } of runs) {
          const run = await change.run(system, (tx, emit) => cancelIfPossible(tx, emit, id, now()));
          // a device that does not receive it requests blocks of an ended run, and is informed then
          if (run !== null) await device.cancel(run).catch(() => undefined);
        }
      },
    });
  }
}
