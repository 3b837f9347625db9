import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { nextStep, isDue } from '@headland/domain/reprogram/roll-out';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import { ProgramProfileInUse } from '../profiles/profiles.module';
import { fileOf, preflightOf } from '../reprogram/flash.reads';
import { lockVehicle, offerProgram, OfferToDevice, sendOffer, type Offered } from '../reprogram/offer-program.tx';
import { isFull, lockRollOut, scopeOf, type ItemRow, type RollOutRow } from './roll-out-row';
import { settle } from './run-ended.tx';

/** `full`: as many are under way as may be at once. */
type ProcessedVehicle = 'offered' | 'waits' | 'skipped' | 'notItsTurn' | 'full';

/**
 * One vehicle in its turn (domain/reprogram/roll-out): offered if its own pre-flight holds, left out if the program is not for it, else it waits for another
 * look. Asked by the look of each minute and by what happens to the vehicle, both at once perhaps: the locks let one of them through.
 */
export class ProcessVehicle extends Command<ProcessedVehicle> {
  constructor(
    readonly rollOutId: number,
    readonly vehicleId: number,
  ) {
    super();
  }
}

@CommandHandler(ProcessVehicle)
export class ProcessVehicleHandler implements ICommandHandler<ProcessVehicle> {
  constructor(
    private readonly change: Change,
    private readonly device: OfferToDevice,
    private readonly profile: ProgramProfileInUse,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ rollOutId, vehicleId }: ProcessVehicle): Promise<ProcessedVehicle> {
    const now = this.now();
    const taken = await this.change.run<ProcessedVehicle | Offered>(system, async (tx, emit) => {
      const row = await lockRollOut(tx, rollOutId);
      if (row === null) return 'notItsTurn';
      const [item] = await tx.query<ItemRow[]>(
        'SELECT * FROM roll_out_vehicle WHERE roll_out_id = $1 AND vehicle_id = $2 FOR UPDATE',
        [rollOutId, vehicleId],
      );
      const turn = item && { state: item.state, wave: item.wave, againAt: item.again_at };
      if (turn === undefined || !isDue({ state: row.state, wave: row.wave, validUntil: row.valid_until }, turn, now))
        return 'notItsTurn';
      if (await isFull(tx, rollOutId)) return 'full';
      const skip = async (reason: string): Promise<ProcessedVehicle> => {
        await note(tx, row, vehicleId, { state: 'skipped', reason, tried_at: now, ended_at: now });
        await settle(tx, emit, row, turn.wave, now);
        return 'skipped';
      };
      const vehicle = await lockVehicle(tx, scopeOf(row), vehicleId);
      // it went to another dealer: neither its author nor who approved it answers for it any more
      if (vehicle === null) return skip('moved');
      const wait = async (reason: string): Promise<ProcessedVehicle> => {
        await note(tx, row, vehicleId, { state: 'waiting', reason, tried_at: now, ended_at: null });
        return 'waits';
      };
      if (vehicle.device_id === null) return wait('online');
      const file = await fileOf(tx, row.file_id);
      const checked = await preflightOf(tx, vehicleId, file, this.profile.now.profile.calibrations);
      const next = nextStep(checked);
      if (next.act === 'skip') return skip(next.reason);
      if (next.act === 'wait') return wait(next.for);
      const by = { userId: row.created_by, name: row.created_name, organization: row.created_organization };
      const offered = await offerProgram(
        tx,
        emit,
        { vehicle, file, checked, by, until: row.valid_until, rollOutId },
        now,
      );
      await tx.query(
        "UPDATE roll_out_vehicle SET state = 'underWay', reason = NULL, run_id = $3, attempts = attempts + 1, tried_at = $4, again_at = NULL WHERE roll_out_id = $1 AND vehicle_id = $2",
        [rollOutId, vehicleId, offered.run.id, now],
      );
      return offered;
    });
    if (typeof taken === 'string') return taken;
    await sendOffer(this.change, this.device, taken, system, this.now);
    return 'offered';
  }
}

const note = (
  tx: Tx,
  row: RollOutRow,
  vehicleId: number,
  what: Pick<ItemRow, 'state' | 'reason' | 'tried_at' | 'ended_at'>,
): Promise<unknown> =>
  tx.query(
    'UPDATE roll_out_vehicle SET state = $3, reason = $4, tried_at = $5, ended_at = $6 WHERE roll_out_id = $1 AND vehicle_id = $2',
    [row.id, vehicleId, what.state, what.reason, what.tried_at, what.ended_at],
  );
