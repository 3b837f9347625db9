import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faults } from '@headland/contracts/fault';
import { activeFault, faultUp, sample, statusUp, telemetryUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../alerts/alerts.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { readLog } from '../../platform/event-log/log-reader';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../sos/sos.module';
import { devicesOf, eventually, held, refusal, startProcess } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import {
  makeAccount,
  makeOrganizations,
  makeVehicle,
  type Account,
  type MadeVehicle,
  type Organizations,
} from '../../testing/world';
import { EscalateFaultWhenDue } from './escalate-fault.command';
import { FaultsModule } from './faults.module';

const modules = [SessionModule, DevicesModule, AlertsModule, SosModule, FaultsModule, DeliveriesModule];
let server: TestServer;
let orgs: Organizations;
let head: string;
let headReader: string;
let namiAccount: Account;
let nami: string;
let sora: string;
let vehicle: MadeVehicle;
let devices: ReturnType<typeof devicesOf>;
const code = 'E0333';
const hour = 3_600_000;
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  server = await startServer(modules);
  devices = devicesOf(server);
  orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
  headReader = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', orgs.headOffice));
  namiAccount = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami);
  nami = await server.login(namiAccount);
  sora = await server.login(await makeAccount(server.database, 'AGENCY', 'ADMIN', orgs.sora));
});
afterAll(() => server.stop());
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, orgs.nami);
});

type Report = {
  id: number;
  status: string;
  count: number;
  active: boolean;
  cleared_at: Date | null;
  occurred_at: Date;
  last_at: Date;
  severity: number;
  due_at: Date | null;
  version: number;
};
const reports = (of = code): Promise<Report[]> =>
  server.database.query('SELECT * FROM fault_report WHERE device_id = $1 AND code = $2 ORDER BY id', [
    vehicle.deviceId,
    of,
  ]);
const state = async () =>
  (
    await server.database.query<{ open_faults: number; worst_fault: number }[]>(
      'SELECT open_faults, worst_fault FROM vehicle_state WHERE vehicle_id = $1',
      [vehicle.id],
    )
  )[0];
const events = async (id: number): Promise<string[]> =>
  (await readLog(server.database, 0, 100_000))
    .filter((e) => 'fault' in e.payload && e.payload.fault.id === id)
    .map((e) => e.name);
const signal = (seq: number, over: Parameters<typeof faultUp>[0] & { count?: number } = {}): Promise<void> => {
  const { count, ...message } = over;
  return devices.fault(
    vehicle.deviceId,
    faultUp({
      seq,
      active: [activeFault({ code, spn: 157, fmi: 16, ...(count === undefined ? {} : { count }) })],
      ...message,
    }),
  );
};
const clear = (seq: number, over: Parameters<typeof faultUp>[0] = {}): Promise<void> =>
  devices.fault(vehicle.deviceId, faultUp({ seq, active: [], cleared: [code], ...over }));
async function occur(): Promise<number> {
  await signal(1);
  return (await reports())[0]?.id ?? 0;
}
const to = (over: object = {}) => ({
  agencyId: orgs.noa,
  channel: 'both' as const,
  personName: '박서준',
  memo: 'call the farm first',
  ...over,
});
const done = { kind: 'repair' as const, memo: 'new valve', repairedOn: today, partCode: 'PV12' };

