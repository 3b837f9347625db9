import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveries } from '@headland/contracts/delivery';
import { mailbox } from '@headland/contracts/mailbox';
import { notifications } from '@headland/contracts/notification';
import { sosUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../../incidents/alerts/alerts.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { MailboxModule } from '../mailbox/mailbox.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { readLog } from '../../platform/event-log/log-reader';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { devicesOf, eventually, refusal, startProcess } from '../../testing/alerts';
import { pushBrowser, pushService, type PushService } from '../../testing/push-browser';
import { startServer, type TestServer } from '../../testing/server';
import { smtpSink, type SmtpSink } from '../../testing/smtp-sink';
import { makeAccount, makeOrganizations, makeVehicle, type Account, type Organizations } from '../../testing/world';
import type { Message } from './delivery';
import { DeliveriesModule } from './deliveries.module';
import { QueueMessages } from './queue-messages.command';

const modules = [
  SessionModule,
  DevicesModule,
  AlertsModule,
  SosModule,
  FaultsModule,
  DeliveriesModule,
  NotificationsModule,
  MailboxModule,
];
let server: TestServer;
let gateway: Server;
let orgs: Organizations;
let head: string;
let reader: string;
let sora: string;
let noa: Account;
let noaToken: string;
let mail: SmtpSink;
let push: PushService;
let jobs: { close: () => Promise<void> };
let answer = 200;
let texts: { to: string; text: string; reference: string; key: string | undefined }[] = [];
let counter = 0;

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      texts.push({
        ...(JSON.parse(body) as { to: string; text: string; reference: string }),
        key: request.headers['idempotency-key']?.toString(),
      });
      response.writeHead(answer).end('{}');
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  [mail, push] = await Promise.all([smtpSink(), pushService()]);
  server = await startServer(modules, {
    config: {
      DEVELOPMENT: true,
      SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Headland <no-reply@headland.example>',
      VAPID_PRIVATE_KEY: randomBytes(32).toString('base64url'),
      PUSH_HOSTS: ['127.0.0.1'],
      PUBLIC_URL: 'https://console.headland.example',
    },
  });
  orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
  reader = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', orgs.headOffice));
  sora = await server.login(await makeAccount(server.database, 'AGENCY', 'ADMIN', orgs.sora));
  noa = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.noa);
  noaToken = await server.login(noa);
  // the login codes of these members are not part of the test
  await server.database.query('DELETE FROM delivery');
  jobs = await startProcess(server.config, ['jobs'], modules);
});
afterAll(async () => {
  await jobs.close();
  await server.stop();
  gateway.close();
  mail.close();
  push.close();
});
beforeEach(() => {
  answer = 200;
  texts = [];
  mail.letters.length = 0;
  mail.answer('250 fine');
  push.received.length = 0;
});

interface Row {
  id: number;
  state: string;
  attempts: number;
  problem: string | null;
  next_try_at: Date | null;
}
const row = async (reason: string): Promise<Row | undefined> =>
  (await server.database.query<Row[]>('SELECT *, id::float8 AS id FROM delivery WHERE reason = $1', [reason]))[0];
async function queue(
  channel: 'sms' | 'push' | 'email' = 'sms',
  over: Partial<Message> = {},
  subject: 'sos' | 'fault' | 'account' = 'sos',
): Promise<string> {
  const reason = `test:${++counter}`;
  const message = { reason, channel, recipient: '김기사', address: '010-9999-0000', text: `text ${counter}`, ...over };
  await server.execute(new QueueMessages({ subject, subjectId: 1, organizationId: orgs.nami }, [message, message]));
  await server.execute(new QueueMessages({ subject, subjectId: 1, organizationId: orgs.nami }, [message]));
  return reason;
}

