import { dateRange, queryPeriod } from '@headland/contracts/date-pair';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withPeriods } from './moving-period';

const at = { now: Date.parse('2026-11-26T15:30:00Z'), timeZone: 'Asia/Seoul' };
// 00:30 of the 27th in Seoul
const moments = queryPeriod(z.object({ from: z.iso.datetime().optional(), to: z.iso.datetime().optional() }));
const days = dateRange(z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() }));
const untilYesterday = queryPeriod(z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() }), {
  until: 'yesterday',
});

describe('a period with a name', () => {
  it.each([
    ['@today', moments, { from: '2026-11-26T15:00:00.000Z' }],
    ['@yesterday', moments, { from: '2026-11-25T15:00:00.000Z', to: '2026-11-26T14:59:59.999Z' }],
    ['@week', moments, { from: '2026-11-20T15:00:00.000Z' }],
    ['@month', moments, { from: '2026-10-31T15:00:00.000Z' }],
    ['@lastMonth', moments, { from: '2026-09-30T15:00:00.000Z', to: '2026-10-31T14:59:59.999Z' }],
    ['@today', days, { from: '2026-11-27' }],
    ['@yesterday', days, { from: '2026-11-26', to: '2026-11-26' }],
    ['@days31', days, { from: '2026-10-28' }],
    ['@lastMonth', days, { from: '2026-10-01', to: '2026-10-31' }],
    ['@lastMonth', untilYesterday, { from: '2026-10-01', to: '2026-10-31' }],
    ['@week', untilYesterday, { from: '2026-11-20', to: '2026-11-26' }],
    ['@days31', untilYesterday, { from: '2026-10-27', to: '2026-11-26' }],
  ])('%s', (from, schema, expected) => {
    expect(withPeriods(schema, { vin: 'T6', from, to: '2000-01-01' }, at)).toEqual({ vin: 'T6', ...expected });
  });

  it('leaves dates, and names that it does not know, as they are', () => {
    expect(withPeriods(days, { from: '2026-01-01' }, at)).toEqual({ from: '2026-01-01' });
    expect(withPeriods(days, { from: '@year' }, at)).toEqual({ from: '@year' });
    expect(withPeriods(undefined, { from: '@week' }, at)).toEqual({ from: '@week' });
  });
});
