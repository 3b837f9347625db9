import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clockSetMark, diagnosis, type AskBody, type SessionView } from '@headland/contracts/diagnosis';
import type { DiagDown, ItemValue } from '@headland/contracts/device/diagnosis';
import { reprogram } from '@headland/contracts/reprogram';
import { newClock } from '@headland/domain/device-clock';
import { readLog } from '../../platform/event-log/log-reader';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { TelemetryModule } from '../../fleet/telemetry/telemetry.module';
import { LiveModule } from '../../live/stream/live.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal } from '../../testing/alerts';
import { aProgram, givenFile } from '../../testing/flash-device';
import { idling, Machine, park, keyOn } from '../../testing/machine';
import { freePort } from '../../testing/mosquitto';
import { endClients } from '../../testing/mqtt-clients';
import { startServer, type TestServer } from '../../testing/server';
import { openBroker as openTestBroker, type OpenBroker } from '../../testing/server-broker';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { runsNow } from '../reprogram/flash-vehicle.reads';
import { EndSessionWhenDue } from './end-session-when-due.command';
import { RemoteServiceModule } from '../remote-service.module';

// Failures during a session, at the real broker: each ends in a state that both sides agree on.
let server: TestServer;
let broker: OpenBroker;
let port: number;
let at: Organizations;
let tokens: Record<'head' | 'other', string>;
let vehicle: MadeVehicle;
let machine: Machine;
const password = 'the password of the server';
const info = { device_id: 'T', ecu_sw_sequence: 'SW-3.1.0', hw_variant: 'HL-D24', cyl: 4 };

const openBroker = (): Promise<OpenBroker> => openTestBroker(server, port);
beforeAll(async () => {
  port = await freePort();
  server = await startServer([SessionModule, DevicesModule, TelemetryModule, LiveModule, RemoteServiceModule], {
    config: { RUN: ['api', 'jobs', 'ingest'], MQTT_URL: `mqtt://127.0.0.1:${port}`, MQTT_PASSWORD: password },
  });
  broker = await openBroker();
  at = await makeOrganizations(server.database);
  tokens = {
    head: await server.login(
      await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Kim Minsu' }),
    ),
    other: await server.login(
      await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Lee Jiho' }),
    ),
  };
});
afterAll(async () => {
  await server.stop();
  await broker.stop();
});
beforeEach(async () => {
  ({ vehicle, machine } = await parked());
});
afterEach(endClients);

async function parked(): Promise<{ vehicle: MadeVehicle; machine: Machine }> {
  const made = await makeVehicle(server.database, at.nami);
  await park(server.database, made);
  const terminal = new Machine(made.deviceId, { port, database: server.database });
  await terminal.join();
  return { vehicle: made, machine: terminal };
}
const connect = (token = tokens.head, id = vehicle.id): Promise<SessionView> =>
  server.call(diagnosis.connect, { params: { id }, body: {} }, token);
const view = (id: number): Promise<SessionView> =>
  server.call(diagnosis.session, { params: { sessionId: id } }, tokens.head);
const ask = (id: number, body: AskBody): Promise<SessionView> =>
  server.call(diagnosis.ask, { params: { sessionId: id }, body }, tokens.head);
async function connected(live = idling()): Promise<SessionView> {
  const { id } = await connect();
  await machine.answer(await machine.asked('connect'), { state: 'connected', info, live });
  return view(id);
}
const shutoff: AskBody = { op: 'test', test: 'shutoff', args: {}, confirmed: ['area.clear', 'loads.off'] };
async function running(): Promise<{ id: number; request: DiagDown }> {
  const { id } = await connected();
  await ask(id, shutoff);
  const request = await machine.asked('test');
  await machine.answer(request, { state: 'running', step: 0, progress: 0.1, live: idling() });
  return { id, request };
}
const rejectedOf = async (id: number): Promise<number> =>
  (await server.database.query<{ rejected: number }[]>('SELECT rejected FROM diagnosis_session WHERE id = $1', [id]))[0]
    ?.rejected ?? -1;
