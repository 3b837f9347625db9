import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportLists } from '@headland/contracts/export';
import { session } from '@headland/contracts/session';
import { AppModule } from '../../app.module';
import { diagnose } from '../../doctor';
import { SessionModule } from '../../people/session/session.module';
import { everyGet } from '../../testing/every-get';
import { startPooler, type TestPooler } from '../../testing/pooler';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations } from '../../testing/world';
import { Change } from '../event-log/change';
import { Policies } from '../event-log/policies';
import { Health } from '../health';

/** As infra/pgbouncer/pgbouncer.ini has it. */
const database = `timezone=UTC connect_query='SET statement_timeout = 60000; SET max_parallel_workers_per_gather = 0'`;

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;
describe.skipIf(!hasPgBouncer)('behind PgBouncer in transaction mode (skipped where it is not installed)', () => {
  let direct: TestServer;
  let pooler: TestPooler;
  let pooled: TestServer;
  let token: string;
  beforeAll(async () => {
    direct = await startServer([SessionModule]);
    // fewer sessions than the server has connections: none of them is anybody's own
    pooler = await startPooler(direct.databaseUrl, { database, settings: 'default_pool_size = 2' });
    pooled = await startServer([AppModule], {
      config: { RUN: ['api', 'jobs'], DATABASE_URL: pooler.url, DATABASE_SESSION_URL: direct.databaseUrl },
    });
    const at = await makeOrganizations(direct.database);
    const account = await makeAccount(direct.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice);
    token = await direct.login(account);
  });
  afterAll(async () => {
    await pooled?.stop();
    await pooler?.stop();
    await direct?.stop();
  });

  it('answers every GET endpoint, many at a time', async () => {
    const answers = await everyGet(pooled, token);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(exportLists.length);
  });

  it('hears of events, and holds the single duties, by sessions of its own', async () => {
    const heard = new Promise<number>((resolve) =>
      pooled.app.get(Policies).register({
        name: 'hear-in-the-pooler-spec',
        on: ['customer.joined'],
        run: (event) => Promise.resolve(resolve(event.payload.customerId)),
      }),
    );
    await pooled.app
      .get(Change)
      .run({ userId: null, name: 'Spec', address: null }, (_, emit) =>
        Promise.resolve(emit('customer.joined', { customerId: 7 }, { organizationId: null })),
      );
    expect(await heard).toBe(7);
  });

  it('is ready, and the doctor finds the pooler in order', async () => {
    expect((await pooled.app.get(Health).ready()).checks).toMatchObject({ database: true });
    expect(await levels(pooler.url)).toEqual({ 'pooler.time_zone': 'ok', 'pooler.settings': 'ok' });
  });

  it('is not ready where the pooler opens sessions in another zone, and the doctor says what to do', async () => {
    const other = await startPooler(direct.databaseUrl, { database: 'timezone=Asia/Seoul' });
    const server = await startServer([SessionModule], {
      config: { DATABASE_URL: other.url, DATABASE_SESSION_URL: direct.databaseUrl },
    });
    expect((await server.app.get(Health).ready()).checks).toMatchObject({
      database: 'the pooler opens sessions in Asia/Seoul instead of UTC',
    });
    expect(await levels(other.url)).toEqual({ 'pooler.time_zone': 'error', 'pooler.settings': 'warning' });
    await server.stop();
    await other.stop();
    expect(await levels(other.url)).toEqual({ 'pooler.reachable': 'error' });
  });

  it('says that it is away for a while where the pooler has no session, and goes on by itself', async () => {
    const proxy = await proxyBefore(direct.databaseUrl);
    const behind = await startPooler(proxy.url, {
      database,
      settings: 'server_login_retry = 1\nquery_wait_timeout = 2',
    });
    const server = await startServer([SessionModule], {
      config: { DATABASE_URL: behind.url, DATABASE_SESSION_URL: direct.databaseUrl },
    });
    const login = (): Promise<string> =>
      server.call(session.login, { body: { id: 'nobody', password: 'wrong-Password-1' } }, null).then(
        () => 'done',
        (refused: Refused) => refused.error.code,
      );
    expect(await login()).toBe('WRONG_CREDENTIALS');
    // as HAProxy does without a primary: it takes connections and ends them
    proxy.cut(true);
    const codes = [await login(), await login(), await login()];
    expect(codes).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE']);
    proxy.cut(false);
    await expect.poll(login, { timeout: 10_000 }).toBe('WRONG_CREDENTIALS');
    await server.stop();
    await behind.stop();
    await proxy.stop();
  });

  const levels = async (url: string): Promise<Record<string, string>> => {
    const all = await diagnose(
      {
        ...{ DATABASE_URL: url, DATABASE_SESSION_URL: direct.databaseUrl, MQTT_URL: 'mqtt://127.0.0.1:1' },
        ...{ MQTT_PASSWORD: 'b7e2c94d10f85a36', JWT_SECRET: '0a9f31c7e58b24d6903fbe1c7a82d54e' },
      },
      {},
    );
    return Object.fromEntries(all.filter(({ id }) => id.startsWith('pooler.')).map(({ id, level }) => [id, level]));
  };
});

async function proxyBefore(
  target: string,
): Promise<{ url: string; cut: (on: boolean) => void; stop: () => Promise<void> }> {
  const { port, hostname } = new URL(target);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    const further = isCut ? null : connect(Number(port), hostname);
    for (const each of [socket, further]) {
      if (each === null) continue;
      open.add(each);
      each.on('error', () => undefined);
      each.once('close', () => [socket, further].forEach((s) => s?.destroy()));
    }
    if (further === null) socket.destroy();
    else socket.pipe(further).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const end = (): void => open.forEach((socket) => socket.destroy());
  return {
    url: url.href,
    cut: (on) => {
      isCut = on;
      if (on) end();
    },
    stop: async () => {
      end();
      server.close();
      await once(server, 'close');
    },
  };
}
