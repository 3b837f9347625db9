import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupTypes, roles } from '@headland/contracts/access';
import { appBanners } from '@headland/contracts/app-gpt-banner';
import type { LoggedEvent } from '@headland/contracts/event-log';
import { type GptBannerDetail, gptBanners } from '@headland/contracts/gpt-banner';
import type { ClientToServer, ServerToClient } from '@headland/contracts/live';
import { can } from '@headland/domain/access';
import { ExportsModule } from '../../files/exports/exports.module';
import { ImagesModule } from '../../files/images/images.module';
import { LiveModule } from '../../live/stream/live.module';
import { AppMembersModule } from '../../ownership/app-members/app-members.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal, startProcess } from '../../testing/alerts';
import { asApp, TestApp } from '../../testing/app';
import { bannerBody, makeBanner, uploadPicture } from '../../testing/gpt-banners';
import { recordSpec } from '../../testing/record-spec';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { AnnounceGptBanner } from './announce-gpt-banner.command';
import { bannersToAnnounce } from './gpt-banner.reads';
import { RemovedBanners } from './removed-banners';
import { GptBannersModule } from './gpt-banners.module';

const modules = [SessionModule, AppMembersModule, ExportsModule, ImagesModule, LiveModule, GptBannersModule];
/** noon of 20 November in Seoul */
const noon = new Date('2026-11-20T03:00:00Z');
let server: TestServer;
let at: Organizations;
let head: string;
let reader: string;
let none: string;
let picture: string;
let member: string;
let members: TestApp;

const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
  server.login(await makeAccount(server.database, ...caller));
beforeAll(async () => {
  server = await startServer(modules, { clock: () => noon });
  at = await makeOrganizations(server.database);
  head = await login('HEAD_OFFICE', 'ADMIN', at.headOffice);
  reader = await login('HEAD_OFFICE', 'STAFF', at.headOffice);
  none = await login('SERVICE_BUSINESS', 'ADMIN', at.headOffice);
  members = new TestApp(server);
  member = (await members.join('010-2222-1111', { name: '김기계' })).accessToken;
  picture = (await makeBanner(server, head)).imageId;
});
afterAll(() => server.stop());
const get = (id: number, token = head) => server.call(gptBanners.get, { params: { id } }, token);
const make = (over: Parameters<typeof makeBanner>[2] = {}) => makeBanner(server, head, { imageId: picture, ...over });
const formOf = ({ name, startOn, endOn, url, imageId, imageAlt, content, version }: GptBannerDetail) => ({
  ...{ name, startOn, endOn, url, imageId, imageAlt, content, version },
});
const change = (banner: GptBannerDetail, over: object = {}, token = head) =>
  server.call(gptBanners.change, { params: { id: banner.id }, body: { ...formOf(banner), ...over } }, token);
const suspend = ({ id, version }: GptBannerDetail, token = head) =>
  server.call(gptBanners.suspend, { params: { id }, body: { version } }, token);
const fieldsOf = async (attempt: Promise<unknown>): Promise<unknown> => {
  const no: unknown = await attempt.catch((error: unknown) => error);
  return no instanceof Refused ? no.error.fields : no;
};
const inApp = async () => (await members.call(appBanners.list, {}, member)).map((b) => b.id);
/** A banner that has been published, or was, since days that no form takes. */
const makePast = async (startOn: string, endOn: string): Promise<GptBannerDetail> => {
  const { id } = await make({ endOn: '2026-12-31' });
  await server.database.query('UPDATE gpt_banner SET start_on = $2, end_on = $3 WHERE id = $1', [id, startOn, endOn]);
  return get(id);
};
const scheduled = { startOn: '2026-11-25', endOn: '2026-12-05' };

