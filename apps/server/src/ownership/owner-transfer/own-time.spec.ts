import { DataSource, type QueryRunner } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customers } from '@headland/contracts/customer';
import type { Endpoint } from '@headland/contracts/endpoint';
import { appVehicles } from '@headland/contracts/owner-transfer';
import { AppMembersModule } from '../app-members/app-members.module';
import { CustomersModule } from '../customers/customers.module';
import { SalesModule } from '../sales/sales.module';
import { SessionModule } from '../../people/session/session.module';
import { dataSourceOptions } from '../../platform/database/data-source';
import { migrations } from '../../platform/database/migrations';
import { TimesOfOneOwner1764001100000 } from '../../platform/database/migrations/1764001100000-times-of-one-owner';
import { refusal } from '../../testing/alerts';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { startServer, type TestServer } from '../../testing/server';
import { approvedTransfer, machineOf, makeMember, sellAgain, type Member } from '../../testing/transfers';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
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
  server = await startServer([SessionModule, AppMembersModule, OwnerTransferModule, SalesModule, CustomersModule]);
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
async function happen(when: Date, code: string, boot: number, to = machine): Promise<void> {
  const { id, deviceId, deviceKey } = to;
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

describe('a sale that was cancelled and entered again', () => {
  const timesOf = (id: number): Promise<unknown[]> =>
    server.database.query(
      'SELECT customer_id AS customer, since IS NULL AS "fromTheFirstDay", until IS NULL AS now FROM vehicle_owner WHERE vehicle_id = $1 ORDER BY id',
      [id],
    );
  /** Points of the tracks of half an hour of work, and the incidents of the customer. */
  async function counted(owner: Member, id: number, when: Date): Promise<[number, number]> {
    // it may go over midnight
    const days = new Set([when.getTime(), when.getTime() + 10 * 10_000].map((ms) => dayOf(new Date(ms))));
    let points = 0;
    for (const day of days) {
      const query = { day, timeZone: seoul } as never;
      points += (await owner.call(appVehicles.trips, { params: { id }, query })).track.length;
    }
    const { page } = await server.call(customers.incidents, { params: { id: owner.id }, query: {} }, head);
    return [points, page.total];
  }

  it('goes on in the same time: everything is there, and once', async () => {
    const owner = await makeMember(server, at.nami, '정수민');
    const own = await machineOf(server, owner, at.nami);
    await happen(before, 'E0300', 1, own);
    expect(await counted(owner, own.id, before)).toEqual([10, 3]);
    await sellAgain(server, own.id, head);
    expect(await counted(owner, own.id, before)).toEqual([10, 3]);
    expect(await timesOf(own.id)).toEqual([{ customer: owner.id, fromTheFirstDay: true, now: true }]);
  });

  it('of a second owner, too, who still has nothing of the first one’s', async () => {
    const [first, second] = [await makeMember(server, at.nami, '정수민'), await makeMember(server, at.nami, '최영호')];
    const passedOn = await machineOf(server, first, at.nami);
    await happen(before, 'E0300', 1, passedOn);
    await approvedTransfer(server, first, second, passedOn.vin, head);
    // some minutes ago, so that something happened since
    const taken = new Date(before.getTime() + 10 * minute);
    await server.database.query(
      'UPDATE vehicle_owner SET since = CASE WHEN since IS NOT NULL THEN $2::timestamptz END, until = CASE WHEN until IS NOT NULL THEN $2::timestamptz END WHERE vehicle_id = $1',
      [passedOn.id, taken],
    );
    const since = new Date(before.getTime() + 20 * minute);
    await happen(since, 'E0301', 2, passedOn);
    await sellAgain(server, passedOn.id, head);
    expect(await counted(second, passedOn.id, since)).toEqual([10, 3]);
    expect(await timesOf(passedOn.id)).toEqual([
      { customer: first.id, fromTheFirstDay: true, now: false },
      { customer: second.id, fromTheFirstDay: false, now: true },
    ]);
  });
});

describe('times that a release before wrote over one another', () => {
  let database: FreshDatabase;
  let old: DataSource;
  const earlier = migrations.slice(0, migrations.indexOf(TimesOfOneOwner1764001100000));
  beforeAll(async () => {
    database = await freshDatabase(earlier);
    old = database.dataSource;
  });
  afterAll(() => database.drop());

  it('follow one another afterwards, and a second run changes nothing', async () => {
    const { nami } = await makeOrganizations(old);
    const made: MadeVehicle[] = [];
    for (let i = 0; i < 6; i++) made.push(await makeVehicle(old, nami));
    const [a, b, c] = made.map((v) => v.customerId) as [number, number, number];
    const histories: [string, (number | null)[], [number, number | null, number | null][]][] = [
      ['with one owner', [a], [[a, null, null]]],
      ['back at the first', [a, null, a, null, a], [[a, null, null]]],
      [
        'back at the second',
        [a, b, null, b],
        [
          [a, null, 1],
          [b, 1, null],
        ],
      ],
      [
        'back at the first before it was sold',
        [a, null, a, b, null],
        [
          [a, null, 3],
          [b, 3, 4],
        ],
      ],
      [
        'back after another',
        [a, b, a, null, a, c],
        [
          [a, null, 1],
          [b, 1, 2],
          [a, 2, 5],
          [c, 5, null],
        ],
      ],
      [
        'unsold between two',
        [a, null, b],
        [
          [a, null, 1],
          [b, 1, null],
        ],
      ],
    ];
    // the steps of a history are a second apart, long ago
    const start = Date.parse('2020-03-01T00:00:00Z');
    const after = (n: number): Date => new Date(start + n * 1000);
    for (const [i, [, owners]] of histories.entries()) {
      const id = made[i]?.id;
      await old.query('UPDATE vehicle SET customer_id = NULL WHERE id = $1', [id]);
      await old.query('DELETE FROM vehicle_owner WHERE vehicle_id = $1', [id]);
      for (const [step, owner] of owners.entries()) {
        await old.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [id, owner]);
        // what the trigger wrote by the clock, at the time of this step
        await old.query(
          'UPDATE vehicle_owner SET until = CASE WHEN until > $2 THEN $3 ELSE until END, since = CASE WHEN since > $2 THEN $3 ELSE since END WHERE vehicle_id = $1',
          [id, after(1000), after(step)],
        );
      }
    }
    const times = async (from: DataSource): Promise<unknown> =>
      Promise.all(
        histories.map(async ([what], i) => [
          what,
          (
            await from.query<{ owner: number; since: Date | null; until: Date | null }[]>(
              'SELECT customer_id AS owner, since, until FROM vehicle_owner WHERE vehicle_id = $1 ORDER BY id',
              [made[i]?.id],
            )
          ).map((r) => [r.owner, ...[r.since, r.until].map((t) => t && (t.getTime() - start) / 1000)]),
        ]),
      );
    const now = await new DataSource(dataSourceOptions({ DATABASE_URL: database.url, DATABASE_POOL: 2 })).initialize();
    try {
      await now.runMigrations();
      const mended = histories.map(([what, , expected]) => [what, expected]);
      expect(await times(now)).toEqual(mended);
      await now.transaction((tx) => new TimesOfOneOwner1764001100000().up(tx.queryRunner as QueryRunner));
      expect(await times(now)).toEqual(mended);
    } finally {
      await now.destroy();
    }
  });
});
