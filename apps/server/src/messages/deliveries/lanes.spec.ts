import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '@headland/contracts/shared-shapes';
import { sosUp } from '@headland/testing/builders/up';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { AlertsModule } from '../../incidents/alerts/alerts.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { SessionModule } from '../../people/session/session.module';
import { devicesOf, eventually, startProcess } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { smtpSink, type SmtpSink } from '../../testing/smtp-sink';
import { makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { DeliveriesModule } from './deliveries.module';
import type { Message, Subject } from './delivery';
import { lanePlaces } from './lanes';
import { QueueMessages } from './queue-messages.command';

/** A notice to many, whose gateway and mail server hang: what is urgent must not wait for it. */
const modules = [SessionModule, DevicesModule, AlertsModule, SosModule, DeliveriesModule];
let server: TestServer;
let jobs: { close: () => Promise<void> } | undefined;
let gateway: Server;
let mail: SmtpSink;
let orgs: Organizations;
let texts: { to: string; text: string }[] = [];
let hanging: ServerResponse[] = [];
let counter = 0;

beforeAll(async () => {
  gateway = createServer((request, response) => {
    // all to the app hang; texts are accepted
    if (request.url === '/app') return void hanging.push(response);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      texts.push(JSON.parse(body) as { to: string; text: string });
      response.writeHead(200).end('{}');
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  mail = await smtpSink();
  server = await startServer(modules, {
    config: { SMS_URL: `${url}/sms`, APP_PUSH_URL: `${url}/app`, SMTP_URL: mail.url },
  });
  orgs = await makeOrganizations(server.database);
  await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice);
  // one that is shown: where the notices are there, too, messages of another do not go out
  await server.database.query(
    `INSERT INTO notice (id, type, target, os, title, content, content_text, display, registrant, created_at, changed_at)
     VALUES (1, 'general', 'customer', 'all', 'x', '<p>x</p>', 'x', 'shown', 'spec', now(), now())`,
  );
});
afterAll(async () => {
  await stopJobs();
  await server.stop();
  gateway.close();
  mail.close();
});
beforeEach(async () => {
  await stopJobs();
  await server.database.query('DELETE FROM delivery');
  texts = [];
  mail.letters.length = 0;
});

async function startJobs(): Promise<void> {
  jobs = await startProcess(server.config, ['jobs'], modules);
}
async function stopJobs(): Promise<void> {
  const stopping = jobs?.close();
  gateway.closeAllConnections();
  hanging = [];
  await stopping;
  jobs = undefined;
}
const message = (channel: Delivery['channel'], over: Partial<Message> = {}): Message => ({
  reason: `lanes:${++counter}`,
  channel,
  recipient: '김민수',
  address: channel === 'email' ? 'minsu@example.com' : String(counter),
  title: '공지',
  text: `text ${counter}`,
  ...over,
});
const queue = (subject: Subject['subject'], messages: Message[]): Promise<void> =>
  server.execute(new QueueMessages({ subject, subjectId: 1, organizationId: orgs.nami }, messages));
/** More than a minute's work for all places, and more than a sweep finds at once. */
const notice = (): Message[] => Array.from({ length: 600 }, () => message('app'));
const allHang = () =>
  eventually(
    () => Promise.resolve(hanging.length),
    (n) => n >= lanePlaces.ordinary,
  );
/** As when the notification is lost: the row alone. */
const queueSilently = (subject: Subject['subject'], messages: Message[]): Promise<unknown> =>
  server.database.query(
    `INSERT INTO delivery (reason, subject, subject_id, organization_id, channel, recipient, address, text, secret, next_try_at)
     SELECT m->>'reason', $2, 1, $3, m->>'channel', m->>'recipient', m->>'address', m->>'text', COALESCE((m->>'secret')::boolean, false), now()
     FROM jsonb_array_elements($1::jsonb) m`,
    [JSON.stringify(messages), subject, orgs.nami],
  );
const arrives = (to: string) =>
  eventually(
    () => Promise.resolve(texts),
    (all) => all.some((text) => text.to === to),
    30_000,
  );

describe('while all messages of a notice hang', () => {
  it('an SOS that is raised reaches the agency', async () => {
    await startJobs();
    await queue('notice', notice());
    await allHang();
    const vehicle = await makeVehicle(server.database, orgs.nami);
    await devicesOf(server).sos(vehicle.deviceId, sosUp({ type: 'rollover' }));
    expect((await arrives('02-555-0100')).at(-1)?.text).toContain(vehicle.vin);
  });

  it('a code arrives, for which somebody waits', async () => {
    await startJobs();
    await queue('notice', notice());
    await allHang();
    await queue('account', [message('sms', { secret: true, address: '010-2222-0000' })]);
    await arrives('010-2222-0000');
  });

  it.each([
    ['sos', { address: '010-1111-0000' }],
    ['account', { secret: true, address: '010-3333-0000' }],
  ] as const)('one about %s of which no process was notified is found by the sweep', async (subject, over) => {
    await queueSilently('notice', notice());
    await startJobs();
    await allHang();
    await queueSilently(subject, [message('sms', over)]);
    await arrives(over.address);
  });
});

describe('a mail server that is slow', () => {
  interface Row {
    channel: string;
    subject: string;
    state: string;
    attempts: number;
    problem: string | null;
    tried: number;
  }
  const rows = (): Promise<Row[]> =>
    server.database.query(
      'SELECT channel, subject, state, attempts, problem, extract(epoch FROM changed_at - created_at)::float8 AS tried FROM delivery ORDER BY id',
    );

  it('has as many claimed as it is handed, each is sent once, and one about an SOS does not wait for them', async () => {
    await startJobs();
    const letGo = mail.hold();
    await queue(
      'fault',
      Array.from({ length: 8 }, () => message('email')),
    );
    // queued after them and waiting for none of them
    await queue('fault', [message('sms', { address: '010-4444-0000' })]);
    await arrives('010-4444-0000');
    await queue('sos', [message('email', { address: 'sos@example.com' })]);
    await eventually(
      () => Promise.resolve(mail.letters),
      (letters) => letters.length === 3 && letters.some((letter) => letter.to === 'sos@example.com'),
    );
    const claimed = (await rows()).filter((row) => row.channel === 'email' && row.attempts > 0);
    expect(claimed.map((row) => row.subject)).toEqual(['fault', 'fault', 'sos']);
    letGo();
    const sent = await eventually(rows, (all) => all.every((row) => row.state === 'sent'));
    expect(sent.map((row) => row.attempts)).toEqual(sent.map(() => 1));
    expect(mail.letters).toHaveLength(9);
  });

  it('and never ends its answer is given up before the lease ends: no second attempt begins beside the first', async () => {
    await startJobs();
    const letGo = mail.hold();
    await queue('fault', [message('email')]);
    const [row] = await eventually(rows, (all) => all.some(({ problem }) => problem !== null));
    expect(row).toMatchObject({ state: 'queued', attempts: 1, problem: 'the mail server: not done within 20000 ms' });
    expect(row?.tried).toBeLessThan(30);
    expect(mail.letters).toHaveLength(1);
    letGo();
    await eventually(rows, (all) => all.every(({ state }) => state === 'sent'));
  });
});
