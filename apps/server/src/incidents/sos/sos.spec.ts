import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sosAlerts, type SosSummary } from '@headland/contracts/sos';
import { agencyReachKm } from '@headland/domain/organization';
import { faultUp, sosUp, statusUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../alerts/alerts.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { FaultsModule } from '../faults/faults.module';
import { readLog } from '../../platform/event-log/log-reader';
import { SessionModule } from '../../people/session/session.module';
import { devicesOf, held, refusal } from '../../testing/alerts';
import { refuseWrites } from '../../testing/database';
import { startServer, type TestServer } from '../../testing/server';
import {
  makeAccount,
  makeOrganizations,
  makeVehicle,
  type Account,
  type MadeVehicle,
  type Organizations,
} from '../../testing/world';
import { RecordTiltRollover } from '../../fleet/telemetry/record-tilt-rollover.command';
import { SosModule } from './sos.module';
import { sosSummaries } from './sos.reads';

let server: TestServer;
let orgs: Organizations;
let head: string;
let headReader: string;
let nami: string;
let namiAccount: Account;
let sora: string;
let vehicle: MadeVehicle;
let devices: ReturnType<typeof devicesOf>;
const hour = 3_600_000;

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, AlertsModule, SosModule, FaultsModule, DeliveriesModule], {
    config: { SOS_ESCALATE_S: 60 },
  });
  devices = devicesOf(server);
  orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
  headReader = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', orgs.headOffice));
  namiAccount = await makeAccount(server.database, 'DEALER', 'STAFF', orgs.nami);
  nami = await server.login(namiAccount);
  sora = await server.login(await makeAccount(server.database, 'AGENCY', 'ADMIN', orgs.sora));
});
afterAll(() => server.stop());
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, orgs.nami);
});

const alerts = (): Promise<
  {
    id: number;
    status: string;
    presses: number;
    type: string;
    late: boolean;
    raised_at: Date;
    next_escalation_at: Date | null;
    lat: number | null;
    position_at: Date | null;
  }[]
> => server.database.query('SELECT * FROM sos_call WHERE device_id = $1 ORDER BY id', [vehicle.deviceId]);
const state = async (): Promise<{ open_sos: number; sos_raised: boolean } | undefined> =>
  (
    await server.database.query<{ open_sos: number; sos_raised: boolean }[]>(
      'SELECT open_sos, sos_raised FROM vehicle_state WHERE vehicle_id = $1',
      [vehicle.id],
    )
  )[0];
const eventNames = async (id: number): Promise<string[]> =>
  (await readLog(server.database, 0, 100_000))
    .filter((e) => 'sos' in e.payload && e.payload.sos.id === id)
    .map((e) => e.name);
async function raise(over: Parameters<typeof sosUp>[0] = {}): Promise<number> {
  await devices.sos(vehicle.deviceId, sosUp({ type: 'button', ...over }));
  return (await alerts()).at(-1)?.id ?? 0;
}
const to = () => ({ agencyId: orgs.noa, person: '박서준', phone: '010-1234-5678', etaMinutes: 20 });

