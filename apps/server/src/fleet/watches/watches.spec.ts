import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Notification, notifications, type QuietHours } from '@headland/contracts/notification';
import { users } from '@headland/contracts/user';
import { vehicles } from '@headland/contracts/vehicle';
import { type WatchBody, watches, watchesOfOne } from '@headland/contracts/watch';
import { activeFault, faultUp, sosUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../../incidents/alerts/alerts.module';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { ConsumablesModule } from '../../maintenance/consumables/consumables.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { SessionModule } from '../../people/session/session.module';
import { UsersModule } from '../../people/users/users.module';
import { Change } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import { devicesOf, eventually, refusal, startProcess } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type Account, type Organizations } from '../../testing/world';
import { DevicesModule } from '../devices/devices.module';
import { VehiclesModule } from '../vehicles/vehicles.module';
import { NotifyWatchersWhenVehicleIsSilent } from './notify-watchers-when-vehicle-is-silent';
import { WatchesModule } from './watches.module';

const modules = [
  ...[SessionModule, UsersModule, DevicesModule, AlertsModule, SosModule, FaultsModule, ConsumablesModule],
  ...[VehiclesModule, WatchesModule, DeliveriesModule, NotificationsModule],
];
let server: TestServer;
let orgs: Organizations;
let jobs: { close: () => Promise<void> };
let now: Date;
/** of the head office, which has no duty of a dealer's vehicle */
let me: Account;
let mine: string;
let dealer: string;
let stranger: string;

beforeAll(async () => {
  now = new Date();
  server = await startServer(modules, { clock: () => now });
  orgs = await makeOrganizations(server.database);
  dealer = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami));
  stranger = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.noa));
  jobs = await startProcess(server.config, ['jobs'], modules, { SOS_ESCALATE_S: 3600 });
});
afterAll(async () => {
  await jobs.close();
  await server.stop();
});
beforeEach(async () => {
  now = new Date();
  me = await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', orgs.headOffice);
  mine = await server.login(me);
});

const nothing: WatchBody = { sos: false, fault: null, offlineHours: null, maintenance: false };
const watch = (id: number, over: Partial<WatchBody> = {}, token = mine) =>
  server.call(watches.set, { params: { id }, body: { ...nothing, ...over } }, token);
const told = async (token = mine): Promise<Notification[]> =>
  (await server.call(notifications.list, { query: { kind: 'watch' } }, token)).rows;
const texts = async (token = mine): Promise<string[]> => (await told(token)).map(({ text }) => text.en);
const emitted = (vehicleId: number) => emitDue(vehicleId, 'exceeded');
async function emitDue(vehicleId: number, state: 'imminent' | 'exceeded', version?: number): Promise<void> {
  const [vehicle] = await server.database.query<{ vin: string }[]>('SELECT vin FROM vehicle WHERE id = $1', [
    vehicleId,
  ]);
  const consumable = {
    ...{ id: vehicleId, vehicleId, vin: vehicle?.vin, item: 'Engine oil', maintenance: 'replace', state, percent: 100 },
    ...(version !== undefined && { version }),
  };
  await server.app
    .get(Change)
    .run(system, (_, emit) =>
      Promise.resolve(
        emit(`consumable.${state}`, { consumable: consumable as never }, { organizationId: orgs.nami, vehicleId }),
      ),
    );
}
/** Policies run in order: when this one was handled, so was everything before it. */
async function settled(): Promise<void> {
  const { id: vehicleId } = await makeVehicle(server.database, orgs.nami);
  await watch(vehicleId, { maintenance: true });
  await emitted(vehicleId);
  await eventually(told, (rows) => rows.some((row) => row.vehicle?.id === vehicleId));
  await server.call(watches.end, { params: { id: vehicleId } }, mine);
}

