import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { app, appHeader } from '@headland/contracts/app';
import { notices } from '@headland/contracts/notice';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { MessageRetention } from '../../messages/deliveries/message-retention';
import { SendDelivery } from '../../messages/deliveries/send-delivery.command';
import { AppMembersModule } from '../../ownership/app-members/app-members.module';
import { SessionModule } from '../../people/session/session.module';
import { pushBrowser, pushService, type PushService } from '../../testing/push-browser';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations } from '../../testing/world';
import { NoticesModule } from './notices.module';
import { PushNotice } from './push-notice.command';

let server: TestServer;
let gateway: PushService;
let writer: string;
let manager: number;
/** 2026-11-20, 15:00 in Seoul */
const noon = Date.parse('2026-11-20T06:00:00Z');
let now = noon;
beforeAll(async () => {
  gateway = await pushService();
  server = await startServer([SessionModule, NoticesModule, DeliveriesModule, AppMembersModule], {
    clock: () => new Date(now),
    config: {
      DEVELOPMENT: true,
      PUSH_HOSTS: ['127.0.0.1'],
      VAPID_PRIVATE_KEY: 'TLgTGnd0XRY0NMyuwRWVW_GgZkSGWCxhJOqzUu1ApTk',
      VAPID_SUBJECT: 'mailto:ops@example.com',
    },
  });
  const at = await makeOrganizations(server.database);
  writer = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  const { id } = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami);
  const [row] = await server.database.query<{ id: number }[]>('SELECT id FROM user_account WHERE login_id = $1', [id]);
  manager = row?.id ?? 0;
});
afterAll(async () => {
  await server.stop();
  gateway.close();
});
beforeEach(async () => {
  now = noon;
  gateway.received.length = 0;
  await server.database.query('TRUNCATE notice, app_push_device, push_subscription RESTART IDENTITY CASCADE');
  await server.database.query('DELETE FROM mail');
  await server.database.query("DELETE FROM delivery WHERE subject = 'notice'");
  await server.database.query('DELETE FROM app_session');
  await server.database.query('DELETE FROM customer_terms');
  await server.database.query('DELETE FROM customer');
});

let customers = 0;
/** A member of the app, logged in on one device. */
async function member(os: 'android' | 'ios' | null, marketing = false) {
  const [customer] = await server.database.query<{ id: number }[]>(
    'INSERT INTO customer (name, phone, joined_at) VALUES ($1, $2, now()) RETURNING id',
    [`고객${++customers}`, `010-7000-${String(customers).padStart(4, '0')}`],
  );
  const id = customer?.id ?? 0;
  if (marketing)
    await server.database.query(
      "INSERT INTO customer_terms (customer_id, term, version, agreed, way, given_on, at) VALUES ($1, 'marketing', '2026-05-01', true, 'app', '2026-06-01', now())",
      [id],
    );
  if (os !== null)
    await server.database.query(
      `WITH s AS (INSERT INTO app_session (id, customer_id, refresh_hash, started_at, refreshed_at, expires_at) VALUES (gen_random_uuid(), $1, 'x', now(), now(), now() + interval '30 days') RETURNING id)
       INSERT INTO app_push_device (session_id, customer_id, os, registered_at) SELECT id, $1, $2, now() FROM s`,
      [id, os],
    );
  return id;
}
const create = (over: object = {}) => {
  const body = {
    ...{
      type: 'general',
      target: 'customer',
      os: 'all',
      title: 'Maintenance tonight',
      content: '<p>x</p>',
      push: true,
    },
    ...{ posting: 'noLimit', display: 'shown', ...over },
  };
  return server.call(notices.create, { body: body as never }, writer);
};
const push = (id: number) => server.execute(new PushNotice(id));
const pushOf = async (id: number) => {
  const then = now;
  now = noon;
  const { push } = await server.call(notices.get, { params: { id } }, writer);
  now = then;
  return push;
};
const sentTo = async (id: number) =>
  (
    await server.database.query<{ address: string }[]>(
      "SELECT address FROM delivery WHERE subject = 'notice' AND subject_id = $1 ORDER BY id",
      [id],
    )
  ).map((d) => d.address);