describe('a message', () => {
  it('goes to the gateway once, however often it was queued', async () => {
    const reason = await queue();
    await eventually(
      () => row(reason),
      (r) => r?.state === 'sent',
    );
    expect(texts).toEqual([
      {
        to: '010-9999-0000',
        text: `text ${counter}`,
        reference: expect.stringMatching(/^headland-delivery-\d+-\w+$/) as string,
        key: texts[0]?.reference,
      },
    ]);
  });

  it('that the gateway refuses for now is tried again after a pause, with the problem in the log', async () => {
    answer = 503;
    const reason = await queue();
    const waiting = await eventually(
      () => row(reason),
      (r) => r?.problem !== null && r !== undefined,
    );
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1, problem: 'the gateway answered 503' });
    expect((waiting?.next_try_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(500);
    answer = 200;
    expect(
      await eventually(
        () => row(reason),
        (r) => r?.state === 'sent',
      ),
    ).toMatchObject({ attempts: 2, problem: null, next_try_at: null });
  });

  it('that the gateway refuses for good fails at once, and a person may send it again', async () => {
    answer = 400;
    const reason = await queue();
    const failed = await eventually(
      () => row(reason),
      (r) => r?.state === 'failed',
    );
    expect(failed).toMatchObject({ attempts: 1, problem: 'the gateway answered 400' });
    const id = failed?.id ?? 0;
    expect(await refusal(server.call(deliveries.resend, { params: { id } }, reader))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(server.call(deliveries.resend, { params: { id } }, sora))).toEqual([404, 'NOT_FOUND']);
    answer = 200;
    expect(await server.call(deliveries.resend, { params: { id } }, head)).toMatchObject({
      id,
      state: 'queued',
      attempts: 0,
      problem: null,
    });
    await eventually(
      () => row(reason),
      (r) => r?.state === 'sent',
    );
    const changes = (await readLog(server.database, 0, 100_000)).filter(
      (e) => e.name === 'delivery.changed' && 'deliveryId' in e.payload && e.payload.deliveryId === id,
    );
    expect(changes.map((e) => e.by)).toEqual([null, null, 'HEAD_OFFICE ADMIN', null]);
  });

  it('without a gateway lands in the mailbox, once', async () => {
    const reason = await queue('push', { address: '999999' });
    const sent = await eventually(
      () => row(reason),
      (r) => r?.state === 'delivered',
    );
    expect(
      await server.database.query('SELECT channel, recipient, text FROM mail WHERE delivery_id = $1', [sent?.id]),
    ).toEqual([{ channel: 'push', recipient: '김기사', text: `text ${counter}` }]);
  });

  it('leaves with the commit that queues it: without waiting for the timer', async () => {
    const waits: number[] = [];
    // the sweep runs each 2 s: a message queued after another has left could wait that long
    for (let n = 0; n < 5; n++) {
      const reason = await queue();
      const [sent] = await eventually(
        () =>
          server.database.query<{ ms: number }[]>(
            "SELECT extract(epoch FROM changed_at - created_at) * 1000 AS ms FROM delivery WHERE reason = $1 AND state = 'sent'",
            [reason],
          ),
        (rows) => rows.length > 0,
      );
      waits.push(Number(sent?.ms));
    }
    expect(Math.min(...waits.slice(1))).toBeLessThan(1_000);
  });

  it('that its queue lost is found by the sweep', async () => {
    const [{ id }] = (await server.database.query<{ id: number }[]>(
      "INSERT INTO delivery (reason, subject, subject_id, organization_id, channel, recipient, address, text, next_try_at) VALUES ('test:lost', 'sos', 1, $1, 'sms', 'x', '010-0000-0000', 'lost', now()) RETURNING id::float8 AS id",
      [orgs.nami],
    )) as [{ id: number }];
    await eventually(
      () => row('test:lost'),
      (r) => r?.state === 'sent',
    );
    expect(texts.map((t) => t.reference)).toEqual([expect.stringMatching(`^headland-delivery-${id}-\\w+$`)]);
  });

  it('of a notice that waits for the morning is left waiting; what no pause and no night explains is pulled in', async () => {
    // one that is shown: where the notices are there, too, messages of another do not go out
    await server.database.query(
      `INSERT INTO notice (id, type, target, os, title, content, content_text, display, registrant, created_at, changed_at)
       VALUES (1, 'general', 'customer', 'all', 'x', '<p>x</p>', 'x', 'shown', 'spec', now(), now())`,
    );
    const times = [
      ['test:night', 'notice', 11],
      ['test:beyond', 'notice', 13],
      ['test:ahead', 'sos', 11],
    ] as const;
    for (const [reason, subject, hours] of times)
      await server.database.query(
        "INSERT INTO delivery (reason, subject, subject_id, organization_id, channel, recipient, address, text, next_try_at) VALUES ($1, $2, 1, $3, 'sms', 'x', '010-0000-0000', 'x', now() + $4 * interval '1 hour')",
        [reason, subject, orgs.nami, hours],
      );
    for (const reason of ['test:beyond', 'test:ahead'])
      await eventually(
        () => row(reason),
        (r) => r?.state === 'sent',
      );
    expect(await row('test:night')).toMatchObject({ state: 'queued', attempts: 0 });
    await server.database.query("DELETE FROM delivery WHERE reason = 'test:night'");
  });
});

