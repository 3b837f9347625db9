import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoggedEvent } from '@headland/contracts/event-log';
import { faults } from '@headland/contracts/fault';
import type { ServerToClient } from '@headland/contracts/live';
import { notificationKinds, notifications, type Notification } from '@headland/contracts/notification';
import { sosAlerts } from '@headland/contracts/sos';
import { activeFault, faultUp, sosUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../../incidents/alerts/alerts.module';
import { DeliveriesModule } from '../deliveries/deliveries.module';
import { QueueMessages } from '../deliveries/queue-messages.command';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { LiveModule } from '../../live/stream/live.module';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { devicesOf, eventually, refusal, startProcess } from '../../testing/alerts';
import { pushBrowser } from '../../testing/push-browser';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type Account, type Organizations } from '../../testing/world';
import { NotificationMaintenance } from './notification-maintenance';
import { NotificationsModule } from './notifications.module';
import { NotifyMembers, type MemberNotice } from './notify-members.command';

const modules = [
  SessionModule,
  DevicesModule,
  AlertsModule,
  SosModule,
  FaultsModule,
  DeliveriesModule,
  NotificationsModule,
  LiveModule,
];
let server: TestServer;
let orgs: Organizations;
let jobs: { close: () => Promise<void> };
/** of the dealer, of the region above it, of another region's agency, of the head office */
let nami: Account;
let north: Account;
let sora: Account;
let head: Account;
let token: Record<'nami' | 'north' | 'sora' | 'head', string>;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startServer(modules, {
    config: {
      PUSH_HOSTS: ['push.example'],
      VAPID_PRIVATE_KEY: 'A'.repeat(42) + 'E',
      PUBLIC_URL: 'https://console.headland.example',
    },
  });
  orgs = await makeOrganizations(server.database);
  nami = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami, { name: '나미' });
  north = await makeAccount(server.database, 'REGION', 'ADMIN', orgs.north, { name: '북부' });
  sora = await makeAccount(server.database, 'AGENCY', 'ADMIN', orgs.sora, { name: '소라' });
  head = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice, { name: '본사' });
  token = {
    nami: await server.login(nami),
    north: await server.login(north),
    sora: await server.login(sora),
    head: await server.login(head),
  };
  jobs = await startProcess(server.config, ['jobs'], modules, { SOS_ESCALATE_S: 3600 });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await jobs.close();
  await server.stop();
});

const listOf = async (
  caller: keyof typeof token,
  query: Parameters<typeof server.call<typeof notifications.list>>[1]['query'] = {},
): Promise<Notification[]> => (await server.call(notifications.list, { query }, token[caller])).rows;
const about = (rows: Notification[], link: string): Notification[] => rows.filter((n) => n.link === link);
const unread = async (caller: keyof typeof token): Promise<number> =>
  (await server.call(notifications.unread, {}, token[caller])).unread;

let counter = 0;
const notice = (over: Partial<MemberNotice> = {}): MemberNotice => ({
  cause: `test:${++counter}`,
  kind: 'system',
  text: { ko: `알림 ${counter}`, en: `notice ${counter}` },
  link: null,
  vehicleId: null,
  at: new Date(),
  messages: false,
  ...over,
});
const notify = (caller: Account[], over: Partial<MemberNotice> = {}): Promise<void> =>
  server.execute(
    new NotifyMembers(
      caller.map((w) => w.userId),
      notice(over),
    ),
  );

async function raised(
  organizationId: number,
): Promise<{ id: number; vehicle: { id: number; vin: string; deviceId: string } }> {
  const vehicle = await makeVehicle(server.database, organizationId);
  await devicesOf(server).sos(vehicle.deviceId, sosUp({ type: 'rollover' }));
  const [call] = await server.database.query<{ id: number }[]>('SELECT id FROM sos_call WHERE vehicle_id = $1', [
    vehicle.id,
  ]);
  return { id: call?.id ?? 0, vehicle };
}

