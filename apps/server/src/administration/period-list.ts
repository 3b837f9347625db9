import { administrationDays, countedTo } from '@headland/contracts/administration';
import type { Config } from '../platform/config';
import type { Tx } from '../platform/database/rows';
import type { Where } from '../platform/database/where';
import { Problem } from '../platform/problem';
import { checkPeriod } from '../platform/query-period';
import type { Scope } from '../platform/who';

const dayMs = 86_400_000;

export interface Period {
  from: Date;
  /** null: until now, and on */
  to: Date | null;
}

/** Of an audit list, which only grows: a period that is always bounded, 7 days where none is named. Throws Problem E0001 or PERIOD_TOO_LONG. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date, config: Pick<Config, 'QUERY_MAX_DAYS'>): Period {
  const end = to === undefined ? now : new Date(to);
  const begin = from === undefined ? new Date(end.getTime() - administrationDays * dayMs) : new Date(from);
  if (to !== undefined && begin > end) throw new Problem('E0001', {}, { from: 'field.range' });
  checkPeriod(begin.toISOString(), to, now, config.QUERY_MAX_DAYS);
  return { from: begin, to: to === undefined ? null : end };
}

/** Adds the period of a column of times. */
export const within = (where: Where, column: string, { from, to }: Period): Where =>
  where.given(from, (p) => `${column} >= ${p}`).given(to ?? undefined, (p) => `${column} < ${p}`);

/** The event log remembers which organisations could read an event when it was written. */
export const inEventScope = (scope: Scope, where: Where): Where => (scope.all ? where : where.given(scope.organizationId, (p) => `e.scope @> ARRAY[${p}::int]`));

/** One page of `SELECT … FROM … WHERE`, and how many there are up to `countedTo`: neither reads more than that. */
export async function pageOf<Row>(
  tx: Tx,
  {
    select,
    from,
    where,
    order,
    count = { from, each: '1' },
    with: lead = (page) => page,
  }: {
    select: string;
    from: string;
    where: Where;
    order: string;
    /** where counting needs less than the rows: its tables, and for how many rows each of theirs stands */
    count?: { from: string; each: string };
    with?: (page: string) => string;
  },
  { page, size }: { page: number; size: number },
): Promise<{ rows: Row[]; total: number }> {
  const offset = (page - 1) * size;
  const base = `FROM ${from} WHERE ${where.sql}`;
  const [[counted], rows] = await Promise.all([
    tx.query<{ total: number }[]>(
      `SELECT LEAST(COALESCE(sum(n), 0), ${countedTo})::int AS total FROM (SELECT ${count.each} AS n FROM ${count.from} WHERE ${where.sql} LIMIT ${countedTo}) AS counted`,
      where.parameters,
    ),
    offset >= countedTo ? [] : tx.query<Row[]>(lead(`SELECT ${select} ${base} ORDER BY ${order} LIMIT ${size} OFFSET ${offset}`), where.parameters),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
