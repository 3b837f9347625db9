import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiKey, apiKeys } from '@headland/contracts/administration';
import { apiKeyHeader, factory } from '@headland/contracts/factory';
import { maxWrongAttempts } from '../../platform/wrong-attempts';
import { FactoryModule } from '../../fleet/factory/factory.module';
import { SessionModule } from '../session/session.module';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { AdministrationModule } from './administration.module';

let server: TestServer;
let at: Organizations;
let admin: string;
const configured = 'the key of the configuration';
/** The server's clock, moved by the tests. */
let aheadMs = 0;

beforeAll(async () => {
  server = await startServer([SessionModule, AdministrationModule, FactoryModule], {
    clock: () => new Date(Date.now() + aheadMs),
    config: { FACTORY_API_KEY: configured },
  });
  at = await makeOrganizations(server.database);
  admin = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
});
afterAll(() => server.stop());

const issue = (name = 'Line 2', token = admin) => server.call(apiKeys.issue, { body: { name } }, token);
const revoke = (id: number, token = admin) => server.call(apiKeys.revoke, { params: { id } }, token);
const listed = async (id: number): Promise<ApiKey | undefined> =>
  (await server.call(apiKeys.list, {}, admin)).find((k) => k.id === id);
/** Each factory has an address of its own; the test's proxy is trusted to forward it. */
const ring = (key: string, address = '203.0.113.1') =>
  server.call(factory.key, {}, null, { [apiKeyHeader]: key, 'x-forwarded-for': address });
const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
const events = (id: number) =>
  server.database.query<{ name: string; payload: object }[]>(
    "SELECT name, payload FROM event_log WHERE payload->>'kind' = 'apiKey' AND payload->>'id' = $1 ORDER BY number",
    [String(id)],
  );

