import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appContent } from '@headland/contracts/app-content';
import { images } from '@headland/contracts/file';
import { notices, type NoticeDetail } from '@headland/contracts/notice';
import { ExportsModule } from '../../files/exports/exports.module';
import { ImagesModule } from '../../files/images/images.module';
import { SessionModule } from '../../people/session/session.module';
import { FileStore } from '../../platform/files/file-store';
import { recordSpec } from '../../testing/record-spec';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations } from '../../testing/world';
import { AppContentModule } from '../app-content/app-content.module';
import { RemovedContent } from '../content-base/removed-content';
import { ContentViews } from '../content-base/content-views';
import { NoticesModule } from './notices.module';

let server: TestServer;
let writer: string;
let colleague: string;
let reader: string;
let none: string;
/** 2026-11-20, 15:00 in Seoul */
const noon = Date.parse('2026-11-20T06:00:00Z');
let now = noon;
beforeAll(async () => {
  server = await startServer([SessionModule, NoticesModule, AppContentModule, ImagesModule, ExportsModule], {
    clock: () => new Date(now),
  });
  const at = await makeOrganizations(server.database);
  writer = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  colleague = await server.login(await makeAccount(server.database, 'TSM', 'ADMIN', at.headOffice));
  reader = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', at.headOffice));
  none = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', at.nami));
});
afterAll(() => server.stop());
beforeEach(() => {
  now = noon;
});

let counter = 0;
const body = (over: object = {}) => ({
  ...{ type: 'event', target: 'customer', os: 'all', title: `Winter campaign ${String(++counter).padStart(3, '0')}` },
  ...{ content: '<p>Bring it warm.</p>', posting: 'dates', startOn: '2026-11-15', endOn: '2026-12-31' },
  ...{ display: 'shown', images: [], push: false },
  ...over,
});
const create = (over: object = {}, token = writer): Promise<NoticeDetail> =>
  server.call(notices.create, { body: body(over) as never }, token);
const form = ({
  version,
  type,
  target,
  os,
  title,
  content,
  posting,
  startOn,
  endOn,
  display,
  images,
  push,
}: NoticeDetail) => ({
  ...{ version, type, target, os, title, content, posting, startOn, endOn, display },
  ...{ images: images.map(({ id, alt }) => ({ id, alt })), push: push.state === 'waiting' },
});
const change = (notice: NoticeDetail, over: object, token = writer) =>
  server.call(notices.change, { params: { id: notice.id }, body: { ...form(notice), ...over } as never }, token);
const refusal = async (call: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await call.then(
    () => null,
    (e: unknown) => e,
  );
  if (!(error instanceof Refused)) throw new Error('it was not refused');
  return error.error.fields ?? error.error.code;
};
const upload = async (token = writer): Promise<string> => {
  const bytes = await sharp({ create: { width: 1000, height: 500, channels: 3, background: '#3a7' } })
    .jpeg()
    .toBuffer();
  const file = { name: 'a.jpg', size: bytes.length, arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer) };
  return (await server.call(images.upload, { file }, token)).id;
};
const appList = async (query: object = {}) =>
  (await server.call(appContent.notices, { query: { size: 100, ...query } }, null)).rows;
const inApp = async (id: number, query: object = {}) => (await appList(query)).some((n) => n.id === id);
const appGet = (id: number) => server.send(appContent.notice, { params: { id } }, null);

