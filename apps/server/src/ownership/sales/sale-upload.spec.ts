import * as XLSX from '@e965/xlsx';
import { type CellValue, openXlsx, readXlsx, writeXlsx, type WriteSheet } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '@headland/contracts/endpoint';
import { sales, type SaleUpload } from '@headland/contracts/sale';
import { accessHeader } from '@headland/contracts/session';
import { SessionModule } from '../../people/session/session.module';
import { fileLimits } from '../../platform/workbook/workbook-files';
import { badWorkbooks } from '../../testing/bad-workbooks';
import { useBuiltWorkbookWorker } from '../../testing/workbook-worker';
import { type LogLine, Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { ForgetSaleUploads } from './forget-sale-uploads';
import { SalesModule } from './sales.module';

let server: TestServer;
const lines: LogLine[] = [];
let at: Organizations;
let head: string;
let staff: string;
let nami: string;
let removeWorker: () => void;
beforeAll(async () => {
  removeWorker = await useBuiltWorkbookWorker();
  server = await startServer([SessionModule, SalesModule], { lines });
  at = await makeOrganizations(server.database);
  await server.database.query(
    "UPDATE organization SET erp_code = CASE name WHEN 'Nami' THEN 'ND77' WHEN 'Noa' THEN 'NA88' WHEN 'Sora' THEN 'SA99' ELSE 'REG1' END WHERE name IN ('Nami', 'Noa', 'Sora', 'North')",
  );
  await server.database.query(
    `INSERT INTO model (name, type, release_year, horsepower, remote_control, rollover) VALUES ('HL 7', 'premium', 2024, 110, 'none', '{"1":{"x":45,"y":45,"z":60},"2":{"x":40,"y":40,"z":55}}')`,
  );
  await server.database.query(
    "INSERT INTO consumable_item (model_id, position, name, maintenance, initial_hours, cycle_hours, cycle_days) SELECT id, 1, 'Engine oil', 'replace', 50, 250, 365 FROM model",
  );
  const login = async (...caller: [Parameters<typeof makeAccount>[1], Parameters<typeof makeAccount>[2], number]) =>
    server.login(await makeAccount(server.database, ...caller));
  head = await login('SALES', 'ADMIN', at.headOffice);
  staff = await login('SALES', 'STAFF', at.headOffice);
  nami = await login('DEALER', 'ADMIN', at.nami);
}, 120_000);
afterAll(async () => {
  await server.stop();
  removeWorker();
});

let serial = 0;
/** Vehicles that wait for a buyer; their VINs. */
async function fleet(n: number, organizationId = at.nami): Promise<string[]> {
  const first = serial + 1;
  serial += n;
  const rows = await server.database.query<{ vin: string }[]>(
    `INSERT INTO vehicle (vin, model_id, organization_id, release_year, horsepower, shipped_on)
     SELECT 'HDLTF' || lpad(g::text, 12, '0'), (SELECT id FROM model), $1, 2024, 110, '2025-01-10' FROM generate_series($2::int, $3::int) g ORDER BY g RETURNING vin`,
    [organizationId, first, serial],
  );
  return rows.map((r) => r.vin);
}
const titles = ['차대번호', '판매일', '대리점 ERP 코드', '고객명', '생년월일', '전화번호', '메모'];
type Row = CellValue[];
const row = (
  vin: string,
  over: {
    soldOn?: CellValue;
    dealer?: CellValue;
    customer?: CellValue;
    birthOn?: CellValue;
    phone?: CellValue;
    memo?: CellValue;
  } = {},
): Row => [
  vin,
  over.soldOn ?? '2025-06-01',
  over.dealer ?? 'ND77',
  over.customer ?? null,
  over.birthOn ?? null,
  over.phone ?? null,
  over.memo ?? null,
];
const book = (rows: Row[], more: Partial<WriteSheet> = {}, head: CellValue[] = titles) =>
  writeXlsx({ sheets: [{ name: 'Sales', rows: [head, ...rows], ...more }] });
const file = (bytes: Uint8Array, name = 'sales.xlsx') => new File([bytes as Uint8Array<ArrayBuffer>], name);
const send = (bytes: Uint8Array, token = head, name?: string) =>
  server.call(sales.upload, { file: file(bytes, name) }, token);
const state = (id: number, token = head) => server.call(sales.uploadState, { params: { id } }, token);
const checked = async (bytes: Uint8Array, token = head, name?: string): Promise<SaleUpload> => {
  const { id } = await send(bytes, token, name);
  return vi.waitFor(
    async () => {
      const upload = await state(id, token);
      if (upload.state === 'checking') throw new Error('still checking');
      return upload;
    },
    { timeout: 60_000, interval: 25 },
  );
};
const errorsOf = async (id: number, token = head) => {
  const { rows } = await server.call(sales.uploadRows, { params: { id }, query: { only: 'errors', size: 100 } }, token);
  return rows.flatMap((r) => r.errors.map((e) => [e.row, e.column, e.message] as const));
};
const save = (id: number, token = head) => server.call(sales.uploadSave, { params: { id } }, token);
const report = (id: number, token = head, language = 'en-US') =>
  server.call(sales.uploadReport, { params: { id } }, token, { 'accept-language': language });
const refusal = async (call: Promise<unknown>): Promise<Refused['error'] & { status: number }> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refused) return { status: error.status, ...error.error };
    throw error;
  }
  throw new Error('it was allowed');
};
const counts = async () =>
  (
    await server.database.query<{ sold: number; sales: number; customers: number; events: number }[]>(
      `SELECT (SELECT count(*) FROM vehicle WHERE sold_on IS NOT NULL)::int AS sold, (SELECT count(*) FROM sale)::int AS sales, (SELECT count(*) FROM customer)::int AS customers,
         (SELECT count(*) FROM event_log WHERE name = 'record.changed')::int AS events`,
    )
  )[0] as { sold: number; sales: number; customers: number; events: number };

