import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dash } from '@headland/contracts/statistics';
import { faultCatalogue, lookUpFault } from '@headland/domain/fault-catalogue';
import { CatalogueInUse } from '../../incidents/faults/catalogue-in-use';
import { SessionModule } from '../../people/session/session.module';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { StatisticsAggregates } from './statistics-aggregates.tx';
import { StatisticsModule } from './statistics.module';

let server: TestServer;
let at: Organizations;
let tokens: Record<'head' | 'north' | 'nami' | 'sora' | 'regionStaff' | 'production', string>;
/** Tractors of Nami, Noa (both in the North) and Sora (in the South). */
let nami: MadeVehicle;
let noa: MadeVehicle;
let sora: MadeVehicle;
let nooneYet: number;
/** After the clocks of Chicago went back on the first, those of Berlin on the 25th of October. */
const now = new Date('2026-11-04T12:00:00Z');

/** Runs from then on for so many minutes, a sample each ten seconds; the meter goes on from where it was. */
const meters = new Map<number, { km: number; hours: number }>();
async function run(v: MadeVehicle, from: string, minutes: number, kmAnHour = 12): Promise<void> {
  const { km, hours } = meters.get(v.id) ?? { km: 1000, hours: 300 };
  await server.database.query(
    `INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine, work, odometer, engine_hours)
     SELECT $1, $2, t, 0, t, 1, (extract(epoch FROM t) / 10)::bigint % 1000000000, true, 'drive', $5 + $6 * i / 360.0, $7 + i / 360.0
     FROM generate_series(0, $4 * 6) i, LATERAL (SELECT $3::timestamptz + i * interval '10 seconds' AS t) at`,
    [v.deviceKey, v.id, from, minutes, km, kmAnHour, hours],
  );
  meters.set(v.id, { km: km + (kmAnHour * minutes) / 60, hours: hours + minutes / 60 });
}
const call = (
  v: MadeVehicle,
  organization: number,
  type: string,
  raised: string,
  more: Record<string, string> = {},
) => {
  const columns = ['status', ...Object.keys(more).filter((k) => k !== 'status')];
  return server.database.query(
    `INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at, ${columns.join(', ')})
     VALUES ($1, 'device', $2, $3, $4, $5, $5, ${columns.map((_, i) => `$${i + 6}`).join(', ')})`,
    [type, v.id, v.deviceId, organization, raised, ...columns.map((c) => more[c] ?? 'raised')],
  );
};
const report = (
  v: MadeVehicle,
  organization: number,
  code: string,
  occurred: string,
  accepted: string | null = null,
  completed: string | null = null,
) =>
  server.database.query(
    `INSERT INTO fault_report (severity, code, name, part, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active, status, accepted_at, completed_at)
     VALUES (2, $1, '{"ko":"요소수 품질","en":"Urea quality"}', '{}', $2, $3, $4, $5, $5, $5, 1, 1, true, $8, $6, $7)`,
    [
      code,
      v.id,
      v.deviceId,
      organization,
      occurred,
      accepted,
      completed,
      completed ? 'repairCompleted' : accepted ? 'accepted' : 'occurred',
    ],
  );

