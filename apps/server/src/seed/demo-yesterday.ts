import type { DataSource } from 'typeorm';
import { dayOf, dayStart, plusDays } from '@headland/domain/zone-day';
import { signals } from '../fleet/telemetry/signal-columns.reads';
import type { Config } from '../platform/config';
import { columnName } from '../platform/database/columns-of';
import type { Machine } from './demo-business';
import { addIncidents, boot, minuteMs, zones, type Morning } from './demo-incidents';
import type { Draw } from './pseudo-random';
import { workingMorning, type MorningSample } from './working-morning';

const withPast = 20;

/**
 * Yesterday: the tracks of twenty machines, and some faults and calls for help from the signal to the end, made by the same commands as real
 * ones. They trigger no notifications: the policies begin behind them.
 */
export async function addYesterday(
  database: DataSource,
  config: Config,
  fleet: readonly Machine[],
  now: Date,
  draw: Draw,
): Promise<void> {
  const mornings: Morning[] = [];
  for (const machine of fleet.filter((m) => m.machine === 'tractor').slice(0, withPast)) {
    const zone = zones[machine.region];
    const yesterday = plusDays(dayOf(now.getTime(), zone), -1);
    const samples = workingMorning(
      machine,
      dayStart(yesterday, zone) + (8 * 60 + Math.floor(draw.next() * 90)) * minuteMs,
      draw,
    );
    await addTrack(database, machine, samples);
    mornings.push({ machine, samples });
  }
  await addIncidents(database, config, mornings);
  await database.query(
    "INSERT INTO log_reader (name, number) SELECT 'policies', COALESCE(max(number), 0) FROM event_log ON CONFLICT DO NOTHING",
  );
}

async function addTrack(database: DataSource, machine: Machine, samples: MorningSample[]): Promise<void> {
  for (const day of new Set(samples.map((s) => new Date(s.ts).toISOString().slice(0, 10))))
    await database.query('SELECT ensure_telemetry_day($1)', [day]);
  const times = samples.map((s) => new Date(s.ts));
  const [of] = await database.query<{ key: number; vehicle: number }[]>(
    'SELECT d.key, v.id AS vehicle FROM device d JOIN vehicle v ON v.device_id = d.id WHERE d.id = $1',
    [machine.deviceId],
  );
  if (of === undefined) throw new Error(`${machine.deviceId} is in no vehicle`);
  await database.query(
    `INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, lat, lon, heading, speed, engine, work, rpm, engine_hours, odometer, fuel_used, ${signals.map(columnName).join(', ')})
     SELECT $1::int, $2::int, u.ts, extract(epoch FROM u.ts) * 1000, u.ts, ${boot}, u.seq, u.lat, u.lon, u.heading, u.speed, u.engine, u.work, u.rpm, u.hours, u.km, u.litres, ${signals.map((signal) => `u.${columnName(signal)}`).join(', ')}
     FROM unnest($3::timestamptz[], $4::int[], $5::float8[], $6::float8[], $7::real[], $8::real[], $9::bool[], $10::text[], $11::real[], $12::float8[], $13::float8[], $14::float8[], ${signals.map((_, i) => `$${i + 15}::real[]`).join(', ')})
       AS u(ts, seq, lat, lon, heading, speed, engine, work, rpm, hours, km, litres, ${signals.map(columnName).join(', ')})`,
    [
      of.key,
      of.vehicle,
      times,
      samples.map((_, i) => i + 1),
      samples.map((s) => s.lat),
      samples.map((s) => s.lon),
      samples.map((s) => s.heading),
      samples.map((s) => s.speed),
      samples.map((s) => s.engine),
      samples.map((s) => s.work),
      samples.map((s) => s.rpm),
      samples.map((s) => s.engineHours),
      samples.map((s) => s.odometer),
      samples.map((s) => s.fuelUsed),
      ...signals.map((signal) => samples.map((s) => s.signals[signal] ?? null)),
    ],
  );
  const [first, last] = await database.query<{ row: object }[]>(
    'SELECT to_jsonb(t) AS row FROM telemetry t WHERE device_key = $1 AND ts IN ($2, $3) ORDER BY ts',
    [of.key, times[0], times.at(-1)],
  );
  await database.query(
    `INSERT INTO engine_run (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine_on, lat, lon, engine_hours)
     SELECT t.device_key, t.vehicle_id, t.ts, t.device_ts, t.ts, ${boot}, CASE WHEN t.engine THEN 1 ELSE 2 END, t.engine, t.lat, t.lon, t.engine_hours
     FROM jsonb_populate_recordset(NULL::telemetry, $1) t`,
    [JSON.stringify([first?.row, last?.row])],
  );
  await database.query(
    `INSERT INTO vehicle_state (vehicle_id, device_key, boot, seq, ts, lat, lon, position_ts, heading, speed, engine, engine_ts, started_at, engine_hours, odometer, fuel_used, ${signals.map(columnName).join(', ')}, online, last_seen_at)
     SELECT t.vehicle_id, t.device_key, t.boot, t.seq, t.ts, t.lat, t.lon, t.ts, t.heading, t.speed, t.engine, t.ts, $2, t.engine_hours, t.odometer, t.fuel_used, ${signals.map((signal) => `t.${columnName(signal)}`).join(', ')}, false, t.ts
     FROM jsonb_populate_record(NULL::telemetry, $1) t
     ON CONFLICT (vehicle_id) DO UPDATE SET device_key = excluded.device_key, boot = excluded.boot, seq = excluded.seq, ts = excluded.ts, lat = excluded.lat, lon = excluded.lon,
       position_ts = excluded.position_ts, heading = excluded.heading, speed = excluded.speed, engine = excluded.engine, engine_ts = excluded.engine_ts, started_at = excluded.started_at,
       engine_hours = excluded.engine_hours, odometer = excluded.odometer, fuel_used = excluded.fuel_used,
       ${signals.map((signal) => `${columnName(signal)} = excluded.${columnName(signal)}`).join(', ')}, last_seen_at = excluded.last_seen_at`,
    [JSON.stringify(last?.row), times[0]],
  );
  await database.query('UPDATE device_seen SET at = $2 WHERE device_key = (SELECT key FROM device WHERE id = $1)', [
    machine.deviceId,
    times.at(-1),
  ]);
}
