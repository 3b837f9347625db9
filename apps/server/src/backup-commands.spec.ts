import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backupCommand, restoreCommand } from './backup-commands';
import { migrate } from './migrate';
import { ArchiveReader } from './platform/backup/archive-reader';
import { ArchiveWriter } from './platform/backup/archive-writer';
import type { Manifest } from './platform/backup/manifest';
import { type Config, ConfigSchema } from './platform/config';
import { migrations } from './platform/database/migrations';
import { freshDatabase } from './testing/database';
import { startBucket } from './testing/s3-bucket';

/** The demo data with files and keys is backed up and restored into a new database and a new folder. */
const admin = process.env.TEST_DATABASE_URL ?? '';
const keys = {
  JWT_SECRET: 'j'.repeat(40),
  MQTT_PASSWORD: 'a broker password',
  FACTORY_API_KEY: 'a key of the factory',
  VAPID_PRIVATE_KEY: 'v'.repeat(43),
};
const flashKey = '-----BEGIN PRIVATE KEY-----\nof the demo\n-----END PRIVATE KEY-----\n';
const output = { out: '', err: '' };
const databases: string[] = [];
let folder: string;
let origin: { url: string; data: string };
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headland-backup-'));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((output.out += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((output.err += String(text)), true));
  for (const [name, value] of Object.entries(keys)) vi.stubEnv(name, value);
  origin = nowhere();
  const config: Config = {
    ...ConfigSchema.parse({
      RUN: 'migrate',
      SEED: 'demo',
      MQTT_URL: 'mqtt://broker.test:1883',
      DATABASE_URL: origin.url,
      ...keys,
      PUBLIC_URL: 'http://localhost:3456',
    }),
    DATA_DIR: origin.data,
  };
  await migrate(config, pino({ level: 'silent' }));
  writeFileSync(join(origin.data, 'flash-signing-key.pem'), flashKey);
  file = join(folder, 'demo.headland');
  expect(await backUpTo(origin, file), output.err).toBe(0);
}, 240_000);
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const name of databases) await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  rmSync(folder, { recursive: true, force: true });
});

