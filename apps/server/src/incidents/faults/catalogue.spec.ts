import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults } from '@headland/contracts/fault';
import { catalogue } from '@headland/contracts/fault-catalogue';
import { faultCatalogue, type FaultRecord } from '@headland/domain/fault-catalogue';
import { activeFault, faultUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../alerts/alerts.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../sos/sos.module';
import { devicesOf, eventually, refusal } from '../../testing/alerts';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { CatalogueInUse } from './catalogue-in-use';
import { FaultsModule } from './faults.module';

const modules = [SessionModule, DevicesModule, AlertsModule, SosModule, FaultsModule];
let server: TestServer;
let orgs: Organizations;
let head: string;
let reader: string;
let dealer: string;

beforeAll(async () => {
  server = await startServer(modules);
  orgs = await makeOrganizations(server.database);
  head = await server.login(
    await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice, { name: 'Kim Minsu' }),
  );
  reader = await server.login(await makeAccount(server.database, 'SERVICE_BUSINESS', 'STAFF', orgs.headOffice));
  dealer = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami));
});
afterAll(() => server.stop());

const makers = (change: Partial<FaultRecord>): FaultRecord[] =>
  faultCatalogue.records.map((r) => (r.code === 'E0333' ? { ...r, ...change, source: 'maker' } : r));
const load = (content: unknown, token = head, name = 'maker.json') => {
  const bytes = new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));
  return server.call(
    catalogue.load,
    { file: { name, size: bytes.length, arrayBuffer: () => Promise.resolve(bytes.buffer as ArrayBuffer) } },
    token,
  );
};
const use = (version: number, inUse: number, token = head) =>
  server.call(catalogue.use, { params: { version }, body: { inUse } }, token);
const refused = (call: Promise<unknown>): Promise<Refused['error'] | 'allowed'> =>
  call.then(
    () => 'allowed' as const,
    (e: unknown) => (e instanceof Refused ? e.error : Promise.reject(e as Error)),
  );
async function occur(code: string, over: object = {}): Promise<number> {
  const vehicle = await makeVehicle(server.database, orgs.nami);
  await devicesOf(server).fault(vehicle.deviceId, faultUp({ active: [activeFault({ code, ...over })] }));
  const [row] = await server.database.query<{ id: number }[]>('SELECT id FROM fault_report WHERE device_id = $1', [
    vehicle.deviceId,
  ]);
  return row?.id ?? 0;
}

