import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { diagnosis } from '@headland/contracts/diagnosis';
import { reprogram, type FlashFile, type FlashRun } from '@headland/contracts/reprogram';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { keyOf } from '../../platform/files/blob-store';
import { startBroker, type Broker } from '../../platform/mqtt/embedded-broker/broker';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal, startProcess } from '../../testing/alerts';
import { aProgram, FlashDevice, givenFile, spokeOf, standParked } from '../../testing/flash-device';
import { freePort } from '../../testing/mosquitto';
import { endClients } from '../../testing/mqtt-clients';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { MoveFlashWhenDue } from './move-flash-when-due.command';
import { RemoteServiceModule } from '../remote-service.module';

// Failures during reprogramming: processes and brokers that die, files that change, late messages. The process that serves devices is a separate one.
const modules = [SessionModule, DevicesModule, DeliveriesModule, NotificationsModule, RemoteServiceModule];
const password = 'the password of the server';
let server: TestServer;
let broker: Broker;
let port: number;
let ingest: { close: () => Promise<void> };
let at: Organizations;
let token: string;
let vehicle: MadeVehicle;
let device: FlashDevice;

beforeAll(async () => {
  port = await freePort();
  server = await startServer(modules, {
    config: { RUN: ['api', 'jobs'], MQTT_URL: `mqtt://127.0.0.1:${port}`, MQTT_PASSWORD: password },
  });
  await bringUpBroker();
  await bringUpIngest();
  at = await makeOrganizations(server.database);
  token = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
});
afterAll(async () => {
  await ingest.close();
  await server.stop();
  await broker.stop();
});
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, at.nami);
  await standParked(server.database, vehicle);
  await spokeOf(server.database, vehicle, at.nami);
  device = new FlashDevice(vehicle.deviceId, port, server.database);
  await device.join();
});
afterEach(endClients);

async function bringUpBroker(): Promise<void> {
  const limits = { messages: 1000, bytes: 1024 * 1024, inFlightMessages: 100, inFlightBytes: 1024 * 1024 };
  broker = await startBroker(
    {
      host: '127.0.0.1',
      port,
      databaseUrl: server.databaseUrl,
      username: server.config.MQTT_USERNAME,
      password,
      serverLimits: limits,
    },
    pino({ level: 'silent' }),
  );
}
async function bringUpIngest(): Promise<void> {
  ingest = await startProcess(server.config, ['ingest'], modules);
}

const upload = (file = aProgram()): Promise<FlashFile> =>
  server.call(reprogram.upload, { file: givenFile(file) }, token);
const start = (fileId: number): Promise<FlashRun> =>
  server.call(
    reprogram.start,
    { params: { id: vehicle.id }, body: { fileId, vinEnd: vehicle.vin.slice(-4), standsSafe: true } },
    token,
  );
const runOf = (id: number): Promise<FlashRun> => server.call(reprogram.run, { params: { runId: id } }, token);
const done = { state: 'done', version: 'SW-3.2.1', calibration: 'CAL-D24-0412' };

/** All requested blocks were sent, except while no server ran; the device received the offered program. */
async function accountCloses(id: number, file: { bytes: Uint8Array }, unanswered: number): Promise<void> {
  expect(device.bytes.equals(Buffer.from(file.bytes))).toBe(true);
  expect((await runOf(id)).blocksSent).toBe(device.asked);
  expect(device.asked).toBe(device.arrived + unanswered);
}

describe('a process that dies', () => {
  it('in the middle of a block leaves what it did not send to be asked for again', async () => {
    const file = aProgram();
    const { id } = await start((await upload(file)).id);
    const offer = await device.offered();
    await device.send({ session: offer.session, state: 'ready', have: [] });
    await device.fetch(offer, 16);
    await device.send({ session: offer.session, need: [16, 31] });
    await ingest.close();
    const unanswered = device.asked - device.arrived;
    // sent while no device is connected: the broker keeps it
    await device.publish({ session: offer.session, need: [16, 31] });
    const before = device.arrived;
    await bringUpIngest();
    await eventually(
      () => Promise.resolve(device.arrived),
      (n) => n === before + 16,
    );
    await device.fetch(offer);
    for (const step of [{ state: 'checking' }, { state: 'programming', progress: 0.5 }, done])
      await device.send({ session: offer.session, ...step });
    expect(await runOf(id)).toMatchObject({ state: 'done', runningVersion: 'SW-3.2.1', pauses: 0 });
    await accountCloses(id, file, unanswered);
  });

  it('in the middle of a check receives later what was sent meanwhile', async () => {
    const file = aProgram();
    const { id } = await start((await upload(file)).id);
    const offer = await device.offered();
    await device.send({ session: offer.session, state: 'ready', have: [] });
    await device.fetch(offer);
    await device.send({ session: offer.session, state: 'checking' });
    await ingest.close();
    for (const step of [{ state: 'programming', progress: 0.3 }, { state: 'programming', progress: 1 }, done])
      await device.publish({ session: offer.session, ...step });
    expect((await runOf(id)).state).toBe('checking');
    await bringUpIngest();
    await eventually(
      () => runOf(id),
      (r) => r.state === 'done' && r.progress === 1,
    );
    await accountCloses(id, file, 0);
  });
});

