import { afterAll, beforeAll, expect, it } from 'vitest';
import { organizations } from '@headland/contracts/organization';
import { distanceKm } from '@headland/domain/geo';
import { SessionModule } from '../session/session.module';
import { startServer, type TestServer } from '../testing/server';
import { makeAccount, makeOrganizations, type Organizations } from '../testing/world';
import { OrganizationsModule } from './organizations.module';

let server: TestServer;
let at: Organizations;
let head: string;
let north: string;
beforeAll(async () => {
  server = await startServer([SessionModule, OrganizationsModule]);
  at = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'SALES', 'STAFF', at.headOffice));
  north = await server.login(await makeAccount(server.database, 'REGION', 'STAFF', at.north));
});
afterAll(() => server.stop());

it('the tree holds one’s own organisation and those below it, parents first', async () => {
  const tree = async (token: string) => (await server.call(organizations.tree, {}, token)).map((o) => o.name);
  expect(await tree(head)).toEqual(['Head office', 'North', 'South', 'Nami', 'Noa', 'Sora']);
  expect(await tree(north)).toEqual(['North', 'Nami', 'Noa']);
});

it('a moved organisation takes what is below it along', async () => {
  const [row] = await server.database.query<{ id: number }[]>("INSERT INTO organization (name, type, parent_id) VALUES ('Nami branch', 'DEALER', $1) RETURNING id", [
    at.nami,
  ]);
  await server.database.query('UPDATE organization SET parent_id = $2 WHERE id = $1', [at.nami, at.south]);
  expect((await server.call(organizations.tree, {}, north)).map((o) => o.name)).toEqual(['North', 'Noa']);
  await expect(server.database.query('UPDATE organization SET parent_id = $2 WHERE id = $1', [at.nami, row?.id])).rejects.toThrow('below itself');
  await server.database.query('UPDATE organization SET parent_id = $2 WHERE id = $1', [at.nami, at.north]);
  expect((await server.call(organizations.tree, {}, north)).map((o) => o.name)).toEqual(['North', 'Nami', 'Noa', 'Nami branch']);
  await server.database.query('DELETE FROM organization WHERE id = $1', [row?.id]);
});

it('agencies and dealers come nearest first, within the scope, with their distance', async () => {
  const near = (token: string) => server.call(organizations.nearest, { query: { lat: 35.96, lon: 126.95 } }, token);
  expect((await near(head)).map((o) => o.name)).toEqual(['Noa', 'Nami', 'Sora']);
  expect((await near(north)).map((o) => o.name)).toEqual(['Noa', 'Nami']);
  for (const agency of await near(head))
    expect(agency.distanceKm).toBeCloseTo(distanceKm({ lat: 35.96, lon: 126.95 }, { lat: agency.lat ?? 0, lon: agency.lon ?? 0 }), 1);
  expect((await server.send(organizations.nearest, { query: { lat: 91, lon: 0 } }, head)).status).toBe(422);
});

it('one without a position comes last', async () => {
  const [row] = await server.database.query<{ id: number }[]>("INSERT INTO organization (name, type, parent_id) VALUES ('Nowhere', 'AGENCY', $1) RETURNING id", [
    at.south,
  ]);
  expect((await server.call(organizations.nearest, { query: { lat: 35.96, lon: 126.95 } }, head)).at(-1)).toMatchObject({ name: 'Nowhere', distanceKm: null });
  await server.database.query('DELETE FROM organization WHERE id = $1', [row?.id]);
});
