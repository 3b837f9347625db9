import { describe, expect, it } from 'vitest';
import { deviceTypesToNotify, releaseYearFits } from './model';

it.each([
  [1979, false],
  [1980, true],
  [2026, true],
  [2027, true],
  [2028, false],
])('in 2026 a model may be of %i: %s', (year, fits) => expect(releaseYearFits(year, '2026-12-31')).toBe(fits));

describe('the devices affected by a change', () => {
  const limits = { x: 45, y: 45, z: 60 };
  const model = { remoteControl: 'none', rollover: { 1: limits, 2: limits } };
  it.each([
    ['nothing that concerns them', model, []],
    ['a limit of one type', { ...model, rollover: { 1: limits, 2: { ...limits, z: 55 } } }, [2]],
    ['limits of both', { ...model, rollover: { 1: { ...limits, x: 40 }, 2: { ...limits, y: 40 } } }, [1, 2]],
    ['remote control', { ...model, remoteControl: 'start' }, [1, 2]],
  ])('of %s', (_, after, types) => expect(deviceTypesToNotify(model, after)).toEqual(types));
});
