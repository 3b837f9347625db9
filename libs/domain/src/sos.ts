import type { SosType } from '@headland/contracts/device/up';
import type { ErrorCode } from '@headland/contracts/errors';
import type { EventName } from '@headland/contracts/event-log';
import type { FalseAlarmCause, Injured, SosStatus } from '@headland/contracts/sos';
import type { Decision, Refusal } from './decision';
import { atTop, isLate, nextUp, topPauseMs, type Path } from './escalation';

/**
 * An SOS alert. It comes from a machine: its terminal detects it, or somebody presses the button there; never from a
 * form of the console. Somebody acknowledges it, sends an agency, and closes it as resolved or as a false alarm; if a
 * phone call was enough no agency is needed. It never goes back, and a closed one is not edited; only a mistaken false
 * alarm is reopened, soon after. While unacknowledged it goes one organization up after each period, and the head office
 * is reminded until somebody responds.
 */
export type SosAct =
  'acknowledge' | 'dispatch' | 'correctDispatch' | 'assign' | 'escalate' | 'note' | 'resolve' | 'falseAlarm' | 'reopen';
/** Possible outcomes of an action; an evidence report changes nothing of the SOS. */
export type SosEvent = Exclude<Extract<EventName, `sos.${string}`>, 'sos.evidenced'>;

/** action → status → next status, or why not. */
export const sosTransitions: Record<SosAct, Record<SosStatus, SosStatus | ErrorCode>> = {
  acknowledge: {
    raised: 'acknowledged',
    acknowledged: 'SOS_ALREADY_ACKNOWLEDGED',
    dispatched: 'SOS_ALREADY_ACKNOWLEDGED',
    resolved: 'SOS_CLOSED',
    falseAlarm: 'SOS_CLOSED',
  },
  dispatch: {
    raised: 'dispatched',
    acknowledged: 'dispatched',
    dispatched: 'SOS_ILLEGAL_STEP',
    resolved: 'SOS_CLOSED',
    falseAlarm: 'SOS_CLOSED',
  },
  correctDispatch: {
    raised: 'SOS_ILLEGAL_STEP',
    acknowledged: 'SOS_ILLEGAL_STEP',
    dispatched: 'dispatched',
    resolved: 'SOS_CLOSED',
    falseAlarm: 'SOS_CLOSED',
  },
  assign: {
    raised: 'raised',
    acknowledged: 'acknowledged',
    dispatched: 'dispatched',
    resolved: 'SOS_CLOSED',
    falseAlarm: 'SOS_CLOSED',
  },
  escalate: {
    raised: 'raised',
    acknowledged: 'acknowledged',
    dispatched: 'dispatched',
    resolved: 'SOS_CLOSED',
    falseAlarm: 'SOS_CLOSED',
  },
  note: {
    raised: 'raised',
    acknowledged: 'acknowledged',
    dispatched: 'dispatched',
    resolved: 'SOS_CLOSED',
    falseAlarm: 'SOS_CLOSED',
  },
  resolve: {
    raised: 'SOS_NOT_ACKNOWLEDGED',
    acknowledged: 'resolved',
    dispatched: 'resolved',
    resolved: 'SOS_CLOSED',
    falseAlarm: 'SOS_CLOSED',
  },
  falseAlarm: {
    raised: 'falseAlarm',
    acknowledged: 'falseAlarm',
    dispatched: 'falseAlarm',
    resolved: 'SOS_CLOSED',
    falseAlarm: 'SOS_CLOSED',
  },
  reopen: {
    raised: 'SOS_ILLEGAL_STEP',
    acknowledged: 'SOS_ILLEGAL_STEP',
    dispatched: 'SOS_ILLEGAL_STEP',
    resolved: 'SOS_CLOSED',
    falseAlarm: 'acknowledged',
  },
};
/** How long a false alarm can be reopened. */
export const reopenMs = 15 * 60_000;
export const mayReopen = (sos: { status: SosStatus; closedAt: Date | null }, now: Date): boolean =>
  sos.status === 'falseAlarm' && sos.closedAt !== null && now.getTime() - sos.closedAt.getTime() <= reopenMs;

/**
 * Why an action is not possible in a status, or null. The console shows it as the reason of a disabled button, the
 * server refuses with it.
 */
export function sosRefusal(status: SosStatus, act: SosAct): ErrorCode | null {
  const answer = sosTransitions[act][status];
  return isStatus(answer) ? null : answer;
}

