import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveData } from '@headland/contracts/drive-data';
import { exports as exporting, type ExportBody } from '@headland/contracts/export';
import { ExportsModule } from '../../files/exports/exports.module';
import { SessionModule } from '../../people/session/session.module';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { keptMs } from './drive-periods';
import { StatisticsAggregates } from './statistics-aggregates.tx';
import { StatisticsModule } from './statistics.module';

const zones = ['Asia/Seoul', 'America/Chicago', 'Asia/Kathmandu'] as const;
/** The clocks of Chicago went back on the first: its day has 25 hours. */
const start = new Date('2026-11-04T12:10:00Z');
let now = start;
let server: TestServer;
let at: Organizations;
let tokens: Record<'all' | 'north' | 'nami' | 'regionStaff' | 'headOffice', string>;
let nami: MadeVehicle;
let noa: MadeVehicle;
let sora: MadeVehicle;

interface Meter {
  km: number;
  hours: number;
  fuel: number | null;
}
const meters = new Map<number, Meter>();
/** Runs from then on: a third idle, a third at work, a third driving; a sample each ten seconds, with the key turned on and off. */
async function run(v: MadeVehicle, from: string, minutes: number, deviceKey = v.deviceKey): Promise<void> {
  const { km, hours, fuel } = meters.get(v.id) ?? { km: 1000, hours: 300, fuel: 500 };
  await server.database.query(
    `INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine, work, odometer, engine_hours, fuel_used, lat, lon)
     SELECT $1, $2, t, 0, t, 1, (extract(epoch FROM t) / 10)::bigint % 1000000000, i < $4 * 6, (ARRAY['idle','work','drive'])[1 + i % 3], $5 + i / 100.0, $6 + i / 360.0, $7::float8 + i / 50.0,
       35.8 + i / 1e5, 127.1
     FROM generate_series(0, $4 * 6) i, LATERAL (SELECT $3::timestamptz + i * interval '10 seconds' AS t) at`,
    [deviceKey, v.id, from, minutes, km, hours, fuel],
  );
  const turn = (on: boolean, ts: string, seq: number) =>
    server.database.query(
      `INSERT INTO engine_run (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine_on) VALUES ($1, $2, $3, 0, $3, 1, $4, $5)`,
      [deviceKey, v.id, ts, seq, on],
    );
  const end = new Date(Date.parse(from) + minutes * 60_000).toISOString();
  await turn(true, from, Date.parse(from) / 1e4);
  await turn(false, end, Date.parse(end) / 1e4);
  const n = minutes * 6;
  meters.set(v.id, { km: km + n / 100, hours: hours + n / 360, fuel: fuel === null ? null : fuel + n / 50 });
}

beforeAll(async () => {
  server = await startServer([SessionModule, StatisticsModule, ExportsModule], { clock: () => now });
  const { database } = server;
  at = await makeOrganizations(database);
  nami = await makeVehicle(database, at.noa);
  noa = await makeVehicle(database, at.noa, { model: 'HE-55' });
  sora = await makeVehicle(database, at.sora, { customer: { name: '이영희', phone: null } });
  meters.set(noa.id, { km: 10, hours: 5, fuel: null });
  const login = async (...who: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(database, ...who));
  tokens = {
    all: await login('SERVICE_BUSINESS', 'STAFF', at.headOffice),
    north: await login('REGION', 'ADMIN', at.north),
    nami: await login('REGION', 'ADMIN', at.nami),
    regionStaff: await login('REGION', 'STAFF', at.north),
    headOffice: await login('HEAD_OFFICE', 'ADMIN', at.headOffice),
  };
  // over the end of daylight saving time in Chicago, midnight of Kathmandu (18:15 UTC) and of Seoul (15:00 UTC)
  await run(nami, '2026-10-30T10:00:00Z', 60);
  await run(nami, '2026-11-01T05:40:00Z', 140);
  await run(noa, '2026-10-31T14:50:00Z', 30);
  await run(noa, '2026-10-31T18:05:00Z', 20);
  await run(sora, '2026-11-02T05:50:00Z', 25);
  await run(sora, '2026-11-03T05:30:00Z', 60);
  // another device, dealer and owner within the period
  const [device] = await database.query<{ key: number }[]>(
    "INSERT INTO device (id, secret_hash, sim) VALUES ('T-90001', 'x', '898299999') RETURNING key",
  );
  await database.query(
    "INSERT INTO device_installation (device_id, vehicle_id, matched_on, ended_at) VALUES ($1, $2, '2025-03-01', '2026-11-02T12:00:00Z')",
    [nami.deviceId, nami.id],
  );
  await database.query('UPDATE vehicle SET device_id = $2, organization_id = $3, customer_id = $4 WHERE id = $1', [
    nami.id,
    'T-90001',
    at.nami,
    sora.customerId,
  ]);
  await run(nami, '2026-11-02T20:00:00Z', 45, device?.key);
  // today, in each of the zones
  await run(sora, '2026-11-04T11:00:00Z', 20);
  const figures = server.app.get(StatisticsAggregates);
  await figures.rebuild(Date.parse('2026-10-25T00:00:00Z'), now.getTime());
  await figures.update();
});
afterAll(() => server.stop());