describe('a broker that is restarted in the middle of a file', () => {
  it('is restored on both sides, which resume where they stopped', async () => {
    const file = aProgram();
    const { id } = await start((await upload(file)).id);
    const offer = await device.offered();
    await device.send({ session: offer.session, state: 'ready', have: [] });
    await device.fetch(offer, 32);
    await device.vanish();
    await broker.stop();
    // no contact during the transfer: it is paused
    await server.database.query("UPDATE flash_run SET heard_at = now() - interval '16 seconds' WHERE id = $1", [id]);
    await eventually(
      () => runOf(id),
      (r) => r.state === 'paused',
    );
    await bringUpBroker();
    await device.join();
    await device.send({ session: offer.session, state: 'ready', have: device.have });
    expect(await runOf(id)).toMatchObject({ state: 'transferring', pauses: 1, blocksThere: 32 });
    await device.fetch(offer);
    for (const step of [{ state: 'checking' }, { state: 'programming', progress: 0.5 }, done])
      await device.send({ session: offer.session, ...step });
    expect((await runOf(id)).state).toBe('done');
    expect([...device.blocks.values()].every((each) => each.length === 1)).toBe(true);
    await accountCloses(id, file, 0);
  });

  it('has paused at once where its broker has reported the device offline', async () => {
    const { id } = await start((await upload()).id);
    const offer = await device.offered();
    await device.send({ session: offer.session, state: 'ready', have: [] });
    await device.fetch(offer, 16);
    await server.database.query("UPDATE flash_run SET heard_at = now() - interval '3 seconds' WHERE id = $1", [id]);
    await server.execute(new MoveFlashWhenDue(id));
    expect((await runOf(id)).state).toBe('transferring');
    await standParked(server.database, vehicle, { online: false });
    await eventually(
      () => runOf(id),
      (r) => r.state === 'paused' && r.pauses === 1,
    );
  });
});

describe('a file that changes after it was offered', () => {
  const stored = async (fileId: number): Promise<string> => {
    const [row] = await server.database.query<{ file_id: string }[]>('SELECT file_id FROM flash_file WHERE id = $1', [
      fileId,
    ]);
    return join(server.config.DATA_DIR, 'files', keyOf(row?.file_id ?? '', 'full'));
  };

  it.each([
    ['nothing left of it', () => null],
    ['another size', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])])],
    ['another byte', (bytes: Buffer) => Buffer.from(bytes.map((b, i) => (i === 5000 ? b ^ 1 : b)))],
  ])('is not sent with %s: not one block; uploaded anew, it is', async (_, change) => {
    const file = aProgram();
    const { id: fileId } = await upload(file);
    const { id } = await start(fileId);
    const offer = await device.offered();
    const path = await stored(fileId);
    const changed = change(await readFile(path));
    await rm(path);
    if (changed !== null) {
      await writeFile(`${path}.new`, changed);
      await rename(`${path}.new`, path);
    }
    await device.send({ session: offer.session, state: 'ready', have: [] });
    await device.send({ session: offer.session, need: [0, 15] });
    await eventually(
      () => runOf(id),
      (r) => r.state === 'failed',
    );
    expect(await runOf(id)).toMatchObject({ reason: 'fileChanged', runningVersion: null });
    await device.isCancelled();
    expect(device.arrived).toBe(0);

    expect((await upload(file)).id).toBe(fileId);
    await start(fileId);
    await eventually(
      () => device.offered(),
      (o) => o.session !== offer.session,
    );
    const again = await device.offered();
    await device.send({ session: again.session, state: 'ready', have: [] });
    await device.fetch(again);
    expect(device.bytes.equals(Buffer.from(file.bytes))).toBe(true);
  });

  it('or that the device believes to be longer is not sent beyond its end', async () => {
    const { id } = await start((await upload()).id);
    const offer = await device.offered();
    await device.send({ session: offer.session, state: 'ready', have: [] });
    await device.send({ session: offer.session, need: [offer.blocks - 1, offer.blocks] });
    await device.send({ session: offer.session, need: [0, 3], have: [[0, offer.blocks]] });
    await device.send({ session: offer.session, need: [0, 3] });
    await device.take(0, 3);
    await device.take(offer.blocks - 1, offer.blocks - 1);
    expect([...device.blocks.keys()].every((b) => b <= 3 || b === offer.blocks - 1)).toBe(true);
    expect(await runOf(id)).toMatchObject({ state: 'transferring', blocksSent: 5 });
  });
});

