import * as XLSX from '@e965/xlsx';
import { type CellValue, openXlsx, readXlsx, writeXlsx, type WriteSheet } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { categories } from '@headland/contracts/category';
import { exports as workbooks } from '@headland/contracts/export';
import { partColumns, type PartImport, parts } from '@headland/contracts/part';
import { accessHeader } from '@headland/contracts/session';
import { ExportsModule } from '../../files/exports/exports.module';
import { SessionModule } from '../../people/session/session.module';
import { FileStore } from '../../platform/files/file-store';
import { packed, unpack } from '../../platform/workbook/zip';
import { badWorkbooks } from '../../testing/bad-workbooks';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { makeShop, type Shop } from '../../testing/shop';
import { useBuiltWorkbookWorker } from '../../testing/workbook-worker';
import { CategoriesModule } from '../categories/categories.module';
import { PartsModule } from './parts.module';

let server: TestServer;
let shop: Shop;
let removeWorker: () => void;
const category: Record<'filters' | 'oils', number> = { filters: 0, oils: 0 };
const models: Record<string, number> = {};
beforeAll(async () => {
  removeWorker = await useBuiltWorkbookWorker();
  server = await startServer([SessionModule, CategoriesModule, PartsModule, ExportsModule]);
  shop = await makeShop(server);
  category.filters = await makeCategory('필터', 'Filters');
  category.oils = await makeCategory('오일', 'Oils');
  for (const name of ['HL 4-58', 'HL 6-110', 'HX 50, cab']) models[name] = await shop.model(name);
  await server.database.query(
    "INSERT INTO consumable_item (model_id, position, name, maintenance, initial_hours, cycle_hours) VALUES ($1, 1, 'Engine oil', 'replace', 50, 250)",
    [models['HL 4-58']],
  );
}, 120_000);
afterAll(async () => {
  await server.stop();
  removeWorker();
});
beforeEach(async () => {
  await server.database.query("DELETE FROM content_image WHERE kind = 'part'");
  await server.database.query('DELETE FROM part');
});

async function makeCategory(nameKo: string, nameEn: string): Promise<number> {
  const body = {
    ...{ key: nameEn.toLowerCase(), nameKo, nameEn, displayOrder: 99, url: null, modelIds: [] },
    ...{ images: [{ id: await shop.image(), alt: '' }], display: 'shown' as const },
  };
  return (await server.call(categories.create, { body }, shop.tokens.service)).id;
}

const titles = ['카테고리', '부품번호', '부품명(국문)', '부품명(영문)', '가격(원)', '설명', 'URL', '적용 모델'];
const head = [...titles, '연결 소모품'];
type Row = Partial<Record<(typeof partColumns)[number], CellValue>>;
const url = 'https://shop.example.com/p';
const row = (code: string, over: Row = {}): Row => ({
  ...{ category: '필터', code, nameKo: '오일 필터', nameEn: 'Oil filter', price: 18_000, url },
  ...over,
});
const book = (rows: Row[], more: Partial<WriteSheet> = {}, columns: readonly string[] = partColumns) =>
  writeXlsx({
    sheets: [
      {
        name: 'Parts',
        rows: [
          columns.map((c) => head[partColumns.indexOf(c as 'code')] ?? c),
          ...rows.map((r) => columns.map((c) => r[c as 'code'] ?? null)),
        ],
        ...more,
      },
    ],
  });
const send = (bytes: Uint8Array, token = shop.tokens.service, name = 'parts.xlsx') =>
  server.call(parts.upload, { file: new File([bytes as Uint8Array<ArrayBuffer>], name) }, token);
const again = (id: string, token = shop.tokens.service) => server.call(parts.uploaded, { params: { id } }, token);
const save = ({ id, digest }: Pick<PartImport, 'id' | 'digest'>, token = shop.tokens.service) =>
  server.call(parts.save, { params: { id }, body: { digest } }, token);
const imported = async (rows: Row[]) => save(await send(await book(rows)));
const list = async () =>
  (await server.call(parts.list, { query: { size: 100, sort: 'displayOrder' } }, shop.tokens.service)).rows;
const one = async (code: string) => {
  const found = (await list()).find((r) => r.code === code);
  return server.call(parts.get, { params: { id: found?.id ?? 0 } }, shop.tokens.service);
};
const history = async (code: string) =>
  (await server.call(parts.history, { params: { id: (await one(code)).id }, query: {} }, shop.tokens.service)).rows;
