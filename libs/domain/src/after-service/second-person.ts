import { type Approval, partsOfTwo } from '@headland/contracts/after-service';
import type { ErrorCode } from '@headland/contracts/errors';
import type { ReplacedPart } from '@headland/contracts/service-write';

/**
 * A particle filter or a pump that is declared new while it is not can burn a machine down or run it dry. So a second
 * account with the same permission has to confirm the part, code, serial number and hours within ten minutes, and each
 * confirmation is used once, within ten minutes, in the same session.
 */
export const approvalMs = 10 * 60_000;
export const needsTwo = (part: ReplacedPart['part']): boolean => (partsOfTwo as readonly string[]).includes(part);

export interface ApprovalState {
  state: Approval['state'];
  askedBy: number;
  expiresAt: Date;
  /** of the session that it was requested in */
  sessionOpen: boolean;
}
/** Its state at a moment: after its time or session it has expired, whatever is stored. */
export const approvalNow = (
  { state, expiresAt, sessionOpen }: Omit<ApprovalState, 'askedBy'>,
  now: Date,
): Approval['state'] =>
  (state === 'waiting' || state === 'approved') && (now >= expiresAt || !sessionOpen) ? 'expired' : state;

/** Why a user may not decide, or null. */
export function decideRefusal(approval: ApprovalState, by: number, now: Date): ErrorCode | null {
  if (approval.askedBy === by) return 'APPROVAL_OWN';
  const state = approvalNow(approval, now);
  return state === 'waiting' ? null : state === 'expired' ? 'APPROVAL_EXPIRED' : 'APPROVAL_DECIDED';
}

/** Whether a confirmation is valid for this write. */
export const isValid = (
  approval: ApprovalState & { sessionId: number; value: ReplacedPart },
  sessionId: number,
  value: ReplacedPart,
  now: Date,
): boolean =>
  approvalNow(approval, now) === 'approved' &&
  approval.sessionId === sessionId &&
  (['part', 'partCode', 'serial', 'hours'] as const).every((field) => approval.value[field] === value[field]);