describe('a file that is none', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ...badWorkbooks,
    ['a workbook with nothing in it', () => book([], {}, []), 'WORKBOOK_EMPTY'],
    ['a workbook with titles only', () => book([]), 'WORKBOOK_EMPTY'],
    ['a workbook of something else', () => book([['a', 'b']], {}, ['Name', 'Town']), 'WORKBOOK_NO_COLUMNS'],
    [
      '5,001 rows',
      () => book(Array.from({ length: 5001 }, (_, i) => row(`HDLTX${String(i).padStart(12, '0')}`))),
      'WORKBOOK_TOO_MANY_ROWS',
    ],
  ])(
    '%s',
    async (_, make, code) => {
      const before = await counts();
      const upload = await checked(await make());
      expect([upload.state, upload.problem?.code]).toEqual(['refused', code]);
      expect((await refusal(save(upload.id))).code).toBe('IMPORT_NOT_READY');
      expect((await refusal(report(upload.id))).code).toBe('IMPORT_NOT_READY');
      expect(await counts()).toEqual(before);
    },
    180_000,
  );

  it('names the missing columns as the template does', async () => {
    const { id } = await checked(await book([['x']], {}, ['VIN']));
    const inKorean = await server.call(sales.uploadState, { params: { id } }, head, { 'accept-language': 'ko-KR' });
    expect(inKorean.problem?.values).toEqual({ columns: '판매일, 대리점 ERP 코드' });
  });

  it('two at once, one too large, none', async () => {
    const post = async (files: File[]) => {
      const form = new FormData();
      for (const f of files) form.append('file', f);
      return (await (
        await fetch(`${server.url}${sales.upload.path}`, {
          method: 'POST',
          headers: { [accessHeader]: head },
          body: form,
        })
      ).json()) as {
        error: { code: string; fields?: object };
      };
    };
    const small = file(await book([row('X')]));
    expect((await post([small, small])).error.fields).toEqual({ file: 'field.oneFile' });
    expect((await post([file(new Uint8Array(10 * 1024 ** 2 + 1))])).error.code).toBe('FILE_TOO_LARGE');
    expect((await post([])).error.fields).toEqual({ file: 'field.req' });
  });

  it('a name that no text of the database can hold', async () => {
    const part = 'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'a%00b.xlsx';
    const answer = await fetch(`${server.url}${sales.upload.path}`, {
      method: 'POST',
      headers: { [accessHeader]: head, 'content-type': 'multipart/form-data; boundary=x' },
      body: `--x\r\n${part}\r\nContent-Type: application/octet-stream\r\n\r\nbytes\r\n--x--\r\n`,
    });
    const { error } = (await answer.json()) as { error: { code: string; fields?: object } };
    expect([answer.status, error.code, error.fields]).toEqual([422, 'E0001', { file: 'field.invalid' }]);
  });

  it('a check with too much time or memory is terminated, and the server goes on', async () => {
    const rows = Array.from({ length: 4000 }, (_, i) =>
      row(`HDLTX${String(i).padStart(12, '0')}`, { memo: 'm'.repeat(500) }),
    );
    const heavy = await book(rows);
    const was = { ...fileLimits };
    fileLimits.seconds = 0.05;
    expect((await checked(heavy)).problem?.code).toBe('WORKBOOK_TOO_HEAVY');
    Object.assign(fileLimits, was, { heapMegabytes: 8 });
    expect((await checked(heavy)).problem?.code).toBe('WORKBOOK_TOO_HEAVY');
    Object.assign(fileLimits, was);
    expect((await checked(heavy)).state).toBe('errors');
  });
});

