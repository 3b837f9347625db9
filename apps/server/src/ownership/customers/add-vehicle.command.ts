import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AddVehicleBody, OwnedDetail } from '@headland/contracts/customer';
import { closedRefusal } from '@headland/domain/customer';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { lockRecord } from '../../platform/records/lock-record';
import { actorOf, type Caller, type Scope } from '../../platform/caller';
import { type LockedSale, lockSales } from '../sales/sale-change.tx';
import { sell } from '../sales/sell.tx';
import { customerRecord } from './customer.record';
import { ownedDetail } from './owned.reads';
import { notifyVehicle, writeNickname } from './owned-vehicle.tx';

/** An unsold vehicle becomes this customer's: it is sold, and its consumables count from then. Of two concurrent sales one is refused. */
export class AddVehicle extends Command<OwnedDetail> {
  constructor(
    readonly customerId: number,
    readonly body: AddVehicleBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(AddVehicle)
export class AddVehicleHandler implements ICommandHandler<AddVehicle> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
  ) {}

  execute({ customerId, body, caller }: AddVehicle): Promise<OwnedDetail> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const customer = await lockRecord(tx, customerRecord, caller.scope, customerId);
      const no = closedRefusal(customer.appStatus);
      if (no) throw new Problem(no);
      const before = await lockByVin(tx, caller.scope, body.vin);
      // its owner is not disclosed here
      if (before.soldOn !== null)
        throw new Problem(before.customerId === customerId ? 'VEHICLE_SOLD' : 'VEHICLE_OF_ANOTHER');
      const { soldOn, dealerId, memo, nickname } = body;
      await sell(
        tx,
        emit,
        before,
        { soldOn, dealerId, customerId, memo },
        { caller, now: this.now(), timeZone: this.config.PRODUCT_TIME_ZONE },
      );
      await writeNickname(tx, before.id, nickname);
      notifyVehicle(emit, customer, { field: 'vehicle', from: null, to: body.vin });
      return ownedDetail(tx, caller.scope, before.id);
    });
  }
}

async function lockByVin(tx: Tx, scope: Scope, vin: string): Promise<LockedSale> {
  const where = new Where(scope, 'v.organization_id').andIf(vin, (p) => `v.vin = ${p}`);
  const [found] = await tx.query<{ id: number }[]>(`SELECT v.id FROM vehicle v WHERE ${where.sql}`, where.parameters);
  const [locked] = found === undefined ? [] : await lockSales(tx, scope, [found.id]);
  if (locked === undefined) throw new Problem('E0001', {}, { vin: 'field.vehicleUnknown' });
  return locked;
}
