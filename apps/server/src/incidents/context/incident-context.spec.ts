import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faults } from '@headland/contracts/fault';
import { production } from '@headland/contracts/production';
import { sosAlerts } from '@headland/contracts/sos';
import { faultUp, sosUp } from '@headland/testing/builders/up';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { FaultsModule } from '../faults/faults.module';
import { ProductionModule } from '../../fleet/production/production.module';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../sos/sos.module';
import { devicesOf } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { AlertsModule } from '../alerts/alerts.module';

let server: TestServer;
let orgs: Organizations;
let head: string;
let vehicle: MadeVehicle;
let other: MadeVehicle;
let at: number;

beforeAll(async () => {
  server = await startServer([
    SessionModule,
    DevicesModule,
    AlertsModule,
    SosModule,
    FaultsModule,
    DeliveriesModule,
    ProductionModule,
  ]);
  orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
});
afterAll(() => server.stop());
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, orgs.nami);
  other = await makeVehicle(server.database, orgs.nami);
  at = Date.now() - 60_000;
  await server.database.query('SELECT ensure_telemetry_day($1)', [new Date(at).toISOString().slice(0, 10)]);
});

const drive = (deviceKey: number, vehicleId: number, ts: number, rpm: number): Promise<unknown> =>
  server.database.query(
    `INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, lat, lon, rpm, engine, work)
     VALUES ($1, $2, to_timestamp($3 / 1000.0), $3, now(), 1, 1, 35.8, 126.9, $4, true, 'work')`,
    [deviceKey, vehicleId, ts, rpm],
  );

/** Exchanges the terminal of a machine, as the factory does it. */
async function exchange({ id }: MadeVehicle, deviceId: string | null): Promise<void> {
  const { version, releaseYear, horsepower, transmission, shippedOn, dealer, memo } = await server.call(
    production.get,
    { params: { id } },
    head,
  );
  const body = {
    version,
    deviceId,
    matchedOn: deviceId === null ? null : '2026-01-02',
    releaseYear,
    horsepower,
    transmission: transmission ?? 'PST',
    shippedOn,
    dealerId: dealer?.id ?? null,
    memo,
  };
  await server.call(production.change, { params: { id }, body }, head);
}

describe('an incident from before its terminal was exchanged', () => {
  it('keeps its track and its values, and has none of the machine that has the terminal now', async () => {
    await drive(vehicle.deviceKey, vehicle.id, at - 20_000, 1985);
    await devicesOf(server).sos(vehicle.deviceId, sosUp({ type: 'rollover', ts: at }));
    await devicesOf(server).fault(vehicle.deviceId, faultUp({ seq: 2, ts: at }));
    const [sos] = (await server.call(sosAlerts.list, { query: { vin: vehicle.vin } }, head)).rows;
    const [fault] = (await server.call(faults.list, { query: { vin: vehicle.vin } }, head)).rows;
    await server.database.query(`UPDATE sos_call SET status = 'resolved', closed_at = now() WHERE id = $1`, [sos?.id]);
    await exchange(other, null);
    await exchange(vehicle, other.deviceId);
    await drive(vehicle.deviceKey, other.id, at - 10_000, 700);
    const call = await server.call(sosAlerts.get, { params: { id: sos?.id ?? 0 } }, head);
    expect(call.track.map((p) => p.rpm)).toEqual([1985]);
    const report = await server.call(faults.get, { params: { id: fault?.id ?? 0 } }, head);
    expect(report.track.map((p) => p.rpm)).toEqual([1985]);
    expect(report.freeze.rpm?.map(([, value]) => value)).toEqual([1985]);
  });
});
