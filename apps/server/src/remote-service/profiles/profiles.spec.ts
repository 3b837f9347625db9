import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { injectorProfiles, programProfiles } from '@headland/contracts/profile';
import { shippedInjectorProfileFile } from '@headland/domain/after-service/injector-profile';
import { shippedProgramProfileFile } from '@headland/domain/reprogram/program-profile';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal } from '../../testing/alerts';
import { givenFile } from '../../testing/flash-device';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { InjectorProfileInUse, ProfilesModule, ProgramProfileInUse } from './profiles.module';

// Manufacturer profiles as files: loaded, activated, downloaded and refused.
let server: TestServer;
let orgs: Organizations;
let tokens: Record<'head' | 'reader' | 'plant' | 'dealer', string>;

beforeAll(async () => {
  server = await startServer([SessionModule, ProfilesModule]);
  orgs = await makeOrganizations(server.database);
  const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(server.database, ...caller));
  tokens = {
    head: await login('HEAD_OFFICE', 'ADMIN', orgs.headOffice, { name: 'Kim Minsu' }),
    reader: await login('SERVICE_BUSINESS', 'STAFF', orgs.headOffice),
    plant: await login('PRODUCTION', 'ADMIN', orgs.headOffice),
    dealer: await login('DEALER', 'ADMIN', orgs.nami),
  };
});
afterAll(() => server.stop());

const exampleOf = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../docs/examples', name), 'utf8')) as Record<
    string,
    unknown
  >;
const kinds = [
  {
    calls: programProfiles,
    shipped: shippedProgramProfileFile,
    example: exampleOf('program-profile.json'),
    entries: 'headers',
    table: 'program_profile',
    kind: 'programProfile',
    download: 'program-profile_v2.json',
    inUse: () => server.app.get(ProgramProfileInUse),
  },
  {
    calls: injectorProfiles,
    shipped: shippedInjectorProfileFile,
    example: exampleOf('injector-profile.json'),
    entries: 'codings',
    table: 'injector_profile',
    kind: 'injectorProfile',
    download: 'injector-profile_v2.json',
    inUse: () => server.app.get(InjectorProfileInUse),
  },
] as const;

