import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { production, type ProductionBody, type ProductionDetail, type ShipBody } from '@headland/contracts/production';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { DevicesModule } from '../devices/devices.module';
import { ExportRegistry } from '../../platform/exports/export-registry';
import { hashDeviceSecret } from '../../platform/mqtt/device-secret';
import { SessionModule } from '../../people/session/session.module';
import { Refused, startServer, type TestServer } from '../../testing/server';
import {
  makeAccount,
  makeFaultReports,
  makeOrganizations,
  openDiagnosis,
  type Organizations,
  reportsAt,
  startReprogramming,
} from '../../testing/world';
import { ProductionModule } from './production.module';

let server: TestServer;
let at: Organizations;
let plant: number;
let tokens: Record<'head' | 'headStaff' | 'plant' | 'region' | 'regionStaff' | 'nami' | 'noa', string>;
const now = new Date('2026-11-21T03:00:00Z');

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, ProductionModule, FaultsModule], { clock: () => now });
  const { database } = server;
  at = await makeOrganizations(database);
  const [row] = await database.query<{ id: number }[]>(
    "INSERT INTO organization (name, type, parent_id) VALUES ('Plant', 'PRODUCTION', $1) RETURNING id",
    [at.headOffice],
  );
  plant = row?.id ?? 0;
  await database.query(
    `INSERT INTO model (name, type, release_year, horsepower, remote_control, rollover)
     SELECT n, t, 2025, 110, 'none', '{"1":{"x":45,"y":45,"z":60},"2":{"x":45,"y":45,"z":60}}' FROM (VALUES ('HL 6-110', 'premium'), ('HL 4-58', 'standard')) AS m(n, t)`,
  );
  const login = async (
    ...[group, role, organization]: [Parameters<typeof makeAccount>[1], Parameters<typeof makeAccount>[2], number]
  ) =>
    server.login(
      await makeAccount(database, group, role, organization, { name: `${group} ${role}`.replaceAll('_', ' ') }),
    );
  tokens = {
    head: await login('HEAD_OFFICE', 'ADMIN', at.headOffice),
    headStaff: await login('HEAD_OFFICE', 'STAFF', at.headOffice),
    plant: await login('PRODUCTION', 'ADMIN', plant),
    region: await login('REGION', 'ADMIN', at.north),
    regionStaff: await login('REGION', 'STAFF', at.north),
    nami: await login('DEALER', 'ADMIN', at.nami),
    noa: await login('DEALER', 'ADMIN', at.noa),
  };
});
afterAll(() => server.stop());
beforeEach(() =>
  server.database.query('TRUNCATE vehicle, device, sos_call, customer, event_log RESTART IDENTITY CASCADE'),
);

let counter = 0;
interface Made {
  device?: string | null;
  organization?: number;
  model?: string;
  matchedOn?: string | null;
  shippedOn?: string | null;
  soldOn?: string | null;
  customer?: boolean;
}
async function unit({
  device = null,
  organization = plant,
  model = 'HL 6-110',
  customer = false,
  ...dates
}: Made = {}): Promise<{ id: number; vin: string }> {
  const vin = `HDLT6A11NSK${String(++counter).padStart(6, '0')}`;
  if (device !== null) await spare(device);
  const [buyer] = customer
    ? await server.database.query<{ id: number }[]>(
        "INSERT INTO customer (name, phone) VALUES ('김민수', '010-5555-1234') RETURNING id",
      )
    : [];
  const [row] = await server.database.query<{ id: number }[]>(
    `INSERT INTO vehicle (vin, model_id, organization_id, device_id, customer_id, release_year, horsepower, transmission, matched_on, shipped_on, sold_on)
     SELECT $1, id, $3, $4, $5, 2025, 110, '32x32', $6, $7, $8 FROM model WHERE name = $2 RETURNING id`,
    [
      vin,
      model,
      organization,
      device,
      buyer?.id ?? null,
      dates.matchedOn ?? (device === null ? null : '2026-11-01'),
      dates.shippedOn ?? null,
      dates.soldOn ?? null,
    ],
  );
  const id = row?.id ?? 0;
  if (device !== null)
    await server.database.query(
      "INSERT INTO device_installation (device_id, vehicle_id, matched_on, matched_by) VALUES ($1, $2, '2026-11-01', '박조립')",
      [device, id],
    );
  return { id, vin };
}
const spare = (device: string, status = 'in_use') =>
  server.database.query('INSERT INTO device (id, secret_hash, status, sim) VALUES ($1, $2, $3, $4)', [
    device,
    hashDeviceSecret('a secret of the tests'),
    status,
    `8982${device}`,
  ]);
