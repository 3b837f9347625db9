import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appContent } from '@headland/contracts/app-content';
import { appShop } from '@headland/contracts/app-shop';
import { categories, type CategoryBody } from '@headland/contracts/category';
import { infoCheck } from '@headland/contracts/info-check';
import { appVehicles } from '@headland/contracts/owner-transfer';
import { parts, type PartDetail } from '@headland/contracts/part';
import { shopBanners } from '@headland/contracts/shop-banner';
import { dayOf, plusDays } from '@headland/domain/zone-day';
import { ExportsModule } from '../../files/exports/exports.module';
import { startCycles } from '../../maintenance/consumables/plan-cycles.tx';
import { AppMembersModule } from '../../ownership/app-members/app-members.module';
import { InfoCheckModule } from '../../ownership/info-check/info-check.module';
import { OwnerTransferModule } from '../../ownership/owner-transfer/owner-transfer.module';
import { SessionModule } from '../../people/session/session.module';
import { TestApp, asApp } from '../../testing/app';
import { recordSpec } from '../../testing/record-spec';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { makeShop, type Shop } from '../../testing/shop';
import { makeVehicle } from '../../testing/world';
import { AppContentModule } from '../app-content/app-content.module';
import { CategoriesModule } from '../categories/categories.module';
import { ContentSearchModule } from '../content-search/content-search.module';
import { PartsModule } from '../parts/parts.module';
import { ShopBannersModule } from '../shop-banners/shop-banners.module';
import { AppShopModule } from './app-shop.module';

let server: TestServer;
let shop: Shop;
let members: TestApp;
let category: number;
const pictures: string[] = [];
beforeAll(async () => {
  server = await startServer([
    ...[SessionModule, CategoriesModule, PartsModule, ShopBannersModule, AppShopModule, AppContentModule],
    ...[AppMembersModule, OwnerTransferModule, ExportsModule, InfoCheckModule, ContentSearchModule],
  ]);
  shop = await makeShop(server);
  members = new TestApp(server);
  for (let i = 0; i < 120; i++) pictures.push(await shop.image());
  category = await makeCategory('필터', 'Filters');
});
afterAll(() => server.stop());

const picture = (): { id: string; alt: string } => ({ id: pictures.pop() ?? '', alt: '' });
let counter = 0;
async function makeCategory(nameKo: string, nameEn: string, over: Partial<CategoryBody> = {}): Promise<number> {
  const body = {
    ...{ key: `key_${++counter}`, nameKo, nameEn, displayOrder: 99, images: [picture()], url: null },
    ...{ modelIds: [], display: 'shown' as const, ...over },
  };
  return (await server.call(categories.create, { body }, shop.tokens.service)).id;
}
const partBody = (over: object = {}) => ({
  ...{ categoryId: category, code: `HL${++counter}`, nameKo: '오일 필터', nameEn: 'Oil filter', price: 18_000 },
  ...{ images: [picture()], description: '', url: 'https://shop.example.com/p', modelIds: 'all' as const },
  ...{ item: null, displayOrder: 1, display: 'shown' as const, ...over },
});
const makePart = (over: object = {}) => server.call(parts.create, { body: partBody(over) }, shop.tokens.service);
const partForm = (p: PartDetail, over: object = {}) => ({
  ...{ categoryId: p.category.id, code: p.code, nameKo: p.nameKo, nameEn: p.nameEn, price: p.price, url: p.url },
  ...{ description: p.description, item: p.item, display: p.display, displayOrder: p.displayOrder, version: p.version },
  images: p.images.map(({ id, alt }) => ({ id, alt })),
  modelIds: p.models.length === 0 ? 'all' : p.models.map(({ id }) => id),
  ...over,
});
const bannerBody = (over: object = {}) => ({
  ...{ name: `겨울 정비 ${++counter}`, images: [picture()], url: 'https://shop.example.com/winter', modelIds: [] },
  ...{ posting: 'noLimit' as const, startOn: null, endOn: null, display: 'shown' as const, displayOrder: 1, ...over },
});
const makeBanner = (over: object = {}) =>
  server.call(shopBanners.create, { body: bannerBody(over) as never }, shop.tokens.service);
