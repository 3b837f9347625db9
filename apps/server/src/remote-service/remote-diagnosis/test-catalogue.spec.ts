import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnosis } from '@headland/contracts/diagnosis';
import { testCatalogues } from '@headland/contracts/test-catalogue';
import { liveItems } from '@headland/domain/diagnosis/gates';
import { shippedTests, type TestDefinition } from '@headland/domain/diagnosis/tests';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal } from '../../testing/alerts';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, openDiagnosis, type Organizations } from '../../testing/world';
import { TestCatalogueInUse } from './test-catalogue-in-use';
import { RemoteServiceModule } from '../remote-service.module';

let server: TestServer;
let orgs: Organizations;
let head: string;
let headId: number;
let reader: string;
let dealer: string;

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, RemoteServiceModule]);
  orgs = await makeOrganizations(server.database);
  const account = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice, { name: 'Kim Minsu' });
  head = await server.login(account);
  [{ id: headId } = { id: 0 }] = await server.database.query<{ id: number }[]>(
    'SELECT id FROM user_account WHERE login_id = $1',
    [account.id],
  );
  reader = await server.login(await makeAccount(server.database, 'SERVICE_BUSINESS', 'STAFF', orgs.headOffice));
  dealer = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami));
});
afterAll(() => server.stop());

// a result names the version that judged it. Uploaded files are numbered from the shipped one on, so the next is 1000 more
it('the shipped catalogue has another version with each change', () => {
  const { version, ...content } = shippedTests;
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
  expect([version, hash]).toEqual([1001, '1ce05b386e89cf30']);
});

interface File {
  version: number;
  tests: { id: string; gates: unknown[]; verdict: Record<string, unknown>[]; next: object; [field: string]: unknown }[];
  overrides: object[];
  orders: Record<string, string[]>;
  params: Record<string, number>;
}
/** The shipped file with a change of a maker. */
function makers(change: (file: File) => void): File {
  const file = structuredClone(shippedTests) as unknown as File;
  file.overrides ??= [];
  change(file);
  return file;
}
const of = (file: File, id: string): File['tests'][number] =>
  file.tests.find((t) => t.id === id) as File['tests'][number];
/** Throttle: 8 % instead of 5, and 12 on one variant of the hardware. */
const looser = makers((f) => {
  (of(f, 'acvTest').verdict[0] as { tol: number }).tol = 8;
  f.overrides.push({ match: { hwVariant: 'HL-D18' }, limits: { acvTest: { follow: { tol: 12 } } } });
});
const load = (content: unknown, token = head, name = 'maker.json') => {
  const bytes = new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));
  return server.call(
    testCatalogues.load,
    { file: { name, size: bytes.length, arrayBuffer: () => Promise.resolve(bytes.buffer as ArrayBuffer) } },
    token,
  );
};
const use = (version: number, inUse: number, token = head) =>
  server.call(testCatalogues.use, { params: { version }, body: { inUse } }, token);
const refused = (call: Promise<unknown>): Promise<Refused['error'] | 'allowed'> =>
  call.then(
    () => 'allowed' as const,
    (e: unknown) => (e instanceof Refused ? e.error : Promise.reject(e as Error)),
  );

/**
 * Requests the throttle test of a machine of this variant; returns the stored definition. No broker: the machine gets
 * nothing.
 */
async function asked(hwVariant: string): Promise<TestDefinition> {
  const { id: vehicleId, deviceId } = await makeVehicle(server.database, orgs.nami);
  const sessionId = await openDiagnosis(server.database, { vehicleId, deviceId, organizationId: orgs.nami });
  const live = { ...Object.fromEntries(liveItems.map((i) => [i, 0])), key: 1, 'engine.steady': 60, battery: 12.6 };
  await server.database.query('UPDATE diagnosis_session SET live = $2, info = $3, by_user = $4 WHERE id = $1', [
    sessionId,
    JSON.stringify(live),
    JSON.stringify({ hw_variant: hwVariant }),
    headId,
  ]);
  expect(
    await refusal(
      server.call(
        diagnosis.ask,
        { params: { sessionId }, body: { op: 'test', test: 'acvTest', confirmed: ['area.clear'] } },
        head,
      ),
    ),
  ).toEqual([503, 'UNAVAILABLE']);
  const [row] = await server.database.query<{ definition: TestDefinition }[]>(
    'SELECT definition FROM diagnosis_test WHERE session_id = $1',
    [sessionId],
  );
  return row?.definition as TestDefinition;
}
/** The shipped version, and the first loaded one. */
const shipped = shippedTests.version;
const own = shipped + 1;
const tolerance = ({ verdict }: TestDefinition): unknown => (verdict[0] as { tol?: number }).tol;

