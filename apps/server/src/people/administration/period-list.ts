import { countedTo } from '@headland/contracts/administration';
import type { Tx } from '../../platform/database/rows';
import type { Where } from '../../platform/database/where';
import type { Scope } from '../../platform/caller';

export interface Period {
  from: Date;
  /** null: until now, and on */
  to: Date | null;
}

/** Of an audit list, which only grows. The door has settled where it begins. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Period {
  if (from === undefined) throw new Error('an audit list without a period');
  return { from: new Date(from), to: to === undefined ? null : new Date(to) };
}

/** Adds the period of a column of times. */
export const within = (where: Where, column: string, { from, to }: Period): Where =>
  where.andIf(from, (p) => `${column} >= ${p}`).andIf(to ?? undefined, (p) => `${column} < ${p}`);

/** The event log remembers which organisations could read an event when it was written. */
export const inEventScope = (scope: Scope, where: Where): Where =>
  scope.all ? where : where.andIf(scope.organizationId, (p) => `e.scope @> ARRAY[${p}::int]`);

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
    /** where counting needs less than the rows: its tables, and the rows that each of theirs represents */
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
    offset >= countedTo
      ? []
      : tx.query<Row[]>(
          lead(`SELECT ${select} ${base} ORDER BY ${order} LIMIT ${size} OFFSET ${offset}`),
          where.parameters,
        ),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