describe('a key of the factory interface', () => {
  it('is shown once, opens the interface under its name, and is listed with when and whence it was used', async () => {
    const { key, ...issued } = await issue();
    expect(issued).toMatchObject({
      name: 'Line 2',
      hint: key.slice(0, 6),
      issuedBy: 'HEAD_OFFICE ADMIN',
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(await ring(key)).toEqual({ name: 'Line 2' });
    const used = await listed(issued.id);
    expect(used).toMatchObject({ ...issued, lastUsedAt: expect.any(String) as string, lastUsedAddress: '203.0.113.1' });
    expect(JSON.stringify(await server.database.query('SELECT * FROM api_key'))).not.toContain(key);
    expect(await events(issued.id)).toEqual([
      {
        name: 'record.created',
        payload: {
          screen: 'administrator',
          kind: 'apiKey',
          id: String(issued.id),
          name: 'Line 2',
          changes: [{ field: 'name', from: null, to: 'Line 2' }],
        },
      },
    ]);
  });

  it('has its use written down once a minute at the most', async () => {
    const { key, id } = await issue();
    await ring(key);
    const first = await listed(id);
    await ring(key, '203.0.113.2');
    expect(await listed(id)).toEqual(first);
    aheadMs += 61_000;
    await ring(key, '203.0.113.2');
    const later = await listed(id);
    expect(later?.lastUsedAddress).toBe('203.0.113.2');
    expect(Date.parse(later?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(first?.lastUsedAt ?? '') + 60_000);
  });

  it('is out with the next call once it is revoked', async () => {
    const { key, id } = await issue();
    await ring(key);
    const revoked = await revoke(id);
    expect(revoked).toMatchObject({ revokedBy: 'HEAD_OFFICE ADMIN', revokedAt: expect.any(String) as string });
    expect(await refused(ring(key, '203.0.113.3'))).toMatchObject({ status: 401, error: { code: 'BAD_TOKEN' } });
    // repeated: no change, no second event
    expect(await revoke(id)).toEqual(revoked);
    expect((await events(id)).map((e) => e.name)).toEqual(['record.created', 'record.deleted']);
    expect((await server.call(apiKeys.list, {}, admin)).at(-1)).toMatchObject({ id });
  });

  it('of the configuration is let in as well', async () => {
    expect(await ring(configured)).toEqual({ name: 'FACTORY_API_KEY' });
    expect(await refused(ring(`${configured}!`, '203.0.113.4'))).toMatchObject({ status: 401 });
  });

  it('is required by the interface: a request without one is refused, a member’s token too', async () => {
    expect(await refused(server.call(factory.key, {}, null))).toMatchObject({
      status: 401,
      error: { code: 'NO_TOKEN' },
    });
    expect(await refused(server.call(factory.key, {}, null, { [apiKeyHeader]: '' }))).toMatchObject({
      status: 401,
      error: { code: 'NO_TOKEN' },
    });
    expect(await refused(server.call(factory.key, {}, admin))).toMatchObject({ status: 403 });
    // and it opens nothing else
    const { key } = await issue();
    expect(await refused(server.call(apiKeys.list, {}, null, { [apiKeyHeader]: key }))).toMatchObject({
      status: 401,
      error: { code: 'NO_TOKEN' },
    });
  });

  it('is not found by guessing: an address that tries wrong ones waits a minute, machines that work there go on', async () => {
    const plant = '203.0.113.5';
    const { key } = await issue();
    const fresh = await issue();
    await ring(key, plant);
    for (let i = 0; i < maxWrongAttempts; i++)
      expect(await refused(ring(`guess ${i}`, plant))).toMatchObject({ status: 401 });
    expect(await refused(ring('one more', plant))).toMatchObject({ status: 429, error: { code: 'TOO_MANY_REQUESTS' } });
    expect(await refused(ring(fresh.key, plant))).toMatchObject({ status: 429 });
    expect(await ring(key, plant)).toEqual({ name: 'Line 2' });
    expect(await ring(fresh.key, '203.0.113.6')).toEqual({ name: 'Line 2' });
    aheadMs += 61_000;
    expect(await refused(ring('one more', plant))).toMatchObject({ status: 401 });
  });

  it('is issued and revoked by administrators who hold the letter too', async () => {
    const { id } = await issue();
    for (const [group, role, where] of [
      ['HEAD_OFFICE', 'STAFF', at.headOffice],
      ['PRODUCTION', 'ADMIN', at.headOffice],
      ['DEALER', 'ADMIN', at.nami],
    ] as const) {
      const token = await server.login(await makeAccount(server.database, group, role, where));
      expect(await refused(issue('Mine', token)), group).toMatchObject({ status: 403 });
      expect(await refused(revoke(id, token)), group).toMatchObject({ status: 403 });
      expect((await server.send(apiKeys.list, {}, token)).status, group).toBe(group === 'HEAD_OFFICE' ? 200 : 403);
    }
    expect(await refused(revoke(999_999))).toMatchObject({ status: 404 });
  });

  it('cannot be revoked by a member whom its issuer outranks', async () => {
    const { id, above } = await issue();
    const service = await server.login(await makeAccount(server.database, 'SERVICE_BUSINESS', 'ADMIN', at.headOffice));
    const seen = (await server.call(apiKeys.list, {}, service)).find((k) => k.id === id);
    expect([above, seen?.above]).toEqual([false, true]);
    expect(await refused(revoke(id, service))).toMatchObject({ status: 403, error: { code: 'ISSUED_ABOVE' } });
    expect((await listed(id))?.revokedAt).toBeNull();
    const own = await issue('Own', service);
    expect((await revoke(own.id, service)).revokedBy).toBe('SERVICE_BUSINESS ADMIN');
    expect((await revoke(id)).revokedBy).toBe('HEAD_OFFICE ADMIN');
  });

  it.each([
    ['', 'field.t50'],
    ['n'.repeat(51), 'field.t50'],
    ['Line 🚜', 'field.emoji'],
  ])('is not issued as %j', async (name, rule) =>
    expect(await refused(issue(name))).toMatchObject({ status: 422, error: { code: 'E0001', fields: { name: rule } } }),
  );
});
