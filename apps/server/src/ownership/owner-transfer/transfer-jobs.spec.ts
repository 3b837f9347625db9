import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appTransfers, ownerTransfers } from '@headland/contracts/owner-transfer';
import { AppMembersModule } from '../app-members/app-members.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, startProcess } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { acceptedTransfer, machineOf, makeMember, requestTransfer, type Member } from '../../testing/transfers';
import {
  makeAccount,
  makeOrganizations,
  type Account,
  type MadeVehicle,
  type Organizations,
} from '../../testing/world';
import { OwnerTransferModule } from './owner-transfer.module';
import { RejectTransferWhenDue } from './reject-transfer.command';

/** Consequences in a jobs process that is another one on the same database. */
const modules = [SessionModule, AppMembersModule, DeliveriesModule, NotificationsModule, OwnerTransferModule];
let server: TestServer;
let at: Organizations;
let head: Account;
let token: string;
let seller: Member;
let buyer: Member;
let machine: MadeVehicle;
let jobs: { close: () => Promise<void> } | null = null;

beforeAll(async () => {
  server = await startServer(modules, { config: { PUBLIC_URL: 'https://console.example.com' } });
  at = await makeOrganizations(server.database);
  head = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice);
  token = await server.login(head);
  // may only read, works elsewhere, or has no permission: not notified
  await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', at.headOffice);
  await makeAccount(server.database, 'REGION', 'ADMIN', at.north);
  await makeAccount(server.database, 'DEALER', 'ADMIN', at.nami);
  [seller, buyer] = [await makeMember(server, at.nami, '김민수'), await makeMember(server, at.nami, '이영희')];
});
beforeEach(async () => {
  machine = await machineOf(server, seller, at.nami);
});
afterEach(async () => {
  await jobs?.close();
  jobs = null;
});
afterAll(() => server.stop());

const startJobs = async (): Promise<void> => {
  jobs = await startProcess(server.config, ['jobs'], modules);
};
const statusOf = async (id: number): Promise<unknown> =>
  (
    await server.database.query<unknown[]>('SELECT status, ending, decided_by FROM owner_transfer WHERE id = $1', [id])
  )[0];
interface Sent {
  channel: string;
  customer_id: number;
  recipient: string;
  text: string;
}
const sent = (id: number): Promise<Sent[]> =>
  server.database.query(
    "SELECT channel, customer_id, recipient, text FROM delivery WHERE subject = 'transfer' AND subject_id = $1 ORDER BY id",
    [id],
  );
const overdue = (id: number) =>
  server.database.query("UPDATE owner_transfer SET due_at = now() - interval '1 second' WHERE id = $1", [id]);

