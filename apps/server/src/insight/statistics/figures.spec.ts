import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, plusDays } from '@headland/domain/zone-day';
import type { Sample } from '@headland/contracts/device/up';
import { engineUp, statusUp, telemetryUp } from '@headland/testing/builders/up';
import { Random } from '@headland/testing/random';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { TelemetryIngest } from '../../fleet/telemetry/telemetry-ingest';
import { TelemetryModule } from '../../fleet/telemetry/telemetry.module';
import { held } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { StatisticsAggregates } from './statistics-aggregates.tx';
import { StatisticsModule } from './statistics.module';

const minute = 60_000;
const hour = 60 * minute;
const quarter = 15 * minute;
let server: TestServer;
let at: Organizations;
let figures: StatisticsAggregates;
/** How far the clock of the figures is ahead: ingest marks what is late by the real one. */
let aheadMs = 0;

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, SosModule, TelemetryModule, StatisticsModule], {
    clock: () => new Date(Date.now() + aheadMs),
  });
  at = await makeOrganizations(server.database);
  figures = server.app.get(StatisticsAggregates);
});
afterAll(() => server.stop());

type Message = ReturnType<typeof held>;
const send = (...batch: Message[]): Promise<void> => server.app.get(TelemetryIngest).commit(batch);
const samplesOf = (
  from: number,
  seconds: readonly number[],
  of: (second: number) => Partial<Sample> = () => ({}),
): Sample[] => seconds.map((s) => ({ ts: from + s * 1000, engine: 'on', work: 'work', ...of(s) }));
const each = (to: number, step = 10): number[] => Array.from({ length: to / step }, (_, i) => i * step);
let seq = 0;
const telemetry = (v: MadeVehicle, samples: Sample[]): Message =>
  held(v.deviceId, 'telemetry', telemetryUp({ seq: ++seq, ts: samples.at(-1)?.ts ?? 0, samples }));
/** A terminal whose clock is known to be right. */
async function machine(organization = at.nami): Promise<MadeVehicle> {
  const vehicle = await makeVehicle(server.database, organization);
  await send(held(vehicle.deviceId, 'status', statusUp()));
  return vehicle;
}
interface Counted {
  quarter: Date;
  idle_ms: number;
  work_ms: number;
  drive_ms: number;
  km: number | null;
  hours: number | null;
  starts: number;
}
const quartersOf = (v: MadeVehicle): Promise<Counted[]> =>
  server.database.query(
    'SELECT quarter, idle_ms, work_ms, drive_ms, km, hours, starts FROM vehicle_quarter WHERE vehicle_id = $1 ORDER BY quarter',
    [v.id],
  );
const marks = async (): Promise<number> =>
  Number(
    (
      await server.database.query<{ n: string }[]>(
        'SELECT (SELECT count(*) FROM late_telemetry) + (SELECT count(*) FROM late_figures) AS n',
      )
    )[0]?.n,
  );
const spent = (rows: readonly Counted[]): number =>
  rows.reduce((sum, r) => sum + r.idle_ms + r.work_ms + r.drive_ms, 0);

describe('telemetry that comes in time', () => {
  it('leaves no mark, and is counted once its quarter is over', async () => {
    const vehicle = await machine();
    await figures.update();
    const now = Date.now();
    const began = Math.floor(now / quarter) * quarter;
    // at first the quarter before is still open; after that, what comes near its end would mark it
    const first = now - began < 90_000 ? began : Math.max(began + 90_000, now - 50_000);
    const before = await marks();
    await send(telemetry(vehicle, samplesOf(first, [0, 10, 20])));
    expect(await marks()).toBe(before);
    await figures.update();
    expect(await quartersOf(vehicle)).toEqual([]);
    aheadMs = 20 * minute;
    await figures.update();
    aheadMs = 0;
    expect(spent(await quartersOf(vehicle))).toBe(20_000);
  });
});

