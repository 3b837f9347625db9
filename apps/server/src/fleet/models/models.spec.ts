import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ConsumableItem,
  maxItems,
  type ModelBody,
  type ModelDetail,
  ModelFilter,
  models,
} from '@headland/contracts/model';
import { ExportsModule } from '../../files/exports/exports.module';
import { ConsumablesModule } from '../../maintenance/consumables/consumables.module';
import { DeviceDirectory } from '../devices/device-directory.reads';
import { DevicesModule } from '../devices/devices.module';
import { ExportRegistry } from '../../platform/exports/export-registry';
import { FileStore } from '../../platform/files/file-store';
import type { Caller } from '../../platform/caller';
import { SessionModule } from '../../people/session/session.module';
import { recordSpec } from '../../testing/record-spec';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { type MadeVehicle, makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { startCycles } from '../../maintenance/consumables/plan-cycles.tx';
import { ModelsModule } from './models.module';

let now = new Date();
let server: TestServer;
let at: Organizations;
/** who holds `tokens.service` */
let serviceId: number;
let tokens: Record<'service' | 'serviceStaff' | 'head' | 'north' | 'northStaff' | 'business' | 'dealer', string>;

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, ModelsModule, ConsumablesModule, ExportsModule], {
    clock: () => now,
  });
  const { database } = server;
  at = await makeOrganizations(database);
  now = new Date();
  const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(database, ...caller));
  const service = await makeAccount(database, 'SERVICE_BUSINESS', 'ADMIN', at.headOffice, { name: '서비스 관리자' });
  serviceId = service.userId;
  tokens = {
    service: await server.login(service),
    serviceStaff: await login('SERVICE_BUSINESS', 'STAFF', at.headOffice),
    head: await login('HEAD_OFFICE', 'ADMIN', at.headOffice),
    north: await login('REGION', 'ADMIN', at.north),
    northStaff: await login('REGION', 'STAFF', at.north),
    business: await login('CUSTOMER_BIZ', 'ADMIN', at.headOffice),
    dealer: await login('DEALER', 'ADMIN', at.nami),
  };
});
afterAll(() => server.stop());
beforeEach(() => {
  now = new Date();
});

const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
const all = <T>(sql: string, ...parameters: unknown[]): Promise<T[]> => server.database.query<T[]>(sql, parameters);
const limits = { x: 45, y: 45, z: 60 };
let counter = 0;
const item = (name: string, over: Partial<ConsumableItem> = {}): ConsumableItem => ({
  id: null,
  name,
  maintenance: 'replace',
  initialHours: 50,
  cycleHours: 250,
  cycleDays: 365,
  ...over,
});
const body = (over: Partial<ModelBody> = {}): ModelBody => ({
  name: `HL ${++counter}`,
  type: 'premium',
  machine: 'tractor',
  releaseYear: 2025,
  horsepower: 110,
  description: '',
  remoteControl: 'none',
  rollover: { 1: limits, 2: limits },
  imageId: null,
  imageAlt: '',
  consumables: [],
  ...over,
});
const create = (over: Partial<ModelBody> = {}, token = tokens.service) =>
  server.call(models.create, { body: body(over) }, token);
const get = (id: number, token = tokens.service) => server.call(models.get, { params: { id } }, token);
/** The form of a model as loaded, with these changes. */
const formOf = (m: ModelDetail, over: Partial<ModelBody> = {}) => ({
  ...body({
    name: m.name,
    type: m.type,
    machine: m.machine,
    releaseYear: m.releaseYear,
    horsepower: m.horsepower,
    description: m.description,
    remoteControl: m.remoteControl,
    rollover: m.rollover,
    imageId: m.imageId,
    imageAlt: m.imageAlt ?? '',
    consumables: m.consumables,
  }),
  version: m.version,
  ...over,
});
const change = (m: ModelDetail, over: Partial<ModelBody & { version: number }> = {}, token = tokens.service) =>
  server.call(models.change, { params: { id: m.id }, body: formOf(m, over) }, token);
const history = (id: number, token = tokens.service) =>
  server.call(models.history, { params: { id }, query: {} }, token);
const makeImage = (name = 'tractor.png', createdBy: number | null = serviceId): Promise<string> =>
  server.app
    .get(FileStore)
    .put({ kind: 'image', name, type: 'image/webp', createdBy, width: 900, height: 500 }, new Uint8Array([1, 2, 3]));
const kept = async (id: string): Promise<boolean | undefined> =>
  (await all<{ kept: boolean }>('SELECT kept FROM stored_file WHERE id = $1', id))[0]?.kept;