describe('the catalogue of tests', () => {
  it('is the shipped one until a version is chosen; a loaded one waits', async () => {
    const first = {
      version: shipped,
      fileName: null,
      loadedAt: null,
      loadedBy: null,
      inUse: true,
      usedAt: null,
      usedBy: null,
      changes: [],
    };
    expect(await server.call(testCatalogues.versions, {}, reader)).toEqual([first]);
    expect(await load(looser)).toMatchObject({
      version: shipped + 1,
      fileName: 'maker.json',
      loadedBy: 'Kim Minsu',
      inUse: false,
      changes: [
        { code: 'acvTest', fields: ['verdict'] },
        { code: '*', fields: ['overrides'] },
      ],
    });
    const before = await asked('HL-D24');
    expect([before.catalogueVersion, tolerance(before)]).toEqual([shipped, 5]);
  });

  it('is replaced without a restart, by model and variant of the engine; what was run before keeps its limits', async () => {
    const [old] = await server.database.query<{ id: number }[]>('SELECT id FROM diagnosis_test ORDER BY id LIMIT 1');
    expect(await use(own, shipped)).toMatchObject({ version: own, inUse: true, usedBy: 'Kim Minsu' });
    const [d24, d18] = [await asked('HL-D24'), await asked('HL-D18')];
    expect([d24.catalogueVersion, tolerance(d24)]).toEqual([own, 8]);
    expect([d18.catalogueVersion, tolerance(d18)]).toEqual([own, 12]);
    const [kept] = await server.database.query<{ definition: TestDefinition }[]>(
      'SELECT definition FROM diagnosis_test WHERE id = $1',
      [old?.id],
    );
    expect([kept?.definition.catalogueVersion, tolerance(kept?.definition as TestDefinition)]).toEqual([shipped, 5]);
    expect(await server.call(testCatalogues.present, {}, dealer)).toMatchObject({
      version: own,
      overrides: looser.overrides,
    });
  });

  it('can be set back, also to the shipped one, and names who did it', async () => {
    expect(await use(shipped, own)).toMatchObject({ version: shipped, inUse: true, usedBy: 'Kim Minsu' });
    expect(tolerance(await asked('HL-D18'))).toBe(5);
    const log = await server.database.query<{ name: string; payload: { name: string; changes: object[] } }[]>(
      "SELECT name, payload FROM event_log WHERE payload->>'kind' = 'testCatalogue' ORDER BY number",
    );
    expect(log.map((e) => [e.name, e.payload.name])).toEqual([
      ['record.created', `v${own}`],
      ['record.changed', `v${own}`],
      ['record.changed', `v${shipped}`],
    ]);
    expect(log[2]?.payload.changes).toEqual([{ field: 'inUse', from: `v${own}`, to: `v${shipped}` }]);
  });

  it('is given out as the file that it is loaded from, in its order', async () => {
    const { bytes, name } = await server.call(testCatalogues.file, { params: { version: own } }, reader);
    expect(name).toBe(`test-catalogue_v${own}.json`);
    const file = JSON.parse(new TextDecoder().decode(bytes)) as File;
    expect(file).toEqual({ ...looser, version: own });
    expect(file.tests.map((t) => t.id)).toEqual(looser.tests.map((t) => t.id));
    expect(await refusal(server.call(testCatalogues.file, { params: { version: 77 } }, reader))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });
});

describe('a catalogue file', () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      'a missing test',
      () => makers((f) => (f.tests = f.tests.filter((t) => t.id !== 'buzzTest'))),
      /buzzTest: missing/,
    ],
    ['a test twice', () => makers((f) => f.tests.push(of(f, 'acvTest'))), /acvTest: there twice/],
    [
      'a moving test of a machine that may not be parked',
      () => makers((f) => (of(f, 'runup').gates = ['RUN'])),
      /runup: it moves the engine/,
    ],
    [
      'a limit upside down',
      () =>
        makers((f) => (of(f, 'lqsTemp').verdict[1] = { eval: 'range', item: 'def.concentration', min: 40, max: 34 })),
      /min is above max/,
    ],
    ['a parameter that is not set', () => makers((f) => delete f.params.plugTotalA), /plugTotalA is not set/],
    [
      'an override of a limit that is not there',
      () => makers((f) => f.overrides.push({ match: { model: 'HL 6-110' }, limits: { acvTest: { no: { tol: 1 } } } })),
      /no limit no/,
    ],
    [
      'an override of no machine in particular',
      () => makers((f) => f.overrides.push({ match: {}, params: { idleRpm: 900 } })),
      /matches no machine/,
    ],
    ['an order of a test that is not there', () => makers((f) => (f.orders.urea = ['lookHard'])), /orders\.urea/],
    ['an unknown field', () => ({ ...makers(() => undefined), colour: 'red' }), /colour/],
    ['no JSON', () => '{"tests": [', /JSON/],
  ])('with %s is refused with its place, and nothing is kept', async (_, broken, expected) => {
    const before = await server.call(testCatalogues.versions, {}, head);
    const error = await refused(load(broken()));
    expect(error).toMatchObject({ code: 'TEST_CATALOGUE_REFUSED' });
    if (error !== 'allowed') expect(error.values?.problems).toMatch(expected);
    expect(await server.call(testCatalogues.versions, {}, head)).toEqual(before);
  });

  it('that is kept already is not kept twice, whatever it is called and numbered', async () => {
    expect(await refused(load({ ...looser, version: 40 }, head, 'again.json'))).toMatchObject({
      code: 'TEST_CATALOGUE_SAME',
      values: { version: own },
    });
    expect(await refused(load(shippedTests))).toMatchObject({
      code: 'TEST_CATALOGUE_SAME',
      values: { version: shipped },
    });
  });

  it('loaded by two people at the same moment makes two versions', async () => {
    const longer = (s: number): File => makers((f) => (of(f, 'acvTest').max_s = s));
    const both = await Promise.all([load(longer(40)), load(longer(45))]);
    expect(both.map((v) => v.version).sort()).toEqual([own + 1, own + 2]);
  });
});

