import { describe, expect, it } from 'vitest';
import { bearing, compass, distanceKm, type Point } from './geo';

const seoul = { lat: 37.5665, lon: 126.978 };
const busan = { lat: 35.1796, lon: 129.0756 };
const random = (seed: number) => () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
const points = (n: number): Point[] => {
  const next = random(7);
  return Array.from({ length: n }, () => ({ lat: next() * 180 - 90, lon: next() * 360 - 180 }));
};

describe('distanceKm', () => {
  it.each<[string, Point, Point, number]>([
    ['Seoul to Busan', seoul, busan, 325.1],
    ['a degree of the equator', { lat: 0, lon: 0 }, { lat: 0, lon: 1 }, 111.195],
    ['pole to pole', { lat: 90, lon: 0 }, { lat: -90, lon: 77 }, 20015.1],
    ['over the date line', { lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 }, 111.195],
    ['one metre', { lat: 37, lon: 127 }, { lat: 37.000009, lon: 127 }, 0.001],
    ['antipodes', { lat: 30, lon: 10 }, { lat: -30, lon: -170 }, 20015.1],
  ])('%s', (_, a, b, km) => {
    expect(Math.abs(distanceKm(a, b) / km - 1)).toBeLessThan(0.001);
  });
  it('is symmetric, zero only to itself, and never above half the earth', () => {
    const some = points(400);
    for (const [i, a] of some.entries()) {
      const b = some[(i * 7 + 1) % some.length] as Point;
      expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 9);
      expect(distanceKm(a, a)).toBe(0);
      expect(distanceKm(a, b)).toBeLessThanOrEqual(20015.2);
    }
  });
  it('keeps the triangle inequality', () => {
    const some = points(300);
    for (let i = 0; i + 2 < some.length; i += 1) {
      const [a, b, c] = [some[i], some[i + 1], some[i + 2]] as [Point, Point, Point];
      expect(distanceKm(a, c)).toBeLessThanOrEqual(distanceKm(a, b) + distanceKm(b, c) + 1e-6);
    }
  });
});

describe('bearing', () => {
  const from = { lat: 37, lon: 127 };
  it.each<[string, Point, number]>([
    ['north', { lat: 38, lon: 127 }, 0],
    ['east', { lat: 37, lon: 127.001 }, 90],
    ['south', { lat: 36, lon: 127 }, 180],
    ['west', { lat: 37, lon: 126.999 }, 270],
    ['north-east', { lat: 37.01, lon: 127.01253 }, 45],
  ])('%s', (_, to, degrees) => {
    expect(Math.abs(bearing(from, to) - degrees)).toBeLessThan(0.1);
  });
  it('goes the short way over the date line', () => {
    expect(bearing({ lat: 0, lon: 179 }, { lat: 0, lon: -179 })).toBeCloseTo(90, 6);
  });
  it('stays within 0 to 360 everywhere', () => {
    const some = points(500);
    for (const [i, a] of some.entries()) {
      const degrees = bearing(a, some[(i + 1) % some.length] as Point);
      expect(degrees >= 0 && degrees < 360).toBe(true);
    }
    expect(bearing(from, from)).toBe(0);
  });
  it('to and fro differ by half a turn over short ways', () => {
    expect(
      Math.abs(bearing(from, { lat: 37.02, lon: 127.03 }) - bearing({ lat: 37.02, lon: 127.03 }, from)),
    ).toBeCloseTo(180, 0);
  });
});

describe('compass', () => {
  it.each([
    [0, 'N'],
    [22, 'N'],
    [23, 'NE'],
    [67, 'NE'],
    [68, 'E'],
    [90, 'E'],
    [135, 'SE'],
    [180, 'S'],
    [225, 'SW'],
    [270, 'W'],
    [315, 'NW'],
    [337, 'NW'],
    [338, 'N'],
    [360, 'N'],
    [-45, 'NW'],
    [725, 'N'],
  ])('%d is %s', (degrees, en) => {
    expect(compass(degrees).en).toBe(en);
  });
  it('has a Korean word for each', () => {
    expect([0, 45, 90, 135, 180, 225, 270, 315].map((d) => compass(d).ko)).toEqual([
      '북쪽',
      '북동쪽',
      '동쪽',
      '남동쪽',
      '남쪽',
      '남서쪽',
      '서쪽',
      '북서쪽',
    ]);
  });
});