const refused = async (attempt: Promise<unknown>) => {
  const no = await attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
  return { status: no.status, code: no.error.code, values: no.error.values ?? {} };
};
const events = async (): Promise<number> => {
  const [n] = await server.database.query<{ n: number }[]>(
    "SELECT count(*)::int AS n FROM event_log WHERE payload->>'kind' = 'part'",
  );
  return n?.n ?? 0;
};
const messages = ({ errors }: PartImport) => errors.map((e) => [e.row, e.column, e.message]);

describe('a file that is none', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ...badWorkbooks,
    ['a workbook with nothing in it', () => writeXlsx({ sheets: [{ name: 'S', rows: [] }] }), 'WORKBOOK_EMPTY'],
    ['a workbook with titles only', () => book([]), 'WORKBOOK_EMPTY'],
    ['5,001 rows', () => book(Array.from({ length: 5001 }, (_, i) => row(`X${i}`))), 'WORKBOOK_TOO_MANY_ROWS'],
  ])(
    '%s',
    async (_, make, code) => {
      const kept = async () => (await server.database.query<unknown[]>('SELECT 1 FROM stored_file')).length;
      const before = await kept();
      expect(await refused(send(await make()))).toMatchObject({ status: 422, code });
      expect(await kept()).toBe(before);
    },
    180_000,
  );

  it('without its columns names them as the template does', async () => {
    const bytes = await book([row('A1')], {}, ['code', 'url']);
    expect(await refused(send(bytes))).toMatchObject({
      code: 'WORKBOOK_NO_COLUMNS',
      values: { columns: 'Category, Name in Korean, Name in English, Price (KRW)' },
    });
  });

  it('is one, and not too large', async () => {
    const post = async (files: File[]) => {
      const form = new FormData();
      for (const f of files) form.append('file', f);
      const headers = { [accessHeader]: shop.tokens.service };
      const answer = await fetch(`${server.url}${parts.upload.path}`, { method: 'POST', headers, body: form });
      return ((await answer.json()) as { error: { code: string; fields?: object } }).error;
    };
    const small = new File(['x'], 'a.xlsx');
    expect((await post([small, small])).fields).toEqual({ file: 'field.oneFile' });
    expect((await post([])).fields).toEqual({ file: 'field.req' });
    const large = new File([new Uint8Array(5 * 1024 ** 2 + 1)], 'a.xlsx');
    expect((await post([large])).code).toBe('FILE_TOO_LARGE');
  });
});

