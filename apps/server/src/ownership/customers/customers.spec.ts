import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { app } from '@headland/contracts/app';
import {
  type AddVehicleBody,
  type CustomerBody,
  type CustomerDetail,
  type CustomerFilter,
  customers,
} from '@headland/contracts/customer';
import type { Input } from '@headland/contracts/endpoint';
import { exports as exporting } from '@headland/contracts/export';
import { AppMembersModule } from '../app-members/app-members.module';
import { insertDeliveries } from '../../messages/deliveries/deliveries.module';
import { ExportsModule } from '../../files/exports/exports.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { SessionModule } from '../../people/session/session.module';
import { TestApp } from '../../testing/app';
import { recordSpec } from '../../testing/record-spec';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { type MadeVehicle, makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { CustomersModule } from './customers.module';

let server: TestServer;
let at: Organizations;
let members: TestApp;
let head: string;
let staff: string;
let region: string;
let nami: string;
let sora: string;
let plant: string;
beforeAll(async () => {
  server = await startServer([SessionModule, NotificationsModule, ExportsModule, CustomersModule, AppMembersModule]);
  at = await makeOrganizations(server.database);
  members = new TestApp(server);
  const login = async (...caller: [Parameters<typeof makeAccount>[1], Parameters<typeof makeAccount>[2], number]) =>
    server.login(await makeAccount(server.database, ...caller));
  head = await login('HEAD_OFFICE', 'ADMIN', at.headOffice);
  staff = await login('HEAD_OFFICE', 'STAFF', at.headOffice);
  region = await login('REGION', 'STAFF', at.north);
  nami = await login('DEALER', 'ADMIN', at.nami);
  sora = await login('AGENCY', 'ADMIN', at.sora);
  plant = await login('PRODUCTION', 'ADMIN', at.headOffice);
});
afterAll(() => server.stop());

const refusal = async (call: Promise<unknown>): Promise<Refused['error'] & { status: number }> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refused) return { ...error.error, status: error.status };
    throw error;
  }
  throw new Error('it was allowed');
};
const codes = async (call: Promise<unknown>): Promise<[number, string]> => {
  const { status, code } = await refusal(call);
  return [status, code];
};
let counter = 1000;
const newPhone = (): string => `010-8888-${++counter}`;
const bodyOf = (
  over: Partial<Input<typeof customers.create>['body']> = {},
): Input<typeof customers.create>['body'] => ({
  loginId: `cust${++counter}`,
  name: '김가람',
  birthOn: '1961-04-05',
  country: '82',
  phone: newPhone(),
  email: 'garam@naver.com',
  postalCode: '56212',
  address: '전북특별자치도 정읍시 들길 7',
  addressDetail: '2층',
  dealerId: at.nami,
  service: true,
  privacy: true,
  location: true,
  marketing: false,
  way: 'paper',
  givenOn: '2026-01-02',
  memo: '오전에 통화',
  ...over,
});
const create = (over: Partial<CustomerBody> = {}, token = head): Promise<CustomerDetail> =>
  server.call(customers.create, { body: bodyOf(over) }, token);
const get = (id: number, token = head): Promise<CustomerDetail> =>
  server.call(customers.get, { params: { id } }, token);
const list = (query: Partial<Record<keyof CustomerFilter, string>> = {}, token = head) =>
  server.call(customers.list, { query: { appStatus: 'all', size: 100, ...query } as never }, token);
const idsOf = async (query: Partial<Record<keyof CustomerFilter, string>>, token = head): Promise<number[]> =>
  (await list(query, token)).rows.map((r) => r.id);
const eventsOf = (id: number) =>
  server.database.query<
    { name: string; payload: { changes: { field: string; from: string | null; to: string | null }[] } }[]
  >("SELECT name, payload FROM event_log WHERE payload->>'kind' = 'customer' AND payload->>'id' = $1 ORDER BY number", [
    String(id),
  ]);
/** An unsold vehicle. */
async function unsold(organizationId: number): Promise<MadeVehicle> {
  const made = await makeVehicle(server.database, organizationId);
  await server.database.query(
    "UPDATE vehicle SET customer_id = NULL, sold_on = NULL, shipped_on = '2025-03-10' WHERE id = $1",
    [made.id],
  );
  return withVin(made);
}
/** A registration number: without I and O. */
async function withVin(made: MadeVehicle): Promise<MadeVehicle> {
  const vin = made.vin.replace('VEHI', 'VEHX');
  await server.database.query('UPDATE vehicle SET vin = $2 WHERE id = $1', [made.id, vin]);
  return { ...made, vin };
}
const add = (customerId: number, body: Partial<AddVehicleBody> & { vin: string }, token = head) =>
  server.call(
    customers.addVehicle,
    {
      params: { id: customerId },
      body: { soldOn: '2025-06-01', dealerId: at.nami, nickname: '우리 트랙터', memo: '', ...body },
    },
    token,
  );