const callForHelp = (vehicleId: number) =>
  server.database.query(
    "INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at) VALUES ('button', 'device', $1, 'X-1', $2, now(), now())",
    [vehicleId, plant],
  );

const get = (id: number, token = tokens.head) => server.call(production.get, { params: { id } }, token);
const list = (query: object = {}, token = tokens.head) => server.call(production.list, { query }, token);
/** The body of a form without changes. */
const same = (u: ProductionDetail): ProductionBody => ({
  version: u.version,
  deviceId: u.deviceId,
  matchedOn: u.matchedOn,
  releaseYear: u.releaseYear,
  horsepower: u.horsepower,
  transmission: u.transmission ?? '',
  shippedOn: u.shippedOn,
  dealerId: u.dealer?.id ?? null,
  memo: u.memo,
});
const change = async (id: number, over: Partial<ProductionBody>, token = tokens.plant) =>
  server.call(production.change, { params: { id }, body: { ...same(await get(id)), ...over } }, token);
type Seen = ShipBody['units'];
/** As a list shows them now; one that is not there has some version. */
const seen = async (ids: number[]): Promise<Seen> => {
  const rows = await server.database.query<Seen>('SELECT id, version FROM vehicle WHERE id = ANY($1)', [ids]);
  return ids.map((id) => rows.find((r) => r.id === id) ?? { id, version: 1 });
};
const shipSeen = (units: Seen, over: Partial<Omit<ShipBody, 'units'>> = {}, token = tokens.plant) =>
  server.call(production.ship, { body: { units, shippedOn: '2026-11-20', dealerId: at.nami, ...over } }, token);
const ship = async (ids: number[], over: Partial<Omit<ShipBody, 'units'>> = {}, token = tokens.plant) =>
  shipSeen(await seen(ids), over, token);
const refused = (attempt: Promise<unknown>): Promise<{ status: number } & Refused['error']> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => (e instanceof Refused ? { status: e.status, ...e.error } : Promise.reject(e as Error)),
  );
const events = (kind = 'vehicle') =>
  server.database.query<
    {
      name: string;
      payload: { id: string; changes: { field: string; from: string | null; to: string | null }[] };
      organization_id: number;
      by_name: string;
    }[]
  >(`SELECT name, payload, organization_id, by_name FROM event_log WHERE payload->>'kind' = $1 ORDER BY number`, [
    kind,
  ]);
const changesInLog = () =>
  server.database.query<{ organization_id: number; ids: number[] }[]>(
    "SELECT organization_id, payload->'vehicleIds' AS ids FROM event_log WHERE name = 'vehicle.changed' ORDER BY organization_id",
  );

describe('who may', () => {
  it('read with R, change and ship with U', async () => {
    const { id } = await unit({ organization: at.nami, shippedOn: '2026-11-10' });
    for (const token of [tokens.head, tokens.headStaff, tokens.plant, tokens.region, tokens.nami])
      expect((await server.send(production.list, {}, token)).status).toBe(200);
    expect((await server.send(production.list, {}, tokens.regionStaff)).status).toBe(403);
    for (const token of [tokens.headStaff, tokens.region]) {
      expect(await refused(change(id, { memo: 'x' }, token))).toMatchObject({ status: 403 });
      expect(await refused(ship([id], {}, token))).toMatchObject({ status: 403 });
    }
  });

  it('see their own units only: a dealer, and a region those below it', async () => {
    const mine = await unit({ organization: at.nami, shippedOn: '2026-11-10' });
    const foreign = await unit({ organization: at.sora, shippedOn: '2026-11-10' });
    const built = await unit();
    const vins = async (token: string) => (await list({}, token)).rows.map((r) => r.vin).sort();
    expect(await vins(tokens.head)).toEqual([mine.vin, foreign.vin, built.vin].sort());
    expect(await vins(tokens.region)).toEqual([mine.vin]);
    expect(await vins(tokens.nami)).toEqual([mine.vin]);
    expect(await vins(tokens.noa)).toEqual([]);
    for (const { id } of [foreign, built]) {
      expect(await refused(get(id, tokens.nami))).toMatchObject({ status: 404 });
      expect(await refused(change(id, { memo: 'x' }, tokens.nami))).toMatchObject({ status: 404 });
      expect(await refused(server.call(production.history, { params: { id } }, tokens.nami))).toMatchObject({
        status: 404,
      });
      expect(await refused(ship([id], {}, tokens.nami))).toMatchObject({
        status: 422,
        fields: { 'units.0': 'field.unknown' },
      });
    }
  });
});

