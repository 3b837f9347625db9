import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sosAlerts } from '@headland/contracts/sos';
import { sosUp, statusUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../alerts/alerts.module';
import { FaultsModule } from '../faults/faults.module';
import { migrations } from '../../platform/database/migrations';
import { SosByVehicle1764000172000 } from '../../platform/database/migrations/1764000172000-sos-by-vehicle';
import { isMessageFault } from '../../platform/mqtt/message-fault';
import { SessionModule } from '../../people/session/session.module';
import { devicesOf, held, refusal } from '../../testing/alerts';
import { freshDatabase } from '../../testing/database';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { DropDeviceIndex } from './drop-device-index';
import { RecordTiltRollover } from '../../fleet/telemetry/record-tilt-rollover.command';
import { SosModule } from './sos.module';

// a vehicle has one open SOS of a type, whichever terminal raised it
let server: TestServer;
let orgs: Organizations;
let head: string;
let vehicle: MadeVehicle;
let other: MadeVehicle;
let seq = 0;
beforeAll(async () => {
  server = await startServer([SessionModule, AlertsModule, SosModule, FaultsModule]);
  orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
});
afterAll(() => server.stop());
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, orgs.nami);
  other = await makeVehicle(server.database, orgs.sora);
});

const press = (deviceId: string, type: 'button' | 'rollover' = 'button'): Promise<void> =>
  devicesOf(server).sos(deviceId, sosUp({ type, seq: ++seq }));
/** As after an exchange: its own rules are tried with the devices. */
const install = (deviceId: string | null, vehicleId: number): Promise<unknown> =>
  server.database.query('UPDATE vehicle SET device_id = $1 WHERE id = $2', [deviceId, vehicleId]);
async function move(deviceId: string, from: MadeVehicle, to: MadeVehicle): Promise<void> {
  await install(null, from.id);
  await install(deviceId, to.id);
}
const alerts = () =>
  server.database.query<{ id: number; vehicle: number | null; device: string; presses: number; messages: string[] }[]>(
    `SELECT id, vehicle_id AS vehicle, device_id AS device, presses, (SELECT array_agg(m.device_id ORDER BY m.id) FROM sos_message m WHERE m.call_id = c.id) AS messages
     FROM sos_call c WHERE vehicle_id = ANY($1) OR device_id = ANY($2) ORDER BY id`,
    [
      [vehicle.id, other.id],
      [vehicle.deviceId, other.deviceId],
    ],
  );
const openOnMap = async (v: MadeVehicle): Promise<number | undefined> =>
  (
    await server.database.query<{ open: number }[]>(
      'SELECT open_sos AS open FROM vehicle_state WHERE vehicle_id = $1',
      [v.id],
    )
  )[0]?.open;

describe('a second terminal of a vehicle', () => {
  it('adds to the open SOS of the first', async () => {
    await press(vehicle.deviceId);
    await move(other.deviceId, other, vehicle);
    await press(other.deviceId);
    expect(await alerts()).toMatchObject([
      { vehicle: vehicle.id, device: vehicle.deviceId, presses: 2, messages: [vehicle.deviceId, other.deviceId] },
    ]);
    expect(await openOnMap(vehicle)).toBe(1);
  });

  it('derives no roll-over from its tilt while one is open', async () => {
    await press(vehicle.deviceId, 'rollover');
    await move(other.deviceId, other, vehicle);
    const sample = { ts: Date.now(), lat: 35.8, lon: 127.1, speed: 0, tilt: { x: 88, y: 0, z: 0 } };
    await server.execute(new RecordTiltRollover(other.deviceId, new Date(), sample.ts, sample));
    expect(await alerts()).toMatchObject([{ vehicle: vehicle.id, presses: 1 }]);
  });

  it('keeps a false alarm of the first from being reopened while its own SOS is open', async () => {
    await press(vehicle.deviceId);
    const [first] = await alerts();
    const params = { id: first?.id ?? 0 };
    await server.call(sosAlerts.falseAlarm, { params, body: { cause: 'test', resolution: 'A test' } }, head);
    await move(other.deviceId, other, vehicle);
    await press(other.deviceId);
    expect(await refusal(server.call(sosAlerts.reopen, { params, body: { reason: 'He called' } }, head))).toEqual([
      409,
      'SOS_RAISED_AGAIN',
    ]);
  });
});

describe('a terminal that was moved while its SOS is open', () => {
  it('raises an SOS of its own for the vehicle that it is in now', async () => {
    await press(vehicle.deviceId);
    await move(vehicle.deviceId, vehicle, other);
    await press(vehicle.deviceId);
    await press(vehicle.deviceId);
    expect(await alerts()).toMatchObject([
      { vehicle: vehicle.id, presses: 1 },
      { vehicle: other.id, presses: 2 },
    ]);
    expect([await openOnMap(vehicle), await openOnMap(other)]).toEqual([1, 1]);
  });

  it('calls from the vehicle that it was in when it was pressed, where that could not be sent before', async () => {
    const { deviceId } = vehicle;
    const minutesAgo = (n: number): number => Date.now() - n * 60_000;
    // in one until ten minutes ago, in the other since five
    await server.database.query(
      `INSERT INTO device_installation (device_id, vehicle_id, matched_on, matched_at, ended_at)
       VALUES ($1, $2, now(), now() - interval '1 day', now() - interval '10 minutes'), ($1, $3, now(), now() - interval '5 minutes', NULL)`,
      [deviceId, vehicle.id, other.id],
    );
    await move(other.deviceId, other, vehicle);
    await install(deviceId, other.id);
    await press(other.deviceId);
    const { boot } = sosUp({});
    await devicesOf(server).send(held(deviceId, 'status', statusUp({ boot, online: true })));
    const kept = [12, 1].map((minutes) => held(deviceId, 'sos', sosUp({ boot, seq: ++seq, ts: minutesAgo(minutes) })));
    await devicesOf(server).send(...kept);
    expect(await alerts()).toMatchObject([
      { vehicle: vehicle.id, presses: 2, messages: [other.deviceId, deviceId] },
      { vehicle: other.id, presses: 1, messages: [deviceId] },
    ]);
  });

  it('lets a false alarm of the former vehicle be reopened beside it', async () => {
    await press(vehicle.deviceId);
    const [first] = await alerts();
    const params = { id: first?.id ?? 0 };
    await server.call(sosAlerts.falseAlarm, { params, body: { cause: 'test', resolution: 'A test' } }, head);
    await move(vehicle.deviceId, vehicle, other);
    await press(vehicle.deviceId);
    expect(await server.call(sosAlerts.reopen, { params, body: { reason: 'He called' } }, head)).toMatchObject({
      status: 'acknowledged',
    });
    expect([await openOnMap(vehicle), await openOnMap(other)]).toEqual([1, 1]);
  });
});

