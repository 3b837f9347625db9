import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FlashRun } from '@headland/contracts/reprogram';
import { mayCancel } from '@headland/domain/reprogram/offer';
import { CLOCK, type Clock } from '../platform/clock';
import { Change } from '../platform/event-log/change';
import { Problem } from '../platform/problem';
import { actorOf, type Caller } from '../platform/who';
import { FlashReads, mustSeeRun } from './flash.reads';
import { lockRun, runPayload } from './flash-row';
import { OfferToDevice } from './start-flash.command';

/** By its starter or an administrator, until it is checked: from then on a controller is written to its end. */
export class CancelFlash extends Command<FlashRun> {
  constructor(
    readonly runId: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(CancelFlash)
export class CancelFlashHandler implements ICommandHandler<CancelFlash> {
  constructor(
    private readonly change: Change,
    private readonly reads: FlashReads,
    private readonly device: OfferToDevice,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ runId, by }: CancelFlash): Promise<FlashRun> {
    const run = await this.change.run(actorOf(by), async (tx, emit) => {
      await mustSeeRun(tx, by.scope, runId);
      const held = await lockRun(tx, { id: runId });
      if (held === null) throw new Problem('NOT_FOUND');
      if (held.by_user !== by.userId && by.role !== 'ADMIN') throw new Problem('FORBIDDEN');
      if (!mayCancel(held.state)) throw new Problem('FLASH_TOO_LATE', { state: held.state });
      await tx.query("UPDATE flash_run SET state = 'cancelled', ended_at = $2 WHERE id = $1", [runId, this.now()]);
      emit('flash.changed', runPayload(held, 'cancelled'), { organizationId: held.organization_id, vehicleId: held.vehicle_id });
      return held;
    });
    // a device that does not hear it asks for blocks of a run that has ended, and is told then
    await this.device.cancel(run).catch(() => undefined);
    return this.reads.run(runId, by);
  }
}
