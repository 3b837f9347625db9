import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '@headland/contracts/endpoint';
import { appTransfers, ownerTransfers, type TransferFilter } from '@headland/contracts/owner-transfer';
import { sales } from '@headland/contracts/sale';
import { vehicles } from '@headland/contracts/vehicle';
import { AppMembersModule } from '../app-members/app-members.module';
import { SalesModule } from '../sales/sales.module';
import { SessionModule } from '../../people/session/session.module';
import { refusal } from '../../testing/alerts';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { acceptedTransfer, machineOf, makeMember, requestTransfer, type Member } from '../../testing/transfers';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { VehiclesModule } from '../../fleet/vehicles/vehicles.module';
import { endTransfers } from './end-transfers.tx';
import { OwnerTransferModule } from './owner-transfer.module';

let server: TestServer;
let at: Organizations;
/** administrators decide, their staff may read; a region sees its own, an agency has no permission */
let head: string;
let second: string;
let staff: string;
let north: string;
let south: string;
let dealer: string;
let seller: Member;
let buyer: Member;
let other: Member;
let machine: MadeVehicle;

beforeAll(async () => {
  server = await startServer([SessionModule, AppMembersModule, SalesModule, VehiclesModule, OwnerTransferModule]);
  at = await makeOrganizations(server.database);
  const login = async (
    ...caller: [Parameters<typeof makeAccount>[1], Parameters<typeof makeAccount>[2], number, { name?: string }?]
  ) => server.login(await makeAccount(server.database, ...caller));
  head = await login('HEAD_OFFICE', 'ADMIN', at.headOffice, { name: '박과장' });
  second = await login('SERVICE_BUSINESS', 'ADMIN', at.headOffice, { name: '최대리' });
  staff = await login('HEAD_OFFICE', 'STAFF', at.headOffice);
  north = await login('REGION', 'ADMIN', at.north);
  south = await login('REGION', 'ADMIN', at.south);
  dealer = await login('DEALER', 'ADMIN', at.nami);
  seller = await makeMember(server, at.nami, '김민수');
  buyer = await makeMember(server, at.nami, '이영희');
  other = await makeMember(server, at.sora, '박철호');
});
afterAll(() => server.stop());
beforeEach(async () => {
  machine = await machineOf(server, seller, at.nami);
});

const rows = <T>(sql: string, parameters: unknown[] = []): Promise<T[]> => server.database.query<T[]>(sql, parameters);
const get = (id: number, token = head) => server.call(ownerTransfers.get, { params: { id } }, token);
const approve = (id: number, token = head) => server.call(ownerTransfers.approve, { params: { id }, body: {} }, token);
const reject = (id: number, token = head, reason = '계약서의 차대번호가 다릅니다.') =>
  server.call(ownerTransfers.reject, { params: { id }, body: { reason } }, token);
const list = (query: Partial<Record<keyof TransferFilter, unknown>>, token = head) =>
  server.call(ownerTransfers.list, { query: query as never }, token);
const ownerOf = async (id: number): Promise<number | null> =>
  (await rows<{ customer_id: number | null }>('SELECT customer_id FROM vehicle WHERE id = $1', [id]))[0]?.customer_id ??
  null;

