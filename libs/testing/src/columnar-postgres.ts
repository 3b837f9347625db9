import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface ColumnarPostgres {
  /** of its superuser */
  url: string;
  stop: () => Promise<void>;
}

const installed = '/usr/lib/postgresql';
/** Programs of a PostgreSQL of the system that has citus_columnar, or '': what needs it reports that it was skipped. */
export const columnarPrograms =
  (existsSync(installed) ? readdirSync(installed) : [])
    .map((version) => join(installed, version))
    .filter((folder) => existsSync(join(folder, 'lib/citus_columnar.so')))
    .map((folder) => join(folder, 'bin'))
    .at(-1) ?? '';

/** An empty cluster with the extension loaded; gone when it is stopped. `port`: a free one. */
export async function startColumnarPostgres(
  port: number,
  settings: Record<string, string> = { fsync: 'off' },
): Promise<ColumnarPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'headland-columnar-'));
  // it does not run as root
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  chmodSync(folder, 0o711);
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const run = { cwd: '/', stdio: 'ignore', env: { LC_ALL: 'C' }, ...account } as const;
  const dataDir = join(folder, 'data');
  const made = ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  if (spawnSync(join(columnarPrograms, 'initdb'), made, run).status !== 0) throw new Error('initdb failed');
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_preload_libraries: 'citus_columnar',
    timezone: 'UTC',
    jit: 'off',
    ...settings,
  };
  const server = spawn(
    join(columnarPrograms, 'postgres'),
    ['-D', dataDir, ...Object.entries(all).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    run,
  );
  while (spawnSync(join(columnarPrograms, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], run).status !== 0) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    await wait(50);
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const idOf = (which: '-u' | '-g'): number => Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout);
