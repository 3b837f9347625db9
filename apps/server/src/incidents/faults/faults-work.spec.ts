import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults } from '@headland/contracts/fault';
import { isOpenFault } from '@headland/domain/fault';
import { activeFault, faultUp, sosUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../alerts/alerts.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { reassignVehicle } from '../../fleet/vehicles/reassign-vehicle.tx';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../sos/sos.module';
import { devicesOf, eventually, refusal, startProcess } from '../../testing/alerts';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { system } from '../../platform/caller';
import { Change } from '../../platform/event-log/change';
import {
  makeAccount,
  makeFaultReports,
  makeOrganizations,
  makeVehicle,
  type MadeVehicle,
  type Organizations,
} from '../../testing/world';
import { FaultsModule } from './faults.module';

const modules = [SessionModule, DevicesModule, AlertsModule, SosModule, FaultsModule, DeliveriesModule];
let server: TestServer;
let orgs: Organizations;
let head: string;
let headReader: string;
let nami: string;
let sora: string;

beforeAll(async () => {
  server = await startServer(modules);
  orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
  headReader = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', orgs.headOffice));
  nami = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami));
  sora = await server.login(await makeAccount(server.database, 'AGENCY', 'ADMIN', orgs.sora));
});
afterAll(() => server.stop());

async function occur(
  vehicle: MadeVehicle,
  codes: string[],
  over: Parameters<typeof faultUp>[0] = {},
): Promise<number[]> {
  await devicesOf(server).fault(
    vehicle.deviceId,
    faultUp({ active: codes.map((code) => activeFault({ code })), ...over }),
  );
  const rows = await server.database.query<{ id: number; code: string }[]>(
    'SELECT id, code FROM fault_report WHERE device_id = $1',
    [vehicle.deviceId],
  );
  return codes.map((code) => rows.find((r) => r.code === code)?.id ?? 0);
}
const vehicleAt = (organizationId: number): Promise<MadeVehicle> => makeVehicle(server.database, organizationId);
const statusOf = async (ids: number[]): Promise<(string | undefined)[]> => {
  const rows = await server.database.query<{ id: number; status: string }[]>(
    'SELECT id, status FROM fault_report WHERE id = ANY($1)',
    [ids],
  );
  return ids.map((id) => rows.find((r) => r.id === id)?.status);
};
const why = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'allowed',
    (e: unknown) => (e instanceof Refused ? [e.status, e.error.code, e.error.values] : Promise.reject(e as Error)),
  );

