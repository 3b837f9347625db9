import { partsOfTwo } from '@headland/contracts/after-service';
import type { ErrorCode } from '@headland/contracts/errors';
import type { ReplacedPart } from '@headland/contracts/service-write';

/**
 * A particle filter or a pump that is told it is new while it is not burns a machine down or leaves it dry. So nobody does that alone: a second account
 * that may do it confirms the very part, code, serial number and hours within ten minutes, and what it has confirmed is used once, within ten minutes, in the same
 * session.
 */
export const approvalMs = 10 * 60_000;
export const needsTwo = (part: ReplacedPart['part']): boolean => (partsOfTwo as readonly string[]).includes(part);

export interface ApprovalState {
  state: 'waiting' | 'approved' | 'declined' | 'used' | 'expired';
  askedBy: number;
  expiresAt: Date;
  /** of the session that it was asked in */
  sessionOpen: boolean;
}
/** As it stands at a moment: one whose time or session is over has expired, whatever its row says. */
export const approvalNow = (
  { state, expiresAt, sessionOpen }: Omit<ApprovalState, 'askedBy'>,
  now: Date,
): ApprovalState['state'] =>
  (state === 'waiting' || state === 'approved') && (now >= expiresAt || !sessionOpen) ? 'expired' : state;

/** Why somebody may not decide, or null. */
export function decideRefusal(approval: ApprovalState, by: number, now: Date): ErrorCode | null {
  if (approval.askedBy === by) return 'APPROVAL_OWN';
  const state = approvalNow(approval, now);
  return state === 'waiting' ? null : state === 'expired' ? 'APPROVAL_EXPIRED' : 'APPROVAL_DECIDED';
}

/** Whether a confirmation stands for this write. */
export const stands = (
  approval: ApprovalState & { sessionId: number; value: ReplacedPart },
  sessionId: number,
  value: ReplacedPart,
  now: Date,
): boolean =>
  approvalNow(approval, now) === 'approved' &&
  approval.sessionId === sessionId &&
  (['part', 'partCode', 'serial', 'hours'] as const).every((field) => approval.value[field] === value[field]);
