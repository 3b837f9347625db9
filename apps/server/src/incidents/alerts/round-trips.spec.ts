import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activeFault, faultUp, sosUp, statusUp } from '@headland/testing/builders/up';
import { RecordTiltRollover } from '../../fleet/telemetry/record-tilt-rollover.command';
import { SessionModule } from '../../people/session/session.module';
import { devicesOf, held } from '../../testing/alerts';
import { roundTripsOf } from '../../testing/round-trips';
import { startServer, type TestServer } from '../../testing/server';
import { makeOrganizations, makeVehicle, type MadeVehicle } from '../../testing/world';
import { FaultsModule } from '../faults/faults.module';
import { sosSummary } from '../sos/sos-summary';
import { SosModule } from '../sos/sos.module';
import { AlertsModule } from './alerts.module';

let server: TestServer;
let agency: number;
let vehicle: MadeVehicle;
let devices: ReturnType<typeof devicesOf>;
beforeAll(async () => {
  server = await startServer([SessionModule, AlertsModule, SosModule, FaultsModule]);
  devices = devicesOf(server);
  agency = (await makeOrganizations(server.database)).nami;
});
afterAll(() => server.stop());
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, agency);
  // a live status confirms the clock, which is stored with the first message
  await devices.status(vehicle.deviceId, statusUp({ ts: Date.now(), online: true }));
});

const trips = (work: () => Promise<unknown>): Promise<number> => roundTripsOf(server.app.get(DataSource), work);
const sos = (seq: number) => held(vehicle.deviceId, 'sos', sosUp({ type: 'button', seq }));
const fault = (seq: number, ...codes: string[]) =>
  held(vehicle.deviceId, 'fault', faultUp({ seq, active: codes.map((code) => activeFault({ code })), cleared: [] }));

/** Each round trip waits for a processor at both ends. Less is fine: the driver may have sent on before all has come. */
describe('what PostgreSQL is waited for', () => {
  it('an SOS: once for what is known, once for what is written, once for the commit with its event', async () => {
    expect(await trips(() => devices.send(sos(1)))).toBeLessThanOrEqual(3);
    const [event] = await server.database.query<{ payload: { sos: { id: number } } }[]>(
      "SELECT payload FROM event_log WHERE name = 'sos.raised' AND vehicle_id = $1",
      [vehicle.id],
    );
    // what was announced is what everybody reads later
    expect(event?.payload.sos).toEqual(await sosSummary(server.database, event?.payload.sos.id ?? 0));
  });

  it('more presses, alone or together, and one that was sent twice', async () => {
    await devices.send(sos(1));
    expect(await trips(() => devices.send(sos(2)))).toBeLessThanOrEqual(3);
    expect(await trips(() => devices.send(sos(3), sos(4), sos(5)))).toBeLessThanOrEqual(3);
    // whether its number was used for another one long ago is asked as well
    expect(await trips(() => devices.send(sos(5)))).toBeLessThanOrEqual(3);
  });

  it('an SOS of a device that nobody registered', async () => {
    expect(await trips(() => devices.send(held('NOBODY-1', 'sos', sosUp())))).toBeLessThanOrEqual(3);
  });

  it('a roll-over that was derived from tilt', async () => {
    const at = new Date();
    const sample = { ts: at.getTime(), lat: 35.8, lon: 126.9, tilt: { x: 60, y: 0, z: 0 } };
    const record = new RecordTiltRollover(vehicle.deviceId, at, at.getTime(), sample);
    expect(await trips(() => server.execute(record))).toBeLessThanOrEqual(6);
    expect(await server.database.query('SELECT 1 FROM sos_call WHERE device_id = $1', [vehicle.deviceId])).toHaveLength(
      1,
    );
  });

  it('a fault message: as often for one code as for several', async () => {
    expect(await trips(() => devices.send(fault(1, 'E0333')))).toBeLessThanOrEqual(4);
    expect(await trips(() => devices.send(fault(2, 'E0333', 'E0101', 'E0202', 'E0104')))).toBeLessThanOrEqual(4);
    expect(await trips(() => devices.send(fault(2, 'E0333', 'E0101', 'E0202', 'E0104')))).toBeLessThanOrEqual(2);
  });
});
