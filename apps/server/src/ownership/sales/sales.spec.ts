import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '@headland/contracts/endpoint';
import { sales, type SaleBody, type SaleFilter } from '@headland/contracts/sale';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { SessionModule } from '../../people/session/session.module';
import { Refused, startServer, type TestServer } from '../../testing/server';
import {
  makeAccount,
  makeFaultReports,
  makeOrganizations,
  makeVehicle,
  type Organizations,
  reportsAt,
} from '../../testing/world';
import { CancelSale } from './cancel-sale.command';
import { SalesModule } from './sales.module';

let server: TestServer;
let at: Organizations;
/** administrators of the sales staff see everything and may sell; its staff may only read */
let head: string;
let staff: string;
let north: string;
let nami: string;
/** may read sales, but no customers */
let plant: string;
beforeAll(async () => {
  server = await startServer([SessionModule, SalesModule, FaultsModule]);
  at = await makeOrganizations(server.database);
  await server.database.query(
    "UPDATE organization SET erp_code = CASE name WHEN 'Nami' THEN 'ND77' WHEN 'Noa' THEN 'NA88' ELSE 'SA99' END WHERE type IN ('DEALER', 'AGENCY')",
  );
  const login = async (...caller: [Parameters<typeof makeAccount>[1], Parameters<typeof makeAccount>[2], number]) =>
    server.login(await makeAccount(server.database, ...caller));
  head = await login('SALES', 'ADMIN', at.headOffice);
  staff = await login('SALES', 'STAFF', at.headOffice);
  north = await login('REGION', 'ADMIN', at.north);
  nami = await login('DEALER', 'ADMIN', at.nami);
  plant = await login('PRODUCTION', 'ADMIN', at.headOffice);
});
afterAll(() => server.stop());

const refusal = async (e: Endpoint, input: object, token: string): Promise<Refused['error'] & { status: number }> => {
  try {
    await server.call(e, input as never, token);
  } catch (error) {
    if (error instanceof Refused) return { status: error.status, ...error.error };
    throw error;
  }
  throw new Error('it was allowed');
};
const one = async <T>(sql: string, parameters: unknown[] = []): Promise<T> =>
  (await server.database.query<T[]>(sql, parameters))[0] as T;
let count = 0;
/** An unsold vehicle; its model has an item in hours and one in days. */
async function unsold(
  organizationId = at.nami,
  shippedOn: string | null = '2025-01-10',
): Promise<{ id: number; vin: string }> {
  const vin = `HDLTUNSLD${String(++count).padStart(8, '0')}`;
  await server.database.query(
    `INSERT INTO model (name, type, release_year, horsepower, remote_control, rollover) VALUES ('HL 7', 'premium', 2024, 110, 'none', '{"1":{"x":45,"y":45,"z":60},"2":{"x":40,"y":40,"z":55}}') ON CONFLICT DO NOTHING`,
  );
  await server.database.query(
    `INSERT INTO consumable_item (model_id, position, name, maintenance, initial_hours, cycle_hours, cycle_days)
     SELECT id, p, n, 'replace', 50, 250, d FROM model, (VALUES (1, 'Engine oil', 365), (2, 'Air filter', NULL)) i(p, n, d) WHERE name = 'HL 7'
     AND NOT EXISTS (SELECT 1 FROM consumable_item c WHERE c.model_id = model.id)`,
  );
  const { id } = await one<{ id: number }>(
    `INSERT INTO vehicle (vin, model_id, organization_id, release_year, horsepower, shipped_on) SELECT $1, id, $2, 2024, 110, $3 FROM model WHERE name = 'HL 7' RETURNING id`,
    [vin, organizationId, shippedOn],
  );
  return { id, vin };
}
const list = async (query: Partial<Record<keyof SaleFilter, unknown>>, token = head) =>
  server.call(sales.list, { query: query as never }, token);
const get = (id: number, token = head) => server.call(sales.get, { params: { id } }, token);
const change = async (id: number, over: Partial<Record<keyof SaleBody, unknown>> = {}, token = head) =>
  server.call(
    sales.change,
    {
      params: { id },
      body: {
        version: (await get(id)).version,
        soldOn: '2025-06-01',
        dealerId: at.nami,
        customerId: null,
        memo: '',
        ...over,
      } as never,
    },
    token,
  );