recordSpec({
  server: () => server,
  endpoints: notices,
  remove: notices.remove,
  workbook: 'notices',
  nameField: 'title',
  callers: () => ({ all: writer, reader, none }),
  body,
  form: (notice) => form(notice),
  change: { title: 'Another title', type: 'general' },
  filters: ({ title }) => ({
    finds: [
      { title: title.slice(-6).toUpperCase(), type: 'event' },
      { target: 'customer', title },
      { state: 'on', display: 'shown', title },
      { os: 'all', title, from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' },
    ],
    misses: [
      { title: 'Summer' },
      { title, type: 'general' },
      { title, target: 'fieldManager' },
      { title, os: 'ios' },
      { title, state: 'ended' },
      { title, display: 'hidden' },
      { title, to: '2026-11-20T00:00:00Z' },
    ],
  }),
  sorts: { title: (n) => n.title, startOn: (n) => n.startOn, registeredAt: (n) => n.registeredAt },
});

describe('a notice', () => {
  it.each([
    [{ title: ' x' }, { title: 'field.t100' }],
    [{ title: 'x'.repeat(101) }, { title: 'field.max100' }],
    [{ title: 'Sale 🎉' }, { title: 'field.emoji' }],
    [{ content: '' }, { content: 'field.t1500' }],
    [{ content: `<p>${'가'.repeat(1501)}</p>` }, { content: 'field.t1500' }],
    [{ content: '<p>🇰🇷</p>' }, { content: 'field.emoji' }],
    [{ content: '<p>1️⃣</p>' }, { content: 'field.emoji' }],
    [{ content: '<p>x</p><script>alert(1)</script>' }, { content: 'field.unsafe' }],
    [{ content: '<p onmouseover="x()">x</p>' }, { content: 'field.unsafe' }],
    [{ content: '<p style="position:fixed;inset:0">x</p>' }, { content: 'field.unsafe' }],
    [{ content: '<a href="javascript:alert(1)">x</a>' }, { content: 'field.https' }],
    [{ content: '<a href="data:text/html,x">x</a>' }, { content: 'field.https' }],
    [{ content: '<a href="http://example.com">x</a>' }, { content: 'field.https' }],
    [{ startOn: '2026-12-31', endOn: '2026-12-01' }, { startOn: 'field.range' }],
    [{ startOn: null }, { startOn: 'field.req' }],
    [{ startOn: '2026-02-30' }, { startOn: 'field.date' }],
    [{ type: 'news' }, { type: 'field.invalid' }],
    [{ images: [{ id: 'A'.repeat(22) }] }, { images: 'field.unknown' }],
    [{ content: `<p>x</p><img src="/api/images/${'A'.repeat(22)}">` }, { content: 'field.unknown' }],
  ])('with %j is refused, and nothing of it is saved', async (over, fields) => {
    const count = async () => (await server.call(notices.list, {}, writer)).page.total;
    const before = await count();
    expect(await refusal(create(over))).toEqual(fields);
    expect(await count()).toBe(before);
  });

  it('has one image, which a form gives as text, too', async () => {
    const [one, two] = [await upload(), await upload()];
    expect(await refusal(create({ images: [{ id: one }, { id: two }] }))).toEqual({ images: 'field.img1' });
    const { images } = await create({ images: JSON.stringify([{ id: one, alt: 'A tractor' }]) });
    expect(images).toEqual([{ id: one, alt: 'A tractor', width: 1000, height: 500 }]);
  });

  it('takes no picture that somebody else has sent, nor one of another record', async () => {
    const theirs = await upload(colleague);
    expect(await refusal(create({ images: [{ id: theirs }] }))).toEqual({ images: 'field.unknown' });
    await server.database.query('UPDATE stored_file SET kept = true WHERE id = $1', [theirs]);
    expect(await refusal(create({ images: [{ id: theirs }] }, colleague))).toEqual({ images: 'field.unknown' });
  });

  const anHourLater = (id: number) =>
    server.database.query("UPDATE notice SET removed_at = removed_at - interval '61 minutes' WHERE id = $1", [id]);

  it('lets go of its pictures when it is removed, and not before its last record is', async () => {
    const id = await upload();
    const first = await create({ images: [{ id }] });
    const second = await create({ content: `<p>x</p><img src="/api/images/${id}" alt="x">` });
    const kept = async () => (await server.app.get(FileStore).find(id, 'image')).kept;
    await server.call(notices.remove, { params: { id: first.id } }, writer);
    expect(await kept()).toBe(true);
    await change(second, { content: '<p>without</p>' });
    expect(await kept(), 'the first can still come back').toBe(true);
    await anHourLater(first.id);
    await server.app.get(RemovedContent).dropPictures();
    expect(await kept()).toBe(false);
  });

  it('keeps its pictures while its removal can be taken back, and comes back with them', async () => {
    const id = await upload();
    const notice = await create({ images: [{ id }] });
    const kept = async () => (await server.app.get(FileStore).find(id, 'image')).kept;
    const forget = () => server.app.get(RemovedContent).dropPictures();
    const remove = () => server.call(notices.remove, { params: { id: notice.id } }, writer);
    await remove();
    await forget();
    expect(await server.call(notices.restore, { body: { ids: [notice.id] } }, writer)).toEqual({ changed: 1 });
    const { images } = await server.call(notices.get, { params: { id: notice.id } }, writer);
    expect(images.map((image) => image.id)).toEqual([id]);
    await remove();
    await anHourLater(notice.id);
    expect(await kept()).toBe(true);
    await forget();
    expect(await kept()).toBe(false);
  });

  it('logs what was changed in it, also in its marks alone', async () => {
    const notice = await create();
    const bold = await change(notice, { content: '<p><strong>Bring</strong> it warm.</p>' });
    expect(bold.version).toBe(notice.version + 1);
    const { rows } = await server.call(notices.history, { params: { id: notice.id } }, reader);
    expect(rows[0]?.changes.map((c) => c.field)).toEqual(['content']);
    expect(rows[0]?.changes[0]?.to).toMatch(/^Bring it warm\. \[[\da-f]{6}\]$/u);
  });

  it('is shown, hidden and removed with others, all of them or none', async () => {
    const [a, b] = [await create(), await create()];
    const display = (ids: number[], to: 'shown' | 'hidden', token = writer) =>
      server.call(notices.display, { body: { ids, display: to } }, token);
    expect(await display([a.id, b.id], 'hidden')).toEqual({ changed: 2 });
    expect(await display([a.id, b.id], 'hidden')).toEqual({ changed: 0 });
    expect(await refusal(display([a.id, 999_999], 'shown'))).toBe('NOT_FOUND');
    expect(await inApp(a.id)).toBe(false);
    expect(await refusal(display([a.id], 'shown', reader))).toBe('FORBIDDEN');
    const remove = (ids: number[], token = writer) => server.call(notices.removeMany, { body: { ids } }, token);
    expect(await refusal(remove([a.id], reader))).toBe('FORBIDDEN');
    expect(await refusal(remove([a.id, 999_999]))).toBe('NOT_FOUND');
    expect(await remove([a.id, b.id, b.id])).toEqual({ changed: 2 });
    expect(await refusal(remove([a.id]))).toBe('NOT_FOUND');
  });
});

describe('the app', () => {
  const startsAt = Date.parse('2026-12-01T00:00:00+09:00');
  const endsAt = Date.parse('2026-12-04T00:00:00+09:00');
  const days = { startOn: '2026-12-01', endOn: '2026-12-03' };

  it('shows a notice on its days, which begin and end at midnight in Seoul', async () => {
    const { id } = await create(days);
    for (const [at, visible] of [
      [startsAt - 1, false],
      [startsAt, true],
      [endsAt - 1, true],
      [endsAt, false],
    ] as const) {
      now = at;
      expect([await inApp(id), (await appGet(id)).status], new Date(at).toISOString()).toEqual([
        ...[visible, visible ? 200 : 404],
      ]);
    }
  });

  it('shows what is for its reader: target, system, display', async () => {
    const { id } = await create({ os: 'android' });
    const staff = await create({ target: 'fieldManager' });
    const hidden = await create({ display: 'hidden' });
    expect([await inApp(id), await inApp(id, { os: 'android' }), await inApp(id, { os: 'ios' })]).toEqual([
      ...[true, true, false],
    ]);
    expect([await inApp(staff.id), await inApp(staff.id, { target: 'fieldManager' })]).toEqual([false, true]);
    expect([await inApp(hidden.id), (await appGet(hidden.id)).status]).toEqual([false, 404]);
    expect((await appGet(999_999)).status).toBe(404);
  });

  it('lists the newest first, NEW for three days, page by page', async () => {
    for (let i = 0; i < 10; i++) await create();
    const posted = await create({ posting: 'noLimit' });
    const [first] = await appList();
    expect(first).toMatchObject({ id: posted.id, date: '2026-11-20', isNew: true });
    now = Date.parse('2026-11-23T00:00:00+09:00');
    expect((await appList()).find((n) => n.id === posted.id)?.isNew).toBe(false);
    const page = (number: number) => server.call(appContent.notices, { query: { page: number, size: 10 } }, null);
    const [first10, others] = [(await page(1)).rows, (await page(2)).rows];
    expect(new Set([...first10, ...others].map((n) => n.id)).size).toBe(10 + others.length);
    expect(others.length).toBeGreaterThan(0);
  });

  it('asks again with what it has, and gets it only when it has changed', async () => {
    const notice = await create();
    for (const [e, input] of [
      [appContent.notice, { params: { id: notice.id } }],
      [appContent.notices, {}],
    ] as const) {
      const first = await server.send(e, input, null);
      expect(first.headers.get('cache-control')).toBe('no-cache');
      const again = () => server.send(e, input, null, { 'if-none-match': first.headers.get('etag') ?? '' });
      expect((await again()).status).toBe(304);
    }
    const before = (await appGet(notice.id)).headers.get('etag') ?? '';
    await change(notice, { title: 'Another' });
    expect(
      (await server.send(appContent.notice, { params: { id: notice.id } }, null, { 'if-none-match': before })).status,
    ).toBe(200);
  });

  it('has the pictures of what is published, in three sizes, and of nothing else', async () => {
    const [own, inText] = [await upload(), await upload()];
    const picture = (id: string, size: 'thumb' | 'medium' | 'full' = 'full') =>
      server.send(appContent.image, { params: { id }, query: { size } }, null);
    expect((await picture(own)).status).toBe(404);
    const notice = await create({
      ...days,
      images: [{ id: own }],
      content: `<p>x</p><img src="/api/images/${inText}">`,
    });
    expect((await picture(own)).status).toBe(404);
    now = startsAt;
    for (const id of [own, inText])
      for (const [size, width] of [
        ['thumb', 320],
        ['medium', 800],
        ['full', 1000],
      ] as const) {
        const response = await picture(id, size);
        expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
        expect((await sharp(new Uint8Array(await response.arrayBuffer())).metadata()).width).toBe(width);
      }
    now = noon;
    await server.call(notices.display, { body: { ids: [notice.id], display: 'hidden' } }, writer);
    now = startsAt;
    expect((await picture(own)).status).toBe(404);
    now = noon;
    expect((await server.send(images.get, { params: { id: own } }, colleague)).status).toBe(200);
  });

  it('counts no more than 300 browsers of one address, and shows the text to all', async () => {
    const { id } = await create();
    const read = (agent: number) =>
      server.send(appContent.notice, { params: { id } }, null, {
        'user-agent': `browser ${agent}`,
        'x-forwarded-for': '10.0.1.1',
      });
    for (let i = 0; i < 310; i += 10) await Promise.all(Array.from({ length: 10 }, (_, n) => read(i + n)));
    expect((await read(310)).status).toBe(200);
    expect((await server.call(notices.get, { params: { id } }, writer)).views).toBe(300);
  });

  it('counts a reader once a day, and stores nobody', async () => {
    const { id } = await create();
    const views = async () => (await server.call(notices.get, { params: { id } }, writer)).views;
    const read = (agent: string, address: string) =>
      server.send(appContent.notice, { params: { id } }, null, { 'user-agent': agent, 'x-forwarded-for': address });
    await Promise.all([read('Android', '10.0.0.1'), read('Android', '10.0.0.1'), read('Android', '10.0.0.1')]);
    expect(await views()).toBe(1);
    await read('Android', '10.0.0.2');
    await read('iPhone', '10.0.0.1');
    expect(await views()).toBe(3);
    now = noon + 86_400_000;
    await read('Android', '10.0.0.1');
    await server.app.get(ContentViews).forget();
    now = noon;
    expect(await views()).toBe(4);
    const stored = await server.database.query<object[]>('SELECT * FROM content_view WHERE record_id = $1', [id]);
    expect(JSON.stringify(stored)).not.toMatch(/10\.0\.0|Android/u);
    expect(await server.database.query('SELECT 1 FROM content_view WHERE record_id = $1', [id])).toHaveLength(1);
  });
});
