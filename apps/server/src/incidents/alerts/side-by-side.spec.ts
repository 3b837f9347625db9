import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { upTopic, type UpKind } from '@headland/contracts/device/envelope';
import { sample, sosUp, telemetryUp } from '@headland/testing/builders/up';
import { DealingBroker } from '@headland/testing/dealing-broker';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { TelemetryModule } from '../../fleet/telemetry/telemetry.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { SessionModule } from '../../people/session/session.module';
import { readConfig } from '../../platform/config';
import { eventually, startProcess } from '../../testing/alerts';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { account, endClients, joinBroker, serverPassword } from '../../testing/mqtt-clients';
import { makeOrganizations, makeVehicle } from '../../testing/world';
import { FaultsModule } from '../faults/faults.module';
import { SosModule } from '../sos/sos.module';
import { AlertsModule } from './alerts.module';

// Two ingest and alerts processes at a broker that deals by client: both work, each device in one of them.
type Process = { close: () => Promise<void> };
interface Machine {
  id: string;
  key: number;
  client: MqttClient;
  seq: number;
}
let database: FreshDatabase;
let broker: DealingBroker;
const machines: Machine[] = [];
const running = new Map<string, Process>();

async function start(name: string): Promise<void> {
  const config = readConfig({
    RUN: 'alerts,ingest',
    DATABASE_URL: database.url,
    MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    MQTT_USERNAME: account,
    MQTT_PASSWORD: serverPassword,
    MQTT_SHARED: 'true',
    MQTT_CLIENT_NAME: name,
    JWT_SECRET: 'a secret of the tests, long enough for a key',
  });
  const modules = [SessionModule, DevicesModule, AlertsModule, TelemetryModule, SosModule, FaultsModule];
  running.set(name, await startProcess(config, ['alerts', 'ingest'], [...modules, DeliveriesModule]));
  await membersAre([...running.keys()]);
}

async function close(name: string): Promise<void> {
  const process = running.get(name);
  running.delete(name);
  await process?.close();
}

const membersAre = (names: string[]): Promise<unknown> =>
  eventually(
    async () => (['ingest', 'alerts'] as const).map((group) => broker.membersOf(group).sort()),
    ([ingest, alerts]) =>
      String(ingest) === String(names.map((n) => `headland-ingest-${n}`).sort()) &&
      String(alerts) === String(names.map((n) => `headland-alerts-${n}`).sort()),
  );

beforeAll(async () => {
  database = await freshDatabase();
  const { dataSource } = database;
  const { nami } = await makeOrganizations(dataSource);
  broker = await DealingBroker.start();
  await start('a');
  await start('b');
  for (let i = 0; i < 8; i++) {
    const { deviceId: id, deviceKey: key } = await makeVehicle(dataSource, nami);
    machines.push({ id, key, seq: 0, client: await joinBroker(broker.port, { clientId: id, username: id }) });
  }
});
afterAll(async () => {
  for (const process of running.values()) await process.close();
  await endClients();
  await broker?.stop();
  await database?.drop();
});

const hasSos = (n: number): boolean => n % 20 === 1;
async function sendOne(machine: Machine): Promise<void> {
  const ts = Date.now();
  const seq = ++machine.seq;
  const publish = (kind: UpKind, message: unknown): Promise<unknown> =>
    machine.client.publishAsync(upTopic(machine.id, kind), JSON.stringify(message), { qos: 1 });
  await publish('telemetry', telemetryUp({ seq, ts, samples: [sample({ ts: ts + seq })] }));
  if (hasSos(seq)) await publish('sos', sosUp({ type: 'button', seq, ts }));
}
const send = (): Promise<unknown> => Promise.all(machines.map(sendOne));

/** Each message of each machine is there, once. */
async function arrived(): Promise<void> {
  const [first] = machines;
  const seq = first?.seq ?? 0;
  const calls = Array.from({ length: seq }, (_, i) => i + 1).filter(hasSos).length;
  const all = machines.map(({ id }) => ({ id, telemetry: seq, sos: calls }));
  const counts = async (): Promise<{ id: string; telemetry: number; sos: number }[]> => {
    const rows = await database.dataSource.query<{ id: string; key: number; sos: number }[]>(
      `SELECT d.id, d.key, (SELECT count(*)::int FROM sos_message m WHERE m.device_id = d.id) AS sos
       FROM device d WHERE d.id = ANY($1) ORDER BY array_position($1, d.id)`,
      [machines.map(({ id }) => id)],
    );
    const samples = await database.dataSource.query<{ key: number; n: number }[]>(
      'SELECT device_key AS key, count(*)::int AS n FROM telemetry GROUP BY 1',
    );
    return rows.map(({ key, ...row }) => ({ ...row, telemetry: samples.find((s) => s.key === key)?.n ?? 0 }));
  };
  await eventually(counts, (rows) => rows.every((r) => r.telemetry >= seq && r.sos >= calls), 120_000);
  expect(await counts()).toEqual(all);
}

async function during(work: () => Promise<unknown>): Promise<void> {
  let done = false;
  const happening = work().finally(() => (done = true));
  while (!done) await send();
  await happening;
  for (let i = 0; i < 20; i++) await send();
  await arrived();
}

const sharesOf = (names: string[]): string[][] =>
  names.map((name) => [...(broker.dealtTo.get(`headland-ingest-${name}`) ?? [])].sort());

it('both work, and each device is in one of them', async () => {
  for (let i = 0; i < 30; i++) await send();
  await arrived();
  const [a = [], b = []] = sharesOf(['a', 'b']);
  expect([a.length > 0, b.length > 0, a.length + b.length]).toEqual([true, true, machines.length]);
  expect([...a, ...b].sort()).toEqual(machines.map(({ id }) => id).sort());
});

it('the share of one that ends goes to the other, and comes back with it: nothing lost, nothing twice', async () => {
  await during(() => close('b'));
  broker.dealtTo.clear();
  await send();
  await arrived();
  expect(sharesOf(['a', 'b'])).toEqual([machines.map(({ id }) => id).sort(), []]);
  await during(() => start('b'));
  await during(() => close('a'));
  await during(() => start('a'));
});

it('what one has not acknowledged when its connection is lost goes to the other', async () => {
  for (const name of ['a', 'b', 'a'])
    await during(async () => {
      broker.cut(`headland-ingest-${name}`);
      broker.cut(`headland-alerts-${name}`);
      await membersAre(['a', 'b']);
    });
  expect(broker.unheard).toBe(0);
});
