import type { Pool } from 'pg';

/** Open reports as a fleet leaves them: in every severity, a third accepted, some overdue, the newest just now. */
export async function fillFaultQueue(pool: Pool, n: number): Promise<void> {
  await pool.query(
    `INSERT INTO fault_report (status, severity, code, name, part, spn, fmi, count, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active, place, due_at,
       accepted_at, accepted_by, agency_id)
     SELECT s.status, s.severity, 'E0' || 297 + s.n % 90, '{"ko":"레일압 높음","en":"Rail pressure high"}', '{"ko":"연료","en":"Fuel"}', 157, 16, 1 + s.n % 9, s.id, s.device_id, s.organization_id, s.at, s.at, s.at, 1,
       1, true, '{"ko":"전북 정읍 4.2 km 북동","en":"Jeongeup 4.2 km NE"}', CASE WHEN s.status = 'occurred' THEN s.at + (ARRAY['10 min', '2 hours', '1 day'])[s.severity]::interval END,
       CASE WHEN s.status = 'accepted' THEN s.at + interval '5 minutes' END, CASE WHEN s.status = 'accepted' THEN 'Bench' END, CASE WHEN s.status = 'accepted' THEN s.organization_id END
     FROM (SELECT i AS n, v.id, v.device_id, v.organization_id, 1 + i % 3 AS severity, CASE WHEN i % 9 < 3 THEN 'accepted' ELSE 'occurred' END AS status, now() - (i * 37 % 90000) * interval '1 second' AS at
       FROM generate_series(0, $1::int - 1) i
       JOIN (SELECT id, device_id, organization_id, row_number() OVER (ORDER BY id) - 1 AS row, count(*) OVER () AS all_of_them FROM vehicle WHERE device_id IS NOT NULL) v ON v.row = i % v.all_of_them) s`,
    [n],
  );
  await pool.query(
    `UPDATE vehicle_state s SET open_faults = f.n, changed = pg_current_xact_id() FROM (SELECT vehicle_id, count(*)::int AS n FROM fault_report WHERE status IN ('occurred', 'accepted') GROUP BY 1) f WHERE f.vehicle_id = s.vehicle_id`,
  );
  await pool.query('VACUUM ANALYZE fault_report');
}

export async function emptyFaultQueue(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM fault_report');
  await pool.query('UPDATE vehicle_state SET open_faults = 0, changed = pg_current_xact_id() WHERE open_faults > 0');
  await pool.query('VACUUM ANALYZE fault_report');
}
