import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appReports } from '@headland/contracts/app-report';
import { Random } from '@headland/testing/random';
import { AppMembersModule } from '../../ownership/app-members/app-members.module';
import { SessionModule } from '../../people/session/session.module';
import { startServer, type TestServer } from '../../testing/server';
import { machineOf, makeMember, type Member } from '../../testing/transfers';
import { makeOrganizations, type MadeVehicle } from '../../testing/world';
import { StatisticsAggregates } from '../statistics/statistics-aggregates.tx';
import { StatisticsModule } from '../statistics/statistics.module';
import { AppReportModule } from './app-report.module';

/** The figures of a report against plain SQL over the raw telemetry, around a month in which the clocks go back. */
const month = '2025-11';
const began = Date.parse('2025-10-20T00:00:00Z');
const ended = Date.parse('2025-12-04T00:00:00Z');
const zones = ['Asia/Seoul', 'America/Chicago', 'Asia/Kathmandu'];
const second = 1000;
const hour = 3600 * second;
let server: TestServer;
let nami: number;
let owner: Member;
let buyer: Member;
let machine: MadeVehicle;
let passedOn: MadeVehicle;
const handedOverAt = new Date('2025-11-14T03:20:00Z');

beforeAll(async () => {
  server = await startServer([SessionModule, AppMembersModule, StatisticsModule, AppReportModule]);
  ({ nami } = await makeOrganizations(server.database));
  [owner, buyer] = [await makeMember(server, nami), await makeMember(server, nami, '박철호')];
  machine = await machineOf(server, owner, nami);
  passedOn = await machineOf(server, buyer, nami);
  await server.database.query('DELETE FROM vehicle_owner WHERE vehicle_id = $1', [passedOn.id]);
  await server.database.query(
    'INSERT INTO vehicle_owner (vehicle_id, customer_id, since, until) VALUES ($1, $2, NULL, $4), ($1, $3, $4, NULL)',
    [passedOn.id, owner.id, buyer.id, handedOverAt],
  );
  await fill(machine, new Random(7));
  await fill(passedOn, new Random(8));
  await server.app.get(StatisticsAggregates).rebuild(began, ended, { only: [machine.id, passedOn.id] });
});
afterAll(() => server.stop());

interface Sampled {
  device: number;
  ts: Date;
  engine: boolean;
  work: string;
  rpm: number;
  load: number | null;
  hours: number;
  km: number;
  fuel: number;
}

/**
 * Shifts at any hour, with silences, a stopped engine that reports 0 rpm, a meter that is replaced, and another terminal
 * from the middle of the month on.
 */
async function fill(vehicle: MadeVehicle, random: Random): Promise<void> {
  const [other] = await server.database.query<{ key: number }[]>(
    "INSERT INTO device (id, secret_hash) VALUES ($1, 'none') RETURNING key",
    [`T-OTHER-${vehicle.id}`],
  );
  await server.database.query(
    `INSERT INTO device_installation (vehicle_id, device_id, matched_on) VALUES ($1, $2, '2025-11-16')`,
    [vehicle.id, `T-OTHER-${vehicle.id}`],
  );
  const rows: Sampled[] = [];
  const changed = Date.parse('2025-11-16T05:00:00Z');
  let [hours, km, fuel] = [812, 4031, 9000];
  let at = began;
  while (at < ended) {
    for (let i = 0; i < 90 && at < ended; i++) {
      at += (random.chance(0.03) ? random.whole(61, 900) : 10) * second;
      const engine = random.chance(0.93);
      const work = random.pick(['idle', 'work', 'drive']);
      if (engine) {
        hours += 10 / 3600;
        km += work === 'drive' ? 0.031 : 0;
        fuel += 0.027;
      }
      if (random.chance(0.0006)) km = 0;
      const load = engine && random.chance(0.95) ? random.whole(0, 104) : null;
      const device = at < changed ? vehicle.deviceKey : (other?.key ?? 0);
      rows.push({
        device,
        ts: new Date(at),
        engine,
        work,
        rpm: engine ? random.whole(800, 2300) : 0,
        load,
        hours,
        km,
        fuel,
      });
    }
    at += random.whole(2, 14) * hour + random.whole(0, 3600) * second;
  }
  const of = <K extends keyof Sampled>(key: K): Sampled[K][] => rows.map((row) => row[key]);
  await server.database.query(
    `INSERT INTO telemetry (device_key, vehicle_id, boot, seq, ts, device_ts, received_at, engine, work, rpm, engine_hours, odometer, fuel_used, load)
     SELECT d, $1, 1, n, ts, 0, ts, e, w, r, h, k, f, l
     FROM unnest($2::int[], $3::timestamptz[], $4::bool[], $5::text[], $6::real[], $7::real[], $8::float8[], $9::float8[], $10::float8[]) WITH ORDINALITY
       AS u(d, ts, e, w, r, l, h, k, f, n)`,
    [
      vehicle.id,
      ...[of('device'), of('ts'), of('engine'), of('work'), of('rpm'), of('load'), of('hours'), of('km'), of('fuel')],
    ],
  );
}

