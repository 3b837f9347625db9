import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailbox } from '@headland/contracts/mailbox';
import { SessionModule } from '../../people/session/session.module';
import { startServer, type TestServer } from '../../testing/server';
import { MailboxModule } from './mailbox.module';

let server: TestServer;
beforeAll(async () => {
  server = await startServer([SessionModule, MailboxModule], { config: { DEVELOPMENT: true } });
});
afterAll(() => server.stop());

it('a development start shows what no gateway took, newest first, to everybody', async () => {
  await server.database.query(
    "INSERT INTO mail (at, channel, recipient, text) SELECT '2026-05-01T09:00:00Z', 'sms', '010-5555-' || lpad(n::text, 4, '0'), 'text ' || n FROM generate_series(1, 250) n",
  );
  const mails = await server.call(mailbox.list, {}, null);
  expect(mails).toHaveLength(200);
  expect(mails[0]).toMatchObject({
    at: '2026-05-01T09:00:00.000Z',
    channel: 'sms',
    to: '010-5555-0250',
    address: null,
    title: null,
    text: 'text 250',
  });
});