describe('several reports', () => {
  it('go to one agency at once, each with its own event and message', async () => {
    const vehicle = await vehicleAt(orgs.nami);
    const ids = await occur(vehicle, ['E0300', 'E0333', 'E0324']);
    const accepted = await server.call(
      faults.acceptMany,
      {
        body: {
          ids: [...ids, ids[0] ?? 0],
          agencyId: orgs.noa,
          channel: 'sms',
          personName: '박서준',
          memo: 'all on one visit',
        },
      },
      head,
    );
    expect(accepted.map((f) => [f.id, f.status, f.agency.name, f.personInCharge?.name, f.memo])).toEqual(
      ids.map((id) => [id, 'accepted', 'Noa', '박서준', 'all on one visit']),
    );
    const events = await server.database.query<{ id: string }[]>(
      "SELECT payload->'fault'->>'id' AS id FROM event_log WHERE name = 'fault.accepted' AND vehicle_id = $1",
      [vehicle.id],
    );
    expect(events.map((e) => Number(e.id)).sort()).toEqual([...ids].sort());
    const jobs = await startProcess(server.config, ['jobs'], modules);
    const messages = () =>
      server.database.query<{ n: number }[]>(
        "SELECT count(DISTINCT subject_id)::int AS n FROM delivery WHERE subject = 'fault' AND subject_id = ANY($1)",
        [ids],
      );
    await eventually(messages, ([row]) => row?.n === 3);
    await jobs.close();
  });

  it('are accepted all or none: the answer names the one that refuses, and why', async () => {
    const vehicle = await vehicleAt(orgs.nami);
    const [first = 0, second = 0, third = 0] = await occur(vehicle, ['E0300', 'E0333', 'E0324']);
    const body = { agencyId: orgs.nami, channel: 'push' as const };
    await server.call(faults.accept, { params: { id: second }, body }, head);
    expect(await why(server.call(faults.acceptMany, { body: { ...body, ids: [first, second, third] } }, head))).toEqual(
      [409, 'FAULT_BULK_REFUSED', { report: second, code: 'E0333', vin: vehicle.vin, why: 'FAULT_ALREADY_ACCEPTED' }],
    );
    expect(await statusOf([first, second, third])).toEqual(['occurred', 'accepted', 'occurred']);
    // out of scope gives the same answer as unknown
    const [elsewhere = 0] = await occur(await vehicleAt(orgs.sora), ['E0300']);
    expect(await why(server.call(faults.acceptMany, { body: { ...body, ids: [first, elsewhere] } }, nami))).toEqual([
      409,
      'FAULT_BULK_REFUSED',
      { report: elsewhere, code: '', vin: '', why: 'NOT_FOUND' },
    ]);
    expect(await statusOf([first, elsewhere])).toEqual(['occurred', 'occurred']);
  });

  it('are fifty at the most, for holders of U, to an agency', async () => {
    const [id = 0] = await occur(await vehicleAt(orgs.nami), ['E0300']);
    const body = { agencyId: orgs.nami, channel: 'push' as const };
    expect(
      await refusal(
        server.call(faults.acceptMany, { body: { ...body, ids: Array.from({ length: 51 }, (_, i) => i + 1) } }, head),
      ),
    ).toEqual([422, 'E0001']);
    expect(await refusal(server.call(faults.acceptMany, { body: { ...body, ids: [] } }, head))).toEqual([422, 'E0001']);
    expect(await refusal(server.call(faults.acceptMany, { body: { ...body, ids: [id] } }, headReader))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect(
      await refusal(server.call(faults.acceptMany, { body: { ...body, agencyId: orgs.north, ids: [id] } }, head)),
    ).toEqual([422, 'NOT_AN_AGENCY']);
    expect(await statusOf([id])).toEqual(['occurred']);
  });

  it('take the states of their vehicles in the order of telemetry, whatever the order they were chosen in', async () => {
    const first = await vehicleAt(orgs.nami);
    const second = await vehicleAt(orgs.nami);
    const ids = [...(await occur(second, ['E0300'])), ...(await occur(first, ['E0300']))];
    const telemetry = server.database.createQueryRunner();
    try {
      await telemetry.startTransaction();
      const take = (v: MadeVehicle): Promise<unknown> =>
        telemetry.query('SELECT 1 FROM vehicle_state WHERE vehicle_id = $1 FOR NO KEY UPDATE', [v.id]);
      await take(first);
      const accepted = server.call(faults.acceptMany, { body: { ids, agencyId: orgs.nami, channel: 'push' } }, head);
      const settled = Promise.allSettled([accepted]);
      await eventually(
        () =>
          server.database.query<unknown[]>(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%vehicle_state%'",
          ),
        (waiting) => waiting.length > 0,
      );
      // with the acceptance in another order one of the two ends as a deadlock
      await take(second);
      await telemetry.commitTransaction();
      await settled;
      expect((await accepted).map((f) => f.status)).toEqual(['accepted', 'accepted']);
    } finally {
      if (telemetry.isTransactionActive) await telemetry.rollbackTransaction();
      await telemetry.release();
    }
  });

  it('are locked in the same order when their vehicle moves to another organisation', async () => {
    const vehicle = await vehicleAt(orgs.nami);
    const [first, second] = await makeFaultReports(server.database, vehicle.id, orgs.nami, ['occurred', 'occurred']);
    // the first lies behind the second one now, where whoever asks for no order finds it
    for (const [id, hours] of [
      [second, 2],
      [first, 1],
    ])
      await server.database.query(
        "UPDATE fault_report SET occurred_at = occurred_at - $2 * interval '1 hour' WHERE id = $1",
        [id, hours],
      );
    const acceptance = server.database.createQueryRunner();
    try {
      await acceptance.startTransaction();
      const lock = (id: number | undefined): Promise<unknown> =>
        acceptance.query('SELECT 1 FROM fault_report WHERE id = $1 FOR UPDATE', [id]);
      await lock(first);
      const moved = server.app.get(Change).run(system, async (tx) => {
        await tx.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [vehicle.id, orgs.sora]);
        await reassignVehicle(tx, [vehicle.id]);
      });
      const settled = Promise.allSettled([moved]);
      await eventually(
        () =>
          server.database.query<unknown[]>(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%fault_report%'",
          ),
        (waiting) => waiting.length > 0,
      );
      await lock(second);
      await acceptance.commitTransaction();
      expect(await settled).toMatchObject([{ status: 'fulfilled' }]);
    } finally {
      if (acceptance.isTransactionActive) await acceptance.rollbackTransaction();
      await acceptance.release();
    }
  });

  it('accepted by two people in a different order are each accepted once', async () => {
    const ids = await occur(await vehicleAt(orgs.nami), ['E0300', 'E0333', 'E0324']);
    const body = { agencyId: orgs.nami, channel: 'push' as const };
    const both = await Promise.all([
      refusal(server.call(faults.acceptMany, { body: { ...body, ids } }, head)),
      refusal(server.call(faults.acceptMany, { body: { ...body, ids: ids.toReversed() } }, nami)),
    ]);
    expect(both.sort()).toEqual([[409, 'FAULT_BULK_REFUSED'], 'allowed']);
    expect(await statusOf(ids)).toEqual(['accepted', 'accepted', 'accepted']);
  });
});

