import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findPostgres } from './embedded/postgres-binaries';
import { findCitus, startCitus } from './embedded/citus';
import { startPostgres } from './embedded/postgres';

/** What a test run needs beside the code: a PostgreSQL of its own, and where Mosquitto and Redis are, if they are installed. */
export interface TestServices {
  env: {
    TEST_DATABASE_URL: string;
    TEST_MQTT_MOSQUITTO: string;
    TEST_REDIS: string;
    TEST_CHROMIUM: string;
    /** ports of the workers, if TEST_CITUS asks for Citus and it is installed; TEST_DATABASE_URL is the coordinator then */
    TEST_CITUS_WORKERS: string;
    TMPDIR: string;
  };
  stop: () => Promise<void>;
}

export { freePort } from './run/ports';

export async function startTestServices(): Promise<TestServices> {
  const folder = mkdtempSync(join(inMemory() ?? tmpdir(), 'headland-test-'));
  chmodSync(folder, 0o711); // started by root, PostgreSQL runs as another user and has to get in
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  // nothing in it outlives the run, so it need not survive a power cut
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '128MB',
    max_connections: '300',
  };
  const citus = process.env.TEST_CITUS ? findCitus() : null;
  if (process.env.TEST_CITUS && citus === null)
    console.log('TEST_CITUS: Citus is not installed here (docs/scale.md); what needs it is skipped.');
  const cluster = citus === null ? null : await startCitus(citus, join(folder, 'citus'), { workers: 2, settings });
  const postgres =
    cluster?.coordinator ??
    (await startPostgres({
      dataDir: join(folder, 'postgres'),
      password: randomBytes(12).toString('hex'),
      logFile: join(folder, 'postgres.log'),
      settings,
    }));
  const nodes = cluster === null ? [postgres] : [postgres, ...cluster.workers];
  const remains = cluster === null ? [findPostgres(join(folder, 'postgres')).dataDir] : [];
  for (const { child } of nodes) if (child.pid !== undefined) endWithUs(child.pid, [folder, ...remains]);
  return {
    env: {
      TEST_DATABASE_URL: postgres.url('postgres'),
      TEST_CITUS_WORKERS: cluster?.workers.map(({ port }) => port).join(',') ?? '',
      TEST_MQTT_MOSQUITTO: findProgram('mosquitto'),
      TEST_REDIS: findProgram('redis-server'),
      TEST_CHROMIUM:
        process.env.TEST_CHROMIUM ??
        (findProgram('chromium-headless-shell') ||
          findProgram('chromium') ||
          findProgram('chromium-browser') ||
          findProgram('google-chrome')),
      TMPDIR: temporary,
    },
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      for (const path of [folder, ...remains]) rmSync(path, { recursive: true, force: true });
    },
  };
}

/**
 * The memory file system of a Linux with room for the databases and temporary files of a run. Each spec file makes a database of some 600 files, which costs
 * a disk many times the processor time of the statements in it.
 */
function inMemory(): string | null {
  const place = '/dev/shm';
  if (process.platform !== 'linux' || !existsSync(place)) return null;
  const gib = 2 ** 30;
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize >= 6 * gib && freemem() >= 10 * gib ? place : null;
}

/** Path of a program, or an empty text. Debian keeps daemons in sbin, which is not on everybody's path. */
export function findProgram(name: string): string {
  for (const folder of [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/sbin',
  ]) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // look further
    }
  }
  return '';
}

/** A small shell that waits for our end, however it comes, and then removes the database, too. */
function endWithUs(pid: number, folders: string[]): void {
  if (process.platform === 'win32') return;
  const script =
    'cat >/dev/null; pid="$0"; kill -INT "$pid" 2>/dev/null; i=0; while kill -0 "$pid" 2>/dev/null && [ $i -lt 50 ]; do sleep 0.1; i=$((i+1)); done; rm -rf "$@"';
  const guard = spawn('/bin/sh', ['-c', script, String(pid), ...folders], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
}
