import { describe, expect, it } from 'vitest';
import {
  changeSet,
  cycleMarks,
  cycleState,
  cycleUse,
  maxPercent,
  runningStates,
  wholePercent,
  type ItemCycle,
  type KnownItem,
} from './consumable';
import { plusDays } from './zone-day';

const oil: ItemCycle = { initialHours: 50, cycleHours: 250, cycleDays: 365 };
const belt: ItemCycle = { ...oil, cycleDays: null };
const sold = '2026-01-01';

describe('a cycle', () => {
  it.each([
    [
      'the first lasts the initial hours and its days count from the sale',
      oil,
      { number: 1, hours: 0, on: sold },
      [45, 50, '2026-11-26', '2027-01-01'],
    ],
    [
      'a later one lasts the cycle hours from where it started',
      oil,
      { number: 2, hours: 48, on: '2026-03-01' },
      [273, 298, '2027-01-24', '2027-03-01'],
    ],
    ['of a machine that is not sold runs on hours only', oil, { number: 1, hours: 0, on: null }, [45, 50, null, null]],
    ['of an item without days runs on hours only', belt, { number: 1, hours: 0, on: sold }, [45, 50, null, null]],
    [
      'of a single day is due on the next, and not imminent before',
      { ...oil, cycleDays: 1 },
      { number: 1, hours: 0, on: sold },
      [45, 50, '2026-01-02', '2026-01-02'],
    ],
    [
      'of ten days is imminent after nine',
      { ...oil, cycleDays: 10 },
      { number: 1, hours: 0, on: sold },
      [45, 50, '2026-01-10', '2026-01-11'],
    ],
  ])('%s', (_, item, start, [imminentHours, dueHours, imminentOn, dueOn]) =>
    expect(cycleMarks(item, start)).toEqual({ imminentHours, dueHours, imminentOn, dueOn }),
  );
});

describe('the state', () => {
  const marks = cycleMarks(oil, { number: 1, hours: 0, on: sold });
  it.each([
    ['new', 0, '2026-01-01', 'safe'],
    ['just below 90 %', 44.9, '2026-11-25', 'safe'],
    ['90 % of the hours', 45, '2026-01-02', 'imminent'],
    ['90 % of the days', 0, '2026-11-26', 'imminent'],
    ['the last hour', 49.9, '2026-12-31', 'imminent'],
    ['all hours', 50, '2026-01-02', 'exceeded'],
    ['all days, whatever the hours', 1, '2027-01-01', 'exceeded'],
    ['far beyond', 900, '2029-01-01', 'exceeded'],
    ['no message, the days are early', null, '2026-11-25', 'safe'],
    ['no message, the days are over', null, '2027-01-01', 'exceeded'],
  ] as const)('%s', (_, hours, today, state) => expect(cycleState(marks, { hours, today })).toBe(state));
});

describe('what is used', () => {
  const start = { number: 1, hours: 0, on: sold };
  it.each([
    ['is the higher of hours and days', oil, start, 25, '2026-07-02', { hours: 25, days: 182, percent: 50 }],
    ['is the days where they are farther', oil, start, 1, plusDays(sold, 365), { hours: 1, days: 365, percent: 100 }],
    ['goes beyond a hundred', oil, start, 125, sold, { hours: 125, days: 0, percent: 250 }],
    ['counts no days of an item without', belt, start, 5, '2030-01-01', { hours: 5, days: 1461, percent: 10 }],
    [
      'counts no days before the sale',
      oil,
      { ...start, on: null },
      5,
      '2030-01-01',
      { hours: 5, days: null, percent: 10 },
    ],
    [
      'of unknown hours is unknown',
      oil,
      { ...start, on: null },
      null,
      '2030-01-01',
      { hours: null, days: null, percent: null },
    ],
    [
      'of a meter below the start is nothing',
      oil,
      { number: 2, hours: 300, on: sold },
      12,
      sold,
      { hours: 0, days: 0, percent: 0 },
    ],
  ])('%s', (_, item, from, hours, today, used) => expect(cycleUse(item, from, { hours, today })).toEqual(used));

  it('and the state agree, on three thousand machines', () => {
    const next = numbers(7);
    for (let i = 0; i < 3000; i++) {
      const item = {
        initialHours: 1 + next(300),
        cycleHours: 1 + next(3000),
        cycleDays: next(3) === 0 ? null : 1 + next(900),
      };
      const from = { number: 1 + next(3), hours: next(5000), on: next(3) === 0 ? null : plusDays(sold, next(900)) };
      const reading = { hours: next(4) === 0 ? null : next(6000), today: plusDays(sold, next(2000)) };
      const { percent } = cycleUse(item, from, reading);
      const state = cycleState(cycleMarks(item, from), reading);
      expect(state, JSON.stringify({ item, from, reading })).toBe(
        percent === null || percent < 90 ? 'safe' : percent < 100 ? 'imminent' : 'exceeded',
      );
      // time does not go back
      const later = cycleState(cycleMarks(item, from), {
        hours: reading.hours === null ? null : reading.hours + next(500),
        today: plusDays(reading.today, next(100)),
      });
      expect(runningStates.indexOf(later)).toBeGreaterThanOrEqual(runningStates.indexOf(state));
    }
  });
});

