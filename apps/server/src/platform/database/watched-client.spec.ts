import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { openDataSource } from './data-source';
import { WatchedClient } from './watched-client';

let database: FreshDatabase;
/** The way to the server: answers of the connections in `swallowed` are lost, and nobody says so. */
const sockets = new Set<Socket>();
const swallowed = new WeakSet<Socket>();
const proxy = createServer((client) => {
  const to = new URL(database.url);
  const server = connect(Number(to.port), to.hostname);
  sockets.add(client);
  client.pipe(server);
  server.on('data', (answer) => {
    if (!swallowed.has(client)) client.write(answer);
  });
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on('error', () => undefined);
    one.on('close', () => other.destroy());
  }
});
let url: string;
beforeAll(async () => {
  database = await freshDatabase();
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  url = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(port) }).toString();
  await database.dataSource.query('CREATE TABLE done (n int)');
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await database.drop();
});

const swallow = (): void => {
  for (const socket of sockets) swallowed.add(socket);
};
const count = async (): Promise<number> =>
  (await database.dataSource.query<[{ n: number }]>('SELECT count(*)::int AS n FROM done'))[0].n;

it('a statement whose answer was lost without a word fails, and the next one finds a new connection', async () => {
  const through = await openDataSource({ DATABASE_URL: url, DATABASE_POOL: 1 });
  try {
    await through.query('SELECT 1');
    swallow();
    await expect(through.query('INSERT INTO done VALUES (1)')).rejects.toThrow('Connection terminated');
    expect(await count()).toBe(1);
    expect(await through.query('SELECT 2 AS n')).toEqual([{ n: 2 }]);
  } finally {
    await through.destroy();
  }
}, 120_000);

it('the one connection of a pool is given up, too, but not while the server works at its statement', async () => {
  const pool = new pg.Pool({ connectionString: url, max: 1, Client: WatchedClient });
  pool.on('error', () => undefined);
  try {
    // longer than it takes until the server is asked
    expect((await pool.query('SELECT pg_sleep(25), 1 AS n')).rows).toMatchObject([{ n: 1 }]);
    const lost = pool.query('INSERT INTO done VALUES (2)');
    swallow();
    await expect(lost).rejects.toThrow('Connection terminated');
    expect((await pool.query('SELECT 2 AS n')).rows).toEqual([{ n: 2 }]);
  } finally {
    await pool.end();
  }
}, 180_000);
