import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoggedEvent } from '@headland/contracts/event-log';
import { kioskHeader, kiosks, type WallSettings } from '@headland/contracts/kiosk';
import type { ClientToServer, ServerToClient } from '@headland/contracts/live';
import { sosAlerts } from '@headland/contracts/sos';
import { wall } from '@headland/contracts/wall';
import { AlertsModule } from '../../incidents/alerts/alerts.module';
import { redateCycles } from '../../maintenance/consumables/plan-cycles.tx';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { RecordFaultMessage } from '../../incidents/faults/record-fault-message.command';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { LiveModule } from '../stream/live.module';
import { logHead } from '../../platform/event-log/log-reader';
import { SessionModule } from '../../people/session/session.module';
import { RecordSosMessages } from '../../incidents/sos/record-sos-messages.command';
import { SosModule } from '../../incidents/sos/sos.module';
import { refuseWrites } from '../../testing/database';
import { startServer, type TestServer } from '../../testing/server';
import { type MadeVehicle, makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { WallModule } from './wall.module';

type Client = Socket<ServerToClient, ClientToServer>;
let server: TestServer;
let at: Organizations;
let nami: MadeVehicle;
let sora: MadeVehicle;
let admin: string;
beforeAll(async () => {
  server = await startServer([
    SessionModule,
    DevicesModule,
    AlertsModule,
    SosModule,
    FaultsModule,
    DeliveriesModule,
    LiveModule,
    WallModule,
  ]);
  at = await makeOrganizations(server.database);
  nami = await makeVehicle(server.database, at.nami, { customer: { name: '김민수', phone: '010-5555-1234' } });
  sora = await makeVehicle(server.database, at.sora);
  admin = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
});
afterAll(() => server.stop());

const picture = (token: string) => server.call(wall.picture, {}, token);
async function hang(organizationId: number, over: Partial<WallSettings> = {}): Promise<string> {
  const { token } = await server.call(
    kiosks.issue,
    { body: { name: 'Control room', organizationId, sound: false, ...over } },
    admin,
  );
  return (await server.call(kiosks.open, {}, null, { [kioskHeader]: token })).accessToken;
}
const press = (vehicle: MadeVehicle, seq: number) => {
  const now = Date.now();
  return server.execute(
    new RecordSosMessages(vehicle.deviceId, [
      { message: { v: 1, boot: 1, seq, ts: now, type: 'rollover', lat: 35.8, lon: 126.9 }, receivedAt: now },
    ]),
  );
};

describe('the wall', () => {
  it('is quiet where nothing burns', async () => {
    expect(await picture(await hang(at.north))).toMatchObject({
      name: 'Control room',
      organization: 'North',
      settings: { sound: false },
      sos: [],
      faults: [],
      sosOpen: 0,
      faultsOpen: { critical: 0, major: 0, minor: 0 },
      vehicles: 1,
      online: 0,
      engineOn: 0,
      acceptedToday: 0,
      completedToday: 0,
      medianAcknowledgeSeconds: null,
    });
  });

  it('shows what burns in its scope, with the number from which the stream goes on, and no customer', async () => {
    await press(nami, 1);
    await press(sora, 1);
    const now = Date.now();
    await server.execute(
      new RecordFaultMessage(
        nami.deviceId,
        { v: 1, boot: 1, seq: 1, ts: now, active: [{ code: 'E0303' }], cleared: [] },
        now,
      ),
    );
    const kiosk = await hang(at.north);
    const head = await logHead(server.database);
    const shown = await picture(kiosk);
    expect(shown.head).toBe(head);
    expect(shown.sos.map((s) => [s.vehicle.vin, s.status])).toEqual([[nami.vin, 'raised']]);
    expect(shown.faults.map((f) => [f.vehicle.vin, f.code])).toEqual([[nami.vin, 'E0303']]);
    expect(shown).toMatchObject({ sosOpen: 1, faultsOpen: { major: 1 } });
    expect(JSON.stringify(shown)).not.toMatch(/김민수|5555-1234|customer/);
    expect((await picture(await hang(at.headOffice))).sos).toHaveLength(2);
  });

  it('opens and shows its calls where nothing can be written', async () => {
    const { token } = await server.call(
      kiosks.issue,
      { body: { name: 'Control room', organizationId: at.north, sound: false } },
      admin,
    );
    const heal = await refuseWrites(server.database, 'kiosk_screen');
    try {
      const { accessToken } = await server.call(kiosks.open, {}, null, { [kioskHeader]: token });
      expect((await picture(accessToken)).sos.map((s) => s.vehicle.vin)).toEqual([nami.vin]);
    } finally {
      await heal();
    }
  });

  it('shows the consumables that are due in its scope where its playlist asks for them, and no customer', async () => {
    await server.database.query(
      `INSERT INTO consumable_item (model_id, position, name, maintenance, initial_hours, cycle_hours)
       SELECT id, 1, 'Engine oil', 'replace', 50, 250 FROM model LIMIT 1`,
    );
    for (const { id, deviceKey } of [nami, sora])
      await server.database.query(
        `INSERT INTO vehicle_state (vehicle_id, device_key, engine_hours, last_seen_at) VALUES ($1, $2, 60, now())
         ON CONFLICT (vehicle_id) DO UPDATE SET engine_hours = excluded.engine_hours`,
        [id, deviceKey],
      );
    const vehicleIds = [nami.id, sora.id];
    await server.database.transaction((tx) => redateCycles(tx, { vehicleIds }, new Date(), 'Asia/Seoul'));
    const due = async (organizationId: number, view: 'consumables' | 'figures' | 'sos') =>
      (await picture(await hang(organizationId, { playlist: [{ view, seconds: 30 }] }))).consumables;
    const own = await due(at.north, 'consumables');
    expect(own).toMatchObject({ total: 1, rows: [{ vin: nami.vin, item: 'Engine oil', state: 'exceeded' }] });
    expect(JSON.stringify(own)).not.toMatch(/김민수|5555-1234|customer|phone/iu);
    expect(await due(at.headOffice, 'figures')).toMatchObject({ total: 2 });
    expect(await due(at.north, 'sos')).toBeNull();
  });

  it('gets neither name nor phone of the dispatched person, by its picture and by its stream', async () => {
    const token = await hang(at.north);
    const client: Client = io(server.url, {
      transports: ['websocket'],
      auth: { token },
      reconnection: false,
      forceNew: true,
    });
    const received: LoggedEvent[] = [];
    client.on('event', (e) => received.push(e));
    await new Promise<void>((resolve, reject) => client.on('connect', resolve).on('connect_error', reject));
    const head = await logHead(server.database);
    await new Promise((resolve) => client.emit('resume', { after: null }, resolve));
    const [call] = await server.database.query<{ id: number }[]>('SELECT id FROM sos_call ORDER BY id LIMIT 1');
    const params = { id: call?.id ?? 0 };
    const dispatch = { person: '보낸사람', phone: '010-5555-7777', note: '뒷문으로' };
    const { version } = await server.call(sosAlerts.acknowledge, { params }, admin);
    await server.call(
      sosAlerts.dispatch,
      { params, body: { version, agencyId: at.nami, etaMinutes: 10, ...dispatch } },
      admin,
    );
    await expect.poll(() => received.map((e) => e.name)).toEqual(['sos.acknowledged', 'sos.dispatched']);
    const again: Client = io(server.url, {
      transports: ['websocket'],
      auth: { token },
      reconnection: false,
      forceNew: true,
    });
    const missed: LoggedEvent[] = [];
    again.on('event', (e) => missed.push(e));
    await new Promise<void>((resolve, reject) => again.on('connect', resolve).on('connect_error', reject));
    await new Promise((resolve) => again.emit('resume', { after: head }, resolve));
    await expect.poll(() => missed.length).toBe(2);
    const shown = await picture(token);
    expect(shown.sos[0]).toMatchObject({ status: 'dispatched', dispatch: null, handler: null });
    expect(JSON.stringify([received, missed, shown])).not.toMatch(/보낸사람|5555-7777|뒷문|HEAD_OFFICE ADMIN/u);
    for (const socket of [client, again]) socket.disconnect();
  });

  it('is open to the head office only', async () => {
    expect(await picture(admin)).toMatchObject({ organization: 'Head office', sosOpen: 2 });
    const staff = await server.login(await makeAccount(server.database, 'PRODUCTION', 'STAFF', at.headOffice));
    expect((await server.send(wall.picture, {}, staff)).status).toBe(403);
  });
});
