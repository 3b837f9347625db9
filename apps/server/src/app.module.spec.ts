import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupTypes, roles, scopedGroups } from '@headland/contracts/access';
import { apiKeys } from '@headland/contracts/administration';
import type { Endpoint } from '@headland/contracts/endpoint';
import { exportLists } from '@headland/contracts/export';
import { apiKeyHeader } from '@headland/contracts/factory';
import { organizationFleetClients } from '@headland/contracts/fleet-client';
import { kioskHeader, kiosks } from '@headland/contracts/kiosk';
import { accessHeader, session } from '@headland/contracts/session';
import { wall } from '@headland/contracts/wall';
import { mayCall } from '@headland/domain/access';
import { filterWord } from '@headland/i18n/filter-words';
import { AppModule } from './app.module';
import { checkEndpoints } from './platform/boot-checks';
import { endpoints } from './platform/endpoints';
import { ExportRegistry } from './platform/exports/export-registry';
import { tokenOf } from './testing/fleet-client';
import { startServer, type TestServer } from './testing/server';
import { makeAccount, makeOrganizations, type Organizations } from './testing/world';

/** The complete application over HTTP: every endpoint, every role. */
let server: TestServer;
let at: Organizations;
beforeAll(async () => {
  server = await startServer([AppModule]);
  at = await makeOrganizations(server.database);
});
afterAll(() => server.stop());

/** The Fleet API answers XML by default. */
const asJson = { accept: 'application/json' };
const name = (e: Endpoint): string => `${e.method} ${e.path}`;
/** An unknown id and no body: a permitted caller passes the guard and gets a validation or not-found error. */
const knock = async (e: Endpoint, token: string | null): Promise<{ status: number; code: string | null }> => {
  const response = await server.send(
    e,
    { params: { id: 2_000_000_000, client: 2_000_000_000 }, ...(e.body ? { body: {} } : {}) },
    token,
    asJson,
  );
  // file responses have no envelope
  const isFile = e.stream !== undefined && response.ok;
  const { error } = isFile ? { error: null } : ((await response.json()) as { error: { code: string } | null });
  return { status: response.status, code: error?.code ?? null };
};
const guarded = endpoints.filter((e) => e.allow !== 'public' && e.allow !== 'development' && e !== session.logout);

it('serves every endpoint once, and nothing but endpoints', () => {
  expect(() => checkEndpoints(server.app)).not.toThrow();
});

it('knows how to write every list that the contract names as a workbook', () => {
  expect(server.app.get(ExportRegistry).names().toSorted()).toEqual(exportLists.toSorted());
});

it('has words for every filter of a list, since a PDF says what it is of', () => {
  const registry = server.app.get(ExportRegistry);
  const without = registry.names().flatMap((list) => {
    const { query, params } = registry.find(list)?.endpoint ?? {};
    return [...Object.keys(query?.shape ?? {}), ...Object.keys(params?.shape ?? {})]
      .filter((name) => !/^to$|To$/u.test(name) && filterWord(list, name) === undefined)
      .map((name) => `${list}.${name}`);
  });
  expect(without).toEqual([]);
});

it('requires authentication of every caller', async () => {
  for (const e of [...guarded, session.logout])
    expect(await knock(e, null), name(e)).toEqual({ status: 401, code: 'NO_TOKEN' });
});

it('shows the mailbox in a development start only', async () => {
  for (const e of endpoints.filter((x) => x.allow === 'development'))
    expect(await knock(e, null), name(e)).toEqual({ status: 404, code: 'NOT_FOUND' });
});

describe.each(groupTypes.flatMap((g) => roles.map((r) => [g, r] as const)))('%s %s', (groupType, role) => {
  it('may call what the matrix says, and nothing else', async () => {
    const token = await server.login(
      await makeAccount(server.database, groupType, role, scopedGroups.includes(groupType) ? at.north : at.headOffice),
    );
    for (const e of guarded) {
      const { status, code } = await knock(e, token);
      if (mayCall({ groupType, role }, e.allow)) expect([200, 404, 422], `${name(e)} ${code}`).toContain(status);
      else expect({ status, code }, name(e)).toEqual({ status: 403, code: 'FORBIDDEN' });
    }
  });
});

it('lets a wall display see the wall, and nothing else', async () => {
  const admin = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  const kiosk = await server.call(kiosks.issue, { body: { name: 'Wall', organizationId: at.north } }, admin);
  const { accessToken } = await server.call(kiosks.open, {}, null, { [kioskHeader]: kiosk.token });
  for (const e of [...guarded, session.logout]) {
    const { status } = await knock(e, accessToken);
    expect(status, name(e)).toBe(e === wall.picture ? 200 : 403);
  }
});

it('lets a machine with a key into the factory interface, and nowhere else', async () => {
  const admin = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  const { key } = await server.call(apiKeys.issue, { body: { name: 'Walk' } }, admin);
  for (const e of guarded) {
    const response = await server.send(e, { params: { id: 2_000_000_000 }, ...(e.body ? { body: {} } : {}) }, null, {
      [apiKeyHeader]: key,
      ...asJson,
    });
    if (e.allow === 'factory') expect([200, 404, 422], name(e)).toContain(response.status);
    else expect(response.status, name(e)).toBe(401);
  }
});

it('lets a client of the Fleet API read that, and nothing else', async () => {
  const admin = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  const given = { params: { id: at.north }, body: { name: 'Walk' } };
  const token = await tokenOf(server, await server.call(organizationFleetClients.create, given, admin));
  for (const e of guarded) {
    const response = await server.send(e, { params: { id: 2_000_000_000 }, ...(e.body ? { body: {} } : {}) }, null, {
      ...asJson,
      authorization: `Bearer ${token}`,
    });
    if (e.allow === 'fleet') expect([200, 404, 422], name(e)).toContain(response.status);
    else expect(response.status, name(e)).toBe(401);
    expect((await server.send(e, {}, token, asJson)).status, name(e)).toBe(401);
  }
});

it('does not know other addresses', async () => {
  for (const path of ['/api', '/api/', '/api/nothing', '/api/vehicles/1/nothing'])
    expect((await fetch(`${server.url}${path}`, { headers: { [accessHeader]: 'x' } })).status, path).toBe(404);
});