describe('telemetry that comes late', () => {
  it('is counted again, with the quarter that goes on from it', async () => {
    const vehicle = await machine();
    const from = Math.floor((Date.now() - 6 * hour) / quarter) * quarter;
    await send(
      telemetry(
        vehicle,
        samplesOf(from, [0, 10], (s) => ({ odometer: 100 + s / 100 })),
      ),
    );
    await send(
      telemetry(
        vehicle,
        samplesOf(from + hour, [0, 10], (s) => ({ odometer: 104 + s / 100 })),
      ),
    );
    await figures.update();
    expect((await quartersOf(vehicle)).map((r) => r.km)).toEqual([expect.closeTo(0.1), expect.closeTo(4)]);
    // another meter was in it between: what lies between the two is not known
    await send(
      telemetry(
        vehicle,
        samplesOf(from + 2 * quarter, [0, 10], (s) => ({ odometer: 3 + s / 100 })),
      ),
    );
    await figures.update();
    expect((await quartersOf(vehicle)).map((r) => r.km)).toEqual([
      expect.closeTo(0.1),
      expect.closeTo(0.1),
      expect.closeTo(0.1),
    ]);
    expect(await marks()).toBe(0);
  });

  it('changes the quarter before, where it ends a silence there', async () => {
    const vehicle = await machine();
    const from = Math.floor((Date.now() - 8 * hour) / quarter) * quarter;
    await send(telemetry(vehicle, samplesOf(from, [880, 890])));
    await figures.update();
    expect((await quartersOf(vehicle)).map((r) => r.work_ms)).toEqual([10_000]);
    await send(telemetry(vehicle, samplesOf(from, [930, 940])));
    await figures.update();
    expect((await quartersOf(vehicle)).map((r) => r.work_ms)).toEqual([20_000, 40_000]);
  });

  it('counts the start behind a turn of the key that comes after everything else, once', async () => {
    const vehicle = await machine();
    const from = Math.floor((Date.now() - 9 * hour) / quarter) * quarter;
    await send(telemetry(vehicle, samplesOf(from, each(100))));
    await figures.update();
    expect((await quartersOf(vehicle)).map((r) => r.starts)).toEqual([0]);
    const key = held(vehicle.deviceId, 'engine', engineUp({ seq: 1, ts: from - 2_000, on: true }));
    await send(key, key);
    await send(key);
    await figures.update();
    expect((await quartersOf(vehicle)).map((r) => r.starts)).toEqual([0, 1]);
  });

  it('counts no start of a key that is turned in a parked machine, whose day is no operating day', async () => {
    const vehicle = await machine();
    await figures.addZone('UTC');
    const yesterday = plusDays(dayOf(Date.now(), 'UTC'), -1);
    const noon = Date.parse(`${yesterday}T12:00:00Z`);
    const turn = (number: number, ts: number, on: boolean): Message =>
      held(vehicle.deviceId, 'engine', engineUp({ seq: number, ts, on }));
    const parked = each(100).map((s): Sample => ({ ts: noon + s * 1000, engine: 'off' }));
    await send(turn(1, noon, true), telemetry(vehicle, parked), turn(2, noon + 100_000, false));
    await figures.update();
    expect((await quartersOf(vehicle)).map((r) => [r.starts, spent([r])])).toEqual([[0, 0]]);
    expect(
      await server.database.query(
        "SELECT starts FROM vehicle_day WHERE vehicle_id = $1 AND zone_id = (SELECT id FROM figures_zone WHERE name = 'UTC') AND starts > 0",
        [vehicle.id],
      ),
    ).toEqual([]);
  });
});

/** What machines did over two days, as their terminals noted it: hours of work with silences between, and a meter that is changed. */
function ledgerOf(random: Random, from: number): { samples: Sample[]; turns: { ts: number; on: boolean }[] } {
  const samples: Sample[] = [];
  const turns: { ts: number; on: boolean }[] = [];
  let [km, hours] = [random.whole(0, 5000), random.whole(0, 900)];
  for (let shift = 0; shift < 4; shift++) {
    let second = shift * 40_000 + random.whole(0, 9_000);
    turns.push({ ts: from + second * 1000, on: true });
    for (let i = 0; i < 150; i++) {
      second += random.chance(0.03) ? random.whole(61, 1500) : 10;
      if (random.chance(0.004)) km = random.whole(0, 100);
      const work = (['idle', 'work', 'drive'] as const)[random.whole(0, 2)];
      km += work === 'drive' ? 0.05 : 0;
      hours += 10 / 3600;
      samples.push({
        ts: from + second * 1000,
        engine: 'on',
        ...(work ? { work } : {}),
        odometer: km,
        engineHours: hours,
      });
    }
    turns.push({ ts: from + (second + 5) * 1000, on: false });
    samples.push({ ts: from + (second + 10) * 1000, engine: 'off', odometer: km, engineHours: hours });
  }
  return { samples, turns };
}

