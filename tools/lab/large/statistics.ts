import { courses } from '@headland/contracts/course';
import { driveData } from '@headland/contracts/drive-data';
import { measuredValues } from '@headland/contracts/measured-values';
import { operationData } from '@headland/contracts/operation-data';
import { accessHeader } from '@headland/contracts/session';
import type { Pool } from 'pg';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { inCheckout } from '../../src/run/checkout';
import { CostMeter } from '../bench/measure/process-cost';

/** A first page or a chart is answered within this, at the 95th percentile. */
export const statisticsGoalMs = 300;
const timeZone = 'Asia/Seoul';
/** Vehicles of one model with 5-minute rows: eight hours a day of a month. */
const bucketVehicles = 2_000;
const bucketDays = 31;
/** Vehicles whose telemetry of one day is aggregated: eight hours, a sample each ten seconds. */
export const rollUpVehicles = 1_000;
const rollUpSamples = 2_880;
const pollMs = 100;

export interface StatisticsAnswered {
  asker: string;
  name: string;
  firstMs: number;
  p50: number;
  p95: number;
  /** processor time of an answer, of the api and PostgreSQL; on a busy machine it says more than the clock */
  cpuMs: number;
}
export interface Sizes {
  rows: number;
  bytes: number;
}

export interface RolledUp {
  ms: number;
  /** processor time */
  nodeS: number;
  postgresS: number;
}

const day = (ago: number): string => new Date(Date.now() + 9 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);

