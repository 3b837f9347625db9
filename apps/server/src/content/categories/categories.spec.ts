import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { categories, type CategoryBody, type CategoryDetail } from '@headland/contracts/category';
import { ExportsModule } from '../../files/exports/exports.module';
import { SessionModule } from '../../people/session/session.module';
import { makeShop, type Shop } from '../../testing/shop';
import { recordSpec } from '../../testing/record-spec';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { CategoriesModule } from './categories.module';

let server: TestServer;
let shop: Shop;
beforeAll(async () => {
  server = await startServer([SessionModule, CategoriesModule, ExportsModule]);
  shop = await makeShop(server);
});
afterAll(() => server.stop());

let counter = 0;
const letters = (n: number): string => String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26));
const body = (over: Partial<CategoryBody> = {}): CategoryBody => {
  const n = ++counter;
  return {
    key: `filters_${n}`,
    nameKo: `필터 ${n}`,
    nameEn: `Filters ${letters(n)}`,
    displayOrder: 1,
    images: [],
    url: 'https://shop.example.com/filters',
    modelIds: [],
    display: 'shown',
    ...over,
  };
};
const withImage = async (over: Partial<CategoryBody> = {}): Promise<CategoryBody> =>
  body({ images: [{ id: await shop.image(), alt: '필터' }], ...over });
const create = async (over: Partial<CategoryBody> = {}, token = shop.tokens.service) =>
  server.call(categories.create, { body: await withImage(over) }, token);
const formOf = (c: CategoryDetail, over: object = {}) => ({
  ...{ key: c.key, nameKo: c.nameKo, nameEn: c.nameEn, url: c.url, display: c.display, version: c.version },
  displayOrder: c.displayOrder,
  images: c.images.map(({ id, alt }) => ({ id, alt })),
  modelIds: c.models.map(({ id }) => id),
  ...over,
});
const change = (c: CategoryDetail, over: object = {}, token = shop.tokens.service) =>
  server.call(categories.change, { params: { id: c.id }, body: formOf(c, over) }, token);
const refused = async (attempt: Promise<unknown>) => {
  const no = await attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
  return { status: no.status, code: no.error.code, fields: no.error.fields ?? {}, values: no.error.values ?? {} };
};
const order = async (): Promise<{ id: number; place: number }[]> =>
  (await server.call(categories.list, { query: { size: 100 } }, shop.tokens.service)).rows.map((r) => ({
    id: r.id,
    place: r.displayOrder,
  }));

const pictures: string[] = [];
const prepared = (): CategoryBody => body({ images: [{ id: pictures.pop() ?? '', alt: '' }] });
beforeAll(async () => {
  for (let i = 0; i < 40; i++) pictures.push(await shop.image());
});

recordSpec({
  server: () => server,
  endpoints: categories,
  workbook: 'categories',
  callers: () => ({ all: shop.tokens.service, reader: shop.tokens.serviceStaff, none: shop.tokens.head }),
  body: prepared,
  form: formOf,
  change: { nameKo: '소모 필터', url: 'https://shop.example.com/other' },
  filters: (c) => ({
    finds: [{ name: c.nameKo }, { name: c.nameEn }, { display: 'shown' }],
    misses: [{ name: '없는 이름' }, { display: 'hidden' }],
  }),
  nameField: 'nameKo',
  sorts: {
    displayOrder: (r) => r.displayOrder,
    nameKo: (r) => r.nameKo,
    products: (r) => r.products,
    registeredAt: (r) => r.registeredAt,
  },
});

