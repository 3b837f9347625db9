import { type DatePair, datePairs } from '@headland/contracts/date-pair';
import type { z } from 'zod';
import { dayOf, dayStart, plusDays } from './zone-day';

/** The periods that a filter of dates offers by name. */
export const periodNames = ['today', 'yesterday', 'week', 'days31', 'month', 'lastMonth'] as const;
export type PeriodName = (typeof periodNames)[number];
export interface Period {
  from: string | undefined;
  to: string | undefined;
}
interface At {
  now: number;
  timeZone: string;
}

/** First and last moment of a day, as ISO times. */
export const startOf = (day: string, timeZone: string): string => new Date(dayStart(day, timeZone)).toISOString();
export const endOf = (day: string, timeZone: string): string =>
  new Date(dayStart(plusDays(day, 1), timeZone) - 1).toISOString();

/** What a name means now: whole days of the zone, up to the present, or to yesterday. As days or as moments. */
export function periodOf(
  name: PeriodName,
  { unit, until }: Pick<DatePair, 'unit' | 'until'>,
  { now, timeZone }: At,
): Period {
  const today = dayOf(now, timeZone);
  const first = (day: string): string => (unit === 'day' ? day : startOf(day, timeZone));
  const last = (day: string): string => (unit === 'day' ? day : endOf(day, timeZone));
  if (until === 'yesterday' && (name === 'week' || name === 'days31'))
    return { from: plusDays(today, name === 'week' ? -7 : -31), to: plusDays(today, -1) };
  if (name === 'yesterday') return { from: first(plusDays(today, -1)), to: last(plusDays(today, -1)) };
  const month = `${today.slice(0, 8)}01`;
  if (name === 'lastMonth') {
    const end = plusDays(month, -1);
    return { from: first(`${end.slice(0, 8)}01`), to: last(end) };
  }
  const from = {
    today,
    week: plusDays(today, -6),
    days31: plusDays(today, -30),
    month,
  }[name];
  return { from: first(from), to: undefined };
}

/** A filter whose periods have names (`from: '@week'`), with the dates that they mean now. */
export function withPeriods<F extends Record<string, unknown>>(schema: z.ZodType | undefined, filter: F, at: At): F {
  const dated: Record<string, unknown> = { ...filter };
  for (const pair of datePairs(schema)) {
    const name = periodNames.find((one) => dated[pair.from] === `@${one}`);
    if (name === undefined) continue;
    const { from, to } = periodOf(name, pair, at);
    dated[pair.from] = from;
    if (to === undefined) delete dated[pair.to];
    else dated[pair.to] = to;
  }
  return dated as F;
}
