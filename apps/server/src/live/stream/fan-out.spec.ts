import { renameSync, readdirSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ClientToServer, ServerToClient } from '@headland/contracts/live';
import { unpackFrame, type Single } from '@headland/contracts/live-frame';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { engineUp, sample, sosUp, statusUp, telemetryUp } from '@headland/testing/builders/up';
import { Random } from '@headland/testing/random';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { TelemetryIngest } from '../../fleet/telemetry/telemetry-ingest';
import { TelemetryModule } from '../../fleet/telemetry/telemetry.module';
import { readFleetChanges } from '../../fleet/vehicles/fleet-change.reads';
import { vehicleNows } from '../../fleet/vehicles/vehicle.reads';
import { AlertsModule } from '../../incidents/alerts/alerts.module';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { SessionModule } from '../../people/session/session.module';
import { fanoutReceiver } from '../../platform/fanout/open-fanout';
import { socketFolder } from '../../platform/fanout/socket-folder';
import { LOG } from '../../platform/log';
import type { PendingMessage } from '../../platform/mqtt/pending-message';
import { devicesOf, held } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle } from '../../testing/world';
import { LiveGateway } from './live.gateway';
import { LiveModule } from './live.module';

/** An api process that is told of commits and one that has to ask, on one database; an ingest process. */
let told: TestServer;
let asking: TestServer;
let ingest: TestServer;
let organizations: Awaited<ReturnType<typeof makeOrganizations>>;
let tokens: { head: string; nami: string };
let fleet: MadeVehicle[];
let folder: string;
const screens: Screen[] = [];
const within = { timeout: 60_000, interval: 20 };

beforeAll(async () => {
  told = await startServer([SessionModule, LiveModule]);
  folder = socketFolder(told.config);
  const { databaseUrl: DATABASE_URL, database } = told;
  asking = await startServer([SessionModule, LiveModule], { config: { DATABASE_URL } });
  organizations = await makeOrganizations(database);
  const { headOffice, nami } = organizations;
  tokens = {
    head: await told.login(await makeAccount(database, 'HEAD_OFFICE', 'ADMIN', headOffice)),
    nami: await told.login(await makeAccount(database, 'DEALER', 'ADMIN', nami)),
  };
  fleet = [];
  for (let i = 0; i < 3; i++) fleet.push(await makeVehicle(database, nami));
  ingest = await startIngest(folder);
}, 120_000);
afterAll(async () => {
  await ingest.stop();
  await asking.stop();
  await told.stop();
});
const isTold = (): Promise<void> => vi.waitFor(() => expect(told.app.get(LiveGateway).isTold).toBe(true), within);
beforeEach(isTold);
afterEach(() => {
  for (const { socket } of screens.splice(0)) socket.disconnect();
});

it('shows the same as whoever asks each second, and as the database, whatever is sent in whatever order', async () => {
  const random = new Random(11);
  const [a, b] = [await screen(told, tokens.head), await screen(asking, tokens.head)];
  const sent: { vehicle: MadeVehicle; boot: number; seq: number }[] = [];
  let boot = 1;
  for (let round = 0; round < 6; round++) {
    for (let batch = 0; batch < 8; batch++) {
      const messages: PendingMessage[] = [];
      for (let i = 0; i < random.whole(1, 12); i++) {
        const vehicle = random.pick(fleet);
        if (random.chance(0.05)) boot++;
        const again = random.chance(0.2) ? sent.at(-1 - random.whole(0, 9)) : undefined;
        const one = again ?? { vehicle, boot: Math.max(1, boot - random.whole(0, 1)), seq: random.whole(1, 400) };
        sent.push(one);
        messages.push(telemetryOf(one.vehicle, one.boot, one.seq, random));
        if (random.chance(0.05))
          messages.push(held(vehicle.deviceId, 'status', statusUp({ boot, online: random.chance(0.7) })));
        if (random.chance(0.05)) messages.push(engineOf(vehicle, random.whole(1, 400), random.chance(0.5)));
      }
      await ingest.app.get(TelemetryIngest).commit(messages);
    }
    await devicesOf(ingest).sos(
      random.pick(fleet).deviceId,
      sosUp({ type: 'button', seq: round + 1, lat: undefined, lon: undefined }),
    );
    await vi.waitFor(async () => {
      const truth = await vehicleNows(
        told.database,
        { all: true },
        fleet.map(({ id }) => id),
      );
      expect(a.nows()).toEqual(sorted(truth));
      expect(b.nows()).toEqual(sorted(truth));
      expect(a.marks()).toEqual(b.marks());
      for (const mark of a.marks())
        expect(truth.find(({ id }) => id === mark.id)).toMatchObject({
          lat: mark.lat,
          lon: mark.lon,
          state: mark.state,
        });
    }, within);
  }
  for (const { wentBack } of [a, b]) expect(wentBack).toEqual([]);
});

