import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FlashRun } from '@headland/contracts/reprogram';
import { mayCancel } from '@headland/domain/reprogram/offer';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { cancelRun } from './cancel-run.tx';
import { FlashReads, mustSeeRun } from './flash.reads';
import { lockRun } from './flash-row';
import { OfferToDevice } from './offer-program.tx';

/**
 * By its starter or an administrator, until it is programmed: from then on a controller is written to its end. Once it
 * has everything the device is asked, and its next message decides whether it cancels or has begun to write.
 */
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
      const locked = await lockRun(tx, { id: runId });
      if (locked === null) throw new Problem('NOT_FOUND');
      if (locked.by_user !== by.userId && by.role !== 'ADMIN') throw new Problem('FORBIDDEN');
      if (!mayCancel(locked.state)) throw new Problem('FLASH_TOO_LATE', { state: locked.state });
      await cancelRun(tx, emit, locked, this.now());
      return locked;
    });
    // if the message is lost, the device requests blocks of a finished run, and is informed then
    await this.device.cancel(run).catch(() => undefined);
    return this.reads.run(runId, by);
  }
}
