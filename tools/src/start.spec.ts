import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inCheckout } from './run/checkout';
import { freePort } from './run/ports';
import { isAlive, signal } from './run/process-identity';

/** `npm start` as a person runs it, on ports and in a folder of its own. The tests build on each other: one product, started, killed, started again. */
let dataDir: string;
let env: NodeJS.ProcessEnv;
let port: number;
let current: ChildProcess | undefined;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'headland-start-'));
  port = await sixPorts();
  env = {
    ...process.env,
    PORT: String(port),
    MQTT_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    REDIS_URL: '',
    MQTT_URL: '',
    NODE_ENV: '',
  };
});
afterAll(async () => {
  if (current && current.exitCode === null && current.signalCode === null) {
    const ended = once(current, 'exit');
    current.kill('SIGTERM');
    await ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

it('comes up with every process ready, secrets that only their owner reads, and an address to open', async () => {
  const { child, output } = launch(['--no-fleet']);
  current = child;
  await until(() => output().includes('Headland is up') || child.exitCode !== null, output);
  expect(output()).toContain(`http://localhost:${port}`);
  expect(await health()).toEqual([200, 200, 200, 200, 200]);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  const page = await fetch(`http://localhost:${port}/`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  const scripts = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/gu)].map(
    (found) => found[1] ?? '',
  );
  const encodings = await Promise.all(
    scripts.map(async (path) =>
      (await fetch(`http://localhost:${port}${path}`, { headers: { 'accept-encoding': 'gzip, br' } })).headers.get(
        'content-encoding',
      ),
    ),
  );
  // the smallest of them are sent as they are
  expect(new Set(encodings)).toContain('br');
  for (const { address } of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
    if (!address.startsWith('127.') && address !== '::1' && !address.startsWith('fe80'))
      expect([address, await allHealth(address)]).toEqual([address, [0, 0, 0, 0, 0]]);
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
    url: string;
    accounts: { id: string }[];
  };
  expect(demo.url).toBe(`http://localhost:${port}`);
  for (const account of demo.accounts) expect(output()).toContain(account.id);
}, 240_000);

it('a second start in the same folder states that it runs already', async () => {
  const { child, output } = launch([]);
  expect(await exitCode(child)).toBe(1);
  expect(output()).toContain(`Headland is already running at http://localhost:${port}`);
  expect(await health()).toEqual([200, 200, 200, 200, 200]);
});

it('every part that is killed comes back, the database with its port', async () => {
  const before = parts();
  for (const { pid } of before) signal(pid, 'SIGKILL');
  const names = before.map((p) => p.name).sort();
  await until(
    () =>
      parts().length === before.length && parts().every((p) => isAlive(p.pid) && !before.some((b) => b.pid === p.pid)),
    () => JSON.stringify(parts()),
  );
  expect(
    parts()
      .map((p) => p.name)
      .sort(),
  ).toEqual(names);
  await untilReady();
}, 240_000);

it('after a kill -9 of the start alone the next one ends what was left and comes up', async () => {
  const left = parts();
  const ended = once(current as ChildProcess, 'exit');
  current?.kill('SIGKILL');
  await ended;
  const { child, output } = launch(['--no-fleet']);
  current = child;
  await until(() => output().includes('Headland is up') || child.exitCode !== null, output);
  expect(output()).toContain('Headland is up');
  expect(await health()).toEqual([200, 200, 200, 200, 200]);
  expect(left.filter((p) => isAlive(p.pid))).toEqual([]);
}, 240_000);

it('Ctrl-C ends everything that it started and leaves the folder free', async () => {
  const running = parts();
  const child = current as ChildProcess;
  child.kill('SIGINT');
  expect(await exitCode(child)).toBe(0);
  expect(running.filter((p) => isAlive(p.pid))).toEqual([]);
  expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
});

const ofNetwork = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
it.runIf(ofNetwork !== undefined)(
  'comes up on one address of the network, which is told nothing of its health',
  async () => {
    const { child, output } = launch(['--no-fleet'], { HOST: ofNetwork });
    current = child;
    await until(() => output().includes('Headland is up') || child.exitCode !== null, output);
    expect(output()).toContain(`Headland is up: http://${ofNetwork}:${port}`);
    expect((await fetch(`http://${ofNetwork}:${port}/`)).status).toBe(200);
    expect((await fetch(`http://${ofNetwork}:${port}/readyz`)).status).toBe(404);
    child.kill('SIGINT');
    expect(await exitCode(child)).toBe(0);
  },
  240_000,
);

it('a port in use, a service that is away and a word it does not know are one sentence each', async () => {
  const other = createServer().listen(port + 2);
  await once(other, 'listening');
  const cases: [NodeJS.ProcessEnv, string[], RegExp][] = [
    [{}, [], new RegExp(`Port ${port + 2} is in use by another program: .* PORT=\\d+ npm start`)],
    [
      { PORT: String(await sixPorts()), DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x' },
      [],
      /The database of DATABASE_URL does not answer \(.*\): start it/,
    ],
    [
      { PORT: String(await sixPorts()), REDIS_URL: 'redis://127.0.0.1:9' },
      [],
      /The Redis of REDIS_URL does not answer \(.*\): start it/,
    ],
    [{ PORT: 'web' }, [], /PORT is a port number between 1 and 65530, not web\./],
    [{}, ['--no-flee'], /npm start does not know --no-flee; it knows --dev and --no-fleet\./],
  ];
  for (const [more, args, sentence] of cases) {
    const { child, output } = launch(args, more);
    expect(await exitCode(child), output()).toBe(1);
    expect(output().trim().split('\n').at(-1)).toMatch(sentence);
  }
  other.close();
  expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
});

it('a process of the server whose settings are wrong ends with a code of its own, by which systemd lets it be', async () => {
  const child = spawn(process.execPath, [inCheckout('apps/server/dist/main.js')], {
    env: { RUN: 'jobs', DATABASE_URL: 'postgres://h@127.0.0.1:9/h', MQTT_URL: 'mqtt://127.0.0.1:9' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (d: Buffer) => (words += d.toString()));
  expect(await exitCode(child)).toBe(78);
  expect(words).toContain('MQTT_PASSWORD: is missing');
});

function launch(args: string[], more: NodeJS.ProcessEnv = {}): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [inCheckout('tools/start.mjs'), ...args], {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (d: Buffer) => (output += d.toString()));
  return { child, output: () => output };
}

const exitCode = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode !== null) return child.exitCode;
  return ((await once(child, 'close')) as [number | null])[0];
};
const parts = (): { name: string; pid: number }[] =>
  (JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { parts: { name: string; pid: number }[] }).parts;
const health = (): Promise<number[]> => allHealth('127.0.0.1');
const allHealth = (address: string): Promise<number[]> =>
  Promise.all(
    [0, 1, 2, 3, 4].map((n) =>
      fetch(`http://${address.includes(':') ? `[${address}]` : address}:${port + n}/readyz`).then(
        (r) => r.status,
        () => 0,
      ),
    ),
  );

async function untilReady(): Promise<void> {
  while ((await health()).some((status) => status !== 200)) await new Promise((r) => setTimeout(r, 100));
}

async function until(fact: () => boolean, state: () => string): Promise<void> {
  const end = Date.now() + 200_000;
  while (!fact()) {
    if (Date.now() > end) throw new Error(state());
    await new Promise((r) => setTimeout(r, 50));
  }
}

/** The api's port and the five after it. */
async function sixPorts(): Promise<number> {
  for (;;) {
    const first = await freePort();
    const rest = await Promise.all([1, 2, 3, 4, 5].map(async (n) => (await freePort(first + n)) === first + n));
    if (rest.every(Boolean)) return first;
  }
}
