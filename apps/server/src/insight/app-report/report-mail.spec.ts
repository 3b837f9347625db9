import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { app } from '@headland/contracts/app';
import { appReports } from '@headland/contracts/app-report';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { AppMembersModule } from '../../ownership/app-members/app-members.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { smtpSink, type SmtpSink } from '../../testing/smtp-sink';
import { machineOf, makeMember, type Member } from '../../testing/transfers';
import { makeOrganizations, type MadeVehicle } from '../../testing/world';
import { AppReportModule } from './app-report.module';
import { ReportMailReads } from './report-mail.reads';
import { SendReportMail } from './send-report-mail.command';

/** The report of a month by e-mail: off by default, once, and to nobody who has left. The clock is moved, the mail server is real. */
let server: TestServer;
let mail: SmtpSink;
let nami: number;
let now: () => Date;
beforeAll(async () => {
  now = () => new Date();
  mail = await smtpSink();
  server = await startServer([SessionModule, AppMembersModule, DeliveriesModule, AppReportModule], {
    clock: () => now(),
    config: { RUN: ['api', 'jobs'], SMTP_URL: mail.url, PRODUCT_TIME_ZONE: 'Asia/Seoul' },
  });
  ({ nami } = await makeOrganizations(server.database));
});
afterAll(async () => {
  await server.stop();
  mail.close();
});
beforeEach(async () => {
  now = () => new Date();
  mail.letters.length = 0;
  await server.database.query('UPDATE customer SET monthly_report_mail = false');
});

let count = 0;
async function customer({ email = true } = {}): Promise<{ member: Member; machine: MadeVehicle; address: string }> {
  const member = await makeMember(server, nami);
  const address = `owner${++count}@example.com`;
  if (email) await server.database.query('UPDATE customer SET email = $2 WHERE id = $1', [member.id, address]);
  return { member, machine: await machineOf(server, member, nami), address };
}
const ask = (member: Member, monthly = true) => member.call(appReports.setMail, { body: { monthly } });
/** Two sweeps at once, as two jobs processes make them. */
async function sweep(at: string): Promise<number[]> {
  now = () => new Date(at);
  const due = await server.app.get(ReportMailReads).due();
  await Promise.all([...due, ...due].map((id) => server.execute(new SendReportMail(id))));
  now = () => new Date();
  return due;
}
const queued = async (member: Member): Promise<{ state: string; text: string; title: string }[]> =>
  server.database.query("SELECT state, text, title FROM delivery WHERE customer_id = $1 AND channel = 'email'", [
    member.id,
  ]);
async function ran(machine: MadeVehicle, day: string, hours = 2): Promise<void> {
  await server.database.query(
    `INSERT INTO vehicle_5min (vehicle_id, bucket, off_ms, idle_ms, work_ms, drive_ms, load_ms, hours, km, fuel_l, starts, means, mins, maxs, counts)
     SELECT $1, $2::timestamptz + n * interval '5 minutes', 0, 0, 300000, 0, '{0,300000,0,0}', 5 / 60.0, 0.5, 1, 0, '{1600}', '{1500}', '{1700}', '{30}' FROM generate_series(0, $3::int - 1) n`,
    [machine.id, `${day}T01:00:00Z`, hours * 12],
  );
}

describe('the setting', () => {
  it('is off, is asked for and ended', async () => {
    const { member, address } = await customer();
    expect(await member.call(appReports.mail, {})).toEqual({ monthly: false, email: address });
    expect(await ask(member)).toEqual({ monthly: true, email: address });
    expect(await ask(member, false)).toEqual({ monthly: false, email: address });
  });

  it('needs an address on record', async () => {
    const { member } = await customer({ email: false });
    expect(await refusal(ask(member))).toEqual([422, 'E0001']);
    expect(await member.call(appReports.mail, {})).toEqual({ monthly: false, email: null });
    expect(await ask(member, false)).toEqual({ monthly: false, email: null });
  });

  it('ends when the customer leaves the app', async () => {
    const { member } = await customer();
    await ask(member);
    await member.call(app.withdraw, {});
    const [row] = await server.database.query<{ on: boolean }[]>(
      'SELECT monthly_report_mail AS on FROM customer WHERE id = $1',
      [member.id],
    );
    expect(row?.on).toBe(false);
  });
});

