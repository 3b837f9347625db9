import { describe, expect, it } from 'vitest';
import { slopeOf } from '../bench/measure/pairs';
import { growth, lowsOf, MemoryWatch } from './memory';

/** Twenty minutes, a reading each five seconds, a collection each 90 s. */
const run = (leakMbPerMin: number) =>
  Array.from({ length: 240 }, (_, i) => ({ atS: i * 5, mb: 100 + (i % 18) * 2 + (leakMbPerMin * i * 5) / 60 }));

describe('memory over time', () => {
  it('does not grow where only garbage comes and goes', () =>
    expect(Math.abs(slopeOf(lowsOf(run(0))))).toBeLessThan(0.5));
  it('grows by what stays', () => expect(slopeOf(lowsOf(run(3)))).toBeCloseTo(3, 0));
  it('is the process’s own figure, where it reports one', async () => {
    const watched = await new MemoryWatch({ own: process.pid }, () => Promise.resolve(80e6)).stop();
    expect(watched.map((m) => [m.keptSlopeMbPerMin, growth({ ...m, slopeMbPerMin: 7 })])).toEqual([[0, 0]]);
    const silent = await new MemoryWatch({ own: process.pid }).stop();
    expect(silent.map((m) => [m.keptSlopeMbPerMin, growth({ ...m, slopeMbPerMin: 7 })])).toEqual([[null, 7]]);
  });
  it('is read of a process that lives', async () => {
    const [own] = await new MemoryWatch({ own: process.pid }).stop();
    expect(own?.atStartMb).toBeGreaterThan(10);
    expect(own?.maxMb).toBeGreaterThanOrEqual(own?.atStartMb ?? Infinity);
  });
});
