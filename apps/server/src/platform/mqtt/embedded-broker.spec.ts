import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database';
import { freePort, mosquittoPath } from '../../testing/mosquitto';
import { hashDeviceSecret, verifyDeviceSecret } from './device-secret';
import { type Broker, startBroker } from './embedded-broker/broker';
import { brokerMetrics } from './embedded-broker/metrics';

const account = 'headland-server';
const serverPassword = 'server-password';
const devices = [
  { id: 'TMU-0001', secret: 'first-secret', status: 'in_use' },
  { id: 'TMU-0002', secret: 'second-secret', status: 'in_use' },
  { id: 'TMU-0003', secret: 'third-secret', status: 'not_in_use' },
] as const;

let database: FreshDatabase;
let open: MqttClient[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  for (const d of devices) await database.dataSource.query('INSERT INTO device (id, secret_hash, status) VALUES ($1, $2, $3)', [d.id, hashDeviceSecret(d.secret), d.status]);
});
afterEach(async () => {
  await Promise.all(open.map((client) => client.endAsync(true)));
  open = [];
});
afterAll(() => database?.drop());

it('a secret is known by its own hash alone', () => {
  const hash = hashDeviceSecret('secret');
  expect(hash).toMatch(/^\$7\$101\$[A-Za-z0-9+/]{16}\$[A-Za-z0-9+/]{86}==$/);
  expect(verifyDeviceSecret('secret', hash)).toBe(true);
  expect(hashDeviceSecret('secret')).not.toBe(hash);
  for (const wrong of ['', 'Secret', 'secret ']) expect(verifyDeviceSecret(wrong, hash), wrong).toBe(false);
  for (const broken of ['', 'secret', '$7$101$', '$6$x$y', '$7$0$AAAA$AAAA', `${hash}$`, hash.slice(0, -8)]) expect(verifyDeviceSecret('secret', broken), broken).toBe(false);
});

type Options = IClientOptions & { onMessage?: (payload: string) => void };

interface Running {
  /** where devices connect, and where the server does */
  device: number;
  server: number;
  /** does what a change of the device table leads to with this broker */
  publishDevices: () => Promise<void>;
  stop: () => Promise<void>;
}
const kinds: [string, boolean, () => Promise<Running>][] = [
  ['the built-in broker', true, startEmbedded],
  ['Mosquitto', mosquittoPath !== '', startMosquittoWithAccess],
];