const silentFor = (id: number, seconds: number): Promise<unknown> =>
  server.database.query(`UPDATE diagnosis_session SET heard_at = now() - interval '${seconds} seconds' WHERE id = $1`, [
    id,
  ]);
const ended = (id: number): Promise<SessionView> =>
  eventually(
    () => view(id),
    (s) => s.endedAt !== null,
  );

describe('an answer', () => {
  it('to another request is ignored: each of two sessions keeps its own', async () => {
    const first = await connected();
    const other = await parked();
    const second = await connect(tokens.head, other.vehicle.id);
    await other.machine.answer(await other.machine.asked('connect'), { state: 'connected', info, live: idling() });
    await ask(first.id, { op: 'faults' });
    await ask(second.id, { op: 'faults' });
    const [mine, its] = [await machine.asked('faults'), await other.machine.asked('faults')];
    await machine.sendBody({
      session: mine.session,
      req: its.req,
      state: 'faults',
      stored: [{ code: 'E0301' }],
      pending: [],
    });
    expect([await view(first.id), await view(second.id)]).toMatchObject([
      { faults: null, pending: { op: 'faults' } },
      { faults: null, pending: { op: 'faults' } },
    ]);
    expect([await rejectedOf(first.id), await rejectedOf(second.id)]).toEqual([1, 0]);
    await machine.answer(mine, { state: 'faults', stored: [{ code: 'E0410' }], pending: [] });
    await other.machine.answer(its, { state: 'faults', stored: [], pending: [] });
    expect((await view(first.id)).faults?.stored).toEqual([{ code: 'E0410' }]);
    expect((await view(second.id)).faults?.stored).toEqual([]);
  });

  it('to a connect that comes after its time frees the terminal, and the machine is free for the next', async () => {
    const { id } = await connect();
    const request = await machine.asked('connect');
    await server.database.query(
      "UPDATE diagnosis_request SET asked_at = now() - interval '11 seconds', due_at = now() - interval '1 second' WHERE session_id = $1",
      [id],
    );
    expect(await ended(id)).toMatchObject({ end: 'timeout', tests: [] });
    await machine.asked('disconnect');
    // it missed the message, or has just reconnected: it is sent again whenever the device behaves as connected
    await machine.answer(request, { state: 'connected', info, live: idling() });
    await machine.asked('disconnect', 2);
    await machine.sendBody({ session: request.session, state: 'alive', live: idling() });
    await machine.asked('disconnect', 3);
    await machine.answer(request, { state: 'disconnected' });
    expect(await view(id)).toMatchObject({ state: 'disconnected', info: null, live: {} });
    expect((await connect(tokens.other)).by).toBe('Lee Jiho');
    expect(machine.received.filter((m) => m.op === 'disconnect')).toHaveLength(3);
  });

  it('that reports connected twice connects once', async () => {
    const { id } = await connect();
    const request = await machine.asked('connect');
    await machine.answer(request, { state: 'connected', info, live: idling() });
    await machine.answer(request, { state: 'connected', info: { ...info, ecu_sw_sequence: 'SW-9' }, live: idling() });
    expect(await view(id)).toMatchObject({ state: 'connected', info });
    expect(await rejectedOf(id)).toBe(1);
    // also in the middle of a test, which goes on
    await ask(id, shutoff);
    await machine.answer(await machine.asked('test'), { state: 'running', step: 0, progress: 0.1 });
    await machine.answer(request, { state: 'connected', info, live: idling() });
    expect(await view(id)).toMatchObject({ state: 'running', tests: [{ state: 'running' }] });
    expect(machine.received.map((m) => m.op)).toEqual(['connect', 'test']);
    const names = (await readLog(server.database, 0, 100_000))
      .filter((e) => 'vehicleId' in e.payload && e.payload.vehicleId === vehicle.id)
      .map((e) => e.name);
    expect(names).toEqual(['diagnosis.opened', 'diagnosis.connected', 'diagnosis.testStarted']);
  });
});

