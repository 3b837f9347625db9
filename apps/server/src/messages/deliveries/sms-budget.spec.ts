import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SessionModule } from '../../people/session/session.module';
import { startServer, type TestServer } from '../../testing/server';
import { makeOrganizations, type Organizations } from '../../testing/world';
import { DeliveriesModule } from './deliveries.module';
import { QueueMessages } from './queue-messages.command';
import { SendDelivery } from './send-delivery.command';

let server: TestServer;
let gateway: Server;
let orgs: Organizations;
let taken = 0;
let now = new Date('2026-03-01T10:20:00Z');
let counter = 0;

beforeAll(async () => {
  gateway = createServer((request, response) => {
    taken++;
    request.resume().on('end', () => void response.writeHead(200).end('{}'));
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const SMS_URL = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`;
  server = await startServer([SessionModule, DeliveriesModule], {
    clock: () => now,
    config: { SMS_URL, SMS_AN_HOUR: 5, SMS_A_DAY: 8, SMS_RECEIVER_AN_HOUR: 3, SMS_RECEIVER_A_DAY: 4 },
  });
  orgs = await makeOrganizations(server.database);
});
afterAll(async () => {
  gateway.closeAllConnections();
  await server.stop();
  gateway.close();
});

/** The result of one text. */
async function text(
  address: string,
  subject: 'fault' | 'sos' | 'account' = 'fault',
  subjectId = 1,
  why = 'budget',
): Promise<string> {
  const reason = `${why}:${++counter}`;
  await server.execute(
    new QueueMessages({ subject, subjectId, organizationId: orgs.nami }, [
      { reason, channel: 'sms', recipient: 'somebody', address, text: 'text' },
    ]),
  );
  const [{ id }] = await server.database.query<[{ id: number }]>('SELECT id FROM delivery WHERE reason = $1', [reason]);
  await server.execute(new SendDelivery(id));
  const [row] = await server.database.query<[{ state: string; problem: string | null }]>(
    'SELECT state, problem FROM delivery WHERE id = $1',
    [id],
  );
  return row.problem ?? row.state;
}
const texts = async (count: number, address: string, subject?: 'sos'): Promise<string[]> => {
  const became: string[] = [];
  for (let i = 0; i < count; i++) became.push(await text(address, subject));
  return became;
};

it('texts stop at the limits of a number and of the installation, by the hour and by the day, and an SOS goes out all the same', async () => {
  expect(await texts(4, '010-1111-0001')).toEqual(['sent', 'sent', 'sent', 'SMS_RECEIVER_AN_HOUR=3']);
  // the same number in another notation
  expect(await text('01011110001')).toBe('SMS_RECEIVER_AN_HOUR=3');
  expect([await text('010-1111-0002'), await text('010-1111-0003'), await text('010-1111-0004')]).toEqual([
    'sent',
    'sent',
    'SMS_AN_HOUR=5',
  ]);
  expect(await texts(4, '010-1111-0001', 'sos')).toEqual(['sent', 'sent', 'sent', 'sent']);
  expect(taken).toBe(9);

  now = new Date('2026-03-01T11:05:00Z');
  expect(await texts(2, '010-1111-0001')).toEqual(['sent', 'SMS_RECEIVER_A_DAY=4']);
  expect([await text('010-1111-0005'), await text('010-1111-0006'), await text('010-1111-0007')]).toEqual([
    'sent',
    'sent',
    'SMS_A_DAY=8',
  ]);
  expect(await text('010-1111-0007', 'sos')).toBe('sent');

  now = new Date('2026-03-02T11:05:00Z');
  expect(await text('010-1111-0001')).toBe('sent');
});

it('codes of the app take half of them at most: anybody may ask for one', async () => {
  now = new Date('2026-03-04T08:05:00Z');
  const code = (n: number): Promise<string> => text(`010-2222-000${n}`, 'account', 0);
  expect([await code(1), await code(2), await code(3), await code(4)]).toEqual([
    'sent',
    'sent',
    'sent',
    'SMS_AN_HOUR=5',
  ]);
  expect(await text('010-2222-0005', 'account', 7), 'of a member').toBe('sent');
  now = new Date('2026-03-04T09:05:00Z');
  expect([await code(6), await code(7)]).toEqual(['sent', 'SMS_A_DAY=8']);
  expect(await text('010-2222-0008', 'account', 7)).toBe('sent');
});

it('reminders of an SOS that nobody acknowledges take half of those about SOS: the first text of another goes out', async () => {
  now = new Date('2026-03-06T08:05:00Z');
  const reminder = (n: number): Promise<string> => text(`010-3333-000${n}`, 'sos', 1, `sos.escalated:1:${n}:again:sms`);
  const became: string[] = [];
  for (const n of [1, 2, 3, 4]) became.push(await reminder(n));
  expect(became).toEqual(['sent', 'sent', 'sent', 'SMS_AN_HOUR=5']);
  expect(await text('010-3333-0001', 'sos', 2, 'sos.raised:2:sms')).toBe('sent');
  expect(await text('010-3333-0001', 'sos', 2, 'sos.escalated:2:9:sms')).toBe('sent');
});