describe('who may', () => {
  it('read the tests in use holds R on remote diagnosis; their versions, R on administrator; change them, U as well', async () => {
    expect(await refusal(server.call(testCatalogues.versions, {}, dealer))).toEqual([403, 'FORBIDDEN']);
    expect(
      await refusal(
        load(
          makers((f) => (of(f, 'acvTest').max_s = 50)),
          reader,
        ),
      ),
    ).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(use(own, shipped, reader))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(use(own, shipped, dealer))).toEqual([403, 'FORBIDDEN']);
    expect((await server.call(testCatalogues.present, {}, dealer)).version).toBe(shipped);
  });

  it('of two concurrent activations the second is refused with the name', async () => {
    const other = await server.login(
      await makeAccount(server.database, 'SERVICE_BUSINESS', 'ADMIN', orgs.headOffice, { name: 'Lee Seoyeon' }),
    );
    const both = await Promise.all([refused(use(own, shipped)), refused(use(own + 1, shipped, other))]);
    expect(both.filter((a) => a === 'allowed')).toHaveLength(1);
    const inUse = (await server.call(testCatalogues.versions, {}, head)).find((v) => v.inUse);
    expect(both.find((a) => a !== 'allowed')).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      values: { by: inUse?.usedBy },
    });
    expect(await refusal(use(99, inUse?.version ?? 0))).toEqual([404, 'NOT_FOUND']);
    await use(shipped, inUse?.version ?? 0);
  });
});

describe('a process', () => {
  it('uses the tests of its release where somebody has chosen those of an earlier one', async () => {
    await server.database.query('INSERT INTO test_catalogue_use (version) VALUES (1)');
    const here = server.app.get(TestCatalogueInUse);
    await here.read();
    expect(here.now.version).toBe(shipped);
    expect((await server.call(testCatalogues.versions, {}, head)).find((v) => v.inUse)?.version).toBe(shipped);
    await server.database.query('DELETE FROM test_catalogue_use WHERE version = 1');
  });

  it('follows the activation by another process, and keeps its own where a stored version no longer passes the rules', async () => {
    const here = server.app.get(TestCatalogueInUse);
    // as another process does: the row, and NOTIFY with its commit
    await server.database.transaction(async (tx) => {
      await tx.query("INSERT INTO test_catalogue_use (version, by_name) VALUES ($1, 'elsewhere')", [own]);
      await tx.query("SELECT pg_notify('test_catalogue', $1)", [String(own)]);
    });
    await eventually(
      () => Promise.resolve(here.now.version),
      (version) => version === own,
    );
    await server.database.query(
      "INSERT INTO test_catalogue (version, file, sha256, file_name, changes) VALUES (50, '{}', 'x', 'old.json', '[]'); INSERT INTO test_catalogue_use (version) VALUES (50)",
    );
    await here.read();
    expect(here.now.version).toBe(own);
    await server.database.query('DELETE FROM test_catalogue_use WHERE version = 50');
    expect(await refusal(use(50, own))).toEqual([422, 'TEST_CATALOGUE_REFUSED']);
  });
});
