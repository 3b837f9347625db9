import { end } from '@headland/domain/owner-transfer';
import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { carryOut, type LockedTransfer } from './act-on-transfer';

/** Of these vehicles (locked already), or of a customer on either side (locked already). */
type Ended = { vehicleIds: readonly number[] } | { customerId: number };
interface Ending {
  reason: string;
  now: Date;
  /** a person who leaves may always leave */
  includingAccepted?: boolean;
}

/**
 * Ends the transfers that wait, in the transaction of what makes a machine unsold, gives it to another customer, or lets a customer go. Throws
 * TRANSFER_AWAITING where both parties had agreed: that is decided first.
 */
export async function endTransfers(
  tx: Tx,
  emit: Emit,
  ended: Ended,
  { reason, now, includingAccepted = false }: Ending,
): Promise<void> {
  const [condition, value] =
    'vehicleIds' in ended
      ? ['t.vehicle_id = ANY($1::int[])', [...ended.vehicleIds]]
      : ['$1::int IN (t.from_customer_id, t.to_customer_id)', ended.customerId];
  const open = await tx.query<LockedTransfer[]>(
    `SELECT t.id, t.vehicle_id AS "vehicleId", v.vin, v.organization_id AS "organizationId", t.from_customer_id AS "fromId", t.to_customer_id AS "toId", t.status,
       t.due_at AS "dueAt", t.decided_at AS "decidedAt", t.decided_by AS "decidedBy"
     FROM owner_transfer t JOIN vehicle v ON v.id = t.vehicle_id WHERE ${condition} AND t.decided_at IS NULL ORDER BY t.id FOR UPDATE OF t`,
    [value],
  );
  for (const transfer of open)
    await carryOut(tx, emit, transfer, end(transfer, reason, now, includingAccepted), reason);
}

/** Those of a customer who leaves the app, also one that both parties have agreed on. */
export const endTransfersOfWithdrawn = (
  tx: Tx,
  emit: Emit,
  customerId: number,
  reason: string,
  now: Date,
): Promise<void> => endTransfers(tx, emit, { customerId }, { reason, now, includingAccepted: true });
