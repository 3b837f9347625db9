import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveries } from '@headland/contracts/delivery';
import { notifications } from '@headland/contracts/notification';
import type { Delivery } from '@headland/contracts/shared-shapes';
import { sosAlerts } from '@headland/contracts/sos';
import { sosUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../../incidents/alerts/alerts.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { returning } from '../../platform/database/rows';
import { devicesOf, eventually } from '../../testing/alerts';
import { pushBrowser, pushService, type PushService } from '../../testing/push-browser';
import { type LogLine, startServer, type TestServer } from '../../testing/server';
import { smtpSink, type SmtpSink } from '../../testing/smtp-sink';
import { makeAccount, makeOrganizations, makeVehicle, type Account, type Organizations } from '../../testing/world';
import { DeliveriesModule } from './deliveries.module';
import { referenceOf } from './delivery';
import { QueueMessages } from './queue-messages.command';
import { SendDelivery } from './send-delivery.command';

/**
 * Real failures of gateways: refusal, time-out, cut connection, no host. No jobs process runs: the spec makes each
 * attempt due, so that eight attempts, minutes apart in operation, take no time here.
 */
type Channel = Extract<Delivery['channel'], 'sms' | 'app' | 'email' | 'push'>;
const channels: Channel[] = ['sms', 'app', 'email', 'push'];
let server: TestServer;
const lines: LogLine[] = [];
let gateway: Server;
let mail: SmtpSink;
let push: PushService;
let orgs: Organizations;
let head: string;
let noa: Account;
let sosId: number;
let counter = 0;
let behave: (request: IncomingMessage, response: ServerResponse) => void;
let keys: (string | undefined)[] = [];

const fine = (_: IncomingMessage, response: ServerResponse): void => void response.writeHead(200).end('{}');

beforeAll(async () => {
  gateway = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']?.toString());
    request.resume().on('end', () => behave(request, response));
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  [mail, push] = await Promise.all([smtpSink(), pushService()]);
  server = await startServer(
    [SessionModule, DevicesModule, AlertsModule, SosModule, NotificationsModule, DeliveriesModule],
    {
      config: {
        DEVELOPMENT: true,
        SMS_URL: `${url}/sms`,
        APP_PUSH_URL: `${url}/app`,
        SMTP_URL: mail.url,
        MAIL_FROM: 'Headland <no-reply@headland.example>',
        VAPID_PRIVATE_KEY: randomBytes(32).toString('base64url'),
        PUSH_HOSTS: ['127.0.0.1'],
      },
      lines,
    },
  );
  orgs = await makeOrganizations(server.database);
  behave = fine;
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
  noa = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.noa);
  const browser = pushBrowser(`${push.url}/noa`);
  await server.call(notifications.subscribe, { body: browser.subscription }, await server.login(noa));
  const vehicle = await makeVehicle(server.database, orgs.nami);
  await devicesOf(server).sos(vehicle.deviceId, sosUp({ type: 'button' }));
  sosId = (await server.database.query<{ id: number }[]>('SELECT id FROM sos_call'))[0]?.id ?? 0;
});
afterAll(async () => {
  gateway.closeAllConnections();
  await server.stop();
  gateway.close();
  mail.close();
  push.close();
});
beforeEach(() => {
  well();
  keys = [];
  mail.letters.length = 0;
  push.received.length = 0;
});

function well(): void {
  behave = fine;
  mail.answer('250 fine');
  push.answers.clear();
}
/** A temporary failure. */
function ill(): void {
  behave = (_, response) => void response.writeHead(503).end();
  mail.answer('451 try later');
  push.answers.set('/noa', 503);
}

interface Row {
  id: number;
  state: string;
  attempts: number;
  problem: string | null;
  next_try_at: Date | null;
}
const rowOf = async (id: number): Promise<Row> =>
  (
    await server.database.query<[Row]>(
      'SELECT id::float8 AS id, state, attempts, problem, next_try_at FROM delivery WHERE id = $1',
      [id],
    )
  )[0];
