import type { DataSource } from 'typeorm';
import type { FaultFilter } from '@headland/contracts/fault';
import { Where } from '../../platform/database/where';
import { faultIsOpen } from '../../platform/database/open-sql';

/** The query of a page. */
interface Listed {
  filter: FaultFilter;
  /** every condition of the filter except the tab's status */
  conditions: () => Where;
  /** FROM with the tables that this SQL names */
  from: (sql: string) => string;
}
interface Page {
  ids: number[];
  total: number;
}
type Reader = Pick<DataSource, 'query'>;

/**
 * The ids of one page in priority order, and the total. Open reports come first, then completed ones by severity and
 * time. Each group of equal rank reads its first rows from an index; one combined query would have to sort them all.
 */
export async function priorityPage(tx: Reader, { filter, conditions, from }: Listed): Promise<Page> {
  const open = filter.tab === 'completed' ? null : conditions().and(faultIsOpen('f'));
  const done =
    filter.tab === 'completed' || filter.tab === 'all'
      ? conditions().and("f.status IN ('repairCompleted', 'processingCompleted')")
      : null;
  const count = async (where: Where | null): Promise<number> =>
    where === null
      ? 0
      : ((
          await tx.query<{ n: number }[]>(
            `SELECT count(*)::int AS n ${from(where.sql)} WHERE ${where.sql}`,
            where.parameters,
          )
        )[0]?.n ?? 0);
  const [opened, completed] = await Promise.all([count(open), count(done)]);
  const parts = [
    {
      n: opened,
      read: (limit: number, offset: number) =>
        open === null ? [] : openIds(tx, open, from, filter.order, limit, offset),
    },
    {
      n: completed,
      read: (limit: number, offset: number) =>
        done === null ? [] : doneIds(tx, done, from, filter.order, limit, offset),
    },
  ];
  const ids: number[] = [];
  let skip = (filter.page - 1) * filter.size;
  for (const { n, read } of filter.order === 'asc' ? parts : parts.reverse()) {
    const wanted = filter.size - ids.length;
    if (skip < n && wanted > 0) ids.push(...(await read(wanted, skip)));
    skip = Math.max(0, skip - n);
  }
  return { ids, total: opened + completed };
}

/**
 * The queue's groups in the order of domain/fault's compareFaults: overdue ones by severity, then by severity, occurred
 * before accepted.
 */
const groups = [
  ...[1, 2, 3].map((severity) => ({ overdue: true, severity, status: 'occurred' })),
  ...[1, 2, 3].flatMap((severity) => ['occurred', 'accepted'].map((status) => ({ overdue: false, severity, status }))),
];
const groupRows = groups.map((g, rank) => `(${rank}, ${g.overdue}, ${g.severity}::smallint, '${g.status}')`).join(', ');

async function openIds(
  tx: Reader,
  where: Where,
  from: Listed['from'],
  order: 'asc' | 'desc',
  limit: number,
  offset: number,
): Promise<number[]> {
  const way = order === 'asc' ? 'ASC' : 'DESC';
  const rows = await tx.query<{ id: number }[]>(
    `SELECT d.id FROM (VALUES ${groupRows}) AS g(rank, overdue, severity, status), LATERAL (
       SELECT f.id, f.occurred_at ${from(where.sql)} WHERE ${where.sql} AND f.status = g.status AND f.severity = g.severity AND COALESCE(f.due_at <= now(), false) = g.overdue
       ORDER BY f.occurred_at ${way}, f.id ${way} LIMIT ${limit + offset}) d
     ORDER BY g.rank ${way}, d.occurred_at ${way}, d.id ${way} LIMIT ${limit} OFFSET ${offset}`,
    where.parameters,
  );
  return rows.map((r) => r.id);
}

async function doneIds(
  tx: Reader,
  where: Where,
  from: Listed['from'],
  order: 'asc' | 'desc',
  limit: number,
  offset: number,
): Promise<number[]> {
  const way = order === 'asc' ? 'ASC' : 'DESC';
  const rows = await tx.query<{ id: number }[]>(
    `SELECT d.id FROM unnest(ARRAY[1, 2, 3]::smallint[]) AS s(severity), LATERAL (
       SELECT f.id, f.severity, f.occurred_at ${from(where.sql)} WHERE ${where.sql} AND f.severity = s.severity ORDER BY f.occurred_at ${way}, f.id ${way} LIMIT ${limit + offset}) d
     ORDER BY d.severity ${way}, d.occurred_at ${way}, d.id ${way} LIMIT ${limit} OFFSET ${offset}`,
    where.parameters,
  );
  return rows.map((r) => r.id);
}