describe('the list', () => {
  it('shows the newest matching first, what is not matched last, and the other way round exactly so', async () => {
    const early = await unit({ device: 'P-0001', matchedOn: '2026-10-01' });
    const none = await unit();
    const late = await unit({ device: 'P-0002', matchedOn: '2026-11-02' });
    const vins = async (query: object) => (await list(query)).rows.map((r) => r.vin);
    expect(await vins({})).toEqual([late.vin, early.vin, none.vin]);
    expect(await vins({ order: 'asc' })).toEqual([none.vin, early.vin, late.vin]);
    for (const sort of ['vin', 'model', 'releaseYear', 'shippedOn', 'dealer', 'soldOn'])
      expect(await vins({ sort, order: 'asc' }), sort).toHaveLength(3);
    expect(await vins({ sort: 'vin', order: 'asc' })).toEqual([early.vin, none.vin, late.vin]);
  });

  it('shows a unit’s data, and no dealer until it was shipped', async () => {
    const { id } = await unit({ device: 'P-0003' });
    const { rows } = await list();
    expect(rows[0]).toEqual({
      ...{
        id,
        version: 1,
        vin: expect.any(String) as string,
        model: 'HL 6-110',
        modelType: 'premium',
        releaseYear: 2025,
        horsepower: 110,
        transmission: '32x32',
      },
      ...{
        deviceId: 'P-0003',
        deviceStatus: 'in_use',
        matchedOn: '2026-11-01',
        shippedOn: null,
        dealer: null,
        soldOn: null,
        customer: null,
      },
    });
  });

  it('finds by each of its filters', async () => {
    const a = await unit({ device: 'P-0004', organization: at.nami, shippedOn: '2026-11-10', soldOn: '2026-11-15' });
    const b = await unit({ model: 'HL 4-58' });
    const c = await unit({ device: 'Q-0005', organization: at.sora, shippedOn: '2026-11-12' });
    const found = async (query: object) => (await list(query)).rows.map((r) => r.vin).sort();
    expect(await found({ vin: a.vin.slice(-4).toLowerCase() })).toEqual([a.vin]);
    expect(await found({ model: ['HL 4-58'] })).toEqual([b.vin]);
    expect(await found({ modelType: 'premium' })).toEqual([a.vin, c.vin]);
    expect(await found({ deviceId: 'q-0' })).toEqual([c.vin]);
    expect(await found({ matched: 'false' })).toEqual([b.vin]);
    expect(await found({ shipped: 'true' })).toEqual([a.vin, c.vin]);
    expect(await found({ sold: 'false' })).toEqual([b.vin, c.vin]);
    expect(await found({ dealerId: at.north })).toEqual([a.vin]);
    expect(await found({ dateKind: 'shipped', from: '2026-11-11', to: '2026-11-12' })).toEqual([c.vin]);
    expect(await found({ dateKind: 'matched', from: '2026-11-01', to: '2026-11-01' })).toEqual([a.vin, c.vin]);
    expect(await found({ vin: '%' })).toEqual([]);
    expect((await list({ size: 10, page: 2 })).page).toEqual({ number: 2, size: 10, total: 3 });
  });

  it.each<[string, object]>([
    ['a NUL in a name', { model: ['HL\0'] }],
    ['the year 0', { dateKind: 'shipped', from: '0000-01-01', to: '0000-01-02' }],
  ])('refuses what the database cannot take: %s', async (_, query) => {
    expect(await refused(list(query))).toMatchObject({ status: 422, code: 'E0001' });
  });

  it('is one of the lists that can be exported, with the columns of the screen', () => {
    const exported = server.app.get(ExportRegistry).get('production');
    expect(exported?.columns.map((c) => c.key)).toEqual(
      expect.arrayContaining([
        'vin',
        'model',
        'modelType',
        'releaseYear',
        'horsepower',
        'transmission',
        'deviceId',
        'deviceStatus',
        'matchedOn',
        'shippedOn',
        'dealer',
        'soldOn',
        'customer',
      ]),
    );
  });

  it('reads its first page and counts from indexes and one table', async () => {
    const { database } = server;
    await database.query(
      `INSERT INTO vehicle (vin, model_id, organization_id, release_year, horsepower, matched_on)
       SELECT 'HDLT' || lpad(n::text, 13, '0'), (SELECT min(id) FROM model), $1, 2025, 100, date '2024-01-01' + n % 900 FROM generate_series(1, 20000) AS n`,
      [plant],
    );
    await database.query('ANALYZE vehicle');
    const plan = await database.query<{ 'QUERY PLAN': string }[]>(
      'EXPLAIN SELECT v.id FROM vehicle v WHERE TRUE ORDER BY v.matched_on DESC NULLS LAST, v.id LIMIT 20 OFFSET 0',
    );
    expect(plan.map((r) => r['QUERY PLAN']).join('\n')).toContain('Index Only Scan using vehicle_matched');
    expect((await list()).page.total).toBe(20_000);
  });
});

