import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../testing/alerts';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { ConfigSchema } from '../config';
import { leaseNumbers } from './lease';
import { StandBy } from './stand-by';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

it('subscribes again only when its former subscription has ended, however late that is', async () => {
  const config = ConfigSchema.parse({
    RUN: 'ingest',
    DATABASE_URL: fresh.url,
    MQTT_URL: 'mqtt://127.0.0.1:1',
    MQTT_PASSWORD: 'not-used-here',
    JWT_SECRET: 'x'.repeat(32),
  });
  const standBy = new StandBy(config, pino({ level: 'silent' }));
  const events: string[] = [];
  const ends: (() => void)[] = [];
  standBy.register('ingest', {
    start: () => void events.push('start'),
    stop: async () => {
      events.push('stop');
      // a batch that waits for the database
      await new Promise<void>((end) => ends.push(end));
      events.push('stopped');
    },
  });
  const come = (event: string, times: number) =>
    eventually(
      () => Promise.resolve(events.filter((e) => e === event).length),
      (found) => found === times,
      60_000,
    );
  const works = (expected: boolean) =>
    eventually(
      () => Promise.resolve(standBy.worksAt('ingest')),
      (found) => found === expected,
      60_000,
    );
  standBy.onApplicationBootstrap();
  await come('start', 1);

  // another process takes over, and ends
  const other = new pg.Client({ connectionString: fresh.url });
  await other.connect();
  await other.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'headland-duties' AND datname = current_database()",
  );
  await other.query('SELECT pg_advisory_lock(7260, $1)', [leaseNumbers.ingest]);
  await come('stop', 1);
  await other.end();

  await works(true);
  expect(events).toEqual(['start', 'stop']);
  ends[0]?.();
  await come('start', 2);
  expect(events).toEqual(['start', 'stop', 'stopped', 'start']);

  const ended = standBy.onApplicationShutdown();
  await come('stop', 2);
  ends[1]?.();
  await ended;
});
