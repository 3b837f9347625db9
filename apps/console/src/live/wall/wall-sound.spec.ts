import type { EventName, LoggedEvent } from '@headland/contracts/event-log';
import { wallSounds } from '@headland/contracts/kiosk';
import { expect, it } from 'vitest';
import { anSos, aReport } from '../../testing/subjects';
import { becomesCurrent, soundsAt } from './wall-sound';

const event = (name: EventName, payload: object) =>
  ({ number: 1, at: '2026-11-20T05:00:00.000Z', name, by: null, payload }) as LoggedEvent;
const all = { sound: true, sounds: [...wallSounds] };
const sos = event('sos.raised', { sos: anSos(1) });
const escalated = event('sos.escalated', { sos: anSos(1) });
const again = event('sos.repeated', { sos: anSos(1) });
const fault = event('fault.occurred', { fault: aReport(1, { severity: 'critical' }) });

it.each([
  ['a new SOS', sos, all, 3],
  ['an escalated one', escalated, all, 3],
  ['a critical fault', fault, all, 2],
  ['a major fault', event('fault.occurred', { fault: aReport(1, { severity: 'major' }) }), all, 0],
  ['an SOS that came an hour late', event('sos.raised', { sos: anSos(1, { late: true }) }), all, 0],
  ['an acknowledged one', event('sos.acknowledged', { sos: anSos(1) }), all, 0],
  ['a new SOS where only faults sound', sos, { sound: true, sounds: ['criticalFault' as const] }, 0],
  ['a fault where only SOS sound', fault, { sound: true, sounds: ['sos' as const] }, 0],
  ['a new SOS on a silent display', sos, { ...all, sound: false }, 0],
] as const)('%s', (_, happened, settings, times) => {
  expect(soundsAt(happened, { ...settings, sounds: [...settings.sounds] }, [])).toBe(times);
});

it.each([
  ['that arrived late is one of now', [{ id: 1, late: true }], 3],
  ['that was not among the rows is one of now', [], 3],
  ['that waits already sounds no more', [{ id: 1, late: false }], 0],
])('an SOS pressed again %s', (_, shown, times) => {
  expect(soundsAt(again, all, shown)).toBe(times);
  expect(becomesCurrent(again, shown)?.id).toBe(times === 0 ? undefined : 1);
});