describe('a fault message', () => {
  it('is a report with its meaning from the catalogue, its due time, and shows on the map', async () => {
    const id = await occur();
    const report = await server.call(faults.get, { params: { id } }, head);
    expect(report).toMatchObject({
      code,
      status: 'occurred',
      severity: 'major',
      count: 1,
      spn: 157,
      fmi: 16,
      agency: { name: 'Nami' },
      vehicle: { vin: vehicle.vin },
      clearedAt: null,
      escalationLevel: 0,
    });
    expect(report.name.ko).not.toBe(report.name.en);
    expect(report.whatToDo?.en).toBeTruthy();
    expect(Date.parse(report.dueAt ?? '') - Date.parse(report.receivedAt)).toBe(2 * hour);
    expect(
      report.nearest.map((a) => a.name),
      'the third is 140 km away',
    ).toEqual(['Noa', 'Nami']);
    expect(report.nearest[0]?.distanceKm).toBeLessThan(report.nearest[1]?.distanceKm ?? 0);
    expect(await state()).toEqual({ open_faults: 1, worst_fault: 2 });
  });

  it('counts once, however often it comes', async () => {
    const message = faultUp({ seq: 4, active: [activeFault({ code })] });
    await devices.send(held(vehicle.deviceId, 'fault', message), held(vehicle.deviceId, 'fault', message));
    await devices.fault(vehicle.deviceId, message);
    expect(await reports()).toMatchObject([{ count: 1 }]);
  });

  it('that repeats a code adds to its report; that clears it marks it; that brings it back unmarks it', async () => {
    const id = await occur();
    await signal(2, { count: 2 });
    expect(await reports()).toMatchObject([{ count: 2, active: true }]);
    await clear(3);
    expect(await reports()).toMatchObject([
      { count: 2, active: false, status: 'occurred', cleared_at: expect.any(Date) as Date },
    ]);
    await signal(4, { count: 3 });
    expect(await reports()).toMatchObject([{ count: 3, active: true, cleared_at: null }]);
    expect(await events(id)).toEqual(['fault.occurred', 'fault.repeated', 'fault.cleared', 'fault.repeated']);
    expect(await state()).toMatchObject({ open_faults: 1 });
  });

  it('that only lists the code still active beside another is no repeat', async () => {
    const id = await occur();
    await devices.fault(
      vehicle.deviceId,
      faultUp({ seq: 2, active: [activeFault({ code }), activeFault({ code: 'E0324', lamp: 'RSL' })] }),
    );
    expect(await reports()).toMatchObject([{ count: 1 }]);
    expect(await events(id)).toEqual(['fault.occurred']);
    expect(await state()).toEqual({ open_faults: 2, worst_fault: 1 });
  });

  it('that comes late changes nothing that is newer', async () => {
    await signal(5, { count: 4 });
    await clear(6);
    await signal(3, { count: 2, ts: Date.now() - 60_000 });
    await clear(4);
    await signal(99, { boot: 0, count: 9 });
    expect(await reports()).toMatchObject([{ count: 1, active: false }]);
  });

  it('whose occurrence comes after its clearance is a report that is cleared', async () => {
    await clear(2, { ts: Date.now() - 10_000 });
    expect(await reports()).toEqual([]);
    await signal(1, { ts: Date.now() - 60_000 });
    expect(await reports()).toMatchObject([{ active: false, cleared_at: expect.any(Date) as Date }]);
  });

  it('whose occurrences come after their clearance, one after the other, stays cleared', async () => {
    await clear(3, { ts: Date.now() - 10_000 });
    await signal(1, { ts: Date.now() - 60_000 });
    await signal(2, { ts: Date.now() - 50_000, count: 2 });
    expect(await reports()).toMatchObject([{ active: false, cleared_at: expect.any(Date) as Date }]);
    await signal(4, { count: 3 });
    expect(await reports()).toMatchObject([{ active: true, cleared_at: null }]);
  });

  it('names no fault for "none", "no status", "not applicable", and shows an unknown code as it came', async () => {
    await devices.fault(
      vehicle.deviceId,
      faultUp({
        active: [
          activeFault({ code: 'E0486' }),
          activeFault({ code: 'E0511' }),
          activeFault({ code: 'E0512' }),
          activeFault({ code: 'X9', spn: 520_300, fmi: 5 }),
        ],
      }),
    );
    const rows = (await server.call(faults.list, { query: { vin: vehicle.vin } }, head)).rows;
    expect(rows.map((r) => [r.code, r.name.en])).toEqual([['X9', expect.stringContaining('SPN 520300')]]);
  });

  it('after completion is a new report, unless it is older than what the completed one knew', async () => {
    const id = await occur();
    await signal(5, { count: 2 });
    await server.call(faults.accept, { params: { id }, body: to() }, head);
    await server.call(faults.complete, { params: { id }, body: done }, head);
    expect(await state()).toEqual({ open_faults: 0, worst_fault: 0 });
    await signal(3, { count: 2 });
    expect(await reports()).toHaveLength(1);
    await signal(6, { count: 3 });
    expect(await reports()).toMatchObject([
      { status: 'repairCompleted', count: 2 },
      { status: 'occurred', count: 1 },
    ]);
  });

  describe('of a terminal that counts its starts anew, days after its last fault', () => {
    const daysAgo = (days: number): number => Date.now() - days * 24 * hour;
    const send = (ts: number, over: Parameters<typeof faultUp>[0]): Promise<void> =>
      devices.send(held(vehicle.deviceId, 'fault', faultUp({ ts, ...over }), ts));
    const active = [activeFault({ code })];

    it('opens a new report of a code that was completed', async () => {
      await send(daysAgo(3), { boot: 40, seq: 3, active });
      const id = (await reports())[0]?.id ?? 0;
      await server.call(faults.accept, { params: { id }, body: to() }, head);
      await server.call(faults.complete, { params: { id }, body: done }, head);
      await send(daysAgo(2.5), { boot: 1, seq: 1, active });
      expect(await reports(), 'within a day it is late').toHaveLength(1);
      await send(daysAgo(0), { boot: 1, seq: 2, active });
      expect(await reports()).toMatchObject([{ status: 'repairCompleted' }, { status: 'occurred', active: true }]);
    });

    it('clears an open report, and repeats it', async () => {
      await send(daysAgo(3), { boot: 40, seq: 3, active });
      await send(daysAgo(1), { boot: 1, seq: 1, active: [], cleared: [code] });
      expect(await reports()).toMatchObject([{ active: false, count: 1 }]);
      await send(daysAgo(0), { boot: 1, seq: 2, active });
      expect(await reports()).toMatchObject([{ active: true, count: 2, cleared_at: null }]);
    });

    it('reports a code that was cleared before it was reported', async () => {
      await send(daysAgo(3), { boot: 40, seq: 9, active: [], cleared: [code] });
      await send(daysAgo(0), { boot: 1, seq: 1, active });
      expect(await reports()).toMatchObject([{ active: true, cleared_at: null }]);
    });

    it('and uses the numbers of the same start for another code first', async () => {
      await send(daysAgo(3), { boot: 1, seq: 1, active: [activeFault({ code: 'E0324' })] });
      await send(daysAgo(3), { boot: 1, seq: 5, active });
      await send(daysAgo(0), { boot: 1, seq: 1, active: [activeFault({ code: 'E0301' })] });
      await send(daysAgo(0), { boot: 1, seq: 2, active: [], cleared: [code] });
      expect(await reports()).toMatchObject([{ active: false }]);
    });
  });

  it('kept by a terminal over a move to another vehicle belongs to the vehicle that it was measured on', async () => {
    const { deviceId } = vehicle;
    const other = await makeVehicle(server.database, orgs.nami);
    const minutesAgo = (n: number): number => Date.now() - n * 60_000;
    // in one until ten minutes ago, in the other since five
    await server.database.query(
      `INSERT INTO device_installation (device_id, vehicle_id, matched_on, matched_at, ended_at)
       VALUES ($1, $2, now(), now() - interval '1 day', now() - interval '10 minutes'), ($1, $3, now(), now() - interval '5 minutes', NULL)`,
      [deviceId, vehicle.id, other.id],
    );
    await server.database.query('UPDATE vehicle SET device_id = NULL WHERE id = ANY($1)', [[vehicle.id, other.id]]);
    await server.database.query('UPDATE vehicle SET device_id = $1 WHERE id = $2', [deviceId, other.id]);
    const { boot } = faultUp({});
    await devices.send(held(deviceId, 'status', statusUp({ boot, online: true })));
    const active = [activeFault({ code })];
    await devices.send(held(deviceId, 'fault', faultUp({ boot, seq: 1, ts: minutesAgo(12), active })));
    await devices.send(held(deviceId, 'fault', faultUp({ boot, seq: 2, ts: minutesAgo(1), active })));
    const rows = await server.database.query<object[]>(
      'SELECT vehicle_id AS vehicle, count FROM fault_report WHERE device_id = $1 ORDER BY id',
      [deviceId],
    );
    expect(rows).toEqual([
      { vehicle: vehicle.id, count: 1 },
      { vehicle: other.id, count: 1 },
    ]);
  });

  it('of a clock 60 years behind is of now', async () => {
    await signal(1, { ts: 1_000 });
    expect(Math.abs(((await reports())[0]?.occurred_at.getTime() ?? 0) - Date.now())).toBeLessThan(3_600_000);
  });
});

