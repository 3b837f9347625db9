import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { reprogram, type FlashFrame } from '@headland/contracts/reprogram';
import { signedText } from '@headland/domain/reprogram/offer';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { LiveModule } from '../../live/stream/live.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal } from '../../testing/alerts';
import { aProgram, FlashDevice, givenFile, spokeOf, standParked } from '../../testing/flash-device';
import { freePort } from '../../testing/mosquitto';
import { endClients } from '../../testing/mqtt-clients';
import { startServer, type TestServer } from '../../testing/server';
import { atBroker, openBroker, type OpenBroker } from '../../testing/server-broker';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { RemoteServiceModule } from '../remote-service.module';

// Progress of a program on the consoles with access to it.
let server: TestServer;
let broker: OpenBroker;
let port: number;
let at: Organizations;
let vehicle: MadeVehicle;
let device: FlashDevice;
let tokens: Record<'head' | 'second' | 'staff' | 'nami' | 'noa' | 'plant', string>;
const sockets: Socket[] = [];

beforeAll(async () => {
  port = await freePort();
  server = await startServer([SessionModule, DevicesModule, LiveModule, RemoteServiceModule], {
    config: { RUN: ['api', 'jobs', 'ingest'], ...atBroker(port) },
  });
  broker = await openBroker(server, port);
  at = await makeOrganizations(server.database);
  const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(server.database, ...caller));
  tokens = {
    head: await login('HEAD_OFFICE', 'ADMIN', at.headOffice),
    second: await login('HEAD_OFFICE', 'ADMIN', at.headOffice),
    staff: await login('HEAD_OFFICE', 'STAFF', at.headOffice),
    nami: await login('DEALER', 'ADMIN', at.nami),
    noa: await login('DEALER', 'ADMIN', at.noa),
    plant: await login('PRODUCTION', 'ADMIN', at.headOffice),
  };
});
afterAll(async () => {
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
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await endClients();
});

interface Console {
  frames: (FlashFrame & { receivedMs: number })[];
  socket: Socket;
}
/** A console that has subscribed to the vehicle. */
async function looking(token: string, sees = true): Promise<Console> {
  const socket = io(server.url, { path: '/socket.io', transports: ['websocket'], auth: { token } });
  sockets.push(socket);
  const frames: Console['frames'] = [];
  let [vehicles, counts] = [0, 0];
  socket.on('flash', (f: FlashFrame) => frames.push({ ...f, receivedMs: performance.now() }));
  socket.on('vehicles', () => vehicles++);
  socket.on('counts', () => counts++);
  await eventually(
    () => {
      if (socket.connected) {
        socket.emit('look', { map: null, vehicles: [] });
        socket.emit('look', { map: null, vehicles: [vehicle.id] });
      }
      return Promise.resolve(sees ? vehicles : counts);
    },
    (n) => n > 0,
  );
  return { frames, socket };
}

it('is sent at most four times a second, and the last one is the final state', async () => {
  const { id: fileId } = await server.call(reprogram.upload, { file: givenFile(aProgram()) }, tokens.head);
  const { id } = await server.call(
    reprogram.start,
    { params: { id: vehicle.id }, body: { fileId, vinEnd: vehicle.vin.slice(-4), standsSafe: true } },
    tokens.head,
  );
  const [starter, reader, dealer] = [
    await looking(tokens.head),
    await looking(tokens.staff),
    await looking(tokens.nami),
  ];
  const [stranger, plant] = [await looking(tokens.noa, false), await looking(tokens.plant)];
  const elsewhere = await looking(tokens.staff);
  elsewhere.socket.emit('look', { map: null, vehicles: [] });

  const offer = await device.offered();
  const beganMs = performance.now();
  await device.send({ session: offer.session, state: 'ready', have: [] });
  await device.fetch(offer);
  await device.send({ session: offer.session, state: 'checking' });
  for (let k = 1; k <= 10; k++) await device.send({ session: offer.session, state: 'programming', progress: k / 10 });
  await device.send({ session: offer.session, state: 'done', version: 'SW-3.2.1', calibration: 'CAL-D24-0412' });

  for (const { frames } of [starter, reader, dealer]) {
    const last = await eventually(
      () => Promise.resolve(frames.at(-1)),
      (f) => f?.state === 'done',
    );
    expect(last).toMatchObject({
      id,
      vehicleId: vehicle.id,
      blocksThere: offer.blocks,
      blocksSent: offer.blocks,
      progress: 1,
      runningVersion: 'SW-3.2.1',
    });
    expect(last?.endedAt).not.toBeNull();
    // the first at once, then one each quarter of a second
    const seconds = ((last?.receivedMs ?? 0) - beganMs) / 1000;
    expect(frames.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1);
    const there = frames.map((f) => f.blocksThere);
    expect([...there].sort((a, b) => a - b)).toEqual(there);
  }
  expect(starter.frames.length).toBeGreaterThan(1);
  for (const { frames } of [stranger, plant, elsewhere]) expect(frames).toEqual([]);
});