it('an agency without members is called on its own telephone', async () => {
  const vehicle = await makeVehicle(server.database, orgs.nami);
  await devicesOf(server).sos(vehicle.deviceId, sosUp({ type: 'rollover' }));
  await eventually(
    () => Promise.resolve(texts),
    (t) => t.some((x) => x.to === '02-555-0100'),
  );
  expect(texts[0]?.text).toContain(vehicle.vin);
  expect(texts[0]?.text).toContain('전복');
});

it.each([
  ['+82215550101', '전복'],
  ['+12025550102', 'roll-over'],
])('and in the language of its country: at %s', async (phone, word) => {
  await server.database.query('UPDATE organization SET phone = $2 WHERE id = $1', [orgs.nami, phone]);
  const vehicle = await makeVehicle(server.database, orgs.nami);
  await devicesOf(server).sos(vehicle.deviceId, sosUp({ type: 'rollover' }));
  const received = await eventually(
    () => Promise.resolve(texts.filter((x) => x.to === phone)),
    (t) => t.length > 0,
  );
  expect(received[0]?.text).toContain(vehicle.vin);
  expect(received[0]?.text).toContain(word);
  await server.database.query("UPDATE organization SET phone = '02-555-0100' WHERE id = $1", [orgs.nami]);
});

describe('an e-mail', () => {
  const to = {
    recipient: '김노아',
    address: 'noa@korea.kr',
    title: '고장 접수 안내',
    text: '첫 줄\n둘째 줄 https://console.headland.example/breakdown?id=4',
  };

  it('goes to the mail server with its title, from the sender of the product', async () => {
    const reason = await queue('email', to);
    const sent = await eventually(
      () => row(reason),
      (r) => r?.state === 'sent',
    );
    expect(mail.letters).toMatchObject([
      { from: 'no-reply@headland.example', to: to.address, subject: to.title, text: to.text },
    ]);
    expect(mail.letters[0]?.raw).toMatch(new RegExp(`<headland-delivery-${sent?.id}-\\w+@headland\\.example>`, 'u'));
  });

  it('to an address that does not exist fails at once; one that is put off is tried again', async () => {
    mail.answer('550 no such mailbox');
    const gone = await queue('email', to);
    expect(
      await eventually(
        () => row(gone),
        (r) => r?.state === 'failed',
      ),
    ).toMatchObject({ attempts: 1, problem: expect.stringContaining('550') as string });
    mail.answer('451 later');
    const busy = await queue('email', to);
    await eventually(
      () => row(busy),
      (r) => r?.problem?.includes('451') === true,
    );
    expect(await row(busy)).toMatchObject({ state: 'queued', attempts: 1 });
    mail.answer('250 fine');
    await eventually(
      () => row(busy),
      (r) => r?.state === 'sent',
    );
    expect(mail.letters).toHaveLength(1);
  });
});

