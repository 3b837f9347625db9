import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './mosquitto';

export interface TestPooler {
  /** of the database, through the pooler */
  url: string;
  stop: () => Promise<void>;
}

/** PgBouncer in transaction mode before the database of this address. `database` and `settings`: further words of its configuration. */
export async function startPooler(
  databaseUrl: string,
  { database = '', settings = '' }: { database?: string; settings?: string } = {},
): Promise<TestPooler> {
  const port = await freePort();
  const { hostname, port: server, username, password, pathname } = new URL(databaseUrl);
  const target = `host=${hostname} port=${server} user=${username} password=${decodeURIComponent(password)} ${database}`;
  const folder = mkdtempSync(join(tmpdir(), 'headland-pooler-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      `[databases]\n* = ${target}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}`,
      `auth_type = any\npool_mode = transaction\nunix_socket_dir =\n${settings}\n`,
    ].join('\n'),
  );
  // it does not run as root
  const account = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const pooler = spawn('pgbouncer', [file], { stdio: ['ignore', 'ignore', 'pipe'], ...account });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    pooler.stderr.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes('process up')) resolve();
    });
    pooler.once('exit', () => reject(new Error(`pgbouncer: ${said}`)));
  });
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    stop: async () => {
      const ended = once(pooler, 'exit');
      // at once: sessions of a process that ends are of no interest
      pooler.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
