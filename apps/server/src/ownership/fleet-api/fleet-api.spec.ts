import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fleetSeries,
  type FleetSeriesName,
  fleetSeriesNames,
  FleetSnapshot,
  seriesAnswer,
} from '@headland/contracts/fleet-api';
import { customerFleetClients, organizationFleetClients } from '@headland/contracts/fleet-client';
import type { Sample } from '@headland/contracts/device/up';
import { engineUp, statusUp, telemetryUp } from '@headland/testing/builders/up';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { TelemetryIngest } from '../../fleet/telemetry/telemetry-ingest';
import { TelemetryModule } from '../../fleet/telemetry/telemetry.module';
import { StatisticsAggregates } from '../../insight/statistics/statistics-aggregates.tx';
import { StatisticsModule } from '../../insight/statistics/statistics.module';
import { SessionModule } from '../../people/session/session.module';
import { held } from '../../testing/alerts';
import { getFleet, schemaErrors, tokenOf } from '../../testing/fleet-client';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { FleetApiModule } from './fleet-api.module';

/** What clients read, over HTTP, from data that came in through the ingest. */
const minute = 60_000;
const hour = 60 * minute;
const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
let server: TestServer;
let at: Organizations;
let head: string;
let machine: MadeVehicle;
let silent: MadeVehicle;
let south: MadeVehicle;
let customer: string;
let north: string;
/** the samples begin three hours ago, at a full hour */
const start = Math.floor((Date.now() - 3 * hour) / hour) * hour;

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, TelemetryModule, StatisticsModule, FleetApiModule], {
    config: { FLEET_REQUESTS_A_MINUTE: 100_000, FLEET_OEM_NAME: 'Head & Land' },
  });
  at = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  machine = await makeVehicle(server.database, at.nami, { model: 'HL <6> "110"' });
  silent = await makeVehicle(server.database, at.noa);
  south = await makeVehicle(server.database, at.sora);
  await ingest(held(machine.deviceId, 'status', statusUp()));
  await ingest(held(machine.deviceId, 'engine', engineUp({ ts: start, on: true, seq: 1 })));
  for (let n = 0; n < samples.length; n += 60) {
    const some = samples.slice(n, n + 60);
    await ingest(
      held(machine.deviceId, 'telemetry', telemetryUp({ seq: n + 1, ts: some.at(-1)?.ts ?? 0, samples: some })),
    );
  }
  await server.database.query(
    `INSERT INTO fault_report (status, severity, code, name, part, spn, fmi, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active)
     VALUES ('occurred', 1, 'E0100', '{"ko":"오일 & 압력","en":"Oil & pressure"}', '{"ko":"엔진","en":"Engine <1>"}', 100, 1, $1, $2, $3, $4, $4, $4, 1, 1, true)`,
    [machine.id, machine.deviceId, at.nami, new Date(start + 20 * minute)],
  );
  await server.app.get(StatisticsAggregates).update();
  customer = await clientOf('customer', machine.customerId);
  north = await clientOf('organization', at.north);
});
afterAll(() => server.stop());

const samples: Sample[] = Array.from({ length: 180 }, (_, i) => ({
  ts: start + i * 20_000,
  engine: 'on',
  work: i < 90 ? 'work' : 'idle',
  lat: 35.1 + i / 10_000,
  lon: 127.2,
  speed: i < 90 ? 12 : 0,
  load: i < 90 ? 60 : 20,
  fuelUsed: 500 + i / 10,
  fuelLevel: 80 - i / 10,
  defLevel: 55,
  engineHours: 1000 + i / 180,
  odometer: 2000 + Math.min(i, 90) / 10,
}));
const ingest = (...messages: ReturnType<typeof held>[]): Promise<void> =>
  server.app.get(TelemetryIngest).commit(messages);
async function clientOf(kind: 'customer' | 'organization', id: number): Promise<string> {
  const { create } = kind === 'customer' ? customerFleetClients : organizationFleetClients;
  return tokenOf(server, await server.call(create, { params: { id }, body: { name: 'Mixed fleet' } }, head));
}
const json = async <T = unknown>(token: string, path: string): Promise<T> =>
  (await (await getFleet(server, token, path)).json()) as T;