describe('a push', () => {
  const endpoint = (path: string): string => `${push.url}${path}`;
  const subscribe = (path: string) => {
    const browser = pushBrowser(endpoint(path));
    return server
      .call(notifications.subscribe, { body: browser.subscription }, noaToken)
      .then((device) => ({ ...browser, device }));
  };
  const toNoa = () => queue('push', { address: String(noa.userId), text: '[SOS] 전복' });

  it('reaches every browser of the member, readable by that browser alone', async () => {
    const [one, two] = await Promise.all([subscribe('/one'), subscribe('/two')]);
    const reason = await toNoa();
    const sent = await eventually(
      () => row(reason),
      (r) => r?.state === 'sent',
    );
    expect(push.received.map((r) => r.path).sort()).toEqual(['/one', '/two']);
    const [first] = push.received.filter((r) => r.path === '/one');
    expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600', urgency: 'high' });
    const { publicKey } = await server.call(notifications.devices, {}, noaToken);
    expect(first?.headers.authorization).toContain(`k=${publicKey}`);
    const payload = {
      title: 'Headland',
      body: '[SOS] 전복',
      link: '/sos?id=1',
      tag: expect.stringMatching(`^headland-delivery-${sent?.id}-\\w+$`) as string,
      kind: 'sos',
    };
    expect(one.read(first?.body ?? Buffer.alloc(0))).toEqual(payload);
    expect(() => two.read(first?.body ?? Buffer.alloc(0))).toThrow();
  });

  it('that is refused as gone forgets the browser; the others still take it', async () => {
    push.answers.set('/two', 410);
    await eventually(
      async () => {
        const reason = await toNoa();
        return eventually(
          () => row(reason),
          (r) => r?.state === 'sent',
        );
      },
      (r) => r !== undefined,
    );
    expect((await server.call(notifications.devices, {}, noaToken)).devices).toHaveLength(1);
    push.answers.set('/one', 404);
    const reason = await toNoa();
    // no receiver is left: it is in the mailbox
    await eventually(
      () => row(reason),
      (r) => r?.state === 'delivered',
    );
    expect((await server.call(notifications.devices, {}, noaToken)).devices).toEqual([]);
  });

  it('that the service cannot take now is tried again', async () => {
    await subscribe('/busy');
    push.answers.set('/busy', 503);
    const reason = await toNoa();
    await eventually(
      () => row(reason),
      (r) => r?.problem === 'the push service answered 503',
    );
    push.answers.delete('/busy');
    await eventually(
      () => row(reason),
      (r) => r?.state === 'sent',
    );
    await server.database.query('DELETE FROM push_subscription');
  });
});

