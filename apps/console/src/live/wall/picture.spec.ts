import type { EventName, LoggedEvent } from '@headland/contracts/event-log';
import type { FaultRow } from '@headland/contracts/fault';
import type { SosRow } from '@headland/contracts/sos';
import type { WallPicture } from '@headland/contracts/wall';
import { describe, expect, it } from 'vitest';
import { anSos, aReport } from '../../testing/subjects';
import { afterEvent } from './picture';

const picture: WallPicture = {
  head: 10,
  at: '2026-11-20T05:00:00.000Z',
  name: 'Control room',
  organization: 'Head office',
  settings: null,
  areas: [],
  faultsOverdue: 0,
  consumables: null,
  sos: [anSos(1, { type: 'button' }), anSos(2, { status: 'acknowledged', type: 'rollover' })],
  faults: [aReport(1, { severity: 'critical' }), aReport(2, { severity: 'minor' })],
  sosOpen: 2,
  faultsOpen: { critical: 1, major: 0, minor: 1 },
  vehicles: 9,
  online: 8,
  engineOn: 7,
  acceptedToday: 3,
  completedToday: 4,
  medianAcknowledgeSeconds: 31,
};
const sos = (number: number, name: EventName, sos: SosRow) =>
  ({ number, at: '2026-11-20T05:01:00.000Z', name, by: null, payload: { sos } }) as LoggedEvent;
const report = (number: number, name: EventName, fault: FaultRow) =>
  ({ number, at: '2026-11-20T05:01:00.000Z', name, by: null, payload: { fault } }) as LoggedEvent;

describe('the picture of the wall after an event', () => {
  const table: {
    what: string;
    event: LoggedEvent;
    sos: number[];
    sosOpen: number;
    faults: number[];
    open: WallPicture['faultsOpen'];
  }[] = [
    {
      what: 'a new roll-over is above a waiting button',
      event: sos(11, 'sos.raised', anSos(3, { type: 'rollover' })),
      sos: [3, 1, 2],
      sosOpen: 3,
      faults: [1, 2],
      open: picture.faultsOpen,
    },
    {
      what: 'an acknowledged call leaves the raised ones',
      event: sos(11, 'sos.acknowledged', anSos(1, { status: 'acknowledged' })),
      sos: [2, 1],
      sosOpen: 2,
      faults: [1, 2],
      open: picture.faultsOpen,
    },
    {
      what: 'a resolved call leaves',
      event: sos(11, 'sos.resolved', anSos(2, { status: 'resolved' })),
      sos: [1],
      sosOpen: 1,
      faults: [1, 2],
      open: picture.faultsOpen,
    },
    {
      what: 'a false alarm leaves',
      event: sos(11, 'sos.falseAlarm', anSos(1, { status: 'falseAlarm' })),
      sos: [2],
      sosOpen: 1,
      faults: [1, 2],
      open: picture.faultsOpen,
    },
    {
      what: 'a call that was not shown and is closed changes no count',
      event: sos(11, 'sos.resolved', anSos(9, { status: 'resolved' })),
      sos: [1, 2],
      sosOpen: 2,
      faults: [1, 2],
      open: picture.faultsOpen,
    },
    {
      what: 'one that came an hour late is below all others',
      event: sos(11, 'sos.raised', anSos(3, { type: 'rollover', late: true })),
      sos: [1, 2, 3],
      sosOpen: 3,
      faults: [1, 2],
      open: picture.faultsOpen,
    },
    {
      what: 'a new major fault is between critical and minor',
      event: report(11, 'fault.occurred', aReport(3)),
      sos: [1, 2],
      sosOpen: 2,
      faults: [1, 3, 2],
      open: { critical: 1, major: 1, minor: 1 },
    },
    {
      what: 'a repeat counts no second time',
      event: report(11, 'fault.repeated', aReport(2, { severity: 'minor', count: 2 })),
      sos: [1, 2],
      sosOpen: 2,
      faults: [1, 2],
      open: picture.faultsOpen,
    },
    {
      what: 'a completed fault leaves',
      event: report(11, 'fault.completed', aReport(1, { severity: 'critical', status: 'repairCompleted' })),
      sos: [1, 2],
      sosOpen: 2,
      faults: [2],
      open: { critical: 0, major: 0, minor: 1 },
    },
    {
      what: 'a completed fault that was cut from the list is counted all the same',
      event: report(11, 'fault.completed', aReport(8, { severity: 'minor', status: 'repairCompleted' })),
      sos: [1, 2],
      sosOpen: 2,
      faults: [1, 2],
      open: { critical: 1, major: 0, minor: 0 },
    },
    {
      what: 'an overdue minor fault is above all',
      event: report(11, 'fault.repeated', aReport(2, { severity: 'minor', dueAt: '2026-11-20T05:00:30.000Z' })),
      sos: [1, 2],
      sosOpen: 2,
      faults: [2, 1],
      open: picture.faultsOpen,
    },
  ];
  it.each(table)('$what', ({ event, sos, sosOpen, faults, open }) => {
    const after = afterEvent(picture, event);
    expect(after.sos.map((c) => c.id)).toEqual(sos);
    expect(after.sosOpen).toBe(sosOpen);
    expect(after.faults.map((f) => f.id)).toEqual(faults);
    expect(after.faultsOpen).toEqual(open);
    expect(after.head).toBe(11);
  });

  it('does not change by an event that it contains already', () => {
    expect(afterEvent(picture, sos(10, 'sos.raised', anSos(3)))).toBe(picture);
    const once = afterEvent(picture, report(11, 'fault.occurred', aReport(3)));
    expect(afterEvent(once, report(11, 'fault.occurred', aReport(3)))).toBe(once);
  });

  it('goes on from an event that it shows nothing of', () => {
    const after = afterEvent(picture, {
      number: 12,
      at: '2026-11-20T05:01:00.000Z',
      name: 'engine.started',
      by: null,
      payload: { vehicleId: 1, deviceId: 'D-1' },
    } as LoggedEvent);
    expect(after).toEqual({ ...picture, head: 12 });
  });
});
