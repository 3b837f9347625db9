import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChangeVehicleBody, vehicles } from '@headland/contracts/vehicle';
import { dayOf, plusDays } from '@headland/domain/zone-day';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal } from '../../testing/alerts';
import { startServer, type Refused, type TestServer } from '../../testing/server';
import {
  makeAccount,
  makeFaultReports,
  makeOrganizations,
  makeVehicle,
  type MadeVehicle,
  type Organizations,
  reportsAt,
} from '../../testing/world';
import { VehiclesModule } from './vehicles.module';

let server: TestServer;
let at: Organizations;
let tokens: Record<'head' | 'staff' | 'nami' | 'sora', string>;
let people: Record<'nami' | 'noa', number>;
let vehicle: MadeVehicle;
const today = dayOf(Date.now(), 'UTC');

beforeAll(async () => {
  server = await startServer([SessionModule, VehiclesModule, FaultsModule]);
  at = await makeOrganizations(server.database);
  const namiMan = await makeAccount(server.database, 'DEALER', 'ADMIN', at.nami, { name: 'Lee Nami' });
  const noaMan = await makeAccount(server.database, 'DEALER', 'ADMIN', at.noa, { name: 'Park Noa' });
  const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(server.database, ...caller));
  people = { nami: namiMan.userId, noa: noaMan.userId };
  tokens = {
    head: await login('HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Kim Minsu' }),
    staff: await login('HEAD_OFFICE', 'STAFF', at.headOffice),
    nami: await server.login(namiMan),
    sora: await login('AGENCY', 'ADMIN', at.sora),
  };
});
afterAll(() => server.stop());
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, at.nami);
  await server.database.query(
    'UPDATE vehicle_state SET engine_hours = 120.5, odometer = 900, ts = now(), last_seen_at = now() WHERE vehicle_id = $1',
    [vehicle.id],
  );
});

const get = (token = tokens.head) => server.call(vehicles.get, { params: { id: vehicle.id } }, token);
const change = async (over: Partial<ChangeVehicleBody> = {}, token = tokens.head) => {
  const v = await get();
  const body: ChangeVehicleBody = {
    version: v.version,
    dealerId: v.dealer.id,
    personId: v.person?.id ?? null,
    hoursCorrection: v.hoursCorrection,
    odometerCorrection: v.odometerCorrection,
    memo: v.statusMemo,
    ...over,
  };
  return server.call(vehicles.change, { params: { id: vehicle.id }, body }, token);
};
const fieldsOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => 'allowed',
    (e: Refused) => e.error.fields,
  );
const events = () =>
  server.database.query<{ name: string; organization_id: number; payload: { changes?: unknown; reason?: string } }[]>(
    "SELECT name, organization_id, payload FROM event_log WHERE (vehicle_id = $1 OR payload->'vehicleIds' @> to_jsonb($1::int)) ORDER BY number",
    [vehicle.id],
  );