describe('an SOS', () => {
  it('is notified to the people of its agency at once, in both languages, and to no one else', async () => {
    const { id, vehicle } = await raised(orgs.nami);
    const [first] = await eventually(
      async () => about(await listOf('nami'), `/sos?id=${id}`),
      (rows) => rows.length > 0,
    );
    expect(first).toMatchObject({
      kind: 'sos',
      count: 1,
      readAt: null,
      vehicle: { id: vehicle.id, vin: vehicle.vin },
      text: {
        ko: expect.stringContaining('SOS 발생: 전복') as string,
        en: expect.stringContaining('SOS raised: roll-over') as string,
      },
    });
    expect(about(await listOf('north'), `/sos?id=${id}`)).toEqual([]);
    expect(about(await listOf('sora'), `/sos?id=${id}`)).toEqual([]);
  });

  it('that is escalated is notified to the organisation it went to, once however often it rings there; an assigned one to its handler', async () => {
    const { id } = await raised(orgs.nami);
    const escalate = async () =>
      server.call(sosAlerts.escalate, { params: { id }, body: { reason: 'nobody answers' } }, token.head);
    await escalate();
    const [first] = await eventually(
      async () => about(await listOf('north'), `/sos?id=${id}`),
      (rows) => rows.length > 0,
    );
    expect(first?.text.en).toContain('not acknowledged');
    await escalate();
    await eventually(
      async () => about(await listOf('head'), `/sos?id=${id}`),
      (rows) => rows.length > 0,
    );
    expect(about(await listOf('north'), `/sos?id=${id}`)).toHaveLength(1);
    await server.call(sosAlerts.acknowledge, { params: { id } }, token.head);
    await server.call(sosAlerts.assign, { params: { id }, body: { userId: north.userId } }, token.head);
    await eventually(
      async () => about(await listOf('north'), `/sos?id=${id}`),
      ([n]) => n?.text.en.startsWith('An SOS was assigned to you') === true,
    );
  });
});

it('a message about an SOS that fails again after it was sent again is notified again', async () => {
  const { id } = await raised(orgs.nami);
  const fail = (reason: string): Promise<void> =>
    server.execute(
      new QueueMessages({ subject: 'sos', subjectId: id, organizationId: orgs.nami }, [
        { reason, channel: 'sms', recipient: 'Gone', address: '', text: 'text', problem: 'noRecipient' },
      ]),
    );
  const reason = `fails:${id}`;
  await fail(reason);
  const failures = async (): Promise<number> => {
    const [row] = await server.database.query<[{ n: number }]>(
      "SELECT COALESCE(sum(count), 0)::int AS n FROM notification WHERE user_id = $1 AND kind = 'system' AND link = $2",
      [nami.userId, `/sos?id=${id}`],
    );
    return row.n;
  };
  await eventually(failures, (n) => n === 1);
  const [row] = await returning<{ id: number }>(
    server.database.manager,
    "UPDATE delivery SET changed_at = changed_at + interval '8 minutes' WHERE reason = $1 RETURNING id::float8 AS id",
    [reason],
  );
  const changed = { subject: 'sos', subjectId: id, deliveryId: row?.id ?? 0 } as const;
  // the event of one failure may be read twice
  for (const _ of ['first', 'again'])
    await server.app.get(Change).run(system, (__, emit) => {
      emit('delivery.changed', changed, { organizationId: orgs.nami });
      return Promise.resolve();
    });
  await fail('another');
  await eventually(failures, (n) => n >= 3);
  expect(await failures()).toBe(3);
});

it('a critical fault is notified to its dealer, an accepted report to the chosen agency, a moved one to both', async () => {
  const vehicle = await makeVehicle(server.database, orgs.nami);
  await devicesOf(server).fault(
    vehicle.deviceId,
    faultUp({ active: [activeFault({ code: 'E0324', lamp: 'RSL' }), activeFault()] }),
  );
  const reports = await server.database.query<{ id: number }[]>(
    'SELECT id FROM fault_report WHERE vehicle_id = $1 ORDER BY severity',
    [vehicle.id],
  );
  const [grave, lesser] = reports as [{ id: number }, { id: number }];
  const of = async (caller: keyof typeof token, { id }: { id: number }) =>
    about(await listOf(caller), `/breakdown?id=${id}`);
  await eventually(
    () => of('nami', grave),
    ([n]) => n?.text.en.startsWith('Critical fault: E0324') === true,
  );
  expect(await of('nami', lesser)).toEqual([]);
  await server.call(
    faults.accept,
    { params: { id: lesser.id }, body: { agencyId: orgs.sora, channel: 'push', memo: '' } },
    token.head,
  );
  const [mine] = await eventually(
    () => of('sora', lesser),
    (rows) => rows.length > 0,
  );
  expect(mine?.text.ko).toContain('배정되었습니다');
  expect(await of('north', lesser)).toEqual([]);
  await server.call(
    faults.reassign,
    { params: { id: lesser.id }, body: { agencyId: orgs.nami, channel: 'push', memo: '' } },
    token.head,
  );
  await eventually(
    () => of('nami', lesser),
    (rows) => rows.length > 0,
  );
  await eventually(
    () => of('sora', lesser),
    ([n]) => n?.text.en.includes('reassigned to another agency') === true,
  );
});