describe('a press of the button', () => {
  it('is an SOS with its place, its vehicle and its event, and shows on the map', async () => {
    const id = await raise({ lat: 35.82, lon: 127.15, speed: 0 });
    const sos = await server.call(sosAlerts.get, { params: { id } }, head);
    expect(sos).toMatchObject({
      status: 'raised',
      type: 'button',
      origin: 'device',
      presses: 1,
      late: false,
      lat: 35.82,
      positionAt: null,
      escalationLevel: 0,
      agency: { id: orgs.nami, name: 'Nami' },
    });
    expect(sos.vehicle).toMatchObject({ vin: vehicle.vin, model: 'HL 6-110', deviceId: vehicle.deviceId });
    expect(sos.place?.ko).toBeTruthy();
    expect(sos.nextEscalationTo).toEqual({ id: orgs.north, name: 'North' });
    expect(sos.thresholds).toEqual({ x: 45, y: 45, z: 60 });
    expect(sos.nearest[0]).toMatchObject({ id: orgs.nami, phone: '02-555-0100' });
    expect(
      sos.nearest.map((a) => a.id),
      'the third is 140 km away',
    ).toEqual([orgs.nami, orgs.noa]);
    expect(sos.steps.map((s) => s.name)).toEqual(['sos.raised']);
    expect(await state()).toMatchObject({ open_sos: 1, sos_raised: true });
  });

  it('counts once, however often its message comes', async () => {
    const message = sosUp({ type: 'button', seq: 3 });
    await devices.send(held(vehicle.deviceId, 'sos', message), held(vehicle.deviceId, 'sos', message));
    await devices.sos(vehicle.deviceId, message);
    expect(await alerts()).toMatchObject([{ presses: 1 }]);
    expect(await eventNames((await alerts())[0]?.id ?? 0)).toEqual(['sos.raised']);
  });

  it('while an SOS of its type is open adds to it, and another type is another SOS', async () => {
    await raise({ seq: 1 });
    await raise({ seq: 2 });
    await raise({ seq: 3, type: 'rollover' });
    expect(await alerts()).toMatchObject([
      { presses: 2, type: 'button' },
      { presses: 1, type: 'rollover' },
    ]);
    expect(await state()).toMatchObject({ open_sos: 2 });
  });

  it('after the SOS was closed is a new SOS', async () => {
    const first = await raise({ seq: 1 });
    await server.call(
      sosAlerts.falseAlarm,
      { params: { id: first }, body: { cause: 'test', resolution: 'a test' } },
      head,
    );
    expect(await state()).toMatchObject({ open_sos: 0, sos_raised: false });
    expect(await raise({ seq: 2 })).not.toBe(first);
  });

  it('without coordinates points to the last known position, and says of when', async () => {
    const at = new Date(Date.now() - 600_000);
    await server.database.query(
      'UPDATE vehicle_state SET lat = 35.5, lon = 127.5, position_ts = $2 WHERE vehicle_id = $1',
      [vehicle.id, at],
    );
    await raise({ lat: undefined, lon: undefined });
    expect(await alerts()).toMatchObject([{ lat: 35.5, position_at: at }]);
    await raise({ seq: 2, lat: 36, lon: 127 });
    expect(await alerts()).toMatchObject([{ lat: 36, position_at: null, presses: 2 }]);
  });

  it('that is older and arrives later leaves the place at the latest press', async () => {
    const now = Date.now();
    const press = (seq: number, minutesAgo: number, lat: number, receivedAgo = minutesAgo) =>
      held(
        vehicle.deviceId,
        'sos',
        sosUp({ type: 'button', seq, ts: now - minutesAgo * 60_000, lat }),
        now - receivedAgo * 60_000,
      );
    await devices.send(press(1, 10, 35.1));
    await devices.send(press(4, 5, 35.4));
    await devices.send(press(2, 8, 35.2, 0));
    expect(await alerts()).toMatchObject([{ lat: 35.4, presses: 3 }]);
    await devices.send(press(5, 4, 35.5, 0), press(3, 7, 35.3, 0));
    expect(await alerts()).toMatchObject([{ lat: 35.5, presses: 5 }]);
  });

  it('far from everybody has its own agency to send', async () => {
    const id = await raise({ lat: 38.2, lon: 128.5 });
    const { nearest } = await server.call(sosAlerts.get, { params: { id } }, head);
    expect(nearest.map((a) => a.id)).toEqual([orgs.nami]);
    expect(nearest[0]?.distanceKm).toBeGreaterThan(agencyReachKm);
  });

  it('has its own agency to send, however many are nearer', async () => {
    const near = await server.database.query<{ id: number }[]>(
      `INSERT INTO organization (name, type, parent_id, lat, lon, phone)
       SELECT 'Near ' || n, 'AGENCY', $1, 35.3, 126.9, NULL FROM generate_series(1, 6) n RETURNING id`,
      [orgs.south],
    );
    const id = await raise({ lat: 35.3, lon: 126.9 });
    const { nearest } = await server.call(sosAlerts.get, { params: { id } }, head);
    await server.database.query('UPDATE organization SET removed_at = now() WHERE id = ANY($1)', [
      near.map((n) => n.id),
    ]);
    expect(nearest).toHaveLength(5);
    expect(nearest.map((a) => a.id).at(-1)).toBe(orgs.nami);
  });

  it('without any position lists the agencies without distances', async () => {
    const id = await raise({ lat: undefined, lon: undefined });
    const sos = await server.call(sosAlerts.get, { params: { id } }, head);
    expect(sos).toMatchObject({ lat: null, place: null });
    expect(sos.nearest.map((n) => n.distanceKm)).toEqual([null, null, null]);
    expect(sos.nearest[0]?.id, 'its own comes first').toBe(orgs.nami);
  });

  it('that took more than an hour to arrive stands in the queue and is not escalated; a live press makes it present', async () => {
    await devices.send(held(vehicle.deviceId, 'status', statusUp({ boot: sosUp({}).boot, online: true }), Date.now()));
    await raise({ seq: 1, ts: Date.now() - 2 * hour });
    expect(await alerts()).toMatchObject([{ late: true, next_escalation_at: null, status: 'raised' }]);
    await raise({ seq: 2 });
    const [sos] = await alerts();
    expect(sos).toMatchObject({ late: false, presses: 2 });
    expect(sos?.next_escalation_at).toBeInstanceOf(Date);
  });

  it('of a clock that is wrong by decades is an SOS of now', async () => {
    for (const [seq, ts] of [
      [1, 1_000_000],
      [2, Date.UTC(2099, 0, 1)],
    ] as const) {
      vehicle = await makeVehicle(server.database, orgs.nami);
      await raise({ seq, ts });
      const [sos] = await alerts();
      expect(Math.abs((sos?.raised_at.getTime() ?? 0) - Date.now())).toBeLessThan(3_600_000);
      expect(sos).toMatchObject({ late: false });
    }
  });

  it('of a clock that is hours behind is present, by the device’s status on connect', async () => {
    const behind = (at: number): number => at - 3 * hour;
    const now = Date.now();
    await devices.send(held('T-OTHER', 'status', statusUp({ boot: 1 }), now - 60_000));
    await devices.send(
      held(vehicle.deviceId, 'status', statusUp({ boot: 4, ts: behind(now - 2_000), online: true }), now - 2_000),
    );
    await devices.send(held(vehicle.deviceId, 'sos', sosUp({ type: 'button', boot: 4, ts: behind(now) }), now));
    expect(await alerts()).toMatchObject([{ late: false }]);
  });

  it('of a clock that was set right since the connection is present, whatever the status on connect said', async () => {
    const ahead = (at: number): number => at + 9 * hour;
    const now = Date.now();
    await devices.send(
      held(vehicle.deviceId, 'status', statusUp({ boot: 4, ts: ahead(now - 3_000), online: true }), now - 3_000),
    );
    const fault = (seq: number, ts: number, at: number): Promise<void> =>
      devices.send(held(vehicle.deviceId, 'fault', faultUp({ boot: 4, seq, ts, active: [] }), at));
    await fault(1, ahead(now - 2_000), now - 2_000);
    await fault(2, now - 1_000, now - 1_000);
    await devices.send(held(vehicle.deviceId, 'sos', sosUp({ type: 'button', boot: 4, ts: now }), now));
    const [sos] = await alerts();
    expect(sos).toMatchObject({ late: false });
    expect(Math.abs((sos?.raised_at.getTime() ?? 0) - now)).toBeLessThan(5_000);
  });

  it('of a clock that may have been set right just before makes a sound, though its connection said hours ahead', async () => {
    const now = Date.now();
    await devices.send(
      held(vehicle.deviceId, 'status', statusUp({ boot: 4, ts: now - 2_000 + 9 * hour, online: true }), now - 2_000),
    );
    // set right, if not to the second
    await devices.send(held(vehicle.deviceId, 'sos', sosUp({ type: 'button', boot: 4, ts: now + 20_000 }), now));
    const [sos] = await alerts();
    expect(sos).toMatchObject({ late: false });
    expect(Math.abs((sos?.raised_at.getTime() ?? 0) - now)).toBeLessThan(5_000);
  });

  it('of a clock that was set back since the connection makes a sound, since nothing waits in a terminal that is connected', async () => {
    const now = Date.now();
    const connected = now - 8 * hour;
    await devices.send(held(vehicle.deviceId, 'status', statusUp({ boot: 4, ts: connected, online: true }), connected));
    await devices.send(held(vehicle.deviceId, 'sos', sosUp({ type: 'button', boot: 4, ts: now - 3 * hour }), now));
    expect(await alerts()).toMatchObject([{ late: false }]);
  });

  it('of now is among the few that are read for the bar and the wall, however many arrived late', async () => {
    await server.database.query(
      `INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at, status, late)
       SELECT 'button', 'device', $1, 'LATE-' || n, $2, now() - interval '3 hours', now(), 'raised', true FROM generate_series(1, 120) n`,
      [vehicle.id, orgs.nami],
    );
    const other = await makeVehicle(server.database, orgs.nami);
    await devices.sos(other.deviceId, sosUp({ type: 'button' }));
    const { rows } = await server.call(
      sosAlerts.list,
      { query: { tab: 'queue', status: ['raised'], late: 'false', size: 100 } },
      nami,
    );
    expect(rows.map((r) => r.vehicle.vin)).toContain(other.vin);
    expect(rows.every((r) => !r.late)).toBe(true);
    const onWall = await sosSummaries(server.database, { all: false, organizationId: orgs.nami }, 30);
    expect(onWall.map((r) => r.vehicle.vin)).toContain(other.vin);
    await server.database.query("DELETE FROM sos_call WHERE device_id LIKE 'LATE-%'");
  });

  it('of an untrusted clock makes a sound, however old its time is', async () => {
    await raise({ ts: Date.now() - 20 * hour });
    const [sos] = await alerts();
    expect(sos).toMatchObject({ late: false });
    expect(sos?.next_escalation_at).toBeInstanceOf(Date);
  });

  it('of a device without a vehicle reaches the head office', async () => {
    await server.database.query("INSERT INTO device (id, secret_hash) VALUES ('LONELY-1', 'x') ON CONFLICT DO NOTHING");
    await devices.sos('LONELY-1', sosUp({ type: 'collision' }));
    const { rows } = await server.call(sosAlerts.list, { query: { vin: 'LONELY-1' } }, head);
    expect(rows).toMatchObject([{ vehicle: { id: 0, vin: 'LONELY-1', model: '' }, agency: { id: orgs.headOffice } }]);
  });

  it('of a device that nobody registered is put aside and blocks nothing', async () => {
    const bad = [
      held('NOBODY-1', 'sos', sosUp()),
      held(vehicle.deviceId, 'sos', Buffer.from('{"v":1,')),
      held(vehicle.deviceId, 'sos', { ...sosUp(), seq: 'first' }),
    ];
    await devices.send(...bad, held(vehicle.deviceId, 'sos', sosUp({ type: 'button', seq: 9 })));
    expect(await alerts()).toHaveLength(1);
    const aside = await server.database.query<{ reason: string }[]>(
      'SELECT reason FROM quarantine WHERE device_id = ANY($1) ORDER BY id',
      [['NOBODY-1', vehicle.deviceId]],
    );
    expect(aside.map((q) => q.reason).sort()).toEqual(['schema', 'undecodable', 'unknownDevice']);
  });

  it('by two at the same moment is one SOS with two presses', async () => {
    await Promise.all([
      devices.sos(vehicle.deviceId, sosUp({ type: 'button', seq: 1 })),
      devices.sos(vehicle.deviceId, sosUp({ type: 'button', seq: 2 })),
    ]);
    expect(await alerts()).toMatchObject([{ presses: 2 }]);
  });
});

