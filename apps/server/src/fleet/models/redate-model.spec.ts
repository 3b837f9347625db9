import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConsumableItem, type ModelDetail, models } from '@headland/contracts/model';
import { ConsumablesModule } from '../../maintenance/consumables/consumables.module';
import { startCycles } from '../../maintenance/consumables/plan-cycles.tx';
import { redateNext } from '../../maintenance/consumables/redate-model.tx';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal, startProcess } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { ModelsModule } from './models.module';
import { RedateModel } from './redate-model.command';

const zone = 'Asia/Seoul';
const fleetSize = 1_100;
let server: TestServer;
let at: Organizations;
let tokens: Record<'service' | 'north' | 'dealer', string>;
let model: ModelDetail;
/** the vehicles of the model, in order */
let vehicles: number[];

const oil: ConsumableItem = {
  id: null,
  name: 'Engine oil',
  maintenance: 'replace',
  initialHours: 50,
  cycleHours: 250,
  cycleDays: null,
};
const belt: ConsumableItem = { ...oil, name: 'Belt', initialHours: 100 };

beforeAll(async () => {
  server = await startServer([SessionModule, ModelsModule, ConsumablesModule]);
  const { database } = server;
  at = await makeOrganizations(database);
  const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(database, ...caller));
  tokens = {
    service: await login('SERVICE_BUSINESS', 'ADMIN', at.headOffice),
    north: await login('REGION', 'ADMIN', at.north),
    dealer: await login('DEALER', 'ADMIN', at.nami),
  };
});
afterAll(() => server.stop());
let counter = 0;
beforeEach(async () => {
  const number = ++counter;
  const limits = { x: 45, y: 45, z: 60 };
  const body = {
    type: 'premium' as const,
    machine: 'tractor' as const,
    releaseYear: 2025,
    horsepower: 110,
    description: '',
    remoteControl: 'none' as const,
  };
  const made = await server.call(
    models.create,
    {
      body: {
        ...body,
        name: `Large ${number}`,
        rollover: { 1: limits, 2: limits },
        imageId: null,
        imageAlt: '',
        consumables: [oil, belt],
      },
    },
    tokens.service,
  );
  // nine of ten are in the north
  const rows = await server.database.query<{ id: number }[]>(
    `INSERT INTO vehicle (vin, model_id, organization_id, release_year, horsepower) SELECT 'LARGE' || lpad($1::text, 4, '0') || lpad(n::text, 8, '0'), $2, CASE WHEN n % 10 = 0 THEN $4::int ELSE $3::int END, 2025, 110
     FROM generate_series(1, ${fleetSize}) n RETURNING id`,
    [number, made.id, at.nami, at.sora],
  );
  vehicles = rows.map((r) => r.id).sort((a, b) => a - b);
  await startCycles(server.database, vehicles, new Date(), zone);
  model = await get();
  expect(model.redating).toBeNull();

  function get(): Promise<ModelDetail> {
    return server.call(models.get, { params: { id: made.id } }, tokens.service);
  }
});

const get = (token = tokens.service) => server.call(models.get, { params: { id: model.id } }, token);
/** Saves the model with this set. */
const save = (consumables: ConsumableItem[], from = model) => {
  const { name, type, machine, releaseYear, horsepower, description, remoteControl, rollover, imageId, version } = from;
  const body = {
    name,
    type,
    machine,
    releaseYear,
    horsepower,
    description,
    remoteControl,
    rollover,
    imageId,
    imageAlt: '',
    consumables,
    version,
  };
  return server.call(models.change, { params: { id: model.id }, body }, tokens.service);
};
const [first, last] = [() => vehicles[0] ?? 0, () => vehicles.at(-1) ?? 0];
const item = (name: string): ConsumableItem => model.consumables.find((i) => i.name === name) as ConsumableItem;
/** The cycles of a vehicle: `Engine oil 50 safe`. */
const cyclesOf = async (vehicleId: number): Promise<string[]> =>
  (
    await server.database.query<{ text: string }[]>(
      `SELECT i.name || ' ' || c.due_hours || ' ' || c.state AS text FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id WHERE c.vehicle_id = $1 ORDER BY i.id`,
      [vehicleId],
    )
  ).map((r) => r.text);
/** Number of cycles of the fleet by state: `Engine oil 80 safe` → 1,100. */
const all = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await server.database.query<{ text: string; n: number }[]>(
        `SELECT i.name || ' ' || c.due_hours || ' ' || c.state AS text, count(*)::int AS n FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id WHERE i.model_id = $1 GROUP BY 1`,
        [model.id],
      )
    ).map((r) => [r.text, r.n]),
  );

