import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RollOutDetail, RollOutStep } from '@headland/contracts/roll-out';
import { hasRollOutEnded, rollOutAfter } from '@headland/domain/reprogram/roll-out';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { findRollOut, mustBeSeen } from './find-roll-out.tx';
import { recordStep } from './roll-out-row';
import { RollOutReads } from './roll-out.reads';

type Decision = 'decline' | 'pause' | 'resume' | 'cancel';
const steps: Record<Decision, RollOutStep> = {
  decline: 'declined',
  pause: 'paused',
  resume: 'resumed',
  cancel: 'cancelled',
};

/** What a person decides about a roll-out, with a reason that stays: back to its author, no further vehicle, on again, or the end. */
export class DecideRollOut extends Command<RollOutDetail> {
  constructor(
    readonly id: number,
    readonly decision: Decision,
    /** `version`: the one that was seen, where it matters */
    readonly body: { reason: string; version?: number | undefined },
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(DecideRollOut)
export class DecideRollOutHandler implements ICommandHandler<DecideRollOut> {
  constructor(
    private readonly change: Change,
    private readonly reads: RollOutReads,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ id, decision, body: { reason, version }, by }: DecideRollOut): Promise<RollOutDetail> {
    const now = this.now();
    await this.change.run(actorOf(by), async (tx, emit) => {
      const row = await findRollOut(tx, id, by);
      // its author withdraws it by cancelling it
      if (decision === 'decline' && row.created_by === by.userId) throw new Problem('ROLL_OUT_OWN');
      const state = rollOutAfter(row.state, decision);
      if (state === null) throw new Problem('ROLL_OUT_STATE', { state: row.state });
      // failures that came while the reason was typed are seen before they count no more
      if (version !== undefined) await mustBeSeen(tx, row, version);
      const ended = hasRollOutEnded(state);
      await tx.query(
        'UPDATE roll_out SET state = $2, paused_by = $3, ended_at = $4, look_at = $5, version = version + 1 WHERE id = $1',
        [
          id,
          state,
          state === 'paused' ? 'person' : null,
          ended ? now : null,
          // an end is still due while it is paused
          ended || state === 'draft' ? null : state === 'paused' ? row.valid_until : now,
        ],
      );
      // a person has seen the failures so far and goes on all the same: they count no more
      if (decision === 'resume')
        await tx.query('UPDATE roll_out_wave SET counted_from = $2 WHERE roll_out_id = $1 AND began_at IS NOT NULL', [
          id,
          now,
        ]);
      // what is under way is cancelled, too, as far as it can be (CancelRunsWhenRollOutIsCancelled)
      if (ended)
        await tx.query(
          "UPDATE roll_out_vehicle SET state = 'cancelled', reason = NULL, ended_at = $2 WHERE roll_out_id = $1 AND state = 'waiting'",
          [id, now],
        );
      await recordStep(tx, emit, row, actorOf(by), now, { state, step: steps[decision], reason });
    });
    return this.reads.get(id, by);
  }
}
