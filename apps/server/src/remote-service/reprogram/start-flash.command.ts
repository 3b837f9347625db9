import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FlashRun } from '@headland/contracts/reprogram';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { ProgramProfileInUse } from '../profiles/profiles.module';
import { fileOf, FlashReads, preflightOf } from './flash.reads';
import { refuseServed } from '../../fleet/vehicles/in-service.reads';
import { lockVehicle, offerProgram, OfferToDevice, sendOffer } from './offer-program.tx';

/**
 * Offers a program to a machine for which every check holds; the device checks again before it accepts a byte. One at a
 * time per machine. For a single machine the caller types the end of its VIN and confirms that it is parked safely
 * (`standsSafe`); in a roll-out the approval by a second account replaces both.
 */
export class StartFlash extends Command<FlashRun> {
  constructor(
    readonly vehicleId: number,
    readonly what: { fileId: number; vinEnd: string; again: boolean },
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(StartFlash)
export class StartFlashHandler implements ICommandHandler<StartFlash> {
  constructor(
    private readonly change: Change,
    private readonly reads: FlashReads,
    private readonly device: OfferToDevice,
    private readonly profile: ProgramProfileInUse,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ vehicleId, what, by }: StartFlash): Promise<FlashRun> {
    const offered = await this.change.run(actorOf(by), async (tx, emit) => {
      const vehicle = await lockVehicle(tx, by.scope, vehicleId);
      if (vehicle === null) throw new Problem('NOT_FOUND');
      if (!vehicle.vin.endsWith(what.vinEnd)) throw new Problem('E0001', {}, { vinEnd: 'field.invalid' });
      // also by the caller: a terminal accepts no program while it is in a session
      await refuseServed(tx, [vehicleId], { userId: null, now: this.now() });
      const file = await fileOf(tx, what.fileId);
      const checked = await preflightOf(tx, vehicleId, file, this.profile.now.profile.calibrations);
      if (checked.ok && checked.sameVersion && !what.again)
        throw new Problem('FLASH_SAME_VERSION', { version: file.version });
      const [organization] = await tx.query<{ name: string }[]>('SELECT name FROM organization WHERE id = $1', [
        by.organizationId,
      ]);
      const starter = { userId: memberId(by), name: by.name, organization: organization?.name ?? '' };
      return offerProgram(tx, emit, { vehicle, file, checked, by: starter }, this.now());
    });
    if (!(await sendOffer(this.change, this.device, offered, actorOf(by), this.now))) throw new Problem('UNAVAILABLE');
    return this.reads.run(offered.run.id, by);
  }
}
