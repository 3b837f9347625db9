// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { type Course, CourseRows, withTail } from './course-rows';

const bucketMs = 300_000;
const dayMs = 86_400_000;
const day = (n: number): number => n * dayMs;
const course = (from: number, to: number, at: number[], more: Partial<Course> = {}): Course => ({
  from,
  to,
  bucketMs,
  vehicle: { id: 7, vin: 'KDXTT4B2NPK012345', model: 'HL 6-110' },
  vehicles: 1,
  at,
  charts: [
    { value: 'speed', mean: at.map((_, i) => i), low: at.map((_, i) => i - 1), high: at.map((_, i) => i + 1) },
    { value: 'work', mean: at.map(() => 50), low: at.map(() => null), high: at.map(() => null) },
  ],
  states: [],
  faults: [],
  sos: [],
  counting: false,
  ...more,
});

describe('rows of a course', () => {
  it('are on the grid of the period, with gaps where there is nothing', () => {
    const rows = new CourseRows(course(0, day(1), [0, bucketMs, 3 * bucketMs]));
    const speed = rows.of('speed');
    expect(rows.end).toBe(288);
    expect([0, 1, 2, 3].map((row) => rows.read(speed?.mean ?? -1, row))).toEqual([0, 1, null, 2]);
    expect(speed).toMatchObject({ hasBand: true, range: [-1, 3] });
    expect(rows.of('work')).toMatchObject({ hasBand: false, range: [50, 50] });
    expect(rows.of('rpm')).toBeUndefined();
  });
  it('are in the unit that is shown', () => {
    const rows = new CourseRows(course(0, day(1), [0, bucketMs]), (value) => (value === 'speed' ? 0.5 : 1));
    expect(rows.read(rows.of('speed')?.mean ?? -1, 1)).toBe(0.5);
    expect(rows.read(rows.of('work')?.mean ?? -1, 1)).toBe(50);
  });
  it.each([
    [0, 0],
    [bucketMs - 1, 0],
    [bucketMs, 1],
    [-1, null],
    [day(1), null],
  ])('of moment %i it is row %s', (ms, row) => expect(new CourseRows(course(0, day(1), [])).rowAt(ms)).toBe(row));
});

describe('a period that ends today', () => {
  const fault = (id: number, at: number): Course['faults'][number] => ({ id, at, code: 'E0324', severity: 'major' });
  const month = course(0, day(2), [0, bucketMs, day(1)], {
    states: [{ from: day(1) - bucketMs, to: day(1) + bucketMs, state: 'work' }],
    faults: [fault(2, day(1)), fault(1, 0)],
  });
  const today = course(day(1), day(2), [day(1), day(1) + bucketMs], {
    states: [{ from: day(1), to: day(1) + 2 * bucketMs, state: 'drive' }],
    faults: [fault(3, day(1) + bucketMs), fault(2, day(1))],
  });

  it('grows by the intervals of today, each once', () => {
    const grown = withTail(month, today);
    expect(grown.at).toEqual([0, bucketMs, day(1), day(1) + bucketMs]);
    expect(grown.charts[0]?.mean).toEqual([0, 1, 0, 1]);
    expect(grown.charts.every((c) => c.mean.length === 4 && c.low.length === 4 && c.high.length === 4)).toBe(true);
    expect(grown.states).toEqual([
      { from: day(1) - bucketMs, to: day(1), state: 'work' },
      { from: day(1), to: day(1) + 2 * bucketMs, state: 'drive' },
    ]);
    expect(grown.faults.map((f) => f.id)).toEqual([3, 2, 1]);
  });
  it('is as long as each of its charts, also where today has other charts', () => {
    const [speed] = today.charts;
    const grown = withTail(month, { ...today, charts: speed ? [speed] : [] });
    expect(grown.charts[1]?.mean).toEqual([50, 50, null, null]);
  });
  it('stays as it is without today, and with another day', () => {
    expect(withTail(month, undefined)).toBe(month);
    expect(withTail(month, course(day(2), day(3), []))).toBe(month);
  });
});
