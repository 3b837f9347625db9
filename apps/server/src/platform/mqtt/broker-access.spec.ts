import { writeFileSync } from 'node:fs';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { downKinds, downTopic, upKinds, upTopic } from '@headland/contracts/device/envelope';
import { blockTopic } from '@headland/contracts/device/flash';
import { type FreshDatabase, freshDatabase } from '../../testing/database';
import { mosquittoPath } from '../../testing/mosquitto';
import {
  account,
  type ClientOptions,
  closeOf,
  endClients,
  joinBroker,
  registerDevices,
  roundTrip,
  serverPassword,
  until,
  untilAccepted,
} from '../../testing/mqtt-clients';
import { startShippedMosquitto } from '../../testing/shipped-mosquitto';
import { hashDeviceSecret } from './device-secret';
import { startBroker } from './embedded-broker/broker';

// Authentication and topic permissions: the same guarantees for the built-in broker and a Mosquitto with the settings of infra/mosquitto.
let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await registerDevices(database.dataSource);
});
afterEach(endClients);
afterAll(() => database?.drop());

interface Running {
  /** where devices connect, and where the server does */
  device: number;
  server: number;
  /** the effect of a change of the device table on this broker */
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
    const server = (options: ClientOptions = {}) =>
      joinBroker(broker.server, {
        username: account,
        password: serverPassword,
        clientId: `server-${Math.random()}`,
        ...options,
      });
    const device = (id: string, secret: string, options: ClientOptions = {}) =>
      joinBroker(broker.device, { username: id, password: secret, clientId: id, ...options });

    it.each([
      ['a registered device with its secret', 'TMU-0001', 'first-secret', 'accepted'],
      ['a wrong secret', 'TMU-0001', 'second-secret', 'refused'],
      ['no secret', 'TMU-0001', '', 'refused'],
      ['an unknown device', 'TMU-9999', 'first-secret', 'refused'],
      ['a device that is not in use', 'TMU-0003', 'third-secret', 'refused'],
      ['the account of the server with a wrong password', account, 'guess', 'refused'],
    ])('%s: %s with "%s" is %s', async (_what, id, secret, expected) => {
      const outcome = await device(id, secret).then(
        () => 'accepted',
        (e: { code?: number }) => (e.code === 4 || e.code === 5 ? 'refused' : `code ${e.code}`),
      );
      expect(outcome).toBe(expected);
    });