recordSpec({
  server: () => server,
  endpoints: gptBanners,
  remove: gptBanners.remove,
  workbook: 'gptBanners',
  callers: () => ({ all: head, reader, none }),
  // a published one is not deleted
  body: () => bannerBody(picture, scheduled),
  form: formOf,
  change: { content: '새 소식입니다.' },
  filters: ({ name }) => ({
    finds: [{ name }, { name, status: 'ready' }, { name, from: '2026-12-05' }, { name, to: '2026-11-25' }],
    misses: [{ name: 'none of that name' }, { status: 'doing' }, { from: '2026-12-06' }, { to: '2026-11-24' }],
  }),
  sorts: { name: (r) => r.name, period: (r) => r.startOn + r.endOn, registeredAt: (r) => r.registeredAt },
});

it.each(groupTypes.flatMap((group) => roles.map((role) => [group, role] as const)))(
  '%s %s may do with banners what its letters say',
  async (group, role) => {
    const token = await login(group, role, ['REGION', 'AGENCY', 'DEALER'].includes(group) ? at.nami : at.headOffice);
    const banner = await make(scheduled);
    const expected = (permission: Parameters<typeof can>[2]) =>
      can(group, role, permission) ? 'allowed' : [403, 'FORBIDDEN'];
    expect(await refusal(get(banner.id, token))).toEqual(expected('gptBanner:R'));
    expect(await refusal(suspend(banner, token))).toEqual(expected('gptBanner:U'));
    const removal = server.call(gptBanners.removeMany, { body: { ids: [banner.id] } }, token);
    expect(await refusal(removal)).toEqual(expected('gptBanner:D'));
  },
);

describe('the form of a banner', () => {
  it.each([
    [{ name: '' }, { name: 'field.gptName' }],
    [{ name: ' 앞 공백' }, { name: 'field.gptName' }],
    [{ name: '가을!' }, { name: 'field.gptName' }],
    [{ name: '가'.repeat(101) }, { name: 'field.gptName' }],
    [{ startOn: '2026-11-19' }, { startOn: 'field.fromToday' }],
    [{ startOn: '2026-12-02', endOn: '2026-12-01' }, { startOn: 'field.range' }],
    [{ endOn: '2026-12-32' }, { endOn: 'field.date' }],
    [{ url: 'http://www.example.com' }, { url: 'field.https' }],
    [{ url: 'javascript:alert(1)' }, { url: 'field.https' }],
    [{ url: 'https://user:pass@example.com' }, { url: 'field.https' }],
    [{ url: 'https://' }, { url: 'field.https' }],
    [{ imageId: '' }, { imageId: 'field.invalid' }],
    [{ imageId: 'AAAAAAAAAAAAAAAAAAAAAA' }, { imageId: 'field.unknown' }],
    [{ content: '' }, { content: 'field.t1500' }],
    [{ content: '가'.repeat(1501) }, { content: 'field.max1500' }],
    [{ content: '수확 🚜' }, { content: 'field.emoji' }],
  ])('%o is refused at its field', async (over, fields) => expect(await fieldsOf(make(over))).toEqual(fields));

  it('takes any language, digits and spaces, a picture smaller than recommended, and markup as plain text', async () => {
    const small = await uploadPicture(server, head, 100, 60);
    const made = await make({ name: 'Été 정비 2026 年', imageId: small, content: '<b>x</b>', imageAlt: '콤바인' });
    expect(made).toMatchObject({ status: 'doing', content: '<b>x</b>', imageAlt: '콤바인', clicks: 0 });
  });

  it('takes no picture that another member has uploaded and no banner has', async () => {
    const colleague = await login('KIOTI', 'ADMIN', at.headOffice);
    const theirs = await uploadPicture(server, colleague);
    expect(await fieldsOf(make({ imageId: theirs }))).toEqual({ imageId: 'field.unknown' });
  });

  it('keeps the start of a published banner, and moves its end from today on', async () => {
    const banner = await makePast('2026-11-10', '2026-11-30');
    expect(await fieldsOf(change(banner, { startOn: '2026-11-21' }))).toEqual({ startOn: 'field.startLocked' });
    expect(await fieldsOf(change(banner, { endOn: '2026-11-19' }))).toEqual({ endOn: 'field.fromToday' });
    expect(await change(banner, { endOn: '2026-11-20' })).toMatchObject({ endOn: '2026-11-20', status: 'doing' });
  });
});