/** Another way to the same figures: every step from one sample to the next, cut into seconds. */
function expected({
  samples,
  turns,
}: ReturnType<typeof ledgerOf>): Map<number, { ms: number; km: number; hours: number; starts: number }> {
  const all = new Map<number, { ms: number; km: number; hours: number; starts: number }>();
  const of = (ts: number) => {
    const start = ts - (ts % quarter);
    const entry = all.get(start) ?? { ms: 0, km: 0, hours: 0, starts: 0 };
    all.set(start, entry);
    return entry;
  };
  samples.forEach((next, i) => {
    of(next.ts);
    const last = samples[i - 1];
    if (last === undefined) return;
    if (last.engine === 'on' && next.ts - last.ts <= 90_000)
      for (let ts = last.ts; ts < next.ts; ts += 1000) of(ts).ms += 1000;
    const [km, hours] = [
      (next.odometer ?? 0) - (last.odometer ?? 0),
      (next.engineHours ?? 0) - (last.engineHours ?? 0),
    ];
    if (km >= 0 && km <= 1 + ((next.ts - last.ts) / hour) * 100) of(next.ts).km += km;
    of(next.ts).hours += hours;
  });
  // a shift begins with a turn of the key, and its engine starts with the first sample behind it
  for (const t of turns) {
    of(t.ts);
    const first = t.on ? samples.find((s) => s.ts >= t.ts) : undefined;
    if (first !== undefined) of(first.ts).starts++;
  }
  return all;
}

describe('whatever comes late, twice and in any order', () => {
  let fleet: { vehicle: MadeVehicle; ledger: ReturnType<typeof ledgerOf> }[];
  let from: number;
  const check = async (): Promise<void> => {
    for (const { vehicle, ledger } of fleet) {
      const rows = await quartersOf(vehicle);
      const wanted = [...expected(ledger)].sort(([a], [b]) => a - b);
      expect(rows.map((r) => [r.quarter.getTime(), spent([r]), r.starts])).toEqual(
        wanted.map(([ts, e]) => [ts, e.ms, e.starts]),
      );
      rows.forEach((r, i) => {
        expect(r.km ?? 0).toBeCloseTo(wanted[i]?.[1].km ?? NaN, 6);
        expect(r.hours ?? 0).toBeCloseTo(wanted[i]?.[1].hours ?? NaN, 6);
      });
    }
  };

  beforeAll(async () => {
    from = Math.floor((Date.now() - 50 * hour) / 1000) * 1000;
    const random = new Random(5, 'figures');
    fleet = [];
    for (const organization of [at.nami, at.noa, at.sora])
      fleet.push({ vehicle: await machine(organization), ledger: ledgerOf(random, from) });
    const messages = fleet.flatMap(({ vehicle, ledger }) => [
      ...Array.from({ length: Math.ceil(ledger.samples.length / 3) }, (_, i) =>
        telemetry(vehicle, ledger.samples.slice(3 * i, 3 * i + 3)),
      ),
      ...ledger.turns.map(({ ts, on }, i) => held(vehicle.deviceId, 'engine', engineUp({ seq: i + 1, ts, on }))),
    ]);
    const shuffled = messages.map((m) => ({ m, by: random.next() })).sort((a, b) => a.by - b.by);
    await figures.addZone('Asia/Seoul');
    // most of it, in pieces between which everything is counted; then the rest, with a fifth of all once more; what would have
    // made too many gaps is sent again, as by a terminal to which it is not acknowledged
    const parts = [
      shuffled.slice(0, 300),
      shuffled.slice(300, 500),
      [...shuffled.slice(500), ...shuffled.filter(({ by }) => by % 0.5 < 0.1)],
    ].map((part) => part.map(({ m }) => m));
    for (const part of [...parts, messages]) {
      for (let i = 0; i < part.length; i += 40) await send(...part.slice(i, i + 40));
      await figures.update();
    }
  }, 120_000);

  it('the quarters are what the ledger says', check);

  it('the days are the sums of their quarters, and organisations those of their vehicles', async () => {
    const seoul = (ts: number): string => dayOf(ts, 'Asia/Seoul');
    const yesterday = plusDays(seoul(Date.now()), -1);
    for (const day of [plusDays(yesterday, -1), yesterday]) {
      const wanted = fleet.map(({ vehicle, ledger }) => {
        const parts = [...expected(ledger)].filter(([ts]) => seoul(ts) === day).map(([, e]) => e);
        const add = (pick: (e: { ms: number; km: number; starts: number }) => number): number =>
          parts.reduce((sum, e) => sum + pick(e), 0);
        return { id: vehicle.id, ms: add((e) => e.ms), km: add((e) => e.km), starts: add((e) => e.starts) };
      });
      const rows = await server.database.query<{ id: number; ms: number; km: number | null; starts: number }[]>(
        `SELECT vehicle_id AS id, idle_ms + work_ms + drive_ms AS ms, km, starts FROM vehicle_day WHERE day = $1 AND zone_id = (SELECT id FROM figures_zone WHERE name = 'Asia/Seoul')
         AND vehicle_id = ANY($2) ORDER BY 1`,
        [day, fleet.map((f) => f.vehicle.id)],
      );
      expect(rows.map((r) => ({ ...r, km: expect.closeTo(r.km ?? 0, 6) as number }))).toEqual(
        wanted.filter((w) => w.ms > 0 || w.starts > 0 || w.km > 0),
      );
      expect(rows.length).toBeGreaterThan(0);
      const [sora] = await server.database.query<{ vehicles_on: number }[]>(
        `SELECT vehicles_on FROM organization_day WHERE day = $1 AND organization_id = $2 AND zone_id = (SELECT id FROM figures_zone WHERE name = 'Asia/Seoul')`,
        [day, at.sora],
      );
      expect(sora?.vehicles_on).toBe((wanted[2]?.ms ?? 0) > 0 || (wanted[2]?.starts ?? 0) > 0 ? 1 : 0);
    }
  });

  it('counting again from what is stored changes nothing, and brings back what was lost', async () => {
    const all = 'SELECT * FROM vehicle_quarter ORDER BY vehicle_id, quarter';
    const before = await server.database.query<object[]>(all);
    await figures.rebuild(from - hour, Date.now());
    expect(await server.database.query<object[]>(all)).toEqual(before);
    await server.database.query(
      'DELETE FROM vehicle_quarter WHERE vehicle_id = $1 AND extract(minute FROM quarter) = 30',
      [fleet[0]?.vehicle.id],
    );
    await figures.rebuild(from - hour, Date.now());
    await check();
  });
});

