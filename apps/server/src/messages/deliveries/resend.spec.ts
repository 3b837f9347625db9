import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GroupType, Role } from '@headland/contracts/access';
import { deliveries } from '@headland/contracts/delivery';
import { deliverySubjects, type DeliverySubject } from '@headland/contracts/event-log';
import { readLog } from '../../platform/event-log/log-reader';
import { SessionModule } from '../../people/session/session.module';
import { refusal } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { DeliveriesModule } from './deliveries.module';
import { QueueMessages } from './queue-messages.command';

let server: TestServer;
let orgs: Organizations;
let counter = 0;
const tokens = new Map<string, Promise<string>>();

beforeAll(async () => {
  server = await startServer([SessionModule, DeliveriesModule]);
  orgs = await makeOrganizations(server.database);
});
afterAll(() => server.stop());

type Who = [GroupType, Role, keyof Organizations];
const tokenOf = ([group, role, at]: Who): Promise<string> => {
  const name = `${group} ${role} ${at}`;
  const token =
    tokens.get(name) ?? makeAccount(server.database, group, role, orgs[at]).then((account) => server.login(account));
  tokens.set(name, token);
  return token;
};
/** A message of Nami's that could not be delivered. */
async function failed(subject: DeliverySubject | 'account'): Promise<number> {
  const reason = `resend:${++counter}`;
  await server.execute(
    new QueueMessages({ subject, subjectId: 1, organizationId: orgs.nami }, [
      {
        reason,
        channel: subject === 'customer' ? 'app' : 'sms',
        recipient: '김기사',
        address: '010-9999-0000',
        text: 'text',
      },
    ]),
  );
  const [row] = await server.database.query<{ id: number }[]>(
    'SELECT id::float8 AS id FROM delivery WHERE reason = $1',
    [reason],
  );
  await server.database.query(
    "UPDATE delivery SET state = 'failed', attempts = 8, problem = 'the gateway answered 503', next_try_at = NULL WHERE id = $1",
    [row?.id],
  );
  return row?.id ?? 0;
}
const stateOf = async (id: number): Promise<unknown> =>
  (await server.database.query<unknown[]>('SELECT state, attempts, problem FROM delivery WHERE id = $1', [id]))[0];

/** Roles with the permission, and with it on other features only. */
const letters: Record<DeliverySubject, { right: Who; wrong: Who }> = {
  sos: { right: ['DEALER', 'STAFF', 'nami'], wrong: ['HEAD_OFFICE', 'STAFF', 'headOffice'] },
  fault: { right: ['DEALER', 'ADMIN', 'nami'], wrong: ['REGION', 'ADMIN', 'north'] },
  consumable: { right: ['DEALER', 'ADMIN', 'nami'], wrong: ['REGION', 'ADMIN', 'north'] },
  transfer: { right: ['HEAD_OFFICE', 'ADMIN', 'headOffice'], wrong: ['REGION', 'ADMIN', 'north'] },
  customer: { right: ['REGION', 'STAFF', 'north'], wrong: ['DEALER', 'STAFF', 'nami'] },
};