describe('suspension', () => {
  it('is final: the banner leaves the app, and is neither changed nor suspended again', async () => {
    const banner = await make();
    expect(await inApp()).toContain(banner.id);
    const suspended = await suspend(banner);
    expect(suspended).toMatchObject({ status: 'stop', suspendedAt: noon.toISOString() });
    expect(suspended.suspendedBy).not.toBeNull();
    expect(await inApp()).not.toContain(banner.id);
    expect(await refusal(suspend(suspended))).toEqual([409, 'GPT_BANNER_SUSPENDED']);
    expect(await refusal(suspend(banner))).toEqual([409, 'GPT_BANNER_SUSPENDED']);
    for (const form of [banner, suspended])
      expect(await refusal(change(form, { name: '다시' }))).toEqual([409, 'GPT_BANNER_SUSPENDED']);
    const { rows } = await server.call(gptBanners.history, { params: { id: banner.id }, query: {} }, head);
    expect(rows[0]?.changes).toEqual([{ field: 'status', from: 'doing', to: 'stop' }]);
    // the copy has the same picture, which survives the deletion of the original
    const copy = await make({ name: banner.name });
    await server.call(gptBanners.remove, { params: { id: banner.id } }, head);
    expect((await get(copy.id)).imageId).toBe(banner.imageId);
    expect(await kept(banner.imageId)).toBe(true);
  });

  it('of a version that somebody else has changed is refused', async () => {
    const banner = await make(scheduled);
    await change(banner, { content: '바뀐 내용' });
    expect(await refusal(suspend(banner))).toEqual([409, 'CHANGED_MEANWHILE']);
  });

  it('and changes of an expired banner are refused', async () => {
    const banner = await makePast('2026-11-10', '2026-11-19');
    expect(banner.status).toBe('done');
    expect(await refusal(suspend(banner))).toEqual([409, 'GPT_BANNER_EXPIRED']);
    expect(await refusal(change(banner, { endOn: '2026-12-31' }))).toEqual([409, 'GPT_BANNER_EXPIRED']);
  });
});
const kept = async (id: string): Promise<boolean | undefined> =>
  (await server.database.query<{ kept: boolean }[]>('SELECT kept FROM stored_file WHERE id = $1', [id]))[0]?.kept;

describe('deletion', () => {
  const removeMany = (ids: number[]) => server.call(gptBanners.removeMany, { body: { ids } }, head);
  it('of several takes scheduled, suspended and expired ones together, and lets go of their pictures', async () => {
    const own = await uploadPicture(server, head);
    const three = [
      await make({ ...scheduled, imageId: own }),
      await suspend(await make(scheduled)),
      await makePast('2026-11-01', '2026-11-02'),
    ];
    const ids = three.map((b) => b.id);
    expect(await removeMany([...ids, ...ids])).toEqual({ removed: 3 });
    for (const id of ids) expect(await refusal(get(id))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(removeMany(ids))).toEqual([404, 'NOT_FOUND']);
    const forget = () => server.app.get(RemovedBanners).detach();
    await forget();
    expect(await kept(own), 'it can be taken back').toBe(true);
    const later = "UPDATE gpt_banner SET removed_at = removed_at - interval '61 minutes' WHERE id = ANY($1)";
    await server.database.query(later, [ids]);
    await forget();
    expect([await kept(own), await kept(picture)]).toEqual([false, true]);
  });

  it('is taken back by who did it, with picture and status, and is told', async () => {
    const banner = await make(scheduled);
    await removeMany([banner.id]);
    const restore = (token: string) => server.call(gptBanners.restore, { body: { ids: [banner.id] } }, token);
    expect(await restore(head)).toEqual({ changed: 1 });
    expect(await get(banner.id)).toMatchObject({ status: 'ready', imageId: banner.imageId });
    expect(await restore(head), 'it is there already').toEqual({ changed: 0 });
  });

  it('of a published one is refused, and with it that of the others', async () => {
    const [published, other] = [await make(), await make(scheduled)];
    expect(await refusal(removeMany([other.id, published.id]))).toEqual([409, 'GPT_BANNER_PUBLISHED']);
    expect(await refusal(server.call(gptBanners.remove, { params: { id: published.id } }, head))).toEqual([
      409,
      'GPT_BANNER_PUBLISHED',
    ]);
    expect((await get(other.id)).status).toBe('ready');
  });
});

