import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ChangeOwnedBody, OwnedDetail } from '@headland/contracts/customer';
import { closedRefusal } from '@headland/domain/customer';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { lockSales } from '../sales/sale-change.tx';
import { sell } from '../sales/sell.tx';
import { ownedDetail } from './owned.reads';
import { customerOfVehicle, notifyVehicle, writeNickname } from './owned-vehicle.tx';

/** Sale date, dealer, nickname and memo of a customer's vehicle. */
export class ChangeOwned extends Command<OwnedDetail> {
  constructor(
    readonly vehicleId: number,
    readonly body: ChangeOwnedBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeOwned)
export class ChangeOwnedHandler implements ICommandHandler<ChangeOwned> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
  ) {}

  execute({ vehicleId, body, caller }: ChangeOwned): Promise<OwnedDetail> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const customer = await customerOfVehicle(tx, caller.scope, vehicleId);
      const no = closedRefusal(customer.appStatus);
      if (no) throw new Problem(no);
      const [before] = await lockSales(tx, caller.scope, [vehicleId]);
      // it was sold to somebody else, or its sale cancelled, meanwhile
      if (before?.customerId !== customer.id) throw new Problem('NOT_FOUND');
      if (before.version !== body.version) return refuseChangedMeanwhile(tx, 'vehicle', vehicleId);
      const { soldOn, dealerId, memo, nickname } = body;
      await sell(
        tx,
        emit,
        before,
        { soldOn, dealerId, customerId: customer.id, memo },
        { caller, now: this.now(), timeZone: this.config.PRODUCT_TIME_ZONE },
      );
      if (await writeNickname(tx, vehicleId, nickname)) {
        await tx.query('UPDATE vehicle SET version = version + 1 WHERE id = $1 AND version = $2', [
          vehicleId,
          before.version,
        ]);
        notifyVehicle(emit, customer, { field: 'nickname', from: '***', to: nickname === null ? null : '***' });
      }
      return ownedDetail(tx, caller.scope, vehicleId);
    });
  }
}