/** Vehicles of a model of their own, with engine hours; sold on the day, null: unsold. */
async function fleet(
  consumables: ConsumableItem[],
  machines: { hours: number | null; soldOn?: string | null; in?: number }[],
): Promise<{ model: ModelDetail; vehicles: MadeVehicle[] }> {
  const model = await create({ consumables });
  const vehicles: MadeVehicle[] = [];
  for (const m of machines) {
    const vehicle = await makeVehicle(server.database, m.in ?? at.nami, { model: model.name });
    await all('UPDATE vehicle SET sold_on = $2 WHERE id = $1', vehicle.id, m.soldOn ?? null);
    if (m.hours !== null)
      await all(
        `INSERT INTO vehicle_state (vehicle_id, device_key, engine_hours, last_seen_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (vehicle_id) DO UPDATE SET device_key = excluded.device_key, engine_hours = excluded.engine_hours, last_seen_at = excluded.last_seen_at`,
        vehicle.id,
        vehicle.deviceKey,
        m.hours,
        new Date(now.getTime() - 60_000),
      );
    vehicles.push(vehicle);
  }
  await startCycles(
    server.database,
    vehicles.map((v) => v.id),
    now,
    'Asia/Seoul',
  );
  return { model: await get(model.id), vehicles };
}
interface Cycle {
  id: number;
  vehicle_id: number;
  name: string;
  number: number;
  started_hours: number;
  due_hours: number;
  state: string;
}
const cyclesOf = (modelId: number): Promise<Cycle[]> =>
  all<Cycle>(
    `SELECT c.id, c.vehicle_id, i.name, c.number, c.started_hours, c.due_hours, c.state FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id
     WHERE i.model_id = $1 ORDER BY c.vehicle_id, i.id, c.number`,
    modelId,
  );

recordSpec({
  server: () => server,
  endpoints: models,
  workbook: 'models',
  callers: () => ({ all: tokens.service, reader: tokens.serviceStaff, none: tokens.business }),
  body,
  form: formOf,
  change: { horsepower: 111, description: 'changed' },
  filters: (model) => ({
    finds: [{ name: model.name }, { type: 'premium' }, { releaseYear: '2025' }, { remoteControl: 'none' }],
    misses: [{ name: 'nothing' }, { type: 'standard' }, { releaseYear: '2024' }, { remoteControl: 'start' }],
  }),
  sorts: {
    name: (m) => m.name,
    type: (m) => m.type,
    releaseYear: (m) => m.releaseYear,
    horsepower: (m) => m.horsepower,
    vehicles: (m) => m.vehicles,
    registeredAt: (m) => m.registeredAt,
  },
});

describe('who may do what', () => {
  it.each<[keyof typeof tokens, 'none' | 'read' | 'write']>([
    ['service', 'write'],
    ['serviceStaff', 'read'],
    ['head', 'read'],
    ['north', 'read'],
    ['northStaff', 'none'],
    ['business', 'none'],
    ['dealer', 'none'],
  ])('%s: %s', async (caller, may) => {
    const token = tokens[caller];
    const model = await create();
    const status = async (e: (typeof models)[keyof typeof models], input: object) =>
      (await server.send(e, input, token)).status;
    const params = { id: model.id };
    const read = may === 'none' ? 403 : 200;
    const write = may === 'write' ? 200 : 403;
    expect(await status(models.list, {})).toBe(read);
    expect(await status(models.get, { params })).toBe(read);
    expect(await status(models.history, { params })).toBe(read);
    // the names are used by the filters of all vehicle lists
    expect(await status(models.names, {})).toBe(200);
    expect(await status(models.create, { body: body() })).toBe(write);
    expect(await status(models.change, { params, body: formOf(model, { horsepower: 111 }) })).toBe(write);
    expect(await status(models.preview, { params, body: formOf(model) })).toBe(write);
  });

  it('every route requires a session', async () => {
    for (const e of Object.values(models)) {
      const input = { params: { id: 1 }, ...(e.method === 'GET' ? {} : { body: body() }) };
      expect((await server.send(e, input, null)).status).toBe(401);
    }
  });
});

