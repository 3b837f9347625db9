import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../run/ports';
import { gone, isAlive, processesIn, programOf, signal } from '../run/process-identity';
import { sentenceOf, StopWith } from '../run/stop-with';
import { findPostgres, giveTo, type PostgresPlace } from './postgres-binaries';

export interface PostgresOptions {
  /** Folder of the database files; made at the first start. */
  dataDir: string;
  password: string;
  /** The port of the last start, used again when it is free. */
  port?: number | undefined;
  logFile: string;
  /** Settings beside ours, e.g. `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>;
  /** Folder of the programs of another PostgreSQL of this machine; its nodes trust each other, so it is for tests alone. */
  programs?: string;
}

export interface RunningPostgres {
  port: number;
  child: ChildProcess;
  /** Address of one of its databases, as the superuser. */
  url: (database: string) => string;
  stop: () => Promise<void>;
}

const user = 'headland';

/**
 * A real PostgreSQL from the registry package, on the loopback only. What a crash has left behind is ended first; durability is on, because
 * "committed" is acknowledged to the devices.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { programs } = options;
  const found = findPostgres(options.dataDir);
  const place = programs === undefined ? found : { ...found, bin: (name: string) => join(programs, name) };
  await endLeftover(place.dataDir);
  if (!existsSync(join(place.dataDir, 'PG_VERSION')))
    createCluster(place, options.password, programs === undefined ? ownCluster : foreignCluster);
  const port = await freePort(options.port);
  mkdirSync(dirname(options.logFile), { recursive: true, mode: 0o700 });

  const until = Date.now() + 30_000;
  for (;;) {
    const child = launch(place, port, options);
    const url = (database: string) =>
      `postgres://${user}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`;
    const problem = await ready(child, url('postgres'), until);
    if (problem === null) return { port, child, url, stop: () => stopPostgres(child) };
    // the workers of a killed PostgreSQL hold its memory until they notice; it refuses to start beside them
    if (Date.now() < until && /shared memory|lock file/.test(tail(options.logFile))) {
      for (const pid of processesIn(place.dataDir)) signal(pid, 'SIGQUIT');
      await new Promise((r) => setTimeout(r, 300));
      continue;
    }
    throw new StopWith(
      `The built-in PostgreSQL did not start (${problem}); its last words are in ${options.logFile}:\n${tail(options.logFile)}`,
    );
  }
}

/** Makes the database when it is not there. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** Fast shutdown: sessions are ended, everything is written; killed when that times out. */
async function stopPostgres(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  for (const [name, waitMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    signal(child.pid, name);
    if (await gone(child.pid, waitMs)) return;
  }
}

function launch(place: PostgresPlace, port: number, options: PostgresOptions): ChildProcess {
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'on',
    synchronous_commit: 'on',
    max_connections: '200',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...options.settings,
  };
  const log = openSync(options.logFile, 'a', 0o600);
  // a group of its own: Ctrl-C in the terminal reaches the launcher alone, which then ends its parts in order
  const child = spawn(
    place.bin('postgres'),
    ['-D', place.dataDir, ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    {
      ...place.as,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env.PATH ?? '',
        LC_ALL: 'C',
        ...(process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {}),
      },
    },
  );
  child.on('error', () => undefined); // seen as a child that has ended
  closeSync(log);
  return child;
}

async function ready(child: ChildProcess, url: string, until: number): Promise<string | null> {
  for (;;) {
    if (child.pid === undefined) return 'its program cannot be run';
    if (child.exitCode !== null || child.signalCode !== null) return `ended with ${child.exitCode ?? child.signalCode}`;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      await client.end();
      return null;
    } catch (e) {
      await client.end().catch(() => undefined);
      if ((e as { code?: string }).code === '28P01') {
        await stopPostgres(child);
        throw new StopWith(
          'The data of the built-in PostgreSQL belong to another secrets.json: put that file back into the data folder, or begin with empty data by npm run lab -- reset.',
        );
      }
      if (Date.now() > until) {
        await stopPostgres(child);
        return sentenceOf(e);
      }
      await new Promise((r) => setTimeout(r, 50));
    }
  }
}

const ownCluster = ['-A', 'scram-sha-256', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
const foreignCluster = ['-A', 'trust', '--locale=C.UTF-8'];

/** Written beside its place and moved there when complete, so that a start that is killed half-way leaves nothing to trip over. */
function createCluster(place: PostgresPlace, password: string, kind: readonly string[]): void {
  const draft = `${place.dataDir}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  giveTo(draft, place.as);
  const passwordFile = join(tmpdir(), `headland-${process.pid}-${Date.now()}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(passwordFile, place.as);
  try {
    const args = ['-D', draft, '-U', user, `--pwfile=${passwordFile}`, '-E', 'UTF8', ...kind];
    const made = spawnSync(place.bin('initdb'), args, {
      ...place.as,
      cwd: '/',
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    });
    if (made.status !== 0)
      throw new StopWith(
        `The built-in PostgreSQL could not make its data folder ${place.dataDir}: ${made.error?.message ?? made.stderr.trim()}`,
      );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  rmSync(place.dataDir, { recursive: true, force: true });
  renameSync(draft, place.dataDir);
}

/** A launcher that was killed leaves its PostgreSQL running, and a PostgreSQL that was killed leaves its lock file and its workers. */
export async function endLeftover(dataDir: string): Promise<void> {
  const lockFile = join(dataDir, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
  const mine = process.platform === 'linux' ? processesIn(dataDir) : isAlive(pid) ? [pid] : [];
  if (mine.includes(pid)) {
    for (const [name, waitMs] of [
      ['SIGINT', 15_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 5_000],
    ] as const) {
      signal(pid, name);
      if (await gone(pid, waitMs)) break;
    }
  } else if (process.platform === 'linux' && mine.length === 0 && isAlive(pid) && programOf(pid) !== 'postgres') {
    rmSync(lockFile, { force: true }); // the number belongs to another program by now, and no worker of ours is left
  }
  for (const worker of processesIn(dataDir)) {
    signal(worker, 'SIGQUIT');
    if (!(await gone(worker, 5_000))) signal(worker, 'SIGKILL');
  }
}

const tail = (file: string): string =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n') : '';