describe('who may', () => {
  it('upload needs U, and an upload is its owner’s', async () => {
    const [vin = ''] = await fleet(1);
    const bytes = await book([row(vin)]);
    expect((await refusal(send(bytes, staff))).status).toBe(403);
    const { id } = await checked(bytes);
    for (const ask of [state, save, report, errorsOf]) expect((await refusal(ask(id, nami))).code).toBe('NOT_FOUND');
    for (const [e, input] of [
      [sales.uploadState, {}],
      [sales.uploadSave, {}],
    ] as [Endpoint, object][])
      expect((await server.send(e, { params: { id }, ...input }, staff)).status).toBe(403);
  });

  it('the template is for members who may read sales', async () => {
    const { name, bytes } = await server.call(sales.template, {}, staff, { 'accept-language': 'ko-KR' });
    expect(name).toBe('판매등록양식.xlsx');
    const { sheets } = await readXlsx(new Uint8Array(bytes), { readStyles: true });
    expect(sheets.map((s) => s.name)).toEqual(['판매', '작성 방법']);
    expect(sheets[0]?.rows[0]).toEqual([
      '차대번호 *',
      '판매일 *',
      '대리점 ERP 코드 *',
      '고객명',
      '생년월일',
      '전화번호',
      '메모',
    ]);
    expect([0, 1, 5].map((c) => sheets[0]?.cells?.get(`5000,${c}`)?.style?.numFmt)).toEqual(['@', 'yyyy-mm-dd', '@']);
    // filled in, it is accepted in either language; empty, it has no rows
    expect((await checked(new Uint8Array(bytes))).problem?.code).toBe('WORKBOOK_EMPTY');
  });
});

