import type { SosType } from '@headland/contracts/device/up';
import type { ErrorCode } from '@headland/contracts/errors';
import type { EventName } from '@headland/contracts/event-log';
import type { SosStatus } from '@headland/contracts/sos';
import type { Decision, Refusal } from './decision';
import { atTop, isLate, nextUp, topPauseMs, type Path } from './escalation';

/**
 * An SOS call. A machine raises it, never a person. Somebody acknowledges it ("I have seen it"), sends an agency, and closes it as resolved or
 * as a false alarm; what was settled on the phone needs no agency. It never goes back, and a closed call is not edited; only a false alarm that
 * was none is taken back, soon after. While it stays unacknowledged it goes one organisation up after each period, and the head office is told again and again until somebody answers.
 */
export type SosAct =
  'acknowledge' | 'dispatch' | 'correctDispatch' | 'assign' | 'escalate' | 'note' | 'resolve' | 'falseAlarm' | 'reopen';
/** What an act can lead to; a sheet of evidence changes nothing of the call. */
export type SosEvent = Exclude<Extract<EventName, `sos.${string}`>, 'sos.evidenced'>;

/** act → status → the status after it, or why not. */
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
/** How long a false alarm can be taken back. */
export const reopenMs = 15 * 60_000;
export const mayReopen = (call: { status: SosStatus; closedAt: Date | null }, now: Date): boolean =>
  call.status === 'falseAlarm' && call.closedAt !== null && now.getTime() - call.closedAt.getTime() <= reopenMs;

/** Why an act is not possible in a status, or null where it is. The console disables with this reason, the server refuses with it. */
export function sosRefusal(status: SosStatus, act: SosAct): ErrorCode | null {
  const answer = sosTransitions[act][status];
  return isStatus(answer) ? null : answer;
}

