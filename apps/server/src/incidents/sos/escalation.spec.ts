import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sosAlerts } from '@headland/contracts/sos';
import { sosUp, statusUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../alerts/alerts.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { FaultsModule } from '../faults/faults.module';
import { readLog } from '../../platform/event-log/log-reader';
import { SessionModule } from '../../people/session/session.module';
import { devicesOf, eventually, held, startProcess } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { EscalateSosWhenDue } from './escalate-sos.command';
import { SosModule } from './sos.module';

/** A period of one second instead of sixty; the jobs process is another one on the same database, which each test starts and ends. */
const modules = [SessionModule, DevicesModule, AlertsModule, SosModule, FaultsModule, DeliveriesModule];
let server: TestServer;
let orgs: Organizations;
let head: string;
let namiAdmin: number;
let vehicle: MadeVehicle;
let jobs: { close: () => Promise<void> } | null = null;

beforeAll(async () => {
  server = await startServer(modules, { config: { SOS_ESCALATE_S: 1 } });
  orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
  ({ userId: namiAdmin } = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami));
  await makeAccount(server.database, 'REGION', 'ADMIN', orgs.north);
});
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, orgs.nami);
});
afterAll(async () => {
  await jobs?.close();
  await server.stop();
});

async function raise(over: Parameters<typeof sosUp>[0] = {}): Promise<number> {
  await devicesOf(server).sos(vehicle.deviceId, sosUp({ type: 'button', ...over }));
  return (
    (
      await server.database.query<{ id: number }[]>('SELECT id FROM sos_call WHERE device_id = $1', [vehicle.deviceId])
    )[0]?.id ?? 0
  );
}
const startJobs = async (): Promise<void> => {
  jobs = await startProcess(server.config, ['jobs'], modules);
};
const stopJobs = async (): Promise<void> => {
  await jobs?.close();
  jobs = null;
};
/** Level and receiver of each escalation of an SOS, in order. */
const escalations = async (id: number): Promise<[number, string | undefined][]> =>
  (await readLog(server.database, 0, 100_000)).flatMap((e) =>
    e.name === 'sos.escalated' && 'sos' in e.payload && e.payload.sos.id === id
      ? [[e.payload.sos.escalationLevel, e.payload.sos.escalatedTo?.name]]
      : [],
  );
const deliveries = (
  id: number,
): Promise<{ reason: string; recipient: string; channel: string; state: string; text: string }[]> =>
  server.database.query(
    "SELECT reason, recipient, channel, state, text FROM delivery WHERE subject = 'sos' AND subject_id = $1 ORDER BY id",
    [id],
  );

/** Neither by push nor by text; no member gets SOS by e-mail unless they ask for it. */
async function isUnreachable(userId: number): Promise<void> {
  await server.database.query('UPDATE user_account SET phone = NULL WHERE id = $1', [userId]);
  await server.database.query(
    "INSERT INTO notification_preference (user_id, kind, channel, wanted) VALUES ($1, 'sos', 'push', false)",
    [userId],
  );
}

