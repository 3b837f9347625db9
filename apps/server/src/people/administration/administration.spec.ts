import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administration, EventFilter, QuarantineFilter, quarantineReasons } from '@headland/contracts/administration';
import type { Input } from '@headland/contracts/endpoint';
import type { EventName, EventPayload } from '@headland/contracts/event-log';
import { session } from '@headland/contracts/session';
import { sosAlerts } from '@headland/contracts/sos';
import { vehicles } from '@headland/contracts/vehicle';
import { AlertsModule } from '../../incidents/alerts/alerts.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { RecordFaultMessage } from '../../incidents/faults/record-fault-message.command';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { Change } from '../../platform/event-log/change';
import { quarantine } from '../../platform/mqtt/quarantine';
import { type Actor, system } from '../../platform/caller';
import { SessionModule } from '../session/session.module';
import { RecordSosMessages } from '../../incidents/sos/record-sos-messages.command';
import { SosModule } from '../../incidents/sos/sos.module';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import {
  type Account,
  type MadeVehicle,
  makeAccount,
  makeOrganizations,
  makeVehicle,
  type Organizations,
} from '../../testing/world';
import { VehiclesModule } from '../../fleet/vehicles/vehicles.module';
import { AdministrationModule } from './administration.module';
import { eventsOf } from './events.reads';
import { quarantineOf, quarantined } from './quarantine.reads';

let server: TestServer;
let at: Organizations;
let admin: string;
let dealer: Account;
let nami: MadeVehicle;
let sora: MadeVehicle;

beforeAll(async () => {
  server = await startServer([
    SessionModule,
    DevicesModule,
    AlertsModule,
    VehiclesModule,
    SosModule,
    FaultsModule,
    DeliveriesModule,
    AdministrationModule,
  ]);
  at = await makeOrganizations(server.database);
  nami = await makeVehicle(server.database, at.nami);
  sora = await makeVehicle(server.database, at.sora);
  dealer = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami, { loginId: 'namidealer' });
  admin = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
});
afterAll(() => server.stop());

const access = (query: Input<typeof administration.access>['query'] = {}, token = admin) =>
  server.call(administration.access, { query }, token);
const changes = (query: Input<typeof administration.changes>['query'] = {}) =>
  server.call(administration.changes, { query }, admin);
const events = (query: Input<typeof administration.events>['query'] = {}) =>
  server.call(administration.events, { query }, admin);
const heap = (query: Input<typeof administration.quarantine>['query'] = {}) =>
  server.call(administration.quarantine, { query }, admin);
const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
/** Writes an event as a command would; returns its number. */
async function emit<N extends EventName>(
  name: N,
  payload: EventPayload<N>,
  organizationId: number | null,
  by: Actor = system,
): Promise<number> {
  await server.app.get(Change).run(by, async (_, emit) => emit(name, payload, { organizationId }));
  const [row] = await server.database.query<{ number: string }[]>(
    'SELECT max(number) AS number FROM event_log WHERE name = $1',
    [name],
  );
  return Number(row?.number);
}
const age = (number: number, days: number) =>
  server.database.query('UPDATE event_log SET at = at - make_interval(days => $2) WHERE number = $1', [number, days]);
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const account = (loginId: string, over: object = {}) => ({ userId: null, loginId, ...over });

const lists = [
  administration.access,
  administration.changes,
  administration.events,
  administration.quarantine,
  administration.quarantineCounts,
];
const readers = ['HEAD_OFFICE', 'TSM', 'SERVICE_BUSINESS'] as const;
const others = ['PRODUCTION', 'BIZ', 'REGION', 'AGENCY', 'DEALER'] as const;

