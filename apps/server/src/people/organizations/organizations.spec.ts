import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '@headland/contracts/endpoint';
import { kiosks } from '@headland/contracts/kiosk';
import { organizations, type OrganizationBody } from '@headland/contracts/organization';
import { distanceKm } from '@headland/domain/geo';
import type { Caller } from '../../platform/caller';
import { Records } from '../../platform/records/records';
import { ExportsModule } from '../../files/exports/exports.module';
import { SessionModule } from '../session/session.module';
import { recordSpec } from '../../testing/record-spec';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type Account, type Organizations } from '../../testing/world';
import { organizationRecord } from './organization.record';
import { OrganizationsModule } from './organizations.module';

let server: TestServer;
let at: Organizations;
let headAccount: Account;
/** sales staff see every organization without permission to change; administrators of the head office have all */
let sales: string;
let head: string;
let northStaff: string;
let northAccount: Account;
let northAdmin: string;
let kioti: string;
let agency: string;
beforeAll(async () => {
  server = await startServer([SessionModule, OrganizationsModule, ExportsModule]);
  at = await makeOrganizations(server.database);
  const login = async (...caller: [Parameters<typeof makeAccount>[1], Parameters<typeof makeAccount>[2], number]) =>
    server.login(await makeAccount(server.database, ...caller));
  sales = await login('SALES', 'STAFF', at.headOffice);
  headAccount = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice);
  head = await server.login(headAccount);
  northStaff = await login('REGION', 'STAFF', at.north);
  northAccount = await makeAccount(server.database, 'REGION', 'ADMIN', at.north);
  northAdmin = await server.login(northAccount);
  kioti = await login('KIOTI', 'ADMIN', at.headOffice);
  agency = await login('AGENCY', 'ADMIN', at.sora);
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
const eventsOf = (id: number) =>
  server.database.query<
    {
      name: string;
      payload: { name: string; changes: { field: string; from: string | null; to: string | null }[] };
      by_name: string;
      scope: number[];
    }[]
  >(
    "SELECT name, payload, by_name, scope FROM event_log WHERE name LIKE 'record.%' AND payload->>'kind' = 'organization' AND payload->>'id' = $1 ORDER BY number",
    [String(id)],
  );

describe('the tree of a scope', () => {
  it('holds one’s own organisation and those below it, parents first', async () => {
    const tree = async (token: string) => (await server.call(organizations.tree, {}, token)).map((o) => o.name);
    expect(await tree(sales)).toEqual(['Head office', 'North', 'South', 'Nami', 'Noa', 'Sora']);
    expect(await tree(northStaff)).toEqual(['North', 'Nami', 'Noa']);
  });

  it('moves along with an organisation that is moved', async () => {
    const [row] = await server.database.query<{ id: number }[]>(
      "INSERT INTO organization (name, type, parent_id) VALUES ('Nami branch', 'DEALER', $1) RETURNING id",
      [at.nami],
    );
    await server.database.query('UPDATE organization SET parent_id = $2 WHERE id = $1', [at.nami, at.south]);
    expect((await server.call(organizations.tree, {}, northStaff)).map((o) => o.name)).toEqual(['North', 'Noa']);
    await expect(
      server.database.query('UPDATE organization SET parent_id = $2 WHERE id = $1', [at.nami, row?.id]),
    ).rejects.toThrow('below itself');
    await server.database.query('UPDATE organization SET parent_id = $2 WHERE id = $1', [at.nami, at.north]);
    expect((await server.call(organizations.tree, {}, northStaff)).map((o) => o.name)).toEqual([
      'North',
      'Nami',
      'Noa',
      'Nami branch',
    ]);
    await server.database.query('DELETE FROM organization WHERE id = $1', [row?.id]);
  });
});

describe('the nearest agencies', () => {
  const near = (token: string) => server.call(organizations.nearest, { query: { lat: 35.96, lon: 126.95 } }, token);
  it('come within the scope, with their distance', async () => {
    expect((await near(sales)).map((o) => o.name)).toEqual(['Noa', 'Nami', 'Sora']);
    expect((await near(northStaff)).map((o) => o.name)).toEqual(['Noa', 'Nami']);
    for (const a of await near(sales))
      expect(a.distanceKm).toBeCloseTo(
        distanceKm({ lat: 35.96, lon: 126.95 }, { lat: a.lat ?? 0, lon: a.lon ?? 0 }),
        1,
      );
    expect((await server.send(organizations.nearest, { query: { lat: 91, lon: 0 } }, sales)).status).toBe(422);
  });

  it('without a position come last', async () => {
    const [row] = await server.database.query<{ id: number }[]>(
      "INSERT INTO organization (name, type, parent_id) VALUES ('Nowhere', 'AGENCY', $1) RETURNING id",
      [at.south],
    );
    expect((await near(sales)).at(-1)).toMatchObject({ name: 'Nowhere', distanceKm: null });
    await server.database.query('DELETE FROM organization WHERE id = $1', [row?.id]);
  });
});

/** A separate branch for each test: a region, and below it a dealer with a vehicle and a user. */
let region: number;
let dealer: number;
let code = 0;
const erp = () => `ERP${String(++code).padStart(4, '0')}`;
const body = (over: Partial<Record<keyof OrganizationBody, unknown>> = {}) =>
  ({ name: 'Somewhere', type: 'REGION', parentId: at.headOffice, ...over }) as never;
const create = (over: Partial<Record<keyof OrganizationBody, unknown>>, token = head) =>
  server.call(organizations.create, { body: body(over) }, token);
const change = (id: number, over: object, token = head) =>
  server.call(organizations.change, { params: { id }, body: { ...(body() as object), ...over } as never }, token);
const get = (id: number, token = head) => server.call(organizations.get, { params: { id } }, token);
const gone: number[] = [];
async function makeBranch(): Promise<void> {
  const n = ++code;
  region = (await create({ name: `Region ${n}` })).id;
  dealer = (await create({ name: `Dealer ${n}`, type: 'DEALER', parentId: region, erpCode: erp() })).id;
  gone.push(region, dealer);
}

describe('the lists', () => {
  it('show a region what is below it and nothing else, with counts', async () => {
    const vehicles = [
      await makeVehicle(server.database, at.nami),
      await makeVehicle(server.database, at.nami),
      await makeVehicle(server.database, at.sora),
    ];
    expect(vehicles).toHaveLength(3);
    const list = await server.call(organizations.list, { query: {} }, northAdmin);
    expect(list.page.total).toBe(3);
    expect(
      list.rows.map((o) => [o.name, o.parent?.name ?? null, o.users, o.vehicles, o.allUsers, o.allVehicles]),
    ).toEqual([
      ['Nami', 'North', 0, 2, 0, 2],
      ['Noa', 'North', 0, 0, 0, 0],
      // what is above it is out of sight
      ['North', null, 2, 0, 2, 2],
    ]);
    const [top] = (await server.call(organizations.list, { query: { name: 'Head' } }, head)).rows;
    expect([top?.users, top?.vehicles, top?.allUsers, top?.allVehicles]).toEqual([3, 0, 6, 3]);
  });

  it('find by name, code, type and place, in pages and both ways', async () => {
    await server.database.query("UPDATE organization SET erp_code = 'ND77' WHERE id = $1", [at.nami]);
    const names = async (query: object) =>
      (await server.call(organizations.list, { query }, head)).rows.map((o) => o.name);
    expect(await names({ name: 'no' })).toEqual(['Noa', 'North']);
    expect(await names({ erpCode: 'nd' })).toEqual(['Nami']);
    expect(await names({ type: ['AGENCY', 'DEALER'], order: 'desc' })).toEqual(['Sora', 'Noa', 'Nami']);
    expect(await names({ organizationId: at.north })).toEqual(['Nami', 'Noa', 'North']);
    expect(await names({ organizationId: at.north, below: 'false' })).toEqual(['North']);
    expect(await names({ name: '%' })).toEqual([]);
    const page = await server.call(organizations.list, { query: { size: 10, page: 2 } }, head);
    expect([page.rows, page.page]).toEqual([[], { number: 2, size: 10, total: 6 }]);
    expect((await refusal(organizations.list, { query: { size: 7 } }, head)).fields).toEqual({
      size: 'field.pageSize',
    });
  });

  it('open as a tree: the topmost, what is opened, what fits a search', async () => {
    const branches = async (query: object, token = head) =>
      (await server.call(organizations.branches, { query }, token)).map(
        (o) => `${o.name}:${o.children}:${o.allVehicles}${o.hit ? '!' : ''}`,
      );
    expect(await branches({})).toEqual(['Head office:2:3']);
    expect(await branches({ open: [at.headOffice, at.south] })).toEqual([
      'Head office:2:3',
      'North:2:2',
      'South:1:1',
      'Sora:0:1',
    ]);
    expect(await branches({ search: 'nd77' })).toEqual(['Head office:2:3', 'North:2:2', 'Nami:0:2!']);
    expect(await branches({ all: 'true' })).toHaveLength(6);
    expect(await branches({}, northAdmin)).toEqual(['North:2:2']);
    // neither opened nor found where it is out of scope
    expect(await branches({ open: [at.headOffice, at.south] }, northAdmin)).toEqual(['North:2:2']);
    expect(await branches({ search: 'sora' }, northAdmin)).toEqual([]);
  });
});

describe('one organisation', () => {
  it('returns its place and what depends on it', async () => {
    const nami = await get(at.nami);
    expect(nami.path.map((p) => p.name)).toEqual(['Head office', 'North']);
    expect(nami.hanging).toEqual({ users: 0, children: 0, vehicles: 2, openFaults: 0 });
    expect((await get(at.nami, northAdmin)).path.map((p) => p.name)).toEqual(['North']);
  });

  it('out of scope is answered like unknown', async () => {
    const [far, unknown] = await Promise.all(
      [at.sora, 999_999].map((id) => refusal(organizations.get, { params: { id } }, northAdmin)),
    );
    expect([far?.status, far?.code, far?.message]).toEqual([404, 'NOT_FOUND', unknown?.message]);
  });
});

describe('creating', () => {
  beforeEach(makeBranch);

  it('needs C on organisations', async () => {
    for (const token of [sales, northStaff, northAdmin, agency])
      expect((await refusal(organizations.create, { body: body() }, token)).status).toBe(403);
  });

  it('keeps every field, and is logged', async () => {
    const given = {
      name: 'Everything',
      type: 'AGENCY' as const,
      erpCode: erp(),
      phone: '063-555-0101',
      postalCode: '54896',
      address: '전주시 덕진구 백제대로 567',
      addressDetail: '2층',
      lat: 35.84,
      lon: 127.13,
    };
    const made = await create({ ...given, parentId: region });
    expect(made).toMatchObject({ ...given, version: 1, parent: { id: region }, users: 0, vehicles: 0 });
    const [event] = await eventsOf(made.id);
    expect(event).toMatchObject({
      name: 'record.created',
      by_name: 'HEAD_OFFICE ADMIN',
      scope: [at.headOffice, region, made.id],
    });
    expect(event?.payload.changes).toContainEqual({ field: 'erpCode', from: null, to: given.erpCode });
  });

  it('accepts the values of a form: numbers as text', async () => {
    const made = await create({ name: 'Of a form', parentId: String(region), lat: '35.5', lon: '127.5' });
    expect([made.parent?.id, made.lat, made.lon]).toEqual([region, 35.5, 127.5]);
  });

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['no name', { name: undefined }, { name: 'field.req' }],
    ['an empty name', { name: ' ' }, { name: 'field.org20' }],
    ['a name of 21', { name: 'x'.repeat(21) }, { name: 'field.org20' }],
    ['an emoji in the name', { name: 'Farm 🚜' }, { name: 'field.emoji' }],
    ['no type', { type: undefined }, { type: 'field.req' }],
    ['a type that is none', { type: 'SHOP' }, { type: 'field.invalid' }],
    ['no parent', { parentId: undefined }, { parentId: 'field.req' }],
    ['a parent that is none', { parentId: 999_999 }, { parentId: 'field.invalid' }],
    ['an agency without ERP code', { type: 'AGENCY' }, { erpCode: 'field.req' }],
    ['a dealer without ERP code', { type: 'DEALER', erpCode: null }, { erpCode: 'field.req' }],
    ['an ERP code in lower case', { erpCode: 'abc1' }, { erpCode: 'field.erp' }],
    ['an ERP code of 2', { erpCode: 'AB' }, { erpCode: 'field.erp' }],
    ['an ERP code of 11', { erpCode: 'ABCDEFGHIJK' }, { erpCode: 'field.erp' }],
    ['a postal code of 4', { postalCode: '1234' }, { postalCode: 'field.d5' }],
    ['an address of 101', { address: 'x'.repeat(101) }, { address: 'field.max100' }],
    ['an address detail of 51', { addressDetail: 'x'.repeat(51) }, { addressDetail: 'field.t50' }],
    ['a phone without hyphens but letters', { phone: 'call me' }, { phone: 'field.phone' }],
    ['half a position', { lat: 35 }, { lon: 'field.req' }],
    ['the other half', { lon: 127 }, { lat: 'field.req' }],
    ['a latitude of 91', { lat: 91, lon: 0 }, { lat: 'field.invalid' }],
  ])('refuses %s', async (_, over, fields) => {
    const no = await refusal(organizations.create, { body: body({ parentId: region, ...over }) }, head);
    expect([no.status, no.code, no.fields]).toEqual([422, 'E0001', fields]);
  });

  it('refuses the name of a sibling and the code of any other', async () => {
    const { name, erpCode } = await get(dealer);
    expect((await refusal(organizations.create, { body: body({ name, parentId: region }) }, head)).fields).toEqual({
      name: 'field.orgTaken',
    });
    expect((await refusal(organizations.create, { body: body({ name: 'Other', erpCode }) }, head)).fields).toEqual({
      erpCode: 'field.erpTaken',
    });
    // free in another branch
    expect((await create({ name, parentId: at.south })).name).toBe(name);
  });

  it('twice at once makes one', async () => {
    const both = await Promise.allSettled([
      create({ name: 'Twin', parentId: region }),
      create({ name: 'Twin', parentId: region }),
    ]);
    expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('changing', () => {
  beforeEach(makeBranch);

  it('needs U on organisations', async () => {
    for (const token of [sales, northStaff, northAdmin, agency])
      expect(
        (
          await refusal(
            organizations.change,
            { params: { id: at.nami }, body: { ...(body() as object), version: 1 } },
            token,
          )
        ).status,
      ).toBe(403);
  });

  it('is logged field by field, and nothing is logged when nothing changed', async () => {
    const { name } = await get(region);
    const changed = await change(region, { name, type: 'REGION', address: '새 주소', version: 1 });
    expect([changed.version, changed.address]).toEqual([2, '새 주소']);
    expect((await change(region, { name, address: '새 주소', version: 2 })).version).toBe(2);
    const events = await eventsOf(region);
    expect(events.map((e) => e.name)).toEqual(['record.created', 'record.changed']);
    expect(events[1]?.payload.changes).toEqual([{ field: 'address', from: null, to: '새 주소' }]);
  });

  it('over a change of somebody else is refused, with who and when', async () => {
    await change(region, { name: 'First of two', version: 1 });
    const no = await refusal(
      organizations.change,
      { params: { id: region }, body: { ...(body({ name: 'Second of two' }) as object), version: 1 } },
      head,
    );
    expect([no.status, no.code, no.values?.by, Date.parse(String(no.values?.at)) > 0]).toEqual([
      409,
      'CHANGED_MEANWHILE',
      'HEAD_OFFICE ADMIN',
      true,
    ]);
    expect((await get(region)).name).toBe('First of two');
  });

  it('of two at once over the same version, one goes through', async () => {
    const both = await Promise.allSettled(
      ['Left', 'Right'].map((name) => change(region, { name: `${name} ${region}`, version: 1 })),
    );
    expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((both.find((r) => r.status === 'rejected')?.reason as Refused).error.code).toBe('CHANGED_MEANWHILE');
  });

  it('of the topmost leaves it at the top', async () => {
    const top = await get(at.headOffice);
    const same = { name: top.name, type: top.type, parentId: null, version: top.version };
    expect((await change(at.headOffice, { ...same, address: 'Seoul' })).parent).toBeNull();
    const below = await refusal(
      organizations.change,
      { params: { id: at.headOffice }, body: { ...same, parentId: at.north, version: top.version + 1 } },
      head,
    );
    expect([below.status, below.code]).toEqual([409, 'ORGANIZATION_BELOW_ITSELF']);
    const rise = await refusal(
      organizations.change,
      { params: { id: region }, body: { ...(body({ parentId: null }) as object), version: 1 } },
      head,
    );
    expect(rise.fields).toEqual({ parentId: 'field.req' });
  });
});

describe('a type', () => {
  beforeEach(makeBranch);
  const retype = async (id: number, type: string, token = head) => {
    const { name, parent, erpCode, version } = await get(id);
    return refusal(
      organizations.change,
      { params: { id }, body: { ...(body({ name, type, erpCode, parentId: parent?.id ?? null }) as object), version } },
      token,
    );
  };
  it('changes only while there are neither users nor vehicles', async () => {
    const { id } = await create({ name: `Free ${code}`, type: 'AGENCY', erpCode: erp(), parentId: region });
    const { erpCode } = await get(id);
    expect((await change(id, { name: `Free ${code}`, type: 'BIZ', erpCode, parentId: region, version: 1 })).type).toBe(
      'BIZ',
    );
    const vehicle = await makeVehicle(server.database, dealer);
    expect([(await retype(dealer, 'BIZ')).code, (await get(dealer)).refused.type]).toEqual([
      'ORGANIZATION_TYPE_FIXED',
      'ORGANIZATION_TYPE_FIXED',
    ]);
    await server.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [vehicle.id, at.noa]);
    const { userId } = await makeAccount(server.database, 'DEALER', 'STAFF', dealer);
    expect((await retype(dealer, 'BIZ')).code).toBe('ORGANIZATION_TYPE_FIXED');
    await server.database.query('UPDATE user_account SET removed_at = now(), active = false WHERE id = $1', [userId]);
    expect((await get(dealer)).refused.type).toBeNull();
  });

  it('of the head office is given once, and stays', async () => {
    expect((await retype(at.headOffice, 'DAEDONG')).code).toBe('ORGANIZATION_TYPE_FIXED');
    expect((await retype(region, 'HEAD_OFFICE')).code).toBe('ORGANIZATION_TYPE_ABOVE');
    expect((await refusal(organizations.create, { body: body({ type: 'HEAD_OFFICE' }) }, head)).code).toBe(
      'ORGANIZATION_TYPE_ABOVE',
    );
  });

  it('above the own one is neither given nor touched', async () => {
    const { id } = await create({ name: `Service ${code}`, type: 'SERVICE_BUSINESS' });
    expect((await refusal(organizations.create, { body: body({ type: 'SERVICE_BUSINESS' }) }, kioti)).code).toBe(
      'ORGANIZATION_TYPE_ABOVE',
    );
    expect((await retype(region, 'SERVICE_BUSINESS', kioti)).code).toBe('ORGANIZATION_TYPE_ABOVE');
    for (const type of ['BIZ', 'SERVICE_BUSINESS'])
      expect((await retype(id, type, kioti)).code).toBe('ORGANIZATION_ABOVE');
    expect((await refusal(organizations.delete, { params: { id } }, kioti)).code).toBe('ORGANIZATION_ABOVE');
    expect((await retype(at.headOffice, 'HEAD_OFFICE', kioti)).code).toBe('ORGANIZATION_ABOVE');
    expect((await get(id, kioti)).refused).toEqual({
      change: 'ORGANIZATION_ABOVE',
      move: 'ORGANIZATION_ABOVE',
      type: null,
      delete: 'ORGANIZATION_ABOVE',
    });
  });
});

describe('moving', () => {
  beforeEach(makeBranch);
  const move = async (id: number, parentId: number, token = head) => {
    const { name, type, erpCode, version } = await get(id);
    return change(id, { name, type, erpCode, parentId, version }, token);
  };

  it('returns in advance what changes scope', async () => {
    await makeVehicle(server.database, dealer);
    await makeAccount(server.database, 'DEALER', 'STAFF', dealer);
    const { name } = await get(region);
    const preview = await server.call(
      organizations.movePreview,
      { params: { id: region }, query: { parentId: at.north } },
      head,
    );
    expect(preview).toEqual({
      organizations: 2,
      users: 1,
      vehicles: 1,
      leaves: [],
      enters: [{ id: at.north, name: 'North' }],
    });
    const out = await server.call(
      organizations.movePreview,
      { params: { id: dealer }, query: { parentId: at.headOffice } },
      head,
    );
    expect(out).toEqual({ organizations: 1, users: 1, vehicles: 1, leaves: [{ id: region, name }], enters: [] });
    expect(
      (await refusal(organizations.movePreview, { params: { id: region }, query: { parentId: dealer } }, head)).code,
    ).toBe('ORGANIZATION_BELOW_ITSELF');
    expect(
      (await refusal(organizations.movePreview, { params: { id: region }, query: { parentId: at.north } }, northAdmin))
        .status,
    ).toBe(403);
  });

  it('carries everything below it into the sight of the new place', async () => {
    expect((await refusal(organizations.get, { params: { id: dealer } }, northAdmin)).code).toBe('NOT_FOUND');
    await move(region, at.north);
    expect((await get(dealer, northAdmin)).path.map((p) => p.id)).toEqual([at.north, region]);
    const events = await eventsOf(region);
    expect(events.at(-1)?.payload.changes).toEqual([{ field: 'parent', from: 'Head office', to: 'North' }]);
    await move(region, at.south);
    expect((await refusal(organizations.get, { params: { id: dealer } }, northAdmin)).code).toBe('NOT_FOUND');
  });

  it('of an organisation that holds a superior, or of the own one, is refused', async () => {
    const { userId } = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', dealer);
    await expect(move(region, at.north, kioti)).rejects.toMatchObject({
      status: 403,
      error: { code: 'ORGANIZATION_ABOVE' },
    });
    expect(
      (await refusal(organizations.movePreview, { params: { id: region }, query: { parentId: at.north } }, kioti)).code,
    ).toBe('ORGANIZATION_ABOVE');
    await server.database.query('UPDATE user_account SET removed_at = now(), active = false WHERE id = $1', [userId]);
    expect((await move(region, at.north, kioti)).parent?.id).toBe(at.north);
    const tsm = await server.login(await makeAccount(server.database, 'TSM', 'ADMIN', dealer));
    await expect(move(dealer, at.south, tsm)).rejects.toMatchObject({
      status: 409,
      error: { code: 'ORGANIZATION_OWN_PLACE' },
    });
    // and nothing that holds the own one is changed
    await expect(move(region, at.south, tsm)).rejects.toMatchObject({
      status: 403,
      error: { code: 'ORGANIZATION_ABOVE' },
    });
  });

  it('below itself or one of its own is refused', async () => {
    for (const parentId of [region, dealer])
      await expect(move(region, parentId)).rejects.toMatchObject({
        status: 409,
        error: { code: 'ORGANIZATION_BELOW_ITSELF' },
      });
  });

  it('of two at once that would make a circle, one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [
        await create({ name: `One ${code}-${round}` }),
        await create({ name: `Two ${code}-${round}` }),
      ];
      const both = await Promise.allSettled([
        change(one.id, { name: one.name, parentId: two.id, version: 1 }),
        change(two.id, { name: two.name, parentId: one.id, version: 1 }),
      ]);
      expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((both.find((r) => r.status === 'rejected')?.reason as Refused).error.code).toBe(
        'ORGANIZATION_BELOW_ITSELF',
      );
      const paths = await server.database.query<{ path: number[] }[]>(
        'SELECT path FROM organization WHERE id = ANY($1)',
        [[one.id, two.id]],
      );
      expect(paths.map((p) => p.path.length).sort()).toEqual([2, 3]);
    }
  });
});

