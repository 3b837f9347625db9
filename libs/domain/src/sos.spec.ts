import { describe, expect, it } from 'vitest';
import { sosStatuses, type SosStatus } from '@headland/contracts/sos';
import { isRefusal } from './decision';
import {
  acknowledge,
  assign,
  markFalseAlarm,
  compareSos,
  correctDispatch,
  dispatch,
  escalateByHand,
  escalateWhenDue,
  firstEscalation,
  lateSos,
  note,
  reopen,
  reopenMs,
  resolve,
  sosRefusal,
  type SosAct,
  type SosState,
} from './sos';

const now = new Date('2026-05-20T01:02:03.000Z');
const seconds = (n: number): Date => new Date(now.getTime() + n * 1000);
const kim = { id: 7, name: 'Kim' };
const to = { agency: { id: 3, name: 'Iksan' }, person: 'Park', phone: '010-1234-5678', etaMinutes: 20, note: null };
const call = (status: SosStatus, more: Partial<SosState> = {}): SosState => ({
  status,
  escalationLevel: 0,
  nextEscalationAt: status === 'raised' ? seconds(60) : null,
  headOfficeReminders: 0,
  acknowledgedAt: status === 'raised' ? null : seconds(-10),
  acknowledgedBy: status === 'raised' ? null : 'Lee',
  dispatchedAt: status === 'dispatched' ? seconds(-600) : null,
  dispatch: status === 'dispatched' ? to : null,
  closedAt: status === 'resolved' || status === 'falseAlarm' ? seconds(-30) : null,
  ...more,
});
const path = [1, 4, 9];
const act: Record<SosAct, (s: SosState) => ReturnType<typeof note>> = {
  acknowledge: (s) => acknowledge(s, kim, now),
  dispatch: (s) => dispatch(s, to, kim, now),
  correctDispatch: (s) => correctDispatch(s, { person: 'Han', phone: '010-8765-4321', etaMinutes: 5, note: null }, now),
  assign: (s) => assign(s, { id: 8, name: 'Choi' }),
  escalate: (s) => escalateByHand(s, path, now, 60_000),
  note: (s) => note(s),
  resolve: (s) => resolve(s, { resolution: 'towed', injured: 'no' }, kim, now),
  falseAlarm: (s) => markFalseAlarm(s, { resolution: 'sat on it', cause: 'operatorMistake' }, kim, now),
  reopen: (s) => reopen(s, kim, now),
};

/**
 * The state machine: action → next state from raised, acknowledged, dispatched, resolved, false alarm. `=` keeps the
 * status.
 */
const table: Record<SosAct, string> = {
  acknowledge: 'acknowledged SOS_ALREADY_ACKNOWLEDGED SOS_ALREADY_ACKNOWLEDGED SOS_CLOSED SOS_CLOSED',
  dispatch: 'dispatched dispatched SOS_ILLEGAL_STEP SOS_CLOSED SOS_CLOSED',
  correctDispatch: 'SOS_ILLEGAL_STEP SOS_ILLEGAL_STEP = SOS_CLOSED SOS_CLOSED',
  assign: '= = = SOS_CLOSED SOS_CLOSED',
  escalate: '= = = SOS_CLOSED SOS_CLOSED',
  note: '= = = SOS_CLOSED SOS_CLOSED',
  resolve: 'SOS_NOT_ACKNOWLEDGED resolved resolved SOS_CLOSED SOS_CLOSED',
  falseAlarm: 'falseAlarm falseAlarm falseAlarm SOS_CLOSED SOS_CLOSED',
  reopen: 'SOS_ILLEGAL_STEP SOS_ILLEGAL_STEP SOS_ILLEGAL_STEP SOS_CLOSED acknowledged',
};
const cases = Object.entries(table).flatMap(([name, row]) =>
  row.split(' ').map((result, i) => [name as SosAct, sosStatuses[i] as SosStatus, result] as const),
);

describe('an SOS', () => {
  it.each(cases)('%s from %s: %s', (name, status, result) => {
    const answer = act[name](call(status));
    if (result === result.toUpperCase() && result !== '=') {
      expect(answer).toMatchObject({ code: result });
      expect(sosRefusal(status, name)).toBe(result);
    } else {
      if (isRefusal(answer)) throw new Error(answer.code);
      expect(answer.change.status ?? status).toBe(result === '=' ? status : result);
      expect(answer.events.length).toBeGreaterThan(0);
      expect(sosRefusal(status, name)).toBeNull();
    }
  });

  it('returns to the second who acknowledged first, and when', () => {
    expect(acknowledge(call('acknowledged'), kim, now)).toEqual({
      code: 'SOS_ALREADY_ACKNOWLEDGED',
      values: { by: 'Lee', at: seconds(-10).toISOString() },
    });
  });

  it('dispatched from raised records both steps and stops escalating', () => {
    expect(dispatch(call('raised'), to, kim, now)).toEqual({
      change: {
        status: 'dispatched',
        handler: kim,
        acknowledgedAt: now,
        acknowledgedBy: 'Kim',
        nextEscalationAt: null,
        dispatchedAt: now,
        dispatch: to,
      },
      events: ['sos.acknowledged', 'sos.dispatched'],
    });
  });

  it('handed to a colleague unacknowledged keeps its clock', () => {
    const answer = assign(call('raised'), { id: 8, name: 'Choi' });
    expect(answer).toEqual({ change: { handler: { id: 8, name: 'Choi' } }, events: ['sos.assigned'] });
  });
});