describe('the push of a notice', () => {
  it('goes to customers with a device once, however often the job runs, and not again after a change', async () => {
    const [a, b] = [await member('android'), await member('ios')];
    await member(null);
    const notice = await create();
    expect(notice.push.state).toBe('waiting');
    await Promise.all([push(notice.id), push(notice.id)]);
    await push(notice.id);
    expect(await sentTo(notice.id)).toEqual([String(a), String(b)]);
    expect(await pushOf(notice.id)).toMatchObject({
      state: 'sent',
      queued: 2,
      noDevice: 1,
      at: new Date(noon).toISOString(),
    });
    const { version } = await server.call(notices.get, { params: { id: notice.id } }, writer);
    await server.call(
      notices.change,
      {
        params: { id: notice.id },
        body: {
          ...{ type: 'general', target: 'customer', os: 'all', title: 'Changed', content: '<p>x</p>', push: true },
          ...{ posting: 'noLimit', display: 'shown', version },
        },
      },
      writer,
    );
    await member('ios');
    await push(notice.id);
    expect(await sentTo(notice.id)).toHaveLength(2);
  });

  it('of an event needs the consent to marketing, and of a system its devices', async () => {
    await member('android');
    const agrees = await member('android', true);
    await member('ios', true);
    const audience = (query: { type: 'event' | 'general'; os: 'android' | 'all' }) =>
      server.call(notices.audience, { query: { target: 'customer', ...query } }, writer);
    expect(await audience({ type: 'event', os: 'android' })).toEqual({ reach: 1, noDevice: 1 });
    expect(await audience({ type: 'general', os: 'all' })).toEqual({ reach: 3, noDevice: 0 });
    const { id } = await create({ type: 'event', os: 'android' });
    await push(id);
    expect(await sentTo(id)).toEqual([`${agrees}/android`]);
  });

  it('waits until the notice is visible, and for the morning of its start day', async () => {
    await member('android');
    const { id } = await create({ posting: 'dates', startOn: '2026-11-22', endOn: '2026-11-30' });
    await push(id);
    expect((await pushOf(id)).state).toBe('waiting');
    now = Date.parse('2026-11-22T00:00:00+09:00');
    await push(id);
    expect(await pushOf(id)).toMatchObject({ state: 'waiting', at: '2026-11-21T23:00:00.000Z' });
    now = Date.parse('2026-11-22T08:00:00+09:00');
    await push(id);
    expect(await pushOf(id)).toMatchObject({ state: 'sent', queued: 1 });
  });

  it('of what is not shown, or not ticked, does not go', async () => {
    await member('android');
    const [hidden, silent] = [await create({ display: 'hidden' }), await create({ push: false })];
    for (const { id } of [hidden, silent]) await push(id);
    expect([await sentTo(hidden.id), await sentTo(silent.id)]).toEqual([[], []]);
    await server.call(notices.display, { body: { ids: [hidden.id], display: 'shown' } }, writer);
    await push(hidden.id);
    expect(await sentTo(hidden.id)).toHaveLength(1);
  });

  it('goes on where it stood after a crash', async () => {
    const ids = [await member('ios'), await member('ios'), await member('ios')];
    const { id } = await create();
    await server.database.query("UPDATE notice SET push_state = 'sending', push_cursor = $2 WHERE id = $1", [
      id,
      ids[1],
    ]);
    await push(id);
    expect(await sentTo(id)).toEqual([String(ids[2])]);
    expect((await pushOf(id)).state).toBe('sent');
  });

  it('reaches thousands in batches', async () => {
    await server.database.query(
      `WITH c AS (INSERT INTO customer (name, phone, joined_at) SELECT '고객', '010-8' || lpad(n::text, 3, '0') || '-0000', now() FROM generate_series(1, 1200) n RETURNING id),
       s AS (INSERT INTO app_session (id, customer_id, refresh_hash, started_at, refreshed_at, expires_at) SELECT gen_random_uuid(), id, 'x', now(), now(), now() + interval '1 day' FROM c RETURNING id, customer_id)
       INSERT INTO app_push_device (session_id, customer_id, os, registered_at) SELECT id, customer_id, 'ios', now() FROM s`,
    );
    const { id } = await create();
    await push(id);
    expect(await pushOf(id)).toMatchObject({ state: 'sent', queued: 1200, noDevice: 0 });
  });

  it('to field managers goes to the browsers of dealers, agencies and TSM', async () => {
    await member('ios');
    await server.database.query(
      "INSERT INTO push_subscription (user_id, endpoint, p256dh, auth, agent, created_at) VALUES ($1, 'https://push.example/1', 'x', 'y', 'Mozilla/5.0 (Linux; Android 15)', now())",
      [manager],
    );
    const [android, ios] = [
      await create({ target: 'fieldManager', os: 'android' }),
      await create({ target: 'fieldManager', os: 'ios' }),
    ];
    for (const { id } of [android, ios]) await push(id);
    expect([await sentTo(android.id), await sentTo(ios.id)]).toEqual([[`${manager}/android`], []]);
    expect((await pushOf(ios.id)).noDevice).toBe(1);
  });
});