describe('an account', () => {
  it('is notified of changed rights in the centre and by e-mail, once though the event is read twice', async () => {
    const before = (await listOf('sora', { kind: ['account'] })).length;
    await server.app.get(Change).run({ userId: head.userId, name: '본사', address: null }, (_, emit) => {
      emit(
        'record.changed',
        {
          screen: 'organization',
          kind: 'user',
          id: String(sora.userId),
          name: '소라',
          changes: [
            { field: 'role', from: 'STAFF', to: 'ADMIN' },
            { field: 'email', from: 'former@korea.kr', to: 'newest@korea.kr' },
          ],
        },
        { organizationId: orgs.sora },
      );
      return Promise.resolve();
    });
    const [first] = await eventually(
      () => listOf('sora', { kind: ['account'] }),
      (rows) => rows.length > before,
    );
    expect(first?.text).toEqual({
      ko: '내 권한이 변경되었습니다: 직원 → 관리자 · 변경한 사람 본사',
      en: 'Your permissions were changed: Staff → Admin · by 본사',
    });
    const mails = await server.database.query<{ title: string; text: string }[]>(
      "SELECT title, text FROM delivery WHERE channel = 'email' AND subject = 'account' AND subject_id = $1 AND address <> 'former@korea.kr'",
      [sora.userId],
    );
    expect(mails).toEqual([
      {
        title: `[Headland] ${first?.text.ko}`,
        text: `${first?.text.ko}\n\nhttps://console.headland.example/dash?panel=myInfo`,
      },
    ]);
    // and where the e-mail went before, of the new one
    const [former] = await eventually(
      () => server.database.query<{ text: string }[]>("SELECT text FROM delivery WHERE address = 'former@korea.kr'"),
      (rows) => rows.length > 0,
    );
    expect(former?.text).toContain('newest@korea.kr');
    // the policies read the log again from the beginning
    await jobs.close();
    await server.database.query("UPDATE log_reader SET number = 0 WHERE name = 'policies'");
    const notificationsBefore = await server.database.query<{ n: number }[]>(
      'SELECT count(*)::int AS n FROM notification',
    );
    jobs = await startProcess(server.config, ['jobs'], modules, { SOS_ESCALATE_S: 3600 });
    await eventually(
      () =>
        server.database.query<{ behind: number }[]>(
          "SELECT (SELECT max(number) FROM event_log) - number AS behind FROM log_reader WHERE name = 'policies'",
        ),
      ([row]) => Number(row?.behind) === 0,
    );
    expect(await server.database.query('SELECT count(*)::int AS n FROM notification')).toEqual(notificationsBefore);
  });

  it('is notified of a changed phone, since its codes go there, and of a lock; not of changes without security relevance', async () => {
    const before = (await listOf('head', { kind: ['account'] })).length;
    const about = { organizationId: orgs.headOffice };
    const payload = { userId: head.userId, loginId: head.id };
    await server.app.get(Change).run(system, (_, emit) => {
      const record = { screen: 'organization' as const, kind: 'user', id: String(head.userId), name: '본사' };
      emit('record.changed', { ...record, changes: [{ field: 'address', from: null, to: '***' }] }, about);
      emit(
        'record.changed',
        { ...record, changes: [{ field: 'phone', from: '010-****-0001', to: '010-****-0002' }] },
        about,
      );
      emit('account.passwordChanged', { ...payload, detail: 'temporary' }, about);
      emit('account.lockedOut', payload, about);
      return Promise.resolve();
    });
    const rows = await eventually(
      () => listOf('head', { kind: ['account'] }),
      (all) => all.length >= before + 2,
    );
    expect(rows.slice(0, rows.length - before).map((n) => n.text.en.slice(0, 40))).toEqual([
      'Your login is disabled for 5 minutes aft',
      'The phone for your login codes was chang',
    ]);
  });

  it('is reminded before its password ends, once a step', async () => {
    const monthsAgo = (months: number, days: number): Date => {
      const d = new Date();
      d.setUTCMonth(d.getUTCMonth() - months);
      return new Date(d.getTime() + days * 86_400_000);
    };
    const late = await makeAccount(server.database, 'DEALER', 'STAFF', orgs.noa, {
      passwordChangedAt: monthsAgo(6, 6),
    });
    const maintenance = server.app.get(NotificationMaintenance);
    await maintenance.run();
    await maintenance.run();
    const rows = await server.database.query<{ user_id: number; text: { en: string }; link: string }[]>(
      "SELECT user_id, text, link FROM notification WHERE text->>'en' LIKE 'Your password expires%'",
    );
    expect(rows).toMatchObject([
      { user_id: late.userId, text: { en: expect.stringMatching(/^Your password expires in [4-7] days/u) as string } },
    ]);
  });
});

