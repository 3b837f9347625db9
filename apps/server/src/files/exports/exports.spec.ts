import { Inject, Injectable, Module } from '@nestjs/common';
import { readXlsx, type Sheet } from 'hucre/xlsx';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { administration } from '@headland/contracts/administration';
import { endpoint, type Envelope } from '@headland/contracts/endpoint';
import { type ExportBody, type ExportList, exports as exporting, type ListExport } from '@headland/contracts/export';
import { faults } from '@headland/contracts/fault';
import { notifications } from '@headland/contracts/notification';
import { organizations } from '@headland/contracts/organization';
import { sosAlerts } from '@headland/contracts/sos';
import { users } from '@headland/contracts/user';
import { vehicles } from '@headland/contracts/vehicle';
import { activeFault, faultUp, sosUp } from '@headland/testing/builders/up';
import { AdministrationModule } from '../../people/administration/administration.module';
import { AlertsModule } from '../../incidents/alerts/alerts.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { OrganizationsModule } from '../../people/organizations/organizations.module';
import { copiedRows } from '../../platform/database/copy';
import { Where } from '../../platform/database/where';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { keyOf } from '../../platform/files/blob-store';
import { FileStore } from '../../platform/files/file-store';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { devicesOf, eventually, refusal, startProcess } from '../../testing/alerts';
import { Refused, startServer, type TestServer } from '../../testing/server';
import {
  makeAccount,
  makeOrganizations,
  makeVehicle,
  type Account,
  type MadeVehicle,
  type Organizations,
} from '../../testing/world';
import { UsersModule } from '../../people/users/users.module';
import { VehiclesModule } from '../../fleet/vehicles/vehicles.module';
import { ExportMaintenance } from './export-maintenance';
import { ExportsModule } from './exports.module';

/** A list of any length without rows in a table; its reader can be made to wait. */
const numbers = endpoint({
  method: 'GET',
  path: '/api/numbers',
  allow: 'model:R',
  summary: 'Numbers',
  query: z.object({ rows: z.coerce.number<string | number>().int().min(1, 'field.pos') }),
  data: z.object({ n: z.number() }),
  page: true,
});
const gate = { shut: false };
/** Of the list of measured data: what its count estimates. */
const estimate = { rows: 100 };
@Injectable()
class NumbersExport {
  constructor(@Inject(ExportRegistry) registry: ExportRegistry) {
    const indexes = Array.from({ length: 8 }, (_, i) => i);
    registry.register({
      list: 'models',
      file: 'model',
      title: 'feature.model',
      endpoint: numbers,
      open: ({ rows }) =>
        selected({
          select: 'n',
          from: `generate_series(1, ${rows}) AS g(n)`,
          where: new Where({ all: true }, ''),
          order: 'n',
          toRows: async (batch: { n: number }[]) => {
            while (gate.shut && (batch[0]?.n ?? 0) > 2000) await wait(5);
            return batch;
          },
        }),
      columns: [
        { key: 'n', title: 'common.no', kind: 'number', value: (r) => r.n },
        ...indexes.map((i) => ({
          key: `word${i}`,
          title: 'vehicle.vin' as const,
          kind: 'text' as const,
          value: (r: { n: number }) => `${i} word ${(r.n * 2_654_435_761) % 4_294_967_296} of a row`,
        })),
        { key: 'at', title: 'history.at', kind: 'moment', value: (r) => new Date(1_760_000_000_000 + r.n * 60_000) },
      ],
    });
    registry.register({
      list: 'courseMeans',
      file: 'measured',
      title: 'feature.model',
      endpoint: numbers,
      bulk: { limit: 20_000, keptHours: 24 },
      open: ({ rows }) => ({
        count: () => Promise.resolve(estimate.rows),
        rows: (tx) => copiedRows(tx, `SELECT n, n / 8.0, NULL FROM generate_series(1, ${rows}) AS g(n)`),
      }),
      columns: [
        { key: 'n', title: 'common.no', kind: 'number', value: (r: string[]) => r[0] },
        { key: 'eighth', title: 'vehicle.vin', kind: 'number', decimals: 3, value: (r: string[]) => r[1] },
        { key: 'none', title: 'vehicle.vin', kind: 'number', value: (r: string[]) => r[2] },
      ],
    });
    registry.register({
      list: 'sales',
      file: 'sale',
      title: 'feature.afterService',
      endpoint: numbers,
      purpose: 'required',
      open: ({ rows }) =>
        selected({
          select: 'n',
          from: `generate_series(1, ${rows}) AS g(n)`,
          where: new Where({ all: true }, ''),
          order: 'n',
          toRows: (batch: { n: number }[]) => batch,
        }),
      columns: [
        { key: 'text', title: 'common.no', kind: 'text', value: ({ n }) => odd[n - 1] },
        {
          key: 'number',
          title: 'common.no',
          kind: 'number',
          decimals: 1,
          value: ({ n }) => (n === 1 ? Number.NaN : n / 3),
        },
        { key: 'day', title: 'common.no', kind: 'day', value: ({ n }) => (n === 1 ? null : '2026-03-01') },
      ],
    });
  }
}
@Module({ providers: [NumbersExport] })
class NumbersModule {}
/** Values that a spreadsheet program might evaluate or reject. */
const odd = [
  '=1+1',
  '+82 10',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '=HYPERLINK("http://x")',
  "'quoted",
  '<b>&"',
  'line\nbreak',
  '_x0041_',
  '\u0001bell',
  '가나다',
  ' lead',
];