const fleetOf = async (token: string, page = 1) => FleetSnapshot.parse(await json(token, `Fleet/${page}`));
const pins = async (token: string) => (await fleetOf(token)).Equipment.map((e) => e.EquipmentHeader.PIN);
const seriesPath = (name: string, page: number | string = 1, from = utc(start), to = utc(start + 2 * hour)) =>
  `Fleet/Equipment/${machine.vin}/${name}/${from}/${to}/${page}`;
const series = async <N extends FleetSeriesName>(token: string, name: N, from?: string, to?: string) =>
  seriesAnswer(name).parse(await json(token, seriesPath(name, 1, from, to)));
const error = async (token: string | null, path: string, accept?: string) => {
  const answer = await getFleet(server, token, path, accept);
  const { error: e } = (await answer.json()) as { error: { code: string; fields?: object; values?: object } };
  return [answer.status, e.code, ...(e.fields ? [e.fields] : Object.keys(e.values ?? {}).length > 0 ? [e.values] : [])];
};

describe('the newest values of a machine', () => {
  it('are what it sent, in the units of the standard', async () => {
    const [equipment] = (await fleetOf(customer)).Equipment;
    const newest = utc(samples.at(-1)?.ts ?? 0);
    const { UnitInstallDateTime: _, ...header } = equipment?.EquipmentHeader ?? {};
    expect(header).toEqual({
      OEMName: 'Head & Land',
      Model: 'HL <6> "110"',
      EquipmentID: machine.vin,
      SerialNumber: machine.vin,
      PIN: machine.vin,
    });
    expect(equipment).toMatchObject({
      Location: { datetime: newest, Latitude: 35.1179, Longitude: 127.2 },
      CumulativeOperatingHours: { datetime: newest, Hour: 1000.99 },
      FuelUsed: { datetime: newest, FuelUnits: 'litre', FuelConsumed: 517.9 },
      FuelUsedLast24: { FuelUnits: 'litre', FuelConsumed: 17.9 },
      Distance: { datetime: newest, OdometerUnits: 'kilometre', Odometer: 2009 },
      // the last sample has no successor to run until
      CumulativeIdleHours: { datetime: utc(start + hour), Hour: 0.49 },
      FuelRemaining: { datetime: newest, Percent: 62.1 },
      DEFRemaining: { datetime: newest, Percent: 55 },
      EngineStatus: { Running: true },
      AverageLoadFactorLast24: { Percent: 40 },
      MaximumSpeedLast24: { SpeedUnits: 'kilometres per hour', Speed: 12 },
    });
  });

  it('are left out where the machine never sent any', async () => {
    const { Equipment } = FleetSnapshot.parse(await json(north, `Fleet/Equipment/${silent.vin}`));
    expect(Object.keys(Equipment[0] ?? {})).toEqual(['EquipmentHeader']);
  });

  it('have the correction of a replaced meter', async () => {
    await server.database.query('UPDATE vehicle SET hours_correction = 50 WHERE id = $1', [machine.id]);
    await server.database.query(
      "INSERT INTO meter_correction (vehicle_id, meter, value, since, reason) VALUES ($1, 'hours', 50, '2025-01-01', 'replaced')",
      [machine.id],
    );
    expect((await fleetOf(customer)).Equipment[0]?.CumulativeOperatingHours?.Hour).toBe(1050.99);
    expect((await series(customer, 'CumulativeOperatingHours')).CumulativeOperatingHours.at(-1)?.Hour).toBe(1050.99);
    await server.database.query('UPDATE vehicle SET hours_correction = 0 WHERE id = $1', [machine.id]);
    await server.database.query('DELETE FROM meter_correction WHERE vehicle_id = $1', [machine.id]);
  });

  it('have the idle time of years, also of a machine that has been silent since', async () => {
    const insert = (ms: number) =>
      server.database.query(
        'INSERT INTO vehicle_quarter (vehicle_id, quarter, idle_ms, work_ms, drive_ms, starts) VALUES ($1, $2, 360000, 0, 0, 0)',
        [silent.id, new Date(Math.floor(start / (15 * minute)) * 15 * minute - ms)],
      );
    const idle = async () =>
      FleetSnapshot.parse(await json(north, `Fleet/Equipment/${silent.vin}`)).Equipment[0]?.CumulativeIdleHours?.Hour;
    await insert(900 * 24 * hour);
    await insert(100 * 24 * hour);
    expect([await idle(), await idle()]).toEqual([0.2, 0.2]);
    await insert(hour);
    expect(await idle()).toBeCloseTo(0.3);
    await server.database.query('DELETE FROM vehicle_quarter WHERE vehicle_id = $1', [silent.id]);
    await server.database.query('DELETE FROM fleet_idle_sum WHERE vehicle_id = $1', [silent.id]);
  });

  it.each([
    ['the PIN', () => `Fleet/Equipment/${machine.vin}`],
    ['the PIN in small letters', () => `fleet/equipment/${machine.vin.toLowerCase()}`],
    [
      'make, model and serial number',
      () => `Fleet/Equipment/MakeModelSerial/Head%20%26%20Land/${encodeURIComponent('HL <6> "110"')}/${machine.vin}`,
    ],
  ])('are found by %s', async (_, path) => {
    const { Equipment, Links } = FleetSnapshot.parse(await json(customer, path()));
    expect(Equipment.map((e) => e.EquipmentHeader.PIN)).toEqual([machine.vin]);
    expect(Links).toEqual([{ rel: 'self', href: `${server.url}/api/fleet/iso15143/${path()}` }]);
  });

  it.each([
    ['another make', () => `Fleet/Equipment/MakeModelSerial/Cat/${encodeURIComponent('HL <6> "110"')}/${machine.vin}`],
    ['another model', () => `Fleet/Equipment/MakeModelSerial/Head%20%26%20Land/X/${machine.vin}`],
    ['an unknown PIN', () => 'Fleet/Equipment/NOBODY'],
    ['an unknown series', () => seriesPath('Temperature')],
  ])('%s is not found', async (_, path) => expect(await error(customer, path())).toEqual([404, 'NOT_FOUND']));
});