describe('the own list of vehicles', () => {
  it('has what was put into it, and the list of vehicles can be narrowed to it', async () => {
    const { id: vehicleId, vin } = await makeVehicle(server.database, orgs.nami);
    const other = await makeVehicle(server.database, orgs.nami);
    expect(await watch(vehicleId, { sos: true })).toMatchObject({ vehicleId, vin, sos: true, fault: null });
    await watch(vehicleId, { fault: 'major', offlineHours: 24 });
    expect(await server.call(watches.list, {}, mine)).toMatchObject([
      { vehicleId, vin, sos: false, fault: 'major', offlineHours: 24, maintenance: false },
    ]);
    expect(await server.call(watches.list, {}, dealer)).toEqual([]);
    const listed = async (flag: 'true' | 'false', token = mine) =>
      (await server.call(vehicles.list, { query: { mine: flag, size: 100 } }, token)).rows.map((row) => row.id);
    expect(await listed('true')).toEqual([vehicleId]);
    expect(await listed('true', dealer)).toEqual([]);
    const others = await listed('false');
    expect(others).toContain(other.id);
    expect(others).not.toContain(vehicleId);
    await server.call(watches.end, { params: { id: vehicleId } }, mine);
    expect(await listed('true')).toEqual([]);
    expect(await refusal(server.call(watches.end, { params: { id: vehicleId } }, mine))).toEqual([404, 'NOT_FOUND']);
  });

  it('takes no vehicle out of scope, and no member who may not read vehicles', async () => {
    const { id: vehicleId } = await makeVehicle(server.database, orgs.nami);
    expect(await refusal(watch(vehicleId, {}, stranger))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(watch(2_000_000_000))).toEqual([404, 'NOT_FOUND']);
    const region = await server.login(await makeAccount(server.database, 'REGION', 'STAFF', orgs.north));
    expect(await refusal(watch(vehicleId, {}, region))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(watch(vehicleId, { offlineHours: 2 as never }))).toEqual([422, 'E0001']);
  });

  it('has an end', async () => {
    const { id: vehicleId } = await makeVehicle(server.database, orgs.nami);
    await server.database.query(
      `INSERT INTO vehicle (vin, model_id, organization_id, release_year, horsepower)
       SELECT 'FULL' || lpad(n::text, 13, '0'), model_id, organization_id, release_year, horsepower FROM vehicle, generate_series(1, $2::int) n WHERE id = $1`,
      [vehicleId, watchesOfOne],
    );
    await server.database.query(
      "INSERT INTO vehicle_watch (user_id, vehicle_id, sos, maintenance) SELECT $1, id, false, false FROM vehicle WHERE vin LIKE 'FULL%'",
      [me.userId],
    );
    expect(await refusal(watch(vehicleId))).toEqual([422, 'WATCHES_FULL']);
  });
});

