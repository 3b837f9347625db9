import type { DataSource } from 'typeorm';
import type { EventName, LoggedEvent } from '@headland/contracts/event-log';

/** A row of the log with what decides who may read it. */
export interface LogRow extends LoggedEvent {
  scope: number[];
  vehicleId: number | null;
}
interface Raw {
  number: string;
  at: Date;
  name: EventName;
  payload: LogRow['payload'];
  scope: number[];
  vehicle_id: number | null;
  by_name: string | null;
}

/** The rows above a number, in order. Numbers are drawn under a lock at commit, so nothing can appear below one that was read. */
export async function readLog(database: Pick<DataSource, 'query'>, after: number, limit: number, upTo = Number.MAX_SAFE_INTEGER): Promise<LogRow[]> {
  const rows = await database.query<Raw[]>(
    'SELECT number, at, name, payload, scope, vehicle_id, by_name FROM event_log WHERE number > $1 AND number <= $2 ORDER BY number LIMIT $3',
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
  }));
}

/** The highest number that is committed; 0 in an empty log. */
export async function logHead(database: Pick<DataSource, 'query'>): Promise<number> {
  const [row] = await database.query<{ head: string | null }[]>('SELECT max(number) AS head FROM event_log');
  return Number(row?.head ?? 0);
}