it('of two accounts that connect in the same millisecond one is refused with the other’s name, machine by machine', async () => {
  const others = await Promise.all(Array.from({ length: 6 }, parked));
  const all = [vehicle, ...others.map((o) => o.vehicle)];
  const outcomes = await Promise.all(
    all.map(async ({ id }) => {
      const both = await Promise.allSettled([connect(tokens.head, id), connect(tokens.other, id)]);
      const won = both.flatMap((b) => (b.status === 'fulfilled' ? [b.value.by] : []));
      const lost = both.flatMap((b) =>
        b.status === 'rejected' ? [(b.reason as { error: { code: string; values?: object } }).error] : [],
      );
      return { won, lost };
    }),
  );
  for (const { won, lost } of outcomes) {
    expect(won).toHaveLength(1);
    expect(lost).toMatchObject([{ code: 'VEHICLE_HELD', values: { by: won[0] } }]);
  }
  for (const { machine: terminal } of others) {
    await terminal.asked('connect');
    expect(terminal.received).toHaveLength(1);
  }
});

describe('a value out of range', () => {
  it('of a gate is no value: a test is not begun by it', async () => {
    const { id } = await connected(keyOn({ battery: 655.35 }));
    expect(await refusal(ask(id, { op: 'test', test: 'egrTest', args: {}, confirmed: ['area.clear'] }))).toEqual([
      409,
      'TEST_GATE',
    ]);
    expect(machine.received.map((m) => m.op)).toEqual(['connect']);
  });

  it('of a gate that must go on holding stops the test', async () => {
    const { id, request } = await running();
    await machine.sendBody({ session: request.session, state: 'alive', live: idling({ speed: 6_553.5 }) });
    await machine.asked('abort');
    await machine.answer(request, { state: 'fail', reason: 'gate', gate: 'PARK', item: 'speed' });
    expect(await view(id)).toMatchObject({
      state: 'connected',
      tests: [{ state: 'fail', reason: 'gate', item: 'speed' }],
    });
  });

  it('of a result neither passes nor fails it', async () => {
    const { id } = await connected(keyOn());
    await ask(id, { op: 'test', test: 'compres', args: {}, confirmed: ['area.clear', 'battery.charged'] });
    await machine.answer(await machine.asked('test'), {
      state: 'complete',
      values: { 'crank.rpm': 65_535, 'cyl.dRpm': [1, -2, 3, 0] },
    });
    const [done] = (await view(id)).tests;
    expect(done).toMatchObject({ state: 'complete', verdict: 'incomplete', values: { 'crank.rpm': 65_535 } });
    expect(done?.evidence.find((e) => e.item === 'crank.rpm')).toMatchObject({ measured: null, ok: null });
  });

  it('that cannot be one at all puts its message aside; the rows before and after it stay', async () => {
    const { id } = await connected();
    await ask(id, { op: 'watch', items: ['battery'], period: 500 });
    const request = await machine.asked('watch');
    await machine.answer(request, { state: 'watching' });
    const t0 = machine.now;
    const row = (k: number, value: number) =>
      machine.message('stream', {
        session: request.session,
        t0: t0 + k * 500,
        period: 500,
        items: ['battery'],
        rows: [[value]],
      });
    await machine.send(row(0, 12.6));
    await machine.publish(row(1, 1e12));
    await machine.send(row(2, 12.5));
    const [aside] = await eventually(
      () =>
        server.database.query<{ reason: string }[]>(
          "SELECT reason FROM quarantine WHERE device_id = $1 AND topic LIKE '%/stream'",
          [machine.id],
        ),
      (rows) => rows.length > 0,
    );
    expect(aside?.reason).toBe('schema');
    expect((await recorded(id)).parts.map((p) => [p.t0 - t0, p.rows])).toEqual([
      [0, [[12.6]]],
      [1000, [[12.5]]],
    ]);
    expect((await view(id)).state).toBe('connected');
  });
});

