import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exports } from '@headland/contracts/export';
import { type VehicleState, vehicles, vehicleStates } from '@headland/contracts/vehicle';
import { dayOf, plusDays } from '@headland/domain/zone-day';
import { ExportsModule } from '../../files/exports/exports.module';
import { openSnapshot } from '../../platform/database/cursor';
import { ExportRegistry } from '../../platform/exports/export-registry';
import { SessionReader } from '../../platform/session-reader';
import { SessionModule } from '../../people/session/session.module';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { type MadeVehicle, makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import type { Caller } from '../../platform/caller';
import { VehicleHours } from '../../maintenance/hours/vehicle-hours.reads';
import { VehiclesModule } from './vehicles.module';

let server: TestServer;
let at: Organizations;
let tokens: Record<'head' | 'production' | 'north' | 'nami' | 'sora' | 'regionStaff', string>;
/** Tractors of Nami, Noa (both in the North) and Sora (in the South). */
let nami: MadeVehicle;
let noa: MadeVehicle;
let sora: MadeVehicle;

beforeAll(async () => {
  server = await startServer([SessionModule, ExportsModule, VehiclesModule]);
  const { database } = server;
  at = await makeOrganizations(database);
  nami = await makeVehicle(database, at.nami, { customer: { name: '김민수', phone: '010-5555-1234' } });
  noa = await makeVehicle(database, at.noa, { model: 'HE-55', customer: { name: 'John Miller', phone: null } });
  sora = await makeVehicle(database, at.sora);
  const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(database, ...caller));
  tokens = {
    head: await login('HEAD_OFFICE', 'STAFF', at.headOffice),
    production: await login('PRODUCTION', 'STAFF', at.headOffice),
    north: await login('REGION', 'ADMIN', at.north),
    nami: await login('DEALER', 'ADMIN', at.nami),
    sora: await login('AGENCY', 'STAFF', at.sora),
    regionStaff: await login('REGION', 'STAFF', at.north),
  };
});
afterAll(() => server.stop());

const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
const list = (token: string, query: object = {}) => server.call(vehicles.list, { query }, token);
const vins = async (token: string, query: object = {}): Promise<string[]> =>
  (await list(token, { sort: 'vin', order: 'asc', ...query })).rows.map((r) => r.vin);
const setState = (vehicle: { id: number; deviceKey: number | null }, columns: Record<string, unknown>) => {
  const names = ['vehicle_id', 'device_key', ...Object.keys(columns)];
  const values = [vehicle.id, vehicle.deviceKey, ...Object.values(columns)];
  return server.database.query(
    `INSERT INTO vehicle_state (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')}) ON CONFLICT (vehicle_id) DO UPDATE SET ${names.map((n, i) => `${n} = $${i + 1}`).join(', ')}`,
    values,
  );
};
let items = 0;
/** One cycle of a new item of the vehicle's model: 100 hours, started at 400. */
const cycle = async (vehicle: MadeVehicle, state: string): Promise<void> => {
  await server.database.query(
    `WITH item AS (
       INSERT INTO consumable_item (model_id, position, name, maintenance, initial_hours, cycle_hours, cycle_days)
       SELECT model_id, 1, $2, 'replace', 50, 100, 365 FROM vehicle WHERE id = $1 RETURNING id)
     INSERT INTO consumable_cycle (vehicle_id, item_id, number, started_hours, started_on, imminent_hours, due_hours, imminent_on, due_on, state)
     SELECT $1, id, 2, 400, '2026-01-01', 490, 500, '2026-11-26', '2027-01-01', $3 FROM item`,
    [vehicle.id, `Oil ${'x'.repeat(++items)}`, state],
  );
};
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

