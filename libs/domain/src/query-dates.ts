import type { DatePair } from '@headland/contracts/date-pair';
import { dayOf, dayStart, plusDays } from './zone-day';

/**
 * Limits on the dates of a list query: the start is not after the end, and lists over time have a maximum number of
 * days, both ends included, in the caller's zone.
 */
export interface QueryLimits {
  maxDays: number;
  /** epoch ms */
  now: number;
  timeZone: string;
}
type Dates = { from: string | undefined; to: string | undefined };

/** The limits of a pair of dates in this filter. */
export const ruleOf = (pair: DatePair, filter: Record<string, unknown>): DatePair['rule'] =>
  pair.isWhole(filter) ? 'range' : pair.rule;

/** Which limit two dates exceed. */
export function brokenRule(rule: DatePair['rule'], { from, to }: Dates, limits: QueryLimits): DatePair['rule'] | null {
  if (from === undefined) return null;
  if (to !== undefined && instant(from) > instant(to)) return 'range';
  return rule === 'period' && daysBetween(firstDay(from, limits), lastDay(to, limits)) > limits.maxDays
    ? 'period'
    : null;
}

/** The effective dates of a list: without a start, the newest days up to the end; of some lists yesterday. */
export function settledDates(pair: DatePair, filter: Record<string, unknown>, limits: QueryLimits): Dates {
  const named = { from: filter[pair.from] as string | undefined, to: filter[pair.to] as string | undefined };
  if (named.from !== undefined || ruleOf(pair, filter) === 'range') return named;
  if (pair.until === 'yesterday') named.to ??= plusDays(dayOf(limits.now, limits.timeZone), -1);
  const first = plusDays(lastDay(named.to, limits), 1 - Math.min(pair.days ?? limits.maxDays, limits.maxDays));
  return { ...named, from: pair.unit === 'day' ? first : new Date(dayStart(first, limits.timeZone)).toISOString() };
}

const dayMs = 86_400_000;
const isDay = (date: string): boolean => date.length === 10;
const instant = (date: string): number => Date.parse(date);
const firstDay = (from: string, { timeZone }: QueryLimits): string =>
  isDay(from) ? from : dayOf(instant(from), timeZone);
/** An end at midnight ends the day before; no end is now. */
const lastDay = (to: string | undefined, { now, timeZone }: QueryLimits): string =>
  to === undefined ? dayOf(now, timeZone) : isDay(to) ? to : dayOf(instant(to) - 1, timeZone);
const daysBetween = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