describe('in the app', () => {
  it('are those of today, the newest start first, each with its picture, and taps are counted', async () => {
    const [newer, older, later] = [await make(), await makePast('2026-11-10', '2026-11-20'), await make(scheduled)];
    const mine = [older.id, newer.id, later.id];
    expect((await inApp()).filter((id) => mine.includes(id))).toEqual([newer.id, older.id]);
    const tap = (id: number) => members.call(appBanners.click, { params: { id } }, member);
    await Promise.all([tap(older.id), tap(older.id), tap(older.id)]);
    expect([(await get(older.id)).clicks, (await get(newer.id)).clicks]).toEqual([3, 0]);
    const image = await members.call(appBanners.image, { params: { id: older.id } }, member);
    expect(image.bytes.byteLength).toBeGreaterThan(0);
    const hidden = { params: { id: later.id } };
    expect(await refusal(members.call(appBanners.image, hidden, member))).toEqual([404, 'NOT_FOUND']);
    for (const id of [later.id, 999_999]) expect(await refusal(tap(id))).toEqual([404, 'NOT_FOUND']);
  });

  it('show a picture that was replaced at once, and ask again without being sent the same one twice', async () => {
    const banner = await make();
    const read = (etag?: string) =>
      server.send(appBanners.image, { params: { id: banner.id } }, null, {
        ...asApp(member),
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
      });
    const first = await read();
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const tag = first.headers.get('etag') ?? '';
    const again = await read(tag);
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    await change(banner, { imageId: await uploadPicture(server, head, 225, 125) });
    const replaced = await read(tag);
    expect([replaced.status, replaced.headers.get('etag') === tag]).toEqual([200, false]);
    expect((await replaced.arrayBuffer()).byteLength).toBeGreaterThan(0);
  });

  it('need a session of the app', async () => {
    for (const token of [head, null]) expect((await server.send(appBanners.list, {}, token)).ok).toBe(false);
  });
});