describe('one unit', () => {
  it('shows device, dealer and sale, and keeps the customer masked until requested, which is recorded', async () => {
    const { id } = await unit({
      device: 'P-0010',
      organization: at.nami,
      shippedOn: '2026-11-10',
      soldOn: '2026-11-15',
      customer: true,
    });
    await server.database.query(
      "UPDATE organization SET address = '전북 전주시', address_detail = '1층' WHERE id = $1",
      [at.nami],
    );
    expect(await get(id)).toMatchObject({
      ...{
        deviceId: 'P-0010',
        deviceType: 1,
        sim: '8982P-0010',
        installedBy: '박조립',
        dealer: { id: at.nami, name: 'Nami' },
        dealerAddress: '전북 전주시 1층',
      },
      ...{ soldOn: '2026-11-15', customer: { name: '김*수', phone: '010-****-1234' }, memo: '', silent: true },
    });
    expect(await server.call(production.customer, { params: { id } }, tokens.head)).toMatchObject({
      name: '김민수',
      phone: '010-5555-1234',
    });
    const [seen] = await server.database.query<{ subject: string }[]>('SELECT subject FROM personal_data_view');
    expect(seen).toEqual({ subject: 'vehicle' });
    // production staff may not read customers
    expect(await refused(server.call(production.customer, { params: { id } }, tokens.plant))).toMatchObject({
      status: 403,
    });
    expect(await refused(server.call(production.customer, { params: { id } }, tokens.noa))).toMatchObject({
      status: 404,
    });
  });

  it('warns of a device that is silent a week after the shipment', async () => {
    const { id } = await unit({ device: 'P-0011', organization: at.nami, shippedOn: '2026-11-10' });
    const seenAt = (when: string) =>
      server.database.query('UPDATE vehicle_state SET last_seen_at = $2 WHERE vehicle_id = $1', [id, when]);
    expect((await get(id)).silent).toBe(true);
    await seenAt('2026-11-20T00:00:00Z');
    expect((await get(id)).silent).toBe(false);
    await seenAt('2026-11-13T00:00:00Z');
    expect(await get(id)).toMatchObject({ silent: true, lastSeenAt: '2026-11-13T00:00:00.000Z' });
  });

  it('that does not exist is not found', async () =>
    expect(await refused(get(999_999))).toMatchObject({ status: 404 }));
});