for (const [name, installed, start] of kinds) {
  describe.skipIf(!installed)(`access to ${name}${installed ? '' : ' (mosquitto is not installed)'}`, () => {
    let broker: Running;
    beforeAll(async () => {
      broker = await start();
    });
    afterAll(() => broker?.stop());
    const server = (options: Options = {}) => joinBroker(broker.server, { username: account, password: serverPassword, clientId: `server-${Math.random()}`, ...options });
    const device = (id: string, secret: string, options: IClientOptions = {}) => joinBroker(broker.device, { username: id, password: secret, clientId: id, ...options });

    it.each([
      ['a registered device with its secret', 'TMU-0001', 'first-secret', 'accepted'],
      ['a wrong secret', 'TMU-0001', 'second-secret', 'refused'],
      ['no secret', 'TMU-0001', '', 'refused'],
      ['an unknown device', 'TMU-9999', 'first-secret', 'refused'],
      ['a device that is not in use', 'TMU-0003', 'third-secret', 'refused'],
      ['the account of the server with a wrong password', account, 'guess', 'refused'],
    ])('%s: %s with "%s" is %s', async (_what, id, secret, expected) => {
      const outcome = await device(id, secret).then(() => 'accepted', (e: { code?: number }) => (e.code === 4 || e.code === 5 ? 'refused' : `code ${e.code}`));
      expect(outcome).toBe(expected);
    });

    it('nobody comes in without a name', async () => {
      await expect(joinBroker(broker.device, { clientId: 'TMU-0001' })).rejects.toMatchObject({ code: 5 });
    });

    it('a device cannot end the connection of another by taking its client id', async () => {
      const victim = await device('TMU-0001', 'first-secret');
      let closed = 0;
      victim.on('close', () => closed++);
      await device('TMU-0002', 'second-secret', { clientId: 'TMU-0001' }).catch(() => undefined);
      await roundTrip(victim, 'TMU-0001', await server());
      expect(closed).toBe(0);
    });

    it('a device is heard on its own up topics and nowhere else', async () => {
      const listener = await server();
      const heard: string[] = [];
      listener.on('message', (topic) => heard.push(topic));
      await listener.subscribeAsync('tms/v1/+/up/#', { qos: 1 });
      for (const topic of ['tms/v1/TMU-0002/up/sos', 'tms/v1/TMU-0001/down/sos', 'tms/v1/TMU-0001/upx/sos', 'tms/v2/TMU-0001/up/sos']) {
        const liar = await device('TMU-0001', 'first-secret');
        await Promise.race([liar.publishAsync(topic, 'forged', { qos: 1 }).catch(() => undefined), closeOf(liar)]);
        await liar.endAsync(true);
      }
      const honest = await device('TMU-0001', 'first-secret');
      await honest.publishAsync('tms/v1/TMU-0001/up/sos', 'real', { qos: 1 });
      await until(() => heard.includes('tms/v1/TMU-0001/up/sos'));
      expect(heard).toEqual(['tms/v1/TMU-0001/up/sos']);
    });

    it('a device hears what is sent to it and nothing else, also when it asks for both at once and comes back later', async () => {
      const speaker = await server();
      const heard: string[] = [];
      const session = { clean: false };
      const curious = await device('TMU-0002', 'second-secret', session);
      curious.on('message', (topic) => heard.push(topic));
      await curious.subscribeAsync(['tms/v1/TMU-0002/down/#', 'tms/v1/TMU-0001/down/#', 'tms/v1/+/up/#', '#'], { qos: 1 }).catch(() => undefined);
      const say = async (): Promise<void> => {
        await speaker.publishAsync('tms/v1/TMU-0001/down/sos', 'not yours', { qos: 1 });
        await speaker.publishAsync('tms/v1/TMU-0002/down/sos', 'yours', { qos: 1 });
      };
      await say();
      await until(() => heard.length >= 1);
      await curious.endAsync(true);
      await say();
      const back = await device('TMU-0002', 'second-secret', session);
      back.on('message', (topic) => heard.push(topic));
      await say();
      await until(() => heard.length >= 2);
      await roundTrip(back, 'TMU-0002', speaker);
      expect(new Set(heard)).toEqual(new Set(['tms/v1/TMU-0002/down/sos']));
      const last = await device('TMU-0002', 'second-secret'); // ends the session
      await last.endAsync();
    });

    it('what is published while a server process is away waits for it, in order', async () => {
      const session: IClientOptions = { clientId: 'headland-ingest', clean: false };
      const ingest = await server(session);
      await ingest.subscribeAsync('tms/v1/+/up/#', { qos: 1 });
      await ingest.endAsync();
      const machine = await device('TMU-0001', 'first-secret');
      for (let i = 0; i < 200; i++) await machine.publishAsync('tms/v1/TMU-0001/up/telemetry', String(i), { qos: 1 });
      const heard: string[] = [];
      await server({ ...session, onMessage: (payload: string) => heard.push(payload) });
      await until(() => heard.length >= 200);
      expect(heard).toEqual(Array.from({ length: 200 }, (_, i) => String(i)));
      await (await server({ clientId: 'headland-ingest', clean: true })).endAsync();
    });

    it('a payload of 64 KiB passes, a larger one is heard by nobody', async () => {
      const listener = await server();
      const sizes: number[] = [];
      listener.on('message', (_topic, payload) => sizes.push(payload.length));
      await listener.subscribeAsync('tms/v1/TMU-0001/up/#', { qos: 1 });
      const machine = await device('TMU-0001', 'first-secret');
      await machine.publishAsync('tms/v1/TMU-0001/up/telemetry', Buffer.alloc(64 * 1024, 0x20), { qos: 1 });
      await Promise.race([machine.publishAsync('tms/v1/TMU-0001/up/telemetry', Buffer.alloc(80 * 1024, 0x20), { qos: 1 }).catch(() => undefined), closeOf(machine)]);
      const again = await device('TMU-0001', 'first-secret');
      await again.publishAsync('tms/v1/TMU-0001/up/telemetry', 'next', { qos: 1 });
      await until(() => sizes.length === 2);
      expect(sizes).toEqual([64 * 1024, 4]);
    });

    it('a device that is put out of use or gets a new secret is disconnected, and comes in again as the table says', async () => {
      const machine = await device('TMU-0001', 'first-secret');
      const other = await device('TMU-0002', 'second-secret');
      let otherClosed = 0;
      other.on('close', () => otherClosed++);

      let closed = closeOf(machine);
      await database.dataSource.query(`UPDATE device SET status = 'not_in_use' WHERE id = 'TMU-0001'`);
      await broker.publishDevices();
      await closed;
      await expect(device('TMU-0001', 'first-secret')).rejects.toThrow();

      await database.dataSource.query(`UPDATE device SET status = 'in_use' WHERE id = 'TMU-0001'`);
      await broker.publishDevices();
      const again = await untilAccepted(() => device('TMU-0001', 'first-secret'));
      closed = closeOf(again);
      await database.dataSource.query(`UPDATE device SET secret_hash = $1 WHERE id = 'TMU-0001'`, [hashDeviceSecret('newer-secret')]);
      await broker.publishDevices();
      await closed;
      await expect(device('TMU-0001', 'first-secret')).rejects.toThrow();
      await untilAccepted(() => device('TMU-0001', 'newer-secret'));
      await database.dataSource.query(`UPDATE device SET secret_hash = $1 WHERE id = 'TMU-0001'`, [hashDeviceSecret('first-secret')]);
      await broker.publishDevices();
      await untilAccepted(() => device('TMU-0001', 'first-secret'));
      expect(otherClosed).toBe(0);
    });

    it('a device that was just registered comes in, also when it was refused before', async () => {
      const id = 'TMU-0100';
      await expect(device(id, 'fresh')).rejects.toThrow();
      await database.dataSource.query('INSERT INTO device (id, secret_hash) VALUES ($1, $2)', [id, hashDeviceSecret('fresh')]);
      await broker.publishDevices();
      await untilAccepted(() => device(id, 'fresh'));
      await database.dataSource.query('DELETE FROM device WHERE id = $1', [id]);
      await broker.publishDevices();
    });
  });
}