interface Expected {
  days: { day: string; runMs: number }[];
  idle: number;
  work: number;
  drive: number;
  loads: number[];
  hours: number;
  km: number;
  fuel: number;
  rpm: number;
}

/** Another way to the same: steps from one sample to the next, cut at the zone's midnights and at the handover. */
async function plain(vehicleId: number, zone: string, of = month, since: Date | null = null): Promise<Expected> {
  const cut = `WITH day AS (
      SELECT d::date::text AS day, greatest(d::timestamp AT TIME ZONE $2, $4::timestamptz) AS starts, (d + interval '1 day')::timestamp AT TIME ZONE $2 AS ends
      FROM generate_series(($3 || '-01')::date, ($3 || '-01')::date + interval '1 month' - interval '1 day', interval '1 day') d
    ), step AS (
      SELECT ts, engine, work, rpm, load, lead(ts) OVER w AS next, engine_hours - lag(engine_hours) OVER w AS hours,
        odometer - lag(odometer) OVER w AS km, fuel_used - lag(fuel_used) OVER w AS fuel
      FROM telemetry WHERE vehicle_id = $1 WINDOW w AS (ORDER BY ts)
    ), spent AS (
      SELECT day, work, load, extract(epoch FROM least(next, ends) - greatest(ts, starts)) * 1000 AS ms
      FROM step JOIN day ON next > starts AND ts < ends WHERE engine AND next - ts <= interval '90 seconds'
    ), measured AS (SELECT step.* FROM step JOIN day ON ts >= starts AND ts < ends)`;
  const parameters = [vehicleId, zone, of, since];
  const days = await server.database.query<{ day: string; runMs: number }[]>(
    `${cut} SELECT day, round(sum(ms))::float8 AS "runMs" FROM spent GROUP BY day HAVING sum(ms) > 0 ORDER BY day`,
    parameters,
  );
  const [sums] = await server.database.query<Omit<Expected, 'days'>[]>(
    `${cut} SELECT ${['idle', 'work', 'drive'].map((w) => `(SELECT sum(ms)::float8 FROM spent WHERE work = '${w}') AS ${w}`).join(', ')},
       ARRAY(SELECT (SELECT COALESCE(sum(ms), 0)::float8 FROM spent WHERE load IS NOT NULL AND least(floor(load / 25), 3) = band) FROM generate_series(0, 3) band ORDER BY band) AS loads,
       (SELECT sum(hours) FROM measured WHERE hours >= 0) AS hours, (SELECT sum(km) FROM measured WHERE km >= 0) AS km, (SELECT sum(fuel) FROM measured WHERE fuel >= 0) AS fuel,
       (SELECT avg(rpm)::float8 FROM measured WHERE engine) AS rpm`,
    parameters,
  );
  return { days, ...(sums as Omit<Expected, 'days'>) };
}

const report = (member: Member, vehicle: MadeVehicle, timeZone: string, of = month) =>
  member.call(appReports.report, { params: { id: vehicle.id }, query: { month: of, timeZone } as never });

function expectSame(found: Awaited<ReturnType<typeof report>>, expected: Expected): void {
  const { figures, days } = found;
  expect(days).toEqual(expected.days);
  const runMs = expected.idle + expected.work + expected.drive;
  expect(figures).toMatchObject({
    operatingDays: expected.days.length,
    runMs: expect.closeTo(runMs, 0) as number,
    operatingHours: expect.closeTo(expected.hours, 1) as number,
    distanceKm: expect.closeTo(expected.km, 1) as number,
    fuelL: expect.closeTo(expected.fuel, 1) as number,
    loadMs: expected.loads.map((ms) => expect.closeTo(ms, 0) as number),
  });
  for (const [percent, ms] of [
    [figures.idlePercent, expected.idle],
    [figures.workPercent, expected.work],
    [figures.drivePercent, expected.drive],
  ] as const)
    expect(Math.abs((percent ?? -9) - (ms / runMs) * 100)).toBeLessThan(1);
  expect((figures.idlePercent ?? 0) + (figures.workPercent ?? 0) + (figures.drivePercent ?? 0)).toBe(100);
  // aggregates know a mean of five minutes, not which of its samples were those of the running engine
  expect(Math.abs((figures.meanRpm ?? 0) / expected.rpm - 1)).toBeLessThan(0.01);
}