const inZone = (timeZone: string, query: object = {}) => ({ query: { ...query, timeZone } }) as never;
const list = (token: string, query: object = {}, timeZone: string = zones[0]) =>
  server.call(driveData.list, inZone(timeZone, query), token);
const totals = (token: string, query: object = {}, timeZone: string = zones[0]) =>
  server.call(driveData.totals, inZone(timeZone, query), token);
const daysOf = (token: string, id: number, query: object = {}, timeZone: string = zones[0]) =>
  server.call(driveData.days, { params: { id }, query: { ...query, timeZone } } as never, token);
const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );

interface Figures {
  vehicle_id: number;
  day: string;
  idle: number;
  work: number;
  drive: number;
  km: number | null;
  fuel: number | null;
  starts: number;
}
/** The same from raw telemetry: each step to the next sample in whole, on the day of its first sample. */
const rawDays = async (timeZone: string, from: string, to: string): Promise<Figures[]> => {
  const rows = await server.database.query<Figures[]>(
    `WITH steps AS (
       SELECT vehicle_id, (ts AT TIME ZONE $1)::date AS day, engine, work, lead(ts) OVER w - ts AS lasted
       FROM telemetry WINDOW w AS (PARTITION BY vehicle_id ORDER BY ts)
     ), meters AS (
       SELECT vehicle_id, (ts AT TIME ZONE $1)::date AS day, odometer - lag(odometer) OVER w AS km, fuel_used - lag(fuel_used) OVER w AS fuel
       FROM telemetry WINDOW w AS (PARTITION BY vehicle_id ORDER BY ts)
     ), times AS (
       SELECT vehicle_id, day, ${['idle', 'work', 'drive'].map((s) => `COALESCE(sum(extract(epoch FROM lasted) * 1000) FILTER (WHERE engine AND work = '${s}' AND lasted <= interval '90 seconds'), 0)::float8 AS ${s}`).join(', ')}
       FROM steps GROUP BY 1, 2
     ), ways AS (SELECT vehicle_id, day, sum(km)::float8 AS km, sum(fuel)::float8 AS fuel FROM meters GROUP BY 1, 2)
     SELECT vehicle_id, day::text, idle, work, drive, km, fuel FROM times JOIN ways USING (vehicle_id, day)
     WHERE day BETWEEN $2::date AND $3::date ORDER BY 1, 2`,
    [timeZone, from, to],
  );
  const starts = await server.database.query<Pick<Figures, 'vehicle_id' | 'day' | 'starts'>[]>(
    'SELECT vehicle_id, (ts AT TIME ZONE $1)::date::text AS day, count(*)::int AS starts FROM engine_run WHERE engine_on GROUP BY 1, 2',
    [timeZone],
  );
  return rows.map((row) => ({
    ...row,
    starts: starts.find((s) => s.vehicle_id === row.vehicle_id && s.day === row.day)?.starts ?? 0,
  }));
};
const added = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((v) => v !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
};
const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 6));

