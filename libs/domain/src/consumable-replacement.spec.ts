import { cycleStates } from '@headland/contracts/consumable';
import { describe, expect, it } from 'vitest';
import {
  forecastOf,
  noticeRefusal,
  paceOf,
  replaceRefusal,
  replacementErrors,
  type ReplacedCycle,
} from './consumable-replacement';

const cycle: ReplacedCycle = {
  soldOn: '2026-01-10',
  alarmedOn: '2026-05-01',
  startedHours: 48.2,
  replacedOn: '2026-02-01',
  hours: 296.7,
};
const today = '2026-05-20';

it('can be entered while the item is due, and never again', () =>
  expect(cycleStates.map((state) => [state, replaceRefusal(state)])).toEqual([
    ['safe', 'CONSUMABLE_SAFE'],
    ['imminent', null],
    ['exceeded', null],
    ['closed', 'CONSUMABLE_LOCKED'],
    ['ended', 'CONSUMABLE_LOCKED'],
  ]));

describe('day and hours of a replacement', () => {
  it.each([
    ['today, at the hours of now', { replacedOn: today, hours: 296.7 }, {}, {}],
    ['on the day of the alarm', { replacedOn: '2026-05-01', hours: 290 }, {}, {}],
    ['the day before the alarm', { replacedOn: '2026-04-30', hours: 290 }, {}, { replacedOn: 'field.repl' }],
    [
      'before the sale, which was late',
      { replacedOn: '2026-05-02', hours: 290 },
      { soldOn: '2026-05-03' },
      { replacedOn: 'field.repl' },
    ],
    [
      'of a machine that is not sold and never sent anything',
      { replacedOn: '2026-02-01', hours: 290 },
      { soldOn: null, alarmedOn: null },
      {},
    ],
    [
      'before the replacement before',
      { replacedOn: '2026-01-31', hours: 290 },
      { soldOn: null, alarmedOn: null },
      { replacedOn: 'field.repl' },
    ],
    ['tomorrow', { replacedOn: '2026-05-21', hours: 290 }, {}, { replacedOn: 'field.pastDay' }],
    ['at more hours than there are', { replacedOn: today, hours: 296.8 }, {}, { hours: 'field.hoursAhead' }],
    ['at the tenth that a meter of 296.66 shows', { replacedOn: today, hours: 296.7 }, { hours: 296.66 }, {}],
    ['at the hours of the last time', { replacedOn: today, hours: 48.2 }, {}, {}],
    ['at fewer than those', { replacedOn: today, hours: 48.1 }, {}, { hours: 'field.hoursBehind' }],
    ['of a machine with unknown hours', { replacedOn: today, hours: 5_000 }, { hours: null }, {}],
    [
      'wrong in both',
      { replacedOn: '2026-05-21', hours: 1 },
      {},
      { replacedOn: 'field.pastDay', hours: 'field.hoursBehind' },
    ],
  ] as const)('%s', (_, form, over, errors) =>
    expect(replacementErrors(form, { ...cycle, ...over }, today)).toEqual(errors),
  );
});

describe('the pace', () => {
  const day = (...hours: (number | null)[]) => hours.map((h) => ({ hours: h }));
  it.each([
    ['of a month', day(...Array<number>(30).fill(2)), 2],
    ['counts from its first message', day(null, null, 3, 0, 3), 2],
    ['counts days without messages in between as idle days', day(4, null, null, 4), 2],
    ['of nothing is unknown', day(null, null), null],
    ['of a single day is unknown', day(null, 8, null), null],
    ['of no days is unknown', [], null],
    ['of an idle machine is zero', day(0, 0, 0), 0],
  ])('%s', (_, days, pace) => expect(paceOf(days)).toBe(pace));
});

describe('the forecast', () => {
  const marks = { dueHours: 300, dueOn: '2026-12-01' };
  it.each([
    ['is by hours where they are first', marks, 280, 2, '2026-05-30'],
    ['is by days where they are first', marks, 280, 0.01, '2026-12-01'],
    ['of an idle machine is by its days', marks, 280, 0, '2026-12-01'],
    ['of an idle machine without a day cycle is never', { ...marks, dueOn: null }, 280, 0, null],
    ['beyond any life is none', { ...marks, dueOn: null }, 280, 0.0001, null],
    ['begins a day that is not through', { ...marks, dueOn: null }, 299.9, 8, '2026-05-21'],
    ['at an unknown pace is none', marks, 280, null, null],
    ['of unknown hours is none', marks, null, 2, null],
    ['of what is due by hours is none', marks, 300, 2, null],
    ['of what is due by days is none', { ...marks, dueOn: today }, 280, 2, null],
  ] as const)('%s', (_, of, hours, pace, day) => expect(forecastOf(of, { hours, today }, pace)).toBe(day));
});

it.each([
  ['due, in the app, not notified today', {}, null],
  ['notified yesterday', { sentOn: '2026-05-19' }, null],
  ['notified today', { sentOn: today }, 'today'],
  ['safe', { state: 'safe' as const }, 'safe'],
  ['closed', { state: 'closed' as const }, 'safe'],
  ['without an owner', { customerId: null }, 'noCustomer'],
  ['of an owner without the app', { appStatus: null }, 'noApp'],
  ['of one who left it', { appStatus: 'withdrawn' as const }, 'noApp'],
])('a notice of an item that is %s', (_, over, no) =>
  expect(
    noticeRefusal({ state: 'imminent', customerId: 4, appStatus: 'registered', sentOn: null, ...over }, today),
  ).toBe(no),
);