    it('a connection without a user name is refused', async () => {
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

    it('a device can publish to its own up topics only', async () => {
      const listener = await server();
      const received: string[] = [];
      listener.on('message', (topic) => received.push(topic));
      await listener.subscribeAsync('tms/v1/+/up/#', { qos: 1 });
      for (const topic of [
        'tms/v1/TMU-0002/up/sos',
        'tms/v1/TMU-0001/down/sos',
        'tms/v1/TMU-0001/upx/sos',
        'tms/v2/TMU-0001/up/sos',
      ]) {
        const liar = await device('TMU-0001', 'first-secret');
        await Promise.race([liar.publishAsync(topic, 'forged', { qos: 1 }).catch(() => undefined), closeOf(liar)]);
        await liar.endAsync(true);
      }
      const honest = await device('TMU-0001', 'first-secret');
      await honest.publishAsync('tms/v1/TMU-0001/up/sos', 'real', { qos: 1 });
      await until(() => received.includes('tms/v1/TMU-0001/up/sos'));
      expect(received).toEqual(['tms/v1/TMU-0001/up/sos']);
    });

    it('a device receives its own messages only, also when it subscribes to both at once and reconnects later', async () => {
      const formatter = await server();
      const received: string[] = [];
      const session = { clean: false };
      const curious = await device('TMU-0002', 'second-secret', session);
      curious.on('message', (topic) => received.push(topic));
      await curious
        .subscribeAsync(['tms/v1/TMU-0002/down/#', 'tms/v1/TMU-0001/down/#', 'tms/v1/+/up/#', '#'], { qos: 1 })
        .catch(() => undefined);
      const publish = async (): Promise<void> => {
        await formatter.publishAsync('tms/v1/TMU-0001/down/sos', 'not yours', { qos: 1 });
        await formatter.publishAsync('tms/v1/TMU-0002/down/sos', 'yours', { qos: 1 });
      };
      await publish();
      await until(() => received.length >= 1);
      await curious.endAsync(true);
      await publish();
      const back = await device('TMU-0002', 'second-secret', session);
      back.on('message', (topic) => received.push(topic));
      await publish();
      await until(() => received.length >= 2);
      await roundTrip(back, 'TMU-0002', formatter);
      expect(new Set(received)).toEqual(new Set(['tms/v1/TMU-0002/down/sos']));
      const last = await device('TMU-0002', 'second-secret'); // ends the session
      await last.endAsync();
    });

    it('a device has no more messages retained than there are kinds', async () => {
      const machine = await device('TMU-0001', 'first-secret');
      const up = 'tms/v1/TMU-0001/up';
      for (const kind of ['a1', 'a2', 'sos/deeper', 'status'])
        await machine.publishAsync(`${up}/${kind}`, kind, { qos: 1, retain: true });
      const listener = await server();
      const kept: string[] = [];
      listener.on('message', (topic, _payload, { retain }) => retain && kept.push(topic));
      await listener.subscribeAsync(`${up}/#`, { qos: 1 });
      await until(() => kept.includes(`${up}/status`));
      await roundTrip(machine, 'TMU-0001', listener);
      expect(kept).toEqual([`${up}/status`]);
      await machine.publishAsync(`${up}/status`, '', { qos: 1, retain: true });
    });

    it('every kind of the protocol passes, up and down', async () => {
      const [machine, listener] = [await device('TMU-0001', 'first-secret'), await server()];
      const received: string[] = [];
      for (const client of [machine, listener]) client.on('message', (topic) => received.push(topic));
      const up = upKinds.map((kind) => upTopic('TMU-0001', kind));
      const down = [...downKinds.map((kind) => downTopic('TMU-0001', kind)), blockTopic('TMU-0001', 'session', 1)];
      await listener.subscribeAsync('tms/v1/+/up/#', { qos: 1 });
      await machine.subscribeAsync('tms/v1/TMU-0001/down/#', { qos: 1 });
      for (const topic of up) await machine.publishAsync(topic, 'x', { qos: 1 });
      for (const topic of down) await listener.publishAsync(topic, 'x', { qos: 1 });
      await until(() => received.length >= up.length + down.length);
      expect(new Set(received)).toEqual(new Set([...up, ...down]));
    });

    it('what is published while a server process is away waits for it, in order', async () => {
      const session: ClientOptions = { clientId: 'headland-ingest', clean: false };
      const ingest = await server(session);
      await ingest.subscribeAsync('tms/v1/+/up/#', { qos: 1 });
      await ingest.endAsync();
      const machine = await device('TMU-0001', 'first-secret');
      for (let i = 0; i < 200; i++) await machine.publishAsync('tms/v1/TMU-0001/up/telemetry', String(i), { qos: 1 });
      const received: string[] = [];
      await server({ ...session, onMessage: (payload: string) => received.push(payload) });
      await until(() => received.length >= 200);
      expect(received).toEqual(Array.from({ length: 200 }, (_, i) => String(i)));
      await (await server({ clientId: 'headland-ingest', clean: true })).endAsync();
    });

    it('a payload of 64 KiB passes, a larger one is not delivered', async () => {
      const listener = await server();
      const sizes: number[] = [];
      listener.on('message', (_topic, payload) => sizes.push(payload.length));
      await listener.subscribeAsync('tms/v1/TMU-0001/up/#', { qos: 1 });
      const machine = await device('TMU-0001', 'first-secret');
      await machine.publishAsync('tms/v1/TMU-0001/up/telemetry', Buffer.alloc(64 * 1024, 0x20), { qos: 1 });
      await Promise.race([
        machine
          .publishAsync('tms/v1/TMU-0001/up/telemetry', Buffer.alloc(80 * 1024, 0x20), { qos: 1 })
          .catch(() => undefined),
        closeOf(machine),
      ]);
      const again = await device('TMU-0001', 'first-secret');
      await again.publishAsync('tms/v1/TMU-0001/up/telemetry', 'next', { qos: 1 });
      await until(() => sizes.length === 2);
      expect(sizes).toEqual([64 * 1024, 4]);
    });

    it('a device that is unregistered or gets a new secret is disconnected, and reconnects by the new rules', async () => {
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
      await database.dataSource.query(`UPDATE device SET secret_hash = $1 WHERE id = 'TMU-0001'`, [
        hashDeviceSecret('newer-secret'),
      ]);
      await broker.publishDevices();
      await closed;
      await expect(device('TMU-0001', 'first-secret')).rejects.toThrow();
      await untilAccepted(() => device('TMU-0001', 'newer-secret'));
      await database.dataSource.query(`UPDATE device SET secret_hash = $1 WHERE id = 'TMU-0001'`, [
        hashDeviceSecret('first-secret'),
      ]);
      await broker.publishDevices();
      await untilAccepted(() => device('TMU-0001', 'first-secret'));
      expect(otherClosed).toBe(0);
    });

    it('a device that was just registered comes in, also when it was refused before', async () => {
      const id = 'TMU-0100';
      await expect(device(id, 'fresh')).rejects.toThrow();
      await database.dataSource.query('INSERT INTO device (id, secret_hash) VALUES ($1, $2)', [
        id,
        hashDeviceSecret('fresh'),
      ]);
      await broker.publishDevices();
      await untilAccepted(() => device(id, 'fresh'));
      await database.dataSource.query('DELETE FROM device WHERE id = $1', [id]);
      await broker.publishDevices();
    });
  });
}

async function startEmbedded(): Promise<Running> {
  const limits = { messages: 1_000, bytes: 64 * 1024 * 1024, inFlightMessages: 50, inFlightBytes: 1024 * 1024 };
  const broker = await startBroker(
    {
      host: '127.0.0.1',
      port: 0,
      databaseUrl: database.url,
      username: account,
      password: serverPassword,
      serverLimits: limits,
    },
    pino({ level: 'silent' }),
  );
  return { device: broker.port, server: broker.port, publishDevices: async () => undefined, stop: broker.stop };
}

async function startMosquittoWithAccess(): Promise<Running> {
  const { devicesFile, ...broker } = await startShippedMosquitto();
  const publishDevices = async (): Promise<void> => {
    const rows = await database.dataSource.query<{ id: string; secret_hash: string }[]>(
      `SELECT id, secret_hash FROM device WHERE status = 'in_use'`,
    );
    writeFileSync(devicesFile, rows.map((row) => `${row.id}:${row.secret_hash}\n`).join(''));
  };
  await publishDevices();
  await untilAccepted(() =>
    joinBroker(broker.device, { username: 'TMU-0001', password: 'first-secret', clientId: 'TMU-0001' }),
  );
  return { ...broker, publishDevices };
}