beforeAll(async () => {
  server = await startServer([SessionModule, StatisticsModule], { clock: () => now });
  const { database } = server;
  at = await makeOrganizations(database);
  const [empty] = await database.query<{ id: number }[]>(
    "INSERT INTO organization (name, type, parent_id) VALUES ('Nothing yet', 'DEALER', $1) RETURNING id",
    [at.south],
  );
  nooneYet = empty?.id ?? 0;
  nami = await makeVehicle(database, at.nami);
  noa = await makeVehicle(database, at.noa, { model: 'HE-55' });
  sora = await makeVehicle(database, at.sora);
  const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(database, ...caller));
  tokens = {
    head: await login('HEAD_OFFICE', 'STAFF', at.headOffice),
    north: await login('REGION', 'ADMIN', at.north),
    nami: await login('DEALER', 'ADMIN', at.nami),
    sora: await login('AGENCY', 'STAFF', at.sora),
    regionStaff: await login('REGION', 'STAFF', at.north),
    production: await login('PRODUCTION', 'STAFF', at.headOffice),
  };

  // the week: Nami twice, Noa farther, Sora the farthest; and the week before
  await run(nami, '2026-11-02T10:00:00Z', 60);
  await run(nami, '2026-11-03T10:00:00Z', 30);
  await run(noa, '2026-11-03T10:00:00Z', 120);
  await run(sora, '2026-10-24T10:00:00Z', 300);
  await run(sora, '2026-10-30T10:00:00Z', 240);
  // around midnight of India (18:30 UTC) and Nepal (18:15 UTC)
  await run(noa, '2026-10-31T18:05:00Z', 5);
  await run(sora, '2026-10-31T18:20:00Z', 5);
  await run(nami, '2026-10-31T18:35:00Z', 5);
  // half past eleven in the evening of the day that has 25 hours in Chicago
  await run(nami, '2026-11-02T05:30:00Z', 10);
  await server.app.get(StatisticsAggregates).rebuild(Date.parse('2026-10-20T00:00:00Z'), now.getTime());
  await server.app.get(StatisticsAggregates).update();

  await call(nami, at.nami, 'button', '2026-11-02T03:00:00Z', {
    status: 'resolved',
    acknowledged_at: '2026-11-02T03:00:30Z',
    closed_at: '2026-11-02T03:50:00Z',
  });
  await call(sora, at.sora, 'rollover', '2026-11-02T04:00:00Z', {
    status: 'resolved',
    acknowledged_at: '2026-11-02T04:00:10Z',
    closed_at: '2026-11-02T04:10:00Z',
  });
  await call(noa, at.noa, 'collision', '2026-11-03T04:00:00Z', {
    status: 'falseAlarm',
    acknowledged_at: '2026-11-03T04:01:00Z',
    closed_at: '2026-11-03T04:02:00Z',
  });
  await call(noa, at.noa, 'button', '2026-10-23T04:00:00Z');
  // today is not of the week
  await call(nami, at.nami, 'rollover', '2026-11-04T10:00:00Z');
});
afterAll(() => server.stop());

const ask = <K extends keyof typeof dash>(
  tile: K,
  token: string,
  timeZone = 'UTC',
  query: { organizationId?: number } = {},
) => server.call(dash[tile], { query: { ...query, timeZone } } as never, token);
const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
const onOf = async (token: string, zone: string, query = {}): Promise<Record<string, number | null>> =>
  Object.fromEntries((await ask('engines', token, zone, query)).days.map((d) => [d.day.slice(5), d.on]));

describe('vehicles with the engine on', () => {
  it('are counted per day of the last seven, of all there were', async () => {
    const { days, before, counting } = await ask('engines', tokens.head);
    expect(counting).toBe(false);
    expect(days.map((d) => [d.day, d.on])).toEqual([
      ['2026-10-28', 0],
      ['2026-10-29', 0],
      ['2026-10-30', 1],
      ['2026-10-31', 3],
      ['2026-11-01', 0],
      ['2026-11-02', 1],
      ['2026-11-03', 2],
    ]);
    // in the books since the day of their terminals
    expect(days.map((d) => d.vehicles)).toEqual([3, 3, 3, 3, 3, 3, 3]);
    expect(before).toBe(0);
  });

  it.each([
    ['Asia/Kolkata', { '10-31': 2, '11-01': 1 }],
    ['Asia/Kathmandu', { '10-31': 1, '11-01': 2 }],
    ['Asia/Seoul', { '10-31': 0, '11-01': 3 }],
    // the same zone by another name
    ['asia/calcutta', { '10-31': 2, '11-01': 1 }],
  ])('belong to the day as it is counted in %s', async (zone, expected) => {
    expect(await onOf(tokens.head, zone)).toMatchObject(expected);
  });

  it("belong to a day of the product's zone for a caller that names none", async () => {
    const { days } = await server.call(dash.engines, { query: { timeZone: undefined } } as never, tokens.head);
    expect(Object.fromEntries(days.map((d) => [d.day.slice(5), d.on]))).toEqual(await onOf(tokens.head, 'Asia/Seoul'));
    expect(await onOf(tokens.head, 'Asia/Seoul')).not.toEqual(await onOf(tokens.head, 'UTC'));
  });

  it('belong to a day of 25 hours to its end', async () => {
    expect(await onOf(tokens.nami, 'America/Chicago')).toMatchObject({
      '10-31': 1,
      '11-01': 1,
      '11-02': 1,
      '11-03': 1,
    });
    expect(await onOf(tokens.nami, 'Etc/GMT+5')).toMatchObject({ '11-01': 0, '11-02': 1 });
  });

  it('are those of the caller’s organisation and below it, or of one of these', async () => {
    expect((await onOf(tokens.north, 'UTC'))['11-03']).toBe(2);
    expect((await onOf(tokens.nami, 'UTC'))['11-03']).toBe(1);
    expect((await onOf(tokens.sora, 'UTC'))['10-30']).toBe(1);
    expect((await onOf(tokens.sora, 'UTC'))['11-03']).toBe(0);
    expect((await onOf(tokens.head, 'UTC', { organizationId: at.north }))['11-03']).toBe(2);
    expect((await onOf(tokens.head, 'UTC', { organizationId: at.noa }))['11-02']).toBe(0);
    expect((await onOf(tokens.head, 'UTC', { organizationId: at.headOffice }))['11-03']).toBe(2);
  });
});

