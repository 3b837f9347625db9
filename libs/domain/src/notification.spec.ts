import { describe, expect, it } from 'vitest';
import { notificationKinds, PreferencesBody } from '@headland/contracts/notification';
import {
  overridesOf,
  notificationDefaults,
  passwordReminder,
  preferencesOf,
  channelPreferencesOf,
} from './notification';

describe('the channels of a member', () => {
  it('is the default until something is changed, and only what differs is kept', () => {
    const all = preferencesOf([]);
    expect(all.map((p) => p.kind)).toEqual(notificationKinds);
    expect(overridesOf(all)).toEqual([]);
    const changed = overridesOf([{ kind: 'sos', inApp: true, push: false, email: true, sms: true }]);
    expect(changed).toEqual([
      { kind: 'sos', channel: 'push', wanted: false },
      { kind: 'sos', channel: 'email', wanted: true },
    ]);
    expect(channelPreferencesOf('sos', changed)).toEqual({ inApp: true, push: false, email: true, sms: true });
    expect(channelPreferencesOf('fault', changed)).toEqual(notificationDefaults.fault);
  });

  it('never hides an SOS on the screen, whatever the table has', () => {
    expect(channelPreferencesOf('sos', [{ kind: 'sos', channel: 'inApp', wanted: false }]).inApp).toBe(true);
    expect(channelPreferencesOf('fault', [{ kind: 'fault', channel: 'inApp', wanted: false }]).inApp).toBe(false);
    const body = (kind: 'sos' | 'fault') =>
      PreferencesBody.safeParse({ preferences: [{ kind, inApp: false, push: true, email: true, sms: true }] });
    expect(body('sos').error?.issues).toMatchObject([{ path: ['preferences', 0, 'inApp'], message: 'field.sosInApp' }]);
    expect(body('fault').success).toBe(true);
  });
});

describe('the reminder of a password', () => {
  const changedAt = new Date('2026-01-15T09:00:00Z'); // ends 2026-07-15T09:00Z
  it.each([
    ['2026-06-30T09:00:00Z', null],
    ['2026-07-01T09:00:00Z', { step: 14, days: 14 }],
    ['2026-07-07T10:00:00Z', { step: 14, days: 8 }],
    ['2026-07-08T10:00:00Z', { step: 7, days: 7 }],
    ['2026-07-12T10:00:00Z', { step: 3, days: 3 }],
    ['2026-07-13T10:00:00Z', { step: 3, days: 2 }],
    ['2026-07-15T08:59:00Z', { step: 1, days: 1 }],
    ['2026-07-15T09:00:00Z', null],
  ])('at %s is %j', (now, expected) => expect(passwordReminder(changedAt, new Date(now))).toEqual(expected));
});
