import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readXlsx } from 'hucre/xlsx';
import { consumables } from '@headland/contracts/consumable';
import type { Endpoint } from '@headland/contracts/endpoint';
import { exports as exporting, type ExportList } from '@headland/contracts/export';
import { faults } from '@headland/contracts/fault';
import { operationData } from '@headland/contracts/operation-data';
import { sosAlerts } from '@headland/contracts/sos';
import { vehicles } from '@headland/contracts/vehicle';
import { type ListLink, operationLinks } from '@headland/domain/operation-links';
import { Random } from '@headland/testing/random';
import { ExportsModule } from '../../files/exports/exports.module';
import { VehiclesModule } from '../../fleet/vehicles/vehicles.module';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { ConsumablesModule } from '../../maintenance/consumables/consumables.module';
import { SalesModule } from '../../ownership/sales/sales.module';
import { SessionModule } from '../../people/session/session.module';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { sellAgain } from '../../testing/transfers';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { StatisticsAggregates } from './statistics-aggregates.tx';
import { StatisticsModule } from './statistics.module';

/** Chicago set its clocks back on the first of November: that day has 25 hours there. */
const now = new Date('2026-11-04T12:00:00Z');
const zones = ['Asia/Seoul', 'America/Chicago', 'Asia/Kathmandu'];
const period = { from: '2026-10-29', to: '2026-11-04' };
const before = { from: '2026-10-22', to: '2026-10-28' };
const hourMs = 3_600_000;

let server: TestServer;
let at: Organizations;
let fleet: MadeVehicle[];
let tokens: Record<'head' | 'north' | 'production' | 'productionStaff', string>;

beforeAll(async () => {
  server = await startServer(
    [
      SessionModule,
      StatisticsModule,
      FaultsModule,
      SosModule,
      ConsumablesModule,
      VehiclesModule,
      ExportsModule,
      SalesModule,
    ],
    { clock: () => now },
  );
  const { database } = server;
  at = await makeOrganizations(database);
  const random = new Random(7);
  const places = [at.nami, at.nami, at.noa, at.sora, at.sora, at.headOffice];
  fleet = [];
  for (const [i, place] of places.entries())
    fleet.push(await makeVehicle(database, place, { model: ['HL 6-110', 'HE-55', 'HE-550'][i % 3] ?? 'HE-55' }));
  await database.query("UPDATE model SET type = 'standard' WHERE name = 'HE-55'");
  // the fifth vehicle changes hands within the period, the sixth was never active
  const heir = await makeVehicle(database, at.sora, { customer: { name: '이영희', phone: null } });
  await database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [fleet[4]?.id, heir.customerId]);
  await database.query(
    "UPDATE vehicle_owner SET until = '2026-11-01T20:00:00Z' WHERE vehicle_id = $1 AND until IS NOT NULL",
    [fleet[4]?.id],
  );
  await database.query(
    "UPDATE vehicle_owner SET since = '2026-11-01T20:00:00Z' WHERE vehicle_id = $1 AND until IS NULL",
    [fleet[4]?.id],
  );
  fleet.push(heir);
  // it comes back to its second owner, and the first vehicle to its only one
  const admin = await server.login(await makeAccount(database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  for (const v of [fleet[0], fleet[4]])
    await sellAgain(server, v?.id ?? 0, admin, () =>
      database.query(
        "UPDATE vehicle_owner SET until = '2026-11-03T20:00:00Z' WHERE vehicle_id = $1 AND id = (SELECT max(id) FROM vehicle_owner WHERE vehicle_id = $1)",
        [v?.id],
      ),
    );
  for (const v of fleet.slice(0, 5)) await quarters(v, random);
  for (let i = 0; i < 160; i++) await report(random);
  for (let i = 0; i < 80; i++) await sos(random);
  await cycles();
  await server.app.get(StatisticsAggregates).update();
  const login = async (...who: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(database, ...who));
  tokens = {
    head: await login('HEAD_OFFICE', 'STAFF', at.headOffice),
    north: await login('REGION', 'ADMIN', at.north),
    production: await login('PRODUCTION', 'ADMIN', at.headOffice),
    productionStaff: await login('PRODUCTION', 'STAFF', at.headOffice),
  };
});
afterAll(() => server.stop());

/** Rows of 15 minutes over 16 days, some of the day; fuel of a part of them is not known. */
async function quarters(v: MadeVehicle, random: Random): Promise<void> {
  const rows: [Date, number, number, number, number | null, number | null][] = [];
  for (let t = Date.parse('2026-10-20T00:00:00Z'); t < now.getTime(); t += 900_000)
    if (random.next() < 0.25)
      rows.push([new Date(t), 60_000, 240_000, 300_000, 1.5, random.next() < 0.9 ? 2.25 : null]);
  await server.database.query(
    `INSERT INTO vehicle_quarter (vehicle_id, quarter, idle_ms, work_ms, drive_ms, km, fuel_l, starts)
     SELECT $1, q, i, w, d, k, f, 1 FROM unnest($2::timestamptz[], $3::int[], $4::int[], $5::int[], $6::float8[], $7::float8[]) AS u(q, i, w, d, k, f)`,
    [v.id, ...[0, 1, 2, 3, 4, 5].map((i) => rows.map((r) => r[i]))],
  );
}
const some = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random.next() * list.length)] as T;
const anywhen = (random: Random): number =>
  Date.parse('2026-10-21T00:00:00Z') + Math.floor(random.next() * 14 * 24 * 3600) * 1000;
