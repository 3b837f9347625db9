import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { type RunningPostgres, startPostgres } from '../../../src/embedded/postgres';
import { findPostgres, giveTo } from '../../../src/embedded/postgres-binaries';
import { gone, processesIn, signal } from '../../../src/run/process-identity';
import { until } from './program';

const databaseName = 'headland';
const password = 'chaos-of-Headland';

/** The PostgreSQL of one world, with its durable settings, on one port across restarts. */
export class Database {
  /** reconnects after a restart; its errors are those of the query */
  readonly pool: pg.Pool;
  private running: RunningPostgres;
  standby: Standby | null = null;

  private constructor(
    private dir: string,
    running: RunningPostgres,
    private readonly settings: Record<string, string>,
  ) {
    this.running = running;
    this.pool = new pg.Pool({
      connectionString: this.url,
      max: 4,
      connectionTimeoutMillis: 5_000,
      options: '-c timezone=UTC',
      application_name: 'chaos',
    });
    this.pool.on('error', () => undefined);
  }

  static async start(dir: string, settings: Record<string, string> = {}): Promise<Database> {
    return new Database(dir, await launch(dir, settings), settings);
  }

  /** One that others have started, at one address whatever becomes of its parts. */
  static at(dir: string, running: RunningPostgres): Database {
    return new Database(dir, running, {});
  }

  get url(): string {
    return this.running.url(databaseName);
  }

  get adminUrl(): string {
    return this.running.url('postgres');
  }

  /** A clean end: everything is written. */
  stop(): Promise<void> {
    return this.running.stop();
  }

  /** kill -9 of the postmaster, and of its workers as a machine's crash would: what they had not written is gone. */
  async kill(): Promise<void> {
    const { child } = this.running;
    const folder = this.dataDir;
    if (child.pid !== undefined) signal(child.pid, 'SIGKILL');
    for (const pid of processesIn(folder)) signal(pid, 'SIGKILL');
    if (child.pid !== undefined) await gone(child.pid, 10_000);
  }

  /** SIGSTOP: connections stay open without answers. */
  freeze(): void {
    for (const pid of processesIn(this.dataDir)) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of processesIn(this.dataDir)) signal(pid, 'SIGCONT');
  }

  /** After `stop` or `kill`: the same data, the same port. */
  async again(): Promise<void> {
    this.running = await launch(this.dir, this.settings, this.running.port);
  }

  /** A standby of this server; `failOver` to it when this one is gone. */
  async follow(): Promise<Standby> {
    const dir = join(this.dir, 'standby');
    mkdirSync(dir, { recursive: true, mode: 0o711 });
    chmodSync(dir, 0o711);
    const client = new pg.Client({ connectionString: this.adminUrl });
    await client.connect();
    try {
      await client.query("SELECT pg_backup_start('standby', fast => true)");
      copyRunning(this.dataDir, findPostgres(join(dir, 'postgres')).dataDir);
      const { rows } = await client.query<{ labelfile: string }>(
        'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
      );
      const place = findPostgres(join(dir, 'postgres'));
      const write = (name: string, text: string): void => {
        writeFileSync(join(place.dataDir, name), text, { flag: 'a' });
        giveTo(join(place.dataDir, name), place.as);
      };
      write('backup_label', rows[0]?.labelfile ?? '');
      write('standby.signal', '');
      const { port, username } = new URL(this.adminUrl);
      write(
        'postgresql.auto.conf',
        `\nprimary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password} application_name=standby'\n`,
      );
    } finally {
      await client.end();
    }
    this.standby = await Standby.start(dir, this.settings);
    await until(
      'the standby to follow',
      async () => (await this.pool.query("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'")).rowCount === 1,
      {
        withinMs: 60_000,
      },
    );
    return this.standby;
  }

  /** After `kill`: promotes the standby, at the same address. */
  async failOver(): Promise<void> {
    const { standby } = this;
    if (standby === null) throw new Error('there is no standby');
    const { port } = this.running;
    await standby.stop();
    this.dir = standby.dir;
    this.standby = null;
    this.running = await launch(this.dir, this.settings, port);
    await ask(this.adminUrl, 'SELECT pg_promote()');
  }

  /** Its files as they are now, as a back-up of a stopped server has them. */
  async backUp(to: string): Promise<void> {
    await this.stop();
    copyCluster(this.dir, to);
    await this.again();
  }

  /** Replaces its content while clients are connected. */
  async restore(from: string): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
    copyCluster(from, this.dir);
    await this.again();
  }

  async end(): Promise<void> {
    this.thaw();
    await this.pool.end().catch(() => undefined);
    await this.running.stop();
    await this.standby?.stop();
  }

  private get dataDir(): string {
    return findPostgres(join(this.dir, 'postgres')).dataDir;
  }
}

/** A streaming standby. */
export class Standby {
  private constructor(
    readonly dir: string,
    private readonly running: RunningPostgres,
  ) {}

  static async start(dir: string, settings: Record<string, string>): Promise<Standby> {
    return new Standby(dir, await launch(dir, settings));
  }

  /** Disconnected: later commits of the primary do not arrive. */
  async cutOff(): Promise<void> {
    const url = this.running.url('postgres');
    await ask(url, "ALTER SYSTEM SET primary_conninfo = ''");
    await ask(url, 'SELECT pg_reload_conf()');
    await until(
      'the standby to be cut off',
      async () => (await ask(url, 'SELECT 1 FROM pg_stat_wal_receiver')).length === 0,
      { withinMs: 30_000 },
    );
  }

  stop(): Promise<void> {
    return this.running.stop();
  }
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

/** Between pg_backup_start and pg_backup_stop; files that go away meanwhile are not missed. */
function copyRunning(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  spawnSync('cp', ['-a', source, target]);
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(target, name), { force: true });
  // it fetches what was written since from the other one
  for (const name of readdirSync(join(target, 'pg_wal'), { withFileTypes: true }))
    if (name.isFile()) rmSync(join(target, 'pg_wal', name.name));
}

/** A copy of a stopped cluster: a world starts with schema and fleet in place, in the time of a file copy. */
export function copyCluster(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o711 });
  chmodSync(to, 0o711);
  const source = findPostgres(join(from, 'postgres')).dataDir;
  const target = findPostgres(join(to, 'postgres')).dataDir;
  mkdirSync(dirname(target), { recursive: true });
  const copied = spawnSync('cp', ['-a', source, target], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`cannot copy the database: ${copied.stderr}`);
}

/** The real folder of a cluster: for root below /var/lib/headland when the folder can't be reached by PostgreSQL's own user. */
export const clusterFolder = (dir: string): string | null => {
  const { dataDir } = findPostgres(join(dir, 'postgres'));
  return existsSync(dataDir) ? dataDir : null;
};

function launch(dir: string, settings: Record<string, string>, port?: number): Promise<RunningPostgres> {
  return startPostgres({
    dataDir: join(dir, 'postgres'),
    password,
    port,
    logFile: join(dir, 'logs', 'postgres.log'),
    settings: { shared_buffers: '128MB', ...settings },
  });
}

export { databaseName };