describe('an SOS that nobody acknowledges', () => {
  it('goes one organisation up each period, then to the head office again and again, until somebody does', async () => {
    await startJobs();
    const id = await raise();
    const steps = await eventually(
      () => escalations(id),
      (e) => e.length >= 3,
    );
    expect(steps.slice(0, 3)).toEqual([
      [1, 'North'],
      [2, 'Head office'],
      [2, 'Head office'],
    ]);
    await server.call(sosAlerts.acknowledge, { params: { id } }, head);
    const settled = (await escalations(id)).length;
    // another SOS passes two periods: no more messages about this one
    vehicle = await makeVehicle(server.database, orgs.sora);
    const other = await raise();
    await eventually(
      () => escalations(other),
      (e) => e.length >= 2,
    );
    expect(await escalations(id)).toHaveLength(settled);
    await server.call(
      sosAlerts.falseAlarm,
      { params: { id: other }, body: { cause: 'test', resolution: 'test' } },
      head,
    );

    const sent = await eventually(
      () => deliveries(id),
      (d) => d.filter((x) => x.state === 'delivered').length >= 6,
    );
    expect(sent.filter((d) => d.reason.startsWith(`sos.raised:${id}:`)).map((d) => [d.channel, d.recipient])).toEqual([
      ['push', 'DEALER ADMIN'],
      ['sms', 'DEALER ADMIN'],
    ]);
    const up = sent.filter((d) => d.reason.startsWith('sos.escalated:'));
    expect(up.slice(0, 4).map((d) => [d.channel, d.recipient])).toEqual([
      ['push', 'REGION ADMIN'],
      ['sms', 'REGION ADMIN'],
      ['push', 'HEAD_OFFICE ADMIN'],
      ['sms', 'HEAD_OFFICE ADMIN'],
    ]);
    expect(up[0]?.text).toContain(vehicle.vin.slice(0, 8));
    // whoever has been told before is reminded
    expect([0, 2, 4].map((n) => up[n]?.reason.includes(':again:'))).toEqual([false, false, true]);
    expect(up.length).toBeGreaterThanOrEqual(6);
    // one row for each person and channel, however often the head office was reminded
    const shown = (await server.call(sosAlerts.get, { params: { id } }, head)).deliveries.filter(
      (d) => d.to === 'HEAD_OFFICE ADMIN',
    );
    expect(shown.map((d) => d.channel).sort()).toEqual(['push', 'sms']);
    expect(shown[0]?.repeated?.times).toBe(
      up.filter((d) => d.recipient === 'HEAD_OFFICE ADMIN' && d.channel === shown[0]?.channel).length,
    );
    await stopJobs();
  });

  it('is escalated once when the process that should have done it comes back, not once for each period it was away', async () => {
    const id = await raise();
    await eventually(
      () =>
        server.database.query<{ past: boolean }[]>(
          'SELECT next_escalation_at < now() AS past FROM sos_call WHERE id = $1',
          [id],
        ),
      ([c]) => c?.past === true,
    );
    await startJobs();
    await eventually(
      () => escalations(id),
      (e) => e.length >= 1,
    );
    expect((await escalations(id))[0]).toEqual([1, 'North']);
    await server.call(sosAlerts.acknowledge, { params: { id } }, head);
    await stopJobs();
  });

  it('survives a restart in the middle of a period', async () => {
    await startJobs();
    const id = await raise();
    await eventually(
      () => escalations(id),
      (e) => e.length === 1,
    );
    await stopJobs();
    await startJobs();
    const steps = await eventually(
      () => escalations(id),
      (e) => e.length >= 2,
    );
    expect(steps.slice(0, 2)).toEqual([
      [1, 'North'],
      [2, 'Head office'],
    ]);
    await server.call(sosAlerts.acknowledge, { params: { id } }, head);
    await stopJobs();
  });

  it('whose time a clock that was ahead has put an hour away is pulled in', async () => {
    const id = await raise();
    await server.database.query("UPDATE sos_call SET next_escalation_at = now() + interval '1 hour' WHERE id = $1", [
      id,
    ]);
    await startJobs();
    await eventually(
      () => escalations(id),
      (e) => e.length >= 1,
    );
    await server.call(sosAlerts.acknowledge, { params: { id } }, head);
    await stopJobs();
  });

  it('asked by queue and sweep at once goes up once', async () => {
    const id = await raise();
    await eventually(
      () =>
        server.database.query<{ past: boolean }[]>(
          'SELECT next_escalation_at < now() AS past FROM sos_call WHERE id = $1',
          [id],
        ),
      ([c]) => c?.past === true,
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => server.execute(new EscalateSosWhenDue(id))));
    expect(answers.filter((a) => a !== null)).toHaveLength(1);
    expect(await escalations(id)).toEqual([[1, 'North']]);
    await server.call(sosAlerts.acknowledge, { params: { id } }, head);
  });

  it('is not escalated where it came late', async () => {
    const pressed = sosUp({ ts: Date.now() - 7_200_000 });
    await devicesOf(server).send(
      held(vehicle.deviceId, 'status', statusUp({ boot: pressed.boot, online: true }), Date.now()),
    );
    const late = await raise({ ts: pressed.ts });
    expect(await server.execute(new EscalateSosWhenDue(late))).toBeNull();
    vehicle = await makeVehicle(server.database, orgs.nami);
    await startJobs();
    const present = await raise();
    await eventually(
      () => escalations(present),
      (e) => e.length >= 1,
    );
    expect(await escalations(late)).toEqual([]);
    expect((await deliveries(late)).filter((d) => d.channel !== 'panel')).toEqual([]);
    await stopJobs();
  });
});