const refusedChange = async (id: number, over: Partial<Record<keyof SaleBody, unknown>>, token = head) =>
  refusal(
    sales.change,
    {
      params: { id },
      body: { version: (await get(id)).version, soldOn: '2025-06-01', dealerId: at.nami, customerId: null, ...over },
    },
    token,
  );
const customer = async (
  name: string,
  phone: string | null,
  organizationId: number | null = at.nami,
  over: { appStatus?: string } = {},
): Promise<number> =>
  (
    await one<{ id: number }>(
      'INSERT INTO customer (name, phone, organization_id, app_status) VALUES ($1, $2, $3, $4) RETURNING id',
      [name, phone, organizationId, over.appStatus ?? 'registered'],
    )
  ).id;
const cyclesOf = (id: number) =>
  server.database.query<{ name: string; started_on: string | null; due_on: string | null }[]>(
    'SELECT i.name, c.started_on::text, c.due_on::text FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id WHERE vehicle_id = $1 ORDER BY i.position',
    [id],
  );
const openSos = (vehicleId: number, organizationId = at.nami) =>
  server.database.query(
    `INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at) VALUES ('button', 'device', $1, $2, $3, now(), now())`,
    [vehicleId, `S-${vehicleId}`, organizationId],
  );

describe('the list', () => {
  beforeAll(async () => {
    await server.database.query('TRUNCATE sale, consumable_cycle, vehicle CASCADE');
    const [a, b, c] = [
      await makeVehicle(server.database, at.nami),
      await makeVehicle(server.database, at.sora, { model: 'HL 5' }),
      await unsold(at.noa),
    ];
    await server.database.query("UPDATE vehicle SET sold_on = '2025-05-01' WHERE id = $1", [a.id]);
    await server.database.query(
      "UPDATE customer SET name = '박영희', phone = '010-2222-3333', app_status = 'registered' WHERE id = $1",
      [b.customerId],
    );
    expect(c.id).toBeGreaterThan(0);
  });

  it('shows what was sold last first, what is unsold at the end, customers masked', async () => {
    const { rows, page } = await list({});
    expect(page.total).toBe(3);
    expect(
      rows.map((r) => [
        r.dealer?.name,
        r.soldOn,
        r.state,
        r.customer?.name ?? null,
        r.customer?.phone ?? null,
        r.appStatus,
      ]),
    ).toEqual([
      ['Nami', '2025-05-01', 'sold', '김*수', '010-****-1234', 'registered'],
      ['Sora', '2025-04-01', 'sold', '박*희', '010-****-3333', 'registered'],
      ['Noa', null, 'unsold', null, null, null],
    ]);
    expect((await list({ order: 'asc' })).rows.map((r) => r.dealer?.name)).toEqual(['Noa', 'Sora', 'Nami']);
  });

  it('is limited by scope and filters', async () => {
    const dealers = async (query: Partial<Record<keyof SaleFilter, unknown>>, token = head) =>
      (await list({ sort: 'dealer', order: 'asc', ...query }, token)).rows.map((r) => r.dealer?.name);
    expect(await dealers({}, north)).toEqual(['Nami', 'Noa']);
    expect(await dealers({}, nami)).toEqual(['Nami']);
    expect(await dealers({ state: 'unsold' })).toEqual(['Noa']);
    expect(await dealers({ model: ['HL 5', 'HL 7'] })).toEqual(['Noa', 'Sora']);
    expect(await dealers({ dealerId: at.north })).toEqual(['Nami', 'Noa']);
    expect(await dealers({ customer: '영희' })).toEqual(['Sora']);
    expect(await dealers({ customer: '%' })).toEqual([]);
    expect(await dealers({ from: '2025-05-01' })).toEqual(['Nami']);
    expect(await dealers({ to: '2025-04-30' })).toEqual(['Sora']);
    expect(await dealers({ vin: 'unsld' })).toEqual(['Noa']);
    for (const sort of ['vin', 'model', 'registeredAt'] as const)
      for (const order of ['asc', 'desc'] as const) expect((await list({ sort, order })).rows).toHaveLength(3);
  });

  it('does not answer questions about customers to those who may not read them', async () => {
    expect((await list({}, plant)).page.total).toBe(3);
    expect((await refusal(sales.list, { query: { customer: '영희' } }, plant)).code).toBe('FORBIDDEN');
    const { id } = (await list({ state: 'sold' })).rows[0] as { id: number };
    expect((await refusal(sales.customer, { params: { id } }, plant)).code).toBe('FORBIDDEN');
  });
});