describe('the lists of the administration', () => {
  it.each(readers)('are read by %s, staff too', async (group) => {
    const token = await server.login(await makeAccount(server.database, group, 'STAFF', at.headOffice));
    for (const e of lists) expect((await server.send(e, {}, token)).status, e.path).toBe(200);
  });

  it.each(others)('are refused to %s, even to an administrator of it', async (group) => {
    const token = await server.login(await makeAccount(server.database, group, 'ADMIN', at.north));
    for (const e of [...lists, administration.quarantined])
      expect((await server.send(e, { params: { id: 1 } }, token)).status, e.path).toBe(403);
  });

  it.each(lists.map((e) => [e.path, e] as const))(
    '%s is of a period: not longer than allowed, not backwards',
    async (_, e) => {
      const of = async (query: object) =>
        ((await (await server.send(e, { query }, admin)).json()) as { error: object | null }).error;
      expect(await of({ from: daysAgo(30) })).toBeNull();
      expect(await of({ from: daysAgo(31) })).toMatchObject({ code: 'PERIOD_TOO_LONG', values: { maxDay: 31 } });
      expect(await of({ from: daysAgo(400), to: daysAgo(380) })).toBeNull();
      expect(await of({ to: daysAgo(380) })).toBeNull();
      expect(await of({ from: daysAgo(2), to: daysAgo(3) })).toMatchObject({
        code: 'E0001',
        fields: { from: 'field.range' },
      });
      expect(await of({ from: 'yesterday' })).toMatchObject({ code: 'E0001', fields: { from: 'field.invalid' } });
    },
  );

  it.each([
    [administration.access, { action: 'flewIn' }, 'action'],
    [administration.access, { size: 7 }, 'size'],
    [administration.access, { loginId: 'a\0b' }, 'loginId'],
    [administration.changes, { screen: 'kitchen' }, 'screen.0'],
    [administration.events, { kind: 'weather' }, 'kind'],
    [administration.events, { number: 'first' }, 'number'],
    [administration.quarantine, { reason: 'mood' }, 'reason'],
  ] as const)('%# refuse what they do not know', async (e, query, field) => {
    const response = await server.send(e, { query }, admin);
    const { error } = (await response.json()) as { error: { fields: Record<string, string> } };
    expect(response.status).toBe(422);
    expect(Object.keys(error.fields).join()).toContain(field.split('.')[0]);
  });
});

