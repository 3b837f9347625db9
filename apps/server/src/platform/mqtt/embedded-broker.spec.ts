import { once } from 'node:events';
import { connect as connectTcp, createServer, type Server, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database';
import {
  account,
  type ClientOptions,
  closeOf,
  endClients,
  joinBroker,
  rawSubscriber,
  registerDevices,
  serverPassword,
  until,
  untilAccepted,
} from '../../testing/mqtt-clients';
import { type Broker, startBroker } from './embedded-broker/broker';
import { brokerMetrics } from './embedded-broker/metrics';

// The built-in broker with clients that are away, slow or full.
let database: FreshDatabase;
afterEach(endClients);
const limits = { messages: 50, bytes: 1_000_000, inFlightMessages: 10, inFlightBytes: 100_000 };
let broker: Broker;
let gate: Awaited<ReturnType<typeof openGate>>;
beforeAll(async () => {
  database = await freshDatabase();
  await registerDevices(database.dataSource);
  gate = await openGate(database.url);
  broker = await startBroker(
    {
      host: '127.0.0.1',
      port: 0,
      databaseUrl: gate.url,
      username: account,
      password: serverPassword,
      serverLimits: limits,
    },
    pino({ level: 'silent' }),
  );
});
afterAll(async () => {
  await broker?.stop();
  await gate?.close();
  await database?.drop();
});
const server = (options: ClientOptions = {}) =>
  joinBroker(broker.port, {
    username: account,
    password: serverPassword,
    clientId: `server-${Math.random()}`,
    ...options,
  });
const device = (id: string, secret: string) =>
  joinBroker(broker.port, { username: id, password: secret, clientId: id });

it('keeps no more for an absent server process than its bound, drops the newest, counts them, and leaves its neighbour alone', async () => {
  for (const clientId of ['headland-ingest', 'headland-alerts']) {
    const one = await server({ clientId, clean: false });
    await one.subscribeAsync(clientId === 'headland-alerts' ? 'tms/v1/+/up/sos' : 'tms/v1/+/up/telemetry', { qos: 1 });
    await one.endAsync();
  }
  const before = await dropped('headland-ingest');
  const machine = await device('TMU-0001', 'first-secret');
  for (let i = 0; i < 80; i++) await machine.publishAsync('tms/v1/TMU-0001/up/telemetry', String(i), { qos: 1 });
  await machine.publishAsync('tms/v1/TMU-0001/up/sos', 'help', { qos: 1 });
  const telemetry: string[] = [];
  const alarms: string[] = [];
  await server({ clientId: 'headland-alerts', clean: false, onMessage: (p: string) => alarms.push(p) });
  await until(() => alarms.length === 1);
  await server({ clientId: 'headland-ingest', clean: false, onMessage: (p: string) => telemetry.push(p) });
  await until(() => telemetry.length === 50);
  await machine.publishAsync('tms/v1/TMU-0001/up/telemetry', 'next', { qos: 1 });
  await until(() => telemetry.length === 51);
  expect(telemetry).toEqual([...Array.from({ length: 50 }, (_, i) => String(i)), 'next']);
  expect((await dropped('headland-ingest')) - before).toBe(30);
  expect(await dropped('headland-alerts')).toBe(0);
});

it('sends no more than its window to a server process that holds its acknowledgements, then the rest, once each and in order', async () => {
  const slow = await rawSubscriber(broker.port, 'slow', 'tms/v1/+/up/telemetry');
  const machine = await device('TMU-0002', 'second-secret');
  for (let i = 0; i < 40; i++) await machine.publishAsync('tms/v1/TMU-0002/up/telemetry', String(i), { qos: 1 });
  await slow.ping(); // its answer comes after all that was sent before
  expect(slow.received.map((m) => m.payload)).toEqual(Array.from({ length: 10 }, (_, i) => String(i)));
  for (let acknowledged = 0; acknowledged < 40; acknowledged++) {
    await until(() => slow.received.length > acknowledged);
    slow.acknowledge(slow.received[acknowledged]?.messageId ?? 0);
  }
  await slow.ping();
  expect(slow.received.map((m) => m.payload)).toEqual(Array.from({ length: 40 }, (_, i) => String(i)));
  expect(await queued('slow')).toBe(0);
  slow.socket.destroy();
});

it.each([
  ['with a session', false],
  ['without a session', true],
])(
  'a server process %s that reads nothing at all does not hold back the next message of a device',
  async (_what, clean) => {
    const stuck = await rawSubscriber(broker.port, 'stuck', 'tms/v1/+/up/telemetry', clean);
    stuck.socket.pause();
    const alerts = await server({ clientId: 'alerts-2', clean: false });
    const received: string[] = [];
    alerts.on('message', (_t, payload) => received.push(String(payload)));
    await alerts.subscribeAsync('tms/v1/+/up/sos', { qos: 1 });
    const machine = await device('TMU-0002', 'second-secret');
    // a terminal that was offline sends its whole buffer without waiting for each acknowledgement
    await Promise.all(
      Array.from({ length: 300 }, () =>
        machine.publishAsync('tms/v1/TMU-0002/up/telemetry', Buffer.alloc(60_000), { qos: 1 }),
      ),
    );
    await machine.publishAsync('tms/v1/TMU-0002/up/sos', 'help', { qos: 1 });
    await until(() => received.length === 1);
    stuck.socket.destroy();
  },
);

it('grants a device the filters of the protocol, none of its own making, and ends it with a SUBSCRIBE of thousands', async () => {
  const machine = await device('TMU-0002', 'second-secret');
  const granted: unknown[] = [];
  machine.on('packetreceive', (packet) => packet.cmd === 'suback' && granted.push(...packet.granted));
  const down = 'tms/v1/TMU-0002/down';
  const subscribe = (filters: string[]) => machine.subscribeAsync(filters, { qos: 1 }).catch(() => undefined);
  await subscribe([`${down}/#`, `${down}/a1`, `${down}/flash/7/+`, `${down}/ack`]);
  expect(granted).toEqual([1, 128, 128, 1]);
  const closed = closeOf(machine);
  void subscribe(Array.from({ length: 1_000 }, (_, i) => `${down}/a${i}`));
  await closed;
});

it('admits known devices while PostgreSQL is away, answers "unavailable" to others, and applies changes later', async () => {
  await (await device('TMU-0002', 'second-secret')).endAsync();
  expect(await broker.problem()).toBeNull();
  await gate.shut();
  expect(await broker.problem()).not.toBeNull();
  const kept = await device('TMU-0002', 'second-secret');
  await expect(device('TMU-0002', 'guess')).rejects.toMatchObject({ code: 4 });
  await expect(device('TMU-0500', 'any')).rejects.toMatchObject({ code: 3 });
  const closed = closeOf(kept);
  await database.dataSource.query(`UPDATE device SET status = 'not_in_use' WHERE id = 'TMU-0002'`);
  await gate.reopen();
  await closed;
  await expect(device('TMU-0002', 'second-secret')).rejects.toMatchObject({ code: 5 });
  await database.dataSource.query(`UPDATE device SET status = 'in_use' WHERE id = 'TMU-0002'`);
  await untilAccepted(() => device('TMU-0002', 'second-secret'));
});

const dropped = (session: string) => valueOf(brokerMetrics.dropped, session);
const queued = (session: string) => {
  broker.refresh();
  return valueOf(brokerMetrics.queued, session);
};

async function valueOf(
  metric: { get(): Promise<{ values: { value: number; labels: object }[] }> },
  session: string,
): Promise<number> {
  const { values } = await metric.get();
  return values.find((v) => (v.labels as { session?: string }).session === session)?.value ?? 0;
}

/** A database connection that can be cut and restored, as when PostgreSQL goes away. */
async function openGate(
  databaseUrl: string,
): Promise<{ url: string; shut: () => Promise<void>; reopen: () => Promise<void>; close: () => Promise<void> }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let server: Server;
  const listen = async (port: number): Promise<number> => {
    server = createServer((near) => {
      const far = connectTcp(Number(target.port), target.hostname);
      for (const [a, b] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(a);
        a.on('error', () => undefined).on('close', () => {
          b.destroy();
          sockets.delete(a);
        });
        a.pipe(b);
      }
    });
    await once(server.listen(port, '127.0.0.1'), 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const port = await listen(0);
  const shut = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).toString(),
    shut,
    reopen: async () => void (await listen(port)),
    close: shut,
  };
}