it('a device without a vehicle has one open SOS of its own, and another one when it is in a vehicle', async () => {
  const { deviceId } = vehicle;
  await install(null, vehicle.id);
  await Promise.all([press(deviceId), press(deviceId)]);
  expect(await alerts()).toMatchObject([{ vehicle: null, presses: 2 }]);
  await install(deviceId, vehicle.id);
  await press(deviceId);
  expect(await alerts()).toMatchObject([
    { vehicle: null, presses: 2 },
    { vehicle: vehicle.id, presses: 1 },
  ]);
});

/** The index of earlier releases, and the statements of their processes. */
describe('beside processes of the release before', () => {
  it('the index goes with the upgrade where no device can have an SOS yet, else a day later', async () => {
    for (const [devices, left] of [
      [0, null],
      [1, 'a day'],
    ] as const) {
      const fresh = await freshDatabase(migrations.filter((m) => m !== SosByVehicle1764000172000));
      if (devices > 0) await makeVehicle(fresh.dataSource, (await makeOrganizations(fresh.dataSource)).nami);
      const runner = fresh.dataSource.createQueryRunner();
      await new SosByVehicle1764000172000().up(runner);
      await runner.release();
      const [index] = await fresh.dataSource.query<{ left: string }[]>(
        "SELECT CASE WHEN obj_description(oid, 'pg_class')::timestamptz - now() BETWEEN interval '23 hours' AND interval '1 day' THEN 'a day' END AS left FROM pg_class WHERE relname = 'sos_call_open'",
      );
      expect(index?.left ?? null).toBe(left);
      await fresh.drop();
    }
  });

  const oldIndex =
    "CREATE UNIQUE INDEX sos_call_open ON sos_call (device_id, type) WHERE status IN ('raised', 'acknowledged', 'dispatched')";
  const oldPress = (v: MadeVehicle): Promise<{ id: number; raised: boolean }[]> =>
    server.database.query(
      `INSERT INTO sos_call AS c (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at) VALUES ('button', 'device', $1, $2, $3, now(), now())
       ON CONFLICT (device_id, type) WHERE status IN ('raised', 'acknowledged', 'dispatched') DO UPDATE SET presses = c.presses + excluded.presses
       RETURNING id, xmax = 0 AS raised`,
      [v.id, v.deviceId, orgs.nami],
    );
  const withOldIndex = async (dueAt: string): Promise<void> => {
    await server.database.query("UPDATE sos_call SET status = 'resolved'");
    await server.database.query(
      `DROP INDEX IF EXISTS sos_call_open; ${oldIndex}; COMMENT ON INDEX sos_call_open IS '${dueAt}'`,
    );
  };
  const drop = (): Promise<void> => server.app.get(DropDeviceIndex).run();
  const isThere = async (): Promise<boolean> =>
    (await server.database.query<{ there: boolean }[]>("SELECT to_regclass('sos_call_open') IS NOT NULL AS there"))[0]
      ?.there === true;

  it('both raise and add while the index is there', async () => {
    await withOldIndex('2999-01-01T00:00:00Z');
    expect(await oldPress(vehicle)).toMatchObject([{ raised: true }]);
    await press(vehicle.deviceId);
    await press(other.deviceId);
    expect(await oldPress(other)).toMatchObject([{ raised: false }]);
    expect(await alerts()).toMatchObject([
      { vehicle: vehicle.id, presses: 2 },
      { vehicle: other.id, presses: 2 },
    ]);
  });

  it('a terminal that was moved counts on the SOS that it has, as before, until the index is gone', async () => {
    await withOldIndex('2999-01-01T00:00:00Z');
    await press(vehicle.deviceId);
    await move(vehicle.deviceId, vehicle, other);
    await press(vehicle.deviceId);
    expect(await alerts()).toMatchObject([
      { vehicle: vehicle.id, presses: 2, messages: [vehicle.deviceId, vehicle.deviceId] },
    ]);
    await drop();
    expect(await isThere()).toBe(true);
    await server.database.query("COMMENT ON INDEX sos_call_open IS '2020-01-01T00:00:00Z'");
    await drop();
    expect(await isThere()).toBe(false);
    await drop();
    await press(vehicle.deviceId);
    expect(await alerts()).toMatchObject([
      { vehicle: vehicle.id, presses: 2 },
      { vehicle: other.id, presses: 1 },
    ]);
  });

  it('once it is gone, what a process of then says waits and does not go to quarantine', async () => {
    await withOldIndex('2020-01-01T00:00:00Z');
    await drop();
    const error = await oldPress(vehicle).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: '42P10' });
    expect(isMessageFault(error)).toBe(false);
  });
});
