import type { Pool } from 'pg';

/** Telemetry of whole days (UTC) before today, as machines at work send it: from two to ten o'clock, a sample each ten seconds. */
export async function fillDays(
  pool: Pool,
  vehicleIds: readonly number[],
  days: number,
): Promise<[first: string, last: string]> {
  const { rows } = await pool.query<{ day: string }>(
    `SELECT (current_date - n)::text AS day FROM generate_series(1, $1::int) n ORDER BY 1`,
    [days],
  );
  for (const { day } of rows) {
    await pool.query('SELECT ensure_telemetry_day($1)', [day]);
    await pool.query(
      `INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, lat, lon, heading, speed, engine, work, rpm, engine_hours, odometer, fuel_used, load, fuel_level,
         coolant, oil_temp, oil_pressure, rail_pressure, battery)
       SELECT d.key, v.id, at.ts, (extract(epoch FROM at.ts) * 1000)::bigint, at.ts + interval '1 second', 1, s, 35 + s * 1e-5, 127 + s * 1e-5, s % 360, s % 20, true,
         (ARRAY['idle', 'work', 'work', 'drive'])[1 + s / 60 % 4], 1500 + s % 700, 400 + s / 360.0, 900 + s / 100.0, 2000 + s / 40.0, s % 100, 70, 84 + s % 7, 90 + s % 9, 350 + s % 40, 900 + s % 300, 13.8
       FROM vehicle v JOIN device d ON d.id = v.device_id CROSS JOIN generate_series(1, 2880) s
         CROSS JOIN LATERAL (SELECT $2::timestamptz + interval '2 hours' + s * interval '10 seconds' AS ts) at
       WHERE v.id = ANY ($1::int[]) ON CONFLICT DO NOTHING`,
      [vehicleIds, `${day}T00:00:00Z`],
    );
  }
  await pool.query('VACUUM (ANALYZE) telemetry');
  return [rows[0]?.day ?? '', rows.at(-1)?.day ?? ''];
}
