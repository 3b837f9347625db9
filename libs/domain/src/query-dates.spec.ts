import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { datePairs, dateRange, queryPeriod } from '@headland/contracts/date-pair';
import { day, isoTime } from '@headland/contracts/fields';
import { brokenRule, ruleOf, settledDates } from './query-dates';

const seoul = { maxDays: 31, now: Date.parse('2026-11-23T01:00:00+09:00'), timeZone: 'Asia/Seoul' };

describe('two dates', () => {
  it.each([
    ['period', '2026-10-24', undefined, null],
    ['period', '2026-10-23', undefined, 'period'],
    ['range', '2020-01-01', undefined, null],
    ['range', '2026-11-02', '2026-11-01', 'range'],
    ['period', '2026-11-02', '2026-11-01', 'range'],
    ['period', '2026-11-01', '2026-11-01', null],
    ['period', '2026-01-01', '2026-01-31', null],
    ['period', '2026-01-01', '2026-02-01', 'period'],
    // moments count by the days of the zone, both ends; an end at midnight ends the day before
    ['period', '2025-12-31T15:00:00Z', '2026-01-31T14:59:59.999Z', null],
    ['period', '2025-12-31T15:00:00Z', '2026-01-31T15:00:00Z', null],
    ['period', '2025-12-31T15:00:00Z', '2026-01-31T15:00:01Z', 'period'],
    ['range', '2026-01-01T10:00:00+09:00', '2026-01-01T00:59:00Z', 'range'],
    ['period', undefined, '2026-01-01', null],
  ] as const)('%s from %s to %s: %s', (rule, from, to, broken) => {
    expect(brokenRule(rule, { from, to }, seoul)).toBe(broken);
  });
});

describe('a list of a period', () => {
  const times = z.object({ from: isoTime.optional(), to: isoTime.optional(), tab: z.string().default('all') });
  const [events] = datePairs(queryPeriod(times, { unless: (f) => f.tab === 'queue' }));
  const [days] = datePairs(queryPeriod(z.object({ from: day.optional(), to: day.optional() }), { days: 7 }));
  if (events === undefined || days === undefined) throw new Error('no pair');

  it('is of the newest days where no start is named', () => {
    expect(settledDates(events, { tab: 'all' }, seoul)).toEqual({ from: '2026-10-23T15:00:00.000Z', to: undefined });
    expect(settledDates(events, { tab: 'all', to: '2026-01-31T15:00:00Z' }, seoul)).toEqual({
      from: '2025-12-31T15:00:00.000Z',
      to: '2026-01-31T15:00:00Z',
    });
    expect(settledDates(days, {}, seoul)).toEqual({ from: '2026-11-17', to: undefined });
    expect(settledDates(days, {}, { ...seoul, maxDays: 3 })).toEqual({ from: '2026-11-21', to: undefined });
  });

  it('is never cut where it shows what is open, unless by a date that was named', () => {
    expect(ruleOf(events, { tab: 'queue' })).toBe('range');
    expect(settledDates(events, { tab: 'queue' }, seoul)).toEqual({ from: undefined, to: undefined });
    expect(settledDates(events, { tab: 'queue', from: '2020-01-01T00:00:00Z' }, seoul)).toEqual({
      from: '2020-01-01T00:00:00Z',
      to: undefined,
    });
  });

  it('names two fields that are dates of one unit', () => {
    expect(() => dateRange(z.object({ from: day, to: isoTime }))).toThrow('no pair of dates');
    expect(() => dateRange(z.object({ from: z.string(), to: z.string() }))).toThrow('no pair of dates');
  });
});