describe('the worksheet that is read', () => {
  const lines = (rows: Row[]) => [head, ...rows.map((r) => partColumns.map((c) => r[c] ?? null))];
  const sheets = (...given: WriteSheet[]) => writeXlsx({ sheets: given });
  const codes = ({ writes }: PartImport) => writes.map((w) => w.code);
  const mine = { name: 'Mine', rows: lines([row('A1')]) };

  it.each(['ko-KR', 'en-US'])('is not the help of the template, whose sample has the titles, too (%s)', async (of) => {
    const { bytes } = await server.call(parts.template, {}, shop.tokens.service, { 'accept-language': of });
    const { sheets: ours } = await readXlsx(new Uint8Array(bytes));
    const given = ours.map(({ name, rows }) => ({ name, rows: rows.slice(0, 100) }));
    const [titled = []] = given[0]?.rows ?? [];
    titled[4] = 'Amount';
    given[0]?.rows.splice(1, 1, lines([row('A1')])[1] ?? []);
    expect(await refused(send(await sheets(...given)))).toMatchObject({
      code: 'WORKBOOK_NO_COLUMNS',
      values: { columns: 'Price (KRW)' },
    });
  });

  it('is the only one with rows: two are refused by their names', async () => {
    const old = { name: 'Old', rows: lines([row('A0')]) };
    expect(await refused(send(await sheets(old, mine)))).toEqual({
      ...{ status: 422, code: 'WORKBOOK_TWO_TABLES', values: { sheet: 'Old', other: 'Mine' } },
    });
    expect(codes(await send(await sheets({ name: 'Empty', rows: lines([]) }, mine)))).toEqual(['A1']);
    expect(codes(await send(await sheets({ name: 'Notes', rows: [['Prices of 2026']] }, mine)))).toEqual(['A1']);
  });

  it.each(['hidden', 'veryHidden'] as const)('is not a %s one, and its marks are on the shown one', async (how) => {
    const old = { name: 'Old', rows: lines([row('A0')]), [how]: true };
    expect(codes(await send(await sheets(old, mine)))).toEqual(['A1']);
    const { id } = await send(await sheets(old, { name: 'Mine', rows: lines([row('A1', { price: 0 })]) }));
    const { bytes } = await server.call(parts.report, { params: { id } }, shop.tokens.service);
    const marked = await openXlsx(new Uint8Array(bytes), { readStyles: true });
    expect(marked.sheets.map((s) => s.cells?.get('1,4')?.comment !== undefined)).toEqual([false, true]);
  });

  it.each([1, 2] as const)('is not a hidden one of an .xls (%i)', async (Hidden) => {
    const made = XLSX.utils.book_new();
    for (const [name, code] of [
      ['Old', 'A0'],
      ['Mine', 'A1'],
    ] as const)
      XLSX.utils.book_append_sheet(made, XLSX.utils.aoa_to_sheet(lines([row(code)])), name);
    made.Workbook = { Sheets: [{ Hidden }, { Hidden: 0 }] };
    const bytes = new Uint8Array(XLSX.write(made, { type: 'buffer', bookType: 'biff8' }) as Buffer);
    expect(codes(await send(bytes, undefined, 'parts.xls'))).toEqual(['A1']);
  });

  it('is beside one that only is a chart, also where cells are marked', async () => {
    const withChart = async (rows: Row[]) => {
      const made = await unpack(await sheets({ name: 'Mine', rows: lines(rows) }));
      const edit = (part: string, from: string, to: string) =>
        made.set(part, Buffer.from(made.get(part)?.toString().replace(from, to) ?? ''));
      edit('xl/workbook.xml', '<sheets>', '<sheets><sheet name="Chart" sheetId="99" r:id="rId99"/>');
      edit('xl/workbook.xml', 'activeTab="0"', 'activeTab="1"');
      const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet';
      edit(
        'xl/_rels/workbook.xml.rels',
        '</Relationships>',
        `<Relationship Id="rId99" Type="${type}" Target="chartsheets/sheet1.xml"/></Relationships>`,
      );
      const chart = '<chartsheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>';
      return packed(made.set('xl/chartsheets/sheet1.xml', Buffer.from(chart)));
    };
    expect(codes(await send(await withChart([row('A1')])))).toEqual(['A1']);
    const { id } = await send(await withChart([row('A1', { price: 0 })]));
    const { bytes } = await server.call(parts.report, { params: { id } }, shop.tokens.service);
    const marked = await openXlsx(new Uint8Array(bytes), { readStyles: true });
    expect(marked.sheets.map((s) => [s.name, s.cells?.get('1,4')?.comment !== undefined])).toEqual([['Mine', true]]);
    expect(marked.activeSheet ?? 0).toBe(0);
  });
});

describe('who may', () => {
  it('import needs C and U, and a file is its sender’s', async () => {
    const bytes = await book([row('A1')]);
    const { id, digest } = await send(bytes);
    for (const token of [shop.tokens.serviceStaff, shop.tokens.head, shop.tokens.dealer]) {
      expect((await refused(send(bytes, token))).status).toBe(403);
      for (const e of [parts.template, parts.uploaded, parts.report])
        expect((await server.send(e, { params: { id } }, token)).status).toBe(403);
      expect((await refused(save({ id, digest }, token))).status).toBe(403);
    }
    for (const attempt of [again, (of: string) => save({ id: of, digest }, shop.tokens.service2)])
      expect((await refused(attempt(id, shop.tokens.service2))).code).toBe('NOT_FOUND');
    const report = server.call(parts.report, { params: { id } }, shop.tokens.service2);
    expect((await refused(report)).code).toBe('NOT_FOUND');
    expect(await list()).toEqual([]);
  });
});