describe('Access', () => {
  it('reports a wrong password: whose, from where, with what', async () => {
    const headers = { 'user-agent': 'Gecko of the spec', 'x-forwarded-for': '203.0.113.9' };
    await refused(server.call(session.login, { body: { id: 'NamiDealer', password: 'wrong' } }, null, headers));
    const { rows, page } = await access({ loginId: 'namidealer' });
    expect(page.total).toBe(1);
    expect(rows).toMatchObject([
      {
        loginId: 'namidealer',
        userId: dealer.userId,
        name: 'DEALER STAFF',
        organization: 'Nami',
        groupType: 'DEALER',
        role: 'STAFF',
        action: 'loginFailed',
        result: 'refused',
        address: '203.0.113.9',
        agent: 'Gecko of the spec',
      },
    ]);
  });

  it('reports who saw a customer in full, once an hour for the same one', async () => {
    const since = daysAgo(0);
    const headers = { 'user-agent': 'Blink of the spec' };
    const see = () => server.call(vehicles.customer, { params: { id: nami.id } }, admin, headers);
    expect((await see())?.name).toBe('김민수');
    await see();
    const { rows } = await access({ action: ['viewedInFull'], from: since });
    expect(rows).toMatchObject([
      {
        name: 'HEAD_OFFICE ADMIN',
        result: 'done',
        detail: `vehicle ${nami.id}`,
        agent: 'Blink of the spec',
        organization: 'Head office',
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('김민수');
    // masked values do not count as seen
    await server.call(vehicles.get, { params: { id: sora.id } }, admin);
    expect((await access({ action: ['viewedInFull'], from: since })).page.total).toBe(1);
  });

  it('filters by each of its columns', async () => {
    const by: Actor = { userId: dealer.userId, name: 'DEALER STAFF', address: '198.51.100.7' };
    await emit('account.loggedOut', { userId: dealer.userId, loginId: 'namidealer', agent: 'Opera' }, at.nami, by);
    await emit('account.loginFailed', account('nobody7', { detail: 'unknown' }), null, {
      ...system,
      address: '198.51.100.8',
    });
    const ids = async (query: Parameters<typeof access>[0]) =>
      (await access(query)).rows.map((r) => `${r.loginId} ${r.action}`);
    expect(await ids({ loginId: 'NOBODY' })).toEqual(['nobody7 loginFailed']);
    expect(await ids({ address: '198.51.100.7' })).toEqual(['namidealer loggedOut']);
    expect(await ids({ agent: 'opera' })).toEqual(['namidealer loggedOut']);
    expect(await ids({ name: 'dealer staff', result: 'done' })).toEqual(['namidealer loggedOut']);
    expect(await ids({ organizationId: at.north, role: ['STAFF'], action: ['loggedOut', 'loginFailed'] })).toEqual([
      'namidealer loggedOut',
      'namidealer loginFailed',
    ]);
    expect(await ids({ organizationId: at.south })).toEqual([]);
    expect(await ids({ loginId: 'namidealer', result: 'refused', order: 'asc' })).toEqual(['namidealer loginFailed']);
    expect(await ids({ loginId: '%' })).toEqual([]);
    expect((await access({ loginId: 'nobody7' })).rows).toMatchObject([
      { userId: null, name: null, organization: null, groupType: null, role: null, detail: 'unknown' },
    ]);
  });

  it('shows seven days by default, page by page', async () => {
    const old = await emit('account.loggedIn', account('paged'), at.nami);
    await age(old, 8);
    for (let i = 0; i < 24; i++) await emit('account.loggedIn', account('paged', { detail: `visit ${i}` }), at.nami);
    const third = await access({ loginId: 'paged', size: 10, page: 3 });
    expect(third.page).toEqual({ number: 3, size: 10, total: 24 });
    expect(third.rows.map((r) => r.detail)).toEqual(['visit 3', 'visit 2', 'visit 1', 'visit 0']);
    expect((await access({ loginId: 'paged', from: daysAgo(9), order: 'asc' })).rows[0]).toMatchObject({ id: old });
    expect((await access({ loginId: 'paged', from: daysAgo(9), to: daysAgo(7.5) })).rows.map((r) => r.id)).toEqual([
      old,
    ]);
    expect((await access({ loginId: 'paged', page: 1_000_000 })).rows).toEqual([]);
  });
});

describe('Changes', () => {
  const by = (name: string): Actor => ({ userId: null, name, address: '198.51.100.1' });
  beforeAll(async () => {
    const organization = { screen: 'organization', kind: 'organization', id: '77', name: 'Dealer Hana' } as const;
    await emit('record.created', { ...organization, changes: [] }, at.nami, by('Kim'));
    await emit(
      'record.changed',
      {
        ...organization,
        changes: [
          { field: 'name', from: 'Dealer Hana', to: 'Dealer Duri' },
          { field: 'erpCode', from: null, to: 'HANA1' },
        ],
        reason: 'renamed by contract',
      },
      at.nami,
      by('Lee'),
    );
    await emit(
      'record.deleted',
      { screen: 'notice', kind: 'notice', id: '5', name: 'Spring sale', changes: [] },
      null,
      by('Park'),
    );
  });

  it('are one row a field, the newest change first', async () => {
    const { rows, page } = await changes();
    expect(page.total).toBe(4);
    expect(new Set(rows.map((r) => r.id)).size).toBe(4);
    expect(
      rows.map(({ act, who: caller, record, field, from, to, reason }) => [
        act,
        caller,
        record,
        field,
        from,
        to,
        reason,
      ]),
    ).toEqual([
      ['deleted', 'Park', 'Spring sale', null, null, null, null],
      ['changed', 'Lee', 'Dealer Hana', 'name', 'Dealer Hana', 'Dealer Duri', 'renamed by contract'],
      ['changed', 'Lee', 'Dealer Hana', 'erpCode', null, 'HANA1', 'renamed by contract'],
      ['created', 'Kim', 'Dealer Hana', null, null, null, null],
    ]);
    expect(rows[1]).toMatchObject({
      screen: 'organization',
      kind: 'organization',
      recordId: '77',
      address: '198.51.100.1',
    });
  });

  it.each<[Parameters<typeof changes>[0], string[]]>([
    [{ who: 'lee' }, ['name', 'erpCode']],
    [{ who: 'nobody' }, []],
    [{ screen: ['notice'] }, ['Spring sale']],
    [{ record: 'hana' }, ['name', 'erpCode', 'Dealer Hana']],
    [{ record: '77', field: 'erpCode' }, ['erpCode']],
    [{ text: 'duri' }, ['name']],
    [{ text: 'contract' }, ['name', 'erpCode']],
    [{ order: 'asc' }, ['Dealer Hana', 'name', 'erpCode', 'Spring sale']],
    [{ from: daysAgo(3), to: daysAgo(2) }, []],
  ])('by %j: %j', async (query, expected) => {
    expect((await changes(query)).rows.map((r) => r.field ?? r.record)).toEqual(expected);
  });
});

describe('the Event log', () => {
  let call: number;
  beforeAll(async () => {
    const now = Date.now();
    await server.execute(
      new RecordSosMessages(nami.deviceId, [
        { message: { v: 1, boot: 1, seq: 1, ts: now, type: 'button', lat: 35.8, lon: 126.9 }, receivedAt: now },
      ]),
    );
    await server.execute(
      new RecordFaultMessage(
        sora.deviceId,
        { v: 1, boot: 1, seq: 1, ts: now, active: [{ code: 'E0303' }], cleared: [] },
        now,
      ),
    );
    const [row] = await server.database.query<{ id: number }[]>('SELECT id FROM sos_call');
    call = row?.id ?? 0;
    await server.call(sosAlerts.acknowledge, { params: { id: call } }, admin);
    await server.app
      .get(Change)
      .run(system, async (_, emit) =>
        emit(
          'device.disconnected',
          { vehicleId: nami.id, deviceId: nami.deviceId },
          { organizationId: at.nami, vehicleId: nami.id },
        ),
      );
  });

  it('shows what led from what to what, of which vehicle, by whom', async () => {
    const { rows } = await events({ vehicle: nami.vin.slice(-5) });
    expect(
      rows.map(({ name, vin, from, to, who: caller, subject, organization }) => [
        name,
        vin,
        from,
        to,
        caller,
        subject,
        organization,
      ]),
    ).toEqual([
      ['device.disconnected', nami.vin, 'online', 'offline', null, nami.deviceId, 'Nami'],
      ['sos.acknowledged', nami.vin, 'raised', 'acknowledged', 'HEAD_OFFICE ADMIN', `#${call}`, 'Nami'],
      ['sos.raised', nami.vin, null, 'raised', null, `#${call}`, 'Nami'],
    ]);
    const [fault] = (await events({ kind: ['fault'] })).rows;
    expect(fault).toMatchObject({
      name: 'fault.occurred',
      vin: sora.vin,
      from: null,
      to: 'occurred',
      subject: 'E0303',
    });
  });

  it('shows it of consumables, transfers, diagnosis and programs as well', async () => {
    const vehicle = await makeVehicle(server.database, at.nami);
    const emit = <N extends EventName>(name: N, payload: EventPayload<N>) =>
      server.app
        .get(Change)
        .run(system, async (_, emit) => emit(name, payload, { organizationId: at.nami, vehicleId: vehicle.id }));
    const cycle = (state: 'imminent' | 'exceeded' | 'closed') => ({
      consumable: {
        id: 71,
        vehicleId: vehicle.id,
        vin: vehicle.vin,
        item: 'Engine oil',
        maintenance: 'replace' as const,
        state,
        percent: 95,
      },
    });
    await emit('consumable.imminent', cycle('imminent'));
    await emit('consumable.exceeded', cycle('exceeded'));
    await emit('consumable.replaced', cycle('closed'));
    const transfer = (status: 'requested' | 'accepted' | 'rejected') => ({
      transfer: {
        ...{
          id: 72,
          version: 1,
          status,
          vehicle: { id: vehicle.id, vin: vehicle.vin, model: '', deviceId: null },
          fromId: 1,
          toId: 2,
          requestedAt: '2026-11-20T05:00:00.000Z',
        },
        ...{ acceptedAt: null, dueAt: null, decidedAt: null, decidedBy: null, ending: null },
      },
    });
    await emit('transfer.requested', transfer('requested'));
    await emit('transfer.accepted', transfer('accepted'));
    await emit('transfer.rejected', transfer('rejected'));
    const session = { vehicleId: vehicle.id, deviceId: vehicle.deviceId, sessionId: 73 };
    await emit('diagnosis.opened', session);
    await emit('diagnosis.connected', session);
    await emit('diagnosis.ended', session);
    const run = (state: string) => ({ vehicleId: vehicle.id, deviceId: vehicle.deviceId, runId: 74, state });
    await emit('flash.changed', run('offered'));
    await emit('flash.changed', run('ready'));
    await emit('flash.changed', run('failed'));
    const { rows } = await events({ vehicle: vehicle.vin, order: 'asc' });
    expect(rows.map(({ from, to }) => [from, to])).toEqual([
      ['consumable.safe', 'consumable.imminent'],
      ['consumable.imminent', 'consumable.exceeded'],
      ['consumable.exceeded', 'consumable.closed'],
      [null, 'transfer.requested'],
      ['transfer.requested', 'transfer.accepted'],
      ['transfer.accepted', 'transfer.rejected'],
      [null, 'diagnosis.connecting'],
      ['diagnosis.connecting', 'diagnosis.connected'],
      ['diagnosis.connected', 'diagnosis.disconnected'],
      [null, 'flash.offered'],
      ['flash.offered', 'flash.ready'],
      ['flash.ready', 'flash.failed'],
    ]);
  });

  it('is filtered by kind, by name, by vehicle and by number, and holds accounts and records too', async () => {
    const names = async (query: Parameters<typeof events>[0]) =>
      [...new Set((await events({ size: 100, ...query })).rows.map((r) => r.name))].sort();
    expect(await names({ kind: ['sos'] })).toEqual(['sos.acknowledged', 'sos.raised']);
    expect(await names({ kind: ['record'], name: ['sos.raised'] })).toEqual([
      'record.changed',
      'record.created',
      'record.deleted',
      'sos.raised',
    ]);
    expect(await names({ name: ['account.loginFailed'] })).toEqual(['account.loginFailed']);
    expect(await names({ vehicle: 'NO SUCH VIN' })).toEqual([]);
    const { number } = (await events({ name: ['sos.raised'] })).rows[0] ?? { number: 0 };
    expect((await events({ number })).rows.map((r) => r.id)).toEqual([number]);
    expect((await events({ number: 999_999_999 })).page.total).toBe(0);
  });

  it('finds a number whenever it was, unless a period is named as well', async () => {
    const number = await emit('member.changed', { userId: dealer.userId }, at.nami);
    await age(number, 300);
    expect((await events({ number })).rows).toMatchObject([{ number, name: 'member.changed', from: null, to: null }]);
    expect((await events({ number, from: daysAgo(1) })).rows).toEqual([]);
    expect((await events({ name: ['member.changed'] })).rows).toEqual([]);
  });

  it('goes on from a number, and both ways', async () => {
    const [newest] = (await events()).rows;
    expect((await events({ after: newest?.number ?? 0 })).rows).toEqual([]);
    const next = await emit('engine.started', { vehicleId: null, deviceId: 'T-LONE' }, null);
    expect((await events({ after: newest?.number ?? 0 })).rows.map((r) => [r.number, r.to])).toEqual([
      [next, 'engineOn'],
    ]);
    const forth = (await events({ order: 'asc', size: 100 })).rows.map((r) => r.number);
    expect(forth).toEqual([...forth].sort((a, b) => a - b));
    const back = [...(await events({ size: 10 })).rows, ...(await events({ size: 10, page: 2 })).rows].map(
      (r) => r.number,
    );
    expect(back).toEqual([...forth].reverse().slice(0, 20));
  });

  it('keeps to a scope: what another organisation did is not there', async () => {
    const of = async (organizationId: number) =>
      (
        await eventsOf(server.database, EventFilter.parse({ size: 100 }), null, { all: false, organizationId })
      ).rows.map((r) => r.vin ?? r.name);
    expect(new Set(await of(at.south))).toEqual(new Set([sora.vin]));
    expect(await of(at.north)).toContain(nami.vin);
    expect(await of(at.north)).not.toContain(sora.vin);
  });
});

describe('Quarantine', () => {
  const receivedAt = Date.now() - 60_000;
  const refusal = (device: string | null, reason: (typeof quarantineReasons)[number]) => ({
    ok: false as const,
    device,
    reason,
    detail: 'ts: missing',
  });
  const put = (
    device: string | null,
    reason: (typeof quarantineReasons)[number],
    payload: Buffer,
    ageDays = 0,
    topic = `hl/1/${device}/up/telemetry`,
  ) =>
    quarantine(server.database.manager, [
      { topic, payload, receivedAt: receivedAt - ageDays * 86_400_000, refused: refusal(device, reason) },
    ]);
  beforeAll(async () => {
    for (let i = 0; i < 3; i++) await put(nami.deviceId, 'schema', Buffer.from(`{"v":${i}}`));
    await put(nami.deviceId, 'undecodable', Buffer.from([0, 255, 10]));
    await put(sora.deviceId, 'schema', Buffer.alloc(70_000, 65));
    await put(null, 'topic', Buffer.from('hello'), 0, 'somebody/else');
    await put(null, 'topic', Buffer.from('hello'), 0, 'somebody/else');
    await put(nami.deviceId, 'schema', Buffer.from('{}'), 8);
  });

  it('shows what came when, why it was refused, and how many of the same', async () => {
    const { rows, page } = await heap();
    expect(page.total).toBe(7);
    expect(rows.map(({ device, reason, bytes, same }) => [device, reason, bytes, same])).toEqual([
      [null, 'topic', 5, 2],
      [null, 'topic', 5, 2],
      [sora.deviceId, 'schema', 70_000, 1],
      [nami.deviceId, 'undecodable', 3, 1],
      [nami.deviceId, 'schema', 7, 3],
      [nami.deviceId, 'schema', 7, 3],
      [nami.deviceId, 'schema', 7, 3],
    ]);
    expect(rows[3]).toMatchObject({ topic: `hl/1/${nami.deviceId}/up/telemetry`, detail: 'ts: missing' });
    expect(
      (await heap({ from: daysAgo(10), device: nami.deviceId, reason: ['schema'] })).rows.map((r) => r.same),
    ).toEqual([4, 4, 4, 4]);
  });

  it.each<[Parameters<typeof heap>[0], number]>([
    [{ reason: ['schema'] }, 4],
    [{ reason: ['schema', 'topic'] }, 6],
    [{ topic: 'somebody' }, 2],
    [{ size: 10, page: 2 }, 7],
    [{ to: daysAgo(2) }, 1],
  ])('by %j: %i', async (query, total) => expect((await heap(query)).page.total).toBe(total));

  it('is filtered by device, goes on from a row, and both ways', async () => {
    expect((await heap({ device: sora.deviceId.toLowerCase() })).page.total).toBe(1);
    const { rows } = await heap({ order: 'asc' });
    expect(rows.map((r) => r.id)).toEqual(rows.map((r) => r.id).sort((a, b) => a - b));
    expect((await heap({ after: rows.at(-1)?.id ?? 0 })).rows).toEqual([]);
    expect((await heap({ after: rows.at(-2)?.id ?? 0 })).rows).toHaveLength(1);
  });

  it('is counted by reason, most first', async () => {
    const counts = (query: Input<typeof administration.quarantineCounts>['query'] = {}) =>
      server.call(administration.quarantineCounts, { query }, admin);
    expect((await counts()).reasons).toEqual([
      { reason: 'schema', count: 4 },
      { reason: 'topic', count: 2 },
      { reason: 'undecodable', count: 1 },
    ]);
    expect((await counts({ device: sora.deviceId })).reasons).toEqual([{ reason: 'schema', count: 1 }]);
  });

  it('states how many of the period were not kept', async () => {
    const discarded = async (query: Input<typeof administration.quarantineCounts>['query'] = {}) =>
      (await server.call(administration.quarantineCounts, { query }, admin)).discarded;
    expect(await discarded()).toBe(0);
    await server.database.query(
      `INSERT INTO quarantine_discarded (device_id, hour, messages) VALUES
        ($1, date_trunc('hour', now()), 7), ($2, date_trunc('hour', now() - interval '2 days'), 20), ($2, date_trunc('hour', now() - interval '20 days'), 300)`,
      [nami.deviceId, sora.deviceId],
    );
    expect(await discarded()).toBe(27);
    expect(await discarded({ device: sora.deviceId })).toBe(20);
    expect(await discarded({ from: daysAgo(1) })).toBe(7);
    expect(await discarded({ from: daysAgo(25), to: daysAgo(1) })).toBe(320);
    // counted by device alone
    expect(await discarded({ topic: 'somebody' })).toBeNull();
  });

  it('gives the bytes of one, as far as they were kept', async () => {
    const open = (id: number) => server.call(administration.quarantined, { params: { id } }, admin);
    const { rows } = await heap();
    const of = (reason: string, device: string | null) =>
      rows.find((r) => r.reason === reason && r.device === device)?.id ?? 0;
    const small = await open(of('undecodable', nami.deviceId));
    expect([...Buffer.from(small.payload, 'base64')]).toEqual([0, 255, 10]);
    expect(small).toMatchObject({ vehicleId: nami.id, vin: nami.vin, cut: false });
    const large = await open(of('schema', sora.deviceId));
    expect(large).toMatchObject({ bytes: 70_000, cut: true });
    expect(Buffer.from(large.payload, 'base64')).toHaveLength(65_536);
    expect(await open(of('topic', null))).toMatchObject({ device: null, vehicleId: null, vin: null });
    expect(await refused(open(999_999))).toMatchObject({ status: 404 });
  });

  it('keeps to a scope: a device of another organisation, or of none, is not there', async () => {
    const period = { from: new Date(receivedAt - 1000), to: null };
    const north = { all: false as const, organizationId: at.north };
    const { rows } = await quarantineOf(server.database, QuarantineFilter.parse({}), period, north);
    expect(new Set(rows.map((r) => r.device))).toEqual(new Set([nami.deviceId]));
    const [strange] = (await heap({ device: sora.deviceId })).rows;
    await expect(quarantined(server.database, strange?.id ?? 0, north)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
