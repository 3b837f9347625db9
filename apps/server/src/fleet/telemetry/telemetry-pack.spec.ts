import { columnarPrograms, startColumnarPostgres, type ColumnarPostgres } from '@headland/testing/columnar-postgres';
import { Readable } from 'node:stream';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config';
import { DatabaseSnapshot } from '../../platform/backup/dump-database';
import { loadDatabase } from '../../platform/backup/load-database';
import type { Manifest } from '../../platform/backup/manifest';
import { migrations } from '../../platform/database/migrations';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { freePort } from '../../testing/mosquitto';
import { makeOrganizations, makeVehicle, type MadeVehicle } from '../../testing/world';
import { selectSignals } from './signal-columns.reads';
import { TelemetryMaintenance } from './telemetry-maintenance';
import { TelemetryPack } from './telemetry-pack';

const log = pino({ level: 'silent' });
const dayMs = 86_400_000;
const now = (): Date => new Date();
let fresh: FreshDatabase;
let vehicles: MadeVehicle[];
let maintenance: TelemetryMaintenance;
let compress: (engine: 'none' | 'columnar') => TelemetryPack;
const query = <T>(sql: string, values: unknown[] = []): Promise<T[]> => fresh.dataSource.query(sql, values);
const numberOf = async (sql: string): Promise<number> =>
  (await query<{ n: number }>(`SELECT (${sql})::int AS n`))[0]?.n ?? 0;

async function open(admin?: string): Promise<void> {
  // days of a distributed table are not packed
  fresh = await freshDatabase(migrations, admin, false);
  const { nami } = await makeOrganizations(fresh.dataSource);
  vehicles = [await makeVehicle(fresh.dataSource, nami), await makeVehicle(fresh.dataSource, nami)];
  const configOf = (engine: string) =>
    readConfig({
      RUN: 'jobs',
      DATABASE_URL: fresh.url,
      MQTT_URL: 'mqtt://127.0.0.1:1',
      MQTT_PASSWORD: 'not used',
      JWT_SECRET: 'x'.repeat(32),
      TELEMETRY_KEEP_DAYS: '60',
      TELEMETRY_COMPRESS: engine,
    });
  const duties = new SingleDuties(configOf('none'), log);
  compress = (engine) => new TelemetryPack(duties, fresh.dataSource, configOf(engine), now, log);
  maintenance = new TelemetryMaintenance(duties, fresh.dataSource, configOf('none'), now, log);
}

let daysAgo = 15;
const day = (): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
const partition = (): string => `telemetry_${day().replaceAll('-', '')}`;
const first = (): string => `${day()}T00:00:00Z`;
async function nextDay(): Promise<void> {
  daysAgo++;
  await query('SELECT ensure_telemetry_day($1)', [day()]);
}

/** Samples of both vehicles, as ingest inserts them when a batch is written a second time. */
async function store(rows: number, from = 0): Promise<void> {
  for (const { deviceKey, id } of vehicles)
    await query(
      `INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, rpm, work, coolant, lat)
       SELECT $1, $2, at, (extract(epoch FROM at) * 1000)::bigint, at + interval '1 second', 7, s, 1500 + s, 'work', 80.5 + s % 9, 35.123456 + s * 1e-6
       FROM generate_series($4::int, $4::int + $5::int - 1) s, LATERAL (SELECT $3::timestamptz + s * interval '10 seconds' AS at) a
       ON CONFLICT DO NOTHING`,
      [deviceKey, id, first(), from, rows],
    );
}
const stored = (): Promise<Record<string, unknown>[]> =>
  query(
    `SELECT t.device_key, t.vehicle_id, t.ts, t.device_ts, t.boot, t.seq, t.rpm, t.work, t.lat, ${selectSignals('t')}
     FROM telemetry t WHERE t.ts >= $1 AND t.ts < $1::timestamptz + interval '1 day' ORDER BY t.device_key, t.ts, t.boot, t.seq`,
    [first()],
  );
const late = (): Promise<number> => numberOf('SELECT count(*) FROM telemetry_late');
const engineOf = async (name = partition()): Promise<string | undefined> =>
  (
    await query<{ engine: string }>(
      'SELECT a.amname AS engine FROM pg_class c JOIN pg_am a ON a.oid = c.relam WHERE c.relname = $1',
      [name],
    )
  )[0]?.engine;
const tablesOfDay = (): Promise<number> =>
  numberOf(`SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relname LIKE '${partition()}%'`);