describe('the template', () => {
  it.each(['ko-KR', 'en-US'])(
    'has columns, rules and a sample in the language of the reader (%s)',
    async (language) => {
      const { name, bytes } = await server.call(parts.template, {}, shop.tokens.service, {
        'accept-language': language,
      });
      const { sheets } = await readXlsx(new Uint8Array(bytes), { readStyles: true });
      expect([name, sheets.map((s) => s.name)]).toEqual(
        language === 'ko-KR'
          ? ['부품등록양식.xlsx', ['부품', '작성 방법']]
          : ['parts-template.xlsx', ['Parts', 'How to fill in']],
      );
      const given = sheets[0]?.rows[0] as string[];
      expect(given.map((title) => title.endsWith(' *'))).toEqual([1, 1, 1, 1, 1, 0, 1, 0, 0].map(Boolean));
      if (language === 'ko-KR') expect(given.map((title) => title.replace(' *', ''))).toEqual(head);
      expect([0, 4].map((c) => sheets[0]?.cells?.get(`5000,${c}`)?.style?.numFmt)).toEqual(['@', '0']);
      expect(sheets[1]?.rows.slice(1, 10).map((r) => r[0])).toEqual(given.map((title) => title.replace(' *', '')));
      // as it comes it has no rows
      expect((await refused(send(new Uint8Array(bytes)))).code).toBe('WORKBOOK_EMPTY');
      // its sample fits its own rules, as far as it names nothing of this shop
      const sample = sheets[1]?.rows.at(-1) ?? [];
      const filled = await writeXlsx({ sheets: [{ name: 'S', rows: [given, sample] }] });
      expect(messages(await send(filled)).map(([, column]) => column)).toEqual(
        ['item'].slice(language === 'ko-KR' ? 0 : 1),
      );
    },
  );
});

describe('bad cells', () => {
  it.each<[string, Row[], (readonly [number, string, string])[]]>([
    ['no category', [row('A1', { category: null })], [[2, 'category', 'field.req']]],
    ['an unknown category', [row('A1', { category: '없음' })], [[2, 'category', 'field.unknown']]],
    ['no number', [row('', { code: null })], [[2, 'code', 'field.req']]],
    ['a number in lower case', [row('a1')], [[2, 'code', 'field.part']]],
    ['0012345 as a program keeps it', [row('', { code: 12_345 })], [[2, 'code', 'workbook.cell.number']]],
    [
      'a number twice',
      [row('A1'), row('A2'), row('A1')],
      [
        [2, 'code', 'part.cell.codeTwice'],
        [4, 'code', 'part.cell.codeTwice'],
      ],
    ],
    ['a name in the wrong language', [row('A1', { nameEn: '필터' })], [[2, 'nameEn', 'field.englishOnly']]],
    ['a negative price', [row('A1', { price: -1 })], [[2, 'price', 'field.pos']]],
    ['half a won', [row('A1', { price: 1.5 })], [[2, 'price', 'field.num']]],
    ['a price in words', [row('A1', { price: 'cheap' })], [[2, 'price', 'field.num']]],
    ['a price that is a date', [row('A1', { price: new Date(0) })], [[2, 'price', 'workbook.cell.date']]],
    ['1,501 characters', [row('A1', { description: 'x'.repeat(1501) })], [[2, 'description', 'field.max1500']]],
    ['an emoji', [row('A1', { description: '👍' })], [[2, 'description', 'field.emoji']]],
    ['no URL', [row('A1', { url: null })], [[2, 'url', 'field.req']]],
    ['another host', [row('A1', { url: 'https://evil.example.net/' })], [[2, 'url', 'field.host']]],
    ['an unknown model', [row('A1', { models: 'HL 4-58; HL 9' })], [[2, 'models', 'part.cell.modelUnknown']]],
    ['an unknown consumable', [row('A1', { item: 'Nothing' })], [[2, 'item', 'field.unknown']]],
    ['a truth', [row('A1', { description: true })], [[2, 'description', 'field.invalid']]],
  ])('%s', async (_, rows, errors) => {
    const before = await events();
    const checked = await send(await book(rows));
    expect(messages(checked)).toEqual(errors);
    expect(checked).toMatchObject({ total: rows.length, cellsInError: errors.length, changed: 0, unchanged: 0 });
    expect((await refused(save(checked))).code).toBe('IMPORT_NOT_READY');
    expect([await list(), await events()]).toEqual([[], before]);
  });

  it('formulas and error values, whatever their result is', async () => {
    const cells = new Map([
      ['1,4', { value: null, formula: '9*2000', formulaResult: 18_000 }],
      ['2,1', { value: '#N/A', type: 'error' }],
    ] as const);
    const checked = await send(await book([row('A1'), row('A2')], { cells: cells as never }));
    expect(messages(checked)).toEqual([
      [2, 'price', 'workbook.cell.formula'],
      [3, 'code', 'field.invalid'],
    ]);
  });

  it('of a hundred rows are shown, all are counted', async () => {
    const rows = Array.from({ length: 130 }, (_, n) => row(`A${n}`, n < 120 ? { price: 0, nameEn: '' } : {}));
    const checked = await send(await book(rows));
    expect(checked).toMatchObject({ total: 130, created: 10, rowsInError: 120, cellsInError: 240 });
    expect([checked.errors.length, checked.writes.length]).toEqual([100, 10]);
  });

  it('are marked in the same workbook, in the language of the reader', async () => {
    const rows = [row('A1'), row('A2', { url: 'https://evil.example.net/' }), row('A3', { models: 'HL 9' })];
    const { id } = await send(await book(rows, { columns: [{ width: 33 }] }), undefined, '부품 3월.xlsx');
    const { name, bytes } = await server.call(parts.report, { params: { id } }, shop.tokens.service, {
      'accept-language': 'ko-KR',
    });
    expect(name).toBe('부품 3월_부품등록오류.xlsx');
    const marked = (await openXlsx(new Uint8Array(bytes), { readStyles: true })).sheets[0];
    expect([...(marked?.cells ?? [])].filter(([, c]) => c.comment).map(([at, c]) => [at, c.comment?.text])).toEqual([
      ['2,6', 'URL은 https://shop.example.com 주소로 시작해야 합니다.'],
      ['3,7', '찾을 수 없는 모델입니다: HL 9'],
    ]);
    expect([marked?.columns?.[0]?.width, marked?.rows[1]?.[1]]).toEqual([33, 'A1']);
  });

  it('of a column that the sheet does not have are marked at the part number', async () => {
    const checked = await send(await book([row('A1')], {}, ['code', 'category', 'nameKo', 'nameEn', 'price']));
    expect(messages(checked)).toEqual([[2, 'url', 'field.req']]);
    const { bytes } = await server.call(parts.report, { params: { id: checked.id } }, shop.tokens.service);
    const marked = (await openXlsx(new Uint8Array(bytes), { readStyles: true })).sheets[0];
    expect(marked?.cells?.get('1,0')?.comment?.text).toBe('URL is required.');
  });

  it('of an .xls come back as an .xlsx', async () => {
    const made = XLSX.utils.book_new();
    const line = (r: Row) => partColumns.map((c) => r[c] ?? null);
    const rows = [head, line(row('A1', { price: 0 })), line(row('A2'))];
    XLSX.utils.book_append_sheet(made, XLSX.utils.aoa_to_sheet(rows as unknown[][]), 'Parts');
    const bytes = new Uint8Array(XLSX.write(made, { type: 'buffer', bookType: 'biff8' }) as Buffer);
    const checked = await send(bytes, undefined, 'parts.xls');
    expect([messages(checked), checked.created]).toEqual([[[2, 'price', 'field.pos']], 1]);
    const report = await server.call(parts.report, { params: { id: checked.id } }, shop.tokens.service);
    const marked = (await openXlsx(new Uint8Array(report.bytes), { readStyles: true })).sheets[0];
    expect([report.name, marked?.rows[2]?.[1], marked?.cells?.get('1,4')?.comment?.text]).toEqual([
      'parts_parts-errors.xlsx',
      'A2',
      'Enter a positive number of at least 1 digit.',
    ]);
  });
});