describe('the centre', () => {
  it('collapses several of one vehicle within a minute, until they are read', async () => {
    const vehicle = await makeVehicle(server.database, orgs.noa);
    const other = await makeVehicle(server.database, orgs.noa);
    const at = (s: number): Date => new Date(Date.now() - 300_000 + s * 1000);
    const kind = 'consumable' as const;
    await notify([north], { kind, vehicleId: vehicle.id, at: at(0) });
    await notify([north], { kind, vehicleId: vehicle.id, at: at(20) });
    await notify([north], { kind, vehicleId: vehicle.id, at: at(59), text: { ko: '셋째', en: 'third' } });
    await notify([north], { kind, vehicleId: other.id, at: at(59) });
    const rows = await listOf('north', { kind: [kind] });
    expect(rows.map((n) => [n.vehicle?.id, n.count, n.text.en])).toEqual([
      [other.id, 1, expect.any(String)],
      [vehicle.id, 3, 'third'],
    ]);
    // a minute after the first begins another; so does one after a reading
    await notify([north], { kind, vehicleId: vehicle.id, at: at(61) });
    expect((await listOf('north', { kind: [kind] })).map((n) => n.count)).toEqual([1, 1, 3]);
    await server.call(notifications.readAll, { body: {} }, token.north);
    await notify([north], { kind, vehicleId: vehicle.id, at: at(62) });
    expect((await listOf('north', { kind: [kind], unread: 'true' })).map((n) => n.count)).toEqual([1]);
  });

  it('begins another where the last one is being marked as read at that moment', async () => {
    const vehicle = await makeVehicle(server.database, orgs.noa);
    const of = { kind: 'reprogramming', vehicleId: vehicle.id } as const;
    await notify([north], of);
    const { joined } = await server.database.transaction(async (tx) => {
      await tx.query('UPDATE notification SET read_at = now() WHERE vehicle_id = $1', [vehicle.id]);
      const joining = notify([north], of);
      await eventually(
        () =>
          server.database.query<unknown[]>(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%UPDATE notification n%'",
          ),
        (waiting) => waiting.length > 0,
      );
      // not awaited here: it waits for the end of this transaction
      return { joined: joining };
    });
    await joined;
    const rows = await server.database.query<{ count: number; read: boolean }[]>(
      'SELECT count, read_at IS NOT NULL AS read FROM notification WHERE vehicle_id = $1 ORDER BY id',
      [vehicle.id],
    );
    expect(rows).toEqual([
      { count: 1, read: true },
      { count: 1, read: false },
    ]);
  });

  it('stores the same notification once, also when two processes create it concurrently', async () => {
    const same = notice({ kind: 'export' });
    await Promise.all([1, 2, 3].map(() => server.execute(new NotifyMembers([north.userId, sora.userId], same))));
    expect(await listOf('north', { kind: ['export'] })).toHaveLength(1);
    expect(await listOf('sora', { kind: ['export'] })).toHaveLength(1);
  });

  it('is paged, filtered and counted; what is older than 90 days is not shown, and then forgotten', async () => {
    await server.call(notifications.readAll, { body: {} }, token.sora);
    for (let i = 0; i < 12; i++) await notify([sora], { kind: i % 2 === 0 ? 'transfer' : 'system' });
    const days = (n: number): Date => new Date(Date.now() - n * 86_400_000);
    await notify([sora], { kind: 'transfer', at: days(91) });
    await notify([sora], { kind: 'transfer', at: days(89) });
    const page = await server.call(notifications.list, { query: { size: 10, unread: 'true' } }, token.sora);
    expect([page.rows.length, page.page.total, await unread('sora')]).toEqual([10, 13, 13]);
    expect(page.rows.map((n) => n.at)).toEqual([...page.rows.map((n) => n.at)].sort().reverse());
    expect((await server.call(notifications.list, { query: { kind: 'transfer' } }, token.sora)).page.total).toBe(7);
    await server.app.get(NotificationMaintenance).run();
    expect(
      await server.database.query("SELECT count(*)::int AS n FROM notification WHERE at < now() - interval '90 days'"),
    ).toEqual([{ n: 0 }]);
    expect((await server.call(notifications.list, { query: { kind: 'transfer' } }, token.sora)).page.total).toBe(7);
  });

  it('is read one by one or up to what was shown; another member’s is not found', async () => {
    await server.call(notifications.readAll, { body: {} }, token.nami);
    await notify([nami, sora], { kind: 'diagnosis' });
    await notify([nami], { kind: 'diagnosis' });
    await notify([nami], { kind: 'diagnosis' });
    const [newest, second, oldest] = await listOf('nami', { kind: ['diagnosis'] });
    const [others] = await listOf('sora', { kind: ['diagnosis'] });
    const ids = (...list: (Notification | undefined)[]): number[] => list.map((n) => n?.id ?? 0);
    expect(await refusal(server.call(notifications.read, { body: { ids: ids(oldest, others) } }, token.nami))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await unread('nami')).toBe(3);
    for (const _ of ['first', 'again'])
      expect(await server.call(notifications.read, { body: { ids: ids(oldest) } }, token.nami)).toMatchObject({
        unread: 2,
      });
    const upTo = second?.id ?? 0;
    const { unread: left, readAt } = await server.call(notifications.readAll, { body: { upTo } }, token.nami);
    expect(left).toBe(1);
    expect((await listOf('nami', { unread: 'true' })).map((n) => n.id)).toEqual(ids(newest));
    const takeBack = (at: string, who: 'nami' | 'sora' = 'nami') =>
      server.call(notifications.takeBackRead, { body: { readAt: at } }, token[who]);
    await takeBack(readAt, 'sora');
    expect(await unread('nami'), 'another member takes back nothing of it').toBe(1);
    expect(await takeBack(readAt), 'what this act has marked, and nothing else').toEqual({ unread: 2 });
    expect((await listOf('nami', { unread: 'true' })).map((n) => n.id)).toEqual(ids(newest, second));
    const late = new Date(Date.parse(readAt) - 61_000).toISOString();
    expect(await refusal(takeBack(late))).toEqual([409, 'UNDO_LATE']);
  });

  it('is pushed to the own consoles alone', async () => {
    const [mine, colleagues] = await Promise.all([listen(token.nami), listen(token.head)]);
    await notify([nami]);
    await eventually(
      () => Promise.resolve(mine),
      (events) => events.some((e) => e.name === 'member.notified'),
    );
    await notify([head]);
    await eventually(
      () => Promise.resolve(colleagues),
      (events) => events.some((e) => e.name === 'member.notified'),
    );
    const notice = (events: LoggedEvent[]) =>
      events.filter((e) => e.name === 'member.notified').map((e) => (e.payload as { userId: number }).userId);
    expect([notice(mine), notice(colleagues)]).toEqual([[nami.userId], [head.userId]]);
  });
});

