import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfigSchema, type Config } from '../../platform/config';
import { NeverDeliverable, type DeliveryRow } from './delivery';
import { sendByChannel, type Carriers } from './delivery-channels';

/** A gateway with a configurable answer that records its requests. */
let gateway: Server;
let url: string;
let status = 200;
let asked: { method: string | undefined; type: string | undefined; key: string | undefined; body: unknown }[] = [];

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push({
        method: request.method,
        type: request.headers['content-type'],
        key: request.headers['idempotency-key']?.toString(),
        body: JSON.parse(body),
      });
      // a gateway that sends a lot must not block the others
      response.writeHead(status, { location: '/elsewhere' }).end('x'.repeat(100_000));
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/push`;
});
afterAll(() => gateway.close());
beforeEach(() => {
  status = 200;
  asked = [];
});

const config = (over: Partial<Config>): Config => ({
  ...ConfigSchema.parse({
    RUN: 'jobs',
    DATABASE_URL: 'postgres://localhost/none',
    MQTT_URL: 'mqtt://127.0.0.1:1',
    MQTT_PASSWORD: 'not-used-here',
    JWT_SECRET: 'a secret of the tests, long enough for a key',
  }),
  ...over,
});
const made = new Date('2026-03-01T00:00:00Z');
const row = (over: Partial<DeliveryRow>): DeliveryRow => ({
  id: 7,
  reason: 'somewhy',
  subject: 'customer',
  subject_id: 3,
  organization_id: 1,
  channel: 'app',
  recipient: '김민수',
  address: '42',
  text: '소모품 교체 시기입니다',
  title: '엔진 오일',
  secret: false,
  state: 'queued',
  attempts: 1,
  next_try_at: null,
  problem: null,
  created_at: made,
  traceparent: null,
  ...over,
});
// neither channel uses the other's provider; no device of the app has registered
const webPush = { send: () => Promise.resolve(false) };
const mailer = { configured: false };
const give = (delivery: DeliveryRow, over: Partial<Config>) =>
  sendByChannel(delivery, { config: config(over), webPush, mailer } as unknown as Carriers);

describe('to a customer’s app', () => {
  it('goes to the push gateway by the customer’s number, with a key that lets it drop a second one', async () => {
    expect(await give(row({}), { APP_PUSH_URL: url })).toBe('sent');
    expect(asked).toEqual([
      {
        method: 'POST',
        type: 'application/json',
        key: `headland-delivery-7-${made.getTime().toString(36)}`,
        body: {
          customer: '42',
          title: '엔진 오일',
          text: '소모품 교체 시기입니다',
          reference: `headland-delivery-7-${made.getTime().toString(36)}`,
        },
      },
    ]);
  });

  it('has no title where none was written', async () => {
    await give(row({ title: null, address: '42/ios' }), { APP_PUSH_URL: url });
    expect(asked[0]?.body).toMatchObject({ customer: '42', os: 'ios' });
    expect(asked[0]?.body).toMatchObject({ title: null });
  });

  it('stays in the house without a gateway, and is not sent by that of the text messages', async () => {
    expect(await give(row({}), { SMS_URL: url })).toBe('mailbox');
    expect(asked).toEqual([]);
  });
});

describe('by text message', () => {
  it('goes to the gateway with number and text', async () => {
    expect(
      await give(row({ channel: 'sms', address: '010-1234-5678' }), { SMS_URL: url, APP_PUSH_URL: `${url}/other` }),
    ).toBe('sent');
    expect(asked[0]?.body).toEqual({
      to: '010-1234-5678',
      text: '소모품 교체 시기입니다',
      reference: `headland-delivery-7-${made.getTime().toString(36)}`,
    });
  });
});

describe.each(['app', 'sms'] as const)('a gateway of %s', (channel) => {
  const send = () => give(row({ channel }), { APP_PUSH_URL: url, SMS_URL: url });

  it.each([400, 404, 410, 413, 422])('that answers %i refuses the message for good', async (answer) => {
    status = answer;
    await expect(send()).rejects.toThrow(NeverDeliverable);
    await expect(send()).rejects.toThrow(`the gateway answered ${answer}`);
  });

  it.each([401, 403, 408, 425, 429, 500, 502, 503, 504])('that answers %i may take it later', async (answer) => {
    status = answer;
    const error = await send().catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(NeverDeliverable);
    expect((error as Error).message).toBe(`the gateway answered ${answer}`);
  });

  it('that is not there may come back', async () => {
    const error = await give(row({ channel }), {
      APP_PUSH_URL: 'http://127.0.0.1:1/',
      SMS_URL: 'http://127.0.0.1:1/',
    }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(NeverDeliverable);
  });
});

describe.each([
  ['sms', 'SMS_URL'],
  ['email', 'SMTP_URL'],
] as const)('without its gateway a message by %s', (channel, setting) => {
  it('has not arrived where it is about an SOS', () =>
    expect(give(row({ channel, subject: 'sos' }), { DEVELOPMENT: false })).rejects.toThrow(
      new NeverDeliverable(`${setting} is not set`),
    ));

  it.each([
    ['sos', true],
    ['account', false],
  ] as const)('is in the mailbox: of %s, in development: %s', async (subject, DEVELOPMENT) =>
    expect(await give(row({ channel, subject }), { DEVELOPMENT })).toBe('mailbox'),
  );
});

describe('a push that no browser has received', () => {
  const push = (subject: DeliveryRow['subject'], DEVELOPMENT: boolean) =>
    give(row({ channel: 'push', subject }), { DEVELOPMENT });

  it('has not arrived where it is about an SOS', () =>
    expect(push('sos', false)).rejects.toThrow(new NeverDeliverable('no browser has received it')));

  it.each([
    ['sos', true],
    ['account', false],
  ] as const)('is in the mailbox: of %s, in development: %s', async (subject, development) =>
    expect(await push(subject, development)).toBe('mailbox'),
  );
});