describe('asking for a transfer', () => {
  it('is done by the owner, who names the new one by phone or by ID', async () => {
    expect(await requestTransfer(seller, buyer, machine.vin)).toMatchObject({
      status: 'requested',
      direction: 'given',
      vin: machine.vin,
      other: '이*희',
      ending: null,
    });
    expect((await buyer.call(appTransfers.list, {}))[0]).toMatchObject({
      status: 'requested',
      direction: 'received',
      other: '김*수',
    });
    const two = await machineOf(server, seller, at.nami);
    const [{ login_id: loginId } = { login_id: '' }] = await rows<{ login_id: string }>(
      'SELECT login_id FROM customer WHERE id = $1',
      [buyer.id],
    );
    expect(
      await seller.call(appTransfers.request, { body: { vin: two.vin, loginId: loginId.toUpperCase() } }),
    ).toMatchObject({ status: 'requested' });
    // phone numbers match by their digits
    const three = await machineOf(server, seller, at.nami);
    await server.database.query("UPDATE customer SET phone = replace(phone, '-', '') WHERE id = $1", [buyer.id]);
    expect(await requestTransfer(seller, buyer, three.vin)).toMatchObject({ status: 'requested' });
    await server.database.query('UPDATE customer SET phone = $2 WHERE id = $1', [buyer.id, buyer.phone]);
  });

  it('takes a phone as it is dialled: not for the same national number of another country', async () => {
    const american = await makeMember(server, at.nami, 'John Doe');
    await server.database.query("UPDATE customer SET country = '1' WHERE id = $1", [american.id]);
    const ask = (phone: string) => seller.call(appTransfers.request, { body: { vin: machine.vin, phone } });
    expect(await refusal(ask(american.phone))).toEqual([422, 'TRANSFER_NOT_MEMBER']);
    // two members have this national number, in two countries
    await server.database.query('UPDATE customer SET phone = $2 WHERE id = $1', [american.id, buyer.phone]);
    expect(await ask(buyer.phone)).toMatchObject({ other: '이*희' });
    const international = `+1${buyer.phone.replaceAll('-', '').slice(1)}`;
    const two = await machineOf(server, seller, at.nami);
    expect(await seller.call(appTransfers.request, { body: { vin: two.vin, phone: international } })).not.toMatchObject(
      { other: '이*희' },
    );
    await server.database.query('DELETE FROM owner_transfer WHERE to_customer_id = $1', [american.id]);
  });

  it('is refused with a code for each reason', async () => {
    const ask = (caller: Member, body: object) => refusal(caller.call(appTransfers.request, { body: body as never }));
    const foreign = await makeVehicle(server.database, at.nami);
    const withdrawn = await makeMember(server, at.nami);
    await server.database.query("UPDATE customer SET app_status = 'withdrawn' WHERE id = $1", [withdrawn.id]);
    const outsider = await makeVehicle(server.database, at.nami, {
      customer: { name: '최순자', phone: '010-7777-4321' },
    });
    expect(await ask(seller, { vin: 'HDLTNNKNWN0000000', phone: buyer.phone })).toEqual([
      404,
      'TRANSFER_VEHICLE_UNKNOWN',
    ]);
    expect(await ask(seller, { vin: foreign.vin, phone: buyer.phone })).toEqual([403, 'TRANSFER_NOT_OWNER']);
    expect(await ask(buyer, { vin: machine.vin, phone: other.phone })).toEqual([403, 'TRANSFER_NOT_OWNER']);
    expect(await ask(seller, { vin: machine.vin, phone: '010-0000-0000' })).toEqual([422, 'TRANSFER_NOT_MEMBER']);
    expect(await ask(seller, { vin: machine.vin, phone: withdrawn.phone })).toEqual([422, 'TRANSFER_NOT_MEMBER']);
    expect(await ask(seller, { vin: machine.vin, phone: '010-7777-4321' })).toEqual([422, 'TRANSFER_NOT_MEMBER']);
    expect(await ask(seller, { vin: machine.vin, phone: seller.phone })).toEqual([422, 'TRANSFER_TO_SELF']);
    expect(await ask(seller, { vin: machine.vin })).toEqual([422, 'E0001']);
    expect(await ask(seller, { vin: machine.vin, phone: buyer.phone, loginId: 'both' })).toEqual([422, 'E0001']);
    expect(outsider.id).toBeGreaterThan(0);
    await requestTransfer(seller, buyer, machine.vin);
    expect(await ask(seller, { vin: machine.vin, phone: other.phone })).toEqual([409, 'TRANSFER_ALREADY_REQUESTED']);
  });

  it('two hundred times a day at most, refused ones too: each tells whether somebody is a member', async () => {
    const one = await makeMember(server, at.nami);
    const mine = await machineOf(server, one, at.nami);
    const ask = (n: number) =>
      refusal(
        one.call(appTransfers.request, { body: { vin: mine.vin, phone: `010-0000-${String(n).padStart(4, '0')}` } }),
      );
    const answers: unknown[] = [];
    for (let n = 0; n < 201; n++) answers.push(await ask(n));
    expect(answers.slice(0, 200).every((a) => (a as [number])[0] === 422)).toBe(true);
    expect(answers[200]).toEqual([429, 'TOO_MANY_REQUESTS']);
  });

  it('twice concurrently requests once', async () => {
    const asked = await Promise.all(
      [buyer, other, buyer, other].map((to) => refusal(requestTransfer(seller, to, machine.vin))),
    );
    expect(asked.filter((a) => a === 'allowed')).toHaveLength(1);
    expect(asked.filter((a) => a !== 'allowed')).toEqual(
      Array.from({ length: 3 }, () => [409, 'TRANSFER_ALREADY_REQUESTED']),
    );
  });

  it('may be done again after the last one was decided', async () => {
    const { id } = await requestTransfer(seller, buyer, machine.vin);
    await reject(id);
    expect((await requestTransfer(seller, other, machine.vin)).id).not.toBe(id);
  });
});

