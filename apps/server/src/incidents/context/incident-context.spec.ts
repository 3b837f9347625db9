import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faults } from '@headland/contracts/fault';
import { production } from '@headland/contracts/production';
import { sosAlerts } from '@headland/contracts/sos';
import { activeFault, faultUp, sosUp, statusUp } from '@headland/testing/builders/up';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { FaultsModule } from '../faults/faults.module';
import { ProductionModule } from '../../fleet/production/production.module';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../sos/sos.module';
import { devicesOf, held } from '../../testing/alerts';
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

describe('what a terminal had stored when it was exchanged', () => {
  const code = 'E0333';
  const reports = (): Promise<{ id: number; device: string; status: string; count: number; position: number[] }[]> =>
    server.database.query(
      'SELECT id, device_id AS device, status, count, ARRAY[signal_boot, signal_seq] AS position FROM fault_report WHERE vehicle_id = $1 AND code = $2 ORDER BY id',
      [vehicle.id, code],
    );
  const report = (deviceId: string, seq: number, ts: number, more: Parameters<typeof faultUp>[0] = {}): Promise<void> =>
    devicesOf(server).fault(deviceId, faultUp({ seq, ts, active: [activeFault({ code })], ...more }));
  /** Its time decides for which vehicle a message is: only a live status confirms the clock. */
  const live = (deviceId: string): Promise<void> =>
    devicesOf(server).send(held(deviceId, 'status', statusUp({ online: true })));
  /** The vehicle gets the terminal of another one, which is left without. */
  async function exchangeForAnother(): Promise<string> {
    const spare = await makeVehicle(server.database, orgs.nami);
    await exchange(spare, null);
    await exchange(vehicle, spare.deviceId);
    return spare.deviceId;
  }

  it('changes nothing of the report that continues with the next one, nor opens another', async () => {
    const first = vehicle.deviceId;
    await live(first);
    await report(first, 1, at);
    const next = await exchangeForAnother();
    const continued = [expect.objectContaining({ device: next, status: 'occurred', count: 1, position: [0, 0] })];
    await report(first, 2, at + 1000);
    await report(first, 3, at + 2000, { active: [], cleared: [code] });
    await report(first, 4, at + 3000);
    expect(await reports()).toEqual(continued);
    // the next one's messages count, and its successor takes over
    await report(next, 1, Date.now(), { active: [activeFault({ code, count: 2 })] });
    expect(await reports()).toMatchObject([{ device: next, count: 2, position: [1, 1] }]);
    const last = await exchangeForAnother();
    expect(await reports()).toMatchObject([{ device: last, count: 2, position: [0, 0] }]);
  });

  it('opens no report of what a report that is completed meanwhile has dealt with', async () => {
    const first = vehicle.deviceId;
    await live(first);
    await report(first, 1, at);
    await exchangeForAnother();
    const [{ id } = { id: 0 }] = await reports();
    const params = { id };
    await server.call(faults.accept, { params, body: { agencyId: orgs.nami, channel: 'push' } }, head);
    await server.call(faults.complete, { params, body: { kind: 'processing', memo: 'reset' } }, head);
    await report(first, 2, at + 1000);
    expect(await reports()).toMatchObject([{ id, status: 'processingCompleted', count: 1 }]);
  });

  it('is a report of the vehicle where there is none; of two the next one continues that which is worked on', async () => {
    const first = vehicle.deviceId;
    await live(first);
    const next = await exchangeForAnother();
    await report(first, 1, at);
    await report(next, 1, Date.now());
    const [late, own] = await reports();
    expect([late, own]).toMatchObject([{ device: first }, { device: next }]);
    const body = { agencyId: orgs.nami, channel: 'push' } as const;
    await server.call(faults.accept, { params: { id: own?.id ?? 0 }, body }, head);
    const last = await exchangeForAnother();
    expect(await reports()).toMatchObject([
      { id: late?.id, device: first, status: 'occurred' },
      { id: own?.id, device: last, status: 'accepted' },
    ]);
    // and again: neither is lost, and no exchange fails
    await exchangeForAnother();
    expect(await reports()).toMatchObject([{ device: first }, { status: 'accepted' }]);
  });
});
