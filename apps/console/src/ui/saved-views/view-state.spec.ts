import { dateRange, queryPeriod } from '@headland/contracts/date-pair';
import { day, flag, isoTime, many, paging, searched } from '@headland/contracts/fields';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { rangeOf } from '../period-presets';
import { addressOf, filterOf, linkTo, sameFilter } from './view-state';

const sorting = { sort: z.enum(['name', 'at']).default('name'), order: z.enum(['asc', 'desc']).default('asc') };
const schema = dateRange(
  z.object({ ...paging, name: searched, kind: many(z.enum(['a', 'b'])), old: flag, ...sorting }).extend({
    ...{ from: isoTime.optional(), to: isoTime.optional(), soldFrom: day.optional(), soldTo: day.optional() },
  }),
  {},
  { from: 'soldFrom', to: 'soldTo' },
);
const period = queryPeriod(z.object({ ...paging, from: day.optional(), to: day.optional() }), { until: 'yesterday' });

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-18T05:00:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('the filter of a view', () => {
  it('is the address without its page', () => {
    expect(filterOf(schema, { page: '3', name: 'T6', kind: ['a', 'b'], sort: 'at', size: '50' })).toEqual({
      ...{ name: 'T6', kind: ['a', 'b'], sort: 'at', size: '50' },
    });
  });

  it('moves with the days where a preset names them', () => {
    const kept = filterOf(schema, { ...rangeOf('week'), soldFrom: '2026-01-01', soldTo: '2026-03-31' });
    expect(kept).toEqual({ from: '@week', soldFrom: '2026-01-01', soldTo: '2026-03-31' });
    vi.setSystemTime(new Date('2026-12-24T05:00:00Z'));
    expect(addressOf(schema, kept)).toEqual({
      from: rangeOf('week').from,
      soldFrom: '2026-01-01',
      soldTo: '2026-03-31',
    });
  });

  it('has both ends where a preset has', () => {
    const { from, to } = rangeOf('days31', { days: true, until: 'yesterday' });
    expect(filterOf(period, { from, to })).toEqual({ from: '@days31' });
    expect(addressOf(period, { from: '@days31' })).toEqual({ from, to });
    expect(filterOf(period, { from })).toEqual({ from });
  });

  it('loses what the list does not know any more, and nothing fails', () => {
    const kept = { colour: 'red', kind: ['a', 'gone'], sort: 'price', old: 'perhaps', from: '@century', name: 'T6' };
    expect(addressOf(schema, kept)).toEqual({ name: 'T6' });
  });

  it('is the same with its defaults named, on another page, not in another order', () => {
    expect(sameFilter(schema, {}, { sort: 'name', order: 'asc', size: '20', page: '4' })).toBe(true);
    expect(sameFilter(schema, { kind: 'a' }, { kind: ['a'] })).toBe(true);
    expect(sameFilter(schema, {}, { order: 'desc' })).toBe(false);
    expect(sameFilter(schema, { name: 'T6' }, {})).toBe(false);
  });
});

describe('the link to a list', () => {
  const search = (...args: Parameters<typeof linkTo>) => new URL(linkTo(...args)).search;
  beforeEach(() => window.history.replaceState(null, '', '/breakdown?tab=closed&id=7&page=3'));

  it('has filter, order and tab, but neither page nor open row', () => {
    expect(search({ page: '3', name: 'T6', kind: ['a', 'b'] }, undefined)).toBe(
      '?tab=closed&size=20&name=T6&kind=a&kind=b',
    );
  });

  it('names a view that others have', () => {
    expect(search({}, { id: 4, shared: true })).toBe('?tab=closed&size=20&view=4');
    expect(search({}, { id: 4, shared: false })).toBe('?tab=closed&size=20');
  });
});