describe('every step that a status forbids', () => {
  type Status = 'requested' | 'accepted' | 'approved' | 'rejected';
  async function inStatus(status: Status): Promise<number> {
    const { id } = await requestTransfer(seller, buyer, machine.vin);
    if (status === 'rejected') await reject(id);
    if (status === 'accepted' || status === 'approved') await buyer.call(appTransfers.accept, { params: { id } });
    if (status === 'approved') await approve(id);
    return id;
  }
  const steps: Record<string, (id: number) => Promise<unknown>> = {
    accept: (id) => buyer.call(appTransfers.accept, { params: { id } }),
    decline: (id) => buyer.call(appTransfers.decline, { params: { id } }),
    withdraw: (id) => seller.call(appTransfers.withdraw, { params: { id } }),
    approve: (id) => approve(id),
    reject: (id) => reject(id),
  };
  it.each<[step: string, status: Status, code: string]>([
    ['accept', 'accepted', 'TRANSFER_ALREADY_ACCEPTED'],
    ['approve', 'requested', 'TRANSFER_NOT_ACCEPTED'],
    ...(['accept', 'decline', 'withdraw', 'approve', 'reject'] as const).flatMap((step): [string, Status, string][] => [
      [step, 'approved', 'TRANSFER_DECIDED'],
      [step, 'rejected', 'TRANSFER_DECIDED'],
    ]),
  ])('%s after %s: 409 %s', async (step, status, code) => {
    const id = await inStatus(status);
    const before = await get(id);
    expect(await refusal(steps[step]?.(id) ?? Promise.resolve())).toEqual([409, code]);
    expect(await get(id)).toEqual(before);
  });

  it('the other steps are open', async () => {
    for (const [step, status] of [
      ['decline', 'requested'],
      ['decline', 'accepted'],
      ['withdraw', 'requested'],
      ['withdraw', 'accepted'],
      ['reject', 'requested'],
      ['reject', 'accepted'],
    ] as const) {
      machine = await machineOf(server, seller, at.nami);
      const id = await inStatus(status);
      await steps[step]?.(id);
      expect(await get(id), `${step} ${status}`).toMatchObject({
        status: 'rejected',
        ending: { decline: 'declined', withdraw: 'withdrawn', reject: 'staff' }[step],
        decidedBy: step === 'reject' ? '박과장' : null,
        document: null,
      });
      expect(await ownerOf(machine.id)).toBe(seller.id);
    }
  });
});

