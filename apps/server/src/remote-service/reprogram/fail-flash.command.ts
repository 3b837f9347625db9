import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { hasEnded } from '@headland/domain/reprogram/offer';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import { runChanged } from './run-ended.hook';
import { lockRun, runPayload } from './flash-row';
import { OfferToDevice } from './offer-program.tx';

/** What was offered cannot be sent any more: the run ends, and the device is told, before a byte of something else has gone out. */
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
      const held = await lockRun(tx, { token });
      if (held === null || hasEnded(held.state)) return null;
      await tx.query("UPDATE flash_run SET state = 'failed', reason = $2, ended_at = $3 WHERE id = $1", [
        held.id,
        reason,
        this.now(),
      ]);
      emit('flash.changed', runPayload(held, 'failed', reason), {
        organizationId: held.organization_id,
        vehicleId: held.vehicle_id,
      });
      await runChanged.run(tx, emit, held, { state: 'failed', reason }, this.now());
      return held;
    });
    // a device that does not hear it asks for blocks of a run that has ended, and is told then
    if (run !== null) await this.device.cancel(run).catch(() => undefined);
  }
}