it('asks nobody while it is told of every commit: a change that nobody tells of is seen by the other alone', async () => {
  const [a, b] = [await screen(told, tokens.head), await screen(asking, tokens.head)];
  const [vehicle] = fleet as [MadeVehicle];
  await commit(vehicle, 1_000);
  await vi.waitFor(
    () => expect([a.lat(vehicle), b.lat(vehicle)]).toEqual([latOf(100, 1_000), latOf(100, 1_000)]),
    within,
  );
  await told.database.query('UPDATE vehicle_state SET lat = 70, changed = pg_current_xact_id() WHERE vehicle_id = $1', [
    vehicle.id,
  ]);
  await vi.waitFor(() => expect(b.lat(vehicle)).toBe(70), within);
  await a.rounds(2);
  expect(a.lat(vehicle)).toBe(latOf(100, 1_000));
  await commit(vehicle, 1_001);
  await vi.waitFor(
    () => expect([a.lat(vehicle), b.lat(vehicle)]).toEqual([latOf(100, 1_001), latOf(100, 1_001)]),
    within,
  );
});

it('tells of all watched vehicles of a commit in one line', async () => {
  const lines: string[] = [];
  const receiver = await fanoutReceiver(told.config, (line) => lines.push(line), told.app.get<Logger>(LOG));
  receiver.watch(fleet.map(({ id }) => id));
  let seq = 1_500;
  // until ingest has found the receiver, and knows what it watches
  await vi.waitFor(async () => {
    const messages = fleet.map((vehicle) => telemetryAt(vehicle, ++seq));
    await ingest.app.get(TelemetryIngest).commit(messages);
    const told = lines.flatMap(readFleetChanges).map(({ watched }) => watched.map(({ id }) => id));
    expect(told).toContainEqual(expect.arrayContaining(fleet.map(({ id }) => id)));
  }, within);
  await receiver.stop();
});

it('misses nothing of an ingest process that nobody is connected to', async () => {
  const a = await screen(told, tokens.head);
  const other = await startIngest(join(ingest.config.DATA_DIR, 'elsewhere'));
  const [vehicle] = fleet as [MadeVehicle];
  await commit(vehicle, 2_000);
  await vi.waitFor(() => expect(a.lat(vehicle)).toBe(latOf(100, 2_000)), within);
  await commit(vehicle, 2_001, other);
  await vi.waitFor(() => expect(a.lat(vehicle)).toBe(latOf(100, 2_001)), within);
  await other.stop();
  expect(a.wentBack).toEqual([]);
});

it('sends nothing of a vehicle that has gone to another dealer to the former one, be the move told or not', async () => {
  const [own, all] = [await screen(told, tokens.nami), await screen(told, tokens.head)];
  const [, vehicle] = fleet as [MadeVehicle, MadeVehicle];
  await commit(vehicle, 3_000);
  await vi.waitFor(
    () => expect([own.lat(vehicle), all.lat(vehicle)]).toEqual([latOf(100, 3_000), latOf(100, 3_000)]),
    within,
  );
  await told.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [vehicle.id, organizations.sora]);
  await commit(vehicle, 3_001);
  await vi.waitFor(() => expect(all.lat(vehicle)).toBe(latOf(100, 3_001)), within);
  await commit(fleet[0] as MadeVehicle, 3_002);
  await vi.waitFor(() => expect(own.lat(fleet[0] as MadeVehicle)).toBe(latOf(100, 3_002)), within);
  expect(own.lat(vehicle)).toBe(latOf(100, 3_000));
  await vi.waitFor(() => expect(own.marks().map(({ id }) => id)).not.toContain(vehicle.id), within);
  await told.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [vehicle.id, organizations.nami]);
});

it('goes on by asking when ingest is gone, and by being told when it is back', async () => {
  const a = await screen(told, tokens.head);
  const [vehicle] = fleet as [MadeVehicle];
  const { app } = ingest;
  await ingest.stop();
  await told.database.query(
    'UPDATE vehicle_state SET lat = 71, revision = revision + 1, changed = pg_current_xact_id() WHERE vehicle_id = $1',
    [vehicle.id],
  );
  await vi.waitFor(() => expect(a.lat(vehicle)).toBe(71), within);
  ingest = await startIngest(folder);
  expect(ingest.app).not.toBe(app);
  await isTold();
  await commit(vehicle, 4_000);
  await vi.waitFor(() => expect(a.lat(vehicle)).toBe(latOf(100, 4_000)), within);
});