describe('who may do what', () => {
  it.each<[keyof Shop['tokens'], boolean, boolean]>([
    ['service', true, true],
    ['serviceStaff', true, false],
    ['head', false, false],
    ['headStaff', false, false],
    ['dealer', false, false],
  ])('%s', async (who, reads, writes) => {
    const category = await create();
    const token = shop.tokens[who];
    const params = { id: category.id };
    const status = async (e: Parameters<TestServer['send']>[0], input: object) =>
      (await server.send(e, input, token)).status;
    const read = reads ? 200 : 403;
    const write = writes ? 200 : 403;
    expect(await status(categories.list, {})).toBe(read);
    expect(await status(categories.get, { params })).toBe(read);
    expect(await status(categories.choices, {})).toBe(read);
    expect(await status(categories.namesFree, { query: { nameKo: '필터', nameEn: 'Filter' } })).toBe(read);
    expect(await status(categories.change, { params, body: formOf(category) })).toBe(write);
    expect(await status(categories.reorder, { params, body: { displayOrder: 1, version: category.version } })).toBe(
      write,
    );
  });
});

describe('bad input', () => {
  it.each<[string, object, Record<string, string>]>([
    ['upper case in the key', { key: 'Filters' }, { key: 'field.slug' }],
    ['a hyphen in the key', { key: 'oil-filter' }, { key: 'field.slug' }],
    ['a key of one letter', { key: 'f' }, { key: 'field.slug' }],
    ['Latin in the Korean name', { nameKo: 'Filter' }, { nameKo: 'field.koreanOnly' }],
    ['only digits in the Korean name', { nameKo: '123' }, { nameKo: 'field.koreanOnly' }],
    ['Hangul in the English name', { nameEn: '필터' }, { nameEn: 'field.englishOnly' }],
    ['an emoji', { nameKo: '필터 🚜' }, { nameKo: 'field.koreanOnly' }],
    ['51 letters', { nameEn: 'x'.repeat(51) }, { nameEn: 'field.englishOnly' }],
    ['order 0', { displayOrder: 0 }, { displayOrder: 'field.order' }],
    ['order 1.5', { displayOrder: 1.5 }, { displayOrder: 'field.order' }],
    ['no image', { images: [] }, { images: 'field.req' }],
    ['two images', { images: ['A', 'B'].map((c) => ({ id: c.repeat(22), alt: '' })) }, { images: 'field.img1' }],
    ['an image that is not there', { images: [{ id: 'A'.repeat(22), alt: '' }] }, { images: 'field.unknown' }],
    ['a model that is not there', { modelIds: [999_999] }, { modelIds: 'field.unknown' }],
    ['another host', { url: 'https://evil.example.net/' }, { url: 'field.host' }],
    ['a host that begins alike', { url: 'https://shop.example.com.evil.net/' }, { url: 'field.host' }],
    ['a user before another host', { url: 'https://shop.example.com@evil.net/' }, { url: 'field.host' }],
    ['a port', { url: 'https://shop.example.com:8443/' }, { url: 'field.host' }],
    ['upper case', { url: 'HTTPS://SHOP.EXAMPLE.COM/' }, { url: 'field.host' }],
    ['http', { url: 'http://shop.example.com/' }, { url: 'field.host' }],
    ['a script', { url: 'javascript:alert(1)' }, { url: 'field.host' }],
  ])('%s', async (_, over, fields) => {
    const before = await order();
    const no = await refused(server.call(categories.create, { body: await withImage(over) }, shop.tokens.service));
    expect([no.status, no.code, no.fields]).toEqual([422, 'E0001', fields]);
    if (fields.url) expect(no.values).toEqual({ host: 'https://shop.example.com' });
    expect(await order()).toEqual(before);
  });

  it('a name or key that another category has, in any case of letters', async () => {
    const one = await create({ nameKo: '작업기', nameEn: 'Implements', key: 'implements' });
    for (const [over, field, message] of [
      [{ nameKo: '작업기' }, 'nameKo', 'field.nameTaken'],
      [{ nameEn: 'IMPLEMENTS' }, 'nameEn', 'field.nameTaken'],
      [{ key: 'implements' }, 'key', 'field.keyTaken'],
    ] as const)
      expect((await refused(create(over))).fields).toEqual({ [field]: message });
    const free = (query: { nameKo: string; nameEn: string; except?: number }) =>
      server.call(categories.namesFree, { query }, shop.tokens.service);
    expect(await free({ nameKo: '작업기', nameEn: 'implements' })).toEqual({ nameKo: false, nameEn: false });
    expect(await free({ nameKo: '작업기', nameEn: 'Implements', except: one.id })).toEqual({
      nameKo: true,
      nameEn: true,
    });
    expect(await free({ nameKo: '새 작업기', nameEn: 'New implements' })).toEqual({ nameKo: true, nameEn: true });
  });

  it('a picture that another member has sent', async () => {
    const theirs = await shop.image(shop.tokens.service2);
    expect((await refused(create({ images: [{ id: theirs, alt: '' }] }))).fields).toEqual({ images: 'field.unknown' });
  });
});

