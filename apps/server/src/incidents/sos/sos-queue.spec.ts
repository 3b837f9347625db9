import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sosAlerts } from '@headland/contracts/sos';
import { compareSos } from '@headland/domain/sos';
import { AlertsModule } from '../alerts/alerts.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { SessionModule } from '../../people/session/session.module';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle } from '../../testing/world';
import { SosModule } from './sos.module';

/**
 * 20,000 open SOS, as a blackout of a fleet's receivers might raise, and 60,000 closed ones. Query plans are checked:
 * times depend on the machine's load.
 */
const open = 20_000;
const closed = 60_000;
let server: TestServer;
let head: string;
let region: string;

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, AlertsModule, SosModule]);
  const orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
  region = await server.login(await makeAccount(server.database, 'REGION', 'ADMIN', orgs.south));
  const vehicle = await makeVehicle(server.database, orgs.nami);
  // a tenth in the South
  const columns = `type, origin, vehicle_id, device_id, organization_id, raised_at, received_at, status, acknowledged_at, acknowledged_by, closed_at, closed_by`;
  const types = "(ARRAY['button', 'rollover', 'collision'])[1 + n % 3]";
  const organization = `CASE WHEN n % 10 = 0 THEN ${orgs.sora} ELSE ${orgs.nami} END`;
  await server.database.query(
    `INSERT INTO sos_call (${columns})
     SELECT ${types}, 'device', ${vehicle.id}, 'Q-' || n, ${organization}, now() - n * interval '7 seconds', now() - n * interval '7 seconds',
       (ARRAY['raised', 'acknowledged', 'dispatched'])[1 + n % 7 % 3], CASE WHEN n % 7 % 3 > 0 THEN now() - n * interval '6 seconds' END, NULL, NULL, NULL
     FROM generate_series(1, ${open}) n`,
  );
  await server.database.query(
    `INSERT INTO sos_call (${columns})
     SELECT ${types}, 'device', ${vehicle.id}, 'Q-' || n, ${organization}, t.at, t.at, (ARRAY['resolved', 'falseAlarm'])[1 + n % 2], t.at, 'somebody', t.at + interval '20 minutes', 'somebody'
     FROM generate_series(1, ${closed}) n, LATERAL (SELECT now() - n * interval '9 minutes' AS at) t`,
  );
  await server.database.query('VACUUM (ANALYZE) sos_call');
}, 120_000);
afterAll(() => server.stop());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Plan[];
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

type Asked = readonly [sql: string, parameters: unknown[]];
/** The queries on sos_call of one request. */
async function askedBy(sos: () => Promise<unknown>): Promise<Asked[]> {
  const spy = vi.spyOn(server.app.get<DataSource>(getDataSourceToken()), 'query');
  await sos();
  const asked = spy.mock.calls.filter(([sql]) => /^\s*SELECT\b/u.test(sql) && sql.includes('sos_call'));
  spy.mockRestore();
  return asked.map(([sql, parameters]) => [sql, (parameters as unknown[] | undefined) ?? []]);
}
async function plansOf(
  asked: Asked[],
  tx: Pick<DataSource, 'query'> = server.database,
): Promise<{ sql: string; nodes: Plan[] }[]> {
  const plans: { sql: string; nodes: Plan[] }[] = [];
  for (const [sql, parameters] of asked) {
    const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(`EXPLAIN (FORMAT JSON) ${sql}`, parameters);
    plans.push({ sql, nodes: row === undefined ? [] : nodes(row['QUERY PLAN'][0].Plan) });
  }
  return plans;
}
const readsWhole = (plan: { nodes: Plan[] }): boolean =>
  plan.nodes.some((n) => n['Node Type'] === 'Seq Scan' && n['Relation Name'] === 'sos_call');

describe.each(['head office', 'a region'])('a queue of 20,000 calls, read by %s', (caller) => {
  const token = (): string => (caller === 'head office' ? head : region);

  it('gives its first page in the order of urgency from its index, without sorting the rest', async () => {
    const plans = await plansOf(await askedBy(() => server.call(sosAlerts.list, { query: {} }, token())));
    const [page] = plans.filter(({ sql }) => sql.includes('LIMIT'));
    expect(page?.nodes.map((n) => n['Index Name'])).toContain('sos_call_queue');
    expect(
      page?.nodes.some((n) => n['Node Type'].includes('Sort')),
      JSON.stringify(page),
    ).toBe(false);
    expect(plans.filter(readsWhole).map(({ sql }) => sql)).toEqual([]);
    const { rows, page: place } = await server.call(sosAlerts.list, { query: { size: 100 } }, token());
    expect(rows.map((r) => r.id)).toEqual([...rows].sort(compareSos).map((r) => r.id));
    expect(place.total).toBe(caller === 'head office' ? open : open / 10);
  });

  it.each([
    ['closed, of the last 31 days', { tab: 'closed', from: new Date(Date.now() - 30 * 86_400_000).toISOString() }],
    [
      'closed, by time',
      { tab: 'closed', sort: 'raisedAt', order: 'desc', from: new Date(Date.now() - 30 * 86_400_000).toISOString() },
    ],
    ['all, of the last 31 days', { tab: 'all', from: new Date(Date.now() - 30 * 86_400_000).toISOString() }],
    ['one type', { type: 'rollover' }],
  ] as const)('asks an index: %s', async (_, query) => {
    const plans = await plansOf(await askedBy(() => server.call(sosAlerts.list, { query }, token())));
    const pages = plans.filter(({ sql }) => sql.includes('LIMIT'));
    expect(pages).toHaveLength(1);
    expect(pages.filter(readsWhole).map(({ sql }) => sql)).toEqual([]);
  });

  it('counts what is open from an index', async () => {
    const plans = await plansOf(await askedBy(() => server.call(sosAlerts.counts, {}, token())));
    const [opened] = plans.filter(({ sql }) => sql.includes('medianAcknowledgeSeconds'));
    expect(opened && readsWhole(opened)).toBe(false);
    const counts = await server.call(sosAlerts.counts, {}, token());
    expect(counts.raised + counts.acknowledged + counts.dispatched).toBe(caller === 'head office' ? open : open / 10);
    expect(counts.all - counts.closed).toBe(caller === 'head office' ? open : open / 10);
  });
});

it('the next page goes on where the first one ended', async () => {
  const first = (await server.call(sosAlerts.list, { query: { size: 50 } }, head)).rows;
  const second = (await server.call(sosAlerts.list, { query: { size: 50, page: 2 } }, head)).rows;
  const both = [...first, ...second];
  expect(new Set(both.map((r) => r.id)).size).toBe(100);
  expect(both.map((r) => r.id)).toEqual([...both].sort(compareSos).map((r) => r.id));
});

it('notices when the index of the queue is gone', async () => {
  const asked = (await askedBy(() => server.call(sosAlerts.list, { query: {} }, head))).filter(([sql]) =>
    sql.includes('LIMIT'),
  );
  await expect(
    server.database.transaction(async (tx) => {
      await tx.query('DROP INDEX sos_call_queue, sos_call_order');
      const [page] = await plansOf(asked, tx);
      expect(page?.nodes.some((n) => n['Node Type'].includes('Sort'))).toBe(true);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
});
