import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@headland/contracts/endpoint';
import { appVehicles } from '@headland/contracts/owner-transfer';
import { AppMembersModule } from '../app-members/app-members.module';
import { SessionModule } from '../../people/session/session.module';
import { refusal } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { approvedTransfer, machineOf, makeMember, type Member } from '../../testing/transfers';
import { makeAccount, makeOrganizations, type MadeVehicle, type Organizations } from '../../testing/world';
import { OwnerTransferModule } from './owner-transfer.module';

/** A machine with a history is transferred to another owner and continues there. */
let server: TestServer;
let at: Organizations;
let head: string;
let seller: Member;
let buyer: Member;
let stranger: Member;
let machine: MadeVehicle;
const minute = 60_000;
/** a moment of the former owner, and one of the new owner */
const before = new Date(Date.now() - 30 * minute);
const after = new Date(Date.now() + 30 * minute);
const seoul = 'Asia/Seoul';
const dayOf = (at: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone: seoul }).format(at);

beforeAll(async () => {
  server = await startServer([SessionModule, AppMembersModule, OwnerTransferModule]);
  at = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  [seller, buyer, stranger] = [
    await makeMember(server, at.nami, '김민수'),
    await makeMember(server, at.nami, '이영희'),
    await makeMember(server, at.nami, '박철호'),
  ];
  machine = await machineOf(server, seller, at.nami);
  await happen(before, 'E0300', 1);
  await approvedTransfer(server, seller, buyer, machine.vin, head);
  await happen(after, 'E0301', 2);
});
afterAll(() => server.stop());

/** A fault, an SOS, a repair, a replaced part and half an hour of work. */
async function happen(when: Date, code: string, boot: number): Promise<void> {
  const { id, deviceId, deviceKey } = machine;
  const place = [id, deviceId, at.nami];
  const fault = (status: string, number: number) =>
    server.database.query(
      `INSERT INTO fault_report (status, severity, code, name, part, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active, count,
         completed_at, part_code, memo)
       VALUES ($4, 2, $5, '{"ko":"고장","en":"Fault"}', '{"ko":"펌프","en":"Pump"}', $1, $2, $3, $6, $6, $6, 1, $7, true, 3, CASE WHEN $4 = 'repairCompleted' THEN $6::timestamptz END,
         CASE WHEN $4 = 'repairCompleted' THEN 'P100' END, '전 소유자와 통화함')`,
      [...place, status, status === 'repairCompleted' ? `${code}R` : code, when, number],
    );
  await fault('occurred', boot * 10);
  await fault('repairCompleted', boot * 10 + 1);
  await server.database.query(
    `INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at, status, closed_at, resolution) VALUES ('button', 'device', $1, $2, $3, $4, $4, 'resolved', $4, 'x')`,
    [...place, when],
  );
  await server.database.query(
    `INSERT INTO consumable_item (model_id, position, name, maintenance, initial_hours, cycle_hours) SELECT model_id, 1, 'Engine oil', 'replace', 50, 250 FROM vehicle WHERE id = $1 ON CONFLICT DO NOTHING`,
    [id],
  );
  await server.database.query(
    `INSERT INTO consumable_cycle (vehicle_id, item_id, number, imminent_hours, due_hours, state, closed_on, closed_hours, closed_at, memo)
     SELECT $1, i.id, $2, 45, 50, 'closed', $3::timestamptz::date, 48, $3, '전 소유자 요청' FROM consumable_item i JOIN vehicle v ON v.model_id = i.model_id WHERE v.id = $1`,
    [id, boot, when],
  );
  for (let i = 0; i < 10; i++)
    await server.database.query(
      `INSERT INTO telemetry (device_key, vehicle_id, boot, seq, ts, device_ts, received_at, lat, lon, engine, work, engine_hours, odometer)
       VALUES ($1, $2, $3, $4, $5, 0, $5, $6, 127, $7, 'work', $8, $8)`,
      [deviceKey, id, boot, i, new Date(when.getTime() + i * 10_000), 35 + i / 1000, i < 9, 100 + i],
    );
}

const codes = async (caller: Member): Promise<string[]> =>
  (await caller.call(appVehicles.faults, { params: { id: machine.id } })).rows.map((f) => f.code);