describe('items that the machine does not know', () => {
  const stream = (session: string, t0: number, items: string[], rows: (number | null)[][]): Promise<void> =>
    machine.send(machine.message('stream', { session, t0, period: 500, items, rows }));

  it('are empty where its terminal leaves them out, or the rows in another order', async () => {
    const { id } = await connected();
    await ask(id, { op: 'watch', items: ['battery', 'rail.pressure', 'engine.rpm'], period: 500 });
    const request = await machine.asked('watch');
    await machine.answer(request, { state: 'watching' });
    const t0 = machine.now;
    await stream(request.session, t0, ['engine.rpm', 'battery'], [[820, 12.6]]);
    await stream(request.session, t0 + 500, ['battery', 'rail.pressure', 'engine.rpm'], [[12.5, null, 821]]);
    const { parts } = await recorded(id);
    expect(parts.map((p) => [p.items, p.rows])).toEqual([
      [['battery', 'rail.pressure', 'engine.rpm'], [[12.6, null, 820]]],
      [['battery', 'rail.pressure', 'engine.rpm'], [[12.5, null, 821]]],
    ]);
  });

  it('are not the ones added to a choice, whose last rows are on their way', async () => {
    const { id } = await connected();
    await ask(id, { op: 'watch', items: ['battery'], period: 500 });
    const first = await machine.asked('watch');
    await machine.answer(first, { state: 'watching' });
    await ask(id, { op: 'watch', items: ['battery', 'engine.rpm'], period: 500 });
    const second = await machine.asked('watch', 2);
    await stream(first.session, machine.now, ['battery'], [[12.6]]);
    await machine.answer(second, { state: 'watching' });
    await stream(second.session, machine.now, ['battery', 'rail.pressure'], [[12.4, 300]]);
    await stream(second.session, machine.now, ['battery', 'engine.rpm'], [[12.5, 820]]);
    expect((await recorded(id)).parts.map((p) => p.rows)).toEqual([[[12.5, 820]]]);
    expect(await rejectedOf(id)).toBe(2);
  });
});

const recorded = async (id: number) => {
  const { watching } = await view(id);
  return server.call(diagnosis.recording, { params: { recordingId: watching?.recordingId ?? 0 } }, tokens.head);
};

describe('conditions of every test', () => {
  it.each<[string, Record<string, number>, AskBody, unknown]>([
    ['12.3 V, of a test without a battery gate', idling({ battery: 12.3 }), shutoff, [409, 'TEST_GATE']],
    [
      '12.3 V, of the buzzer',
      keyOn({ battery: 12.3 }),
      { op: 'write', item: 'buzzTest', value: {}, confirmed: ['area.clear'] },
      [409, 'TEST_GATE'],
    ],
    [
      'the PTO turns',
      keyOn({ 'pto.rpm': 540 }),
      { op: 'test', test: 'egrTest', args: {}, confirmed: ['area.clear'] },
      [409, 'TEST_GATE'],
    ],
    [
      'it rolls',
      keyOn({ speed: 3 }),
      { op: 'test', test: 'egrTest', args: {}, confirmed: ['area.clear'] },
      [409, 'TEST_GATE'],
    ],
    [
      'the clear area was not confirmed on site',
      keyOn(),
      { op: 'test', test: 'egrTest', args: {}, confirmed: [] },
      [422, 'TEST_NOT_CONFIRMED'],
    ],
    [
      'it was not confirmed before the buzzer',
      keyOn(),
      { op: 'write', item: 'buzzTest', value: {}, confirmed: [] },
      [422, 'TEST_NOT_CONFIRMED'],
    ],
  ])('is not there: %s', async (_, live, body, refused) => {
    const { id } = await connected(live);
    expect(await refusal(ask(id, body))).toEqual(refused);
    expect(machine.received.map((m) => m.op)).toEqual(['connect']);
    expect((await view(id)).tests).toEqual([]);
  });

  it('is there at 12.4 V', async () => {
    const { id } = await connected(keyOn({ battery: 12.4 }));
    await ask(id, { op: 'test', test: 'egrTest', args: {}, confirmed: ['area.clear'] });
    expect((await machine.asked('test')).test).toBe('egrTest');
  });

  it('is unknown for a terminal that has been silent for ten seconds', async () => {
    const { id } = await connected();
    await silentFor(id, 11);
    expect(await refusal(ask(id, shutoff))).toEqual([409, 'SESSION_REFUSED']);
    await machine.sendBody({ session: (await machine.asked('connect')).session, state: 'alive', live: idling() });
    await ask(id, shutoff);
    await machine.asked('test');
  });

  it('keeps being met, or the machine is stopped', async () => {
    const { id } = await connected(keyOn());
    await ask(id, { op: 'test', test: 'egrTest', args: {}, confirmed: ['area.clear'] });
    const request = await machine.asked('test');
    await machine.answer(request, { state: 'running', step: 0, progress: 0.1 });
    await machine.sendBody({ session: request.session, state: 'alive', live: keyOn({ 'pto.rpm': 540 }) });
    await machine.asked('abort');
    await machine.answer(request, { state: 'fail', reason: 'gate', gate: 'STAND', item: 'pto.rpm' });
    expect(await view(id)).toMatchObject({ state: 'connected', tests: [{ state: 'fail', gate: 'STAND' }] });
  });
});

