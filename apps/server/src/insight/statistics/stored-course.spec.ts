import { afterAll, beforeAll, expect, it } from 'vitest';
import { courses } from '@headland/contracts/course';
import { measuredValues } from '@headland/contracts/measured-values';
import { bucketMs, noSignalsYet } from '@headland/domain/statistics-quarter';
import { dayBounds } from '@headland/domain/zone-day';
import { Random } from '@headland/testing/random';
import { SessionModule } from '../../people/session/session.module';
import { advisoryLockClasses } from '../../platform/database/advisory-locks';
import { eventually } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { saveBuckets } from './count-5min.tx';
import { StatisticsModule } from './statistics.module';
import { manyVehicles } from './stored-course';

const zone = 'Asia/Kathmandu';
const day = '2026-11-02';
const start = dayBounds(day, zone).from;
let server: TestServer;
let at: Organizations;
let tokens: Record<'head' | 'north', string>;
const vehicles: MadeVehicle[] = [];
let model: number;

beforeAll(async () => {
  server = await startServer([SessionModule, StatisticsModule], { clock: () => new Date('2026-11-04T12:00:00Z') });
  at = await makeOrganizations(server.database);
  const login = async (...who: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(server.database, ...who));
  tokens = {
    head: await login('SERVICE_BUSINESS', 'STAFF', at.headOffice),
    north: await login('REGION', 'ADMIN', at.north),
  };
  const random = new Random(5);
  // more than are read directly in either scope; of those of the other region a region sees none
  for (let i = 0; i < 2 * manyVehicles + 30; i++)
    vehicles.push(await makeVehicle(server.database, i % 20 === 0 ? at.sora : at.nami));
  for (const { id } of vehicles)
    for (const hour of [0, 9])
      await rows(id, start + hour * 3_600_000 + Math.floor(random.next() * 3) * bucketMs, random);
  const [row] = await server.database.query<{ id: number }[]>('SELECT model_id AS id FROM vehicle LIMIT 1');
  model = row?.id ?? 0;
});
afterAll(() => server.stop());

/** Five minutes of a vehicle, some values of which are not known. */
async function rows(vehicle: number, from: number, random: Random): Promise<void> {
  const list = measuredValues.map(() => (random.next() < 0.9 ? Math.fround(random.next() * 100) : null));
  const [workMs, fuelL] = [Math.floor(random.next() * 200_000), random.next() < 0.8 ? random.next() : null];
  await saveBuckets(server.database.manager, [
    {
      ...{ vehicle, from, offMs: 0, idleMs: 60_000, workMs, driveMs: 0, loadMs: [0, 0, 0, 0] },
      ...{ hours: null, km: null, fuelL, starts: 0, last: noSignalsYet },
      measured: { means: list, mins: list, maxs: list, counts: list.map((v) => (v === null ? 0 : 30)) },
    },
  ]);
}
const values = ['load', 'fuelRate', 'work', 'coolant'] as const;
const read = (who: keyof typeof tokens) =>
  server.call(
    courses.read,
    { params: { subject: 'models', id: model }, query: { from: day, to: day, values, timeZone: zone } as never },
    tokens[who],
  );