describe('an organisation', () => {
  it('has its vehicles of today: one that changes its dealer takes its days along', async () => {
    const vehicle = await machine(at.noa);
    await figures.addZone('UTC');
    const yesterday = plusDays(dayOf(Date.now(), 'UTC'), -1);
    await send(
      telemetry(
        vehicle,
        samplesOf(Date.parse(`${yesterday}T10:00:00Z`), each(120), (s) => ({ odometer: 50 + s / 100 })),
      ),
    );
    await figures.update();
    const on = async (organization: number): Promise<unknown> => {
      const [row] = await server.database.query<{ on: number; ids: number[] }[]>(
        `SELECT vehicles_on AS on, ARRAY(SELECT (f->>'vehicleId')::int FROM jsonb_array_elements(farthest) f) AS ids FROM organization_day
         WHERE organization_id = $1 AND day = $2 AND zone_id = (SELECT id FROM figures_zone WHERE name = 'UTC')`,
        [organization, yesterday],
      );
      return row?.ids.includes(vehicle.id);
    };
    expect([await on(at.noa), await on(at.sora)]).toEqual([true, false]);
    await server.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [vehicle.id, at.sora]);
    await figures.update();
    expect([await on(at.noa), await on(at.sora)]).toEqual([false, true]);
  });

  it('has the reports of a day as they stand now, those that came or moved later too', async () => {
    const vehicle = await machine(at.noa);
    const yesterday = plusDays(dayOf(Date.now(), 'UTC'), -1);
    const report = async (code: string): Promise<void> => {
      await server.database.query(
        `INSERT INTO fault_report (severity, code, name, part, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active)
         VALUES (2, $1, '{}', '{}', $2, $3, $4, $5, $5, now(), 1, 1, true)`,
        [code, vehicle.id, vehicle.deviceId, at.noa, `${yesterday}T04:00:00Z`],
      );
    };
    const sums = async (organization: number): Promise<unknown> =>
      (
        await server.database.query<object[]>(
          `SELECT faults_occurred AS o, faults_accepted AS a, fault_codes AS codes FROM organization_day
           WHERE organization_id = $1 AND day = $2 AND zone_id = (SELECT id FROM figures_zone WHERE name = 'UTC')`,
          [organization, yesterday],
        )
      )[0];
    await report('E0297');
    await report('E0303');
    await figures.update();
    expect(await sums(at.noa)).toEqual({ o: 2, a: 0, codes: { E0297: 1, E0303: 1 } });
    await server.database.query(
      "UPDATE fault_report SET status = 'accepted', accepted_at = $2 WHERE vehicle_id = $1 AND code = 'E0297'",
      [vehicle.id, `${yesterday}T05:00:00Z`],
    );
    await server.database.query(
      "UPDATE fault_report SET organization_id = $2 WHERE vehicle_id = $1 AND code = 'E0303'",
      [vehicle.id, at.sora],
    );
    await figures.update();
    expect(await sums(at.noa)).toEqual({ o: 1, a: 1, codes: { E0297: 1 } });
    expect(await sums(at.sora)).toEqual({ o: 1, a: 0, codes: { E0303: 1 } });
    expect(await marks()).toBe(0);
  });
});