describe('old days of telemetry, by a PostgreSQL of its own', () => {
  beforeAll(() => open());
  afterAll(() => fresh.drop());
  beforeEach(nextDay);

  it('stay as they are where the engine is not installed', async () => {
    await store(20);
    expect(await compress('columnar').run()).toBe(false);
    expect(await engineOf()).toBe('heap');
    expect(await stored()).toHaveLength(40);
  });

  it('take in what came late, once, and their statistics are counted again', async () => {
    await store(3);
    await query(
      `INSERT INTO telemetry_late SELECT device_key, vehicle_id, ts + n * interval '1 hour', device_ts, received_at, boot, seq FROM telemetry t, generate_series(0, 1) n WHERE t.ts >= $1 AND t.ts < $1::timestamptz + interval '1 day' AND t.device_key = $2`,
      [first(), vehicles[0]?.deviceKey],
    );
    await query('DELETE FROM late_telemetry');
    await compress('none').run();
    expect(await stored()).toHaveLength(9);
    expect(await late()).toBe(0);
    expect(await query('SELECT DISTINCT vehicle_id, quarter::text FROM late_telemetry ORDER BY 2')).toEqual(
      [
        { vehicle_id: vehicles[0]?.id, quarter: `${day()} 01:00:00+00` },
        { vehicle_id: vehicles[0]?.id, quarter: `${day()} 00:45:00+00` },
      ].reverse(),
    );
  });

  it('have columns of the same names, order and types as what came late for them', async () => {
    const columnsOf = (table: string): Promise<unknown[]> =>
      query(
        'SELECT attname, atttypid::regtype::text, attnotnull FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum',
        [table],
      );
    expect(await columnsOf('telemetry_late')).toEqual(await columnsOf('telemetry'));
  });
});