describe('the built-in broker alone', () => {
  const limits = { messages: 50, bytes: 1_000_000, inFlightMessages: 10, inFlightBytes: 100_000 };
  let broker: Broker;
  let gate: Awaited<ReturnType<typeof openGate>>;
  beforeAll(async () => {
    gate = await openGate(database.url);
    broker = await startBroker({ host: '127.0.0.1', port: 0, databaseUrl: gate.url, username: account, password: serverPassword, serverLimits: limits }, pino({ level: 'silent' }));
  });
  afterAll(async () => {
    await broker?.stop();
    await gate?.close();
  });
  const server = (options: Options = {}) => joinBroker(broker.port, { username: account, password: serverPassword, clientId: `server-${Math.random()}`, ...options });
  const device = (id: string, secret: string) => joinBroker(broker.port, { username: id, password: secret, clientId: id });

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
    expect(slow.heard.map((m) => m.payload)).toEqual(Array.from({ length: 10 }, (_, i) => String(i)));
    for (let acknowledged = 0; acknowledged < 40; acknowledged++) {
      await until(() => slow.heard.length > acknowledged);
      slow.acknowledge(slow.heard[acknowledged]?.messageId ?? 0);
    }
    await slow.ping();
    expect(slow.heard.map((m) => m.payload)).toEqual(Array.from({ length: 40 }, (_, i) => String(i)));
    expect(await queued('slow')).toBe(0);
    slow.socket.destroy();
  });

  it.each([
    ['with a session', false],
    ['without a session', true],
  ])('a server process %s that reads nothing at all does not hold back the next message of a device', async (_what, clean) => {
    const stuck = await rawSubscriber(broker.port, 'stuck', 'tms/v1/+/up/telemetry', clean);
    stuck.socket.pause();
    const alerts = await server({ clientId: 'alerts-2', clean: false });
    const heard: string[] = [];
    alerts.on('message', (_t, payload) => heard.push(String(payload)));
    await alerts.subscribeAsync('tms/v1/+/up/sos', { qos: 1 });
    const machine = await device('TMU-0002', 'second-secret');
    // a terminal that was away sends all it has kept, and does not wait for each acknowledgement
    await Promise.all(Array.from({ length: 300 }, () => machine.publishAsync('tms/v1/TMU-0002/up/telemetry', Buffer.alloc(60_000), { qos: 1 })));
    await machine.publishAsync('tms/v1/TMU-0002/up/sos', 'help', { qos: 1 });
    await until(() => heard.length === 1);
    stuck.socket.destroy();
  });

  it('lets devices that it has seen in while PostgreSQL is away, says "unavailable" to others, and hears afterwards what changed meanwhile', async () => {
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
});