describe.each(kinds)('$kind', ({ calls, shipped, example, entries, table, kind, download, inUse }) => {
  const load = (content: unknown, token = tokens.head, name = 'maker.json') =>
    server.call(
      calls.load as typeof programProfiles.load,
      {
        file: givenFile({
          name,
          bytes: new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content)),
        }),
      },
      token,
    );
  const versions = (token = tokens.head) => server.call(calls.versions as typeof programProfiles.versions, {}, token);
  const present = (token = tokens.head) => server.call(calls.present as typeof programProfiles.present, {}, token);
  const file = (version: number, token = tokens.head) =>
    server.call(calls.file as typeof programProfiles.file, { params: { version } }, token);
  const use = (version: number, seen: number, token = tokens.head) =>
    server.call(calls.use as typeof programProfiles.use, { params: { version }, body: { inUse: seen } }, token);
  const refused = (call: Promise<unknown>): Promise<Refused['error'] | 'allowed'> =>
    call.then(
      () => 'allowed' as const,
      (e: unknown) => (e instanceof Refused ? e.error : Promise.reject(e as Error)),
    );
  const other = (n: number): object => ({ ...example, note: `Another one, ${n}` });
  const firstEntry = (): Record<string, unknown> => (example[entries] as Record<string, unknown>[])[0] ?? {};
  const withFirst = (over: object): object => ({ ...example, [entries]: [{ ...firstEntry(), ...over }] });

  it('is the shipped one until a version is chosen; a loaded one waits', async () => {
    expect(await versions(tokens.reader)).toEqual([
      {
        version: 1,
        fileName: null,
        loadedAt: null,
        loadedBy: null,
        inUse: true,
        usedAt: null,
        usedBy: null,
        changes: [],
      },
    ]);
    const loaded = await load(example);
    expect(loaded).toMatchObject({ version: 2, fileName: 'maker.json', loadedBy: 'Kim Minsu', inUse: false });
    expect(loaded.changes.length).toBeGreaterThan(0);
    expect(await present()).toEqual(shipped);
  });

  it('is replaced without a restart, reset, and logged with the member', async () => {
    expect(await use(2, 1)).toMatchObject({ version: 2, inUse: true, usedBy: 'Kim Minsu' });
    expect(await present(tokens.reader)).toEqual({ ...example, version: 2 });
    expect(await use(1, 2)).toMatchObject({ version: 1, inUse: true });
    expect(await present()).toEqual(shipped);
    const log = await server.database.query<{ name: string; by: string; label: string }[]>(
      "SELECT name, by_name AS by, payload->>'name' AS label FROM event_log WHERE payload->>'kind' = $1 ORDER BY number",
      [kind],
    );
    expect(log.map((e) => [e.name, e.by, e.label])).toEqual([
      ['record.created', 'Kim Minsu', 'v2'],
      ['record.changed', 'Kim Minsu', 'v2'],
      ['record.changed', 'Kim Minsu', 'v1'],
    ]);
  });

  it('is given out as the file that it is loaded from, and that one is kept already', async () => {
    const given = await file(2, tokens.reader);
    expect(given.name).toBe(download);
    const json = JSON.parse(new TextDecoder().decode(given.bytes)) as object;
    expect(json).toEqual({ ...example, version: 2 });
    expect(await refused(load(json, tokens.head, 'again.json'))).toMatchObject({
      code: 'PROFILE_SAME',
      values: { version: 2 },
    });
    expect(await refused(load(shipped))).toMatchObject({ code: 'PROFILE_SAME', values: { version: 1 } });
    expect(await refusal(file(77))).toEqual([404, 'NOT_FOUND']);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['no JSON', () => '{"version": 1,', /JSON/],
    ['not text', () => '\u{0}', /JSON/],
    ['a list', () => [], /the file/],
    ['a part missing', () => ({ version: 1 }), new RegExp(`^${entries}: `, 'm')],
    ['an unknown field', () => withFirst({ run: 'rm -rf /' }), /: .*run/],
    ['a wrong field of an entry', () => withFirst({ note: 7 }), /\.note: /],
    ['an id that is none', () => withFirst({ id: 'a b' }), new RegExp(`^${entries}\\.a b\\.id: `)],
  ])('with %s is refused with its place, and nothing is kept', async (_, broken, expected) => {
    const before = await versions();
    const error = await refused(load(broken()));
    expect(error).toMatchObject({ code: 'PROFILE_REFUSED' });
    if (error !== 'allowed') expect(error.values?.problems).toMatch(expected);
    expect(await versions()).toEqual(before);
  });

  it('that is larger than a megabyte is refused', async () => {
    expect(await refusal(load(other(0) && { ...example, note: 'x'.repeat(1024 ** 2) }))).toEqual([
      413,
      'FILE_TOO_LARGE',
    ]);
  });

  it('is read by members who may see both, changed by those who may change the feature as well', async () => {
    for (const call of [
      () => versions(tokens.dealer),
      () => file(1, tokens.dealer),
      () => load(other(1), tokens.dealer),
      () => use(2, 1, tokens.dealer),
    ])
      expect(await refusal(call())).toEqual([403, 'FORBIDDEN']);
    for (const call of [
      () => load(other(1), tokens.reader),
      () => use(2, 1, tokens.reader),
      () => versions(tokens.plant),
      () => present(tokens.plant),
    ])
      expect(await refusal(call())).toEqual([403, 'FORBIDDEN']);
    // users of the feature may read the profile in use: their pages need it
    expect(await refusal(present(tokens.dealer))).toBe('allowed');
  });

  it('loaded or chosen by two people at the same moment is one after the other', async () => {
    const loaded = await Promise.all([load(other(2)), load(other(3))]);
    expect(loaded.map((v) => v.version).sort()).toEqual([3, 4]);
    const chosen = await Promise.all([refused(use(3, 1)), refused(use(4, 1))]);
    expect(chosen.filter((a) => a === 'allowed')).toHaveLength(1);
    expect(chosen.find((a) => a !== 'allowed')).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      values: { by: 'Kim Minsu' },
    });
    const seen = (await versions()).find((v) => v.inUse)?.version ?? 0;
    expect(await refusal(use(99, seen))).toEqual([404, 'NOT_FOUND']);
    await use(1, seen);
  });

  it('chosen in another process is used here, and one that no longer passes the rules is not', async () => {
    const here = inUse();
    expect(here.now.version).toBe(1);
    await server.database.transaction(async (tx) => {
      await tx.query(`INSERT INTO ${table}_use (version, by_name) VALUES (2, 'elsewhere')`);
      await tx.query('SELECT pg_notify($1, $2)', [table, '2']);
    });
    await eventually(
      () => Promise.resolve(here.now.version),
      (version) => version === 2,
    );
    await server.database.query(
      `INSERT INTO ${table} (version, file, sha256, file_name, changes) VALUES (50, '{}', 'x', 'old.json', '[]')`,
    );
    await server.database.query(`INSERT INTO ${table}_use (version) VALUES (50)`);
    await here.read();
    expect(here.now.version).toBe(2);
    // another file can be loaded; it cannot be activated
    expect((await load(other(5))).version).toBe(51);
    await server.database.query(`DELETE FROM ${table}_use WHERE version = 50`);
    expect(await refusal(use(50, 2))).toEqual([422, 'PROFILE_REFUSED']);
    expect(here.now.version).toBe(2);
  });
});