describe('the corrections of the meters', () => {
  it('are added to the machine’s meter wherever it is shown, and do not change the telemetry', async () => {
    const changed = await change({
      hoursCorrection: 1200.5,
      hoursReason: 'new meter',
      hoursCorrectedOn: today,
      odometerCorrection: -30,
      odometerReason: 'used meter',
      odometerCorrectedOn: today,
    });
    expect(changed).toMatchObject({
      version: 2,
      engineHours: 1321,
      hoursCorrection: 1200.5,
      odometer: 870,
      odometerCorrection: -30,
      now: { values: { engineHours: 1321, odometer: 870 } },
      corrections: [
        { meter: 'odometer', value: -30, since: today, reason: 'used meter', by: 'Kim Minsu' },
        { meter: 'hours', value: 1200.5, since: today, reason: 'new meter', by: 'Kim Minsu' },
      ],
    });
    const { rows } = await server.call(
      vehicles.list,
      { query: { vin: vehicle.vin, hoursFrom: 1300, mileageTo: 880 } },
      tokens.head,
    );
    expect(rows).toMatchObject([{ engineHours: 1321, odometer: 870, hoursCorrection: 1200.5 }]);
    expect(
      await server.database.query('SELECT engine_hours, odometer FROM vehicle_state WHERE vehicle_id = $1', [
        vehicle.id,
      ]),
    ).toEqual([{ engine_hours: 120.5, odometer: 900 }]);
    const [record] = await events();
    expect(record).toMatchObject({
      name: 'record.changed',
      organization_id: at.nami,
      payload: {
        screen: 'status',
        kind: 'vehicle',
        reason: 'new meter / used meter',
        changes: [
          { field: 'hoursCorrection', from: '0', to: '1200.5' },
          { field: 'hoursCorrectedOn', from: null, to: today },
          { field: 'odometerCorrection', from: '0', to: '-30' },
          { field: 'odometerCorrectedOn', from: null, to: today },
        ],
      },
    });
  });

  it('need a reason and a day up to today where they change, and nothing where they stay', async () => {
    expect(await fieldsOf(change({ hoursCorrection: 5 }))).toEqual({
      hoursReason: 'field.req',
      hoursCorrectedOn: 'field.req',
    });
    expect(
      await fieldsOf(change({ odometerCorrection: 5, odometerReason: 'new', odometerCorrectedOn: plusDays(today, 2) })),
    ).toEqual({
      odometerCorrectedOn: 'field.pastDay',
    });
    expect(await fieldsOf(change({ hoursCorrection: -121, hoursReason: 'new', hoursCorrectedOn: today }))).toEqual({
      hoursCorrection: 'field.belowZero',
    });
    expect(await fieldsOf(change({ hoursCorrection: 0.55 }))).toEqual({ hoursCorrection: 'field.decimal' });
    await change({ hoursCorrection: 5, hoursReason: 'new', hoursCorrectedOn: today });
    expect(await fieldsOf(change({ memo: 'seen' }))).toBe('allowed');
    expect((await get()).corrections).toHaveLength(1);
  });

  it('count from their day: what was read before stays as it was read', async () => {
    const sample = (ts: string, hours: number, seq: number) =>
      server.database.query(
        'INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, lat, lon, engine_hours) VALUES ($1, $2, $3, 0, $3, 1, $4, 35, 127, $5)',
        [vehicle.deviceKey, vehicle.id, new Date(ts), seq, hours],
      );
    const [dayBefore, day] = [plusDays(today, -3), plusDays(today, -2)];
    await sample(`${dayBefore}T03:00:00Z`, 500, 1);
    await sample(`${day}T03:00:00Z`, 2, 2);
    await change({ hoursCorrection: 500, hoursReason: 'new meter', hoursCorrectedOn: day });
    const hours = async (d: string) =>
      (await server.call(vehicles.track, { params: { id: vehicle.id }, query: { day: d } }, tokens.head)).points.map(
        (p) => p.engineHours,
      );
    expect([await hours(dayBefore), await hours(day)]).toEqual([[500], [502]]);
  });
});

describe('another dealer', () => {
  it('sees the vehicle at once, with the unaccepted reports; the former one no longer does', async () => {
    await makeFaultReports(server.database, vehicle.id, at.nami, ['occurred', 'accepted']);
    expect(
      await server.call(
        vehicles.dealerPreview,
        { params: { id: vehicle.id }, query: { dealerId: at.sora } },
        tokens.head,
      ),
    ).toEqual({
      leaves: [
        { id: at.north, name: 'North' },
        { id: at.nami, name: 'Nami' },
      ],
      enters: [
        { id: at.south, name: 'South' },
        { id: at.sora, name: 'Sora' },
      ],
      openFaults: 1,
      openSos: 0,
    });
    await change({ personId: people.nami });
    const [before] = await server.database.query<{ changed: string }[]>(
      'SELECT changed::text FROM vehicle_state WHERE vehicle_id = $1',
      [vehicle.id],
    );
    const moved = await change({ dealerId: at.sora, personId: null });
    expect(moved).toMatchObject({ dealer: { id: at.sora }, person: null });
    expect(await refusal(get(tokens.nami))).toEqual([404, 'NOT_FOUND']);
    expect((await get(tokens.sora)).vin).toBe(vehicle.vin);
    expect(await reportsAt(server.database, vehicle.id)).toEqual([
      ['occurred', at.sora],
      ['accepted', at.nami],
    ]);
    // the live map is updated, and both organizations read their lists again
    const [after] = await server.database.query<{ changed: string }[]>(
      'SELECT changed::text FROM vehicle_state WHERE vehicle_id = $1',
      [vehicle.id],
    );
    expect(Number(after?.changed)).toBeGreaterThan(Number(before?.changed));
    expect((await events()).filter((e) => e.name === 'vehicle.changed').map((e) => e.organization_id)).toEqual([
      at.nami,
      at.nami,
      at.sora,
    ]);
  });

  it('is an agency or dealer', async () => {
    expect(await fieldsOf(change({ dealerId: at.north, personId: null }))).toEqual({ dealerId: 'field.notAgency' });
    expect(await fieldsOf(change({ dealerId: 999_999, personId: null }))).toEqual({ dealerId: 'field.unknown' });
    expect(
      await refusal(
        server.call(vehicles.dealerPreview, { params: { id: vehicle.id }, query: { dealerId: at.north } }, tokens.head),
      ),
    ).toEqual([422, 'E0001']);
    expect(
      await refusal(
        server.call(vehicles.dealerPreview, { params: { id: 999_999 }, query: { dealerId: at.sora } }, tokens.head),
      ),
    ).toEqual([404, 'NOT_FOUND']);
    expect(
      await refusal(
        server.call(vehicles.dealerPreview, { params: { id: vehicle.id }, query: { dealerId: at.sora } }, tokens.nami),
      ),
    ).toEqual([403, 'FORBIDDEN']);
  });

  it('is refused while a call for help is open, other changes are not', async () => {
    await server.database.query(
      `INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at, status) VALUES ('button', 'device', $1, $2, $3, now(), now(), 'acknowledged')`,
      [vehicle.id, vehicle.deviceId, at.nami],
    );
    expect(await refusal(change({ dealerId: at.noa, personId: null }))).toEqual([409, 'VEHICLE_HAS_OPEN_SOS']);
    expect((await change({ memo: 'on the way' })).statusMemo).toBe('on the way');
  });

  it('is refused for a call that comes while it waits for the vehicle', async () => {
    const upload = server.database.createQueryRunner();
    try {
      await upload.startTransaction();
      await upload.query('SELECT 1 FROM vehicle WHERE id = $1 FOR NO KEY UPDATE', [vehicle.id]);
      const moved = refusal(change({ dealerId: at.noa, personId: null }));
      await eventually(
        () =>
          server.database.query<unknown[]>(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM vehicle v%'",
          ),
        (waiting) => waiting.length > 0,
      );
      await server.database.query(
        `INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at, status) VALUES ('rollover', 'device', $1, $2, $3, now(), now(), 'raised')`,
        [vehicle.id, vehicle.deviceId, at.nami],
      );
      await upload.commitTransaction();
      expect(await moved).toEqual([409, 'VEHICLE_HAS_OPEN_SOS']);
    } finally {
      await upload.release();
    }
  });
});

