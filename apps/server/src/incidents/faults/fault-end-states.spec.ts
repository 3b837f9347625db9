import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administration } from '@headland/contracts/administration';
import { faults } from '@headland/contracts/fault';
import { activeFault, faultUp } from '@headland/testing/builders/up';
import { AdministrationModule } from '../../people/administration/administration.module';
import { AlertsModule } from '../alerts/alerts.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { dataSourceOptions } from '../../platform/database/data-source';
import { migrations } from '../../platform/database/migrations';
import { FaultEndStates1764000166000 } from '../../platform/database/migrations/1764000166000-fault-end-states';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../sos/sos.module';
import { devicesOf, refusal } from '../../testing/alerts';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle } from '../../testing/world';
import { FaultsModule } from './faults.module';

const day = () => new Date().toISOString().slice(0, 10);

describe('a report ends', () => {
  let server: TestServer;
  let head: string;
  let ids: number[];

  beforeAll(async () => {
    server = await startServer([
      SessionModule,
      DevicesModule,
      AlertsModule,
      SosModule,
      FaultsModule,
      DeliveriesModule,
      AdministrationModule,
    ]);
    const at = await makeOrganizations(server.database);
    head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
    const { deviceId } = await makeVehicle(server.database, at.nami);
    await devicesOf(server).fault(
      deviceId,
      faultUp({ active: ['E0300', 'E0324', 'E0333'].map((code) => activeFault({ code })) }),
    );
    ids = (await server.database.query<{ id: number }[]>('SELECT id FROM fault_report ORDER BY code')).map((r) => r.id);
    const [repaired = 0, processed = 0] = ids;
    for (const id of ids)
      await server.call(faults.accept, { params: { id }, body: { agencyId: at.nami, channel: 'push' } }, head);
    await server.call(
      faults.complete,
      { params: { id: repaired }, body: { kind: 'repair', memo: 'new valve', repairedOn: day() } },
      head,
    );
    await server.call(
      faults.complete,
      { params: { id: processed }, body: { kind: 'processing', memo: 'reset' } },
      head,
    );
  });
  afterAll(() => server.stop());

  it('as repaired or as processed, and each of the two is a filter of the lists that show it', async () => {
    const [repaired, processed, open] = ids;
    const shown = async (
      tab: 'queue' | 'completed' | 'all',
      status: ('accepted' | 'repairCompleted' | 'processingCompleted')[],
    ) => {
      const byPriority = await server.call(faults.list, { query: { tab, status } }, head);
      const byCode = await server.call(faults.list, { query: { tab, status, sort: 'code' } }, head);
      expect(byCode.page.total).toBe(byPriority.page.total);
      return byPriority.rows.map((r) => r.id).toSorted((a, b) => a - b);
    };
    expect(await shown('completed', [])).toEqual([repaired, processed]);
    expect(await shown('completed', ['repairCompleted'])).toEqual([repaired]);
    expect(await shown('completed', ['processingCompleted'])).toEqual([processed]);
    expect(await shown('all', ['accepted', 'processingCompleted'])).toEqual([processed, open]);
    expect(await shown('queue', [])).toEqual([open]);
    expect(await server.call(faults.counts, {}, head)).toMatchObject({ queue: 1, completedToday: 2 });
  });

  it('for good in both, and a code that comes back is a new report', async () => {
    for (const id of ids.slice(0, 2)) {
      const before = await server.call(faults.get, { params: { id } }, head);
      expect(
        await refusal(
          server.call(faults.complete, { params: { id }, body: { kind: 'processing', memo: 'again' } }, head),
        ),
      ).toEqual([409, 'FAULT_COMPLETED']);
      expect(await server.call(faults.get, { params: { id } }, head)).toMatchObject({
        status: before.status,
        memo: before.memo,
      });
    }
  });

  it('and the event log states in which, for events of an older release, too', async () => {
    const [repaired] = ids;
    const ends = async () =>
      (await server.call(administration.events, { query: { name: ['fault.completed'] } }, head)).rows
        .map((r) => [r.from, r.to])
        .toSorted((a, b) => `${a}`.localeCompare(`${b}`));
    const both = [
      ['accepted', 'processingCompleted'],
      ['accepted', 'repairCompleted'],
    ];
    expect(await ends()).toEqual(both);
    await server.database.query(
      `UPDATE event_log SET payload = jsonb_set(payload, '{fault}', payload->'fault' || '{"status": "completed", "completion": "repair"}')
       WHERE name = 'fault.completed' AND (payload->'fault'->>'id')::int = $1`,
      [repaired],
    );
    expect(await ends()).toEqual(both);
  });
});

describe('reports that a release before completed', () => {
  let database: FreshDatabase;
  let old: DataSource;
  const before = migrations.slice(0, migrations.indexOf(FaultEndStates1764000166000));

  beforeAll(async () => {
    database = await freshDatabase(before);
    old = database.dataSource;
  });
  afterAll(() => database.drop());

  it('end in the state of their record, one open report per code stays the rule', async () => {
    const at = await makeOrganizations(old);
    const { id, deviceId } = await makeVehicle(old, at.nami);
    const add = (code: string, status: string, completion: string | null, repairedOn: string | null) =>
      old.query(
        `INSERT INTO fault_report (status, severity, code, name, part, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active, completion, repaired_on)
         VALUES ($1, 2, $2, '{}', '{}', $3, $4, $5, now(), now(), now(), 1, 1, true, $6, $7)`,
        [status, code, id, deviceId, at.nami, completion, repairedOn],
      );
    await add('E1', 'completed', 'repair', day());
    await add('E1', 'completed', 'processing', null);
    await add('E1', 'accepted', null, null);
    await add('E2', 'completed', null, day());
    await add('E3', 'completed', null, null);
    const now = await new DataSource(dataSourceOptions({ DATABASE_URL: database.url, DATABASE_POOL: 2 })).initialize();
    try {
      await now.runMigrations();
      expect(await now.query('SELECT code, status FROM fault_report ORDER BY id')).toEqual([
        { code: 'E1', status: 'repairCompleted' },
        { code: 'E1', status: 'processingCompleted' },
        { code: 'E1', status: 'accepted' },
        { code: 'E2', status: 'repairCompleted' },
        { code: 'E3', status: 'processingCompleted' },
      ]);
      await expect(add('E1', 'occurred', null, null)).rejects.toMatchObject({ code: '23505' });
      await expect(add('E4', 'completed', null, null)).rejects.toMatchObject({ code: '23514' });
    } finally {
      await now.destroy();
    }
  });
});