describe('one sale', () => {
  it('shows the customer in full on request, and who looked is recorded', async () => {
    const v = await makeVehicle(server.database, at.nami);
    expect((await get(v.id)).customer).toMatchObject({ name: '김*수' });
    expect(await server.call(sales.customer, { params: { id: v.id } }, head)).toMatchObject({
      name: '김민수',
      phone: '010-5555-1234',
    });
    expect(await one('SELECT subject, subject_id FROM personal_data_view ORDER BY id DESC LIMIT 1')).toEqual({
      subject: 'vehicle',
      subject_id: v.id,
    });
  });

  it('out of scope is answered like unknown, on every route', async () => {
    const { id } = await unsold(at.sora);
    const asked: [Endpoint, object][] = [
      [sales.get, {}],
      [sales.customer, {}],
      [sales.history, {}],
      [sales.preview, { query: { soldOn: '2025-01-01' } }],
      [sales.change, { body: { version: 1, soldOn: '2025-06-01', dealerId: at.nami } }],
      [sales.cancel, { body: { version: 1, reason: 'x' } }],
    ];
    for (const [e, input] of asked) {
      const [far, unknown] = [
        await refusal(e, { params: { id }, ...input }, nami),
        await refusal(e, { params: { id: 999_999 }, ...input }, nami),
      ];
      expect([far.status, far.code, unknown.code], e.path).toEqual([404, 'NOT_FOUND', 'NOT_FOUND']);
    }
  });
});

describe('selling', () => {
  it('needs U on sales', async () => {
    const { id } = await unsold();
    for (const token of [staff, plant]) expect((await refusedChange(id, {}, token)).status).toBe(403);
    expect((await get(id)).state).toBe('unsold');
  });

  it('makes the vehicle sold, starts its consumables, and logs it without the customer’s name', async () => {
    const { id, vin } = await unsold();
    const buyer = await customer('이철수', '010-7777-8888');
    const sold = await change(id, { customerId: buyer, memo: '로더 포함' }, nami);
    expect(sold).toMatchObject({
      state: 'sold',
      soldOn: '2025-06-01',
      memo: '로더 포함',
      registeredBy: 'DEALER ADMIN',
      customer: { id: buyer, name: '이*수' },
      upload: null,
    });
    expect(await one('SELECT sold_on::text, customer_id, organization_id FROM vehicle WHERE id = $1', [id])).toEqual({
      sold_on: '2025-06-01',
      customer_id: buyer,
      organization_id: at.nami,
    });
    expect(await cyclesOf(id)).toEqual([
      { name: 'Engine oil', started_on: '2025-06-01', due_on: '2026-06-01' },
      { name: 'Air filter', started_on: '2025-06-01', due_on: null },
    ]);
    const event = await one<{ payload: { name: string; changes: object[] }; vehicle_id: number }>(
      "SELECT payload, vehicle_id FROM event_log WHERE name = 'record.changed' AND payload->>'kind' = 'vehicle' AND payload->>'id' = $1",
      [String(id)],
    );
    expect([event.payload.name, event.vehicle_id]).toEqual([vin, id]);
    expect(event.payload.changes).toContainEqual({ field: 'customer', from: null, to: `#${buyer}` });
    expect(JSON.stringify(event)).not.toContain('이철수');
    const { rows } = await server.call(sales.history, { params: { id } }, head);
    expect(rows).toMatchObject([{ name: 'record.changed', by: 'DEALER ADMIN', reason: null }]);
  });

  it.each<[string, Partial<Record<keyof SaleBody, unknown>>, Record<string, string>]>([
    ['tomorrow', { soldOn: '2999-01-01' }, { soldOn: 'field.pastDay' }],
    ['before it was shipped', { soldOn: '2025-01-09' }, { soldOn: 'field.beforeShipment' }],
    ['on no day', { soldOn: '2025-02-30' }, { soldOn: 'field.date' }],
    ['without a dealer', { dealerId: undefined }, { dealerId: 'field.req' }],
    ['by an organisation that is none', { dealerId: 999_999 }, { dealerId: 'field.unknown' }],
    ['to an unknown customer', { customerId: 999_999 }, { customerId: 'field.unknown' }],
    ['with an emoji', { memo: 'fine 🚜' }, { memo: 'field.emoji' }],
    ['with a memo of 1,501', { memo: 'x'.repeat(1501) }, { memo: 'field.max1500' }],
  ])('refuses a sale %s', async (_, over, fields) => {
    const { id } = await unsold();
    const no = await refusedChange(id, over);
    expect([no.status, no.code, no.fields]).toEqual([422, 'E0001', fields]);
    expect((await get(id)).state).toBe('unsold');
  });

  it('refuses dealers that are none, and those out of sight', async () => {
    const { id } = await unsold();
    expect((await refusedChange(id, { dealerId: at.north })).fields).toEqual({ dealerId: 'field.notAgency' });
    expect((await refusedChange(id, { dealerId: at.noa }, nami)).fields).toEqual({ dealerId: 'field.unknown' });
  });

  it('refuses customers who are out of sight, withdrawn or deleted', async () => {
    const { id } = await unsold();
    const far = await customer('박영희', '010-1000-0001', at.sora);
    expect((await refusedChange(id, { customerId: far }, nami)).fields).toEqual({ customerId: 'field.unknown' });
    const gone = await customer('박영희', '010-1000-0002', at.nami, { appStatus: 'withdrawn' });
    expect((await refusedChange(id, { customerId: gone })).fields).toEqual({ customerId: 'field.unknown' });
  });

  it('of two at once, one goes through', async () => {
    const { id } = await unsold();
    const both = await Promise.allSettled([change(id, { memo: 'one' }), change(id, { memo: 'two' })]);
    expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((r) => r.status === 'rejected')?.reason).toMatchObject({
      status: 409,
      error: { code: 'CHANGED_MEANWHILE', values: { by: 'SALES ADMIN' } },
    });
    expect(await one('SELECT count(*)::int AS n FROM sale WHERE vehicle_id = $1', [id])).toEqual({ n: 1 });
  });
});

