import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveries } from '@headland/contracts/delivery';
import { sosUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../alerts/alerts.module';
import { DevicesModule } from '../devices/devices.module';
import { FaultsModule } from '../faults/faults.module';
import { readLog } from '../platform/event-log/log-reader';
import { SessionModule } from '../session/session.module';
import { SosModule } from '../sos/sos.module';
import { devicesOf, eventually, refusal, startProcess } from '../testing/alerts';
import { startServer, type TestServer } from '../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../testing/world';
import { DeliveriesModule } from './deliveries.module';
import { QueueMessages } from './queue-messages.command';

const modules = [SessionModule, DevicesModule, AlertsModule, SosModule, FaultsModule, DeliveriesModule];
let server: TestServer;
let gateway: Server;
let orgs: Organizations;
let head: string;
let reader: string;
let sora: string;
let jobs: { close: () => Promise<void> };
let answer = 200;
let texts: { to: string; text: string; reference: string; key: string | undefined }[] = [];
let counter = 0;

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      texts.push({ ...(JSON.parse(body) as { to: string; text: string; reference: string }), key: request.headers['idempotency-key']?.toString() });
      response.writeHead(answer).end('{}');
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  server = await startServer(modules, { config: { SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send` } });
  orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
  reader = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', orgs.headOffice));
  sora = await server.login(await makeAccount(server.database, 'AGENCY', 'ADMIN', orgs.sora));
  jobs = await startProcess(server.config, ['jobs'], modules);
});
afterAll(async () => {
  await jobs.close();
  await server.stop();
  gateway.close();
});
beforeEach(() => {
  answer = 200;
  texts = [];
});

interface Row {
  id: number;
  state: string;
  attempts: number;
  problem: string | null;
  next_try_at: Date | null;
}
const row = async (reason: string): Promise<Row | undefined> => (await server.database.query<Row[]>('SELECT * FROM delivery WHERE reason = $1', [reason]))[0];
async function queue(channel: 'sms' | 'push' = 'sms', subject: 'sos' | 'fault' = 'sos'): Promise<string> {
  const reason = `test:${++counter}`;
  const message = { reason, channel, recipient: '김기사', address: '010-9999-0000', text: `text ${counter}` };
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
      { to: '010-9999-0000', text: `text ${counter}`, reference: expect.stringMatching(/^headland-delivery-\d+$/) as string, key: texts[0]?.reference },
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
    expect(await server.call(deliveries.resend, { params: { id } }, head)).toMatchObject({ id, state: 'queued', attempts: 0, problem: null });
    await eventually(
      () => row(reason),
      (r) => r?.state === 'sent',
    );
    const changes = (await readLog(server.database, 0, 100_000)).filter((e) => e.name === 'delivery.changed' && 'deliveryId' in e.payload && e.payload.deliveryId === id);
    expect(changes.map((e) => e.by)).toEqual([null, null, 'HEAD_OFFICE ADMIN', null]);
  });

  it('without a gateway lands in the mailbox, once', async () => {
    const reason = await queue('push');
    const sent = await eventually(
      () => row(reason),
      (r) => r?.state === 'delivered',
    );
    expect(await server.database.query('SELECT channel, recipient, text FROM mail WHERE delivery_id = $1', [sent?.id])).toEqual([
      { channel: 'push', recipient: '김기사', text: `text ${counter}` },
    ]);
  });

  it('that its queue lost is found by the sweep', async () => {
    const [{ id }] = (await server.database.query<{ id: number }[]>(
      "INSERT INTO delivery (reason, subject, subject_id, organization_id, channel, recipient, address, text, next_try_at) VALUES ('test:lost', 'sos', 1, $1, 'sms', 'x', '010-0000-0000', 'lost', now()) RETURNING id",
      [orgs.nami],
    )) as [{ id: number }];
    await eventually(
      () => row('test:lost'),
      (r) => r?.state === 'sent',
    );
    expect(texts.map((t) => t.reference)).toEqual([`headland-delivery-${id}`]);
  });
});

it('an agency without members is called on its own telephone', async () => {
  const vehicle = await makeVehicle(server.database, orgs.noa);
  await devicesOf(server).sos(vehicle.deviceId, sosUp({ type: 'rollover' }));
  await eventually(
    () => Promise.resolve(texts),
    (t) => t.some((x) => x.to === '02-555-0100'),
  );
  expect(texts[0]?.text).toContain(vehicle.vin);
  expect(texts[0]?.text).toContain('전복');
});
