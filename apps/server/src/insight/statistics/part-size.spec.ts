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
  expect([9_000, 900_000].map(after), 'smaller at once').toEqual([11, 1]);
  const growing = Array.from({ length: 16 }, () => after(90));
  expect(growing.at(-1)).toBe(800);
  for (const [i, quarters] of growing.entries())
    expect(quarters, 'at most twice as large').toBeLessThanOrEqual(2 * (growing[i - 1] ?? 1) + 1);
  expect(after(0), 'vehicles without samples').toBe(800);
});