describe('a message of the push', () => {
  interface Row {
    id: number;
    state: string;
    problem: string | null;
    nextTryAt: Date | null;
  }
  const messagesOf = (id: number): Promise<Row[]> =>
    server.database.query(
      `SELECT id::float8 AS id, state, problem, next_try_at AS "nextTryAt" FROM delivery WHERE subject = 'notice' AND subject_id = $1 ORDER BY id`,
      [id],
    );
  /** As its turn comes, which may be long after it was queued. */
  const sendAll = async (id: number): Promise<Row[]> => {
    for (const message of await messagesOf(id)) await server.execute(new SendDelivery(message.id));
    return messagesOf(id);
  };

  it('of an event that has not gone by 21:00 waits for the morning, and one of a general notice does not', async () => {
    await member('android', true);
    const [event, general] = [await create({ type: 'event' }), await create()];
    now = Date.parse('2026-11-20T20:59:59+09:00');
    for (const { id } of [event, general]) await push(id);
    now = Date.parse('2026-11-20T21:00:00+09:00');
    const morning = new Date('2026-11-21T08:00:00+09:00');
    expect(await sendAll(event.id)).toMatchObject([{ state: 'queued', problem: null, nextTryAt: morning }]);
    expect(await sendAll(general.id)).toMatchObject([{ state: 'delivered' }]);
    now = Date.parse('2026-11-21T07:59:59+09:00');
    expect(await sendAll(event.id)).toMatchObject([{ state: 'queued', nextTryAt: morning }]);
    now = morning.getTime();
    expect(await sendAll(event.id)).toMatchObject([{ state: 'delivered', problem: null, nextTryAt: null }]);
  });

  it.each([
    ['removed', (id: number) => server.call(notices.removeMany, { body: { ids: [id] } }, writer)],
    ['hidden', (id: number) => server.call(notices.display, { body: { ids: [id], display: 'hidden' } }, writer)],
    ['over', () => Promise.resolve((now = Date.parse('2026-11-21T10:00:00+09:00')))],
  ])('goes to nobody any more once the notice is %s', async (_, end) => {
    for (const os of ['android', 'ios'] as const) await member(os);
    const { id } = await create({ posting: 'dates', startOn: '2026-11-19', endOn: '2026-11-20' });
    await push(id);
    const [first] = await messagesOf(id);
    await server.execute(new SendDelivery(first?.id ?? 0));
    await end(id);
    expect(await sendAll(id)).toMatchObject([
      { state: 'delivered', problem: null },
      { state: 'failed', problem: 'withdrawn', nextTryAt: null },
    ]);
    expect(await server.database.query('SELECT 1 FROM mail')).toHaveLength(1);
  });

  it.each<[string, (ids: number[]) => Promise<unknown>, (ids: number[]) => Promise<unknown>]>([
    [
      'its removal',
      (ids) => server.call(notices.removeMany, { body: { ids } }, writer),
      (ids) => server.call(notices.restore, { body: { ids } }, writer),
    ],
    [
      'hiding it',
      (ids) => server.call(notices.display, { body: { ids, display: 'hidden' } }, writer),
      (ids) => server.call(notices.display, { body: { ids, display: 'shown' } }, writer),
    ],
  ])('that was withdrawn by %s goes out after all when that is undone; nothing is sent twice', async (_, act, undo) => {
    for (const os of ['android', 'ios', 'android'] as const) await member(os);
    const { id } = await create();
    await push(id);
    const [first, , last] = await messagesOf(id);
    await server.execute(new SendDelivery(first?.id ?? 0));
    await act([id]);
    expect((await sendAll(id)).map(({ state }) => state)).toEqual(['delivered', 'failed', 'failed']);
    // its receiver leaves in that moment
    await server.database.query(
      "UPDATE customer c SET app_status = 'withdrawn' FROM delivery d WHERE d.id = $1 AND c.id = d.customer_id",
      [last?.id],
    );
    await undo([id]);
    expect((await sendAll(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'failed']);
    expect(await server.database.query('SELECT 1 FROM mail')).toHaveLength(2);
  });

  it('that is deleted after its days still counts for the notice', async () => {
    for (const os of ['android', 'ios'] as const) await member(os);
    const { id } = await create();
    await push(id);
    const [first, second] = await messagesOf(id);
    await server.execute(new SendDelivery(first?.id ?? 0));
    await server.database.query(
      "UPDATE delivery SET state = 'failed', next_try_at = NULL, changed_at = $2 WHERE id = $1",
      [second?.id, new Date(now)],
    );
    const figures = { reached: 1, failed: 1, queued: 0 };
    expect(await pushOf(id)).toMatchObject(figures);
    now += 401 * 86_400_000;
    await server.app.get(MessageRetention).run();
    expect(await messagesOf(id)).toEqual([]);
    expect(await pushOf(id)).toMatchObject(figures);
  });

  it('to a field manager leads to the notice among those of field managers', async () => {
    const browser = pushBrowser(`${gateway.url}/manager`);
    const { endpoint, keys } = browser.subscription;
    await server.database.query(
      "INSERT INTO push_subscription (user_id, endpoint, p256dh, auth, agent, created_at) VALUES ($1, $2, $3, $4, 'Mozilla/5.0', now())",
      [manager, endpoint, keys.p256dh, keys.auth],
    );
    const { id } = await create({ target: 'fieldManager' });
    await push(id);
    expect(await sendAll(id)).toMatchObject([{ state: 'sent' }]);
    expect(browser.read(gateway.received[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      ...{ link: `/noticeDetailApp/${id}?target=fieldManager`, kind: 'notice' },
    });
  });
});

describe('a device of the app', () => {
  async function joined(number: string) {
    const phone = { country: '82', phone: number } as const;
    const { smsId } = await server.call(app.sendCode, { body: { ...phone } }, null);
    await server.call(app.confirmCode, { body: { smsId, code: await server.codeOf(smsId) } }, null);
    const terms = ['service', 'privacy', 'location'] as const;
    const body = { smsId, name: '김민수', birthOn: '1970-03-01', terms: [...terms] };
    const { accessToken, customerId } = await server.call(app.join, { body }, null);
    return { customerId, header: { [appHeader]: `Bearer ${accessToken}` } };
  }

  it('registers itself, is pushed to by Web Push, and is forgotten when the push service says so', async () => {
    const { customerId, header } = await joined('010-7999-0001');
    const browser = pushBrowser(`${gateway.url}/device`);
    const register = (subscription: object | null) =>
      server.send(app.setPushDevice, { body: { os: 'android', subscription } }, null, header);
    expect((await register({ ...browser.subscription, endpoint: 'https://elsewhere.example/x' })).status).toBe(422);
    expect((await register(browser.subscription)).status).toBe(200);
    const notice = await create();
    await push(notice.id);
    const [delivery] = await server.database.query<{ id: number }[]>(
      "SELECT id::float8 AS id FROM delivery WHERE subject = 'notice' AND subject_id = $1",
      [notice.id],
    );
    await server.execute(new SendDelivery(delivery?.id ?? 0));
    expect(browser.read(gateway.received[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      ...{ title: '공지사항', body: 'Maintenance tonight', link: `/noticeDetailApp/${notice.id}`, kind: 'notice' },
    });
    expect(await pushOf(notice.id)).toMatchObject({ reached: 1, failed: 0, queued: 0 });
    const messages = await server.call(app.messages, {}, null, header);
    expect(messages.rows.map((m) => [m.subject, m.text])).toEqual([['notice', 'Maintenance tonight']]);
    gateway.answers.set('/device', 410);
    const again = await create({ title: 'Again' });
    await push(again.id);
    const [second] = await server.database.query<{ id: number }[]>(
      "SELECT id::float8 AS id FROM delivery WHERE subject = 'notice' AND subject_id = $1",
      [again.id],
    );
    await server.execute(new SendDelivery(second?.id ?? 0));
    expect(await server.database.query('SELECT 1 FROM app_push_device WHERE customer_id = $1', [customerId])).toEqual(
      [],
    );
  });

  it('ends with its session, or when the app says so, and needs one', async () => {
    const { header } = await joined('010-7999-0002');
    const register = () => server.send(app.setPushDevice, { body: { os: 'ios' } }, null, header);
    const devices = async () => (await server.database.query<unknown[]>('SELECT 1 FROM app_push_device')).length;
    await register();
    await register();
    expect(await devices()).toBe(1);
    expect((await server.send(app.removePushDevice, {}, null, header)).status).toBe(200);
    expect(await devices()).toBe(0);
    expect((await server.send(app.setPushDevice, { body: { os: 'ios' } }, null)).status).toBe(401);
    expect((await server.send(app.setPushDevice, { body: { os: 'windows' } }, null, header)).status).toBe(422);
  });
});
