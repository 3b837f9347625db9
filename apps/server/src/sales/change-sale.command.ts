import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SaleBody, SaleDetail } from '@headland/contracts/sale';
import { partyRefusal, saleErrors } from '@headland/domain/sale';
import { dayOf } from '@headland/domain/zone-day';
import { redateCycles } from '../consumables/plan-cycles.part';
import { type OrganizationPlace, placeOf } from '../organizations/organization.reads';
import { CLOCK, type Clock } from '../platform/clock';
import { CONFIG, type Config } from '../platform/config';
import type { Tx } from '../platform/database/rows';
import { Change } from '../platform/event-log/change';
import { changesBetween, refuseChangedMeanwhile } from '../platform/event-log/record-change';
import { Problem } from '../platform/problem';
import { actorOf, type Caller } from '../platform/who';
import { handOver } from '../production/locked-unit.part';
import { customerInScope } from './customer-choice.reads';
import { type LockedSale, lockSales, tellSales, told } from './sale-change.part';
import { SaleReads } from './sale.reads';

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
    const now = this.now();
    await this.change.run(actorOf(caller), async (tx, emit) => {
      const [before] = await lockSales(tx, caller.scope, [id]);
      if (before === undefined) throw new Problem('NOT_FOUND');
      if (before.version !== body.version) return refuseChangedMeanwhile(tx, 'vehicle', id);
      const dealer = await judged(tx, before, body, caller, dayOf(now.getTime(), caller.timeZone));
      const was = told({ ...before, dealer: before.soldOn === null ? null : before.organization });
      const is = told({ ...body, dealer: dealer.name });
      if (before.soldOn !== null && changesBetween(was, is).length === 0) return;
      await write(tx, id, body, caller.name, now);
      if (dealer.id !== before.organizationId) await handOver(tx, [id]);
      if (before.soldOn !== body.soldOn) await redateCycles(tx, { vehicleIds: [id] }, now, this.config.PRODUCT_TIME_ZONE);
      tellSales(emit, [{ ...before, before: { organizationId: before.organizationId, told: was }, after: { organizationId: dealer.id, told: is } }]);
    });
    return this.reads.get(id, caller.scope);
  }
}

/** The dealer, or a Problem that says what is wrong with the form. What stood there before is not judged again. */
async function judged(tx: Tx, before: LockedSale, body: SaleBody, { scope }: Caller, today: string): Promise<OrganizationPlace> {
  const dealer = await placeOf(tx, scope, body.dealerId, 'FOR KEY SHARE OF o');
  const errors = saleErrors(body, { shippedOn: before.shippedOn, dealerType: dealer?.type ?? null, today });
  if (before.soldOn !== null && before.soldOn === body.soldOn) delete errors.soldOn;
  if (before.soldOn !== null && before.organizationId === body.dealerId) delete errors.dealerId;
  const { customerId } = body;
  if (customerId !== null && customerId !== before.customerId && !(await customerInScope(tx, scope, customerId))) errors.customerId = 'field.unknown';
  if (dealer === null || Object.keys(errors).length > 0) throw new Problem('E0001', {}, errors);
  const no = partyRefusal({ dealerId: before.organizationId, customerId: before.customerId }, body, before.openSos);
  if (no) throw new Problem(no);
  return dealer;
}

async function write(tx: Tx, id: number, { soldOn, dealerId, customerId, memo }: SaleBody, by: string, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO sale (vehicle_id, sold_on, organization_id, customer_id, memo, registered_by, registered_at) VALUES ($1, $2, $3, $4, NULLIF($5, ''), $6, $7)
     ON CONFLICT (vehicle_id) WHERE cancelled_at IS NULL
     DO UPDATE SET sold_on = excluded.sold_on, organization_id = excluded.organization_id, customer_id = excluded.customer_id, memo = excluded.memo`,
    [id, soldOn, dealerId, customerId, memo, by, now],
  );
  // naming the organisation tells brokers and ingest of it: only where it is another one
  await tx.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1 AND organization_id <> $2', [id, dealerId]);
  await tx.query('UPDATE vehicle SET version = version + 1, sold_on = $2, customer_id = $3 WHERE id = $1', [id, soldOn, customerId]);
}
