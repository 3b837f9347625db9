import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiKeys } from '@headland/contracts/administration';
import type { Endpoint, Input } from '@headland/contracts/endpoint';
import {
  apiKeyHeader,
  factory,
  type FactoryAnswer,
  factoryBytes,
  maxFactoryRecords,
} from '@headland/contracts/factory';
import { AdministrationModule } from '../../people/administration/administration.module';
import { DevicesModule } from '../devices/devices.module';
import { endpoints } from '../../platform/endpoints';
import { verifyDeviceSecret } from '../../platform/mqtt/device-secret';
import { openApi } from '../../platform/openapi';
import { SessionModule } from '../../people/session/session.module';
import { eventually } from '../../testing/alerts';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { FactoryModule } from './factory.module';
import { ImportRecords } from './import-records.command';

let server: TestServer;
let at: Organizations;
let admin: string;
let key: string;
const now = new Date('2026-11-21T03:00:00Z');

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, AdministrationModule, FactoryModule], { clock: () => now });
  at = await makeOrganizations(server.database);
  admin = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  key = (await server.call(apiKeys.issue, { body: { name: 'Line 2' } }, admin)).key;
});
afterAll(() => server.stop());
beforeEach(() =>
  server.database.query('TRUNCATE vehicle, device, model, sos_call, event_log RESTART IDENTITY CASCADE'),
);

const put = <E extends Endpoint>(e: E, input: Input<E>, with_ = key) =>
  server.call(e, input, null, { [apiKeyHeader]: with_ });
const models = (...list: object[]) => put(factory.models, { body: { models: list as never } });
const vehicles = (...list: object[]) => put(factory.vehicles, { body: { vehicles: list as never } });
const devices = (...list: object[]) => put(factory.devices, { body: { devices: list as never } });
const matches = (...list: object[]) => put(factory.matches, { body: { matches: list as never } });
const vehicle = (vin: string) => put(factory.vehicle, { params: { vin } });
const device = (id: string) => put(factory.device, { params: { id } });
const model = { name: 'HL 6-110', releaseYear: 2026, horsepower: 110 };
const vinOf = (n: number): string => `HDLT6A11NSK${String(n).padStart(6, '0')}`;
const acts = (results: { act: string }[]): string[] => results.map((r) => r.act);
interface Wrong {
  status: number;
  code: string;
  fields?: Record<string, string>;
  values?: object;
  records?: { list: string; index: number; field: string; code: string; message: string; values: object }[];
}
const refused = (attempt: Promise<unknown>): Promise<Wrong> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => (e instanceof Refused ? { status: e.status, ...e.error } : Promise.reject(e as Error)),
  );
