import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appContent } from '@headland/contracts/app-content';
import { type FaqDetail, faqs } from '@headland/contracts/faq';
import { infoCheck } from '@headland/contracts/info-check';
import { ExportsModule } from '../../files/exports/exports.module';
import { SessionModule } from '../../people/session/session.module';
import { InfoCheckModule } from '../../ownership/info-check/info-check.module';
import { recordSpec } from '../../testing/record-spec';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations } from '../../testing/world';
import { AppContentModule } from '../app-content/app-content.module';
import { ContentSearchModule } from '../content-search/content-search.module';
import { FaqsModule } from './faqs.module';

let server: TestServer;
let writer: string;
let colleague: string;
let reader: string;
let none: string;
beforeAll(async () => {
  server = await startServer([
    ...[SessionModule, FaqsModule, AppContentModule, ExportsModule],
    ...[InfoCheckModule, ContentSearchModule],
  ]);
  const at = await makeOrganizations(server.database);
  writer = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  colleague = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  reader = await server.login(await makeAccount(server.database, 'REGION', 'ADMIN', at.north));
  none = await server.login(await makeAccount(server.database, 'AGENCY', 'ADMIN', at.nami));
});
afterAll(() => server.stop());

let counter = 0;
const body = (over: object = {}) => ({
  ...{
    category: 'service',
    title: `How do I start it? ${String(++counter).padStart(3, '0')}`,
    content: '<p>With the key.</p>',
  },
  display: 'shown',
  ...over,
});
const create = (over: object = {}): Promise<FaqDetail> =>
  server.call(faqs.create, { body: body(over) as never }, writer);
const form = ({ version, category, title, content, displayOrder, display }: FaqDetail) => ({
  ...{ version, category, title, content, displayOrder, display },
});
const refusal = async (call: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await call.then(
    () => null,
    (e: unknown) => e,
  );
  if (!(error instanceof Refused)) throw new Error('it was not refused');
  return error.error.fields ?? error.error.code;
};
const inApp = async (query: object) =>
  (await server.call(appContent.faqs, { query: { size: 100, ...query } }, null)).rows;

recordSpec({
  server: () => server,
  endpoints: faqs,
  remove: faqs.remove,
  workbook: 'faqs',
  nameField: 'title',
  callers: () => ({ all: writer, reader, none }),
  body,
  form: (faq) => form(faq),
  change: { title: 'Another title', display: 'hidden' },
  filters: ({ title }) => ({
    finds: [{ title: title.slice(-6) }, { title, category: 'service', display: 'shown' }],
    misses: [{ title: 'Nothing' }, { title, category: 'other' }, { title, display: 'hidden' }],
  }),
  sorts: {
    title: (f) => f.title,
    category: (f) => f.id,
    displayOrder: (f) => f.id,
    registeredAt: (f) => f.registeredAt,
  },
});