describe('the display order', () => {
  const dense = async () => {
    const rows = await order();
    expect(rows.map((r) => r.place)).toEqual(rows.map((_, i) => i + 1));
    return rows.map((r) => r.id);
  };
  const reorder = (c: { id: number; version: number }, displayOrder: number) =>
    server.call(
      categories.reorder,
      { params: { id: c.id }, body: { displayOrder, version: c.version } },
      shop.tokens.service,
    );

  it('makes room at a taken place, and ends at the end', async () => {
    const first = await create({ displayOrder: 1 });
    const last = await create({ displayOrder: 9_999 });
    const ids = await dense();
    expect([ids[0], ids.at(-1)]).toEqual([first.id, last.id]);
    expect(last.displayOrder).toBe(ids.length);
    // the one that made room keeps its version: a form on it is not refused
    const second = await create({ displayOrder: 1 });
    expect((await dense()).slice(0, 2)).toEqual([second.id, first.id]);
    expect((await change(first, { key: `moved_${first.id}`, displayOrder: undefined })).displayOrder).toBe(2);
  });

  it('moves an entry by one call, from the version that was seen', async () => {
    const one = await create({ displayOrder: 1 });
    const moved = await reorder(one, 3);
    expect(moved).toEqual({ id: one.id, version: one.version + 1, displayOrder: 3 });
    expect((await dense())[2]).toBe(one.id);
    expect(await refused(reorder(one, 1))).toMatchObject({ status: 409, code: 'CHANGED_MEANWHILE' });
    expect(await reorder(moved, 3)).toEqual(moved);
    expect((await refused(reorder(moved, 0))).fields).toEqual({ displayOrder: 'field.order' });
    const { rows } = await server.call(categories.history, { params: { id: one.id }, query: {} }, shop.tokens.service);
    expect(rows[0]?.changes).toEqual([{ field: 'displayOrder', from: '1', to: '3' }]);
  });

  it('stays 1 to n while two people reorder at once', async () => {
    const some = await Promise.all([1, 2, 3, 4, 5, 6].map((place) => create({ displayOrder: place })));
    const before = await dense();
    await Promise.all(some.map((c, i) => reorder(c, ((i * 5) % before.length) + 1)));
    const after = await dense();
    expect([...after].sort()).toEqual([...before].sort());
  });
});

describe('a change', () => {
  it('replaces the picture, and lets go of the former one', async () => {
    const category = await create();
    const next = await shop.image();
    const changed = await change(category, { images: [{ id: next, alt: '새 사진' }] });
    expect(changed.images).toMatchObject([{ id: next, alt: '새 사진', width: 900, height: 500 }]);
    const kept = await server.database.query<{ id: string; kept: boolean }[]>(
      'SELECT id, kept FROM stored_file WHERE id = ANY($1) ORDER BY kept',
      [[category.images[0]?.id, next]],
    );
    expect(kept.map((f) => f.kept)).toEqual([false, true]);
  });

  it('is for all models, or for some', async () => {
    const model = await shop.model('HX 50');
    const category = await create({ modelIds: [model, model] });
    expect(category.models).toEqual([{ id: model, name: 'HX 50' }]);
    expect((await change(category, { modelIds: [] })).models).toEqual([]);
  });
});
