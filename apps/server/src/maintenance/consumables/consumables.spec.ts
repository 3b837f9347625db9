import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  consumables,
  type ConsumableDetail,
  type ConsumableFilter,
  type ReplaceConsumableBody,
} from '@headland/contracts/consumable';
import { sales } from '@headland/contracts/sale';
import { vehicles as vehicleCalls } from '@headland/contracts/vehicle';
import { CustomersModule } from '../../ownership/customers/customers.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { SalesModule } from '../../ownership/sales/sales.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal, startProcess } from '../../testing/alerts';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { type MadeVehicle, makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { VehiclesModule } from '../../fleet/vehicles/vehicles.module';
import { AlarmConsumables } from './alarm-consumables.command';
import { CycleMaintenance } from './cycle-maintenance';
import { ConsumablesModule } from './consumables.module';
import { redateCycles } from './plan-cycles.tx';

const modules = [
  SessionModule,
  ConsumablesModule,
  VehiclesModule,
  CustomersModule,
  DeliveriesModule,
  NotificationsModule,
  SalesModule,
];
const zone = 'Asia/Seoul';
/** 9 o'clock in Seoul. */
const today = '2026-05-20';
const morning = new Date('2026-05-20T00:00:00Z');
let now = morning;
let server: TestServer;
let at: Organizations;
let head: string;
let staff: string;
let nami: string;
let sora: string;
let plant: string;
let tractor: MadeVehicle;
let elsewhere: MadeVehicle;

beforeAll(async () => {
  server = await startServer(modules, { clock: () => now });
  at = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  staff = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', at.headOffice));
  nami = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', at.nami, { name: 'Park Nami' }));
  sora = await server.login(await makeAccount(server.database, 'AGENCY', 'ADMIN', at.sora));
  plant = await server.login(await makeAccount(server.database, 'PRODUCTION', 'ADMIN', at.headOffice));
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = morning;
  await server.database.query(
    'TRUNCATE consumable_cycle, consumable_item, vehicle_state, vehicle, delivery, notification, notification_cause, event_log CASCADE',
  );
  tractor = await makeVehicle(server.database, at.nami, { customer: { name: '김민수', phone: '010-5555-1234' } });
  elsewhere = await makeVehicle(server.database, at.sora);
  await all('UPDATE customer SET joined_at = now()');
  await all("UPDATE vehicle SET sold_on = '2026-01-10'");
  await addItem('Engine oil', { initial: 50, cycle: 250, days: 365 });
});

const all = <T = unknown>(sql: string, ...parameters: unknown[]): Promise<T[]> =>
  server.database.query<T[]>(sql, parameters);
async function addItem(
  name: string,
  { initial = 50, cycle = 250, days = null as number | null, maintenance = 'replace' } = {},
): Promise<number> {
  const [row] = await all<{ id: number }>(
    `INSERT INTO consumable_item (model_id, position, name, maintenance, initial_hours, cycle_hours, cycle_days) SELECT model_id, 1, $1, $2, $3, $4, $5 FROM vehicle LIMIT 1 RETURNING id`,
    name,
    maintenance,
    initial,
    cycle,
    days,
  );
  return row?.id ?? 0;
}
async function run(vehicle: MadeVehicle, hours: number | null): Promise<void> {
  await all(
    `INSERT INTO vehicle_state (vehicle_id, device_key, engine_hours, last_seen_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (vehicle_id) DO UPDATE SET engine_hours = excluded.engine_hours, last_seen_at = excluded.last_seen_at`,
    vehicle.id,
    vehicle.deviceKey,
    hours,
    now,
  );
  await server.database.transaction((tx) => redateCycles(tx, { vehicleIds: [vehicle.id] }, now, zone));
}
const cycleOf = async (vehicle: MadeVehicle, item = 'Engine oil'): Promise<number> =>
  (
    await all<{ id: number }>(
      'SELECT c.id FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id WHERE vehicle_id = $1 AND i.name = $2 AND due_rank IS NOT NULL',
      vehicle.id,
      item,
    )
  )[0]?.id ?? 0;
const list = async (query: Partial<Record<keyof ConsumableFilter, unknown>> = {}, token = head) =>
  (await server.call(consumables.list, { query: query as never }, token)).rows;
const get = (id: number, token = head): Promise<ConsumableDetail> =>
  server.call(consumables.get, { params: { id } }, token);
const replace = async (
  id: number,
  over: Partial<ReplaceConsumableBody> = {},
  token = head,
): Promise<ConsumableDetail> =>
  server.call(
    consumables.replace,
    { params: { id }, body: { version: 1, replacedOn: today, hours: 48, ...over } },
    token,
  );
const fieldsOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'allowed',
    (e: unknown) => (e as Refused).error.fields,
  );