describe('a test that takes longer than its catalogue allows', () => {
  const begunAgo = (id: number, seconds: number): Promise<unknown> =>
    server.database.query(
      'UPDATE diagnosis_test SET started_at = now() - make_interval(secs => $2) WHERE session_id = $1',
      [id, seconds],
    );

  it('has failed for that, though its terminal goes on about it; its terminal is stopped, and the engineer may go on', async () => {
    const { id, request } = await running();
    // 180 s, and the terminal may say so by itself first
    await begunAgo(id, 185);
    await machine.answer(request, { state: 'running', step: 1, progress: 0.4, live: idling() });
    await server.execute(new EndSessionWhenDue(id));
    expect(await view(id)).toMatchObject({ state: 'running', tests: [{ state: 'running' }] });
    await begunAgo(id, 191);
    await eventually(
      () => view(id),
      (s) => s.tests[0]?.state === 'fail',
    );
    expect(await view(id)).toMatchObject({ state: 'connected', tests: [{ reason: 'timeout', verdict: null }] });
    await machine.asked('abort');
    await machine.answer(request, { state: 'fail', reason: 'aborted' });
    expect((await view(id)).tests).toMatchObject([{ reason: 'timeout' }]);
    await ask(id, shutoff);
    await machine.asked('test', 2);
  });
});

describe('a terminal that restarts', () => {
  const status = async (): Promise<void> => machine.publish(machine.message('status', { online: true, key: 'on' }));

  it('in a test ends its session, and both say why; the engineer connects again at once', async () => {
    const { id } = await running();
    machine.restart();
    await status();
    expect(await ended(id)).toMatchObject({ end: 'restarted', tests: [{ state: 'fail', reason: 'restarted' }] });
    expect((await connect()).state).toBe('connecting');
  });

  it('and is back only after its test has failed for its silence says so all the same', async () => {
    const { id } = await running();
    await silentFor(id, 11);
    await eventually(
      () => view(id),
      (s) => s.tests[0]?.reason === 'noAnswer',
    );
    machine.restart();
    await status();
    expect(await ended(id)).toMatchObject({ end: 'restarted', tests: [{ state: 'fail', reason: 'restarted' }] });
  });

  it('says that it has no such session', async () => {
    const { id } = await connected();
    await ask(id, { op: 'faults' });
    machine.restart();
    await machine.answer(await machine.asked('faults'), { state: 'fail', reason: 'noSession' });
    expect(await view(id)).toMatchObject({ state: 'disconnected', end: 'restarted' });
  });

  it('has not, where it has left the session by itself', async () => {
    const { id } = await connected();
    await ask(id, { op: 'faults' });
    await machine.answer(await machine.asked('faults'), { state: 'fail', reason: 'noSession' });
    expect(await view(id)).toMatchObject({ state: 'disconnected', end: 'byDevice', reason: 'noSession' });
  });

  it('has not, where messages of an earlier start come late', async () => {
    machine.restart();
    const { id } = await connected();
    await machine.publish({
      kind: 'engine',
      seq: 1,
      payload: JSON.stringify({ v: 1, boot: 1, seq: 1, ts: machine.now - 60_000, on: false }),
    });
    await eventually(
      () =>
        server.database.query<unknown[]>(
          "SELECT 1 FROM device_stream d JOIN device ON device.key = d.device_key WHERE device.id = $1 AND topic = 'engine'",
          [machine.id],
        ),
      (rows) => rows.length > 0,
    );
    await server.execute(new EndSessionWhenDue(id));
    expect((await view(id)).state).toBe('connected');
  });
});