describe('the steps of a report', () => {
  it('go from occurred to accepted to completed, with who and when, and then it is locked', async () => {
    const id = await occur();
    expect(await server.call(faults.take, { params: { id }, body: {} }, nami)).toMatchObject({
      status: 'occurred',
      personInCharge: { id: namiAccount.userId },
    });
    expect(await server.call(faults.accept, { params: { id }, body: to({ agencyId: orgs.nami }) }, nami)).toMatchObject(
      {
        status: 'accepted',
        agency: { name: 'Nami' },
        personInCharge: { id: null, name: '박서준' },
        dueAt: null,
        acceptedBy: 'DEALER ADMIN',
      },
    );
    await server.call(faults.note, { params: { id }, body: { memo: 'waits for the part' } }, nami);
    expect(await server.call(faults.complete, { params: { id }, body: done }, head)).toMatchObject({
      status: 'repairCompleted',
      completedBy: 'HEAD_OFFICE ADMIN',
      memo: 'new valve',
    });
    const report = await server.call(faults.get, { params: { id } }, head);
    expect(report).toMatchObject({ repairedOn: today, partCode: 'PV12' });
    expect(report.steps.map((s) => [s.name, s.by, s.note])).toEqual([
      ['fault.occurred', null, null],
      ['fault.taken', 'DEALER ADMIN', null],
      ['fault.accepted', 'DEALER ADMIN', 'call the farm first'],
      ['fault.noted', 'DEALER ADMIN', 'waits for the part'],
      ['fault.completed', 'HEAD_OFFICE ADMIN', 'new valve'],
    ]);
    const refused = [
      server.call(faults.take, { params: { id }, body: {} }, head),
      server.call(faults.accept, { params: { id }, body: to() }, head),
      server.call(faults.reassign, { params: { id }, body: to() }, head),
      server.call(faults.complete, { params: { id }, body: done }, head),
      server.call(faults.escalate, { params: { id }, body: { reason: 'x' } }, head),
      server.call(faults.note, { params: { id }, body: { memo: 'x' } }, head),
    ];
    expect(await Promise.all(refused.map(refusal))).toEqual(refused.map(() => [409, 'FAULT_COMPLETED']));
  });

  it('refuse to skip the acceptance, and to accept twice', async () => {
    const id = await occur();
    expect(await refusal(server.call(faults.complete, { params: { id }, body: done }, head))).toEqual([
      409,
      'FAULT_NOT_ACCEPTED',
    ]);
    expect(await refusal(server.call(faults.reassign, { params: { id }, body: to() }, head))).toEqual([
      409,
      'FAULT_NOT_ACCEPTED',
    ]);
    const both = await Promise.all(
      [head, nami].map((token) =>
        refusal(server.call(faults.accept, { params: { id }, body: to({ agencyId: orgs.nami }) }, token)),
      ),
    );
    expect(both.sort()).toEqual([[409, 'FAULT_ALREADY_ACCEPTED'], 'allowed'].sort());
  });

  it('need U in the scope: a reader gets 403, another organisation 404', async () => {
    const id = await occur();
    expect(await refusal(server.call(faults.take, { params: { id }, body: {} }, headReader))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect(await refusal(server.call(faults.take, { params: { id }, body: {} }, sora))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(server.call(faults.get, { params: { id } }, sora))).toEqual([404, 'NOT_FOUND']);
    expect((await server.call(faults.list, { query: { size: 100, tab: 'all' } }, sora)).rows).toEqual([]);
    expect(await server.call(faults.counts, {}, sora)).toMatchObject({ queue: 0, overdue: 0 });
  });

  it('are filtered by an owner for those who read customers alone, whoever asks at the same moment', async () => {
    const factory = await server.login(await makeAccount(server.database, 'PRODUCTION', 'ADMIN', orgs.headOffice));
    const ask = (token: string) =>
      server.call(faults.list, { query: { ownerId: 7 } }, token).then(
        () => 'answered',
        () => 'refused',
      );
    for (const tokens of [
      [head, head, factory],
      [head, factory, head],
      [factory, head, factory],
    ])
      expect(await Promise.all(tokens.map(ask))).toEqual(tokens.map((t) => (t === head ? 'answered' : 'refused')));
  });

  it('take only an agency of the scope, and only a person of that agency', async () => {
    const id = await occur();
    expect(
      await refusal(server.call(faults.accept, { params: { id }, body: to({ agencyId: orgs.south }) }, head)),
    ).toEqual([422, 'NOT_AN_AGENCY']);
    expect(
      await refusal(server.call(faults.accept, { params: { id }, body: to({ agencyId: orgs.sora }) }, nami)),
    ).toEqual([422, 'NOT_AN_AGENCY']);
    expect(
      await refusal(server.call(faults.accept, { params: { id }, body: to({ personId: namiAccount.userId }) }, head)),
    ).toEqual([422, 'E0001']);
    expect(await server.call(faults.people, { query: { agencyId: orgs.nami } }, head)).toEqual([
      { id: namiAccount.userId, name: 'DEALER ADMIN' },
    ]);
    expect(
      await server.call(
        faults.accept,
        { params: { id }, body: to({ agencyId: orgs.nami, personId: namiAccount.userId }) },
        head,
      ),
    ).toMatchObject({
      personInCharge: { id: namiAccount.userId, name: 'DEALER ADMIN' },
    });
  });

  it('refuse a repair before the fault or after today, and one without a date', async () => {
    const id = await occur();
    await server.call(faults.accept, { params: { id }, body: to() }, head);
    for (const repairedOn of ['2020-01-01', '2999-01-01']) {
      await expect(
        server.call(faults.complete, { params: { id }, body: { ...done, repairedOn } }, head),
      ).rejects.toMatchObject({
        status: 422,
        error: { fields: { repairedOn: 'field.repairedOn' } },
      });
    }
    await expect(
      server.call(faults.complete, { params: { id }, body: { kind: 'repair', memo: 'x' } }, head),
    ).rejects.toMatchObject({
      error: { fields: { repairedOn: 'field.req' } },
    });
    expect(
      await server.call(faults.complete, { params: { id }, body: { kind: 'processing', memo: 'reset' } }, head),
    ).toMatchObject({ status: 'processingCompleted' });
  });
});

describe('an overdue report', () => {
  it('goes up once a period, to the head office and no further', async () => {
    const id = await occur();
    expect(await server.execute(new EscalateFaultWhenDue(id))).toBeNull();
    const overdueBy = (minutes: number) =>
      server.database.query('UPDATE fault_report SET due_at = now() - make_interval(mins => $2) WHERE id = $1', [
        id,
        minutes,
      ]);
    await overdueBy(1);
    const answers = await Promise.all([1, 2, 3].map(() => server.execute(new EscalateFaultWhenDue(id))));
    expect(answers.filter((a) => a !== null)).toMatchObject([{ escalationLevel: 1, escalatedTo: { name: 'North' } }]);
    await overdueBy(119);
    expect(await server.execute(new EscalateFaultWhenDue(id))).toBeNull();
    await overdueBy(121);
    expect(await server.execute(new EscalateFaultWhenDue(id))).toMatchObject({
      escalationLevel: 2,
      escalatedTo: { name: 'Head office' },
    });
    await overdueBy(9_999);
    expect(await server.execute(new EscalateFaultWhenDue(id))).toBeNull();
    expect(await refusal(server.call(faults.escalate, { params: { id }, body: { reason: 'x' } }, head))).toEqual([
      409,
      'FAULT_TOP_LEVEL',
    ]);
  });

  it('is found by the sweep of a jobs process that was down, and the agencies are notified of acceptance and reassignment', async () => {
    const late = await occur();
    await server.database.query("UPDATE fault_report SET due_at = now() - interval '1 minute' WHERE id = $1", [late]);
    vehicle = await makeVehicle(server.database, orgs.nami);
    const id = await occur();
    await server.call(
      faults.accept,
      { params: { id }, body: to({ agencyId: orgs.nami, channel: 'push', personName: undefined }) },
      head,
    );
    await server.call(faults.reassign, { params: { id }, body: to({ agencyId: orgs.sora, channel: 'sms' }) }, head);
    const jobs = await startProcess(server.config, ['jobs'], modules);
    await eventually(
      () => events(late),
      (e) => e.includes('fault.escalated'),
    );
    const sent = await eventually(
      () => server.call(faults.get, { params: { id } }, head).then((f) => f.deliveries),
      (d) => d.length >= 3 && d.every((x) => x.state === 'delivered'),
    );
    expect(sent.map((d) => [d.channel, d.to]).reverse()).toEqual([
      ['push', 'DEALER ADMIN'],
      ['sms', 'AGENCY ADMIN'],
      ['sms', 'DEALER ADMIN'],
    ]);
    expect(sent.at(-1)?.text).toContain(vehicle.vin);
    await jobs.close();
  });
});

describe('an acceptance that reaches no recipient', () => {
  it('shows as failed in the queue and in the log', async () => {
    const id = await occur();
    await server.call(faults.accept, { params: { id }, body: to({ channel: 'push' }) }, head);
    const jobs = await startProcess(server.config, ['jobs'], modules);
    const own = async () => (await server.call(faults.list, { query: { vin: vehicle.vin } }, head)).rows[0];
    await eventually(own, (r) => r?.deliveryFailed === true);
    expect((await server.call(faults.get, { params: { id } }, head)).deliveries).toMatchObject([
      { state: 'failed', problem: 'noRecipient', to: 'Noa' },
    ]);
    await jobs.close();
  });
});

describe('the queue', () => {
  it('is in priority order: overdue, severity, occurred before accepted, oldest', async () => {
    const ids: Record<string, number> = {};
    for (const [name, of, lamp, minutesAgo] of [
      ['minor', 'E0297', 'MIL', 50],
      ['accepted', 'E0324', 'RSL', 90],
      ['young', 'E0324', 'RSL', 5],
      ['old', 'E0324', 'RSL', 9],
      ['overdue', 'E0297', 'MIL', 1],
    ] as const) {
      vehicle = await makeVehicle(server.database, orgs.sora);
      await devices.fault(
        vehicle.deviceId,
        faultUp({ ts: Date.now() - minutesAgo * 60_000, active: [activeFault({ code: of, lamp })] }),
      );
      ids[name] = (await reports(of))[0]?.id ?? 0;
    }
    await server.call(
      faults.accept,
      { params: { id: ids.accepted ?? 0 }, body: to({ agencyId: orgs.sora, personName: undefined }) },
      sora,
    );
    await server.database.query("UPDATE fault_report SET due_at = now() - interval '1 second' WHERE id = $1", [
      ids.overdue,
    ]);
    const { rows, page } = await server.call(faults.list, { query: {} }, sora);
    expect(rows.map((r) => r.id)).toEqual([ids.overdue, ids.old, ids.young, ids.accepted, ids.minor]);
    expect(page.total).toBe(5);
    expect(rows[0]?.customer).toMatchObject({ name: '김*수', phone: '010-****-1234' });
    expect(await server.call(faults.counts, {}, sora)).toMatchObject({
      queue: 5,
      overdue: 1,
      critical: 3,
      minor: 2,
      acceptedToday: 1,
    });
    expect((await server.call(faults.list, { query: { overdue: 'true' } }, sora)).rows.map((r) => r.id)).toEqual([
      ids.overdue,
    ]);
    expect(
      (await server.call(faults.list, { query: { severity: ['critical'], status: 'accepted' } }, sora)).rows.map(
        (r) => r.id,
      ),
    ).toEqual([ids.accepted]);
    await server.call(faults.take, { params: { id: ids.young ?? 0 }, body: {} }, sora);
    expect((await server.call(faults.list, { query: { tab: 'mine' } }, sora)).rows.map((r) => r.id)).toEqual([
      ids.young,
    ]);
  });

  it('answers every sort and every filter', async () => {
    await occur();
    for (const sort of ['priority', 'age', 'occurredAt', 'code', 'severity', 'vin', 'agency', 'person'] as const) {
      for (const order of ['asc', 'desc'] as const)
        expect(
          (await server.call(faults.list, { query: { tab: 'all', sort, order } }, head)).rows.length,
        ).toBeGreaterThan(0);
    }
    const found = await server.call(
      faults.list,
      {
        query: {
          vin: vehicle.vin.slice(-4),
          model: 'HL',
          text: 'rail',
          cleared: 'false',
          agencyId: orgs.north,
          from: new Date(Date.now() - hour).toISOString(),
          to: new Date(Date.now() + hour).toISOString(),
        },
      },
      head,
    );
    expect(found.rows).toHaveLength(1);
    expect((await server.call(faults.list, { query: { vin: vehicle.vin, agencyId: orgs.south } }, head)).rows).toEqual(
      [],
    );
  });

  it('shows the values around the fault and where the machine was', async () => {
    const at = Date.now() - 60_000;
    await server.database.query('SELECT ensure_telemetry_day($1)', [new Date(at).toISOString().slice(0, 10)]);
    const { samples } = telemetryUp({ samples: [sample({ ts: at - 30_000 }), sample({ ts: at + 20_000, rpm: 1500 })] });
    for (const [i, s] of samples.entries()) {
      await server.database.query(
        `INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, lat, lon, rpm, engine, work, signals) VALUES ($1, $2, to_timestamp($3 / 1000.0), $3, now(), 1, $4, $5, $6, $7, true, 'work', '{"coolant": 91.5}')`,
        [vehicle.deviceKey, vehicle.id, s.ts, i + 1, s.lat, s.lon, s.rpm],
      );
    }
    await signal(1, { ts: at });
    const report = await server.call(faults.get, { params: { id: (await reports())[0]?.id ?? 0 } }, head);
    expect(report.freeze.rpm?.map(([, value]) => value)).toEqual([1985, 1500]);
    expect(report.freeze.coolant).toHaveLength(2);
    expect(report.track).toMatchObject([{ state: 'work' }, { state: 'work' }]);
  });
});
