import { notificationKinds, type QuietHours } from '@headland/contracts/notification';
import { describe, expect, it } from 'vitest';
import { channelsAt, heldKinds, isQuiet } from './quiet-hours';

const always = [0, 1, 2, 3, 4, 5, 6];
const night: QuietHours = { days: always, from: '22:00', to: '07:00', timeZone: 'Asia/Seoul' };
const quietAt = (hours: Partial<QuietHours>, at: string): boolean => isQuiet({ ...night, ...hours }, new Date(at));

describe('quiet hours', () => {
  it.each([
    // 2026-11-20 is a Friday
    ['before', {}, '2026-11-20T21:59:59+09:00', false],
    ['from the first minute', {}, '2026-11-20T22:00:00+09:00', true],
    ['over midnight', {}, '2026-11-21T00:00:00+09:00', true],
    ['to the last minute', {}, '2026-11-21T06:59:59+09:00', true],
    ['not after', {}, '2026-11-21T07:00:00+09:00', false],
    ['of Friday, in its evening', { days: [5] }, '2026-11-20T23:00:00+09:00', true],
    ['of Friday, on Saturday morning', { days: [5] }, '2026-11-21T06:00:00+09:00', true],
    ['of Friday, not on Friday morning', { days: [5] }, '2026-11-20T06:00:00+09:00', false],
    ['of Friday, not on Saturday evening', { days: [5] }, '2026-11-21T23:00:00+09:00', false],
    ['of Saturday, on Sunday morning', { days: [6] }, '2026-11-22T06:00:00+09:00', true],
    ['by day', { from: '12:00', to: '13:00' }, '2026-11-20T12:30:00+09:00', true],
    ['by day, not at night', { from: '12:00', to: '13:00' }, '2026-11-20T01:00:00+09:00', false],
    ['the whole of Sunday', { days: [0], from: '00:00', to: '00:00' }, '2026-11-22T23:59:00+09:00', true],
    [
      'the whole of Sunday, not on Monday',
      { days: [0], from: '00:00', to: '00:00' },
      '2026-11-23T00:00:00+09:00',
      false,
    ],
    ['a whole day from 08:00', { days: [0], from: '08:00', to: '08:00' }, '2026-11-23T07:59:00+09:00', true],
    [
      'a whole day from 08:00, not before',
      { days: [0], from: '08:00', to: '08:00' },
      '2026-11-22T07:59:00+09:00',
      false,
    ],
    ['on no day', { days: [] }, '2026-11-21T00:00:00+09:00', false],
    // in Raleigh it is 9 in the morning
    ['of another zone', { timeZone: 'America/New_York' }, '2026-11-20T23:00:00+09:00', false],
    ['of another zone, at its night', { timeZone: 'America/New_York' }, '2026-11-20T23:00:00-05:00', true],
    ['of a zone of half an hour', { timeZone: 'Asia/Kolkata' }, '2026-11-20T22:00:00+05:30', true],
    // clocks go forward: from 02:00 to 03:00 on 2026-03-08; back: from 02:00 to 01:00 on 2026-11-01
    ['before the clocks go forward', { timeZone: 'America/New_York' }, '2026-03-08T06:59:00Z', true],
    ['after, until 07:00 of the new time', { timeZone: 'America/New_York' }, '2026-03-08T10:59:00Z', true],
    ['after, not later', { timeZone: 'America/New_York' }, '2026-03-08T11:00:00Z', false],
    [
      'in both hours that are called one',
      { from: '01:00', to: '02:00', timeZone: 'America/New_York' },
      '2026-11-01T05:30:00Z',
      true,
    ],
    ['in the second, too', { from: '01:00', to: '02:00', timeZone: 'America/New_York' }, '2026-11-01T06:30:00Z', true],
    [
      'not in the hour after',
      { from: '01:00', to: '02:00', timeZone: 'America/New_York' },
      '2026-11-01T07:30:00Z',
      false,
    ],
    [
      'in an hour that is skipped: on no moment',
      { from: '02:00', to: '03:00', timeZone: 'America/New_York' },
      '2026-03-08T07:00:00Z',
      false,
    ],
  ] as const)('%s', (_, hours, at, expected) => {
    expect(quietAt({ ...hours, days: [...('days' in hours ? hours.days : always)] }, at)).toBe(expected);
  });

  const zones = ['Asia/Seoul', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
  const quarter = 900_000;
  /** moments of a fortnight that has the change of clocks of some zone */
  const moments = (start: string) =>
    Array.from({ length: 14 * 96 }, (_, i) => new Date(Date.parse(start) + i * quarter));

  it.each(zones)('and the other hours are all hours, and no hour twice: %s', (timeZone) => {
    for (const [from, to] of [
      ['22:00', '07:00'],
      ['00:30', '12:15'],
      ['23:45', '00:15'],
    ] as const)
      for (const at of [...moments('2026-03-01T00:00:00Z'), ...moments('2026-10-20T00:00:00Z')])
        expect(quietAt({ from, to, timeZone }, at.toISOString()), at.toISOString()).toBe(
          !quietAt({ from: to, to: from, timeZone }, at.toISOString()),
        );
  });

  it.each(zones)('of single days are those of all days, each once: %s', (timeZone) => {
    for (const at of moments('2026-10-20T00:00:00Z')) {
      const each = always.filter((day) => quietAt({ days: [day], timeZone }, at.toISOString()));
      expect(each.length, at.toISOString()).toBe(quietAt({ timeZone }, at.toISOString()) ? 1 : 0);
    }
  });

  it('follow the clock on the wall: the same in every zone', () => {
    for (const clock of ['2026-06-10T21:59', '2026-06-10T22:00', '2026-06-11T06:59', '2026-06-11T07:00'])
      expect(
        [
          ['+09:00', 'Asia/Seoul'],
          ['-04:00', 'America/New_York'],
          ['+02:00', 'Europe/Berlin'],
        ].map(([offset, timeZone]) => quietAt({ timeZone: timeZone ?? '' }, `${clock}:00${offset ?? ''}`)),
        clock,
      ).toEqual(Array.from({ length: 3 }, () => quietAt({}, `${clock}:00+09:00`)));
  });
});

describe('the channels in quiet hours', () => {
  const channels = { inApp: false, push: true, email: true, sms: true };
  const atNight = new Date('2026-11-20T23:00:00+09:00');

  it('hold back a push and an SMS of what can wait, and show it in the list', () => {
    for (const kind of heldKinds)
      expect(channelsAt(kind, channels, night, atNight)).toEqual({
        inApp: true,
        push: false,
        email: true,
        sms: false,
        held: true,
      });
  });

  it('hold back nothing of an SOS, of the account, of the system, and of what the member started', () => {
    const others = notificationKinds.filter((kind) => !heldKinds.includes(kind));
    expect(others).toEqual(['sos', 'diagnosis', 'reprogramming', 'export', 'account', 'system']);
    for (const kind of others) expect(channelsAt(kind, channels, night, atNight)).toEqual({ ...channels, held: false });
  });

  it('hold back nothing by day, without hours, and where neither is wanted', () => {
    const free = { ...channels, held: false };
    expect(channelsAt('fault', channels, night, new Date('2026-11-20T12:00:00+09:00'))).toEqual(free);
    expect(channelsAt('fault', channels, null, atNight)).toEqual(free);
    const silent = { inApp: false, push: false, email: false, sms: false };
    expect(channelsAt('fault', silent, night, atNight)).toEqual({ ...silent, held: false });
  });
});
