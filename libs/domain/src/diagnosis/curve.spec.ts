import { describe, expect, it } from 'vitest';
import {
  curveDrawing,
  curveOf,
  type CurvePoint,
  type MeasuredPart,
  secondsLeft,
  startOnFirstClock,
  stepStarts,
  summaryOf,
  thinned,
} from './curve';

const part = (t0: number, step: number, values: (number | null)[]): MeasuredPart => ({
  t0,
  period: 100,
  step,
  items: ['a', 'b'],
  rows: values.map((v) => [v, 7]),
});

describe('a part that comes after the clock was set', () => {
  const rows = [[1], [2], [3]];
  it.each([
    ['no: it goes on', 0, 0, 9_999_500, 9_999_500],
    ['no: its delay is known better', 40_000, 39_400, 9_959_500, 9_959_500],
    ['back an hour, and its rows are stamped with it', 0, 3_600_000, 6_399_500, 9_999_500],
    ['back an hour, and its rows count on', 0, 3_600_000, 9_999_500, 9_999_500],
    ['forward an hour, and its rows are stamped with it', 0, -3_600_000, 13_599_500, 9_999_500],
    ['forward an hour, and its rows count on', 0, -3_600_000, 9_999_500, 9_999_500],
    ['right at last, and its rows are stamped with it', 3_600_000, 0, 9_999_500, 6_399_500],
    ['right at last, and its rows count on', 3_600_000, 0, 6_399_500, 6_399_500],
  ])('%s', (_, firstOffsetMs, offsetMs, t0, expected) =>
    expect(startOnFirstClock({ t0, period: 100, rows }, { firstOffsetMs, offsetMs, receivedAt: 10_000_000 })).toBe(
      expected,
    ),
  );
});

describe('a long line', () => {
  const long = Array.from({ length: 10_000 }, (_, i): CurvePoint => [
    i * 500,
    i === 6_543 ? 99 : i >= 2_000 && i < 2_400 ? null : Math.sin(i / 50),
  ]);
  it('is thinned without losing a peak or a gap, and in its order', () => {
    const thin = thinned(long, 400);
    expect(thin.length).toBeLessThanOrEqual(402);
    expect(thin).toContainEqual([6_543 * 500, 99]);
    expect(thin.some(([, v]) => v === null)).toBe(true);
    expect([...thin].sort((a, b) => a[0] - b[0])).toEqual(thin);
    expect(thinned(long.slice(0, 400), 400)).toHaveLength(400);
  });
  it('has a least, a mean and a greatest value, where anything was measured', () => {
    expect(
      summaryOf([
        [0, 2],
        [1, null],
        [2, 4],
      ]),
    ).toEqual({ min: 2, mean: 3, max: 4 });
    expect(summaryOf([[0, null]])).toBeNull();
  });
});

describe('what was measured, as a line', () => {
  const parts = [part(1_200, 1, [3, 4]), part(1_000, 0, [1, null]), part(1_200, 1, [3, 4])];
  it('counts from its first row, whatever came late or twice', () => {
    expect(curveOf(parts, 'a')).toEqual([
      [0, 1],
      [100, null],
      [200, 3],
      [300, 4],
    ]);
    expect(stepStarts(parts)).toEqual([
      { step: 0, atMs: 0 },
      { step: 1, atMs: 200 },
    ]);
  });
  it('has nothing of an item that was not measured', () => expect(curveOf(parts, 'c')).toEqual([]));
  it('has a gap where the sensor is broken, as on the screen and in the verdict; an unknown item is drawn as it is', () => {
    const values = [12.6, 655.35, 12.4].map((v) => [v, v]);
    const broken: MeasuredPart = { t0: 0, period: 100, step: null, items: ['battery', 'new.item'], rows: values };
    expect(curveOf([broken], 'battery').map(([, v]) => v)).toEqual([12.6, null, 12.4]);
    expect(curveOf([broken], 'new.item').map(([, v]) => v)).toEqual([12.6, 655.35, 12.4]);
  });

  const drawn = (points: [number, number | null][], band: [number, number] | null = null) =>
    curveDrawing(points, band, String, 'Pretendard');
  it('breaks the line without a value and over a silence', () => {
    const path = (points: [number, number | null][]) =>
      /<path d="([^"]+)"/u.exec(drawn(points) ?? '')?.[1]?.match(/M/gu)?.length;
    expect(path([[0, 1], [100, 2], [200, 3], [300, 4]])).toBe(1); // prettier-ignore
    expect(path([[0, 1], [100, null], [200, 3], [300, 4]])).toBe(2); // prettier-ignore
    expect(path([[0, 1], [100, 2], [200, 3], [5_000, 4]])).toBe(2); // prettier-ignore
  });
  it('shows the band, and is no drawing without a value', () => {
    expect(drawn([[0, 1], [100, 2]], [0, 5])).toContain('#e3efe4'); // prettier-ignore
    expect(drawn([[0, null]])).toBeNull();
    expect(drawn([])).toBeNull();
  });
  it('that never changes can be drawn, too', () => expect(drawn([[0, 0], [100, 0]])).not.toContain('NaN')); // prettier-ignore
});

describe('what is left of a test', () => {
  const steps = [10, 60, 70];
  it.each([
    ['at its beginning', 0, 0, null, 140],
    ['within a step', 1, 31, null, 99],
    ['by what the unit reports of a wait', 1, 31, 5, 75],
    ['where a step takes longer than it should', 1, 90, null, 70],
    ['in the last step', 2, 20, null, 50],
  ])('%s', (_, step, inStepS, reportedS, left) => expect(secondsLeft(steps, step, inStepS, reportedS)).toBe(left));
});
