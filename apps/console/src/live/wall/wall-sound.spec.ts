import type { EventName, LoggedEvent } from '@headland/contracts/event-log';
import { wallSounds } from '@headland/contracts/kiosk';
import { expect, it } from 'vitest';
import { anSos, aReport } from '../../testing/subjects';
import { becomesCurrent, soundsAt } from './wall-sound';

const event = (name: EventName, payload: object) =>
  ({ number: 1, at: '2026-11-20T05:00:00.000Z', name, by: null, payload }) as LoggedEvent;
const all = { sound: true, sounds: [...wallSounds], volume: 100 };
const sos = event('sos.raised', { sos: anSos(1) });
const late = event('sos.escalated', { sos: anSos(1, { late: true }) });
const escalated = event('sos.escalated', { sos: anSos(1) });
const again = event('sos.repeated', { sos: anSos(1) });
const fault = event('fault.occurred', { fault: aReport(1, { severity: 'critical' }) });

it.each([
  ['a new SOS, which sounds by its row', sos, all, 0],
  ['an escalated one', escalated, all, 3],
  ['an escalated one that came an hour late', late, all, 0],
  ['a critical fault', fault, all, 2],
  ['a major fault', event('fault.occurred', { fault: aReport(1, { severity: 'major' }) }), all, 0],
  ['an acknowledged one', event('sos.acknowledged', { sos: anSos(1) }), all, 0],
  ['an escalated one where only faults sound', escalated, { ...all, sounds: ['criticalFault' as const] }, 0],
  ['a fault where only SOS sound', fault, { ...all, sounds: ['sos' as const] }, 0],
  ['an escalated one on a silent display', escalated, { ...all, sound: false }, 0],
] as const)('%s', (_, happened, settings, times) => {
  expect(soundsAt(happened, { ...settings, sounds: [...settings.sounds] })).toBe(times);
});

it.each([
  ['that arrived late is one of now', [{ id: 1, late: true }], 1],
  ['that was not among the rows is one of now', [], 1],
  ['that waits already is no new one', [{ id: 1, late: false }], undefined],
])('an SOS pressed again %s', (_, shown, id) => {
  expect(becomesCurrent(again, shown)?.id).toBe(id);
});