describe('a question', () => {
  beforeEach(() => server.database.query('TRUNCATE faq CASCADE'));
  const places = async (category: FaqDetail['category'] = 'service') =>
    (await server.call(faqs.list, { query: { category, size: 100 } }, writer)).rows.map((f) => [
      f.title,
      f.displayOrder,
    ]);

  it.each([
    [{ displayOrder: 0 }, { displayOrder: 'field.order' }],
    [{ displayOrder: -1 }, { displayOrder: 'field.order' }],
    [{ displayOrder: 1.5 }, { displayOrder: 'field.order' }],
    [{ category: 'news' }, { category: 'field.invalid' }],
    [{ content: '<script>x</script>' }, { content: 'field.unsafe' }],
    [{ content: `<p>${'x'.repeat(1501)}</p>` }, { content: 'field.t1500' }],
  ])('with %j is refused', async (over, fields) => expect(await refusal(create(over))).toEqual(fields));

  it('takes a place, and the others of its category move down', async () => {
    await create({ title: 'A' });
    await create({ title: 'B' });
    await create({ title: 'other', category: 'other' });
    await create({ title: 'C', displayOrder: 1 });
    expect(await places()).toEqual([
      ['C', 1],
      ['A', 2],
      ['B', 3],
    ]);
    expect(await places('other')).toEqual([['other', 1]]);
  });

  it('is moved by who may change it, and not from an older version', async () => {
    const [a, b] = [await create({ title: 'A' }), await create({ title: 'B' })];
    const move = (faq: FaqDetail, displayOrder: number, token = writer) =>
      server.call(faqs.reorder, { params: { id: faq.id }, body: { displayOrder, version: faq.version } }, token);
    expect(await move(b, 1)).toMatchObject({ displayOrder: 1 });
    expect(await places()).toEqual([
      ['B', 1],
      ['A', 2],
    ]);
    expect(await refusal(move(b, 2))).toBe('CHANGED_MEANWHILE');
    expect(await refusal(move(a, 1, reader))).toBe('FORBIDDEN');
    await server.call(faqs.removeMany, { body: { ids: [b.id] } }, writer);
    expect(await places()).toEqual([['A', 1]]);
  });

  it('keeps the place that a colleague has given it, where a form sends none', async () => {
    await create({ title: 'A' });
    const b = await create({ title: 'B' });
    await create({ title: 'C', displayOrder: 1 });
    const { displayOrder: _, ...rest } = form({ ...b, title: 'B again' });
    expect(await server.call(faqs.change, { params: { id: b.id }, body: rest as never }, colleague)).toMatchObject({
      displayOrder: 3,
    });
    expect(await places()).toEqual([
      ['C', 1],
      ['A', 2],
      ['B again', 3],
    ]);
  });

  it('that was removed comes back at its place by who removed it, in time, and with others', async () => {
    const [a, b, c, d] = [
      await create({ title: 'A' }),
      await create({ title: 'B' }),
      await create({ title: 'C' }),
      await create({ title: 'D' }),
    ];
    const order = await places();
    const removeMany = (ids: number[]) => server.call(faqs.removeMany, { body: { ids } }, writer);
    const restore = (ids: number[], token = writer) => server.call(faqs.restore, { body: { ids } }, token);
    await removeMany([a.id, b.id, d.id]);
    expect(await places()).toEqual([['C', 1]]);
    expect(await restore([d.id, a.id, b.id])).toEqual({ changed: 3 });
    expect(await places()).toEqual(order);
    expect(await restore([a.id, c.id]), 'what is there stays as it is').toEqual({ changed: 0 });
    const { rows } = await server.call(faqs.history, { params: { id: b.id } }, reader);
    expect(rows.map((r) => r.name)).toEqual(['record.changed', 'record.deleted', 'record.created']);
    expect(rows[0]?.changes.map((x) => x.field)).toEqual(['removedAt']);

    await removeMany([b.id]);
    expect(await refusal(restore([b.id], colleague)), 'who has not removed it').toBe('NOT_FOUND');
    expect(await refusal(restore([b.id], reader)), 'who may not remove').toBe('FORBIDDEN');
    expect(await refusal(restore([b.id, 2_000_000_000]))).toBe('NOT_FOUND');
    await server.database.query(
      "UPDATE event_log SET at = at - interval '61 seconds' WHERE name = 'record.deleted' AND payload->>'id' = $1",
      [String(b.id)],
    );
    expect(await refusal(restore([b.id])), 'too late').toBe('UNDO_LATE');
  });

  it('is read in the app by category and text, with three of its category', async () => {
    const made = [];
    for (const title of ['A', 'B', 'C', 'D', 'E']) made.push(await create({ title }));
    const [first, second] = made;
    if (!first || !second) throw new Error('no questions');
    await create({ title: 'Z', category: 'account', content: '<p>Of the <strong>harvest</strong>er</p>' });
    await create({ title: 'hidden', display: 'hidden' });
    expect((await inApp({})).map((f) => f.title)).toEqual(['A', 'B', 'C', 'D', 'E', 'Z']);
    expect((await inApp({ category: 'account' })).map((f) => f.title)).toEqual(['Z']);
    expect((await inApp({ text: 'HARVESTER' })).map((f) => f.title)).toEqual(['Z']);
    const related = async (id: number) =>
      (await server.call(appContent.faq, { params: { id } }, null)).related.map((f) => f.title);
    expect(await related(first.id)).toEqual(['B', 'C', 'D']);
    expect(await related(made[4]?.id ?? 0)).toEqual(['A', 'B', 'C']);
    await server.call(faqs.display, { body: { ids: [second.id], display: 'hidden' } }, writer);
    expect(await related(first.id)).toEqual(['C', 'D', 'E']);
    expect((await server.send(appContent.faq, { params: { id: second.id } }, null)).status).toBe(404);
    expect((await server.call(faqs.get, { params: { id: first.id } }, writer)).views).toBe(1);
  });

  it('is found by its title, by who may read it', async () => {
    const { id } = await create({ title: 'What is 100% load?' });
    const find = async (text: string, token = writer) =>
      (await server.call(infoCheck.find, { query: { text } }, token)).content;
    expect(await find('100% LOAD')).toEqual([{ kind: 'faq', id, title: 'What is 100% load?' }]);
    expect(await find('100_ load')).toEqual([]);
    expect(await find('100% load', none)).toEqual([]);
    expect(await refusal(find('x'))).toEqual({ text: 'field.invalid' });
    expect((await server.send(infoCheck.find, { query: { text: 'load' } }, null)).status).toBe(401);
  });
});