describe.each(zones)('figures in %s', (zone) => {
  it.each([
    ['a period with days that are over', '2026-10-29', '2026-11-03'],
    ['a period with today', '2026-10-31', '2026-11-04'],
  ])('are those of raw telemetry over %s', async (_, from, to) => {
    const raw = await rawDays(zone, from, to);
    const { rows, page } = await list(tokens.all, { from, to, sort: 'vin', order: 'asc' }, zone);
    const ids = [...new Set(raw.map((r) => r.vehicle_id))];
    expect(page.total).toBe(ids.length);
    for (const id of ids) {
      const of = raw.filter((r) => r.vehicle_id === id);
      const sum = (pick: (r: Figures) => number | null) => near(added(of.map(pick)));
      const row = rows.find((r) => r.id === id);
      const runMs = added(of.map((r) => r.idle + r.work + r.drive)) ?? 0;
      const fuel = added(of.map((r) => r.fuel));
      expect(row).toMatchObject({
        days: of.length,
        idleMs: sum((r) => r.idle),
        workMs: sum((r) => r.work),
        driveMs: sum((r) => r.drive),
        runMs: near(runMs),
        km: sum((r) => r.km),
        fuelL: near(fuel),
        // of the time whose fuel is known
        fuelPerHour: near(
          fuel === null
            ? null
            : fuel / ((added(of.map((r) => (r.fuel === null ? null : r.idle + r.work + r.drive))) ?? 0) / 3_600_000),
        ),
        starts: sum((r) => r.starts),
      });
      expect((row?.idlePercent ?? 0) + (row?.workPercent ?? 0) + (row?.drivePercent ?? 0)).toBe(100);
      const { days } = await daysOf(tokens.all, id, { from, to }, zone);
      expect(days.map((d) => [d.day, d.runMs, d.km, d.fuelL, d.starts])).toEqual(
        of.map((r) => [r.day, near(r.idle + r.work + r.drive), near(r.km), near(r.fuel), r.starts]),
      );
    }
  });
});

describe('the period', () => {
  it('is the seven days to yesterday of the zone unless it is named', async () => {
    expect(await totals(tokens.all)).toMatchObject({ from: '2026-10-28', to: '2026-11-03', soFar: false });
    expect(await totals(tokens.all, {}, 'America/Chicago')).toMatchObject({ from: '2026-10-28', to: '2026-11-03' });
  });
  it('says that today is so far', async () => {
    expect(await totals(tokens.all, { from: '2026-11-04' })).toMatchObject({
      to: '2026-11-04',
      soFar: true,
      vehicles: 1,
    });
  });
  it('has at most 31 days, a start before its end, and a zone that exists', async () => {
    for (const endpoint of [driveData.list, driveData.totals] as const) {
      const ask = (query: object) => refused(server.call(endpoint, { query } as never, tokens.all));
      expect((await ask({ from: '2026-10-01', to: '2026-11-01' })).error).toMatchObject({
        code: 'PERIOD_TOO_LONG',
        values: { maxDay: 31 },
      });
      expect((await ask({ from: '2026-11-02', to: '2026-11-01' })).error).toMatchObject({
        code: 'E0001',
        fields: { from: 'field.range' },
      });
      expect((await ask({ timeZone: 'Mars/Olympus' })).status).toBe(422);
    }
    expect((await list(tokens.all, { from: '2026-10-02', to: '2026-11-01' })).page.total).toBe(2);
  });
});