describe('whoever watches a vehicle', () => {
  it('is notified of its SOS, of faults from a severity on, and of due maintenance', async () => {
    const { id: vehicleId, deviceId, vin } = await makeVehicle(server.database, orgs.nami);
    const devices = devicesOf(server);
    await watch(vehicleId, { sos: true, fault: 'major', maintenance: true });
    await devices.sos(deviceId, sosUp());
    await eventually(texts, (all) => all.some((text) => text.includes('SOS raised')));
    const minor = activeFault({ code: 'E0297', spn: 110, fmi: 16, lamp: 'MIL' });
    const major = activeFault({ code: 'E0330', spn: 100, fmi: 1, lamp: 'MIL' });
    await devices.fault(deviceId, faultUp({ active: [minor] }));
    await devices.fault(deviceId, faultUp({ seq: 2, active: [minor, major] }));
    await emitDue(vehicleId, 'imminent');
    // within a minute, and none of them is hidden by the next
    const all = await eventually(texts, (now) => now.some((text) => text.includes('Engine oil is due soon')));
    expect(all).toEqual([
      expect.stringContaining('Engine oil is due soon'),
      expect.stringContaining('fault E0330'),
      expect.stringContaining('SOS raised'),
    ]);
    expect(all.every((text) => text.includes(vin))).toBe(true);
  });

  it('is notified of maintenance that is due again after another dating, and not of what a meter repeats', async () => {
    const { id: vehicleId } = await makeVehicle(server.database, orgs.nami);
    await watch(vehicleId, { maintenance: true });
    for (const version of [1, 1, 2, 2]) await emitDue(vehicleId, 'exceeded', version);
    await settled();
    // the second one has joined the first, which is not read yet
    const [row] = (await told()).filter(({ vehicle }) => vehicle?.id === vehicleId);
    expect(row).toMatchObject({ count: 2 });
  });

  it('is not notified of what was not chosen', async () => {
    const { id: vehicleId, deviceId } = await makeVehicle(server.database, orgs.nami);
    const devices = devicesOf(server);
    await watch(vehicleId);
    await devices.sos(deviceId, sosUp());
    await emitted(vehicleId);
    await settled();
    expect((await told()).filter((row) => row.vehicle?.id === vehicleId)).toEqual([]);
  });

  it('is notified once, if the own work is to act on it', async () => {
    const { id: vehicleId } = await makeVehicle(server.database, orgs.nami);
    await watch(vehicleId, { maintenance: true }, dealer);
    await emitted(vehicleId);
    await settled();
    expect(await texts(dealer)).toEqual([]);
  });

  it('is not notified any more once the vehicle is out of scope', async () => {
    const { id: vehicleId, vin } = await makeVehicle(server.database, orgs.noa);
    await watch(vehicleId, { maintenance: true });
    const moved = await makeAccount(server.database, 'REGION', 'ADMIN', orgs.north);
    const token = await server.login(moved);
    await watch(vehicleId, { maintenance: true }, token);
    await server.database.query('UPDATE user_account SET organization_id = $2 WHERE id = $1', [
      moved.userId,
      orgs.south,
    ]);
    await emitted(vehicleId);
    await settled();
    expect(await texts()).toContainEqual(expect.stringContaining(`${vin}: Engine oil is overdue`));
    const rows = await server.database.query('SELECT 1 FROM notification WHERE user_id = $1', [moved.userId]);
    expect(rows).toEqual([]);
  });

  it('is not notified any more once the vehicle was transferred out of scope', async () => {
    const { id: vehicleId } = await makeVehicle(server.database, orgs.nami);
    const account = await makeAccount(server.database, 'DEALER', 'STAFF', orgs.nami);
    const token = await server.login(account);
    await watch(vehicleId, { maintenance: true }, token);
    await watch(vehicleId, { maintenance: true });
    const watched = async () => (await server.call(watches.list, {}, token)).map((row) => row.vehicleId);
    expect(await watched()).toEqual([vehicleId]);
    await server.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [vehicleId, orgs.noa]);
    expect(await watched()).toEqual([]);
    await emitted(vehicleId);
    await settled();
    expect((await told()).map((row) => row.vehicle?.id)).toContain(vehicleId);
    const rows = await server.database.query('SELECT 1 FROM notification WHERE user_id = $1', [account.userId]);
    expect(rows).toEqual([]);
    // it can still be taken out of the own list
    await server.call(watches.end, { params: { id: vehicleId } }, token);
    expect(await refusal(watch(vehicleId, {}, token))).toEqual([404, 'NOT_FOUND']);
  });

  it('is not notified after the account is gone', async () => {
    const { id: vehicleId } = await makeVehicle(server.database, orgs.nami);
    await watch(vehicleId, { maintenance: true });
    const admin = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
    await server.call(users.remove, { params: { id: me.userId } }, admin);
    expect(await server.database.query('SELECT 1 FROM vehicle_watch WHERE user_id = $1', [me.userId])).toEqual([]);
  });
});
describe('the silence of a watched vehicle', () => {
  const look = () => server.app.get(NotifyWatchersWhenVehicleIsSilent).run();
  const seen = (vehicleId: number, hoursAgo: number) =>
    server.database.query(
      `INSERT INTO vehicle_state (vehicle_id, last_seen_at) VALUES ($1, $2) ON CONFLICT (vehicle_id) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
      [vehicleId, new Date(now.getTime() - hoursAgo * 3_600_000)],
    );

  it('is notified once after its hours, and so is its end', async () => {
    const { id: vehicleId } = await makeVehicle(server.database, orgs.nami);
    await watch(vehicleId, { offlineHours: 6 });
    await seen(vehicleId, 5);
    await look();
    expect(await told()).toEqual([]);
    await seen(vehicleId, 7);
    await look();
    await look();
    expect(await texts()).toEqual([expect.stringContaining('no communication for 6 h')]);
    now = new Date(now.getTime() + 3_600_000);
    mine = await server.login(me);
    await seen(vehicleId, 0);
    await look();
    await look();
    expect(await texts()).toEqual([
      expect.stringContaining('communicating again'),
      expect.stringContaining('no communication for 6 h'),
    ]);
  });

  it('is not notified out of scope', async () => {
    const { id: vehicleId } = await makeVehicle(server.database, orgs.nami);
    await watch(vehicleId, { offlineHours: 1 });
    await seen(vehicleId, 2);
    await server.database.query("UPDATE user_account SET group_type = 'DEALER', organization_id = $2 WHERE id = $1", [
      ...[me.userId, orgs.noa],
    ]);
    await look();
    const rows = await server.database.query('SELECT 1 FROM notification WHERE user_id = $1', [me.userId]);
    expect(rows).toEqual([]);
  });
});

describe('in quiet hours', () => {
  const always: QuietHours = { days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00', timeZone: 'Asia/Seoul' };
  const pushes = async (who = me): Promise<number> => {
    const [row] = await server.database.query<{ n: number }[]>(
      "SELECT count(*)::int AS n FROM delivery WHERE channel = 'push' AND address = $1",
      [String(who.userId)],
    );
    return row?.n ?? 0;
  };

  it('a push waits in the notification list; without them it is sent', async () => {
    const { id: vehicleId } = await makeVehicle(server.database, orgs.nami);
    await watch(vehicleId, { maintenance: true });
    await server.call(notifications.setQuietHours, { body: { quietHours: always } }, mine);
    const preferences = [{ kind: 'watch' as const, inApp: false, push: true, email: false, sms: true }];
    await server.call(notifications.setPreferences, { body: { preferences } }, mine);
    await emitDue(vehicleId, 'imminent');
    await eventually(told, (rows) => rows.length === 1);
    expect(await pushes()).toBe(0);
    await server.call(notifications.setQuietHours, { body: { quietHours: null } }, mine);
    await emitted(vehicleId);
    await eventually(pushes, (n) => n === 1);
  });

  it('whoever must act on a critical fault, and watches the machine, has the push that they chose', async () => {
    const acting = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami);
    const token = await server.login(acting);
    const preferences = [{ kind: 'watch' as const, inApp: true, push: true, email: false, sms: false }];
    await server.call(notifications.setPreferences, { body: { preferences } }, token);
    const { id: vehicleId, deviceId } = await makeVehicle(server.database, orgs.nami);
    await watch(vehicleId, { fault: 'critical' }, token);
    await devicesOf(server).fault(deviceId, faultUp({ active: [activeFault({ code: 'E0324', lamp: 'RSL' })] }));
    await eventually(
      () => pushes(acting),
      (n) => n === 1,
    );
  });

  it('whoever must act on an SOS is called all the same, and on a critical fault is not', async () => {
    const acting = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami);
    const token = await server.login(acting);
    await server.call(notifications.setQuietHours, { body: { quietHours: always } }, token);
    const { id: vehicleId, deviceId } = await makeVehicle(server.database, orgs.nami);
    const devices = devicesOf(server);
    await devices.fault(deviceId, faultUp({ active: [activeFault({ code: 'E0324', lamp: 'RSL' })] }));
    const kinds = async (): Promise<string[]> =>
      (await server.call(notifications.list, { query: {} }, token)).rows
        .filter((row) => row.vehicle?.id === vehicleId)
        .map((row) => row.kind);
    await eventually(kinds, (all) => all.includes('fault'));
    expect(await pushes(acting)).toBe(0);
    await devices.sos(deviceId, sosUp());
    await eventually(
      () => pushes(acting),
      (n) => n === 1,
    );
    const [sms] = await server.database.query(
      "SELECT 1 FROM delivery WHERE subject = 'sos' AND channel = 'sms' AND reason LIKE 'sos.raised:%:sms:' || $1::text",
      [acting.userId],
    );
    expect(sms).toBeDefined();
  });
});