async function referenceFor(id: number): Promise<string> {
  const [row] = await server.database.query<[{ id: number; created_at: Date }]>(
    'SELECT id::float8 AS id, created_at FROM delivery WHERE id = $1',
    [id],
  );
  return referenceOf(row);
}
async function queue(channel: Channel): Promise<number> {
  const address = { sms: '010-9999-0000', app: '42', email: 'noa@korea.kr', push: String(noa.userId) }[channel];
  const reason = `failing:${++counter}`;
  await server.execute(
    new QueueMessages({ subject: 'sos', subjectId: sosId, organizationId: orgs.nami }, [
      { reason, channel, recipient: '김노아', address, title: 'SOS', text: `text ${counter}` },
    ]),
  );
  return (
    await server.database.query<[{ id: number }]>('SELECT id::float8 AS id FROM delivery WHERE reason = $1', [reason])
  )[0].id;
}
/** Makes the next attempt due. */
async function attempt(id: number): Promise<Row> {
  await server.database.query(
    "UPDATE delivery SET next_try_at = now() - interval '1 second' WHERE id = $1 AND state = 'queued'",
    [id],
  );
  await server.execute(new SendDelivery(id));
  return rowOf(id);
}
const shownInSos = async (id: number): Promise<Delivery | undefined> =>
  (await server.call(sosAlerts.get, { params: { id: sosId } }, head)).deliveries.find((d) => d.id === id);
const givenUp = async (channel: Channel): Promise<number> => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(
    new RegExp(`^headland_messages_given_up_total\\{channel="${channel}"\\} (\\d+)$`, 'mu').exec(metrics)?.[1],
  );
};
const taken = (channel: Channel): number =>
  channel === 'email' ? mail.letters.length : channel === 'push' ? push.received.length : keys.length;

describe.each(['sms', 'app'] as const)('a gateway of %s', (channel) => {
  it('that answers with another address has not taken it: it is tried again, and nothing is sent there', async () => {
    const id = await queue(channel);
    behave = (request, response) =>
      void response.writeHead(request.url === '/elsewhere' ? 200 : 302, { location: '/elsewhere' }).end();
    const before = keys.length;
    expect(await attempt(id)).toMatchObject({ state: 'queued', attempts: 1, problem: 'the gateway answered 302' });
    expect(keys.length - before).toBe(1);
    well();
  });

  it('that hangs while its receiver leaves has no message of them revived', async () => {
    const id = await queue(channel);
    behave = (_, response) =>
      void server.database
        .query("UPDATE delivery SET state = 'failed', problem = 'withdrawn', next_try_at = NULL WHERE id = $1", [id])
        .then(() => response.writeHead(503).end());
    expect(await attempt(id)).toMatchObject({ state: 'failed', problem: 'withdrawn', next_try_at: null });
    well();
  });
});

describe.each(channels)('a gateway of %s', (channel) => {
  it('that fails three times and then works has the message once, after longer and longer pauses', async () => {
    const id = await queue(channel);
    ill();
    const pauses: number[] = [];
    for (let n = 1; n <= 3; n++) {
      const row = await attempt(id);
      expect(row).toMatchObject({ state: 'queued', attempts: n });
      expect(row.problem).toMatch(/503|451/u);
      pauses.push(Math.round(((row.next_try_at?.getTime() ?? 0) - Date.now()) / 1000));
      expect(await shownInSos(id)).toMatchObject({ state: 'queued', attempts: n, problem: row.problem });
    }
    expect(pauses).toEqual([2, 4, 8]);
    well();
    const before = channel === 'email' ? 0 : taken(channel);
    expect(await attempt(id)).toMatchObject({ state: 'sent', attempts: 4, problem: null, next_try_at: null });
    expect(taken(channel) - before).toBe(1);
    // and is not sent again, even on request
    await server.execute(new SendDelivery(id));
    expect(taken(channel) - before).toBe(1);
  });

  it('that never works has it shown as failed with the reason after eight attempts, and a person sends it again', async () => {
    const id = await queue(channel);
    ill();
    for (let n = 1; n < 8; n++) expect(await attempt(id)).toMatchObject({ state: 'queued', attempts: n });
    expect(await givenUp(channel)).toBe(0);
    const given = await attempt(id);
    expect(await givenUp(channel)).toBe(1);
    expect(given).toMatchObject({ state: 'failed', attempts: 8, next_try_at: null });
    // under the reference that the gateway was given
    expect(lines.filter((line) => line.msg === 'a message was given up' && line.id === id)).toMatchObject([
      { reference: await referenceFor(id), id, attempts: 8 },
    ]);
    expect(await shownInSos(id)).toMatchObject({ state: 'failed', attempts: 8, problem: given.problem });
    // a failed one is sent again only on request
    expect(await attempt(id)).toMatchObject({ state: 'failed', attempts: 8 });
    well();
    expect(await server.call(deliveries.resend, { params: { id } }, head)).toMatchObject({
      state: 'queued',
      attempts: 0,
      problem: null,
    });
    expect(await attempt(id)).toMatchObject({ state: 'sent', attempts: 1 });
  });
});