describe('changing a sale', () => {
  let id: number;
  beforeEach(async () => {
    ({ id } = await unsold());
    await change(id);
  });

  it('re-dates the first cycles in days, which the preview shows first', async () => {
    expect(await server.call(sales.preview, { params: { id }, query: { soldOn: '2025-07-01' } }, head)).toEqual([
      { name: 'Engine oil', dueOn: '2026-06-01', newDueOn: '2026-07-01' },
    ]);
    await change(id, { soldOn: '2025-07-01' });
    expect((await cyclesOf(id))[0]?.due_on).toBe('2026-07-01');
    expect((await refusal(sales.preview, { params: { id }, query: { soldOn: '2025-07-01' } }, staff)).status).toBe(403);
  });

  it('to another dealer moves it into the scope of that one, with the unaccepted fault reports', async () => {
    await makeFaultReports(server.database, id, at.nami, ['occurred', 'accepted']);
    expect((await refusedChange(id, { dealerId: at.north })).fields).toEqual({ dealerId: 'field.notAgency' });
    expect((await reportsAt(server.database, id))[0]).toEqual(['occurred', at.nami]);
    expect((await change(id, { dealerId: at.sora })).dealer).toEqual({ id: at.sora, name: 'Sora' });
    expect(await reportsAt(server.database, id)).toEqual([
      ['occurred', at.sora],
      ['accepted', at.nami],
    ]);
    expect((await refusal(sales.get, { params: { id } }, nami)).code).toBe('NOT_FOUND');
    const { rows } = await server.call(sales.history, { params: { id } }, head);
    expect(rows[0]?.changes).toEqual([{ field: 'dealer', from: 'Nami', to: 'Sora' }]);
  });

  it('that changes nothing leaves no trace', async () => {
    const { version } = await get(id);
    expect((await change(id)).version).toBe(version);
    expect((await server.call(sales.history, { params: { id } }, head)).page.total).toBe(1);
  });

  it('does not validate unchanged values again', async () => {
    await server.database.query("UPDATE vehicle SET shipped_on = '2025-12-31' WHERE id = $1", [id]);
    expect((await change(id, { memo: 'only this' })).memo).toBe('only this');
    expect((await refusedChange(id, { soldOn: '2025-12-30' })).fields).toEqual({ soldOn: 'field.beforeShipment' });
  });

  it('waits while a call for help is open, but a customer who was missing may come', async () => {
    await openSos(id);
    expect((await refusedChange(id, { dealerId: at.noa })).code).toBe('VEHICLE_HAS_OPEN_SOS');
    const known = await customer('이철수', '010-7777-0001');
    expect((await change(id, { customerId: known })).customer?.id).toBe(known);
    expect((await refusedChange(id, { customerId: null })).code).toBe('VEHICLE_HAS_OPEN_SOS');
    await server.database.query("UPDATE sos_call SET status = 'resolved' WHERE vehicle_id = $1", [id]);
    expect((await change(id, { customerId: null })).customer).toBeNull();
  });
});

