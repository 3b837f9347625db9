import { getDataSourceToken } from '@nestjs/typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DataSource } from 'typeorm';
import { administration } from '@headland/contracts/administration';
import { afterService } from '@headland/contracts/after-service';
import { customers } from '@headland/contracts/customer';
import { devices } from '@headland/contracts/device';
import type { Endpoint } from '@headland/contracts/endpoint';
import { faults } from '@headland/contracts/fault';
import { infoCheck } from '@headland/contracts/info-check';
import { models } from '@headland/contracts/model';
import { organizations } from '@headland/contracts/organization';
import { production } from '@headland/contracts/production';
import { sales } from '@headland/contracts/sale';
import { sosAlerts } from '@headland/contracts/sos';
import { users } from '@headland/contracts/user';
import { vehicles } from '@headland/contracts/vehicle';
import { mayCall } from '@headland/domain/access';
import { largeFleet } from '@headland/testing/large-fleet';
import { AdministrationModule } from '../people/administration/administration.module';
import { CustomersModule } from '../ownership/customers/customers.module';
import { DevicesModule } from '../fleet/devices/devices.module';
import { FaultsModule } from '../incidents/faults/faults.module';
import { ModelsModule } from '../fleet/models/models.module';
import { OrganizationsModule } from '../people/organizations/organizations.module';
import { ProductionModule } from '../fleet/production/production.module';
import { InfoCheckModule } from '../ownership/info-check/info-check.module';
import { SalesModule } from '../ownership/sales/sales.module';
import { SessionModule } from '../people/session/session.module';
import { SosModule } from '../incidents/sos/sos.module';
import { UsersModule } from '../people/users/users.module';
import { VehiclesModule } from '../fleet/vehicles/vehicles.module';
import { startServer, type TestServer } from './server';
import { makeAccount, makeOrganizations } from './world';
import { RemoteServiceModule } from '../remote-service/remote-service.module';

/**
 * The lists of a large fleet use indexes. Plans are checked, not times: a plan does not depend on the load. `npm run
 * lab -- large` measures the times, with four times as many vehicles.
 */
const fleet = 25_000;
/** The tables that grow with the fleet. Models and organisations stay few. */
const large = [
  'vehicle',
  'vehicle_state',
  'device',
  'device_seen',
  'customer',
  'customer_terms',
  'sale',
  'fault_report',
  'sos_call',
  'event_log',
  'telemetry',
  'service_job',
];

