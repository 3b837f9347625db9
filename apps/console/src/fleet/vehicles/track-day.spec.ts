import type { TrackPoint } from '@headland/contracts/shared-shapes';
import { describe, expect, it } from 'vitest';
import { vehicleNow } from '../../testing/vehicles';
import { pointAt, segmentsOf } from '../../ui/replay/track-points';
import { gpxOf, pointOfNow, spanOf } from './track-day';

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

describe('a push of the stream', () => {
  const at = (seconds: number) => new Date(t0 + seconds * 1000).toISOString();
  const place = { lat: 35, lon: 127 };
  it('with its position is a point of the track', () =>
    expect(pointOfNow(vehicleNow(7, { ...place, ts: at(10), positionTs: at(10) }))).toMatchObject({
      ...place,
      ts: t0 + 10_000,
    }));
  it.each([
    ['that keeps the position of before, without GPS', { ...place, ts: at(20), positionTs: at(10) }],
    ['whose position came with the key, after its values', { ...place, ts: at(10), positionTs: at(20) }],
    ['without a time of its position', { ...place, ts: at(10), positionTs: null }],
    ['without a position', { lat: null, lon: null, ts: at(10), positionTs: null }],
  ])('%s is none', (_, more) => expect(pointOfNow(vehicleNow(7, more))).toBeNull());
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
