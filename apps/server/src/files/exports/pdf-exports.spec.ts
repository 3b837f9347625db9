import { Inject, Injectable, Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoint, type Input } from '@headland/contracts/endpoint';
import { exports as exporting, type ExportFormat, pdfAtOnce, pdfRowLimit } from '@headland/contracts/export';
import { exportSchedules } from '@headland/contracts/export-schedule';
import { notifications } from '@headland/contracts/notification';
import { dash } from '@headland/contracts/statistics';
import { z } from 'zod';
import { Where } from '../../platform/database/where';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { VehiclesModule } from '../../fleet/vehicles/vehicles.module';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { StatisticsModule } from '../../insight/statistics/statistics.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { SessionModule } from '../../people/session/session.module';
import { UsersModule } from '../../people/users/users.module';
import { refusal } from '../../testing/alerts';
import { pdfPages } from '../../testing/pdf-text';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { type Account, makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { AskForExportsWhenScheduled } from './ask-for-exports-when-scheduled';
import { ExportsModule } from './exports.module';
import { WriteExport } from './write-export.command';

/** As many rows as are asked for, with more columns than a page has. */
const numbers = endpoint({
  method: 'GET',
  path: '/api/numbers',
  allow: 'model:R',
  summary: 'Numbers',
  query: z.object({ rows: z.coerce.number<string | number>().int() }),
  page: true,
  data: z.object({ n: z.number() }),
});
@Injectable()
class NumbersExport {
  constructor(@Inject(ExportRegistry) registry: ExportRegistry) {
    registry.register({
      ...{ list: 'models', file: 'model', title: 'feature.model', endpoint: numbers },
      open: ({ rows }) =>
        selected({
          ...{
            select: 'n',
            from: `generate_series(1, ${rows}) AS g(n)`,
            where: new Where({ all: true }, ''),
            order: 'n',
          },
          toRows: (batch: { n: number }[]) => batch,
        }),
      columns: Array.from({ length: 20 }, (_, i) => ({
        ...{ key: `c${i}`, title: { ko: `단어 ${i}`, en: `Word ${i}` }, kind: 'text' as const },
        value: ({ n }: { n: number }) => `cell ${i} of row ${n}`,
      })),
    });
  }
}
@Module({ providers: [NumbersExport] })
class NumbersModule {}

let server: TestServer;
let orgs: Organizations;
let me: Account;
let mine: string;
let head: string;
let vins: string[];

beforeAll(async () => {
  server = await startServer([
    ...[SessionModule, UsersModule, DevicesModule, VehiclesModule, FaultsModule, StatisticsModule],
    ...[DeliveriesModule, NotificationsModule, ExportsModule, NumbersModule],
  ]);
  orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
  vins = [];
  for (let i = 0; i < 60; i++) vins.push((await makeVehicle(server.database, orgs.nami)).vin);
  await makeVehicle(server.database, orgs.sora);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.query('DELETE FROM export_schedule');
  me = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami, { name: '김민수' });
  mine = await server.login(me);
});

type Body = Input<typeof exporting.create>['body'];
const korean = { 'accept-language': 'ko-KR' };
const create = (body: Body, token = mine) => server.call(exporting.create, { body }, token);
async function fileOf(id: number, token = mine): Promise<{ bytes: Uint8Array; type: string; name: string }> {
  const response = await server.send(exporting.file, { params: { id } }, token);
  expect(response.status).toBe(200);
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? '',
    name: response.headers.get('content-disposition') ?? '',
  };
}
const fieldsOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'allowed',
    (e: unknown) => (e instanceof Refused ? (e.error.fields ?? e.error.code) : Promise.reject(e as Error)),
  );
/** What waits is written, as in the jobs process. */
async function write(): Promise<void> {
  const asked = await server.database.query<{ id: number }[]>(
    'SELECT id FROM list_export WHERE waited_for ORDER BY id',
  );
  for (const row of asked) await server.app.get(CommandBus).execute(new WriteExport(row.id));
}