describe('a secret', () => {
  const secret = { secret: true, title: '임시 비밀번호', text: 'Kx7#mPq2vTnz' };
  const textOf = async (reason: string): Promise<string | undefined> =>
    (await server.database.query<{ text: string }[]>('SELECT text FROM delivery WHERE reason = $1', [reason]))[0]?.text;

  it('is wiped from the log once it is sent, and can be neither seen nor sent again', async () => {
    const reason = await queue('sms', secret, 'account');
    const sent = await eventually(
      () => row(reason),
      (r) => r?.state === 'sent',
    );
    expect(texts).toMatchObject([{ text: secret.text }]);
    expect(await textOf(reason)).toBe('');
    expect(await refusal(server.call(deliveries.resend, { params: { id: sent?.id ?? 0 } }, head))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const log = await readLog(server.database, 0, 100_000);
    expect(
      log.filter(
        (e) =>
          e.name === 'delivery.changed' &&
          e.payload !== null &&
          'subject' in e.payload &&
          e.payload.subject === 'account',
      ),
    ).toEqual([]);
  });

  it('is wiped when it is given up, too', async () => {
    answer = 400;
    const reason = await queue('sms', secret, 'account');
    await eventually(
      () => row(reason),
      (r) => r?.state === 'failed',
    );
    expect(await textOf(reason)).toBe('');
  });

  it('is in the mailbox of a development start, and nowhere in production', async () => {
    const reason = await queue('push', { ...secret, address: String(noa.userId) }, 'account');
    await eventually(
      () => row(reason),
      (r) => r?.state === 'delivered',
    );
    expect(await textOf(reason)).toBe('');
    expect((await server.call(mailbox.list, {}, null))[0]).toMatchObject({
      title: secret.title,
      text: secret.text,
      address: String(noa.userId),
    });
    await jobs.close();
    jobs = await startProcess(server.config, ['jobs'], modules, { DEVELOPMENT: false });
    const again = await queue('push', { ...secret, address: String(noa.userId) }, 'account');
    await eventually(
      () => row(again),
      (r) => r?.state === 'delivered',
    );
    expect(
      await server.database.query(
        'SELECT m.text FROM mail m JOIN delivery d ON d.id = m.delivery_id WHERE d.reason = $1',
        [again],
      ),
    ).toEqual([{ text: '' }]);
    await jobs.close();
    jobs = await startProcess(server.config, ['jobs'], modules);
  });
});

describe('the channels of a member', () => {
  const setChannels = (over: { push: boolean; sms: boolean; email: boolean }) =>
    server.call(
      notifications.setPreferences,
      { body: { preferences: [{ kind: 'sos', inApp: true, ...over }] } },
      noaToken,
    );
  const rollOver = async (): Promise<{ channel: string; text: string; title: string | null }[]> => {
    const vehicle = await makeVehicle(server.database, orgs.noa);
    await devicesOf(server).sos(vehicle.deviceId, sosUp({ type: 'rollover' }));
    return eventually(
      () =>
        server.database.query<{ channel: string; text: string; title: string | null }[]>(
          "SELECT channel, text, title FROM delivery WHERE channel <> 'panel' AND subject = 'sos' AND text LIKE '%' || $1 || '%' AND reason LIKE 'sos.raised:%' ORDER BY channel",
          [vehicle.vin],
        ),
      (rows) => rows.length > 0,
    );
  };

  it('decides the channels of an SOS, and the own language its words', async () => {
    await setChannels({ push: true, sms: true, email: false });
    expect((await rollOver()).map((d) => d.channel)).toEqual(['push', 'sms']);
    await setChannels({ push: false, sms: true, email: true });
    await server.database.query("UPDATE user_account SET language = 'en' WHERE id = $1", [noa.userId]);
    const [email, sms] = await rollOver();
    expect(email).toMatchObject({ channel: 'email', title: expect.stringContaining('roll-over') as string });
    expect(email?.text).toMatch(/\n\nhttps:\/\/console\.headland\.example\/sos\?id=\d+$/u);
    expect(sms).toMatchObject({ channel: 'sms', text: expect.stringMatching(/roll-over.* https:/u) as string });
  });

  it('never leaves an SOS without anybody: where all want none, the telephone of the organisation gets it', async () => {
    await setChannels({ push: false, sms: false, email: false });
    expect(await rollOver()).toMatchObject([{ channel: 'sms' }]);
    expect(
      (
        await server.database.query<{ address: string }[]>(
          "SELECT address FROM delivery WHERE reason LIKE 'sos.raised:%' ORDER BY id DESC LIMIT 1",
        )
      )[0]?.address,
    ).toBe('02-555-0100');
  });

  it('are only those that reach the member: a push needs a browser, and without one the telephone of the organisation gets an SOS', async () => {
    await setChannels({ push: true, sms: false, email: false });
    await jobs.close();
    jobs = await startProcess(server.config, ['jobs'], modules, { DEVELOPMENT: false });
    expect(await rollOver()).toMatchObject([{ channel: 'sms' }]);
    const browser = pushBrowser(`${push.url}/noa`);
    await server.call(notifications.subscribe, { body: browser.subscription }, noaToken);
    expect(await rollOver()).toMatchObject([{ channel: 'push' }]);
    await jobs.close();
    jobs = await startProcess(server.config, ['jobs'], modules, { DEVELOPMENT: false, VAPID_PRIVATE_KEY: undefined });
    expect(await rollOver()).toMatchObject([{ channel: 'sms' }]);
  });
});