const openSos = (v: MadeVehicle) =>
  server.database.query(
    "INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at) VALUES ('button', 'device', $1, $2, $3, now(), now())",
    [v.id, v.deviceId, at.nami],
  );

const written = new Map<string | null, ReturnType<typeof bodyOf>>();
const rememberedBody = (): ReturnType<typeof bodyOf> => {
  const body = bodyOf();
  written.set(body.loginId, body);
  return body;
};
recordSpec({
  server: () => server,
  endpoints: customers,
  remove: customers.delete,
  workbook: 'customers',
  callers: () => ({ all: head, reader: staff, none: plant }),
  body: rememberedBody,
  // what is read is masked
  form: ({ loginId, version }) => ({ ...written.get(loginId), version }),
  change: { address: 'Changed', birthOn: '1962-05-06' },
  filters: ({ loginId }) => ({
    finds: [{ loginId: loginId ?? '' }, { loginId: loginId ?? '', dealerId: String(at.north) }],
    misses: [{ loginId: 'nobody' }, { hasVehicle: 'true' }, { dealerId: String(at.south) }],
  }),
  sorts: {
    loginId: (c) => c.loginId?.toLowerCase() ?? null,
    name: (c) => c.name,
    vehicles: (c) => c.vehicles,
    appStatus: (c) => c.appStatus,
    registeredAt: (c) => c.registeredAt,
  },
  part: () => ({ caller: sora, body: rememberedBody() }),
});

describe('registering a customer', () => {
  it('keeps the person, the consent and who wrote it down, and logs no personal data', async () => {
    const made = await create({ marketing: true });
    expect(made).toMatchObject({
      name: '김*람',
      appStatus: 'registered',
      appSince: null,
      dealer: { name: 'Nami' },
      requiredTerms: 'agreed',
      marketing: true,
      registeredBy: 'HEAD_OFFICE ADMIN',
      vehicles: 0,
    });
    expect(made.answers.map((a) => [a.term, a.agreed, a.way, a.on, a.by])).toEqual(
      ['assistant', 'marketing', 'location', 'privacy', 'service'].map((term) => [
        term,
        term !== 'assistant',
        'paper',
        '2026-01-02',
        'HEAD_OFFICE ADMIN',
      ]),
    );
    const person = await server.call(customers.person, { params: { id: made.id } }, head);
    expect(person).toMatchObject({
      name: '김가람',
      birthOn: '1961-04-05',
      email: 'garam@naver.com',
      postalCode: '56212',
      addressDetail: '2층',
      memo: '오전에 통화',
    });
    const events = await eventsOf(made.id);
    expect(events.map((e) => e.name)).toEqual(['record.created']);
    const text = JSON.stringify(events);
    for (const part of ['김가람', '1961', '8888', 'garam', '정읍', '통화']) expect(text).not.toContain(part);
    expect(events[0]?.payload.changes).toContainEqual({ field: 'phone', from: null, to: '***' });
    expect(events[0]?.payload.changes).toContainEqual({ field: 'dealer', from: null, to: 'Nami' });
  });

  it('states what is wrong at the field', async () => {
    const fields = async (over: object) => (await refusal(create(over))).fields;
    expect(await fields({ birthOn: '2999-01-01' })).toEqual({ birthOn: 'field.birth' });
    expect(await fields({ phone: '01012345678' })).toEqual({ phone: 'field.phone' });
    expect(await fields({ country: '1', phone: '010-1234-5678', postalCode: null })).toEqual({ phone: 'field.phone' });
    expect(await fields({ postalCode: '1' })).toEqual({ postalCode: 'field.d5' });
    expect(await fields({ privacy: false })).toEqual({ terms: 'field.terms' });
    expect(await fields({ name: '1', privacy: false })).toEqual({ name: 'field.name', terms: 'field.terms' });
    expect(await fields({ way: undefined, givenOn: undefined })).toEqual({ way: 'field.req', givenOn: 'field.req' });
    expect(await fields({ givenOn: '2999-01-01' })).toEqual({ givenOn: 'field.pastDay' });
    expect(await fields({ address: ' ' })).toEqual({ address: 'field.req' });
    expect(await fields({ dealerId: at.north })).toEqual({ dealerId: 'field.notAgency' });
    expect(await fields({ dealerId: 999_999 })).toEqual({ dealerId: 'field.unknown' });
    const { loginId } = await create();
    expect(await fields({ loginId: loginId?.toUpperCase() ?? '' })).toEqual({ loginId: 'field.idTaken' });
    const free = (id: string) => server.call(customers.idFree, { query: { loginId: id } }, head);
    expect([await free(loginId ?? ''), await free('nobodyhas')]).toEqual([{ free: false }, { free: true }]);
  });

  it('a phone belongs to one customer, also at the same moment; another dealer does not learn whose it is', async () => {
    const phone = newPhone();
    const both = await Promise.allSettled([create({ phone }), create({ phone, name: '이나래' })]);
    expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
    const [first] = await idsOf({ phone: phone.replaceAll('-', '') });
    expect(await refusal(create({ phone }))).toMatchObject({
      status: 409,
      code: 'CUSTOMER_PHONE_TAKEN',
      values: { id: first },
    });
    expect((await refusal(create({ phone, dealerId: at.sora }, sora))).values).toEqual({});
  });

  it('needs C, and a dealer in sight', async () => {
    expect(await codes(create({}, staff))).toEqual([403, 'FORBIDDEN']);
    expect(await codes(create({}, region))).toEqual([403, 'FORBIDDEN']);
    expect((await refusal(create({ dealerId: at.sora }, nami))).fields).toEqual({ dealerId: 'field.unknown' });
    expect((await create({}, nami)).dealer?.name).toBe('Nami');
  });
});

