import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sample } from '@headland/contracts/device/up';
import { measuredValues } from '@headland/contracts/measured-values';
import { bucketMs, bucketOf, quarterOf } from '@headland/domain/statistics-quarter';
import { dayBounds, dayOf } from '@headland/domain/zone-day';
import { engineUp, statusUp, telemetryUp } from '@headland/testing/builders/up';
import { Random } from '@headland/testing/random';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { TelemetryIngest } from '../../fleet/telemetry/telemetry-ingest';
import { TelemetryModule } from '../../fleet/telemetry/telemetry.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { SessionModule } from '../../people/session/session.module';
import { columnName } from '../../platform/database/columns-of';
import { held } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { StatisticsAggregates } from './statistics-aggregates.tx';
import { StatisticsModule } from './statistics.module';

const hour = 3_600_000;
let server: TestServer;
let at: Organizations;
let aggregates: StatisticsAggregates;

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, SosModule, TelemetryModule, StatisticsModule]);
  at = await makeOrganizations(server.database);
  aggregates = server.app.get(StatisticsAggregates);
});
afterAll(() => server.stop());

let seq = 0;
const send = (...batch: ReturnType<typeof held>[]): Promise<void> => server.app.get(TelemetryIngest).commit(batch);
async function sendSamples(vehicle: MadeVehicle, samples: readonly Sample[]): Promise<void> {
  for (let i = 0; i < samples.length; i += 60) {
    const some = samples.slice(i, i + 60);
    await send(
      held(vehicle.deviceId, 'telemetry', telemetryUp({ seq: ++seq, ts: some.at(-1)?.ts ?? 0, samples: some })),
    );
  }
}
async function machine(): Promise<MadeVehicle> {
  const vehicle = await makeVehicle(server.database, at.nami);
  await send(held(vehicle.deviceId, 'status', statusUp()));
  return vehicle;
}
/** Samples 10 s apart in which now and then a sensor has no value. */
function someSamples(from: number, count: number, random: Random): Sample[] {
  const now = (max: number): number | undefined =>
    random.chance(0.1) ? undefined : Math.round(random.next() * max * 10) / 10;
  return Array.from({ length: count }, (_, i) => ({
    ts: from + i * 10_000,
    engine: random.chance(0.9) ? 'on' : 'off',
    work: random.pick(['idle', 'work', 'drive']),
    rpm: now(2500),
    speed: now(40),
    load: now(110),
    coolant: now(110),
    railPressure: now(1800),
    fuelUsed: 100 + i / 50,
    engineHours: 500 + i / 360,
    odometer: 1000 + i / 100,
    tilt: random.chance(0.5) ? { x: now(20) ?? 0, y: -3.5, z: 0 } : undefined,
  })) as Sample[];
}
type Row = Record<string, unknown>;
const bucketsIn = (vehicle: MadeVehicle): Promise<Row[]> =>
  server.database.query('SELECT * FROM vehicle_5min WHERE vehicle_id = $1 ORDER BY bucket', [vehicle.id]);
const quartersIn = (vehicle: MadeVehicle): Promise<Row[]> =>
  server.database.query('SELECT * FROM vehicle_quarter WHERE vehicle_id = $1 ORDER BY quarter', [vehicle.id]);

it('every measured value has the mean, least, greatest and count that plain SQL over the raw rows finds', async () => {
  const vehicle = await machine();
  const from = quarterOf(Date.now() - 6 * hour) + 7_000;
  await sendSamples(vehicle, someSamples(from, 400, new Random(1)));
  await aggregates.update();
  const rows = await bucketsIn(vehicle);
  expect(rows).toHaveLength(14);
  for (const [place, value] of measuredValues.entries()) {
    const column = columnName(value);
    const expected = await server.database.query<
      { mean: number | null; least: number | null; greatest: number | null; n: number }[]
    >(
      `SELECT avg(${column})::float8 AS mean, min(${column})::float8 AS least, max(${column})::float8 AS greatest, count(${column})::int AS n
       FROM telemetry WHERE vehicle_id = $1 GROUP BY floor(extract(epoch FROM ts) / 300) ORDER BY floor(extract(epoch FROM ts) / 300)`,
      [vehicle.id],
    );
    for (const [i, { mean, least, greatest, n }] of expected.entries()) {
      const near = (v: number | null): unknown => (v === null ? null : expect.closeTo(v, 2));
      expect([
        value,
        ...(['means', 'mins', 'maxs', 'counts'] as const).map((name) => (rows[i]?.[name] as unknown[])[place]),
      ]).toEqual([value, near(mean), near(least), near(greatest), n]);
    }
  }
});

it('quarters are the sums of their buckets, and load bands add up to the time with a load', async () => {
  const vehicle = await machine();
  await sendSamples(vehicle, someSamples(quarterOf(Date.now() - 6 * hour), 300, new Random(2)));
  await send(
    held(vehicle.deviceId, 'engine', engineUp({ seq: 1, ts: quarterOf(Date.now() - 6 * hour) - 1_000, on: true })),
  );
  await aggregates.update();
  const sums = await server.database.query<Row[]>(
    `SELECT date_bin('15 minutes', bucket, 'epoch') AS quarter, sum(idle_ms)::int AS idle_ms, sum(work_ms)::int AS work_ms, sum(drive_ms)::int AS drive_ms,
       sum(km) AS km, sum(hours) AS hours, sum(fuel_l) AS fuel_l, sum(starts)::int AS starts
     FROM vehicle_5min WHERE vehicle_id = $1 GROUP BY 1 ORDER BY 1`,
    [vehicle.id],
  );
  const quarters = await quartersIn(vehicle);
  expect(quarters.length).toBeGreaterThan(3);
  expect(sums).toEqual(
    quarters.map(({ quarter, idle_ms, work_ms, drive_ms, km, hours, fuel_l, starts }) => {
      const near = (v: unknown): unknown => (v === null ? null : expect.closeTo(v as number, 9));
      return { quarter, idle_ms, work_ms, drive_ms, km: near(km), hours: near(hours), fuel_l: near(fuel_l), starts };
    }),
  );
  for (const row of await bucketsIn(vehicle)) {
    const [running, banded] = [
      Number(row.idle_ms) + Number(row.work_ms) + Number(row.drive_ms),
      (row.load_ms as number[]).reduce((sum, ms) => sum + ms, 0),
    ];
    expect(banded).toBeLessThanOrEqual(running);
    expect(running + Number(row.off_ms)).toBeLessThanOrEqual(bucketMs);
  }
});