describe('a new model', () => {
  it('has the fields of the form, its items in their order, and a history that begins with it', async () => {
    const imageId = await makeImage();
    const consumables = [
      item('Engine oil'),
      item('Belt', { maintenance: 'inspect', initialHours: 100, cycleHours: 100, cycleDays: null }),
    ];
    const rollover = { 1: limits, 2: { x: 40.5, y: 40, z: 55 } };
    const model = await create({
      name: 'HX 1-50',
      description: '50 hp',
      remoteControl: 'start',
      rollover,
      imageId,
      imageAlt: 'From the left',
      consumables,
    });
    expect(model).toMatchObject({
      name: 'HX 1-50',
      type: 'premium',
      machine: 'tractor',
      releaseYear: 2025,
      horsepower: 110,
      description: '50 hp',
      remoteControl: 'start',
      rollover,
      imageId,
      imageAlt: 'From the left',
      items: 2,
      vehicles: 0,
      version: 1,
      delivery: { devices: 0, sent: 0, confirmed: 0 },
    });
    expect(model.consumables.map(({ id: _, ...rest }) => ({ ...rest, id: null }))).toEqual(consumables);
    expect(await kept(imageId)).toBe(true);
    const { rows } = await history(model.id);
    expect(rows).toMatchObject([{ name: 'record.created', by: '서비스 관리자' }]);
    expect(rows[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'horsepower', from: null, to: '110' },
        { field: 'rollover.2.x', from: null, to: '40.5' },
        { field: 'imageId', from: null, to: 'tractor.png' },
        { field: 'Engine oil · cycleHours', from: null, to: '250' },
      ]),
    );
  });

  it('may be a copy: the same but for the name, with items of its own', async () => {
    const original = await create({ imageId: await makeImage(), consumables: [item('Engine oil'), item('Belt')] });
    const copy = await create({ ...formOf(original), name: 'A copy' });
    expect(copy.consumables.map((i) => i.name)).toEqual(['Engine oil', 'Belt']);
    expect(copy.consumables.map((i) => i.id)).not.toEqual(original.consumables.map((i) => i.id));
    expect(await get(original.id)).toEqual(original);
    // the last reference to the picture ends
    const imageId = original.imageId ?? '';
    await change(original, { imageId: null });
    expect(await kept(imageId)).toBe(true);
    await change(copy, { imageId: null });
    expect(await kept(imageId)).toBe(false);
  });

  const bad: [string, Record<string, unknown>, Record<string, string>][] = [
    ['no name', { name: ' ' }, { name: 'field.req' }],
    ['a name of 21', { name: 'x'.repeat(21) }, { name: 'field.max20' }],
    ['emoji in the name', { name: 'HL 🚜' }, { name: 'field.emoji' }],
    ['emoji in the description', { description: 'fast 🚀' }, { description: 'field.emoji' }],
    ['a description of 51', { description: 'x'.repeat(51) }, { description: 'field.max50' }],
    ['a book as description', { description: 'x'.repeat(60_000) }, { description: 'field.max50' }],
    ['horsepower 0', { horsepower: 0 }, { horsepower: 'field.pos' }],
    ['horsepower 99.5', { horsepower: 99.5 }, { horsepower: 'field.pos' }],
    ['horsepower beyond any machine', { horsepower: 40_000 }, { horsepower: 'field.horsepower' }],
    ['a year of two digits', { releaseYear: 26 }, { releaseYear: 'field.year' }],
    ['1979', { releaseYear: 1979 }, { releaseYear: 'field.yearRange' }],
    ['the year after next', { releaseYear: new Date().getFullYear() + 2 }, { releaseYear: 'field.yearRange' }],
    ['an unknown type', { type: 'luxury' }, { type: 'field.invalid' }],
    [
      'thresholds of 0 and 91 degrees',
      { rollover: { 1: { ...limits, x: 0 }, 2: { ...limits, z: 91 } } },
      { 'rollover.1.x': 'field.deg', 'rollover.2.z': 'field.deg' },
    ],
    ['a threshold missing', { rollover: { 1: limits } }, { 'rollover.2': 'field.req' }],
    ['an image that is not there', { imageId: 'A'.repeat(22) }, { imageId: 'field.unknown' }],
    ['an image id that is none', { imageId: '../../etc/passwd' }, { imageId: 'field.invalid' }],
    ['an item of one letter', { consumables: [item('x')] }, { 'consumables.0.name': 'field.label' }],
    ['an item with a digit', { consumables: [item('Oil 2')] }, { 'consumables.0.name': 'field.label' }],
    [
      'two items of one name',
      { consumables: [item('Oil'), item('Belt'), item('Oil ')] },
      { 'consumables.2.name': 'field.nameTaken' },
    ],
    [
      'a cycle of 0',
      { consumables: [item('Oil', { initialHours: 0, cycleDays: 0 })] },
      { 'consumables.0.initialHours': 'field.pos', 'consumables.0.cycleDays': 'field.pos' },
    ],
    [
      'a cycle longer than any life',
      { consumables: [item('Oil', { cycleHours: 100_000 })] },
      { 'consumables.0.cycleHours': 'field.cycle' },
    ],
    [
      '51 items',
      {
        consumables: Array.from({ length: maxItems + 1 }, (_, i) =>
          item('가'.repeat(2) + String.fromCodePoint(0xac00 + i)),
        ),
      },
      { consumables: 'field.invalid' },
    ],
  ];
  it.each(bad)('is refused with %s', async (_, over, fields) => {
    const before = await all('SELECT count(*) FROM model');
    const no = await refused(create(over as Partial<ModelBody>));
    expect([no.status, no.error.code, no.error.fields]).toEqual([422, 'E0001', fields]);
    expect(await all('SELECT count(*) FROM model')).toEqual(before);
  });

  it('is refused with a name that another has, and nothing of it stays', async () => {
    const first = await create();
    const imageId = await makeImage();
    const no = await refused(create({ name: first.name, imageId, consumables: [item('Oil')] }));
    expect([no.status, no.error.fields]).toEqual([422, { name: 'field.nameTaken' }]);
    expect(await kept(imageId)).toBe(false);
    // two at the same moment
    const both = await Promise.allSettled([create({ name: 'At once' }), create({ name: 'At once' })]);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('accepts 50 items, and next year', async () => {
    const consumables = Array.from({ length: maxItems }, (_, i) => item(`오일${String.fromCodePoint(0xac00 + i)}`));
    const model = await create({ consumables, releaseYear: new Date().getFullYear() + 1 });
    expect(model.items).toBe(50);
    expect(model.consumables.map((i) => i.name)).toEqual(consumables.map((i) => i.name));
  });
});