describe('approving', () => {
  it('gives the machine to the new owner, keeps the sale date, and emits it without names', async () => {
    const id = await acceptedTransfer(seller, buyer, machine.vin);
    const { version } = await server.call(sales.get, { params: { id: machine.id } }, head);
    expect(await approve(id)).toMatchObject({ status: 'approved', decidedBy: '박과장', ending: null, dueAt: null });
    expect(
      await rows('SELECT customer_id, sold_on::text, organization_id FROM vehicle WHERE id = $1', [machine.id]),
    ).toEqual([{ customer_id: buyer.id, sold_on: '2025-04-01', organization_id: at.nami }]);
    expect(
      await rows('SELECT customer_id, sold_on::text, nickname, cancelled_at FROM sale WHERE vehicle_id = $1', [
        machine.id,
      ]),
    ).toEqual([{ customer_id: buyer.id, sold_on: '2025-04-01', nickname: null, cancelled_at: null }]);
    expect(
      await rows(
        'SELECT customer_id, since IS NULL AS from_the_beginning, until IS NULL AS now FROM vehicle_owner WHERE vehicle_id = $1 ORDER BY id',
        [machine.id],
      ),
    ).toEqual([
      { customer_id: seller.id, from_the_beginning: true, now: false },
      { customer_id: buyer.id, from_the_beginning: false, now: true },
    ]);
    const logged = await rows<{ name: string; payload: object }>(
      "SELECT name, payload FROM event_log WHERE vehicle_id = $1 AND name NOT LIKE 'device.%' ORDER BY number",
      [machine.id],
    );
    expect(logged.map((e) => e.name)).toEqual([
      'transfer.requested',
      'transfer.accepted',
      'transfer.approved',
      'record.changed',
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/김민수|이영희|010-/u);
    const { rows: history } = await server.call(
      vehicles.history,
      { params: { id: machine.id }, query: { kind: 'transfer' } },
      head,
    );
    expect(history.map((h) => h.name)).toEqual(['transfer.approved', 'transfer.accepted', 'transfer.requested']);
    // a form that still shows the former owner is refused
    const stale = { version, soldOn: '2025-04-01', dealerId: at.nami, customerId: seller.id, memo: '' };
    expect(await refusal(server.call(sales.change, { params: { id: machine.id }, body: stale }, head))).toEqual([
      409,
      'CHANGED_MEANWHILE',
    ]);
  });

  it('by two at the same moment is done by one; the other is refused with the name', async () => {
    const id = await acceptedTransfer(seller, buyer, machine.vin);
    const answers = await Promise.allSettled([approve(id), approve(id, second), reject(id, second)]);
    expect(answers.filter((a) => a.status === 'fulfilled')).toHaveLength(1);
    for (const a of answers)
      if (a.status === 'rejected')
        expect(a.reason).toMatchObject({
          status: 409,
          error: { code: 'TRANSFER_DECIDED', values: { by: expect.stringMatching(/박과장|최대리/u) as unknown } },
        });
    expect(
      await rows('SELECT count(*)::int AS n FROM event_log WHERE name IN ($1, $2) AND payload->$3->>$4 = $5', [
        'transfer.approved',
        'transfer.rejected',
        'transfer',
        'id',
        String(id),
      ]),
    ).toEqual([{ n: 1 }]);
  });

  it('or rejecting what the new owner has accepted meanwhile is refused with this reason, and can be decided again', async () => {
    const { id } = await requestTransfer(seller, buyer, machine.vin);
    const { version } = await get(id);
    await buyer.call(appTransfers.accept, { params: { id } });
    const late = (act: typeof ownerTransfers.approve | typeof ownerTransfers.reject) =>
      server
        .call(act, { params: { id }, body: { reason: '서류 미비', version } }, head)
        .catch((e: unknown) => (e as Refused).error);
    for (const act of [ownerTransfers.approve, ownerTransfers.reject])
      expect(await late(act)).toMatchObject({
        code: 'CHANGED_MEANWHILE',
        values: { by: 'App', what: 'transfer.accepted', version: version + 1 },
      });
    expect((await get(id)).status).toBe('accepted');
    expect(
      (await server.call(ownerTransfers.approve, { params: { id }, body: { version: version + 1 } }, head)).status,
    ).toBe('approved');
    // the first decision wins
    expect(await late(ownerTransfers.reject)).toMatchObject({ code: 'TRANSFER_DECIDED', values: { by: '박과장' } });
  });

  it('at the moment of a withdrawal has one result, never both', async () => {
    for (let i = 0; i < 5; i++) {
      machine = await machineOf(server, seller, at.nami);
      const id = await acceptedTransfer(seller, buyer, machine.vin);
      await Promise.allSettled([approve(id), seller.call(appTransfers.withdraw, { params: { id } })]);
      const { status } = await get(id);
      expect([status, await ownerOf(machine.id)]).toEqual(
        status === 'approved' ? ['approved', buyer.id] : ['rejected', seller.id],
      );
    }
  });

  const inTheWay: [code: string, obstruct: () => Promise<unknown>, clear: () => Promise<unknown>][] = [
    [
      'VEHICLE_HAS_OPEN_SOS',
      () =>
        server.database.query(
          `INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at) VALUES ('button', 'device', $1, $2, $3, now(), now())`,
          [machine.id, machine.deviceId, at.nami],
        ),
      () => server.database.query("UPDATE sos_call SET status = 'resolved' WHERE vehicle_id = $1", [machine.id]),
    ],
    [
      'TRANSFER_NEW_OWNER_GONE',
      () => server.database.query("UPDATE customer SET app_status = 'withdrawn' WHERE id = $1", [buyer.id]),
      () => server.database.query("UPDATE customer SET app_status = 'registered' WHERE id = $1", [buyer.id]),
    ],
    [
      'TRANSFER_TERMS_MISSING',
      () =>
        server.database.query(
          "UPDATE customer_terms SET version = '2020-01-01' WHERE customer_id = $1 AND term = 'location'",
          [buyer.id],
        ),
      () =>
        server.database.query(
          "UPDATE customer_terms SET version = '2026-05-01' WHERE customer_id = $1 AND term = 'location'",
          [buyer.id],
        ),
    ],
    [
      'TRANSFER_OWNER_CHANGED',
      () => server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [machine.id, other.id]),
      () => server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [machine.id, seller.id]),
    ],
  ];
  it.each(inTheWay)('waits: 409 %s', async (code, obstruct, clear) => {
    const id = await acceptedTransfer(seller, buyer, machine.vin);
    await obstruct();
    expect((await get(id)).obstacles.map((o) => o.code)).toEqual([code]);
    expect(await refusal(approve(id))).toEqual([409, code]);
    expect(await get(id)).toMatchObject({ status: 'accepted', document: null });
    await clear();
    expect((await get(id)).obstacles).toEqual([]);
    expect((await approve(id)).status).toBe('approved');
  });
});

