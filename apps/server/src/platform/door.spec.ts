import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '@headland/contracts/organization';
import { accessHeader, session } from '@headland/contracts/session';
import { apiKeyHeader } from '@headland/contracts/factory';
import { FactoryModule } from '../fleet/factory/factory.module';
import { OrganizationsModule } from '../people/organizations/organizations.module';
import { SessionModule } from '../people/session/session.module';
import { startServer, type TestServer } from '../testing/server';
import { makeAccount, makeOrganizations, type Account } from '../testing/world';
import { ConfigSchema } from './config';
import { isProxy, networkOf, trustingOnly } from './trusted-proxies';

/**
 * Middleware before every route: which forwarded addresses are trusted, which bodies are read, and what errors reveal.
 */
let server: TestServer;
let account: Account;
beforeAll(async () => {
  server = await startServer([SessionModule, OrganizationsModule, FactoryModule], {
    config: { TRUST_PROXY: [], METRICS_TOKEN: 'a token for the metrics' },
  });
  const at = await makeOrganizations(server.database);
  account = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice);
});
afterAll(() => server.stop());

it('leaves a connection open for longer than a proxy in front does, so none is closed under a request', async () => {
  const answer = await fetch(`${server.url}/healthz`);
  expect(Number(/timeout=(\d+)/u.exec(answer.headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::2', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b::203.0.113.7'],
  ['customer 7', 'customer 7'],
])('limits of %s go by %s', (address, network) => expect(networkOf(address)).toBe(network));

describe('X-Forwarded-For', () => {
  const lastAddress = async () =>
    (
      await server.database.query<{ address: string | null }[]>(
        'SELECT host(address::inet) AS address FROM login_session ORDER BY started_at DESC LIMIT 1',
      )
    )[0]?.address;
  const trusted = (list: string[]) => server.app.set('trust proxy', trustingOnly(list));
  const from = (forwarded: string) =>
    server.call(session.login, { body: { id: account.id, password: account.password } }, null, {
      'x-forwarded-for': forwarded,
    });
  const wrongKey = (forwarded: string) =>
    fetch(`${server.url}/api/factory/key`, {
      headers: { [apiKeyHeader]: 'wrong wrong wrong wrong', 'x-forwarded-for': forwarded },
    });

  it('is not trusted by default: a limit by address applies whatever is claimed', async () => {
    trusted([]);
    const answers = [];
    for (let n = 0; n < 12; n++) answers.push((await wrongKey(`10.0.0.${n}`)).status);
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(answers.slice(10)).toEqual([429, 429]);
  });

  it.each([
    ['nobody', [], '203.0.113.7', '127.0.0.1'],
    ['the proxy', ['127.0.0.0/8', '::1'], '203.0.113.7', '203.0.113.7'],
    ['the proxy, which appends to the header', ['127.0.0.1'], '10.1.1.1, 203.0.113.8', '203.0.113.8'],
    ['two proxies', ['127.0.0.1', '10.1.0.0/16'], '198.51.100.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['another', ['192.0.2.1'], '203.0.113.7', '127.0.0.1'],
    ['the proxy, of what is no address', ['127.0.0.1'], '<script>alert(1)</script>', '127.0.0.1'],
    ['the proxy, of an address in other clothes', ['127.0.0.1'], '::ffff:203.0.113.11', '203.0.113.11'],
  ])('believing %s', async (_, list, forwarded, stored) => {
    trusted(list);
    const first = await from(forwarded);
    if (first.step !== 'sms') throw new Error('the first step was all');
    const { smsLoginId } = first;
    await server.call(session.loginConfirm, { body: { smsLoginId, code: await server.codeOf(smsLoginId) } }, null, {
      'x-forwarded-for': forwarded,
    });
    expect(await lastAddress()).toBe(stored);
  });

  it('is believed of a host by its name, as soon as that is looked up', async () => {
    const trusts = trustingOnly(['localhost']);
    await expect.poll(() => trusts('127.0.0.1') || trusts('::1')).toBe(true);
    expect(trusts('192.0.2.1')).toBe(false);
  });

  it('accepts addresses, networks and names', () => {
    const read = (TRUST_PROXY: string) => ConfigSchema.shape.TRUST_PROXY.safeParse(TRUST_PROXY);
    expect([read('').data, read(' 10.0.0.1, fd00::/8,console ').data]).toEqual([
      [],
      ['10.0.0.1', 'fd00::/8', 'console'],
    ]);
    for (const no of ['10.0.0.1/33', '::1/129', '10.0.0', '10.0.0.1/8/8', 'a b', '-x', 'x/8'])
      expect([no, isProxy(no), read(no).success]).toEqual([no, false, false]);
  });
});

describe('a body', () => {
  const post = (path: string, type: string | undefined, body: BodyInit, token?: string) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(token === undefined ? {} : { [accessHeader]: token }),
      },
      body,
    });
  const form = () => `id=${account.id}&password=${encodeURIComponent(account.password)}`;

  it('of a form is refused, and not read', async () => {
    const answer = await post('/api/auth/login', 'application/x-www-form-urlencoded', form());
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      415,
      'BODY_TYPE',
    ]);
  });

  it('of a form is read for a token of the Fleet API alone, and at no similar address', async () => {
    const type = 'application/x-www-form-urlencoded';
    expect((await post('/api/fleet/oauth/tokens', type, form())).status).toBe(415);
    expect((await post('/api/auth/login?/api/fleet/oauth/token', type, form())).status).toBe(415);
    // no slice serves it here: the parsed request has no handler
    expect((await post('/api/fleet/oauth/token', type, form())).status).toBe(404);
    expect((await post('/api/fleet/oauth/token', 'text/plain', form())).status).toBe(415);
  });

  it.each([
    'text/plain',
    'text/plain; application/json',
    'application/xml',
    'application/json-seq',
    'application/octet-stream',
    'application/jsonx',
  ])('of %s as well', async (type) =>
    expect(
      (await post('/api/auth/login', type, JSON.stringify({ id: account.id, password: account.password }))).status,
    ).toBe(415),
  );

  it('without a type, too, and none of several parts where no file is meant', async () => {
    const bytes = new Uint8Array(Buffer.from(form()));
    expect((await post('/api/auth/login', undefined, bytes)).status).toBe(415);
    const parts = new FormData();
    parts.set('id', account.id);
    expect((await post('/api/auth/login', undefined, parts)).status).toBe(415);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])('of %s is read', async (type) =>
    expect(
      (await post('/api/auth/login', type, JSON.stringify({ id: account.id, password: account.password }))).status,
    ).toBe(200),
  );
});