describe('a primary fault', () => {
  it('shows its consequences under it, and they show it', async () => {
    const vehicle = await vehicleAt(orgs.nami);
    const [pressure = 0, supply = 0, glow = 0] = await occur(vehicle, ['E0410', 'E0439', 'E0377']);
    const primary = await server.call(faults.get, { params: { id: supply } }, head);
    expect(primary.others.map((o) => [o.code, o.relation])).toEqual(
      expect.arrayContaining([
        ['E0410', 'consequence'],
        ['E0377', null],
      ]) as unknown,
    );
    expect(primary).toMatchObject({ consequences: 1, primaries: [] });
    expect(await server.call(faults.get, { params: { id: pressure } }, head)).toMatchObject({
      consequences: 0,
      primaries: [{ id: supply, code: 'E0439' }],
    });
    const { rows } = await server.call(faults.list, { query: { vin: vehicle.vin } }, head);
    expect(Object.fromEntries(rows.map((r) => [r.id, [r.primaries.length, r.consequences]]))).toEqual({
      [pressure]: [1, 0],
      [supply]: [0, 1],
      [glow]: [0, 0],
    });
    // once it is completed, the remaining ones are unrelated
    await server.call(faults.accept, { params: { id: supply }, body: { agencyId: orgs.nami, channel: 'push' } }, head);
    await server.call(
      faults.complete,
      { params: { id: supply }, body: { kind: 'processing', memo: 'supply mended' } },
      head,
    );
    expect(await server.call(faults.get, { params: { id: pressure } }, head)).toMatchObject({ primaries: [] });
  });

  it('has what a technician needs, with the limits of what was measured', async () => {
    const vehicle = await vehicleAt(orgs.nami);
    const [id = 0] = await occur(vehicle, ['E0410']);
    const report = await server.call(faults.get, { params: { id } }, head);
    expect(report.knowledge).toMatchObject({
      checks: expect.arrayContaining(['defControlTest']) as string[],
      inducementGroup: 'DOSING',
      reaction: 'DERATE',
    });
    expect(report.knowledge?.causes.length).toBeGreaterThan(0);
    expect(report.limits).toEqual({});
  });
});