describe('who may do what', () => {
  it('staff without U may only read, an agency has no access, and another region is not found', async () => {
    const id = await acceptedTransfer(seller, buyer, machine.vin);
    const doors: [Endpoint, object][] = [
      [ownerTransfers.approve, { body: {} }],
      [ownerTransfers.reject, { body: { reason: 'x' } }],
    ];
    for (const [e, input] of doors)
      for (const token of [staff, north, dealer])
        expect(await refusal(server.call(e, { params: { id }, ...input } as never, token))).toEqual([403, 'FORBIDDEN']);
    expect((await get(id, staff)).id).toBe(id);
    expect((await get(id, north)).id).toBe(id);
    for (const e of [ownerTransfers.get, ownerTransfers.customers, ownerTransfers.document]) {
      expect(await refusal(server.call(e, { params: { id } }, south))).toEqual([404, 'NOT_FOUND']);
      expect(await refusal(server.call(e, { params: { id } }, dealer))).toEqual([403, 'FORBIDDEN']);
      expect(await refusal(server.call(e, { params: { id: 999_999 } }, head))).toEqual([404, 'NOT_FOUND']);
    }
    expect((await list({ vin: machine.vin }, north)).page.total).toBe(1);
    expect((await list({ vin: machine.vin }, south)).page.total).toBe(0);
    expect(await refusal(list({}, dealer))).toEqual([403, 'FORBIDDEN']);
    const [own, far] = [
      await server.call(ownerTransfers.counts, {}, north),
      await server.call(ownerTransfers.counts, {}, south),
    ];
    expect([own.accepted > 0, far]).toEqual([true, { requested: 0, accepted: 0 }]);
  });

  it('a customer answers only what is the own side, and of others’ transfers nothing is known', async () => {
    const { id } = await requestTransfer(seller, buyer, machine.vin);
    const answer = (caller: Member, act: 'accept' | 'decline' | 'withdraw', number = id) =>
      refusal(caller.call(appTransfers[act], { params: { id: number } }));
    for (const act of ['accept', 'decline', 'withdraw'] as const) {
      expect(await answer(other, act)).toEqual([404, 'NOT_FOUND']);
      expect(await answer(buyer, act, 999_999)).toEqual([404, 'NOT_FOUND']);
    }
    expect(await answer(seller, 'accept')).toEqual([404, 'NOT_FOUND']);
    expect(await answer(seller, 'decline')).toEqual([404, 'NOT_FOUND']);
    expect(await answer(buyer, 'withdraw')).toEqual([404, 'NOT_FOUND']);
    expect((await other.call(appTransfers.list, {})).filter((t) => t.id === id)).toEqual([]);
    expect((await get(id)).status).toBe('requested');
  });

  it('tokens of staff and of customers open each other’s doors as little as none', async () => {
    expect(await refusal(server.call(appTransfers.list, {}, head))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(server.call(appTransfers.list, {}, null))).toEqual([401, 'NO_TOKEN']);
    expect((await seller.send(ownerTransfers.list, {})).status).toBe(401);
  });

  it('names are masked, and access to the full names is recorded', async () => {
    const { id } = await requestTransfer(seller, buyer, machine.vin);
    const masked = await get(id);
    expect([masked.from.name, masked.to.name, masked.from.phone]).toEqual([
      '김*수',
      '이*희',
      expect.stringMatching(/^010-\*{4}-\d{4}$/u),
    ]);
    expect(await server.call(ownerTransfers.customers, { params: { id } }, head)).toMatchObject({
      from: { name: '김민수', phone: seller.phone },
      to: { name: '이영희' },
    });
    expect(
      await rows(
        "SELECT customer_id FROM personal_data_view WHERE subject = 'transfer' AND subject_id = $1 ORDER BY customer_id",
        [id],
      ),
    ).toEqual([seller.id, buyer.id].map((customer_id) => ({ customer_id })));
  });
});