describe.each([
  ['Asia/Seoul', '2026-11-20T14:59:59Z', '2026-11-20T15:00:00Z'],
  ['America/Chicago', '2026-11-21T05:59:59Z', '2026-11-21T06:00:00Z'],
])('in an installation of %s', (zone, before, after) => {
  it('a banner begins and expires at midnight of that zone, and open lists are notified once', async () => {
    let time = new Date('2026-11-20T08:00:00Z');
    const there = await startServer(modules, { clock: () => time, config: { PRODUCT_TIME_ZONE: zone } });
    try {
      const { headOffice } = await makeOrganizations(there.database);
      const account = await makeAccount(there.database, 'DAEDONG', 'ADMIN', headOffice);
      const token = await there.login(account);
      const ends = await makeBanner(there, token, { startOn: '2026-11-20', endOn: '2026-11-20' });
      const begins = await makeBanner(there, token, { startOn: '2026-11-21', endOn: '2026-11-21' });
      // the former token has expired by then
      const list = async () =>
        there.call(gptBanners.list, { query: { sort: 'period', order: 'asc' } }, await there.login(account));
      const statuses = async () => (await list()).rows.map((b) => [b.status, b.version]);
      const turn = async () => {
        const ids = await bannersToAnnounce(there.database, dayIn(time, zone));
        for (const id of ids) await there.execute(new AnnounceGptBanner(id));
        return ids;
      };
      const announced = (id: number) =>
        there.database.query<{ status: string; turns: string | null }[]>(
          `SELECT payload->>'status' AS status, payload->>'turnsAt' AS turns FROM event_log
           WHERE name = 'gptBanner.changed' AND (payload->>'bannerId')::int = $1 ORDER BY number`,
          [id],
        );
      time = new Date(before);
      expect([await statuses(), await turn()]).toEqual([
        [
          ['doing', 1],
          ['ready', 1],
        ],
        [],
      ]);
      time = new Date(after);
      expect(await turn()).toEqual([ends.id, begins.id]);
      expect(await turn()).toEqual([]);
      // one that was planned before, too
      await there.execute(new AnnounceGptBanner(ends.id));
      const midnight = new Date(after).toISOString();
      expect(await announced(ends.id)).toEqual([
        { status: 'doing', turns: midnight },
        { status: 'done', turns: null },
      ]);
      expect((await announced(begins.id)).map((e) => e.status)).toEqual(['ready', 'doing']);
      // no form is out of date by it
      expect(await statuses()).toEqual([
        ['done', 1],
        ['doing', 1],
      ]);
    } finally {
      await there.stop();
    }
  });
});
const dayIn = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);

describe('open lists', () => {
  it('are notified of a write and of a suspension, but nobody without the letter is', async () => {
    const there = await startServer(modules);
    try {
      const { headOffice } = await makeOrganizations(there.database);
      const [may, mayNot] = [
        await there.login(await makeAccount(there.database, 'KIOTI', 'ADMIN', headOffice)),
        await there.login(await makeAccount(there.database, 'SERVICE_BUSINESS', 'ADMIN', headOffice)),
      ];
      const [mine, theirs] = [await listen(there, may), await listen(there, mayNot)];
      const { id } = await makeBanner(there, may, { startOn: '2035-01-01', endOn: '2035-01-31' });
      await there.call(gptBanners.suspend, { params: { id }, body: { version: 1 } }, may);
      await expect
        .poll(() => mine.events.map((e) => e.payload))
        .toEqual([
          { bannerId: id, status: 'ready', turnsAt: '2034-12-31T15:00:00.000Z' },
          { bannerId: id, status: 'stop', turnsAt: null },
        ]);
      expect(theirs.events).toEqual([]);
      for (const { client } of [mine, theirs]) client.disconnect();
    } finally {
      await there.stop();
    }
  });

  it('are notified of a turn in the night by the jobs process, although none was planned', async () => {
    const { id } = await makePast('2020-01-01', '2020-01-31');
    const jobs = await startProcess(server.config, ['jobs'], modules);
    try {
      const events = await eventually(
        () =>
          server.database.query<{ status: string }[]>(
            `SELECT payload->>'status' AS status FROM event_log
             WHERE name = 'gptBanner.changed' AND (payload->>'bannerId')::int = $1 ORDER BY number`,
            [id],
          ),
        (found) => found.length > 1,
      );
      expect(events.map((e) => e.status)).toEqual(['doing', 'done']);
    } finally {
      await jobs.close();
    }
  });
});

async function listen({ url }: TestServer, token: string) {
  const client: Socket<ServerToClient, ClientToServer> = io(url, {
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  });
  const events: LoggedEvent[] = [];
  client.on('event', (e) => events.push(e));
  await new Promise<void>((resolve, reject) => {
    client.on('connect', resolve);
    client.on('connect_error', reject);
  });
  await new Promise((resolve) => client.emit('resume', { after: null, at: null }, resolve));
  return { client, events };
}