const count = async (table: string): Promise<number> =>
  (await server.database.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n ?? -1;
const events = () =>
  server.database.query<
    {
      name: string;
      by_name: string;
      payload: { kind?: string; id?: string; changes?: { field: string; from: string | null; to: string | null }[] };
    }[]
  >("SELECT name, by_name, payload FROM event_log WHERE name LIKE 'record.%' ORDER BY number");

describe('models', () => {
  it('are born with the usual thresholds and no consumables, and the same again changes nothing', async () => {
    expect(
      await models(model, {
        ...model,
        name: 'HE-35',
        machine: 'excavator',
        type: 'premium',
        remoteControl: 'start',
        description: '굴착기',
      }),
    ).toEqual([
      { key: 'HL 6-110', act: 'created' },
      { key: 'HE-35', act: 'created' },
    ]);
    expect(
      await server.database.query('SELECT name, type, machine, remote_control, rollover FROM model ORDER BY name DESC'),
    ).toEqual([
      {
        name: 'HL 6-110',
        type: 'standard',
        machine: 'tractor',
        remote_control: 'none',
        rollover: { 1: { x: 45, y: 45, z: 60 }, 2: { x: 45, y: 45, z: 60 } },
      },
      {
        name: 'HE-35',
        type: 'premium',
        machine: 'excavator',
        remote_control: 'start',
        rollover: { 1: { x: 45, y: 45, z: 60 }, 2: { x: 45, y: 45, z: 60 } },
      },
    ]);
    // a missing field keeps its value
    expect(acts(await models(model, { ...model, name: 'HE-35' }))).toEqual(['unchanged', 'unchanged']);
    expect(await events()).toHaveLength(2);
    expect(acts(await models({ ...model, horsepower: 115 }))).toEqual(['changed']);
    expect((await events()).at(-1)).toMatchObject({
      name: 'record.changed',
      by_name: 'factory: Line 2',
      payload: { kind: 'model', changes: [{ field: 'horsepower', from: '110', to: '115' }] },
    });
  });
});

describe('vehicles', () => {
  it('are created in the plant or the head office, with their model, and logged under the name of the key', async () => {
    await models(model);
    expect(
      await vehicles(
        { vin: vinOf(1), model: model.name },
        { vin: vinOf(2), model: model.name, releaseYear: 2025, horsepower: 112, transmission: 'KVT' },
      ),
    ).toEqual([
      { key: vinOf(1), act: 'created' },
      { key: vinOf(2), act: 'created' },
    ]);
    expect(await vehicle(vinOf(1))).toEqual({
      ...{
        vin: vinOf(1),
        model: model.name,
        releaseYear: 2026,
        horsepower: 110,
        transmission: null,
        deviceId: null,
        matchedOn: null,
        shippedOn: null,
      },
      ...{ dealer: null, sold: false },
    });
    expect(await vehicle(vinOf(2))).toMatchObject({ releaseYear: 2025, horsepower: 112, transmission: 'KVT' });
    expect(await server.database.query('SELECT DISTINCT organization_id AS id FROM vehicle')).toEqual([
      { id: at.headOffice },
    ]);
    expect((await events()).filter((e) => e.payload.kind === 'vehicle')).toMatchObject([
      { name: 'record.created', by_name: 'factory: Line 2' },
      { name: 'record.created' },
    ]);
    expect(
      acts(
        await vehicles({ vin: vinOf(1), model: model.name }, { vin: vinOf(2), model: model.name, transmission: 'KVT' }),
      ),
    ).toEqual(['unchanged', 'unchanged']);
    expect(acts(await vehicles({ vin: vinOf(1), model: model.name, transmission: '32x32' }))).toEqual(['changed']);
    expect(await events()).toHaveLength(4);
  });

  it('begin the cycles of what their model has replaced', async () => {
    await models(model);
    await server.database.query(
      "INSERT INTO consumable_item (model_id, position, name, maintenance, initial_hours, cycle_hours) SELECT id, 1, '엔진오일', 'replace', 50, 250 FROM model",
    );
    await vehicles({ vin: vinOf(1), model: model.name });
    expect(await server.database.query('SELECT number, due_hours, state FROM consumable_cycle')).toEqual([
      { number: 1, due_hours: 50, state: 'safe' },
    ]);
    await vehicles({ vin: vinOf(1), model: model.name });
    expect(await count('consumable_cycle')).toBe(1);
  });

  it('belong to the plant where there is one', async () => {
    const [plant] = await server.database.query<{ id: number }[]>(
      "INSERT INTO organization (name, type, parent_id) VALUES ('Plant', 'PRODUCTION', $1) RETURNING id",
      [at.headOffice],
    );
    await models(model);
    await vehicles({ vin: vinOf(1), model: model.name });
    expect(await server.database.query('SELECT organization_id AS id FROM vehicle')).toEqual([plant]);
    await server.database.query('TRUNCATE vehicle CASCADE');
    await server.database.query('DELETE FROM organization WHERE id = $1', [plant?.id]);
  });

  it('keep their model: another one is a mistake', async () => {
    await models(model, { ...model, name: 'HL 4-58' });
    await vehicles({ vin: vinOf(1), model: model.name });
    expect(await refused(vehicles({ vin: vinOf(1), model: 'HL 4-58' }))).toMatchObject({
      status: 422,
      fields: { 'vehicles.0.model': 'field.otherModel' },
    });
  });
});

describe('a list', () => {
  it('that is partly invalid writes nothing, and names field and reason for each invalid record', async () => {
    await models(model);
    const before = await count('event_log');
    const no = await refused(
      vehicles(
        { vin: vinOf(1), model: model.name },
        { vin: vinOf(2), model: 'HL 99' },
        { vin: vinOf(3), model: model.name, releaseYear: 2060 },
      ),
    );
    expect(no).toMatchObject({
      status: 422,
      code: 'E0001',
      records: [
        { list: 'vehicles', index: 1, field: 'model', code: 'field.unknown', message: 'Not found.' },
        {
          list: 'vehicles',
          index: 2,
          field: 'releaseYear',
          code: 'field.yearRange',
          message: 'From 1980 to next year.',
        },
      ],
    });
    expect(await count('vehicle')).toBe(0);
    expect(await count('event_log')).toBe(before);
  });

  it.each([
    ['a VIN with an I', { vin: 'HDLT6A11ISK000001' }, 'vin', 'field.vin'],
    ['a VIN too short', { vin: 'HDLT6A11' }, 'vin', 'field.vin'],
    ['no VIN', { vin: undefined }, 'vin', 'field.req'],
    ['no model', { model: '' }, 'model', 'field.req'],
    ['a transmission of 51 letters', { transmission: 'x'.repeat(51) }, 'transmission', 'field.t50'],
    ['a horsepower that no machine has', { horsepower: 100_000 }, 'horsepower', 'field.horsepower'],
    ['an emoji', { transmission: '🚜' }, 'transmission', 'field.emoji'],
  ])('with %s is refused at its place', async (_, over, field, code) => {
    await models(model);
    const no = await refused(
      vehicles({ vin: vinOf(1), model: model.name }, { vin: vinOf(2), model: model.name, ...over }),
    );
    expect(no).toMatchObject({ status: 422, code: 'E0001', records: [{ list: 'vehicles', index: 1, field, code }] });
    expect(await count('vehicle')).toBe(0);
  });

  it('names each record once', async () => {
    expect(await refused(models(model, model))).toMatchObject({
      status: 422,
      fields: { 'models.1.name': 'field.twice' },
    });
    expect(
      await refused(devices({ id: 'L-0001', sim: '89820000000001' }, { id: 'L-0002', sim: '89820000000001' })),
    ).toMatchObject({
      fields: { 'devices.1.sim': 'field.twice' },
    });
  });

  it('holds a thousand records, and not one more', async () => {
    await models(model);
    const list = Array.from({ length: maxFactoryRecords }, (_, i) => ({
      vin: vinOf(i + 1),
      model: model.name,
      transmission: '가'.repeat(50),
      horsepower: 100,
      releaseYear: 2026,
    }));
    expect(new Set(acts(await vehicles(...list)))).toEqual(new Set(['created']));
    expect(await count('vehicle')).toBe(maxFactoryRecords);
    expect(await refused(vehicles(...list, { vin: vinOf(9_999), model: model.name }))).toMatchObject({
      status: 422,
      fields: { vehicles: 'field.most1000' },
    });
    expect(await refused(vehicles())).toMatchObject({ status: 422 });
    expect(await count('vehicle')).toBe(maxFactoryRecords);
  });

  it('may be larger than other bodies, up to its own limit; and of one without a key nothing is read', async () => {
    const send = (bytes: number, headers: object) =>
      fetch(`${server.url}/api/factory/models`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ models: [{ ...model, description: 'x'.repeat(bytes) }] }),
      });
    expect((await send(400_000, { [apiKeyHeader]: key })).status).toBe(422);
    expect((await send(factoryBytes, { [apiKeyHeader]: key })).status).toBe(413);
    expect((await send(400_000, {})).status).toBe(401);
    const broken = await fetch(`${server.url}/api/factory/models`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', [apiKeyHeader]: key },
      body: '{"models": [',
    });
    expect(broken.status).toBe(422);
  });

  it('sent twice at once is imported once', async () => {
    await models(model);
    const lists = Array.from({ length: 40 }, (_, i) => ({ vin: vinOf(i + 1), model: model.name }));
    const [one, two] = await Promise.all([vehicles(...lists), vehicles(...lists)]);
    expect([new Set(acts(one)), new Set(acts(two))]).toEqual(
      expect.arrayContaining([new Set(['created']), new Set(['unchanged'])]),
    );
    expect(await count('vehicle')).toBe(40);
    expect((await events()).filter((e) => e.payload.kind === 'vehicle')).toHaveLength(40);
  });
});