describe('a machine over time', () => {
  it('has every position', async () => {
    const { Location } = await series(customer, 'Locations');
    expect(Location.length).toBe(180);
    expect(Location[0]).toEqual({ datetime: utc(start), Latitude: 35.1, Longitude: 127.2 });
  });

  it('has the last reading of its meters in each quarter of an hour', async () => {
    const { CumulativeOperatingHours: hours } = await series(customer, 'CumulativeOperatingHours');
    expect(hours.map((h) => h.Hour)).toEqual([1000.24, 1000.49, 1000.74, 1000.99]);
    expect(hours[0]?.datetime).toBe(utc(start + 15 * minute - 20_000));
    expect((await series(customer, 'CumulativeFuelUsed')).FuelUsed.at(-1)).toMatchObject({ FuelConsumed: 517.9 });
    expect((await series(customer, 'Distance')).Distance.map((d) => d.Odometer)).toEqual([2004.4, 2008.9, 2009, 2009]);
    expect((await series(customer, 'CumulativeIdleHours')).CumulativeIdleHours.map((h) => h.Hour)).toEqual([
      0, 0, 0.25, 0.49,
    ]);
  });

  it('has its tanks by five minutes', async () => {
    const { FuelRemaining } = await series(customer, 'FuelRemainingRatio');
    expect(FuelRemaining.length).toBe(12);
    expect(FuelRemaining[0]).toEqual({ datetime: utc(start), Percent: 79.3 });
    expect((await series(customer, 'DEFRemainingRatio')).DEFRemaining[0]?.Percent).toBe(55);
    // another name of it, and other letters
    expect(await json(customer, seriesPath('defremaining'))).toHaveProperty('DEFRemaining.0.Percent', 55);
  });

  it('has its engine and its faults', async () => {
    // the key alone, in a machine that stands
    await server.database.query(
      `INSERT INTO engine_run (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine_on)
       SELECT $1, $2, $3::timestamptz + n * interval '1 minute', 0, now(), 99, n, n % 2 = 0 FROM generate_series(1, 6) n`,
      [machine.deviceKey, machine.id, new Date(start + 80 * minute)],
    );
    expect((await series(customer, 'EngineCondition')).EngineStatus).toEqual([
      { datetime: utc(start), Running: true },
      { datetime: utc(start + hour), Running: false },
    ]);
    await server.database.query('DELETE FROM engine_run WHERE boot = 99');
    // a period is half-open, and what runs at its begin has not started then
    const inside = await series(customer, 'EngineCondition', utc(start + 7 * minute), utc(start + hour));
    expect(inside.EngineStatus).toEqual([]);
    expect((await series(customer, 'Faults')).FaultCode).toEqual([
      {
        datetime: utc(start + 20 * minute),
        CodeIdentifier: 'E0100',
        CodeDescription: 'Oil & pressure (SPN 100 FMI 1)',
        CodeSeverity: 'critical',
        CodeSource: 'Engine <1>',
      },
    ]);
  });

  it('has load and speed of whole days, dated by their end', async () => {
    const day = (ms: number) => Math.floor(ms / (24 * hour)) * 24 * hour;
    await server.database.query('UPDATE figures_progress SET counted_to = $1', [new Date(day(start) + 48 * hour)]);
    const [from, to] = [utc(day(start) + 24 * hour), utc(day(start) + 72 * hour)];
    const loads = (await series(customer, 'AverageDailyEngineLoadFactor', from, to)).AverageLoadFactorLast24;
    expect(loads[0]?.datetime).toBe(from);
    const speeds = (await series(customer, 'PeakDailySpeed', from, to)).MaximumSpeedLast24;
    expect(Math.max(...speeds.map((s) => s.Speed))).toBe(12);
    // a day that is not over has none
    await server.database.query('UPDATE figures_progress SET counted_to = $1', [new Date(day(start) + 24 * hour - 1)]);
    expect((await series(customer, 'PeakDailySpeed', from, to)).MaximumSpeedLast24).toEqual([]);
    await server.database.query('UPDATE figures_progress SET counted_to = $1', [new Date(start + 2 * hour)]);
  });

  it('begins with the start and ends before the end of the period', async () => {
    const { Location } = await series(customer, 'Locations', utc(start + 40_000), utc(start + 80_000));
    expect(Location.map((l) => l.datetime)).toEqual([utc(start + 40_000), utc(start + 60_000)]);
    expect((await series(customer, 'Faults', utc(start), utc(start + 20 * minute))).FaultCode).toEqual([]);
  });

  it('is paged, with links that lead through all pages', async () => {
    // five minutes with a running engine, five without, for a week
    await server.database.query(
      `INSERT INTO vehicle_5min (vehicle_id, bucket, off_ms, idle_ms, work_ms, drive_ms, load_ms, starts, means, mins, maxs, counts)
       SELECT $1, $2::timestamptz - n * interval '10 minutes', 0, 1000, 0, 0, '{0,0,0,0}', 1, '{}', '{}', '{}', '{}' FROM generate_series(1, 1050) n`,
      [machine.id, new Date(start)],
    );
    const period = [utc(start - 20 * 24 * hour), utc(start + hour)] as const;
    const seen: string[] = [];
    let next: string | undefined = seriesPath('EngineCondition', 1, ...period);
    const relations: string[] = [];
    while (next !== undefined) {
      const page = seriesAnswer('EngineCondition').parse(await json(customer, next));
      seen.push(...page.EngineStatus.map((e) => e.datetime));
      relations.push(page.Links.map((l) => l.rel).join(' '));
      next = page.Links.find((l) => l.rel === 'next')?.href;
    }
    expect(relations).toEqual(['self first next last', 'self first prev next last', 'self first prev last']);
    expect([seen.length, new Set(seen).size]).toEqual([2101, 2101]);
    expect(seen).toEqual(seen.toSorted());
    expect(await error(customer, seriesPath('EngineCondition', 4, ...period))).toEqual([
      404,
      'FLEET_PAGE_BEYOND',
      { last: 3 },
    ]);
    await server.database.query('DELETE FROM vehicle_5min WHERE vehicle_id = $1 AND bucket < $2', [
      machine.id,
      new Date(start),
    ]);
  });

  it.each([
    ['an end before the start', utc(0), utc(-1000), '1', 'E0001', { endDateUTC: 'field.range' }],
    ['no time', 'yesterday', utc(0), '1', 'E0001', { startDateUTC: 'field.utc' }],
    ['a time of a zone', '2026-01-01T00:00:00+09:00', utc(0), '1', 'E0001', { startDateUTC: 'field.utc' }],
    ['page 0', utc(0), utc(1000), '0', 'E0001', { pageNumber: 'field.pos' }],
    ['a page that is no number', utc(0), utc(1000), 'x', 'E0001', { pageNumber: 'field.pos' }],
    ['a period of 32 days', utc(0), utc(32 * 24 * hour), '1', 'PERIOD_TOO_LONG', { maxDay: 31 }],
  ])('%s is refused', async (_, from, to, page, code, why) =>
    expect(await error(customer, seriesPath('Locations', page, from, to))).toEqual([422, code, why]),
  );
});

