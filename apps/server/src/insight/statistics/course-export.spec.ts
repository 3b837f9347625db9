import { read as readBook, utils } from '@e965/xlsx';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { courseValues } from '@headland/contracts/course';
import type { Sample } from '@headland/contracts/device/up';
import { exports as exporting, type ExportList, type ListExport, type OwnExport } from '@headland/contracts/export';
import { dayBounds, dayOf, plusDays } from '@headland/domain/zone-day';
import { statusUp, telemetryUp } from '@headland/testing/builders/up';
import { ExportsModule } from '../../files/exports/exports.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { TelemetryIngest } from '../../fleet/telemetry/telemetry-ingest';
import { TelemetryModule } from '../../fleet/telemetry/telemetry.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, held, refusal, startProcess } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { StatisticsAggregates } from './statistics-aggregates.tx';
import { StatisticsModule } from './statistics.module';

const zone = 'Asia/Kathmandu';
const modules = [
  ...[SessionModule, DevicesModule, TelemetryModule, StatisticsModule],
  ...[DeliveriesModule, NotificationsModule, ExportsModule],
];
let server: TestServer;
let jobs: { close: () => Promise<void> } | null = null;
let at: Organizations;
let token: Record<'head' | 'dealer' | 'other' | 'blind', string>;
let vehicle: MadeVehicle;
let second: MadeVehicle;
let modelId: number;
/** the day before yesterday in Kathmandu, which begins at 18:15 UTC */
const day = plusDays(dayOf(Date.now(), zone), -2);
const start = dayBounds(day, zone).from;
let seq = 0;

const ingest = (on: MadeVehicle, samples: Sample[]): Promise<void> =>
  server.app
    .get(TelemetryIngest)
    .commit([held(on.deviceId, 'telemetry', telemetryUp({ seq: ++seq, ts: samples.at(-1)?.ts ?? 0, samples }))]);
const full: Omit<Sample, 'ts'> = {
  ...{ lat: 35.123456, lon: 127.654321, heading: 90, speed: 12.5, engine: 'on', work: 'work', rpm: 1500.5 },
  ...{ tilt: { x: 1.5, y: -2.5, z: 0 }, engineHours: 100.25, odometer: 1000.5, fuelUsed: 50.125, fuelLevel: 60 },
  ...{ defLevel: 70, load: 55.5, dpfSoot: 10, coolant: 85.5, oilTemp: 90, exhaustTemp: 300, oilPressure: 400 },
  ...{ railPressure: 1200, battery: 13.8, hitch: 40, pto: 540 },
};

beforeAll(async () => {
  server = await startServer(modules);
  at = await makeOrganizations(server.database);
  const account = async (
    group: 'HEAD_OFFICE' | 'DEALER' | 'REGION',
    organization: number,
    role: 'ADMIN' | 'STAFF' = 'ADMIN',
  ) => server.login(await makeAccount(server.database, group, role, organization));
  token = {
    head: await account('HEAD_OFFICE', at.headOffice),
    other: await account('HEAD_OFFICE', at.headOffice),
    dealer: await account('DEALER', at.nami),
    blind: await account('REGION', at.north, 'STAFF'),
  };
  vehicle = await makeVehicle(server.database, at.nami);
  second = await makeVehicle(server.database, at.sora);
  for (const one of [vehicle, second])
    await server.app.get(TelemetryIngest).commit([held(one.deviceId, 'status', statusUp())]);
  // 00:00:00 with everything, 00:00:10 with nothing but its time, then one a second over half a minute
  await ingest(vehicle, [{ ts: start, ...full }, { ts: start + 10_000 }]);
  await ingest(
    vehicle,
    Array.from({ length: 30 }, (_, i) => ({ ts: start + 20_000 + i * 1000, rpm: 1000 + i })),
  );
  // before and after the day
  await ingest(vehicle, [
    { ts: start - 1000, rpm: 1 },
    { ts: start + 86_400_000, rpm: 2 },
  ]);
  // comes late: of before the others
  await ingest(vehicle, [{ ts: start + 12 * 3_600_000, rpm: 1200, engine: 'off', work: 'idle' }]);
  await ingest(vehicle, [{ ts: start + 11 * 3_600_000, rpm: 1100 }]);
  await ingest(second, [{ ts: start + 5_000, rpm: 777 }]);
  const [row] = await server.database.query<{ model_id: number }[]>('SELECT model_id FROM vehicle WHERE id = $1', [
    vehicle.id,
  ]);
  modelId = row?.model_id ?? 0;
  await server.app.get(StatisticsAggregates).update();
});
afterAll(async () => {
  await jobs?.close();
  await server.stop();
});