describe('a NUL, which no text of the database can hold,', () => {
  it.each<[string, () => Promise<unknown>, unknown]>([
    [
      'a body, by its field',
      () => server.call(session.login, { body: { id: 'a\0b', password: 'x' } }, null),
      { status: 422, error: { code: 'E0001', fields: { id: 'field.invalid' } } },
    ],
    [
      'a query',
      async () => server.call(organizations.list, { query: { name: 'a\0b' } }, await server.login(account)),
      { status: 422, error: { code: 'E0001', fields: { name: 'field.invalid' } } },
    ],
    [
      'a path, where nothing is then',
      async () => server.call(session.member, { params: { id: 'a\0b' } }, await server.login(account)),
      { status: 404, error: { code: 'NOT_FOUND' } },
    ],
  ])('is refused in %s', async (_, attempt, answer) => {
    await expect(attempt()).rejects.toMatchObject(answer as object);
  });
});

describe('metrics and health of a process', () => {
  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${server.url}${path}`, { headers })).status;
  it('is for the local machine, and for holders of the token', async () => {
    for (const path of ['/readyz', '/metrics']) {
      expect(await get(path), path).toBe(200);
      // a proxy on this machine forwards strangers
      for (const header of ['x-forwarded-for', 'forwarded', 'via'])
        expect(await get(path, { [header]: '127.0.0.1' }), header).toBe(404);
      const proxied = (authorization: string) => get(path, { 'x-forwarded-for': '192.0.2.1', authorization });
      expect([
        await proxied('Bearer a token for the metrics'),
        await proxied('Bearer another'),
        await proxied('a token for the metrics'),
      ]).toEqual([200, 404, 404]);
    }
    expect(await get('/healthz', { 'x-forwarded-for': '192.0.2.1' })).toBe(200);
  });
});