describe('devices', () => {
  const hashOf = async (id: string): Promise<string> =>
    (await server.database.query<{ hash: string }[]>('SELECT secret_hash AS hash FROM device WHERE id = $1', [id]))[0]
      ?.hash ?? '';

  it('come with a secret of the factory, or with a generated one that is shown once', async () => {
    const [given, made] = await devices(
      {
        id: 'L-0001',
        secret: 'of the factory'.replaceAll(' ', '-') + '-0001',
        sim: '89820000000001',
        activation: '01055550001',
      },
      { id: 'L-0002', type: 2 },
    );
    expect(given).toEqual({ key: 'L-0001', act: 'created' });
    expect(made).toMatchObject({
      key: 'L-0002',
      act: 'created',
      secret: expect.stringMatching(/^[\w-]{32}$/u) as string,
    });
    expect(verifyDeviceSecret('of-the-factory-0001', await hashOf('L-0001'))).toBe(true);
    expect(verifyDeviceSecret(made?.secret ?? '', await hashOf('L-0002'))).toBe(true);
    expect(await device('L-0002')).toMatchObject({
      id: 'L-0002',
      type: 2,
      status: 'in_use',
      vin: null,
      sim: null,
      online: false,
      lastSeenAt: null,
      unregisteredAt: null,
    });
    // repeated: no change and no second event
    expect(await devices({ id: 'L-0001', secret: 'of-the-factory-0001' }, { id: 'L-0002', type: 2 })).toEqual([
      { key: 'L-0001', act: 'unchanged' },
      { key: 'L-0002', act: 'unchanged' },
    ]);
    expect(JSON.stringify(await server.database.query('SELECT payload FROM event_log'))).not.toMatch(
      new RegExp(`of-the-factory|${made?.secret}`, 'u'),
    );
  });

  it('get another secret when the factory sends one, and the old one is out', async () => {
    await devices({ id: 'L-0001' });
    expect(await devices({ id: 'L-0001', secret: 'another-secret-0001' })).toEqual([{ key: 'L-0001', act: 'changed' }]);
    expect(verifyDeviceSecret('another-secret-0001', await hashOf('L-0001'))).toBe(true);
    expect((await events()).at(-1)?.payload.changes).toEqual([{ field: 'secret', from: null, to: null }]);
    expect(await refused(devices({ id: 'L-0001', secret: 'short' }))).toMatchObject({
      fields: { 'devices.0.secret': 'field.deviceSecret' },
    });
  });

  it('that were unregistered come back in use only when it is meant, with another secret', async () => {
    const [made] = await devices({ id: 'L-0001' });
    await server.database.query("UPDATE device SET status = 'not_in_use', unregistered_at = now() WHERE id = 'L-0001'");
    expect(await refused(devices({ id: 'L-0001' }))).toMatchObject({
      status: 409,
      code: 'DEVICE_NOT_IN_USE',
      records: [{ list: 'devices', index: 0, field: 'id', code: 'DEVICE_NOT_IN_USE' }],
    });
    const [back] = await devices({ id: 'L-0001', reactivate: true });
    expect(back).toMatchObject({ act: 'changed', secret: expect.any(String) as string });
    expect(back?.secret).not.toBe(made?.secret);
    expect(verifyDeviceSecret(made?.secret ?? '', await hashOf('L-0001'))).toBe(false);
    expect(await device('L-0001')).toMatchObject({ status: 'in_use', unregisteredAt: null });
    expect(await devices({ id: 'L-0001', reactivate: true })).toEqual([{ key: 'L-0001', act: 'unchanged' }]);
  });

  it('have SIM and activation number for themselves, unless they change them with each other', async () => {
    await devices(
      { id: 'L-0001', sim: '89820000000001', activation: '01055550001' },
      { id: 'L-0002', sim: '89820000000002' },
    );
    expect(await refused(devices({ id: 'L-0003', sim: '89820000000001', activation: '01055550001' }))).toMatchObject({
      status: 422,
      fields: { 'devices.0.sim': 'field.simTaken', 'devices.0.activation': 'field.activationTaken' },
    });
    expect(
      acts(await devices({ id: 'L-0001', sim: '89820000000002' }, { id: 'L-0002', sim: '89820000000001' })),
    ).toEqual(['changed', 'changed']);
    expect(await device('L-0001')).toMatchObject({ sim: '89820000000002', activation: '01055550001' });
    // a number of a device out of use is free
    await server.database.query("UPDATE device SET status = 'not_in_use' WHERE id = 'L-0002'");
    expect(acts(await devices({ id: 'L-0003', sim: '89820000000001' }))).toEqual(['created']);
  });
});