describe('the list', () => {
  it('shows what is open, newest first, and is filtered', async () => {
    await server.database.query('TRUNCATE owner_transfer CASCADE');
    const make = async (from: Member, to: Member): Promise<number> =>
      (await requestTransfer(from, to, (await machineOf(server, from, at.nami)).vin)).id;
    const [first, decided, accepted] = [await make(seller, buyer), await make(seller, other), await make(buyer, other)];
    await reject(decided);
    await other.call(appTransfers.accept, { params: { id: accepted } });
    const ids = async (query: Partial<Record<keyof TransferFilter, unknown>>) =>
      (await list(query)).rows.map((r) => r.id);
    expect(await ids({})).toEqual([accepted, first]);
    expect(await ids({ order: 'asc' })).toEqual([first, accepted]);
    expect(await ids({ status: ['rejected'] })).toEqual([decided]);
    expect(
      await ids({ status: ['requested', 'accepted', 'approved', 'rejected'], sort: 'status', order: 'asc' }),
    ).toEqual([first, accepted, decided]);
    expect(await ids({ fromName: '영희' })).toEqual([accepted]);
    expect(await ids({ toName: '철호', status: ['rejected', 'accepted'] })).toEqual([accepted, decided]);
    expect(await ids({ toName: '%' })).toEqual([]);
    expect(await ids({ model: ['HL 6-110'] })).toHaveLength(2);
    expect(await ids({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    for (const sort of ['vin', 'acceptedAt', 'decidedAt'] as const)
      for (const order of ['asc', 'desc'] as const) expect(await ids({ sort, order })).toHaveLength(2);
    expect(
      await refusal(list({ status: ['rejected'], from: '2025-01-01T00:00:00Z', to: '2025-03-01T00:00:00Z' })),
    ).toEqual([422, 'PERIOD_TOO_LONG']);
    expect(await server.call(ownerTransfers.counts, {}, head)).toEqual({ requested: 1, accepted: 1 });
  });
});

describe('a sale that ends', () => {
  const cancel = async (): Promise<unknown> => {
    const { version } = await server.call(sales.get, { params: { id: machine.id } }, head);
    return server.call(sales.cancel, { params: { id: machine.id }, body: { version, reason: '계약 취소' } }, head);
  };

  it('ends the request for its machine', async () => {
    const { id } = await requestTransfer(seller, buyer, machine.vin);
    await cancel();
    expect(await get(id)).toMatchObject({ status: 'rejected', ending: 'ended', reason: '계약 취소', decidedBy: null });
    // why a sale was cancelled is not the other customer's business
    expect((await buyer.call(appTransfers.list, {})).find((t) => t.id === id)).toMatchObject({
      ending: 'ended',
      reason: null,
    });
  });

  it('waits while both parties have agreed', async () => {
    const id = await acceptedTransfer(seller, buyer, machine.vin);
    expect((await server.call(sales.get, { params: { id: machine.id } }, head)).transferAwaiting).toBe(true);
    expect(await refusal(cancel())).toEqual([409, 'TRANSFER_AWAITING']);
    expect(await ownerOf(machine.id)).toBe(seller.id);
    await reject(id);
    await cancel();
    expect(await ownerOf(machine.id)).toBeNull();
  });

  it('with a customer who leaves, on either side, ends even that', async () => {
    const id = await acceptedTransfer(seller, buyer, machine.vin);
    await server.database.transaction(async (tx) => {
      const emitted: string[] = [];
      await endTransfers(
        tx,
        (name) => void emitted.push(name),
        { customerId: buyer.id },
        { reason: '탈퇴', now: new Date(), includingAccepted: true },
      );
      expect(emitted).toContain('transfer.rejected');
    });
    expect(await get(id)).toMatchObject({ status: 'rejected', ending: 'ended' });
  });
});
