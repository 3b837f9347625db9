import type { Day } from '@headland/domain/statistics-days';
import type { Tx } from '../../platform/database/rows';

/** A day of one of the time zones in use. */
export interface ZoneDay extends Day {
  zone: number;
}
/** Columns of `figures_day`, for a SELECT that names them. */
export const zoneDayColumns = (f: string): string =>
  `${f}.zone_id AS zone, ${f}.day::text, date_part('epoch', ${f}.starts_at) * 1000 AS from, date_part('epoch', ${f}.ends_at) * 1000 AS to`;
const moment = (ms: number): Date => new Date(Math.round(ms));

/**
 * Sums up the intervals of a day for each vehicle that ran, moved or was started; recalculates some vehicles, or all.
 */
export async function countVehicleDays(
  tx: Tx,
  { zone, day, from, to }: ZoneDay,
  vehicles: readonly number[] | null,
): Promise<void> {
  const some = vehicles === null ? '' : 'AND vehicle_id = ANY($5::int[])';
  const moved = 'sum(starts) > 0 OR sum(idle_ms + work_ms + drive_ms) > 0 OR sum(km) > 0 OR sum(hours) > 0';
  const values = [zone, day, moment(from), moment(to), ...(vehicles === null ? [] : [vehicles])];
  await tx.query(
    `INSERT INTO vehicle_day (zone_id, day, vehicle_id, idle_ms, work_ms, drive_ms, hours, km, fuel_l, starts)
     SELECT $1::int, $2::date, vehicle_id, sum(idle_ms), sum(work_ms), sum(drive_ms), sum(hours), sum(km), sum(fuel_l), sum(starts)
     FROM vehicle_quarter WHERE quarter >= $3::timestamptz AND quarter < $4::timestamptz ${some} GROUP BY vehicle_id ${vehicles === null ? `HAVING ${moved}` : ''}
     ON CONFLICT (zone_id, day, vehicle_id) DO UPDATE SET idle_ms = excluded.idle_ms, work_ms = excluded.work_ms, drive_ms = excluded.drive_ms, hours = excluded.hours,
       km = excluded.km, fuel_l = excluded.fuel_l, starts = excluded.starts`,
    values,
  );
}

/**
 * Metrics of each organization's own vehicles and reports for a day; recalculates some organizations, or all. A vehicle
 * counts for its current organization, from the day it was registered or got its terminal.
 */
export async function countOrganizationDays(
  tx: Tx,
  { zone, day, from, to }: ZoneDay,
  organizations: readonly number[] | null,
): Promise<void> {
  const some = (column: string): string => (organizations === null ? '' : `AND ${column} = ANY($5::int[])`);
  const happened = (kind: string): string =>
    `SELECT organization_id, '${kind}' AS kind, code FROM fault_report WHERE ${kind}_at >= $3::timestamptz AND ${kind}_at < $4::timestamptz ${some('organization_id')}`;
  await tx.query(
    `WITH there AS (
       SELECT organization_id, count(*) AS n FROM vehicle WHERE LEAST(created_at, matched_on::timestamptz) < $4::timestamptz ${some('organization_id')} GROUP BY 1
     ), ran AS (
       SELECT v.organization_id, count(*) AS n FROM vehicle_day d JOIN vehicle v ON v.id = d.vehicle_id
       WHERE d.zone_id = $1::int AND d.day = $2::date AND (d.starts > 0 OR d.idle_ms + d.work_ms + d.drive_ms > 0) ${some('v.organization_id')} GROUP BY 1
     ), week AS (
       SELECT v.organization_id, d.vehicle_id, sum(d.km) AS km, sum(d.hours) AS hours FROM vehicle_day d JOIN vehicle v ON v.id = d.vehicle_id
       WHERE d.zone_id = $1::int AND d.day BETWEEN $2::date - 6 AND $2::date ${some('v.organization_id')} GROUP BY 1, 2 HAVING sum(d.km) > 0
     ), farthest AS (
       SELECT organization_id, jsonb_agg(jsonb_build_object('vehicleId', vehicle_id, 'km', km, 'hours', hours) ORDER BY place) AS list
       FROM (SELECT *, row_number() OVER (PARTITION BY organization_id ORDER BY km DESC, vehicle_id) AS place FROM week) placed WHERE place <= 5 GROUP BY 1
     ), reports AS (${['occurred', 'accepted', 'completed'].map(happened).join(' UNION ALL ')}
     ), faults AS (
       SELECT organization_id, count(*) FILTER (WHERE kind = 'occurred') AS occurred, count(*) FILTER (WHERE kind = 'accepted') AS accepted,
         count(*) FILTER (WHERE kind = 'completed') AS completed FROM reports GROUP BY 1
     ), codes AS (
       SELECT organization_id, jsonb_object_agg(code, n) AS list FROM (SELECT organization_id, code, count(*) AS n FROM reports WHERE kind = 'occurred' GROUP BY 1, 2) c GROUP BY 1
     )
     INSERT INTO organization_day (zone_id, day, organization_id, vehicles, vehicles_on, farthest, faults_occurred, faults_accepted, faults_completed, fault_codes)
     SELECT $1::int, $2::date, o.id, COALESCE(there.n, 0), COALESCE(ran.n, 0), COALESCE(farthest.list, '[]'), COALESCE(faults.occurred, 0), COALESCE(faults.accepted, 0),
       COALESCE(faults.completed, 0), COALESCE(codes.list, '{}')
     FROM organization o LEFT JOIN there ON there.organization_id = o.id LEFT JOIN ran ON ran.organization_id = o.id LEFT JOIN farthest ON farthest.organization_id = o.id
       LEFT JOIN faults ON faults.organization_id = o.id LEFT JOIN codes ON codes.organization_id = o.id
     WHERE TRUE ${some('o.id')}
     ON CONFLICT (zone_id, day, organization_id) DO UPDATE SET vehicles = excluded.vehicles, vehicles_on = excluded.vehicles_on, farthest = excluded.farthest,
       faults_occurred = excluded.faults_occurred, faults_accepted = excluded.faults_accepted, faults_completed = excluded.faults_completed, fault_codes = excluded.fault_codes`,
    [zone, day, moment(from), moment(to), ...(organizations === null ? [] : [organizations])],
  );
}
