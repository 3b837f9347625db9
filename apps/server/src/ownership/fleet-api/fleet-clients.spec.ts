import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appVehicles } from '@headland/contracts/owner-transfer';
import { app } from '@headland/contracts/app';
import { customers } from '@headland/contracts/customer';
import {
  customerFleetClients as ofCustomer,
  type IssuedFleetClient,
  organizationFleetClients as ofOrganization,
} from '@headland/contracts/fleet-client';
import { organizations } from '@headland/contracts/organization';
import { accessHeader } from '@headland/contracts/session';
import { AppMembersModule } from '../app-members/app-members.module';
import { CustomersModule } from '../customers/customers.module';
import { OwnerTransferModule } from '../owner-transfer/owner-transfer.module';
import { OrganizationsModule } from '../../people/organizations/organizations.module';
import { SessionModule } from '../../people/session/session.module';
import { basicOf, getFleet, tokenAnswer, tokenOf } from '../../testing/fleet-client';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeMember } from '../../testing/transfers';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { FleetApiModule } from './fleet-api.module';

/** Clients of the Fleet API: who gives them, what their tokens open, and when that ends. */
let server: TestServer;
let at: Organizations;
let head: string;
let machine: MadeVehicle;
let later = 0;
const perMinute = 12;
beforeAll(async () => {
  server = await startServer(
    [SessionModule, AppMembersModule, CustomersModule, OrganizationsModule, OwnerTransferModule, FleetApiModule],
    { config: { FLEET_REQUESTS_A_MINUTE: perMinute }, clock: () => new Date(Date.now() + later) },
  );
  at = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  machine = await makeVehicle(server.database, at.nami);
});
afterAll(() => server.stop());
beforeEach(() => {
  later = 0;
});

const body = { name: 'Mixed fleet software' };
const create = (id = machine.customerId, token = head, more: { expiresAt?: string } = {}) =>
  server.call(ofCustomer.create, { params: { id }, body: { ...body, ...more } }, token);
const createFor = (id: number, token = head) => server.call(ofOrganization.create, { params: { id }, body }, token);
const refused = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? [error.status, error.error.code] : error),
  );
const get = async (token: string | null, path = 'Fleet/1') => {
  const answer = await getFleet(server, token, path);
  const { error } = (await answer.json()) as { error?: { code: string } };
  return error === undefined ? answer.status : [answer.status, error.code];
};
const form = ({ clientId, secret }: IssuedFleetClient) => ({
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: secret,
});
/** Each test calls from another address, so that wrong secrets of one are not another's. */
let address = 0;
const from = () => ({ 'x-forwarded-for': `203.0.113.${++address}` });