const events = (): Promise<
  { name: string; by: string | null; payload: { consumable: { state: string; percent: number }; nextId?: number } }[]
> => all("SELECT name, by_name AS by, payload FROM event_log WHERE name LIKE 'consumable.%' ORDER BY number");

describe('the list', () => {
  it('opens with what is due, the most used first, the customer masked', async () => {
    await addItem('Belt', { initial: 100 });
    await addItem('Filter', { initial: 46 });
    await run(tractor, 47);
    await run(elsewhere, 70);
    const rows = await list();
    expect(rows.map((r) => [r.vin, r.item, r.state, r.percent])).toEqual([
      [elsewhere.vin, 'Filter', 'exceeded', 152],
      [elsewhere.vin, 'Engine oil', 'exceeded', 140],
      [tractor.vin, 'Filter', 'exceeded', 102],
      [tractor.vin, 'Engine oil', 'imminent', 94],
    ]);
    expect(rows[3]).toMatchObject({
      usedHours: 47,
      lengthHours: 50,
      usedDays: 130,
      lengthDays: 365,
      dueHours: 50,
      dueOn: '2027-01-10',
      alarmedOn: today,
      replacedOn: null,
      hours: 47,
      customer: { name: '김*수', phone: '010-****-1234' },
      dealer: { id: at.nami },
      sentAt: null,
      notice: null,
    });
  });

  it('shows by days where they are farther, and hours only while the machine is not sold', async () => {
    await all('UPDATE consumable_item SET cycle_days = 100');
    await run(tractor, 5);
    expect((await list())[0]).toMatchObject({ state: 'exceeded', percent: 130, usedHours: 5, usedDays: 130 });
    await all('UPDATE vehicle SET sold_on = NULL');
    await run(tractor, 5);
    expect(await list()).toEqual([]);
    expect(await list({ state: 'safe' })).toMatchObject([{ percent: 10, countedFrom: null, usedDays: null }]);
  });

  it('filters by everything that it shows', async () => {
    await addItem('Belt', { initial: 500, maintenance: 'inspect' });
    await run(tractor, 47);
    await run(elsewhere, 10);
    await all(
      "UPDATE consumable_cycle SET number = 2, started_on = '2026-03-01' WHERE id = $1",
      await cycleOf(elsewhere),
    );
    const dealers = { dealerId: at.north };
    const asked: [Parameters<typeof list>[0], number][] = [
      [{}, 1],
      [{ state: 'exceeded' }, 0],
      [{ state: ['safe', 'exceeded'] }, 3],
      [{ state: ['safe', 'imminent'] }, 4],
      [{ state: ['safe', 'imminent', 'exceeded'] }, 4],
      [{ state: 'safe', maintenance: 'inspect' }, 2],
      [{ state: 'safe', item: 'Belt' }, 2],
      [{ state: 'safe', item: ['Belt', 'Engine oil'] }, 3],
      [{ state: 'safe', ...dealers }, 1],
      [{ vin: tractor.vin.slice(-6).toLowerCase() }, 1],
      [{ vin: elsewhere.vin }, 0],
      [{ model: 'HL 6-110' }, 1],
      [{ model: 'another' }, 0],
      [{ customer: '민수' }, 1],
      [{ customer: '이순신' }, 0],
      [{ alarmedFrom: today, alarmedTo: today }, 1],
      [{ alarmedTo: '2026-05-19' }, 0],
      [{ state: 'safe', replacedFrom: '2026-03-01', replacedTo: '2026-03-01' }, 1],
      [{ state: 'safe', replacedFrom: '2026-03-02' }, 0],
    ];
    for (const [query, n] of asked) expect(await list(query), JSON.stringify(query)).toHaveLength(n);
    expect(await server.call(consumables.items, {}, head)).toEqual(['Belt', 'Engine oil']);
  });

  it('sorts by the sort key, missing values last', async () => {
    await run(tractor, 47);
    await run(elsewhere, 49);
    for (const sort of ['percent', 'vin', 'model', 'alarmedOn', 'replacedOn', 'dealer'] as const) {
      const up = (await list({ sort, order: 'asc' })).map((r) => r.id);
      expect((await list({ sort, order: 'desc' })).map((r) => r.id).toReversed(), sort).toEqual(up);
      expect(
        (await list({ sort, order: 'asc' }, nami)).map((r) => r.vin),
        sort,
      ).toEqual([tractor.vin]);
    }
  });

  it('reads the same of a dealer with many vehicles as of one with few', async () => {
    await addItem('Belt', { initial: 100 });
    await run(tractor, 95);
    await run(elsewhere, 49);
    const queries: Parameters<typeof list>[0][] = [
      {},
      { state: ['safe', 'imminent', 'exceeded'] },
      { state: 'imminent', item: 'Belt' },
      { vin: 'HDLT' },
      { customer: '민수' },
      { alarmedFrom: today },
      ...(['vin', 'model', 'alarmedOn', 'replacedOn', 'dealer'] as const).map((sort) => ({ sort })),
    ];
    const few = await Promise.all(queries.map((q) => server.call(consumables.list, { query: q as never }, nami)));
    await all(
      `INSERT INTO vehicle (vin, model_id, organization_id, customer_id, release_year, horsepower)
       SELECT 'HDLTMANY' || n, v.model_id, v.organization_id, v.customer_id, 2024, 110 FROM vehicle v, generate_series(1, 1001) n WHERE v.id = $1`,
      tractor.id,
    );
    const many = await Promise.all(queries.map((q) => server.call(consumables.list, { query: q as never }, nami)));
    expect(many).toEqual(few);
    expect(few[0]?.page.total).toBe(2);
  });

  it('is a dealer’s own', async () => {
    await run(tractor, 47);
    await run(elsewhere, 49);
    expect((await list({}, nami)).map((r) => r.vin)).toEqual([tractor.vin]);
    expect((await list({}, sora)).map((r) => r.vin)).toEqual([elsewhere.vin]);
    expect(await list({ dealerId: at.sora }, nami)).toEqual([]);
    expect(await refusal(list({}, plant))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(list({ page: 2 }, nami))).toBe('allowed');
  });
});