describe('an SOS whose help is on the way', () => {
  it('without a word for half an hour reminds whoever holds it, once; with a note it does not', async () => {
    const ids: number[] = [];
    for (const withNote of [false, true]) {
      vehicle = await makeVehicle(server.database, orgs.nami);
      const id = await raise();
      ids.push(id);
      await server.call(
        sosAlerts.dispatch,
        { params: { id }, body: { agencyId: orgs.nami, person: '박서준', phone: '010-1234-5678', etaMinutes: 15 } },
        head,
      );
      await server.database.query("UPDATE sos_call SET dispatched_at = now() - interval '31 minutes' WHERE id = $1", [
        id,
      ]);
      if (withNote) await server.call(sosAlerts.note, { params: { id }, body: { note: 'on site' } }, head);
    }
    const [silent, noted] = ids as [number, number];
    const reminders = async (id: number) =>
      (await deliveries(id)).filter((d) => d.reason.startsWith('sos.reminder:')).map((d) => d.channel);
    for (let start = 0; start < 2; start++) {
      await startJobs();
      await eventually(
        () => reminders(silent),
        (r) => r.length > 0,
      );
      await stopJobs();
    }
    expect(await reminders(silent)).toEqual(['push', 'sms']);
    expect(await reminders(noted)).toEqual([]);
  });

  it.each([
    ['has left', 'UPDATE user_account SET active = false WHERE id = $1 AND $2 > 0'],
    ['was moved to another dealer', 'UPDATE user_account SET organization_id = $2 WHERE id = $1'],
  ])('reminds its agency where the handler %s, with nothing to the handler', async (_, change) => {
    const kim = await makeAccount(server.database, 'DEALER', 'STAFF', orgs.nami, { name: 'Kim' });
    const id = await raise();
    await server.call(
      sosAlerts.dispatch,
      { params: { id }, body: { agencyId: orgs.nami, person: '박서준', phone: '010-1234-5678', etaMinutes: 15 } },
      await server.login(kim),
    );
    await server.database.query("UPDATE sos_call SET dispatched_at = now() - interval '31 minutes' WHERE id = $1", [
      id,
    ]);
    await server.database.query(change, [kim.userId, orgs.noa]);
    await startJobs();
    const reminded = await eventually(
      async () => (await deliveries(id)).filter((d) => d.reason.startsWith('sos.reminder:')),
      (r) => r.length > 0,
    );
    expect(reminded.map((d) => [d.channel, d.recipient])).toEqual([
      ['push', 'DEALER ADMIN'],
      ['sms', 'DEALER ADMIN'],
    ]);
    await stopJobs();
  });
});

describe('an SOS that somebody has acknowledged', () => {
  const reminders = (id: number) =>
    eventually(
      async () => (await deliveries(id)).filter((d) => d.reason.startsWith('sos.reminder:')),
      (r) => r.length > 0,
    );
  const acknowledgedBy = async (name: string) => {
    const account = await makeAccount(server.database, 'DEALER', 'STAFF', orgs.nami, { name });
    const id = await raise();
    await server.call(sosAlerts.acknowledge, { params: { id } }, await server.login(account));
    return { id, userId: account.userId };
  };
  const elevenMinutesLater = async (id: number): Promise<void> => {
    await server.database.query(
      "UPDATE sos_call SET acknowledged_at = acknowledged_at - interval '11 minutes' WHERE id = $1",
      [id],
    );
    await server.database.query(
      "UPDATE event_log SET at = at - interval '11 minutes' WHERE payload ? 'sos' AND payload->'sos'->>'id' = $1",
      [String(id)],
    );
  };

  it('and done nothing for ten minutes reminds the handler', async () => {
    const { id } = await acknowledgedBy('Jang');
    await elevenMinutesLater(id);
    await startJobs();
    expect((await reminders(id)).map((d) => [d.channel, d.recipient])).toEqual([
      ['push', 'Jang'],
      ['sms', 'Jang'],
    ]);
    await stopJobs();
  });

  it('who has no account any more reminds its agency at once', async () => {
    const { id, userId } = await acknowledgedBy('Shin');
    await server.database.query('UPDATE user_account SET active = false WHERE id = $1', [userId]);
    await startJobs();
    const reminded = (await reminders(id)).map((d) => d.recipient);
    expect(reminded).toContain('DEALER ADMIN');
    expect(reminded).not.toContain('Shin');
    await stopJobs();
  });

  it('whom nothing reaches reminds its agency', async () => {
    const { id, userId } = await acknowledgedBy('Kwon');
    await isUnreachable(userId);
    await elevenMinutesLater(id);
    await startJobs();
    const reminded = (await reminders(id)).map((d) => d.recipient);
    expect(reminded).toContain('DEALER ADMIN');
    expect(reminded).not.toContain('Kwon');
    await stopJobs();
  });
});