describe('the list', () => {
  const period = { from: '2026-10-29', to: '2026-11-03' };

  it('shows the scope of the caller, by the present dealer', async () => {
    const seen = async (token: string) =>
      (await list(token, { ...period, sort: 'vin', order: 'asc' })).rows.map((r) => r.id);
    expect(await seen(tokens.all)).toEqual([nami.id, noa.id, sora.id]);
    expect(await seen(tokens.north)).toEqual([nami.id, noa.id]);
    expect(await seen(tokens.nami)).toEqual([nami.id]);
    expect((await totals(tokens.nami, period)).vehicles).toBe(1);
    expect(await server.call(driveData.models, {}, tokens.nami)).toEqual(['HL 6-110']);
  });

  it('masks customers, and filters by VIN, model, dealer and customer', async () => {
    const found = async (query: object) => {
      const { rows, page } = await list(tokens.all, { ...period, ...query });
      expect((await totals(tokens.all, { ...period, ...query })).vehicles).toBe(page.total);
      return rows.map((r) => r.id).sort();
    };
    expect(await found({ vin: sora.vin.toLowerCase() })).toEqual([sora.id]);
    expect(await found({ model: 'HE-55' })).toEqual([noa.id]);
    expect(await found({ dealerId: at.north })).toEqual([nami.id, noa.id]);
    expect(await found({ customer: '영희' })).toEqual([nami.id, sora.id]);
    expect((await list(tokens.all, { ...period, vin: noa.vin })).rows[0]?.customer?.name).toBe('김*수');
  });

  it.each(['vin', 'model', 'days', 'run', 'km', 'fuel', 'fuelPerHour', 'idle', 'work', 'drive', 'startedAt'])(
    'is sorted by %s both ways, what is unknown last',
    async (sort) => {
      const ids = async (order: string, token: string) => (await list(token, { ...period, sort, order })).rows;
      for (const token of [tokens.all, tokens.north]) {
        const [up, down] = [await ids('asc', token), await ids('desc', token)];
        expect(up.map((r) => r.id).sort()).toEqual(down.map((r) => r.id).sort());
        // its fuel meter is not known
        if (sort === 'fuel' || sort === 'fuelPerHour')
          expect([up.at(-1)?.id, down.at(-1)?.id, up.at(-1)?.fuelL]).toEqual([noa.id, noa.id, null]);
      }
    },
  );

  it('has totals over all pages', async () => {
    const extra = await Promise.all(Array.from({ length: 11 }, () => makeVehicle(server.database, at.sora)));
    for (const [i, v] of extra.entries()) await run(v, '2026-10-27T01:00:00Z', i + 1);
    await server.app
      .get(StatisticsAggregates)
      .rebuild(Date.parse('2026-10-27T00:00:00Z'), Date.parse('2026-10-28T00:00:00Z'));
    const query = { from: '2026-10-27', to: '2026-10-27', size: 10 };
    const [first, second] = [await list(tokens.all, query), await list(tokens.all, { ...query, page: 2 })];
    expect([first.rows.length, second.rows.length, first.page.total]).toEqual([10, 1, 11]);
    const rows = [...first.rows, ...second.rows];
    expect(rows.map((r) => r.runMs)).toEqual(rows.map((r) => r.runMs).sort((a, b) => b - a));
    const all = await totals(tokens.all, { from: query.from, to: query.to });
    expect(all).toMatchObject({
      vehicles: 11,
      days: 11,
      runMs: added(rows.map((r) => r.runMs)),
      km: near(added(rows.map((r) => r.km))),
      starts: 11,
    });
    // late data is there when the stored sums are too old
    const late = extra[0] as MadeVehicle;
    await run(late, '2026-10-27T03:00:00Z', 30);
    await server.app
      .get(StatisticsAggregates)
      .rebuild(Date.parse('2026-10-27T00:00:00Z'), Date.parse('2026-10-28T00:00:00Z'));
    expect((await totals(tokens.all, { from: query.from, to: query.to })).runMs).toBe(all.runMs);
    now = new Date(start.getTime() + keptMs + 1);
    expect((await totals(tokens.all, { from: query.from, to: query.to })).runMs).toBe(all.runMs + 30 * 60_000);
    now = start;
  });
});

