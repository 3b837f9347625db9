import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { courses } from '@headland/contracts/course';
import { dayBounds, dayOf, plusDays } from '@headland/domain/zone-day';
import type { Sample } from '@headland/contracts/device/up';
import { statusUp, telemetryUp } from '@headland/testing/builders/up';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { TelemetryIngest } from '../../fleet/telemetry/telemetry-ingest';
import { TelemetryModule } from '../../fleet/telemetry/telemetry.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { SessionModule } from '../../people/session/session.module';
import { held } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import {
  makeOrganizations,
  makeAccount,
  makeFaultReports,
  makeVehicle,
  type MadeVehicle,
  type Organizations,
} from '../../testing/world';
import { StatisticsAggregates } from './statistics-aggregates.tx';
import { StatisticsModule } from './statistics.module';

const minute = 60_000;
const zone = 'Asia/Seoul';
let server: TestServer;
let at: Organizations;
let head: string;
let dealer: string;
const vehicles: MadeVehicle[] = [];
let modelId: number;
/** yesterday in Seoul */
const day = plusDays(dayOf(Date.now(), zone), -1);
const start = dayBounds(day, zone).from;

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, SosModule, TelemetryModule, StatisticsModule]);
  at = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', at.headOffice));
  dealer = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', at.nami));
  for (const organization of [at.nami, at.nami, at.sora])
    vehicles.push(await makeVehicle(server.database, organization));
  for (const [i, vehicle] of vehicles.entries()) {
    await ingest(held(vehicle.deviceId, 'status', statusUp()));
    // rpm 1000, 2000 and 3000; the last one is silent for the second five minutes
    const samples = [...minutes(i, 5), ...(i === 2 ? [] : minutes(i, 10, 5)), ...minutes(i, 15, 10)];
    for (let n = 0; n < samples.length; n += 60) {
      const some = samples.slice(n, n + 60);
      const ts = some.at(-1)?.ts ?? 0;
      await ingest(held(vehicle.deviceId, 'telemetry', telemetryUp({ seq: n + 1, ts, samples: some })));
    }
  }
  const [row] = await server.database.query<{ model_id: number }[]>('SELECT model_id FROM vehicle WHERE id = $1', [
    vehicles[0]?.id,
  ]);
  modelId = row?.model_id ?? 0;
  await server.app.get(StatisticsAggregates).update();
});
afterAll(() => server.stop());

const ingest = (...messages: ReturnType<typeof held>[]): Promise<void> =>
  server.app.get(TelemetryIngest).commit(messages);
const minutes = (vehicle: number, to: number, from = 0): Sample[] =>
  Array.from({ length: (to - from) * 6 }, (_, i) => ({
    ts: start + from * minute + i * 10_000,
    engine: 'on',
    work: from === 10 ? 'drive' : 'work',
    rpm: 1000 * (vehicle + 1) + (i % 2 === 0 ? -100 : 100),
    load: 50,
    fuelUsed: 10 + (from * 6 + i) / 100,
    engineHours: 100 + (from * 6 + i) / 360,
  }));
type Query = { from?: string; to?: string; values?: string[]; vehicleId?: number };
const read = (query: Query, token = head, subject: 'models' | 'customers' = 'models', id = modelId) =>
  server.call(courses.read, { params: { subject, id }, query: { ...query, timeZone: zone } as never }, token);

describe('the course of one vehicle', () => {
  it('has mean, least and greatest of each five minutes, what it did, and values made of its meters', async () => {
    const data = await read({
      from: day,
      to: day,
      values: ['rpm', 'fuelRate', 'work', 'engineHours', 'coolant'],
      vehicleId: vehicles[0]?.id ?? 0,
    });
    expect(data.at).toEqual([start, start + 5 * minute, start + 10 * minute]);
    expect([data.from, data.to, data.vehicles, data.counting]).toEqual([start, dayBounds(day, zone).to, 1, false]);
    const [rpm, fuelRate, work, hours, coolant] = ['rpm', 'fuelRate', 'work', 'engineHours', 'coolant'].map((v) =>
      data.charts.find((c) => c.value === v),
    );
    expect([rpm?.mean, rpm?.low, rpm?.high]).toEqual([
      [1000, 1000, 1000],
      [900, 900, 900],
      [1100, 1100, 1100],
    ]);
    // 0.01 L each 10 s
    expect(fuelRate?.mean[1]).toBeCloseTo(3.6, 4);
    expect([work?.mean, fuelRate?.low]).toEqual([
      [100, 100, 0],
      [null, null, null],
    ]);
    expect(hours?.mean[2]).toBe(100.25);
    expect(data.vehicle?.vin).toBe(vehicles[0]?.vin);
    expect(coolant?.mean).toEqual([null, null, null]);
    expect(data.states).toEqual([
      { from: start, to: start + 10 * minute, state: 'work' },
      { from: start + 10 * minute, to: start + 15 * minute, state: 'drive' },
    ]);
  });

  it('marks its faults and SOS calls for whoever may read them', async () => {
    const vehicleId = vehicles[0]?.id ?? 0;
    const [id] = await makeFaultReports(server.database, vehicleId, at.nami, ['occurred']);
    await server.database.query('UPDATE fault_report SET occurred_at = $2 WHERE id = $1', [
      id,
      new Date(start + 7 * minute),
    ]);
    const data = await read({ from: day, to: day, vehicleId });
    expect(data.faults).toMatchObject([{ id, at: start + 7 * minute }]);
    expect(data.charts.map((c) => c.value)).toHaveLength(9);
  });
});

