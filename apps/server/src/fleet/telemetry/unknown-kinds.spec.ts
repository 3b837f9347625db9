import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { upTopic } from '@headland/contracts/device/envelope';
import { telemetryUp } from '@headland/testing/builders/up';
import { DevicesModule } from '../devices/devices.module';
import { readConfig } from '../../platform/config';
import { type Broker, startBroker } from '../../platform/mqtt/embedded-broker/broker';
import { SessionModule } from '../../people/session/session.module';
import { eventually, startProcess } from '../../testing/alerts';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { account, endClients, joinBroker, serverPassword } from '../../testing/mqtt-clients';
import { makeOrganizations, makeVehicle } from '../../testing/world';
import { TelemetryModule } from './telemetry.module';

let database: FreshDatabase;
let broker: Broker;
let server: { close: () => Promise<void> };

beforeAll(async () => {
  database = await freshDatabase();
  const serverLimits = { messages: 10_000, bytes: 10_000_000, inFlightMessages: 4_000, inFlightBytes: 8_000_000 };
  broker = await startBroker(
    {
      host: '127.0.0.1',
      port: 0,
      databaseUrl: database.url,
      username: account,
      password: serverPassword,
      serverLimits,
    },
    pino({ level: 'silent' }),
  );
  const config = readConfig({
    RUN: 'ingest',
    DATABASE_URL: database.url,
    MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    MQTT_USERNAME: account,
    MQTT_PASSWORD: serverPassword,
    JWT_SECRET: 'a secret of the tests, long enough for a key',
  });
  server = await startProcess(config, ['ingest'], [SessionModule, DevicesModule, TelemetryModule]);
});
afterAll(async () => {
  await server?.close();
  await endClients();
  await broker?.stop();
  await database?.drop();
});

it('a kind that the protocol does not know is kept aside with its device; what others commit is left to them', async () => {
  const { deviceId: id } = await makeVehicle(database.dataSource, (await makeOrganizations(database.dataSource)).nami);
  const client = await joinBroker(broker.port, { clientId: id, username: id, password: `a secret of ${id}` });
  let seq = 0;
  await eventually(
    async () => {
      await client.publishAsync(upTopic(id, 'telemetry'), JSON.stringify(telemetryUp({ seq: ++seq })), { qos: 1 });
      return database.dataSource.query<unknown[]>('SELECT 1 FROM telemetry LIMIT 1');
    },
    (rows) => rows.length > 0,
  );
  await client.publishAsync(upTopic(id, 'sos'), '{ broken', { qos: 1 });
  await client.publishAsync(`tms/v1/${id}/up/weather`, '{"v":1}', { qos: 1 });
  await client.publishAsync(`tms/v1/${id}/up/sos/deeper`, '{"v":1}', { qos: 1 });
  const aside = (): Promise<object[]> =>
    database.dataSource.query<object[]>('SELECT device_id AS device, topic, reason FROM quarantine ORDER BY topic');
  await eventually(aside, (rows) => rows.length >= 2, 60_000);
  expect(await aside()).toEqual(
    ['sos/deeper', 'weather'].map((kind) => ({ device: id, topic: `tms/v1/${id}/up/${kind}`, reason: 'topic' })),
  );
});
