import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { groupTypes, roles } from '@headland/contracts/access';
import { z } from 'zod';
import { writeBaseMaps } from './base-maps';

/** What a start writes for users, tests and tools (`demo.json` in its data folder). */
const Demo = z.object({
  url: z.string(),
  mqtt: z.object({ host: z.string(), port: z.number() }),
  accounts: z.array(
    z.object({
      id: z.string(),
      password: z.string(),
      groupType: z.enum(groupTypes),
      role: z.enum(roles),
      organization: z.string(),
    }),
  ),
  devices: z.array(z.object({ id: z.string(), secret: z.string(), vin: z.string(), model: z.string() })),
  kiosk: z.string(),
});
export type Demo = z.output<typeof Demo>;
export type DemoAccount = Demo['accounts'][number];
export type DemoDevice = Demo['devices'][number];
const Run = z.object({ parts: z.array(z.object({ name: z.string(), pid: z.number() })) });

/** The demo file of this worker's product: E2E_DEMO has one per worker, separated as in PATH. */
const demoFile = (): string => {
  const path = process.env.E2E_DEMO?.split(delimiter)[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (!path)
    throw new Error(
      'E2E_DEMO names the demo.json of the product at E2E_URL; without E2E_URL the journeys start a product of their own.',
    );
  return path;
};
export const readDemo = (): Demo => Demo.parse(JSON.parse(readFileSync(demoFile(), 'utf8')));
export const productUrl = (): string => process.env.E2E_URL || readDemo().url;

/** The current process of a part: the launcher restarts a part that ends. */
export function processOf(part: string): number {
  const run = Run.parse(JSON.parse(readFileSync(join(dirname(demoFile()), 'run.json'), 'utf8')));
  const found = run.parts.find((p) => p.name === part);
  if (found === undefined) throw new Error(`The launcher runs no ${part} here.`);
  return found.pid;
}

/**
 * Starts a product as a user would, on free ports and in a folder of its own; `stop` ends it and removes the folder.
 */
export async function startProduct(args: string[]): Promise<{ url: string; demo: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'headland-e2e-'));
  chmodSync(folder, 0o711); // started by root, PostgreSQL runs as another user and has to get in
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const dataDir = join(folder, 'data');
  const env = {
    ...process.env,
    PORT: String(port),
    MQTT_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    MAP_DIR: writeBaseMaps(join(folder, 'maps')),
    DATABASE_URL: '',
    REDIS_URL: '',
    MQTT_URL: '',
    PUBLIC_URL: '',
  };
  const launcher = spawn(process.execPath, [join(repository(), 'tools', 'start.mjs'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const stop = async (): Promise<void> => {
    await end(launcher);
    rmSync(folder, { recursive: true, force: true });
  };
  const up = new Promise<void>((done, fail) => {
    const onData = (data: Buffer): void => {
      output += data.toString();
      if (output.includes('Headland is up')) done();
    };
    launcher.stdout.on('data', onData);
    launcher.stderr.on('data', onData);
    launcher.once('exit', () => fail(new Error(`The product did not start:\n${output}`)));
    setTimeout(() => fail(new Error(`The product was not up within five minutes:\n${output}`)), 300_000).unref();
  });
  try {
    await up;
  } catch (e) {
    await stop();
    throw e;
  }
  return { url, demo: join(dataDir, 'demo.json'), stop };
}

async function end(launcher: ChildProcess): Promise<void> {
  if (launcher.exitCode !== null || launcher.signalCode !== null) return;
  const exit = once(launcher, 'exit');
  launcher.kill('SIGTERM');
  await exit;
}

/** The checkout: the parent folder with the lock file. */
export function repository(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package-lock.json'))) folder = resolve(folder, '..');
  return folder;
}

/** Ports of products that may not have opened theirs yet. */
const taken: number[] = [];

/** A free port with the five after it, which the other processes of the product use. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    if (taken.some((other) => Math.abs(other - port) < 6)) continue;
    taken.push(port);
    const free = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => isFree(port + n)));
    if (free.every(Boolean)) return port;
  }
  throw new Error('No six free ports in a row between 15000 and 30000.');
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => done(true)));
  });