describe('the list', () => {
  it('shows names and phones masked, and by default all registered customers', async () => {
    const made = await create({ name: '박하늘' });
    const tokens = await members.join(newPhone(), { name: '최바다' });
    const row = (await list()).rows.find((r) => r.id === made.id);
    expect(row).toMatchObject({
      name: '박*늘',
      birthOn: '1961-04-05',
      appStatus: 'registered',
      appSince: null,
      requiredTerms: 'agreed',
      marketing: false,
    });
    expect(row?.phone).toMatch(/^010-\*{4}-\d{4}$/);
    const shown = (await server.call(customers.list, {}, head)).rows.map((r) => r.id);
    expect(shown).toEqual(expect.arrayContaining([tokens.customerId, made.id]));
    expect(await idsOf({ usesApp: 'false' })).toContain(made.id);
    expect(await idsOf({ usesApp: 'false' })).not.toContain(tokens.customerId);
    expect(await idsOf({ usesApp: 'true' })).toContain(tokens.customerId);
    const member = (await list()).rows.find((r) => r.id === tokens.customerId);
    expect(Date.now() - Date.parse(member?.appSince ?? '')).toBeLessThan(600_000);
  });

  it('is filtered by ID, name, phone, vehicle, dealer and day', async () => {
    const phone = newPhone();
    const one = await create({ name: '서라온', phone, loginId: 'raonraon' });
    expect(await idsOf({ loginId: 'ONRA' })).toEqual([one.id]);
    expect(await idsOf({ name: '라온' })).toEqual([one.id]);
    expect(await idsOf({ phone: phone.slice(-4) })).toContain(one.id);
    expect(await idsOf({ phone: phone.replaceAll('-', '') })).toEqual([one.id]);
    expect(await idsOf({ phone: '00000000000' })).toEqual([]);
    expect((await refusal(list({ phone: '010-1234' }))).fields).toEqual({ phone: 'field.noBlk' });
    expect(await idsOf({ name: '라온', hasVehicle: 'true' })).toEqual([]);
    const machine = await unsold(at.nami);
    await add(one.id, { vin: machine.vin });
    expect(await idsOf({ name: '라온', hasVehicle: 'true' })).toEqual([one.id]);
    expect(await idsOf({ name: '라온', dealerId: String(at.north) })).toEqual([one.id]);
    expect(await idsOf({ name: '라온', dealerId: String(at.south) })).toEqual([]);
    expect(await idsOf({ name: '라온', from: '2020-01-01T00:00:00Z', to: '2021-01-01T00:00:00Z' })).toEqual([]);
    expect(await idsOf({ name: '라온', from: '2020-01-01T00:00:00Z' })).toEqual([one.id]);
  });

  it('of a dealer has its own customers and those who own a machine of it, and no others', async () => {
    const own = await create({ dealerId: at.nami });
    const through = await create({ dealerId: at.sora });
    const foreign = await create({ dealerId: at.sora });
    const machine = await unsold(at.nami);
    await add(through.id, { vin: machine.vin });
    const seen = await idsOf({}, nami);
    expect([own, through, foreign].map((c) => seen.includes(c.id))).toEqual([true, true, false]);
    const ofRegion = await idsOf({}, region);
    expect([own, through, foreign].map((c) => ofRegion.includes(c.id))).toEqual([true, true, false]);
    // the filter by a dealer has what the dealer sees; of another dealer's machines a caller learns nothing
    const ofNami = await idsOf({ dealerId: String(at.nami) }, head);
    expect([own, through, foreign].map((c) => ofNami.includes(c.id))).toEqual([true, true, false]);
    await add(own.id, { vin: (await unsold(at.sora)).vin, dealerId: at.sora });
    expect(await idsOf({ dealerId: String(at.sora) }, head)).toContain(own.id);
    expect(await idsOf({ dealerId: String(at.sora) }, nami)).not.toContain(own.id);
    for (const id of [foreign.id, 999_999]) {
      expect(await codes(get(id, nami))).toEqual([404, 'NOT_FOUND']);
      for (const e of [customers.person, customers.transfers, customers.messages])
        expect(await codes(server.call(e, { params: { id } }, nami))).toEqual([404, 'NOT_FOUND']);
      for (const e of [customers.incidents, customers.history])
        expect(await codes(server.call(e, { params: { id } }, nami))).toEqual([404, 'NOT_FOUND']);
    }
    expect(await codes(list({}, plant))).toEqual([403, 'FORBIDDEN']);
  });

  it('leaves the house as a workbook only for a purpose, which is recorded', async () => {
    const body = { list: 'customers' as const, filter: { appStatus: 'all' }, columns: [] };
    expect((await refusal(server.call(exporting.create, { body }, head))).fields).toEqual({ purpose: 'field.req' });
    const made = await server.call(exporting.create, { body: { ...body, purpose: '가을 점검 안내' } }, head);
    expect(made.state).toBe('ready');
    const [event] = await server.database.query<{ payload: { purpose: string; list: string } }[]>(
      "SELECT payload FROM event_log WHERE name = 'account.exported' ORDER BY number DESC LIMIT 1",
    );
    expect(event?.payload).toMatchObject({ list: 'customers', purpose: '가을 점검 안내' });
    for (const sort of ['vehicles', 'name'])
      await server.call(
        exporting.create,
        { body: { ...body, filter: { appStatus: 'all', sort }, purpose: '점검' } },
        nami,
      );
    expect(await codes(server.call(exporting.create, { body: { ...body, purpose: 'x' } }, plant))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });
});

describe('messages to a customer', () => {
  it('about a machine that the caller does not see have no text, nor has a report of all of them', async () => {
    const { id } = await create();
    await add(id, { vin: (await unsold(at.nami)).vin });
    const send = (reason: string, organizationId: number) =>
      insertDeliveries(
        server.database,
        { subject: 'customer', subjectId: id, organizationId },
        [
          {
            channel: 'app',
            recipient: '김가람',
            address: String(id),
            text: reason,
            customerId: id,
            reason: `${reason}:${id}`,
          },
        ],
        new Date(),
      );
    await send('of-nami', at.nami);
    await send('of-sora', at.sora);
    await send('monthly-report', at.nami);
    const texts = async (token: string) =>
      (await server.call(customers.messages, { params: { id } }, token)).map((m) => m.text).reverse();
    expect(await texts(nami)).toEqual(['of-nami', '', 'monthly-report']);
    const elsewhere = await unsold(at.sora);
    await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [elsewhere.id, id]);
    expect(await texts(nami)).toEqual(['of-nami', '', '']);
    expect(await texts(head)).toEqual(['of-nami', 'of-sora', 'monthly-report']);
    const regionStaff = await server.login(await makeAccount(server.database, 'REGION', 'STAFF', at.north));
    expect((await texts(regionStaff))[2], 'who may not read such figures').toBe('');
  });
});

