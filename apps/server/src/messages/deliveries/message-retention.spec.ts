import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SessionModule } from '../../people/session/session.module';
import { deleteSome } from '../../platform/database/delete-older';
import { startServer, type TestServer } from '../../testing/server';
import { makeOrganizations } from '../../testing/world';
import { DeliveriesModule } from './deliveries.module';
import { laneNames } from './lanes';
import { MessageRetention, ofAccounts, ofAllElse } from './message-retention';
import { dueSql } from './send-deliveries-when-due';

let server: TestServer;
let agency: number;
const now = new Date('2026-11-28T00:00:00Z');
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

beforeAll(async () => {
  server = await startServer([SessionModule, DeliveriesModule], { clock: () => now });
  agency = (await makeOrganizations(server.database)).nami;
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.query('DELETE FROM mail');
  await server.database.query('DELETE FROM delivery');
});

let made = 0;
/** Messages that changed last so many days ago, one each. */
const message = (subject: string, state: string, days: number, times = 1): Promise<unknown> =>
  server.database.query(
    `INSERT INTO delivery (reason, subject, subject_id, organization_id, channel, recipient, address, text, state, changed_at, next_try_at)
     SELECT $1 || n, $2, 1, $3, 'sms', 'x', '010-0000-0000', 'x', $4, $5, CASE $4 WHEN 'queued' THEN now() - interval '1 hour' END FROM generate_series(1, $6::int) n`,
    [`retention:${++made}:`, subject, agency, state, daysAgo(days), times],
  );
const left = async (): Promise<string[]> => {
  const rows = await server.database.query<{ row: string }[]>(
    `SELECT subject || ' ' || state || ' ' || extract(day FROM $1::timestamptz - changed_at) AS row FROM delivery ORDER BY id`,
    [now],
  );
  return rows.map(({ row }) => row);
};
const run = (): Promise<void> => server.app.get(MessageRetention).run();

it('deletes messages after DELIVERY_KEEP_DAYS, those of accounts after 90 days, none about an SOS and none that waits', async () => {
  expect(server.config.DELIVERY_KEEP_DAYS).toBe(400);
  for (const [subject, state] of [
    ['fault', 'sent'],
    ['fault', 'failed'],
    ['notice', 'delivered'],
    ['consumable', 'sent'],
    ['transfer', 'sent'],
    ['customer', 'sent'],
  ] as const)
    for (const days of [401, 399]) await message(subject, state, days);
  for (const days of [91, 89]) await message('account', 'sent', days);
  for (const subject of ['fault', 'notice', 'account']) await message(subject, 'queued', 500);
  for (const state of ['sent', 'failed']) await message('sos', state, 4000);
  await run();
  const kept = [
    ...['fault sent 399', 'fault failed 399', 'notice delivered 399', 'consumable sent 399', 'transfer sent 399'],
    ...['customer sent 399', 'account sent 89', 'fault queued 500', 'notice queued 500', 'account queued 500'],
    ...['sos sent 4000', 'sos failed 4000'],
  ];
  expect(await left()).toEqual(kept);
  await run();
  expect(await left()).toEqual(kept);
});

it('deletes the mailbox after 90 days, and a message no sooner than what the mailbox shows of it', async () => {
  await message('fault', 'delivered', 500);
  await message('fault', 'delivered', 500);
  await server.database.query(
    `INSERT INTO mail (at, channel, recipient, text, delivery_id)
     SELECT $1::timestamptz - (id - min(id) OVER ()) * interval '20 days', 'sms', 'x', 'x', id FROM delivery`,
    [daysAgo(80)],
  );
  await run();
  expect(await left()).toEqual(['fault delivered 500']);
  expect(await server.database.query('SELECT 1 FROM mail')).toHaveLength(1);
});

it('deletes more than one statement does', async () => {
  await message('notice', 'sent', 401, 5_001);
  await message('notice', 'sent', 399);
  await run();
  expect(await left()).toEqual(['notice sent 399']);
});

describe('of many messages', () => {
  interface Plan {
    'Node Type': string;
    'Relation Name'?: string;
    'Index Name'?: string;
    Plans?: Plan[];
  }
  /** How a statement reads the messages: by which indexes, or whole. */
  async function readsBy(sql: string, parameters: unknown[]): Promise<string[]> {
    await server.database.query('ANALYZE delivery');
    const [row] = await server.database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(
      `EXPLAIN (FORMAT JSON) ${sql}`,
      parameters,
    );
    const reads = (plan: Plan): string[] => [
      ...(plan['Relation Name'] === 'delivery' && plan['Node Type'].endsWith('Scan')
        ? [plan['Index Name'] ?? plan['Node Type']]
        : []),
      ...(plan.Plans ?? []).flatMap(reads),
    ];
    return row === undefined ? [] : reads(row['QUERY PLAN'][0].Plan).filter((by) => by !== 'Tid Scan');
  }

  it('those that are deleted are read, and no others', async () => {
    await message('notice', 'sent', 100, 20_000);
    await message('account', 'sent', 10, 20_000);
    expect(await readsBy(deleteSome(ofAllElse), [daysAgo(400)])).toEqual(['delivery_old']);
    expect(await readsBy(deleteSome(ofAccounts), [daysAgo(90)])).toEqual(['delivery_of_account_old']);
  });

  it('the next to be sent are found without reading all that wait', async () => {
    await message('notice', 'queued', 0, 30_000);
    expect(await readsBy(dueSql, [laneNames, 500])).toEqual(['delivery_due']);
    const due = await server.database.query<{ lane: string }[]>(dueSql, [laneNames, 500]);
    expect(due.map(({ lane }) => lane)).toEqual(Array<string>(500).fill('ordinary'));
  });
});