it('an organisation out of scope is not found, as one that is not there', async () => {
  for (const tile of Object.keys(dash) as (keyof typeof dash)[]) {
    expect(await refused(ask(tile, tokens.nami, 'UTC', { organizationId: at.noa })), tile).toMatchObject({
      status: 404,
    });
    expect(await refused(ask(tile, tokens.north, 'UTC', { organizationId: at.south })), tile).toMatchObject({
      status: 404,
    });
    expect(await refused(ask(tile, tokens.head, 'UTC', { organizationId: 99_999 })), tile).toMatchObject({
      status: 404,
    });
    expect((await server.send(dash[tile], {}, null)).status, tile).toBe(401);
  }
});

describe('the vehicles that drove farthest', () => {
  it('are the first five of the seven days, compared with the first of the seven before', async () => {
    const mileage = await ask('mileage', tokens.head);
    expect(mileage).toMatchObject({
      from: '2026-10-28',
      to: '2026-11-03',
      km: expect.closeTo(49, 0),
      before: expect.closeTo(60, 0),
      counting: false,
    });
    expect(mileage.vehicles.map((v) => [v.vin, Math.round(v.km), Math.round((v.hours ?? 0) * 100) / 100])).toEqual([
      [sora.vin, 49, 4.08],
      [noa.vin, 25, 2.08],
      [nami.vin, 21, 1.75],
    ]);
  });

  it('are those of the scope', async () => {
    expect((await ask('mileage', tokens.north)).vehicles.map((v) => v.vin)).toEqual([noa.vin, nami.vin]);
    expect((await ask('mileage', tokens.nami)).vehicles.map((v) => v.vin)).toEqual([nami.vin]);
  });

  it('are not named to whom the matrix gives no vehicles', async () => {
    expect(await ask('mileage', tokens.regionStaff)).toMatchObject({ km: expect.closeTo(25, 0), vehicles: [] });
  });
});

describe('fault reports', () => {
  it('are counted by what happened to them on each day, with the codes that came most', async () => {
    await report(nami, at.nami, 'E0389', '2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z', '2026-11-03T10:00:00Z');
    await report(nami, at.nami, 'E0303', '2026-11-01T11:00:00Z');
    await report(noa, at.noa, 'E0389', '2026-11-03T11:00:00Z', '2026-11-03T11:30:00Z');
    await report(sora, at.sora, 'E0306', '2026-10-22T10:00:00Z', '2026-11-01T10:00:00Z');
    await report(sora, at.sora, 'E0307', '2026-11-04T01:00:00Z');
    await server.app.get(StatisticsAggregates).update();
    const faults = await ask('faults', tokens.head);
    expect(faults).toMatchObject({
      total: { occurred: 3, accepted: 3, completed: 1 },
      before: { occurred: 1, accepted: 0, completed: 0 },
      counting: false,
    });
    expect(faults.days.at(4)).toEqual({ day: '2026-11-01', occurred: 2, accepted: 1, completed: 0 });
    expect(faults.codes.map((c) => [c.code, c.count])).toEqual([
      ['E0389', 2],
      ['E0303', 1],
    ]);
    // as the catalogue in use names them, not as the reports were named when they came
    expect(faults.codes[0]?.name).toEqual(lookUpFault('E0389').name);
    expect(faults.codes[0]?.name.en).not.toBe('Urea quality');
    expect(await ask('faults', tokens.sora)).toMatchObject({
      total: { occurred: 0, accepted: 1, completed: 0 },
      codes: [],
    });
    expect(await ask('faults', tokens.nami)).toMatchObject({ total: { occurred: 2, accepted: 1, completed: 1 } });
  });
});

