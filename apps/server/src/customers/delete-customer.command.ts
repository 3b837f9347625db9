import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Reply } from '@headland/contracts/endpoint';
import type { customers } from '@headland/contracts/customer';
import { say } from '@headland/i18n/say';
import { CLOCK, type Clock } from '../platform/clock';
import { CONFIG, type Config } from '../platform/config';
import type { Tx } from '../platform/database/rows';
import { Change } from '../platform/event-log/change';
import { Problem } from '../platform/problem';
import { actorOf, type Caller } from '../platform/who';
import { seenBy } from '../sales/customer-choice.reads';
import { endSales, lockSales } from '../sales/sale-change.part';

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
      const { organizationId } = await lockCustomer(tx, caller, id);
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
      await endSales(tx, emit, sold, { by: caller.name, reason: say(caller.language, 'sale.customerDeleted'), now, timeZone: this.config.PRODUCT_TIME_ZONE });
      await tx.query(`UPDATE customer SET version = version + 1, name = '', phone = NULL, birth_on = NULL, app_status = NULL, removed_at = $2 WHERE id = $1`, [id, now]);
      emit('record.deleted', { screen: 'customer', kind: 'customer', id: String(id), name: `#${id}`, changes: [] }, { organizationId });
      return { deleted: true as const, unsold: sold.map((s) => s.vin) };
    });
  }
}

/** Whoever sells to this customer waits until it is gone. Throws NOT_FOUND for one that is unknown, deleted or out of scope. */
async function lockCustomer(tx: Tx, { scope }: Caller, id: number): Promise<{ organizationId: number | null }> {
  const parameters: unknown[] = [id];
  const [row] = await tx.query<{ organizationId: number | null }[]>(
    `SELECT c.organization_id AS "organizationId" FROM customer c WHERE c.id = $1 AND c.removed_at IS NULL AND ${seenBy(scope, parameters)} FOR UPDATE OF c`,
    parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row;
}