describe('a gateway that', () => {
  it('hangs is abandoned after a timeout and retried; meanwhile no other process sends the same message', async () => {
    behave = () => undefined;
    const ids = await Promise.all([queue('sms'), queue('app')]);
    const sending = Promise.all(ids.map((id) => server.execute(new SendDelivery(id))));
    await eventually(
      () => Promise.resolve(keys.length),
      (n) => n === 2,
    );
    // a second process finds nothing due: the first one has claimed it
    for (const id of ids) await server.execute(new SendDelivery(id));
    expect(keys).toHaveLength(2);
    await sending;
    const rows = await Promise.all(ids.map(rowOf));
    for (const row of rows) {
      expect(row).toMatchObject({ state: 'queued', attempts: 1 });
      expect(row.problem).toMatch(/timeout|abort/iu);
    }
    expect(keys).toHaveLength(2);
    well();
    for (const id of ids) expect(await attempt(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('hangs up in the middle, or breaks off its answer, is asked again with the same key', async () => {
    const id = await queue('sms');
    behave = (request) => request.socket.destroy();
    expect(await attempt(id)).toMatchObject({ state: 'queued', attempts: 1 });
    behave = (request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('{');
      setImmediate(() => request.socket.destroy());
    };
    // the status line confirmed the message
    expect((await attempt(id)).state).toBe('sent');
    expect(new Set(keys)).toEqual(new Set([await referenceFor(id)]));
    expect(keys).toHaveLength(2);
  });

  it('dies and comes back loses nothing that was queued meanwhile', async () => {
    const { port } = gateway.address() as AddressInfo;
    gateway.closeAllConnections();
    await new Promise((done) => gateway.close(done));
    const ids = await Promise.all([queue('sms'), queue('app'), queue('sms')]);
    for (const id of ids) {
      const row = await attempt(id);
      expect(row).toMatchObject({ state: 'queued', attempts: 1 });
      expect(row.problem).toBeTruthy();
      expect(row.next_try_at).toBeInstanceOf(Date);
    }
    await new Promise<void>((done) => gateway.listen(port, '127.0.0.1', done));
    for (const id of ids) expect(await attempt(id)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(keys).toEqual(await Promise.all(ids.map(referenceFor)));
  });
});

it('a process that dies between the gateway’s answer and its own commit sends again with the same key, so that a gateway can drop it', async () => {
  const id = await queue('sms');
  expect(await attempt(id)).toMatchObject({ state: 'sent' });
  // as after a crash: claimed, never finished
  await server.database.query(
    "UPDATE delivery SET state = 'queued', problem = NULL, next_try_at = now() + interval '30 seconds' WHERE id = $1",
    [id],
  );
  await server.execute(new SendDelivery(id));
  expect(keys).toHaveLength(1);
  expect(await attempt(id)).toMatchObject({ state: 'sent', attempts: 2 });
  const reference = await referenceFor(id);
  expect(keys).toEqual([reference, reference]);
});

describe('a message that the gateway has taken', () => {
  /** The next `times` writes fail, each with its transaction. A sequence keeps its count through a rollback. */
  async function failing(table: string, event: string, when: string, times: number): Promise<() => Promise<unknown>> {
    await server.database.query(`CREATE SEQUENCE failures;
      CREATE FUNCTION fail_some() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('failures') <= ${times} THEN RAISE EXCEPTION 'the disk is full'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER fail_some BEFORE ${event} ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION fail_some()`);
    return () =>
      server.database.query(`DROP TRIGGER fail_some ON ${table}; DROP FUNCTION fail_some(); DROP SEQUENCE failures`);
  }

  it('is not sent again because its result could not be stored at first', async () => {
    const id = await queue('sms');
    const mended = await failing('delivery', 'UPDATE', "NEW.state = 'sent'", 2);
    expect(await attempt(id)).toMatchObject({ state: 'sent', attempts: 1, problem: null, next_try_at: null });
    await mended();
    expect(keys).toHaveLength(1);
  });

  it('is not sent again because it could not be counted', async () => {
    const id = await queue('sms');
    const mended = await failing('sms_count', 'INSERT', 'true', 100);
    expect(await attempt(id)).toMatchObject({ state: 'sent', attempts: 1, problem: null });
    await mended();
    expect(keys).toHaveLength(1);
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'a text was sent, but not counted', id }));
  });
});

describe('a message about an SOS', () => {
  const reraise = async (): Promise<number> => {
    const vehicle = await makeVehicle(server.database, orgs.nami);
    await devicesOf(server).sos(vehicle.deviceId, sosUp({ type: 'button' }));
    const [call] = await server.database.query<[{ id: number }]>('SELECT id FROM sos_call WHERE vehicle_id = $1', [
      vehicle.id,
    ]);
    return call.id;
  };
  const close = (id: number) =>
    server.call(sosAlerts.falseAlarm, { params: { id }, body: { cause: 'test', resolution: 'A test' } }, head);

  it('to a panel goes on while its call is open: the driver has nothing else', async () => {
    const id = await reraise();
    const reason = `failing:${++counter}`;
    const step = { reason, channel: 'panel', recipient: 'T', address: 'T', text: 'dispatched' } as const;
    await server.execute(new QueueMessages({ subject: 'sos', subjectId: id, organizationId: orgs.nami }, [step]));
    const [row] = await returning<{ id: number }>(
      server.database.manager,
      'UPDATE delivery SET attempts = 7 WHERE reason = $1 RETURNING id::float8 AS id',
      [reason],
    );
    const message = row?.id ?? 0;
    const tried = await attempt(message);
    expect(tried).toMatchObject({ state: 'queued', attempts: 8, problem: 'the broker does not answer' });
    expect(Math.round(((tried.next_try_at?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(4);
    await close(id);
    expect(await attempt(message)).toMatchObject({ state: 'failed', attempts: 9 });
  });

  it('that was closed meanwhile sends nobody there, and is no failure to phone about', async () => {
    const id = await reraise();
    const open = sosId;
    sosId = id;
    const texts = await Promise.all(channels.map(queue));
    sosId = open;
    await close(id);
    for (const text of texts) expect(await attempt(text)).toMatchObject({ state: 'failed', problem: 'withdrawn' });
    expect([keys, mail.letters, push.received]).toEqual([[], [], []]);
  });
});

it('asked for by ten at once is sent once', async () => {
  const id = await queue('sms');
  await server.database.query("UPDATE delivery SET next_try_at = now() - interval '1 second' WHERE id = $1", [id]);
  await Promise.all(Array.from({ length: 10 }, () => server.execute(new SendDelivery(id))));
  expect(keys).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 1 });
});

it('a number that another message has after a fail-over is another reference: the gateway must not take it for the one it has had', () => {
  const before = referenceOf({ id: 7, created_at: new Date('2026-03-01T00:00:00.000Z') });
  const after = referenceOf({ id: 7, created_at: new Date('2026-03-01T00:00:09.000Z') });
  expect(after).not.toBe(before);
  expect(after).toMatch(/^headland-delivery-7-\w+$/u);
});
