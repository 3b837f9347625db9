import { measuredValues } from '@headland/contracts/measured-values';
import type { ReportDay } from '@headland/domain/monthly-report';
import { whollyOwned } from '../../ownership/owner-transfer/own-time.reads';
import type { Tx } from '../../platform/database/rows';

interface Asked {
  vehicleId: number;
  customerId: number;
  /** of the reader's zone, in epoch ms; they begin at multiples of 15 minutes */
  days: readonly { day: string; from: number; to: number }[];
}
type Row = Omit<ReportDay, 'loadMs'> & Record<'load0' | 'load1' | 'load2' | 'load3', number>;

const rpmAt = measuredValues.indexOf('rpm') + 1;
const [mean, least, count] = ['means', 'mins', 'counts'].map((values) => `b.${values}[${rpmAt}]`);
const runMs = '(b.idle_ms + b.work_ms + b.drive_ms)';
/**
 * Samples of the running engine in 5 minutes. A terminal may send 0 with a stopped engine: such samples add nothing to
 * the sum of engine speeds, and count for the part of the time with a stopped engine.
 */
const running = `CASE WHEN ${runMs} = 0 THEN 0 WHEN ${least} > 0 THEN ${count} ELSE ${count} * ${runMs}::float8 / (${runMs} + b.off_ms) END`;

/** What a machine did by days, of its 5-minute aggregates that lie wholly in the time of the owner; no row for a day without data. */
export async function reportDays(tx: Tx, { vehicleId, customerId, days }: Asked): Promise<ReportDay[]> {
  const own = whollyOwned({ vehicle: '$1', customer: '$2' }, 'b.bucket', '5 minutes');
  const sum = (column: string): string => `sum(b.${column})::float8`;
  const rows = await tx.query<Row[]>(
    `SELECT d.day, ${sum('idle_ms')} AS "idleMs", ${sum('work_ms')} AS "workMs", ${sum('drive_ms')} AS "driveMs", sum(b.hours) AS hours, sum(b.km) AS km,
       sum(b.fuel_l) AS "fuelL", ${[1, 2, 3, 4].map((band) => `COALESCE(${sum(`load_ms[${band}]`)}, 0) AS load${band - 1}`).join(', ')},
       COALESCE(sum(${mean}::float8 * ${count}) FILTER (WHERE ${runMs} > 0), 0) AS "rpmSum", COALESCE(sum(${running}), 0)::float8 AS "rpmCount"
     FROM unnest($3::text[], $4::timestamptz[], $5::timestamptz[]) AS d(day, starts_at, ends_at)
       JOIN vehicle_5min b ON b.vehicle_id = $1 AND b.bucket >= d.starts_at AND b.bucket < d.ends_at
     WHERE ${own} GROUP BY d.day ORDER BY d.day`,
    [vehicleId, customerId, days.map((d) => d.day), days.map((d) => new Date(d.from)), days.map((d) => new Date(d.to))],
  );
  return rows.map(({ load0, load1, load2, load3, ...day }) => ({ ...day, loadMs: [load0, load1, load2, load3] }));
}