describe('the formats', () => {
  it.each([
    ['application/xml', 'application/xml'],
    ['text/xml', 'application/xml'],
    ['*/*', 'application/xml'],
    ['application/json', 'application/json'],
    ['application/xml;q=0.5, application/json', 'application/json'],
    ['application/iso15143-snapshot+json', 'application/json'],
  ])('Accept: %s is answered as %s', async (accept, type) => {
    const answer = await getFleet(server, customer, 'Fleet/1', accept);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
    expect([answer.headers.get('cache-control'), answer.headers.get('vary')?.toLowerCase()]).toEqual([
      'no-store',
      expect.stringContaining('accept'),
    ]);
  });

  it('are no others', async () =>
    expect(await error(customer, 'Fleet/1', 'text/html')).toEqual([
      406,
      'NOT_ACCEPTABLE',
      { types: 'application/xml, application/json' },
    ]));

  it('of the fleet fit the schema, and the texts in them are escaped', async () => {
    for (const token of [customer, north]) {
      const xml = await (await getFleet(server, token, 'Fleet/1', 'application/xml')).text();
      expect(await schemaErrors(xml)).toEqual([]);
      expect(xml).toContain('<Model>HL &lt;6&gt; &quot;110&quot;</Model>');
      expect(xml).toContain('<Fleet xmlns="http://standards.iso.org/iso/15143/-3" version="1" snapshotTime="');
    }
  });

  it.each(fleetSeriesNames)('of %s fit the schema', async (name) => {
    const xml = await (await getFleet(server, customer, seriesPath(name), 'application/xml')).text();
    expect(await schemaErrors(xml)).toEqual([]);
    expect(xml).toContain(`<${fleetSeries[name].root} xmlns=`);
  });

  it('would not fit if a value were wrong', async () => {
    const xml = await (await getFleet(server, customer, 'Fleet/1', 'application/xml')).text();
    expect(await schemaErrors(xml.replace('<Latitude>35.1179', '<Latitude>135.1179'))).not.toEqual([]);
    expect(await schemaErrors(xml.replace(/<PIN>.*<\/PIN>/u, ''))).not.toEqual([]);
  });

  it('of an error are those of the answer', async () => {
    const answer = await getFleet(server, customer, seriesPath('Locations', 0), 'application/xml');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'application/xml; charset=utf-8']);
    expect(await answer.text()).toMatch(
      /^<\?xml.*\?>\n<Error><Code>E0001<\/Code><Message>.+<\/Message><Reference>\w{8}<\/Reference><Field><Name>pageNumber<\/Name><Problem>field.pos<\/Problem><\/Field><\/Error>\n$/u,
    );
  });
});