describe('one cycle', () => {
  it('comes with its vehicle, its history, everything else that runs, and a forecast', async () => {
    await addItem('Belt', { initial: 100 });
    await run(tractor, 46);
    // two hours a day over the last ten days
    await all("SELECT ensure_telemetry_day('2026-05-01'::date + n) FROM generate_series(0, 20) n");
    await all(
      `INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine_hours, signals)
       SELECT $1, $2, t.ts, 0, t.ts, 1, n, 24 + 2 * n, '{}' FROM generate_series(0, 10) n, LATERAL (SELECT '2026-05-09T03:00:00Z'::timestamptz + n * interval '1 day' AS ts) t`,
      tractor.deviceKey,
      tractor.id,
    );
    const cycle = await get(await cycleOf(tractor));
    expect(cycle).toMatchObject({
      item: 'Engine oil',
      state: 'imminent',
      initialHours: 50,
      cycleHours: 250,
      number: 1,
      since: now.toISOString(),
      closed: null,
      runningId: null,
      history: [],
    });
    expect(cycle.items.map((i) => [i.item, i.state])).toEqual([
      ['Engine oil', 'imminent'],
      ['Belt', 'safe'],
    ]);
    expect(cycle.pace).toBeCloseTo(20 / 11, 5);
    // four hours are left
    expect(cycle.forecastOn).toBe('2026-05-23');
  });

  it('has no forecast where the usage rate is unknown', async () => {
    await run(tractor, 46);
    expect(await get(await cycleOf(tractor))).toMatchObject({ pace: null, forecastOn: null });
  });

  it('shows its owner masked; in full to a permitted member, recorded', async () => {
    await run(tractor, 46);
    const id = await cycleOf(tractor);
    expect((await get(id, nami)).customer).toMatchObject({ name: '김*수', phone: '010-****-1234' });
    expect(await server.call(consumables.customer, { params: { id } }, nami)).toMatchObject({
      name: '김민수',
      phone: '010-5555-1234',
    });
    expect(await all("SELECT subject, subject_id FROM personal_data_view WHERE subject = 'consumable'")).toEqual([
      { subject: 'consumable', subject_id: id },
    ]);
    expect(await refusal(server.call(consumables.customer, { params: { id } }, sora))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(server.call(consumables.customer, { params: { id } }, plant))).toEqual([403, 'FORBIDDEN']);
  });

  it('is not there for another dealer, nor by guessing its number', async () => {
    await run(tractor, 46);
    const id = await cycleOf(tractor);
    expect(await refusal(get(id, sora))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(get(999_999))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(replace(id, {}, sora))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(server.call(consumables.notify, { body: { ids: [id] } }, sora))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a replacement', () => {
  it('is listed as it was then, whatever the machine has run since', async () => {
    await run(tractor, 49.5);
    const id = await cycleOf(tractor);
    await replace(id, { hours: 48.2, replacedOn: today }, nami);
    await run(tractor, 310);
    const [row] = await list({ closed: 'onTime', vin: tractor.vin });
    expect(row).toMatchObject({ id, state: 'closed', hours: 48.2, dueHours: 50, replacedOn: today });
  });

  it('closes and locks the cycle, and the next one starts from its day and hours', async () => {
    await run(tractor, 49.5);
    const id = await cycleOf(tractor);
    const done = await replace(id, { hours: 48.2, replacedOn: today, partCode: 'OF1200', memo: 'with filter' }, nami);
    expect(done).toMatchObject({
      state: 'closed',
      closed: {
        id,
        number: 1,
        on: today,
        maintenance: 'replace',
        hours: 48.2,
        percent: 96,
        partCode: 'OF1200',
        memo: 'with filter',
        by: 'Park Nami',
        at: now.toISOString(),
      },
    });
    const next = await get(done.runningId ?? 0);
    expect(next).toMatchObject({
      number: 2,
      state: 'safe',
      startedHours: 48.2,
      countedFrom: today,
      replacedOn: today,
      lengthHours: 250,
      dueHours: 298.2,
      dueOn: '2027-05-20',
      alarmedOn: null,
    });
    expect(next.history.map((h) => h.id)).toEqual([id]);
    expect((await events()).map((e) => [e.name, e.by])).toEqual([
      ['consumable.imminent', null],
      ['consumable.replaced', 'Park Nami'],
    ]);
    expect((await events())[1]?.payload).toMatchObject({
      consumable: { id, state: 'closed', percent: 96 },
      nextId: next.id,
    });
    const history = await server.call(
      vehicleCalls.history,
      { params: { id: tractor.id }, query: { kind: 'consumable' } },
      nami,
    );
    expect(history.rows.map((r) => [r.name, r.note])).toEqual([
      ['consumable.replaced', 'Engine oil'],
      ['consumable.imminent', 'Engine oil'],
    ]);
  });

  it('cannot be saved twice, nor changed, nor while the item is safe', async () => {
    await run(tractor, 46);
    const id = await cycleOf(tractor);
    const { runningId } = await replace(id, { hours: 46 });
    expect(await refusal(replace(id, { hours: 46 }))).toEqual([409, 'CONSUMABLE_LOCKED']);
    expect(await refusal(replace(id, { hours: 46, version: 2 }))).toEqual([409, 'CONSUMABLE_LOCKED']);
    expect(await refusal(replace(runningId ?? 0, { hours: 46 }))).toEqual([409, 'CONSUMABLE_SAFE']);
  });

  it('names who saved it, and when', async () => {
    await run(tractor, 46);
    const id = await cycleOf(tractor);
    await replace(id, { hours: 46 }, nami);
    const error = await replace(id, { hours: 46 }).catch((e: unknown) => (e as Refused).error);
    expect(error).toMatchObject({ code: 'CONSUMABLE_LOCKED', values: { by: 'Park Nami', at: now.toISOString() } });
  });

  it('by two people at the same moment is saved by one', async () => {
    await run(tractor, 46);
    const id = await cycleOf(tractor);
    const both = await Promise.all([
      refusal(replace(id, { hours: 46, memo: 'A' }, head)),
      refusal(replace(id, { hours: 45, memo: 'B' }, nami)),
    ]);
    expect(both.filter((r) => r === 'allowed')).toHaveLength(1);
    expect(both.filter((r) => r !== 'allowed')).toEqual([[409, 'CONSUMABLE_LOCKED']]);
    expect(await all('SELECT state FROM consumable_cycle WHERE vehicle_id = $1 ORDER BY number', tractor.id)).toEqual([
      { state: 'closed' },
      { state: 'safe' },
    ]);
    expect((await events()).filter((e) => e.name === 'consumable.replaced')).toHaveLength(1);
  });

  it('while the hours are counted on stays closed', async () => {
    await run(tractor, 46);
    const id = await cycleOf(tractor);
    await all('UPDATE vehicle_state SET engine_hours = 60');
    const maintenance = server.app.get(CycleMaintenance);
    await Promise.all([
      replace(id, { hours: 46 }),
      maintenance.advance(morning, now),
      server.database.transaction((tx) => redateCycles(tx, { vehicleIds: [tractor.id] }, now, zone)),
    ]);
    expect(await all('SELECT state, closed_hours FROM consumable_cycle WHERE id = $1', id)).toEqual([
      { state: 'closed', closed_hours: 46 },
    ]);
  });

  it.each([
    ['before the sale', { replacedOn: '2026-01-09' }, { replacedOn: 'field.repl' }],
    ['before the alarm', { replacedOn: '2026-05-19' }, { replacedOn: 'field.repl' }],
    ['tomorrow', { replacedOn: '2026-05-21' }, { replacedOn: 'field.pastDay' }],
    ['beyond the hours of now', { hours: 46.2 }, { hours: 'field.hoursAhead' }],
    ['of half a tenth', { hours: 46.05 }, { hours: 'field.decimal' }],
    ['below nothing', { hours: -1 }, { hours: 'field.decimal' }],
    ['with a part that can be none', { hours: 46, partCode: 'of-1' }, { partCode: 'field.part' }],
    ['with a memo of pictographs', { hours: 46, memo: 'done 👍' }, { memo: 'field.emoji' }],
  ])('%s is refused', async (_, over, fields) => {
    await run(tractor, 46);
    expect(await fieldsOf(replace(await cycleOf(tractor), { hours: 46, ...over }))).toEqual(fields);
  });

  it('goes by the corrected meter, and not below the last time', async () => {
    await run(tractor, 46);
    const { runningId } = await replace(await cycleOf(tractor), { hours: 46 });
    await all('UPDATE vehicle SET hours_correction = 300 WHERE id = $1', tractor.id);
    await run(tractor, 10);
    const id = runningId ?? 0;
    expect(await get(id)).toMatchObject({ state: 'exceeded', hours: 310 });
    const { version } = await get(id);
    expect(await fieldsOf(replace(id, { version, hours: 45.9 }))).toEqual({ hours: 'field.hoursBehind' });
    expect(await fieldsOf(replace(id, { version, hours: 310.1 }))).toEqual({ hours: 'field.hoursAhead' });
    expect(await replace(id, { version, hours: 310 })).toMatchObject({ state: 'closed' });
  });

  it('that begins over 90 % is imminent at once, and its owner is notified', async () => {
    await run(tractor, 400);
    const { runningId } = await replace(await cycleOf(tractor), { hours: 170 });
    expect(await get(runningId ?? 0)).toMatchObject({ state: 'imminent', percent: 92, alarmedOn: today });
    expect((await events()).map((e) => e.name)).toEqual([
      'consumable.exceeded',
      'consumable.replaced',
      'consumable.imminent',
    ]);
    expect(await all('SELECT id FROM consumable_cycle WHERE alarm_pending')).toEqual([{ id: runningId }]);
  });

  it('of a cycle that was dated anew since the form was loaded is refused', async () => {
    await run(tractor, 46);
    const id = await cycleOf(tractor);
    await all("UPDATE vehicle SET sold_on = '2026-02-01' WHERE id = $1", tractor.id);
    await run(tractor, 46);
    expect(await refusal(replace(id, { hours: 46 }))).toEqual([409, 'CHANGED_MEANWHILE']);
    const { version } = await get(id);
    const sale = await server.call(sales.get, { params: { id: tractor.id } }, head);
    await server.call(
      sales.change,
      { params: { id: tractor.id }, body: { version: sale.version, soldOn: '2026-03-01', dealerId: at.nami } },
      nami,
    );
    // other changes of the machine since then do not matter
    await server.call(
      sales.change,
      {
        params: { id: tractor.id },
        body: { version: sale.version + 1, soldOn: '2026-03-01', dealerId: at.nami, memo: 'x' },
      },
      head,
    );
    const refused = (await replace(id, { hours: 46, version }).catch((e: unknown) => e)) as Refused;
    expect(refused.error).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      values: { by: 'Park Nami', at: morning.toISOString() },
    });
    expect(await refusal(replace(id, { hours: 46, version: (await get(id)).version }))).toBe('allowed');
  });

  it('of an item that was removed from the model is refused', async () => {
    await run(tractor, 46);
    const id = await cycleOf(tractor);
    await all("UPDATE consumable_cycle SET state = 'ended' WHERE id = $1", id);
    expect(await refusal(replace(id, { hours: 46 }))).toEqual([409, 'CONSUMABLE_LOCKED']);
  });

  it('needs U', async () => {
    await run(tractor, 46);
    expect(await refusal(replace(await cycleOf(tractor), { hours: 46 }, staff))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('notifying the customer by hand', () => {
  const notify = (ids: number[], token = head) => server.call(consumables.notify, { body: { ids } }, token);

  it('goes to the app, once a day for each item', async () => {
    await addItem('Belt', { initial: 50 });
    await run(tractor, 46);
    await all('UPDATE consumable_cycle SET alarm_pending = false');
    const [oil, belt] = [await cycleOf(tractor), await cycleOf(tractor, 'Belt')];
    expect(await notify([oil, oil])).toEqual({ sent: [oil], skipped: [] });
    expect(await notify([oil, belt], nami)).toEqual({ sent: [belt], skipped: [{ id: oil, reason: 'today' }] });
    const sent = await all<{ address: string; text: string }>(
      'SELECT channel, subject, subject_id, address, customer_id, text FROM delivery ORDER BY id',
    );
    expect(sent).toMatchObject([
      {
        channel: 'app',
        subject: 'consumable',
        subject_id: oil,
        address: String(tractor.customerId),
        customer_id: tractor.customerId,
      },
      { subject_id: belt },
    ]);
    expect(sent[0]?.text).toContain(tractor.vin);
    expect((await list())[0]).toMatchObject({ sentAt: now.toISOString(), notice: 'today' });
    now = new Date('2026-05-21T00:00:00Z');
    const next = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
    expect(await notify([oil], next)).toMatchObject({ sent: [oil] });
    expect((await get(oil, next)).deliveries.map((d) => [d.channel, d.to])).toEqual([
      ['app', '김*수'],
      ['app', '김*수'],
    ]);
  });

  it('by two at the same moment goes out once', async () => {
    await run(tractor, 46);
    const id = await cycleOf(tractor);
    const both = await Promise.all([notify([id]), notify([id], nami)]);
    expect(both.flatMap((b) => b.sent)).toEqual([id]);
    expect(await all('SELECT 1 FROM delivery')).toHaveLength(1);
  });

  it('leaves out who cannot be reached, and states why', async () => {
    await addItem('Belt', { initial: 500 });
    await run(tractor, 46);
    await run(elsewhere, 46);
    const ids = [await cycleOf(tractor), await cycleOf(tractor, 'Belt'), await cycleOf(elsewhere)];
    await all('UPDATE customer SET joined_at = NULL WHERE id = $1', tractor.customerId);
    await all('UPDATE vehicle SET customer_id = NULL WHERE id = $1', elsewhere.id);
    const { sent, skipped } = await notify(ids);
    expect(sent).toEqual([]);
    expect(new Map(skipped.map((s) => [s.id, s.reason]))).toEqual(
      new Map(ids.map((id, i) => [id, ['noApp', 'safe', 'noCustomer'][i]])),
    );
    expect(await all('SELECT 1 FROM delivery')).toEqual([]);
  });

  it('needs U, and the sight of each of them', async () => {
    await run(tractor, 46);
    await run(elsewhere, 46);
    expect(await refusal(notify([await cycleOf(tractor)], staff))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(notify([await cycleOf(tractor), await cycleOf(elsewhere)], nami))).toEqual([404, 'NOT_FOUND']);
    expect(await all('SELECT 1 FROM delivery')).toEqual([]);
  });
});

describe('the alarm', () => {
  const alarm = () => server.execute(new AlarmConsumables());
  const messages = () =>
    all<{ reason: string }>("SELECT reason FROM delivery WHERE subject = 'consumable' ORDER BY id").then((rows) =>
      rows.map((r) => r.reason),
    );
  const notes = () =>
    all<{ organization: string; text: { en: string } }>(
      `SELECT o.name AS organization, n.text FROM notification n JOIN user_account u ON u.id = n.user_id JOIN organization o ON o.id = u.organization_id WHERE n.kind = 'consumable' ORDER BY n.id`,
    );

  const causes = () =>
    all<{ cause: string }>('SELECT cause FROM notification_cause ORDER BY at, cause').then((rows) =>
      rows.map((r) => r.cause),
    );

  it('goes to the owner and to the agency, once of each state', async () => {
    await run(tractor, 46);
    const id = await cycleOf(tractor);
    await alarm();
    await alarm();
    expect(await messages()).toEqual([`consumable.imminent:${id}.1:app:${tractor.customerId}`]);
    expect((await notes()).map((n) => n.organization)).toEqual(['Nami']);
    expect((await get(id)).sentAt).toBe(now.toISOString());
    now = new Date('2026-05-21T00:00:00Z');
    await run(tractor, 51);
    await alarm();
    expect(await messages()).toEqual([
      `consumable.imminent:${id}.1:app:${tractor.customerId}`,
      `consumable.exceeded:${id}.1:app:${tractor.customerId}`,
    ]);
    expect((await notes()).map((n) => n.text.en)).toEqual([
      expect.stringContaining('due soon'),
      expect.stringContaining('overdue'),
    ]);
    // a meter that is set back and advances again causes no new notification
    await run(tractor, 3);
    await run(tractor, 52);
    await alarm();
    expect(await messages()).toHaveLength(2);
  });

  it('is given again when the cycle is due again after another dating', async () => {
    const last = async (hours: number): Promise<void> => {
      await all('UPDATE consumable_item SET initial_hours = $1', hours);
      await run(tractor, 46);
    };
    await last(50);
    const id = await cycleOf(tractor);
    await alarm();
    await last(100);
    expect(await list()).toEqual([]);
    await alarm();
    await last(50);
    await alarm();
    await alarm();
    expect(await messages()).toEqual(
      [1, 3].map((version) => `consumable.imminent:${id}.${version}:app:${tractor.customerId}`),
    );
    expect(await causes()).toEqual([1, 3].map((version) => `consumable.imminent:${id}.${version}`));
  });

  it('is given again when it is due again after a correction of the hours was undone', async () => {
    const correct = async (hoursCorrection: number): Promise<void> => {
      const { version, dealer, person } = await server.call(vehicleCalls.get, { params: { id: tractor.id } }, head);
      const body = {
        ...{ version, dealerId: dealer.id, personId: person?.id ?? null, odometerCorrection: 0, memo: '' },
        ...{ hoursCorrection, hoursReason: 'read again', hoursCorrectedOn: today },
      };
      await server.call(vehicleCalls.change, { params: { id: tractor.id }, body }, head);
      await alarm();
    };
    await run(tractor, 20);
    const id = await cycleOf(tractor);
    await correct(40);
    expect(await messages()).toEqual([`consumable.exceeded:${id}.2:app:${tractor.customerId}`]);
    // whoever has the form open is told who has put the hours right
    const stale = { version: 1, replacedOn: today, hours: 48 };
    const refused = server.call(consumables.replace, { params: { id }, body: stale }, head);
    await expect(refused).rejects.toMatchObject({
      error: { code: 'CHANGED_MEANWHILE', values: { by: 'HEAD_OFFICE ADMIN' } },
    });
    await correct(0);
    // one that turns nothing is no new dating
    await correct(1);
    await run(tractor, 51);
    await alarm();
    await alarm();
    expect(await messages()).toEqual(
      [2, 3].map((version) => `consumable.exceeded:${id}.${version}:app:${tractor.customerId}`),
    );
    expect(await causes()).toEqual([2, 3].map((version) => `consumable.exceeded:${id}.${version}`));
  });

  it('that was interrupted after the owner was notified notifies the agency, and the owner not again', async () => {
    await run(tractor, 46);
    const id = await cycleOf(tractor);
    await alarm();
    await all('TRUNCATE notification, notification_cause');
    await all('UPDATE consumable_cycle SET alarm_pending = true WHERE id = $1', id);
    await alarm();
    expect([await messages(), (await notes()).length]).toEqual([
      [`consumable.imminent:${id}.1:app:${tractor.customerId}`],
      1,
    ]);
  });

  it('of one that is no longer due is not notified', async () => {
    await run(tractor, 46);
    await run(tractor, 3);
    await alarm();
    expect([await messages(), await notes()]).toEqual([[], []]);
  });

  it('of a machine without an owner in the app goes to the agency alone', async () => {
    await all('UPDATE customer SET joined_at = NULL');
    await run(tractor, 46);
    await alarm();
    expect([await messages(), (await notes()).length]).toEqual([[], 1]);
    expect(await all('SELECT 1 FROM consumable_cycle WHERE alarm_pending')).toEqual([]);
  });

  it('of hundreds at once notifies all, in batches', async () => {
    for (let i = 0; i < 250; i++) await addItem('X'.repeat(2 + (i % 40)) + '-'.repeat(i / 40));
    await run(tractor, 51);
    const first = await alarm();
    expect(first).not.toBeNull();
    expect(await server.execute(new AlarmConsumables(first ?? 0))).toBeNull();
    expect(await messages()).toHaveLength(251);
    expect(await all('SELECT 1 FROM consumable_cycle WHERE alarm_pending')).toEqual([]);
  });

  it('is given by the jobs process, from the event', async () => {
    const jobs = await startProcess(server.config, ['jobs'], modules);
    try {
      await run(tractor, 46);
      await eventually(messages, (m) => m.length === 1);
      await eventually(notes, (n) => n.length === 1);
    } finally {
      await jobs.close();
    }
  });
});
