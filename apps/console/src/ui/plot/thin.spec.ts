// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Rows } from './spans';
import { type Lines, stepped, thin } from './thin';

const rowsOf = (values: readonly (number | null)[], period = 500): Rows => ({
  t: Float64Array.from(values, (_, i) => (i * period) / 1000),
  columns: [Float64Array.from(values, (v) => v ?? NaN)],
  first: 0,
  end: values.length,
  period,
  moved: 0,
  rewritten: 0,
});
const lines = (): Lines => [[], []];
const wave = Array.from({ length: 14_400 }, (_, i) => Math.round(1000 * Math.sin(i / 50)));

describe('lines with no more points than can be seen', () => {
  it('are the rows as they are, and one either side, where each has a pixel', () => {
    expect(thin(lines(), rowsOf([1, 2, null, 4, 5, 6]), [0], 0.9, 1.6, 100)).toEqual([
      [0.5, 1, 1.5, 2, 2.5],
      [2, null, 4, 5, 6],
    ]);
  });

  it('keep each peak of two hours, in the order in which they came', () => {
    const values = [...wave];
    values[7_001] = 5_000;
    values[9_003] = -5_000;
    const [x, y] = thin(lines(), rowsOf(values), [0], 0, 7_200, 400);
    expect(x.length).toBeLessThanOrEqual(2 * 400 + 4);
    expect(x).toEqual([...x].sort((a, b) => a - b));
    expect(y).toContain(5_000);
    expect(y).toContain(-5_000);
    // falling values: the maximum before the minimum
    const [, falling] = thin(lines(), rowsOf(Array.from({ length: 64 }, (_, i) => 64 - i)), [0], 0, 31.5, 8);
    expect(falling).toEqual([...(falling ?? [])].sort((a, b) => (b ?? 0) - (a ?? 0)));
  });

  it('leave a gap, also one of a single row among thousands, and only in the line that has it', () => {
    const rows = { ...rowsOf(wave), columns: [Float64Array.from(wave), Float64Array.from(wave)] };
    rows.columns[1]?.fill(NaN, 7_000, 7_001);
    const [, whole, broken] = thin([[], [], []], rows, [0, 1], 0, 7_200, 400);
    expect(whole).not.toContain(null);
    expect(broken?.filter((v) => v === null)).toHaveLength(1);
    expect(whole?.[broken?.indexOf(null) ?? 0]).toBeUndefined();
    // no value for a minute: no point in between
    const [, long] = thin(
      lines(),
      rowsOf(wave.map((v, i) => (i >= 7_000 && i < 7_120 ? null : v))),
      [0],
      0,
      7_200,
      400,
    );
    expect(long?.filter((v) => v === null).length).toBeGreaterThanOrEqual(4);
  });

  it('do not change while the window moves', () => {
    const rows = rowsOf(wave);
    const at = (from: number): Map<number, number | null | undefined> => {
      const [x, y] = thin(lines(), rows, [0], from, from + 3_600, 300);
      return new Map(x.slice(4, -4).map((s, i) => [s, y?.[i + 4]]));
    };
    const [before, after] = [at(1_000), at(1_000.5)];
    for (const [s, v] of after) if (before.has(s)) expect(before.get(s)).toBe(v);
    expect([...after.keys()].filter((s) => before.has(s)).length).toBeGreaterThan(400);
  });

  it('keep the outer edge of a band', () => {
    const values = [...wave];
    const rows = { ...rowsOf(values), columns: [0, 100, -100].map((by) => Float64Array.from(values, (v) => v + by)) };
    const [, , high, low] = thin([[], [], [], []], rows, [0, 1, 2], 0, 7_200, 400, ['both', 'greatest', 'least']);
    const [, mean] = thin(lines(), rows, [0], 0, 7_200, 400);
    for (let i = 0; i < (mean?.length ?? 0) - 1; i += 2) {
      const both = [mean?.[i] ?? 0, mean?.[i + 1] ?? 0];
      expect([high?.[i], high?.[i + 1]]).toEqual([Math.max(...both) + 100, Math.max(...both) + 100]);
      expect([low?.[i], low?.[i + 1]]).toEqual([Math.min(...both) - 100, Math.min(...both) - 100]);
    }
  });

  it('are written in place, also where there are fewer', () => {
    const into = lines();
    const [x, y] = thin(into, rowsOf(wave), [0], 0, 7_200, 400);
    const before = x.length;
    thin(into, rowsOf(wave), [0], 0, 100, 400);
    expect(into[0]).toBe(x);
    expect(into[1]).toBe(y);
    expect(x.length).toBeLessThan(before);
    expect(thin(into, { ...rowsOf(wave), end: 0 }, [0], 0, 100, 400)).toEqual([[], []]);
  });
});

describe('the window that is drawn', () => {
  it('is the one that is asked for where each row has a pixel', () =>
    expect(stepped(10.2, 110.3, 400, 0.5, 0.5)).toEqual([10.2, 110.3]));

  it('moves on by what shares a pixel, holds what is asked for, and never by more than a step', () => {
    const period = 0.5;
    const seen = new Set<string>();
    for (let to = 7_200; to < 7_264; to += period) {
      const [from, end] = stepped(to - 7_200, to, 450, period, 4 / 9);
      expect(from).toBeLessThanOrEqual(to - 7_200);
      expect(end).toBeGreaterThanOrEqual(to);
      expect(Math.max(end - to, to - 7_200 - from)).toBeLessThan(16);
      seen.add(`${from} ${end}`);
    }
    // 64 seconds in steps of 16
    expect(seen.size).toBeLessThanOrEqual(5);
  });

  it('steps at other rows than a chart whose turn is another', () => {
    const stepsAt = (turn: number): number[] => {
      const steps: number[] = [];
      for (let to = 7_200; to < 7_232; to += 0.5)
        if (stepped(to - 7_200.5, to - 0.5, 450, 0.5, turn)[1] !== stepped(to - 7_200, to, 450, 0.5, turn)[1])
          steps.push(to);
      return steps;
    };
    expect(stepsAt(0)).not.toEqual(stepsAt(4 / 9));
    expect(stepsAt(0)).toHaveLength(2);
  });
});
