import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupTypes, roles } from '@headland/contracts/access';
import { infoCheck, type InfoKind } from '@headland/contracts/info-check';
import { can } from '@headland/domain/access';
import { activeFault, faultUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../../incidents/alerts/alerts.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { SessionModule } from '../../people/session/session.module';
import { devicesOf, refusal } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { InfoCheckModule } from './info-check.module';

let server: TestServer;
let at: Organizations;
let nami: MadeVehicle;
let noa: MadeVehicle;
let owner: number;
let head: string;

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, AlertsModule, FaultsModule, InfoCheckModule]);
  at = await makeOrganizations(server.database);
  nami = await makeVehicle(server.database, at.nami);
  noa = await makeVehicle(server.database, at.noa);
  const [customer] = await server.database.query<{ id: number }[]>(
    "INSERT INTO customer (name, phone, organization_id) VALUES ('한상철', '010-5555-7788', $1) RETURNING id",
    [at.nami],
  );
  owner = customer?.id ?? 0;
  await server.database.query("UPDATE vehicle SET customer_id = $2, sold_on = '2026-03-02' WHERE id = $1", [
    nami.id,
    owner,
  ]);
  await server.database.query(
    "UPDATE device SET sim = '8982300000000004711', activation = '01299887766' WHERE id = $1",
    [nami.deviceId],
  );
  await makeMember('Reader of everything', 'reader-1', at.nami);
  await devicesOf(server).fault(nami.deviceId, faultUp({ active: [activeFault({ code: 'E0300' })] }));
  head = await login('HEAD_OFFICE', 'ADMIN', at.headOffice);
});
afterAll(() => server.stop());

const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
  server.login(await makeAccount(server.database, ...caller));
async function makeMember(name: string, loginId: string, organizationId: number): Promise<number> {
  const [row] = await server.database.query<{ id: number }[]>(
    `INSERT INTO user_account (name, login_id, email, phone, role, group_type, organization_id, password_hash)
     SELECT $1::text, $2::text, $2 || '@example.com', '010-4455-6677', 'STAFF', type, id, 'x' FROM organization WHERE id = $3 RETURNING id`,
    [name, loginId, organizationId],
  );
  return row?.id ?? 0;
}
const find = (text: string, token: string) => server.call(infoCheck.find, { query: { text } }, token);
const card = (kind: InfoKind, id: number, token: string) =>
  server.call(infoCheck.card, { params: { kind, id } }, token);

const nothing = {
  ...{ vehicles: [], devices: [], customers: [], organizations: [], members: [] },
  ...{ content: [], banners: [], questions: [] },
};
describe('a look-up', () => {
  it('finds what a person reads out: VIN, device, SIM, activation number, name and phone', async () => {
    expect((await find(nami.vin.slice(-6), head)).vehicles.map((v) => v.vin)).toEqual([nami.vin]);
    expect((await find(nami.deviceId.toLowerCase(), head)).devices.map((d) => d.deviceId)).toEqual([nami.deviceId]);
    for (const number of ['4711', '99887766'])
      expect((await find(number, head)).devices.map((d) => d.vin)).toEqual([nami.vin]);
    const masked = [{ id: owner, name: '한*철', phone: '010-****-7788', vehicles: 1 }];
    for (const text of ['한상철', '7788', '5555 7788', '01055557788', '010-5555-7788', '+82 10 5555 7788'.slice(4)])
      expect((await find(text, head)).customers).toEqual(masked);
  });

  it('needs three characters for what a person reads out, two for names, and finds nothing as nothing', async () => {
    expect(await refusal(find('  a  ', head))).toEqual([422, 'E0001']);
    const { vehicles, devices, organizations } = await find(nami.vin.slice(-2), head);
    expect([vehicles, devices, organizations]).toEqual([[], [], []]);
    expect((await find('Na', head)).organizations.map((o) => o.name)).toContain('Nami');
    expect(await find('nothing of that name', head)).toEqual(nothing);
    expect(await find('%%%', head)).toEqual(nothing);
  });

  it('shows ten of a kind', async () => {
    await server.database.query(
      "INSERT INTO customer (name, phone, organization_id) SELECT '백두산', '010-2222-33' || lpad(n::text, 2, '0'), $1 FROM generate_series(1, 14) n",
      [at.sora],
    );
    expect((await find('백두산', head)).customers).toHaveLength(10);
  });

  it('stays in the scope', async () => {
    const own = await login('DEALER', 'ADMIN', at.nami);
    expect((await find(nami.vin, own)).vehicles).toHaveLength(1);
    expect((await find(noa.vin, own)).vehicles).toEqual([]);
    expect(await refusal(card('vehicle', noa.id, own))).toEqual([404, 'NOT_FOUND']);
    const other = await login('DEALER', 'ADMIN', at.noa);
    expect((await find('한상철', other)).customers).toEqual([]);
    expect(await refusal(card('customer', owner, other))).toEqual([404, 'NOT_FOUND']);
  });

  it.each(groupTypes.flatMap((group) => roles.map((role) => [group, role] as const)))(
    'of %s %s shows only kinds that it may read',
    async (group, role) => {
      const token = await login(group, role, ['REGION', 'AGENCY', 'DEALER'].includes(group) ? at.nami : at.headOffice);
      const may = (permission: Parameters<typeof can>[2]) => can(group, role, permission);
      expect((await find('Nami', token)).organizations.length).toBe(may('organization:R') ? 1 : 0);
      expect((await find('Reader of', token)).members.length).toBe(may('organization:R') ? 1 : 0);
      if (!may('infoCheck:R')) {
        for (const text of [nami.vin, '4711', '한상철', '7788'])
          expect(await find(text, token)).toMatchObject({ vehicles: [], devices: [], customers: [] });
        expect(await refusal(card('vehicle', nami.id, token))).toEqual([403, 'FORBIDDEN']);
        return;
      }
      expect((await find(nami.vin, token)).vehicles.length).toBe(may('status:R') ? 1 : 0);
      expect((await find('4711', token)).devices.length).toBe(may('device:R') ? 1 : 0);
      expect((await find('한상철', token)).customers.length).toBe(may('customer:R') ? 1 : 0);
      // nor does a name find machines where names may not be read
      expect((await find('한상철', token)).vehicles.length).toBe(may('status:R') && may('customer:R') ? 1 : 0);
      expect(await refusal(card('device', nami.deviceKey ?? 0, token))).toEqual(
        may('device:R') ? 'allowed' : [404, 'NOT_FOUND'],
      );
      expect(await refusal(card('customer', owner, token))).toEqual(may('customer:R') ? 'allowed' : [404, 'NOT_FOUND']);
      if (!may('status:R')) return expect(await refusal(card('vehicle', nami.id, token))).toEqual([404, 'NOT_FOUND']);
      const [shown] = (await card('vehicle', nami.id, token)).vehicles;
      expect([
        shown?.device !== null,
        shown?.soldOn !== null,
        shown?.owner !== null,
        shown?.openFaults.length === 1,
      ]).toEqual([may('device:R'), may('sale:R'), may('customer:R'), may('breakdown:R')]);
    },
  );
});