/** Plain SQL over the rows of the vehicles of these organizations. */
async function expected(organizations: readonly number[]) {
  const runMs = 'nullif(b.idle_ms + b.work_ms + b.drive_ms, 0)';
  const column = {
    load: `b.means[${measuredValues.indexOf('load') + 1}]`,
    coolant: `b.means[${measuredValues.indexOf('coolant') + 1}]`,
    fuelRate: `b.fuel_l / (${runMs} / 3600000.0)`,
    work: `100.0 * b.work_ms / ${runMs}`,
  };
  const charts = await Promise.all(
    values.map(async (value) => {
      const list = await server.database.query<{ at: string; mean: number; low: number; high: number }[]>(
        `SELECT extract(epoch FROM b.bucket) * 1000 AS at, avg(${column[value]}) AS mean, percentile_cont(0.1) WITHIN GROUP (ORDER BY (${column[value]})::float8) AS low,
           percentile_cont(0.9) WITHIN GROUP (ORDER BY (${column[value]})::float8) AS high
         FROM vehicle_5min b JOIN vehicle v ON v.id = b.vehicle_id WHERE v.model_id = $1 AND v.organization_id = ANY ($2) AND b.bucket >= $3 AND b.bucket < $4
         GROUP BY b.bucket ORDER BY b.bucket`,
        [model, organizations, new Date(start), new Date(start + 86_400_000)],
      );
      const near = (of: 'mean' | 'low' | 'high') =>
        list.map((row) => (row[of] === null ? null : expect.closeTo(Number(row[of]), 1)));
      return [
        list.map((row) => Number(row.at)),
        { value, mean: near('mean'), low: near('low'), high: near('high') },
      ] as const;
    }),
  );
  return { at: charts[0]?.[0], charts: values.map((value) => charts.find(([, c]) => c.value === value)?.[1]) };
}
const shown = async (who: keyof typeof tokens) => {
  const data = await read(who);
  return { at: data.at, charts: values.map((value) => data.charts.find((c) => c.value === value)) };
};
const storedHours = async (): Promise<number> =>
  (await server.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM course_hour'))[0]?.n ?? 0;

it('of many vehicles is what plain SQL finds, the first time and from what is stored', async () => {
  for (let times = 0; times < 2; times++) {
    expect(await shown('head')).toEqual(await expected([at.nami, at.sora]));
    expect(await storedHours()).toBeGreaterThan(20);
  }
  expect((await read('head')).vehicles).toBe(vehicles.length);
});

it('of a region has its own dealers alone', async () => {
  expect(await shown('north')).toEqual(await expected([at.nami]));
  expect((await read('north')).vehicles).toBeLessThan(vehicles.length);
});

it('shows new and late data at once, and makes only its hour again', async () => {
  await read('head');
  const before = await storedHours();
  await rows(vehicles[3]?.id ?? 0, start + 4 * 3_600_000, new Random(8));
  // Kathmandu is at +5:45: these five minutes are in one hour of UTC, of both scopes
  expect(await storedHours()).toBe(before - 2);
  expect(await shown('head')).toEqual(await expected([at.nami, at.sora]));
  expect(await shown('north')).toEqual(await expected([at.nami]));
});

it('a row that is written again without a change makes nothing again', async () => {
  await Promise.all([read('head'), read('north')]);
  const before = await storedHours();
  await rows(vehicles[3]?.id ?? 0, start + 4 * 3_600_000, new Random(8));
  expect(await storedHours()).toBe(before);
});

it('counts a vehicle where it is now', async () => {
  await server.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [vehicles[1]?.id, at.sora]);
  expect(await shown('north')).toEqual(await expected([at.nami]));
});

it('a vehicle that moves while hours are made without it is in none of them', async () => {
  const maker = server.database.createQueryRunner();
  const [moved] = vehicles;
  try {
    await maker.startTransaction();
    await maker.query('SELECT pg_advisory_xact_lock($1, $2)', [advisoryLockClasses.courseOfModel, model]);
    await maker.query(
      'INSERT INTO course_hour (model_id, scope_id, hour, "values") VALUES ($1, 0, $2, $3) ON CONFLICT DO NOTHING',
      [model, new Date(start), values],
    );
    const move = server.database.query(
      'UPDATE vehicle SET organization_id = CASE organization_id WHEN $2 THEN $3::int ELSE $2 END WHERE id = $1',
      [moved?.id, at.nami, at.sora],
    );
    let done = false;
    const ended = move.finally(() => (done = true));
    await eventually(
      () =>
        server.database.query<unknown[]>(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'",
        ),
      (waiting) => done || waiting.length > 0,
    );
    await maker.commitTransaction();
    await ended;
  } finally {
    await maker.release();
  }
  expect(await server.database.query('SELECT hour FROM course_hour WHERE model_id = $1', [model])).toEqual([]);
});

it('a dealer that moves to another region takes its vehicles along', async () => {
  const [moved] = await server.database.query<{ parent_id: number }[]>(
    'SELECT parent_id FROM organization WHERE id = $1',
    [at.sora],
  );
  // five minutes in which no other machine ran
  await rows(vehicles[1]?.id ?? 0, start + 20 * 3_600_000, new Random(9));
  await server.database.query('UPDATE organization SET parent_id = $2 WHERE id = $1', [at.sora, at.north]);
  expect(await shown('north')).toEqual(await expected([at.nami, at.sora]));
  await server.database.query('UPDATE organization SET parent_id = $2 WHERE id = $1', [at.sora, moved?.parent_id]);
  expect(await shown('north')).toEqual(await expected([at.nami]));
});
