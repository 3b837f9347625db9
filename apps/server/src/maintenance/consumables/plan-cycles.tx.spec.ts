import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventSchemas } from '@headland/contracts/event-log';
import { cycleMarks, cycleState, cycleUse, maxPercent, wholePercent } from '@headland/domain/consumable';
import { plusDays } from '@headland/domain/zone-day';
import { Random } from '@headland/testing/random';
import { SessionModule } from '../../people/session/session.module';
import { eventually } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { type MadeVehicle, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { CycleMaintenance } from './cycle-maintenance';
import { ConsumablesModule } from './consumables.module';
import { advanceCycles, dueDaysAfter, previewSaleDate, redateCycles, startCycles } from './plan-cycles.tx';

/** Two o'clock in the night of the 2nd in Seoul; in UTC it is still the 1st. */
const night = new Date('2026-05-01T17:00:00Z');
const zone = 'Asia/Seoul';
let now = night;
let server: TestServer;
let at: Organizations;
let nami: MadeVehicle;
let noa: MadeVehicle;
let modelId: number;

beforeAll(async () => {
  server = await startServer([SessionModule, ConsumablesModule], { clock: () => now });
  at = await makeOrganizations(server.database);
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = night;
  await server.database.query('DELETE FROM consumable_cycle');
  await server.database.query('DELETE FROM consumable_item');
  await server.database.query('DELETE FROM vehicle_state');
  await server.database.query('DELETE FROM vehicle');
  nami = await makeVehicle(server.database, at.nami);
  noa = await makeVehicle(server.database, at.noa);
  const [row] = await server.database.query<{ id: number }[]>('SELECT model_id AS id FROM vehicle LIMIT 1');
  modelId = row?.id ?? 0;
  await server.database.query("UPDATE vehicle SET sold_on = '2026-04-15'");
});

const all = <T>(sql: string, ...parameters: unknown[]): Promise<T[]> => server.database.query<T[]>(sql, parameters);
async function addItem(
  name: string,
  initialHours = 50,
  cycleHours = 250,
  cycleDays: number | null = 365,
): Promise<number> {
  const [row] = await all<{ id: number }>(
    `INSERT INTO consumable_item (model_id, position, name, maintenance, initial_hours, cycle_hours, cycle_days) VALUES ($1, 1, $2, 'replace', $3, $4, $5) RETURNING id`,
    modelId,
    name,
    initialHours,
    cycleHours,
    cycleDays,
  );
  return row?.id ?? 0;
}
const setHours = (vehicle: MadeVehicle, hours: number | null, seenAt = now) =>
  server.database.query(
    `INSERT INTO vehicle_state (vehicle_id, device_key, engine_hours, last_seen_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (vehicle_id) DO UPDATE SET engine_hours = excluded.engine_hours, last_seen_at = excluded.last_seen_at`,
    [vehicle.id, vehicle.deviceKey, hours, seenAt],
  );
const sell = (vehicle: MadeVehicle, day: string | null) =>
  server.database.query('UPDATE vehicle SET sold_on = $2 WHERE id = $1', [vehicle.id, day]);
const start = (...vehicles: MadeVehicle[]) =>
  startCycles(
    server.database,
    vehicles.map((v) => v.id),
    now,
    zone,
  );
const redate = () => redateCycles(server.database, { modelId }, now, zone);
interface Cycle {
  id: number;
  vehicle_id: number;
  item_id: number;
  number: number;
  started_hours: number;
  started_on: string | null;
  imminent_hours: number;
  due_hours: number;
  imminent_on: string | null;
  due_on: string | null;
  state: string;
  state_at: Date;
}
const cycles = (vehicle?: MadeVehicle): Promise<Cycle[]> =>
  all<Cycle>(
    `SELECT id, vehicle_id, item_id, number, started_hours, started_on::text, imminent_hours, due_hours, imminent_on::text, due_on::text, state, state_at
     FROM consumable_cycle WHERE $1::int IS NULL OR vehicle_id = $1 ORDER BY vehicle_id, item_id, number`,
    vehicle?.id ?? null,
  );
const states = async (vehicle?: MadeVehicle): Promise<string[]> => (await cycles(vehicle)).map((c) => c.state);

describe('the first cycles of vehicles', () => {
  it('begin at 0 hours, for each item of the model', async () => {
    await addItem('Engine oil');
    await addItem('Belt', 100, 100, null);
    await sell(nami, '2026-04-01');
    await sell(noa, null);
    await setHours(nami, 46);
    expect(await start(nami, noa)).toEqual({ started: 4, imminent: 1, exceeded: 0, safe: 0 });
    const [oil, belt] = await cycles(nami);
    expect(oil).toMatchObject({
      number: 1,
      started_hours: 0,
      started_on: '2026-04-01',
      imminent_hours: 45,
      due_hours: 50,
      due_on: '2027-04-01',
      state: 'imminent',
    });
    expect(belt).toMatchObject({
      started_on: '2026-04-01',
      due_hours: 100,
      imminent_on: null,
      due_on: null,
      state: 'safe',
    });
    expect((await cycles(noa))[0]).toMatchObject({ started_on: null, imminent_on: null, due_on: null, state: 'safe' });
  });

  it('begin once, however often requested', async () => {
    await addItem('Engine oil');
    await start(nami);
    const before = await cycles();
    expect(await start(nami, nami)).toEqual({ started: 0, imminent: 0, exceeded: 0, safe: 0 });
    await Promise.all([start(nami), start(nami, noa), start(noa, nami)]);
    expect(await cycles(nami)).toEqual(before);
    expect(await cycles(noa)).toHaveLength(1);
  });

  it('of nothing are none', async () => {
    expect(await start()).toEqual({ started: 0, imminent: 0, exceeded: 0, safe: 0 });
    expect(await start(nami)).toMatchObject({ started: 0 });
  });
});

describe('dating anew', () => {
  it('uses the sale date for the first cycle, and none while unsold', async () => {
    await addItem('Engine oil');
    await sell(nami, null);
    await start(nami);
    await sell(nami, '2025-01-10');
    expect(await redateCycles(server.database, { vehicleIds: [nami.id] }, now, zone)).toEqual({
      started: 0,
      imminent: 0,
      exceeded: 1,
      safe: 0,
    });
    expect((await cycles(nami))[0]).toMatchObject({
      started_on: '2025-01-10',
      due_on: '2026-01-10',
      state: 'exceeded',
      state_at: now,
    });
    await sell(nami, null);
    expect(await redate()).toMatchObject({ safe: 1 });
    expect((await cycles(nami))[0]).toMatchObject({ started_on: null, due_on: null, state: 'safe' });
  });

  it('leaves the start of a later cycle alone', async () => {
    await addItem('Engine oil');
    await start(nami);
    await all("UPDATE consumable_cycle SET number = 3, started_hours = 480, started_on = '2026-03-01'");
    await sell(nami, '2020-01-01');
    await setHours(nami, 710);
    await redate();
    expect((await cycles(nami))[0]).toMatchObject({
      started_on: '2026-03-01',
      started_hours: 480,
      imminent_hours: 705,
      due_hours: 730,
      due_on: '2027-03-01',
      state: 'imminent',
    });
  });

  it('touches no closed cycle, and none of other vehicles', async () => {
    const item = await addItem('Engine oil');
    await start(nami, noa);
    await all("UPDATE consumable_cycle SET state = 'closed' WHERE vehicle_id = $1", nami.id);
    await all(
      "INSERT INTO consumable_cycle (vehicle_id, item_id, number, started_hours, started_on, imminent_hours, due_hours) VALUES ($1, $2, 2, 48, '2026-04-20', 273, 298)",
      nami.id,
      item,
    );
    await all('UPDATE consumable_item SET initial_hours = 80, cycle_hours = 300 WHERE id = $1', item);
    await redateCycles(server.database, { vehicleIds: [nami.id] }, now, zone);
    expect((await cycles(nami)).map((c) => [c.state, c.due_hours])).toEqual([
      ['closed', 50],
      ['safe', 348],
    ]);
    expect((await cycles(noa))[0]?.due_hours).toBe(50);
  });

  it('keeps since when a state has been, where it stays', async () => {
    const item = await addItem('Engine oil');
    await setHours(nami, 60);
    await start(nami);
    now = new Date(night.getTime() + 3_600_000);
    await all('UPDATE consumable_item SET initial_hours = 55 WHERE id = $1', item);
    await redate();
    expect((await cycles(nami))[0]).toMatchObject({ due_hours: 55, state: 'exceeded', state_at: night });
    await all('UPDATE consumable_item SET initial_hours = 65 WHERE id = $1', item);
    await redate();
    expect((await cycles(nami))[0]).toMatchObject({ state: 'imminent', state_at: now });
  });

  it('adds the correction of the hours to the machine’s meter', async () => {
    await addItem('Engine oil');
    await setHours(nami, 20);
    await start(nami);
    await all('UPDATE vehicle SET hours_correction = 27.5 WHERE id = $1', nami.id);
    expect(await redate()).toMatchObject({ imminent: 1 });
    await all('UPDATE vehicle SET hours_correction = -3 WHERE id = $1', nami.id);
    expect(await redate()).toMatchObject({ safe: 1 });
  });

  it('goes by the day of the product, not of UTC', async () => {
    await addItem('Engine oil', 50, 250, 10);
    await sell(nami, '2026-04-22');
    await start(nami);
    expect(await states(nami)).toEqual(['exceeded']);
    await redateCycles(server.database, { modelId }, now, 'UTC');
    expect(await states(nami)).toEqual(['imminent']);
  });

  it('names which first cycles a sale date would move', async () => {
    await addItem('Engine oil');
    await addItem('Belt', 100, 100, null);
    await sell(nami, '2026-04-01');
    await start(nami);
    const moved = { name: 'Engine oil', dueOn: '2027-04-01' };
    expect(await previewSaleDate(server.database, nami.id, '2026-04-20')).toEqual([
      { ...moved, newDueOn: '2027-04-20' },
    ]);
    expect(await previewSaleDate(server.database, nami.id, null)).toEqual([{ ...moved, newDueOn: null }]);
    expect(await previewSaleDate(server.database, nami.id, '2026-04-01')).toEqual([]);
    await all('UPDATE consumable_cycle SET number = 2');
    expect(await previewSaleDate(server.database, nami.id, '2026-04-20')).toEqual([]);
  });
});

describe('SQL and rule', () => {
  it('agree for a fleet of random machines, planned and advanced', async () => {
    const random = new Random(20_260_501);
    const vehicles: MadeVehicle[] = [nami, noa];
    for (let i = 0; i < 30; i++) vehicles.push(await makeVehicle(server.database, at.nami));
    for (let i = 0; i < 12; i++)
      await addItem(
        'X'.repeat(i + 2),
        random.whole(1, 300),
        random.whole(1, 700),
        random.chance(0.3) ? null : random.whole(1, 800),
      );
    for (const v of vehicles) {
      await sell(v, random.chance(0.2) ? null : plusDays('2026-05-01', -random.whole(0, 900)));
      if (random.chance(0.8)) await setHours(v, random.chance(0.1) ? null : random.between(0, 900));
      await all(
        'UPDATE vehicle SET hours_correction = $2 WHERE id = $1',
        v.id,
        random.chance(0.7) ? 0 : random.between(-50, 50),
      );
    }
    await start(...vehicles);
    for (const c of await cycles())
      if (random.chance(0.6))
        await all(
          'UPDATE consumable_cycle SET number = $2, started_hours = $3, started_on = $4 WHERE id = $1',
          c.id,
          random.whole(2, 9),
          random.between(0, 800),
          plusDays('2026-05-01', -random.whole(0, 800)),
        );
    await redate();
    await compare();
    // weeks later, with the hours since
    now = new Date(night.getTime() + 40 * 86_400_000);
    for (const v of vehicles)
      await all(
        'UPDATE vehicle_state SET engine_hours = engine_hours + $2, last_seen_at = $3 WHERE vehicle_id = $1',
        v.id,
        random.between(0, 200),
        now,
      );
    const turned = await advanceCycles(server.database, night, now, zone);
    expect(turned.imminent + turned.exceeded).toBeGreaterThan(10);
    // the percentage of items in days changes at midnight
    await redate();
    await compare();
    expect(await redate()).toEqual({ started: 0, imminent: 0, exceeded: 0, safe: 0 });

    async function compare(): Promise<void> {
      const today = now === night ? '2026-05-02' : '2026-06-11';
      type Counted = Cycle & { percent: number | null; step_hours: number | null; due_rank: number };
      const rows = await all<
        Counted & {
          initialHours: number;
          cycleHours: number;
          cycleDays: number | null;
          sold_on: string | null;
          hours: number | null;
        }
      >(
        `SELECT c.*, c.started_on::text, c.imminent_on::text, c.due_on::text, i.initial_hours AS "initialHours", i.cycle_hours AS "cycleHours", i.cycle_days AS "cycleDays",
           v.sold_on::text, s.engine_hours + v.hours_correction AS hours
         FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id JOIN vehicle v ON v.id = c.vehicle_id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id`,
      );
      expect(rows).toHaveLength(32 * 12);
      for (const r of rows) {
        // an unsold vehicle counts hours only
        const on = r.sold_on === null ? null : r.number === 1 ? r.sold_on : r.started_on;
        const marks = cycleMarks(r, { number: r.number, hours: r.started_hours, on });
        expect({
          imminentHours: r.imminent_hours,
          dueHours: r.due_hours,
          imminentOn: r.imminent_on,
          dueOn: r.due_on,
        }).toEqual(marks);
        const state = cycleState(marks, { hours: r.hours, today });
        expect(r.state, JSON.stringify(r)).toBe(state);
        const { percent } = cycleUse(r, { number: r.number, hours: r.started_hours, on }, { hours: r.hours, today });
        expect(r.percent, JSON.stringify(r)).toBe(percent === null ? null : Math.min(maxPercent, Math.floor(percent)));
        expect(r.due_rank).toBe(wholePercent(percent, state) ?? -1);
        // its next check matters: beyond the last one, and not beyond the next threshold
        if (r.hours !== null && r.step_hours !== null) expect(r.step_hours, JSON.stringify(r)).toBeGreaterThan(r.hours);
        if (r.hours !== null && state !== 'exceeded')
          expect(r.step_hours).toBeLessThanOrEqual(state === 'safe' ? marks.imminentHours : marks.dueHours);
      }
    }
  });
});

describe('as time goes by', () => {
  const advance = async (since: Date) => {
    const { imminent, exceeded } = await server.database.transaction((tx) => advanceCycles(tx, since, now, zone));
    return { imminent, exceeded };
  };

  it('engine hours turn a cycle imminent, then exceeded, and it stays so', async () => {
    await addItem('Engine oil');
    await setHours(nami, 44.9);
    await start(nami, noa);
    expect(await advance(night)).toEqual({ imminent: 0, exceeded: 0 });
    await setHours(nami, 45);
    expect(await advance(night)).toEqual({ imminent: 1, exceeded: 0 });
    expect(await advance(night)).toEqual({ imminent: 0, exceeded: 0 });
    await setHours(nami, 50);
    expect(await advance(night)).toEqual({ imminent: 0, exceeded: 1 });
    expect([await states(nami), await states(noa)]).toEqual([['exceeded'], ['safe']]);
  });

  it('both marks may be passed at once, as after a week in a dead spot', async () => {
    await addItem('Engine oil');
    await start(nami);
    await setHours(nami, 400);
    expect(await advance(night)).toEqual({ imminent: 0, exceeded: 1 });
  });

  it('reads only those with new messages', async () => {
    await addItem('Engine oil');
    await start(nami);
    await setHours(nami, 400, new Date(night.getTime() - 1000));
    expect(await advance(night)).toEqual({ imminent: 0, exceeded: 0 });
    expect(await advance(new Date(night.getTime() - 1000))).toEqual({ imminent: 0, exceeded: 1 });
  });

  it('leaves closed and ended cycles, and one that somebody holds', async () => {
    await addItem('Engine oil');
    await start(nami, noa);
    await setHours(nami, 400);
    await setHours(noa, 400);
    await all("UPDATE consumable_cycle SET state = 'ended' WHERE vehicle_id = $1", noa.id);
    const held = server.database.createQueryRunner();
    await held.startTransaction();
    await held.query('SELECT 1 FROM consumable_cycle WHERE vehicle_id = $1 FOR UPDATE', [nami.id]);
    expect(await advance(night)).toEqual({ imminent: 0, exceeded: 0 });
    await held.rollbackTransaction();
    await held.release();
    expect(await advance(night)).toEqual({ imminent: 0, exceeded: 1 });
    expect(await states(noa)).toEqual(['ended']);
  });

  it('days turn them at midnight in Seoul, by the job of each minute', async () => {
    const maintenance = server.app.get(CycleMaintenance);
    await addItem('Engine oil', 50, 250, 10);
    await sell(nami, '2026-04-25');
    await sell(noa, null);
    now = new Date('2026-05-03T14:59:00Z');
    await maintenance.run();
    expect([await states(nami), await states(noa)]).toEqual([['safe'], ['safe']]);
    now = new Date('2026-05-03T15:00:00Z');
    await maintenance.run();
    expect([await states(nami), await states(noa)]).toEqual([['imminent'], ['safe']]);
  });

  it('the first run of a day finds what was lost: a cycle never begun, hours that went back', async () => {
    const maintenance = server.app.get(CycleMaintenance);
    await addItem('Engine oil');
    await setHours(nami, 300);
    now = new Date('2026-05-04T15:00:00Z');
    await maintenance.run();
    expect([await states(nami), await states(noa)]).toEqual([['exceeded'], ['safe']]);
    await setHours(nami, 3);
    now = new Date('2026-05-04T15:01:00Z');
    await maintenance.run();
    expect(await states(nami)).toEqual(['exceeded']);
    now = new Date('2026-05-05T15:01:00Z');
    await maintenance.run();
    expect(await states(nami)).toEqual(['safe']);
  });

  it('turns those that pass a limit while all of a large fleet are recalculated', async () => {
    const maintenance = server.app.get(CycleMaintenance);
    await addItem('Engine oil');
    await start(nami, noa);
    const holding = async () => {
      const runner = server.database.createQueryRunner();
      await runner.startTransaction();
      await runner.query('SELECT pg_advisory_xact_lock(7230, 0)');
      return { free: () => runner.rollbackTransaction().finally(() => runner.release()) };
    };
    const waiting = (n: number) =>
      eventually(
        () => all("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 7230 AND NOT granted"),
        (locks) => locks.length === n,
      );
    now = new Date('2026-05-09T16:00:00Z');
    const first = await holding();
    const swept = maintenance.sweep(now, 1);
    await waiting(1);
    const second = holding();
    await waiting(2);
    now = new Date(now.getTime() + 30_000);
    await setHours(noa, 400, now);
    // the first vehicle is recalculated, the second waits
    await first.free();
    await eventually(
      () => states(noa),
      ([state]) => state === 'exceeded',
    );
    await (await second).free();
    expect(await swept).toBe(0);
  });

  it('finds the cycles to turn by their index', async () => {
    await addItem('Engine oil');
    await start(nami, noa);
    await server.database.transaction(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      const plan = async (condition: string): Promise<string> =>
        JSON.stringify(await tx.query(`EXPLAIN SELECT id FROM consumable_cycle WHERE ${condition}`));
      expect(await plan('vehicle_id = 1 AND step_hours <= 5')).toContain('consumable_cycle_step');
      expect(await plan("next_on <= '2026-05-01'")).toContain('consumable_cycle_next_on');
    });
  });
});