describe('a search for people', () => {
  it('finds organizations by name and code, with the parent, if the caller sees that', async () => {
    await server.database.query("UPDATE organization SET erp_code = 'AG-4321' WHERE id = $1", [at.nami]);
    const north = { id: at.nami, name: 'Nami', type: 'DEALER', parent: 'North' };
    for (const text of ['nam', 'ag-43']) expect((await find(text, head)).organizations).toMatchObject([north]);
    const region = await login('REGION', 'ADMIN', at.north);
    expect((await find('North', region)).organizations).toMatchObject([{ id: at.north, parent: null }]);
  });

  it('finds members by name, login ID, address and a part of the phone, in scope and not a removed one', async () => {
    const here = await makeMember('Reader of Nami', 'nami-reader', at.nami);
    const there = await makeMember('Reader elsewhere', 'sora-reader', at.sora);
    for (const text of ['reader of', 'NAMI-READ', 'nami-reader@', '4455-66', '010 4455 66'])
      expect(
        (await find(text, head)).members.map((m) => m.id),
        text,
      ).toContain(here);
    const region = await login('REGION', 'ADMIN', at.north);
    expect((await find('sora-reader', head)).members.map((m) => m.id)).toEqual([there]);
    expect((await find('sora-reader', region)).members).toEqual([]);
    await server.database.query('UPDATE user_account SET removed_at = now() WHERE id = $1', [here]);
    expect((await find('nami-reader', head)).members).toEqual([]);
  });
});

describe('the card of a hit', () => {
  it('of a vehicle has its device, sale, owner and open faults', async () => {
    const { device, owner: alone, vehicles } = await card('vehicle', nami.id, head);
    expect([device, alone]).toEqual([null, null]);
    expect(vehicles).toMatchObject([
      {
        vin: nami.vin,
        dealer: { name: 'Nami' },
        device: { deviceId: nami.deviceId, status: 'in_use', sim: '8982300000000004711', activation: '01299887766' },
        soldOn: '2026-03-02',
        owner: { id: owner, name: '한*철', phone: '010-****-7788' },
        openFaults: [{ code: 'E0300' }],
      },
    ]);
  });

  it('of a device or a customer leads to the machines, or states that there is none', async () => {
    expect((await card('device', nami.deviceKey ?? 0, head)).vehicles.map((v) => v.vin)).toEqual([nami.vin]);
    expect((await card('customer', owner, head)).vehicles.map((v) => v.vin)).toEqual([nami.vin]);
    const [spare] = await server.database.query<{ key: number }[]>(
      "INSERT INTO device (id, secret_hash) VALUES ('T-SPARE-01', 'x') RETURNING key",
    );
    expect(await card('device', spare?.key ?? 0, head)).toMatchObject({
      device: { deviceId: 'T-SPARE-01' },
      vehicles: [],
    });
    // a device in no vehicle is the stock's, not a dealer's
    expect(await refusal(card('device', spare?.key ?? 0, await login('REGION', 'ADMIN', at.north)))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await refusal(card('vehicle', 2_000_000_000, head))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(server.call(infoCheck.card, { params: { kind: 'secret' as InfoKind, id: 1 } }, head))).toEqual(
      [404, 'NOT_FOUND'],
    );
  });
});