describe('a changed model', () => {
  it('lists the changes field by field, items by their names', async () => {
    const model = await create({ name: 'Old name', consumables: [item('Engine oil'), item('Belt'), item('Filter')] });
    const [oil, belt, filter] = model.consumables as [ConsumableItem, ConsumableItem, ConsumableItem];
    const after = await change(model, {
      name: 'New name',
      horsepower: 115,
      rollover: { 1: limits, 2: { ...limits, z: 50 } },
      consumables: [
        filter,
        { ...oil, cycleHours: 500 },
        { ...belt, name: 'Fan belt', cycleDays: null },
        item('Coolant', { cycleDays: null }),
      ],
    });
    expect(after).toMatchObject({ name: 'New name', version: 2 });
    const { rows, page } = await history(model.id);
    expect(page.total).toBe(2);
    expect(rows[0]?.changes).toEqual([
      { field: 'name', from: 'Old name', to: 'New name' },
      { field: 'horsepower', from: '110', to: '115' },
      { field: 'rollover.2.z', from: '60', to: '50' },
      { field: 'Engine oil · cycleHours', from: '250', to: '500' },
      { field: 'Belt · name', from: 'Belt', to: 'Fan belt' },
      { field: 'Belt · cycleDays', from: '365', to: null },
      { field: 'Coolant · maintenance', from: null, to: 'replace' },
      { field: 'Coolant · initialHours', from: null, to: '50' },
      { field: 'Coolant · cycleHours', from: null, to: '250' },
      { field: 'order', from: 'Engine oil, Belt, Filter', to: 'Filter, Engine oil, Fan belt, Coolant' },
    ]);
    await change(after, { consumables: after.consumables.filter((i) => i.name !== 'Filter') });
    expect((await history(model.id)).rows[0]?.changes).toEqual([
      { field: 'Filter · maintenance', from: 'replace', to: null },
      { field: 'Filter · initialHours', from: '50', to: null },
      { field: 'Filter · cycleHours', from: '250', to: null },
      { field: 'Filter · cycleDays', from: '365', to: null },
    ]);
  });

  it('that is saved as it was stays as it was', async () => {
    const { model } = await fleet([item('Oil')], [{ hours: 10 }]);
    const before = await cyclesOf(model.id);
    expect(await change(model)).toEqual(model);
    expect(await cyclesOf(model.id)).toEqual(before);
    expect((await history(model.id)).page.total).toBe(1);
  });

  it('is refused when somebody else changed it meanwhile', async () => {
    const model = await create({ consumables: [item('Oil')] });
    await change(model, { horsepower: 120 });
    const no = await refused(change(model, { horsepower: 130, consumables: [] }));
    expect([no.status, no.error.code, no.error.values?.by]).toEqual([409, 'CHANGED_MEANWHILE', '서비스 관리자']);
    expect(await get(model.id)).toMatchObject({ horsepower: 120, items: 1 });
    const now = await get(model.id);
    const both = await Promise.allSettled([change(now, { horsepower: 140 }), change(now, { horsepower: 150 })]);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is refused with the name of another, an item of another, a year out of range', async () => {
    const other = await create({ consumables: [item('Oil')] });
    const model = await create();
    expect((await refused(change(model, { name: other.name }))).error.fields).toEqual({ name: 'field.nameTaken' });
    expect((await refused(change(model, { consumables: other.consumables }))).error.fields).toEqual({
      'consumables.0.name': 'field.unknown',
    });
    expect(
      (await refused(change(model, { consumables: [item('A-item', { id: 7 }), item('B-item', { id: 7 })] }))).error
        .fields,
    ).toEqual({
      'consumables.1.id': 'field.twice',
    });
    expect((await refused(change(model, { releaseYear: 1979 }))).error.fields).toEqual({
      releaseYear: 'field.yearRange',
    });
    // a limit that the factory knows already is not judged again
    await all('UPDATE model SET release_year = 1975 WHERE id = $1', model.id);
    expect(await change(await get(model.id), { horsepower: 30 })).toMatchObject({ releaseYear: 1975, horsepower: 30 });
    expect(
      (await refused(server.call(models.change, { params: { id: 999_999 }, body: formOf(model) }, tokens.service)))
        .status,
    ).toBe(404);
    expect((await refused(server.call(models.get, { params: { id: 999_999 } }, tokens.service))).status).toBe(404);
    expect(
      (await refused(server.call(models.history, { params: { id: 999_999 }, query: {} }, tokens.service))).status,
    ).toBe(404);
  });

  it('exchanges its picture and lets go of the old one', async () => {
    const [first, second] = [await makeImage('a.png'), await makeImage('a.png')];
    const model = await create({ imageId: first });
    const after = await change(model, { imageId: second });
    expect([after.imageId, await kept(first), await kept(second)]).toEqual([second, false, true]);
    expect((await history(model.id)).rows[0]?.changes).toEqual([{ field: 'imageId', from: 'a.png', to: 'a.png' }]);
    const no = await refused(change(after, { imageId: 'B'.repeat(22) }));
    expect(no.error.fields).toEqual({ imageId: 'field.unknown' });
    expect(await kept(second)).toBe(true);
  });

  it('takes no picture of another record, and none that somebody else has uploaded', async () => {
    const report = await makeImage();
    // as a report of a fault keeps what is attached to it
    await all('UPDATE stored_file SET kept = true WHERE id = $1', report);
    const model = await create();
    for (const imageId of [report, await makeImage('colleague.png', null)]) {
      expect((await refused(change(model, { imageId }))).error.fields).toEqual({ imageId: 'field.unknown' });
      expect((await refused(create({ imageId }))).error.fields).toEqual({ imageId: 'field.unknown' });
    }
    expect(await kept(report)).toBe(true);
  });

  it('may exchange the names of two items', async () => {
    const { model } = await fleet(
      [item('Left', { cycleHours: 100 }), item('Right', { cycleHours: 200 })],
      [{ hours: 1 }],
    );
    const [left, right] = model.consumables as [ConsumableItem, ConsumableItem];
    const after = await change(model, {
      consumables: [
        { ...left, name: 'Right' },
        { ...right, name: 'Left' },
      ],
    });
    expect(after.consumables).toMatchObject([
      { id: left.id, name: 'Right', cycleHours: 100 },
      { id: right.id, name: 'Left', cycleHours: 200 },
    ]);
  });
});