describe('on the first days of a month', () => {
  it('is sent once, with every machine, whatever runs at the same time and later', async () => {
    const { member, machine, address } = await customer();
    const idle = await machineOf(server, member, nami);
    await ran(machine, '2031-03-11');
    await ran(machine, '2031-02-11', 1);
    await ask(member);
    expect(await sweep('2031-04-01T02:00:00Z')).toEqual([member.id]);
    for (const at of ['2031-04-01T02:10:00Z', '2031-04-05T02:00:00Z']) expect(await sweep(at)).toEqual([]);
    // the letter arrives before its delivery is recorded
    await eventually(
      () => queued(member),
      ([delivery]) => delivery?.state === 'sent',
    );
    expect(await queued(member)).toHaveLength(1);
    const [letter] = mail.letters;
    expect(mail.letters).toHaveLength(1);
    expect(letter?.to).toContain(address);
    expect(letter?.subject).toBe('[Headland] 2031년 3월 월간 리포트');
    expect(letter?.text).toContain(`HL 6-110 · ${machine.vin}\n총 가동 시간: 2.0 시간 (2031년 2월보다 1.0 시간 많음)`);
    expect(letter?.text).toContain(`HL 6-110 · ${idle.vin}\n이 달에는 데이터가 없습니다.`);
    expect(letter?.text).toContain('공회전 0%, 작업 100%, 주행 0%\n고장: 고장이 없습니다');
    // and the next month again
    expect(await sweep('2031-05-01T02:00:00Z')).toEqual([member.id]);
    await ask(member, false);
    expect(await sweep('2031-06-01T02:00:00Z')).toEqual([]);
    expect(await queued(member)).toHaveLength(2);
  });

  it('is not sent before nine, nor at night, nor after the fifth, nor to whom did not ask', async () => {
    const { member } = await customer();
    const silent = await customer();
    await ask(member);
    const others = ['2032-01-31T23:00:00Z', '2032-02-02T15:30:00Z', '2032-02-03T12:00:00Z'];
    for (const at of [...others, '2032-02-05T15:00:00Z', '2032-02-20T02:00:00Z']) expect(await sweep(at)).toEqual([]);
    expect(await sweep('2032-02-01T00:00:00Z')).toEqual([member.id]);
    expect(await queued(silent.member)).toEqual([]);
  });

  it('follows the language and the units of the customer', async () => {
    const { member, machine } = await customer();
    await server.database.query("UPDATE customer SET language = 'en', country = '1' WHERE id = $1", [member.id]);
    await ran(machine, '2033-03-11');
    await ask(member);
    await sweep('2033-04-02T02:00:00Z');
    const [letter] = await queued(member);
    expect(letter?.title).toBe('[Headland] Monthly report, March 2033');
    // 24 times 0.5 km
    expect(letter?.text).toContain('Distance: 7.5 mi');
  });

  it('is not sent to a customer whose last machine was given away, who was acquired later, or who has left', async () => {
    const [sold, bought, left] = [await customer(), await customer(), await customer()];
    for (const { member } of [sold, bought, left]) await ask(member);
    await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [
      sold.machine.id,
      bought.member.id,
    ]);
    await server.database.query("UPDATE vehicle_owner SET since = '2034-04-01T03:00:00Z' WHERE customer_id = $1", [
      bought.member.id,
    ]);
    await server.database.query("UPDATE customer SET app_status = 'withdrawn' WHERE id = $1", [left.member.id]);
    expect(await sweep('2034-04-01T04:00:00Z')).toEqual([]);
    for (const { member } of [sold, bought, left]) expect(await queued(member)).toEqual([]);
  });
});