describe('bad cells', () => {
  it.each<[string, (vin: string) => Row[], (readonly [number, string, string])[]]>([
    ['a VIN that is none', () => [row('HDLT')], [[2, 'vin', 'field.vin']]],
    ['an unknown VIN', () => [row('HDLTNNNNNNNNNNNNN')], [[2, 'vin', 'sale.cell.vinUnknown']]],
    [
      'a VIN twice',
      (vin) => [row(vin), row(vin)],
      [
        [2, 'vin', 'sale.cell.vinTwice'],
        [3, 'vin', 'sale.cell.vinTwice'],
      ],
    ],
    ['an unknown dealer', (vin) => [row(vin, { dealer: 'XX00' })], [[2, 'dealer', 'sale.cell.dealerUnknown']]],
    ['a region', (vin) => [row(vin, { dealer: 'REG1' })], [[2, 'dealer', 'sale.cell.notDealer']]],
    ['tomorrow', (vin) => [row(vin, { soldOn: '2999-01-01' })], [[2, 'soldOn', 'field.pastDay']]],
    [
      'a day before the shipment',
      (vin) => [row(vin, { soldOn: '2025-01-09' })],
      [[2, 'soldOn', 'sale.cell.beforeShipment']],
    ],
    ['a day as a number', (vin) => [row(vin, { soldOn: 20_250_601 })], [[2, 'soldOn', 'field.date']]],
    [
      'a phone that a program took for a number',
      (vin) => [row(vin, { customer: '김민수', phone: 1_012_345_678 })],
      [[2, 'phone', 'sale.cell.phoneNumber']],
    ],
    [
      'a phone with a calling code',
      (vin) => [row(vin, { customer: '김민수', phone: '+821012345678' })],
      [[2, 'phone', 'field.phone']],
    ],
    [
      'a phone with a calling code and no sign',
      (vin) => [row(vin, { customer: '김민수', phone: '821012345678' })],
      [[2, 'phone', 'field.phone']],
    ],
    [
      'a dealer that a program took for a number',
      (vin) => [row(vin, { dealer: 12_000 })],
      [[2, 'dealer', 'workbook.cell.number']],
    ],
    [
      'a person with two birth dates',
      (vin) => [
        row(vin, { customer: '김민수', phone: '010-1234-0001', birthOn: '1970-05-15' }),
        row('HDLTNNNNNNNNNNNNN', { customer: '김민수', phone: '01012340001', birthOn: '1970-05-16' }),
      ],
      [
        [2, 'birthOn', 'sale.cell.birthTwice'],
        [3, 'vin', 'sale.cell.vinUnknown'],
        [3, 'birthOn', 'sale.cell.birthTwice'],
      ],
    ],
    [
      'one who was born in the year 0',
      (vin) => [row(vin, { customer: '김민수', phone: '010-1234-5678', birthOn: '0000-01-01' })],
      [[2, 'birthOn', 'field.date']],
    ],
    ['half a customer', (vin) => [row(vin, { customer: '김민수' })], [[2, 'phone', 'sale.cell.together']]],
    [
      'one who is not born yet',
      (vin) => [row(vin, { customer: '김민수', phone: '010-1234-5678', birthOn: '2999-01-01' })],
      [[2, 'birthOn', 'field.birth']],
    ],
    ['a truth', (vin) => [row(vin, { memo: true })], [[2, 'memo', 'field.invalid']]],
    ['a text of a megabyte', (vin) => [row(vin, { memo: 'x'.repeat(30_000) })], [[2, 'memo', 'field.max1500']]],
  ])('%s', async (_, rows, errors) => {
    const [vin = ''] = await fleet(1);
    const upload = await checked(await book(rows(vin)));
    expect(upload.state).toBe('errors');
    expect(await errorsOf(upload.id)).toEqual(errors);
    expect((await refusal(save(upload.id))).code).toBe('IMPORT_NOT_READY');
  });

  it('a formula is no value, nor is what it fills', async () => {
    const [one = '', two = ''] = await fleet(2);
    const cells = new Map([
      ['1,1', { value: null, formula: 'TODAY()', formulaResult: '2025-06-01' }],
      ['1,2', { value: null, formula: '"ND"&77', formulaType: 'array', formulaRef: 'C2:C3', formulaResult: 'ND77' }],
    ] as const);
    const upload = await checked(await book([row(one), row(two)], { cells: cells as never }));
    expect(await errorsOf(upload.id)).toEqual([
      [2, 'soldOn', 'workbook.cell.formula'],
      [2, 'dealer', 'workbook.cell.formula'],
      [3, 'dealer', 'workbook.cell.formula'],
    ]);
  });

  it('a sold vehicle is reported with its day; one out of scope as unknown', async () => {
    const [sold = ''] = await fleet(1);
    const [far = ''] = await fleet(1, at.sora);
    await server.database.query("UPDATE vehicle SET sold_on = '2025-03-03' WHERE vin = $1", [sold]);
    const bytes = await book([row(sold), row(far), row('HDLTNNNNNNNNNNNNN'), row(far, { dealer: 'SA99' })]);
    const mine = await checked(bytes, nami);
    const { rows } = await server.call(sales.uploadRows, { params: { id: mine.id }, query: { only: 'errors' } }, nami);
    expect(rows[0]?.errors).toEqual([
      { row: 2, column: 'vin', value: sold, message: 'sale.cell.sold', values: { day: '2025-03-03' } },
    ]);
    expect(
      (await errorsOf(mine.id, nami))
        .filter(([, , m]) => m === 'sale.cell.vinUnknown' || m === 'sale.cell.dealerUnknown')
        .map(([r, c]) => [r, c]),
    ).toEqual([
      [4, 'vin'],
      [5, 'dealer'],
    ]);
  });

  it('are paged, and chosen by column', async () => {
    const vins = await fleet(30);
    const { id, rowsOk, rowsInError, errors } = await checked(
      await book(vins.map((vin, i) => row(vin, i % 3 === 0 ? { dealer: 'XX00', soldOn: '2999-01-01' } : {}))),
    );
    expect([rowsOk, rowsInError, errors]).toEqual([20, 10, 20]);
    const page = (query: object) => server.call(sales.uploadRows, { params: { id }, query: query as never }, head);
    expect((await page({})).page.total).toBe(30);
    expect((await page({ page: 2, size: 20 })).rows.map((r) => r.row)).toEqual([
      22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
    ]);
    expect((await page({ only: 'errors' })).page.total).toBe(10);
    expect((await page({ column: 'vin' })).page.total).toBe(0);
    expect((await page({ column: 'dealer' })).rows[0]?.cells).toMatchObject({ dealer: 'XX00', customer: '' });
  });
});

