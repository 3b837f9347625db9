import type { DataSource } from 'typeorm';
import type { EventName, LoggedEvent } from '@headland/contracts/event-log';

/** A row of the log with the fields that decide who may read it. */
export interface LogRow extends LoggedEvent {
  scope: number[];
  vehicleId: number | null;
  /** the trace in which it was written, where that is recorded */
  traceparent: string | null;
}
interface Raw {
  number: string;
  at: Date;
  name: EventName;
  payload: LogRow['payload'];
  scope: number[];
  vehicle_id: number | null;
  by_name: string | null;
  traceparent: string | null;
}

/**
 * The position of a reader. A number alone does not identify the log: after a fail-over or a restored backup the same
 * numbers belong to other events. The time of the last event does; null if unknown.
 */
export interface LogPosition {
  number: number;
  at: string | null;
}

/**
 * The rows above a number, in order. Numbers are drawn under a lock at commit, so nothing can appear below one that was
 * read.
 */
export async function readLog(
  database: Pick<DataSource, 'query'>,
  after: number,
  limit: number,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<LogRow[]> {
  const rows = await database.query<Raw[]>(
    'SELECT number, at, name, payload, scope, vehicle_id, by_name, traceparent FROM event_log WHERE number > $1 AND number <= $2 ORDER BY number LIMIT $3',
    [after, upTo, limit],
  );
  return rows.map((r) => ({
    number: Number(r.number),
    at: r.at.toISOString(),
    name: r.name,
    payload: r.payload,
    scope: r.scope,
    vehicleId: r.vehicle_id,
    by: r.by_name,
    traceparent: r.traceparent,
  }));
}

/**
 * The rows after a position, or null if its own event no longer exists: then this is another log. The log only grows
 * and numbers commit in order, so a reader that finds its last event finds everything before it as well.
 */
export async function readLogFrom(
  database: Pick<DataSource, 'query'>,
  { number, at }: LogPosition,
  limit: number,
): Promise<LogRow[] | null> {
  if (at === null) return readLog(database, number, limit);
  const [own, ...rows] = await readLog(database, number - 1, limit + 1);
  return own?.number === number && own.at === at ? rows : null;
}

/** Whether the event of a position still exists. */
export const isSameLog = async (database: Pick<DataSource, 'query'>, position: LogPosition): Promise<boolean> =>
  (await readLogFrom(database, position, 0)) !== null;

/** The highest committed number; 0 in an empty log. */
export async function logHead(database: Pick<DataSource, 'query'>): Promise<number> {
  return (await logEnd(database)).number;
}

/** The last event, or, if the log was replaced, the last one that `read` can have seen. */
export async function logEnd(
  database: Pick<DataSource, 'query'>,
  read: LogPosition = { number: Number.MAX_SAFE_INTEGER, at: null },
): Promise<LogPosition> {
  const [row] = await database.query<{ number: string; at: Date }[]>(
    "SELECT number, at FROM event_log WHERE number <= $1 AND at <= COALESCE($2::timestamptz + interval '1 millisecond', 'infinity') ORDER BY number DESC LIMIT 1",
    [read.number, read.at],
  );
  return row === undefined ? { number: 0, at: null } : { number: Number(row.number), at: row.at.toISOString() };
}
