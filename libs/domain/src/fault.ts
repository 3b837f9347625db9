import type { ErrorCode } from '@headland/contracts/errors';
import type { EventName } from '@headland/contracts/event-log';
import { maxFaultImages, openFaultStatuses, type FaultStatus, type Severity } from '@headland/contracts/fault';
import type { Decision, Refusal } from './decision';
import { acceptWithinMs, atTop, nextUp, type Path } from './escalation';

/**
 * A fault report: one open report per vehicle and code. It is opened by a signal of the vehicle, never manually. It is
 * accepted for an agency, which is notified; it ends as repair completed or processing completed and is then locked. It
 * never skips acceptance and never goes back. A code that clears itself is marked, and the report stays open until a
 * person completes it; a code that comes back after that is a new report.
 */
export type FaultAct = 'take' | 'accept' | 'reassign' | Completion['kind'] | 'escalate' | 'note' | 'picture';
export type FaultEvent = Extract<EventName, `fault.${string}`>;

const locked = { repairCompleted: 'FAULT_COMPLETED', processingCompleted: 'FAULT_COMPLETED' } as const;
/** action → status → next status, or why not. */
export const faultTransitions: Record<FaultAct, Record<FaultStatus, FaultStatus | ErrorCode>> = {
  take: { occurred: 'occurred', accepted: 'accepted', ...locked },
  accept: { occurred: 'accepted', accepted: 'FAULT_ALREADY_ACCEPTED', ...locked },
  reassign: { occurred: 'FAULT_NOT_ACCEPTED', accepted: 'accepted', ...locked },
  repair: { occurred: 'FAULT_NOT_ACCEPTED', accepted: 'repairCompleted', ...locked },
  processing: { occurred: 'FAULT_NOT_ACCEPTED', accepted: 'processingCompleted', ...locked },
  escalate: { occurred: 'occurred', accepted: 'accepted', ...locked },
  note: { occurred: 'occurred', accepted: 'accepted', ...locked },
  picture: { occurred: 'occurred', accepted: 'accepted', ...locked },
};

/** It still needs an action. */
export const isOpenFault = (status: FaultStatus): boolean =>
  (openFaultStatuses as readonly FaultStatus[]).includes(status);

/**
 * Why an action is not possible in a status, or null. The console shows it as the reason of a disabled button, the
 * server refuses with it.
 */
export function faultRefusal(status: FaultStatus, act: FaultAct): ErrorCode | null {
  const answer = faultTransitions[act][status];
  return answer in faultStatusRank ? null : (answer as ErrorCode);
}

export interface FaultState {
  status: FaultStatus;
  severity: Severity;
  escalationLevel: number;
  dueAt: Date | null;
}
export interface Acceptance {
  agencyId: number;
  person: { id: number | null; name: string } | null;
  channel: 'push' | 'sms' | 'both';
  /** absent: the memo is unchanged */
  memo?: string | undefined;
}
export interface Completion {
  kind: 'repair' | 'processing';
  memo: string;
  /** YYYY-MM-DD; of a repair */
  repairedOn: string | null;
  partCode: string | null;
}
/** Only the fields that an action changes are present. */
export interface FaultChange {
  status?: FaultStatus;
  agencyId?: number;
  person?: { id: number | null; name: string } | null;
  channel?: Acceptance['channel'];
  memo?: string;
  dueAt?: null;
  acceptedAt?: Date;
  acceptedBy?: string;
  completedAt?: Date;
  completedBy?: string;
  repairedOn?: string | null;
  partCode?: string | null;
  escalationLevel?: number;
  escalatedTo?: number;
}
type Answer = Decision<FaultChange, FaultEvent>;

/** The caller becomes the person in charge; the status stays. */
export const takeOver = (report: FaultState, me: { id: number | null; name: string }): Answer =>
  refused(report, 'take') ?? { change: { person: me }, events: ['fault.taken'] };

export function accept(report: FaultState, to: Acceptance, by: string, now: Date): Answer {
  return (
    refused(report, 'accept') ?? {
      change: { status: 'accepted', ...given(to), dueAt: null, acceptedAt: now, acceptedBy: by },
      events: ['fault.accepted'],
    }
  );
}

export const reassign = (report: FaultState, to: Acceptance): Answer =>
  refused(report, 'reassign') ?? { change: given(to), events: ['fault.reassigned'] };