describe('the list of vehicles', () => {
  it.each<[keyof typeof tokens, () => MadeVehicle[]]>([
    ['head', () => [nami, noa, sora]],
    ['production', () => [nami, noa, sora]],
    ['north', () => [nami, noa]],
    ['nami', () => [nami]],
    ['sora', () => [sora]],
  ])('shows to %s what its scope holds', async (caller, expected) => {
    expect(await vins(tokens[caller])).toEqual(
      expected()
        .map((v) => v.vin)
        .sort(),
    );
  });

  it('is refused to roles without R, and without a session', async () => {
    expect(await refused(list(tokens.regionStaff))).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } });
    expect((await server.send(vehicles.list, {}, null)).status).toBe(401);
  });

  it('masks customers for everybody', async () => {
    const { rows } = await list(tokens.head, { sort: 'vin', order: 'asc' });
    expect(rows.map((r) => r.customer).slice(0, 2)).toEqual([
      { id: nami.customerId, name: '김*수', phone: '010-****-1234' },
      { id: noa.customerId, name: 'J**n M****r', phone: null },
    ]);
  });

  it('is filtered by customer only for those who may read customers', async () => {
    expect(await vins(tokens.head, { customer: 'mill' })).toEqual([noa.vin]);
    expect(await refused(list(tokens.production, { customer: 'mill' }))).toMatchObject({ status: 403 });
  });

  it('is filtered by text, model and dealer, those below included', async () => {
    expect(await vins(tokens.head, { vin: nami.vin.slice(-5).toLowerCase() })).toEqual([nami.vin]);
    expect(await vins(tokens.head, { vin: '%' })).toEqual([]);
    expect(await vins(tokens.head, { model: ['HE-55', 'none'] })).toEqual([noa.vin]);
    expect(await vins(tokens.head, { dealerId: at.north })).toEqual([nami.vin, noa.vin]);
    expect(await vins(tokens.nami, { dealerId: at.south })).toEqual([]);
  });

  it('is paged, with its total, also behind its end', async () => {
    const first = await list(tokens.head, { sort: 'vin', size: 10, page: 1 });
    expect(first.page).toEqual({ number: 1, size: 10, total: 3 });
    expect(await list(tokens.head, { size: 10, page: 7 })).toEqual({
      rows: [],
      page: { number: 7, size: 10, total: 3 },
    });
    expect(await refused(list(tokens.head, { size: 11 }))).toMatchObject({
      status: 422,
      error: { fields: { size: 'field.pageSize' } },
    });
  });

  it('is filtered by map view, across the date line as well', async () => {
    await setState(nami, { lat: 35.8, lon: 126.9, last_seen_at: ago(10) });
    await setState(noa, { lat: -17, lon: 179.5, last_seen_at: ago(10) });
    await setState(sora, { lat: -17, lon: -179.5, last_seen_at: ago(10) });
    expect(await vins(tokens.head, { bbox: '126,35,128,36' })).toEqual([nami.vin]);
    expect(await vins(tokens.head, { bbox: '179,-20,181,-10' })).toEqual([noa.vin, sora.vin]);
    expect(await vins(tokens.head, { bbox: '-720,-90,720,90' })).toEqual([nami.vin, noa.vin, sora.vin]);
    expect(await refused(list(tokens.head, { bbox: '1,2,3' }))).toMatchObject({ status: 422 });
  });

  it('is sorted by each column both ways, what is missing last', async () => {
    await setState(nami, { engine_hours: 10, odometer: 3, fuel_used: 5, started_at: ago(100) });
    await setState(noa, { engine_hours: 20, odometer: 2, fuel_used: 4, started_at: ago(50) });
    await setState(sora, { engine_hours: null, odometer: null, fuel_used: null, started_at: null });
    expect(await vins(tokens.head, { sort: 'engineHours', order: 'asc' })).toEqual([nami.vin, noa.vin, sora.vin]);
    expect(await vins(tokens.head, { sort: 'engineHours', order: 'desc' })).toEqual([noa.vin, nami.vin, sora.vin]);
    expect(await vins(tokens.head, { sort: 'odometer', order: 'asc' })).toEqual([noa.vin, nami.vin, sora.vin]);
    expect(await vins(tokens.head, { hoursFrom: 5, hoursTo: 15 })).toEqual([nami.vin]);
    for (const sort of [
      'vin',
      'model',
      'dealer',
      'soldOn',
      'odometer',
      'engineHours',
      'fuelUsed',
      'startedAt',
      'lastSeenAt',
      'state',
    ]) {
      for (const order of ['asc', 'desc'])
        expect((await list(tokens.head, { sort, order })).rows, `${sort} ${order}`).toHaveLength(3);
    }
  });

  it('begins with the last started, unless another order is requested', async () => {
    expect((await list(tokens.head)).rows.map((r) => r.vin)).toEqual([noa.vin, nami.vin, sora.vin]);
    expect((await list(tokens.head, { sort: 'startedAt', order: 'asc' })).rows.map((r) => r.vin)).toEqual([
      nami.vin,
      noa.vin,
      sora.vin,
    ]);
  });

  it('is filtered by engine, work, mileage and last start', async () => {
    await setState(nami, { engine: true, work: 'work', odometer: 3, started_at: ago(100) });
    await setState(noa, { engine: false, work: 'drive', odometer: 2, started_at: ago(50) });
    await setState(sora, { engine: null, work: null });
    expect(await vins(tokens.head, { engineOn: true })).toEqual([nami.vin]);
    expect(await vins(tokens.head, { engineOn: false })).toEqual([noa.vin]);
    // values from before the engine was turned off no longer apply
    expect(await vins(tokens.head, { work: ['work', 'drive'] })).toEqual([nami.vin]);
    expect(await vins(tokens.head, { mileageFrom: 2.5 })).toEqual([nami.vin]);
    expect(await vins(tokens.head, { mileageFrom: 1, mileageTo: 2.5 })).toEqual([noa.vin]);
    expect(await vins(tokens.head, { startedFrom: ago(75).toISOString() })).toEqual([noa.vin]);
    expect(await vins(tokens.head, { startedTo: ago(75).toISOString() })).toEqual([nami.vin]);
  });

  it('is filtered by what has to be replaced', async () => {
    await cycle(nami, 'imminent');
    await cycle(noa, 'exceeded');
    await cycle(sora, 'safe');
    expect(await vins(tokens.head, { consumable: 'imminent' })).toEqual([nami.vin]);
    expect(await vins(tokens.head, { consumable: ['imminent', 'exceeded'] })).toEqual([nami.vin, noa.vin]);
    expect(await refused(list(tokens.head, { consumable: 'safe' }))).toMatchObject({ status: 422 });
  });

  it('puts calls for help first, then faults by severity', async () => {
    await setState(nami, {
      open_faults: 1,
      worst_fault: 2,
      open_sos: 0,
      online: true,
      engine: true,
      last_seen_at: ago(5),
    });
    await setState(noa, { open_faults: 2, worst_fault: 1, open_sos: 0, online: false, last_seen_at: ago(5) });
    await setState(sora, { open_sos: 1, online: false, last_seen_at: ago(5) });
    expect(
      (await list(tokens.head, { sort: 'state', order: 'asc' })).rows.map((r) => [r.vin, r.openSos, r.worstFault]),
    ).toEqual([
      [sora.vin, 1, null],
      [noa.vin, 0, 'critical'],
      [nami.vin, 0, 'major'],
    ]);
    expect(await vins(tokens.head, { openSos: true })).toEqual([sora.vin]);
    expect(await vins(tokens.head, { openFault: false })).toEqual([sora.vin]);
  });

  it('agrees with the rule on the state of every machine', async () => {
    let made = 0;
    for (const online of [true, false]) {
      for (const engine of [true, false, null]) {
        for (const work of ['idle', 'work', 'drive', null]) {
          for (const [seconds, interval] of [
            [null, 30],
            [5, 30],
            [100, 30],
            [100, 60],
            [200, 60],
          ] as const) {
            const vehicle = await makeVehicle(server.database, at.sora);
            await server.database.query('UPDATE device SET interval_s = $2 WHERE id = $1', [
              vehicle.deviceId,
              interval,
            ]);
            await setState(vehicle, { online, engine, work, last_seen_at: seconds === null ? null : ago(seconds) });
            made++;
          }
        }
      }
    }
    const counts: Partial<Record<VehicleState, number>> = {};
    for (const state of vehicleStates) {
      for (let page = 1, left = 1; left > 0; page++) {
        const { rows, page: of } = await list(tokens.sora, { state, size: 100, page });
        // SQL filtered, the rule named
        for (const row of rows) expect(row.state).toBe(state);
        counts[state] = of.total;
        left = of.total - page * 100;
      }
    }
    expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(made + 1);
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
    const online = (await list(tokens.sora, { online: true })).page.total;
    expect(online).toBe((counts.off ?? 0) + (counts.idle ?? 0) + (counts.work ?? 0) + (counts.drive ?? 0));
    expect(await server.call(vehicles.counts, {}, tokens.sora)).toMatchObject({
      vehicles: made + 1,
      online,
      offline: made + 1 - online,
      engineOn: online - (counts.off ?? 0),
    });
    await server.database.query('DELETE FROM vehicle WHERE organization_id = $1 AND id <> $2', [at.sora, sora.id]);
  });
});