export interface SosState {
  status: SosStatus;
  escalationLevel: number;
  nextEscalationAt: Date | null;
  /** how often the head office has been told */
  topTold: number;
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
/** Only the fields that an act changes are present. */
export interface SosChange {
  status?: SosStatus;
  handler?: Person;
  acknowledgedAt?: Date;
  acknowledgedBy?: string;
  dispatchedAt?: Date | null;
  dispatch?: Dispatch | null;
  closedAt?: Date | null;
  closedBy?: string | null;
  injured?: 'yes' | 'no' | 'unknown';
  cause?: 'operatorMistake' | 'test' | 'sensor' | 'other' | null;
  resolution?: string | null;
  escalationLevel?: number;
  escalatedTo?: number;
  nextEscalationAt?: Date | null;
  topTold?: number;
}
type Answer = Decision<SosChange, SosEvent>;

export function acknowledge(call: SosState, by: Person, now: Date): Answer {
  return (
    refused(call, 'acknowledge') ?? {
      change: { status: 'acknowledged', ...seenBy(by, now) },
      events: ['sos.acknowledged'],
    }
  );
}

/** From raised it records both steps. */
export function dispatch(call: SosState, to: Dispatch, by: Person, now: Date): Answer {
  const sent: SosChange = { status: 'dispatched', dispatchedAt: now, dispatch: to, nextEscalationAt: null };
  if (call.status === 'raised')
    return { change: { ...seenBy(by, now), ...sent }, events: ['sos.acknowledged', 'sos.dispatched'] };
  return refused(call, 'dispatch') ?? { change: sent, events: ['sos.dispatched'] };
}

/** What was written in haste is put right. The arrival counts from the dispatch, so a new one, told from now, has what has passed added. */
export function correctDispatch(
  call: SosState,
  to: Omit<Dispatch, 'agency' | 'etaMinutes'> & { etaMinutes: number | null },
  now: Date,
): Answer {
  const no = refused(call, 'correctDispatch');
  if (no) return no;
  const { dispatch: was, dispatchedAt } = call;
  if (was === null || dispatchedAt === null)
    return { code: 'SOS_ILLEGAL_STEP', values: { from: call.status, act: 'correctDispatch' } };
  const passed = Math.round((now.getTime() - dispatchedAt.getTime()) / 60_000);
  const dispatch = { ...was, ...to, etaMinutes: to.etaMinutes === null ? was.etaMinutes : passed + to.etaMinutes };
  return { change: { dispatch }, events: ['sos.dispatchCorrected'] };
}

/** A false alarm that was none stands open again with whoever says so; who was on the way was told to turn back, and is sent anew. */
export function reopen(call: SosState, by: Person, now: Date): Answer {
  const no = refused(call, 'reopen');
  if (no) return no;
  if (!mayReopen(call, now)) return { code: 'SOS_REOPEN_LATE' };
  const seen = call.acknowledgedAt === null ? seenBy(by, now) : { handler: by };
  const open = {
    status: 'acknowledged',
    closedAt: null,
    closedBy: null,
    cause: null,
    resolution: null,
    dispatchedAt: null,
    dispatch: null,
  } as const;
  return { change: { ...seen, ...open }, events: ['sos.reopened'] };
}

/** Handing a call to a colleague does not acknowledge it: until the colleague does, it goes on to escalate. */
export function assign(call: SosState, to: Person): Answer {
  return refused(call, 'assign') ?? { change: { handler: to }, events: ['sos.assigned'] };
}

export function note(call: SosState): Answer {
  return refused(call, 'note') ?? { change: {}, events: ['sos.noted'] };
}

export function resolve(
  call: SosState,
  how: { resolution: string; injured: 'yes' | 'no' | 'unknown' },
  by: Person,
  now: Date,
): Answer {
  return (
    refused(call, 'resolve') ?? {
      change: { status: 'resolved', ...how, ...closedBy(by, now) },
      events: ['sos.resolved'],
    }
  );
}

export function callFalseAlarm(
  call: SosState,
  how: { resolution: string; cause: NonNullable<SosChange['cause']> },
  by: Person,
  now: Date,
): Answer {
  return (
    refused(call, 'falseAlarm') ?? {
      change: { status: 'falseAlarm', ...how, ...closedBy(by, now) },
      events: ['sos.falseAlarm'],
    }
  );
}

/** By hand, with any open call; the organisation that is told gets a full period before the next one. */
export function escalateByHand(call: SosState, path: Path, now: Date, periodMs: number): Answer {
  const no = refused(call, 'escalate');
  if (no) return no;
  if (atTop(path, call.escalationLevel)) return { code: 'SOS_TOP_LEVEL' };
  return escalated(call, path, now, periodMs);
}

/** By time: null where it is not due, because somebody acknowledged, it went up already, or it is a late call. Due at the head office: it is told again. */
export function escalateWhenDue(
  call: SosState,
  path: Path,
  now: Date,
  periodMs: number,
): Exclude<Answer, Refusal> | null {
  if (call.status !== 'raised' || call.nextEscalationAt === null || call.nextEscalationAt > now) return null;
  return escalated(call, path, now, periodMs);
}

/** When an unacknowledged call goes up for the first time; null for a late one. */
export const firstEscalation = (late: boolean, receivedAt: Date, periodMs: number): Date | null =>
  late ? null : new Date(receivedAt.getTime() + periodMs);
/** Raised more than an hour ago, by a clock that something vouches for. What an unknown clock says is no reason to keep silent: better a bell too many. */
export const lateSos = (raisedAt: Date, receivedAt: Date, clockKnown: boolean): boolean =>
  clockKnown && isLate(raisedAt, receivedAt);

/** Raised before acknowledged before dispatched; in each roll-over, collision, button; then the oldest first. Closed calls come last. */
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

function refused(call: SosState, act: SosAct): Refusal | null {
  const code = sosRefusal(call.status, act);
  if (code === null) return null;
  if (code === 'SOS_ALREADY_ACKNOWLEDGED')
    return { code, values: { by: call.acknowledgedBy ?? '', at: call.acknowledgedAt?.toISOString() ?? '' } };
  return code === 'SOS_ILLEGAL_STEP' ? { code, values: { from: call.status, act } } : { code };
}

const seenBy = (by: Person, now: Date): SosChange => ({
  handler: by,
  acknowledgedAt: now,
  acknowledgedBy: by.name,
  nextEscalationAt: null,
});
const closedBy = (by: Person, now: Date): SosChange => ({ closedAt: now, closedBy: by.name, nextEscalationAt: null });

function escalated(call: SosState, path: Path, now: Date, periodMs: number): Exclude<Answer, Refusal> {
  const { level, organizationId } = nextUp(path, call.escalationLevel);
  const topTold = atTop(path, level) ? call.topTold + 1 : 0;
  const pauseMs = topTold > 0 ? topPauseMs(topTold, periodMs) : periodMs;
  // who has acknowledged holds the clock: only an unseen call goes on by itself
  const next =
    call.status === 'raised' && call.nextEscalationAt !== null
      ? { nextEscalationAt: new Date(now.getTime() + pauseMs) }
      : {};
  return {
    change: { escalationLevel: level, escalatedTo: organizationId, topTold, ...next },
    events: ['sos.escalated'],
  };
}