describe('the new owner', () => {
  it('has the machine; the former owner’s link ended at once', async () => {
    expect(await buyer.call(appVehicles.list, {})).toMatchObject([
      { id: machine.id, vin: machine.vin, transfer: null, since: expect.any(String) as unknown, soldOn: '2025-04-01' },
    ]);
    expect(await seller.call(appVehicles.list, {})).toEqual([]);
  });

  it('reads faults and calls of the own time only', async () => {
    expect((await codes(buyer)).sort()).toEqual(['E0301', 'E0301R']);
    const { rows, page } = await buyer.call(appVehicles.sos, { params: { id: machine.id } });
    expect([page.total, rows.map((c) => c.raisedAt)]).toEqual([1, [after.toISOString()]]);
  });

  it('of a fault that is older learns when it occurs again, not when it did and how often', async () => {
    await server.database.query(
      "UPDATE fault_report SET last_at = $2, count = 4 WHERE vehicle_id = $1 AND code = 'E0300'",
      [machine.id, after],
    );
    const fault = (await buyer.call(appVehicles.faults, { params: { id: machine.id } })).rows.find(
      (f) => f.code === 'E0300',
    );
    expect(fault).toMatchObject({ occurredAt: null, count: null, lastAt: after.toISOString() });
    await server.database.query(
      "UPDATE fault_report SET last_at = occurred_at WHERE vehicle_id = $1 AND code = 'E0300'",
      [machine.id],
    );
    expect(await codes(buyer)).not.toContain('E0300');
  });

  it('sees consumables and repairs of all its life, without what staff wrote beside them', async () => {
    const { done } = await buyer.call(appVehicles.consumables, { params: { id: machine.id } });
    expect(done.map((d) => [d.name, d.hours])).toEqual([
      ['Engine oil', 48],
      ['Engine oil', 48],
    ]);
    const repairs = await buyer.call(appVehicles.repairs, { params: { id: machine.id } });
    expect([repairs.page.total, repairs.rows.map((r) => r.code)]).toEqual([2, ['E0301R', 'E0300R']]);
    expect(JSON.stringify([done, repairs])).not.toContain('소유자');
  });

  it('sees tracks of the own time only, on the day of the takeover, too', async () => {
    const call = (e: typeof appVehicles.trips, day: string) =>
      buyer.call(e, { params: { id: machine.id }, query: { day, timeZone: seoul } as never });
    const day = await call(appVehicles.trips, dayOf(after));
    expect([day.track.length, day.trips.length]).toEqual([10, 1]);
    expect(Math.min(...day.track.map((p) => p.ts))).toBe(after.getTime());
    if (dayOf(before) !== dayOf(after)) expect((await call(appVehicles.trips, dayOf(before))).track).toEqual([]);
    const days = await buyer.call(appVehicles.days, {
      params: { id: machine.id },
      query: { month: dayOf(after).slice(0, 7), timeZone: seoul } as never,
    });
    expect(days).toEqual([dayOf(after)]);
  });
});

describe('who is not the owner', () => {
  const doors: [Endpoint, object][] = [
    [appVehicles.faults, {}],
    [appVehicles.sos, {}],
    [appVehicles.days, { query: { month: '2026-01' } }],
    [appVehicles.trips, { query: { day: '2026-01-01' } }],
    [appVehicles.consumables, {}],
    [appVehicles.repairs, {}],
  ];
  it.each(doors)('reads nothing: %o', async (e, input) => {
    // a former owner gets the same answer as a stranger, and both as one who guesses ids
    for (const caller of [seller, stranger])
      expect(await refusal(caller.call(e, { params: { id: machine.id }, ...input } as never))).toEqual([
        404,
        'NOT_FOUND',
      ]);
    expect(await refusal(buyer.call(e, { params: { id: 999_999 }, ...input } as never))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(server.call(e, { params: { id: machine.id }, ...input } as never, head))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });

  it('reads the own time again when the machine comes back, and still nothing of the time between', async () => {
    const again = await approvedTransfer(server, buyer, seller, machine.vin, head);
    expect(again.status).toBe('approved');
    // an event half an hour from now is in the second ownership
    expect((await codes(seller)).sort()).toEqual(['E0300', 'E0300R', 'E0301', 'E0301R']);
    await server.database.query(
      "UPDATE fault_report SET occurred_at = w.since, last_at = w.since FROM vehicle_owner w WHERE fault_report.vehicle_id = $1 AND code LIKE 'E0301%' AND w.vehicle_id = $1 AND w.customer_id = $2",
      [machine.id, buyer.id],
    );
    expect((await codes(seller)).sort()).toEqual(['E0300', 'E0300R']);
    expect(await refusal(buyer.call(appVehicles.faults, { params: { id: machine.id } }))).toEqual([404, 'NOT_FOUND']);
  });
});
