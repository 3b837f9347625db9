import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { type RunningPostgres, startPostgres } from '../../embedded/postgres';
import { findPostgres } from '../../embedded/postgres-binaries';
import { gone, processesIn, signal } from '../../run/process-identity';

const databaseName = 'headland';
const password = 'chaos-of-Headland';

/** The PostgreSQL of one world, with its durable settings, on one port for all its lives. */
export class Database {
  /** asks again by itself after a life has ended; its errors are the question's own */
  readonly pool: pg.Pool;
  private running: RunningPostgres;

  private constructor(
    private readonly dir: string,
    running: RunningPostgres,
    private readonly settings: Record<string, string>,
  ) {
    this.running = running;
    this.pool = new pg.Pool({ connectionString: this.url, max: 4, connectionTimeoutMillis: 5_000, options: '-c timezone=UTC', application_name: 'chaos' });
    this.pool.on('error', () => undefined);
  }

  static async start(dir: string, settings: Record<string, string> = {}): Promise<Database> {
    return new Database(dir, await launch(dir, settings), settings);
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

  /** SIGSTOP: connections stay open and nobody answers. */
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

  async end(): Promise<void> {
    this.thaw();
    await this.pool.end().catch(() => undefined);
    await this.running.stop();
  }

  private get dataDir(): string {
    return findPostgres(join(this.dir, 'postgres')).dataDir;
  }
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

/** Where a cluster really lies: for root below /var/lib/headland when the folder can't be reached by PostgreSQL's own user. */
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
