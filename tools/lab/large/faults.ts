import { faults } from '@headland/contracts/fault';
import type { Pool } from 'pg';
import type { Question } from './ask';

/** Open reports that the queue is to bear. */
export const openReports = 20_000;

/**
 * Brings the number of open reports to `n`: on vehicles of the large fleet, in every severity, a third accepted, some overdue, the newest just now, with events
 * and deliveries as real ones have them. What is there already is kept.
 */
export async function fillQueue(pool: Pool, n = openReports): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM fault_report WHERE status IN ('occurred', 'accepted')",
  );
  const missing = n - (rows[0]?.n ?? 0);
  if (missing <= 0) return rows[0]?.n ?? 0;
  await pool.query(
    `INSERT INTO fault_report (status, severity, code, name, part, spn, fmi, count, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active, place, due_at,
       accepted_at, accepted_by, agency_id)
     SELECT s.status, s.severity, 'E0' || 297 + s.n % 150, '{"ko":"레일압 높음","en":"Rail pressure high"}', '{"ko":"연료","en":"Fuel"}', 157, 16, 1 + s.n % 9, v.id, v.device_id, v.organization_id, s.at, s.at, s.at, 900,
       5000 + s.n, true, '{"ko":"전북 정읍 4.2 km 북동","en":"Jeongeup 4.2 km NE"}', CASE WHEN s.status = 'occurred' THEN s.at + (ARRAY['10 min', '2 hours', '1 day'])[s.severity]::interval END,
       CASE WHEN s.status = 'accepted' THEN s.at + interval '5 minutes' END, CASE WHEN s.status = 'accepted' THEN '관제' END, CASE WHEN s.status = 'accepted' THEN v.organization_id END
     FROM (SELECT id, device_id, organization_id, row_number() OVER (ORDER BY id) AS row FROM vehicle WHERE vin LIKE 'HDLG%' AND device_id IS NOT NULL) v
     JOIN LATERAL (SELECT n, 1 + (n % 3)::int AS severity, CASE WHEN n % 3 = 0 THEN 'accepted' ELSE 'occurred' END AS status, now() - (n * 37 % 90000) * interval '1 second' AS at
       FROM (SELECT v.row * 7 AS n) one) s ON true
     WHERE NOT EXISTS (SELECT 1 FROM fault_report f WHERE f.vehicle_id = v.id AND f.status IN ('occurred', 'accepted')) ORDER BY v.row LIMIT $1
     ON CONFLICT DO NOTHING`,
    [missing],
  );
  await pool.query('ANALYZE fault_report');
  const after = await pool.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM fault_report WHERE status IN ('occurred', 'accepted')",
  );
  return after.rows[0]?.n ?? 0;
}

/** The queue as it opens and as it is worked with, and the long lists behind it. */
export const faultQuestions: readonly Question[] = [
  { name: 'fault queue', endpoint: faults.list, query: {} },
  { name: 'fault queue, page 40', endpoint: faults.list, query: { page: '40' } },
  { name: 'fault queue, critical', endpoint: faults.list, query: { severity: 'critical' } },
  { name: 'fault queue, overdue', endpoint: faults.list, query: { overdue: 'true' } },
  { name: 'fault queue, by code', endpoint: faults.list, query: { text: 'E0333' } },
  { name: 'fault queue, by age', endpoint: faults.list, query: { sort: 'age' } },
  { name: 'faults, all in priority order', endpoint: faults.list, query: { tab: 'all' } },
  { name: 'faults, all from its end', endpoint: faults.list, query: { tab: 'all', order: 'desc' } },
  { name: 'faults, completed', endpoint: faults.list, query: { tab: 'completed' } },
  { name: 'fault counts', endpoint: faults.counts, query: {} },
];