describe('around a report', () => {
  it('are the consumables that are due, for whoever may read them', async () => {
    const vehicle = await vehicleAt(orgs.nami);
    const [item] = await server.database.query<{ id: number }[]>(
      `INSERT INTO consumable_item (model_id, name, maintenance, initial_hours, cycle_hours, position) SELECT model_id, '엔진오일', 'replace', 50, 250, 1 FROM vehicle WHERE id = $1 RETURNING id`,
      [vehicle.id],
    );
    await server.database.query(
      "INSERT INTO consumable_cycle (vehicle_id, item_id, imminent_hours, due_hours, state) VALUES ($1, $2, 45, 50, 'exceeded') ON CONFLICT DO NOTHING",
      [vehicle.id, item?.id],
    );
    await server.database.query(
      "UPDATE consumable_cycle SET state = 'exceeded' WHERE vehicle_id = $1 AND item_id = $2",
      [vehicle.id, item?.id],
    );
    const [id = 0] = await occur(vehicle, ['E0300']);
    expect((await server.call(faults.get, { params: { id } }, head)).consumables).toMatchObject([
      { name: '엔진오일', state: 'exceeded' },
    ]);
    const factory = await server.login(await makeAccount(server.database, 'PRODUCTION', 'ADMIN', orgs.headOffice));
    expect((await server.call(faults.get, { params: { id } }, factory)).consumables).toEqual([]);
  });

  it('the customer is masked until a permitted member requests it, and that is recorded', async () => {
    const [id = 0] = await occur(await vehicleAt(orgs.nami), ['E0300']);
    expect((await server.call(faults.get, { params: { id } }, head)).customer).toMatchObject({
      name: '김*수',
      phone: '010-****-1234',
    });
    expect(await server.call(faults.customer, { params: { id } }, head)).toMatchObject({
      name: '김민수',
      phone: '010-5555-1234',
    });
    const seen = await server.database.query<{ subject: string }[]>(
      "SELECT subject FROM personal_data_view WHERE subject = 'fault' AND subject_id = $1",
      [id],
    );
    expect(seen).toHaveLength(1);
    const factory = await server.login(await makeAccount(server.database, 'PRODUCTION', 'ADMIN', orgs.headOffice));
    expect(await refusal(server.call(faults.customer, { params: { id } }, factory))).toEqual([403, 'FORBIDDEN']);
  });

  it('the customer of a report that is done is the one of that time, whoever bought the machine since', async () => {
    const machine = await vehicleAt(orgs.nami);
    const [id = 0] = await occur(machine, ['E0300']);
    const customer = async () => (await server.call(faults.customer, { params: { id } }, head))?.id;
    await server.call(faults.accept, { params: { id }, body: { agencyId: orgs.nami, channel: 'push' } }, head);
    const buyer = await makeVehicle(server.database, orgs.sora);
    await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [machine.id, buyer.customerId]);
    expect(await customer(), 'who is called about an open one').toBe(buyer.customerId);
    await server.call(faults.complete, { params: { id }, body: { kind: 'processing', memo: 'done' } }, head);
    expect(await customer()).toBe(machine.customerId);
  });

  it('an empty queue states when the last one occurred', async () => {
    const west = await server.login(await makeAccount(server.database, 'AGENCY', 'ADMIN', orgs.sora));
    await server.database.query(
      "UPDATE fault_report SET status = 'repairCompleted', completed_at = now(), due_at = NULL WHERE organization_id = $1",
      [orgs.sora],
    );
    const [id = 0] = await occur(await vehicleAt(orgs.sora), ['E0300']);
    expect((await server.call(faults.counts, {}, west)).lastAt).toBeNull();
    await server.call(faults.accept, { params: { id }, body: { agencyId: orgs.sora, channel: 'push' } }, west);
    await server.call(faults.complete, { params: { id }, body: { kind: 'processing', memo: 'done' } }, west);
    const { occurredAt } = await server.call(faults.get, { params: { id } }, west);
    expect(await server.call(faults.counts, {}, west)).toMatchObject({ queue: 0, lastAt: occurredAt });
  });
});

