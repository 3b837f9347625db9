import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../config';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { SingleDuties } from '../jobs/single-duties';
import { QuarantineMaintenance } from './quarantine-maintenance';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

it('deletes quarantined messages past their retention', async () => {
  const database = fresh.dataSource;
  await database.query(
    "INSERT INTO quarantine (received_at, topic, device_id, reason, bytes, payload) SELECT now() - n * interval '1 hour', 't', 'TEST-1', 'schema', 0, '' FROM generate_series(1, 2500) n",
  );
  await database.query(
    "INSERT INTO quarantine_discarded VALUES ('TEST-1', now() - interval '3 days', 7), ('TEST-1', now(), 8)",
  );
  const config = readConfig({
    RUN: 'jobs',
    DATABASE_URL: fresh.url,
    MQTT_URL: 'mqtt://127.0.0.1:1',
    MQTT_PASSWORD: 'not used',
    JWT_SECRET: 'x'.repeat(32),
    QUARANTINE_KEEP_DAYS: '2',
  });
  await new QuarantineMaintenance(
    new SingleDuties(config, pino({ level: 'silent' })),
    database,
    config,
    () => new Date(),
  ).run();
  const [kept] = await database.query<object[]>('SELECT count(*)::int AS n FROM quarantine');
  expect(kept).toEqual({ n: 47 });
  expect(await database.query('SELECT messages::int FROM quarantine_discarded')).toEqual([{ messages: 8 }]);
});
