import { Controller, Get, Module } from '@nestjs/common';
import { afterAll, expect, it } from 'vitest';
import { endpoint, type Reply } from '@headland/contracts/endpoint';
import { mailbox } from '@headland/contracts/mailbox';
import { z } from 'zod';
import { MailboxModule } from '../messages/mailbox/mailbox.module';
import { SessionModule } from '../people/session/session.module';
import { startServer, type TestServer } from '../testing/server';
import { checkEndpoints, gapsOf } from './boot-checks';
import { Serve } from './serve';

const unlisted = endpoint({
  method: 'GET',
  path: '/api/unlisted',
  allow: 'member',
  summary: 'Stands in no list',
  data: z.literal(1),
});

@Controller()
class Careless {
  @Get('/api/bare') bare(): number {
    return 1;
  }
  @Serve(unlisted) unlisted(): Reply<typeof unlisted> {
    return 1;
  }
  @Serve(mailbox.list) again(): Reply<typeof mailbox.list> {
    return [];
  }
}
@Module({ controllers: [Careless] })
class CarelessModule {}

let server: TestServer | null = null;
afterAll(() => server?.stop());

it('a start names every route and endpoint that does not fit, and what to do', async () => {
  server = await startServer([SessionModule, MailboxModule, CarelessModule]);
  const running = server;
  const complaint = (() => {
    try {
      checkEndpoints(running.app);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  })();
  expect(complaint).toContain('Careless.bare is a route without an endpoint object: use @Serve(…)');
  expect(complaint).toContain('GET /api/unlisted is not in platform/endpoints.ts: add its group there');
  expect(complaint).toContain('GET /api/mailbox is served 2 times');
  expect(complaint).toContain('GET /api/vehicles/:id is served 0 times');
  expect(complaint).not.toContain('/api/auth/login');
  // and should such a route slip through, it is refused, not open
  expect((await fetch(`${running.url}/api/bare`)).status).toBe(500);
});

const none = { SMS_URL: undefined, SMTP_URL: undefined, PUBLIC_URL: undefined };
it.each([
  [{ DEVELOPMENT: true }, []],
  [{ DEVELOPMENT: false }, ['SMS_URL', 'SMTP_URL', 'PUBLIC_URL']],
  [{ DEVELOPMENT: false, SMS_URL: 'https://sms.example', PUBLIC_URL: 'https://console.example' }, ['SMTP_URL']],
])('a start with %o lists the messages that would not be sent', (config, keys) =>
  expect(gapsOf({ ...none, ...config }).map((gap) => gap.split(' ')[0])).toEqual(keys),
);