describe('a list as PDF', () => {
  it('has its rows in the chosen columns, its filter in words, and its header on every page', async () => {
    const made = await create({
      list: 'vehicles',
      format: 'pdf',
      filter: { online: 'false', dealerId: String(orgs.nami) },
      columns: ['no', 'vin', 'model', 'dealer'],
    });
    expect(made).toMatchObject({ format: 'pdf', state: 'ready', total: 60, written: 60 });
    expect(made.name).toMatch(/^status_\d{8}-\d{4}\.pdf$/u);
    const file = await fileOf(made.id);
    expect(file.type).toBe('application/pdf');
    expect(file.name).toContain('.pdf');
    const pages = pdfPages(file.bytes);
    expect(pages.length).toBeGreaterThan(1);
    const titles = /No\. VIN Model Dealer/u;
    for (const [i, page] of pages.entries()) {
      expect(page).toMatch(titles);
      expect(page).toContain(`${i + 1} / ${pages.length}`);
    }
    for (const vin of vins) expect(pages.join(' ')).toContain(vin);
    expect(pages[0]).toMatch(/Filters: .*Connection: Offline/u);
    expect(pages[0]).toMatch(/Dealer: \S/u);
    expect(pages[0]).toContain('60 rows');
    expect(pages[0]).toMatch(/As of \d{4}-\d\d-\d\d \d\d:\d\d \(\w+/u);
  });

  it('is in Korean for who reads Korean, in glyphs of its own', async () => {
    const response = await server.send(
      exporting.create,
      { body: { list: 'vehicles', format: 'pdf', filter: { online: 'false' }, columns: ['vin', 'model'] } },
      mine,
      korean,
    );
    const { data } = (await response.json()) as { data: { id: number } };
    const text = pdfPages((await fileOf(data.id)).bytes).join(' ');
    expect(text).toContain('차대번호 모델');
    expect(text).toContain('조건: 연결: 오프라인');
    expect(text).toContain('총 60행');
    expect(text).toContain('작성자 김민수');
    expect(text).not.toContain('\uFFFD');
  });

  it('does not name an organization that its reader does not see', async () => {
    const made = await create({ list: 'vehicles', format: 'pdf', filter: { dealerId: String(orgs.sora) } });
    const [sora] = await server.database.query<{ name: string }[]>('SELECT name FROM organization WHERE id = $1', [
      orgs.sora,
    ]);
    const text = pdfPages((await fileOf(made.id)).bytes).join(' ');
    expect(text).toContain(`Dealer: ${orgs.sora}`);
    expect(text).not.toContain(sora?.name);
  });

  it('has the first rows, and says how many more there are; where it is long, a job writes it', async () => {
    const long = { list: 'models' as const, format: 'pdf' as const, columns: ['c0'] };
    const made = await create({ ...long, filter: { rows: String(pdfRowLimit + 12) } }, head);
    expect(made).toMatchObject({ state: 'queued', total: pdfRowLimit });
    await write();
    expect(await server.call(exporting.get, { params: { id: made.id } }, head)).toMatchObject({
      state: 'ready',
      total: pdfRowLimit,
      written: pdfRowLimit,
    });
    const pages = pdfPages((await fileOf(made.id, head)).bytes);
    const told = /Only the first 5,000 rows are printed\. 12 more rows are in the Excel file\./u;
    expect(pages[0]).toMatch(told);
    expect(pages.at(-1)).toMatch(told);
    expect(pages.at(-1)).toContain('cell 0 of row 5000 ');
    expect(pages.join(' ')).not.toContain('of row 5001 ');
    const short = await create({ ...long, filter: { rows: String(pdfAtOnce) } }, head);
    expect(short.state).toBe('ready');
    expect(pdfPages((await fileOf(short.id, head)).bytes).join(' ')).not.toContain('Only the first');
  });

  it('names the columns that do not go on the page', async () => {
    const made = await create({ list: 'models', format: 'pdf', filter: { rows: '3' } }, head);
    const text = pdfPages((await fileOf(made.id, head)).bytes).join(' ');
    expect(text).toContain('Columns that do not fit on the page: Word 15, Word 16, Word 17, Word 18, Word 19.');
    expect(text).toContain('cell 14 of row 3');
    expect(text).not.toContain('cell 15 of row');
  });

  it('is refused where the list is, and of measured data', async () => {
    const viewer = await server.login(await makeAccount(server.database, 'PRODUCTION', 'STAFF', orgs.headOffice));
    expect(await refusal(create({ list: 'faults', format: 'pdf' }, viewer))).toEqual([403, 'FORBIDDEN']);
    expect(await fieldsOf(create({ list: 'courseMeans', format: 'pdf' }))).toEqual({
      format: 'field.invalid',
    });
    expect(await fieldsOf(create({ list: 'vehicles', format: 'doc' as ExportFormat }))).toHaveProperty('format');
  });

  it('is in the log as one', async () => {
    const made = await create({ list: 'vehicles', format: 'pdf' });
    expect(made.state).toBe('ready');
    const [logged] = await server.database.query<{ payload: object }[]>(
      "SELECT payload FROM event_log WHERE name = 'account.exported' AND (payload ->> 'userId')::int = $1 ORDER BY number DESC LIMIT 1",
      [me.userId],
    );
    expect(logged?.payload).toMatchObject({ list: 'vehicles', format: 'pdf', rows: 60 });
  });
});

describe('the dashboard', () => {
  const get = async () => ({
    now: await server.call(dash.now, { query: {} }, mine),
    faults: await server.call(dash.faults, { query: {} }, mine),
    members: await server.call(dash.members, { query: {} }, mine),
    sales: await server.call(dash.sales, { query: {} }, mine),
  });

  it('is a report with the figures of the screen', async () => {
    await server.database.query("UPDATE vehicle SET sold_on = (now() - interval '2 days')::date WHERE vin = ANY ($1)", [
      vins.slice(0, 7),
    ]);
    const { now, sales, faults, members } = await get();
    expect(sales.total).toBe(7);
    const made = await create({ list: 'dash', format: 'pdf' });
    expect(made).toMatchObject({ list: 'dash', format: 'pdf', state: 'ready' });
    expect(made.name).toMatch(/^dash_\d{8}-\d{4}\.pdf$/u);
    const text = pdfPages((await fileOf(made.id)).bytes).join(' ');
    expect(text).toContain('Dashboard');
    expect(text).toMatch(new RegExp(`Vehicle sales ${sales.total} \\s*vehicles`, 'u'));
    expect(text).toContain(`Vehicles · Offline ${now.offline}`);
    expect(text).toContain(`${now.vehicles} in total`);
    for (const { day, sold } of sales.days) expect(text).toContain(`${day} ${sold}`);
    for (const d of faults.days) expect(text).toContain(`${d.day} ${d.occurred} ${d.accepted} ${d.completed}`);
    for (const d of members.days) expect(text).toContain(`${d.day} ${d.joined} ${d.withdrawn}`);
  });

  it('is a workbook with a worksheet for each tile, after one that says what it is of', async () => {
    const { sales, now } = await get();
    const made = await create({ list: 'dash' });
    expect(made.name).toMatch(/\.xlsx$/u);
    const book = await readXlsx((await fileOf(made.id)).bytes);
    expect(book.sheets.map(({ name }) => name)).toEqual([
      ...[
        'Dashboard',
        'Now',
        'Fault reports',
        'SOS calls',
        'Vehicles with engine on   off',
        'New members',
        'Vehicle sales',
      ],
      'Highest mileage',
    ]);
    const days = `${sales.days[0]?.day} – ${sales.days.at(-1)?.day}`;
    expect(book.sheets[0]?.rows).toEqual([
      ['Dashboard'],
      ['Organization: Nami'],
      [expect.stringContaining(days)],
      [expect.stringMatching(/^As of \d{4}-\d\d-\d\d \d\d:\d\d \(\w+.*김민수/u)],
    ]);
    const sold = book.sheets[6]?.rows ?? [];
    expect(sold.slice(0, 9)).toEqual([
      ['Day', 'Sold'],
      ...sales.days.map((d) => [d.day, d.sold]),
      ['Total', sales.total],
    ]);
    expect(sold).toContainEqual([expect.stringMatching(new RegExp(`^${sales.total} vehicles`, 'u')), null]);
    expect(book.sheets[1]?.rows).toContainEqual(['Vehicles · Offline', now.offline, null]);
  });

  it('is of one organization, within the scope', async () => {
    const filter = { organizationId: String(orgs.sora) };
    const made = await create({ list: 'dash', format: 'pdf', filter }, head);
    expect(pdfPages((await fileOf(made.id, head)).bytes)[0]).toMatch(/Organization: /u);
    expect(await refusal(create({ list: 'dash', format: 'pdf', filter }))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a schedule', () => {
  const times = { every: 'day', weekday: 1, hour: 7, timeZone: 'Asia/Seoul' } as const;
  const save = (body: Pick<Body, 'list' | 'format' | 'filter'>) =>
    server.call(exportSchedules.create, { body: { name: 'Mornings', ...times, ...body } }, mine);
  const come = async (id: number): Promise<void> => {
    await server.database.query("UPDATE export_schedule SET next_at = now() - interval '1 hour' WHERE id = $1", [id]);
    await server.app.get(AskForExportsWhenScheduled).run();
    await write();
  };
  const newest = async (token = mine) => (await server.call(exporting.own, { query: {} }, token))[0];
  const mails = (): Promise<{ title: string; text: string }[]> =>
    server.database.query("SELECT title, text FROM delivery WHERE channel = 'email' AND subject_id = $1", [me.userId]);

  it('makes a PDF of a list, and its e-mail has a link and no rows', async () => {
    const schedule = await save({ list: 'vehicles', format: 'pdf', filter: { online: 'false' } });
    expect(schedule.format).toBe('pdf');
    await come(schedule.id);
    const made = await newest();
    expect(made).toMatchObject({ format: 'pdf', state: 'ready', total: 60 });
    expect(pdfPages((await fileOf(made?.id ?? 0)).bytes).join(' ')).toContain(vins[0]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(`${mail?.title} ${mail?.text}`).toContain('PDF');
    expect(mail?.text).not.toContain(vins[0]);
    const { rows } = await server.call(notifications.list, { query: {} }, mine);
    expect(rows).toMatchObject([{ kind: 'export', link: `/dash?download=${made?.id}` }]);
  });

  it('makes a PDF or workbook of the dashboard', async () => {
    await server.database.query("UPDATE user_account SET language = 'en' WHERE id = $1", [me.userId]);
    for (const format of ['pdf', 'xlsx'] as const) {
      const { id } = await save({ list: 'dash', format });
      await come(id);
      const made = await newest();
      expect(made).toMatchObject({ list: 'dash', format, state: 'ready' });
      const { bytes } = await fileOf(made?.id ?? 0);
      if (format === 'pdf') expect(pdfPages(bytes).join(' ')).toContain('Dashboard');
      else expect((await readXlsx(bytes)).sheets).toHaveLength(8);
    }
    expect((await server.call(exportSchedules.list, {}, mine)).map(({ format }) => format).sort()).toEqual([
      'pdf',
      'xlsx',
    ]);
  });

  it('fails with a reason when its member was moved', async () => {
    const { id } = await save({ list: 'dash', format: 'pdf' });
    await server.database.query('UPDATE user_account SET organization_id = $2 WHERE id = $1', [me.userId, orgs.sora]);
    await come(id);
    const again = await server.login(me);
    expect(await newest(again)).toMatchObject({ state: 'failed', format: 'pdf', problem: { code: 'FORBIDDEN' } });
    expect(await server.call(exportSchedules.list, {}, again)).toMatchObject([{ nextAt: null, problem: 'FORBIDDEN' }]);
  });
});