describe('a token', () => {
  it('is issued by the form and by the Basic header, is never kept by a cache, and opens the fleet for an hour', async () => {
    const client = await create();
    for (const answer of [
      await tokenAnswer(server, form(client)),
      await tokenAnswer(server, 'grant_type=client_credentials&scope=anything', { authorization: basicOf(client) }),
    ]) {
      expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual([
        200,
        'no-store',
        'no-cache',
      ]);
      const token = (await answer.json()) as { access_token: string };
      expect(token).toEqual({
        access_token: expect.any(String) as string,
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'fleet',
      });
      later = 0;
      expect(await get(token.access_token)).toBe(200);
      later = 59 * 60_000;
      expect(await get(token.access_token)).toBe(200);
      later = 61 * 60_000;
      expect(await get(token.access_token)).toEqual([401, 'E0802']);
    }
  });

  it.each([
    ['no grant', {}, 400, 'invalid_request'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no client', { grant_type: 'client_credentials' }, 401, 'invalid_client'],
    [
      'an unknown client',
      { grant_type: 'client_credentials', client_id: 'fleet-x', client_secret: 'x' },
      401,
      'invalid_client',
    ],
  ])('is refused for %s', async (_, given, status, code) => {
    const answer = await tokenAnswer(server, given as Record<string, string>, from());
    const { error, error_description: text } = (await answer.json()) as Record<string, string>;
    expect([answer.status, error, answer.headers.get('cache-control')]).toEqual([status, code, 'no-store']);
    expect(text).toMatch(/^[\x20-\x7e]+$/u);
    expect(answer.headers.get('www-authenticate')).toBe(
      status === 401 ? 'Basic realm="Fleet API", charset="UTF-8"' : null,
    );
  });

  it('is refused for a wrong secret, for a secret in two places, for a field sent twice, and for JSON', async () => {
    const client = await create();
    const status = async (given: string, headers: Record<string, string> = {}) =>
      ((await (await tokenAnswer(server, given, { ...from(), ...headers })).json()) as { error: string }).error;
    const right = new URLSearchParams(form(client)).toString();
    expect([
      await status(right.replace(client.secret, `${client.secret}x`)),
      await status(right, { authorization: basicOf(client) }),
      await status(`${right}&grant_type=client_credentials`),
    ]).toEqual(['invalid_client', 'invalid_request', 'invalid_request']);
    const json = await fetch(`${server.url}/api/fleet/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(form(client)),
    });
    expect([json.status, ((await json.json()) as { error: string }).error]).toEqual([400, 'invalid_request']);
  });

  it('is guessed ten times a minute from one address at most, which does not lock the right client out', async () => {
    const client = await create();
    await tokenOf(server, client);
    const here = from();
    const wrong = async () => (await tokenAnswer(server, { ...form(client), client_secret: 'x' }, here)).status;
    for (let n = 0; n < 10; n++) expect(await wrong()).toBe(401);
    const eleventh = await tokenAnswer(server, { ...form(client), client_secret: 'x' }, here);
    expect([eleventh.status, eleventh.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await tokenAnswer(server, form(client), here)).status).toBe(200);
    later = 61_000;
    expect(await wrong()).toBe(401);
  });

  it('opens nothing else, and no other token opens the fleet', async () => {
    const token = await tokenOf(server, await create());
    const call = (path: string, headers: Record<string, string>) =>
      fetch(`${server.url}${path}`, { headers: { accept: 'application/json', ...headers } });
    expect((await call(organizations.list.path, { [accessHeader]: token })).status).toBe(401);
    expect((await call(appVehicles.list.path, { authorization: `Bearer ${token}` })).status).toBe(401);
    const fleet = '/api/fleet/iso15143/Fleet/1';
    expect((await call(fleet, { [accessHeader]: head })).status).toBe(403);
    expect((await call(fleet, { authorization: `Bearer ${head}` })).status).toBe(401);
    const member = await makeMember(server, at.nami);
    expect((await member.send({ ...appVehicles.list, path: fleet }, {})).status).toBe(401);
    for (const garbage of ['x', 'a.b.c', `${token}x`, token.slice(0, -4)])
      expect(await get(garbage)).toEqual([401, 'BAD_TOKEN']);
    expect(await get(null)).toEqual([401, 'NO_TOKEN']);
  });

  it('is requested as RFC 6750 specifies', async () => {
    const challenge = async (token: string | null) =>
      (await getFleet(server, token, 'Fleet/1')).headers.get('www-authenticate');
    expect([await challenge(null), await challenge('x')]).toEqual([
      'Bearer realm="Fleet API"',
      'Bearer realm="Fleet API", error="invalid_token"',
    ]);
  });
});

describe('the limit', () => {
  it('is by client and minute, tokens included, and returns when to retry', async () => {
    const [client, other] = [await create(), await create()];
    later = (60 - (new Date().getUTCSeconds() % 60)) * 1000;
    const [token, second] = [await tokenOf(server, client), await tokenOf(server, other)];
    for (let n = 1; n < perMinute; n++) expect(await get(token)).toBe(200);
    const answer = await getFleet(server, token, 'Fleet/1', 'application/xml');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(await answer.text()).toContain('<Code>TOO_MANY_REQUESTS</Code>');
    expect((await tokenAnswer(server, form(client))).status).toBe(429);
    expect(await get(second)).toBe(200);
    later += 60_000;
    expect(await get(token)).toBe(200);
    const [listed] = (await list()).filter((c) => c.id === client.id);
    expect([listed?.requests, listed?.lastUsedAt !== null]).toEqual([perMinute + 1, true]);
  });
});

const list = (id = machine.customerId, token = head) => server.call(ofCustomer.list, { params: { id } }, token);
const revoke = (client: number, id = machine.customerId, token = head) =>
  server.call(ofCustomer.revoke, { params: { id, client } }, token);

describe('a client', () => {
  it('shows its secret once, and is kept without it', async () => {
    const { secret, ...client } = await create();
    expect(secret).toMatch(/^[\w-]{43}$/u);
    expect(await list()).toContainEqual(client);
    const [row] = await server.database.query<{ text: string }[]>(
      'SELECT row_to_json(f)::text || (SELECT string_agg(payload::text, $2) FROM event_log) AS text FROM fleet_client f WHERE id = $1',
      [client.id, ' '],
    );
    expect(row?.text).toContain(client.clientId);
    expect(row?.text).not.toContain(secret);
  });

  it('ends at once when it is revoked, with its tokens', async () => {
    const client = await create();
    const token = await tokenOf(server, client);
    expect(await get(token)).toBe(200);
    expect(await revoke(client.id)).toMatchObject({ state: 'revoked', revokedBy: 'HEAD_OFFICE ADMIN' });
    expect(await get(token)).toEqual([401, 'BAD_TOKEN']);
    expect((await tokenAnswer(server, form(client), from())).status).toBe(401);
    // twice changes nothing
    const first = (await list()).find((c) => c.id === client.id);
    later = 60_000;
    expect(await revoke(client.id)).toEqual(first);
    const rotate = server.call(ofCustomer.rotate, { params: { id: machine.customerId, client: client.id } }, head);
    expect(await refused(rotate)).toEqual([409, 'FLEET_CLIENT_REVOKED']);
  });

  it('gets a new secret: the old one and its tokens end', async () => {
    const client = await create();
    const token = await tokenOf(server, client);
    const rotated = await server.call(
      ofCustomer.rotate,
      { params: { id: machine.customerId, client: client.id } },
      head,
    );
    expect([rotated.clientId, rotated.secret === client.secret]).toEqual([client.clientId, false]);
    expect(await get(token)).toEqual([401, 'BAD_TOKEN']);
    expect((await tokenAnswer(server, form(client), from())).status).toBe(401);
    expect(await get(await tokenOf(server, rotated))).toBe(200);
  });

  it('expires', async () => {
    const client = await create(machine.customerId, head, { expiresAt: new Date(Date.now() + 60_000).toISOString() });
    const token = await tokenOf(server, client);
    later = 61_000;
    expect(await get(token)).toEqual([401, 'BAD_TOKEN']);
    expect((await list()).find((c) => c.id === client.id)?.state).toBe('expired');
    const late = create(machine.customerId, head, { expiresAt: new Date(Date.now()).toISOString() });
    expect(await refused(late)).toEqual([422, 'E0001']);
  });

  it('is in the log with what was done to it, by its id and not by its name', async () => {
    const client = await create();
    await server.call(ofCustomer.rotate, { params: { id: machine.customerId, client: client.id } }, head);
    await revoke(client.id);
    const events = await server.database.query<{ name: string; payload: { name: string; kind: string } }[]>(
      "SELECT name, payload FROM event_log WHERE payload->>'kind' = 'fleetClient' AND payload->>'id' = $1 ORDER BY number",
      [String(client.id)],
    );
    expect(events.map((e) => [e.name, e.payload.name])).toEqual([
      ['record.created', client.clientId],
      ['record.changed', client.clientId],
      ['record.deleted', client.clientId],
    ]);
  });

  it('is one of twenty at most', async () => {
    const { customerId } = await makeVehicle(server.database, at.nami);
    const all: IssuedFleetClient[] = [];
    for (let n = 0; n < 20; n++) all.push(await create(customerId));
    expect(await refused(create(customerId))).toEqual([409, 'FLEET_CLIENTS_FULL']);
    await revoke(all[0]?.id ?? 0, customerId);
    expect(await refused(create(customerId))).toBe('done');
  });
});

describe('a client ends', () => {
  it('with a customer who leaves the app', async () => {
    const member = await makeMember(server, at.nami);
    const client = await create(member.id);
    const token = await tokenOf(server, client);
    await member.call(app.withdraw, {});
    expect(await get(token)).toEqual([401, 'BAD_TOKEN']);
    expect((await list(member.id))[0]).toMatchObject({ state: 'revoked', revokedBy: null });
    expect(await refused(create(member.id))).toEqual([409, 'CUSTOMER_WITHDRAWN']);
  });

  it('with a customer who is deleted, whose name it may have', async () => {
    const { customerId } = await makeVehicle(server.database, at.nami);
    const client = await create(customerId);
    const token = await tokenOf(server, client);
    const { version } = await server.call(customers.get, { params: { id: customerId } }, head);
    await server.call(customers.delete, { params: { id: customerId }, query: { version } } as never, head);
    expect(await get(token)).toEqual([401, 'BAD_TOKEN']);
    expect(await server.database.query('SELECT name, revoked_by FROM fleet_client WHERE id = $1', [client.id])).toEqual(
      [{ name: client.clientId, revoked_by: null }],
    );
  });

  it('with an organization that is deleted', async () => {
    const { id } = await server.call(
      organizations.create,
      {
        body: {
          name: 'Short',
          type: 'REGION',
          parentId: at.headOffice,
          phone: '02-555-0199',
          postalCode: '12345',
          address: 'a',
          addressDetail: 'b',
        },
      } as never,
      head,
    );
    const client = await createFor(id);
    const token = await tokenOf(server, client);
    await server.call(organizations.delete, { params: { id } } as never, head);
    expect(await get(token)).toEqual([401, 'BAD_TOKEN']);
  });
});

describe('who may give and take clients', () => {
  let region: string;
  let dealer: string;
  let staff: string;
  let regionStaff: string;
  beforeAll(async () => {
    region = await server.login(await makeAccount(server.database, 'REGION', 'ADMIN', at.north));
    dealer = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', at.nami));
    regionStaff = await server.login(await makeAccount(server.database, 'REGION', 'STAFF', at.north));
    staff = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', at.headOffice));
  });

  it('has the letters of the screen', async () => {
    expect(await refused(create(machine.customerId, dealer))).toBe('done');
    expect(await refused(list(machine.customerId, staff))).toBe('done');
    expect(await refused(create(machine.customerId, staff))).toEqual([403, 'FORBIDDEN']);
    expect(await refused(createFor(at.nami, region))).toEqual([403, 'FORBIDDEN']);
    // may change customers, but read neither positions nor faults
    expect(await refused(create(machine.customerId, regionStaff))).toEqual([403, 'FORBIDDEN']);
    expect(await refused(server.call(ofOrganization.list, { params: { id: at.nami } }, region))).toBe('done');
    expect(await refused(server.call(ofOrganization.list, { params: { id: at.nami } }, dealer))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });

  it('sees the customer or the organization', async () => {
    const south = await makeVehicle(server.database, at.sora);
    const client = await create(south.customerId);
    const attempts = [
      () => list(south.customerId, dealer),
      () => create(south.customerId, dealer),
      () => revoke(client.id, south.customerId, dealer),
      () => server.call(ofOrganization.list, { params: { id: at.sora } }, region),
    ];
    for (const attempt of attempts) expect(await refused(attempt())).toEqual([404, 'NOT_FOUND']);
    // a client of another is not reached through the own customer
    expect(await refused(revoke(client.id, machine.customerId, head))).toEqual([404, 'NOT_FOUND']);
  });

  it('sees all machines that the secret opens', async () => {
    const { customerId } = await makeVehicle(server.database, at.nami);
    const second = await makeVehicle(server.database, at.sora);
    const before = await create(customerId, dealer);
    await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [second.id, customerId]);
    expect(await refused(create(customerId, dealer))).toEqual([403, 'FLEET_CLIENT_ELSEWHERE']);
    expect(await refused(create(customerId, head))).toBe('done');
    // what a dealer issued before does not open what came from another
    const pins = async (client: IssuedFleetClient): Promise<string> =>
      (await getFleet(server, await tokenOf(server, client), 'Fleet/1')).text();
    expect(await pins(before)).not.toContain(second.vin);
    expect(await pins(await create(customerId, head))).toContain(second.vin);
    // taking away is never refused for that
    expect(await revoke(before.id, customerId, dealer)).toMatchObject({ state: 'revoked' });
    await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [second.id, second.customerId]);
  });
});