/** Connects once, without trying again; rejects with the CONNACK code. `onMessage` hears what arrives from the first packet on. */
async function joinBroker(port: number, options: Options): Promise<MqttClient> {
  const client = mqtt.connect({ host: '127.0.0.1', port, protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 10_000, manualConnect: true, ...options });
  client.on('message', (_topic, payload) => options.onMessage?.(String(payload)));
  const outcome = new Promise<void>((done, fail) => {
    client.once('connect', () => done());
    client.once('error', fail);
    client.once('close', () => fail(new Error('closed')));
  });
  client.connect();
  try {
    await outcome;
  } catch (e) {
    client.on('error', () => undefined);
    await client.endAsync(true);
    throw e;
  }
  client.on('error', () => undefined);
  open.push(client);
  return client;
}

/** A message from the device to the server and back: when it has returned, everything sent before it has been judged. */
async function roundTrip(machine: MqttClient, id: string, server: MqttClient): Promise<void> {
  const word = Math.random().toString();
  const returned = new Promise<void>((done) => machine.on('message', (_t, payload) => String(payload) === word && done()));
  server.on('message', (_t, payload) => String(payload) === word && server.publish(`tms/v1/${id}/down/sos`, word, { qos: 1 }));
  await server.subscribeAsync(`tms/v1/${id}/up/diag`, { qos: 1 });
  await machine.subscribeAsync(`tms/v1/${id}/down/sos`, { qos: 1 });
  await machine.publishAsync(`tms/v1/${id}/up/diag`, word, { qos: 1 });
  await returned;
}

async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await new Promise((r) => setTimeout(r, 5));
}

async function untilAccepted(connect: () => Promise<MqttClient>): Promise<MqttClient> {
  for (;;) {
    try {
      return await connect();
    } catch {
      await new Promise((r) => setTimeout(r, 20));
    }
  }
}

async function valueOf(metric: { get(): Promise<{ values: { value: number; labels: object }[] }> }, session: string): Promise<number> {
  const { values } = await metric.get();
  return values.find((v) => (v.labels as { session?: string }).session === session)?.value ?? 0;
}

const closeOf = (client: MqttClient): Promise<void> => new Promise((done) => client.once('close', () => done()));

/** A persistent subscription over a bare socket that acknowledges only what it is told to. Its messages must be short: one length byte. */
async function rawSubscriber(port: number, clientId: string, filter: string, clean = false) {
  const text = (s: string): Buffer => Buffer.concat([Buffer.from([s.length >> 8, s.length & 255]), Buffer.from(s)]);
  const packet = (first: number, body: Buffer): Buffer => Buffer.concat([Buffer.from([first, body.length]), body]);
  const socket = connectTcp(port, '127.0.0.1');
  const heard: { messageId: number; payload: string }[] = [];
  let pings = 0;
  let rest: Buffer = Buffer.alloc(0);
  await once(socket, 'connect');
  socket.write(packet(0x10, Buffer.concat([text('MQTT'), Buffer.from([4, clean ? 0xc2 : 0xc0, 0, 0]), text(clientId), text(account), text(serverPassword)])));
  await once(socket, 'data');
  socket.write(packet(0x82, Buffer.concat([Buffer.from([0, 1]), text(filter), Buffer.from([1])])));
  await once(socket, 'data');
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let length = rest[1]; length !== undefined && rest.length >= length + 2; length = rest[1]) {
      const body = rest.subarray(2, length + 2);
      if ((rest[0] ?? 0) === 0xd0) pings++;
      else {
        const at = 2 + body.readUInt16BE(0);
        heard.push({ messageId: body.readUInt16BE(at), payload: String(body.subarray(at + 2)) });
      }
      rest = rest.subarray(length + 2);
    }
  });
  const ping = async (): Promise<void> => {
    const before = pings;
    socket.write(packet(0xc0, Buffer.alloc(0)));
    await until(() => pings > before);
  };
  return { socket, heard, ping, acknowledge: (messageId: number) => socket.write(packet(0x40, Buffer.from([messageId >> 8, messageId & 255]))) };
}

