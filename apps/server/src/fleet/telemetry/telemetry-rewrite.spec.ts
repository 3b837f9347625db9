import pino from 'pino';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { makeOrganizations, makeVehicle, type MadeVehicle } from '../../testing/world';
import { selectSignals } from './signal-columns.reads';
import { TelemetryRewrite } from './telemetry-rewrite';

const log = pino({ level: 'silent' });
const dayMs = 86_400_000;
let fresh: FreshDatabase;
let vehicle: MadeVehicle;
let rewrite: TelemetryRewrite;

beforeAll(async () => {
  // days are rewritten before telemetry is distributed
  fresh = await freshDatabase(undefined, undefined, false);
  vehicle = await makeVehicle(fresh.dataSource, (await makeOrganizations(fresh.dataSource)).nami);
  const config = readConfig({
    RUN: 'jobs',
    DATABASE_URL: fresh.url,
    MQTT_URL: 'mqtt://127.0.0.1:1',
    MQTT_PASSWORD: 'not used',
    JWT_SECRET: 'x'.repeat(32),
  });
  rewrite = new TelemetryRewrite(new SingleDuties(config, log), fresh.dataSource, () => new Date(), log);
});
afterAll(() => fresh.drop());

let daysAgo = 2;
beforeEach(async () => {
  await fresh.dataSource.query('DELETE FROM telemetry_rewrite');
  daysAgo++;
  await fresh.dataSource.query('SELECT ensure_telemetry_day($1)', [day()]);
  await fresh.dataSource.query('INSERT INTO telemetry_rewrite (partition) VALUES ($1)', [partition()]);
});
const day = (): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
const partition = (): string => `telemetry_${day().replaceAll('-', '')}`;

/** Samples as releases before the columns wrote them; every third measured nothing. */
async function store(rows: number, from = 0): Promise<void> {
  await fresh.dataSource.query(
    `INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, rpm, work, signals)
     SELECT $1, $2, $3::timestamptz + s * interval '10 seconds', s, now(), 7, s, 1500 + s, 'work',
       CASE WHEN s % 3 > 0 THEN jsonb_build_object('coolant', 80.5 + s % 9, 'pto', 540, 'tilt', jsonb_build_object('x', 1.5, 'y', -2, 'z', s % 4)) END
     FROM generate_series($4::int, $4::int + $5::int - 1) s`,
    [vehicle.deviceKey, vehicle.id, `${day()}T00:00:00Z`, from, rows],
  );
}
const stored = (): Promise<Record<string, unknown>[]> =>
  fresh.dataSource.query(
    `SELECT t.device_key, t.vehicle_id, t.ts, t.device_ts, t.boot, t.seq, t.rpm, t.work, ${selectSignals('t')} FROM telemetry t WHERE t.ts >= $1 AND t.ts < $1::timestamptz + interval '1 day' ORDER BY t.ts`,
    [`${day()}T00:00:00Z`],
  );
const left = (): Promise<{ partition: string; copy: string | null }[]> =>
  fresh.dataSource.query('SELECT partition, copy FROM telemetry_rewrite');
const numberOf = async (sql: string): Promise<number> =>
  (await fresh.dataSource.query<{ n: number }[]>(`SELECT (${sql})::int AS n`))[0]?.n ?? 0;
const tables = (): Promise<number> =>
  numberOf("SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relname LIKE 'telemetry\\_2%'");

it('a day of before has the same values afterwards, in columns', async () => {
  await store(200);
  const before = await stored();
  expect(before[1]).toMatchObject({ coolant: 81.5, pto: 540, tiltX: 1.5, tiltY: -2, tiltZ: 1, battery: null });
  const others = await tables();
  await rewrite.run();
  expect(await stored()).toEqual(before);
  expect(await numberOf(`SELECT count(*) FROM ${partition()} WHERE signals IS NOT NULL`)).toBe(0);
  expect(await numberOf(`SELECT count(*) FROM ${partition()} WHERE coolant IS NOT NULL`)).toBe(133);
  expect(await left()).toEqual([]);
  expect(await tables()).toBe(others);
});

it('what comes late while a day is copied is in it once, and its duplicates are known', async () => {
  await store(50);
  const reader = new pg.Client(fresh.url);
  await reader.connect();
  try {
    // an export that reads: the copy waits for it before it takes the place of its day
    await reader.query('BEGIN; LOCK TABLE telemetry IN ACCESS SHARE MODE');
    const run = rewrite.run();
    await vi.waitFor(async () => {
      const [entry] = await left();
      if (entry?.copy == null) throw new Error('not begun');
      expect(await numberOf(`SELECT count(*) FROM ${entry.copy}`)).toBe(50);
    });
    await store(20, 50);
    await reader.query('COMMIT');
    await run;
  } finally {
    await reader.end();
  }
  expect(await stored()).toHaveLength(70);
  await expect(store(1, 60)).rejects.toThrow('duplicate key');
  await rewrite.run();
  expect(await left()).toEqual([]);
});

it('begins a day again that was cut off, whatever its copy holds', async () => {
  await store(30);
  await fresh.dataSource.query(`CREATE TABLE ${partition()}_r0 (LIKE ${partition()} INCLUDING ALL)`);
  await fresh.dataSource.query('UPDATE telemetry_rewrite SET copy = $1', [`${partition()}_r0`]);
  const others = await tables();
  await rewrite.run();
  expect(await stored()).toHaveLength(30);
  expect(await tables()).toBe(others - 1);
});

it('a day that cannot be rewritten keeps no older one from it', async () => {
  const newer = partition();
  await store(10);
  daysAgo++;
  await fresh.dataSource.query('SELECT ensure_telemetry_day($1)', [day()]);
  await fresh.dataSource.query('INSERT INTO telemetry_rewrite (partition) VALUES ($1)', [partition()]);
  await store(10);
  const writer = new pg.Client(fresh.url);
  await writer.connect();
  try {
    await writer.query(`BEGIN; LOCK TABLE ${newer} IN ROW EXCLUSIVE MODE`);
    await expect(rewrite.run()).rejects.toThrow('lock timeout');
    expect(await left()).toEqual([{ partition: newer, copy: null }]);
  } finally {
    await writer.end();
  }
  await rewrite.run();
  expect(await left()).toEqual([]);
});

it('forgets a day that was dropped with its retention', async () => {
  await fresh.dataSource.query(`DROP TABLE ${partition()}`);
  await rewrite.run();
  expect(await left()).toEqual([]);
});

it('leaves a day alone that has not ended', async () => {
  const today = `telemetry_${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;
  await fresh.dataSource.query('SELECT ensure_telemetry_day(now()::date)');
  await fresh.dataSource.query('UPDATE telemetry_rewrite SET partition = $1', [today]);
  await rewrite.run();
  expect(await left()).toEqual([{ partition: today, copy: null }]);
});