describe('a roll-over derived from tilt samples', () => {
  const sample = { ts: Date.now(), lat: 35.8, lon: 127.1, speed: 0, tilt: { x: 88, y: 0, z: 0 } };
  it('is one SOS, whatever is derived again, and the device’s own message counts on it', async () => {
    await server.execute(new RecordTiltRollover(vehicle.deviceId, new Date(), sample.ts, sample));
    await server.execute(new RecordTiltRollover(vehicle.deviceId, new Date(), sample.ts, sample));
    await server.execute(
      new RecordTiltRollover(vehicle.deviceId, new Date(), sample.ts + 10_000, { ...sample, ts: sample.ts + 10_000 }),
    );
    expect(await alerts()).toMatchObject([{ presses: 1, type: 'rollover', origin: 'tilt' }]);
    await raise({ type: 'rollover' });
    expect(await alerts()).toMatchObject([{ presses: 2 }]);
  });

  it('is raised at a speed that was smoothed to next to nothing', async () => {
    const standing = { ...sample, speed: 1.7e-46 };
    await server.execute(new RecordTiltRollover(vehicle.deviceId, new Date(), sample.ts, standing));
    expect(await alerts()).toMatchObject([{ type: 'rollover', speed: 0 }]);
  });

  it('that was closed is not raised again by the same sample', async () => {
    await server.execute(new RecordTiltRollover(vehicle.deviceId, new Date(), sample.ts, sample));
    const id = (await alerts())[0]?.id ?? 0;
    await server.call(
      sosAlerts.falseAlarm,
      { params: { id }, body: { cause: 'sensor', resolution: 'loose sensor' } },
      head,
    );
    await server.execute(new RecordTiltRollover(vehicle.deviceId, new Date(), sample.ts, sample));
    expect(await alerts()).toHaveLength(1);
  });
});