describe('deleting', () => {
  beforeEach(makeBranch);
  const remove = (id: number, token = head) => server.call(organizations.delete, { params: { id } }, token);

  it('needs D on organisations', async () => {
    for (const token of [sales, northStaff, northAdmin, agency])
      expect((await refusal(organizations.delete, { params: { id: dealer } }, token)).status).toBe(403);
  });

  it('is refused while something hangs on it, with how much', async () => {
    const inUse = async (id: number) => {
      const no = await refusal(organizations.delete, { params: { id } }, head);
      return [no.status, no.code, no.values];
    };
    expect(await inUse(region)).toEqual([
      409,
      'ORGANIZATION_IN_USE',
      { users: 0, children: 1, vehicles: 0, openFaults: 0 },
    ]);
    const vehicle = await makeVehicle(server.database, dealer);
    const { userId } = await makeAccount(server.database, 'DEALER', 'STAFF', dealer);
    await server.database.query(
      `INSERT INTO fault_report (severity, code, name, part, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active)
       VALUES (1, 'E0301', '{}', '{}', $1, $2, now(), now(), now(), 1, 1, true)`,
      [vehicle.deviceId, dealer],
    );
    expect(await inUse(dealer)).toEqual([
      409,
      'ORGANIZATION_IN_USE',
      { users: 1, children: 0, vehicles: 1, openFaults: 1 },
    ]);
    expect((await get(dealer)).hanging).toEqual({ users: 1, children: 0, vehicles: 1, openFaults: 1 });
    await server.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [vehicle.id, at.noa]);
    await server.database.query('UPDATE user_account SET removed_at = now(), active = false WHERE id = $1', [userId]);
    expect(await inUse(dealer)).toEqual([
      409,
      'ORGANIZATION_IN_USE',
      { users: 0, children: 0, vehicles: 0, openFaults: 1 },
    ]);
    await server.database.query("UPDATE fault_report SET status = 'repairCompleted' WHERE organization_id = $1", [
      dealer,
    ]);
    // the completed report still names it
    expect(await remove(dealer)).toEqual({ deleted: true });
  });

  it('removes it from every list, and its name and code are free', async () => {
    const { name, erpCode } = await get(dealer);
    await server.call(kiosks.issue, { body: { name: 'Wall', organizationId: dealer } }, head);
    await remove(dealer);
    expect((await refusal(organizations.get, { params: { id: dealer } }, head)).code).toBe('NOT_FOUND');
    expect((await server.call(organizations.tree, {}, head)).map((o) => o.id)).not.toContain(dealer);
    expect(
      (await server.call(organizations.branches, { query: { all: 'true' } }, head)).map((o) => o.id),
    ).not.toContain(dealer);
    expect((await server.call(organizations.list, { query: { name } }, head)).rows).toEqual([]);
    expect((await eventsOf(dealer)).at(-1)).toMatchObject({ name: 'record.deleted', payload: { name } });
    expect(
      (await refusal(organizations.create, { body: body({ name: 'Below it', parentId: dealer }) }, head)).fields,
    ).toEqual({ parentId: 'field.invalid' });
    expect((await create({ name, type: 'DEALER', erpCode, parentId: region })).erpCode).toBe(erpCode);
    // and its wall displays are logged out
    expect(
      await server.database.query('SELECT 1 FROM kiosk WHERE organization_id = $1 AND revoked_at IS NULL', [dealer]),
    ).toEqual([]);
    // a second time
    expect((await refusal(organizations.delete, { params: { id: dealer } }, head)).code).toBe('NOT_FOUND');
  });

  it('while somebody creates one below it: either it is deleted or the new one exists', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await create({ name: `Doomed ${code}-${round}` });
      const [deleted, made] = await Promise.allSettled([remove(one.id), create({ name: 'Late', parentId: one.id })]);
      expect([deleted.status, made.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

/**
 * No group with a partial scope has C, U or D today; if the matrix gave it one, the whole tree must not be open to it.
 */
describe('a caller who sees only a part', () => {
  const caller = (): Caller => ({
    userId: northAccount.userId,
    loginId: northAccount.id,
    name: 'North',
    groupType: 'REGION',
    role: 'ADMIN',
    organizationId: at.north,
    sessionId: '',
    kioskId: null,
    scope: { all: false, organizationId: at.north },
    language: 'ko',
    timeZone: 'UTC',
    address: '',
    agent: null,
  });
  const problem = (code: string, fields?: object) =>
    expect.objectContaining({ code, ...(fields ? { fields } : {}) }) as unknown;
  const full = {
    erpCode: null,
    phone: null,
    postalCode: null,
    address: null,
    addressDetail: null,
    lat: null,
    lon: null,
  };

  const store = () => server.app.get(Records).of(organizationRecord);

  it('creates, moves and deletes only inside of it', async () => {
    const made = await store().create(caller(), { ...full, name: 'Inside', type: 'REGION', parentId: at.north });
    for (const parentId of [at.south, at.headOffice]) {
      await expect(store().create(caller(), { ...full, name: 'Outside', type: 'REGION', parentId })).rejects.toEqual(
        problem('E0001', { parentId: 'field.invalid' }),
      );
      await expect(
        store().change(caller(), made.id, { ...full, name: 'Inside', type: 'REGION', parentId, version: 1 }),
      ).rejects.toEqual(problem('E0001', { parentId: 'field.invalid' }));
    }
    await expect(
      store().change(caller(), at.sora, { ...full, name: 'Mine', type: 'REGION', parentId: at.north, version: 1 }),
    ).rejects.toEqual(problem('NOT_FOUND'));
    await expect(store().remove(caller(), at.sora)).rejects.toEqual(problem('NOT_FOUND'));
    // one's own position in the tree cannot be changed
    const north = await store().change(caller(), at.north, {
      ...full,
      name: 'North',
      type: 'REGION',
      parentId: null,
      version: 1,
      address: 'Here',
    });
    expect(north.address).toBe('Here');
    const [row] = await server.database.query<{ parent_id: number }[]>(
      'SELECT parent_id FROM organization WHERE id = $1',
      [at.north],
    );
    expect(row?.parent_id).toBe(at.headOffice);
    expect((await store().remove(caller(), made.id)).removedAt).toBeInstanceOf(Date);
  });
});

let named = 0;
recordSpec({
  server: () => server,
  endpoints: organizations,
  remove: organizations.delete,
  workbook: 'organizations',
  callers: () => ({ all: head, reader: northAdmin, none: sales }),
  body: () => body({ name: `Record ${++named}`, parentId: at.north }),
  form: ({ parent, ...organization }) => ({ ...organization, parentId: parent?.id ?? null }),
  change: { phone: '02-555-0101', address: 'Changed' },
  filters: ({ name }) => ({
    finds: [{ name }, { type: 'REGION', organizationId: String(at.north) }],
    misses: [{ name: 'nothing' }, { type: 'DEALER' }, { organizationId: String(at.south) }],
  }),
  sorts: { name: (o) => o.name },
  part: () => ({ caller: northAdmin, body: body({ name: `Record ${++named}`, parentId: at.south }) }),
});
