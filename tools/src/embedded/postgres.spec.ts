import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, expect, it } from 'vitest';
import { gone, processesIn, signal } from '../run/process-identity';
import { findPostgres } from './postgres-binaries';
import { ensureDatabase, type PostgresOptions, type RunningPostgres, startPostgres } from './postgres';

const folders: string[] = [];
const started: RunningPostgres[] = [];
afterEach(async () => {
  for (const postgres of started.splice(0)) await postgres.stop();
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

it('a database that was killed comes back with everything that was committed', async () => {
  const options = place();
  const first = await start(options);
  await ensureDatabase(first.url('postgres'), 'headland');
  await ask(first.url('headland'), 'CREATE TABLE word (text text)');
  await ask(first.url('headland'), `INSERT INTO word VALUES ('committed')`);
  signal(first.child.pid ?? 0, 'SIGKILL');
  const second = await start({ ...options, port: first.port });
  expect(second.port).toBe(first.port);
  expect(await ask(second.url('headland'), 'SELECT text FROM word')).toEqual([{ text: 'committed' }]);
  await ensureDatabase(second.url('postgres'), 'headland'); // made once, kept afterwards
  expect(
    await ask(
      second.url('headland'),
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit') ORDER BY 1`,
    ),
  ).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
});

it('a database whose launcher was killed is ended and started again, not joined by a second', async () => {
  const options = place();
  const orphan = await start(options);
  const dataDir = findPostgres(options.dataDir).dataDir;
  const next = await start({ ...options, port: orphan.port });
  expect(await gone(orphan.child.pid ?? 0, 0)).toBe(true);
  expect(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]).toBe(String(next.child.pid));
});

it('a data folder that is reached by a link is the same folder', async () => {
  const options = place();
  const orphan = await start(options);
  const link = `${mkdtempSync(join(tmpdir(), 'headland-link-'))}/data`;
  symlinkSync(dirname(options.dataDir), link);
  folders.push(dirname(link));
  const next = await start({ ...options, dataDir: join(link, 'postgres') });
  expect(await gone(orphan.child.pid ?? 0, 0)).toBe(true);
  expect(await ask(next.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('listens on the loopback alone and only lets the password in', async () => {
  const postgres = await start(place());
  await expect(ask(postgres.url('postgres').replace(/:[^:@/]+@/, ':guess@'), 'SELECT 1')).rejects.toMatchObject({
    code: '28P01',
  });
  expect(await ask(postgres.url('postgres'), 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
});

it('what a start that was killed while it made the files has left is no obstacle', async () => {
  const options = place();
  const dataDir = findPostgres(options.dataDir).dataDir;
  mkdirSync(`${dataDir}.new`, { recursive: true });
  writeFileSync(join(`${dataDir}.new`, 'half'), '');
  const postgres = await start(options);
  expect(await ask(postgres.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(existsSync(`${dataDir}.new`)).toBe(false);
});

it('a wrong password is one sentence that states what to do, at once', async () => {
  const options = place();
  await (await start(options)).stop();
  await expect(startPostgres({ ...options, password: 'another' })).rejects.toThrow(
    /secrets\.json.*npm run lab -- reset/,
  );
});

it.runIf(process.getuid?.() === 0)(
  'data below a private folder live elsewhere, and leave with the folder',
  async () => {
    const options = place();
    const dataDir = findPostgres(options.dataDir).dataDir;
    expect(dataDir).toMatch(/^\/var\/lib\/headland\//);
    const postgres = await start(options);
    expect(existsSync(join(dataDir, 'PG_VERSION'))).toBe(true);
    rmSync(`${options.dataDir}.place`);
    findPostgres(place().dataDir);
    expect(existsSync(dataDir)).toBe(true); // a database that runs is never taken away
    await postgres.stop();
    findPostgres(place().dataDir);
    expect(existsSync(dataDir)).toBe(false);
  },
);

it.runIf(process.getuid?.() === 0)(
  'data that live elsewhere are found again when their folder was opened or moved',
  () => {
    const options = place();
    const folder = dirname(options.dataDir);
    const dataDir = findPostgres(options.dataDir).dataDir;
    mkdirSync(dataDir, { recursive: true });
    chmodSync(folder, 0o711);
    expect(findPostgres(options.dataDir).dataDir).toBe(dataDir);
    const [moved, copy] = [`${folder}-moved`, `${folder}-copy`];
    folders.push(moved, copy);
    renameSync(folder, moved);
    expect(findPostgres(join(moved, 'postgres')).dataDir).toBe(dataDir);
    findPostgres(place().dataDir);
    expect(existsSync(dataDir)).toBe(true);
    // a copy beside it has a database of its own
    cpSync(moved, copy, { recursive: true });
    chmodSync(copy, 0o711);
    expect(findPostgres(join(copy, 'postgres')).dataDir).toBe(join(copy, 'postgres'));
  },
);

it.runIf(process.getuid?.() === 0)(
  'data whose folder was closed since are not passed over for an empty database',
  () => {
    const options = place();
    const folder = `${dirname(options.dataDir)}-closed`;
    folders.push(folder);
    mkdirSync(folder);
    chmodSync(folder, 0o711);
    const wanted = join(folder, 'postgres');
    expect(findPostgres(wanted).dataDir).toBe(wanted);
    mkdirSync(wanted);
    writeFileSync(join(wanted, 'PG_VERSION'), '18');
    chmodSync(folder, 0o700);
    expect(() => findPostgres(wanted)).toThrow(/cannot reach the database in .*chmod o\+x/u);
  },
);

it('a port that is in use meanwhile is left to the other program', async () => {
  const options = place();
  const first = await start(options);
  await first.stop();
  const other = createServer();
  await once(other.listen(first.port, '127.0.0.1'), 'listening');
  const second = await start({ ...options, port: first.port });
  expect(second.port).not.toBe(first.port);
  other.close();
});

it('a lock file that names a process of another program is not believed', async () => {
  const options = place();
  const first = await start(options);
  await first.stop();
  const dataDir = findPostgres(options.dataDir).dataDir;
  writeFileSync(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n1700000000\n5432\n`);
  const second = await start(options);
  expect(await ask(second.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  if (process.platform === 'linux') expect(processesIn(dataDir)).toContain(second.child.pid);
});

function place(): PostgresOptions {
  const folder = mkdtempSync(join(tmpdir(), 'headland-postgres-'));
  const options = {
    dataDir: join(folder, 'postgres'),
    password: randomBytes(9).toString('base64url'),
    logFile: join(folder, 'postgres.log'),
  };
  folders.push(folder, findPostgres(options.dataDir).dataDir);
  return options;
}

async function start(options: PostgresOptions): Promise<RunningPostgres> {
  const postgres = await startPostgres(options);
  started.push(postgres);
  return postgres;
}

async function ask(connectionString: string, sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}