async function report(random: Random): Promise<void> {
  const v = some(random, fleet);
  const occurred = anywhen(random);
  const status = some(random, ['occurred', 'accepted', 'repairCompleted', 'processingCompleted']);
  const accepted = status === 'occurred' ? null : new Date(occurred + random.next() * 5 * hourMs);
  const completed = status.endsWith('Completed') ? new Date(occurred + (5 + random.next() * 60) * hourMs) : null;
  const part = some(random, ['{"ko":"엔진","en":"Engine"}', '{"ko":"요소수","en":"DEF"}', '{"ko":"","en":""}']);
  await server.database.query(
    `INSERT INTO fault_report (severity, code, name, part, count, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active, status, accepted_at, completed_at)
     VALUES (2, $1, '{"ko":"가","en":"a"}', $2, $3, $4, $5, (SELECT organization_id FROM vehicle WHERE id = $4), $6, $6, $6, 1, 1, true, $7, $8, $9)
     ON CONFLICT DO NOTHING`,
    [
      some(random, ['E0297', 'E0298', 'E0310', 'X1']),
      part,
      1 + Math.floor(random.next() * 3),
      v.id,
      v.deviceId,
      new Date(occurred),
      status,
      accepted,
      completed,
    ],
  );
}
async function sos(random: Random): Promise<void> {
  const v = some(random, fleet);
  const raised = anywhen(random);
  const closed = random.next() < 0.8;
  const after = (h: number): Date => new Date(raised + random.next() * h * hourMs);
  await server.database.query(
    `INSERT INTO sos_call (type, origin, status, vehicle_id, device_id, organization_id, raised_at, received_at, acknowledged_at, dispatched_at, closed_at, escalated_to)
     VALUES ($1, 'device', $2, $3, $4, (SELECT organization_id FROM vehicle WHERE id = $3), $5, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [
      some(random, ['button', 'rollover', 'collision']),
      closed ? some(random, ['resolved', 'falseAlarm']) : 'raised',
      v.id,
      v.deviceId,
      new Date(raised),
      closed ? after(1) : null,
      closed ? after(2) : null,
      closed ? after(9) : null,
      random.next() < 0.3 ? at.headOffice : null,
    ],
  );
}
async function cycles(): Promise<void> {
  for (const [i, v] of fleet.entries())
    for (const [number, on, percent] of [
      [1, '2026-10-24', 80 + i],
      [2, '2026-10-30', 97 + i],
      [3, '2026-11-04', 110 + i],
    ] as const)
      await server.database.query(
        `WITH item AS (SELECT id FROM consumable_item WHERE model_id = (SELECT model_id FROM vehicle WHERE id = $1) AND name = 'Oil'),
           made AS (INSERT INTO consumable_item (model_id, position, name, maintenance, initial_hours, cycle_hours)
             SELECT model_id, 1, 'Oil', 'replace', 50, 500 FROM vehicle WHERE id = $1 AND NOT EXISTS (SELECT FROM item) RETURNING id)
         INSERT INTO consumable_cycle (vehicle_id, item_id, number, imminent_hours, due_hours, state, closed_on, closed_percent, closed_at, started_on)
         SELECT $1, id, $2, 45, 50, 'closed', $3::date, $4, now(), '2026-01-01' FROM (SELECT id FROM item UNION SELECT id FROM made) i`,
        [v.id, number, on, percent],
      );
}

const ask = <K extends keyof typeof operationData>(name: K, zone: string, query: object = {}, token = tokens.head) =>
  server.call(operationData[name], { query: { ...period, ...query, timeZone: zone } } as never, token) as Promise<
    Awaited<ReturnType<typeof server.call<(typeof operationData)[K]>>>
  >;
const one = async <T>(sql: string, parameters: unknown[]): Promise<T> =>
  (await server.database.query<T[]>(sql, parameters))[0] as T;
/** A moment lies on one of the days of a period, by the database's own calendar. */
const within = (column: string): string => `(${column} AT TIME ZONE $1)::date BETWEEN $2::date AND $3::date`;
/** Vehicles of the head office's scope by organization: all; of North those of Nami and Noa. */
const north = `(SELECT o.id FROM organization o WHERE o.path @> ARRAY[(SELECT id FROM organization WHERE name = 'North')])`;

const lists: Record<ListLink['to'], Endpoint> = {
  '/breakdown': faults.list,
  '/sos': sosAlerts.list,
  '/expendable': consumables.list,
  '/status': vehicles.list,
};
const totalOf = async ({ to, search }: ListLink, zone: string, token = tokens.head): Promise<number> => {
  const answer = await server.call(lists[to], { query: { ...search, timeZone: zone } } as never, token);
  return (answer as unknown as { page: { total: number } }).page.total;
};

describe.each(zones)('figures in %s are those of the raw rows', (zone) => {
  it('of models', async () => {
    const { rows, page } = await ask('models', zone);
    const expected = await server.database.query<Record<string, number | null>[]>(
      `SELECT m.name, count(DISTINCT v.id)::int AS vehicles, count(DISTINCT q.vehicle_id)::int AS active, sum(q.idle_ms + q.work_ms + q.drive_ms)::float8 AS "runMs",
         sum(q.km) AS km, sum(q.fuel_l) AS "fuelL", 100 * sum(q.idle_ms)::float8 / sum(q.idle_ms + q.work_ms + q.drive_ms) AS "idlePercent",
         (SELECT count(*)::int FROM fault_report f JOIN vehicle w ON w.id = f.vehicle_id WHERE w.model_id = m.id AND ${within('f.occurred_at')}) AS faults
       FROM model m JOIN vehicle v ON v.model_id = m.id LEFT JOIN vehicle_quarter q ON q.vehicle_id = v.id AND ${within('q.quarter')}
       GROUP BY m.id ORDER BY m.name`,
      [zone, period.from, period.to],
    );
    expect(page.total).toBe(3);
    expect(rows).toHaveLength(expected.length);
    for (const [i, row] of rows.entries()) {
      const { idlePercent, ...others } = expected[i] ?? {};
      for (const [key, value] of Object.entries(others))
        expect([key, row[key as keyof typeof row]]).toEqual([
          key,
          typeof value === 'number' ? expect.closeTo(value, 6) : value,
        ]);
      // in whole percent, which add up
      const percents = [row.idlePercent, row.workPercent, row.drivePercent];
      if (idlePercent == null) expect(percents).toEqual([null, null, null]);
      else {
        expect(Math.abs((row.idlePercent ?? 0) - idlePercent)).toBeLessThan(1);
        expect(percents.every(Number.isInteger)).toBe(true);
        expect(percents.reduce<number>((sum, percent) => sum + (percent ?? 0), 0)).toBe(100);
      }
    }
    expect(rows.every((r) => r.runMs === null || Math.abs((r.meanRunMs ?? 0) - r.runMs / r.active) < 1e-6)).toBe(true);
  });

  it('of all vehicles, and of the period before', async () => {
    const figures = await ask('activity', zone);
    for (const [part, days] of [
      ['now', period],
      ['before', before],
    ] as const) {
      const expected = await one<Record<string, number>>(
        `SELECT count(DISTINCT vehicle_id)::int AS active, sum(idle_ms + work_ms + drive_ms)::float8 AS "runMs", sum(km) AS km, sum(fuel_l) AS "fuelL",
           (SELECT count(*)::int FROM fault_report WHERE ${within('occurred_at')}) AS faults, (SELECT count(*)::int FROM sos_call WHERE ${within('raised_at')}) AS sos
         FROM vehicle_quarter WHERE ${within('quarter')}`,
        [zone, days.from, days.to],
      );
      expect(expected.faults).toBeGreaterThan(10);
      for (const [key, value] of Object.entries(expected))
        expect([key, figures[part][key as 'km']]).toEqual([key, expect.closeTo(value, 6)]);
    }
  });

  it('of customers: a day counts for who owned the vehicle at its end', async () => {
    const { rows } = await ask('customers', zone, { size: 100 });
    // once, however often the vehicle came back
    const owned = (at: string): string =>
      `EXISTS (SELECT 1 FROM owner x WHERE x.vehicle_id = f.vehicle_id AND x.customer_id = w.customer_id AND ${at} >= x.a AND ${at} < x.b)`;
    const expected = await server.database.query<
      { id: number; vehicles: number; runMs: number | null; faults: number; sos: number }[]
    >(
      `WITH days AS (SELECT vehicle_id, (quarter AT TIME ZONE $1)::date AS day, sum(idle_ms + work_ms + drive_ms)::float8 AS ms FROM vehicle_quarter WHERE ${within('quarter')} GROUP BY 1, 2),
         owner AS (SELECT *, COALESCE(since, '-infinity') AS a, COALESCE(until, 'infinity') AS b FROM vehicle_owner)
       SELECT w.customer_id AS id, count(DISTINCT w.vehicle_id)::int AS vehicles,
         (SELECT sum(d.ms) FROM days d WHERE EXISTS (SELECT 1 FROM owner x WHERE x.vehicle_id = d.vehicle_id AND x.customer_id = w.customer_id
           AND x.a < ((d.day + 1)::timestamp AT TIME ZONE $1) AND x.b >= ((d.day + 1)::timestamp AT TIME ZONE $1))) AS "runMs",
         (SELECT count(*)::int FROM fault_report f WHERE ${owned('f.occurred_at')} AND ${within('f.occurred_at')}) AS faults,
         (SELECT count(*)::int FROM sos_call f WHERE ${owned('f.raised_at')} AND ${within('f.raised_at')}) AS sos
       FROM owner w WHERE w.a < ($3::date + 1)::timestamp AT TIME ZONE $1 AND w.b > $2::date::timestamp AT TIME ZONE $1 GROUP BY 1 ORDER BY 1`,
      [zone, period.from, period.to],
    );
    expect(expected.length).toBe(7);
    const shown = rows.map(({ id, vehicles: n, runMs, faults: f, sos: s }) => ({
      id,
      vehicles: n,
      runMs,
      faults: f,
      sos: s,
    }));
    expect(shown.sort((a, b) => a.id - b.id)).toEqual(expected);
    // both owners of the fifth vehicle have some of its days
    const owners = await server.database.query<{ id: number }[]>(
      'SELECT customer_id AS id FROM vehicle_owner WHERE vehicle_id = $1',
      [fleet[4]?.id],
    );
    for (const { id } of owners) expect(rows.find((r) => r.id === id)?.runMs).toBeGreaterThan(0);
    expect(rows.find((r) => r.customer.name === '이*희')).toBeDefined();
  });

  it('of faults', async () => {
    const data = await ask('faults', zone);
    const expected = await one<Record<string, number>>(
      `SELECT count(*)::int AS count, count(DISTINCT vehicle_id)::int AS vehicles, avg(extract(epoch FROM accepted_at - received_at))::float8 AS "acceptSeconds",
         avg(extract(epoch FROM completed_at - received_at))::float8 AS "completeSeconds",
         count(*) * 1000 / ((SELECT sum(idle_ms + work_ms + drive_ms) FROM vehicle_quarter WHERE ${within('quarter')}) / 3600000.0)::float8 AS "perThousandHours"
       FROM fault_report WHERE ${within('occurred_at')}`,
      [zone, period.from, period.to],
    );
    for (const [key, value] of Object.entries(expected))
      expect([key, data.now[key as 'count']]).toEqual([key, expect.closeTo(value, 4)]);
    const days = await server.database.query<{ day: string; count: number }[]>(
      `SELECT g::date::text AS day, (SELECT count(*)::int FROM fault_report WHERE (occurred_at AT TIME ZONE $1)::date = g::date) AS count FROM generate_series($2::date, $3::date, interval '1 day') g`,
      [zone, period.from, period.to],
    );
    expect(data.days).toEqual(days);
    for (const group of [data.codes, data.parts, data.models, data.regions])
      expect(group.reduce((sum, g) => sum + g.count, 0)).toBe(data.now.count);
    const { rows } = await ask('faultCodes', zone);
    const codes = await server.database.query<object[]>(
      `SELECT code, count(*)::int AS count, count(DISTINCT vehicle_id)::int AS vehicles, 100.0::float8 * count(*) FILTER (WHERE count > 1) / count(*) AS "repeatPercent"
       FROM fault_report WHERE ${within('occurred_at')} GROUP BY code ORDER BY 2 DESC, 1`,
      [zone, period.from, period.to],
    );
    expect(
      rows.map(({ code, count, vehicles: n, repeatPercent }) => ({ code, count, vehicles: n, repeatPercent })),
    ).toEqual(codes);
  });

  it('of SOS calls', async () => {
    const data = await ask('sos', zone);
    const expected = await one<Record<string, number>>(
      `SELECT count(*)::int AS count, count(escalated_to)::int AS escalated, count(*) FILTER (WHERE status = 'falseAlarm')::int AS "falseAlarms",
         percentile_cont(0.9) WITHIN GROUP (ORDER BY extract(epoch FROM acknowledged_at - received_at)::float8) AS p90,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM closed_at - received_at)::float8) FILTER (WHERE status = 'resolved') AS median
       FROM sos_call WHERE ${within('raised_at')}`,
      [zone, period.from, period.to],
    );
    const { count, escalated, falseAlarms, acknowledgeSeconds, resolveSeconds } = data.now;
    expect({ count, escalated, falseAlarms, p90: acknowledgeSeconds.p90, median: resolveSeconds.median }).toEqual(
      expected,
    );
    const grid = await server.database.query<{ n: number; d: number; h: number }[]>(
      `SELECT extract(dow FROM raised_at AT TIME ZONE $1)::int AS d, extract(hour FROM raised_at AT TIME ZONE $1)::int AS h, count(*)::int AS n FROM sos_call WHERE ${within('raised_at')} GROUP BY 1, 2`,
      [zone, period.from, period.to],
    );
    for (const { d, h, n } of grid) expect(data.grid[d]?.[h]).toBe(n);
    expect(data.grid.flat().reduce((a, b) => a + b)).toBe(count);
    expect(data.days.reduce((sum, d) => sum + d.rollover + d.collision + d.button, 0)).toBe(count);
  });

  it('of repairs', async () => {
    const data = await ask('repairs', zone);
    const expected = await one<Record<string, number>>(
      `SELECT count(*)::int AS completed, count(*) FILTER (WHERE status = 'repairCompleted')::int AS repaired, avg(extract(epoch FROM completed_at - received_at))::float8 / 86400 AS "meanDays",
         (SELECT count(*)::int FROM consumable_cycle WHERE closed_on BETWEEN $2 AND $3 AND closed_percent < 100) AS "onTime",
         (SELECT count(*)::int FROM consumable_cycle WHERE closed_on BETWEEN $2 AND $3 AND closed_percent >= 100) AS late
       FROM fault_report WHERE ${within('completed_at')}`,
      [zone, period.from, period.to],
    );
    for (const [key, value] of Object.entries(expected))
      expect([key, data.now[key as 'late']]).toEqual([key, expect.closeTo(value, 6)]);
    expect(data.now.onTime).toBeGreaterThan(0);
    const { rows } = await ask('repairAgencies', zone);
    expect(rows.reduce((sum, r) => sum + r.completed, 0)).toBe(data.now.completed);
  });

  it('are the totals of the lists that they link to', async () => {
    const filters = [
      {},
      { type: 'premium' },
      { dealerId: at.north },
      { model: ['HE-55', 'HE-550'], dealerId: at.south },
    ] as const;
    for (const query of filters) {
      const links = operationLinks({ ...period, model: [], ...query } as never, zone);
      const same = async (figure: number, link: ListLink) =>
        expect([link, await totalOf(link, zone)]).toEqual([link, figure]);
      const activity = await ask('activity', zone, query);
      await same(activity.now.faults, links.faults());
      await same(activity.now.sos, links.sos());
      await same(activity.now.active, links.active());
      for (const row of (await ask('models', zone, query)).rows) {
        await same(row.vehicles, links.vehicles({ model: [row.name] }));
        await same(row.active, links.active({ model: [row.name] }));
        await same(row.faults, links.faults({ modelName: [row.name] }));
      }
      for (const row of (await ask('customers', zone, query)).rows) {
        await same(row.vehicles, links.owned(row.id));
        await same(row.faults, links.faults({ ownerId: row.id }));
        await same(row.sos, links.sos({ ownerId: row.id }));
      }
      const f = await ask('faults', zone, query);
      for (const { day, count } of f.days) await same(count, links.faults({ day }));
      for (const { code, count } of f.codes) await same(count, links.faults({ code }));
      for (const { key, count } of f.parts) await same(count, links.faults({ part: key }));
      for (const { id, count } of f.regions) await same(count, links.faults({ regionId: id }));
      const s = await ask('sos', zone, query);
      for (const { day, rollover } of s.days) await same(rollover, links.sos({ day, type: 'rollover' }));
      await same(s.now.escalated, links.sos({ escalated: 'true' }));
      await same(s.now.falseAlarms, links.sos({ status: 'falseAlarm' }));
      for (const [weekday, hours] of s.grid.entries())
        for (const hour of [0, 1, 2, 13, 23]) await same(hours[hour] ?? -1, links.sos({ weekday, hour }));
      for (const { id, count, button } of (await ask('sosRegions', zone, query)).rows) {
        await same(count, links.sos({ regionId: id }));
        await same(button, links.sos({ regionId: id, type: 'button' }));
      }
      const r = await ask('repairs', zone, query);
      await same(r.now.completed, links.completed());
      await same(r.now.repaired, links.completed({ status: 'repairCompleted' }));
      for (const { key, count } of r.parts) await same(count, links.completed({ part: key }));
      for (const { item, onTime, late } of r.items) {
        await same(onTime, links.consumables('onTime', { item }));
        await same(late, links.consumables('late', { item }));
      }
    }
  });
});

describe('who may see what', () => {
  it('a region sees its own dealers', async () => {
    const activity = await ask('activity', 'Asia/Seoul', {}, tokens.north);
    const { n } = await one<{ n: number }>(
      `SELECT count(*)::int AS n FROM fault_report WHERE ${within('occurred_at')} AND organization_id IN ${north}`,
      ['Asia/Seoul', period.from, period.to],
    );
    expect([activity.now.faults, activity.now.active]).toEqual([n, 3]);
    const all = await ask('faults', 'Asia/Seoul', {}, tokens.north);
    expect(all.regions.map((r) => r.name)).toEqual(['North']);
    const repairs = await ask('repairs', 'Asia/Seoul', {}, tokens.north);
    expect(repairs.now.onTime + repairs.now.late).toBe(6);
    // another region is nothing
    expect((await ask('activity', 'Asia/Seoul', { dealerId: at.south }, tokens.north)).now).toMatchObject({
      active: 0,
      runMs: null,
      faults: 0,
    });
    expect((await ask('models', 'Asia/Seoul', { dealerId: at.south }, tokens.north)).rows).toEqual([]);
  });

  it('nobody without the letter', async () => {
    await expect(ask('activity', 'Asia/Seoul', {}, tokens.productionStaff)).rejects.toMatchObject({ status: 403 });
  });

  it('who may not read customers gets their figures, masked, and cannot filter by owner', async () => {
    const { rows } = await ask('customers', 'Asia/Seoul', {}, tokens.production);
    expect(rows.length).toBe(7);
    expect(rows.every((r) => r.customer.name.includes('*'))).toBe(true);
    const [row] = rows;
    const links = operationLinks({ ...period, model: [], type: undefined, dealerId: undefined }, 'Asia/Seoul');
    for (const link of [links.owned(row?.id ?? 0), links.faults({ ownerId: row?.id }), links.sos({ ownerId: row?.id })])
      await expect(totalOf(link, 'Asia/Seoul', tokens.production)).rejects.toMatchObject({ status: 403 });
  });
});

describe('a period', () => {
  const refusal = (query: object): Promise<Refused> =>
    server.call(operationData.models, { query: { timeZone: 'Asia/Seoul', ...query } } as never, tokens.head).then(
      () => Promise.reject(new Error('was not refused')),
      (e: unknown) => e as Refused,
    );
  it('has at most 31 days, and ends after its start', async () => {
    expect((await refusal({ from: '2026-10-01', to: '2026-11-01' })).error).toMatchObject({ values: { maxDay: 31 } });
    expect((await refusal({ from: '2026-11-02', to: '2026-11-01' })).status).toBe(422);
    expect((await refusal({ timeZone: 'Mars/Olympus' })).status).toBe(422);
  });
  it('is the last seven days up to today', async () => {
    const { from, to } = await server.call(
      operationData.activity,
      { query: { timeZone: 'Asia/Seoul' } } as never,
      tokens.head,
    );
    expect([from, to]).toEqual(['2026-10-29', '2026-11-04']);
  });
});

describe('order and pages', () => {
  it('unknown values come last in both directions', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const { rows } = await ask('customers', 'Asia/Seoul', { sort: 'runMs', order, size: 10 });
      const known = rows.map((r) => r.runMs).filter((ms) => ms !== null);
      expect(rows.slice(known.length).every((r) => r.runMs === null)).toBe(true);
      expect(known).toEqual([...known].sort((a, b) => (order === 'asc' ? a - b : b - a)));
    }
  });
  it('a page after the last one is empty and knows the total', async () => {
    expect(await ask('customers', 'Asia/Seoul', { page: 3, size: 10 })).toMatchObject({ rows: [], page: { total: 7 } });
  });
});

describe('workbooks', () => {
  it.each([
    ['operationModels', 'models'],
    ['operationCustomers', 'customers'],
    ['operationFaults', 'faultCodes'],
    ['operationSos', 'sosRegions'],
    ['operationRepairs', 'repairAgencies'],
  ] as const)('%s has the rows of its table', async (list: ExportList, table) => {
    const { page } = await ask(table, 'Asia/Seoul');
    const body = { list, filter: period, columns: [] };
    const made = await server.call(exporting.create, { body, query: { timeZone: 'Asia/Seoul' } } as never, tokens.head);
    expect(made.written).toBe(page.total);
    const { bytes } = await server.call(exporting.file, { params: { id: made.id } }, tokens.head);
    const { sheets } = await readXlsx(new Uint8Array(bytes));
    // its rows, below the line of the titles
    const rows = sheets[0]?.rows.filter((row) => row.some((cell) => cell !== null)) ?? [];
    expect(rows.length).toBeGreaterThan(page.total);
  });
});

describe('sums that are stored for the whole fleet', () => {
  const zone = 'Asia/Seoul';
  it.each(['HL 6-110', undefined])('are those that a region reads itself, of model %s', async (model) => {
    const filter = model === undefined ? {} : { model: [model] };
    const stored = { ...filter, dealerId: at.north };
    for (const sort of ['runMs', 'fuelL', 'faults'] as const)
      for (const name of ['models', 'customers'] as const) {
        const own = await ask(name, zone, { ...filter, sort, order: 'desc' }, tokens.north);
        expect(own.rows.length).toBeGreaterThan(0);
        expect(await ask(name, zone, { ...stored, sort, order: 'desc' })).toEqual(own);
      }
    expect((await ask('activity', zone, stored)).now).toEqual((await ask('activity', zone, filter, tokens.north)).now);
  });

  it('are read again after five minutes; a smaller scope reads its own at once', async () => {
    const active = async (): Promise<[number | null, number | null]> => [
      (await ask('activity', zone)).now.runMs,
      (await ask('activity', zone, {}, tokens.north)).now.runMs,
    ];
    const [head, region] = await active();
    await server.database.query(
      'INSERT INTO vehicle_quarter (vehicle_id, quarter, idle_ms, work_ms, drive_ms, starts) VALUES ($1, $2, 0, 60000, 0, 0) ON CONFLICT (vehicle_id, quarter) DO UPDATE SET work_ms = vehicle_quarter.work_ms + 60000',
      [fleet[0]?.id, '2026-11-04T03:00:00Z'],
    );
    expect(await active()).toEqual([head, (region ?? 0) + 60_000]);
    await server.database.query("UPDATE operation_period SET read_at = read_at - interval '6 minutes'");
    expect(await active()).toEqual([(head ?? 0) + 60_000, (region ?? 0) + 60_000]);
  });
});
