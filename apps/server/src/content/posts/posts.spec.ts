import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appContent } from '@headland/contracts/app-content';
import { images } from '@headland/contracts/file';
import { type PostDetail, posts } from '@headland/contracts/post';
import { ExportsModule } from '../../files/exports/exports.module';
import { ImagesModule } from '../../files/images/images.module';
import { SessionModule } from '../../people/session/session.module';
import { recordSpec } from '../../testing/record-spec';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations } from '../../testing/world';
import { AppContentModule } from '../app-content/app-content.module';
import { PostsModule } from './posts.module';

let server: TestServer;
let writer: string;
let reader: string;
let none: string;
beforeAll(async () => {
  server = await startServer([SessionModule, PostsModule, AppContentModule, ImagesModule, ExportsModule]);
  const at = await makeOrganizations(server.database);
  writer = await server.login(await makeAccount(server.database, 'SERVICE_BUSINESS', 'ADMIN', at.headOffice));
  reader = await server.login(await makeAccount(server.database, 'SERVICE_BUSINESS', 'STAFF', at.headOffice));
  none = await server.login(await makeAccount(server.database, 'PRODUCTION', 'ADMIN', at.headOffice));
});
afterAll(() => server.stop());

let counter = 0;
const body = (over: object = {}) => ({
  ...{
    title: `Rice harvest ${String(++counter).padStart(3, '0')}`,
    content: 'A good year.\n\nhttps://example.com/harvest',
  },
  ...{ images: [], posting: 'noLimit', display: 'shown' },
  ...over,
});
const create = (over: object = {}): Promise<PostDetail> =>
  server.call(posts.create, { body: body(over) as never }, writer);
const form = ({ version, title, content, images, posting, startOn, endOn, display }: PostDetail) => ({
  ...{ version, title, content, posting, startOn, endOn, display },
  images: images.map(({ id, alt }) => ({ id, alt })),
});
const refusal = async (call: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await call.then(
    () => null,
    (e: unknown) => e,
  );
  if (!(error instanceof Refused)) throw new Error('it was not refused');
  return error.error.fields ?? error.error.code;
};
const upload = async (): Promise<string> => {
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer();
  const file = { name: 'a.png', size: bytes.length, arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer) };
  return (await server.call(images.upload, { file }, writer)).id;
};

recordSpec({
  server: () => server,
  endpoints: posts,
  remove: posts.remove,
  workbook: 'posts',
  nameField: 'title',
  callers: () => ({ all: writer, reader, none }),
  body,
  form: (post) => form(post),
  change: { title: 'Another title', display: 'hidden' },
  filters: ({ title }) => ({
    finds: [{ title: title.slice(-6) }, { title, state: 'on', display: 'shown' }],
    misses: [{ title: 'Summer' }, { title, state: 'scheduled' }, { title, display: 'hidden' }],
  }),
  sorts: { title: (p) => p.title, startOn: (p) => p.startOn, registeredAt: (p) => p.registeredAt },
});

describe('a post', () => {
  it('has up to five pictures in an order of their own, the first of which stands in lists', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, upload));
    const list = (...of: (string | undefined)[]) => of.map((id) => ({ id, alt: '' }));
    expect(await refusal(create({ images: list(...ids) }))).toEqual({ images: 'field.img5' });
    expect(await refusal(create({ images: list(ids[0], ids[0]) }))).toEqual({ images: 'field.twice' });
    const post = await create({ images: list(...ids.slice(0, 5)) });
    expect(post.images.map((i) => i.id)).toEqual(ids.slice(0, 5));
    const turned = await server.call(
      posts.change,
      { params: { id: post.id }, body: { ...form(post), images: list(ids[4], ids[0]) } as never },
      writer,
    );
    expect([turned.imageId, turned.images.length]).toEqual([ids[4], 2]);
    const { rows } = await server.call(appContent.posts, { query: { size: 100 } }, null);
    expect(rows.find((p) => p.id === post.id)?.image?.id).toBe(ids[4]);
    const picture = (id: string | undefined) =>
      server.send(appContent.image, { params: { id }, query: { size: 'thumb' } }, null);
    expect([(await picture(ids[0])).status, (await picture(ids[1])).status]).toEqual([200, 404]);
  });

  it('of plain text has paragraphs and links, and no markup of its own', async () => {
    const { id } = await create({ content: '1 < 2 & 3\nnext line\n\nhttps://example.com/harvest' });
    const { content } = await server.call(appContent.post, { params: { id } }, null);
    expect(content).toBe(
      '<p>1 &lt; 2 &amp; 3<br>next line</p><p><a href="https://example.com/harvest">https://example.com/harvest</a></p>',
    );
  });

  it('is in the app while it is shown and posted', async () => {
    const status = async (over: object) =>
      (await server.send(appContent.post, { params: { id: (await create(over)).id } }, null)).status;
    expect(await status({})).toBe(200);
    expect(await status({ display: 'hidden' })).toBe(404);
    expect(await status({ posting: 'dates', startOn: '2020-01-01', endOn: '2020-01-02' })).toBe(404);
    expect(await status({ posting: 'dates', startOn: '2099-01-01', endOn: '2099-01-02' })).toBe(404);
  });
});