const refused = async (attempt: Promise<unknown>) => {
  const no = await attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
  return { status: no.status, code: no.error.code, fields: no.error.fields ?? {} };
};

describe('parts', () => {
  recordSpec({
    server: () => server,
    endpoints: parts,
    workbook: 'parts',
    callers: () => ({ all: shop.tokens.service, reader: shop.tokens.serviceStaff, none: shop.tokens.head }),
    body: partBody,
    form: partForm,
    change: { price: 21_000, nameEn: 'Filter' },
    filters: (p) => ({
      finds: [
        { code: p.code },
        { name: p.nameKo, code: p.code },
        { categoryId: String(category) },
        { priceTo: '18000' },
      ],
      misses: [{ code: 'NOTHING' }, { display: 'hidden' }, { categoryId: '999' }, { priceFrom: '900000' }],
    }),
    nameField: 'code',
    sorts: {
      code: (p) => p.code,
      nameKo: (p) => p.nameKo,
      price: (p) => p.price,
      category: (p) => p.category.nameKo,
      displayOrder: (p) => p.displayOrder,
      registeredAt: (p) => p.registeredAt,
    },
  });

  it.each<[string, object, Record<string, string>]>([
    ['price 0', { price: 0 }, { price: 'field.pos' }],
    ['a price in words', { price: 'cheap' }, { price: 'field.num' }],
    ['a code in lower case', { code: 'hlf1' }, { code: 'field.part' }],
    ['no models', { modelIds: [] }, { modelIds: 'field.models' }],
    ['shown without an image', { images: [] }, { images: 'field.shownImage' }],
    ['six images', { images: [...'ABCDEF'].map((c) => ({ id: c.repeat(22), alt: '' })) }, { images: 'field.images5' }],
    ['an unknown category', { categoryId: 999_999 }, { categoryId: 'field.unknown' }],
    ['an unknown consumable', { item: '없는 소모품' }, { item: 'field.unknown' }],
    ['another host', { url: 'https://evil.example.net' }, { url: 'field.host' }],
    ['emoji', { description: '좋아요 👍' }, { description: 'field.emoji' }],
  ])('refuse %s', async (_, over, fields) => {
    expect(await refused(makePart(over))).toEqual({ status: 422, code: 'E0001', fields });
  });

  it('have one code each, and a place in their category that another one closes', async () => {
    const one = await makePart({ code: 'ONCE' });
    expect((await refused(makePart({ code: 'ONCE' }))).fields).toEqual({ code: 'field.partTaken' });
    const other = await makeCategory('벨트', 'Belts');
    const second = await makePart({ displayOrder: 2 });
    const params = { id: one.id };
    const body = partForm(one, { categoryId: other, displayOrder: undefined });
    const moved = await server.call(parts.change, { params, body } as never, shop.tokens.service);
    expect(moved).toMatchObject({ category: { id: other }, displayOrder: 1 });
    const { rows } = await server.call(
      parts.list,
      { query: { categoryId: [category], size: 100 } },
      shop.tokens.service,
    );
    expect(rows.map((r) => r.displayOrder)).toEqual(rows.map((_, i) => i + 1));
    expect(rows[0]?.id).toBe(second.id);
  });

  it('are shown and hidden together, all of them or none; without an image none is shown', async () => {
    const [a, b] = [await makePart(), await makePart({ images: [], display: 'hidden' })];
    const display = (ids: number[], to: 'shown' | 'hidden', token = shop.tokens.service) =>
      server.call(parts.display, { body: { ids, display: to } }, token);
    expect(await display([a.id, b.id], 'hidden')).toEqual({ changed: 1 });
    expect(await refused(display([a.id, b.id], 'shown'))).toMatchObject({ status: 409, code: 'PART_WITHOUT_IMAGE' });
    expect((await server.call(parts.get, { params: { id: a.id } }, shop.tokens.service)).display).toBe('hidden');
    expect((await refused(display([a.id], 'shown', shop.tokens.serviceStaff))).status).toBe(403);
    expect((await refused(display([999_999], 'shown'))).status).toBe(404);
  });

  it('are found by code and either name, by who may read them', async () => {
    const { id } = await makePart({ code: 'SEEK1', nameKo: '찾는 부품', nameEn: 'Sought part' });
    const hit = { kind: 'part', id, code: 'SEEK1', nameKo: '찾는 부품', nameEn: 'Sought part' };
    const find = async (text: string, token = shop.tokens.service) =>
      (await server.call(infoCheck.find, { query: { text } }, token)).content;
    for (const text of ['seek1', '찾는 부', 'sought p']) expect(await find(text)).toEqual([hit]);
    expect(await find('_ought')).toEqual([]);
    expect(await find('seek1', shop.tokens.dealer)).toEqual([]);
  });
});

