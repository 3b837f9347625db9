import type { CycleState, NoticeRefusal } from '@headland/contracts/consumable';
import type { ErrorCode } from '@headland/contracts/errors';
import type { CycleMarks, Reading } from './consumable';
import { plusDays } from './zone-day';

/**
 * A replacement, or an inspection, closes the cycle of an item and locks it for good; the next cycle starts from its day and hours. It can be
 * entered while the item is due, imminent or exceeded: before that there is nothing to do, afterwards nothing to change. Its day lies between the
 * sale, or the alarm where that was later, and today; its hours between those at which the cycle started and those on the meter now.
 */
export function replaceRefusal(state: CycleState): Extract<ErrorCode, 'CONSUMABLE_LOCKED' | 'CONSUMABLE_SAFE'> | null {
  if (state === 'closed' || state === 'ended') return 'CONSUMABLE_LOCKED';
  return state === 'safe' ? 'CONSUMABLE_SAFE' : null;
}

/** Days YYYY-MM-DD in the product's zone; hours with the correction of the meter, null where the machine never said any. */
export interface ReplacedCycle {
  soldOn: string | null;
  alarmedOn: string | null;
  startedHours: number;
  /** day of the replacement before; null: none */
  replacedOn: string | null;
  hours: number | null;
}
/** Field → message. */
export function replacementErrors(
  form: { replacedOn: string; hours: number },
  cycle: ReplacedCycle,
  today: string,
): Partial<Record<'replacedOn' | 'hours', string>> {
  const errors: Partial<Record<'replacedOn' | 'hours', string>> = {};
  const earliest = [cycle.soldOn, cycle.alarmedOn, cycle.replacedOn].filter((day) => day !== null);
  if (form.replacedOn > today) errors.replacedOn = 'field.pastDay';
  else if (earliest.some((day) => form.replacedOn < day)) errors.replacedOn = 'field.repl';
  // a meter shows tenths: what reads 120.0 may be 119.96
  if (cycle.hours !== null && form.hours > Math.ceil(cycle.hours * 10 - 1e-6) / 10) errors.hours = 'field.hoursAhead';
  else if (form.hours < Math.floor(cycle.startedHours * 10 + 1e-6) / 10) errors.hours = 'field.hoursBehind';
  return errors;
}

/** Engine hours a day, of the days of a month with what ran on each (null: nothing was heard). Null where fewer than two days were heard of: one says nothing of a pace. */
export function paceOf(days: readonly { hours: number | null }[]): number | null {
  const first = days.findIndex((d) => d.hours !== null);
  if (first < 0 || days.filter((d) => d.hours !== null).length < 2) return null;
  // the machine counts from when it was first heard; silent days in between are days on which it stood
  const counted = days.slice(first);
  return counted.reduce((sum, d) => sum + (d.hours ?? 0), 0) / counted.length;
}

/** The day on which a cycle will be due if it goes on so: by hours at the pace, or by its days, whichever is first. Null: due already, or nobody can tell. */
export function forecastOf(
  marks: Pick<CycleMarks, 'dueHours' | 'dueOn'>,
  { hours, today }: Reading,
  pace: number | null,
): string | null {
  if (pace === null || hours === null || hours >= marks.dueHours || (marks.dueOn !== null && marks.dueOn <= today))
    return null;
  const days = pace <= 0 ? Infinity : Math.ceil((marks.dueHours - hours) / pace);
  // further than any machine lives
  const byHours = days > mostDays ? null : plusDays(today, days);
  if (byHours === null) return marks.dueOn;
  return marks.dueOn !== null && marks.dueOn < byHours ? marks.dueOn : byHours;
}
const mostDays = 36_500;

export interface NoticeCycle {
  state: CycleState;
  customerId: number | null;
  appStatus: 'registered' | 'withdrawn' | null;
  /** day of the last message, in the product's zone */
  sentOn: string | null;
}
/** Why the customer is not told of an item just now; once a day is enough. */
export function noticeRefusal(
  { state, customerId, appStatus, sentOn }: NoticeCycle,
  today: string,
): NoticeRefusal | null {
  if (state !== 'imminent' && state !== 'exceeded') return 'safe';
  if (customerId === null) return 'noCustomer';
  if (appStatus !== 'registered') return 'noApp';
  return sentOn !== null && sentOn >= today ? 'today' : null;
}
