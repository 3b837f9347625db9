import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SaleBody, SaleDetail } from '@headland/contracts/sale';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { lockSales } from './sale-change.tx';
import { SaleReads } from './sale.reads';
import { sell } from './sell.tx';

/** Sells a vehicle, or changes its sale: date, dealer, customer, memo. */
export class ChangeSale extends Command<SaleDetail> {
  constructor(
    readonly id: number,
    readonly body: SaleBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeSale)
export class ChangeSaleHandler implements ICommandHandler<ChangeSale> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
    private readonly reads: SaleReads,
  ) {}

  async execute({ id, body, caller }: ChangeSale): Promise<SaleDetail> {
    await this.change.run(actorOf(caller), async (tx, emit) => {
      const [before] = await lockSales(tx, caller.scope, [id]);
      if (before === undefined) throw new Problem('NOT_FOUND');
      if (before.version !== body.version) return refuseChangedMeanwhile(tx, 'vehicle', id);
      await sell(tx, emit, before, body, { caller, now: this.now(), timeZone: this.config.PRODUCT_TIME_ZONE });
    });
    return this.reads.get(id, caller.scope);
  }
}
