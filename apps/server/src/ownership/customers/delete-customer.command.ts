import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { customers } from '@headland/contracts/customer';
import type { Reply } from '@headland/contracts/endpoint';
import { formatMessage } from '@headland/i18n/format-message';
import { endTransfers } from '../owner-transfer/end-transfers.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { endSales, lockSales } from '../sales/sale-change.tx';
import { erasePerson } from './erase-person.tx';
import { lockCustomer } from './customer.write';

type Deleted = Reply<typeof customers.delete>;

/** The person's data is erased for good, and the machines become unsold. What counts for statistics stays, without a name. */
export class DeleteCustomer extends Command<Deleted> {
  constructor(
    readonly id: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(DeleteCustomer)
export class DeleteCustomerHandler implements ICommandHandler<DeleteCustomer> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
  ) {}

  execute({ id, caller }: DeleteCustomer): Promise<Deleted> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const customer = await lockCustomer(tx, caller.scope, id);
      const owned = await tx.query<{ id: number }[]>('SELECT id FROM vehicle WHERE customer_id = $1', [id]);
      const sold = await lockSales(
        tx,
        caller.scope,
        owned.map((v) => v.id),
      );
      // a machine of another dealer is not this one's to take back
      if (sold.length < owned.length) throw new Problem('FORBIDDEN');
      if (sold.some((s) => s.openSos)) throw new Problem('VEHICLE_HAS_OPEN_SOS');
      const now = this.now();
      const reason = formatMessage(caller.language, 'sale.customerDeleted');
      // as the old owner or the new one; what both had agreed on is decided first
      await endTransfers(tx, emit, { customerId: id }, { reason, now });
      await endSales(tx, emit, sold, {
        userId: caller.userId,
        by: caller.name,
        reason,
        now,
        timeZone: this.config.PRODUCT_TIME_ZONE,
      });
      await erasePerson(tx, customer, now);
      emit(
        'record.deleted',
        { screen: 'customer', kind: 'customer', id: String(id), name: `#${id}`, changes: [] },
        { organizationId: customer.dealerId },
      );
      return { deleted: true as const, unsold: sold.map((s) => s.vin) };
    });
  }
}