const modules = [
  ...[SessionModule, DevicesModule, AlertsModule, SosModule, FaultsModule, DeliveriesModule, NotificationsModule],
  ...[OrganizationsModule, UsersModule, VehiclesModule, AdministrationModule, ExportsModule, NumbersModule],
];
let server: TestServer;
let orgs: Organizations;
let head: Account;
let nami: Account;
let token: Record<'head' | 'nami' | 'sora' | 'seller', string>;
let vehicle: MadeVehicle;
const processes: { close: () => Promise<void> }[] = [];
const startJobs = async () => {
  const jobs = await startProcess(server.config, ['jobs'], modules);
  processes.push(jobs);
  return jobs;
};

beforeAll(async () => {
  server = await startServer(modules);
  orgs = await makeOrganizations(server.database);
  head = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice, { name: '본사' });
  nami = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami, { name: '나미' });
  token = {
    head: await server.login(head),
    nami: await server.login(nami),
    sora: await server.login(await makeAccount(server.database, 'AGENCY', 'ADMIN', orgs.sora)),
    seller: await server.login(await makeAccount(server.database, 'SALES', 'STAFF', orgs.headOffice)),
  };
  vehicle = await makeVehicle(server.database, orgs.nami, { customer: { name: '김민수', phone: '010-5555-1234' } });
  const other = await makeVehicle(server.database, orgs.sora, { model: 'HL 9-200' });
  await makeVehicle(server.database, orgs.noa);
  for (const { deviceId } of [vehicle, other]) {
    await devicesOf(server).fault(
      deviceId,
      faultUp({ active: [activeFault({ code: 'E0324', lamp: 'RSL' }), activeFault()] }),
    );
    await devicesOf(server).sos(deviceId, sosUp({ type: 'rollover' }));
  }
  await server.database.query(
    `INSERT INTO vehicle_state (vehicle_id, device_key, ts, last_seen_at, started_at, online, engine, work, lat, lon, odometer, engine_hours, fuel_used)
     VALUES ($1, $2, '2026-03-01T03:04:05Z', '2026-03-01T03:04:05.600Z', '2026-03-01T01:00:00Z', true, true, 'work', 35.5, 127.25, 100, 20.04, 50)
     ON CONFLICT (vehicle_id) DO UPDATE SET device_key = excluded.device_key, ts = excluded.ts, last_seen_at = excluded.last_seen_at, started_at = excluded.started_at, online = true, engine = true,
       work = 'work', lat = excluded.lat, lon = excluded.lon, odometer = excluded.odometer, engine_hours = excluded.engine_hours, fuel_used = excluded.fuel_used`,
    [vehicle.id, vehicle.deviceKey],
  );
  await server.database.query(
    `INSERT INTO quarantine (topic, device_id, reason, detail, bytes, payload) SELECT 'up/' || n, $1, 'schema', 'n', n, '' FROM generate_series(1, 3) n`,
    [vehicle.deviceId],
  );
  await server.call(
    organizations.create,
    { body: { name: 'Bori', type: 'DEALER', parentId: orgs.north, erpCode: 'ABC1' } as never },
    token.head,
  );
});
afterAll(async () => {
  for (const p of processes) await p.close();
  await server.stop();
});