describe('the vehicles of a changed model', () => {
  const preview = (m: ModelDetail, over: Partial<ModelBody>) =>
    server.call(
      models.preview,
      {
        params: { id: m.id },
        body: { consumables: m.consumables, rollover: m.rollover, remoteControl: m.remoteControl, ...over },
      },
      tokens.service,
    );

  it('are dated anew by the changed cycles, from where they started', async () => {
    const { model } = await fleet(
      [item('Oil'), item('Belt', { cycleDays: null })],
      [{ hours: 10 }, { hours: 46 }, { hours: 70 }],
    );
    await all(
      "UPDATE consumable_cycle SET number = 2, started_hours = 40, started_on = '2026-04-01' WHERE id = $1",
      (await cyclesOf(model.id))[4]?.id,
    );
    const [oil, belt] = model.consumables as [ConsumableItem, ConsumableItem];
    await change(model, { consumables: [{ ...oil, initialHours: 100, cycleHours: 32 }, belt] });
    expect((await cyclesOf(model.id)).map((c) => [c.name, c.number, c.started_hours, c.due_hours, c.state])).toEqual([
      ['Oil', 1, 0, 100, 'safe'],
      ['Belt', 1, 0, 50, 'safe'],
      ['Oil', 1, 0, 100, 'safe'],
      ['Belt', 1, 0, 50, 'imminent'],
      ['Oil', 2, 40, 72, 'imminent'],
      ['Belt', 1, 0, 50, 'exceeded'],
    ]);
  });

  it('go on where they were with an item that comes back under its name', async () => {
    const { model } = await fleet([item('Oil')], [{ hours: 300 }]);
    await all(
      "UPDATE consumable_cycle SET number = 2, started_hours = 260, started_on = '2026-04-01' WHERE item_id = $1",
      model.consumables[0]?.id,
    );
    const without = await change(model, { consumables: [] });
    expect(await cyclesOf(model.id)).toMatchObject([{ state: 'ended', number: 2 }]);
    const back = await change(without, { consumables: [item('Oil', { cycleHours: 40 })] });
    expect(back.consumables[0]?.id).toBe(model.consumables[0]?.id);
    expect(await cyclesOf(model.id)).toMatchObject([
      { state: 'exceeded', number: 2, started_hours: 260, due_hours: 300 },
    ]);
  });

  it('keep the closed cycles of a removed item', async () => {
    const { model } = await fleet([item('Oil')], [{ hours: 60 }]);
    const [cycle] = await cyclesOf(model.id);
    await all("UPDATE consumable_cycle SET state = 'closed' WHERE id = $1", cycle?.id);
    await all(
      `INSERT INTO consumable_cycle (vehicle_id, item_id, number, started_hours, imminent_hours, due_hours) SELECT vehicle_id, item_id, 2, 60, 285, 310 FROM consumable_cycle WHERE id = $1`,
      cycle?.id,
    );
    await change(model, { consumables: [] });
    expect((await cyclesOf(model.id)).map((c) => c.state)).toEqual(['closed', 'ended']);
  });

  it('become exactly what the preview showed', async () => {
    const day = (ago: number): string => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    const { model } = await fleet(
      [item('Oil'), item('Belt', { cycleDays: null }), item('Filter', { initialHours: 400 })],
      [
        { hours: null },
        { hours: 0, soldOn: day(2) },
        { hours: 10, soldOn: day(340) },
        { hours: 40, soldOn: day(10) },
        { hours: 46, soldOn: day(400) },
        { hours: 50 },
        { hours: 399, in: at.sora },
        { hours: 2000, soldOn: day(30) },
      ],
    );
    const [oil, belt, filter] = model.consumables as [ConsumableItem, ConsumableItem, ConsumableItem];
    const sets: ConsumableItem[][] = [
      [{ ...oil, initialHours: 10 }, belt, filter],
      [{ ...oil, initialHours: 3000, cycleDays: 3000 }, belt, filter],
      [oil, filter],
      [oil, belt, filter, item('Coolant', { initialHours: 44, cycleDays: 365 })],
      [{ ...belt, name: 'Oil' }, { ...oil, name: 'Belt' }, item('New one')],
      [],
      [item('Oil', { initialHours: 45, cycleDays: null }), item('Belt'), item('Another')],
    ];
    for (const consumables of sets) {
      const present = await get(model.id);
      // ids of items removed in an earlier request are entered again
      const presentIds = new Set(present.consumables.map((i) => i.id));
      const form = consumables.map((i) => (i.id !== null && presentIds.has(i.id) ? i : { ...i, id: null }));
      const before = new Map((await cyclesOf(model.id)).map((c) => [c.id, c.state]));
      const previewed = await preview(present, { consumables: form });
      expect((await cyclesOf(model.id)).map((c) => c.state)).toEqual([...before.values()]);
      await change(present, { consumables: form });
      const after = (await cyclesOf(model.id)).map((c) => ({ was: before.get(c.id), is: c.state }));
      const became = (state: string, from: (was: string | undefined) => boolean = () => true): number =>
        after.filter(({ was, is }) => is === state && was !== is && from(was)).length;
      expect(previewed).toEqual({
        vehicles: 8,
        devices: 0,
        imminent: became('imminent'),
        exceeded: became('exceeded'),
        safe: became('safe', (was) => was === 'imminent' || was === 'exceeded'),
        ended: became('ended'),
        started: after.filter(({ was, is }) => is !== 'ended' && (was === undefined || was === 'ended')).length,
      });
      expect(previewed.imminent + previewed.exceeded + previewed.safe + previewed.ended).toBeGreaterThan(0);
    }
  });

  it('of another model are left alone, and a preview of nothing is nothing', async () => {
    const { model } = await fleet([item('Oil')], [{ hours: 49 }]);
    const other = await fleet([item('Oil')], [{ hours: 49 }]);
    const before = await cyclesOf(other.model.id);
    expect(await preview(model, {})).toEqual({
      vehicles: 1,
      devices: 0,
      imminent: 0,
      exceeded: 0,
      safe: 0,
      ended: 0,
      started: 0,
    });
    await change(model, { consumables: [] });
    expect(await cyclesOf(other.model.id)).toEqual(before);
    expect(
      (await refused(server.call(models.preview, { params: { id: 999_999 }, body: formOf(model) }, tokens.service)))
        .status,
    ).toBe(404);
    expect((await refused(preview(model, { consumables: other.model.consumables }))).error.fields).toEqual({
      'consumables.0.name': 'field.unknown',
    });
  });

  it('made at the same moment get the new set as well', async () => {
    const model = await create({ consumables: [item('Oil')] });
    const birth = server.database.createQueryRunner();
    await birth.startTransaction();
    const [row] = (await birth.query(
      `INSERT INTO vehicle (vin, model_id, organization_id, release_year, horsepower) VALUES ('HDLTNEWBVRNTEST01', $1, $2, 2026, 50) RETURNING id`,
      [model.id, at.nami],
    )) as { id: number }[];
    await startCycles(birth, [row?.id ?? 0], now, 'Asia/Seoul');
    const changed = change(model, { consumables: [...model.consumables, item('Belt')] });
    await birth.commitTransaction();
    await birth.release();
    await changed;
    expect((await cyclesOf(model.id)).map((c) => c.name)).toEqual(['Oil', 'Belt']);
  });
});

