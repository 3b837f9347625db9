import type { Application } from 'express';
import { datePairs } from '@headland/contracts/date-pair';
import type { Endpoint } from '@headland/contracts/endpoint';
import { brokenRule, type QueryLimits, ruleOf, settledDates } from '@headland/domain/query-dates';
import type { Clock } from './clock';
import { Problem } from './problem';

/** Limits of list queries, stored with the app for the pipe that parses every request. */
const SETTING = 'query limits';
export const setQueryLimits = (
  app: { set: (name: string, value: unknown) => unknown },
  maxDays: number,
  now: Clock,
): void => void app.set(SETTING, (timeZone: string): QueryLimits => ({ maxDays, now: now().getTime(), timeZone }));
export const queryLimits = (app: Pick<Application, 'get'>, timeZone: string): QueryLimits =>
  (app.get(SETTING) as (timeZone: string) => QueryLimits)(timeZone);

/**
 * A parsed filter with its dates resolved. Throws E0001 for a start after its end, PERIOD_TOO_LONG for more days than
 * allowed.
 */
export function withDates<F extends Record<string, unknown>>(
  schema: Endpoint['query'],
  filter: F,
  limits: QueryLimits,
): F {
  const settled: Record<string, unknown> = { ...filter };
  for (const pair of datePairs(schema)) {
    const dates = settledDates(pair, filter, limits);
    const broken = brokenRule(ruleOf(pair, filter), dates, limits);
    if (broken === 'range') throw new Problem('E0001', {}, { [pair.from]: 'field.range' });
    if (broken === 'period') throw new Problem('PERIOD_TOO_LONG', { maxDay: limits.maxDays });
    Object.assign(settled, { [pair.from]: dates.from, [pair.to]: dates.to });
  }
  return settled as F;
}
