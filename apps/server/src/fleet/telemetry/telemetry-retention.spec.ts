import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Config } from '../../platform/config';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { makeLog } from '../../platform/log';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { makeOrganizations, makeVehicle, type MadeVehicle } from '../../testing/world';
import { TelemetryRetention } from './telemetry-retention';

let fresh: FreshDatabase;
let vehicle: MadeVehicle;
const now = new Date('2026-11-23T00:00:00Z');
const config = { TELEMETRY_KEEP_DAYS: 400, STREAM_KEEP_DAYS: 90 } as Config;
const left = async (sql: string): Promise<unknown[]> =>
  (await fresh.dataSource.query<{ it: unknown }[]>(sql)).map((r) => r.it);

beforeAll(async () => {
  fresh = await freshDatabase();
  vehicle = await makeVehicle(fresh.dataSource, (await makeOrganizations(fresh.dataSource)).nami);
});
afterAll(() => fresh.drop());

it('removes engine runs as old as telemetry, and what former starts left after their days; the newest start stays', async () => {
  await fresh.dataSource.query(
    `INSERT INTO engine_run (device_key, ts, device_ts, received_at, boot, seq, engine_on)
     SELECT $1, $2::timestamptz - n * interval '100 days', 0, $2, 1, n, true FROM generate_series(0, 5) n`,
    [vehicle.deviceKey, now],
  );
  await fresh.dataSource.query('UPDATE engine_run SET vehicle_id = $1 WHERE seq % 2 = 0', [vehicle.id]);
  await fresh.dataSource.query(
    `INSERT INTO engine_run (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine_on)
     SELECT $1, $2, $3::timestamptz - interval '401 days', 0, $3, 2, n, true FROM generate_series(1, 5001) n`,
    [vehicle.deviceKey, vehicle.id, now],
  );
  for (const [boot, days] of [
    [1, 300],
    [2, 89],
    [3, 200],
  ] as const) {
    const at = new Date(now.getTime() - days * 86_400_000);
    await fresh.dataSource.query(
      "INSERT INTO device_stream (device_key, topic, boot, received, received_at) VALUES ($1, 'telemetry', $2, '{[1,2)}', $3)",
      [vehicle.deviceKey, boot, at],
    );
    await fresh.dataSource.query(
      "INSERT INTO device_clock (device_key, boot, clock, offset_ms, updated_at) VALUES ($1, $2, '{}', 0, $3)",
      [vehicle.deviceKey, boot, at],
    );
  }
  await fresh.dataSource.query(
    "INSERT INTO device_traffic (device_key, hour, messages, duplicates, bytes) SELECT $1, $2::timestamptz - n * interval '1 day', n, 0, 0 FROM unnest(ARRAY[1, 6, 8, 400]) n",
    [vehicle.deviceKey, now],
  );
  await new TelemetryRetention(
    new SingleDuties(config, makeLog('error', ['jobs'])),
    fresh.dataSource,
    config,
    () => now,
  ).run();
  expect(await left('SELECT seq AS it FROM engine_run ORDER BY boot, seq')).toEqual([0, 1, 2, 3, 4]);
  expect(await left('SELECT boot AS it FROM device_stream ORDER BY boot')).toEqual([2, 3]);
  expect(await left('SELECT boot AS it FROM device_clock ORDER BY boot')).toEqual([2, 3]);
  expect(await left('SELECT messages AS it FROM device_traffic ORDER BY 1')).toEqual([1, 6]);
});