it('a sample that comes three days late changes its bucket, its quarter and its day', async () => {
  const vehicle = await machine();
  const from = quarterOf(Date.now() - 3 * 24 * hour);
  await sendSamples(
    vehicle,
    [0, 1, 3, 4].map((i) => ({ ts: from + i * 10_000, engine: 'on', work: 'work', rpm: 1000 })),
  );
  await aggregates.update();
  const day = dayOf(from, server.config.PRODUCT_TIME_ZONE);
  const figures = async (): Promise<unknown> => [
    (await bucketsIn(vehicle)).map((r) => [(r.means as number[])[0], (r.counts as number[])[0]]),
    (await quartersIn(vehicle)).map((r) => r.work_ms),
    await server.database.query('SELECT work_ms FROM vehicle_day WHERE vehicle_id = $1 AND day = $2', [
      vehicle.id,
      day,
    ]),
  ];
  expect(await figures()).toEqual([[[1000, 4]], [40_000], [{ work_ms: 40_000 }]]);
  await sendSamples(vehicle, [{ ts: from + 50_000, engine: 'on', work: 'work', rpm: 2000 }]);
  await aggregates.update();
  expect(await figures()).toEqual([[[1200, 5]], [50_000], [{ work_ms: 50_000 }]]);
});

it('a rebuild from the raw rows gives the same numbers, bit for bit, also in another order of arrival', async () => {
  const [first, second] = [await machine(), await machine()];
  const from = quarterOf(Date.now() - 9 * hour);
  const samples = someSamples(from, 700, new Random(3));
  await sendSamples(first, samples);
  const random = new Random(4);
  const parts = Array.from({ length: 7 }, (_, i) => samples.slice(i * 100, (i + 1) * 100));
  while (parts.length > 0) {
    await sendSamples(second, parts.splice(Math.floor(random.next() * parts.length), 1)[0] ?? []);
    await aggregates.update();
  }
  const without = (rows: readonly Row[]): string => JSON.stringify(rows.map(({ vehicle_id: _, ...row }) => row));
  const [before, quarters] = [await bucketsIn(first), await quartersIn(first)];
  expect(without(await bucketsIn(second))).toBe(without(before));
  expect(without(await quartersIn(second))).toBe(without(quarters));
  await server.database.query('DELETE FROM vehicle_5min WHERE vehicle_id = $1', [first.id]);
  await server.database.query('DELETE FROM vehicle_quarter WHERE vehicle_id = $1', [first.id]);
  await aggregates.rebuild(from, from + 3 * hour, { only: [first.id] });
  expect(without(await bucketsIn(first))).toBe(without(before));
  expect(without(await quartersIn(first))).toBe(without(quarters));
});

it('an installation that had telemetry before is filled back to its oldest row, with the days before the fortnight', async () => {
  const vehicle = await machine();
  const from = quarterOf(Date.now() - 20 * 24 * hour);
  await sendSamples(vehicle, someSamples(from, 100, new Random(5)));
  await aggregates.update();
  const [rows, quarters] = [await bucketsIn(vehicle), await quartersIn(vehicle)];
  expect(rows.length).toBeGreaterThan(2);
  // as the migration leaves it
  await server.database.query('DELETE FROM vehicle_5min');
  await server.database.query('DELETE FROM vehicle_quarter WHERE vehicle_id = $1', [vehicle.id]);
  await server.database.query('DELETE FROM vehicle_day WHERE vehicle_id = $1', [vehicle.id]);
  await server.database.query('UPDATE figures_progress SET counted_from = counted_to');
  const progress = async (): Promise<number> =>
    (
      await server.database.query<{ counted_from: Date }[]>('SELECT counted_from FROM figures_progress')
    )[0]?.counted_from.getTime() ?? 0;
  while ((await progress()) > from) await aggregates.update();
  await aggregates.update();
  expect(await bucketsIn(vehicle)).toEqual(rows);
  expect(await quartersIn(vehicle)).toEqual(quarters);
  const zone = server.config.PRODUCT_TIME_ZONE;
  const days = await server.database.query<{ ms: number }[]>(
    'SELECT d.idle_ms + d.work_ms + d.drive_ms AS ms FROM vehicle_day d JOIN figures_zone z ON z.id = d.zone_id AND z.name = $2 WHERE d.vehicle_id = $1 ORDER BY d.day',
    [vehicle.id, zone],
  );
  const { to } = dayBounds(dayOf(from, zone), zone);
  const running = (of: (bucket: number) => boolean): number =>
    rows
      .filter((r) => of(bucketOf((r.bucket as Date).getTime())))
      .reduce((sum, r) => sum + Number(r.idle_ms) + Number(r.work_ms) + Number(r.drive_ms), 0);
  expect(days.map((d) => d.ms)).toEqual([running((b) => b < to), running((b) => b >= to)].filter((ms) => ms > 0));
});
