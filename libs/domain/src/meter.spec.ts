import { describe, expect, it } from 'vitest';
import { correctionErrors, correctionOn, hoursByDay, hoursRun, hoursRunOver, type Reading } from './meter';

const hourMs = 3_600_000;
const at = (hour: number, hours: number): Reading => ({ ts: hour * hourMs, hours });

describe('a correction', () => {
  const corrections = [
    { meter: 'hours', value: 1200.5, since: '2026-05-10' },
    { meter: 'odometer', value: 30, since: '2026-05-11' },
    { meter: 'hours', value: 100, since: '2026-03-01' },
  ] as const;
  it.each([
    ['2026-02-28', 0],
    ['2026-03-01', 100],
    ['2026-05-09', 100],
    ['2026-05-10', 1200.5],
    ['2027-01-01', 1200.5],
  ])('on %s is %d', (day, value) => expect(correctionOn(corrections, 'hours', day)).toBe(value));
  it('entered twice for a day is what was entered last', () =>
    expect(
      correctionOn([{ meter: 'hours', value: 7, since: '2026-03-01' }, ...corrections], 'hours', '2026-03-02'),
    ).toBe(7));
  it('entered last with an earlier day holds from that day on, also after the day of the one that it corrects', () => {
    const mended = [{ meter: 'hours', value: 1205.5, since: '2026-05-08' } as const, ...corrections];
    expect(['2026-05-07', '2026-05-08', '2026-05-12'].map((day) => correctionOn(mended, 'hours', day))).toEqual([
      100, 1205.5, 1205.5,
    ]);
  });

  const none = { hoursCorrection: 0, odometerCorrection: 0 };
  it('that changes needs a reason and a day up to today', () => {
    expect(correctionErrors({ ...none, hoursCorrection: 5 }, none, '2026-05-10')).toEqual({
      hoursReason: 'field.req',
      hoursCorrectedOn: 'field.req',
    });
    expect(
      correctionErrors(
        { ...none, odometerCorrection: 5, odometerReason: 'new meter', odometerCorrectedOn: '2026-05-11' },
        none,
        '2026-05-10',
      ),
    ).toEqual({
      odometerCorrectedOn: 'field.pastDay',
    });
    expect(
      correctionErrors(
        { ...none, hoursCorrection: 5, hoursReason: 'new meter', hoursCorrectedOn: '2026-05-10' },
        none,
        '2026-05-10',
      ),
    ).toEqual({});
  });
  it('that stays needs nothing', () =>
    expect(
      correctionErrors(
        { hoursCorrection: 5, odometerCorrection: 1 },
        { hoursCorrection: 5, odometerCorrection: 1 },
        '2026-05-10',
      ),
    ).toEqual({}));
});

describe('engine hours', () => {
  it('between two readings are their difference', () => expect(hoursRun(at(8, 100), at(12, 103.5))).toBeCloseTo(3.5));
  it('are not known where the meter fell, or ran faster than the clock', () => {
    expect(hoursRun(at(8, 100), at(12, 3))).toBeNull();
    expect(hoursRun(at(8, 100), at(12, 110))).toBeNull();
  });
  it('of an unchanged meter are zero', () => expect(hoursRun(at(8, 0.1 + 0.2), at(9, 0.3))).toBe(0));
  it('over a change of the meter are those before and those after', () =>
    expect(hoursRunOver([at(8, 100), at(9, 101), at(9.5, 0), at(10, 0.5), at(11, 1.5)])).toBeCloseTo(2.5));

  it('are counted day by day', () => {
    const days = [
      { day: '2026-03-01', readings: [at(8, 100), at(12, 104)] },
      { day: '2026-03-02', readings: [] },
      { day: '2026-03-03', readings: [at(56, 104), at(60, 104)] },
      { day: '2026-03-04', readings: [at(80, 106), at(84, 2)] },
    ];
    expect(hoursByDay(days, at(-2, 99.5))).toEqual([
      { day: '2026-03-01', hours: 4.5, reading: 104, reset: false },
      { day: '2026-03-02', hours: null, reading: null, reset: false },
      { day: '2026-03-03', hours: 0, reading: 104, reset: false },
      { day: '2026-03-04', hours: 2, reading: 2, reset: true },
    ]);
  });
  it('of the first day begin with its first reading without earlier readings', () =>
    expect(hoursByDay([{ day: '2026-03-01', readings: [at(8, 100), at(12, 104)] }], null)[0]?.hours).toBe(4));
});