it('a member whose rights change is admitted to the stream anew, with what is left of them', async () => {
  const member = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice);
  const own = await server.login(member);
  const socket = await join(own);
  const away = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  // one that never asked for events is in no room, and looks on at positions
  const onlooker = io(server.url, { path: '/socket.io', transports: ['websocket'], auth: { token: own } });
  sockets.push(onlooker);
  await new Promise<void>((resolve) => onlooker.once('connect', resolve));
  const onlookerAway = new Promise<string>((resolve) => onlooker.once('disconnect', resolve));
  await server.app.get(Change).run(system, async (tx, emit) => {
    await tx.query("UPDATE user_account SET group_type = 'DEALER', organization_id = $2 WHERE id = $1", [
      member.userId,
      orgs.noa,
    ]);
    emit('member.changed', { userId: member.userId }, { organizationId: orgs.noa });
  });
  // the connection is cut, not the session: a console reconnects by itself
  expect([await away, await onlookerAway]).toEqual(['transport close', 'transport close']);
  const events = await listen(own);
  const outside = await raised(orgs.sora);
  const inside = await raised(orgs.noa);
  const idsIn = () =>
    events.filter((e) => e.name === 'sos.raised').map((e) => (e.payload as { sos: { id: number } }).sos.id);
  await eventually(
    () => Promise.resolve(idsIn()),
    (ids) => ids.includes(inside.id),
  );
  expect(idsIn()).not.toContain(outside.id);
});

