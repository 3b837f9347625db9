import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '@headland/contracts/endpoint';
import { accessHeader } from '@headland/contracts/session';
import { logIn } from '@headland/testing/log-in';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inCheckout } from './run/checkout';
import { readDemo } from './run/demo-file';
import { freePort } from './run/ports';

/** `npm run backup` beside a running product with its fleet, `npm run restore` into a folder that does not exist, and a start there. */
let folder: string;
let file: string;
let current: ChildProcess | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headland-backup-'));
  file = join(folder, 'all.backup');
});
afterAll(async () => {
  await end();
  rmSync(folder, { recursive: true, force: true });
});

it('what is backed up while the fleet drives comes up elsewhere, with its accounts, keys and files', async () => {
  const first = await installation('first');
  await start(first);
  const backup = await run(first, 'backup', file);
  expect(backup.code, backup.output).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const key = await signingKey(first);
  const again = await run(first, 'restore', file);
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('Headland is running at')]);
  await end();

  // a later back-up has the key that was made after the first
  rmSync(file);
  expect((await run(first, 'backup', file)).code).toBe(0);
  const second = await installation('second');
  const restored = await run(second, 'restore', file);
  expect(restored.code, restored.output).toBe(0);
  const secrets = (dataDir: string): Record<string, string> =>
    JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
  const { databasePassword, ...keys } = secrets(first.DATA_DIR);
  expect(secrets(second.DATA_DIR)).toMatchObject(keys);
  expect(secrets(second.DATA_DIR).databasePassword).not.toBe(databasePassword);
  expect(existsSync(join(second.DATA_DIR, 'restored-keys'))).toBe(false);

  await start(second);
  const account = readDemo(second.DATA_DIR)?.accounts[0];
  if (account === undefined) throw new Error('no demo account');
  expect((await logIn(`http://127.0.0.1:${second.PORT}`, account)).accessToken).toBeTruthy();
  expect(await signingKey(second)).toBe(key);
}, 600_000);

type Installation = Record<
  'PORT' | 'MQTT_PORT' | 'DATA_DIR' | 'DATABASE_URL' | 'REDIS_URL' | 'MQTT_URL' | 'NODE_ENV',
  string
>;
async function installation(name: string): Promise<Installation> {
  const other = { DATABASE_URL: '', REDIS_URL: '', MQTT_URL: '', NODE_ENV: '' };
  return {
    ...other,
    PORT: String(await fivePorts()),
    MQTT_PORT: String(await freePort()),
    DATA_DIR: join(folder, name),
  };
}

async function start(env: Installation): Promise<void> {
  const { child, output } = launch(env, 'start.mjs');
  current = child;
  await new Promise<void>((up, fail) => {
    child.stdout?.on('data', () => output().includes('Headland is up') && up());
    child.once('exit', () => fail(new Error(output())));
  });
}

async function end(): Promise<void> {
  if (current === undefined || current.exitCode !== null || current.signalCode !== null) return;
  const ended = once(current, 'exit');
  current.kill('SIGTERM');
  await ended;
}

async function run(env: Installation, ...args: string[]): Promise<{ code: number; output: string }> {
  const { child, output } = launch(env, 'run.mjs', ...args);
  const [code] = (await once(child, 'close')) as [number];
  return { code, output: output() };
}

function launch(env: Installation, script: string, ...args: string[]): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [inCheckout('tools', script), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (d: Buffer) => (output += d.toString()));
  return { child, output: () => output };
}

/** The public half: the same installation has the same. It is generated on the first request. */
async function signingKey(env: Installation): Promise<string> {
  const account = readDemo(env.DATA_DIR)?.accounts.find((a) => a.groupType === 'HEAD_OFFICE' && a.role === 'ADMIN');
  if (account === undefined) throw new Error('no administrator');
  const { accessToken } = await logIn(`http://127.0.0.1:${env.PORT}`, account);
  const answer = await fetch(`http://127.0.0.1:${env.PORT}/api/reprogram/key?timeZone=UTC`, {
    headers: { [accessHeader]: accessToken },
  });
  const envelope = (await answer.json()) as Envelope<unknown>;
  if (!envelope.success) throw new Error(envelope.error.code);
  return JSON.stringify(envelope.data);
}

/** The api's port and the four after it. */
async function fivePorts(): Promise<number> {
  for (;;) {
    const first = await freePort();
    const rest = await Promise.all([1, 2, 3, 4].map(async (n) => (await freePort(first + n)) === first + n));
    if (rest.every(Boolean)) return first;
  }
}