describe('the catalogue', () => {
  it('is the shipped one until a version is chosen; a loaded one waits', async () => {
    expect(await server.call(catalogue.versions, {}, reader)).toEqual([
      {
        version: 0,
        fileName: null,
        loadedAt: null,
        loadedBy: null,
        inUse: true,
        usedAt: null,
        usedBy: null,
        changes: [],
      },
    ]);
    const loaded = await load(makers({ nameEn: 'Fuel rail pressure high', severity: 1, lamp: 'RSL' }));
    expect(loaded).toMatchObject({
      version: 1,
      fileName: 'maker.json',
      loadedBy: 'Kim Minsu',
      inUse: false,
      changes: [{ code: 'E0333', fields: ['nameEn', 'severity', 'lamp'] }],
    });
    expect((await server.call(faults.get, { params: { id: await occur('E0333') } }, head)).name.en).not.toBe(
      'Fuel rail pressure high',
    );
  });

  it('is replaced in all processes without a restart, and what was raised before stays as it was', async () => {
    const before = await occur('E0333');
    const old = await server.call(faults.get, { params: { id: before } }, head);
    expect(await use(1, 0)).toMatchObject({ version: 1, inUse: true, usedBy: 'Kim Minsu' });
    const after = await server.call(faults.get, { params: { id: await occur('E0333') } }, head);
    expect([after.name.en, after.severity]).toEqual(['Fuel rail pressure high', 'critical']);
    expect(await server.call(faults.get, { params: { id: before } }, head)).toMatchObject({
      name: old.name,
      severity: old.severity,
    });
    const given = await server.call(catalogue.inUse, {}, reader);
    expect(given).toEqual({
      version: 1,
      records: makers({ nameEn: 'Fuel rail pressure high', severity: 1, lamp: 'RSL' }),
    });
  });

  it('can be set back, also to the shipped one, and names who did it', async () => {
    expect(await use(0, 1)).toMatchObject({ version: 0, inUse: true, usedBy: 'Kim Minsu' });
    expect((await server.call(faults.get, { params: { id: await occur('E0333') } }, head)).severity).toBe('major');
    const log = await server.database.query<{ name: string; payload: { name: string; changes: object[] } }[]>(
      "SELECT name, payload FROM event_log WHERE payload->>'kind' = 'faultCatalogue' ORDER BY number",
    );
    expect(log.map((e) => [e.name, e.payload.name])).toEqual([
      ['record.created', 'v1'],
      ['record.changed', 'v1'],
      ['record.changed', 'v0'],
    ]);
    expect(log[0]?.payload.changes).toEqual([{ field: 'E0333', from: null, to: 'nameEn, severity, lamp' }]);
  });

  it('is given out as the file that it is loaded from', async () => {
    const { bytes, name } = await server.call(catalogue.file, { params: { version: 1 } }, reader);
    expect(name).toBe('fault-catalogue_v1.json');
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(
      makers({ nameEn: 'Fuel rail pressure high', severity: 1, lamp: 'RSL' }),
    );
    expect(await refusal(server.call(catalogue.file, { params: { version: 77 } }, reader))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a catalogue file', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['a missing code', () => faultCatalogue.records.slice(1), /E0297: missing/],
    [
      'a code twice',
      () => [...faultCatalogue.records, { ...faultCatalogue.records[0], spn: 9 }],
      /E0297: there 2 times/,
    ],
    ['the same SPN and FMI twice at one address', () => makers({ spn: 110, fmi: 3 }), /SPN 110 FMI 3/],
    ['an empty Korean name', () => makers({ nameKo: '' }), /E0333\.nameKo/],
    ['an emoji', () => makers({ actionEn: 'Check 🔧' }), /E0333\.actionEn/],
    ['a check that is no test', () => makers({ checks: ['lookHard'] as never }), /E0333\.checks/],
    ['a consequence that does not exist', () => makers({ consequenceOf: ['E0999'] }), /consequence of E0999/],
    ['a circle', () => makers({ consequenceOf: ['E0333'] }), /circle/],
    ['a severity milder than its lamp', () => makers({ severity: 3, lamp: 'RSL' }), /milder than its lamp/],
    ['an unknown field', () => faultCatalogue.records.map((r, i) => (i === 0 ? { ...r, colour: 'red' } : r)), /colour/],
    ['no JSON', () => '{"records": [', /JSON/],
  ])('with %s is refused with its place, and nothing is kept', async (_, broken, expected) => {
    const before = await server.call(catalogue.versions, {}, head);
    const error = await refused(load(broken()));
    expect(error).toMatchObject({ code: 'FAULT_CATALOGUE_REFUSED' });
    if (error !== 'allowed') expect(error.values?.problems).toMatch(expected);
    expect(await server.call(catalogue.versions, {}, head)).toEqual(before);
  });

  it('that is kept already is not kept twice, whatever it is called', async () => {
    expect(
      await refused(load(makers({ nameEn: 'Fuel rail pressure high', severity: 1, lamp: 'RSL' }), head, 'again.json')),
    ).toMatchObject({
      code: 'FAULT_CATALOGUE_SAME',
      values: { version: 1 },
    });
    expect(await refused(load(faultCatalogue.records))).toMatchObject({
      code: 'FAULT_CATALOGUE_SAME',
      values: { version: 0 },
    });
  });

  it('loaded by two people at the same moment makes two versions', async () => {
    const both = await Promise.all([
      load(makers({ nameEn: 'Rail pressure far too high' })),
      load(makers({ nameEn: 'Rail pressure much too high' })),
    ]);
    expect(both.map((v) => v.version).sort()).toEqual([2, 3]);
  });
});

describe('who may', () => {
  it('read it holds R on administrator; change it, U on faults as well', async () => {
    expect(await refusal(server.call(catalogue.versions, {}, dealer))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(server.call(catalogue.gaps, {}, dealer))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(load(makers({ nameEn: 'By a reader' }), reader))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(use(1, 0, reader))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(use(1, 0, dealer))).toEqual([403, 'FORBIDDEN']);
  });

  it('two who choose at the same moment: the second sees by whom', async () => {
    const other = await server.login(
      await makeAccount(server.database, 'SERVICE_BUSINESS', 'ADMIN', orgs.headOffice, { name: 'Lee Seoyeon' }),
    );
    const both = await Promise.all([refused(use(1, 0)), refused(use(2, 0, other))]);
    expect(both.filter((a) => a === 'allowed')).toHaveLength(1);
    const inUse = (await server.call(catalogue.versions, {}, head)).find((v) => v.inUse);
    expect(both.find((a) => a !== 'allowed')).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      values: { by: inUse?.usedBy },
    });
    expect(await refusal(use(99, inUse?.version ?? 0))).toEqual([404, 'NOT_FOUND']);
    await use(0, inUse?.version ?? 0);
  });
});