describe('a good file', () => {
  it('registers new parts at the end of their categories, hidden, without images', async () => {
    await imported([row('F1')]);
    const checked = await send(
      await book([
        row('F2', { models: 'HL 6-110, HX 50, cab', item: 'Engine oil', description: '500시간\n교체' }),
        row('O1', { category: 'OILS' }),
        row('F3', { price: '21000' }),
      ]),
    );
    expect(checked).toMatchObject({ total: 3, created: 3, changed: 0, unchanged: 0, cellsInError: 0 });
    expect(checked.writes.map((w) => [w.row, w.code, w.isNew])).toEqual([
      [2, 'F2', true],
      [3, 'O1', true],
      [4, 'F3', true],
    ]);
    // the check alone saves nothing
    expect((await list()).map((r) => r.code)).toEqual(['F1']);
    expect(await save(checked)).toEqual({ created: 3, changed: 0, unchanged: 0 });
    expect((await list()).map((r) => [r.code, r.category.id, r.displayOrder, r.display, r.cover])).toEqual([
      ['F1', category.filters, 1, 'hidden', null],
      ['F2', category.filters, 2, 'hidden', null],
      ['F3', category.filters, 3, 'hidden', null],
      ['O1', category.oils, 1, 'hidden', null],
    ]);
    const { registeredBy, ...part } = await one('F2');
    expect(part).toMatchObject({
      version: 1,
      price: 18_000,
      description: '500시간\n교체',
      item: 'Engine oil',
      images: [],
    });
    expect([part.models.map((m) => m.name), registeredBy]).toEqual([
      ['HL 6-110', 'HX 50, cab'],
      'SERVICE_BUSINESS ADMIN',
    ]);
    const show = { ids: [part.id], display: 'shown' as const };
    expect((await refused(server.call(parts.display, { body: show }, shop.tokens.service))).code).toBe(
      'PART_WITHOUT_IMAGE',
    );
  });

  it('leaves the same history as the form does', async () => {
    const fields = { nameKo: '연료 필터', nameEn: 'Fuel filter', price: 9_000, description: 'A', url };
    const body = {
      ...{ ...fields, categoryId: category.filters, code: 'FORM', modelIds: [models['HL 4-58'] ?? 0] },
      ...{ images: [], item: null, display: 'hidden' as const, displayOrder: 1 },
    };
    const made = await server.call(parts.create, { body }, shop.tokens.service);
    await server.call(
      parts.change,
      { params: { id: made.id }, body: { ...body, price: 9_500, item: 'Engine oil', version: 1 } },
      shop.tokens.service,
    );
    const file = row('FILE', { ...fields, models: 'HL 4-58' });
    await imported([file]);
    await imported([{ ...file, price: 9_500, item: 'Engine oil' }]);
    const [form, file2] = [await history('FORM'), await history('FILE')];
    const told = (steps: typeof form, code: string, place: string) =>
      steps.map(({ name, by, changes }) => ({
        ...{ name, by },
        changes: changes.map((c) =>
          c.field === 'code' ? { ...c, to: code } : c.field === 'displayOrder' ? { ...c, to: place } : c,
        ),
      }));
    expect(told(file2, 'X', '1')).toEqual(told(form, 'X', '1'));
    expect(file2.map((s) => s.name)).toEqual(['record.changed', 'record.created']);
  });

  it('changes what differs, clears empty cells, and leaves columns alone that it does not have', async () => {
    const all = { description: 'A', models: 'HL 4-58', item: 'Engine oil' };
    await imported([row('A1', all), row('A2', all), row('A3', all)]);
    const narrow = ['code', 'category', 'nameKo', 'nameEn', 'price', 'item'];
    const checked = await send(
      await book(
        [row('A1', { item: 'Engine oil' }), row('A2', { price: 1 }), row('A3', { item: 'Engine oil', price: 2 })],
        {},
        narrow,
      ),
    );
    expect(checked).toMatchObject({ created: 0, changed: 2, unchanged: 1 });
    expect(checked.writes.map((w) => [w.code, w.changes])).toEqual([
      [
        'A2',
        [
          { field: 'price', from: '18000', to: '1' },
          { field: 'item', from: 'Engine oil', to: null },
        ],
      ],
      ['A3', [{ field: 'price', from: '18000', to: '2' }]],
    ]);
    expect(await save(checked)).toEqual({ created: 0, changed: 2, unchanged: 1 });
    expect([(await one('A1')).version, (await history('A1')).length]).toEqual([1, 1]);
    expect(await one('A2')).toMatchObject({
      version: 2,
      price: 1,
      item: null,
      description: 'A',
      models: [{ name: 'HL 4-58' }],
    });
    expect(await imported([row('A1')])).toEqual({ created: 0, changed: 1, unchanged: 0 });
    expect(await one('A1')).toMatchObject({ description: '', models: [], item: null, url });
  });

  it('keeps images, display and place of a part that it changes', async () => {
    await imported([row('A1'), row('A2')]);
    const { id, version } = await one('A2');
    const images = [{ id: await shop.image(), alt: '' }];
    const form = {
      ...{ categoryId: category.filters, code: 'A2', nameKo: '오일 필터', nameEn: 'Oil filter', price: 18_000, url },
      ...{ description: '', item: null, modelIds: 'all' as const, images, display: 'shown' as const, displayOrder: 1 },
    };
    await server.call(parts.change, { params: { id }, body: { ...form, version } }, shop.tokens.service);
    expect(await imported([row('A2', { price: 5 })])).toEqual({ created: 0, changed: 1, unchanged: 0 });
    expect(await one('A2')).toMatchObject({ price: 5, display: 'shown', displayOrder: 1, images });
  });

  it('moves parts to the end of another category, and the places of both stay 1 to n', async () => {
    await imported(['F1', 'F2', 'F3', 'F4'].map((code) => row(code)));
    await imported(['O1', 'O2'].map((code) => row(code, { category: '오일' })));
    const untouched = (await one('F4')).version;
    expect(
      await imported([
        row('F3', { category: 'Oils' }),
        row('N1', { category: 'Oils' }),
        row('F1', { category: 'Oils' }),
        row('O1'),
      ]),
    ).toEqual({ created: 1, changed: 3, unchanged: 0 });
    expect((await list()).map((r) => `${r.category.nameEn} ${r.displayOrder} ${r.code}`)).toEqual([
      ...['Filters 1 F2', 'Filters 2 F4', 'Filters 3 O1'],
      ...['Oils 1 O2', 'Oils 2 F3', 'Oils 3 N1', 'Oils 4 F1'],
    ]);
    // one that only made room keeps its version: a form on it is not refused
    expect((await one('F4')).version).toBe(untouched);
    expect((await history('F3'))[0]?.changes).toEqual([
      { field: 'category', from: '필터', to: '오일' },
      { field: 'displayOrder', from: '3', to: '2' },
    ]);
  });

  it.each(['P2', 'P3'])('moves one and changes %s behind it in one file', async (code) => {
    await imported(['P1', 'P2', 'P3'].map((of) => row(of)));
    expect(await imported([row('P1', { category: 'Oils' }), row(code, { price: 7 })])).toEqual({
      ...{ created: 0, changed: 2, unchanged: 0 },
    });
    expect((await list()).map((r) => `${r.category.nameEn} ${r.displayOrder} ${r.code} ${r.price}`)).toEqual([
      `Filters 1 P2 ${code === 'P2' ? 7 : 18_000}`,
      `Filters 2 P3 ${code === 'P3' ? 7 : 18_000}`,
      'Oils 1 P1 18000',
    ]);
    expect((await history(code))[0]?.changes).toEqual([{ field: 'price', from: '18000', to: '7' }]);
  });

  it('takes the columns in any order and either language, below a heading, and skips empty rows', async () => {
    const rows: CellValue[][] = [
      ['Price list 2026'],
      ['Note', 'price', 'URL', 'Name in English *', '부품명 (국문)', 'PART NUMBER', 'Category'],
      ['x', 7, url, 'Filter', '필터', 'A1', 'filters'],
      [],
      ['y', '8', url, 'Filter', '필터', '0012345', '필터'],
    ];
    const checked = await send(await writeXlsx({ sheets: [{ name: 'S', rows }] }));
    expect(await save(checked)).toEqual({ created: 2, changed: 0, unchanged: 0 });
    expect((await list()).map((r) => [r.code, r.price])).toEqual([
      ['A1', 7],
      ['0012345', 8],
    ]);
  });
});