describe('preferences', () => {
  it('are the defaults until they are changed, kind by kind; an SOS stays on the screen', async () => {
    const all = await server.call(notifications.preferences, {}, token.head);
    expect(all.map(({ kind }) => kind)).toEqual(notificationKinds);
    expect(all[0]).toEqual({ kind: 'sos', inApp: true, push: true, email: false, sms: true });
    const changed = await server.call(
      notifications.setPreferences,
      { body: { preferences: [{ kind: 'system', inApp: false, push: false, email: true, sms: true }] } },
      token.head,
    );
    expect(changed.filter((p, i) => JSON.stringify(p) !== JSON.stringify(all[i]))).toEqual([
      { kind: 'system', inApp: false, push: false, email: true, sms: true },
    ]);
    const off = { preferences: [{ kind: 'sos' as const, inApp: false, push: false, email: false, sms: false }] };
    const refused = await server.call(notifications.setPreferences, { body: off }, token.head).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(Refused);
    expect((refused as Refused).error).toMatchObject({
      code: 'E0001',
      fields: { 'preferences.0.inApp': 'field.sosInApp' },
    });
    expect(await server.call(notifications.preferences, {}, token.north)).toEqual(all);
  });

  it('decide whether it is in the centre and what is sent', async () => {
    const sent = (userId: number, cause: string) =>
      server.database.query<{ channel: string; address: string }[]>(
        'SELECT channel, address FROM delivery WHERE reason LIKE $1 AND subject_id = $2 ORDER BY channel',
        [`told:${cause}:%`, userId],
      );
    const before = (await listOf('head', { kind: ['system'] })).length;
    await notify([head, north], { cause: 'wishes', messages: true });
    expect(await listOf('head', { kind: ['system'] })).toHaveLength(before);
    expect(await sent(head.userId, 'wishes')).toEqual([
      { channel: 'email', address: `${head.id}@korea.kr` },
      { channel: 'sms', address: head.phone },
    ]);
    expect(await sent(north.userId, 'wishes')).toEqual([]);
    expect((await listOf('north', { kind: ['system'] })).length).toBeGreaterThan(0);
    // repeated, it is neither shown nor sent again
    await notify([head], { cause: 'wishes', messages: true });
    expect(await sent(head.userId, 'wishes')).toHaveLength(2);
  });
});