describe('the course of a model', () => {
  it('is the mean of its vehicles between 10 and 90 %, of those that have data', async () => {
    const data = await read({ from: day, to: day, values: ['rpm'] });
    expect(data.vehicles).toBe(3);
    const [rpm] = data.charts;
    expect([rpm?.mean, rpm?.low, rpm?.high]).toEqual([
      [2000, 1500, 2000],
      [1200, 1100, 1200],
      [2800, 1900, 2800],
    ]);
    expect(data.states).toEqual([]);
  });

  it('is of the vehicles in scope alone, and of none outside of it', async () => {
    const data = await read({ from: day, to: day, values: ['rpm'] }, dealer);
    expect([data.vehicles, data.charts[0]?.mean]).toEqual([2, [1500, 1500, 1500]]);
    const outside = read({ from: day, to: day, vehicleId: vehicles[2]?.id ?? 0 }, dealer);
    await expect(outside).rejects.toThrow('NOT_FOUND');
    await expect(read({}, dealer, 'models', 999_999)).rejects.toThrow('NOT_FOUND');
  });

  it('names its vehicles, by a part of the VIN', async () => {
    const list = (q: string | undefined, token: string) =>
      server.call(
        courses.vehicles,
        { params: { subject: 'models', id: modelId }, query: q === undefined ? {} : { q } },
        token,
      );
    expect(await list(undefined, head)).toMatchObject({ total: 3, vehicles: { length: 3 } });
    const [first] = vehicles;
    expect(await list(first?.vin.slice(-6).toLowerCase(), dealer)).toMatchObject({
      total: 2,
      vehicles: [{ id: first?.id }],
    });
  });
});

it('is of yesterday where no days are named', async () => {
  const data = await read({ values: ['rpm'] });
  expect([data.from, data.to, data.vehicle]).toEqual([start, dayBounds(day, zone).to, null]);
});

describe('the course of a customer', () => {
  it('is of the own time, of who has sold a machine and of who has bought it', async () => {
    const { id: vehicleId, customerId: seller } = vehicles[1] as MadeVehicle;
    const [customer] = await server.database.query<{ id: number }[]>(
      "INSERT INTO customer (name) VALUES ('박철호') RETURNING id",
    );
    const buyer = customer?.id ?? 0;
    await expect(read({}, head, 'customers', buyer)).rejects.toThrow('NOT_FOUND');
    await server.database.query('UPDATE vehicle SET customer_id = $1 WHERE id = $2', [buyer, vehicleId]);
    // in the middle of the second five minutes, which are nobody's
    await server.database.query(
      `UPDATE vehicle_owner SET since = CASE customer_id WHEN $2 THEN $3::timestamptz END, until = CASE customer_id WHEN $2 THEN NULL ELSE $3::timestamptz END
       WHERE vehicle_id = $1`,
      [vehicleId, buyer, new Date(start + 7 * minute)],
    );
    const reports = await makeFaultReports(server.database, vehicleId, at.nami, ['occurred', 'occurred']);
    for (const [i, id] of reports.entries())
      await server.database.query('UPDATE fault_report SET occurred_at = $2 WHERE id = $1', [
        id,
        new Date(start + (i === 0 ? 6 : 8) * minute),
      ]);
    const of = async (id: number, more: Query = {}) => {
      const data = await read({ from: day, to: day, values: ['rpm'], ...more }, head, 'customers', id);
      return [data.vehicles, data.at, data.charts[0]?.mean, data.faults.map((f) => f.id)];
    };
    for (const more of [{}, { vehicleId }]) {
      expect(await of(seller, more)).toEqual([1, [start], [2000], [reports[0]]]);
      expect(await of(buyer, more)).toEqual([1, [start + 10 * minute], [2000], [reports[1]]]);
    }
    const { states } = await read({ from: day, to: day, vehicleId }, head, 'customers', seller);
    expect(states).toEqual([{ from: start, to: start + 5 * minute, state: 'work' }]);
    // days on which the customer had none are empty
    expect(await of(buyer, { from: plusDays(day, -1), to: plusDays(day, -1) })).toEqual([0, [], [], []]);
    const named = (id: number) =>
      server.call(courses.vehicles, { params: { subject: 'customers', id }, query: {} }, head);
    expect(await named(seller)).toMatchObject({ name: '김*수', total: 1, vehicles: [{ id: vehicleId }] });
    expect(await named(buyer)).toMatchObject({ name: '박*호', total: 1, vehicles: [{ id: vehicleId }] });
  });
});

it.each<[string, Query, string]>([
  ['more days than allowed', { from: plusDays(day, -40), to: day }, 'PERIOD_TOO_LONG'],
  ['a start after the end', { from: day, to: plusDays(day, -1) }, 'E0001'],
  ['a chart that does not exist', { values: ['horsepower'] }, 'E0001'],
  [
    'ten charts',
    { values: ['rpm', 'speed', 'load', 'fuelRate', 'fuelLevel', 'defLevel', 'dpfSoot', 'coolant', 'oilTemp', 'hitch'] },
    'E0001',
  ],
])('refuses %s', async (_, query, code) => {
  await expect(read(query)).rejects.toThrow(code);
});
