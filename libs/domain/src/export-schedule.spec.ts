import { describe, expect, it } from 'vitest';
import { nextRun } from './export-schedule';
import { dayOf } from './zone-day';

const seoul = { weekday: 1, hour: 7, timeZone: 'Asia/Seoul' };

describe('the next time of a schedule', () => {
  it.each([
    // 26 November 2026 is a Thursday
    ['is today while the hour is to come', 'day', '2026-11-26T06:59:59+09:00', '2026-11-26T07:00:00+09:00'],
    ['is tomorrow from its own moment on', 'day', '2026-11-26T07:00:00+09:00', '2026-11-27T07:00:00+09:00'],
    ['is the weekday that comes next', 'week', '2026-11-26T12:00:00+09:00', '2026-11-30T07:00:00+09:00'],
    ['is a week later after the hour', 'week', '2026-11-30T08:00:00+09:00', '2026-12-07T07:00:00+09:00'],
    ['is the first of a month', 'month', '2026-11-01T07:00:00+09:00', '2026-12-01T07:00:00+09:00'],
    ['is over the end of a year', 'month', '2026-12-31T23:00:00+09:00', '2027-01-01T07:00:00+09:00'],
  ] as const)('%s', (_, every, after, expected) => {
    expect(nextRun({ ...seoul, every }, new Date(after))).toEqual(new Date(expected));
  });

  it.each([
    // clocks go from 2 to 3 on 8 March 2026 in New York, and from 2 back to 1 on 1 November
    ['of an hour that does not exist is the one after it', 2, '2026-03-08T00:30:00-05:00', '2026-03-08T03:00:00-04:00'],
    ['of an hour that comes twice is its first', 1, '2026-11-01T00:30:00-04:00', '2026-11-01T01:00:00-04:00'],
    ['keeps the clock on the wall', 7, '2026-03-07T12:00:00-05:00', '2026-03-08T07:00:00-04:00'],
  ])('%s', (_, hour, after, expected) => {
    const times = { every: 'day', weekday: 0, hour, timeZone: 'America/New_York' } as const;
    expect(nextRun(times, new Date(after))).toEqual(new Date(expected));
  });

  it('is later, at most once a day, and never leaves out a day, in any zone', () => {
    for (const timeZone of ['Asia/Seoul', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'])
      for (const hour of [2, 23]) {
        let at = new Date('2026-01-01T00:00:00Z');
        let day = '';
        for (let i = 0; i < 370; i++) {
          const next = nextRun({ every: 'day', weekday: 0, hour, timeZone }, at);
          expect(next.getTime()).toBeGreaterThan(at.getTime());
          expect(next.getTime() - at.getTime()).toBeLessThanOrEqual(25.5 * 3_600_000);
          expect(dayOf(next.getTime(), timeZone)).not.toBe(day);
          day = dayOf(next.getTime(), timeZone);
          at = next;
        }
      }
  });
});
