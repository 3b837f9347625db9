import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { formatMessage } from '@headland/i18n/format-message';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { endSales, lockSales } from '../sales/sale-change.tx';
import { customerOfVehicle, notifyVehicle } from './owned-vehicle.tx';

/** A vehicle is removed from its customer: it is unsold, and the sale remains as a cancelled one. */
export class RemoveVehicle extends Command<{ removed: true }> {
  constructor(
    readonly vehicleId: number,
    readonly version: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RemoveVehicle)
export class RemoveVehicleHandler implements ICommandHandler<RemoveVehicle> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
  ) {}

  execute({ vehicleId, version, caller }: RemoveVehicle): Promise<{ removed: true }> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const customer = await customerOfVehicle(tx, caller.scope, vehicleId);
      const [sold] = await lockSales(tx, caller.scope, [vehicleId]);
      if (sold?.customerId !== customer.id) throw new Problem('NOT_FOUND');
      if (sold.version !== version) return refuseChangedMeanwhile(tx, 'vehicle', vehicleId);
      if (sold.openSos) throw new Problem('VEHICLE_HAS_OPEN_SOS');
      const reason = formatMessage(caller.language, 'customer.vehicleRemoved');
      await endSales(tx, emit, [sold], {
        userId: caller.userId,
        by: caller.name,
        reason,
        now: this.now(),
        timeZone: this.config.PRODUCT_TIME_ZONE,
      });
      notifyVehicle(emit, customer, { field: 'vehicle', from: sold.vin, to: null });
      return { removed: true as const };
    });
  }
}