// a restore creates the whole schema: limits only against hanging
describe('a back-up', { timeout: 300_000 }, () => {
  it('is one file that only its owner may read, named when it is whole', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('is noted in the database, for the alert that none was made', async () => {
    expect(await rowsOf(origin.url, 'SELECT bytes::int AS bytes FROM last_backup')).toEqual([
      { bytes: statSync(file).size },
    ]);
  });

  it('is refused where there is no room for one as large as the last, and leaves nothing there', async () => {
    const { url, data } = await emptyOne();
    await rowsOf(url, 'INSERT INTO last_backup (made_at, bytes) VALUES (now(), 1e17)');
    const path = join(folder, 'too-large.headland');
    output.err = '';
    expect(await backUpTo({ url, data }, path)).toBe(1);
    expect(output.err).toContain('a back-up needs');
    expect(readdirSync(folder).filter((name) => name.startsWith('too-large'))).toEqual([]);
  });

  it('brought back has every row, file and key', async () => {
    const target = nowhere();
    output.out = '';
    expect(await restoreTo(target, file, '--keys', join(target.data, 'keys')), output.err).toBe(0);
    const { host, pathname } = new URL(target.url);
    expect(output.out.split('\n')[0]).toBe(
      `Into the database ${pathname.slice(1)} at ${host} and the folder ${target.data}`,
    );
    expect(readdirSync(join(target.data, 'keys')).sort()).toEqual(
      [...Object.keys(keys), 'FLASH_SIGNING_KEY'].map((name) => name.toLowerCase()).sort(),
    );
    expect(await contentOf(target.url)).toEqual(await contentOf(origin.url));
    expect(await schemaOf(target.url)).toEqual(await schemaOf(origin.url));
    expect(filesIn(join(target.data, 'files'))).toEqual(filesIn(join(origin.data, 'files')));
    expect(Object.keys(filesIn(join(target.data, 'files'))).length).toBeGreaterThan(0);
    for (const name of ['demo.json', 'fleet.json', 'flash-signing-key.pem'])
      expect(bytesOf(target.data, name), name).toBe(bytesOf(origin.data, name));
    for (const [name, value] of Object.entries(keys))
      expect(bytesOf(target.data, 'keys', name.toLowerCase())).toBe(value);
    expect(statSync(join(target.data, 'keys', 'jwt_secret')).mode & 0o777).toBe(0o600);
  });

  it('brought back goes on with numbers that were never given, and with transaction ids of its own cluster', async () => {
    const target = nowhere();
    await restoreTo(target, file);
    const [vehicle] = await rowsOf<{ before: number; id: number }>(
      target.url,
      `INSERT INTO vehicle (vin, model_id, organization_id, release_year, horsepower) SELECT 'LATER000000000001', model_id, organization_id, release_year, horsepower FROM vehicle LIMIT 1
       RETURNING id, (SELECT max(id) FROM vehicle) AS before`,
    );
    expect(vehicle?.id).toBeGreaterThan(vehicle?.before ?? 0);
    const [numbers] = await rowsOf<{ head: string; next: string }>(
      target.url,
      "SELECT (SELECT max(number) FROM event_log) AS head, nextval('event_number') AS next",
    );
    expect(Number(numbers?.next)).toBeGreaterThan(Number(numbers?.head));
    const [ids] = await rowsOf<{ foreign: number; own: number }>(
      target.url,
      "SELECT count(*) FILTER (WHERE pg_xact_status(changed) IS DISTINCT FROM 'committed')::int AS foreign, count(*)::int AS own FROM vehicle_state",
    );
    expect(ids?.foreign).toBe(0);
    expect(ids?.own).toBeGreaterThan(0);
  });

  it('is of one moment, while rows are written and days of telemetry are made', async () => {
    const client = new pg.Client({ connectionString: origin.url });
    await client.connect();
    let going = true;
    let written = 0;
    const load = (async () => {
      while (going) {
        // two tables that every transaction keeps equal
        await client.query('BEGIN');
        await client.query("INSERT INTO quarantine (topic, reason, bytes, payload) VALUES ('load', 'test', 0, '')");
        await client.query("INSERT INTO sms_sending (phone, purpose, sent_at) VALUES ('load', 'login', now())");
        await client.query('SELECT ensure_telemetry_day($1::date)', [
          new Date(Date.UTC(2031, 0, 1 + (written % 400))).toISOString().slice(0, 10),
        ]);
        await client.query('COMMIT');
        written++;
      }
    })();
    const under = join(folder, 'under-load.headland');
    const before = written;
    expect(await backUpTo(origin, under), output.err).toBe(0);
    going = false;
    await load;
    await client.end();
    expect(written).toBeGreaterThan(before);
    const target = nowhere();
    expect(await restoreTo(target, under), output.err).toBe(0);
    const [row] = await rowsOf<{ a: number; b: number }>(
      target.url,
      "SELECT (SELECT count(*)::int FROM quarantine WHERE topic = 'load') AS a, (SELECT count(*)::int FROM sms_sending WHERE phone = 'load') AS b",
    );
    expect(row?.a).toBe(row?.b);
  });

  it('of an older release is brought forward', async () => {
    const target = nowhere();
    const older = join(folder, 'older.headland');
    const url = await databaseOf(migrations.length - 3);
    expect(await backUpTo({ url, data: join(folder, 'none') }, older), output.err).toBe(0);
    expect(await restoreTo(target, older), output.err).toBe(0);
    expect(await schemaOf(target.url)).toEqual(await schemaOf(origin.url));
  });

  it('reads and writes the bucket where one is named', async () => {
    const bucket = await startBucket();
    vi.stubEnv('S3_URL', bucket.url);
    try {
      const target = nowhere();
      expect(await restoreTo(target, file), output.err).toBe(0);
      const names = Object.keys(filesIn(join(origin.data, 'files')));
      expect([...bucket.objects.keys()].map((key) => key.split('/').at(-1)).sort()).toEqual(
        names.map((name) => name.split('/').at(-1)).sort(),
      );
      const again = join(folder, 'bucket.headland');
      expect(await backUpTo(target, again), output.err).toBe(0);
      const [one, other] = await Promise.all([manifestOf(file), manifestOf(again)]);
      const files = (m: Manifest): [string, string][] =>
        Object.entries(m.checksums).filter(([name]) => name.startsWith('files/'));
      expect(Object.fromEntries(files(other))).toEqual(Object.fromEntries(files(one)));
    } finally {
      vi.stubEnv('S3_URL', undefined);
      await bucket.stop();
    }
  });
});

describe('nothing is touched', { timeout: 300_000 }, () => {
  const untouched = async (target: { url: string; data: string }, ...args: string[]): Promise<string> => {
    const before = await contentOf(target.url).catch(() => 'no database');
    output.err = '';
    expect(await restoreTo(target, ...(args as [string]))).toBe(1);
    expect(await contentOf(target.url).catch(() => 'no database')).toEqual(before);
    return output.err;
  };

  it('by a file that is damaged or cut short', async () => {
    const target = await emptyOne();
    const bytes = readFileSync(file);
    const copy = join(folder, 'damaged.headland');
    // one bit of a table in the middle
    bytes[Math.floor(bytes.length / 3)] = (bytes[Math.floor(bytes.length / 3)] ?? 0) ^ 1;
    writeFileSync(copy, bytes);
    expect(await untouched(target, copy)).toMatch(/is damaged: \S+ (is not what was written|cannot be read)/);
    writeFileSync(copy, readFileSync(file));
    truncateSync(copy, bytes.length - 200);
    expect(await untouched(target, copy)).toMatch(/is no back-up, or was cut short/);
    writeFileSync(copy, 'not a zip');
    expect(await untouched(target, copy)).toMatch(/is no back-up, or was cut short/);
    expect(existsSync(join(target.data, 'files'))).toBe(false);
    // nor is a database created
    expect(await restoreTo(nowhere(), copy)).toBe(1);
    expect(await asAdmin(`SELECT 1 FROM pg_database WHERE datname = '${databases.at(-1)}'`)).toMatchObject({
      rowCount: 0,
    });
  });

  it('by one of a younger release', async () => {
    const younger = join(folder, 'younger.headland');
    const url = await databaseOf(migrations.length);
    await asUser(url, "INSERT INTO migrations (timestamp, name) VALUES (1, 'ThingsToCome9999999999999')");
    expect(await backUpTo({ url, data: join(folder, 'none') }, younger)).toBe(0);
    expect(await untouched(await emptyOne(), younger)).toContain(
      'The back-up is of a younger release: this one does not know its schema (ThingsToCome9999999999999)',
    );
    const archive = await ArchiveWriter.create(join(folder, 'format.headland'));
    await archive.end(Buffer.from(JSON.stringify({ format: 2 })));
    expect(await untouched(await emptyOne(), join(folder, 'format.headland'))).toContain(
      'was written by a younger release: its format is 2',
    );
  });

  it('the installation’s own target, unless another is given', async () => {
    const target = nowhere();
    await restoreTo(target, file);
    await asUser(
      target.url,
      "DELETE FROM quarantine; INSERT INTO quarantine (topic, reason, bytes, payload) VALUES ('its own', 'test', 0, '')",
    );
    expect(await untouched(target, file)).toContain('There is an installation in this database already.');
    expect(await restoreTo(target, file, '--overwrite'), output.err).toBe(0);
    const written = ['quarantine', 'sms_sending'];
    expect(await contentOf(target.url, written)).toEqual(await contentOf(origin.url, written));
  });

  it('where the keys cannot be written, nor is a database created', async () => {
    const target = nowhere();
    const blocked = join(folder, 'a-file');
    writeFileSync(blocked, '');
    expect(await untouched(target, file, '--keys', join(blocked, 'keys'))).toContain(
      `The keys cannot be written to ${join(blocked, 'keys')}: `,
    );
    expect(await asAdmin(`SELECT 1 FROM pg_database WHERE datname = '${databases.at(-1)}'`)).toMatchObject({
      rowCount: 0,
    });
    expect(existsSync(join(target.data, 'files'))).toBe(false);
  });

  it('while processes are connected', async () => {
    const target = await emptyOne();
    const client = new pg.Client({ connectionString: target.url, application_name: 'headland' });
    await client.connect();
    expect(await untouched(target, file)).toContain('The database is in use (headland × 1): end these first.');
    await client.end();
  });

  it('where the last table has other rows than the manifest has', async () => {
    const target = await emptyOne();
    const { manifest, contents } = await unpacked(file);
    const last = manifest.tables.at(-1);
    if (last === undefined) throw new Error('no tables');
    last.rows++;
    const wrong = join(folder, 'wrong-count.headland');
    const archive = await ArchiveWriter.create(wrong);
    for (const [name, bytes] of contents) await archive.add(name, bytes);
    await archive.end(Buffer.from(JSON.stringify({ ...manifest, checksums: archive.checksums })));
    expect(await untouched(target, wrong)).toContain(`${last.name}: `);
  });

  it('by a word that the command does not know', async () => {
    output.err = '';
    expect(await backupCommand([])).toBe(1);
    expect(await restoreCommand([file, '--overwite'])).toBe(1);
    expect(output.err).toContain('backup <file>');
    expect(output.err).toContain('restore <file>');
  });
});

function nowhere(): { url: string; data: string } {
  const name = `backup_${randomBytes(6).toString('hex')}`;
  databases.push(name);
  return { url: Object.assign(new URL(admin), { pathname: `/${name}` }).toString(), data: join(folder, name) };
}

/** As a start without demo data creates it. */
async function emptyOne(): Promise<{ url: string; data: string }> {
  return { url: await databaseOf(migrations.length), data: join(folder, randomBytes(6).toString('hex')) };
}

/** With the schema of the first `count` migrations. */
async function databaseOf(count: number): Promise<string> {
  const fresh = await freshDatabase(migrations.slice(0, count));
  await fresh.dataSource.destroy();
  databases.push(new URL(fresh.url).pathname.slice(1));
  return fresh.url;
}

const backUpTo = (from: { url: string; data: string }, path: string): Promise<number> =>
  withPlace(from, () => backupCommand([path]));
const restoreTo = (to: { url: string; data: string }, path: string, ...more: string[]): Promise<number> =>
  withPlace(to, () => restoreCommand([path, ...more]));
function withPlace<T>({ url, data }: { url: string; data: string }, work: () => Promise<T>): Promise<T> {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('DATA_DIR', data);
  return work();
}

async function manifestOf(path: string): Promise<Manifest> {
  const archive = await ArchiveReader.open(path);
  archive.close();
  return archive.manifest;
}

async function unpacked(path: string): Promise<{ manifest: Manifest; contents: Map<string, Buffer> }> {
  const archive = await ArchiveReader.open(path);
  const contents = new Map<string, Buffer>();
  for (const name of archive.names())
    contents.set(name, Buffer.concat((await (await archive.stream(name)).toArray()) as Buffer[]));
  archive.close();
  return { manifest: archive.manifest, contents };
}

/** Rows and their hash, table by table; ids of transactions are the cluster's own. */
async function contentOf(url: string, but: string[] = []): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string; columns: string }>(
      `SELECT c.oid::regclass::text AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid <> 'xid8'::regtype AND c.relname <> 'migrations'
       GROUP BY c.oid ORDER BY 1`,
    );
    const content: Record<string, string> = {};
    for (const { name, columns } of tables.filter(
      // noted once the back-up is whole, so not in it
      (t) => !t.name.startsWith('telemetry_2031') && !['last_backup', ...but].includes(t.name),
    )) {
      const { rows } = await client.query<{ it: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS it FROM (SELECT ${columns} FROM ${name}) t`,
      );
      content[name] = rows[0]?.it ?? '';
    }
    return content;
  } finally {
    await client.end();
  }
}

/** Columns, defaults, indexes, constraints and triggers. */
async function schemaOf(url: string): Promise<unknown> {
  return rowsOf(
    url,
    `SELECT table_name AS place, column_name || ' ' || data_type || ' ' || is_nullable || coalesce(column_default, '') AS it FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid) || convalidated::text FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tgrelid::regclass::text, pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
  ).then((rows) => rows.filter((r) => !/^telemetry_\d/.test(String(r.place))));
}

async function rowsOf<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  return (await asUser(url, sql)).rows as T[];
}
async function asUser(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
const asAdmin = (sql: string): Promise<unknown> => asUser(admin, sql);

const bytesOf = (...path: string[]): string => readFileSync(join(...path), 'utf8');
const filesIn = (place: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((e) => e.isFile())
      .map(
        (e) =>
          [
            join(e.parentPath, e.name).slice(place.length),
            readFileSync(join(e.parentPath, e.name)).toString('base64'),
          ] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