describe('a good file', () => {
  it('accepts dates as dates and as text, columns in any order and language, and skips empty rows', async () => {
    const vins = await fleet(4);
    const days: CellValue[] = [new Date(Date.UTC(2025, 5, 1)), '2025-06-01', '2025.06.01', '2025. 6. 1.'];
    const columns = { soldOn: 'yyyy-mm-dd' };
    const rows = vins.flatMap((vin, i): Row[] => [['ignored', 'ND77', vin, days[i] ?? null], []]);
    const cells = new Map([['2,3', { style: { numFmt: columns.soldOn } }]]);
    const upload = await checked(
      await book([['Note', 'Dealer ERP code', 'vin', 'SALE DATE *'], ...rows], { cells }, ['Sales of June']),
    );
    expect(upload).toMatchObject({ state: 'ok', total: 4, checked: 4, rowsOk: 4, errors: 0, newCustomers: 0 });
    expect((await save(upload.id)).state).toBe('saved');
    expect(
      await server.database.query('SELECT DISTINCT sold_on::text FROM vehicle WHERE vin = ANY($1)', [vins]),
    ).toEqual([{ sold_on: '2025-06-01' }]);
  });

  it('finds customers by name and phone, creates new ones once, and requires birth dates only where one is missing', async () => {
    const vins = await fleet(5);
    await server.database.query(
      "INSERT INTO customer (name, phone, birth_on, app_status) VALUES ('김민수', '01011112222', NULL, 'registered'), ('박영희', '010-3333-4444', '1960-01-01', 'withdrawn')",
    );
    const people = [
      { customer: '김민수', phone: '010-1111-2222', birthOn: '1970-05-15' },
      { customer: '이철수', phone: '010-5555-6666', birthOn: '1980-01-01' },
      { customer: '이철수', phone: '01055556666' },
      { customer: '박영희', phone: '010-3333-4444' },
      {},
    ];
    const upload = await checked(await book(vins.map((vin, i) => row(vin, people[i]))));
    expect([upload.state, upload.newCustomers]).toEqual(['ok', 2]);
    await save(upload.id);
    const owners = await server.database.query<
      { name: string | null; birth: string | null; withdrawn: boolean; dealer: number | null }[]
    >(
      `SELECT c.name, c.birth_on::text AS birth, COALESCE(c.app_status = 'withdrawn', false) AS withdrawn, c.organization_id AS dealer FROM vehicle v LEFT JOIN customer c ON c.id = v.customer_id WHERE v.vin = ANY($1) ORDER BY v.vin`,
      [vins],
    );
    expect(owners.map((o) => [o.name, o.birth, o.withdrawn, o.dealer])).toEqual([
      ['김민수', '1970-05-15', false, null],
      ['이철수', '1980-01-01', false, at.nami],
      ['이철수', '1980-01-01', false, at.nami],
      ['박영희', null, false, at.nami],
      [null, null, false, null],
    ]);
    const [{ n }] = (await server.database.query("SELECT count(*)::int AS n FROM customer WHERE name = '이철수'")) as [
      { n: number },
    ];
    expect(n).toBe(1);
  });

  it('finds a customer whose phone was kept with the calling code, and keeps a new one as the form of a customer wants it', async () => {
    const vins = await fleet(2);
    await server.database.query("INSERT INTO customer (name, phone) VALUES ('정다은', '+821070700011')");
    const bad = await checked(await book([row(vins[0] ?? '', { customer: '정라온', phone: '010-7070-0011' })]));
    expect(await errorsOf(bad.id)).toEqual([[2, 'phone', 'sale.cell.phoneOther']]);
    const good = await checked(
      await book([
        row(vins[0] ?? '', { customer: '정다은', phone: '010-7070-0011' }),
        row(vins[1] ?? '', { customer: '정마루', phone: '01070700012' }),
      ]),
    );
    expect(good).toMatchObject({ state: 'ok', newCustomers: 1 });
    await save(good.id);
    expect(
      await server.database.query(
        'SELECT c.name, c.phone FROM vehicle v JOIN customer c ON c.id = v.customer_id WHERE v.vin = ANY($1) ORDER BY v.vin',
        [vins],
      ),
    ).toEqual([
      { name: '정다은', phone: '+821070700011' },
      { name: '정마루', phone: '010-7070-0012' },
    ]);
  });

  it('a birth date that a known customer gets is in the log of its dealer, without the day', async () => {
    const vins = await fleet(2);
    const [made] = await server.database.query<{ id: number }[]>(
      "INSERT INTO customer (name, phone, organization_id, changed_at) VALUES ('정바다', '010-7070-0021', $1, '2020-01-01') RETURNING id",
      [at.sora],
    );
    const customer = { customer: '정바다', phone: '010-7070-0021' };
    const rows = (birthOn: string) => vins.map((vin) => row(vin, { ...customer, birthOn }));
    await save((await checked(await book(rows('1970-05-15')))).id);
    const events = await server.database.query(
      "SELECT organization_id AS at, by_name AS by, payload->'changes' AS changes FROM event_log WHERE name = 'record.changed' AND payload->>'kind' = 'customer' AND payload->>'id' = $1",
      [String(made?.id)],
    );
    expect(events).toEqual([
      { at: at.sora, by: 'SALES ADMIN', changes: [{ field: 'birthOn', from: null, to: '***' }] },
    ]);
    expect(
      await server.database.query(
        "SELECT birth_on::text AS born, version, changed_at > '2020-01-01' AS changed FROM customer WHERE id = $1",
        [made?.id],
      ),
    ).toEqual([{ born: '1970-05-15', version: 2, changed: true }]);
  });

  it('a phone that a customer of another name has is a bad cell, also where it was given away after the check', async () => {
    const vins = await fleet(2);
    await server.database.query("INSERT INTO customer (name, phone) VALUES ('정하나', '010-7070-0001')");
    const bad = await checked(await book([row(vins[0] ?? '', { customer: '정두리', phone: '01070700001' })]));
    expect([bad.state, bad.rowsInError]).toEqual(['errors', 1]);
    const good = await checked(await book([row(vins[1] ?? '', { customer: '정두리', phone: '010-7070-0002' })]));
    expect(good).toMatchObject({ state: 'ok', newCustomers: 1 });
    await server.database.query("INSERT INTO customer (name, phone) VALUES ('정세찌', '010-7070-0002')");
    await expect(save(good.id)).rejects.toThrow('IMPORT_OUTDATED');
    expect(await server.database.query("SELECT name FROM customer WHERE name = '정두리'")).toEqual([]);
  });

  it('moves vehicles to the dealer that sold them, starts their cycles, and each has its history', async () => {
    const [vin = ''] = await fleet(1);
    const { id } = await checked(await book([row(vin, { dealer: 'SA99', memo: '로더 포함' })]));
    await save(id);
    const v = (await server.database.query(
      'SELECT v.id, organization_id, version, (SELECT due_on::text FROM consumable_cycle c WHERE c.vehicle_id = v.id) AS due FROM vehicle v WHERE vin = $1',
      [vin],
    )) as [{ id: number; organization_id: number; version: number; due: string }];
    expect(v[0]).toMatchObject({ organization_id: at.sora, version: 2, due: '2026-06-01' });
    const detail = await server.call(sales.get, { params: { id: v[0].id } }, head);
    expect(detail).toMatchObject({
      state: 'sold',
      memo: '로더 포함',
      upload: { id, fileName: 'sales.xlsx' },
      registeredBy: 'SALES ADMIN',
    });
    const { rows } = await server.call(sales.history, { params: { id: v[0].id } }, head);
    expect(rows).toHaveLength(1);
    // the workbook contains names and phones: only the fact of its upload is kept
    expect(await server.database.query('SELECT rows, errors FROM sale_upload WHERE id = $1', [id])).toEqual([
      { rows: null, errors: null },
    ]);
  });

  it('saved twice at once is saved once, by one upload and by two', async () => {
    const bytes = await book((await fleet(3)).map((vin) => row(vin)));
    const [one, two] = [await checked(bytes), await checked(bytes)];
    const before = await counts();
    const answers = await Promise.all([save(one.id), save(one.id), save(two.id)]);
    expect(answers.filter((a) => a.state === 'saved').length).toBeGreaterThanOrEqual(1);
    const after = await counts();
    expect([after.sold - before.sold, after.sales - before.sales, after.events - before.events]).toEqual([3, 3, 3]);
    const states = [await state(one.id), await state(two.id)];
    expect(states.map((s) => s.state).sort()).toEqual(['ok', 'saved']);
    expect(states.find((s) => s.state === 'ok')?.sameAs?.by).toBe('SALES ADMIN');
    // the same file again is recognized, from any member of the organization
    const again = await send(bytes);
    expect(again).toMatchObject({ state: 'ok', total: 3, rowsOk: 3 });
    expect(again.sameAs).not.toBeNull();
    expect((await save(again.id)).state).toBe('ok');
    expect(await counts()).toEqual(after);
    // a dealer does not see the head office's actions
    expect((await checked(bytes, nami)).sameAs).toBeNull();
  });

  it('that no longer holds is refused as a whole, and states why', async () => {
    const vins = await fleet(3);
    const { id } = await checked(
      await book(vins.map((vin) => row(vin, { customer: '최지우', phone: '010-8888-9999' }))),
    );
    await server.database.query("UPDATE vehicle SET sold_on = '2025-02-02' WHERE vin = $1", [vins[1]]);
    const before = await counts();
    expect((await refusal(save(id))).code).toBe('IMPORT_OUTDATED');
    expect(await counts()).toEqual(before);
    expect((await state(id)).state).toBe('errors');
    expect(await errorsOf(id)).toEqual([[3, 'vin', 'sale.cell.sold']]);
  });
});

