import type { TransferSummary } from '@headland/contracts/owner-transfer';
import { isRefusal, type Decision } from '@headland/domain/decision';
import type { TransferChange, TransferEvent, TransferState } from '@headland/domain/owner-transfer';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { Change, Emit } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import type { Actor, Scope } from '../../platform/caller';
import { transferSummary } from './transfer-summary';

export interface LockedTransfer extends TransferState {
  id: number;
  vehicleId: number;
  vin: string;
  /** of the vehicle: who may read its events */
  organizationId: number;
  fromId: number;
  toId: number;
}
/** Whose transfer it must be: of a vehicle that the scope sees, or of this customer's side. */
export type Whose = { scope: Scope } | { from: number } | { to: number };
type Decide = (transfer: LockedTransfer) => Decision<TransferChange, TransferEvent>;

/** What every command does: lock, check the rule, save, emit. Throws NOT_FOUND for one that is not the caller's, and the rule's refusal. */
export const actOnTransfer = (
  change: Change,
  by: Actor,
  id: number,
  whose: Whose,
  decide: Decide,
  note?: string,
): Promise<TransferSummary> =>
  change.run(by, async (tx, emit) => {
    const transfer = await lockTransfer(tx, id, whose);
    if (transfer === null) throw new Problem('NOT_FOUND');
    return carryOut(tx, emit, transfer, decide(transfer), note);
  });

/** Saves what a rule allowed, and emits its event; throws what it refused. */
export async function carryOut(
  tx: Tx,
  emit: Emit,
  transfer: LockedTransfer,
  decision: ReturnType<Decide>,
  note?: string,
): Promise<TransferSummary> {
  if (isRefusal(decision)) throw new Problem(decision.code, decision.values);
  await save(tx, transfer.id, decision.change);
  const summary = await transferSummary(tx, transfer.id);
  for (const name of decision.events)
    emit(
      name,
      { transfer: summary, ...(note === undefined ? {} : { note }) },
      { organizationId: transfer.organizationId, vehicleId: transfer.vehicleId },
    );
  return summary;
}

/**
 * Customers first, then the vehicle, then the transfer: in the order in which a customer is deleted and a sale cancelled, so that none of them waits
 * for the other.
 */
export async function lockTransfer(tx: Tx, id: number, whose: Whose): Promise<LockedTransfer | null> {
  const where = new Where('scope' in whose ? whose.scope : { all: true }, 'v.organization_id').andIf(
    id,
    (p) => `t.id = ${p}`,
  );
  if ('from' in whose) where.andIf(whose.from, (p) => `t.from_customer_id = ${p}`);
  if ('to' in whose) where.andIf(whose.to, (p) => `t.to_customer_id = ${p}`);
  const [found] = await tx.query<{ vehicleId: number; fromId: number; toId: number }[]>(
    `SELECT t.vehicle_id AS "vehicleId", t.from_customer_id AS "fromId", t.to_customer_id AS "toId" FROM owner_transfer t JOIN vehicle v ON v.id = t.vehicle_id WHERE ${where.sql}`,
    where.parameters,
  );
  if (found === undefined) return null;
  await tx.query('SELECT 1 FROM customer WHERE id IN ($1, $2) ORDER BY id FOR SHARE', [found.fromId, found.toId]);
  const [vehicle] = await tx.query<{ vin: string; organizationId: number }[]>(
    'SELECT vin, organization_id AS "organizationId" FROM vehicle WHERE id = $1 FOR NO KEY UPDATE',
    [found.vehicleId],
  );
  const [state] = await tx.query<TransferState[]>(
    'SELECT status, due_at AS "dueAt", decided_at AS "decidedAt", decided_by AS "decidedBy" FROM owner_transfer WHERE id = $1 FOR UPDATE',
    [id],
  );
  return vehicle === undefined || state === undefined ? null : { id, ...found, ...vehicle, ...state };
}

async function save(tx: Tx, id: number, change: TransferChange): Promise<void> {
  await tx.query(
    `UPDATE owner_transfer SET version = version + 1, status = $2, due_at = $3, accepted_at = COALESCE($4, accepted_at), decided_at = $5, decided_by = $6, ending = $7, reason = $8
     WHERE id = $1`,
    [
      id,
      change.status,
      change.dueAt,
      change.acceptedAt ?? null,
      change.decidedAt ?? null,
      change.decidedBy ?? null,
      change.ending ?? null,
      change.reason ?? null,
    ],
  );
}
