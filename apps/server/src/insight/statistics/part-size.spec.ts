import { expect, it } from 'vitest';
import { PartSize } from './count-15min.tx';

const rowBytes = 250;

it('counts as many intervals together as their samples leave room for', () => {
  const size = new PartSize();
  expect(size.quarters, 'before anything is known').toBe(61);
  const after = (samplesEach: number): number => {
    size.saw(size.quarters, size.quarters * samplesEach * rowBytes);
    return size.quarters;
  };
  expect([90, 900, 9_000, 900_000].map(after)).toEqual([800, 111, 11, 1]);
  expect(after(0), 'vehicles without samples').toBe(800);
});
