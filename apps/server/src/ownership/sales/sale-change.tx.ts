import type { EventPayload } from '@headland/contracts/event-log';
import { redateCycles } from '../../maintenance/consumables/plan-cycles.tx';
import { endTransfers } from '../owner-transfer/end-transfers.tx';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { Emit } from '../../platform/event-log/change';
import { changesBetween } from '../../platform/event-log/record-change';
import type { Scope } from '../../platform/caller';
import { refuseServed } from '../../fleet/vehicles/in-service.reads';
import { openSosOf } from '../../fleet/vehicles/open-sos.reads';

export { openSosSql } from './check-sale-rows';

/** A vehicle whose sale is being changed, as it is until then. */
export interface LockedSale {
  id: number;
  vin: string;
  version: number;
  shippedOn: string | null;
  soldOn: string | null;
  organizationId: number;
  organization: string;
  customerId: number | null;
  memo: string;
  openSos: boolean;
}

/** Ids of a customer's machines, locked: one that is sold to another in this moment is not among them. */
export async function lockOwned(tx: Tx, customerId: number): Promise<number[]> {
  const owned = await tx.query<{ id: number }[]>(
    'SELECT id FROM vehicle WHERE customer_id = $1 ORDER BY id FOR NO KEY UPDATE',
    [customerId],
  );
  return owned.map(({ id }) => id);
}

/** Those of the ids that the scope sees, in the order of their ids. */
export async function lockSales(tx: Tx, scope: Scope, ids: readonly number[]): Promise<LockedSale[]> {
  const where = new Where(scope, 'v.organization_id');
  const chosen = where.parameter([...ids]);
  const rows = await tx.query<Omit<LockedSale, 'openSos'>[]>(
    `SELECT v.id, v.vin, v.version, v.shipped_on::text AS "shippedOn", v.sold_on::text AS "soldOn", v.organization_id AS "organizationId", o.name AS organization,
       v.customer_id AS "customerId", COALESCE((SELECT memo FROM sale s WHERE s.vehicle_id = v.id AND s.cancelled_at IS NULL), '') AS memo
     FROM vehicle v JOIN organization o ON o.id = v.organization_id WHERE ${where.sql} AND v.id = ANY(${chosen}::int[]) ORDER BY v.id FOR NO KEY UPDATE OF v`,
    where.parameters,
  );
  const openSos = await openSosOf(
    tx,
    rows.map((r) => r.id),
  );
  return rows.map((r) => ({ ...r, openSos: openSos.has(r.id) }));
}

/** The fields of a sale in the log; of the customer the number only, because the log holds no personal data. */
export const inLog = (s: {
  soldOn: string | null;
  dealer: string | null;
  customerId: number | null;
  memo: string;
}) => ({
  soldOn: s.soldOn,
  dealer: s.dealer,
  customer: s.customerId === null ? null : `#${s.customerId}`,
  memo: s.memo,
});
type SaleInLog = ReturnType<typeof inLog>;

export interface SaleChange {
  id: number;
  vin: string;
  before: { organizationId: number; inLog: SaleInLog };
  after: { organizationId: number; inLog: SaleInLog };
}

/** Emits what changed, per vehicle, for the organizations that have them now and those that lost them. */
export function notifySales(emit: Emit, changed: readonly SaleChange[], reason?: string): void {
  const learn = new Map<number, Set<number>>();
  for (const { id, vin, before, after } of changed) {
    const changes: EventPayload<'record.changed'>['changes'] = changesBetween(before.inLog, after.inLog);
    const { organizationId } = after;
    emit(
      'record.changed',
      {
        screen: 'sale',
        kind: 'vehicle',
        id: String(id),
        name: vin,
        changes,
        ...(reason === undefined ? {} : { reason }),
      },
      { organizationId, vehicleId: id },
    );
    for (const o of [before.organizationId, organizationId]) learn.set(o, (learn.get(o) ?? new Set()).add(id));
  }
  for (const [organizationId, vehicleIds] of learn)
    emit('vehicle.changed', { vehicleIds: [...vehicleIds] }, { organizationId });
}

export interface Ending {
  /** of who ends it; null: a customer, by the app */
  userId: number | null;
  by: string;
  reason: string;
  now: Date;
  timeZone: string;
}

/** Makes sold vehicles unsold: the sale is cancelled, they have no owner, and their consumables run on hours only. They are locked already; refused while one is being served. */
export async function endSales(
  tx: Tx,
  emit: Emit,
  sold: readonly LockedSale[],
  { userId, by, reason, now, timeZone }: Ending,
): Promise<void> {
  if (sold.length === 0) return;
  const ids = sold.map((s) => s.id);
  await refuseServed(tx, ids, { userId, now });
  // refused where both parties of a transfer had agreed
  await endTransfers(tx, emit, { vehicleIds: ids }, { reason, now });
  await tx.query(
    'UPDATE sale SET cancelled_at = $2, cancelled_by = $3, cancel_reason = $4 WHERE vehicle_id = ANY($1::int[]) AND cancelled_at IS NULL',
    [ids, now, by, reason],
  );
  await tx.query(
    'UPDATE vehicle SET version = version + 1, sold_on = NULL, customer_id = NULL WHERE id = ANY($1::int[])',
    [ids],
  );
  await redateCycles(tx, { vehicleIds: ids }, now, timeZone);
  notifySales(
    emit,
    sold.map((s) => ({
      ...s,
      before: { organizationId: s.organizationId, inLog: inLog({ ...s, dealer: s.organization }) },
      // the dealer has it still, and can sell it again
      after: {
        organizationId: s.organizationId,
        inLog: inLog({ soldOn: null, dealer: s.organization, customerId: null, memo: '' }),
      },
    })),
    reason,
  );
}