interface Question {
  list: Endpoint;
  query?: Record<string, string | string[]>;
  /** read completely for a page, since its order cannot have an index */
  sorts?: string[];
}
const questions: Record<string, Question> = {
  status: { list: vehicles.list },
  'status, by VIN': { list: vehicles.list, query: { vin: '00012321' } },
  'status, of a customer': { list: vehicles.list, query: { customer: '김가수' } },
  'status, offline': { list: vehicles.list, query: { online: 'false' } },
  'status, with open faults': { list: vehicles.list, query: { openFault: 'true' } },
  'status, with open calls': { list: vehicles.list, query: { openSos: 'true' } },
  'status, offline, by VIN': { list: vehicles.list, query: { online: 'false', vin: '00012321' } },
  'status, without a position': { list: vehicles.list, query: { placed: 'false', sort: 'vin', order: 'asc' } },
  'status, by VIN in order': { list: vehicles.list, query: { sort: 'vin', order: 'asc' } },
  // columns that change with every message have no index: it would be written with every message
  'status, by engine hours': {
    list: vehicles.list,
    query: { sort: 'engineHours', order: 'desc' },
    sorts: ['vehicle_state', 'vehicle'],
  },
  production: { list: production.list },
  'production, by VIN': { list: production.list, query: { vin: '00012321' } },
  'production, without a device': { list: production.list, query: { matched: 'false' } },
  'production, by shipment': { list: production.list, query: { sort: 'shippedOn', order: 'desc' } },
  sales: { list: sales.list },
  'sales, unsold': { list: sales.list, query: { state: 'unsold' } },
  'sales, of a customer': { list: sales.list, query: { customer: '김가수' } },
  customers: { list: customers.list },
  'customers, withdrawn ones, too': { list: customers.list, query: { appStatus: 'all' } },
  'customers, not in the app': { list: customers.list, query: { usesApp: 'false' } },
  'customers, by name': { list: customers.list, query: { appStatus: 'all', name: '김가수' } },
  'customers, by the end of the phone': { list: customers.list, query: { appStatus: 'all', phone: '2321' } },
  'customers, of a dealer': { list: customers.list, query: { dealerId: '12' } },
  devices: { list: devices.list },
  'devices, by id': { list: devices.list, query: { deviceId: '0012321' } },
  'devices, not in use': { list: devices.list, query: { status: 'not_in_use' } },
  'devices, by firmware': { list: devices.list, query: { sort: 'firmware', order: 'asc' } },
  faults: { list: faults.list },
  'faults, all': { list: faults.list, query: { tab: 'all' } },
  'faults, all from its end': { list: faults.list, query: { tab: 'all', order: 'desc' } },
  'faults, completed': { list: faults.list, query: { tab: 'completed' } },
  'faults, by time': { list: faults.list, query: { tab: 'all', sort: 'occurredAt', order: 'desc' } },
  'SOS calls': { list: sosAlerts.list },
  'after-service, wherever they are': { list: afterService.list, query: { online: 'all' } },
  'after-service, with an open job': { list: afterService.list, query: { online: 'all', job: 'open' } },
  'after-service, with a closed job': { list: afterService.list, query: { online: 'all', job: 'closed' } },
  'after-service, never served': { list: afterService.list, query: { online: 'all', job: 'none' } },
  'after-service, never served or closed': {
    list: afterService.list,
    query: { online: 'all', job: ['none', 'closed'] },
  },
  'after-service, by the number of the job': {
    list: afterService.list,
    query: { online: 'all', job: 'inProgress', sort: 'jobNo' },
  },
  models: { list: models.list },
  'models, by vehicles': { list: models.list, query: { sort: 'vehicles', order: 'desc' } },
  organizations: { list: organizations.list },
  users: { list: users.list },
  'search, by VIN': { list: infoCheck.find, query: { text: '00012321' } },
  'search, by name': { list: infoCheck.find, query: { text: '김가수' } },
  'search, by the end of a phone': { list: infoCheck.find, query: { text: '1234-2321' } },
  access: { list: administration.access },
  quarantine: { list: administration.quarantine },
  changes: { list: administration.changes },
  events: { list: administration.events },
};

interface Asked {
  sql: string;
  parameters: unknown[];
}
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}
let server: TestServer;
let tokens: Record<'HEAD_OFFICE' | 'REGION', string>;

beforeAll(async () => {
  server = await startServer([
    SessionModule,
    AdministrationModule,
    RemoteServiceModule,
    CustomersModule,
    DevicesModule,
    FaultsModule,
    InfoCheckModule,
    ModelsModule,
    OrganizationsModule,
    ProductionModule,
    SalesModule,
    SosModule,
    UsersModule,
    VehiclesModule,
  ]);
  const { database } = server;
  const at = await makeOrganizations(database);
  // more regions than two: one of them sees a tenth, as in life
  await database.query(
    "INSERT INTO organization (name, type, parent_id) SELECT 'Region ' || n, 'REGION', $1 FROM generate_series(1, 7) n",
    [at.headOffice],
  );
  await database.query(
    `INSERT INTO model (name, type, release_year, horsepower, remote_control, rollover)
     SELECT 'HL ' || n, 'premium', 2024, 100 + n, 'start', '{"1":{"x":45,"y":45,"z":60},"2":{"x":40,"y":40,"z":55}}' FROM generate_series(1, 8) n`,
  );
  await database.transaction(async (tx) => {
    // slower on a busy machine
    await tx.query("SET LOCAL statement_timeout = '10min'");
    for (const [part, sql] of largeFleet)
      if (part !== 'consumables') await tx.query(sql.replaceAll('$from', '1').replaceAll('$to', String(fleet)));
  });
  // a third of the fleet was served, a few are being served now
  await database.query(
    `INSERT INTO service_job (vehicle_id, state, symptom, visit_on, started_at, closed_at, work_done, result, by_name, by_organization, changed_at, changed_by, closed_by)
     SELECT id, CASE WHEN id % 300 = 0 THEN 'open' WHEN id % 300 = 3 THEN 'inProgress' ELSE 'closed' END, 'x', current_date, now(), CASE WHEN id % 300 NOT IN (0, 3) THEN now() END, 'x',
       'repaired', 'x', 'x', now(), 'x', 'x' FROM vehicle WHERE id % 3 = 0`,
  );
  await database.query('VACUUM (ANALYZE)');
  tokens = {
    HEAD_OFFICE: await server.login(await makeAccount(database, 'HEAD_OFFICE', 'ADMIN', at.headOffice)),
    REGION: await server.login(await makeAccount(database, 'REGION', 'ADMIN', at.north)),
  };
}, 600_000);
afterAll(() => server.stop());