describe('what comes too late', () => {
  it.each([
    ['cancelled', (id: number) => server.call(reprogram.cancel, { params: { runId: id } }, token)],
    [
      'expired',
      async (id: number) => {
        await server.database.query("UPDATE flash_run SET expires_at = now() - interval '1 second' WHERE id = $1", [
          id,
        ]);
        await server.execute(new MoveFlashWhenDue(id));
      },
    ],
    [
      'failed',
      () => device.send({ session: device.received[0]?.session, state: 'failed', reason: 'hash', version: 'SW-3.1.0' }),
    ],
    ['refused', () => device.send({ session: device.received[0]?.session, state: 'refused', reason: 'busy' })],
  ])('is answered with the end of the run, not with blocks: %s', async (state, end) => {
    const { id } = await start((await upload()).id);
    const offer = await device.offered();
    await device.send({ session: offer.session, state: 'ready', have: [] });
    await end(id);
    expect((await runOf(id)).state).toBe(state);
    const before = device.received.length;
    for (const late of [{ need: [0, 15] }, { state: 'ready', have: [[0, 3]] }])
      await device.send({ session: offer.session, ...late });
    await eventually(
      () => Promise.resolve(device.received.slice(before).filter((m) => m.op === 'cancel').length),
      (n) => n >= 2,
    );
    expect(device.arrived).toBe(0);
    expect(await runOf(id)).toMatchObject({ state, blocksSent: 0 });
  });

  it('an offer that has expired is never repeated, and cannot be started by a late message', async () => {
    const { id } = await start((await upload()).id);
    const offer = await device.offered();
    // the offer contains its end on the device's clock, so one that waited at a broker starts nothing either
    expect(Math.abs(offer.until - Date.parse((await runOf(id)).expiresAt))).toBeLessThan(1000);
    await server.database.query(
      "UPDATE flash_run SET expires_at = now() - interval '1 second', offered_at = now() - interval '2 days' WHERE id = $1",
      [id],
    );
    await server.execute(new MoveFlashWhenDue(id));
    expect((await runOf(id)).state).toBe('expired');
    await server.execute(new MoveFlashWhenDue(id));
    await device.send({ session: offer.session, state: 'ready', have: [] });
    await device.isCancelled();
    expect(device.received.filter((m) => m.op === 'offer')).toHaveLength(1);
    expect((await runOf(id)).state).toBe('expired');
    // and the machine is free for the next
    expect((await start((await upload()).id)).state).toBe('offered');
  });
});

describe('in the same moment', () => {
  it('two offers are one, and a session and an offer are one', async () => {
    const { id: fileId } = await upload();
    const both = await Promise.all([refusal(start(fileId)), refusal(start(fileId))]);
    expect(both.filter((b) => b === 'allowed')).toHaveLength(1);
    await device.offered();
    const { rows } = await server.call(reprogram.runs, { params: { id: vehicle.id }, query: {} }, token);
    expect(rows).toHaveLength(1);
    await server.call(reprogram.cancel, { params: { runId: rows[0]?.id ?? 0 } }, token);
    const either = await Promise.all([
      refusal(start(fileId)),
      refusal(server.call(diagnosis.connect, { params: { id: vehicle.id }, body: { kind: 'remote' } }, token)),
    ]);
    expect(either.filter((b) => b === 'allowed')).toHaveLength(1);
    expect(new Set(device.received.filter((m) => m.op === 'offer').map((m) => m.session)).size).toBe(
      either[0] === 'allowed' ? 2 : 1,
    );
  });

  it('12.3 V are too few here and there, 12.4 V are enough', async () => {
    const { id: fileId } = await upload();
    await standParked(server.database, vehicle, { signals: { battery: 12.3 } });
    const refused = await start(fileId).catch((e: { error: { code: string; values: object } }) => e.error);
    expect(refused).toMatchObject({ code: 'FLASH_NOT_READY', values: { check: 'battery' } });
    await standParked(server.database, vehicle, { signals: { battery: 12.4 } });
    const { id } = await start(fileId);
    await device.send({
      session: (await device.offered()).session,
      state: 'refused',
      reason: 'battery',
      version: 'SW-3.1.0',
    });
    expect(await runOf(id)).toMatchObject({
      state: 'refused',
      reason: 'battery',
      blocksSent: 0,
      runningVersion: 'SW-3.1.0',
    });
  });
});
