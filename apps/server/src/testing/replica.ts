import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './mosquitto';

export interface TestReplica {
  /** the same database there */
  url: (of: string) => string;
  /** what is committed from now on does not arrive, while it goes on to answer */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  stop: () => Promise<void>;
}

/** A streaming replica of the PostgreSQL of this run, made by a copy of its files (Linux: its program is found by its process). */
export async function startReplica(): Promise<TestReplica> {
  const admin = new URL(process.env.TEST_DATABASE_URL ?? '');
  const primary = new pg.Client({ connectionString: admin.toString() });
  await primary.connect();
  const shown = async (name: string): Promise<string> =>
    Object.values((await primary.query<Record<string, string>>(`SHOW ${name}`)).rows[0] ?? {})[0] ?? '';
  const source = await shown('data_directory');
  const program = readlinkSync(`/proc/${readFileSync(join(source, 'postmaster.pid'), 'utf8').split('\n')[0]}/exe`);
  const { uid, gid } = statSync(source);
  const folder = mkdtempSync(join(tmpdir(), 'headland-replica-'));
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  // until the replica has it the primary keeps what it wrote meanwhile, however much other specs write
  const slot = `replica_${randomBytes(4).toString('hex')}`;
  await primary.query('SELECT pg_create_physical_replication_slot($1, true)', [slot]);
  await primary.query("SELECT pg_backup_start('replica', fast => true)");
  // files that go away meanwhile are not missed
  spawnSync('cp', ['-a', source, dataDir]);
  const { rows } = await primary.query<{ label: string }>(
    'SELECT labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
  );
  const connections = await shown('max_connections');
  await primary.end();
  for (const name of ['postmaster.pid', 'postmaster.opts', `pg_replslot/${slot}`])
    rmSync(join(dataDir, name), { recursive: true, force: true });
  const write = (name: string, text: string): void => {
    writeFileSync(join(dataDir, name), text, { flag: 'a' });
    chownSync(join(dataDir, name), uid, gid);
  };
  write('backup_label', rows[0]?.label ?? '');
  write('standby.signal', '');
  const { port: from, username, password } = admin;
  write(
    'postgresql.auto.conf',
    `\nprimary_conninfo = 'host=127.0.0.1 port=${from} user=${username} password=${decodeURIComponent(password)}'\nprimary_slot_name = '${slot}'\n`,
  );
  const port = await freePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: connections };
  const server = spawn(
    program,
    ['-D', dataDir, ...Object.entries({ ...settings, fsync: 'off' }).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    { cwd: '/', stdio: 'ignore', ...(process.getuid?.() === 0 ? { uid, gid } : {}), env: { LC_ALL: 'C' } },
  );
  const url = (of: string): string => Object.assign(new URL(of), { port: String(port) }).toString();
  const ask = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url(admin.toString()) });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  for (;;) {
    const problem = await ask('SELECT 1').then(
      () => null,
      (error: unknown) => error,
    );
    if (problem === null) break;
    if (server.exitCode !== null) throw new Error(`the replica ended with ${server.exitCode}`);
    await wait(50);
  }
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGQUIT');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
    const client = new pg.Client({ connectionString: admin.toString() });
    await client.connect();
    // the primary may not have noticed yet that its reader is gone
    await client.query(
      'SELECT pg_terminate_backend(active_pid, 10000) FROM pg_replication_slots WHERE slot_name = $1',
      [slot],
    );
    await client.query('SELECT pg_drop_replication_slot($1)', [slot]);
    await client.end();
  };
  return {
    url,
    pause: () => ask('SELECT pg_wal_replay_pause()'),
    resume: () => ask('SELECT pg_wal_replay_resume()'),
    stop: () => (stopped ??= stop()),
  };
}