type Asked = { from?: string; to?: string; vehicleId?: number; subject?: string; id?: number };
const create = (
  list: ExportList,
  { from = day, to = day, vehicleId, subject = 'models', id = modelId }: Asked,
  caller = token.head,
): Promise<ListExport> =>
  server.call(
    exporting.create,
    {
      body: {
        list,
        filter: { subject, id: String(id), from, to, ...(vehicleId ? { vehicleId: String(vehicleId) } : {}) },
      },
      query: { timeZone: zone },
    } as never,
    caller,
    { 'accept-language': 'en' },
  );
const state = (id: number, caller = token.head) => server.call(exporting.get, { params: { id } }, caller);
const ended = (id: number, caller = token.head) =>
  eventually(
    () => state(id, caller),
    (e) => e.state !== 'queued' && e.state !== 'running',
    60_000,
  );
const file = (id: number, caller = token.head) => server.call(exporting.file, { params: { id } }, caller);
async function sheetOf(list: ExportList, asked: Asked, caller = token.head) {
  jobs ??= await startProcess(server.config, ['jobs'], modules);
  const { id } = await create(list, asked, caller);
  expect(await ended(id, caller)).toMatchObject({ state: 'ready' });
  const { bytes, name } = await file(id, caller);
  const [sheet] = (await readXlsx(new Uint8Array(bytes), { readStyles: true })).sheets;
  if (sheet === undefined) throw new Error('no sheet');
  const [header = [], ...rows] = sheet.rows;
  return { id, name, bytes, sheet, header: header.map(String), rows };
}
/** A date cell shows the clock on the wall. */
const wall = (time: string): Date => new Date(`${day}T${time}Z`);