describe('the filter', () => {
  it('names the models of the scope', async () => {
    expect(await server.call(vehicles.models, {}, tokens.head)).toEqual(['HE-55', 'HL 6-110']);
    expect(await server.call(vehicles.models, {}, tokens.nami)).toEqual(['HL 6-110']);
  });
});

describe('one vehicle', () => {
  const get = (token: string, id: number) => server.call(vehicles.get, { params: { id } }, token);

  it('has all values that its terminal sent last', async () => {
    await server.database.query("UPDATE device SET type = 2, firmware = '4.1.0', rssi = -71 WHERE id = $1", [
      nami.deviceId,
    ]);
    await server.database.query(
      `INSERT INTO device_clock (device_key, boot, clock, offset_ms) VALUES ($1, 7, '{}', 45000)`,
      [nami.deviceKey],
    );
    await setState(nami, {
      boot: 7,
      seq: 3,
      ts: ago(5),
      lat: 35.803,
      lon: 126.881,
      position_ts: ago(5),
      heading: 270,
      speed: 7.5,
      engine: true,
      engine_ts: ago(5),
      started_at: ago(900),
      work: 'work',
      rpm: 1850,
      engine_hours: 1200.5,
      odometer: 900,
      fuel_used: null,
      signals: { coolant: 88.5, battery: 13.9, tilt: { x: 2, y: -1, z: 0 } },
      online: true,
      last_seen_at: ago(5),
    });
    const vehicle = await get(tokens.nami, nami.id);
    expect(vehicle).toMatchObject({
      vin: nami.vin,
      model: 'HL 6-110',
      modelType: 'premium',
      remoteControl: 'start',
      deviceId: nami.deviceId,
      deviceType: 2,
      thresholds: { x: 40, y: 40, z: 55 },
      intervalSeconds: 30,
      firmware: '4.1.0',
      rssi: -71,
      dealer: { id: at.nami, name: 'Nami' },
      matchedOn: '2025-03-01',
      soldOn: '2025-04-01',
      shippedOn: null,
      state: 'work',
      online: true,
    });
    expect(vehicle.now).toMatchObject({
      id: nami.id,
      state: 'work',
      engine: 'on',
      work: 'work',
      tilt: { x: 2, y: -1, z: 0 },
      skewMs: -45_000,
    });
    expect(vehicle.now.values).toEqual({
      speed: 7.5,
      heading: 270,
      rpm: 1850,
      engineHours: 1200.5,
      odometer: 900,
      coolant: 88.5,
      battery: 13.9,
    });
    expect(vehicle.place?.ko).toContain('김제');
  });

  it('shows its customer masked, and in full to those who may and ask, on record', async () => {
    const inFull = (token: string, id: number) => server.call(vehicles.customer, { params: { id } }, token);
    const masked = { id: nami.customerId, name: '김*수', phone: '010-****-1234' };
    const seen = () =>
      server.database.query(
        "SELECT 1 FROM personal_data_view WHERE customer_id = $1 AND subject = 'vehicle' AND subject_id = $2",
        [nami.customerId, nami.id],
      );
    expect((await get(tokens.nami, nami.id)).customer).toEqual(masked);
    expect(await seen()).toEqual([]);
    expect(await inFull(tokens.nami, nami.id)).toEqual({ id: nami.customerId, name: '김민수', phone: '010-5555-1234' });
    expect(await seen()).toHaveLength(1);
    expect(await refused(inFull(tokens.production, nami.id))).toMatchObject({ status: 403 });
    expect(await refused(inFull(tokens.nami, noa.id))).toMatchObject({ status: 404 });
    expect((await get(tokens.production, nami.id)).customer).toEqual(masked);
  });

  it('without any message shows this, and one without a device as well', async () => {
    const silent = await makeVehicle(server.database, at.nami);
    await server.database.query('UPDATE vehicle SET device_id = NULL, customer_id = NULL WHERE id = $1', [silent.id]);
    expect(await get(tokens.nami, silent.id)).toMatchObject({
      state: 'never',
      online: false,
      deviceId: null,
      customer: null,
      intervalSeconds: null,
      thresholds: { x: 45, y: 45, z: 60 },
      now: { state: 'never', values: {}, tilt: null, ts: null, skewMs: null },
    });
    await server.database.query('DELETE FROM vehicle WHERE id = $1', [silent.id]);
  });

  it.each([
    ['get', {}],
    ['recent', {}],
    ['days', { month: '2026-03' }],
    ['track', { day: '2026-03-01' }],
    ['faults', {}],
    ['history', {}],
    ['hours', {}],
    ['sos', {}],
    ['consumables', {}],
    ['ownership', {}],
    ['installations', {}],
    ['lastStart', {}],
  ] as const)('%s: out of scope and unknown look alike', async (name, query) => {
    const ask = (id: number | string) => server.call(vehicles[name], { params: { id }, query } as never, tokens.sora);
    for (const id of [nami.id, 999_999, 'x'])
      expect(await refused(ask(id)), String(id)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    expect(await ask(sora.id)).toBeDefined();
  });
});

describe('what a vehicle did', () => {
  const seoul = { timeZone: 'Asia/Seoul' };
  const sample = (vehicle: MadeVehicle, ts: Date, columns: Record<string, unknown>, seq: number) => {
    const names = [
      'device_key',
      'vehicle_id',
      'ts',
      'device_ts',
      'received_at',
      'boot',
      'seq',
      ...Object.keys(columns),
    ];
    const values = [vehicle.deviceKey, vehicle.id, ts, ts.getTime(), ts, 1, seq, ...Object.values(columns)];
    return server.database.query(
      `INSERT INTO telemetry (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
      values,
    );
  };

  it('in the last half hour, sensor by sensor', async () => {
    await sample(noa, ago(60), { rpm: 1500, signals: { coolant: 80, tilt: { x: 1, y: 1, z: 1 } } }, 1);
    await sample(noa, ago(50), { rpm: 1510, signals: { coolant: 81 } }, 2);
    await sample(noa, ago(1_900), { rpm: 900 }, 3);
    const recent = await server.call(vehicles.recent, { params: { id: noa.id } }, tokens.head);
    expect(Object.keys(recent).sort()).toEqual(['coolant', 'rpm']);
    expect(recent.rpm?.map(([, v]) => v)).toEqual([1500, 1510]);
    expect(recent.coolant?.[0]?.[0]).toBeLessThan(recent.coolant?.[1]?.[0] ?? 0);
  });

  it('on a day of the caller’s zone: points, marks and trips', async () => {
    // 1 March in Seoul begins on 28 February, 15:00 UTC
    const start = Date.parse('2026-02-28T15:00:00Z');
    const second = (s: number): Date => new Date(start + s * 1000);
    await sample(noa, second(-10), { lat: 35.9, lon: 126.9, engine: true, work: 'drive' }, 10);
    for (let i = 0; i < 60; i++)
      await sample(
        noa,
        second(i * 10),
        { lat: 35.9, lon: 126.9, engine: true, work: 'idle', speed: 0, odometer: 100, fuel_used: 50 + i * 0.01 },
        11 + i,
      );
    await sample(
      noa,
      second(600),
      { lat: 35.91, lon: 126.9, engine: true, work: 'drive', speed: 9, odometer: 101.2, fuel_used: 51 },
      80,
    );
    await sample(noa, second(610), { lat: 35.91, lon: 126.9, engine: false }, 81);
    await sample(noa, second(620), { engine: false }, 82);
    await sample(noa, second(86_400), { lat: 35.9, lon: 126.9, engine: false }, 83);
    await server.database.query(
      'INSERT INTO engine_run (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine_on, lat, lon) VALUES ($1, $2, $3, 0, $3, 1, 1, false, 35.91, 126.9)',
      [noa.deviceKey, noa.id, second(611)],
    );
    await server.database.query(
      `INSERT INTO fault_report (severity, code, name, part, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active)
       VALUES (1, 'E0301', '{"ko":"엔진 과열","en":"Engine overheating"}', '{"ko":"엔진","en":"Engine"}', $1, $2, $3, $4, $4, $4, 1, 1, true)`,
      [noa.id, noa.deviceId, at.noa, second(300)],
    );
    const track = (day: string, more: object) =>
      server.call(vehicles.track, { params: { id: noa.id }, query: { day, ...more } }, tokens.head);
    const march1 = await track('2026-03-01', seoul);
    expect(march1.points).toHaveLength(62);
    expect(march1.points[0]).toMatchObject({ ts: start, state: 'idle', lat: 35.9, speed: 0 });
    expect(march1.marks.map((m) => [m.kind, m.ts - start, m.minutes])).toEqual([
      ['stop', 0, 10],
      ['fault', 300_000, null],
      ['engineOff', 611_000, null],
    ]);
    expect(march1.marks[1]?.text).toContain('E0301');
    expect(march1.trips).toHaveLength(1);
    expect(march1.trips[0]).toMatchObject({
      start: '2026-02-28T15:00:00.000Z',
      end: '2026-02-28T15:10:10.000Z',
      runMinutes: 10,
      idlePercent: 98,
      workPercent: 0,
      drivePercent: 2,
    });
    expect(march1.trips[0]?.distanceKm).toBeCloseTo(1.2, 6);
    expect(march1.trips[0]?.fuelL).toBeCloseTo(1, 6);
    // the same instants are on another day in another zone
    expect((await track('2026-02-28', { timeZone: 'UTC' })).points).toHaveLength(63);
    expect((await track('2026-03-05', seoul)).points).toEqual([]);
    const days = (month: string, more: object) =>
      server.call(vehicles.days, { params: { id: noa.id }, query: { month, ...more } }, tokens.head);
    expect(await days('2026-03', seoul)).toEqual(['2026-03-01', '2026-03-02']);
    expect(await days('2026-02', seoul)).toEqual(['2026-02-28']);
    expect(await days('2026-03', { timeZone: 'UTC' })).toEqual(['2026-03-01']);
    expect(await refused(days('2026-3', seoul))).toMatchObject({ status: 422 });
    expect(await refused(track('2026-02-30', seoul))).toMatchObject({
      status: 422,
      error: { fields: { day: 'field.date' } },
    });
    expect(await refused(track('2026-03-01', { timeZone: 'Mars/Olympus' }))).toMatchObject({
      status: 422,
      error: { code: 'TIME_ZONE' },
    });
    // who may read neither faults nor calls has a track without them
    const plant = await server.login(await makeAccount(server.database, 'PRODUCTION', 'STAFF', at.headOffice));
    const bare = await server.call(vehicles.track, { params: { id: noa.id }, query: { day: '2026-03-01' } }, plant);
    expect(bare.marks.filter((m) => m.kind === 'fault' || m.kind === 'sos')).toEqual([]);
    expect(march1.marks.some((m) => m.kind === 'fault')).toBe(true);
    expect(await refused(server.call(vehicles.faults, { params: { id: noa.id } }, plant))).toMatchObject({
      status: 403,
    });
    expect(await refused(server.call(vehicles.consumables, { params: { id: noa.id } }, plant))).toMatchObject({
      status: 403,
    });
    const faults = await server.call(vehicles.faults, { params: { id: noa.id } }, tokens.head);
    expect(faults).toMatchObject([
      {
        code: 'E0301',
        severity: 'critical',
        status: 'occurred',
        count: 1,
        clearedAt: null,
        occurredAt: second(300).toISOString(),
      },
    ]);
  });

  it('stays with the vehicle when its device is moved to another', async () => {
    const [first, second] = [await makeVehicle(server.database, at.nami), await makeVehicle(server.database, at.nami)];
    await sample(first, new Date('2026-03-03T03:00:00Z'), { lat: 35, lon: 127 }, 1);
    await setState(first, { last_seen_at: ago(10) });
    await server.database.query('UPDATE vehicle SET device_id = NULL WHERE id = ANY($1)', [[first.id, second.id]]);
    await server.database.query('UPDATE vehicle SET device_id = $2 WHERE id = $1', [second.id, first.deviceId]);
    const points = async (id: number) =>
      (await server.call(vehicles.track, { params: { id }, query: { day: '2026-03-03' } }, tokens.head)).points.length;
    expect([await points(first.id), await points(second.id)]).toEqual([1, 0]);
  });

  it('in its history: only what the member may read, newest first', async () => {
    const log = (name: string, payload: object) =>
      server.database.query('SELECT append_events($1::jsonb, now())', [
        JSON.stringify([{ name, payload, organizationId: at.sora, vehicleId: sora.id, byName: 'somebody' }]),
      ]);
    await log('engine.started', { vehicleId: sora.id, deviceId: sora.deviceId });
    await log('sos.raised', { sos: { id: 1, type: 'rollover' } });
    await log('fault.occurred', { fault: { id: 1, code: 'E0301' } });
    const history = async (token: string, query: object = {}) =>
      (await server.call(vehicles.history, { params: { id: sora.id }, query }, token)).rows.map((r) => [
        r.name,
        r.note,
        r.by,
      ]);
    expect(await history(tokens.sora)).toEqual([
      ['fault.occurred', 'E0301', 'somebody'],
      ['sos.raised', 'rollover', 'somebody'],
      ['engine.started', null, 'somebody'],
    ]);
    expect(await history(tokens.sora, { kind: 'sos' })).toEqual([['sos.raised', 'rollover', 'somebody']]);
    expect(await refused(history(tokens.sora, { kind: '%' }))).toMatchObject({ status: 422 });
    expect(await history(tokens.sora, { from: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    // an edit is visible to those who may read its screen
    await log('record.changed', {
      screen: 'sale',
      kind: 'vehicle',
      id: String(sora.id),
      name: sora.vin,
      changes: [{ field: 'soldOn', from: null, to: '2026-03-01' }],
    });
    await log('record.changed', { screen: 'customer', kind: 'customer', id: '1', name: 'x', changes: [] });
    await log('record.changed', {
      screen: 'status',
      kind: 'vehicle',
      id: String(sora.id),
      name: sora.vin,
      changes: [],
      reason: 'new meter',
    });
    expect(await history(tokens.production, { kind: 'sale' })).toEqual([['record.changed', null, 'somebody']]);
    expect(await history(tokens.production, { kind: 'record' })).toEqual([['record.changed', 'new meter', 'somebody']]);
    expect(await history(tokens.production, { kind: 'engine' })).toEqual([['engine.started', null, 'somebody']]);
    await server.database.query("DELETE FROM event_log WHERE name = 'record.changed'");
    // production staff hold R on status, but neither on sos nor on breakdown
    expect(await history(tokens.production)).toEqual([['engine.started', null, 'somebody']]);
  });
});

describe('the engine hours of a day', () => {
  /** A vehicle with readings: [moment, hours of the meter]. */
  const machine = async (
    readings: readonly (readonly [string, number])[],
    to: MadeVehicle | null = null,
  ): Promise<MadeVehicle> => {
    const made = to ?? (await makeVehicle(server.database, at.nami));
    for (const [i, [ts, hours]] of readings.entries())
      await server.database.query(
        'INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine_hours) VALUES ($1, $2, $3, 0, $3, 1, $4, $5)',
        [made.deviceKey, made.id, new Date(ts), i + 1, hours],
      );
    return made;
  };
  const hours = async (id: number, timeZone: string) => {
    const days = await server.call(vehicles.hours, { params: { id }, query: { timeZone } } as never, tokens.nami);
    return days;
  };
  const today = (zone: string): string => dayOf(Date.now(), zone);
  const summaryOf = (days: Awaited<ReturnType<typeof hours>>) =>
    days.filter((d) => d.hours !== null).map((d) => [d.day, Math.round((d.hours ?? 0) * 100) / 100, d.reset]);

  it('follow the days of the caller, and add up to what the meter ran', async () => {
    const day = plusDays(today('UTC'), -5);
    // 20:00 to 02:00 UTC: one evening in UTC, one morning in Seoul
    const made = await machine(
      Array.from(
        { length: 37 },
        (_, i) => [new Date(Date.parse(`${day}T20:00:00Z`) + i * 600_000).toISOString(), 100 + i / 6] as const,
      ),
    );
    expect(summaryOf(await hours(made.id, 'UTC'))).toEqual([
      [day, 3.83, false],
      [plusDays(day, 1), 2.17, false],
    ]);
    const seoul = await hours(made.id, 'Asia/Seoul');
    expect(summaryOf(seoul)).toEqual([[plusDays(day, 1), 6, false]]);
    expect(seoul).toHaveLength(31);
    expect(seoul.at(-1)?.day).toBe(today('Asia/Seoul'));
    expect(seoul.find((d) => d.hours !== null)?.reading).toBe(106);
  });

  it('of a day with 25 or 23 hours are those of that day', async () => {
    const caller = { scope: { all: true }, timeZone: 'America/New_York' } as Caller;
    const on = async (now: string, readings: readonly (readonly [string, number])[]) => {
      const made = await machine(readings);
      return summaryOf(await new VehicleHours(server.database, () => new Date(now)).hours(made.id, caller));
    };
    // 1 November 2026 lasts from 04:00 UTC to 05:00 UTC of the next day
    const autumn = [
      ['2026-11-01T03:59:00Z', 10],
      ['2026-11-01T04:01:00Z', 10],
      ['2026-11-02T04:59:00Z', 34.5],
      ['2026-11-02T05:01:00Z', 34.5],
    ] as const;
    expect(await on('2026-11-10T12:00:00Z', autumn)).toEqual([
      ['2026-10-31', 0, false],
      ['2026-11-01', 24.5, false],
      ['2026-11-02', 0, false],
    ]);
    // 8 March 2026 from 05:00 UTC to 04:00 UTC of the next day
    const spring = [
      ['2026-03-08T04:59:00Z', 10],
      ['2026-03-08T05:01:00Z', 10],
      ['2026-03-09T03:59:00Z', 20],
      ['2026-03-09T04:01:00Z', 20],
    ] as const;
    expect(await on('2026-03-20T12:00:00Z', spring)).toEqual([
      ['2026-03-07', 0, false],
      ['2026-03-08', 10, false],
      ['2026-03-09', 0, false],
    ]);
  });

  it('are not the difference to a new meter', async () => {
    const day = plusDays(today('UTC'), -3);
    const made = await machine([
      [`${day}T06:00:00Z`, 5000],
      [`${day}T07:00:00Z`, 5001],
      [`${day}T09:00:00Z`, 0],
      [`${day}T10:00:00Z`, 1],
      [`${day}T11:00:00Z`, 2],
    ]);
    const [only] = (await hours(made.id, 'UTC')).filter((d) => d.hours !== null);
    expect(only).toMatchObject({ day, hours: 3, reset: true, reading: 2, correction: 0 });
    await server.database.query(
      "INSERT INTO meter_correction (vehicle_id, meter, value, since, reason) VALUES ($1, 'hours', 5001, $2, 'new meter')",
      [made.id, day],
    );
    expect((await hours(made.id, 'UTC')).find((d) => d.day === day)).toMatchObject({
      hours: 3,
      reading: 5003,
      correction: 5001,
    });
  });

  it('go on over an exchange of the device', async () => {
    const day = plusDays(today('UTC'), -3);
    const first = await machine([
      [`${day}T06:00:00Z`, 10],
      [`${day}T08:00:00Z`, 12],
    ]);
    const other = await makeVehicle(server.database, at.nami);
    await machine(
      [
        [`${day}T09:00:00Z`, 12],
        [`${day}T12:00:00Z`, 15],
      ],
      { ...first, deviceKey: other.deviceKey },
    );
    await server.database.query(
      "INSERT INTO device_installation (device_id, vehicle_id, matched_on, ended_at) VALUES ($1, $2, '2026-01-01', now())",
      [other.deviceId, first.id],
    );
    expect(summaryOf(await hours(first.id, 'UTC'))).toEqual([[day, 5, false]]);
  });
});

describe('related records of a vehicle', () => {
  const of = { params: { id: 0 } };
  let mine: MadeVehicle;
  beforeAll(async () => {
    mine = await makeVehicle(server.database, at.nami, { customer: { name: '이영희', phone: '010-7777-1234' } });
    of.params.id = mine.id;
  });

  it('have its SOS alerts, for those who may read them', async () => {
    await server.database.query(
      `INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at, status, closed_at, resolution) VALUES
         ('button', 'device', $1, $2, $3, '2026-03-01T00:00:00Z', now(), 'resolved', '2026-03-01T01:00:00Z', 'towed'), ('collision', 'device', $1, $2, $3, '2026-02-01T00:00:00Z', now(), 'raised', NULL, NULL)`,
      [mine.id, mine.deviceId, at.nami],
    );
    expect((await server.call(vehicles.sos, of, tokens.nami)).map((c) => [c.type, c.status, c.resolution])).toEqual([
      ['collision', 'raised', null],
      ['button', 'resolved', 'towed'],
    ]);
    expect(await refused(server.call(vehicles.sos, of, tokens.production))).toMatchObject({ status: 403 });
  });

  it('have the usage of its consumables, by hours with their correction or by days', async () => {
    await cycle(mine, 'imminent');
    await server.database.query('UPDATE consumable_cycle SET started_on = NULL WHERE vehicle_id = $1', [mine.id]);
    await setState(mine, { engine_hours: 440 });
    await server.database.query('UPDATE vehicle SET hours_correction = 50 WHERE id = $1', [mine.id]);
    expect(await server.call(vehicles.consumables, of, tokens.nami)).toMatchObject([
      {
        number: 2,
        maintenance: 'replace',
        usedHours: 90,
        cycleHours: 100,
        usedDays: null,
        cycleDays: 365,
        percent: 90,
        state: 'imminent',
      },
    ]);
  });

  it('have its owners, masked', async () => {
    await server.database.query(
      `INSERT INTO sale (vehicle_id, sold_on, organization_id, customer_id, registered_by, cancelled_at, cancel_reason) VALUES
         ($1, '2025-01-01', $2, NULL, 'Kim', '2025-02-01T00:00:00Z', 'returned'), ($1, '2025-04-01', $2, $3, 'Lee', NULL, NULL)`,
      [mine.id, at.nami, mine.customerId],
    );
    expect(await server.call(vehicles.ownership, of, tokens.head)).toMatchObject([
      {
        soldOn: '2025-04-01',
        customer: { name: '이*희', phone: '010-****-1234' },
        dealer: { name: 'Nami' },
        cancelledAt: null,
      },
      { soldOn: '2025-01-01', customer: null, cancelReason: 'returned' },
    ]);
  });

  it('have its devices', async () => {
    const other = await makeVehicle(server.database, at.nami);
    await server.database.query('UPDATE vehicle SET device_id = NULL WHERE id = $1', [other.id]);
    await server.database.query(
      `INSERT INTO device_installation (device_id, vehicle_id, matched_on, matched_by, ended_at, ended_by, reason) VALUES ($2, $1, '2025-01-01', 'Kim', '2025-03-01T00:00:00Z', 'Lee', 'broken'), ($3, $1, '2025-03-01', 'Lee', NULL, NULL, NULL)`,
      [mine.id, other.deviceId, mine.deviceId],
    );
    expect(await server.call(vehicles.installations, of, tokens.nami)).toMatchObject([
      { deviceId: mine.deviceId, deviceKey: mine.deviceKey, endedAt: null },
      { deviceId: other.deviceId, endedBy: 'Lee', reason: 'broken' },
    ]);
  });

  afterAll(() => server.database.query('DELETE FROM sos_call WHERE vehicle_id = $1', [mine.id]));
});

describe('as workbooks', () => {
  const rowsOf = async (
    name: 'vehicles' | 'track',
    filter: object,
    token: string,
  ): Promise<Record<string, unknown>[]> => {
    const { caller } = await server.app.get(SessionReader).read(token);
    const list = server.app.get(ExportRegistry).get(name);
    if (list === undefined) throw new Error(`${name} is not exported`);
    const opened = await list.open(
      { sort: 'vin', order: 'asc', model: [], state: [], work: [], consumable: [], ...filter } as never,
      { ...caller, timeZone: 'UTC', language: 'en', address: '127.0.0.1', agent: null },
      new Date(),
    );
    const rows: Record<string, unknown>[] = [];
    const { tx, close } = await openSnapshot(server.database);
    for await (const batch of opened.rows(tx))
      for (const row of batch)
        rows.push(
          Object.fromEntries(
            list.columns.map((c) => [c.key, c.value(row, { language: 'en', timeZone: 'UTC', t: (key) => key })]),
          ),
        );
    expect(await opened.count(tx)).toBe(rows.length);
    await close();
    return rows;
  };

  it('the list has the rows of the list, masked, with their corrections and their place', async () => {
    await server.database.query('UPDATE vehicle SET hours_correction = 100 WHERE id = $1', [nami.id]);
    await setState(nami, { engine_hours: 10, lat: 35.8, lon: 126.9 });
    const rows = await rowsOf('vehicles', { vin: nami.vin }, tokens.nami);
    expect(rows).toMatchObject([
      { vin: nami.vin, engineHours: 110, hoursCorrection: 100, odometerCorrection: null, lat: 35.8, lon: 126.9 },
    ]);
    expect(JSON.stringify(rows)).not.toContain('김민수');
    expect(await rowsOf('vehicles', { vin: nami.vin }, tokens.sora)).toEqual([]);
    await expect(rowsOf('vehicles', { customer: 'mill' }, tokens.production)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await server.database.query('UPDATE vehicle SET hours_correction = 0 WHERE id = $1', [nami.id]);
  });

  it('a day of the track has every row of that day, and no other', async () => {
    const made = await makeVehicle(server.database, at.nami);
    for (const [i, ts] of [
      '2026-03-09T23:59:50Z',
      '2026-03-10T00:00:00Z',
      '2026-03-10T00:00:10Z',
      '2026-03-11T00:00:00Z',
    ].entries())
      await server.database.query(
        `INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine, rpm, signals) VALUES ($1, $2, $3, 0, $3, 1, $4, true, 900, '{"coolant":81.5,"tilt":{"x":1,"y":2,"z":3}}')`,
        [made.deviceKey, made.id, new Date(ts), i + 1],
      );
    const rows = await rowsOf('track', { id: made.id, day: '2026-03-10' }, tokens.nami);
    expect(rows.map((r) => (r.ts as Date).toISOString())).toEqual([
      '2026-03-10T00:00:00.000Z',
      '2026-03-10T00:00:10.000Z',
    ]);
    expect(rows[0]).toMatchObject({ rpm: 900, coolant: 81.5, 'tilt.z': 3, lat: null, engine: 'vehicle.on' });
    await expect(rowsOf('track', { id: made.id, day: '2026-03-10' }, tokens.sora)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    // and over HTTP
    const body = { list: 'track', filter: { id: String(made.id), day: '2026-03-10' }, columns: [] } as const;
    expect(await server.call(exports.create, { body: { ...body, columns: [] } }, tokens.nami)).toMatchObject({
      state: 'ready',
      total: 2,
    });
    expect(await refused(server.call(exports.create, { body: { ...body, columns: [] } }, tokens.sora))).toMatchObject({
      status: 404,
    });
    expect(
      await refused(server.call(exports.create, { body: { ...body, columns: [] } }, tokens.regionStaff)),
    ).toMatchObject({ status: 403 });
  });
});

describe('the live strip', () => {
  it('counts what burns in the scope', async () => {
    await server.database.query(
      `INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at, status) VALUES ('button', 'device', $1, $2, $3, '2026-03-01T00:00:00Z', now(), 'raised'), ('rollover', 'device', $1, $2, $3, now(), now(), 'dispatched')`,
      [noa.id, noa.deviceId, at.noa],
    );
    const counts = (token: string) => server.call(vehicles.counts, {}, token);
    expect(await counts(tokens.north)).toMatchObject({
      sosRaised: 1,
      sosOpen: 2,
      oldestRaisedAt: '2026-03-01T00:00:00.000Z',
      faultsOccurred: { critical: 1, major: 0, minor: 0 },
      faultsOpen: { critical: 1, major: 0, minor: 0 },
    });
    expect(await counts(tokens.sora)).toMatchObject({
      vehicles: 1,
      sosRaised: 0,
      sosOpen: 0,
      oldestRaisedAt: null,
      faultsOpen: { critical: 0 },
    });
    expect((await counts(tokens.regionStaff)).vehicles).toBe((await counts(tokens.north)).vehicles);
  });
});