describe('changing a unit', () => {
  it('writes the fields of the form and what changed, once', async () => {
    const { id, vin } = await unit();
    const saved = await change(id, { releaseYear: 2026, transmission: 'KVT', memo: '도장 재작업' });
    expect(saved).toMatchObject({ releaseYear: 2026, transmission: 'KVT', memo: '도장 재작업', version: 2 });
    expect(await events()).toMatchObject([
      {
        name: 'record.changed',
        by_name: 'PRODUCTION ADMIN',
        organization_id: plant,
        payload: {
          ...{ screen: 'production', id: String(id), name: vin },
          changes: [
            { field: 'releaseYear', from: '2025', to: '2026' },
            { field: 'transmission', from: '32x32', to: 'KVT' },
            { field: 'memo', from: null, to: '도장 재작업' },
          ],
        },
      },
    ]);
    // repeated: nothing is written, no event
    await change(id, {});
    expect(await events()).toHaveLength(1);
    expect((await get(id)).version).toBe(2);
    const history = await server.call(production.history, { params: { id } }, tokens.plant);
    expect(history).toMatchObject({
      rows: [
        { name: 'record.changed', by: 'PRODUCTION ADMIN', reason: null, changes: [{ field: 'releaseYear' }, {}, {}] },
      ],
      page: { total: 1 },
    });
  });

  it('is refused with an outdated form, and names who changed it', async () => {
    const { id } = await unit();
    const old = same(await get(id));
    await change(id, { memo: 'first' }, tokens.head);
    expect(
      await refused(server.call(production.change, { params: { id }, body: { ...old, memo: 'second' } }, tokens.plant)),
    ).toMatchObject({
      status: 409,
      code: 'CHANGED_MEANWHILE',
      values: { by: 'HEAD OFFICE ADMIN' },
    });
    expect((await get(id)).memo).toBe('first');
  });

  it.each([
    ['a device without a day', { deviceId: 'P-0020', matchedOn: null }, { matchedOn: 'field.req' }],
    ['a matching in the future', { deviceId: 'P-0020', matchedOn: '2026-11-22' }, { matchedOn: 'field.pastDay' }],
    ['an unknown device', { deviceId: 'P-9999', matchedOn: '2026-11-20' }, { deviceId: 'field.unknown' }],
    ['a year that no machine has', { releaseYear: 2035 }, { releaseYear: 'field.yearRange' }],
    ['more horses than a machine has', { horsepower: 99_999 }, { horsepower: 'field.horsepower' }],
    ['no transmission', { transmission: '' }, { transmission: 'field.t50' }],
    ['an emoji', { memo: '🚜' }, { memo: 'field.emoji' }],
    ['an unknown dealer', { shippedOn: '2026-11-20', dealerId: 999_999 }, { dealerId: 'field.unknown' }],
    ['a shipment without a dealer', { shippedOn: '2026-11-20' }, { dealerId: 'field.req' }],
    [
      'a shipment before the matching',
      { deviceId: 'P-0020', matchedOn: '2026-11-20', shippedOn: '2026-11-19', dealerId: 'nami' },
      { shippedOn: 'field.beforeMatching' },
    ],
    ['a shipment to a region', { shippedOn: '2026-11-20', dealerId: 'north' }, { dealerId: 'field.notAgency' }],
  ] as const)('refuses %s', async (_, over, fields) => {
    await spare('P-0020');
    const { id } = await unit();
    const dealerId =
      'dealerId' in over && typeof over.dealerId === 'string'
        ? at[over.dealerId]
        : 'dealerId' in over
          ? over.dealerId
          : null;
    expect(await refused(change(id, { ...over, dealerId }))).toMatchObject({ status: 422, fields });
    expect((await get(id)).version).toBe(1);
    expect(await events()).toEqual([]);
  });

  it('uses today in the zone of the caller', async () => {
    await spare('P-0021');
    const { id } = await unit();
    // 03:00 UTC on the 21st is the 22nd on Kiritimati
    const body = { ...same(await get(id)), deviceId: 'P-0021', matchedOn: '2026-11-21' };
    const sent = (zone: string, day: string) =>
      server.send(
        { ...production.change, path: `/api/production/${id}?timeZone=${zone}&` as never, params: undefined as never },
        { body: { ...body, matchedOn: day } },
        tokens.plant,
      );
    expect((await sent('Pacific/Honolulu', '2026-11-21')).status).toBe(422);
    expect((await sent('Pacific/Honolulu', '2026-11-20')).status).toBe(200);
  });
});

