import { expect, it } from 'vitest';
import { limitsOf, sensorLimits } from './fault-limits';

it('limits are given for measured sensors only', () => {
  expect(limitsOf(['rpm', 'coolant'])).toEqual({ coolant: [110] });
  expect(limitsOf([])).toEqual({});
  expect(limitsOf(Object.keys(sensorLimits))).toEqual(sensorLimits);
});