describe('escalation of an SOS', () => {
  const due = (level: number, status: SosStatus = 'raised', at: Date | null = now): SosState =>
    call(status, { escalationLevel: level, nextEscalationAt: at });
  it.each([
    ['is not due yet', due(0, 'raised', seconds(1)), null],
    [
      'goes one organisation up',
      due(0),
      { escalationLevel: 1, escalatedTo: 4, headOfficeReminders: 0, nextEscalationAt: seconds(60) },
    ],
    [
      'reaches the head office',
      due(1),
      { escalationLevel: 2, escalatedTo: 1, headOfficeReminders: 1, nextEscalationAt: seconds(60) },
    ],
    [
      'notifies the head office again',
      { ...due(2), headOfficeReminders: 1 },
      { escalationLevel: 2, escalatedTo: 1, headOfficeReminders: 2, nextEscalationAt: seconds(120) },
    ],
    ['ended with the acknowledgement', due(1, 'acknowledged'), null],
    ['ended with the close', due(1, 'resolved'), null],
    ['does not begin for a late call', due(0, 'raised', null), null],
  ])('by time %s', (_, state, change) => {
    expect(escalateWhenDue(state, path, now, 60_000)?.change ?? null).toEqual(change);
  });

  it('by time stays at a head office that owns the vehicle itself', () => {
    expect(escalateWhenDue(due(0), [1], now, 60_000)?.change).toEqual({
      escalationLevel: 0,
      escalatedTo: 1,
      headOfficeReminders: 1,
      nextEscalationAt: seconds(60),
    });
  });

  it.each([
    [
      'from raised gives the next organisation its full period',
      due(0, 'raised', seconds(5)),
      { escalationLevel: 1, escalatedTo: 4, nextEscalationAt: seconds(60) },
    ],
    ['of a seen call starts no clock', due(0, 'dispatched', null), { escalationLevel: 1, escalatedTo: 4 }],
    ['of a late call starts no clock', due(0, 'raised', null), { escalationLevel: 1, escalatedTo: 4 }],
  ])('by hand %s', (_, state, change) => expect(escalateByHand(state, path, now, 60_000)).toMatchObject({ change }));

  it('by hand ends at the head office', () =>
    expect(escalateByHand(due(2), path, now, 60_000)).toEqual({ code: 'SOS_TOP_LEVEL' }));

  it.each([
    [0, true, false],
    [3_600, true, false],
    [3_601, true, true],
    [86_400, true, true],
    [-20, true, false],
    [3_601, false, false],
    [86_400, false, false],
  ])('of an SOS pressed %d s before its receipt, clock known %s: late is %s', (age, clockKnown, late) => {
    expect(lateSos(seconds(-age), now, clockKnown)).toBe(late);
    expect(firstEscalation(late, now, 60_000)).toEqual(late ? null : seconds(60));
  });
});

it('alerts are in their priority order', () => {
  const row = (id: number, status: SosStatus, type: 'button' | 'rollover' | 'collision', minute: number) => ({
    id,
    status,
    type,
    raisedAt: `2026-05-20T01:${String(minute).padStart(2, '0')}:00.000Z`,
  });
  const inOrder = [
    row(1, 'raised', 'rollover', 5),
    row(2, 'raised', 'rollover', 9),
    row(3, 'raised', 'collision', 1),
    row(4, 'raised', 'button', 0),
    row(5, 'raised', 'button', 0),
    row(6, 'acknowledged', 'rollover', 0),
    row(7, 'dispatched', 'button', 0),
    row(8, 'resolved', 'rollover', 0),
  ];
  for (let turn = 0; turn < inOrder.length; turn++) {
    const mixed = [...inOrder.slice(turn), ...inOrder.slice(0, turn).reverse()];
    expect(mixed.sort(compareSos)).toEqual(inOrder);
  }
});

describe('a corrected dispatch', () => {
  const sent = call('dispatched');
  it('has its new arrival from now on, and its agency as before', () => {
    expect(act.correctDispatch(sent)).toEqual({
      change: { dispatch: { agency: to.agency, person: 'Han', phone: '010-8765-4321', etaMinutes: 15, note: null } },
      events: ['sos.dispatchCorrected'],
    });
  });
  it('keeps its arrival where only the phone was wrong', () => {
    expect(
      correctDispatch(sent, { person: 'Park', phone: '010-0000-0001', etaMinutes: null, note: null }, now),
    ).toMatchObject({
      change: { dispatch: { etaMinutes: 20 } },
    });
  });
});

describe('a false alarm that was none', () => {
  const closed = (agoMs: number): SosState =>
    call('falseAlarm', { closedAt: new Date(now.getTime() - agoMs), acknowledgedAt: null, acknowledgedBy: null });
  it('is open again, assigned to the member who reopens it, and needs a new dispatch', () => {
    expect(reopen(closed(60_000), kim, now)).toEqual({
      change: {
        ...{ status: 'acknowledged', handler: kim, acknowledgedAt: now, acknowledgedBy: 'Kim', nextEscalationAt: null },
        ...{ closedAt: null, closedBy: null, cause: null, resolution: null, dispatchedAt: null, dispatch: null },
      },
      events: ['sos.reopened'],
    });
  });
  it('is one of whoever has the machine now, where nobody above has been told of it', () => {
    const answer = reopen({ ...closed(60_000), escalationLevel: 2, headOfficeReminders: 3 }, kim, now, 7);
    expect(answer).toMatchObject({
      change: { organizationId: 7, escalationLevel: 0, escalatedTo: null, headOfficeReminders: 0 },
    });
  });
  it.each([
    [reopenMs, false],
    [reopenMs + 1, true],
  ])('can be reopened for a quarter of an hour: %s ms', (ago, late) => {
    const answer = reopen(closed(ago), kim, now);
    expect(isRefusal(answer) ? answer.code : 'open').toBe(late ? 'SOS_REOPEN_LATE' : 'open');
  });
});