export function complete(report: FaultState, how: Completion, by: string, now: Date): Answer {
  const { kind, memo, repairedOn, partCode } = how;
  const repair = kind === 'repair' ? { repairedOn, partCode } : { repairedOn: null, partCode: null };
  return (
    refused(report, kind) ?? {
      change: { status: `${kind}Completed`, memo, ...repair, completedAt: now, completedBy: by },
      events: ['fault.completed'],
    }
  );
}

/** A repair is dated between the day of the fault and today (days of the caller's zone, YYYY-MM-DD). */
export const repairDayFits = (repairedOn: string, occurredOn: string, today: string): boolean =>
  repairedOn >= occurredOn && repairedOn <= today;

export const note = (report: FaultState, memo: string): Answer =>
  refused(report, 'note') ?? { change: { memo }, events: ['fault.noted'] };

/** `present`: images already attached. */
export const addImage = (report: FaultState, present: number): Answer =>
  refused(report, 'picture') ??
  (present >= maxFaultImages
    ? { code: 'FAULT_IMAGES_FULL', values: { n: maxFaultImages } }
    : { change: {}, events: ['fault.imageAdded'] });

export const removeImage = (report: FaultState): Answer =>
  refused(report, 'picture') ?? { change: {}, events: ['fault.imageRemoved'] };

export function escalateByHand(report: FaultState, path: Path): Answer {
  const no = refused(report, 'escalate');
  if (no) return no;
  return atTop(path, report.escalationLevel) ? { code: 'FAULT_TOP_LEVEL' } : escalated(report, path);
}

/** By time, each period one organization up to the head office; null if it is not due. */
export function escalateWhenOverdue(report: FaultState, path: Path, now: Date): Exclude<Answer, Refusal> | null {
  const at = nextEscalationAt(report);
  if (at === null || at > now || atTop(path, report.escalationLevel)) return null;
  return escalated(report, path);
}

/**
 * When an unaccepted report escalates next, if there is an organization above: at its due time, then after each further
 * period.
 */
export function nextEscalationAt(report: FaultState): Date | null {
  if (report.status !== 'occurred' || report.dueAt === null) return null;
  return new Date(report.dueAt.getTime() + report.escalationLevel * acceptWithinMs[report.severity]);
}

/** Counted from the receipt: it could not have been accepted earlier. */
export const dueAt = (severity: Severity, receivedAt: Date): Date =>
  new Date(receivedAt.getTime() + acceptWithinMs[severity]);

/** Severity as stored for the live map; 0 is "no open fault". */
export const severityRank: Record<Severity, number> = { critical: 1, major: 2, minor: 3 };
export const severityOfRank = (rank: number): Severity | null =>
  (['critical', 'major', 'minor'] as const)[rank - 1] ?? null;
export const faultStatusRank: Record<FaultStatus, number> = {
  occurred: 0,
  accepted: 1,
  repairCompleted: 2,
  processingCompleted: 2,
};

export interface Ranked {
  id: number;
  status: FaultStatus;
  severity: Severity;
  dueAt: string | null;
  occurredAt: string;
}
export const isOverdue = (report: Pick<Ranked, 'status' | 'dueAt'>, now: Date): boolean =>
  report.status === 'occurred' && report.dueAt !== null && Date.parse(report.dueAt) <= now.getTime();
/** Overdue first, then severity, then occurred before accepted, then the oldest first. Completed reports come last. */
export function compareFaults(a: Ranked, b: Ranked, now: Date): number {
  return (
    Number(isOpenFault(b.status)) - Number(isOpenFault(a.status)) ||
    Number(isOverdue(b, now)) - Number(isOverdue(a, now)) ||
    severityRank[a.severity] - severityRank[b.severity] ||
    faultStatusRank[a.status] - faultStatusRank[b.status] ||
    Date.parse(a.occurredAt) - Date.parse(b.occurredAt) ||
    a.id - b.id
  );
}

function refused(report: FaultState, act: FaultAct): Refusal | null {
  const code = faultRefusal(report.status, act);
  return code === null ? null : { code };
}

const given = ({ agencyId, person, channel, memo }: Acceptance): FaultChange => ({
  agencyId,
  person,
  channel,
  ...(memo === undefined ? {} : { memo }),
});

function escalated(report: FaultState, path: Path): Exclude<Answer, Refusal> {
  const { level, organizationId } = nextUp(path, report.escalationLevel);
  return { change: { escalationLevel: level, escalatedTo: organizationId }, events: ['fault.escalated'] };
}
