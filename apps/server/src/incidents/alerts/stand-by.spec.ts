import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { MqttClient } from 'mqtt';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { upTopic, type UpKind } from '@headland/contracts/device/envelope';
import { sample, sosUp, telemetryUp } from '@headland/testing/builders/up';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { TelemetryModule } from '../../fleet/telemetry/telemetry.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { SessionModule } from '../../people/session/session.module';
import { readConfig } from '../../platform/config';
import { leaseNumbers } from '../../platform/jobs/lease';
import { ingestMetrics } from '../../platform/metrics';
import { type Broker, startBroker } from '../../platform/mqtt/embedded-broker/broker';
import { eventually, startProcess } from '../../testing/alerts';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { account, endClients, joinBroker, serverPassword } from '../../testing/mqtt-clients';
import { makeOrganizations, makeVehicle } from '../../testing/world';
import { FaultsModule } from '../faults/faults.module';
import { SosModule } from '../sos/sos.module';
import { AlertsModule } from './alerts.module';

// Two processes of a kind at a broker that does not divide their messages: one is subscribed, the other takes over.
type Process = { close: () => Promise<void> };
let database: FreshDatabase;
let broker: Broker;
let device: MqttClient;
let organization: number;
let id: string;
let key: number;
let seq = 0;
/** What was sent before somebody had ever subscribed is not kept by the broker. */
let begun = 0;
const running = new Set<Process>();

async function start({ databaseUrl = database.url, brokerPort = broker.port } = {}): Promise<Process> {
  const config = readConfig({
    RUN: 'alerts,ingest',
    DATABASE_URL: databaseUrl,
    MQTT_URL: `mqtt://127.0.0.1:${brokerPort}`,
    MQTT_USERNAME: account,
    MQTT_PASSWORD: serverPassword,
    JWT_SECRET: 'a secret of the tests, long enough for a key',
  });
  const modules = [SessionModule, DevicesModule, AlertsModule, TelemetryModule, SosModule, FaultsModule];
  const process = await startProcess(config, ['alerts', 'ingest'], [...modules, DeliveriesModule]);
  const closing = { close: () => (running.delete(closing), process.close()) };
  running.add(closing);
  return closing;
}

beforeAll(async () => {
  database = await freshDatabase();
  const { dataSource } = database;
  organization = (await makeOrganizations(dataSource)).nami;
  ({ deviceId: id, deviceKey: key } = await makeVehicle(dataSource, organization));
  const serverLimits = { messages: 10_000, bytes: 10_000_000, inFlightMessages: 4_000, inFlightBytes: 8_000_000 };
  broker = await startBroker(
    {
      ...{ host: '127.0.0.1', port: 0, databaseUrl: database.url, username: account, password: serverPassword },
      serverLimits,
    },
    pino({ level: 'silent' }),
  );
  await start();
  device = await joinBroker(broker.port, { clientId: id, username: id, password: `a secret of ${id}` });
  await eventually(
    async () => (await send(), counts()),
    ({ telemetry, sos }) => telemetry > 0 && sos > 0,
  );
  begun = seq;
});
afterAll(async () => {
  for (const process of running) await process.close();
  await endClients();
  await broker?.stop();
  await database?.drop();
});

/** Fewer than one device may send before it is asked to send again. */
const hasSos = (n: number): boolean => n % 20 === 1;
async function send(): Promise<void> {
  const ts = Date.now();
  seq++;
  const publish = (kind: UpKind, message: unknown): Promise<unknown> =>
    device.publishAsync(upTopic(id, kind), JSON.stringify(message), { qos: 1 });
  await publish('telemetry', telemetryUp({ seq, ts, samples: [sample({ ts: ts + seq })] }));
  if (hasSos(seq)) await publish('sos', sosUp({ type: 'button', seq, ts }));
}