/** The statements of the server for one call of a list. */
async function asked({ list, query = {} }: Question, token: string): Promise<Asked[]> {
  const spy = vi.spyOn(server.app.get<DataSource>(getDataSourceToken()), 'query');
  try {
    const response = await server.send(list, { query }, token);
    if (response.status === 403) return [];
    expect(response.status).toBe(200);
    return spy.mock.calls
      .map(([sql, parameters]) => ({ sql, parameters: (parameters as unknown[] | undefined) ?? [] }))
      .filter(({ sql }) => /^\s*(SELECT|WITH)\b/u.test(sql));
  } finally {
    spy.mockRestore();
  }
}

/** Large tables that a statement reads completely. */
async function readWhole(
  { sql, parameters }: Asked,
  tx: Pick<DataSource, 'query'> = server.database,
): Promise<string[]> {
  const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(`EXPLAIN (FORMAT JSON) ${sql}`, parameters);
  const scans = (plan: Plan): string[] => [
    ...(plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] !== undefined ? [plan['Relation Name']] : []),
    ...(plan.Plans ?? []).flatMap(scans),
  ];
  return row === undefined
    ? []
    : scans(row['QUERY PLAN'][0].Plan).filter((table) => large.some((l) => table === l || table.startsWith(`${l}_2`)));
}
/** A number of rows: what is counted has to be read, from the narrowest thing there is. */
const counts = ({ sql }: Asked): boolean => /^\s*SELECT (count|LEAST)\(/u.test(sql);

describe.each(['HEAD_OFFICE', 'REGION'] as const)('to %s', (caller) => {
  it.each(Object.entries(questions))('the list answers from indexes: %s', async (_, question) => {
    const pages = (await asked(question, tokens[caller])).filter((s) => !counts(s));
    // the guard reads the caller, and a forbidden list runs no further query
    // open reports and completed ones are read apart, so a page may be two
    if (mayCall({ groupType: caller, role: 'ADMIN' }, question.list.allow))
      expect(pages.filter(({ sql }) => / LIMIT \d+(?: OFFSET \d+|$)/u.test(sql)).length).toBeGreaterThan(0);
    for (const page of pages) {
      const whole = (await readWhole(page)).filter((table) => question.sorts?.includes(table) !== true);
      expect(whole, page.sql).toEqual([]);
    }
  });

  it('a count reads one large table at the most', async () => {
    for (const [name, question] of Object.entries(questions))
      for (const count of (await asked(question, tokens[caller])).filter(counts))
        expect((await readWhole(count)).length, `${name}: ${count.sql}`).toBeLessThanOrEqual(1);
  });
});

it('notices when an index is gone', async () => {
  const page = async (name: string): Promise<Asked> => {
    const found = (await asked(questions[name] as Question, tokens.HEAD_OFFICE)).find(
      (s) => !counts(s) && s.sql.includes('LIMIT'),
    );
    if (found === undefined) throw new Error(`${name} asked for no page`);
    return found;
  };
  const status = await page('status');
  const customer = await page('sales, of a customer');
  await expect(
    server.database.transaction(async (tx) => {
      await tx.query('DROP INDEX vehicle_state_started');
      expect(await readWhole(status, tx)).toContain('vehicle_state');
      await tx.query('DROP INDEX customer_words');
      expect(await readWhole(customer, tx)).toContain('customer');
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await readWhole(status)).toEqual([]);
});