type Filter = ExportBody['filter'];
interface Asked {
  list: ExportList;
  filter?: Filter;
  columns?: string[];
  units?: 'km' | 'mile';
  purpose?: string;
}
/** As the console does it: zone in the query, language in the header. */
async function create(body: Asked, caller: string, { zone = 'Asia/Seoul', language = 'ko' } = {}): Promise<ListExport> {
  const response = await server.send(exporting.create, { body, query: { timeZone: zone } }, caller, {
    'accept-language': language,
  });
  const envelope = (await response.json()) as Envelope<ListExport>;
  if (!envelope.success) throw new Refused(response.status, envelope.error);
  return exporting.create.data.parse(envelope.data);
}
const take = (id: number, caller: string) => server.call(exporting.file, { params: { id } }, caller);
const bookOf = async (bytes: ArrayBuffer): Promise<Sheet> => {
  const [sheet] = (await readXlsx(new Uint8Array(bytes), { readStyles: true })).sheets;
  if (sheet === undefined) throw new Error('no sheet');
  return sheet;
};
async function sheetOf(
  body: Asked,
  caller: string,
  how: { zone?: string; language?: string } = {},
): Promise<Sheet & { file: string | null }> {
  const made = await create(body, caller, how);
  expect(made.state).toBe('ready');
  const { name, bytes } = await take(made.id, caller);
  return { ...(await bookOf(bytes)), file: name };
}
const column = (sheet: Sheet, header: string): unknown[] => {
  const at = (sheet.rows[0] ?? []).indexOf(header);
  if (at < 0) throw new Error(`no column ${header} in ${sheet.rows[0]?.join(' | ')}`);
  return sheet.rows.slice(1).map((r) => r[at] ?? null);
};

