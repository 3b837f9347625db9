import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RollOutDetail } from '@headland/contracts/roll-out';
import { approvalRefusal, rollOutAfter } from '@headland/domain/reprogram/roll-out';
import { CLOCK, type Clock } from '../../platform/clock';
import { advisoryLocks } from '../../platform/database/advisory-locks';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { mustEndInTime } from './draft-roll-out.command';
import { findRollOut, mustBeSeen, overlapOf, unseenOf } from './find-roll-out.tx';
import { recordStep } from './roll-out-row';
import { RollOutReads } from './roll-out.reads';

/**
 * Four eyes: another account than its author's, which sees every one of its vehicles, approves it. This replaces what a person at a single
 * machine does by hand (StartFlash): typing the end of the VIN, and confirming that it is parked safely.
 */
export class ApproveRollOut extends Command<RollOutDetail> {
  constructor(
    readonly of: { id: number; version: number },
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(ApproveRollOut)
export class ApproveRollOutHandler implements ICommandHandler<ApproveRollOut> {
  constructor(
    private readonly change: Change,
    private readonly reads: RollOutReads,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ of, by }: ApproveRollOut): Promise<RollOutDetail> {
    const now = this.now();
    await this.change.run(actorOf(by), async (tx, emit) => {
      await tx.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.rollOutApprovals})`);
      const row = await findRollOut(tx, of.id, by);
      const unseen = await unseenOf(tx, row.id, by.scope);
      const refusal = approvalRefusal({ drafted: row.created_by === by.userId, unseen });
      if (refusal !== null) throw new Problem(refusal, { n: unseen });
      if (rollOutAfter(row.state, 'approve') === null) throw new Problem('ROLL_OUT_STATE', { state: row.state });
      await mustBeSeen(tx, row, of.version);
      mustEndInTime(row.valid_until, now);
      const other = await overlapOf(tx, row);
      if (other !== null) throw new Problem('ROLL_OUT_OVERLAPS', { ...other });
      await tx.query(
        "UPDATE roll_out SET state = 'running', approved_at = $2, approved_by = $3, approved_name = $4, look_at = $2, version = version + 1 WHERE id = $1",
        [row.id, now, memberId(by), by.name],
      );
      await recordStep(tx, emit, row, actorOf(by), now, { state: 'running', step: 'approved' });
    });
    return this.reads.get(of.id, by);
  }
}
