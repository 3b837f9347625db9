import { afterAll, beforeAll, expect, it } from 'vitest';
import { session } from '@headland/contracts/session';
import { SessionModule } from '../people/session/session.module';
import { startServer, type TestServer } from '../testing/server';
import { makeAccount } from '../testing/world';
import { inviteFirstAdministrator } from './first-administrator';

let server: TestServer;
beforeAll(async () => {
  server = await startServer([SessionModule]);
});
afterAll(() => server.stop());

const invite = (FIRST_ADMIN_EMAIL: string | undefined = undefined) =>
  inviteFirstAdministrator(
    server.database,
    { FIRST_ADMIN_EMAIL, PUBLIC_URL: 'https://console.example', PORT: 1 },
    new Date(),
  );
const tokenOf = (link: string | null): string => new URL(link ?? 'x:').searchParams.get('token') ?? '';

it('an empty database gets its first administrator by a link, once', async () => {
  expect(await invite()).toBeNull();
  const first = await invite('first@korea.kr');
  expect(first).toMatch(/^https:\/\/console\.example\/join\?token=/u);
  const again = await invite('First@korea.kr');
  const invitation = await server.call(session.invitation, { body: { token: tokenOf(again) } }, null);
  expect(invitation).toMatchObject({ organization: 'Head office', groupType: 'HEAD_OFFICE', role: 'ADMIN' });
  await expect(server.call(session.invitation, { body: { token: tokenOf(first) } }, null)).rejects.toThrow();
  expect(await server.database.query('SELECT count(*)::int AS n FROM user_account')).toEqual([{ n: 1 }]);
});

it('with existing members it creates none', async () => {
  const [organization] = await server.database.query<{ id: number }[]>('SELECT id FROM organization');
  await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', organization?.id ?? 0);
  expect(await invite('second@korea.kr')).toBeNull();
});