describe('a process', () => {
  it('applies the version chosen in another process, and loads it at the start', async () => {
    const here = server.app.get(CatalogueInUse);
    expect(here.now.version).toBe(0);
    // as another process does: the row, and NOTIFY with its commit
    await server.database.transaction(async (tx) => {
      await tx.query("INSERT INTO fault_catalogue_use (version, by_name) VALUES (1, 'elsewhere')");
      await tx.query("SELECT pg_notify('fault_catalogue', '1')");
    });
    await eventually(
      () => Promise.resolve(here.now.version),
      (version) => version === 1,
    );
    expect(here.now.lookUp('E0333').name.en).toBe('Fuel rail pressure high');
  });

  it('keeps what it has where a kept version no longer passes the rules', async () => {
    const here = server.app.get(CatalogueInUse);
    await server.database.query(
      "INSERT INTO fault_catalogue (version, records, sha256, file_name, changes) VALUES (50, '[]', 'x', 'old.json', '[]'); INSERT INTO fault_catalogue_use (version) VALUES (50)",
    );
    await here.read();
    expect(here.now.version).toBe(1);
    await server.database.query('DELETE FROM fault_catalogue_use WHERE version = 50');
    await server.database.query('DELETE FROM fault_catalogue WHERE version = 50');
    // and it cannot be activated
    await server.database.query(
      "INSERT INTO fault_catalogue (version, records, sha256, file_name, changes) VALUES (51, '[]', 'y', 'old.json', '[]')",
    );
    expect(await refusal(use(51, 1))).toEqual([422, 'FAULT_CATALOGUE_REFUSED']);
  });
});

describe('a code that no catalogue knows', () => {
  it('is counted by code, SPN and FMI, with vehicles and times', async () => {
    await occur('X9', { spn: 520_300, fmi: 5 });
    await occur('X9', { spn: 520_300, fmi: 5 });
    await occur('X9', { spn: 520_300, fmi: 6 });
    await occur('E0300');
    const gaps = await server.call(catalogue.gaps, {}, reader);
    expect(gaps.map(({ code, spn, fmi, count, vehicles }) => [code, spn, fmi, count, vehicles])).toEqual([
      ['X9', 520_300, 5, 2, 2],
      ['X9', 520_300, 6, 1, 1],
    ]);
    expect(Date.parse(gaps[0]?.lastAt ?? '')).toBeGreaterThanOrEqual(Date.parse(gaps[0]?.firstAt ?? ''));
  });
});