describe('what is written', () => {
  const versions = async (): Promise<Map<number, string>> =>
    new Map(
      (await all<{ id: number; xmin: string }>('SELECT id, xmin::text FROM consumable_cycle')).map((r) => [
        r.id,
        r.xmin,
      ]),
    );
  const changedSince = async (before: Map<number, string>): Promise<number[]> =>
    [...(await versions())].filter(([id, xmin]) => before.get(id) !== xmin).map(([id]) => id);

  it('are only the moved ones of a whole fleet', async () => {
    for (const [i, name] of ['Oil', 'Belt', 'Filter', 'Hose'].entries())
      await addItem(name, 100 * (i + 1), 100 * (i + 1), null);
    const vehicles = [nami, noa];
    for (let i = 0; i < 18; i++) vehicles.push(await makeVehicle(server.database, at.nami));
    for (const v of vehicles) await setHours(v, 10);
    await start(...vehicles);
    const quiet = await versions();
    // all have reported, none ran
    expect(await advanceCycles(server.database, night, now, zone)).toEqual({ imminent: 0, exceeded: 0, moved: 0 });
    await redate();
    expect(await changedSince(quiet)).toEqual([]);
    // three ran for an hour and a half: one percent of the shortest item, and of no other
    for (const v of vehicles.slice(0, 3)) await setHours(v, 11.5);
    expect((await advanceCycles(server.database, night, now, zone)).moved).toBe(3);
    const moved = await changedSince(quiet);
    expect(moved).toHaveLength(3);
    expect(await advanceCycles(server.database, night, now, zone)).toMatchObject({ moved: 0 });
    expect(await changedSince(quiet)).toEqual(moved);
  });

  it('stays in batches, and a second call does the rest', async () => {
    const vehicles = [nami, noa];
    for (let i = 0; i < 30; i++) vehicles.push(await makeVehicle(server.database, at.nami));
    for (let i = 0; i < 35; i++) await addItem('X'.repeat(i + 2), 50, 250, null);
    await start(...vehicles);
    for (const v of vehicles) await setHours(v, 60);
    const first = await server.database.transaction((tx) => advanceCycles(tx, night, now, zone));
    expect(first).toEqual({ imminent: 0, exceeded: 1000, moved: 1000 });
    expect(await server.database.transaction((tx) => advanceCycles(tx, night, now, zone))).toMatchObject({
      exceeded: 32 * 35 - 1000,
    });
  });

  it('leaves the vehicles of a model that somebody is changing', async () => {
    await addItem('Engine oil');
    await start(nami);
    await setHours(nami, 60);
    const changing = server.database.createQueryRunner();
    await changing.startTransaction();
    try {
      await changing.query('SELECT 1 FROM model WHERE id = $1 FOR UPDATE', [modelId]);
      expect(await advanceCycles(server.database, night, now, zone)).toEqual({ imminent: 0, exceeded: 0, moved: 0 });
    } finally {
      await changing.rollbackTransaction();
      await changing.release();
    }
    expect(await advanceCycles(server.database, night, now, zone)).toMatchObject({ exceeded: 1 });
  });
});