describe('the codes that came most', () => {
  const names = async (): Promise<(string | undefined)[]> =>
    (await ask('faults', tokens.head)).codes.map((c) => c.name.en);

  it('are called what a replaced catalogue calls them', async () => {
    const records = faultCatalogue.records.map((r) =>
      r.code === 'E0389' ? { ...r, nameEn: 'Urea below its grade' } : r,
    );
    await server.database.query(
      "INSERT INTO fault_catalogue (version, records, sha256, file_name, changes) VALUES (1, $1, 'x', 'maker.json', '[]')",
      [JSON.stringify(records)],
    );
    await server.database.query('INSERT INTO fault_catalogue_use (version) VALUES (1)');
    await server.app.get(CatalogueInUse).read();
    expect((await names())[0]).toBe('Urea below its grade');
    await server.database.query('INSERT INTO fault_catalogue_use (version) VALUES (0)');
    await server.app.get(CatalogueInUse).read();
    expect((await names())[0]).toBe(lookUpFault('E0389').name.en);
  });

  it('that no catalogue knows keep the name of their reports', async () => {
    await report(nami, at.nami, 'X9', '2026-11-02T12:00:00Z');
    await report(noa, at.noa, 'X9', '2026-11-02T13:00:00Z');
    await report(sora, at.sora, 'X9', '2026-11-02T14:00:00Z');
    await server.app.get(StatisticsAggregates).update();
    expect((await names())[0]).toBe('Urea quality');
    await server.database.query("DELETE FROM fault_report WHERE code = 'X9'");
    await server.app.get(StatisticsAggregates).update();
  });
});

describe('SOS', () => {
  it('are counted by type, with how they ended and how long it took', async () => {
    const sos = await ask('sos', tokens.head);
    expect(sos).toMatchObject({
      total: { button: 1, rollover: 1, collision: 1 },
      before: 1,
      resolved: 2,
      falseAlarms: 1,
      medianAcknowledgeSeconds: 30,
      medianResolveSeconds: 1800,
    });
    expect(sos.days.at(5)).toEqual({ day: '2026-11-02', button: 1, rollover: 1, collision: 0 });
    expect(await ask('sos', tokens.sora)).toMatchObject({
      total: { button: 0, rollover: 1, collision: 0 },
      before: 0,
      medianAcknowledgeSeconds: 10,
    });
    // the third of November begins earlier there
    expect((await ask('sos', tokens.head, 'Pacific/Auckland')).days.find((d) => d.day === '2026-11-02')).toMatchObject({
      button: 1,
      rollover: 1,
    });
  });
});

describe('members', () => {
  it('are those who joined the app and those who left it', async () => {
    const member = (id: number, joined: string, left: string | null, organization: number): Promise<unknown> =>
      server.database.query(
        'UPDATE customer SET joined_at = $2, withdrawn_at = $3, app_status = $4, organization_id = $5 WHERE id = $1',
        [id, joined, left, left === null ? 'registered' : 'withdrawn', organization],
      );
    await member(nami.customerId, '2026-11-02T23:30:00Z', null, at.nami);
    await member(noa.customerId, '2026-10-22T10:00:00Z', '2026-11-03T10:00:00Z', at.noa);
    await member(sora.customerId, '2026-01-22T10:00:00Z', null, at.sora);
    expect(await ask('members', tokens.head)).toMatchObject({ joined: 1, withdrawn: 1, before: 1, registered: 2 });
    expect((await ask('members', tokens.head)).days.slice(-2)).toEqual([
      { day: '2026-11-02', joined: 1, withdrawn: 0 },
      { day: '2026-11-03', joined: 0, withdrawn: 1 },
    ]);
    expect((await ask('members', tokens.head, 'Asia/Seoul')).days.at(-1)).toMatchObject({ joined: 1, withdrawn: 1 });
    expect(await ask('members', tokens.sora)).toMatchObject({ joined: 0, withdrawn: 0, registered: 1 });
    expect(await ask('members', tokens.north)).toMatchObject({ joined: 1, withdrawn: 1, before: 1, registered: 1 });
  });

  it('who left count for the dealer of the machines that they had', async () => {
    const [here] = await server.database.query<[{ id: number }]>(
      "INSERT INTO customer (name, joined_at, withdrawn_at, app_status, organization_id) VALUES ('박가을', '2026-01-22T10:00:00Z', '2026-11-02T10:00:00Z', 'withdrawn', $1) RETURNING id",
      [at.sora],
    );
    const owner = (until: string) =>
      server.database.query('INSERT INTO vehicle_owner (vehicle_id, customer_id, until) VALUES ($1, $2, $3)', [
        nami.id,
        here.id,
        until,
      ]);
    await owner('2026-10-01T10:00:00Z');
    expect(await ask('members', tokens.nami), 'one that was sold on before').toMatchObject({ withdrawn: 0 });
    // the machines of one who leaves are unsold in the same transaction
    await owner('2026-11-02T10:00:00Z');
    expect(await ask('members', tokens.nami)).toMatchObject({ joined: 1, withdrawn: 1, registered: 1 });
    expect(await ask('members', tokens.sora)).toMatchObject({ withdrawn: 1 });
  });
});