describe('a list as a workbook', () => {
  const lists: { list: ExportList; header: string; filter?: Filter; shown: (filter: Filter) => Promise<unknown[]> }[] =
    [
      {
        list: 'vehicles',
        header: 'VIN',
        filter: { sort: 'vin', order: 'desc' },
        shown: async (query) =>
          (await server.call(vehicles.list, { query: query as never }, token.head)).rows.map((r) => r.vin),
      },
      {
        list: 'faults',
        header: 'Fault code',
        filter: { tab: 'all', sort: 'code', order: 'desc' },
        shown: async (query) =>
          (await server.call(faults.list, { query: query as never }, token.head)).rows.map((r) => r.code),
      },
      {
        list: 'faults',
        header: 'VIN',
        shown: async (query) =>
          (await server.call(faults.list, { query: query as never }, token.head)).rows.map((r) => r.vehicle.vin),
      },
      {
        list: 'sos',
        header: 'VIN',
        shown: async (query) =>
          (await server.call(sosAlerts.list, { query: query as never }, token.head)).rows.map((r) => r.vehicle.vin),
      },
      {
        list: 'organizations',
        header: 'Name',
        shown: async (query) =>
          (await server.call(organizations.list, { query: query as never }, token.head)).rows.map((r) => r.name),
      },
      {
        list: 'users',
        header: 'ID',
        filter: { sort: 'loginId', order: 'desc', groupType: ['HEAD_OFFICE', 'DEALER', 'SALES'] },
        shown: async (query) =>
          (await server.call(users.list, { query: query as never }, token.head)).rows.map((r) => r.loginId),
      },
      {
        list: 'events',
        header: 'Number',
        filter: { order: 'asc' },
        shown: async (query) =>
          (
            await server.call(
              administration.events,
              { query: { ...(query as object), size: 100 } as never },
              token.head,
            )
          ).rows.map((r) => r.number),
      },
      {
        list: 'access',
        header: 'ID',
        filter: { action: 'loggedIn' },
        shown: async (query) =>
          (await server.call(administration.access, { query: query as never }, token.head)).rows.map((r) => r.loginId),
      },
      {
        list: 'changes',
        header: 'New',
        filter: { screen: ['organization'] },
        shown: async (query) =>
          (await server.call(administration.changes, { query: query as never }, token.head)).rows.map((r) =>
            r.field === 'type' ? 'Dealer' : r.to,
          ),
      },
      {
        list: 'quarantine',
        header: 'Topic',
        filter: { order: 'asc' },
        shown: async (query) =>
          (await server.call(administration.quarantine, { query: query as never }, token.head)).rows.map(
            (r) => r.topic,
          ),
      },
    ];

  it.each(lists)(
    '$list holds the rows that the list shows, in its order ($header)',
    async ({ list, header, filter = {}, shown }) => {
      const rows = await shown(filter);
      expect(rows.length).toBeGreaterThan(1);
      const sheet = await sheetOf({ list, filter: { ...filter, page: '7', size: '10' } }, token.head, {
        language: 'en',
      });
      expect(column(sheet, header).slice(0, rows.length)).toEqual(rows);
      expect(column(sheet, 'No.')).toEqual(sheet.rows.slice(1).map((_, i) => sheet.rows.length - 1 - i));
      if (list !== 'events') expect(sheet.rows.length - 1).toBe(rows.length);
    },
  );

  it('has the chosen columns in their order, its words in the language, its times in the zone, which the header names', async () => {
    const asked = {
      list: 'vehicles' as const,
      filter: { vin: vehicle.vin },
      columns: ['lastSeenAt', 'vin', 'soldOn', 'state', 'odometer', 'nothing', 'customer'],
    };
    const ko = await sheetOf(asked, token.head);
    expect(ko.name).toBe('차량 현황');
    expect(ko.rows[0]?.slice(0, 7)).toEqual([
      '최근 통신 (Asia/Seoul)',
      '차대번호',
      '판매일',
      '상태',
      '주행거리 (km)',
      '고객',
      '고객 전화번호',
    ]);
    // a workbook has no time zones: the date is local time in Seoul
    expect(ko.rows[1]?.slice(0, 7)).toEqual([
      new Date('2026-03-01T12:04:05Z'),
      vehicle.vin,
      new Date('2025-04-01T00:00:00Z'),
      '오프라인',
      100,
      '김*수',
      '010-****-1234',
    ]);
    // columns that only the workbook has follow the chosen ones
    expect([column(ko, '위도'), column(ko, '경도')]).toEqual([[35.5], [127.25]]);
    expect(ko.file).toMatch(/^status_\d{8}-\d{4}\.xlsx$/);

    await server.database.query("UPDATE user_account SET units = 'mile' WHERE id = $1", [head.userId]);
    const en = await sheetOf({ ...asked, columns: ['state', 'odometer', 'lastSeenAt'] }, token.head, {
      language: 'en',
      zone: 'America/New_York',
    });
    await server.database.query("UPDATE user_account SET units = 'km' WHERE id = $1", [head.userId]);
    expect(en.name).toBe('Vehicle status');
    expect(en.rows[0]?.slice(0, 3)).toEqual(['Status', 'Odometer (mi)', 'Last communication (America/New_York)']);
    expect(en.rows[1]?.slice(0, 3)).toEqual(['Offline', expect.closeTo(62.1371, 3), new Date('2026-02-28T22:04:05Z')]);

    // the unit on the asking screen counts before that of the record
    const shown = await sheetOf({ ...asked, columns: ['odometer'], units: 'mile' }, token.head, { language: 'en' });
    expect([shown.rows[0]?.[0], shown.rows[1]?.[0]]).toEqual(['Odometer (mi)', expect.closeTo(62.1371, 3)]);
  });

  it('is named by the clock of its owner', async () => {
    const { name } = await create({ list: 'organizations' }, token.head, { zone: 'Pacific/Kiritimati' });
    const there = new Date(Date.now() + 14 * 3_600_000).toISOString();
    expect(name.slice(0, 21)).toBe(`organization_${there.slice(0, 10).replaceAll('-', '')}`);
  });

  it('keeps text, whatever it begins with, and leaves empty what has no value', async () => {
    const sheet = await sheetOf(
      { list: 'sales', filter: { rows: String(odd.length) }, columns: ['text', 'number', 'day'], purpose: 'audit' },
      token.head,
      {
        language: 'en',
      },
    );
    expect(sheet.name).toBe('After-sales service');
    expect(sheet.rows.slice(1).map((r) => r[0])).toEqual(odd);
    expect(sheet.rows[1]?.slice(1).map((v) => v ?? null)).toEqual([null, null]);
    expect(sheet.rows[2]?.slice(1)).toEqual([expect.closeTo(2 / 3, 9), new Date('2026-03-01T00:00:00Z')]);
    for (let row = 1; row <= odd.length; row++) {
      const cell = sheet.cells?.get(`${row},0`);
      expect(cell?.formula).toBeUndefined();
      // the text format stays when somebody edits the cell
      expect(cell?.style?.numFmt, odd[row - 1]).toBe('@');
    }
    expect(sheet.freezePane).toMatchObject({ rows: 1 });
  });

  it('masks customers as every list does, also for those who see calls in full', async () => {
    const views = () => server.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM personal_data_view');
    const before = await views();
    const sheet = await sheetOf({ list: 'sos' }, token.head, { language: 'en' });
    expect(column(sheet, 'Customer')).toContain('김*수');
    expect(JSON.stringify(sheet.rows)).not.toContain('김민수');
    expect(await views()).toEqual(before);
  });

  it('is recorded: who, which list, which filter, how many rows', async () => {
    await sheetOf({ list: 'vehicles', filter: { vin: vehicle.vin, state: ['offline', 'never'] } }, token.nami);
    const [row] = (
      await server.call(administration.access, { query: { action: 'exported', loginId: nami.id } }, token.head)
    ).rows;
    expect(row).toMatchObject({
      userId: nami.userId,
      action: 'exported',
      result: 'done',
      detail: `vehicles: rows=1: vin=${vehicle.vin} state=offline,never`,
    });
    await sheetOf({ list: 'sales', filter: { rows: '2' }, purpose: '정기: 감사' }, token.head);
    const [event] = await server.database.query<{ payload: object; by_user: number }[]>(
      "SELECT payload, by_user FROM event_log WHERE name = 'account.exported' ORDER BY number DESC LIMIT 1",
    );
    expect(event).toMatchObject({
      by_user: head.userId,
      payload: { list: 'sales', rows: 2, filter: { rows: '2' }, purpose: '정기: 감사' },
    });
  });
});