describe.skipIf(columnarPrograms === '')(
  'old days of telemetry, by citus_columnar (skipped where it is not installed)',
  () => {
    let postgres: ColumnarPostgres;
    let pack: TelemetryPack;
    beforeAll(async () => {
      postgres = await startColumnarPostgres(await freePort());
      await open(postgres.url);
      await query('CREATE EXTENSION citus_columnar');
      pack = compress('columnar');
    });
    afterAll(async () => {
      await fresh.drop();
      await postgres.stop();
    });
    beforeEach(nextDay);

    /** As ingest writes them first. */
    async function copyIn(rows: number, from = 0): Promise<void> {
      for (const { deviceKey, id } of vehicles)
        for (let s = from; s < from + rows; s++)
          await query(
            `COPY telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq) FROM PROGRAM 'printf "${deviceKey},${id},%s,0,%s,7,${s}" ${new Date(Date.parse(first()) + s * 10_000).toISOString()} ${new Date().toISOString()}' CSV`,
          );
    }

    it('have the same rows afterwards, once each, in a table of the engine', async () => {
      await store(200);
      const before = await stored();
      expect(await pack.run()).toBe(true);
      expect(await engineOf()).toBe('columnar');
      expect(await stored()).toEqual(before);
      expect(await tablesOfDay()).toBe(1);
      expect(await late()).toBe(0);
      expect(await pack.run()).toBe(false);
    });

    it('are not those of the last days', async () => {
      const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
      await query('SELECT ensure_telemetry_day($1)', [yesterday]);
      while (await pack.run());
      expect(await engineOf(`telemetry_${yesterday.replaceAll('-', '')}`)).toBe('heap');
      expect(await engineOf()).toBe('columnar');
    });

    it('take what comes late once, by COPY and by INSERT, and know what they have', async () => {
      await store(30);
      await pack.run();
      await store(40);
      await copyIn(2, 50);
      expect(await stored()).toHaveLength(60);
      await pack.run();
      expect(await stored()).toHaveLength(84);
      expect(await late()).toBe(0);
      expect(await numberOf('SELECT count(*) FROM telemetry_default')).toBe(0);
      await store(40);
      await copyIn(2, 50);
      await pack.run();
      expect(await stored()).toHaveLength(84);
    });

    it('have once what came while they were copied', async () => {
      await store(50);
      const reader = new pg.Client(fresh.url);
      await reader.connect();
      try {
        // an export that has begun to read: the copy waits for its end before it takes the place of the day
        await reader.query('BEGIN; LOCK TABLE telemetry IN ACCESS SHARE MODE');
        const run = pack.run();
        await vi.waitFor(async () => {
          expect(await numberOf("SELECT count(*) FROM pg_trigger WHERE tgname = 'copied_row'")).toBe(1);
        });
        await store(70);
        expect(await stored()).toHaveLength(140);
        await reader.query('COMMIT');
        await run;
      } finally {
        await reader.end();
      }
      expect(await engineOf()).toBe('columnar');
      expect(await stored()).toHaveLength(140);
      expect(await late()).toBe(0);
    });

    it('are not empty for who reads with a snapshot of before', async () => {
      await store(10);
      const reader = new pg.Client(fresh.url);
      await reader.connect();
      await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await reader.query('SELECT 1');
      const run = pack.run();
      await vi.waitFor(async () => {
        // its copy is complete when it is counted
        expect(
          await numberOf(`SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%backend_xmin%'`),
        ).toBeGreaterThan(1);
      });
      const { rows } = await reader.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM telemetry WHERE ts >= '${first()}' AND ts < '${first()}'::timestamptz + interval '1 day'`,
      );
      await reader.query('COMMIT');
      await reader.end();
      await run;
      expect(rows[0]?.n).toBe(20);
      expect(await engineOf()).toBe('columnar');
    });

    it('begin again where a process was cut off, and a copy of before cannot take their place', async () => {
      await store(20);
      await query(`CREATE TABLE ${partition()}_p900 (LIKE telemetry) USING columnar`);
      await query(
        `CREATE TRIGGER copied_row AFTER INSERT ON ${partition()} FOR EACH ROW EXECUTE FUNCTION to_telemetry_late()`,
      );
      await store(25);
      expect(await late()).toBe(10);
      await pack.run();
      expect(await stored()).toHaveLength(50);
      expect(await late()).toBe(0);
      expect(await tablesOfDay()).toBe(1);
    });

    it('are plain tables again when the engine is given up, with what came late meanwhile', async () => {
      await store(20);
      await pack.run();
      await store(30);
      while (await compress('none').run());
      expect(
        await numberOf("SELECT count(*) FROM pg_class c JOIN pg_am a ON a.oid = c.relam WHERE a.amname = 'columnar'"),
      ).toBe(0);
      expect(await stored()).toHaveLength(60);
      await store(40);
      expect(await stored()).toHaveLength(80);
      expect(await numberOf("SELECT count(*) FROM pg_trigger WHERE tgname IN ('late_row', 'copied_row')")).toBe(0);
    });

    it('are plain days of a back-up, which a database without the engine restores', async () => {
      await store(20);
      while (await pack.run());
      await store(25);
      const plain = await freshDatabase();
      await plain.dataSource.destroy();
      const snapshot = await DatabaseSnapshot.take(fresh.url);
      try {
        const texts = new Map<string, string>();
        const tables = [];
        for (const table of await snapshot.tables()) {
          const parts: string[] = [];
          const rows = await snapshot.copy(table, async (from) => {
            for await (const part of from) parts.push(String(part));
          });
          texts.set(table.name, parts.join(''));
          tables.push({ ...table, rows: rows ?? 0 });
        }
        const manifest = { migrations: await snapshot.migrations(), tables, sequences: await snapshot.sequences() };
        const nothing = (): Promise<void> => Promise.resolve();
        await loadDatabase({ DATABASE_URL: plain.url, DATABASE_POOL: 2 }, manifest as Manifest, {
          overwrite: true,
          rowsOf: (name) => Promise.resolve(Readable.from([texts.get(name) ?? ''])),
          beforeLoad: nothing,
          beforeCommit: nothing,
        });
      } finally {
        await snapshot.end();
      }
      const restored = new pg.Client(plain.url);
      await restored.connect();
      const { rows } = await restored.query(
        `SELECT (SELECT count(*)::int FROM ${partition()}) AS day, (SELECT count(*)::int FROM telemetry_late) AS late,
         (SELECT count(*)::int FROM pg_inherits WHERE inhrelid = '${partition()}'::regclass) AS attached`,
      );
      await restored.end();
      await plain.drop();
      expect(rows).toEqual([{ day: 40, late: 50, attached: 1 }]);
      await pack.run();
    });

    it('go with their retention', async () => {
      daysAgo = 70;
      await query('SELECT ensure_telemetry_day($1)', [day()]);
      await store(20);
      while (await pack.run());
      expect(await engineOf()).toBe('columnar');
      await store(22);
      expect(await maintenance.run()).toBe(true);
      expect(await tablesOfDay()).toBe(0);
      await pack.run();
      expect(await maintenance.run()).toBe(true);
      expect(await late()).toBe(0);
      expect(await stored()).toEqual([]);
    });
  },
);
