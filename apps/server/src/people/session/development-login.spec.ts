import { afterAll, beforeAll, expect, it } from 'vitest';
import { session } from '@headland/contracts/session';
import { logIn } from '@headland/testing/log-in';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { MailboxModule } from '../../messages/mailbox/mailbox.module';
import { startServer, type TestServer } from '../../testing/server';
import { type Account, makeAccount, makeOrganizations } from '../../testing/world';
import { SessionModule } from './session.module';

let server: TestServer;
let members: Account[];

beforeAll(async () => {
  server = await startServer([SessionModule, DeliveriesModule, MailboxModule], {
    config: { RUN: ['api', 'jobs'], DEVELOPMENT: true },
  });
  const at = await makeOrganizations(server.database);
  members = [
    await makeAccount(server.database, 'DEALER', 'ADMIN', at.nami),
    await makeAccount(server.database, 'DEALER', 'STAFF', at.noa),
  ];
});
afterAll(() => server.stop());

it('tools and journeys log in by the mailbox of a development start, also side by side', async () => {
  const all = await Promise.all(members.map((member) => logIn(server.url, member)));
  for (const [i, { accessToken }] of all.entries())
    expect(await server.call(session.member, { params: { id: members[i]?.id ?? '' } }, accessToken)).toHaveLength(1);
  await expect(logIn(server.url, { id: members[0]?.id ?? '', password: 'wrong' })).rejects.toThrow('WRONG_CREDENTIALS');
});

it('the log of messages keeps no code; the one login after the other reads its own', async () => {
  const [member] = members as [Account];
  const first = await logIn(server.url, member);
  const second = await logIn(server.url, member);
  expect(second.accessToken).not.toBe(first.accessToken);
  const left = () =>
    server.database.query<{ text: string }[]>("SELECT text FROM delivery WHERE subject = 'account' AND text <> ''");
  await expect.poll(left).toEqual([]);
});