describe('matching', () => {
  beforeEach(async () => {
    await models(model);
    await vehicles({ vin: vinOf(1), model: model.name }, { vin: vinOf(2), model: model.name });
    await devices({ id: 'L-0001' }, { id: 'L-0002' });
  });

  it('puts a device into its vehicle, on the given day or today, once', async () => {
    expect(
      await matches(
        { vin: vinOf(1), deviceId: 'L-0001', matchedOn: '2026-11-18' },
        { vin: vinOf(2), deviceId: 'L-0002' },
      ),
    ).toEqual([
      { key: vinOf(1), act: 'created' },
      { key: vinOf(2), act: 'created' },
    ]);
    expect(await vehicle(vinOf(1))).toMatchObject({ deviceId: 'L-0001', matchedOn: '2026-11-18' });
    expect(await vehicle(vinOf(2))).toMatchObject({ deviceId: 'L-0002', matchedOn: '2026-11-21' });
    expect(await device('L-0001')).toMatchObject({ vin: vinOf(1) });
    expect(
      acts(
        await matches(
          { vin: vinOf(1), deviceId: 'L-0001' },
          { vin: vinOf(2), deviceId: 'L-0002', matchedOn: '2026-11-21' },
        ),
      ),
    ).toEqual(['unchanged', 'unchanged']);
    expect(acts(await matches({ vin: vinOf(1), deviceId: 'L-0001', matchedOn: '2026-11-19' }))).toEqual(['changed']);
    expect(
      await server.database.query(
        "SELECT matched_on::text AS day, matched_by FROM device_installation WHERE device_id = 'L-0001'",
      ),
    ).toEqual([{ day: '2026-11-19', matched_by: 'factory: Line 2' }]);
    expect(await count('device_installation')).toBe(2);
  });

  it('in a file that changes the device, too, locks the vehicle first, as an exchange does', async () => {
    const exchange = server.database.createQueryRunner();
    try {
      await exchange.startTransaction();
      await exchange.query('SELECT 1 FROM vehicle WHERE vin = $1 FOR NO KEY UPDATE', [vinOf(1)]);
      const devices = [{ id: 'L-0001', type: 2 as const }];
      const file = { devices, matches: [{ vin: vinOf(1), deviceId: 'L-0001' }] };
      const imported = server.app
        .get(CommandBus)
        .execute<ImportRecords, FactoryAnswer>(new ImportRecords(file, { name: 'a file', address: '' }));
      const settled = Promise.allSettled([imported]);
      await eventually(
        () =>
          server.database.query<unknown[]>(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%vehicle%'",
          ),
        (waiting) => waiting.length > 0,
      );
      await exchange.query("SELECT 1 FROM device WHERE id = 'L-0001' FOR NO KEY UPDATE NOWAIT");
      await exchange.commitTransaction();
      await settled;
      expect((await imported).matches).toEqual([{ key: vinOf(1), act: 'created' }]);
    } finally {
      if (exchange.isTransactionActive) await exchange.rollbackTransaction();
      await exchange.release();
    }
  });

  it('with a device that is in another unit is refused, and states in which', async () => {
    await matches({ vin: vinOf(1), deviceId: 'L-0001' });
    const no = await refused(matches({ vin: vinOf(2), deviceId: 'L-0001' }));
    expect(no).toMatchObject({
      status: 409,
      code: 'DEVICE_IN_OTHER_UNIT',
      values: { vin: vinOf(1) },
      records: [
        {
          list: 'matches',
          index: 0,
          field: 'deviceId',
          code: 'DEVICE_IN_OTHER_UNIT',
          message: `The device is installed in another vehicle (${vinOf(1)}).`,
          values: { vin: vinOf(1) },
        },
      ],
    });
  });

  it('is all or none', async () => {
    await matches({ vin: vinOf(1), deviceId: 'L-0001' });
    await devices({ id: 'L-0003' }, { id: 'L-0004' });
    await vehicles({ vin: vinOf(3), model: model.name });
    await server.database.query("UPDATE device SET status = 'not_in_use' WHERE id = 'L-0004'");
    const no = await refused(
      matches(
        { vin: vinOf(2), deviceId: 'L-0002' },
        { vin: vinOf(1), deviceId: 'L-0003' },
        { vin: vinOf(9), deviceId: 'L-0009' },
        { vin: vinOf(3), deviceId: 'L-0004', matchedOn: '2026-11-20' },
      ),
    );
    expect(no.code).toBe('E0001');
    expect(no.records?.map((r) => [r.index, r.field, r.code])).toEqual([
      [1, 'vin', 'VEHICLE_HAS_DEVICE'],
      [2, 'vin', 'field.unknown'],
      [3, 'deviceId', 'DEVICE_NOT_IN_USE'],
    ]);
    expect(await vehicle(vinOf(2))).toMatchObject({ deviceId: null });
    expect(await refused(matches({ vin: vinOf(2), deviceId: 'L-0002', matchedOn: '2026-11-22' }))).toMatchObject({
      fields: { 'matches.0.matchedOn': 'field.pastDay' },
    });
    expect(await refused(matches({ vin: vinOf(2), deviceId: 'L-0999' }))).toMatchObject({
      status: 422,
      code: 'DEVICE_UNKNOWN',
    });
  });
});