describe('the percent of a list', () => {
  it.each([
    ['is rounded down', 89.9, 'safe', 89],
    ['of an exceeded one is never below a hundred', 99.99999, 'exceeded', 100],
    ['of an imminent one is never a hundred', 100, 'imminent', 99],
    ['nor below ninety', 89.999, 'imminent', 90],
    ['of a safe one is below ninety', 90, 'safe', 89],
    ['ends somewhere', 1e9, 'exceeded', maxPercent],
    ['of an unknown one is unknown', null, 'safe', null],
  ] as const)('%s', (_, percent, state, whole) => expect(wholePercent(percent, state)).toBe(whole));
});

describe('a consumables set', () => {
  const known = (id: number, name: string, over: Partial<KnownItem> = {}): KnownItem => ({
    id,
    name,
    maintenance: 'replace',
    ended: false,
    ...oil,
    ...over,
  });
  const typed = (name: string, over: object = {}) => ({
    id: null,
    name,
    maintenance: 'replace' as const,
    ...oil,
    ...over,
  });
  const ids = (change: ReturnType<typeof changeSet>) => change.items.map((i) => i.id);
  const set = [known(1, 'Oil'), known(2, 'Filter'), known(3, 'Belt', { ended: true })];

  it('that is saved as it was changes no cycle', () =>
    expect(changeSet(set, [known(1, 'Oil'), known(2, 'Filter')])).toMatchObject({
      ended: [],
      unknown: [],
      redates: false,
    }));
  it('may have new names and another order without changing any', () =>
    expect(changeSet(set, [known(2, 'Oil'), known(1, 'Filter', { maintenance: 'inspect' })])).toMatchObject({
      ended: [],
      redates: false,
    }));
  it.each([{ initialHours: 60 }, { cycleHours: 260 }, { cycleDays: null }])(
    're-dates when a cycle is another: %j',
    (over) => expect(changeSet(set, [known(1, 'Oil', over), known(2, 'Filter')]).redates).toBe(true),
  );
  it('ends what it does not name', () =>
    expect(changeSet(set, [known(1, 'Oil')])).toMatchObject({ ended: [2], redates: true }));
  it('begins what is new', () => {
    const change = changeSet(set, [known(1, 'Oil'), known(2, 'Filter'), typed('Coolant')]);
    expect([ids(change), change.redates]).toEqual([[1, 2, null], true]);
  });
  it('goes on with one that comes back under its name', () => {
    const change = changeSet(set, [known(1, 'Oil'), known(2, 'Filter'), typed('Belt ')]);
    expect([ids(change), change.redates]).toEqual([[1, 2, 3], true]);
  });
  it('but not as another kind of maintenance', () =>
    expect(ids(changeSet(set, [typed('Belt', { maintenance: 'inspect' })]))).toEqual([null]));
  it('goes on with one that was deleted and typed again', () =>
    expect(changeSet(set, [typed('Oil'), known(2, 'Filter')])).toMatchObject({ ended: [], redates: false }));
  it('does not take a name for an item that goes on under another', () =>
    expect(ids(changeSet(set, [known(1, 'Motor oil'), typed('Oil'), known(2, 'Filter')]))).toEqual([1, null, 2]));
  it('names the places of ids that it does not have', () =>
    expect(changeSet(set, [known(1, 'Oil'), known(9, 'X'), known(3, 'Belt')]).unknown).toEqual([1, 2]));
});

/** Deterministic whole numbers 0 ≤ n < max (LCG of Numerical Recipes). */
function numbers(seed: number): (max: number) => number {
  let state = seed >>> 0;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}