describe('what is known of a machine', () => {
  const whole = {
    ...info,
    ts: '2026-11-21 09:00',
    engine: 'HL24',
    engine_type: 'D24',
    ecu_calibration_id: 'CAL-D24-0388',
    dcu_sw_version: 'DCU-1.4',
    flash_date: '2026-01-02',
  };
  let sessions = 0;
  beforeEach(() => {
    sessions = 0;
  });
  async function reports(reported: object): Promise<SessionView> {
    sessions++;
    const { id } = await connect();
    await machine.answer(await machine.asked('connect', sessions), {
      state: 'connected',
      info: reported,
      live: idling(),
    });
    const at = await view(id);
    await ask(id, { op: 'disconnect' });
    await machine.answer(await machine.asked('disconnect', sessions), { state: 'disconnected' });
    return at;
  }

  it('is not erased by a terminal that reports less; what it reports counts', async () => {
    await reports(whole);
    const second = await reports({ ecu_sw_sequence: 'SW-3.1.1' });
    const { ts: _, device_id: __, ...lasting } = whole;
    expect(second).toMatchObject({ info: { ...lasting, ecu_sw_sequence: 'SW-3.1.1' } });
    expect(Object.keys(second.info ?? {})).not.toContain('ts');
    expect(second.changedInfo).toEqual(['ecu_sw_sequence']);
    expect(await reports({})).toMatchObject({
      info: { hw_variant: 'HL-D24', ecu_sw_sequence: 'SW-3.1.1' },
      changedInfo: [],
    });
  });

  it('is not what a controller ran before it was programmed', async () => {
    await reports(whole);
    const { id: fileId } = await server.call(reprogram.upload, { file: givenFile(aProgram()) }, tokens.head);
    await server.database.query(
      `INSERT INTO flash_run (token, file_id, vehicle_id, device_id, device_key, organization_id, state, blocks, running_version, offered_at, expires_at, heard_at, ended_at, by_user, by_name, by_organization)
       SELECT gen_random_uuid(), $1, $2, $3, $4, $5, 'done', 1, 'SW-3.2.1', now(), now(), now(), now(), u.id, u.name, '' FROM user_account u LIMIT 1`,
      [fileId, vehicle.id, vehicle.deviceId, vehicle.deviceKey, at.nami],
    );
    const { info: known } = await reports({});
    expect(known).toMatchObject({ hw_variant: 'HL-D24', dcu_sw_version: 'DCU-1.4' });
    expect(Object.keys(known ?? {})).not.toContain('ecu_sw_sequence');
    const rows = await runsNow(server.database.manager, [vehicle.id]);
    expect(rows.get(vehicle.id)).toMatchObject({ ecuSoftware: 'SW-3.2.1', dcuSoftware: 'DCU-1.4' });
  });
});

describe('a test that the server failed while its terminal was silent', () => {
  it('is stopped when the terminal sends again, and later requests are not', async () => {
    const { id, request } = await running();
    await silentFor(id, 11);
    await server.execute(new EndSessionWhenDue(id));
    expect(await view(id)).toMatchObject({ state: 'connected', tests: [{ state: 'fail', reason: 'noAnswer' }] });
    // the event and the frame are what tells the console: the terminal's late answers change nothing
    const ended = (await readLog(server.database, 0, 100_000)).filter((e) => e.name === 'diagnosis.testEnded');
    expect(ended.at(-1)?.payload).toMatchObject({ sessionId: id, test: 'shutoff', reason: 'noAnswer' });
    await machine.asked('abort');
    await machine.answer(request, { state: 'running', step: 0, progress: 0.4 });
    await machine.asked('abort', 2);
    expect((await view(id)).tests).toMatchObject([{ state: 'fail', reason: 'noAnswer', progress: 0.1 }]);
    // late messages of the first session do not stop the second
    await machine.sendBody({ session: request.session, state: 'alive', live: idling() });
    await ask(id, shutoff);
    const again = await machine.asked('test', 2);
    await machine.answer(request, { state: 'running', step: 0, progress: 0.5 });
    await machine.answer(again, { state: 'running', step: 0, progress: 0.2 });
    expect(machine.received.filter((m) => m.op === 'abort')).toHaveLength(2);
    expect(await view(id)).toMatchObject({
      state: 'running',
      tests: [{ state: 'fail' }, { state: 'running', progress: 0.2 }],
    });
  });
});