// docs/profiles.md names these for the machine of the demo with the same identification
it.each([
  ['m4-t3-ecu-04.10.s19', { target: 'ecu', variant: 'M4-T3', calibration: '7K22/3', version: '04.10 B1' }],
  ['m4-t3-ecu-04.20.ulp', { target: 'ecu', variant: 'M4-T3', calibration: '7K22/3', version: '04.20 C2' }],
  ['m4-t3-dcu-u1.4.ddr', { target: 'dcu', variant: 'M4-T3', calibration: '7K90/1', version: 'U1.4' }],
] as const)('%s, of an unknown make, is stated, confirmed and programmed as it is', async (name, stated) => {
  const foreign = {
    ecu_sw_sequence: '04.00 B7',
    ecu_calibration_id: '7K22/3',
    dcu_sw_version: 'U1.3',
    dcu_calibration_id: '7K90/1',
  };
  await spokeOf(server.database, vehicle, at.nami, { hw_variant: 'M4-T3', ...foreign });
  const file = {
    name,
    bytes: Uint8Array.from(readFileSync(join(import.meta.dirname, '../../../../../docs/examples/programs', name))),
  };
  const { id: fileId } = await server.call(reprogram.upload, { query: stated, file: givenFile(file) }, tokens.head);
  const start = {
    params: { id: vehicle.id },
    body: { fileId, vinEnd: vehicle.vin.slice(-4), standsSafe: true as const },
  };
  expect(await refusal(server.call(reprogram.start, start, tokens.head))).toEqual([409, 'FLASH_NOT_READY']);
  await server.call(reprogram.confirm, { params: { id: fileId }, body: stated }, tokens.second);
  const { id: runId } = await server.call(reprogram.start, start, tokens.head);

  const offer = await device.offered();
  expect(offer).toMatchObject({ ...stated, name, size: file.bytes.length, format: name.slice(-3) });
  const { pem } = await server.call(reprogram.key, {}, tokens.head);
  expect(
    verify(null, Buffer.from(signedText(offer)), createPublicKey(pem), Buffer.from(offer.signature, 'base64')),
  ).toBe(true);
  await device.send({ session: offer.session, state: 'ready', have: [] });
  await device.fetch(offer);
  for (const step of [
    { state: 'checking' },
    { state: 'programming', progress: 1 },
    { state: 'done', version: stated.version, calibration: stated.calibration },
  ])
    await device.send({ session: offer.session, ...step });
  expect(device.bytes.equals(Buffer.from(file.bytes))).toBe(true);
  expect(await server.call(reprogram.run, { params: { runId } }, tokens.head)).toMatchObject({
    state: 'done',
    runningVersion: stated.version,
  });
});

it('shows a pending cancel, and its result', async () => {
  const { id: fileId } = await server.call(reprogram.upload, { file: givenFile(aProgram()) }, tokens.head);
  const { id } = await server.call(
    reprogram.start,
    { params: { id: vehicle.id }, body: { fileId, vinEnd: vehicle.vin.slice(-4), standsSafe: true } },
    tokens.head,
  );
  const { frames } = await looking(tokens.head);
  const { session } = await device.offered();
  for (const step of [{ state: 'ready', have: [] }, { state: 'checking' }]) await device.send({ session, ...step });
  await server.call(reprogram.cancel, { params: { runId: id } }, tokens.head);
  await device.send({ session, state: 'failed', reason: 'cancelled', version: 'SW-3.1.0' });
  await eventually(
    () => Promise.resolve(frames.at(-1)),
    (f) => f?.state === 'cancelled' && f.runningVersion === 'SW-3.1.0',
  );
});
