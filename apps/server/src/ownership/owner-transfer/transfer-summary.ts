import type { TransferSummary } from '@headland/contracts/owner-transfer';
import type { Tx } from '../../platform/database/rows';

/** Columns of a transfer for the log; `t` is the transfer, `v` its vehicle. */
export const summaryColumns = `t.id, t.version, t.status, t.vehicle_id, v.vin, m.name AS model, v.device_id, t.from_customer_id, t.to_customer_id, t.requested_at, t.accepted_at,
  t.due_at, t.decided_at, t.decided_by, t.ending`;
export const summaryFrom = 'owner_transfer t JOIN vehicle v ON v.id = t.vehicle_id JOIN model m ON m.id = v.model_id';

export interface SummaryRow {
  id: number;
  version: number;
  status: TransferSummary['status'];
  vehicle_id: number;
  vin: string;
  model: string;
  device_id: string | null;
  from_customer_id: number;
  to_customer_id: number;
  requested_at: Date;
  accepted_at: Date | null;
  due_at: Date | null;
  decided_at: Date | null;
  decided_by: string | null;
  ending: TransferSummary['ending'];
}

/** Only for what the caller has locked or scoped already. */
export async function transferSummary(tx: Tx, id: number): Promise<TransferSummary> {
  const [row] = await tx.query<SummaryRow[]>(`SELECT ${summaryColumns} FROM ${summaryFrom} WHERE t.id = $1`, [id]);
  if (row === undefined) throw new Error(`transfer ${id} vanished`);
  return { ...toSummary(row), fromId: row.from_customer_id, toId: row.to_customer_id };
}

export const toSummary = (r: SummaryRow): Omit<TransferSummary, 'fromId' | 'toId'> => ({
  id: r.id,
  version: r.version,
  status: r.status,
  vehicle: { id: r.vehicle_id, vin: r.vin, model: r.model, deviceId: r.device_id },
  requestedAt: r.requested_at.toISOString(),
  acceptedAt: r.accepted_at?.toISOString() ?? null,
  dueAt: r.due_at?.toISOString() ?? null,
  decidedAt: r.decided_at?.toISOString() ?? null,
  decidedBy: r.decided_by,
  ending: r.ending,
});