describe('time zones', () => {
  const days = (zone: string): Promise<{ n: number }[]> =>
    server.database.query(
      'SELECT count(*)::int AS n FROM figures_zone z JOIN figures_day d ON d.zone_id = z.id WHERE z.name = $1',
      [zone],
    );

  it('one that nobody asks for any more goes day by day, and keeps no other from being counted', async () => {
    const vehicle = await machine();
    await server.database.query(
      `WITH zone AS (INSERT INTO figures_zone (name, asked_at) VALUES ('Asia/Tokyo', now() - interval '61 days') RETURNING id),
         days AS (INSERT INTO figures_day (zone_id, day, starts_at, ends_at, counted_at)
           SELECT id, current_date - n, now() - n * interval '1 day', now() - (n - 1) * interval '1 day', now() FROM zone, generate_series(70, 72) n RETURNING zone_id, day)
       INSERT INTO vehicle_day (zone_id, day, vehicle_id, idle_ms, work_ms, drive_ms, starts) SELECT zone_id, day, $1, 0, 0, 0, 1 FROM days`,
      [vehicle.id],
    );
    // as for a large fleet: more than one day takes longer than a statement may
    await server.database.query(
      `CREATE FUNCTION refuse_many_days() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF (SELECT count(DISTINCT (zone_id, day)) FROM gone) > 1 THEN RAISE EXCEPTION USING ERRCODE = '57014'; END IF;
         RETURN NULL;
       END $$;
       CREATE TRIGGER many_days AFTER DELETE ON vehicle_day REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_many_days()`,
    );
    try {
      await server.database.query(
        "DELETE FROM figures_day WHERE zone_id = (SELECT id FROM figures_zone WHERE name = 'Asia/Seoul')",
      );
      await figures.update();
    } finally {
      await server.database.query('DROP FUNCTION refuse_many_days CASCADE');
    }
    expect((await days('Asia/Seoul'))[0]?.n).toBeGreaterThan(10);
    for (let i = 0; i < 3; i++) await figures.update();
    expect(await server.database.query("SELECT 1 FROM figures_zone WHERE name = 'Asia/Tokyo'")).toEqual([]);
    expect(
      await server.database.query(
        'SELECT 1 FROM vehicle_day d WHERE NOT EXISTS (SELECT 1 FROM figures_zone z WHERE z.id = d.zone_id)',
      ),
    ).toEqual([]);
  });

  it('one is counted with any number that its row can have', async () => {
    await server.database.query('ALTER TABLE figures_zone ALTER COLUMN id RESTART 40000');
    await figures.addZone('Asia/Kathmandu');
    expect(
      await server.database.query("SELECT id FROM figures_zone WHERE name = 'Asia/Kathmandu' AND id >= 40000"),
    ).toHaveLength(1);
    expect((await days('Asia/Kathmandu'))[0]?.n).toBeGreaterThan(10);
  });
});
