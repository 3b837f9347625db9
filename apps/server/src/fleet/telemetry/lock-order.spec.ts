import { afterAll, beforeAll, expect, it } from 'vitest';
import { engineUp, statusUp } from '@headland/testing/builders/up';
import { DevicesModule } from '../devices/devices.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, held } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeOrganizations, makeVehicle } from '../../testing/world';
import { TelemetryIngest } from './telemetry-ingest';
import { TelemetryModule } from './telemetry.module';

let server: TestServer;
beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, TelemetryModule]);
});
afterAll(() => server.stop());

it('a batch that waits for the state of a vehicle does not hold its clock: alerts write both in that order', async () => {
  const { database } = server;
  const { id, deviceId, deviceKey } = await makeVehicle(database, (await makeOrganizations(database)).nami);
  await database.query('INSERT INTO vehicle_state (vehicle_id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
  const alert = database.createQueryRunner();
  await alert.query('BEGIN');
  await alert.query('UPDATE vehicle_state SET open_sos = 1 WHERE vehicle_id = $1', [id]);
  const now = Date.now();
  const done = server.app
    .get(TelemetryIngest)
    .commit([
      held(deviceId, 'status', statusUp({ boot: 1, ts: now - 60_000, online: true }), now),
      held(deviceId, 'engine', engineUp({ boot: 1, seq: 1, ts: now - 60_000 }), now),
    ]);
  await eventually(
    () =>
      database.query<unknown[]>(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'headland-ingest' AND wait_event_type = 'Lock'",
      ),
    (waiting) => waiting.length > 0,
    180_000,
  );
  await alert.query(
    `INSERT INTO device_clock (device_key, boot, clock, offset_ms) VALUES ($1, 1, '{}', 0) ON CONFLICT (device_key, boot) DO UPDATE SET offset_ms = 0`,
    [deviceKey],
  );
  await alert.query('COMMIT');
  await alert.release();
  await done;
  const [row] = await database.query<{ deadlocks: number }[]>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  expect(row?.deadlocks).toBe(0);
});
