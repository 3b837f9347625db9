import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { rebuildStatistics } from './rebuild-statistics';
import { freshDatabase, type FreshDatabase } from './testing/database';
import { makeOrganizations, makeVehicle, type MadeVehicle } from './testing/world';

let fresh: FreshDatabase;
let vehicle: MadeVehicle;
const output = { out: '', err: '' };

beforeAll(async () => {
  fresh = await freshDatabase();
  vi.stubEnv('DATABASE_URL', fresh.url);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((output.out += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((output.err += String(text)), true));
  vehicle = await makeVehicle(fresh.dataSource, (await makeOrganizations(fresh.dataSource)).nami);
  await fresh.dataSource.query(
    `INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine, work)
     SELECT $1, $2, t, 0, t, 1, i, true, 'work' FROM generate_series(0, 30) i, LATERAL (SELECT '2026-11-20T01:00:00Z'::timestamptz + i * interval '10 seconds' AS t) at`,
    [vehicle.deviceKey, vehicle.id],
  );
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await fresh.drop();
});
const worked = async (): Promise<number | undefined> =>
  (
    await fresh.dataSource.query<{ work_ms: number }[]>('SELECT work_ms FROM vehicle_quarter WHERE vehicle_id = $1', [
      vehicle.id,
    ])
  )[0]?.work_ms;

it('counts the days that are named, and no others', async () => {
  expect(await rebuildStatistics(['2026-11-18', '2026-11-19'])).toBe(0);
  expect(await worked()).toBeUndefined();
  expect(await rebuildStatistics(['2026-11-19', '2026-11-20'])).toBe(0);
  expect(await worked()).toBe(300_000);
  expect(output.out).toContain('1 of 1 vehicles');
});

it('takes an empty variable for one that is not set, as the processes do', async () => {
  for (const key of ['MQTT_URL', 'MQTT_PASSWORD_FILE', 'JWT_SECRET', 'JWT_SECRET_FILE']) vi.stubEnv(key, '');
  output.err = '';
  expect(await rebuildStatistics(['2026-11-20', '2026-11-20']), output.err).toBe(0);
});

it.each([[[]], [['2026-11-19']], [['yesterday', '2026-11-20']], [['2026-11-20', '2026-11-19']]])(
  'explains the missing argument for %j',
  async (args) => {
    output.err = '';
    expect(await rebuildStatistics(args)).toBe(1);
    expect(output.err).toContain('npm run lab -- rebuild-statistics 2026-11-01 2026-11-14');
  },
);