describe('the hour around a report', () => {
  const minute = 60_000;
  async function drive(vehicle: MadeVehicle, at: number, minutes: number[]): Promise<void> {
    for (const m of minutes) {
      await server.database.query('SELECT ensure_telemetry_day($1)', [
        new Date(at + m * minute).toISOString().slice(0, 10),
      ]);
      await server.database.query(
        `INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, lat, lon, heading, speed, rpm, engine, work, engine_hours, signals)
         VALUES ($1, $2, to_timestamp($3::bigint / 1000.0), $3::bigint, now(), 1, $4::int, 35.8 + $4::int * 1e-4, 127.1, 90, 6, 1500 + $4::int, true, 'work', 100, '{"coolant": 88, "tilt": {"x": 4.5, "y": 1, "z": 0}}')`,
        [vehicle.deviceKey, vehicle.id, at + m * minute, m + 100],
      );
    }
  }

  it('is its track, its values and what happened, and nothing from before or after', async () => {
    const vehicle = await vehicleAt(orgs.nami);
    const at = Date.now() - 45 * minute;
    await drive(vehicle, at, [-31, -29, -1, 0, 20, 29, 31]);
    await server.database.query(
      "INSERT INTO meter_correction (vehicle_id, meter, value, since, reason) VALUES ($1, 'hours', 12.5, '2020-01-01', 'new meter')",
      [vehicle.id],
    );
    await server.database.query(
      'INSERT INTO engine_run (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, engine_on) VALUES ($1, $2, to_timestamp($3::bigint / 1000.0), $3::bigint, now(), 1, 1, true)',
      [vehicle.deviceKey, vehicle.id, at - 20 * minute],
    );
    const [id = 0] = await occur(vehicle, ['E0410'], { ts: at });
    await devicesOf(server).sos(vehicle.deviceId, sosUp({ ts: at + 10 * minute }));
    const incident = await server.call(faults.replay, { params: { id } }, head);
    expect(incident).toMatchObject({ vehicleId: vehicle.id, at, from: at - 30 * minute, to: at + 30 * minute });
    expect(incident.points.map((p) => Math.round((p.ts - at) / minute))).toEqual([-29, -1, 0, 20, 29]);
    expect(incident.points[0]).toMatchObject({ state: 'work', speed: 6, heading: 90 });
    expect(incident.values.coolant).toHaveLength(5);
    expect(incident.values.tiltX?.[0]?.[1]).toBe(4.5);
    expect(incident.values.engineHours?.[0]?.[1]).toBe(112.5);
    expect(incident.moments.map((m) => [m.name, m.what])).toEqual([
      ['engine.started', null],
      ['fault.occurred', 'E0410'],
      ['sos.raised', 'button'],
    ]);
    expect(incident.moments[1]?.text?.en).toBe('Urea pressure low');
  });

  it('has the steps of the members, and is for those who see the report', async () => {
    const vehicle = await vehicleAt(orgs.nami);
    const [id = 0] = await occur(vehicle, ['E0410']);
    await server.call(faults.take, { params: { id }, body: {} }, nami);
    await devicesOf(server).sos(vehicle.deviceId, sosUp());
    const names = async (token: string) =>
      (await server.call(faults.replay, { params: { id } }, token)).moments.map((m) => m.name);
    expect(await names(head)).toEqual(
      expect.arrayContaining(['fault.occurred', 'fault.taken', 'sos.raised']) as unknown,
    );
    expect(await refusal(server.call(faults.replay, { params: { id } }, sora))).toEqual([404, 'NOT_FOUND']);
  });

  it('of which nothing was received is empty, not an error', async () => {
    const vehicle = await vehicleAt(orgs.nami);
    const [id = 0] = await occur(vehicle, ['E0410']);
    expect(await server.call(faults.replay, { params: { id } }, head)).toMatchObject({ points: [], values: {} });
  });
});

describe('all reports in priority order', () => {
  it('are the open ones, then the completed ones by severity and time, page after page, and the same backwards', async () => {
    const dealer = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.noa);
    const token = await server.login(dealer);
    for (let n = 0; n < 4; n++)
      await occur(await vehicleAt(orgs.noa), ['E0324', 'E0333', 'E0300'], { ts: Date.now() - (n + 1) * 60_000 });
    await server.database.query(
      "UPDATE fault_report SET status = 'repairCompleted', completed_at = now(), due_at = NULL WHERE organization_id = $1 AND id % 2 = 0",
      [orgs.noa],
    );
    const page = async (order: 'asc' | 'desc', number: number) =>
      (await server.call(faults.list, { query: { tab: 'all', size: 10, page: number, order } }, token)).rows;
    const asc = [...(await page('asc', 1)), ...(await page('asc', 2))];
    expect(asc).toHaveLength(12);
    const rank = { critical: 1, major: 2, minor: 3 };
    const key = (r: (typeof asc)[number]) =>
      [Number(!isOpenFault(r.status)), rank[r.severity], r.occurredAt, r.id] as const;
    expect(asc.map(key)).toEqual(
      asc.map(key).toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2].localeCompare(b[2]) || a[3] - b[3]),
    );
    const desc = [...(await page('desc', 1)), ...(await page('desc', 2))];
    expect(desc.map((r) => r.id)).toEqual(asc.map((r) => r.id).toReversed());
    const completed = await server.call(faults.list, { query: { tab: 'completed', size: 10 } }, token);
    expect(completed.rows.map((r) => r.id)).toEqual(asc.filter((r) => !isOpenFault(r.status)).map((r) => r.id));
    expect(completed.page.total).toBe(6);
  });
});
