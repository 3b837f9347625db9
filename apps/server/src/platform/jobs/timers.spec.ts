import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/alerts';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { freePort } from '../../testing/mosquitto';
import { readConfig } from '../config';
import { Timers } from './timers';

const redisPath = process.env.TEST_REDIS ?? '';
let fresh: FreshDatabase;
let redis: ChildProcess | null = null;
let redisPort = 0;

beforeAll(async () => {
  fresh = await freshDatabase();
  if (redisPath === '') return;
  redisPort = await freePort();
  redis = spawn(redisPath, ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
  await eventually(
    () => new Promise<boolean>((resolve) => connect(redisPort, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))),
    (open) => open,
  );
});
afterAll(async () => {
  redis?.kill('SIGTERM');
  await fresh.drop();
});

const kinds = [
  { kind: 'PostgreSQL', env: () => ({}), skip: false },
  { kind: 'Redis', env: () => ({ REDIS_URL: `redis://127.0.0.1:${redisPort}` }), skip: redisPath === '' },
];
describe.each(kinds.filter((k) => !k.skip))('timed acts with their queue in $kind', ({ env }) => {
  let timers: Timers;
  let ran: { id: number; at: number }[];
  let waiting: number[];
  const config = () =>
    readConfig({ RUN: 'jobs', DATABASE_URL: fresh.url, MQTT_URL: 'mqtt://127.0.0.1:1', MQTT_PASSWORD: 'not used', JWT_SECRET: 'x'.repeat(32), ...env() });
  const start = (sweepMs: number, run: (id: number) => Promise<void> = () => Promise.resolve()): void => {
    timers = new Timers(config(), pino({ level: 'silent' }));
    timers.register({
      name: 'test-act',
      run: async (id) => {
        ran.push({ id, at: Date.now() });
        await run(id);
        waiting = waiting.filter((w) => w !== id);
      },
      due: () => Promise.resolve(waiting),
      sweepMs,
    });
    timers.onApplicationBootstrap();
  };
  beforeEach(() => {
    ran = [];
    waiting = [];
  });
  afterEach(() => timers.onApplicationShutdown());

  it('run at their time, never before it, and once where they are planned twice', async () => {
    start(600_000);
    const at = new Date(Date.now() + 700);
    timers.plan('test-act', 1, at);
    timers.plan('test-act', 1, at);
    await eventually(
      () => Promise.resolve(ran),
      (r) => r.length > 0,
    );
    expect(ran[0]?.at).toBeGreaterThanOrEqual(at.getTime() - 2);
    timers.plan('test-act', 2, new Date());
    await eventually(
      () => Promise.resolve(ran),
      (r) => r.some((x) => x.id === 2),
    );
    expect(ran.filter((r) => r.id === 1)).toHaveLength(1);
  });

  it('are found by the sweep where the queue lost them', async () => {
    waiting = [7, 8];
    start(50);
    await eventually(
      () => Promise.resolve(waiting),
      (w) => w.length === 0,
    );
    expect(ran.map((r) => r.id).sort()).toEqual([7, 8]);
  });

  it('that fail are tried again by queue or sweep', async () => {
    let fails = 1;
    waiting = [3];
    start(50, () => (fails-- > 0 ? Promise.reject(new Error('not now')) : Promise.resolve()));
    await eventually(
      () => Promise.resolve(waiting),
      (w) => w.length === 0,
    );
    expect(ran.length).toBeGreaterThanOrEqual(2);
  });

  it('end with the process within its patience, also while one hangs', async () => {
    waiting = [5];
    start(600_000, () => new Promise(() => undefined));
    await eventually(
      () => Promise.resolve(ran),
      (r) => r.length === 1,
    );
    const began = Date.now();
    await timers.onApplicationShutdown();
    expect(Date.now() - began).toBeLessThan(3_000);
  });
});

it.runIf(redisPath !== '')('a queue whose Redis is away delays nothing but the wake-up', async () => {
  const config = readConfig({
    RUN: 'jobs',
    DATABASE_URL: fresh.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    MQTT_URL: 'mqtt://127.0.0.1:1',
    MQTT_PASSWORD: 'not used',
    JWT_SECRET: 'x'.repeat(32),
  });
  const timers = new Timers(config, pino({ level: 'silent' }));
  let waiting = [1];
  timers.register({ name: 'test-act', run: (id) => Promise.resolve((waiting = waiting.filter((w) => w !== id))), due: () => Promise.resolve(waiting), sweepMs: 50 });
  timers.onApplicationBootstrap();
  timers.plan('test-act', 1, new Date());
  await eventually(
    () => Promise.resolve(waiting),
    (w) => w.length === 0,
  );
  await timers.onApplicationShutdown();
});