describe('the devices of a changed model', () => {
  const wanted = async (v: MadeVehicle): Promise<boolean> =>
    (
      await all<{ wanted: boolean }>(
        'SELECT config_wanted_at IS NOT NULL AS wanted FROM device WHERE id = $1',
        v.deviceId,
      )
    )[0]?.wanted ?? false;

  it('are notified of thresholds of their type and of remote control, and of nothing else', async () => {
    const { model, vehicles } = await fleet([], [{ hours: 1 }, { hours: 1 }, { hours: 1 }]);
    const [one, two, gone] = vehicles as [MadeVehicle, MadeVehicle, MadeVehicle];
    const { vehicles: others } = await fleet([], [{ hours: 1 }]);
    await all('UPDATE device SET type = 2 WHERE id = $1', two.deviceId);
    await all("UPDATE device SET status = 'not_in_use' WHERE id = $1", gone.deviceId);
    const named = await change(model, { description: 'changed', consumables: [item('Oil')] });
    expect(await Promise.all([one, two, gone].map(wanted))).toEqual([false, false, false]);
    const rollover = { 1: limits, 2: { ...limits, x: 30 } };
    const previewed = await server.call(
      models.preview,
      { params: { id: model.id }, body: formOf(named, { rollover }) },
      tokens.service,
    );
    expect(previewed.devices).toBe(1);
    const tilted = await change(named, { rollover });
    expect(await Promise.all([one, two, gone].map(wanted))).toEqual([false, true, false]);
    expect(tilted.delivery).toEqual({ devices: 1, sent: 0, confirmed: 0 });
    const remote = await change(tilted, { remoteControl: 'start' });
    expect(await Promise.all([one, two, gone].map(wanted))).toEqual([true, true, false]);
    expect(remote.delivery).toEqual({ devices: 2, sent: 0, confirmed: 0 });
    expect(await wanted(others[0] as MadeVehicle)).toBe(false);
  });

  it('count as sent once the broker has it, and as confirmed once they have sent something', async () => {
    const { model, vehicles } = await fleet([], [{ hours: 1 }, { hours: 1, in: at.sora }]);
    const after = await change(model, { remoteControl: 'start' });
    const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
    await all('UPDATE device SET config_sent_at = $2 WHERE id = $1', vehicles[0]?.deviceId, later(1));
    expect((await get(after.id)).delivery).toEqual({ devices: 2, sent: 1, confirmed: 0 });
    await all('UPDATE vehicle_state SET last_seen_at = $2 WHERE vehicle_id = $1', vehicles[0]?.id, later(2));
    expect((await get(after.id)).delivery).toEqual({ devices: 2, sent: 1, confirmed: 1 });
    // a region counts its own
    expect((await get(after.id, tokens.north)).delivery).toEqual({ devices: 1, sent: 1, confirmed: 1 });
    now = later(10);
    await change(await get(after.id), { remoteControl: 'none' });
    expect((await get(after.id)).delivery).toEqual({ devices: 2, sent: 0, confirmed: 0 });
  });

  it('are judged by the new thresholds in ingest at once', async () => {
    const { model, vehicles } = await fleet([], [{ hours: 1 }]);
    const directory = server.app.get(DeviceDirectory);
    await directory.start();
    const id = vehicles[0]?.deviceId ?? '';
    const known = async () => (await directory.find(new Set([id]))).get(id)?.rollover;
    expect(await known()).toEqual(limits);
    await change(model, { rollover: { 1: { ...limits, x: 33 }, 2: limits } });
    await expect.poll(known).toEqual({ ...limits, x: 33 });
  });
});

