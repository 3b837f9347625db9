import type { AppReportVehicle } from '@headland/contracts/app-report';
import { whollyOwned } from '../../ownership/owner-transfer/own-time.reads';
import type { Tx } from '../../platform/database/rows';

type Sums = AppReportVehicle['months'][number];
interface Month {
  month: string;
  from: number;
  to: number;
}

/**
 * Operating time and distance of machines by months, of the owner's time. A year of 5-minute rows is a hundred thousand
 * per machine, so these are sums of the 15-minute rows; of one that a takeover cuts, of its 5-minute rows.
 */
export async function monthSums(
  tx: Tx,
  customerId: number,
  vehicleIds: readonly number[],
  months: readonly Month[],
): Promise<{ of: (vehicleId: number, month: string) => Sums }> {
  const owned = (start: string, length: '5 minutes' | '15 minutes'): string =>
    whollyOwned({ vehicle: 'v.id', customer: '$1' }, start, length);
  const rows = await tx.query<{ id: number; month: string; hours: number | null; km: number | null }[]>(
    `SELECT v.id, m.month, sum(p.hours) AS hours, sum(p.km) AS km
     FROM unnest($2::int[]) AS v(id) CROSS JOIN unnest($3::text[], $4::timestamptz[], $5::timestamptz[]) AS m(month, starts_at, ends_at)
       CROSS JOIN LATERAL (
         SELECT q.hours, q.km FROM vehicle_quarter q
         WHERE q.vehicle_id = v.id AND q.quarter >= m.starts_at AND q.quarter < m.ends_at AND ${owned('q.quarter', '15 minutes')}
         UNION ALL
         SELECT b.hours, b.km FROM (
           SELECT DISTINCT date_bin('15 minutes', t.moment, 'epoch') AS quarter FROM vehicle_owner w CROSS JOIN LATERAL (VALUES (w.since), (w.until)) AS t(moment)
           WHERE w.vehicle_id = v.id AND w.customer_id = $1 AND t.moment IS NOT NULL) cut
           JOIN vehicle_5min b ON b.vehicle_id = v.id AND b.bucket >= cut.quarter AND b.bucket < cut.quarter + interval '15 minutes'
         WHERE cut.quarter >= m.starts_at AND cut.quarter < m.ends_at AND NOT ${owned('cut.quarter', '15 minutes')} AND ${owned('b.bucket', '5 minutes')}
       ) p
     GROUP BY v.id, m.month`,
    [
      customerId,
      vehicleIds,
      months.map((m) => m.month),
      months.map((m) => new Date(m.from)),
      months.map((m) => new Date(m.to)),
    ],
  );
  const found = new Map(rows.map((r) => [`${r.id} ${r.month}`, r]));
  return {
    of: (vehicleId, month) => {
      const sums = found.get(`${vehicleId} ${month}`);
      return { month, operatingHours: rounded(sums?.hours ?? null), distanceKm: rounded(sums?.km ?? null) };
    },
  };
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);