describe('banners', () => {
  recordSpec({
    server: () => server,
    endpoints: shopBanners,
    workbook: 'shopBanners',
    callers: () => ({ all: shop.tokens.service, reader: shop.tokens.serviceStaff, none: shop.tokens.head }),
    body: bannerBody,
    form: (b) => ({
      ...{ name: b.name, url: b.url, posting: b.posting, startOn: b.startOn, endOn: b.endOn, display: b.display },
      ...{ displayOrder: b.displayOrder, version: b.version, modelIds: [] },
      images: b.images.map(({ id, alt }) => ({ id, alt })),
    }),
    change: { name: '봄 정비 부품전' },
    filters: (b) => ({
      finds: [{ name: b.name }, { state: 'on', name: b.name }, { display: 'shown', name: b.name }],
      misses: [{ name: '없는 배너' }, { state: 'ended' }, { display: 'hidden' }],
    }),
    sorts: { name: (b) => b.name, displayOrder: (b) => b.displayOrder, registeredAt: (b) => b.registeredAt },
  });

  it.each<[string, object, Record<string, string>]>([
    [
      'dates turned round',
      { posting: 'dates', startOn: '2026-12-02', endOn: '2026-12-01' },
      { startOn: 'field.range' },
    ],
    ['dates that are missing', { posting: 'dates' }, { startOn: 'field.req', endOn: 'field.req' }],
    ['no address', { url: '' }, { url: 'field.req' }],
    ['no image', { images: [] }, { images: 'field.req' }],
  ])('refuse %s', async (_, over, fields) => {
    expect(await refused(makeBanner(over))).toEqual({ status: 422, code: 'E0001', fields });
  });
});

