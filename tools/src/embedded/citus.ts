import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres, type PostgresOptions, type RunningPostgres } from './postgres';

/** Debian's places of a PostgreSQL and of its extensions. */
const debian = '/usr/lib/postgresql';

/** The programs of a PostgreSQL of this machine in which Citus is installed; null where there is none. It is no part of this repository. */
export function findCitus(): string | null {
  if (!existsSync(debian)) return null;
  const version = readdirSync(debian).find((name) => existsSync(join(debian, name, 'lib', 'citus.so')));
  return version === undefined ? null : join(debian, version, 'bin');
}

export interface RunningCitus {
  coordinator: RunningPostgres;
  workers: RunningPostgres[];
  stop: () => Promise<void>;
}

/** A coordinator and workers, on the loopback; they do not ask each other for the password: for tests and measurements alone. */
export async function startCitus(
  programs: string,
  folder: string,
  options: { workers: number; settings: Record<string, string> },
): Promise<RunningCitus> {
  const password = randomBytes(16).toString('hex');
  const start = (name: string): Promise<RunningPostgres> => {
    const node: PostgresOptions = {
      dataDir: join(folder, name),
      password,
      logFile: join(folder, `${name}.log`),
      programs,
      settings: {
        ...options.settings,
        shared_preload_libraries: 'citus',
        wal_level: 'logical',
        // each database has a daemon of Citus
        max_worker_processes: '64',
        'citus.node_conninfo': 'sslmode=disable',
        'citus.max_cached_conns_per_worker': '8',
        max_prepared_transactions: options.settings.max_connections ?? '200',
      },
    };
    return startPostgres(node);
  };
  const coordinator = await start('coordinator');
  const workers: RunningPostgres[] = [];
  for (let i = 1; i <= options.workers; i++) workers.push(await start(`worker${i}`));
  return {
    coordinator,
    workers,
    stop: async () => void (await Promise.all([coordinator, ...workers].map((node) => node.stop()))),
  };
}
