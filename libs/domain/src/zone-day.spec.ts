import { describe, expect, it } from 'vitest';
import { dayBounds, dayOf, dayStart, daysOfMonth, plusDays } from './zone-day';

describe('the first instant of a day', () => {
  it.each([
    ['2026-05-01', 'UTC', '2026-05-01T00:00:00Z'],
    ['2026-05-01', 'Asia/Seoul', '2026-04-30T15:00:00Z'],
    ['2026-05-01', 'America/Chicago', '2026-05-01T05:00:00Z'],
    ['2026-01-01', 'America/Chicago', '2026-01-01T06:00:00Z'],
    ['2026-05-01', 'Asia/Kolkata', '2026-04-30T18:30:00Z'],
    ['2026-05-01', 'Asia/Kathmandu', '2026-04-30T18:15:00Z'],
    ['2026-05-01', 'Pacific/Kiritimati', '2026-04-30T10:00:00Z'],
    ['2026-05-01', 'Etc/GMT+12', '2026-05-01T12:00:00Z'],
    ['2026-03-08', 'America/Chicago', '2026-03-08T06:00:00Z'],
    ['2026-03-09', 'America/Chicago', '2026-03-09T05:00:00Z'],
    // midnight is skipped: the day begins at one o'clock
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ])('%s in %s is %s', (day, zone, instant) => {
    expect(new Date(dayStart(day, zone)).toISOString()).toBe(new Date(instant).toISOString());
  });

  it.each([
    ['2026-05-01', 'Asia/Seoul', 24],
    ['2026-03-08', 'America/Chicago', 23],
    ['2026-11-01', 'America/Chicago', 25],
  ])('%s in %s has %i hours', (day, zone, hours) => {
    const { from, to } = dayBounds(day, zone);
    expect((to - from) / 3_600_000).toBe(hours);
  });

  it('is the border between two days, in every zone and season', () => {
    for (const zone of [
      'UTC',
      'Asia/Seoul',
      'America/New_York',
      'Europe/London',
      'Australia/Lord_Howe',
      'Africa/Cairo',
      'Pacific/Chatham',
    ]) {
      for (let i = 0; i < 366; i++) {
        const day = plusDays('2026-01-01', i);
        const start = dayStart(day, zone);
        expect([dayOf(start - 1, zone), dayOf(start, zone)], `${day} in ${zone}`).toEqual([plusDays(day, -1), day]);
      }
    }
  });
});

describe('the days of a month', () => {
  it.each([
    ['2026-02', 28],
    ['2028-02', 29],
    ['2026-12', 31],
  ])('%s has %i', (month, count) => {
    const days = daysOfMonth(month);
    expect(days).toHaveLength(count);
    expect([days[0], days.at(-1)]).toEqual([`${month}-01`, `${month}-${count}`]);
  });
});