describe('a transfer without any progress', () => {
  it.each(['requested', 'accepted'] as const)(
    '%s is rejected when its time is over, though no process ran at that moment',
    async (status) => {
      const { id } = await requestTransfer(seller, buyer, machine.vin);
      if (status === 'accepted') await buyer.call(appTransfers.accept, { params: { id } });
      await overdue(id);
      await startJobs();
      expect(
        await eventually(
          () => statusOf(id),
          (s) => (s as { status: string }).status === 'rejected',
        ),
      ).toEqual({ status: 'rejected', ending: 'time', decided_by: null });
    },
  );

  it('waits seven days for each step, and is rejected once however many ask at the same moment', async () => {
    const { id } = await requestTransfer(seller, buyer, machine.vin);
    // the queue is given this time
    const [event] = await server.database.query<{ payload: { transfer: { dueAt: string } } }[]>(
      "SELECT payload FROM event_log WHERE name = 'transfer.requested' AND payload->'transfer'->>'id' = $1",
      [String(id)],
    );
    expect(Date.parse(event?.payload.transfer.dueAt ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    await overdue(id);
    // the queue and the sweeps of two processes
    const answers = await Promise.all([0, 1, 2].map(() => server.execute(new RejectTransferWhenDue(id))));
    expect(answers.filter((a) => a !== null)).toHaveLength(1);
    expect(await statusOf(id)).toMatchObject({ ending: 'time' });
  });

  it('is left alone before that, and after a decision', async () => {
    const { id } = await requestTransfer(seller, buyer, machine.vin);
    expect(await server.execute(new RejectTransferWhenDue(id))).toBeNull();
    await overdue(id);
    await server.call(ownerTransfers.reject, { params: { id }, body: { reason: '서류 미비' } }, token);
    expect(await server.execute(new RejectTransferWhenDue(id))).toBeNull();
    expect(await statusOf(id)).toMatchObject({ ending: 'staff' });
  });
});

describe('recipients', () => {
  it('the new owner of the request, the owner of the acceptance, both of the approval, with the link for the new owner', async () => {
    await startJobs();
    const id = await acceptedTransfer(seller, buyer, machine.vin);
    await server.call(ownerTransfers.approve, { params: { id } }, token);
    const messages = await eventually(
      () => sent(id),
      (m) => m.length === 4,
    );
    expect(messages.map((m) => [m.channel, m.customer_id, m.recipient])).toEqual([
      ['app', buyer.id, '이*희'],
      ['app', seller.id, '김*수'],
      ['app', seller.id, '김*수'],
      ['app', buyer.id, '이*희'],
    ]);
    const [document] = await server.database.query<{ id: string }[]>(
      'SELECT id FROM rdi_document WHERE transfer_id = $1',
      [id],
    );
    expect(messages[3]?.text).toContain(`https://console.example.com/RdiDownload/${document?.id}?lang=ko`);
    expect(messages[2]?.text).not.toContain('RdiDownload');
    expect(JSON.stringify(messages.map((m) => m.text))).not.toMatch(/김민수|이영희/u);
  });

  it('both of a rejection with its reason, by SMS to a customer without the app; one who left is not notified', async () => {
    await startJobs();
    const { id } = await requestTransfer(seller, buyer, machine.vin);
    await server.database.query('UPDATE customer SET joined_at = NULL WHERE id = $1', [buyer.id]);
    await server.call(ownerTransfers.reject, { params: { id }, body: { reason: '계약서를 다시 보내 주세요.' } }, token);
    const textTo = async (m: number) =>
      (
        await eventually(
          () => sent(id),
          (all) => all.length === m,
        )
      ).slice(1);
    expect(
      (await textTo(3)).map((m) => [m.channel, m.customer_id, m.text.includes('계약서를 다시 보내 주세요.')]),
    ).toEqual([
      ['app', seller.id, true],
      ['sms', buyer.id, true],
    ]);
    await server.database.query("UPDATE customer SET app_status = 'registered', joined_at = now() WHERE id = $1", [
      buyer.id,
    ]);
    const next = await requestTransfer(seller, buyer, machine.vin);
    await server.database.query("UPDATE customer SET app_status = 'withdrawn' WHERE id = $1", [buyer.id]);
    await server.call(ownerTransfers.reject, { params: { id: next.id }, body: { reason: '탈퇴' } }, token);
    await eventually(
      () => sent(next.id),
      (m) => m.some((x) => x.customer_id === seller.id && x.text.includes('탈퇴')),
    );
    expect((await sent(next.id)).filter((m) => m.customer_id === buyer.id && m.text.includes('탈퇴'))).toEqual([]);
    await server.database.query("UPDATE customer SET app_status = 'registered', joined_at = now() WHERE id = $1", [
      buyer.id,
    ]);
  });

  it('those of the staff who may decide, once, in their notification centre', async () => {
    await startJobs();
    const id = await acceptedTransfer(seller, buyer, machine.vin);
    const notified = await eventually(
      () =>
        server.database.query<{ user_id: number; link: string; kind: string; vehicle_id: number }[]>(
          'SELECT user_id, link, kind, vehicle_id FROM notification WHERE link = $1',
          [`/ownerTransfer?id=${id}`],
        ),
      (n) => n.length > 0,
    );
    expect(notified).toEqual([
      { user_id: head.userId, link: `/ownerTransfer?id=${id}`, kind: 'transfer', vehicle_id: machine.id },
    ]);
  });
});
