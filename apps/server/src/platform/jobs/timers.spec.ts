import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/alerts';
import { redisPath, TestQueues } from '../../testing/queues';
import { Timers } from './timers';

const queues = new TestQueues();
beforeAll(() => queues.open());
afterAll(() => queues.close());

describe.each(queues.kinds)('timed acts with their queue in $kind', ({ url }) => {
  let timers: Timers;
  let ran: { id: number; at: number }[];
  let waiting: number[];
  const start = (sweepMs: number, run: (id: number) => Promise<void> = () => Promise.resolve()): void => {
    timers = new Timers(queues.config(url()), pino({ level: 'silent' }));
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
    // the work never ends: a shutdown that waited for it would hang
    await timers.onApplicationShutdown();
  });
});

it.runIf(redisPath !== '')('a queue whose Redis is away delays nothing but the wake-up', async () => {
  const timers = new Timers(queues.config('redis://127.0.0.1:1'), pino({ level: 'silent' }));
  let waiting = [1];
  timers.register({
    name: 'test-act',
    run: (id) => Promise.resolve((waiting = waiting.filter((w) => w !== id))),
    due: () => Promise.resolve(waiting),
    sweepMs: 50,
  });
  timers.onApplicationBootstrap();
  timers.plan('test-act', 1, new Date());
  await eventually(
    () => Promise.resolve(waiting),
    (w) => w.length === 0,
  );
  await timers.onApplicationShutdown();
});