describe('saving', () => {
  it('twice at once writes once', async () => {
    const checked = await send(await book([row('A1'), row('A2')]));
    const before = await events();
    const answers = await Promise.all([save(checked), save(checked), save(checked)]);
    expect(answers.map((a) => a.created).sort()).toEqual([0, 0, 2]);
    expect(await events()).toBe(before + 2);
  });

  it('of two people at once: the second is checked against what the first wrote', async () => {
    await imported([row('A1')]);
    const mine = await send(await book([row('A1', { price: 1 }), row('A2')]));
    const theirs = await send(await book([row('A1', { price: 2 }), row('A3')]), shop.tokens.service2);
    const done = await Promise.allSettled([save(mine), save(theirs, shop.tokens.service2)]);
    expect(done.map((d) => d.status).sort()).toEqual(['fulfilled', 'rejected']);
    const no = done.find((d) => d.status === 'rejected');
    expect((no?.reason as Refused).error.code).toBe('IMPORT_OUTDATED');
    // nothing of the second is there; it sees what it would change now, and may
    expect((await list()).length).toBe(2);
    const [late, token] = done[0]?.status === 'rejected' ? [mine, shop.tokens.service] : [theirs, shop.tokens.service2];
    const seen = await again(late.id, token);
    expect(seen).toMatchObject({ created: 1, changed: 1 });
    expect(seen.digest).not.toBe(late.digest);
    expect(await save(seen, token)).toEqual({ created: 1, changed: 1, unchanged: 0 });
  });

  it('the same file as another person has saved meanwhile changes nothing', async () => {
    const bytes = await book([row('A1')]);
    const [mine, theirs] = [await send(bytes), await send(bytes, shop.tokens.service2)];
    await save(mine);
    expect(await save(theirs, shop.tokens.service2)).toEqual({ created: 0, changed: 0, unchanged: 1 });
  });

  it('what no longer fits is an error again, and nothing is half saved', async () => {
    const id = await shop.model('HL 8');
    const checked = await send(await book([row('A1'), row('A2', { models: 'HL 8' })]));
    await server.database.query("UPDATE model SET name = 'HL 8-130' WHERE id = $1", [id]);
    const before = await events();
    expect(await refused(save(checked))).toMatchObject({ status: 409, code: 'IMPORT_OUTDATED' });
    expect([await list(), await events()]).toEqual([[], before]);
    expect(messages(await again(checked.id))).toEqual([[3, 'models', 'part.cell.modelUnknown']]);
  });

  it('waits for a form, and is refused what that has changed', async () => {
    await imported([row('A1')]);
    const checked = await send(await book([row('A1', { price: 1 })]));
    const { id } = await one('A1');
    const form = {
      ...{
        categoryId: category.filters,
        code: 'A1',
        nameKo: '오일 필터',
        nameEn: 'Oil filter',
        price: 2,
        url,
        version: 1,
      },
      ...{ description: '', item: null, modelIds: 'all' as const, images: [], display: 'hidden' as const },
    };
    await server.call(parts.change, { params: { id }, body: form }, shop.tokens.service2);
    expect((await refused(save(checked))).code).toBe('IMPORT_OUTDATED');
    expect((await one('A1')).price).toBe(2);
  });

  it('a file that nobody saved is swept with unreferenced files', async () => {
    const { id } = await send(await book([row('A1')]));
    const files = server.app.get(FileStore);
    expect((await files.sweep(new Date(Date.now() - 86_400_000))).files).toBe(0);
    expect((await again(id)).created).toBe(1);
    await server.database.query("UPDATE stored_file SET created_at = now() - interval '25 hours' WHERE id = $1", [id]);
    await files.sweep(new Date(Date.now() - 86_400_000));
    expect((await refused(again(id))).code).toBe('NOT_FOUND');
  });
});