/** A month of days for two of five vehicles, from the fortnight that was counted; and a month of 5-minute rows of one model's vehicles. What is there already is kept. */
export async function fillMonth(pool: Pool, say: (line: string) => void): Promise<{ model: number; sizes: Sizes }> {
  await pool.query(
    `WITH zone AS (SELECT id FROM figures_zone WHERE name = $1), days AS (
       INSERT INTO figures_day (zone_id, day, starts_at, ends_at, counted_at)
       SELECT zone_id, day - n * 14, starts_at - n * interval '14 days', ends_at - n * interval '14 days', now() FROM figures_day, generate_series(1, 2) n
       WHERE zone_id = (SELECT id FROM zone) AND day > current_date - 15 ON CONFLICT DO NOTHING)
     INSERT INTO vehicle_day SELECT zone_id, day - n * 14, vehicle_id, idle_ms, work_ms, drive_ms, hours, km, fuel_l, starts FROM vehicle_day, generate_series(1, 2) n
     WHERE zone_id = (SELECT id FROM zone) AND day > current_date - 15 ON CONFLICT DO NOTHING`,
    [timeZone],
  );
  await pool.query(`UPDATE figures_progress SET counted_from = least(counted_from, now() - interval '50 days')`);
  const { rows } = await pool.query<{ model: number; filled: boolean }>(
    `SELECT model_id AS model, EXISTS (SELECT 1 FROM vehicle_5min b WHERE b.vehicle_id = min(v.id)) AS filled FROM vehicle v WHERE vin LIKE 'HDLG%' AND device_id IS NOT NULL GROUP BY 1 ORDER BY 1 LIMIT 1`,
  );
  const { model, filled } = rows[0] ?? { model: 0, filled: false };
  if (!filled) {
    const began = performance.now();
    for (let ago = 1; ago <= bucketDays; ago++)
      await pool.query(
        `INSERT INTO vehicle_5min (vehicle_id, bucket, off_ms, idle_ms, work_ms, drive_ms, load_ms, hours, km, fuel_l, starts, last_hours, means, mins, maxs, counts)
         SELECT v.id, current_date - $2::int + interval '1 hour' + b * interval '5 minutes', 0, 60000, 180000, 60000, ARRAY[60000, 90000, 90000, 60000], 0.083, 0.4, 0.7, 0, 400 + b / 12.0,
           m.means, m.means, m.means, ARRAY(SELECT 30 FROM generate_series(1, $3)) FROM (SELECT id FROM vehicle WHERE model_id = $1 AND vin LIKE 'HDLG%' AND device_id IS NOT NULL ORDER BY id LIMIT $4) v
           CROSS JOIN generate_series(0, 95) b CROSS JOIN LATERAL (SELECT array_agg((40 + (v.id * 31 + b * 17 + n * 7) % 100)::real) AS means FROM generate_series(1, $3) n) m ON CONFLICT DO NOTHING`,
        [model, ago, measuredValues.length, bucketVehicles],
      );
    say(`5-minute rows: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  await pool.query('VACUUM (ANALYZE) vehicle_5min, vehicle_day, figures_day');
  const size = await pool.query<Sizes>(
    `SELECT (SELECT count(*)::int FROM vehicle_5min) AS rows, pg_total_relation_size('vehicle_5min')::float8 AS bytes`,
  );
  return { model, sizes: size.rows[0] ?? { rows: 0, bytes: 0 } };
}

/** Stores a day of telemetry and has it aggregated by `rebuild-statistics`, without anything beside it. Answers how long that took, and the processor time of both. */
export async function rollUp(
  pool: Pool,
  { env, postgres }: { env: Readonly<Record<string, string>>; postgres: number },
  say: (line: string) => void,
): Promise<RolledUp> {
  const date = day(2);
  const partition = `telemetry_${date.replaceAll('-', '')}`;
  await pool.query('SELECT ensure_telemetry_day($1)', [date]);
  await pool.query(
    `INSERT INTO ${partition} (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, lat, lon, heading, speed, engine, work, rpm, engine_hours, odometer, fuel_used, load, fuel_level, def_level, dpf_soot,
       coolant, oil_temp, exhaust_temp, oil_pressure, rail_pressure, battery, hitch, pto, tilt_x, tilt_y, tilt_z)
     SELECT v.key, v.id, at.ts, (extract(epoch FROM at.ts) * 1000)::bigint, at.ts + interval '1 second', 901, s, 35 + s * 1e-5, 127 + s * 1e-5, s % 360, s % 20, true, (ARRAY['idle', 'work', 'work', 'drive'])[1 + s / 60 % 4],
       1500 + s % 700, 400 + s / 360.0, 900 + s / 100.0, 2000 + s / 40.0,
       s % 100, 70, 50, 20 + s % 30, 84 + s % 7, 90 + s % 9, 300 + s % 90, 350 + s % 40, 900 + s % 300, 13.8, s % 100, s % 2 * 540, s % 9, s % 7, 0
     FROM (SELECT v.id, d.key FROM vehicle v JOIN device d ON d.id = v.device_id WHERE v.vin LIKE 'HDLG%' ORDER BY v.id DESC LIMIT $1) v
       CROSS JOIN generate_series(1, $2::int) s CROSS JOIN LATERAL (SELECT $3::timestamptz + interval '2 hours' + s * interval '10 seconds' AS ts) at ON CONFLICT DO NOTHING`,
    [rollUpVehicles, rollUpSamples, `${date}T00:00:00Z`],
  );
  await pool.query(`VACUUM (ANALYZE) ${partition}`);
  await pool.query('CHECKPOINT');
  const began = performance.now();
  const child = spawn(process.execPath, [inCheckout('apps/server/dist/main.js'), 'rebuild-statistics', date, date], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const meter = new CostMeter({ rebuild: child.pid === undefined ? [] : [child.pid], postgres: [postgres] });
  // a process that has ended tells no more what it used
  let cpuS = { rebuild: 0, postgres: 0 };
  const reading = setInterval(() => {
    if (child.exitCode === null) cpuS = meter.stop().cpuS;
  }, pollMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(reading);
  if (code !== 0) throw new Error(`rebuild-statistics ended with ${code}`);
  const ms = performance.now() - began;
  say(
    `a day of ${rollUpVehicles} vehicles aggregated: ${(ms / 1000).toFixed(1)} s, Node ${cpuS.rebuild.toFixed(1)} s, PostgreSQL ${cpuS.postgres.toFixed(1)} s`,
  );
  return { ms, nodeS: cpuS.rebuild, postgresS: cpuS.postgres };
}

/** Lists and charts of the statistics, one question after the other. The first of each is told by itself: sums of a period may have to be made for it. */
export async function askStatistics(
  {
    url,
    asker,
    token,
    times,
    pids,
  }: {
    url: string;
    asker: string;
    token: string;
    times: number;
    pids: { api: number; postgres: number };
  },
  { model, vehicle }: { model: number; vehicle: number },
  say: (line: string) => void,
): Promise<StatisticsAnswered[]> {
  const [week, month] = [
    { from: day(7), to: day(1) },
    { from: day(31), to: day(1) },
  ];
  const at = (path: string, parameters: Record<string, string | number>): string =>
    path.replace(/:(\w+)/gu, (_, name: string) => String(parameters[name]));
  const course = (of: number | null): string => at(courses.read.path, { subject: 'models', id: of ?? model });
  const values = ['rpm', 'speed', 'load', 'fuelLevel', 'coolant', 'oilTemp', 'oilPressure', 'dpfSoot', 'battery'];
  const yesterday = { from: day(1), to: day(1) };
  const asks: [string, string, Record<string, string | string[]>][] = [
    ['drive data', driveData.list.path, {}],
    ['drive data, page 40', driveData.list.path, { page: '40' }],
    ['drive data, a month', driveData.list.path, month],
    ['drive data, a month, totals', driveData.totals.path, month],
    ['drive data, by distance', driveData.list.path, { ...week, sort: 'km', order: 'desc' }],
    ['drive data, by last start', driveData.list.path, { ...week, sort: 'startedAt', order: 'desc' }],
    ['drive data, one VIN', driveData.list.path, { ...week, vin: '00054321' }],
    ['days of a vehicle, a month', at(driveData.days.path, { id: vehicle }), month],
    ['trips of a vehicle, a day', at(driveData.trips.path, { id: vehicle }), yesterday],
    ['operation data, activity', operationData.activity.path, week],
    ['operation data, models', operationData.models.path, week],
    ['operation data, models, a month', operationData.models.path, month],
    ['operation data, customers', operationData.customers.path, week],
    ['operation data, customers, a month', operationData.customers.path, month],
    ['operation data, faults', operationData.faults.path, week],
    ['operation data, fault codes', operationData.faultCodes.path, week],
    ['operation data, SOS', operationData.sos.path, week],
    ['operation data, repairs', operationData.repairs.path, week],
    ['course of a vehicle, a day', course(null), { ...yesterday, values, vehicleId: String(vehicle) }],
    ['course of a vehicle, a month', course(null), { ...month, values, vehicleId: String(vehicle) }],
    ['course of a model, a day', course(null), { ...yesterday, values }],
    ['course of a model, a week', course(null), { ...week, values }],
  ];
  const answered: StatisticsAnswered[] = [];
  for (const [name, path, query] of asks) {
    const parameters = new URLSearchParams({ timeZone });
    for (const [key, value] of Object.entries(query)) for (const one of [value].flat()) parameters.append(key, one);
    const took: number[] = [];
    let meter = new CostMeter({ both: [pids.api, pids.postgres] });
    for (let i = 0; i <= times; i++) {
      // the first answer, which may store sums, is stated by itself
      if (i === 1) meter = new CostMeter({ both: [pids.api, pids.postgres] });
      const began = performance.now();
      const response = await fetch(`${url}${path}?${parameters}`, { headers: { [accessHeader]: token } });
      const answer = (await response.json()) as { success: boolean; error?: { code: string } };
      if (response.status === 403 || response.status === 404) break;
      if (!answer.success) throw new Error(`${name}: ${answer.error?.code}`);
      took.push(performance.now() - began);
      // what takes seconds is not asked forty times
      if (performance.now() - began > 2_000 && i >= 5) break;
    }
    const [firstMs, ...rest] = took;
    if (firstMs === undefined) continue;
    const cpuMs = (meter.stop().cpuS.both * 1000) / Math.max(1, rest.length);
    rest.sort((a, b) => a - b);
    const share = (s: number): number => rest[Math.min(rest.length - 1, Math.floor(rest.length * s))] ?? 0;
    answered.push({ asker, name, firstMs, p50: share(0.5), p95: share(0.95), cpuMs });
    say(
      `${asker} ${name}: first ${firstMs.toFixed(0)}, p50 ${share(0.5).toFixed(0)}, p95 ${share(0.95).toFixed(0)} ms, processor ${cpuMs.toFixed(0)} ms`,
    );
  }
  return answered;
}

/** Working hours of a machine in a year that the size of its rows is stated for. */
const hoursPerYear = 1_000;

export function statisticsReport(
  answered: readonly StatisticsAnswered[],
  { sizes, rolledUp, place }: { sizes: Sizes; rolledUp: RolledUp; place: string },
): { text: string; met: boolean } {
  const late = answered.filter((a) => a.p95 > statisticsGoalMs);
  const rows = answered.map(
    (a) =>
      `| ${a.asker} | ${a.name} | ${a.firstMs.toFixed(0)} | ${a.p50.toFixed(0)} | ${a.p95.toFixed(0)} | ${a.cpuMs.toFixed(0)} | ${a.p95 > statisticsGoalMs ? 'missed' : 'met'} |`,
  );
  const rowBytes = sizes.bytes / Math.max(1, sizes.rows);
  const samples = rollUpVehicles * rollUpSamples;
  const each = (s: number): string => ((s * 1e6) / samples).toFixed(1);
  const text = `# Statistics of a large fleet

Written by \`npm run lab -- large statistics\`: lists and charts of drive data, operation data and the course of values over HTTP, one question after the other. "First" is the first time that a question was asked.

${place.replace(/\.$/u, '')}; load average ${loadavg()[1]?.toFixed(0)} at the end; ${sizes.rows.toLocaleString('en')} 5-minute rows of ${bucketVehicles.toLocaleString('en')} vehicles of one model.

A 5-minute row takes ${rowBytes.toFixed(0)} bytes with its index: ${((rowBytes * hoursPerYear * 12) / 1e6).toFixed(1)} MB for a vehicle that works ${hoursPerYear.toLocaleString('en')} hours a year.

A day of ${rollUpVehicles.toLocaleString('en')} vehicles, eight hours with a sample each ten seconds (${samples.toLocaleString('en')} samples of 17 values), was aggregated by \`rebuild-statistics\` in ${(rolledUp.ms / 1000).toFixed(1)} s, of which it rests half, with a look at each of the other vehicles. Processor time of a sample: ${each(rolledUp.nodeS)} µs in Node, ${each(rolledUp.postgresS)} µs in PostgreSQL.

${late.length === 0 ? 'Every answer met its goal.' : `Missed: ${late.map((a) => `${a.name} (${a.asker})`).join(', ')}.`}

| asker | asked | first ms | p50 ms | p95 ms | processor ms | ≤ ${statisticsGoalMs} |
| --- | --- | --: | --: | --: | --: | --- |
${rows.join('\n')}
`;
  return { text, met: late.length === 0 };
}