describe('the device of a unit', () => {
  it('is installed, exchanged and taken out; history stays, and each is logged in both records', async () => {
    const { id, vin } = await unit();
    for (const device of ['P-0030', 'P-0031']) await spare(device);
    expect(await change(id, { deviceId: 'P-0030', matchedOn: '2026-11-18' })).toMatchObject({
      deviceId: 'P-0030',
      matchedOn: '2026-11-18',
      installedBy: 'PRODUCTION ADMIN',
    });
    expect(await change(id, { deviceId: 'P-0031', matchedOn: '2026-11-20' })).toMatchObject({
      deviceId: 'P-0031',
      matchedOn: '2026-11-20',
    });
    expect(await change(id, { deviceId: null, matchedOn: '2026-11-20' })).toMatchObject({
      deviceId: null,
      matchedOn: null,
      deviceStatus: null,
    });
    const installed = await server.database.query(
      'SELECT device_id, matched_on::text, matched_by, ended_at IS NOT NULL AS ended, ended_by FROM device_installation ORDER BY id',
    );
    expect(installed).toEqual([
      {
        device_id: 'P-0030',
        matched_on: '2026-11-18',
        matched_by: 'PRODUCTION ADMIN',
        ended: true,
        ended_by: 'PRODUCTION ADMIN',
      },
      {
        device_id: 'P-0031',
        matched_on: '2026-11-20',
        matched_by: 'PRODUCTION ADMIN',
        ended: true,
        ended_by: 'PRODUCTION ADMIN',
      },
    ]);
    expect((await events()).map((e) => e.payload.changes.map((c) => `${c.field}: ${c.from} → ${c.to}`))).toEqual([
      ['deviceId: null → P-0030', 'matchedOn: null → 2026-11-18'],
      ['deviceId: P-0030 → P-0031', 'matchedOn: 2026-11-18 → 2026-11-20'],
      ['deviceId: P-0031 → null', 'matchedOn: 2026-11-20 → null'],
    ]);
    expect(
      (await events('device')).map(
        (e) => `${e.payload.id} ${e.payload.changes[0]?.from} → ${e.payload.changes[0]?.to}`,
      ),
    ).toEqual([`P-0030 null → ${vin}`, `P-0030 ${vin} → null`, `P-0031 null → ${vin}`, `P-0031 ${vin} → null`]);
  });

  it('cannot be one of another unit, one out of use, or change while somebody calls for help', async () => {
    const { id } = await unit({ device: 'P-0040' });
    const other = await unit({ device: 'P-0041' });
    await spare('P-0042', 'not_in_use');
    await spare('P-0043');
    expect(await refused(change(id, { deviceId: 'P-0041' }))).toMatchObject({
      status: 409,
      code: 'DEVICE_IN_OTHER_UNIT',
      values: { vin: other.vin },
    });
    expect(await refused(change(id, { deviceId: 'P-0042' }))).toMatchObject({ status: 409, code: 'DEVICE_NOT_IN_USE' });
    await callForHelp(id);
    expect(await refused(change(id, { deviceId: 'P-0043' }))).toMatchObject({
      status: 409,
      code: 'VEHICLE_HAS_OPEN_SOS',
    });
    expect(await refused(change(id, { deviceId: null }))).toMatchObject({ status: 409, code: 'VEHICLE_HAS_OPEN_SOS' });
    // a refused form changes nothing: the memo is not saved either
    expect(await refused(change(id, { deviceId: 'P-0041', memo: 'half' }))).toMatchObject({ status: 409 });
    expect(await get(id)).toMatchObject({ deviceId: 'P-0040', memo: '', version: 1 });
    expect(await events()).toEqual([]);
  });

  it('stays while somebody diagnoses or programs the machine', async () => {
    const { id } = await unit({ device: 'P-0060', organization: at.nami, shippedOn: '2026-11-10' });
    await spare('P-0061');
    const held = { vehicleId: id, deviceId: 'P-0060', organizationId: at.nami };
    const session = await openDiagnosis(server.database, held);
    for (const other of [{ deviceId: 'P-0061' }, { deviceId: null, matchedOn: null }])
      expect(await refused(change(id, other))).toMatchObject({ status: 409, code: 'VEHICLE_HELD' });
    expect(await change(id, { memo: 'stays' })).toMatchObject({ deviceId: 'P-0060', memo: 'stays' });
    await server.database.query("UPDATE diagnosis_session SET state = 'disconnected', ended_at = now() WHERE id = $1", [
      session,
    ]);
    const run = await startReprogramming(server.database, held);
    expect(await refused(change(id, { deviceId: 'P-0061' }))).toMatchObject({ status: 409, code: 'VEHICLE_HELD' });
    await server.database.query("UPDATE flash_run SET state = 'done', ended_at = now() WHERE id = $1", [run]);
    expect(await change(id, { deviceId: 'P-0061' })).toMatchObject({ deviceId: 'P-0061' });
  });

  it('does not show a dealer the VIN of a unit that he does not see', async () => {
    const { id } = await unit({ organization: at.nami, shippedOn: '2026-11-10' });
    await unit({ device: 'P-0044', organization: at.sora, shippedOn: '2026-11-10' });
    expect(await refused(change(id, { deviceId: 'P-0044', matchedOn: '2026-11-20' }, tokens.nami))).toMatchObject({
      code: 'DEVICE_IN_OTHER_UNIT',
      values: { vin: '–' },
    });
  });
});