async function counts(): Promise<{ telemetry: number; sos: number }> {
  const count = async (sql: string, of: number | string): Promise<number> =>
    (await database.dataSource.query<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${sql}`, [of, begun]))[0].n;
  return {
    telemetry: await count('telemetry WHERE device_key = $1 AND seq > $2', key),
    sos: await count('sos_message WHERE device_id = $1 AND seq > $2', id),
  };
}

/** Each message that was sent is there, once. */
async function arrived(): Promise<void> {
  const numbers = Array.from({ length: seq - begun }, (_, i) => begun + 1 + i);
  const all = { telemetry: numbers.length, sos: numbers.filter(hasSos).length };
  await eventually(counts, ({ telemetry, sos }) => telemetry >= all.telemetry && sos >= all.sos, 120_000);
  expect(await counts()).toEqual(all);
}

/** Sends while something happens. */
async function during(work: () => Promise<unknown>): Promise<void> {
  let done = false;
  const happening = work().finally(() => (done = true));
  while (!done) await send();
  await happening;
  for (let i = 0; i < 20; i++) await send();
  await arrived();
}

it('the second process takes over when the first one ends, and the next one after it', async () => {
  const [first] = running;
  await start();
  await during(() => first?.close() ?? Promise.resolve());
  const [second] = running;
  await start();
  await during(() => second?.close() ?? Promise.resolve());
});

it('a holder that has lost its session at the database goes on, until another has taken over', async () => {
  await start();
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  try {
    for (let i = 0; i < 3; i++)
      await during(async () => {
        const holders = (): Promise<number[]> =>
          admin
            .query<{ pid: number }>(
              "SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 7260 AND objid IN (1, 2) AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            )
            .then(({ rows }) => rows.map(({ pid }) => pid));
        const before = await eventually(holders, (pids) => pids.length === 2, 60_000);
        await admin.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [before]);
        await eventually(holders, (pids) => pids.length === 2 && !pids.some((pid) => before.includes(pid)), 60_000);
      });
  } finally {
    await admin.end();
  }
});

it('a holder that is cut off from the database alone leaves its sessions to the other process', async () => {
  for (const process of [...running]) await process.close();
  const { hostname, port } = new URL(database.url);
  const toDatabase = await lineTo(hostname, Number(port));
  const ofSecond = await lineTo('127.0.0.1', broker.port);
  try {
    await start({ databaseUrl: Object.assign(new URL(database.url), { host: `127.0.0.1:${toDatabase.port}` }).href });
    await during(() => Promise.resolve());
    await start({ brokerPort: ofSecond.port });
    toDatabase.cut();
    await during(() => Promise.resolve());
    const { ended } = ofSecond;
    // longer than the first one would take to connect again
    await during(() => wait(3_000));
    expect(ofSecond.ended).toBe(ended);
  } finally {
    toDatabase.restore();
    for (const process of [...running]) await process.close();
    toDatabase.close();
    ofSecond.close();
  }
}, 300_000);

it('a commit that fails for ever does not keep the next subscription from beginning, and its message is not lost', async () => {
  for (const process of [...running]) await process.close();
  await start();
  const subscribed = async (): Promise<number | undefined> =>
    (await ingestMetrics.subscribed.get()).values.find(({ labels }) => labels.part === 'alerts')?.value;
  await eventually(subscribed, (n) => n === 1);
  const { dataSource } = database;
  const other = await makeVehicle(dataSource, organization);
  const calls = async (): Promise<number> =>
    (
      await dataSource.query<[{ n: number }]>('SELECT count(*)::int AS n FROM sos_message WHERE device_id = $1', [
        other.deviceId,
      ])
    )[0].n;
  await dataSource.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.device_id = '${other.deviceId}' THEN RAISE EXCEPTION 'a defect' USING ERRCODE = 'XX000'; END IF; RETURN NEW; END $$`,
  );
  await dataSource.query('CREATE TRIGGER refuse BEFORE INSERT ON sos_call FOR EACH ROW EXECUTE FUNCTION refuse()');
  const its = await joinBroker(broker.port, {
    clientId: other.deviceId,
    username: other.deviceId,
    password: `a secret of ${other.deviceId}`,
  });
  const retries = async (): Promise<number> => (await ingestMetrics.retries.get()).values[0]?.value ?? 0;
  const before = await retries();
  await its.publishAsync(upTopic(other.deviceId, 'sos'), JSON.stringify(sosUp({ type: 'button', ts: Date.now() })), {
    qos: 1,
  });
  await eventually(retries, (n) => n > before + 3, 60_000);
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  try {
    // asked for before the holder loses it, so nobody else is first
    const taken = admin.query('SELECT pg_advisory_lock(7260, $1)', [leaseNumbers.alerts]);
    await eventually(
      () =>
        dataSource.query<{ pid: number }[]>(
          'SELECT pid FROM pg_locks WHERE classid = 7260 AND objid = 2 AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())',
        ),
      (waiting) => waiting.length > 0,
    );
    await dataSource.query(
      'SELECT pg_terminate_backend(pid) FROM pg_locks WHERE classid = 7260 AND objid = 2 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())',
    );
    await taken;
    await eventually(subscribed, (n) => n === 0, 60_000);
  } finally {
    await admin.end();
  }
  await eventually(subscribed, (n) => n === 1, 60_000);
  do await send();
  while (!hasSos(seq));
  await arrived();
  expect(await calls()).toBe(0);
  await dataSource.query('DROP TRIGGER refuse ON sos_call');
  expect(await eventually(calls, (n) => n > 0, 60_000)).toBe(1);
}, 300_000);

/** A line that can be cut without a word to either end. `ended`: connections that were over. */
async function lineTo(
  host: string,
  to: number,
): Promise<{ port: number; readonly ended: number; cut: () => void; restore: () => void; close: () => void }> {
  const pairs = new Set<[Socket, Socket]>();
  let isCut = false;
  let ended = 0;
  const server = createServer((near) => {
    const far = connect(to, host);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on('data', (chunk) => isCut || other.write(chunk)).on('error', () => undefined);
      one.on('close', () => {
        if (isCut) return;
        if (pairs.delete(pair)) ended++;
        other.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endAll = (): void => {
    for (const socket of [...pairs].flat()) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    get ended() {
      return ended;
    },
    cut: () => void (isCut = true),
    restore: () => {
      isCut = false;
      endAll();
    },
    close: () => {
      endAll();
      server.close();
    },
  };
}