describe('what a client sees', () => {
  it('is the machines of a customer, or of an organization and all below it', async () => {
    expect(await pins(customer)).toEqual([machine.vin]);
    expect(await pins(north)).toEqual([machine.vin, silent.vin]);
    expect(await pins(await clientOf('organization', at.nami))).toEqual([machine.vin]);
    expect(await pins(await clientOf('organization', at.headOffice))).toEqual([machine.vin, silent.vin, south.vin]);
    expect(await pins(await clientOf('customer', south.customerId))).toEqual([south.vin]);
  });

  it('holds nothing of others', async () => {
    for (const path of [`Fleet/Equipment/${south.vin}`, seriesPath('Locations').replace(machine.vin, south.vin)])
      for (const token of [customer, north]) expect(await error(token, path)).toEqual([404, 'NOT_FOUND']);
  });

  it('may be nothing at all: the first page is there, and empty', async () => {
    const nobody = await clientOf('organization', await emptyOrganization());
    const { Equipment, Links } = await fleetOf(nobody);
    expect([Equipment, Links.map((l) => l.rel)]).toEqual([[], ['self', 'first', 'last']]);
    expect(await error(nobody, 'Fleet/2')).toEqual([404, 'FLEET_PAGE_BEYOND', { last: 1 }]);
    for (const page of ['0', '-1', '1.5', 'x'])
      expect(await error(nobody, `Fleet/${page}`)).toEqual([422, 'E0001', { pageNumber: 'field.pos' }]);
  });

  it('is paged by 100 machines', async () => {
    const organization = await emptyOrganization();
    await server.database.query(
      `INSERT INTO vehicle (vin, model_id, organization_id, release_year, horsepower)
       SELECT 'HDLPAGED' || lpad(n::text, 9, '0'), (SELECT min(id) FROM model), $1, 2024, 110 FROM generate_series(1, 205) n`,
      [organization],
    );
    const token = await clientOf('organization', organization);
    const pages = [await fleetOf(token, 1), await fleetOf(token, 2), await fleetOf(token, 3)];
    expect(pages.map((p) => p.Equipment.length)).toEqual([100, 100, 5]);
    expect(new Set(pages.flatMap((p) => p.Equipment.map((e) => e.EquipmentHeader.PIN))).size).toBe(205);
    expect(pages[1]?.Links.map((l) => `${l.rel} ${l.href.split('/').at(-1)}`)).toEqual([
      'self 2',
      'first 1',
      'prev 1',
      'next 3',
      'last 3',
    ]);
  });

  it('is of the own time: a new owner reads nothing of the former one, who reads nothing any more', async () => {
    const sold = start + 30 * minute;
    const [row] = await server.database.query<{ id: number }[]>(
      "INSERT INTO customer (name, phone) VALUES ('이영희', '010-5557-0001') RETURNING id",
    );
    const buyer = row?.id ?? 0;
    const owners = async (customerId: number, ...times: [number, Date | null, Date | null][]) => {
      await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [machine.id, customerId]);
      await server.database.query('DELETE FROM vehicle_owner WHERE vehicle_id = $1', [machine.id]);
      for (const [customerOf, since, until] of times)
        await server.database.query(
          'INSERT INTO vehicle_owner (vehicle_id, customer_id, since, until) VALUES ($1, $2, $3, $4)',
          [machine.id, customerOf, since, until],
        );
    };
    await owners(buyer, [machine.customerId, null, new Date(sold)], [buyer, new Date(sold), null]);
    const token = await clientOf('customer', buyer);
    expect([await pins(token), await pins(customer)]).toEqual([[machine.vin], []]);
    expect(await error(customer, seriesPath('Locations'))).toEqual([404, 'NOT_FOUND']);
    const { Location } = await series(token, 'Locations');
    expect([Location.length, Location[0]?.datetime]).toEqual([90, utc(sold)]);
    expect((await series(token, 'Faults')).FaultCode).toEqual([]);
    // it ran at the takeover, and stopped in the own time
    expect((await series(token, 'EngineCondition')).EngineStatus).toEqual([
      { datetime: utc(start + hour), Running: false },
    ]);
    expect((await series(token, 'CumulativeOperatingHours')).CumulativeOperatingHours.length).toBe(2);
    expect((await fleetOf(token)).Equipment[0]?.MaximumSpeedLast24?.Speed).toBe(0);
    // sold after its last sample: nothing is known of the own time
    await owners(buyer, [buyer, new Date(start + 5 * hour), null]);
    expect(Object.keys((await fleetOf(token)).Equipment[0] ?? {})).toEqual(['EquipmentHeader']);
    // the dealer reads all of it, with any owner
    expect((await series(north, 'Locations')).Location.length).toBe(180);
    await owners(machine.customerId, [machine.customerId, null, null]);
  });
});

let empty = 0;
async function emptyOrganization(): Promise<number> {
  const [row] = await server.database.query<{ id: number }[]>(
    "INSERT INTO organization (name, type, parent_id) VALUES ($2, 'DEALER', $1) RETURNING id",
    [at.south, `Empty ${++empty}`],
  );
  return row?.id ?? 0;
}
