import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportLists } from '@headland/contracts/export';
import { sosUp } from '@headland/testing/builders/up';
import { AppModule } from './app.module';
import { distribute } from './distribute';
import { SessionModule } from './people/session/session.module';
import { advisoryLockClasses } from './platform/database/advisory-locks';
import { isDistributed } from './platform/database/distributed';
import { leaseNumbers } from './platform/jobs/lease';
import { asAdmin, citusWorkers, freshDatabase, onCitus } from './testing/database';
import { devicesOf } from './testing/alerts';
import { everyGet } from './testing/every-get';
import { startServer, type TestServer } from './testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle } from './testing/world';

const workers = citusWorkers(process.env.TEST_DATABASE_URL ?? 'postgres://nowhere');
const run = async (url: string, back = false): Promise<string[]> => {
  const lines: string[] = [];
  await distribute(url, { back, shards: null, print: (line) => lines.push(line) });
  return lines;
};

describe.skipIf(onCitus)('without Citus', () => {
  it('nothing is distributed, and both directions are refused with what to do', async () => {
    const fresh = await freshDatabase();
    expect(await isDistributed(fresh.dataSource)).toBe(false);
    await expect(run(fresh.url)).rejects.toThrow(/no extension citus: CREATE EXTENSION citus/u);
    await expect(run(fresh.url, true)).rejects.toThrow(/no extension citus/u);
    await fresh.drop();
  });
});

describe.skipIf(!onCitus)('a coordinator and two workers (skipped: TEST_CITUS=1 where Citus is installed)', () => {
  let server: TestServer;
  let vehicle: MadeVehicle;
  let token: string;
  beforeAll(async () => {
    server = await startServer([AppModule, SessionModule]);
    const at = await makeOrganizations(server.database);
    vehicle = await makeVehicle(server.database, at.nami);
    token = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
    const today = new Date().toISOString().slice(0, 10);
    await server.database.query('SELECT ensure_telemetry_day($1)', [today]);
    await server.database.query(
      `INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine, work, lat, lon, engine_hours)
       SELECT $1 + (i % 7), $2, now() - i * interval '10 seconds', 0, now(), 1, i, true, 'work', 35.8, 127.1, 100 + i / 360.0
       FROM generate_series(0, 99) i`,
      [vehicle.deviceKey, vehicle.id],
    );
  });
  afterAll(() => server?.stop());

  const rows = async (): Promise<number> =>
    (await server.database.query<[{ n: number }]>('SELECT count(*)::int AS n FROM telemetry'))[0].n;

  it('answer every GET endpoint', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const answers = [
      ...(await everyGet(server, token, { id: vehicle.id, query: { day } })),
      ...(await everyGet(server, token, { id: vehicle.id, query: { month: day.slice(0, 7) } })),
      ...(await everyGet(server, token, { id: vehicle.id, query: { from: day, to: day } })),
      ...(await everyGet(server, token, { id: vehicle.deviceKey })),
    ];
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const answered = new Set(answers.filter(({ status }) => status === 200).map(({ path }) => path));
    expect(answered.size).toBeGreaterThan(exportLists.length);
  });

  it('take an SOS while the workers are away; only telemetry waits for them', async () => {
    const database = new URL(server.databaseUrl).pathname.slice(1);
    const onWorkers = async (sql: string): Promise<void> => {
      for (const worker of workers) await asAdmin(worker, (client) => client.query(sql));
    };
    await onWorkers(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await onWorkers(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${database}' AND backend_type = 'client backend'`,
    );
    await expect(rows()).rejects.toThrow(/127\.0\.0\.1/u);
    await devicesOf(server).sos(vehicle.deviceId, sosUp({ type: 'button' }));
    const calls = await server.database.query<object[]>('SELECT status FROM sos_call WHERE vehicle_id = $1', [
      vehicle.id,
    ]);
    expect(calls).toHaveLength(1);
    await onWorkers(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    expect(await rows()).toBe(100);
  });

  it('have the rows on both, and back in one database, done twice as once', async () => {
    const shards = await server.database.query<{ node: number; shards: number }[]>(
      "SELECT nodeport AS node, count(DISTINCT shardid)::int AS shards FROM citus_shards WHERE table_name = 'telemetry'::regclass GROUP BY 1",
    );
    expect(shards.map((s) => s.shards)).toEqual([2, 2]);
    expect(await run(server.databaseUrl)).toEqual(['Telemetry is distributed.']);
    expect(await rows()).toBe(100);
    await run(server.databaseUrl, true);
    expect(await isDistributed(server.database)).toBe(false);
    expect(await rows()).toBe(100);
    expect(await run(server.databaseUrl, true)).toEqual(['Telemetry is in this database.']);
    await run(server.databaseUrl);
    expect(await isDistributed(server.database)).toBe(true);
    expect(await rows()).toBe(100);
  });

  it('are not touched while ingest is connected, or with settings that would make it fail', async () => {
    const ingest = new pg.Client({ connectionString: server.databaseUrl, application_name: 'headland-ingest' });
    await ingest.connect();
    await expect(run(server.databaseUrl, true)).rejects.toThrow(/Ingest is connected/u);
    await ingest.end();
    // one to which no device has sent anything yet
    const quiet = new pg.Client({ connectionString: server.databaseUrl, application_name: 'headland-duties' });
    await quiet.connect();
    await quiet.query('SELECT pg_advisory_lock($1, $2)', [advisoryLockClasses.lease, leaseNumbers.ingest]);
    await expect(run(server.databaseUrl, true)).rejects.toThrow(/Ingest is connected/u);
    await quiet.end();
    await run(server.databaseUrl, true);
    await server.database.query(
      `INSERT INTO telemetry_late SELECT device_key, vehicle_id, ts, device_ts, received_at, boot, seq FROM telemetry LIMIT 1`,
    );
    await expect(run(server.databaseUrl)).rejects.toThrow(/0 days are compressed, and what came late/u);
    await server.database.query('DELETE FROM telemetry_late');
    await server.database.query('CREATE EXTENSION citus_columnar');
    await server.database.query(
      "CREATE TABLE telemetry_20200102 PARTITION OF telemetry FOR VALUES FROM ('2020-01-02Z') TO ('2020-01-03Z') USING columnar",
    );
    await expect(run(server.databaseUrl)).rejects.toThrow(/1 days are compressed: TELEMETRY_COMPRESS=none/u);
    await server.database.query('DROP TABLE telemetry_20200102');
    await server.database.query("INSERT INTO telemetry_rewrite (partition) VALUES ('telemetry_20200101')");
    await server.database.query(
      'DO $$ BEGIN EXECUTE format($f$ALTER DATABASE %I SET citus.max_cached_conns_per_worker = 1$f$, current_database()); END $$',
    );
    await expect(run(server.databaseUrl)).rejects.toThrow(
      /1 days are still being rewritten[^]*max_cached_conns_per_worker is 1/u,
    );
    expect(await isDistributed(server.database)).toBe(false);
  });
});