it('forgets the socket of an api process that was killed', async () => {
  const server = createServer().listen(join(folder, 'api-1-alive.sock'));
  await once(server, 'listening');
  // a process that is killed leaves its file behind
  renameSync(join(folder, 'api-1-alive.sock'), join(folder, 'api-1-dead.sock'));
  server.close();
  await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(1), within);
});

interface Screen {
  socket: Socket<ServerToClient, ClientToServer>;
  nows: () => VehicleNow[];
  marks: () => Single[];
  lat: (of: MadeVehicle) => number | null | undefined;
  /** vehicles that were shown where they had been before */
  wentBack: number[];
  rounds: (n: number) => Promise<void>;
}
/** A console that has all vehicles of the spec on its map and shows them with their values. */
async function screen(server: TestServer, token: string): Promise<Screen> {
  const socket: Screen['socket'] = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  const nows = new Map<number, VehicleNow>();
  const tiles = new Map<string, Single[]>();
  const wentBack: number[] = [];
  let beats = 0;
  socket.on('vehicles', (list) => {
    for (const now of list) {
      const before = nows.get(now.id);
      // the latitude of a machine grows with its messages
      if (before?.lat && now.lat && now.lat < before.lat && before.lat < 70) wentBack.push(now.id);
      nows.set(now.id, now);
    }
  });
  socket.on('map', (data) => {
    const { x, y, singles } = unpackFrame(data);
    tiles.set(`${x} ${y}`, singles);
  });
  socket.on('beat', () => beats++);
  await once(socket as never, 'connect');
  const ids = fleet.map(({ id }) => id);
  // fewer than four are not drawn together
  socket.emit('look', { map: { zoom: 4, west: 120, south: 30, east: 135, north: 75 }, vehicles: ids });
  await vi.waitFor(() => expect(nows.size).toBe(ids.length), within);
  const made: Screen = {
    socket,
    nows: () => sorted([...nows.values()]),
    marks: () => [...tiles.values()].flat().sort((a, b) => a.id - b.id),
    lat: ({ id }) => nows.get(id)?.lat,
    wentBack,
    rounds: (n) => {
      const until = beats + n;
      return vi.waitFor(() => expect(beats).toBeGreaterThanOrEqual(until), within).then(() => undefined);
    },
  };
  screens.push(made);
  return made;
}

const sorted = (nows: VehicleNow[]): VehicleNow[] => [...nows].sort((a, b) => a.id - b.id);
const latOf = (boot: number, seq: number): number => Number((30 + boot / 10 + seq / 1e5).toFixed(7));
const startIngest = (FANOUT_DIR: string): Promise<TestServer> =>
  startServer([SessionModule, DevicesModule, TelemetryModule, AlertsModule, SosModule, FaultsModule], {
    config: { RUN: ['ingest'], DATABASE_URL: told.databaseUrl, FANOUT_DIR },
  });
const commit = (vehicle: MadeVehicle, seq: number, by = ingest): Promise<void> =>
  by.app.get(TelemetryIngest).commit([telemetryAt(vehicle, seq)]);
const telemetryAt = ({ deviceId }: MadeVehicle, seq: number): PendingMessage =>
  held(deviceId, 'telemetry', telemetryUp({ boot: 100, seq, samples: [sample({ lat: latOf(100, seq) })] }));

function telemetryOf({ deviceId }: MadeVehicle, boot: number, seq: number, random: Random): PendingMessage {
  const ts = Date.now() - random.whole(0, 5_000);
  const values = sample({
    ts,
    lat: latOf(boot, seq),
    lon: 126 + random.whole(0, 9_999) / 1e4,
    rpm: random.whole(800, 2200),
  });
  if (random.chance(0.2)) Object.assign(values, { lat: undefined, lon: undefined, heading: undefined });
  if (random.chance(0.2)) Object.assign(values, { engine: random.chance(0.5) ? 'off' : undefined, work: undefined });
  return held(deviceId, 'telemetry', telemetryUp({ boot, seq, ts, samples: [values] }));
}
const engineOf = ({ deviceId }: MadeVehicle, seq: number, on: boolean): PendingMessage =>
  held(deviceId, 'engine', engineUp({ boot: 1, seq, on, lat: undefined, lon: undefined }));
