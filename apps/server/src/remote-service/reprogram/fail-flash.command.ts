import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { hasEnded } from '@headland/domain/reprogram/offer';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import { runChanged } from './run-ended.hook';
import { lockRun, runPayload } from './flash-row';
import { OfferToDevice } from './offer-program.tx';

/** The offered file cannot be sent any more: the run ends, and the device is informed, before any wrong byte is sent. */
export class FailFlash extends Command<void> {
  constructor(
    readonly token: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(FailFlash)
export class FailFlashHandler implements ICommandHandler<FailFlash> {
  constructor(
    private readonly change: Change,
    private readonly device: OfferToDevice,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ token, reason }: FailFlash): Promise<void> {
    const run = await this.change.run(system, async (tx, emit) => {
      const locked = await lockRun(tx, { token });
      if (locked === null || hasEnded(locked.state)) return null;
      await tx.query("UPDATE flash_run SET state = 'failed', reason = $2, ended_at = $3 WHERE id = $1", [
        locked.id,
        reason,
        this.now(),
      ]);
      emit('flash.changed', runPayload(locked, 'failed', reason), {
        organizationId: locked.organization_id,
        vehicleId: locked.vehicle_id,
      });
      await runChanged.run(tx, emit, locked, { state: 'failed', reason }, this.now());
      return locked;
    });
    // if the message is lost, the device requests blocks of a finished run, and is informed then
    if (run !== null) await this.device.cancel(run).catch(() => undefined);
  }
}