describe('events of the log', () => {
  const logged = async (): Promise<[string, string, number | null][]> => {
    const rows = await all<{
      name: 'consumable.imminent';
      payload: unknown;
      vehicle_id: number;
      by_name: string | null;
    }>("SELECT name, payload, vehicle_id, by_name FROM event_log WHERE name LIKE 'consumable.%' ORDER BY number");
    return rows.map(({ name, payload, vehicle_id, by_name }) => {
      const { consumable } = eventSchemas[name].parse(payload);
      expect([consumable.vehicleId, by_name]).toEqual([vehicle_id, null]);
      return [name, consumable.item, consumable.percent];
    });
  };
  beforeEach(() => server.database.query('DELETE FROM event_log'));

  it('are the states, with the commit that turns them', async () => {
    await addItem('Engine oil');
    await start(nami);
    expect(await logged()).toEqual([]);
    await setHours(nami, 46);
    await server.database.transaction(async (tx) => {
      await advanceCycles(tx, night, now, zone);
      expect(await tx.query('SELECT 1 FROM event_log')).toEqual([]);
    });
    await setHours(nami, 51);
    await advanceCycles(server.database, night, now, zone);
    await setHours(nami, 3);
    await redate();
    expect(await logged()).toEqual([
      ['consumable.imminent', 'Engine oil', 92],
      ['consumable.exceeded', 'Engine oil', 102],
      ['consumable.safe', 'Engine oil', 6],
    ]);
    expect(await all('SELECT 1 FROM event_at_commit')).toEqual([]);
  });

  it('is nothing of what did not happen', async () => {
    await addItem('Engine oil');
    await start(nami);
    await setHours(nami, 46);
    await expect(
      server.database.transaction(async (tx) => {
        await advanceCycles(tx, night, now, zone);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect([await logged(), await states(nami)]).toEqual([[], ['safe']]);
  });

  it('is emitted once by two concurrent runs', async () => {
    await addItem('Engine oil');
    await start(nami, noa);
    await setHours(nami, 46);
    await setHours(noa, 60);
    await Promise.all([redate(), redate(), start(nami, noa), advanceCycles(server.database, night, now, zone)]);
    expect((await logged()).map(([name]) => name).sort()).toEqual(['consumable.exceeded', 'consumable.imminent']);
  });
});

it('the days on which something turns are found one by one', async () => {
  await addItem('Engine oil', 50, 250, 10);
  await addItem('Belt', 50, 250, 20);
  await addItem('Hose', 50, 250, null);
  await sell(nami, '2026-05-02');
  await sell(noa, '2026-05-02');
  await start(nami, noa);
  expect(await dueDaysAfter(server.database, '2026-05-02')).toEqual(['2026-05-11', '2026-05-20']);
  expect(await dueDaysAfter(server.database, '2026-05-11')).toEqual(['2026-05-20']);
});
