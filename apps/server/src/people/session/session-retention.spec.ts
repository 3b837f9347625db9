import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle } from '../../testing/world';
import { SessionRetention } from './session-retention';
import { SessionModule } from './session.module';

let server: TestServer;
const now = new Date('2026-11-28T00:00:00Z');
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

beforeAll(async () => {
  server = await startServer([SessionModule], { clock: () => now });
});
afterAll(() => server.stop());

it('deletes sessions 400 days after their end, but those whose browser is still pushed to, and none that is open', async () => {
  const { database } = server;
  const at = await makeOrganizations(database);
  const { userId } = await makeAccount(database, 'DEALER', 'STAFF', at.nami);
  const { customerId } = await makeVehicle(database, at.nami, { customer: { name: '김민수', phone: '010-1234-5678' } });
  for (const [table, who, id] of [
    ['login_session', 'user_id', userId],
    ['app_session', 'customer_id', customerId],
  ] as const)
    for (const [name, ended] of [
      ['open', null],
      ['399', daysAgo(399)],
      ['401', daysAgo(401)],
      ['pushed', daysAgo(401)],
    ] as const)
      await database.query(
        `INSERT INTO ${table} (id, ${who}, refresh_hash, ${table === 'login_session' ? 'auto_login,' : ''} started_at, expires_at, ended_at, agent)
         VALUES (gen_random_uuid(), $1, 'x', ${table === 'login_session' ? 'false,' : ''} $2, $2, $3, $4)`,
        [id, daysAgo(500), ended, name],
      );
  await database.query(
    `INSERT INTO push_subscription (user_id, endpoint, p256dh, auth, created_at, session_id)
     SELECT $1, 'https://push.example/1', 'x', 'y', $2, id FROM login_session WHERE agent = 'pushed'`,
    [userId, daysAgo(500)],
  );
  await server.app.get(SessionRetention).run();
  const left = async (table: string): Promise<string[]> =>
    (await database.query<{ agent: string }[]>(`SELECT agent FROM ${table} ORDER BY agent`)).map(({ agent }) => agent);
  expect(await left('login_session')).toEqual(['399', 'open', 'pushed']);
  expect(await left('app_session')).toEqual(['399', 'open']);
});
