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