export interface SosState {
  status: SosStatus;
  escalationLevel: number;
  nextEscalationAt: Date | null;
  /** how often the head office has been notified */
  headOfficeReminders: number;
  acknowledgedAt: Date | null;
  acknowledgedBy: string | null;
  dispatchedAt: Date | null;
  dispatch: Dispatch | null;
  closedAt: Date | null;
}
export interface Person {
  id: number | null;
  name: string;
}
export interface Dispatch {
  agency: { id: number; name: string };
  person: string;
  phone: string;
  etaMinutes: number;
  note: string | null;
}
/** Only the fields that an action changes are present. */
export interface SosChange {
  status?: SosStatus;
  handler?: Person;
  acknowledgedAt?: Date;
  acknowledgedBy?: string;
  dispatchedAt?: Date | null;
  dispatch?: Dispatch | null;
  closedAt?: Date | null;
  closedBy?: string | null;
  injured?: Injured;
  cause?: FalseAlarmCause | null;
  resolution?: string | null;
  /** the vehicle has been given to another organization */
  organizationId?: number;
  escalationLevel?: number;
  escalatedTo?: number | null;
  nextEscalationAt?: Date | null;
  headOfficeReminders?: number;
}
type Answer = Decision<SosChange, SosEvent>;

export function acknowledge(sos: SosState, by: Person, now: Date): Answer {
  return (
    refused(sos, 'acknowledge') ?? {
      change: { status: 'acknowledged', ...seenBy(by, now) },
      events: ['sos.acknowledged'],
    }
  );
}

/** On a raised SOS it records both steps. */
export function dispatch(sos: SosState, to: Dispatch, by: Person, now: Date): Answer {
  const sent: SosChange = { status: 'dispatched', dispatchedAt: now, dispatch: to, nextEscalationAt: null };
  if (sos.status === 'raised')
    return { change: { ...seenBy(by, now), ...sent }, events: ['sos.acknowledged', 'sos.dispatched'] };
  return refused(sos, 'dispatch') ?? { change: sent, events: ['sos.dispatched'] };
}

/**
 * Corrects a dispatch. The arrival counts from the dispatch, so the time since then is added to a new one, which is
 * stated from now.
 */
export function correctDispatch(
  sos: SosState,
  to: Omit<Dispatch, 'agency' | 'etaMinutes'> & { etaMinutes: number | null },
  now: Date,
): Answer {
  const no = refused(sos, 'correctDispatch');
  if (no) return no;
  const { dispatch: was, dispatchedAt } = sos;
  if (was === null || dispatchedAt === null)
    return { code: 'SOS_ILLEGAL_STEP', values: { from: sos.status, act: 'correctDispatch' } };
  const passed = Math.round((now.getTime() - dispatchedAt.getTime()) / 60_000);
  const dispatch = { ...was, ...to, etaMinutes: to.etaMinutes === null ? was.etaMinutes : passed + to.etaMinutes };
  return { change: { dispatch }, events: ['sos.dispatchCorrected'] };
}

/**
 * A mistaken false alarm is reopened with the caller as its handler; the agency was called off and is dispatched again.
 * The vehicle may have another organization since: `movedTo` has the call then, and nobody above it has been told.
 */
export function reopen(sos: SosState, by: Person, now: Date, movedTo: number | null = null): Answer {
  const no = refused(sos, 'reopen');
  if (no) return no;
  if (!mayReopen(sos, now)) return { code: 'SOS_REOPEN_LATE' };
  const seen = sos.acknowledgedAt === null ? seenBy(by, now) : { handler: by };
  const open = {
    status: 'acknowledged',
    closedAt: null,
    closedBy: null,
    cause: null,
    resolution: null,
    dispatchedAt: null,
    dispatch: null,
  } as const;
  const moved =
    movedTo === null ? {} : { organizationId: movedTo, escalationLevel: 0, escalatedTo: null, headOfficeReminders: 0 };
  return { change: { ...seen, ...open, ...moved }, events: ['sos.reopened'] };
}

/** Assigning an SOS to a colleague does not acknowledge it: until the colleague does, it keeps escalating. */
export function assign(sos: SosState, to: Person): Answer {
  return refused(sos, 'assign') ?? { change: { handler: to }, events: ['sos.assigned'] };
}

export function note(sos: SosState): Answer {
  return refused(sos, 'note') ?? { change: {}, events: ['sos.noted'] };
}

export function resolve(sos: SosState, how: { resolution: string; injured: Injured }, by: Person, now: Date): Answer {
  return (
    refused(sos, 'resolve') ?? {
      change: { status: 'resolved', ...how, ...closedBy(by, now) },
      events: ['sos.resolved'],
    }
  );
}