describe('10-second raw data of a vehicle', () => {
  it('has every field of each sample, one in ten seconds, in the zone of who asked; no value is an empty cell', async () => {
    const { header, rows, name, sheet, bytes } = await sheetOf('courseSamples', { vehicleId: vehicle.id });
    expect(name).toMatch(/^operationDataSamples_\d{8}-\d{4}\.xlsx$/);
    expect(sheet.name).toBe('10-second raw data');
    expect(header).toEqual([
      ...['Time (Asia/Kathmandu)', 'Device time (Asia/Kathmandu)', 'Latitude (°)', 'Longitude (°)', 'Heading (°)'],
      ...['Speed (km/h)', 'Engine', 'Work state', 'Engine speed (rpm)', 'Engine hours (h)', 'Odometer (km)'],
      ...['Fuel used (L)', 'Engine load (%)', 'Fuel level (%)', 'Urea level (%)', 'DPF soot (%)', 'Coolant (°C)'],
      ...['Oil temperature (°C)', 'Exhaust temperature (°C)', 'Oil pressure (kPa)', 'Rail pressure (bar)'],
      ...['Battery (V)', 'Hitch height (%)', 'PTO speed (rpm)', 'Roll (°)', 'Pitch (°)', 'Yaw (°)'],
    ]);
    expect(rows[0]).toEqual([
      ...[wall('00:00:00'), wall('00:00:00'), 35.123456, 127.654321, 90, 12.5, 'On', 'Work', 1500.5, 100.25, 1000.5],
      ...[50.125, 55.5, 60, 70, 10, 85.5, 90, 300, 400, 1200, 13.8, 40, 540, 1.5, -2.5, 0],
    ]);
    expect(rows[1]).toEqual([wall('00:00:10'), wall('00:00:10'), ...Array.from({ length: 25 }, () => null)]);
    const rpm = header.indexOf('Engine speed (rpm)');
    expect(rows.slice(2).map((r) => [r[0], r[rpm]])).toEqual([
      [wall('00:00:29'), 1009],
      [wall('00:00:39'), 1019],
      [wall('00:00:49'), 1029],
      [wall('11:00:00'), 1100],
      [wall('12:00:00'), 1200],
    ]);
    expect(rows.at(-1)?.slice(6, 8)).toEqual(['Off', 'Idle']);

    // another program reads the same, numbers as numbers and times as dates
    const book = readBook(new Uint8Array(bytes), { cellDates: true, UTC: true });
    const cells = book.Sheets[book.SheetNames[0] ?? ''];
    const second = utils.sheet_to_json<unknown[]>(cells as never, { header: 1, UTC: true })[1] ?? [];
    expect([second[0], second[2], second[8]]).toEqual([wall('00:00:00'), 35.123456, 1500.5]);
  });

  it('is of the device that was in the vehicle, what its clock said stays', async () => {
    await server.database.query('UPDATE telemetry SET device_ts = 86400000 WHERE vehicle_id = $1 AND rpm = 1100', [
      vehicle.id,
    ]);
    await server.database.query(
      'UPDATE telemetry SET device_ts = 9007199254740991 WHERE vehicle_id = $1 AND rpm = 1200',
      [vehicle.id],
    );
    const { rows } = await sheetOf('courseSamples', { vehicleId: vehicle.id });
    expect(rows.slice(-2).map((r) => r[1])).toEqual([new Date('1970-01-02T05:30:00Z'), '9007199254740991']);
  });

  it('is found again by its owner, and by nobody else', async () => {
    const { id } = await sheetOf('courseSamples', { vehicleId: vehicle.id });
    const own = (caller: string) =>
      server.call(exporting.own, { query: { list: ['courseSamples', 'courseMeans'] } as never }, caller);
    const [newest] = (await own(token.head)) as OwnExport[];
    expect(newest).toMatchObject({
      ...{ id, state: 'ready', total: 7, written: 7, problem: null },
      filter: { subject: 'models', id: String(modelId), vehicleId: String(vehicle.id), from: day, to: day },
    });
    expect(Date.parse(newest?.endsAt ?? '') - Date.parse(newest?.createdAt ?? '')).toBe(24 * 3_600_000);
    expect(await own(token.other)).toEqual([]);
    for (const call of [state, file]) expect(await refusal(call(id, token.other))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(server.call(exporting.cancel, { params: { id } }, token.other))).toEqual([404, 'NOT_FOUND']);
    const [event] = await server.database.query<{ payload: object }[]>(
      "SELECT payload FROM event_log WHERE name = 'account.exported' ORDER BY number DESC LIMIT 1",
    );
    expect(event?.payload).toMatchObject({ list: 'courseSamples', rows: 7 });
  });

  it('of a day without samples has its header alone', async () => {
    const other = plusDays(day, -5);
    expect((await sheetOf('courseSamples', { vehicleId: vehicle.id, from: other, to: other })).rows).toEqual([]);
  });
});

