import { expect, it } from 'vitest';
import { advisoryLockClasses, advisoryLocks } from './advisory-locks';

it('have a number each: no two of them wait for each other', () => {
  const numbers = [...Object.values(advisoryLocks), ...Object.values(advisoryLockClasses).map((n) => `${n}, *`)];
  expect(new Set(numbers).size).toBe(numbers.length);
  const classes = new Set(Object.values(advisoryLocks).map((n) => Number(n.split(', ')[0])));
  for (const n of Object.values(advisoryLockClasses)) expect(classes.has(n), String(n)).toBe(false);
});