describe('5,000 rows', () => {
  it('with 3 bad cells write nothing, and the report marks exactly these; corrected they are written, all of them', async () => {
    const vins = await fleet(5000);
    const rows = vins.map((vin, i) =>
      row(
        vin,
        i % 2 === 0
          ? { customer: '김민수', phone: `010-${String(1000 + (i >> 4))}-${String(i % 10_000).padStart(4, '0')}` }
          : {},
      ),
    );
    const bad = rows.map((r) => [...r]);
    (bad[9] as Row)[0] = 'HDLTNNNNNNNNNNNNN';
    (bad[1740] as Row)[2] = 'XX00';
    (bad[4999] as Row)[1] = '2999-01-01';
    const style = new Map([['1,0', { style: { font: { bold: true } } }]]);
    const before = await counts();
    const wrong = await checked(await book(bad, { cells: style, columns: [{ width: 33 }] }), head, '6월 판매.xlsx');
    expect(wrong).toMatchObject({
      state: 'errors',
      total: 5000,
      checked: 5000,
      rowsOk: 4997,
      rowsInError: 3,
      errors: 3,
    });
    const errors = [
      [11, 'vin', 'sale.cell.vinUnknown'],
      [1742, 'dealer', 'sale.cell.dealerUnknown'],
      [5001, 'soldOn', 'field.pastDay'],
    ];
    expect(await errorsOf(wrong.id)).toEqual(errors);
    expect((await refusal(save(wrong.id))).code).toBe('IMPORT_NOT_READY');
    expect(await counts()).toEqual(before);

    const { name, bytes } = await report(wrong.id);
    expect(name).toBe('6월 판매_sales-errors.xlsx');
    const marked = (await openXlsx(new Uint8Array(bytes), { readStyles: true })).sheets[0];
    const cells = [...(marked?.cells ?? [])];
    expect(cells.filter(([, c]) => c.comment).map(([place, c]) => [place, c.comment?.text])).toEqual([
      ['10,0', 'Vehicle not found.'],
      ['1741,2', 'ERP code not found.'],
      ['5000,1', 'Enter a date up to today.'],
    ]);
    expect(
      cells
        .filter(([, c]) => c.style?.fill?.type === 'pattern' && c.style.fill.fgColor?.rgb?.endsWith('FFC7CE'))
        .map(([place]) => place),
    ).toEqual(['10,0', '1741,2', '5000,1']);
    // all else is unchanged
    expect(marked?.rows.length).toBe(5001);
    expect([marked?.rows[4000], marked?.cells?.get('1,0')?.style?.font?.bold, marked?.columns?.[0]?.width]).toEqual([
      rows[3999],
      true,
      33,
    ]);

    const good = await checked(await book(rows));
    expect([good.state, good.newCustomers]).toEqual(['ok', 2500]);
    expect((await save(good.id)).state).toBe('saved');
    const after = await counts();
    expect([
      after.sold - before.sold,
      after.sales - before.sales,
      after.customers - before.customers,
      after.events - before.events,
    ]).toEqual([5000, 5000, 2500, 5000]);
    expect(
      await server.database.query(
        "SELECT count(*)::int AS n FROM consumable_cycle c JOIN vehicle v ON v.id = c.vehicle_id WHERE v.vin = ANY($1) AND c.due_on = '2026-06-01'",
        [vins],
      ),
    ).toEqual([{ n: 5000 }]);
  }, 180_000);
});