describe('the list', () => {
  it('counts vehicles in the scope of the caller', async () => {
    const { model } = await fleet([item('Oil')], [{ hours: 1 }, { hours: 2, in: at.noa }, { hours: 3, in: at.sora }]);
    const counted = async (token: string) =>
      (await server.call(models.list, { query: { name: model.name } }, token)).rows.find((r) => r.id === model.id);
    expect(await counted(tokens.head)).toMatchObject({ vehicles: 3, items: 1 });
    expect(await counted(tokens.north)).toMatchObject({ vehicles: 2 });
    expect(await get(model.id, tokens.north)).toMatchObject({ vehicles: 2 });
  });

  it('filters, sorts and pages', async () => {
    await create({ name: 'ZZ small', type: 'standard', horsepower: 20, releaseYear: 2001 });
    await create({ name: 'ZZ large', remoteControl: 'startClimate', horsepower: 300, releaseYear: 2002 });
    await create({ name: 'ZZ%middle', remoteControl: 'start', horsepower: 100, releaseYear: 2003 });
    const names = async (query: object) =>
      (await server.call(models.list, { query }, tokens.head)).rows.map((r) => r.name);
    expect(await names({ name: 'zz' })).toEqual(['ZZ large', 'ZZ small', 'ZZ%middle']);
    expect(await names({ name: 'zz', sort: 'horsepower', order: 'desc' })).toEqual([
      'ZZ large',
      'ZZ%middle',
      'ZZ small',
    ]);
    expect(await names({ name: 'zz', sort: 'releaseYear' })).toEqual(['ZZ small', 'ZZ large', 'ZZ%middle']);
    expect(await names({ name: 'zz', type: 'standard' })).toEqual(['ZZ small']);
    expect(await names({ name: 'zz', remoteControl: ['start', 'startClimate'] })).toEqual(['ZZ large', 'ZZ%middle']);
    expect(await names({ name: 'zz', releaseYear: 2003 })).toEqual(['ZZ%middle']);
    expect(await names({ name: 'zz%' })).toEqual(['ZZ%middle']);
    for (const sort of ['type', 'vehicles', 'registeredAt']) expect(await names({ name: 'zz', sort })).toHaveLength(3);
    const page = await server.call(models.list, { query: { size: 10, page: 2 } }, tokens.head);
    expect(page.page.number).toBe(2);
    expect(page.page.total).toBeGreaterThan(10);
    expect(
      (await refused(server.call(models.list, { query: { sort: 'rollover' as never } }, tokens.head))).status,
    ).toBe(422);
  });

  it('is the same as a workbook', async () => {
    const { model } = await fleet([item('Oil')], [{ hours: 1 }, { hours: 3, in: at.sora }]);
    const filter = ModelFilter.parse({ name: model.name, sort: 'vehicles', order: 'desc', type: 'premium' });
    const shown = (
      await server.call(
        models.list,
        { query: { name: model.name, sort: 'vehicles', order: 'desc', type: 'premium' } },
        tokens.north,
      )
    ).rows;
    const list = server.app.get(ExportRegistry).get('models');
    const open = await list?.open(filter, { scope: { all: false, organizationId: at.north } } as Caller, now);
    const written: unknown[] = [];
    await server.database.transaction(async (tx) => {
      expect(await open?.count(tx)).toBe(shown.length);
      for await (const batch of open?.rows(tx) ?? []) written.push(...batch);
    });
    expect(written).toEqual(shown);
  });

  it('of names has every model', async () => {
    const model = await create();
    expect(await server.call(models.names, {}, tokens.dealer)).toContainEqual({
      id: model.id,
      name: model.name,
      type: 'premium',
    });
  });
});