describe('means of five minutes', () => {
  it('has the vehicles in scope by VIN, and every value', async () => {
    const { header, rows } = await sheetOf('courseMeans', {});
    expect(header).toHaveLength(3 + courseValues.length + 3);
    expect(header.slice(0, 4)).toEqual(['VIN', 'Model', 'Time (Asia/Kathmandu)', 'Engine speed (rpm)']);
    const vins = [vehicle.vin, second.vin].toSorted();
    expect([...new Set(rows.map((r) => r[0]))]).toEqual(vins);
    const own = rows.filter((r) => r[0] === vehicle.vin);
    expect(own.map((r) => r[2])).toEqual([wall('00:00:00'), wall('11:00:00'), wall('12:00:00')]);
    expect(own.map((r) => r[3])).toEqual([expect.closeTo((1500.5 + 30 * 1014.5) / 31, 1), 1100, 1200]);
    expect(own[0]?.[header.indexOf('Coolant (°C)')]).toBe(85.5);
    expect(own[1]?.[header.indexOf('Coolant (°C)')]).toBeNull();
    expect((await sheetOf('courseMeans', {}, token.dealer)).rows.map((r) => r[0])).toEqual(own.map(() => vehicle.vin));
  });
});

describe('of a customer', () => {
  it('has what was measured in the own time, of who has sold a machine and of who has bought it', async () => {
    const [customer] = await server.database.query<{ id: number }[]>(
      "INSERT INTO customer (name) VALUES ('박철호') RETURNING id",
    );
    const [seller, buyer] = [vehicle.customerId, customer?.id ?? 0];
    await server.database.query('UPDATE vehicle SET customer_id = $1 WHERE id = $2', [buyer, vehicle.id]);
    await server.database.query(
      `UPDATE vehicle_owner SET since = CASE customer_id WHEN $2 THEN $3::timestamptz END, until = CASE customer_id WHEN $2 THEN NULL ELSE $3::timestamptz END
       WHERE vehicle_id = $1`,
      [vehicle.id, buyer, new Date(start + 15_000)],
    );
    const times = async (list: ExportList, id: number, column: number) =>
      (await sheetOf(list, { subject: 'customers', id, vehicleId: vehicle.id })).rows.map((r) => r[column]);
    expect(await times('courseSamples', seller, 0)).toEqual([wall('00:00:00'), wall('00:00:10')]);
    const bought = await times('courseSamples', buyer, 0);
    expect([bought[0], bought.at(-1), bought.length]).toEqual([wall('00:00:29'), wall('12:00:00'), 5]);
    // the five minutes of the takeover are nobody's
    expect(await times('courseMeans', seller, 2)).toEqual([]);
    expect(await times('courseMeans', buyer, 2)).toEqual([wall('11:00:00'), wall('12:00:00')]);
  });
});

describe('refused', () => {
  it.each<[string, ExportList, () => Asked, keyof typeof token, unknown]>([
    ['samples of no vehicle', 'courseSamples', () => ({}), 'head', [422, 'E0001']],
    ['more days than allowed', 'courseMeans', () => ({ from: plusDays(day, -31) }), 'head', [422, 'PERIOD_TOO_LONG']],
    ['a vehicle out of scope', 'courseSamples', () => ({ vehicleId: second.id }), 'dealer', [404, 'NOT_FOUND']],
    ['a model that has no vehicle', 'courseMeans', () => ({ id: 99_999 }), 'head', [404, 'NOT_FOUND']],
    ['who may not read', 'courseMeans', () => ({}), 'blind', [403, 'FORBIDDEN']],
  ])('%s', async (_, list, asked, who, refused) => {
    expect(await refusal(create(list, asked(), token[who]))).toEqual(refused);
  });

  it('by the job when the vehicle has left the scope meanwhile', async () => {
    await jobs?.close();
    jobs = null;
    const { id } = await create('courseSamples', { vehicleId: vehicle.id }, token.dealer);
    await server.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [vehicle.id, at.sora]);
    jobs = await startProcess(server.config, ['jobs'], modules);
    expect(await ended(id, token.dealer)).toMatchObject({ state: 'failed' });
    const [row] = (await server.call(exporting.own, { query: {} }, token.dealer)) as OwnExport[];
    expect(row?.problem).toEqual({ code: 'NOT_FOUND', values: {}, reference: expect.stringMatching(/^[0-9a-f]{8}$/) });
    await server.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [vehicle.id, at.nami]);
  });
});
