import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../testing/alerts';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { ConfigSchema, type Config } from '../config';
import { SingleDuties } from './single-duties';

let fresh: FreshDatabase;
let config: Config;
const processes: Process[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  config = ConfigSchema.parse({
    RUN: 'jobs',
    DATABASE_URL: fresh.url,
    MQTT_URL: 'mqtt://127.0.0.1:1',
    MQTT_PASSWORD: 'not-used-here',
    JWT_SECRET: 'x'.repeat(32),
  });
});
afterAll(() => fresh.drop());
afterEach(async () => {
  for (const { duties } of processes.splice(0)) await duties.onApplicationShutdown();
});

interface Process {
  duties: SingleDuties;
  active: boolean;
  starts: number;
  failures: number;
}
function jobsProcess(failures = 0): Process {
  const made: Process = {
    duties: new SingleDuties(config, pino({ level: 'silent' })),
    active: false,
    starts: 0,
    failures,
  };
  made.duties.register({
    name: 'the one thing',
    start: () => {
      if (made.failures-- > 0) throw new Error('not now');
      made.active = true;
      made.starts++;
    },
    stop: () => {
      made.active = false;
    },
  });
  made.duties.onApplicationBootstrap();
  processes.push(made);
  return made;
}
const active = (of: Process[]) =>
  eventually(
    () => Promise.resolve(of.filter((p) => p.active)),
    (found) => found.length === 1,
    180_000,
  );

it('are done by one of several processes, and by the next one when that ends', async () => {
  const all = [jobsProcess(), jobsProcess(), jobsProcess()];
  const [first] = await active(all);
  await first?.duties.onApplicationShutdown();
  expect(first?.active).toBe(false);
  const rest = all.filter((p) => p !== first);
  await active(rest);
  expect(rest.reduce((sum, p) => sum + p.starts, 0)).toBe(1);
});

it('change hands when the session of the holder is gone, and can be had again', async () => {
  const one = jobsProcess();
  await active([one]);
  await loseLease();
  await eventually(
    () => Promise.resolve(one.starts),
    (starts) => starts === 2,
    180_000,
  );
  await active([one]);
});

it('begin again where one of them could not be started', async () => {
  const one = jobsProcess(1);
  await active([one]);
  expect(one.starts).toBe(1);
});

it('do their hourly maintenance two at a time, so that connections are left for the rest', async () => {
  const duties = new SingleDuties(config, pino({ level: 'silent' }));
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => (): Promise<void> => {
    begun.push(name);
    return new Promise((end) => ends.push(end));
  };
  for (const name of ['a', 'b', 'c', 'd']) duties.hourly(name, work(name));
  duties.every('each minute', 60_000, 'failed', work('each minute'));
  processes.push({ duties, active: false, starts: 0, failures: 0 });
  duties.onApplicationBootstrap();
  const first = ['a', 'b', 'each minute'];
  await begunAre(begun, first);
  ends[0]?.();
  await begunAre(begun, [...first, 'c']);
  for (const end of ends) end();
  await begunAre(begun, [...first, 'c', 'd']);
  for (const end of ends) end();
});

it('begin again only when a run that outlived the loss of the lease has ended, and then once', async () => {
  const one = jobsProcess();
  const ends: (() => void)[] = [];
  const firsts: boolean[] = [];
  let [open, most] = [0, 0];
  one.duties.every('long', 10, 'failed', async ({ first }) => {
    firsts.push(first);
    most = Math.max(most, ++open);
    await new Promise<void>((end) => ends.push(end));
    open--;
  });
  const begun = (n: number) =>
    eventually(
      () => Promise.resolve(ends.length),
      (found) => found >= n,
      180_000,
    );
  await begun(1);
  await loseLease();
  // the lease is had again, and with it the other duty has begun
  await eventually(
    () => Promise.resolve(one.starts),
    (starts) => starts === 2,
    180_000,
  );
  expect(open).toBe(1);
  for (let n = 1; n <= 4; n++) {
    ends[n - 1]?.();
    await begun(n + 1);
  }
  expect({ most, firsts }).toEqual({ most: 1, firsts: [true, true, false, false, false] });
  // the end of the process waits for it
  const ended = one.duties.onApplicationShutdown();
  ends.at(-1)?.();
  await ended;
  expect(open).toBe(0);
});

async function loseLease(): Promise<void> {
  const admin = new pg.Client({ connectionString: fresh.url });
  await admin.connect();
  const { rows } = await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'headland-duties' AND datname = current_database()",
  );
  expect(rows).toHaveLength(1);
  await admin.end();
}

const begunAre = (begun: string[], names: string[]) =>
  eventually(
    () => Promise.resolve(begun),
    (now) => now.length >= names.length,
    180_000,
  ).then((now) => expect(now).toEqual(names));
