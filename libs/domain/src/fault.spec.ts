import { describe, expect, it } from 'vitest';
import { faultStatuses, type FaultStatus, type Severity } from '@headland/contracts/fault';
import { isRefusal } from './decision';
import {
  accept,
  addImage,
  compareFaults,
  complete,
  dueAt,
  escalateByHand,
  escalateWhenOverdue,
  faultRefusal,
  isOverdue,
  note,
  reassign,
  removeImage,
  repairDayFits,
  takeOver,
  type FaultAct,
  type FaultState,
} from './fault';

const now = new Date('2026-05-20T01:00:00.000Z');
const minutes = (n: number): Date => new Date(now.getTime() + n * 60_000);
const report = (status: FaultStatus, more: Partial<FaultState> = {}): FaultState => ({
  status,
  severity: 'critical',
  escalationLevel: 0,
  dueAt: status === 'occurred' ? minutes(10) : null,
  ...more,
});
const to = { agencyId: 3, person: { id: null, name: 'Park' }, channel: 'both' as const };
const path = [1, 4, 9];
const act: Record<FaultAct, (r: FaultState) => ReturnType<typeof note>> = {
  take: (r) => takeOver(r, { id: 7, name: 'Kim' }),
  accept: (r) => accept(r, to, 'Kim', now),
  reassign: (r) => reassign(r, to),
  repair: (r) =>
    complete(r, { kind: 'repair', memo: 'new sensor', repairedOn: '2026-05-20', partCode: 'A1' }, 'Kim', now),
  processing: (r) => complete(r, { kind: 'processing', memo: 'reset', repairedOn: null, partCode: null }, 'Kim', now),
  escalate: (r) => escalateByHand(r, path),
  note: (r) => note(r, 'called'),
  picture: (r) => addImage(r, 0),
};
/** act → what it leads to from occurred, accepted, repairCompleted, processingCompleted. `=` keeps the status. */
const table: Record<FaultAct, string> = {
  take: '= = FAULT_COMPLETED FAULT_COMPLETED',
  accept: 'accepted FAULT_ALREADY_ACCEPTED FAULT_COMPLETED FAULT_COMPLETED',
  reassign: 'FAULT_NOT_ACCEPTED = FAULT_COMPLETED FAULT_COMPLETED',
  repair: 'FAULT_NOT_ACCEPTED repairCompleted FAULT_COMPLETED FAULT_COMPLETED',
  processing: 'FAULT_NOT_ACCEPTED processingCompleted FAULT_COMPLETED FAULT_COMPLETED',
  escalate: '= = FAULT_COMPLETED FAULT_COMPLETED',
  note: '= = FAULT_COMPLETED FAULT_COMPLETED',
  picture: '= = FAULT_COMPLETED FAULT_COMPLETED',
};
const cases = Object.entries(table).flatMap(([name, row]) =>
  row.split(' ').map((result, i) => [name as FaultAct, faultStatuses[i] as FaultStatus, result] as const),
);

