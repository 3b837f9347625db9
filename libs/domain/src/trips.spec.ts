import { describe, expect, it } from 'vitest';
import type { TrackPoint } from '@headland/contracts/shared-shapes';
import { shares, stopsOf, tripsOf } from './trips';

const point = (s: number, state: TrackPoint['state'], lat = 35.8, fuelUsed: number | null = null): TrackPoint => ({
  ts: s * 1000,
  lat,
  lon: 126.88,
  heading: null,
  speed: null,
  state,
  rpm: null,
  engineHours: null,
  fuelUsed,
});

describe('trips', () => {
  it('run from engine on to engine off, with fuel, distance and the use of time', () => {
    const trips = tripsOf([
      point(0, 'off'),
      point(10, 'idle', 35.8, 100),
      point(20, 'drive', 35.8),
      point(30, 'drive', 35.809),
      point(40, 'work', 35.81),
      point(60, 'off', 35.81, 101.5),
      point(90, 'off'),
    ]);
    expect(trips).toHaveLength(1);
    expect(trips[0]).toMatchObject({
      startMs: 10_000,
      endMs: 60_000,
      fuelL: 1.5,
      idleMs: 10_000,
      driveMs: 20_000,
      workMs: 20_000,
    });
    expect(trips[0]?.distanceKm).toBeCloseTo(1.11, 1);
  });
  it('end at a silence of more than three minutes', () =>
    expect(tripsOf([point(0, 'work'), point(10, 'work'), point(191, 'work'), point(200, 'work')])).toHaveLength(2));
  it('are none on a day of rest', () => expect(tripsOf([point(0, 'off'), point(21_600, 'off')])).toEqual([]));
  it('use the odometer rather than the receiver’s drift', () => {
    const [trip] = tripsOf(
      [point(0, 'idle'), point(10, 'drive'), point(20, 'drive', 35.81)].map((p, i) => ({
        ...p,
        odometer: [120, null, 120.4][i] ?? null,
      })),
    );
    expect(trip?.distanceKm).toBeCloseTo(0.4, 6);
  });
  it('go on through a sample without an engine value', () =>
    expect(tripsOf([point(0, 'work'), point(10, null), point(20, 'work'), point(30, 'off')])).toMatchObject([
      { startMs: 0, endMs: 30_000, workMs: 20_000 },
    ]));
  it('do not begin with such a sample', () =>
    expect(tripsOf([point(0, null), point(10, 'work'), point(20, 'work')])[0]?.startMs).toBe(10_000));
  it('do not invent fuel after a counter was replaced', () =>
    expect(tripsOf([point(0, 'work', 35.8, 900), point(10, 'work', 35.8, 3)])[0]?.fuelL).toBeNull());
});

describe('stops', () => {
  const parked = Array.from({ length: 40 }, (_, i) => point(i * 10, 'idle'));
  it('are more than five minutes in one place', () =>
    expect(stopsOf(parked)).toEqual([{ startMs: 0, endMs: 390_000, lat: 35.8, lon: 126.88 }]));
  it('are not five minutes of driving', () =>
    expect(stopsOf(parked.map((p, i) => ({ ...p, lat: 35.8 + i * 0.001 })))).toEqual([]));
  it('are not a machine that works in one place', () =>
    expect(stopsOf(parked.map((p) => ({ ...p, state: 'work' as const })))).toEqual([]));
  it('are not a parked machine', () =>
    expect(stopsOf(parked.map((p) => ({ ...p, state: 'off' as const })))).toEqual([]));
  it('begin where it stopped', () => {
    const arriving = [point(-20, 'drive', 35.79), point(-10, 'drive', 35.795), ...parked, point(400, 'drive', 35.81)];
    expect(stopsOf(arriving)).toEqual([{ startMs: 0, endMs: 390_000, lat: 35.8, lon: 126.88 }]);
  });
  it('are not a pause of four minutes', () => expect(stopsOf(parked.slice(0, 25))).toEqual([]));
});

describe('shares', () => {
  it.each([
    [
      [1, 1, 1],
      [34, 33, 33],
    ],
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
    [
      [5, 0, 0],
      [100, 0, 0],
    ],
    [
      [335, 335, 330],
      [34, 33, 33],
    ],
  ])('%j → %j', (parts, percent) => expect(shares(parts)).toEqual(percent));
});
