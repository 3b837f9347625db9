import type { ErrorCode } from '@headland/contracts/errors';
import type { EventName } from '@headland/contracts/event-log';
import type { TransferEnding, TransferStatus } from '@headland/contracts/owner-transfer';
import type { Decision, Refusal } from './decision';

/**
 * The transfer of a machine to another owner. Its owner requests it, the new owner accepts, and then staff approve:
 * from that moment it belongs to the new owner. Before that staff may reject it at any time, and either party may
 * withdraw. Each of the two waits lasts seven days and then ends in rejection, so that a forgotten request blocks no
 * machine for ever. Approved and rejected are final. A cancelled sale, or a customer who leaves, ends what was only
 * requested. What both parties have agreed on is decided first.
 */
export type TransferAct = 'accept' | 'decline' | 'withdraw' | 'approve' | 'reject' | 'expire' | 'end';
export type TransferEvent = Extract<EventName, `transfer.${string}`>;

const decided = { approved: 'TRANSFER_DECIDED', rejected: 'TRANSFER_DECIDED' } as const;
const untilDecided = { requested: 'rejected', accepted: 'rejected', ...decided } as const;
/** action → status → next status, or why not. */
export const transferTransitions: Record<TransferAct, Record<TransferStatus, TransferStatus | ErrorCode>> = {
  accept: { requested: 'accepted', accepted: 'TRANSFER_ALREADY_ACCEPTED', ...decided },
  decline: untilDecided,
  withdraw: untilDecided,
  approve: { requested: 'TRANSFER_NOT_ACCEPTED', accepted: 'approved', ...decided },
  reject: untilDecided,
  expire: untilDecided,
  end: { requested: 'rejected', accepted: 'TRANSFER_AWAITING', ...decided },
};
const statuses: readonly string[] = ['requested', 'accepted', 'approved', 'rejected'] satisfies TransferStatus[];

/**
 * Why an action is not possible in a status, or null. The console shows it as the reason of a disabled button, the
 * server refuses with it.
 */
export function transferRefusal(status: TransferStatus, act: TransferAct): ErrorCode | null {
  const answer = transferTransitions[act][status];
  return statuses.includes(answer) ? null : (answer as ErrorCode);
}
export const isOpen = (status: TransferStatus): boolean => status === 'requested' || status === 'accepted';

export interface TransferState {
  status: TransferStatus;
  dueAt: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
}
/** Only the fields that an action changes are present. */
export interface TransferChange {
  status: TransferStatus;
  acceptedAt?: Date;
  dueAt: Date | null;
  decidedAt?: Date;
  decidedBy?: string | null;
  ending?: TransferEnding;
  reason?: string;
}
type Answer = Decision<TransferChange, TransferEvent>;

export const transferDays = 7;
/** The deadline of the next step. */
export const stepDueAt = (now: Date): Date => new Date(now.getTime() + transferDays * 86_400_000);

export function accept(transfer: TransferState, now: Date): Answer {
  return (
    refused(transfer, 'accept') ?? {
      change: { status: 'accepted', acceptedAt: now, dueAt: stepDueAt(now) },
      events: ['transfer.accepted'],
    }
  );
}

/** Withdrawal by the new owner or the owner. */
export const decline = (transfer: TransferState, now: Date): Answer =>
  refused(transfer, 'decline') ?? rejected('declined', now);
export const withdraw = (transfer: TransferState, now: Date): Answer =>
  refused(transfer, 'withdraw') ?? rejected('withdrawn', now);

export function reject(transfer: TransferState, reason: string, by: string, now: Date): Answer {
  return refused(transfer, 'reject') ?? rejected('staff', now, { decidedBy: by, reason });
}

export function approve(transfer: TransferState, by: string, now: Date): Answer {
  return (
    refused(transfer, 'approve') ?? {
      change: { status: 'approved', dueAt: null, decidedAt: now, decidedBy: by },
      events: ['transfer.approved'],
    }
  );
}

/** By time: null if it is not due, because somebody acted. */
export function rejectWhenDue(transfer: TransferState, now: Date): Exclude<Answer, Refusal> | null {
  if (!isOpen(transfer.status) || transfer.dueAt === null || transfer.dueAt > now) return null;
  return rejected('time', now);
}

/** Because sale or customer ends. `includingAccepted`: a person may always leave. */
export function end(transfer: TransferState, reason: string, now: Date, includingAccepted: boolean): Answer {
  const no = includingAccepted && transfer.status === 'accepted' ? null : refused(transfer, 'end');
  return no ?? rejected('ended', now, { reason });
}

const rejected = (
  ending: TransferEnding,
  now: Date,
  more: Pick<TransferChange, 'decidedBy' | 'reason'> = {},
): Exclude<Answer, Refusal> => ({
  change: { status: 'rejected', dueAt: null, decidedAt: now, ending, ...more },
  events: ['transfer.rejected'],
});

/** Who decided, if it was decided already: shown to the second of two concurrent callers. */
function refused({ status, decidedAt, decidedBy }: TransferState, act: TransferAct): Refusal | null {
  const code = transferRefusal(status, act);
  if (code === null) return null;
  return {
    code,
    values: {
      status,
      ...(decidedAt === null ? {} : { at: decidedAt.toISOString() }),
      ...(decidedBy === null ? {} : { by: decidedBy }),
    },
  };
}

export const rdiDays = 30;
export const rdiOpenings = 20;
export const rdiExpiresAt = (approvedAt: Date): Date => new Date(approvedAt.getTime() + rdiDays * 86_400_000);
/** Whether the link still opens the document. */
export function rdiState(
  { expiresAt, openings }: { expiresAt: Date; openings: number },
  now: Date,
): 'open' | 'expired' | 'usedUp' {
  if (now >= expiresAt) return 'expired';
  return openings >= rdiOpenings ? 'usedUp' : 'open';
}
/** How long the file can be downloaded after opening the link. */
export const rdiFileMs = 3_600_000;