describe('shipping', () => {
  it('moves a unit to its dealer, who sees it from then on, and to another, who sees it instead; both are notified', async () => {
    const { id } = await unit();
    expect(await change(id, { shippedOn: '2026-11-20', dealerId: at.nami })).toMatchObject({
      dealer: { name: 'Nami' },
      shippedOn: '2026-11-20',
    });
    expect((await get(id, tokens.nami)).id).toBe(id);
    expect(await changesInLog()).toEqual([
      { organization_id: at.nami, ids: [id] },
      { organization_id: plant, ids: [id] },
    ]);
    await server.database.query('TRUNCATE event_log');
    await change(id, { dealerId: at.noa });
    expect(await refused(get(id, tokens.nami))).toMatchObject({ status: 404 });
    expect((await get(id, tokens.noa)).dealer).toEqual({ id: at.noa, name: 'Noa' });
    expect((await changesInLog()).map((e) => e.organization_id)).toEqual([at.nami, at.noa].sort((a, b) => a - b));
  });

  it('moves unaccepted fault reports along, without their assignee', async () => {
    const { id } = await unit({ organization: at.nami, shippedOn: '2026-11-10' });
    await server.database.query(
      'UPDATE vehicle SET person_id = (SELECT id FROM user_account WHERE organization_id = $2 LIMIT 1) WHERE id = $1',
      [id, at.nami],
    );
    await makeFaultReports(server.database, id, at.nami, ['occurred', 'accepted']);
    const moved = () => reportsAt(server.database, id);
    // other changes and refused ones do not move it
    await change(id, { memo: 'stays' });
    expect(await refused(change(id, { dealerId: at.north }))).toMatchObject({
      fields: { dealerId: 'field.notAgency' },
    });
    expect(await moved()).toEqual([
      ['occurred', at.nami],
      ['accepted', at.nami],
    ]);
    await change(id, { dealerId: at.noa });
    expect(await moved()).toEqual([
      ['occurred', at.noa],
      ['accepted', at.nami],
    ]);
    expect(await server.database.query('SELECT person_id FROM vehicle WHERE id = $1', [id])).toEqual([
      { person_id: null },
    ]);
    // returned to the plant
    await change(id, { shippedOn: null, dealerId: null });
    expect((await moved())[0]).toEqual(['occurred', plant]);
  });

  it('is undone into the plant by those who see it there, and by no dealer', async () => {
    const { id } = await unit({ organization: at.nami, shippedOn: '2026-11-10' });
    expect(await refused(change(id, { shippedOn: null, dealerId: null }, tokens.nami))).toMatchObject({
      status: 422,
      fields: { dealerId: 'field.req' },
    });
    expect(await change(id, { shippedOn: null, dealerId: null })).toMatchObject({ dealer: null, shippedOn: null });
    const [row] = await server.database.query<{ organization_id: number }[]>(
      'SELECT organization_id FROM vehicle WHERE id = $1',
      [id],
    );
    expect(row?.organization_id).toBe(plant);
  });

  it('leaves what is sold where it was sold', async () => {
    const { id } = await unit({ organization: at.nami, shippedOn: '2026-11-10', soldOn: '2026-11-15' });
    expect(await refused(change(id, { shippedOn: null, dealerId: null }))).toMatchObject({
      status: 409,
      code: 'VEHICLE_SOLD',
    });
    expect(await refused(change(id, { dealerId: at.noa }))).toMatchObject({ status: 409, code: 'VEHICLE_SOLD' });
    expect(await refused(change(id, { shippedOn: '2026-11-16' }))).toMatchObject({
      status: 422,
      fields: { shippedOn: 'field.afterSale' },
    });
    expect(await change(id, { shippedOn: '2026-11-12' })).toMatchObject({ shippedOn: '2026-11-12' });
  });

  it('waits while somebody calls for help', async () => {
    const { id } = await unit({ organization: at.nami, shippedOn: '2026-11-10' });
    await callForHelp(id);
    expect(await refused(change(id, { dealerId: at.noa }))).toMatchObject({
      status: 409,
      code: 'VEHICLE_HAS_OPEN_SOS',
    });
    expect(await change(id, { memo: 'stays' })).toMatchObject({ memo: 'stays' });
  });
});