describe.each(deliverySubjects)('a message about a %s', (subject) => {
  const { right, wrong } = letters[subject];

  it(`is sent again by ${right[0]} ${right[1]}, on record`, async () => {
    const id = await failed(subject);
    expect(await server.call(deliveries.resend, { params: { id } }, await tokenOf(right))).toMatchObject({
      id,
      state: 'queued',
      attempts: 0,
      problem: null,
    });
    expect(await stateOf(id)).toEqual({ state: 'queued', attempts: 0, problem: null });
    const logged = (await readLog(server.database, 0, 100_000)).filter(
      (e) => e.name === 'delivery.changed' && 'deliveryId' in e.payload && e.payload.deliveryId === id,
    );
    expect(logged.at(-1)).toMatchObject({ by: `${right[0]} ${right[1]}`, payload: { subject, subjectId: 1 } });
  });

  it(`is refused to ${wrong[0]} ${wrong[1]}, who has no such letter, with 403; and stays failed`, async () => {
    const id = await failed(subject);
    expect(await refusal(server.call(deliveries.resend, { params: { id } }, await tokenOf(wrong)))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect(await stateOf(id)).toEqual({ state: 'failed', attempts: 8, problem: 'the gateway answered 503' });
  });

  it('does not exist for another organisation, nor without a session', async () => {
    const id = await failed(subject);
    for (const stranger of [
      ['AGENCY', 'ADMIN', 'sora'],
      ['DEALER', 'ADMIN', 'noa'],
      ['REGION', 'ADMIN', 'south'],
    ] as Who[])
      expect(await refusal(server.call(deliveries.resend, { params: { id } }, await tokenOf(stranger)))).toEqual([
        404,
        'NOT_FOUND',
      ]);
    expect(await refusal(server.call(deliveries.resend, { params: { id } }, null))).toEqual([401, 'NO_TOKEN']);
    expect(await stateOf(id)).toMatchObject({ state: 'failed' });
  });
});

it('a code of an account cannot be sent again with any role', async () => {
  const id = await failed('account');
  for (const { right } of Object.values(letters))
    expect(await refusal(server.call(deliveries.resend, { params: { id } }, await tokenOf(right)))).toEqual([
      404,
      'NOT_FOUND',
    ]);
});

it('asked for twice at once is queued once', async () => {
  const id = await failed('sos');
  const token = await tokenOf(letters.sos.right);
  await Promise.all([1, 2].map(() => server.call(deliveries.resend, { params: { id } }, token)));
  expect(await stateOf(id)).toEqual({ state: 'queued', attempts: 0, problem: null });
});

it.each(['queued', 'sent', 'delivered'] as const)('a message that is %s stays as it is', async (state) => {
  const id = await failed('sos');
  await server.database.query(
    "UPDATE delivery SET state = $2, attempts = 3, problem = NULL, next_try_at = CASE WHEN $2 = 'queued' THEN now() + interval '1 hour' END WHERE id = $1",
    [id, state],
  );
  const logged = async () => (await readLog(server.database, 0, 100_000)).length;
  const before = await logged();
  const token = await tokenOf(letters.sos.right);
  expect(await server.call(deliveries.resend, { params: { id } }, token)).toMatchObject({ id, state, attempts: 3 });
  expect(await stateOf(id)).toEqual({ state, attempts: 3, problem: null });
  expect(await logged(), 'nothing happened').toBe(before);
});

describe('a message to a customer', () => {
  async function toCustomer(reason = 'of-nami'): Promise<{ id: number; customerId: number }> {
    const id = await failed('customer');
    const [customer] = await server.database.query<{ id: number }[]>(
      "INSERT INTO customer (name, organization_id, app_status, joined_at) VALUES ('김가람', $1, 'registered', now()) RETURNING id",
      [orgs.nami],
    );
    const customerId = customer?.id ?? 0;
    await server.database.query(
      "UPDATE delivery SET customer_id = $2::int, recipient = '김가람', reason = $3 || ':' || $2::int WHERE id = $1",
      [id, customerId, reason],
    );
    return { id, customerId };
  }
  const regionStaff: Who = ['REGION', 'STAFF', 'north'];
  const regionAdmin: Who = ['REGION', 'ADMIN', 'north'];
  const answer = async (id: number, who: Who) => {
    const { to, text, state } = await server.call(deliveries.resend, { params: { id } }, await tokenOf(who));
    return { to, text, state };
  };

  it('is answered with the name masked', async () => {
    const { id } = await toCustomer();
    expect(await answer(id, regionAdmin)).toEqual({ to: '김*람', text: 'text', state: 'queued' });
  });

  it('has no text, where it is a report of all machines, for who may not read such figures or does not see a machine', async () => {
    expect(await answer((await toCustomer('monthly-report')).id, regionStaff)).toMatchObject({ text: '' });
    const { id, customerId } = await toCustomer('monthly-report');
    const elsewhere = await makeVehicle(server.database, orgs.sora);
    await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [elsewhere.id, customerId]);
    expect(await answer(id, regionAdmin)).toEqual({ to: '김*람', text: '', state: 'queued' });
    expect(await answer(id, ['HEAD_OFFICE', 'ADMIN', 'headOffice'])).toMatchObject({ text: 'text' });
  });

  it.each(["app_status = 'withdrawn', withdrawn_at = now()", 'removed_at = now()'])(
    'is not sent to one who has left (%s)',
    async (left) => {
      const { id, customerId } = await toCustomer();
      await server.database.query(`UPDATE customer SET ${left} WHERE id = $1`, [customerId]);
      expect(await refusal(answer(id, regionAdmin))).toEqual([409, 'CUSTOMER_WITHDRAWN']);
      expect(await stateOf(id)).toMatchObject({ state: 'failed', attempts: 8 });
    },
  );
});