describe('the report of a month', () => {
  it.each(zones)('is what plain SQL over the raw rows finds, by days of %s', async (zone) => {
    const found = await report(owner, machine, zone);
    const expected = await plain(machine.id, zone);
    expect(expected.days.length).toBeGreaterThan(20);
    expectSame(found, expected);
    const before = await plain(machine.id, zone, '2025-10');
    expect(found.before.month).toBe('2025-10');
    expect(found.before.figures).toMatchObject({
      operatingDays: before.days.length,
      operatingHours: expect.closeTo(before.hours, 1) as number,
      distanceKm: expect.closeTo(before.km, 1) as number,
    });
  });

  it('ends at midnight of its zone: months side by side share nothing and lose nothing', async () => {
    for (const zone of zones) {
      const parts = await Promise.all(['2025-10', '2025-11', '2025-12'].map((of) => report(owner, machine, zone, of)));
      const sum = parts.reduce((total, part) => total + (part.figures.runMs ?? 0), 0);
      const [all] = await server.database.query<{ ms: number }[]>(
        'SELECT sum(idle_ms + work_ms + drive_ms)::float8 AS ms FROM vehicle_quarter WHERE vehicle_id = $1',
        [machine.id],
      );
      expect(sum).toBe(all?.ms);
    }
  });

  it.each(zones)('counts the own days of a month in which the machine changed hands, in %s', async (zone) => {
    const found = await report(buyer, passedOn, zone);
    expectSame(found, await plain(passedOn.id, zone, month, handedOverAt));
    expect(Object.values(found.before.figures).every((figure) => figure === null)).toBe(true);
    // the former owner has no report of it any more
    await expect(report(owner, passedOn, zone)).rejects.toThrow('NOT_FOUND');
  });

  it('without data is unknown in every figure, not 0', async () => {
    const found = await report(owner, machine, 'Asia/Seoul', '2025-08');
    expect(new Set(Object.values(found.figures))).toEqual(new Set([null]));
    expect([found.days, found.errors]).toEqual([[], []]);
  });

  it('the five minutes of a transfer count for no owner', async () => {
    const [bucket] = await server.database.query<{ bucket: Date; ms: number }[]>(
      `SELECT bucket, idle_ms + work_ms + drive_ms AS ms FROM vehicle_5min WHERE vehicle_id = $1 AND bucket >= '2025-11-20' AND idle_ms + work_ms + drive_ms > 0 ORDER BY bucket LIMIT 1`,
      [passedOn.id],
    );
    const start = bucket?.bucket.getTime() ?? 0;
    const runMs = async (since: number): Promise<number | null> => {
      await server.database.query('UPDATE vehicle_owner SET since = $2 WHERE vehicle_id = $1 AND until IS NULL', [
        passedOn.id,
        new Date(since),
      ]);
      return (await report(buyer, passedOn, 'UTC')).figures.runMs;
    };
    const whole = (await runMs(start)) ?? 0;
    expect(await runMs(start + 1)).toBe(whole - (bucket?.ms ?? 0));
    await runMs(handedOverAt.getTime());
  });
});

describe('the list of machines', () => {
  it('has the last twelve months with the sums of their reports', async () => {
    // the handover cuts a quarter of an hour, whose five minutes are counted one by one
    const { rows, page } = await buyer.call(appReports.list, { query: { timeZone: 'Asia/Kathmandu' } as never });
    expect(page.total).toBe(1);
    expect(rows[0]).toMatchObject({ id: passedOn.id, vin: passedOn.vin, model: 'HL 6-110', units: 'km' });
    expect(rows[0]?.months).toHaveLength(12);
    for (const listed of rows[0]?.months ?? []) {
      const { figures } = await report(buyer, passedOn, 'Asia/Kathmandu', listed.month);
      expect([listed.month, listed.operatingHours, listed.distanceKm]).toEqual([
        listed.month,
        figures.operatingHours,
        figures.distanceKm,
      ]);
    }
  });
});