describe('the person in charge', () => {
  it('works at the dealer', async () => {
    expect((await change({ personId: people.nami })).person).toEqual({ id: people.nami, name: 'Lee Nami' });
    expect(await fieldsOf(change({ personId: people.noa }))).toEqual({ personId: 'field.unknown' });
    // staff of the former dealer are not in charge at the next one
    expect(await fieldsOf(change({ dealerId: at.noa }))).toEqual({ personId: 'field.unknown' });
    expect((await change({ dealerId: at.noa, personId: people.noa })).person?.name).toBe('Park Noa');
  });

  it('is found by a part of the name', async () => {
    const find = (token: string, dealerId: number, text?: string) =>
      server
        .call(vehicles.people, { query: { dealerId, ...(text ? { text } : {}) } }, token)
        .then((l) => l.map((p) => p.name));
    expect(await find(tokens.head, at.nami, 'ami')).toEqual(['Lee Nami']);
    expect(await find(tokens.head, at.nami, 'park')).toEqual([]);
    expect(await refusal(find(tokens.staff, at.nami))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('a change', () => {
  it('is refused to those whom the matrix gives no U: no dealer has it', async () => {
    for (const token of [tokens.staff, tokens.nami, tokens.sora])
      expect(await refusal(change({ memo: 'x' }, token))).toEqual([403, 'FORBIDDEN']);
    const body = { version: 1, dealerId: at.nami, personId: null, hoursCorrection: 0, odometerCorrection: 0, memo: '' };
    expect(await refusal(server.call(vehicles.change, { params: { id: 999_999 }, body }, tokens.head))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('of what somebody else has changed meanwhile is refused, and names who', async () => {
    const { version } = await get();
    await change({ memo: 'first' });
    expect(
      await change({ memo: 'second', version }).catch((e: Refused) => [e.status, e.error.code, e.error.values?.by]),
    ).toEqual([409, 'CHANGED_MEANWHILE', 'Kim Minsu']);
  });

  it('that changes nothing leaves version and log alone', async () => {
    expect((await change()).version).toBe(1);
    expect(await events()).toEqual([]);
  });

  it('is in the history of the vehicle for those who may read its screen', async () => {
    await change({ memo: 'watch the hydraulics' });
    const { rows } = await server.call(
      vehicles.history,
      { params: { id: vehicle.id }, query: { kind: 'record' } },
      tokens.nami,
    );
    expect(rows).toMatchObject([
      {
        name: 'record.changed',
        screen: 'status',
        by: 'Kim Minsu',
        changes: [{ field: 'memo', from: null, to: 'watch the hydraulics' }],
      },
    ]);
    const past = await server.call(
      vehicles.history,
      { params: { id: vehicle.id }, query: { to: '2026-01-01T00:00:00Z' } },
      tokens.nami,
    );
    expect(past.page.total).toBe(0);
  });
});