describe('an .xls', () => {
  const xls = (rows: unknown[][], type: XLSX.BookType = 'biff8'): Uint8Array => {
    const made = XLSX.utils.book_new();
    const sheet = XLSX.utils.aoa_to_sheet([titles, ...rows], { UTC: true, cellDates: true });
    XLSX.utils.book_append_sheet(made, sheet, 'Sales');
    return new Uint8Array(XLSX.write(made, { type: 'buffer', bookType: type }) as Buffer);
  };

  it('is read like an .xlsx', async () => {
    const vins = await fleet(2);
    const upload = await checked(
      xls([
        row(vins[0] ?? '', { soldOn: new Date(Date.UTC(2025, 5, 1)), customer: '김민수', phone: '010-1234-9999' }),
        row(vins[1] ?? ''),
      ]),
      head,
      'sales.xls',
    );
    expect(upload).toMatchObject({ state: 'ok', total: 2 });
    await save(upload.id);
    expect(
      await server.database.query('SELECT sold_on::text FROM vehicle WHERE vin = ANY($1) ORDER BY vin', [vins]),
    ).toEqual([{ sold_on: '2025-06-01' }, { sold_on: '2025-06-01' }]);
  });

  it('with bad cells comes back as an .xlsx with the same rows', async () => {
    const [vin = ''] = await fleet(1);
    const sheet = { ...row(vin), length: 7 };
    const upload = await checked(
      xls([Array.from(sheet as ArrayLike<CellValue>), row('HDLT', { customer: '김민수', phone: 1_012_345_678 })]),
      head,
      'sales.xls',
    );
    expect(await errorsOf(upload.id)).toEqual([
      [3, 'vin', 'field.vin'],
      [3, 'phone', 'sale.cell.phoneNumber'],
    ]);
    const { name, bytes } = await report(upload.id, head, 'ko-KR');
    expect(name).toBe('sales_판매등록오류.xlsx');
    const marked = (await openXlsx(new Uint8Array(bytes), { readStyles: true })).sheets[0];
    expect(marked?.rows.slice(0, 2)).toEqual([titles, [vin, '2025-06-01', 'ND77', null, null, null, null]]);
    expect([...(marked?.cells ?? [])].filter(([, c]) => c.comment).map(([place]) => place)).toEqual(['2,0', '2,5']);
    // corrected it can be sent as it is
    expect(marked?.cells?.get('2,5')?.style?.numFmt).toBe('@');
  });

  it('with a text that the database cannot hold has an error at its cell', async () => {
    const [vin = ''] = await fleet(1);
    const upload = await checked(xls([row(vin, { memo: 'a\0b' })]), head, 'sales.xls');
    expect(await errorsOf(upload.id)).toEqual([[2, 'memo', 'field.invalid']]);
  });

  it('with a formula has no value there', async () => {
    const [vin = ''] = await fleet(1);
    const made = XLSX.utils.book_new();
    const sheet = XLSX.utils.aoa_to_sheet([titles, row(vin)]);
    // the number 1 as a formula: 3 bytes of it, PtgInt, 1
    sheet.B2 = { t: 'n', v: 45_809, bf: Uint8Array.of(3, 0, 0x1e, 1, 0) } as XLSX.CellObject;
    XLSX.utils.book_append_sheet(made, sheet, 'Sales');
    const upload = await checked(
      new Uint8Array(XLSX.write(made, { type: 'buffer', bookType: 'biff8' }) as Buffer),
      head,
      'sales.xls',
    );
    expect(await errorsOf(upload.id)).toEqual([[2, 'soldOn', 'workbook.cell.formula']]);
  });
});

