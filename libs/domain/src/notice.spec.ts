import { describe, expect, it } from 'vitest';
import { isNewNotice, pushAfter, pushAt } from './notice';

const seoul = 'Asia/Seoul';
const at = (time: string) => Date.parse(`2026-11-20T${time}:00+09:00`);
const sentAt = (type: 'general' | 'event', startOn: string | null, time: string) =>
  new Date(pushAt({ type, startOn }, at(time), seoul)).toISOString();

describe('the push of a notice', () => {
  it.each([
    ['general', null, '03:00', '2026-11-19T18:00:00.000Z'],
    ['general', '2026-11-20', '00:00', '2026-11-19T23:00:00.000Z'],
    ['general', '2026-11-20', '08:00', '2026-11-19T23:00:00.000Z'],
    ['general', '2026-11-18', '00:30', '2026-11-19T15:30:00.000Z'],
    ['event', null, '07:59', '2026-11-19T23:00:00.000Z'],
    ['event', null, '20:59', '2026-11-20T11:59:00.000Z'],
    ['event', null, '21:00', '2026-11-20T23:00:00.000Z'],
    ['event', '2026-11-01', '23:59', '2026-11-20T23:00:00.000Z'],
  ] as const)('of a %s one that starts %s and is visible at %s goes at %s', (type, startOn, time, expected) =>
    expect(sentAt(type, startOn, time)).toBe(expected),
  );

  it.each([
    // clocks go from 2 to 3 on 29 March 2026 in Berlin, and from 3 back to 2 on 25 October
    ['2026-03-29T21:30:00+02:00', '2026-03-30T08:00:00+02:00'],
    ['2026-10-25T07:30:00+01:00', '2026-10-25T08:00:00+01:00'],
    ['2026-10-25T20:30:00+01:00', '2026-10-25T20:30:00+01:00'],
  ])('of an event keeps to the clock on the wall: visible at %s, it goes at %s', (visible, goes) =>
    expect(pushAt({ type: 'event', startOn: null }, Date.parse(visible), 'Europe/Berlin')).toBe(Date.parse(goes)),
  );

  it('goes once, and is taken back before that alone', () => {
    expect(pushAfter('none', true)).toBe('waiting');
    expect(pushAfter('waiting', false)).toBe('none');
    for (const state of ['sending', 'sent'] as const)
      for (const wanted of [true, false]) expect(pushAfter(state, wanted)).toBe(state);
  });
});

it('a notice is new for three days', () =>
  expect(['2026-11-20', '2026-11-22', '2026-11-23'].map((today) => isNewNotice('2026-11-20', today))).toEqual([
    ...[true, true, false],
  ]));