export function markFalseAlarm(
  sos: SosState,
  how: { resolution: string; cause: FalseAlarmCause },
  by: Person,
  now: Date,
): Answer {
  return (
    refused(sos, 'falseAlarm') ?? {
      change: { status: 'falseAlarm', ...how, ...closedBy(by, now) },
      events: ['sos.falseAlarm'],
    }
  );
}

/** Manual, for any open SOS; the notified organization gets a full period before the next one. */
export function escalateByHand(sos: SosState, path: Path, now: Date, periodMs: number): Answer {
  const no = refused(sos, 'escalate');
  if (no) return no;
  if (atTop(path, sos.escalationLevel)) return { code: 'SOS_TOP_LEVEL' };
  return escalated(sos, path, now, periodMs);
}

/**
 * By time: null if it is not due, because it was acknowledged, has escalated already, or is late. Due at the head
 * office: a reminder.
 */
export function escalateWhenDue(
  sos: SosState,
  path: Path,
  now: Date,
  periodMs: number,
): Exclude<Answer, Refusal> | null {
  if (sos.status !== 'raised' || sos.nextEscalationAt === null || sos.nextEscalationAt > now) return null;
  return escalated(sos, path, now, periodMs);
}

/** When an unacknowledged SOS escalates for the first time; null for a late one. */
export const firstEscalation = (late: boolean, receivedAt: Date, periodMs: number): Date | null =>
  late ? null : new Date(receivedAt.getTime() + periodMs);
/**
 * Raised more than an hour ago, by a trusted clock. An unknown clock is no reason for silence: better one alarm too
 * many.
 */
export const lateSos = (raisedAt: Date, receivedAt: Date, clockKnown: boolean): boolean =>
  clockKnown && isLate(raisedAt, receivedAt);

/**
 * Raised before acknowledged before dispatched; in each roll-over, collision, button; then the oldest first. Closed
 * alerts come last.
 */
export const sosStatusRank: Record<SosStatus, number> = {
  raised: 0,
  acknowledged: 1,
  dispatched: 2,
  resolved: 3,
  falseAlarm: 3,
};
export const sosTypeRank: Record<SosType, number> = { rollover: 0, collision: 1, button: 2 };
export interface Ranked {
  id: number;
  status: SosStatus;
  type: SosType;
  /** ISO 8601, UTC */
  raisedAt: string;
}
export function compareSos(a: Ranked, b: Ranked): number {
  return (
    sosStatusRank[a.status] - sosStatusRank[b.status] ||
    sosTypeRank[a.type] - sosTypeRank[b.type] ||
    Date.parse(a.raisedAt) - Date.parse(b.raisedAt) ||
    a.id - b.id
  );
}

const isStatus = (answer: SosStatus | ErrorCode): answer is SosStatus => answer in sosStatusRank;

function refused(sos: SosState, act: SosAct): Refusal | null {
  const code = sosRefusal(sos.status, act);
  if (code === null) return null;
  if (code === 'SOS_ALREADY_ACKNOWLEDGED')
    return { code, values: { by: sos.acknowledgedBy ?? '', at: sos.acknowledgedAt?.toISOString() ?? '' } };
  return code === 'SOS_ILLEGAL_STEP' ? { code, values: { from: sos.status, act } } : { code };
}

const seenBy = (by: Person, now: Date): SosChange => ({
  handler: by,
  acknowledgedAt: now,
  acknowledgedBy: by.name,
  nextEscalationAt: null,
});
const closedBy = (by: Person, now: Date): SosChange => ({ closedAt: now, closedBy: by.name, nextEscalationAt: null });

function escalated(sos: SosState, path: Path, now: Date, periodMs: number): Exclude<Answer, Refusal> {
  const { level, organizationId } = nextUp(path, sos.escalationLevel);
  const headOfficeReminders = atTop(path, level) ? sos.headOfficeReminders + 1 : 0;
  const pauseMs = headOfficeReminders > 0 ? topPauseMs(headOfficeReminders, periodMs) : periodMs;
  // an acknowledged SOS is in its handler's hands: only a raised one escalates by time
  const next =
    sos.status === 'raised' && sos.nextEscalationAt !== null
      ? { nextEscalationAt: new Date(now.getTime() + pauseMs) }
      : {};
  return {
    change: { escalationLevel: level, escalatedTo: organizationId, headOfficeReminders, ...next },
    events: ['sos.escalated'],
  };
}