describe('the app', () => {
  let phones = 0;
  const owner = async () => {
    const { accessToken, customerId } = await members.join(`010-7000-${String(1000 + ++phones)}`, { name: '서지훈' });
    const vehicle = await makeVehicle(server.database, shop.at.nami, { model: `HX ${phones}` });
    await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [vehicle.id, customerId]);
    const [row] = await server.database.query<{ model: number }[]>(
      'SELECT model_id AS model FROM vehicle WHERE id = $1',
      [vehicle.id],
    );
    return { accessToken, vehicleId: vehicle.id, modelId: row?.model ?? 0 };
  };
  const change = (id: number, over: object) =>
    server
      .call(parts.get, { params: { id } }, shop.tokens.service)
      .then((p) =>
        server.call(parts.change, { params: { id }, body: partForm(p, over) } as never, shop.tokens.service),
      );

  it('shows what is shown and fits the machine, in its order, and nothing of another one', async () => {
    const [mine, theirs] = [await owner(), await owner()];
    const own = await makeCategory('오일', 'Oil');
    const [fits, hidden, other] = [
      await makePart({ categoryId: own, modelIds: [mine.modelId], displayOrder: 1 }),
      await makePart({ categoryId: own, display: 'hidden', displayOrder: 2 }),
      await makePart({ categoryId: own, modelIds: [theirs.modelId], displayOrder: 3 }),
    ];
    const listed = async (vehicleId?: number) =>
      (await members.call(appShop.parts, { params: { id: own }, query: { vehicleId } }, mine.accessToken)).rows.map(
        (r) => r.id,
      );
    expect(await listed()).toEqual([fits.id]);
    expect(await listed(mine.vehicleId)).toEqual([fits.id]);
    expect((await refused(listed(theirs.vehicleId))).status).toBe(404);
    await change(hidden.id, { display: 'shown' });
    expect(await listed()).toEqual([fits.id, hidden.id]);
    expect(other.models.map((m) => m.id)).toEqual([theirs.modelId]);
    const found = (await members.call(appShop.categories, { query: {} }, mine.accessToken)).find((c) => c.id === own);
    expect(found).toMatchObject({ parts: 2, image: { width: 900 } });
    // staff and nobody have no app
    expect((await server.send(appShop.categories, {}, shop.tokens.service)).status).toBe(403);
    expect((await server.send(appShop.categories, {}, null)).status).toBe(401);
  });

  it('loses the parts of a category that is hidden, and their pictures', async () => {
    const mine = await owner();
    const own = await makeCategory('작업기', 'Implements');
    const part = await makePart({ categoryId: own });
    const image = part.images[0]?.id ?? '';
    const seen = async () => (await server.send(appContent.image, { params: { id: image } }, null)).status;
    expect(await seen()).not.toBe(404);
    const c = await server.call(categories.get, { params: { id: own } }, shop.tokens.service);
    const body = {
      ...{ key: c.key, nameKo: c.nameKo, nameEn: c.nameEn, url: c.url, modelIds: [], version: c.version },
      ...{ images: c.images.map(({ id, alt }) => ({ id, alt })), display: 'hidden' as const },
    };
    await server.call(categories.change, { params: { id: own }, body }, shop.tokens.service);
    expect(await seen()).toBe(404);
    const { rows } = await members.call(appShop.parts, { params: { id: own }, query: {} }, mine.accessToken);
    expect(rows).toEqual([]);
    expect((await members.call(appShop.categories, { query: {} }, mine.accessToken)).map((x) => x.id)).not.toContain(
      own,
    );
  });

  it('opens a banner of today, which counts, and no other', async () => {
    const { accessToken } = await owner();
    const today = dayOf(Date.now(), 'Asia/Seoul');
    const on = await makeBanner({ posting: 'dates', startOn: today, endOn: today });
    const ended = await makeBanner({ posting: 'dates', startOn: plusDays(today, -9), endOn: plusDays(today, -1) });
    const open = (id: number) => members.call(appShop.openBanner, { params: { id } }, accessToken);
    const shown = (await members.call(appShop.banners, { query: {} }, accessToken)).map((b) => b.id);
    expect([shown.includes(on.id), shown.includes(ended.id)]).toEqual([true, false]);
    expect(await open(on.id)).toEqual({ url: on.url });
    await open(on.id);
    expect((await refused(open(ended.id))).status).toBe(404);
    expect((await server.send(appShop.openBanner, { params: { id: on.id } }, null)).status).toBe(401);
    const clicks = async (id: number) =>
      (await server.call(shopBanners.get, { params: { id } }, shop.tokens.service)).clicks;
    expect(await clicks(on.id)).toEqual({ total: 2, week: 2 });
    expect(await clicks(ended.id)).toEqual({ total: 0, week: 0 });
  });

  it('offers a linked part at the consumable that it replaces', async () => {
    const { accessToken, vehicleId, modelId } = await owner();
    await server.database.query(
      `INSERT INTO consumable_item (model_id, name, maintenance, initial_hours, cycle_hours, position) VALUES ($1, '엔진오일 필터', 'replace', 50, 250, 1)`,
      [modelId],
    );
    await startCycles(server.database, [vehicleId], new Date(), 'Asia/Seoul');
    const linked = await makePart({ item: '엔진오일 필터', nameEn: 'Engine oil filter' });
    const elsewhere = await makePart({ item: '엔진오일 필터', modelIds: [await shop.model('HX 900')] });
    const buy = async () =>
      (
        await server.call(appVehicles.consumables, { params: { id: vehicleId } }, null, {
          ...asApp(accessToken),
          'accept-language': 'en',
        })
      ).running.map((r) => r.buy.map((offer) => offer.partId));
    expect(await buy()).toEqual([[linked.id]]);
    expect(elsewhere.itemModels).toEqual([]);
    await change(linked.id, { display: 'hidden' });
    expect(await buy()).toEqual([[]]);
  });
});
