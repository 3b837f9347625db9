import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SaleDetail } from '@headland/contracts/sale';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { endSales, lockSales } from './sale-change.tx';
import { SaleReads } from './sale.reads';

/** The vehicle is unsold again and has no owner; the sale remains as a cancelled one. */
export class CancelSale extends Command<SaleDetail> {
  constructor(
    readonly id: number,
    readonly body: { version: number; reason: string },
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CancelSale)
export class CancelSaleHandler implements ICommandHandler<CancelSale> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
    private readonly reads: SaleReads,
  ) {}

  async execute({ id, body, caller }: CancelSale): Promise<SaleDetail> {
    await this.change.run(actorOf(caller), async (tx, emit) => {
      const [sold] = await lockSales(tx, caller.scope, [id]);
      if (sold === undefined) throw new Problem('NOT_FOUND');
      if (sold.version !== body.version) return refuseChangedMeanwhile(tx, 'vehicle', id);
      if (sold.soldOn === null) throw new Problem('VEHICLE_NOT_SOLD');
      // the handler of the SOS needs to know whom to call
      if (sold.openSos) throw new Problem('VEHICLE_HAS_OPEN_SOS');
      await endSales(tx, emit, [sold], {
        userId: caller.userId,
        by: caller.name,
        reason: body.reason,
        now: this.now(),
        timeZone: this.config.PRODUCT_TIME_ZONE,
      });
    });
    return this.reads.get(id, caller.scope);
  }
}
