import type { TrackPoint } from '@headland/contracts/shared-shapes';
import { describe, expect, it } from 'vitest';
import { pointAt, segmentsOf } from '../../ui/replay/track-points';
import { gpxOf, shiftDay, shiftMonth, spanOf, weekdayOf, weeksOf } from './track-day';

const t0 = Date.parse('2026-11-20T05:10:00Z');
const point = (seconds: number, more: Partial<TrackPoint> = {}): TrackPoint => ({
  ts: t0 + seconds * 1000,
  lat: 35,
  lon: 127,
  heading: 0,
  speed: 5,
  state: 'drive',
  rpm: null,
  engineHours: null,
  fuelUsed: null,
  ...more,
});

describe('the calendar', () => {
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
    for (const week of grid) for (const [i, d] of week.entries()) if (d !== null) expect(weekdayOf(d)).toBe(i);
  });
  it.each([
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-03', 0, '2026-03'],
  ])('%s and %i months is %s', (month, by, expected) => expect(shiftMonth(month, by)).toBe(expected));
});

describe('a moment of the track', () => {
  const points = [
    point(0),
    point(10, { lat: 35.001, state: 'work' }),
    point(1000, { lat: 35.5 }),
    point(1010, { lat: 35.501 }),
  ];
  it('lies between two near points', () =>
    expect(pointAt(points, t0 + 5_000)).toMatchObject({ lat: 35.0005, gap: false }));
  it('stays at the last known point in a gap, and shows this', () =>
    expect(pointAt(points, t0 + 500_000)).toMatchObject({ lat: 35.001, ts: t0 + 10_000, gap: true }));
  it('before the first is unknown', () => expect(pointAt(points, t0 - 60_000)).toMatchObject({ lat: 35, gap: true }));
  it('is nowhere without points', () => expect(pointAt([], t0)).toBeNull());
});

it('colours no stretch across a gap', () => {
  const points = [
    point(0),
    point(10),
    point(20, { state: 'work' }),
    point(30, { state: 'work' }),
    point(1000),
    point(1010),
  ];
  expect(segmentsOf(points).map((s) => [(s.from - t0) / 1000, (s.to - t0) / 1000, s.state])).toEqual([
    [0, 20, 'drive'],
    [20, 30, 'work'],
    [1000, 1010, 'drive'],
  ]);
});

it('spans full hours around the data', () => {
  expect(spanOf([point(0), point(3600)])).toEqual({
    from: Date.parse('2026-11-20T05:00:00Z'),
    to: Date.parse('2026-11-20T07:00:00Z'),
  });
  expect(spanOf([])).toBeNull();
});

it('writes GPX with a new segment after each gap and without markup of others', () => {
  const gpx = gpxOf('a<b>"&', [point(0), point(10), point(1000)]);
  expect(gpx.match(/<trkseg>/gu)).toHaveLength(2);
  expect(gpx.match(/<trkpt /gu)).toHaveLength(3);
  expect(gpx).toContain('<name>ab</name>');
});