describe('a vehicle', () => {
  it('has its days with the first start and the last stop', async () => {
    const answer = await daysOf(tokens.nami, nami.id, { from: '2026-10-30', to: '2026-10-30' });
    expect(answer).toMatchObject({ vin: nami.vin, soFar: false, customer: { name: '이*희' } });
    expect(answer.days).toMatchObject([
      {
        day: '2026-10-30',
        firstStart: '2026-10-30T10:00:00.000Z',
        lastStop: '2026-10-30T11:00:00.000Z',
        runMs: 3_600_000,
      },
    ]);
  });
  it('has trips, cut at midnight of the zone', async () => {
    const trips = await server.call(
      driveData.trips,
      { params: { id: noa.id }, query: { from: '2026-10-31', to: '2026-11-01', timeZone: 'Asia/Seoul' } } as never,
      tokens.all,
    );
    expect(trips.map((t) => [t.day, t.start, t.runMinutes])).toEqual([
      ['2026-10-31', '2026-10-31T14:50:00.000Z', 10],
      ['2026-11-01', '2026-10-31T15:00:00.000Z', 20],
      ['2026-11-01', '2026-10-31T18:05:00.000Z', 20],
    ]);
  });
  it('out of scope looks like none', async () => {
    for (const id of [sora.id, 999_999])
      for (const endpoint of [driveData.days, driveData.trips] as const)
        expect((await refused(server.call(endpoint, { params: { id }, query: {} }, tokens.nami))).error.code).toBe(
          'NOT_FOUND',
        );
  });
});

it('is refused without driveData:R', async () => {
  for (const token of [tokens.regionStaff, tokens.headOffice]) {
    expect((await refused(list(token))).status).toBe(403);
    expect((await refused(totals(token))).status).toBe(403);
    expect((await refused(daysOf(token, nami.id))).status).toBe(403);
    const body = { list: 'driveData' as const, filter: {}, columns: [] };
    expect((await refused(server.call(exporting.create, { body }, token))).status).toBe(403);
  }
});

describe('a workbook', () => {
  const sheetOf = async (body: Pick<ExportBody, 'list' | 'filter' | 'columns'>, token = tokens.all) => {
    const made = await server.call(exporting.create, { body, query: { timeZone: 'Asia/Seoul' } } as never, token, {
      'accept-language': 'en',
    });
    const file = await server.call(exporting.file, { params: { id: (made as { id: number }).id } }, token);
    const { sheets } = await readXlsx(new Uint8Array(file.bytes));
    return sheets[0]?.rows ?? [];
  };

  it('of the list ends with the totals', async () => {
    const filter = { from: '2026-10-29', to: '2026-11-03', sort: 'run', order: 'desc' };
    const rows = await sheetOf({
      list: 'driveData',
      filter,
      columns: ['no', 'vin', 'customer', 'run', 'fuel', 'idle'],
    });
    const { rows: shown } = await list(tokens.all, filter);
    const all = await totals(tokens.all, { from: filter.from, to: filter.to });
    const numbers = (runMs: number, fuelL: number | null, idle: number | null) => [
      near(runMs / 3_600_000),
      near(fuelL),
      idle,
    ];
    expect(rows.slice(1)).toEqual([
      ...shown.map((r, i) => [3 - i, r.vin, r.customer?.name, ...numbers(r.runMs, r.fuelL, r.idlePercent)]),
      [null, 'Total · 3 vehicles', null, ...numbers(all.runMs, all.fuelL, all.idlePercent)],
    ]);
  });
  it('of days and of trips is that of one vehicle', async () => {
    const filter = { id: String(nami.id), from: '2026-10-29', to: '2026-11-03' };
    const { days, total } = await daysOf(tokens.all, nami.id, { from: filter.from, to: filter.to });
    const sheet = await sheetOf({ list: 'driveDays', filter, columns: ['day', 'run'] });
    expect(sheet.slice(1)).toEqual([
      ...days.map((d) => [d.day, near(d.runMs / 3_600_000)]),
      ['Total', near(total.runMs / 3_600_000)],
    ]);
    expect(await sheetOf({ list: 'driveTrips', filter, columns: ['run'] })).toHaveLength(4);
    const out = { ...filter, id: String(sora.id) };
    expect((await refused(sheetOf({ list: 'driveDays', filter: out, columns: [] }, tokens.nami))).error.code).toBe(
      'NOT_FOUND',
    );
  });
});