it('nobody is sent to an SOS that was closed while no process sent messages', async () => {
  const id = await raise();
  await server.call(sosAlerts.assign, { params: { id }, body: { userId: namiAdmin } }, head);
  await server.call(sosAlerts.falseAlarm, { params: { id }, body: { cause: 'test', resolution: 'test' } }, head);
  vehicle = await makeVehicle(server.database, orgs.nami);
  const later = await raise();
  await server.call(sosAlerts.assign, { params: { id: later }, body: { userId: namiAdmin } }, head);
  await startJobs();
  await eventually(
    () => deliveries(later),
    (d) => ['sos.raised:', 'sos.assigned:'].every((why) => d.some((x) => x.reason.startsWith(why))),
  );
  expect((await deliveries(id)).filter((d) => d.channel !== 'panel')).toEqual([]);
  await stopJobs();
});

describe('an SOS that is assigned', () => {
  const assignedTo = async (id: number) =>
    (await deliveries(id)).filter((d) => d.reason.startsWith('sos.assigned:')).map((d) => [d.channel, d.recipient]);

  it('is on the phone of its handler, by the channels that the handler wants', async () => {
    const lee = await makeAccount(server.database, 'DEALER', 'STAFF', orgs.nami, { name: 'Lee' });
    const park = await makeAccount(server.database, 'DEALER', 'STAFF', orgs.nami, { name: 'Park' });
    await server.database.query(
      "INSERT INTO notification_preference (user_id, kind, channel, wanted) VALUES ($1, 'sos', 'push', false)",
      [park.userId],
    );
    const id = await raise();
    await server.call(sosAlerts.acknowledge, { params: { id } }, head);
    await startJobs();
    // who takes it personally knows
    await server.call(sosAlerts.assign, { params: { id }, body: { userId: lee.userId } }, await server.login(lee));
    await server.call(sosAlerts.assign, { params: { id }, body: { userId: park.userId } }, head);
    await server.call(sosAlerts.assign, { params: { id }, body: { userId: lee.userId } }, head);
    await eventually(
      () => assignedTo(id),
      (d) => d.some(([, to]) => to === 'Lee'),
    );
    expect(await assignedTo(id)).toEqual([
      ['sms', 'Park'],
      ['push', 'Lee'],
      ['sms', 'Lee'],
    ]);
    const [text] = (await deliveries(id)).filter((d) => d.reason.startsWith('sos.assigned:'));
    expect(text?.text).toContain('[SOS 담당 지정]');
    expect(text?.text).toContain(vehicle.vin);
    await stopJobs();
  });

  it('to somebody whom nothing reaches says so of that person', async () => {
    const choi = await makeAccount(server.database, 'DEALER', 'STAFF', orgs.nami, { name: 'Choi' });
    await isUnreachable(choi.userId);
    const id = await raise();
    await startJobs();
    await server.call(sosAlerts.assign, { params: { id }, body: { userId: choi.userId } }, head);
    expect(
      await eventually(
        () => assignedTo(id),
        (d) => d.length > 0,
      ),
    ).toEqual([['sms', 'Choi']]);
    await server.call(sosAlerts.acknowledge, { params: { id } }, head);
    await stopJobs();
  });
});