describe('the door', () => {
  it('opens with an active key only', async () => {
    const body = { models: [model] };
    const asked: [Endpoint, object][] = [
      [factory.models, { body }],
      [factory.vehicles, { body: { vehicles: [] } }],
      [factory.devices, { body: { devices: [] } }],
      [factory.matches, { body: { matches: [] } }],
      [factory.vehicle, { params: { vin: vinOf(1) } }],
      [factory.device, { params: { id: 'L-0001' } }],
    ];
    const gone = await server.call(apiKeys.issue, { body: { name: 'Gone' } }, admin);
    await server.call(apiKeys.revoke, { params: { id: gone.id } }, admin);
    for (const [e, input] of asked) {
      expect((await server.send(e, input, null)).status, e.path).toBe(401);
      expect((await server.send(e, input, admin)).status, e.path).toBe(403);
      // each from an address of its own: addresses with wrong keys are delayed
      const revoked = await server.send(e, input, null, {
        [apiKeyHeader]: gone.key,
        'x-forwarded-for': `203.0.113.${asked.findIndex(([x]) => x === e) + 1}`,
      });
      expect(revoked.status, e.path).toBe(401);
    }
    expect(await count('model')).toBe(0);
  });

  it('does not know what is not there', async () => {
    expect(await refused(vehicle(vinOf(1)))).toMatchObject({ status: 404 });
    expect(await refused(device('L-0001'))).toMatchObject({ status: 404 });
    expect(await refused(vehicle('not a vin'))).toMatchObject({ status: 404 });
  });

  it('is described by the OpenAPI document: shapes, limits, and where the key goes', () => {
    const { paths } = openApi(endpoints) as {
      paths: Record<
        string,
        Record<
          string,
          { security: object[]; 'x-allow': string; requestBody: { content: Record<string, { schema: object }> } }
        >
      >;
    };
    const vehiclesPut = paths['/api/factory/vehicles']?.put;
    expect(vehiclesPut).toMatchObject({ 'x-allow': 'factory', security: [{ factory: [] }] });
    expect(vehiclesPut?.requestBody.content['application/json']?.schema).toMatchObject({
      required: ['vehicles'],
      properties: {
        vehicles: {
          type: 'array',
          maxItems: 1000,
          items: {
            required: ['vin', 'model'],
            properties: { vin: { type: 'string', pattern: expect.any(String) as string } },
          },
        },
      },
    });
    expect(Object.keys(paths).filter((p) => p.startsWith('/api/factory/'))).toHaveLength(7);
  });
});