describe('the steps of an SOS', () => {
  it('go from raised to acknowledged, dispatched, resolved, each with who and when', async () => {
    const id = await raise();
    expect(await server.call(sosAlerts.acknowledge, { params: { id } }, nami)).toMatchObject({
      status: 'acknowledged',
      acknowledgedBy: 'DEALER STAFF',
      handler: { id: namiAccount.userId },
      nextEscalationAt: null,
    });
    expect(await state()).toMatchObject({ open_sos: 1, sos_raised: false });
    await server.call(sosAlerts.note, { params: { id }, body: { note: 'She answers the phone' } }, nami);
    expect(await server.call(sosAlerts.dispatch, { params: { id }, body: to() }, head)).toMatchObject({
      status: 'dispatched',
      dispatch: { agency: { name: 'Noa' }, etaMinutes: 20 },
    });
    await server.call(sosAlerts.resolve, { params: { id }, body: { resolution: 'Pulled out', injured: 'no' } }, head);
    const sos = await server.call(sosAlerts.get, { params: { id } }, head);
    expect(sos).toMatchObject({ status: 'resolved', injured: 'no', resolution: 'Pulled out' });
    expect(sos.steps.map((s) => [s.name, s.by, s.note])).toEqual([
      ['sos.raised', null, null],
      ['sos.acknowledged', 'DEALER STAFF', null],
      ['sos.noted', 'DEALER STAFF', 'She answers the phone'],
      ['sos.dispatched', 'HEAD_OFFICE ADMIN', null],
      ['sos.resolved', 'HEAD_OFFICE ADMIN', 'Pulled out'],
    ]);
  });

  it('dispatched from raised records both', async () => {
    const id = await raise();
    expect(await server.call(sosAlerts.dispatch, { params: { id }, body: to() }, head)).toMatchObject({
      status: 'dispatched',
      acknowledgedBy: 'HEAD_OFFICE ADMIN',
    });
    expect(await eventNames(id)).toEqual(['sos.raised', 'sos.acknowledged', 'sos.dispatched']);
  });

  it('refuse what the state forbids with 409, and say who was first', async () => {
    const id = await raise();
    expect(
      await refusal(server.call(sosAlerts.resolve, { params: { id }, body: { resolution: 'x', injured: 'no' } }, head)),
    ).toEqual([409, 'SOS_NOT_ACKNOWLEDGED']);
    await server.call(sosAlerts.acknowledge, { params: { id } }, nami);
    await expect(server.call(sosAlerts.acknowledge, { params: { id } }, head)).rejects.toMatchObject({
      status: 409,
      error: { code: 'SOS_ALREADY_ACKNOWLEDGED', values: { by: 'DEALER STAFF' } },
    });
    await server.call(sosAlerts.falseAlarm, { params: { id }, body: { cause: 'test', resolution: 'test' } }, head);
    const refused = [
      server.call(sosAlerts.acknowledge, { params: { id } }, head),
      server.call(sosAlerts.dispatch, { params: { id }, body: to() }, head),
      server.call(sosAlerts.note, { params: { id }, body: { note: 'late' } }, head),
      server.call(sosAlerts.resolve, { params: { id }, body: { resolution: 'x', injured: 'no' } }, head),
      server.call(sosAlerts.escalate, { params: { id }, body: { reason: 'x' } }, head),
      server.call(sosAlerts.assign, { params: { id }, body: { userId: namiAccount.userId } }, head),
      server.call(sosAlerts.falseAlarm, { params: { id }, body: { cause: 'test', resolution: 'again' } }, head),
    ];
    expect(await Promise.all(refused.map(refusal))).toEqual(refused.map(() => [409, 'SOS_CLOSED']));
    expect(await eventNames(id)).toEqual(['sos.raised', 'sos.acknowledged', 'sos.falseAlarm']);
  });

  it('asked by two at once let one through', async () => {
    const id = await raise();
    const answers = await Promise.allSettled(
      [nami, head, nami, head].map((token) => server.call(sosAlerts.acknowledge, { params: { id } }, token)),
    );
    expect(answers.filter((a) => a.status === 'fulfilled')).toHaveLength(1);
    expect(await eventNames(id)).toEqual(['sos.raised', 'sos.acknowledged']);
  });

  it('need U: a reader gets 403, another organisation 404, nobody 401', async () => {
    const id = await raise();
    expect(await refusal(server.call(sosAlerts.acknowledge, { params: { id } }, headReader))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect(await refusal(server.call(sosAlerts.acknowledge, { params: { id } }, sora))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(server.call(sosAlerts.get, { params: { id } }, sora))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(server.call(sosAlerts.handlers, { params: { id } }, sora))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(server.call(sosAlerts.get, { params: { id } }, null))).toEqual([401, 'NO_TOKEN']);
    expect(await server.call(sosAlerts.get, { params: { id } }, headReader)).toMatchObject({ id, status: 'raised' });
  });

  it('send only an agency of the caller’s scope', async () => {
    const id = await raise();
    expect(
      await refusal(server.call(sosAlerts.dispatch, { params: { id }, body: { ...to(), agencyId: orgs.north } }, head)),
    ).toEqual([422, 'NOT_AN_AGENCY']);
    expect(
      await refusal(server.call(sosAlerts.dispatch, { params: { id }, body: { ...to(), agencyId: orgs.sora } }, nami)),
    ).toEqual([422, 'NOT_AN_AGENCY']);
    expect(
      await refusal(server.call(sosAlerts.dispatch, { params: { id }, body: { ...to(), etaMinutes: 0 } }, head)),
    ).toEqual([422, 'E0001']);
  });

  it('name the people of an agency with their phones, to who may send it', async () => {
    const people = (agencyId: number, token: string) => server.call(sosAlerts.people, { query: { agencyId } }, token);
    expect(await people(orgs.nami, head)).toContainEqual({
      id: namiAccount.userId,
      name: 'DEALER STAFF',
      phone: expect.any(String) as string,
    });
    expect(await people(orgs.sora, head)).not.toContainEqual(expect.objectContaining({ id: namiAccount.userId }));
    expect(await refusal(people(orgs.nami, headReader))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(people(orgs.sora, nami))).toEqual([422, 'NOT_AN_AGENCY']);
    expect(await refusal(people(orgs.north, head))).toEqual([422, 'NOT_AN_AGENCY']);
  });

  it('assign to a colleague who may act, and to nobody else', async () => {
    const id = await raise();
    const colleagues = await server.call(sosAlerts.handlers, { params: { id } }, head);
    expect(colleagues[0]).toEqual({ id: namiAccount.userId, name: 'DEALER STAFF' });
    expect(
      await server.call(sosAlerts.assign, { params: { id }, body: { userId: namiAccount.userId } }, head),
    ).toMatchObject({
      handler: { id: namiAccount.userId },
      status: 'raised',
    });
    const outsider = await makeAccount(server.database, 'AGENCY', 'ADMIN', orgs.sora);
    expect(
      await refusal(server.call(sosAlerts.assign, { params: { id }, body: { userId: outsider.userId } }, head)),
    ).toEqual([422, 'E0001']);
  });

  it('escalate by hand up to the head office and no further', async () => {
    const id = await raise();
    expect(
      await server.call(sosAlerts.escalate, { params: { id }, body: { reason: 'no answer' } }, nami),
    ).toMatchObject({
      escalationLevel: 1,
      escalatedTo: { name: 'North' },
      nextEscalationTo: { name: 'Head office' },
    });
    expect(
      await server.call(sosAlerts.escalate, { params: { id }, body: { reason: 'no answer' } }, nami),
    ).toMatchObject({
      escalationLevel: 2,
      escalatedTo: { name: 'Head office' },
    });
    expect(await refusal(server.call(sosAlerts.escalate, { params: { id }, body: { reason: 'again' } }, nami))).toEqual(
      [409, 'SOS_TOP_LEVEL'],
    );
    expect((await server.call(sosAlerts.get, { params: { id } }, nami)).steps.map((s) => s.note)).toEqual([
      null,
      'no answer',
      'no answer',
    ]);
  });
});

describe('the queue', () => {
  it('stands in priority order, within the scope, and pages', async () => {
    const mine: SosSummary['id'][] = [];
    const now = Date.now();
    for (const [type, age] of [
      ['button', 30],
      ['rollover', 10],
      ['collision', 20],
      ['rollover', 40],
    ] as const) {
      vehicle = await makeVehicle(server.database, orgs.sora);
      mine.push(await raise({ type, ts: now - age * 60_000 }));
    }
    const [button, young, collision, old] = mine as [number, number, number, number];
    await server.call(sosAlerts.acknowledge, { params: { id: old } }, sora);
    const { rows, page } = await server.call(sosAlerts.list, { query: {} }, sora);
    expect(rows.map((r) => r.id)).toEqual([young, collision, button, old]);
    expect(page).toEqual({ number: 1, size: 20, total: 4 });
    expect(
      (await server.call(sosAlerts.list, { query: { sort: 'age', order: 'desc' } }, sora)).rows.map((r) => r.id),
    ).toEqual([old, button, collision, young]);
    expect(
      (await server.call(sosAlerts.list, { query: { type: ['button', 'collision'], size: 10 } }, sora)).rows,
    ).toHaveLength(2);
    expect(
      (await server.call(sosAlerts.list, { query: { status: 'acknowledged' } }, sora)).rows.map((r) => r.id),
    ).toEqual([old]);
    expect((await server.call(sosAlerts.list, { query: { vin: '%' } }, sora)).rows).toEqual([]);
    expect(await server.call(sosAlerts.counts, {}, sora)).toMatchObject({ raised: 3, acknowledged: 1, dispatched: 0 });
    const seen = (await server.call(sosAlerts.list, { query: { size: 100 } }, nami)).rows.map((r) => r.id);
    expect(seen.filter((id) => mine.includes(id))).toEqual([]);
  });

  it('refuses a period that is too long', async () => {
    const from = new Date(Date.now() - 40 * 24 * hour).toISOString();
    expect(await refusal(server.call(sosAlerts.list, { query: { tab: 'closed', from } }, head))).toEqual([
      422,
      'PERIOD_TOO_LONG',
    ]);
  });

  it('answers every sort', async () => {
    for (const sort of [
      'priority',
      'age',
      'raisedAt',
      'type',
      'vin',
      'escalationLevel',
      'timeToAcknowledge',
      'status',
    ] as const) {
      for (const order of ['asc', 'desc'] as const)
        expect(
          (await server.call(sosAlerts.list, { query: { tab: 'all', sort, order, escalated: 'false' } }, head)).rows
            .length,
        ).toBeGreaterThan(0);
    }
  });

  it('shows the customer in full to who may act, on record, and masked to who may not', async () => {
    const id = await raise();
    const own = async (token: string) =>
      (await server.call(sosAlerts.list, { query: { vin: vehicle.vin } }, token)).rows[0]?.customer;
    expect(await own(headReader)).toMatchObject({ name: '김*수', phone: '010-****-1234' });
    expect(await own(nami)).toMatchObject({ name: '김민수', phone: '010-5555-1234' });
    await own(nami);
    expect(
      await server.database.query(
        'SELECT user_id, customer_id, subject FROM personal_data_view WHERE subject_id = $1',
        [id],
      ),
    ).toEqual([{ user_id: namiAccount.userId, customer_id: vehicle.customerId, subject: 'sos' }]);
  });

  it('has no customer in brief, for the bar and the dashboard, and nothing is on record', async () => {
    const id = await raise();
    const query = { vin: vehicle.vin, brief: 'true' as const };
    expect((await server.call(sosAlerts.list, { query }, nami)).rows).toMatchObject([{ id, customer: null }]);
    expect(await server.database.query('SELECT 1 FROM personal_data_view WHERE subject_id = $1', [id])).toEqual([]);
  });

  it('shows whom to ring on a database that is read-only, and the phone of no call that is closed', async () => {
    const [open, closed] = [await raise({ seq: 1 }), await raise({ type: 'rollover', seq: 2 })];
    const body = { cause: 'test' as const, resolution: 'A test' };
    await server.call(sosAlerts.falseAlarm, { params: { id: closed }, body }, nami);
    const heal = await refuseWrites(server.database, 'personal_data_view');
    try {
      const { rows } = await server.call(sosAlerts.list, { query: { vin: vehicle.vin, tab: 'all' } }, nami);
      expect(new Map(rows.map((r) => [r.id, r.customer?.phone]))).toEqual(
        new Map([
          [open, '010-5555-1234'],
          [closed, '010-****-1234'],
        ]),
      );
      expect((await server.call(sosAlerts.get, { params: { id: open } }, nami)).customer).toMatchObject({
        phone: '010-5555-1234',
      });
    } finally {
      await heal();
    }
  });

  it('gives a console without a stream the changes since its last event', async () => {
    const { head: before } = await server.call(sosAlerts.replay, { query: { after: 0 } }, head);
    const id = await raise();
    await server.call(sosAlerts.acknowledge, { params: { id } }, head);
    const { head: after, changed } = await server.call(sosAlerts.replay, { query: { after: before } }, head);
    expect(changed).toMatchObject([{ id, status: 'acknowledged' }]);
    expect(after).toBe(before + 2);
    expect((await server.call(sosAlerts.replay, { query: { after: before } }, sora)).changed).toEqual([]);
  });
});
