import { expect, it } from 'vitest';
import { limitsOf, sensorLimits } from './fault-limits';

it('limits are told of what was measured, and of nothing else', () => {
  expect(limitsOf(['rpm', 'coolant'])).toEqual({ coolant: [110] });
  expect(limitsOf([])).toEqual({});
  expect(limitsOf(Object.keys(sensorLimits))).toEqual(sensorLimits);
});
