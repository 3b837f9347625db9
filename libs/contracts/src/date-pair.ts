import { z } from 'zod';

/**
 * The two dates that narrow a list. The start is never after the end (`range`). A list over time also covers a period
 * of at most QUERY_MAX_DAYS days, by default the newest (`period`). Form, server and workbook use the same pair
 * (domain/query-dates); a test fails for a filter with dates that names no pair.
 */
export interface DatePair {
  from: string;
  to: string;
  /** whole days, both included, or moments */
  unit: 'day' | 'time';
  rule: 'range' | 'period';
  /** default number of days; QUERY_MAX_DAYS if absent */
  days: number | undefined;
  /** the last day of the default period */
  until: 'today' | 'yesterday';
  /** a filter for open records only, or for one record: not limited by date, unless one is given */
  isWhole: (filter: Record<string, unknown>) => boolean;
}
type Dates<S extends z.ZodObject> = {
  from?: keyof S['shape'] & string;
  to?: keyof S['shape'] & string;
  days?: number;
  until?: DatePair['until'];
  unless?: (filter: z.output<S>) => boolean;
};

const pairs = new WeakMap<z.ZodType, readonly DatePair[]>();

/** A filter of records by one of their dates. */
export const dateRange = <S extends z.ZodObject>(schema: S, ...ranges: Dates<S>[]): S =>
  pairing(schema, 'range', ranges.length === 0 ? [{}] : ranges);

/** A filter of records over time. */
export const queryPeriod = <S extends z.ZodObject>(schema: S, period: Dates<S> = {}): S =>
  pairing(schema, 'period', [period]);

export const datePairs = (schema: z.ZodType | undefined): readonly DatePair[] =>
  schema === undefined ? [] : (pairs.get(schema) ?? []);

/** Whether a field is a day or a date-time; null for any other. */
export function dateUnit(field: z.ZodType | undefined): DatePair['unit'] | null {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable)
    return dateUnit(field.unwrap() as z.ZodType);
  return field instanceof z.ZodISODate ? 'day' : field instanceof z.ZodISODateTime ? 'time' : null;
}

function pairing<S extends z.ZodObject>(schema: S, rule: DatePair['rule'], dates: Dates<S>[]): S {
  pairs.set(
    schema,
    dates.map(({ from = 'from', to = 'to', days, until = 'today', unless }): DatePair => {
      const unit = dateUnit(schema.shape[from] as z.ZodType | undefined);
      if (unit === null || dateUnit(schema.shape[to] as z.ZodType | undefined) !== unit)
        throw new Error(`${from} and ${to} are no pair of dates`);
      return { from, to, unit, rule, days, until, isWhole: (filter) => unless?.(filter as z.output<S>) ?? false };
    }),
  );
  return schema;
}
