import { describe, expect, it } from 'vitest';
import {
  mailedMonth,
  monthBounds,
  monthFigures,
  plusMonths,
  reportFigures,
  type ReportDay,
  weeksOfMonth,
} from './monthly-report';

const hour = 3_600_000;
const day = (over: Partial<ReportDay> = {}): ReportDay => ({
  day: '2026-10-01',
  idleMs: 0,
  workMs: 0,
  driveMs: 0,
  hours: null,
  km: null,
  fuelL: null,
  loadMs: [0, 0, 0, 0],
  rpmSum: 0,
  rpmCount: 0,
  ...over,
});

describe('the figures of a month', () => {
  it('are all unknown without a day of data', () => {
    expect(new Set(Object.values(monthFigures([])))).toEqual(new Set([null]));
  });

  it('of a machine that sent data and never ran are 0, and what has no basis is unknown', () => {
    expect(monthFigures([day({ km: 0, hours: 0 })])).toEqual({
      operatingHours: 0,
      operatingDays: 0,
      distanceKm: 0,
      runMs: 0,
      fuelL: null,
      idlePercent: null,
      workPercent: null,
      drivePercent: null,
      loadMs: null,
      meanRpm: null,
    });
  });

  it('are sums; a meter that is unknown on one day counts on the others', () => {
    const figures = monthFigures([
      day({ idleMs: hour, km: 1.006, loadMs: [hour, 0, 0, 0], rpmSum: 1600, rpmCount: 2 }),
      day({ workMs: 2 * hour, km: null, fuelL: 12.345, loadMs: [0, hour, hour, 0], rpmSum: 4000, rpmCount: 2 }),
      day({ hours: 3.5 }),
    ]);
    expect(figures).toMatchObject({
      operatingHours: 3.5,
      operatingDays: 2,
      distanceKm: 1.01,
      runMs: 3 * hour,
      fuelL: 12.35,
      loadMs: [hour, hour, hour, 0],
      meanRpm: 1400,
    });
  });

  it.each([
    [1, 1, 1],
    [1, 0, 0],
    [333, 333, 334],
    [2, 997, 1],
    [123_456_789, 987_654, 55],
  ])('have percentages of %d, %d and %d that add up to 100', (idleMs, workMs, driveMs) => {
    const { idlePercent, workPercent, drivePercent } = monthFigures([day({ idleMs, workMs, driveMs })]);
    expect((idlePercent ?? 0) + (workPercent ?? 0) + (drivePercent ?? 0)).toBe(100);
    for (const percent of [idlePercent, workPercent, drivePercent]) expect(Number.isInteger(percent)).toBe(true);
  });
});

describe('months', () => {
  it.each([
    ['2026-01', -1, '2025-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-11', -11, '2025-12'],
    ['2026-03', 0, '2026-03'],
  ])('%s and %d is %s', (month, months, expected) => {
    expect(plusMonths(month, months)).toBe(expected);
  });

  it.each([
    ['2026-10', 'Asia/Seoul', '2026-09-30T15:00:00.000Z', '2026-10-31T15:00:00.000Z'],
    // the clocks go back on 1 November
    ['2026-11', 'America/Chicago', '2026-11-01T05:00:00.000Z', '2026-12-01T06:00:00.000Z'],
    ['2026-02', 'Asia/Kathmandu', '2026-01-31T18:15:00.000Z', '2026-02-28T18:15:00.000Z'],
  ])('%s in %s', (month, zone, from, to) => {
    const bounds = monthBounds(month, zone);
    expect([new Date(bounds.from).toISOString(), new Date(bounds.to).toISOString()]).toEqual([from, to]);
  });
});

describe('the e-mail of a month', () => {
  it.each([
    ['2026-11-30T14:59:00Z', null],
    ['2026-11-30T23:59:00Z', null],
    ['2026-12-01T00:00:00Z', '2026-11'],
    ['2026-12-01T12:00:00Z', null],
    ['2026-12-01T23:59:59Z', null],
    ['2026-12-02T00:00:00Z', '2026-11'],
    ['2026-12-05T11:59:59Z', '2026-11'],
    ['2026-12-05T12:00:00Z', null],
    ['2026-12-06T00:00:00Z', null],
    ['2027-01-01T01:00:00Z', '2026-12'],
  ])('at %s is that of %s', (at, month) => {
    expect(mailedMonth(Date.parse(at), 'Asia/Seoul')).toBe(month);
  });

  it.each([
    // clocks go from 2 back to 1 on 1 November 2026 in New York
    ['2026-11-01T08:30:00-05:00', null],
    ['2026-11-01T20:30:00-05:00', '2026-10'],
  ])('by the clock on the wall: at %s is that of %s', (at, month) => {
    expect(mailedMonth(Date.parse(at), 'America/New_York')).toBe(month);
  });
});

it('figures come in the order of the page, in the units of the customer', () => {
  const now = monthFigures([day({ idleMs: hour, km: 16.09, hours: 1, fuelL: 2 })]);
  const figures = reportFigures('mile', now, monthFigures([]));
  expect(figures.map((f) => [f.name, f.unit, f.before])).toEqual([
    ['operatingTime', 'hours', null],
    ['operatingDays', 'days', null],
    ['distance', 'mile', null],
    ['runTime', 'hours', null],
    ['fuel', 'litres', null],
  ]);
  expect(figures.map((f) => f.value)).toEqual([1, 1, expect.closeTo(10, 2), 1, 2]);
  expect(reportFigures('mile', monthFigures([]), now).map((f) => f.value)).toEqual([null, null, null, null, null]);
});

it.each([
  ['2026-11', 5, 0, '2026-11-01'],
  ['2026-10', 5, 4, '2026-10-01'],
  ['2026-02', 4, 0, '2026-02-01'],
  ['2025-11', 6, 6, '2025-11-01'],
])('the calendar of %s has %d weeks and begins on weekday %d', (month, weeks, weekday, first) => {
  const calendar = weeksOfMonth(month);
  expect([calendar.length, calendar[0]?.indexOf(first)]).toEqual([weeks, weekday]);
  expect(calendar.every((week) => week.length === 7)).toBe(true);
});