describe('cancelling a sale', () => {
  it('makes the vehicle unsold and lets its consumables run on hours', async () => {
    const { id } = await unsold();
    const buyer = await customer('이철수', '010-7777-0002');
    const { version } = await change(id, { customerId: buyer });
    const cancelled = await server.call(sales.cancel, { params: { id }, body: { version, reason: '계약 취소' } }, head);
    expect(cancelled).toMatchObject({ state: 'unsold', soldOn: null, customer: null, dealer: { name: 'Nami' } });
    expect(await cyclesOf(id)).toMatchObject([
      { started_on: null, due_on: null },
      { started_on: null, due_on: null },
    ]);
    expect(await one('SELECT cancelled_by, cancel_reason FROM sale WHERE vehicle_id = $1', [id])).toEqual({
      cancelled_by: 'SALES ADMIN',
      cancel_reason: '계약 취소',
    });
    const { rows } = await server.call(sales.history, { params: { id } }, head);
    expect(rows[0]).toMatchObject({
      reason: '계약 취소',
      changes: expect.arrayContaining([{ field: 'soldOn', from: '2025-06-01', to: null }]) as unknown,
    });
    // it can be sold again
    expect((await change(id, { soldOn: '2025-08-01' })).state).toBe('sold');
    expect(await one('SELECT count(*)::int AS n FROM sale WHERE vehicle_id = $1', [id])).toEqual({ n: 2 });
  });

  it('is refused without a reason, without the letter, over a newer version, during a call, and when there is none', async () => {
    const { id } = await unsold();
    const { version } = await change(id);
    const no = (body: object, token = head) =>
      refusal(sales.cancel, { params: { id }, body: { version, reason: 'x', ...body } }, token);
    expect((await no({ reason: '' })).fields).toEqual({ reason: 'field.t1500' });
    expect((await no({}, staff)).status).toBe(403);
    expect((await no({ version: version - 1 })).code).toBe('CHANGED_MEANWHILE');
    await openSos(id);
    expect((await no({})).code).toBe('VEHICLE_HAS_OPEN_SOS');
    await server.database.query("UPDATE sos_call SET status = 'resolved' WHERE vehicle_id = $1", [id]);
    const both = await Promise.allSettled(
      [0, 1].map(() => server.call(sales.cancel, { params: { id }, body: { version, reason: 'x' } }, head)),
    );
    expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
    const { version: after } = await get(id);
    expect((await no({ version: after })).code).toBe('VEHICLE_NOT_SOLD');
  });

  it('the command checks the scope itself', async () => {
    const { id } = await unsold(at.sora);
    const caller = {
      scope: { all: false, organizationId: at.nami },
      name: 'n',
      userId: 1,
      address: '',
      timeZone: 'Asia/Seoul',
    } as never;
    await expect(server.execute(new CancelSale(id, { version: 1, reason: 'x' }, caller))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('choosing a customer', () => {
  const found = async (text: string, token = head) =>
    (await server.call(sales.customers, { query: { text } }, token)).map((c) => [c.name, c.phone, c.vehicles]);
  beforeAll(async () => {
    await customer('홍길동', '010-9090-1111', at.nami);
    await customer('홍길순', '01090902222', at.sora);
    await customer('홍길복', '010-9090-3333', at.nami, { appStatus: 'withdrawn' });
  });

  it('finds by a part of the name or the end of the phone, masked', async () => {
    expect(await found('홍길')).toEqual([
      ['홍*동', '010-****-1111', 0],
      ['홍*순', '010****2222', 0],
    ]);
    expect(await found('1111')).toEqual([['홍*동', '010-****-1111', 0]]);
    expect(await found('9090-1111')).toEqual([['홍*동', '010-****-1111', 0]]);
    expect(await found('010-9090-2222')).toEqual([['홍*순', '010****2222', 0]]);
    expect(await found('111')).toEqual([]);
    expect(await found('%%')).toEqual([]);
  });

  it('only those whom one sees, and only for those who may sell and read customers', async () => {
    expect(await found('홍길', nami)).toEqual([['홍*동', '010-****-1111', 0]]);
    for (const token of [staff, plant])
      expect((await refusal(sales.customers, { query: { text: '홍길' } }, token)).status).toBe(403);
  });
});
