import type { SaleBody } from '@headland/contracts/sale';
import { partyRefusal, saleErrors } from '@headland/domain/sale';
import { dayOf } from '@headland/domain/zone-day';
import { formatMessage } from '@headland/i18n/format-message';
import { redateCycles } from '../../maintenance/consumables/plan-cycles.tx';
import { type OrganizationPlace, placeOf } from '../../people/organizations/organization.reads';
import { endTransfers } from '../owner-transfer/end-transfers.tx';
import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { changesBetween } from '../../platform/event-log/record-change';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import { refuseServed } from '../../fleet/vehicles/in-service.reads';
import { reassignVehicle } from '../../fleet/vehicles/reassign-vehicle.tx';
import { customerInScope } from '../../people/customer-base/customer-choice.reads';
import { type LockedSale, notifySales, inLog } from './sale-change.tx';

type Wanted = Omit<SaleBody, 'version'>;
export interface Seller {
  caller: Caller;
  now: Date;
  /** the product's zone: consumables run by its days */
  timeZone: string;
}

/**
 * The one way to sell a vehicle, or to change its sale: from its own page, or from its customer's. The vehicle is locked. Its consumables count from the
 * sale date, work in progress continues at the new dealer, and everybody concerned is notified. Throws E0001 or why it is not possible; nothing changes
 * where nothing is different.
 */
export async function sell(
  tx: Tx,
  emit: Emit,
  before: LockedSale,
  wanted: Wanted,
  { caller, now, timeZone }: Seller,
): Promise<void> {
  const { id } = before;
  const dealer = await judged(tx, before, wanted, caller, dayOf(now.getTime(), caller.timeZone));
  const was = inLog({ ...before, dealer: before.soldOn === null ? null : before.organization });
  const is = inLog({ ...wanted, dealer: dealer.name });
  if (before.soldOn !== null && changesBetween(was, is).length === 0) return;
  const onlyMemo =
    before.soldOn === wanted.soldOn &&
    before.organizationId === wanted.dealerId &&
    before.customerId === wanted.customerId;
  if (!onlyMemo) await refuseServed(tx, [id], { userId: caller.userId, now });
  if (before.customerId !== null && before.customerId !== wanted.customerId)
    await endTransfers(
      tx,
      emit,
      { vehicleIds: [id] },
      { reason: formatMessage(caller.language, 'customer.soldToAnother'), now },
    );
  await write(tx, id, wanted, caller.name, now);
  if (dealer.id !== before.organizationId) await reassignVehicle(tx, [id]);
  if (before.soldOn !== wanted.soldOn) await redateCycles(tx, { vehicleIds: [id] }, now, timeZone);
  notifySales(emit, [
    {
      ...before,
      before: { organizationId: before.organizationId, inLog: was },
      after: { organizationId: dealer.id, inLog: is },
    },
  ]);
}

/** The dealer, or throws a Problem. Unchanged values are not validated again. */
async function judged(
  tx: Tx,
  before: LockedSale,
  wanted: Wanted,
  { scope }: Caller,
  today: string,
): Promise<OrganizationPlace> {
  const dealer = await placeOf(tx, scope, wanted.dealerId, 'FOR KEY SHARE OF o');
  const errors = saleErrors(wanted, { shippedOn: before.shippedOn, dealerType: dealer?.type ?? null, today });
  if (before.soldOn !== null && before.soldOn === wanted.soldOn) delete errors.soldOn;
  if (before.soldOn !== null && before.organizationId === wanted.dealerId) delete errors.dealerId;
  const { customerId } = wanted;
  if (customerId !== null && customerId !== before.customerId && !(await customerInScope(tx, scope, customerId)))
    errors.customerId = 'field.unknown';
  if (dealer === null || Object.keys(errors).length > 0) throw new Problem('E0001', {}, errors);
  const no = partyRefusal({ dealerId: before.organizationId, customerId: before.customerId }, wanted, before.openSos);
  if (no) throw new Problem(no);
  return dealer;
}

async function write(
  tx: Tx,
  id: number,
  { soldOn, dealerId, customerId, memo }: Wanted,
  by: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO sale (vehicle_id, sold_on, organization_id, customer_id, memo, registered_by, registered_at) VALUES ($1, $2, $3, $4, NULLIF($5, ''), $6, $7)
     ON CONFLICT (vehicle_id) WHERE cancelled_at IS NULL
     DO UPDATE SET sold_on = excluded.sold_on, organization_id = excluded.organization_id, customer_id = excluded.customer_id, memo = excluded.memo,
       nickname = CASE WHEN sale.customer_id IS NOT DISTINCT FROM excluded.customer_id THEN sale.nickname END`,
    [id, soldOn, dealerId, customerId, memo, by, now],
  );
  // setting the organisation notifies brokers and ingest: only where it changes
  await tx.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1 AND organization_id <> $2', [id, dealerId]);
  await tx.query('UPDATE vehicle SET version = version + 1, sold_on = $2, customer_id = $3 WHERE id = $1', [
    id,
    soldOn,
    customerId,
  ]);
}
