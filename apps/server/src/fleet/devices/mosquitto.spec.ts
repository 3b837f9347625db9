import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { devices, type DeviceDetail } from '@headland/contracts/device';
import { SessionModule } from '../../people/session/session.module';
import { eventually } from '../../testing/alerts';
import { mosquittoPath } from '../../testing/mosquitto';
import { closeOf, endClients, joinBroker, serverPassword, untilAccepted } from '../../testing/mqtt-clients';
import { startServer, type TestServer } from '../../testing/server';
import { startShippedMosquitto, type ShippedMosquitto } from '../../testing/shipped-mosquitto';
import { makeAccount, makeOrganizations, makeVehicle } from '../../testing/world';
import { DevicesModule } from './devices.module';

// The same guarantees with a Mosquitto with the shipped settings and the password file of the jobs process.
describe.skipIf(mosquittoPath === '')('a device on Mosquitto', () => {
  let broker: ShippedMosquitto;
  let server: TestServer;
  let token: string;
  let v: { deviceId: string; deviceKey: number };
  beforeAll(async () => {
    broker = await startShippedMosquitto();
    server = await startServer([SessionModule, DevicesModule], {
      config: {
        RUN: ['api', 'jobs'],
        MQTT_URL: `mqtt://127.0.0.1:${broker.server}`,
        MQTT_PASSWORD: serverPassword,
        MQTT_PASSWORD_FILE_OUT: broker.devicesFile,
      },
    });
    const o = await makeOrganizations(server.database);
    token = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', o.headOffice));
    v = await makeVehicle(server.database, o.nami);
  });
  afterEach(endClients);
  afterAll(async () => {
    await server?.stop();
    await broker?.stop();
  });
  const connect = () =>
    joinBroker(broker.device, { username: v.deviceId, password: `a secret of ${v.deviceId}`, clientId: v.deviceId });
  const get = (): Promise<DeviceDetail> => server.call(devices.get, { params: { id: v.deviceKey } }, token);

  it('gets its config, also when it connects later', async () => {
    const { version } = await get();
    const body = {
      version,
      sim: '89820000000001',
      activation: '01011112222',
      intervalSeconds: 60,
      type: 1,
      vehicleId: (await get()).vehicle?.id ?? null,
      reason: 'x',
    };
    await server.call(devices.change, { params: { id: v.deviceKey }, body }, token);
    await eventually(get, (d) => d.config.sent?.interval === 60);
    const machine = await untilAccepted(connect);
    const received = new Promise<string>((done) => machine.on('message', (_, payload) => done(String(payload))));
    await machine.subscribeAsync(`tms/v1/${v.deviceId}/down/#`, { qos: 1 });
    expect(JSON.parse(await received)).toMatchObject({ interval: 60, remoteControl: 'start' });
  });

  it('is out of its connection with its unregistration, and comes in no more', async () => {
    const machine = await untilAccepted(connect);
    const closed = closeOf(machine);
    await server.call(
      devices.unregister,
      { params: { id: v.deviceKey }, body: { version: (await get()).version, reason: '파손' } },
      token,
    );
    await closed;
    await expect(connect()).rejects.toThrow();
    await eventually(get, (d) => d.config.sent === null);
  });
});
