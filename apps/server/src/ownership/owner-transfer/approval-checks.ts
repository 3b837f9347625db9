import type { Refusal } from '@headland/domain/decision';
import { requiredTerms, termState } from '@headland/domain/customer';
import { answersOfOne } from '../../people/customer-base/customer-terms.tx';
import { activeCustomer, usesApp } from '../../people/customer-base/customer-phone.tx';
import type { Tx } from '../../platform/database/rows';
import { sosIsOpen } from '../../platform/database/open-sql';
import { type Acting, vehiclesInService } from '../../fleet/vehicles/in-service.reads';

/** Of an open transfer: its vehicle and both customers. */
export interface Handover {
  vehicleId: number;
  fromId: number;
  toId: number;
}
type ApprovalCheck = (tx: Tx, handover: Handover, acting: Acting) => Promise<Refusal | null>;

const ownerIsTheSame: ApprovalCheck = async (tx, { vehicleId, fromId }) => {
  const owned = await tx.query<unknown[]>('SELECT 1 FROM vehicle WHERE id = $1 AND customer_id = $2', [
    vehicleId,
    fromId,
  ]);
  return owned.length > 0 ? null : { code: 'TRANSFER_OWNER_CHANGED' };
};

/** Whoever answers the call needs to know whom to ring. */
const nobodyCallsForHelp: ApprovalCheck = async (tx, { vehicleId }) => {
  const calling = await tx.query<unknown[]>(`SELECT 1 FROM sos_call WHERE vehicle_id = $1 AND ${sosIsOpen()} LIMIT 1`, [
    vehicleId,
  ]);
  return calling.length === 0 ? null : { code: 'VEHICLE_HAS_OPEN_SOS' };
};

const nobodyServesIt: ApprovalCheck = async (tx, { vehicleId }, acting) =>
  (await vehiclesInService(tx, [vehicleId], acting)).get(vehicleId) ?? null;

const newOwnerIsThere: ApprovalCheck = async (tx, { toId }) => {
  const member = await tx.query<unknown[]>(
    `SELECT 1 FROM customer c WHERE c.id = $1 AND ${usesApp('c')} AND ${activeCustomer}`,
    [toId],
  );
  return member.length > 0 ? null : { code: 'TRANSFER_NEW_OWNER_GONE' };
};

const newOwnerAgreedToTheTerms: ApprovalCheck = async (tx, { toId }) => {
  const answers = await answersOfOne(tx, toId);
  const missing = requiredTerms.filter((term) => termState(term, answers) !== 'agreed');
  return missing.length === 0 ? null : { code: 'TRANSFER_TERMS_MISSING', values: { terms: missing.join(', ') } };
};

/** What must hold when a transfer is approved, the first failure is returned. */
export const approvalChecks: readonly ApprovalCheck[] = [
  ownerIsTheSame,
  nobodyCallsForHelp,
  nobodyServesIt,
  newOwnerIsThere,
  newOwnerAgreedToTheTerms,
];

/** What forbids the approval now. */
export async function obstaclesOf(tx: Tx, handover: Handover, acting: Acting): Promise<Refusal[]> {
  const found: Refusal[] = [];
  for (const check of approvalChecks) {
    const refusal = await check(tx, handover, acting);
    if (refusal !== null) found.push(refusal);
  }
  return found;
}