describe('quiet hours', () => {
  const hours = { days: [1, 5], from: '22:00', to: '07:00', timeZone: 'Asia/Seoul' };
  const of = (who: 'head' | 'north') => server.call(notifications.quietHours, {}, token[who]);
  const set = (quietHours: typeof hours | null) =>
    server.call(notifications.setQuietHours, { body: { quietHours } }, token.head);

  it('are each member’s own, and there are none until they are set', async () => {
    expect(await of('head')).toEqual({ quietHours: null });
    expect(await set({ ...hours, days: [5, 1, 5] })).toEqual({ quietHours: hours });
    expect(await of('head')).toEqual({ quietHours: hours });
    expect(await of('north')).toEqual({ quietHours: null });
    await set(null);
    expect(await of('head')).toEqual({ quietHours: null });
  });

  it('are in the log, once for each change', async () => {
    await set(hours);
    await set(hours);
    await set(null);
    const logged = await server.database.query<{ changes: unknown }[]>(
      `SELECT payload -> 'changes' AS changes FROM event_log WHERE name = 'record.changed' AND payload ->> 'id' = $1
         AND payload @> '{"changes": [{"field": "alerts.quietHours"}]}' ORDER BY number DESC LIMIT 3`,
      [String(head.userId)],
    );
    const text = 'Mon Fri 22:00–07:00 Asia/Seoul';
    expect(logged.slice(0, 2).map((row) => row.changes)).toEqual([
      [{ field: 'alerts.quietHours', from: text, to: null }],
      [{ field: 'alerts.quietHours', from: null, to: text }],
    ]);
  });

  it.each([
    ['without a day', { days: [] }],
    ['on a day that is none', { days: [7] }],
    ['at a time that is none', { from: '24:00' }],
    ['of a zone that is none', { timeZone: 'Mars/Olympus' }],
  ])('are refused %s', async (_, over) => {
    const refused = await set({ ...hours, ...over }).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(Refused);
    expect((refused as Refused).error.code).toBe('E0001');
    expect(await of('head')).toEqual({ quietHours: null });
  });
});

describe('browsers that take web push', () => {
  const endpoint = 'https://fcm.push.example/send/1';

  it('are registered once, listed for their member, and can be removed', async () => {
    const { subscription } = pushBrowser(endpoint);
    const agent = { 'user-agent': 'Firefox of the office' };
    const device = await server.call(notifications.subscribe, { body: subscription }, token.nami, agent);
    expect((await server.call(notifications.subscribe, { body: subscription }, token.nami, agent)).id).toBe(device.id);
    const mine = await server.call(notifications.devices, {}, token.nami);
    expect(mine.publicKey).toMatch(/^B[\w-]{86}$/u);
    expect(mine.devices).toEqual([
      {
        ...device,
        agent: 'Firefox of the office',
        lastUsedAt: null,
        endpointHash: expect.stringMatching(/^[0-9a-f]{64}$/u) as string,
      },
    ]);
    expect(await refusal(server.call(notifications.unsubscribe, { params: { id: device.id } }, token.sora))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect((await server.call(notifications.devices, {}, token.sora)).devices).toEqual([]);
    // another member logs in at the same browser
    await server.call(notifications.subscribe, { body: subscription }, token.sora);
    expect((await server.call(notifications.devices, {}, token.nami)).devices).toEqual([]);
    expect(await server.call(notifications.unsubscribe, { params: { id: device.id } }, token.sora)).toEqual({
      ended: true,
    });
    expect(await refusal(server.call(notifications.unsubscribe, { params: { id: device.id } }, token.sora))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it.each([
    ['a machine of our own network', 'https://10.0.0.1/admin'],
    ['a host that only ends alike', 'https://evilpush.example/send'],
    ['an open line', 'http://push.example/send'],
  ])('are not %s', async (_, address) => {
    expect(
      await refusal(server.call(notifications.subscribe, { body: pushBrowser(address).subscription }, token.nami)),
    ).toEqual([422, 'E0001']);
  });

  it('have a key on the curve', async () => {
    const { keys } = pushBrowser(endpoint).subscription;
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    expect(
      await refusal(
        server.call(notifications.subscribe, { body: { endpoint, keys: { ...keys, p256dh } } }, token.nami),
      ),
    ).toEqual([422, 'E0001']);
  });
});

function join(own: string): Promise<Socket<ServerToClient>> {
  const socket: Socket = io(server.url, {
    transports: ['websocket'],
    auth: { token: own },
    forceNew: true,
    reconnection: false,
  });
  sockets.push(socket);
  return new Promise((resolve, reject) => {
    socket.once(
      'connect',
      () => void socket.emitWithAck('resume', { after: null }).then(() => resolve(socket), reject),
    );
    socket.once('connect_error', reject);
  });
}

/** Events sent to a console from now on. */
async function listen(own: string): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  (await join(own)).on('event', (event) => void events.push(event));
  return events;
}
