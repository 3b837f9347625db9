import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import type { DataSource } from 'typeorm';
import { hashDeviceSecret } from '../platform/mqtt/device-secret';

/** The account of the server at a broker under test, and three devices as the factory would have left them. */
export const account = 'headland-server';
export const serverPassword = 'server-password';
const devices = [
  { id: 'TMU-0001', secret: 'first-secret', status: 'in_use' },
  { id: 'TMU-0002', secret: 'second-secret', status: 'in_use' },
  { id: 'TMU-0003', secret: 'third-secret', status: 'not_in_use' },
] as const;

export async function registerDevices(database: DataSource): Promise<void> {
  for (const d of devices)
    await database.query('INSERT INTO device (id, secret_hash, status) VALUES ($1, $2, $3)', [
      d.id,
      hashDeviceSecret(d.secret),
      d.status,
    ]);
}

export type ClientOptions = IClientOptions & { onMessage?: (payload: string) => void };

let open: MqttClient[] = [];
/** Ends every client that a test has left open. */
export async function endClients(): Promise<void> {
  const clients = open;
  open = [];
  await Promise.all(clients.map((client) => client.endAsync(true)));
}

/** Connects once, without trying again; rejects with the CONNACK code. `onMessage` is called from the first packet on. */
export async function joinBroker(port: number, options: ClientOptions): Promise<MqttClient> {
  const client = mqtt.connect({
    host: '127.0.0.1',
    port,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
    manualConnect: true,
    ...options,
  });
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
export async function roundTrip(machine: MqttClient, id: string, server: MqttClient): Promise<void> {
  const text = Math.random().toString();
  const returned = new Promise<void>((done) =>
    machine.on('message', (_t, payload) => String(payload) === text && done()),
  );
  server.on(
    'message',
    (_t, payload) => String(payload) === text && server.publish(`tms/v1/${id}/down/sos`, text, { qos: 1 }),
  );
  await server.subscribeAsync(`tms/v1/${id}/up/diag`, { qos: 1 });
  await machine.subscribeAsync(`tms/v1/${id}/down/sos`, { qos: 1 });
  await machine.publishAsync(`tms/v1/${id}/up/diag`, text, { qos: 1 });
  await returned;
}

export async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await new Promise((r) => setTimeout(r, 5));
}

export async function untilAccepted(connect: () => Promise<MqttClient>): Promise<MqttClient> {
  for (;;) {
    try {
      return await connect();
    } catch {
      await new Promise((r) => setTimeout(r, 20));
    }
  }
}

export const closeOf = (client: MqttClient): Promise<void> => new Promise((done) => client.once('close', () => done()));

/** A persistent subscription over a bare socket that acknowledges only what the test acknowledges. Its messages must be short: one length byte. */
export async function rawSubscriber(port: number, clientId: string, filter: string, clean = false) {
  const text = (s: string): Buffer => Buffer.concat([Buffer.from([s.length >> 8, s.length & 255]), Buffer.from(s)]);
  const packet = (first: number, body: Buffer): Buffer => Buffer.concat([Buffer.from([first, body.length]), body]);
  const socket = connectTcp(port, '127.0.0.1');
  const received: { messageId: number; payload: string }[] = [];
  let pings = 0;
  let rest: Buffer = Buffer.alloc(0);
  await once(socket, 'connect');
  socket.write(
    packet(
      0x10,
      Buffer.concat([
        text('MQTT'),
        Buffer.from([4, clean ? 0xc2 : 0xc0, 0, 0]),
        text(clientId),
        text(account),
        text(serverPassword),
      ]),
    ),
  );
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
        received.push({ messageId: body.readUInt16BE(at), payload: String(body.subarray(at + 2)) });
      }
      rest = rest.subarray(length + 2);
    }
  });
  const ping = async (): Promise<void> => {
    const before = pings;
    socket.write(packet(0xc0, Buffer.alloc(0)));
    await until(() => pings > before);
  };
  return {
    socket,
    received,
    ping,
    acknowledge: (messageId: number) => socket.write(packet(0x40, Buffer.from([messageId >> 8, messageId & 255]))),
  };
}
