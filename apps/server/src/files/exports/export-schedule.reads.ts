import type { ExportFormat, ExportList } from '@headland/contracts/export';
import type { ExportSchedule, ScheduleTimes } from '@headland/contracts/export-schedule';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';

/** A row of export_schedule. */
export interface ScheduleRow extends ScheduleTimes {
  id: number;
  userId: number;
  list: ExportList;
  format: ExportFormat;
  name: string;
  request: unknown;
  nextAt: Date | null;
  lastAt: Date | null;
  problem: string | null;
}
export const scheduleColumns = `s.id, s.user_id AS "userId", s.list, s.format, s.name, s.request, s.every, s.weekday, s.hour, s.time_zone AS "timeZone",
  s.next_at AS "nextAt", s.last_at AS "lastAt", s.problem`;

export async function schedulesOf(tx: Tx, userId: number): Promise<ExportSchedule[]> {
  const rows = await tx.query<ScheduleRow[]>(
    `SELECT ${scheduleColumns} FROM export_schedule s WHERE s.user_id = $1 ORDER BY lower(s.name), s.id`,
    [userId],
  );
  return rows.map(toSchedule);
}

/** One's own, locked; any other is not found. */
export async function lockSchedule(tx: Tx, id: number, userId: number): Promise<ScheduleRow> {
  const [row] = await tx.query<ScheduleRow[]>(
    `SELECT ${scheduleColumns} FROM export_schedule s WHERE s.id = $1 AND s.user_id = $2 FOR UPDATE`,
    [id, userId],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row;
}

export const toSchedule = ({ userId: _, request: __, nextAt, lastAt, ...row }: ScheduleRow): ExportSchedule => ({
  ...row,
  nextAt: nextAt?.toISOString() ?? null,
  lastAt: lastAt?.toISOString() ?? null,
});