describe('the changed set of a model with a large fleet', () => {
  it('is saved with the first vehicles; the progress of the others is shown, and jobs do the rest', async () => {
    const saved = await save([{ ...item('Engine oil'), initialHours: 80 }]);
    expect(saved).toMatchObject({ items: 1, redating: { done: 500, vehicles: fleetSize } });
    expect(await cyclesOf(first())).toEqual(['Engine oil 80 safe', 'Belt 100 ended']);
    // the last batch is complete
    expect(await cyclesOf(last())).toEqual(['Engine oil 50 safe', 'Belt 100 safe']);
    const jobs = await startProcess(server.config, ['jobs'], [SessionModule, ModelsModule]);
    try {
      await eventually(
        () => get(),
        (m) => m.redating === null,
      );
    } finally {
      await jobs.close();
    }
    expect(await all()).toEqual({ 'Engine oil 80 safe': fleetSize, 'Belt 100 ended': fleetSize });
    expect(await server.call(models.redating, {}, tokens.dealer)).toEqual([]);
  });

  it('shows everybody the share that is done, and counts only of vehicles in the caller’s scope', async () => {
    await save([{ ...item('Engine oil'), initialHours: 80 }, item('Belt')]);
    expect((await get(tokens.north)).redating).toEqual({ done: 450, vehicles: 990 });
    expect(await server.call(models.redating, {}, tokens.dealer)).toEqual([
      { id: model.id, name: model.name, share: 500 / fleetSize },
    ]);
    expect(await refusal(get(tokens.dealer))).toEqual([403, 'FORBIDDEN']);
    expect((await server.send(models.redating, {}, null)).status).toBe(401);
    await server.execute(new RedateModel(model.id));
  });

  it('that is changed once more begins anew with the first', async () => {
    const once = await save([{ ...item('Engine oil'), initialHours: 80 }, item('Belt')]);
    await server.database.transaction((tx) => redateNext(tx, model.id, new Date(), zone));
    expect((await get()).redating?.done).toBe(1_000);
    const twice = await save([{ ...item('Engine oil'), initialHours: 90 }, item('Belt')], once);
    expect(twice.redating?.done).toBe(500);
    await server.execute(new RedateModel(model.id));
    expect(await all()).toEqual({ 'Engine oil 90 safe': fleetSize, 'Belt 100 safe': fleetSize });
  });

  it('goes on where it was when the job dies, and a second job finds nothing left', async () => {
    await save([{ ...item('Engine oil'), initialHours: 80 }, item('Belt')]);
    const dies = server.database.transaction(async (tx) => {
      await redateNext(tx, model.id, new Date(), zone);
      throw new Error('the process ended');
    });
    await expect(dies).rejects.toThrow('the process ended');
    expect((await get()).redating?.done).toBe(500);
    await Promise.all([server.execute(new RedateModel(model.id)), server.execute(new RedateModel(model.id))]);
    expect((await get()).redating).toBeNull();
    expect(await all()).toEqual({ 'Engine oil 80 safe': fleetSize, 'Belt 100 safe': fleetSize });
    await server.execute(new RedateModel(model.id));
  });

  it('counts for a vehicle that comes meanwhile', async () => {
    await save([{ ...item('Engine oil'), initialHours: 80 }]);
    const [born] = await server.database.query<{ id: number }[]>(
      'INSERT INTO vehicle (vin, model_id, organization_id, release_year, horsepower) VALUES ($1, $2, $3, 2025, 110) RETURNING id',
      [`NEWBORN${String(counter).padStart(10, '0')}`, model.id, at.nami],
    );
    await startCycles(server.database, [born?.id ?? 0], new Date(), zone);
    expect(await cyclesOf(born?.id ?? 0)).toEqual(['Engine oil 80 safe']);
    await server.execute(new RedateModel(model.id));
    expect(await cyclesOf(born?.id ?? 0)).toEqual(['Engine oil 80 safe']);
  });

  it('begins nothing where it is refused, or only renamed', async () => {
    await save([{ ...item('Engine oil'), name: 'Oil' }, item('Belt')]);
    expect((await get()).redating).toBeNull();
    expect(await refusal(save([{ ...item('Engine oil'), initialHours: 80 }]))).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(await all()).toEqual({ 'Oil 50 safe': fleetSize, 'Belt 100 safe': fleetSize });
    expect(await server.database.query('SELECT 1 FROM model_redating WHERE model_id = $1', [model.id])).toEqual([]);
  });
});
