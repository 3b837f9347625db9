import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RollOutDetail } from '@headland/contracts/roll-out';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { mustEndInTime } from './draft-roll-out.command';
import { overlapOf, ownDraft } from './find-roll-out.tx';
import { recordStep } from './roll-out-row';
import { RollOutReads } from './roll-out.reads';

/** Submits the own draft for approval; from then on it cannot be changed. */
export class SendRollOut extends Command<RollOutDetail> {
  constructor(
    readonly of: { id: number; version: number },
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(SendRollOut)
export class SendRollOutHandler implements ICommandHandler<SendRollOut> {
  constructor(
    private readonly change: Change,
    private readonly reads: RollOutReads,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ of, by }: SendRollOut): Promise<RollOutDetail> {
    const now = this.now();
    await this.change.run(actorOf(by), async (tx, emit) => {
      const row = await ownDraft(tx, of, by);
      mustEndInTime(row.valid_until, now);
      const other = await overlapOf(tx, row);
      if (other !== null) throw new Problem('ROLL_OUT_OVERLAPS', { ...other });
      await tx.query(
        "UPDATE roll_out SET state = 'waitsForApproval', look_at = valid_until, version = version + 1 WHERE id = $1",
        [row.id],
      );
      await recordStep(tx, emit, row, actorOf(by), now, { state: 'waitsForApproval', step: 'sent' });
    });
    return this.reads.get(of.id, by);
  }
}
