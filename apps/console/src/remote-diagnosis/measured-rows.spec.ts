import { describe, expect, it, vi } from 'vitest';
import { MeasuredRows } from './measured-rows';

const watched = (keepMs?: number) => new MeasuredRows(['engine.rpm', 'battery'], 1000, keepMs);
const rows = (t0: number, ...values: (number | null)[]) => ({ t0, period: 1000, rows: values.map((v) => [v, 12.6]) });
const rpm = (m: MeasuredRows) => m.columns[0];

describe('measured rows', () => {
  it('stand in one array of moments and one for each item, and tell who listens', () => {
    const m = watched();
    const heard = vi.fn();
    const stop = m.onChange(heard);
    expect(m.add(rows(10_000, 800, 810))).toBe(false);
    expect(m.t).toEqual([10, 11]);
    expect(m.columns).toEqual([
      [800, 810],
      [12.6, 12.6],
    ]);
    stop();
    m.add(rows(12_000, 820));
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('that are missing leave a gap and are counted; a value that the sensor does not have is a gap, not a missing row', () => {
    const m = watched();
    m.add(rows(10_000, 800));
    m.add(rows(11_000, null));
    expect(m.add(rows(14_000, 840))).toBe(true);
    expect(rpm(m)).toEqual([800, null, null, 840]);
    expect(m.dropped).toBe(2);
  });

  it('that come twice or late change nothing', () => {
    const m = watched();
    m.add(rows(10_000, 800, 810, 820));
    m.add(rows(11_000, 999));
    m.add(rows(9_000, 999));
    expect(rpm(m)).toEqual([800, 810, 820]);
  });

  it('are put into their place when they are read, and the gap is closed', () => {
    const m = watched();
    m.add(rows(10_000, 800));
    m.add(rows(13_000, 830));
    m.fill([rows(9_000, 790), rows(11_000, 810, 820)]);
    expect(m.t).toEqual([9, 10, 11, 12, 13]);
    expect(rpm(m)).toEqual([790, 800, 810, 820, 830]);
    expect(m.dropped).toBe(0);
  });

  it('are kept no longer than they are to be, for hours on end', () => {
    const m = watched(600_000);
    const t = m.t;
    for (let k = 0; k < 20_000; k++) m.add(rows(k * 1000, k % 3000));
    expect(m.t).toBe(t);
    expect(m.t.length).toBeLessThanOrEqual(750);
    expect(m.t.length).toBeGreaterThanOrEqual(600);
    expect(m.t.at(-1)).toBe(19_999);
    expect(rpm(m)?.length).toBe(m.t.length);
  });

  it('of a broken sensor say nothing', () => {
    const m = watched();
    m.add(rows(10_000, 65_535));
    expect(rpm(m)).toEqual([null]);
  });

  it('know least, greatest and mean between two moments of our clock', () => {
    const m = watched();
    m.offsetMs = 500_000;
    m.add(rows(10_000, 800, 810, null, 830));
    expect(m.span()).toEqual([510_000, 513_000]);
    expect(m.stats(0, 511_000, 513_000)).toEqual({ min: 810, max: 830, mean: 820 });
    expect(m.stats(0, 512_000, 512_000)).toBeNull();
  });
});
