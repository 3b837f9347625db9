import { describe, expect, it, vi } from 'vitest';
import { MeasuredRows } from './measured-rows';

const watched = (keepMs?: number) => new MeasuredRows(['engine.rpm', 'battery'], 1000, keepMs);
const rows = (t0: number, ...values: (number | null)[]) => ({ t0, period: 1000, rows: values.map((v) => [v, 12.6]) });
const column = (m: MeasuredRows, c: number): (number | null)[] =>
  Array.from(m.columns[c]?.subarray(m.first, m.end) ?? [], (v) => (Number.isNaN(v) ? null : v));
const rpm = (m: MeasuredRows) => column(m, 0);
const times = (m: MeasuredRows): number[] => [...m.t.subarray(m.first, m.end)];

describe('measured rows', () => {
  it('are in one array of times and one for each item, and notify listeners', () => {
    const m = watched();
    const listener = vi.fn();
    const stop = m.onChange(listener);
    expect(m.add(rows(10_000, 800, 810))).toBeNull();
    expect(times(m)).toEqual([10, 11]);
    expect([rpm(m), column(m, 1)]).toEqual([
      [800, 810],
      [12.6, 12.6],
    ]);
    stop();
    m.add(rows(12_000, 820));
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('that are missing leave a gap and are counted; a value that the sensor does not have is a gap, not a missing row', () => {
    const m = watched();
    m.add(rows(10_000, 800));
    m.add(rows(11_000, null));
    // after which row some are missing
    expect(m.add(rows(14_000, 840))).toBe(11_000);
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

  it('that come late into a gap close it', () => {
    const m = watched();
    m.add(rows(10_000, 800));
    m.add(rows(13_000, 830));
    expect(m.add(rows(11_000, 810, 820))).toBeNull();
    expect(rpm(m)).toEqual([800, 810, 820, 830]);
    expect(m.dropped).toBe(0);
  });

  it('are put into their place when they are read, and the gap is closed', () => {
    const m = watched();
    m.add(rows(10_000, 800));
    m.add(rows(13_000, 830));
    m.fill([rows(9_000, 790), rows(11_000, 810, 820)]);
    expect(times(m)).toEqual([9, 10, 11, 12, 13]);
    expect(rpm(m)).toEqual([790, 800, 810, 820, 830]);
    expect(m.dropped).toBe(0);
  });

  it('are kept no longer than they are to be, for hours on end, in the room that they had', () => {
    const m = watched(600_000);
    for (let k = 0; k < 5_000; k++) m.add(rows(k * 1000, k % 3000));
    const t = m.t;
    for (let k = 5_000; k < 40_000; k++) m.add(rows(k * 1000, k % 3000));
    expect(m.t).toBe(t);
    expect(t.length).toBeLessThanOrEqual(2_048);
    expect(times(m)).toEqual(Array.from({ length: 601 }, (_, i) => 39_399 + i));
    expect(rpm(m)).toEqual(Array.from({ length: 601 }, (_, i) => (39_399 + i) % 3000));
  });

  it('grow with what is to be kept', () => {
    const m = watched();
    for (let k = 0; k < 5_000; k++) m.add(rows(k * 1000, k % 3000));
    expect(times(m)).toHaveLength(5_000);
    expect(rpm(m)[4_999]).toBe(1_999);
  });

  it('answer with the row nearest to a moment', () => {
    const m = watched();
    expect(m.nearest(10)).toBeNull();
    m.offsetMs = 500_000;
    m.add(rows(10_000, 800, null, 820));
    expect(m.nearest(11.6)).toMatchObject({ at: 512_000 });
    expect(m.nearest(11.4)?.value(0)).toBeNull();
    expect(m.nearest(0)?.value(0)).toBe(800);
    expect(m.nearest(99)?.value(0)).toBe(820);
  });

  it('are summed up over hours as they are row by row, while some are forgotten and some are filled in', () => {
    const m = new MeasuredRows(['engine.rpm', 'battery'], 1000, 600_000);
    const value = (k: number) => (k % 37 === 0 ? null : 1000 + 500 * Math.sin(k / 11));
    for (let k = 0; k < 3_000; k++) {
      if (k % 500 !== 250) m.add(rows(k * 1000, value(k)));
      if (k % 731 !== 0) continue;
      const [from, to] = [m.span()?.[0] ?? 0, k * 1000 - 5_000];
      const seen = rpm(m).filter((v, i): v is number => v !== null && (times(m)[i] ?? 0) * 1000 <= to);
      const found = m.stats(0, from, to);
      if (seen.length === 0) continue;
      expect(found).toMatchObject({ min: Math.min(...seen), max: Math.max(...seen) });
      expect(found?.mean).toBeCloseTo(seen.reduce((a, b) => a + b, 0) / seen.length, 6);
    }
    m.fill([rows(2_750_000, 2_900)]);
    expect(m.stats(0, 2_700_000, 2_999_000)?.max).toBe(2_900);
  });

  it('of a broken sensor are left out', () => {
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
