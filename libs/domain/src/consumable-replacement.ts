import type { CycleState, NoticeRefusal } from '@headland/contracts/consumable';
import type { ErrorCode } from '@headland/contracts/errors';
import type { CycleMarks, Reading } from './consumable';
import { plusDays } from './zone-day';

/**
 * A replacement or an inspection closes the cycle of an item for good; the next cycle starts from its day and hours. It
 * can be entered while the item is due, imminent or exceeded. Its day is between the sale, or the alarm if later, and
 * today; its hours between the start of the cycle and the current meter.
 */
export function replaceRefusal(state: CycleState): Extract<ErrorCode, 'CONSUMABLE_LOCKED' | 'CONSUMABLE_SAFE'> | null {
  if (state === 'closed' || state === 'ended') return 'CONSUMABLE_LOCKED';
  return state === 'safe' ? 'CONSUMABLE_SAFE' : null;
}

/**
 * Days YYYY-MM-DD in the product's zone; hours include the meter's correction, null if the machine never reported any.
 */
export interface ReplacedCycle {
  soldOn: string | null;
  alarmedOn: string | null;
  startedHours: number;
  /** day of the previous replacement; null: none */
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

/**
 * Engine hours per day, from the days of a month and their hours (null: no data). Null with data of fewer than two
 * days: one day gives no rate.
 */
export function paceOf(days: readonly { hours: number | null }[]): number | null {
  const first = days.findIndex((d) => d.hours !== null);
  if (first < 0 || days.filter((d) => d.hours !== null).length < 2) return null;
  // counted from the machine's first data; silent days in between are days without work
  const counted = days.slice(first);
  return counted.reduce((sum, d) => sum + (d.hours ?? 0), 0) / counted.length;
}

/**
 * The expected due day of a cycle: by hours at the current rate, or by its days, whichever is first. Null: due already,
 * or unknown.
 */
export function forecastOf(
  marks: Pick<CycleMarks, 'dueHours' | 'dueOn'>,
  { hours, today }: Reading,
  pace: number | null,
): string | null {
  if (pace === null || hours === null || hours >= marks.dueHours || (marks.dueOn !== null && marks.dueOn <= today))
    return null;
  const days = pace <= 0 ? Infinity : Math.ceil((marks.dueHours - hours) / pace);
  // longer than the life of any machine
  const byHours = days > maxDays ? null : plusDays(today, days);
  if (byHours === null) return marks.dueOn;
  return marks.dueOn !== null && marks.dueOn < byHours ? marks.dueOn : byHours;
}
const maxDays = 36_500;

export interface NoticeCycle {
  state: CycleState;
  customerId: number | null;
  appStatus: 'registered' | 'withdrawn' | null;
  /** day of the last message, in the product's zone */
  sentOn: string | null;
}
/** Why the customer is not notified of an item now; once a day is enough. */
export function noticeRefusal(
  { state, customerId, appStatus, sentOn }: NoticeCycle,
  today: string,
): NoticeRefusal | null {
  if (state !== 'imminent' && state !== 'exceeded') return 'safe';
  if (customerId === null) return 'noCustomer';
  if (appStatus !== 'registered') return 'noApp';
  return sentOn !== null && sentOn >= today ? 'today' : null;
}