describe('a broker that restarts', () => {
  async function restart(meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await broker.stop();
    await endClients();
    await meanwhile();
    broker = await openBroker();
    await machine.join();
  }

  it('in the middle of a test is not noticed where the terminal comes back in time', async () => {
    const { id, request } = await running();
    await restart();
    await machine.answer(request, { state: 'running', step: 1, progress: 0.8, live: idling() });
    await machine.answer(request, { state: 'complete', values: { 'cyl.drop': [60, 62, 61, 59] } });
    const [done] = (await view(id)).tests;
    expect(done).toMatchObject({ state: 'complete', progress: 1 });
    expect(done?.verdict).not.toBeNull();
    expect((await view(id)).state).toBe('connected');
    await ask(id, { op: 'faults' });
    await machine.asked('faults');
  });

  it('during a request ends the session; the terminal is informed when it is back', async () => {
    const { id, request } = await running();
    await restart(async () => {
      expect(await refusal(ask(id, { op: 'abort' }))).toEqual([503, 'UNAVAILABLE']);
      expect(await view(id)).toMatchObject({
        state: 'disconnected',
        end: 'broker',
        tests: [{ state: 'fail', reason: 'broker', verdict: null }],
      });
    });
    await machine.answer(request, { state: 'running', step: 0, progress: 0.4 });
    await machine.asked('disconnect');
    expect((await view(id)).tests).toMatchObject([{ state: 'fail', progress: 0.1 }]);
    expect((await connect(tokens.other)).state).toBe('connecting');
  });

  it('in the middle of a recording leaves a gap of the rows that are lost; repeated rows of its terminal close it', async () => {
    const { id } = await connected();
    await ask(id, { op: 'watch', items: ['engine.rpm'], period: 500 });
    const request = await machine.asked('watch');
    await machine.answer(request, { state: 'watching' });
    const t0 = machine.now;
    const rows = Array.from({ length: 8 }, (_, k) =>
      machine.message('stream', {
        session: request.session,
        t0: t0 + k * 500,
        period: 500,
        items: ['engine.rpm'],
        rows: [[800 + k]],
      }),
    );
    const sendRow = async (k: number): Promise<void> => machine.send(rows[k] as (typeof rows)[number]);
    for (const k of [0, 1, 2]) await sendRow(k);
    await restart();
    for (const k of [6, 7]) await sendRow(k);
    const times = async () => (await recorded(id)).parts.map((p) => (p.t0 - t0) / 500);
    expect(await times()).toEqual([0, 1, 2, 6, 7]);
    await sendRow(4);
    await sendRow(4);
    expect(await times()).toEqual([0, 1, 2, 4, 6, 7]);
    const [row] = await server.database.query<{ row_count: number }[]>(
      'SELECT row_count FROM diagnosis_recording WHERE session_id = $1',
      [id],
    );
    expect(row?.row_count).toBe(6);
    expect((await view(id)).state).toBe('connected');
  });
});

it('a clock that is set within a recording moves no row, and is marked', async () => {
  const { id } = await connected();
  await ask(id, { op: 'watch', items: ['engine.rpm'], period: 500 });
  const request = await machine.asked('watch');
  await machine.answer(request, { state: 'watching' });
  const began = Date.now();
  const row = (): Promise<void> =>
    machine.send(
      machine.message('stream', {
        session: request.session,
        t0: machine.now,
        period: 500,
        items: ['engine.rpm'],
        rows: [[820]],
      }),
    );
  await row();
  machine.aheadMs = 3_600_000;
  await row();
  await row();
  machine.aheadMs = -1_800_000;
  await row();
  machine.aheadMs = 0;
  await row();
  const { parts, offsetMs, marks } = await recorded(id);
  const moments = parts.map((p) => p.t0 + offsetMs);
  expect(moments).toHaveLength(5);
  expect(moments).toEqual([...moments].sort((a, b) => a - b));
  for (const moment of moments) {
    expect(moment).toBeGreaterThanOrEqual(began);
    expect(moment).toBeLessThanOrEqual(Date.now());
  }
  expect(marks?.map((m) => m.label)).toEqual([clockSetMark, clockSetMark, clockSetMark]);
  expect(marks?.map((m) => m.at)).toEqual([moments[1], moments[3], moments[4]]);
  expect((await view(id)).state).toBe('connected');
});