describe('the workbook of the list', () => {
  it.each([
    ['ko-KR', []],
    ['en-US', ['code', 'nameKo', 'nameEn', 'category', 'price', 'models', 'displayOrder', 'display', 'registeredAt']],
  ])('can be imported again, and changes nothing (%s)', async (language, columns) => {
    await imported([
      row('A1', { description: 'Only in the form' }),
      row('A2', { models: 'HX 50, cab; HL 4-58', item: 'Engine oil' }),
      row('007', {
        category: '오일',
        price: 999_999_999,
        nameKo: '필터 (대)/가-1 & 2',
        nameEn: 'A',
      }),
      row('0012', { url: `${url}?a=1&b=,;` }),
    ]);
    const headers = { 'accept-language': language };
    const body = { list: 'parts' as const, columns };
    const { id } = await server.call(workbooks.create, { body }, shop.tokens.service, headers);
    const { bytes } = await server.call(workbooks.file, { params: { id } }, shop.tokens.service);
    const checked = await send(new Uint8Array(bytes));
    expect(checked).toMatchObject({ total: 4, unchanged: 4, created: 0, changed: 0, errors: [] });
  });
});

describe('3,000 rows', () => {
  it('are registered and changed in one transaction each, with an event for each part', async () => {
    const rows = Array.from({ length: 3000 }, (_, n) =>
      row(`P${n}`, {
        category: n % 2 === 0 ? '필터' : 'Oils',
        models: 'HL 4-58, HL 6-110',
        description: 'd'.repeat(200),
      }),
    );
    const before = await events();
    const fresh = await send(await book(rows));
    expect(await save(fresh)).toEqual({ created: 3000, changed: 0, unchanged: 0 });
    const moved = rows.map((r, n) => (n % 3 === 0 ? { ...r, category: 'Oils', price: 5 } : r));
    const checked = await send(await book(moved));
    expect(await save(checked)).toEqual({ created: 0, changed: 1000, unchanged: 2000 });
    expect(await events()).toBe(before + 4000);
    const [places] = await server.database.query<{ ok: boolean }[]>(
      `SELECT bool_and(display_order = place) AS ok FROM (
         SELECT display_order, row_number() OVER (PARTITION BY category_id ORDER BY display_order) AS place FROM part) p`,
    );
    expect(places?.ok).toBe(true);
  }, 180_000);
});