describe('a fault report', () => {
  it.each(cases)('%s from %s: %s', (name, status, result) => {
    const answer = act[name](report(status));
    if (result.startsWith('FAULT_')) {
      expect(answer).toEqual({ code: result });
      expect(faultRefusal(status, name)).toBe(result);
    } else {
      if (isRefusal(answer)) throw new Error(answer.code);
      expect(answer.change.status ?? status).toBe(result === '=' ? status : result);
      expect(answer.events).toHaveLength(1);
      expect(faultRefusal(status, name)).toBeNull();
    }
  });

  it('accepted is no longer due, and keeps its memo where none is given', () => {
    const answer = accept(report('occurred'), to, 'Kim', now);
    expect(answer).toMatchObject({ change: { dueAt: null, agencyId: 3, acceptedBy: 'Kim' } });
    expect(answer).not.toHaveProperty('change.memo');
    expect(accept(report('occurred'), { ...to, memo: '' }, 'Kim', now)).toHaveProperty('change.memo', '');
  });

  it('completed as processing has neither repair date nor part', () => {
    expect(
      complete(
        report('accepted'),
        { kind: 'processing', memo: 'cable', repairedOn: '2026-05-20', partCode: 'A1' },
        'Kim',
        now,
      ),
    ).toMatchObject({
      change: { repairedOn: null, partCode: null },
    });
  });

  it.each([
    ['2026-05-17', false],
    ['2026-05-18', true],
    ['2026-05-20', true],
    ['2026-05-21', false],
  ])('of the 18th may be repaired on %s, on the 20th: %s', (day, fits) => {
    expect(repairDayFits(day, '2026-05-18', '2026-05-20')).toBe(fits);
  });

  it.each<[Severity, number]>([
    ['critical', 10],
    ['major', 120],
    ['minor', 1440],
  ])('that is %s must be accepted within %d minutes', (severity, limit) => {
    expect(dueAt(severity, now)).toEqual(minutes(limit));
  });
});

it('a report has five pictures at the most, and none is removed from a completed one', () => {
  expect(addImage(report('occurred'), 4)).toMatchObject({ events: ['fault.imageAdded'] });
  expect(addImage(report('occurred'), 5)).toEqual({ code: 'FAULT_IMAGES_FULL', values: { n: 5 } });
  expect(removeImage(report('accepted'))).toMatchObject({ events: ['fault.imageRemoved'] });
  expect(removeImage(report('repairCompleted'))).toEqual({ code: 'FAULT_COMPLETED' });
});

describe('escalation of a fault report', () => {
  it.each([
    ['is not due', report('occurred', { dueAt: minutes(1) }), null],
    ['goes up when overdue', report('occurred', { dueAt: now }), { escalationLevel: 1, escalatedTo: 4 }],
    ['waits a further period', report('occurred', { dueAt: minutes(-9), escalationLevel: 1 }), null],
    [
      'goes up after it',
      report('occurred', { dueAt: minutes(-10), escalationLevel: 1 }),
      { escalationLevel: 2, escalatedTo: 1 },
    ],
    ['ends at the head office', report('occurred', { dueAt: minutes(-100), escalationLevel: 2 }), null],
    ['ends with the acceptance', report('accepted'), null],
  ])('by time %s', (_, state, change) => expect(escalateWhenOverdue(state, path, now)?.change ?? null).toEqual(change));

  it('by hand ends at the head office', () =>
    expect(escalateByHand(report('accepted', { escalationLevel: 2 }), path)).toEqual({ code: 'FAULT_TOP_LEVEL' }));
});

it('reports are in priority order', () => {
  const row = (id: number, status: FaultStatus, severity: Severity, minute: number, due: number | null) => ({
    id,
    status,
    severity,
    dueAt: due === null ? null : minutes(due).toISOString(),
    occurredAt: minutes(minute).toISOString(),
  });
  const inOrder = [
    row(1, 'occurred', 'critical', -30, -20),
    row(2, 'occurred', 'minor', -2000, -560),
    row(3, 'occurred', 'critical', -3, 7),
    row(4, 'occurred', 'critical', -2, 8),
    row(5, 'accepted', 'critical', -900, null),
    row(6, 'occurred', 'major', -5, 115),
    row(7, 'accepted', 'major', -5, null),
    row(8, 'occurred', 'minor', -50, 1390),
    row(9, 'processingCompleted', 'critical', -90, null),
  ];
  expect(inOrder.map((r) => isOverdue(r, now))).toEqual([true, true, false, false, false, false, false, false, false]);
  for (let turn = 0; turn < inOrder.length; turn++) {
    const mixed = [...inOrder.slice(turn), ...inOrder.slice(0, turn).reverse()];
    expect(mixed.sort((a, b) => compareFaults(a, b, now))).toEqual(inOrder);
  }
});
