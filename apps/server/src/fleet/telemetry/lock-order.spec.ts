import { afterAll, beforeAll, expect, it } from 'vitest';
import { engineUp, statusUp, telemetryUp } from '@headland/testing/builders/up';
import { DevicesModule } from '../devices/devices.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, held } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeOrganizations, makeVehicle } from '../../testing/world';
import { TelemetryIngest } from './telemetry-ingest';
import { TelemetryModule } from './telemetry.module';

let server: TestServer;
let agency: number;
beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, TelemetryModule]);
  agency = (await makeOrganizations(server.database)).nami;
});
afterAll(() => server.stop());

const minuteAgo = (): number => Date.now() - 60_000;
it.each([
  [
    'a batch with a status and an engine',
    (device: string) => [
      held(device, 'status', statusUp({ boot: 1, ts: minuteAgo(), online: true })),
      held(device, 'engine', engineUp({ boot: 1, seq: 1, ts: minuteAgo() })),
    ],
  ],
  [
    // the window of its clock is of more than ten minutes ago
    'telemetry alone, whose clock is in the same statement,',
    (device: string) => [held(device, 'telemetry', telemetryUp({ boot: 1, seq: 2 }))],
  ],
])(
  '%s that waits for the state of a vehicle does not hold its clock: alerts write both in that order',
  async (_, batch) => {
    const { database } = server;
    const { id, deviceId, deviceKey } = await makeVehicle(database, agency);
    await database.query('INSERT INTO vehicle_state (vehicle_id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
    const ingest = server.app.get(TelemetryIngest);
    const before = Date.now() - 11 * 60_000;
    await ingest.commit([held(deviceId, 'telemetry', telemetryUp({ boot: 1, seq: 1, ts: before }), before)]);
    const alert = database.createQueryRunner();
    await alert.query('BEGIN');
    await alert.query('UPDATE vehicle_state SET open_sos = 1 WHERE vehicle_id = $1', [id]);
    const done = ingest.commit(batch(deviceId));
    await eventually(
      () =>
        database.query<unknown[]>(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'headland-ingest' AND wait_event_type = 'Lock' AND position('vehicle_state' in query) > 0",
        ),
      (waiting) => waiting.length > 0,
      30_000,
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
  },
);