describe('who may not read a list', () => {
  it('gets no workbook of it', async () => {
    expect(await refusal(create({ list: 'users' }, token.seller))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(create({ list: 'events' }, token.nami))).toEqual([403, 'FORBIDDEN']);
    expect((await server.send(exporting.create, { body: { list: 'vehicles' } }, null)).status).toBe(401);
  });

  it('sees in it what the list shows, and no more', async () => {
    expect(column(await sheetOf({ list: 'vehicles' }, token.nami, { language: 'en' }), 'VIN')).toEqual([vehicle.vin]);
    expect(
      column(await sheetOf({ list: 'faults', filter: { tab: 'all' } }, token.sora, { language: 'en' }), 'VIN'),
    ).not.toContain(vehicle.vin);
    expect(column(await sheetOf({ list: 'vehicles' }, token.head, { language: 'en' }), 'VIN')).toHaveLength(3);
  });

  it('finds no other member’s export', async () => {
    const { id } = await create({ list: 'vehicles' }, token.nami);
    expect(await server.call(exporting.get, { params: { id } }, token.nami)).toMatchObject({
      id,
      state: 'ready',
      total: 1,
      written: 1,
    });
    for (const caller of [token.head, token.sora]) {
      expect(await refusal(server.call(exporting.get, { params: { id } }, caller))).toEqual([404, 'NOT_FOUND']);
      expect(await refusal(take(id, caller))).toEqual([404, 'NOT_FOUND']);
    }
    expect(await refusal(take(99_999, token.nami))).toEqual([404, 'NOT_FOUND']);
  });

  it('is not handed what was written when more was seen', async () => {
    const moved = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami);
    const { id } = await create({ list: 'vehicles' }, await server.login(moved));
    await server.database.query('UPDATE user_account SET organization_id = $2 WHERE id = $1', [moved.userId, orgs.noa]);
    await server.database.query("SELECT pg_notify('session_ended', id::text) FROM login_session WHERE user_id = $1", [
      moved.userId,
    ]);
    expect(await refusal(take(id, await server.login(moved)))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('what is asked wrongly is refused', () => {
  it('as the list itself refuses it', async () => {
    const fields = async (body: Asked): Promise<unknown> => {
      try {
        await create(body, token.head);
      } catch (error) {
        return error instanceof Refused ? error.error.fields : error;
      }
      return 'allowed';
    };
    expect(await fields({ list: 'numbers' as never })).toEqual({ list: 'field.invalid' });
    expect(await fields({ list: 'vehicles', filter: { sort: 'secret' } })).toEqual({ sort: 'field.invalid' });
    expect(await fields({ list: 'models', filter: { rows: '0' } })).toEqual({ rows: 'field.pos' });
    expect(await fields({ list: 'sales', filter: { rows: '1' } })).toEqual({ purpose: 'field.req' });
    expect(
      await refusal(create({ list: 'faults', filter: { tab: 'all', from: '2020-01-01T00:00:00Z' } }, token.head)),
    ).toEqual([422, 'PERIOD_TOO_LONG']);
  });

  it('with its number of rows where there are too many', async () => {
    try {
      await create({ list: 'models', filter: { rows: '100001' } }, token.head);
      throw new Error('it was allowed');
    } catch (error) {
      expect(error).toBeInstanceOf(Refused);
      expect((error as Refused).error).toMatchObject({
        code: 'EXPORT_TOO_LARGE',
        values: { total: 100_001, limit: 100_000 },
      });
    }
  });

  it('when too many of one member wait', async () => {
    const eager = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice);
    const caller = await server.login(eager);
    for (let i = 0; i < 5; i++)
      expect((await create({ list: 'models', filter: { rows: '5001' } }, caller)).state).toBe('queued');
    expect(await refusal(create({ list: 'models', filter: { rows: '5001' } }, caller))).toEqual([
      429,
      'TOO_MANY_REQUESTS',
    ]);
    expect((await create({ list: 'models', filter: { rows: '5000' } }, caller)).state).toBe('ready');
    await server.database.query('DELETE FROM list_export WHERE waited_for');
  });
});

describe('a long list', () => {
  const state = (id: number, caller = token.head) => server.call(exporting.get, { params: { id } }, caller);
  const ended = (id: number, caller = token.head, withinMs = 30_000) =>
    eventually(
      () => state(id, caller),
      (e) => e.state === 'ready' || e.state === 'failed',
      withinMs,
    );
  const notificationsOf = async (id: number, caller = token.head) =>
    eventually(
      async () =>
        (await server.call(notifications.list, { query: { kind: 'export' } }, caller)).rows.filter(
          (n) => n.link === `/dash?download=${id}`,
        ),
      (rows) => rows.length > 0,
    );
  afterEach(async () => {
    gate.shut = false;
    for (const p of processes.splice(0)) await p.close();
  });

  it('is written by the jobs process, and its owner is notified at the end', async () => {
    const { id, ...made } = await create(
      { list: 'models', filter: { rows: '5001' }, columns: ['no', 'n'] },
      token.head,
    );
    expect(made).toMatchObject({ state: 'queued', total: 5001, written: 0 });
    expect(await refusal(take(id, token.head))).toEqual([409, 'EXPORT_NOT_READY']);
    await startJobs();
    expect(await ended(id)).toMatchObject({ state: 'ready', total: 5001, written: 5001 });
    const [notice] = await notificationsOf(id);
    expect(notice?.text.ko).toContain('모델');
    expect(notice?.text.en).toContain('5,001 rows');
    const sheet = await bookOf((await take(id, token.head)).bytes);
    expect(sheet.rows).toHaveLength(5002);
    expect(sheet.rows[1]).toEqual([5001, 1]);
    expect(sheet.rows[5001]).toEqual([1, 5001]);
    expect(await refusal(take(id, token.nami))).toEqual([404, 'NOT_FOUND']);
    const [event] = await server.database.query<{ by_user: number; address: string; payload: object }[]>(
      "SELECT by_user, address, payload FROM event_log WHERE name = 'account.exported' ORDER BY number DESC LIMIT 1",
    );
    expect(event).toMatchObject({
      by_user: head.userId,
      address: expect.any(String) as string,
      payload: { list: 'models', rows: 5001 },
    });
  });

  it('outlives the process that writes it, and is notified once', async () => {
    gate.shut = true;
    const { id } = await create({ list: 'models', filter: { rows: '9000' }, columns: ['n'] }, token.head);
    const first = await startJobs();
    await eventually(
      () => state(id),
      (e) => e.state === 'running' && e.written >= 2000,
    );
    const closing = first.close();
    gate.shut = false;
    await closing;
    expect(await state(id)).toMatchObject({ state: 'running' });
    // two at once: one of them writes it
    await Promise.all([startJobs(), startJobs()]);
    expect(await ended(id)).toMatchObject({ state: 'ready', written: 9000 });
    expect(await notificationsOf(id)).toHaveLength(1);
    const nobodys = await server.database.query<{ n: number }[]>(
      "SELECT count(*)::int AS n FROM stored_file f WHERE kind = 'export' AND kept AND NOT EXISTS (SELECT 1 FROM list_export e WHERE e.file_id = f.id)",
    );
    const events = await server.database.query<{ n: number }[]>(
      "SELECT count(*)::int AS n FROM event_log WHERE name = 'account.exported' AND payload->>'rows' = '9000'",
    );
    expect({ filesOfNobody: nobodys[0]?.n, notificationsOf: events[0]?.n }).toEqual({
      filesOfNobody: 0,
      notificationsOf: 1,
    });
    expect((await bookOf((await take(id, token.head)).bytes)).rows).toHaveLength(9001);
  });

  it('of a process that died is resumed; one that always fails ends, and its owner is notified why', async () => {
    const lost = await create({ list: 'models', filter: { rows: '5001' }, columns: ['n'] }, token.head);
    const hopeless = await create({ list: 'models', filter: { rows: '5002' }, columns: ['n'] }, token.head);
    await server.database.query(
      "UPDATE list_export SET state = 'running', attempts = 1, written = 3000 WHERE id = $1",
      [lost.id],
    );
    await server.database.query("UPDATE list_export SET state = 'running', attempts = 3 WHERE id = $1", [hopeless.id]);
    await startJobs();
    expect(await ended(lost.id)).toMatchObject({ state: 'ready', written: 5001 });
    expect((await ended(hopeless.id)).state).toBe('failed');
    expect(await refusal(take(hopeless.id, token.head))).toEqual([500, 'INTERNAL']);
    const own = await server.call(exporting.own, { query: {} }, token.head);
    const reference = own.find(({ id }) => id === hopeless.id)?.problem?.reference ?? 'none';
    expect(reference).toMatch(/^[\da-f]{8}$/u);
    await eventually(
      async () =>
        (await server.call(notifications.list, { query: { kind: 'export' } }, token.head)).rows.filter(
          (n) => n.link === null,
        ),
      (rows) => rows.length === 1 && rows[0]?.text.en.endsWith(`(reference ${reference})`) === true,
    );
  });

  const fileOf = async (id: number) => {
    const [row] = await server.database.query<{ writing: string | null }[]>(
      'SELECT writing_id AS writing FROM list_export WHERE id = $1',
      [id],
    );
    const bytes = join(server.config.DATA_DIR, 'files', keyOf(row?.writing ?? 'nothing', 'full'));
    return { whole: bytes, half: `${bytes}.part` };
  };
  const settled = (id: number) =>
    eventually(
      () => server.database.query<{ waited_for: boolean }[]>('SELECT waited_for FROM list_export WHERE id = $1', [id]),
      ([row]) => row?.waited_for === false,
    );
  const cancel = (id: number, caller = token.head) => server.call(exporting.cancel, { params: { id } }, caller);

  it('is cancelled while it waits and while it is written; nothing of its file stays, and no notice comes', async () => {
    const waiting = await create({ list: 'models', filter: { rows: '5001' }, columns: ['n'] }, token.head);
    expect(await cancel(waiting.id)).toMatchObject({ state: 'cancelled' });
    gate.shut = true;
    const written = await create({ list: 'models', filter: { rows: '9000' }, columns: ['n'] }, token.head);
    await startJobs();
    await eventually(
      () => state(written.id),
      (e) => e.written >= 2000,
    );
    const { half, whole } = await fileOf(written.id);
    expect(existsSync(half)).toBe(true);
    expect(await refusal(cancel(written.id, token.nami))).toEqual([404, 'NOT_FOUND']);
    expect(await cancel(written.id)).toMatchObject({ state: 'cancelled' });
    gate.shut = false;
    for (const { id } of [waiting, written]) {
      await settled(id);
      expect(await state(id)).toMatchObject({ state: 'cancelled' });
      expect(await refusal(take(id, token.head))).toEqual([409, 'EXPORT_NOT_READY']);
    }
    expect([existsSync(half), existsSync(whole)]).toEqual([false, false]);
    const notices = await server.call(notifications.list, { query: { kind: 'export' } }, token.head);
    expect(notices.rows.filter((n) => n.link?.endsWith(`=${written.id}`))).toEqual([]);
    // what has ended stays as it is
    const { id } = await create({ list: 'vehicles' }, token.head);
    expect(await cancel(id)).toMatchObject({ state: 'ready' });
  });

  it('whose process died in the middle leaves no half of a file', async () => {
    const { id } = await create({ list: 'models', filter: { rows: '5001' }, columns: ['n'] }, token.head);
    await server.database.query(
      "UPDATE list_export SET state = 'running', attempts = 1, writing_id = 'aaaaaaaaaaaaaaaaaaaaaa' WHERE id = $1",
      [id],
    );
    const { half } = await fileOf(id);
    mkdirSync(dirname(half), { recursive: true });
    writeFileSync(half, 'half');
    await startJobs();
    expect(await ended(id)).toMatchObject({ state: 'ready', written: 5001 });
    expect(existsSync(half)).toBe(false);
  });

  it('of one person waits for the one before; that of another does not', async () => {
    gate.shut = true;
    const first = await create({ list: 'models', filter: { rows: '9000' }, columns: ['n'] }, token.head);
    const next = await create({ list: 'courseMeans', filter: { rows: '10' } }, token.head);
    const other = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
    const others = await create({ list: 'courseMeans', filter: { rows: '10' } }, other);
    await startJobs();
    expect(await ended(others.id, other)).toMatchObject({ state: 'ready' });
    expect([(await state(first.id)).state, (await state(next.id)).state]).toEqual(['running', 'queued']);
    gate.shut = false;
    expect([(await ended(first.id)).state, (await ended(next.id)).state]).toEqual(['ready', 'ready']);
  });

  it('of measured data is written by a job however short, its count is an estimate, its cells are as copied', async () => {
    const { id, ...made } = await create({ list: 'courseMeans', filter: { rows: '1500' } }, token.head);
    expect(made).toMatchObject({ state: 'queued', total: 100 });
    await startJobs();
    expect(await ended(id)).toMatchObject({ state: 'ready', total: 1500, written: 1500 });
    const { rows } = await bookOf((await take(id, token.head)).bytes);
    expect(rows).toHaveLength(1501);
    expect(rows[11]?.map((cell) => cell ?? null)).toEqual([11, 1.375, null]);
    const [event] = await server.database.query<{ payload: object }[]>(
      "SELECT payload FROM event_log WHERE name = 'account.exported' ORDER BY number DESC LIMIT 1",
    );
    expect(event?.payload).toMatchObject({ list: 'courseMeans', rows: 1500 });
  });

  it('of measured data that is too long names its period: before it starts, or when there is more than estimated', async () => {
    estimate.rows = 20_001;
    const refused = await create({ list: 'courseMeans', filter: { rows: '5' } }, token.head).catch((e: unknown) => e);
    estimate.rows = 100;
    expect((refused as Refused).error).toMatchObject({
      code: 'EXPORT_TOO_LARGE',
      values: { total: 20_001, limit: 20_000 },
      fields: { period: 'field.shorterPeriod' },
    });
    const { id } = await create({ list: 'courseMeans', filter: { rows: '30000' } }, token.head);
    await startJobs();
    expect(await ended(id)).toMatchObject({ state: 'failed' });
    const [own] = await server.call(exporting.own, { query: {} }, token.head);
    expect(own).toMatchObject({ id, problem: { code: 'EXPORT_TOO_LARGE', reference: expect.any(String) as string } });
    await settled(id);
  });

  it('is not written for one who was deactivated, moved or lost the list meanwhile', async () => {
    const make = async () => {
      const account = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice);
      const caller = await server.login(account);
      return { ...account, who: caller, ...(await create({ list: 'models', filter: { rows: '5001' } }, caller)) };
    };
    const gone = await make();
    const moved = await make();
    const demoted = await make();
    await server.database.query('UPDATE user_account SET active = false WHERE id = $1', [gone.userId]);
    await server.database.query("UPDATE user_account SET group_type = 'DEALER', organization_id = $2 WHERE id = $1", [
      moved.userId,
      orgs.nami,
    ]);
    await server.database.query(
      "UPDATE list_export SET request = jsonb_set(request, '{caller,groupType}', '\"AGENCY\"') WHERE id = $1",
      [demoted.id],
    );
    await server.database.query("UPDATE user_account SET group_type = 'AGENCY', role = 'STAFF' WHERE id = $1", [
      demoted.userId,
    ]);
    await startJobs();
    await eventually(
      () =>
        server.database.query<{ state: string; problem: { code: string } | null; file_id: string | null }[]>(
          'SELECT state, problem, file_id FROM list_export WHERE id = ANY($1)',
          [[gone.id, moved.id, demoted.id]],
        ),
      (rows) => rows.every((r) => r.state === 'failed' && r.problem?.code === 'FORBIDDEN' && r.file_id === null),
    );
  });

  it('of a hundred thousand rows passes through a little memory', async () => {
    const { id } = await create({ list: 'models', filter: { rows: '100000' } }, token.head);
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
    await startJobs();
    expect(await ended(id, token.head, 100_000)).toMatchObject({ state: 'ready', written: 100_000 });
    clearInterval(watch);
    // a jobs process uses 200 MB by itself: together below 256
    expect((most - before) / 1024 ** 2).toBeLessThan(64);
  }, 120_000);
});

describe('workbooks', () => {
  it('end after a week, with their bytes; a younger one stays', async () => {
    const old = await create({ list: 'vehicles' }, token.nami);
    const young = await create({ list: 'vehicles' }, token.nami);
    const age = (id: number, days: number) =>
      server.database.query(
        `WITH e AS (UPDATE list_export SET created_at = now() - $2 * interval '1 day' WHERE id = $1 RETURNING file_id) UPDATE stored_file SET created_at = now() - $2 * interval '1 day' WHERE id IN (SELECT file_id FROM e)`,
        [id, days],
      );
    await age(old.id, 8);
    await age(young.id, 6);
    const [file] = await server.database.query<{ file_id: string }[]>('SELECT file_id FROM list_export WHERE id = $1', [
      old.id,
    ]);
    await server.app.get(ExportMaintenance).run();
    await server.app.get(FileStore).sweep(new Date(Date.now() - 86_400_000));
    expect(await refusal(take(old.id, token.nami))).toEqual([404, 'NOT_FOUND']);
    await expect(server.app.get(FileStore).read(file?.file_id ?? '')).rejects.toThrow();
    expect((await take(young.id, token.nami)).bytes.byteLength).toBeGreaterThan(500);
  });
});