describe('the person in full', () => {
  it('is shown to who may read customers, and each look is recorded', async () => {
    const made = await create({ name: '윤슬기' });
    expect(JSON.stringify(await get(made.id, staff))).not.toContain('윤슬기');
    expect((await server.call(customers.person, { params: { id: made.id } }, staff)).name).toBe('윤슬기');
    const looks = await server.database.query(
      "SELECT subject FROM personal_data_view WHERE customer_id = $1 AND subject = 'customer'",
      [made.id],
    );
    expect(looks).toHaveLength(1);
    expect(await codes(server.call(customers.person, { params: { id: made.id } }, plant))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('changing a customer', () => {
  let made: CustomerDetail;
  let phone: string;
  beforeEach(async () => {
    phone = newPhone();
    made = await create({ phone });
  });
  const change = (over: object = {}, token = head) =>
    server.call(
      customers.change,
      {
        params: { id: made.id },
        body: {
          ...bodyOf({ phone }),
          loginId: made.loginId ?? undefined,
          way: undefined,
          givenOn: undefined,
          version: made.version,
          ...over,
        } as never,
      },
      token,
    );

  it('writes what differs, and the consent only where it is another one', async () => {
    const saved = await change({
      address: '전북특별자치도 김제시 1',
      marketing: true,
      way: 'phone',
      givenOn: '2026-02-03',
    });
    expect(saved.version).toBe(made.version + 1);
    expect(saved.answers.map((a) => [a.term, a.way])).toEqual([
      ['marketing', 'phone'],
      ...['assistant', 'marketing', 'location', 'privacy', 'service'].map((t) => [t, 'paper']),
    ]);
    const { rows } = await server.call(customers.history, { params: { id: made.id } }, head);
    expect(rows[0]?.changes).toEqual([
      { field: 'address', from: '***', to: '***' },
      { field: 'terms.marketing', from: 'refused 2026-05-01', to: 'agreed 2026-05-01' },
    ]);
    // no difference, no change
    expect(
      (await change({ version: saved.version, address: '전북특별자치도 김제시 1', marketing: true })).version,
    ).toBe(saved.version);
    expect((await refusal(change({ version: saved.version, marketing: false, address: 'x' }))).fields).toEqual({
      way: 'field.req',
      givenOn: 'field.req',
    });
  });

  it('of two editors the second is refused with name and time', async () => {
    await change({ memo: '첫 번째' });
    const { status, code, values } = await refusal(change({ memo: '두 번째' }, nami));
    expect([status, code, values?.by]).toEqual([409, 'CHANGED_MEANWHILE', 'HEAD_OFFICE ADMIN']);
    expect((await server.call(customers.person, { params: { id: made.id } }, head)).memo).toBe('첫 번째');
  });

  it('an ID that is there stays; who has none may be given one', async () => {
    expect((await change({ loginId: 'another1', memo: 'x' })).loginId).toBe(made.loginId);
    const { customerId } = await members.join(newPhone(), { name: '한여름' });
    const joined = await get(customerId);
    const { phone: theirs } = await server.call(customers.person, { params: { id: customerId } }, head);
    const given = await server.call(
      customers.change,
      {
        params: { id: customerId },
        body: {
          ...bodyOf({
            name: '한여름',
            birthOn: '1970-05-20',
            phone: theirs ?? '',
            loginId: 'summer1',
            marketing: true,
            assistant: true,
          }),
          way: undefined,
          givenOn: undefined,
          version: joined.version,
        } as never,
      },
      head,
    );
    expect(given.loginId).toBe('summer1');
  });

  it('another phone logs the app out, and one in use is refused', async () => {
    const old = newPhone();
    const tokens = await members.join(old, { name: '강마루' });
    const joined = await get(tokens.customerId);
    const send = (over: object) =>
      server.call(
        customers.change,
        {
          params: { id: tokens.customerId },
          body: {
            ...bodyOf({ name: '강마루', birthOn: '1970-05-20', phone: old, marketing: true, assistant: true }),
            way: undefined,
            givenOn: undefined,
            version: joined.version,
            ...over,
          } as never,
        },
        head,
      );
    expect(await codes(send({ phone }))).toEqual([409, 'CUSTOMER_PHONE_TAKEN']);
    expect((await members.call(app.me, {}, tokens.accessToken)).name).toBe('강마루');
    await send({ phone: newPhone() });
    expect((await refusal(members.call(app.me, {}, tokens.accessToken))).code).toBe('E0105');
  });

  it('is given another phone only by those who see all of its machines', async () => {
    for (const dealerId of [at.nami, at.sora]) {
      const machine = await unsold(dealerId);
      await add(made.id, { vin: machine.vin, dealerId });
    }
    const { version } = await get(made.id);
    expect(await codes(change({ phone: newPhone(), version }, nami))).toEqual([403, 'CUSTOMER_ELSEWHERE']);
    const noted = await change({ memo: 'by the one who sees one machine', version }, nami);
    expect((await change({ phone: newPhone(), version: noted.version }, head)).version).toBe(noted.version + 1);
  });

  it('needs U and the sight of the customer', async () => {
    expect(await codes(change({ memo: 'x' }, staff))).toEqual([403, 'FORBIDDEN']);
    expect(await codes(change({ memo: 'x' }, sora))).toEqual([404, 'NOT_FOUND']);
    expect((await change({ memo: 'x' }, region)).version).toBe(made.version + 1);
  });

  it('one who left the app is not changed any more', async () => {
    const old = newPhone();
    const tokens = await members.join(old, { name: '노을빛' });
    await members.call(app.withdraw, {}, tokens.accessToken);
    made = await get(tokens.customerId);
    expect(await codes(change({ phone: old }))).toEqual([409, 'CUSTOMER_WITHDRAWN']);
    // a form loaded earlier gets the same answer
    expect(await codes(change({ phone: old, version: made.version - 1 }))).toEqual([409, 'CUSTOMER_WITHDRAWN']);
    const machine = await unsold(at.nami);
    expect(await codes(add(tokens.customerId, { vin: machine.vin }))).toEqual([409, 'CUSTOMER_WITHDRAWN']);
    expect(await server.call(customers.delete, { params: { id: tokens.customerId } }, head)).toEqual({
      deleted: true,
      unsold: [],
    });
  });
});

describe('a customer’s vehicles', () => {
  let owner: CustomerDetail;
  let machine: MadeVehicle;
  beforeEach(async () => {
    owner = await create();
    machine = await unsold(at.nami);
  });

  it('an unsold one is found by its VIN, and becomes the customer’s: sold, with its consumables counting', async () => {
    const search = (token: string) =>
      server.call(customers.unsold, { query: { text: machine.vin.slice(-6).toLowerCase() } }, token);
    expect((await search(nami)).map((v) => v.vin)).toEqual([machine.vin]);
    expect(await search(sora)).toEqual([]);
    const made = await add(owner.id, { vin: machine.vin });
    expect(made).toMatchObject({
      id: machine.id,
      soldOn: '2025-06-01',
      nickname: '우리 트랙터',
      customer: { name: '김*람' },
    });
    expect((await get(owner.id)).owned).toMatchObject([
      { vin: machine.vin, dealer: { name: 'Nami' }, state: 'never', openSos: false },
    ]);
    const cycles = await server.database.query(
      'SELECT 1 FROM consumable_item WHERE model_id = (SELECT model_id FROM vehicle WHERE id = $1)',
      [machine.id],
    );
    expect(
      await server.database.query(
        "SELECT 1 FROM consumable_cycle WHERE vehicle_id = $1 AND started_on = '2025-06-01'",
        [machine.id],
      ),
    ).toHaveLength(cycles.length);
    expect(await search(nami)).toEqual([]);
    const { rows } = await server.call(customers.history, { params: { id: owner.id } }, head);
    expect(rows[0]?.changes).toEqual([{ field: 'vehicle', from: null, to: machine.vin }]);
    expect(JSON.stringify(await eventsOf(owner.id))).not.toContain('우리 트랙터');
  });

  it('is refused where it is unknown, out of sight, sold, or the day is wrong', async () => {
    expect((await refusal(add(owner.id, { vin: 'HDLTTESTNXBXDY000' }))).fields).toEqual({
      vin: 'field.vehicleUnknown',
    });
    const foreign = await unsold(at.sora);
    expect((await refusal(add(owner.id, { vin: foreign.vin }, nami))).fields).toEqual({ vin: 'field.vehicleUnknown' });
    const sold = await withVin(
      await makeVehicle(server.database, at.nami, { customer: { name: '비밀손님', phone: newPhone() } }),
    );
    const taken = await refusal(add(owner.id, { vin: sold.vin }));
    expect([taken.status, taken.code]).toEqual([409, 'VEHICLE_OF_ANOTHER']);
    expect(JSON.stringify(taken)).not.toContain('비밀손님');
    expect((await refusal(add(owner.id, { vin: machine.vin, soldOn: '2025-03-09' }))).fields).toEqual({
      soldOn: 'field.beforeShipment',
    });
    expect((await refusal(add(owner.id, { vin: machine.vin, soldOn: '2999-01-01' }))).fields).toEqual({
      soldOn: 'field.pastDay',
    });
    expect((await refusal(add(owner.id, { vin: machine.vin, dealerId: at.north }))).fields).toEqual({
      dealerId: 'field.notAgency',
    });
    expect(await codes(add(owner.id, { vin: machine.vin }, staff))).toEqual([403, 'FORBIDDEN']);
    expect(await codes(add(owner.id, { vin: machine.vin }, region))).toEqual([403, 'FORBIDDEN']);
    expect(await codes(add(owner.id, { vin: machine.vin }, sora))).toEqual([404, 'NOT_FOUND']);
  });

  it('of two concurrent sales one is refused', async () => {
    const other = await create();
    const both = await Promise.allSettled([add(owner.id, { vin: machine.vin }), add(other.id, { vin: machine.vin })]);
    expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find((r) => r.status === 'rejected')?.reason as Refused;
    expect(lost.error.code).toBe('VEHICLE_OF_ANOTHER');
    expect(
      await server.database.query(
        'SELECT count(*)::int AS n FROM sale WHERE vehicle_id = $1 AND cancelled_at IS NULL',
        [machine.id],
      ),
    ).toEqual([{ n: 1 }]);
  });

  it('is changed by one editor at a time, and only by who may', async () => {
    const { version } = await add(owner.id, { vin: machine.vin });
    const change = (over: object, token = head) =>
      server.call(
        customers.changeVehicle,
        {
          params: { id: machine.id },
          body: { version, soldOn: '2025-06-01', dealerId: at.nami, nickname: '우리 트랙터', memo: '', ...over },
        },
        token,
      );
    const saved = await change({ nickname: '막내', soldOn: '2025-07-01' });
    expect(saved).toMatchObject({ nickname: '막내', soldOn: '2025-07-01' });
    expect(await codes(change({ nickname: '둘째' }))).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(
      (
        await server.call(
          customers.changeVehicle,
          { params: { id: machine.id }, body: { version: saved.version, soldOn: '2025-07-01', dealerId: at.nami } },
          head,
        )
      ).nickname,
    ).toBeNull();
    expect(await codes(change({}, staff))).toEqual([403, 'FORBIDDEN']);
    expect(await codes(change({}, sora))).toEqual([404, 'NOT_FOUND']);
    expect(await codes(server.call(customers.vehicle, { params: { id: machine.id } }, sora))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const free = await unsold(at.nami);
    expect(await codes(server.call(customers.vehicle, { params: { id: free.id } }, head))).toEqual([404, 'NOT_FOUND']);
  });

  it('is removed: unsold again, unless it calls for help', async () => {
    const { version } = await add(owner.id, { vin: machine.vin });
    const remove = (token = head, of = version) =>
      server.call(customers.removeVehicle, { params: { id: machine.id }, body: { version: of } }, token);
    expect(await codes(remove(staff))).toEqual([403, 'FORBIDDEN']);
    expect(await codes(remove(head, version - 1))).toEqual([409, 'CHANGED_MEANWHILE']);
    await openSos(machine);
    expect(await codes(remove())).toEqual([409, 'VEHICLE_HAS_OPEN_SOS']);
    await server.database.query("UPDATE sos_call SET status = 'resolved', closed_at = now() WHERE vehicle_id = $1", [
      machine.id,
    ]);
    expect(await remove(nami)).toEqual({ removed: true });
    expect(await server.database.query('SELECT sold_on, customer_id FROM vehicle WHERE id = $1', [machine.id])).toEqual(
      [{ sold_on: null, customer_id: null }],
    );
    expect(await codes(remove())).toEqual([404, 'NOT_FOUND']);
    expect((await get(owner.id)).owned).toEqual([]);
  });

  it('their faults and calls are the customer’s only from the time that they were the customer’s, and only for who may read such', async () => {
    await add(owner.id, { vin: machine.vin });
    await openSos(machine);
    const incidents = (token: string) => server.call(customers.incidents, { params: { id: owner.id } }, token);
    expect((await incidents(head)).rows).toMatchObject([
      { kind: 'sos', type: 'button', vehicle: { vin: machine.vin } },
    ]);
    // region staff may read SOS and no fault reports
    expect((await incidents(region)).rows.map((r) => r.kind)).toEqual(['sos']);
    const next = await create();
    await server.database.query("UPDATE sos_call SET status = 'resolved', closed_at = now() WHERE vehicle_id = $1", [
      machine.id,
    ]);
    const { version } = await server.call(customers.vehicle, { params: { id: machine.id } }, head);
    await server.call(customers.removeVehicle, { params: { id: machine.id }, body: { version } }, head);
    await add(next.id, { vin: machine.vin });
    expect((await incidents(head)).rows).toHaveLength(1);
    expect((await server.call(customers.incidents, { params: { id: next.id } }, head)).rows).toEqual([]);
  });
});

describe('deleting a customer', () => {
  const remove = (id: number, token = head) => server.call(customers.delete, { params: { id } }, token);
  let one: MadeVehicle;
  let two: MadeVehicle;
  let id: number;
  let phone: string;
  let loginId: string;
  beforeEach(async () => {
    phone = newPhone();
    loginId = `erase${++counter}`;
    ({ id } = await create({ name: '김민수', phone, loginId }));
    one = await unsold(at.nami);
    two = await unsold(at.nami);
    for (const { vin } of [one, two]) await add(id, { vin });
  });

  it('erases the person everywhere and makes the machines unsold; the log never knew', async () => {
    const { customerId, accessToken } = await members.join(phone, { name: '김민수', birthOn: '1961-04-05' });
    expect(customerId).toBe(id);
    const about = { subject: 'customer' as const, subjectId: id, organizationId: at.nami };
    const message = {
      channel: 'app' as const,
      recipient: '김민수',
      address: String(id),
      text: '김민수 님, 안녕하세요',
      customerId: id,
    };
    await insertDeliveries(server.database, about, [{ ...message, reason: `hello:${id}` }], new Date());
    expect((await server.call(customers.messages, { params: { id } }, head)).map((m) => [m.to, m.text])).toEqual([
      ['김*수', '김민수 님, 안녕하세요'],
    ]);
    expect(await remove(id, nami)).toEqual({ deleted: true, unsold: [one.vin, two.vin] });
    expect((await refusal(members.call(app.me, {}, accessToken))).code).toBe('E0105');
    const [row] = await server.database.query<Record<string, unknown>[]>('SELECT * FROM customer WHERE id = $1', [id]);
    expect(row).toMatchObject({
      name: '',
      phone: null,
      birth_on: null,
      email: null,
      address: null,
      memo: null,
      login_id: null,
      app_status: 'withdrawn',
    });
    expect(
      await server.database.query('SELECT sold_on, customer_id, organization_id FROM vehicle WHERE id = ANY($1)', [
        [one.id, two.id],
      ]),
    ).toEqual([0, 1].map(() => ({ sold_on: null, customer_id: null, organization_id: at.nami })));
    for (const table of ['customer_terms', 'app_session'])
      expect(await server.database.query(`SELECT 1 FROM ${table} WHERE customer_id = $1`, [id])).toEqual([]);
    // every text column that could hold personal data, except of others with the same name
    const texts = await server.database.query<{ text: string }[]>(
      `SELECT d::text AS text FROM delivery d WHERE customer_id = $1 OR address = $2 OR subject = 'account' UNION ALL SELECT m::text FROM mail m UNION ALL SELECT s::text FROM sale s WHERE customer_id = $1
       UNION ALL SELECT e::text FROM event_log e WHERE payload->>'id' = $1::text OR vehicle_id = ANY($3) UNION ALL SELECT c::text FROM sms_code c UNION ALL SELECT x::text FROM sms_sending x`,
      [id, phone, [one.id, two.id]],
    );
    const all = texts.map((t) => t.text).join('\n');
    for (const text of ['김민수', phone, phone.replaceAll('-', ''), '우리 트랙터', 'garam', '정읍', loginId])
      expect(all).not.toContain(text);
    // data for statistics stays
    expect(await server.database.query('SELECT count(*)::int AS n FROM sale WHERE customer_id = $1', [id])).toEqual([
      { n: 2 },
    ]);
    expect(await codes(remove(id))).toEqual([404, 'NOT_FOUND']);
    expect(await codes(get(id))).toEqual([404, 'NOT_FOUND']);
  });

  it('twice at once deletes once', async () => {
    const both = await Promise.allSettled([remove(id), remove(id)]);
    expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is refused while one of the machines calls for help, and nothing is half done', async () => {
    await openSos(two);
    expect(await codes(remove(id))).toEqual([409, 'VEHICLE_HAS_OPEN_SOS']);
    expect((await get(id)).owned).toHaveLength(2);
  });

  it('is refused while a transfer that both agreed on waits; one that was only asked for ends', async () => {
    const other = await create();
    const transfer = (vehicleId: number, status: string) =>
      server.database.query(
        `INSERT INTO owner_transfer (vehicle_id, from_customer_id, to_customer_id, status, requested_at, accepted_at, due_at) VALUES ($1, $2, $3, $4, now(), now(), now() + interval '7 days')`,
        [vehicleId, id, other.id, status],
      );
    await transfer(one.id, 'requested');
    await transfer(two.id, 'accepted');
    expect((await get(other.id)).transferAwaiting).toBe(true);
    expect(await server.call(customers.transfers, { params: { id: other.id } }, head)).toMatchObject([
      { side: 'got', other: '김*수' },
      { side: 'got' },
    ]);
    for (const either of [id, other.id]) expect(await codes(remove(either))).toEqual([409, 'TRANSFER_AWAITING']);
    await server.database.query(
      "UPDATE owner_transfer SET status = 'rejected', ending = 'staff', decided_at = now(), due_at = NULL WHERE vehicle_id = $1",
      [two.id],
    );
    expect((await remove(id)).unsold).toHaveLength(2);
    expect(
      await server.database.query('SELECT status, ending FROM owner_transfer WHERE vehicle_id = $1', [one.id]),
    ).toEqual([{ status: 'rejected', ending: 'ended' }]);
  });

  it('needs D, and the sight of the customer', async () => {
    expect(await codes(remove(id, staff))).toEqual([403, 'FORBIDDEN']);
    expect(await codes(remove(id, region))).toEqual([403, 'FORBIDDEN']);
    expect(await codes(remove(id, sora))).toEqual([404, 'NOT_FOUND']);
    expect(await codes(remove(999_999))).toEqual([404, 'NOT_FOUND']);
  });

  it('whose other machine is of another dealer is not one dealer’s to delete', async () => {
    await server.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [two.id, at.sora]);
    expect((await get(id, nami)).elsewhere).toBe(1);
    expect(await codes(remove(id, nami))).toEqual([403, 'FORBIDDEN']);
    expect((await remove(id)).unsold).toHaveLength(2);
  });
});