it.each<[string, ItemValue]>([
  ['a text', 'on'],
  ['a half', 0.5],
])('a key that is %s is neither on nor off, and its message is taken', async (_, key) => {
  const { id } = await connected();
  const { session } = await machine.asked('connect');
  await machine.sendBody({ session, state: 'alive', live: { ...idling(), key } });
  const [row] = await server.database.query<{ off: Date | null }[]>(
    'SELECT key_off_at AS off FROM diagnosis_session WHERE id = $1',
    [id],
  );
  expect([(await view(id)).state, row?.off]).toEqual(['connected', null]);
});

it('a message that comes after later ones does not end a test by what it measured then', async () => {
  const { id } = await connected();
  await ask(id, shutoff);
  const request = await machine.asked('test');
  machine.aheadMs = -9_000;
  const late = machine.message('diag', { session: request.session, state: 'alive', live: idling({ key: 0 }) });
  machine.aheadMs = 0;
  await machine.answer(request, { state: 'running', step: 0, progress: 0.1, live: idling() });
  await machine.send(late);
  expect(await view(id)).toMatchObject({ state: 'running', tests: [{ state: 'running' }] });
});

describe('a terminal that counts its starts anew', () => {
  const heardOf = (daysAgo: number): Promise<unknown> =>
    server.database.query(
      'UPDATE device_stream SET received_at = now() - make_interval(days => $2) WHERE device_key = $1',
      [vehicle.deviceKey, daysAgo],
    );

  it('is connected, also with a clock that is ten years behind', async () => {
    const first = await connected();
    await ask(first.id, { op: 'disconnect' });
    await machine.answer(await machine.asked('disconnect'), { state: 'disconnected' });
    await heardOf(3);
    const behindMs = 3_650 * 86_400_000;
    const clock = { ...newClock(), offsetMs: behindMs, trust: 'estimated' };
    await server.database.query(
      `INSERT INTO device_clock (device_key, boot, clock, offset_ms, updated_at) VALUES ($1, 1, $2, $3, now())
       ON CONFLICT (device_key, boot) DO UPDATE SET clock = excluded.clock, offset_ms = excluded.offset_ms, updated_at = excluded.updated_at`,
      [vehicle.deviceKey, JSON.stringify(clock), behindMs],
    );
    await endClients();
    machine = new Machine(vehicle.deviceId, { port, database: server.database });
    machine.aheadMs = -behindMs;
    await machine.join();
    const { id } = await connect();
    await machine.answer(await machine.asked('connect'), { state: 'connected', info, live: idling() });
    await eventually(
      () => view(id),
      (s) => s.state === 'connected',
    );
  });

  it('is not kept waiting by its repeats', async () => {
    const { id } = await connected();
    const { session } = await machine.asked('connect');
    // what is sent again has the time that it had
    machine.aheadMs = -50 * 3_600_000;
    const alive = machine.message('diag', { session, state: 'alive', live: idling() });
    machine.aheadMs = 0;
    await machine.send(alive);
    await heardOf(2);
    await machine.publish(alive);
    // of the same device, after it
    await machine.send(
      machine.message('stream', { session, t0: machine.now, period: 500, items: ['engine.rpm'], rows: [[820]] }),
    );
    const [row] = await server.database.query<{ hours: number }[]>(
      "SELECT extract(epoch FROM now() - received_at)::float8 / 3600 AS hours FROM device_stream WHERE device_key = $1 AND topic = 'diag'",
      [vehicle.deviceKey],
    );
    expect(row?.hours).toBeGreaterThan(47);
    expect((await view(id)).state).toBe('connected');
  });
});
