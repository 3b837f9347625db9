import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addressSearch } from '@headland/contracts/address-search';
import { session } from '@headland/contracts/session';
import { SessionModule } from '../../people/session/session.module';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations } from '../../testing/world';
import { AddressSearchModule } from './address-search.module';

let server: TestServer;
let geocoder: Server;
let token: string;
let asked: { q: string | null; key: string | null; at: number; headers: IncomingMessage['headers'] }[] = [];
let answer: { status: number; body: string; location?: string };
let now = Date.now();
const jeonju = { display_name: '전주시, 전북특별자치도, 대한민국', lat: '35.8242', lon: '127.148', importance: 0.6 };

beforeAll(async () => {
  geocoder = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://geocoder.test');
    const { headers } = request;
    asked.push({ q: searchParams.get('q'), key: searchParams.get('key'), at: performance.now(), headers });
    response.writeHead(answer.status, { location: answer.location ?? '' }).end(answer.body);
  });
  await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}`;
  server = await startServer([SessionModule, AddressSearchModule], {
    clock: () => new Date(now),
    config: { GEOCODER_URL: `${address}/search?format=jsonv2&key=secret&q={q}` },
  });
  const at = await makeOrganizations(server.database);
  token = await server.login(await makeAccount(server.database, 'DEALER', 'STAFF', at.nami));
});
afterAll(async () => {
  await server.stop();
  geocoder.closeAllConnections();
  geocoder.close();
});
beforeEach(() => {
  asked = [];
  answer = { status: 200, body: JSON.stringify([jeonju]) };
});
const find = (q: string, language = 'ko') =>
  server.call(addressSearch.find, { query: { q } }, token, { 'accept-language': language });
const codeOf = (q: string): Promise<unknown> =>
  find(q).then(
    () => 'found',
    (error: unknown) => (error instanceof Refused ? error.error.code : error),
  );

it('asks the geocoder for a member, in the language of the member, and hands on no more than name and place', async () => {
  expect(await find('전주 & 완주')).toEqual([{ name: jeonju.display_name, lat: 35.8242, lon: 127.148 }]);
  expect(asked).toMatchObject([{ q: '전주 & 완주', key: 'secret', headers: { 'accept-language': 'ko' } }]);
  expect(asked[0]?.headers['user-agent']).toMatch(/^Headland\//u);
  expect((await server.call(session.config, {}, null)).addressSearch).toBe(true);
});

it('is for members only, with a text that is neither empty nor long', async () => {
  await expect(server.call(addressSearch.find, { query: { q: 'Jeonju' } }, null)).rejects.toMatchObject({
    status: 401,
  });
  expect(await codeOf('')).toBe('E0001');
  expect(await codeOf('x'.repeat(101))).toBe('E0001');
  expect(asked).toEqual([]);
});

it('keeps an answer for ten minutes, in each language', async () => {
  await find('익산');
  await find('익산 ');
  await Promise.all([find('익산', 'en'), find('익산', 'en')]);
  expect(asked.map(({ headers }) => headers['accept-language'])).toEqual(['ko', 'en']);
  now += 11 * 60_000;
  await find('익산');
  expect(asked).toHaveLength(3);
});

it('asks at most once a second, and refuses when many wait', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => codeOf(`place ${i}`)));
  expect(answers.filter((code) => code === 'TOO_MANY_REQUESTS').length).toBeGreaterThan(0);
  const found = answers.filter((code) => code === 'found').length;
  expect(found).toBe(asked.length);
  // a timer may fire a little early
  for (const [i, { at }] of asked.slice(1).entries()) expect(at - (asked[i]?.at ?? 0)).toBeGreaterThan(950);
}, 30_000);

it.each([
  ['an error', { status: 500, body: 'down' }],
  ['no JSON', { status: 200, body: '<html>' }],
  ['another form', { status: 200, body: '{"results": []}' }],
  ['a place beyond the earth', { status: 200, body: JSON.stringify([{ ...jeonju, lat: '95' }]) }],
  ['a redirect, which is not followed', { status: 302, body: '', location: 'http://127.0.0.1:1/' }],
  ['an answer without end', { status: 200, body: `["${'x'.repeat(600_000)}"]` }],
])('%s is one error', async (what, given) => {
  answer = given;
  expect(await codeOf(what)).toBe('ADDRESS_SEARCH_FAILED');
});

it('does not keep an error', async () => {
  answer = { status: 503, body: '' };
  expect(await codeOf('남원')).toBe('ADDRESS_SEARCH_FAILED');
  answer = { status: 200, body: '[]' };
  expect(await find('남원')).toEqual([]);
});

it('without a geocoder there is nothing to find', async () => {
  const without = await startServer([SessionModule, AddressSearchModule]);
  const at = await makeOrganizations(without.database);
  const member = await without.login(await makeAccount(without.database, 'DEALER', 'STAFF', at.nami));
  await expect(without.call(addressSearch.find, { query: { q: 'Jeonju' } }, member)).rejects.toMatchObject({
    status: 404,
  });
  expect((await without.call(session.config, {}, null)).addressSearch).toBe(false);
  await without.stop();
});
