import { describe, expect, it } from 'vitest';
import { distanceUnit, inDistanceUnit, toKm } from './distance-unit';

describe('the unit of a distance', () => {
  it.each([
    ['82', 'km'],
    ['1', 'mile'],
    ['44', 'mile'],
    ['95', 'km'],
    ['353', 'km'],
    ['61', 'km'],
    ['', 'km'],
  ])('of country %s is %s', (country, unit) => {
    expect(distanceUnit(country)).toBe(unit);
  });

  it.each([
    [1.609344, 'mile', 1],
    [160.9344, 'mile', 100],
    [160.9344, 'km', 160.9344],
    [0, 'mile', 0],
  ] as const)('%d km in %s are %d', (km, unit, expected) => {
    expect(inDistanceUnit(km, unit)).toBeCloseTo(expected, 9);
    expect(toKm(expected, unit)).toBeCloseTo(km, 9);
  });
});