async function startEmbedded(): Promise<Running> {
  const limits = { messages: 1_000, bytes: 64 * 1024 * 1024, inFlightMessages: 50, inFlightBytes: 1024 * 1024 };
  const broker = await startBroker({ host: '127.0.0.1', port: 0, databaseUrl: database.url, username: account, password: serverPassword, serverLimits: limits }, pino({ level: 'silent' }));
  return { device: broker.port, server: broker.port, publishDevices: async () => undefined, stop: broker.stop };
}

/** The settings and the entry point of infra/mosquitto, with this machine's paths. */
async function startMosquittoWithAccess(): Promise<Running> {
  const infra = resolve(import.meta.dirname, '../../../../../infra/mosquitto');
  const folder = mkdtempSync(join(tmpdir(), 'headland-mosquitto-'));
  chmodSync(folder, 0o777);
  const [device, server] = [await freePort(), await freePort()];
  const config = readFileSync(join(infra, 'mosquitto.conf'), 'utf8')
    .replace('listener 1883', `listener ${device} 127.0.0.1`)
    .replace('listener 1884', `listener ${server} 127.0.0.1`)
    .replace('/mosquitto/run/passwords', join(folder, 'passwords'))
    .replace('/mosquitto/config/acl', join(infra, 'acl'))
    .replace('/mosquitto/data/', `${folder}/`);
  writeFileSync(join(folder, 'mosquitto.conf'), `${config}\nuser ${process.getuid?.() === 0 ? 'root' : process.env.USER}\n`);
  writeFileSync(join(folder, 'secret'), `${serverPassword}\n`);
  const devicesFile = join(folder, 'devices');
  const publishDevices = async (): Promise<void> => {
    const rows = await database.dataSource.query<{ id: string; secret_hash: string }[]>(`SELECT id, secret_hash FROM device WHERE status = 'in_use'`);
    writeFileSync(devicesFile, rows.map((row) => `${row.id}:${row.secret_hash}\n`).join(''));
  };
  await publishDevices();
  const child = spawn(join(infra, 'entrypoint.sh'), {
    stdio: 'ignore',
    env: {
      PATH: `${process.env.PATH}:/usr/sbin`,
      MQTT_PASSWORD_FILE: join(folder, 'secret'),
      DEVICE_PASSWORDS: devicesFile,
      PASSWORDS: join(folder, 'passwords'),
      CONFIG: join(folder, 'mosquitto.conf'),
      WATCH_SECONDS: '0.1',
    },
  });
  await untilAccepted(() => joinBroker(server, { username: account, password: serverPassword, clientId: 'first' }));
  return {
    device,
    server,
    publishDevices,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A way to the database that can be shut and opened again, as when PostgreSQL goes away. */
async function openGate(databaseUrl: string): Promise<{ url: string; shut: () => Promise<void>; reopen: () => Promise<void>; close: () => Promise<void> }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let server: Server;
  const listen = async (port: number): Promise<number> => {
    server = createServer((near) => {
      const far = connectTcp(Number(target.port), target.hostname);
      for (const [a, b] of [[near, far], [far, near]] as const) {
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
  return { url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).toString(), shut, reopen: async () => void (await listen(port)), close: shut };
}