describe('what is left behind', () => {
  let id: number;
  beforeEach(async () => {
    const [vin = ''] = await fleet(1);
    ({ id } = await checked(await book([row(vin, { customer: '김민수', phone: '010-1234-5678' })])));
  });

  it('an upload that was not saved is deleted after a day', async () => {
    const maintenance = server.app.get(ForgetSaleUploads);
    expect(await maintenance.due()).not.toContain(id);
    await server.database.query("UPDATE sale_upload SET created_at = now() - interval '25 hours' WHERE id = $1", [id]);
    expect(await maintenance.due()).toContain(id);
    await maintenance.forget(id);
    expect((await refusal(state(id))).code).toBe('NOT_FOUND');
  });

  it('a check that fails by itself names its reference, and the log has why under it', async () => {
    const bytes = await book([row((await fleet(1))[0] ?? '', { customer: '최지우', phone: '010-8888-7777' })]);
    await server.database.query('ALTER TABLE customer RENAME TO customer_away');
    const failed = await checked(bytes).finally(() =>
      server.database.query('ALTER TABLE customer_away RENAME TO customer'),
    );
    expect(failed).toMatchObject({ state: 'refused', problem: { code: 'INTERNAL' } });
    const line = lines.find(({ reference }) => reference === failed.problem?.reference);
    expect(line).toMatchObject({ level: 50, id: failed.id, error: { message: 'relation "customer" does not exist' } });
    expect(JSON.stringify(line)).not.toContain('최지우');
  });

  it('a check whose process died does not wait for ever', async () => {
    await server.database.query(
      "UPDATE sale_upload SET state = 'checking', beat_at = now() - interval '2 minutes' WHERE id = $1",
      [id],
    );
    expect(await state(id)).toMatchObject({ state: 'refused', problem: { code: 'UNAVAILABLE' } });
    expect((await refusal(save(id))).code).toBe('IMPORT_NOT_READY');
  });
});