describe('sales', () => {
  it('are counted by the day of the sale and by model', async () => {
    const sold = (v: MadeVehicle, day: string): Promise<unknown> =>
      server.database.query('UPDATE vehicle SET sold_on = $2 WHERE id = $1', [v.id, day]);
    await sold(nami, '2026-11-03');
    await sold(noa, '2026-10-28');
    await sold(sora, '2026-10-27');
    const { days, ...rest } = await ask('sales', tokens.head);
    expect(rest).toEqual({
      total: 2,
      before: 1,
      models: [
        { model: 'HE-55', sold: 1 },
        { model: 'HL 6-110', sold: 1 },
      ],
    });
    expect([days[0], days.at(-1)]).toEqual([
      { day: '2026-10-28', sold: 1 },
      { day: '2026-11-03', sold: 1 },
    ]);
    expect(await ask('sales', tokens.nami)).toMatchObject({ total: 1, before: 0 });
  });
});

it('where nothing has happened there are zeros, not gaps', async () => {
  const query = { organizationId: nooneYet };
  expect(await ask('engines', tokens.head, 'UTC', query)).toMatchObject({
    before: 0,
    counting: false,
    days: expect.arrayContaining([{ day: '2026-11-03', on: 0, vehicles: 0 }]) as never,
  });
  expect(await ask('mileage', tokens.head, 'UTC', query)).toMatchObject({ km: null, before: null, vehicles: [] });
  expect(await ask('faults', tokens.head, 'UTC', query)).toMatchObject({
    total: { occurred: 0, accepted: 0, completed: 0 },
    codes: [],
  });
  expect(await ask('sos', tokens.head, 'UTC', query)).toMatchObject({
    total: { button: 0, rollover: 0, collision: 0 },
    medianAcknowledgeSeconds: null,
    medianResolveSeconds: null,
  });
  expect(await ask('members', tokens.head, 'UTC', query)).toMatchObject({ joined: 0, withdrawn: 0, registered: 0 });
  expect(await ask('sales', tokens.head, 'UTC', query)).toMatchObject({ total: 0, models: [] });
});

it('a day that is not counted yet is missing, not nought, and the tile says so', async () => {
  await server.database.query("DELETE FROM figures_day WHERE day = '2026-11-03'");
  expect(await ask('engines', tokens.head)).toMatchObject({
    counting: true,
    days: expect.arrayContaining([{ day: '2026-11-03', on: null, vehicles: null }]) as never,
  });
  await server.app.get(StatisticsAggregates).update();
  expect(await ask('engines', tokens.head)).toMatchObject({ counting: false });
});

it('the live strip counts what waits, in the scope', async () => {
  const { database } = server;
  await database.query(
    `WITH item AS (
       INSERT INTO consumable_item (model_id, position, name, maintenance, initial_hours, cycle_hours) SELECT model_id, 1, 'Oil', 'replace', 50, 100 FROM vehicle WHERE id = $1 RETURNING id)
     INSERT INTO consumable_cycle (vehicle_id, item_id, imminent_hours, due_hours, state) SELECT v.id, item.id, 45, 50, v.state FROM item, (VALUES ($1::int, 'exceeded'), ($2, 'imminent'), ($3, 'safe')) v(id, state)`,
    [nami.id, noa.id, sora.id],
  );
  await database.query(
    `INSERT INTO owner_transfer (status, vehicle_id, from_customer_id, to_customer_id, requested_at, accepted_at, due_at) VALUES
     ('accepted', $1, $2, $3, '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', '2026-11-08T00:00:00Z'), ('requested', $4, $3, $2, '2026-11-01T00:00:00Z', NULL, '2026-11-08T00:00:00Z')`,
    [nami.id, nami.customerId, noa.customerId, noa.id],
  );
  expect(await ask('now', tokens.head)).toMatchObject({
    vehicles: 3,
    sosOpen: 2,
    transfersAwaiting: 1,
    oldestTransferAt: '2026-11-02T00:00:00.000Z',
    consumablesExceeded: 1,
    consumablesImminent: 1,
  });
  expect(await ask('now', tokens.sora)).toMatchObject({
    vehicles: 1,
    transfersAwaiting: 0,
    oldestTransferAt: null,
    consumablesExceeded: 0,
    consumablesImminent: 0,
  });
  expect(await ask('now', tokens.head, 'UTC', { organizationId: at.noa })).toMatchObject({
    vehicles: 1,
    consumablesImminent: 1,
    consumablesExceeded: 0,
  });
});
