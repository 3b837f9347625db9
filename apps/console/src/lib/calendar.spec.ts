import { describe, expect, it } from 'vitest';
import { daysBetween, isDay, shiftDay, shiftMonth, typedDay, weeksOf } from './calendar';

describe('days', () => {
  it('pass months and years', () => {
    expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
    expect(shiftDay('2028-03-01', -1)).toBe('2028-02-29');
    expect(shiftMonth('2026-01', -1)).toBe('2025-12');
    expect(daysBetween('2026-11-01', '2026-11-01')).toBe(1);
    expect(daysBetween('2026-10-31', '2026-11-30')).toBe(31);
  });
  it.each(['2026-11-31', '2026-2-1', '2026-13-01', '', '20261101', '0000-00-00'])('are not %j', (text) =>
    expect(isDay(text)).toBe(false),
  );
  it.each(['20261105', '2026-11-05', '2026-11-5', '2026.11.5', '2026. 11. 5.', '2026/11/05', ' 2026-11-05 '])(
    'are typed as %j',
    (text) => expect(typedDay(text)).toBe('2026-11-05'),
  );
  it.each(['2026', '2026-11', '05.11.2026', '20261131', '2026-2-30', 'tomorrow', ''])('are not made up of %j', (text) =>
    expect(typedDay(text)).toBe(text),
  );
  it('are in weeks that begin on Sunday', () => {
    const weeks = weeksOf('2026-11');
    expect(weeks[0]).toEqual([
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
      '2026-11-05',
      '2026-11-06',
      '2026-11-07',
    ]);
    expect(weeks.at(-1)).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null]);
  });
});

describe('a month', () => {
  it.each([
    ['2026-11', 5],
    ['2026-02', 4],
    ['2026-08', 6],
    ['2028-02', 5],
  ])('%s has every day once, Sundays first, in %i weeks', (month, weeks) => {
    const grid = weeksOf(month);
    expect(grid).toHaveLength(weeks);
    const days = grid.flat().filter((d) => d !== null);
    expect(days).toEqual([...new Set(days)].sort());
    expect(days[0]).toBe(`${month}-01`);
    expect(shiftDay(days.at(-1) ?? '', 1)).toBe(`${shiftMonth(month, 1)}-01`);
    for (const week of grid)
      for (const [i, d] of week.entries()) if (d !== null) expect(new Date(d).getUTCDay()).toBe(i);
  });
  it.each([
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-03', 0, '2026-03'],
  ])('%s and %i months is %s', (month, by, expected) => expect(shiftMonth(month, by)).toBe(expected));
});
