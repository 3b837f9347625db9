import { largeFleet } from '@headland/testing/large-fleet';
import type { Pool } from 'pg';

/** How large the database is to be. */
export interface Size {
  vehicles: number;
  telemetryRows: number;
}
/** Steps whose rows refer to what was just read: to look each of them up again, a million times and more, takes longer than to write them. */
const unchecked = new Set(['installations and sales', 'dealers and terms of customers', 'consumables', 'history']);

export interface Filled {
  what: string;
  seconds: number;
}
/** Days that the telemetry is spread over: as many partitions. */
const days = 50;

/**
 * Fills a database that holds the demo data with a large fleet: vehicles with devices, customers, states, sales, consumables, faults, calls, history
 * and telemetry. All of it in SQL and the same each time. `log` gets the progress. Answers what it filled in, and how long each step took.
 */
export async function fill(
  pool: Pool,
  { vehicles, telemetryRows }: Size,
  log: (line: string) => void,
): Promise<Filled[]> {
  const done: Filled[] = [];
  const { rows } = await pool.query<{ n: number }>("SELECT count(*)::int AS n FROM vehicle WHERE vin LIKE 'HDLG%'");
  const there = rows[0]?.n ?? 0;
  if (there < vehicles) {
    await setIndexesAside(pool);
    const write = async ([what, sql]: (typeof largeFleet)[number]): Promise<void> => {
      const began = performance.now();
      // triggers of each row were planned while their tables were almost empty: without this they would read them whole, a hundred thousand times
      await pool.query(
        `BEGIN; SET LOCAL enable_seqscan = ${what === 'vehicles' ? 'off' : 'on'}; SET LOCAL session_replication_role = ${unchecked.has(what) ? 'replica' : 'origin'};
         ${sql.replaceAll('$from', String(there + 1)).replaceAll('$to', String(vehicles))}; COMMIT`,
      );
      log(`${what}: ${seconds(began)}`);
      done.push({ what, seconds: (performance.now() - began) / 1000 });
    };
    const alone = largeFleet.findIndex(([what]) => what === 'vehicles') + 1;
    for (const step of largeFleet.slice(0, alone)) await write(step);
    await pool.query('ANALYZE organization, customer, device, vehicle');
    // what follows is of the vehicles alone: two at a time, as the pool has connections
    await Promise.all(largeFleet.slice(alone).map(write));
  }
  await makeIndexes(pool, log);
  await fillTelemetry(pool, vehicles, telemetryRows, log);
  const began = performance.now();
  await pool.query('VACUUM (ANALYZE)');
  log(`statistics: ${seconds(began)}`);
  return done;
}

/** Indexes that nothing is found by while the fleet is written: to make them of all rows at once takes a fraction of the time. Their definitions are kept, should the run be interrupted. */
async function setIndexesAside(pool: Pool): Promise<void> {
  await pool.query(
    `CREATE TABLE IF NOT EXISTS lab_index (name text, definition text);
     INSERT INTO lab_index SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
       WHERE NOT i.indisunique AND i.indrelid::regclass::text = ANY ('{customer,device,vehicle,consumable_cycle,event_log,customer_terms,fault_report,sos_call}')
         AND (a.amname = 'gin' OR i.indrelid::regclass::text IN ('consumable_cycle', 'event_log', 'customer_terms'));
     DO $$ DECLARE one text; BEGIN FOR one IN SELECT name FROM lab_index LOOP EXECUTE 'DROP INDEX IF EXISTS ' || one; END LOOP; END $$`,
  );
}

async function makeIndexes(pool: Pool, log: (line: string) => void): Promise<void> {
  const began = performance.now();
  await pool.query(
    `CREATE TABLE IF NOT EXISTS lab_index (name text, definition text);
     DO $$ DECLARE one text; BEGIN FOR one IN SELECT definition FROM lab_index LOOP EXECUTE replace(one, ' INDEX ', ' INDEX IF NOT EXISTS '); END LOOP; END $$;
     DROP TABLE lab_index`,
  );
  log(`indexes: ${seconds(began)}`);
}

/** The same number of rows for each vehicle and day, ten seconds apart, into the partition of the day. */
async function fillTelemetry(pool: Pool, vehicles: number, total: number, log: (line: string) => void): Promise<void> {
  const perDay = Math.ceil(total / days);
  // every vehicle works on some of the days, as in a season
  const samples = 100;
  const working = Math.min(vehicles, Math.ceil(perDay / samples));
  for (let ago = days; ago >= 1; ago--) {
    const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const partition = `telemetry_${day.replaceAll('-', '')}`;
    await pool.query('SELECT ensure_telemetry_day($1)', [day]);
    const { rows } = await pool.query<{ filled: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM ${partition} WHERE boot = 900) AS filled`,
    );
    if (rows[0]?.filled) continue;
    const began = performance.now();
    await pool.query(
      `INSERT INTO ${partition} (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, lat, lon, heading, speed, engine, work, rpm, engine_hours, odometer, fuel_used, coolant, load, fuel_level)
       SELECT f.key, f.id, at.ts, (extract(epoch FROM at.ts) * 1000)::bigint, at.ts + interval '1 second', 900, $1 * 1000 + s, f.lat + s * 1e-5, f.lon + s * 1e-5, s % 360, 6.5, true, 'work',
              1900 + s, 400 + $1 + s / 360.0, 900 + s / 100.0, 2000 + s / 40.0, 84 + s % 7, s % 100, 70
       FROM (SELECT d.key, v.id, 34.5 + (v.id % 4000) / 1000.0 AS lat, 126.2 + (v.id % 3000) / 1000.0 AS lon
             FROM vehicle v JOIN device d ON d.id = v.device_id WHERE v.vin LIKE 'HDLG%' AND (v.id + $1) % $4 < $2 ORDER BY v.id LIMIT $2) f,
            generate_series(1, $3) s, LATERAL (SELECT $5::timestamptz + interval '6 hours' + s * interval '10 seconds' AS ts) at`,
      [ago, working, samples, Math.max(working, vehicles), `${day}T00:00:00Z`],
    );
    if (ago % 10 === 0) log(`telemetry, ${days - ago + 1} of ${days} days: ${seconds(began)} for the last`);
  }
}

const seconds = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