describe('shipping several', () => {
  it('is one transaction: each is logged, and repeated it changes nothing', async () => {
    const units = [await unit(), await unit({ device: 'P-0050' }), await unit()];
    const ids = units.map((u) => u.id);
    expect(await ship(ids)).toEqual({ shipped: 3 });
    expect((await list({}, tokens.nami)).rows.map((r) => [r.shippedOn, r.dealer?.name])).toEqual(
      Array(3).fill(['2026-11-20', 'Nami']),
    );
    expect(await events()).toHaveLength(3);
    expect(await changesInLog()).toHaveLength(2);
    expect(await ship(ids)).toEqual({ shipped: 0 });
    expect(await events()).toHaveLength(3);
  });

  it('moves the open fault reports of each along', async () => {
    const [first, second] = [await unit(), await unit({ organization: at.noa, shippedOn: '2026-11-10' })];
    await makeFaultReports(server.database, first.id, plant, ['occurred']);
    await makeFaultReports(server.database, second.id, at.noa, ['occurred', 'accepted']);
    await ship([first.id, second.id]);
    expect(await reportsAt(server.database, first.id)).toEqual([['occurred', at.nami]]);
    expect(await reportsAt(server.database, second.id)).toEqual([
      ['occurred', at.nami],
      ['accepted', at.noa],
    ]);
  });

  it('is all or none, and names which ones and why', async () => {
    const fine = await unit();
    await makeFaultReports(server.database, fine.id, plant, ['occurred']);
    const early = await unit({ device: 'P-0051', matchedOn: '2026-11-20' });
    const sold = await unit({ organization: at.noa, shippedOn: '2026-11-10', soldOn: '2026-11-15' });
    const calls = await unit();
    await callForHelp(calls.id);
    const no = await refused(ship([fine.id, early.id, sold.id, calls.id, 999_999], { shippedOn: '2026-11-19' }));
    expect(no).toMatchObject({
      status: 422,
      code: 'E0001',
      fields: {
        'units.1': 'field.beforeMatching',
        'units.2': 'error.VEHICLE_SOLD',
        'units.3': 'error.VEHICLE_HAS_OPEN_SOS',
        'units.4': 'field.unknown',
      },
    });
    expect((await get(fine.id)).shippedOn).toBeNull();
    expect(await reportsAt(server.database, fine.id)).toEqual([['occurred', plant]]);
    expect(await events()).toEqual([]);
  });

  it('overwrites nothing that another has shipped since it was read', async () => {
    const [mine, theirs] = [await unit(), await unit()];
    const { rows } = await list({ sort: 'vin', order: 'asc' });
    const units = rows.map(({ id, version }) => ({ id, version }));
    expect(await ship([theirs.id], { dealerId: at.noa, shippedOn: '2026-11-19' })).toEqual({ shipped: 1 });
    expect(await refused(shipSeen(units))).toMatchObject({
      status: 422,
      fields: { 'units.1': 'error.CHANGED_MEANWHILE' },
    });
    expect((await get(mine.id)).shippedOn).toBeNull();
    expect(await get(theirs.id)).toMatchObject({ shippedOn: '2026-11-19', dealer: { name: 'Noa' } });
    // the same once more is no other's: it finds what it did
    expect(await shipSeen(units.slice(0, 1))).toEqual({ shipped: 1 });
    expect(await shipSeen(units.slice(0, 1))).toEqual({ shipped: 0 });
  });

  it('accepts up to a hundred, for a dealer or an agency only', async () => {
    const { id } = await unit();
    expect(await refused(ship(Array.from({ length: 101 }, (_, i) => i + 1)))).toMatchObject({ status: 422 });
    expect(await refused(ship([]))).toMatchObject({ status: 422 });
    expect(await refused(ship([id], { dealerId: at.north }))).toMatchObject({
      fields: { dealerId: 'field.notAgency' },
    });
    expect(await refused(ship([id], { shippedOn: '2026-02-30' }))).toMatchObject({
      fields: { shippedOn: 'field.date' },
    });
  });
});
