import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { diagnosis, type AskBody, type DiagnosisFrame, type SessionView } from '@headland/contracts/diagnosis';
import { remoteResults } from '@headland/contracts/remote-results';
import { kioskHeader, kiosks } from '@headland/contracts/kiosk';
import { readLog } from '../../platform/event-log/log-reader';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { LiveModule } from '../../live/stream/live.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal } from '../../testing/alerts';
import { idling, Machine, keyOn } from '../../testing/machine';
import { freePort } from '../../testing/mosquitto';
import { endClients } from '../../testing/mqtt-clients';
import { startServer, type TestServer } from '../../testing/server';
import { atBroker, openBroker, type OpenBroker } from '../../testing/server-broker';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { servedOf } from '../../fleet/vehicles/in-service.reads';
import { EndSessionWhenDue } from './end-session-when-due.command';
import { RemoteServiceModule } from '../remote-service.module';

// A machine at the real broker that answers as each test defines, and all roles of the server in one process.
let server: TestServer;
let broker: OpenBroker;
let port: number;
let at: Organizations;
let tokens: Record<'head' | 'other' | 'staff' | 'nami' | 'noa', string>;
let vehicle: MadeVehicle;
let machine: Machine;

beforeAll(async () => {
  port = await freePort();
  server = await startServer([SessionModule, DevicesModule, LiveModule, RemoteServiceModule], {
    config: { RUN: ['api', 'jobs', 'ingest'], ...atBroker(port) },
  });
  broker = await openBroker(server, port);
  at = await makeOrganizations(server.database);
  const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(server.database, ...caller));
  tokens = {
    head: await login('HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Kim Minsu' }),
    other: await login('HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Lee Jiho' }),
    staff: await login('HEAD_OFFICE', 'STAFF', at.headOffice),
    nami: await login('DEALER', 'ADMIN', at.nami),
    noa: await login('DEALER', 'ADMIN', at.noa),
  };
});
afterAll(async () => {
  await server.stop();
  await broker.stop();
});
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, at.nami);
  await park();
  machine = new Machine(vehicle.deviceId, { port, database: server.database });
  await machine.join();
});
afterEach(endClients);

const park = (over: Record<string, unknown> = {}): Promise<unknown> => {
  const state = {
    device_key: vehicle.deviceKey,
    online: true,
    key_on: true,
    engine: false,
    speed: 0,
    last_seen_at: new Date(),
    open_sos: 0,
    ...over,
  };
  const names = Object.keys(state);
  return server.database.query(
    `INSERT INTO vehicle_state (vehicle_id, ${names.join(', ')}) VALUES ($1, ${names.map((_, i) => `$${i + 2}`).join(', ')})
    ON CONFLICT (vehicle_id) DO UPDATE SET ${names.map((n, i) => `${n} = $${i + 2}`).join(', ')}`,
    [vehicle.id, ...Object.values(state)],
  );
};

const info = { device_id: 'T', ecu_sw_sequence: 'SW-3.1.0', hw_variant: 'HL-D24', cyl: 4 };

const connect = (token = tokens.head, id = vehicle.id): Promise<SessionView> =>
  server.call(diagnosis.connect, { params: { id }, body: {} }, token);
const view = (id: number, token = tokens.head): Promise<SessionView> =>
  server.call(diagnosis.session, { params: { sessionId: id } }, token);
const ask = (id: number, body: AskBody | Record<string, unknown>, token = tokens.head): Promise<SessionView> =>
  server.call(diagnosis.ask, { params: { sessionId: id }, body: body as AskBody }, token);
async function connected(live = idling()): Promise<SessionView> {
  const { id } = await connect();
  await machine.answer(await machine.asked('connect'), { state: 'connected', info, live });
  return view(id);
}
const events = async (): Promise<string[]> =>
  (await readLog(server.database, 0, 100_000))
    .filter((e) => e.name.startsWith('diagnosis.') && 'vehicleId' in e.payload && e.payload.vehicleId === vehicle.id)
    .map((e) => e.name.slice(10));
const due = (id: number): Promise<void> => server.execute(new EndSessionWhenDue(id));

describe('a session', () => {
  it('is asked for, connected with the engine’s own words, asked for its faults, and left', async () => {
    const opened = await connect();
    expect(opened).toMatchObject({ state: 'connecting', by: 'Kim Minsu', mine: true, pending: { op: 'connect' } });
    await machine.answer(await machine.asked('connect'), { state: 'connected', info, live: idling() });
    expect(await view(opened.id)).toMatchObject({ state: 'connected', info, pending: null, live: { battery: 14.1 } });

    await ask(opened.id, { op: 'faults' });
    await machine.answer(await machine.asked('faults'), {
      state: 'faults',
      stored: [{ code: 'E0410', spn: 4334, fmi: 18, count: 2, freeze: { 'engine.rpm': 1980 } }],
      pending: [],
    });
    const read = await view(opened.id);
    expect(read.faults?.stored).toEqual([
      { code: 'E0410', spn: 4334, fmi: 18, count: 2, freeze: { 'engine.rpm': 1980 } },
    ]);
    // required by the checks of the fault
    expect(read.proposed.length).toBeGreaterThan(0);

    expect((await ask(opened.id, { op: 'disconnect' })).state).toBe('disconnecting');
    await machine.answer(await machine.asked('disconnect'), { state: 'disconnected' });
    expect(await view(opened.id)).toMatchObject({ state: 'disconnected', end: 'disconnected' });
    expect(await events()).toEqual(['opened', 'connected', 'ended']);
  });

  it('is one at a time: the second of two concurrent ones is refused with the first one’s name', async () => {
    const both = await Promise.all([refusal(connect()), refusal(connect(tokens.other))]);
    expect(both.filter((b) => b === 'allowed')).toHaveLength(1);
    expect(both).toContainEqual([409, 'VEHICLE_HELD']);
    const { rows } = await server.call(diagnosis.list, { query: { vin: vehicle.vin, online: 'all' } }, tokens.staff);
    expect(rows).toMatchObject([{ id: vehicle.id, holder: { state: 'connecting', mine: false } }]);
    expect(await events()).toEqual(['opened']);
  });

  it('is the terminal’s to refuse', async () => {
    const { id } = await connect();
    await machine.answer(await machine.asked('connect'), { state: 'fail', reason: 'alreadyConnected' });
    expect(await view(id)).toMatchObject({ state: 'disconnected', end: 'refused', reason: 'alreadyConnected' });
    // and may be requested again
    expect((await connect()).state).toBe('connecting');
  });

  it('needs the key, not a running engine; a key of which nothing is known is the terminal’s matter', async () => {
    for (const state of [{}, { key_on: null }, { key_on: null, engine: null }]) {
      await park(state);
      const { checks } = await server.call(diagnosis.get, { params: { id: vehicle.id } }, tokens.staff);
      expect(checks.filter((c) => !c.ok)).toEqual([]);
    }
    // the list shows the key and that the engine is off
    await park({ key_on: true, engine: false });
    const { rows } = await server.call(diagnosis.list, { query: { vin: vehicle.vin } }, tokens.staff);
    expect(rows).toMatchObject([{ id: vehicle.id, key: 'on', engine: 'off' }]);
    await park({ key_on: null, engine: null });
    expect((await connect()).state).toBe('connecting');
  });

  it.each([
    ['offline', { online: false }],
    ['keyOff', { key_on: false }],
    ['openSos', { open_sos: 1 }],
  ])('is not asked for: %s', async (reason, state) => {
    await park(state);
    expect(await refusal(connect())).toEqual([409, 'NOT_CONNECTABLE']);
    const { checks } = await server.call(diagnosis.get, { params: { id: vehicle.id } }, tokens.staff);
    expect(checks.filter((c) => !c.ok).map((c) => c.check)).toEqual([reason]);
    expect(await events()).toEqual([]);
  });

  it('is for those who may, on vehicles they see, and belongs to its holder', async () => {
    expect(await refusal(connect(tokens.staff))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(connect(tokens.noa))).toEqual([404, 'NOT_FOUND']);
    const { id } = await connected();
    expect(await refusal(ask(id, { op: 'faults' }, tokens.other))).toEqual([403, 'SESSION_NOT_YOURS']);
    expect(await refusal(ask(id, { op: 'faults' }, tokens.noa))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(view(id, tokens.noa))).toEqual([404, 'NOT_FOUND']);
    expect((await view(id, tokens.nami)).mine).toBe(false);
    expect(await refusal(ask(999_999, { op: 'faults' }))).toEqual([404, 'NOT_FOUND']);
  });

  it('names which request the terminal refused, until another is asked for', async () => {
    const { id } = await connected();
    await ask(id, { op: 'faults' });
    await machine.answer(await machine.asked('faults'), { state: 'fail', reason: 'notSupported' });
    expect(await view(id)).toMatchObject({
      state: 'connected',
      pending: null,
      faults: null,
      failed: { op: 'faults', reason: 'notSupported' },
    });
    expect((await ask(id, { op: 'faults' })).failed).toBeNull();
  });

  it('accepts one request at a time, and none once it has ended', async () => {
    const { id } = await connected();
    await ask(id, { op: 'faults' });
    expect(await refusal(ask(id, { op: 'faults' }))).toEqual([409, 'SESSION_REFUSED']);
    await machine.sendBody({
      session: (await machine.asked('faults')).session,
      state: 'disconnected',
      reason: 'keyOff',
    });
    expect(await view(id)).toMatchObject({ state: 'disconnected', end: 'byDevice', reason: 'keyOff' });
    expect(await refusal(ask(id, { op: 'faults' }))).toEqual([409, 'SESSION_REFUSED']);
  });

  it('applies each answer once, and none that is late, foreign or unrequested', async () => {
    const { id } = await connected();
    await ask(id, { op: 'faults' });
    const request = await machine.asked('faults');
    const fault = (code: string) => ({ state: 'faults' as const, stored: [{ code }], pending: [] });
    // of another request, of another state, of an unknown session
    await machine.sendBody({ session: request.session, req: randomUUID(), ...fault('E0301') });
    await machine.answer(request, { state: 'watching' });
    await machine.sendBody({ session: randomUUID(), req: request.req, ...fault('E0302') });
    expect((await view(id)).faults).toBeNull();
    const answer = machine.message('diag', { session: request.session, req: request.req, ...fault('E0410') });
    await machine.send(answer);
    await machine.send(answer);
    // the same request answered again under a new number
    await machine.answer(request, fault('E0303'));
    expect((await view(id)).faults?.stored).toEqual([{ code: 'E0410' }]);
    const [row] = await server.database.query<{ rejected: number }[]>(
      'SELECT rejected FROM diagnosis_session WHERE id = $1',
      [id],
    );
    expect(row?.rejected).toBe(3);
    const aside = await server.database.query<{ detail: string }[]>(
      "SELECT detail FROM quarantine WHERE device_id = $1 AND topic LIKE '%/diag'",
      [machine.id],
    );
    expect(aside).toEqual([{ detail: 'no such session of this device' }]);
  });

  it('of one device ignores messages of another device', async () => {
    const { id } = await connected();
    await ask(id, { op: 'faults' });
    const request = await machine.asked('faults');
    const stranger = new Machine((await makeVehicle(server.database, at.nami)).deviceId, {
      port,
      database: server.database,
    });
    await stranger.join();
    await stranger.answer(request, { state: 'faults', stored: [{ code: 'E0301' }], pending: [] });
    expect((await view(id)).faults).toBeNull();
  });
});

describe('time ends a session', () => {
  const backdate = (id: number, column: string, seconds: number): Promise<unknown> =>
    server.database.query(
      `UPDATE diagnosis_session SET ${column} = now() - interval '${seconds} seconds' WHERE id = $1`,
      [id],
    );

  it('whose connect is not answered within ten seconds, and not before', async () => {
    const { id } = await connect();
    await due(id);
    expect((await view(id)).state).toBe('connecting');
    await server.database.query(
      "UPDATE diagnosis_request SET asked_at = now() - interval '11 seconds', due_at = now() - interval '1 second' WHERE session_id = $1",
      [id],
    );
    await eventually(
      () => view(id),
      (s) => s.state === 'disconnected',
    );
    expect(await view(id)).toMatchObject({ end: 'timeout' });
    // a late answer changes nothing
    await machine.answer(await machine.asked('connect'), { state: 'connected', info });
    expect(await view(id)).toMatchObject({ state: 'disconnected', info: null });
  });

  it.each([
    ['silent', 'heard_at', 61],
    ['consoleGone', 'seen_at', 61],
    ['keyOff', 'key_off_at', 61],
    ['idle', 'acted_at', 1801],
  ])('%s, whatever process was away meanwhile, and informs the terminal', async (end, column, seconds) => {
    const { id } = await connected();
    await backdate(id, column, seconds - 3);
    await due(id);
    expect((await view(id)).state).toBe('connected');
    await backdate(id, column, seconds);
    await eventually(
      () => view(id),
      (s) => s.state === 'disconnected',
    );
    expect(await view(id)).toMatchObject({ end });
    await machine.asked('disconnect');
    expect((await events()).filter((e) => e === 'ended')).toHaveLength(1);
  });

  it('with a request that is not answered', async () => {
    const { id } = await connected();
    await ask(id, { op: 'faults' });
    await server.database.query(
      "UPDATE diagnosis_request SET due_at = now() - interval '1 second' WHERE session_id = $1 AND op = 'faults'",
      [id],
    );
    await eventually(
      () => view(id),
      (s) => s.state === 'disconnected',
    );
    expect(await view(id)).toMatchObject({ end: 'timeout' });
  });

  it('the next request need not wait for the sweep', async () => {
    const { id } = await connected();
    await backdate(id, 'seen_at', 61);
    expect((await connect(tokens.other)).by).toBe('Lee Jiho');
    expect(await view(id)).toMatchObject({ end: 'consoleGone' });
    // its terminal, which knows nothing of that, would answer that it is connected already
    await machine.asked('connect', 2);
    expect(machine.received.map((m) => m.op)).toEqual(['connect', 'disconnect', 'connect']);
  });

  it('that is being left holds its machine until the terminal has answered, whenever its test was asked for', async () => {
    const { id } = await connected();
    await ask(id, { op: 'test', test: 'shutoff', confirmed: ['area.clear', 'loads.off'] });
    await machine.answer(await machine.asked('test'), { state: 'running', step: 0, progress: 0.1 });
    const asked = (op: string, seconds: number): Promise<unknown> =>
      server.database.query(
        'UPDATE diagnosis_request SET asked_at = now() - make_interval(secs => $3) WHERE session_id = $1 AND op = $2',
        [id, op, seconds],
      );
    await asked('test', 60);
    await ask(id, { op: 'disconnect' });
    expect(await refusal(connect(tokens.other))).toEqual([409, 'VEHICLE_HELD']);
    expect([...(await servedOf(server.database.manager, [vehicle.id], new Date())).keys()]).toEqual([vehicle.id]);
    await asked('disconnect', 11);
    expect((await connect(tokens.other)).by).toBe('Lee Jiho');
  });
});

describe('values', () => {
  const open: Socket[] = [];
  afterEach(() => {
    for (const s of open.splice(0)) s.close();
  });
  async function follow(
    sessionId: number,
    token: string,
  ): Promise<{ frames: DiagnosisFrame[]; following: boolean; socket: Socket }> {
    const frames: DiagnosisFrame[] = [];
    const socket = io(server.url, { path: '/socket.io', transports: ['websocket'], auth: { token } });
    open.push(socket);
    socket.on('diagnosis', (f: DiagnosisFrame) => frames.push(f));
    const { following } = (await socket.emitWithAck('follow', { sessionId })) as { following: boolean };
    return { frames, following, socket };
  }

  it('that were chosen are sent to the holder’s console only, and are stored', async () => {
    const { id } = await connected();
    await ask(id, { op: 'watch', items: ['engine.rpm', 'rail.pressure'], period: 500 });
    const request = await machine.asked('watch');
    expect(request).toMatchObject({ items: ['engine.rpm', 'rail.pressure'], period: 500 });
    await machine.answer(request, { state: 'watching' });
    const mine = await follow(id, tokens.head);
    const others = await follow(id, tokens.other);
    const { token } = await server.call(kiosks.issue, { body: { name: 'wall', organizationId: at.noa } }, tokens.head);
    const wall = await server.call(kiosks.open, {}, null, { [kioskHeader]: token });
    const walls = await follow(id, wall.accessToken);
    expect([mine.following, others.following, walls.following]).toEqual([true, false, false]);
    const t0 = Date.now();
    const rows = (k: number) => ({
      session: request.session,
      t0: t0 + k * 1000,
      period: 500,
      items: ['engine.rpm', 'rail.pressure'],
      rows: [
        [820 + k, null],
        [821 + k, 262],
      ],
    });
    for (let k = 0; k < 3; k++) await machine.send(machine.message('stream', rows(k)));
    await eventually(
      () => Promise.resolve(mine.frames.filter((f) => f.rows)),
      (f) => f.length === 3,
    );
    expect(mine.frames.flatMap((f) => f.rows?.rows ?? [])[0]).toEqual([820, null]);
    expect([others.frames, walls.frames]).toEqual([[], []]);
    // the same rows under a new number count once; those of another choice not at all
    await machine.send(machine.message('stream', rows(1)));
    await machine.send(machine.message('stream', { ...rows(9), items: ['engine.rpm', 'battery'] }));
    const { watching } = await view(id);
    const kept = await server.call(
      diagnosis.recording,
      { params: { recordingId: watching?.recordingId ?? 0 } },
      tokens.staff,
    );
    expect(kept.parts.map((p) => p.t0 - t0)).toEqual([0, 1000, 2000]);
    expect(
      await refusal(
        server.call(diagnosis.recording, { params: { recordingId: watching?.recordingId ?? 0 } }, tokens.noa),
      ),
    ).toEqual([404, 'NOT_FOUND']);
    await ask(id, { op: 'unwatch' });
    expect((await view(id)).watching).toBeNull();
  });

  it('can be marked by its engineer; not by others, and not once it is over', async () => {
    const { id } = await connected();
    const { watching } = await ask(id, { op: 'watch', items: ['engine.rpm'], period: 1000 });
    const recordingId = watching?.recordingId ?? 0;
    const mark = (at: number, token = tokens.head) =>
      server.call(diagnosis.mark, { params: { recordingId }, body: { at, label: '1' } }, token);
    await mark(2_000);
    expect(await mark(1_000)).toEqual([
      { at: 1_000, label: '1' },
      { at: 2_000, label: '1' },
    ]);
    expect(await refusal(mark(3_000, tokens.other))).toEqual([403, 'SESSION_NOT_YOURS']);
    expect(await refusal(mark(3_000, tokens.staff))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(mark(3_000, tokens.noa))).toEqual([404, 'NOT_FOUND']);
    await machine.answer(await machine.asked('watch'), { state: 'watching' });
    await ask(id, { op: 'unwatch' });
    expect(await refusal(mark(3_000))).toEqual([409, 'SESSION_REFUSED']);
    const kept = await server.call(diagnosis.recording, { params: { recordingId } }, tokens.staff);
    expect(kept.marks?.map((m) => m.at)).toEqual([1_000, 2_000]);
  });

  it('of an unknown item, or of eleven, are refused', async () => {
    const { id } = await connected();
    expect(await refusal(ask(id, { op: 'watch', items: ['engine.mood'], period: 500 }))).toEqual([422, 'E0001']);
    expect(
      await refusal(ask(id, { op: 'watch', items: Array.from({ length: 11 }, (_, i) => `engine.i${i}`), period: 500 })),
    ).toEqual([422, 'E0001']);
    expect(await refusal(ask(id, { op: 'watch', items: ['engine.rpm'], period: 700 }))).toEqual([422, 'E0001']);
    expect(machine.received.map((m) => m.op)).toEqual(['connect']);
  });

  it.each([
    ['the vehicle is out of scope', 'DEALER', 'noa'],
    ['remote diagnosis is not for the account', 'REGION', 'north'],
  ] as const)('are not followed any more where %s, though the session is the own one', async (_, group, place) => {
    const { id } = await connected();
    const account = await makeAccount(server.database, group, 'ADMIN', at[place]);
    await server.database.query('UPDATE diagnosis_session SET by_user = $2 WHERE id = $1', [id, account.userId]);
    expect((await follow(id, await server.login(account))).following).toBe(false);
    const holder = await makeAccount(server.database, 'DEALER', 'ADMIN', at.nami);
    await server.database.query('UPDATE diagnosis_session SET by_user = $2 WHERE id = $1', [id, holder.userId]);
    expect((await follow(id, await server.login(holder))).following).toBe(true);
  });

  it('a console that follows keeps the session from being given up', async () => {
    const { id } = await connected();
    await server.database.query("UPDATE diagnosis_session SET seen_at = now() - interval '40 seconds' WHERE id = $1", [
      id,
    ]);
    await follow(id, tokens.head);
    const [row] = await server.database.query<{ fresh: boolean }[]>(
      "SELECT seen_at > now() - interval '20 seconds' AS fresh FROM diagnosis_session WHERE id = $1",
      [id],
    );
    expect(row?.fresh).toBe(true);
  });
});

describe('a test', () => {
  const cranked = { test: 'compres', args: {}, confirmed: ['area.clear', 'battery.charged'] };

  it('runs, is recorded, judged by the limits of its day, and leads on', async () => {
    const { id } = await connected(keyOn());
    await ask(id, { op: 'test', ...cranked });
    const request = await machine.asked('test');
    expect(request.test).toBe('compres');
    await machine.answer(request, { state: 'waiting', prompt: 'crank.now', leftS: 7 });
    expect(await view(id)).toMatchObject({
      state: 'waiting',
      tests: [{ state: 'waiting', prompt: 'crank.now', leftS: 7 }],
    });
    const trace = {
      t0: 5000,
      period: 100,
      items: ['crank.rpm', 'battery'],
      rows: [
        [218, 10.7],
        [221, 10.6],
      ],
    };
    await machine.answer(request, {
      state: 'running',
      step: 1,
      progress: 0.5,
      live: keyOn({ battery: 10.7 }),
      trace,
    });
    expect(await view(id)).toMatchObject({ state: 'running', tests: [{ state: 'running', step: 1, progress: 0.5 }] });
    expect(await refusal(ask(id, { op: 'faults' }))).toEqual([409, 'SESSION_REFUSED']);
    await machine.answer(request, { state: 'complete', values: { 'cyl.dRpm': [1, -2, 17, 0], 'crank.rpm': 220 } });
    const [done] = (await view(id)).tests;
    expect(done).toMatchObject({ state: 'complete', verdict: 'fail', next: ['shutoff'], catalogueVersion: 1001 });
    expect(done?.evidence.filter((e) => e.ok === false)).toMatchObject([
      { item: 'cyl.dRpm', cylinder: 3, measured: 17, max: 10 },
    ]);
    expect((await view(id)).proposed[0]).toEqual({ id: 'shutoff', because: 'result', of: 'compres' });
    expect((await server.call(diagnosis.curve, { params: { testId: done?.id ?? 0 } }, tokens.staff)).parts).toEqual([
      { t0: 5000, period: 100, step: 1, items: trace.items, rows: trace.rows },
    ]);
    // running again after the end is late
    await machine.answer(request, { state: 'running', step: 2, progress: 0.6 });
    expect((await view(id)).tests[0]).toMatchObject({ state: 'complete' });
    expect(await events()).toEqual(['opened', 'connected', 'testStarted', 'testEnded']);
    const { rows } = await server.call(diagnosis.history, { params: { id: vehicle.id }, query: {} }, tokens.nami);
    expect(rows.map((r) => [r.kind, r.test, r.verdict])).toEqual([
      ['test', 'compres', 'fail'],
      ['session', null, null],
    ]);
  });

  it.each<[string, Record<string, number>, unknown]>([
    ['the engine runs', idling(), [409, 'TEST_GATE']],
    ['12.3 V', keyOn({ battery: 12.3 }), [409, 'TEST_GATE']],
    ['the brake is off', keyOn({ 'brake.park': 0 }), [409, 'TEST_GATE']],
  ])('is not asked for: %s', async (_, live, refused) => {
    const { id } = await connected(live);
    expect(await refusal(ask(id, { op: 'test', ...cranked }))).toEqual(refused);
    expect(machine.received.map((m) => m.op)).toEqual(['connect']);
  });

  it('is aborted before the machine has answered; without a test there is nothing to abort', async () => {
    const { id } = await connected(keyOn());
    expect(await refusal(ask(id, { op: 'abort' }))).toEqual([409, 'SESSION_REFUSED']);
    await ask(id, { op: 'test', ...cranked });
    await ask(id, { op: 'abort' });
    expect(await machine.asked('abort')).toMatchObject({ op: 'abort' });
  });

  it('is not asked for without the word of somebody on site, without what it needs, or by another way', async () => {
    const { id } = await connected(keyOn());
    expect(await refusal(ask(id, { op: 'test', test: 'compres', confirmed: ['battery.charged'] }))).toEqual([
      422,
      'TEST_NOT_CONFIRMED',
    ]);
    expect(await refusal(ask(id, { op: 'test', test: 'defControlTest', confirmed: ['area.clear'] }))).toEqual([
      409,
      'TEST_NEEDS',
    ]);
    expect(await refusal(ask(id, { op: 'test', test: 'buzzTest' }))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(ask(id, { op: 'test', test: 'nothing' }))).toEqual([404, 'NOT_FOUND']);
  });

  it('that somebody has to have seen is judged with the answer, which is given once', async () => {
    const { id } = await connected(keyOn());
    await ask(id, { op: 'write', item: 'buzzTest', value: {}, confirmed: ['area.clear'] });
    await machine.answer(await machine.asked('write'), { state: 'complete', values: {} });
    const [test] = (await view(id)).tests;
    expect(test).toMatchObject({
      verdict: 'incomplete',
      toConfirm: [{ key: 'buzzer.heard', item: null, photo: false }],
    });
    const confirm = (key: string, token = tokens.head) =>
      server.call(diagnosis.confirm, { params: { testId: test?.id ?? 0 }, body: { key, answer: true } }, token);
    expect(await refusal(confirm('smoke.seen'))).toEqual([422, 'E0001']);
    expect(await refusal(confirm('buzzer.heard', tokens.other))).toEqual([403, 'SESSION_NOT_YOURS']);
    expect(await confirm('buzzer.heard')).toMatchObject({ verdict: 'pass', toConfirm: [] });
    expect(await refusal(confirm('buzzer.heard'))).toEqual([409, 'SESSION_REFUSED']);
  });

  it('is stopped by the back end, too, when a gate is lost', async () => {
    const { id } = await connected();
    await ask(id, { op: 'test', test: 'shutoff', confirmed: ['area.clear', 'loads.off'] });
    const request = await machine.asked('test');
    await machine.answer(request, { state: 'running', step: 0, progress: 0.1 });
    await machine.sendBody({ session: request.session, state: 'alive', live: idling({ 'brake.park': 0 }) });
    await machine.asked('abort');
    await machine.answer(request, { state: 'fail', reason: 'gate', gate: 'PARK', item: 'brake.park' });
    expect((await view(id)).tests[0]).toMatchObject({ state: 'fail', reason: 'gate', gate: 'PARK', verdict: null });
    expect((await view(id)).state).toBe('connected');
  });

  it('fails with the key, though its terminal goes on; the session waits for the key', async () => {
    const { id } = await connected();
    await ask(id, { op: 'test', test: 'shutoff', confirmed: ['area.clear', 'loads.off'] });
    const request = await machine.asked('test');
    await machine.answer(request, { state: 'running', step: 0, progress: 0.1 });
    await machine.sendBody({ session: request.session, state: 'alive', live: idling({ key: 0 }) });
    await machine.asked('abort');
    expect((await view(id)).tests[0]).toMatchObject({ state: 'fail', reason: 'keyOff', verdict: null });
    // late reports change nothing
    await machine.answer(request, { state: 'complete', values: {} });
    expect(await view(id)).toMatchObject({ state: 'connected', tests: [{ state: 'fail', reason: 'keyOff' }] });
    const { accOff, runup, shutoff } = await server.call(
      remoteResults.get,
      { params: { sessionId: id } },
      tokens.staff,
    );
    expect(accOff).toMatchObject({ off: true, test: 'shutoff' });
    expect([runup, shutoff?.reason]).toEqual([null, 'keyOff']);
  });

  it('is aborted by its holder', async () => {
    const { id } = await connected();
    expect(await refusal(ask(id, { op: 'abort' }))).toEqual([409, 'SESSION_REFUSED']);
    await ask(id, { op: 'test', test: 'shutoff', confirmed: ['area.clear', 'loads.off'] });
    const request = await machine.asked('test');
    await machine.answer(request, { state: 'running', step: 0, progress: 0.1 });
    await ask(id, { op: 'abort' });
    const abort = await machine.asked('abort');
    await machine.answer(request, { state: 'fail', reason: 'aborted' });
    await machine.answer(abort, { state: 'connected' });
    expect(await view(id)).toMatchObject({ state: 'connected', tests: [{ state: 'fail', reason: 'aborted' }] });
  });

  it('that was aborted, and of whose end its terminal says nothing, has ended ten seconds later', async () => {
    const { id } = await connected();
    await ask(id, { op: 'test', test: 'shutoff', confirmed: ['area.clear', 'loads.off'] });
    await machine.answer(await machine.asked('test'), { state: 'running', step: 0, progress: 0.1 });
    await ask(id, { op: 'abort' });
    await machine.answer(await machine.asked('abort'), { state: 'connected' });
    await due(id);
    expect(await view(id)).toMatchObject({ state: 'running', tests: [{ state: 'running' }] });
    await server.database.query(
      "UPDATE diagnosis_request SET ended_at = now() - interval '11 seconds' WHERE session_id = $1 AND op = 'abort'",
      [id],
    );
    await eventually(
      () => view(id),
      (s) => s.tests[0]?.state === 'fail',
    );
    expect(await view(id)).toMatchObject({ state: 'connected', tests: [{ reason: 'aborted' }] });
  });

  it('whose device is silent for ten seconds has failed; the session waits on', async () => {
    const { id } = await connected();
    await ask(id, { op: 'test', test: 'shutoff', confirmed: ['area.clear', 'loads.off'] });
    await machine.answer(await machine.asked('test'), { state: 'running', step: 0, progress: 0.1 });
    await server.database.query("UPDATE diagnosis_session SET heard_at = now() - interval '11 seconds' WHERE id = $1", [
      id,
    ]);
    await eventually(
      () => view(id),
      (s) => s.tests[0]?.state === 'fail',
    );
    expect(await view(id)).toMatchObject({ state: 'connected', tests: [{ reason: 'noAnswer' }] });
    await machine.asked('abort');
  });

  it('ends with its session', async () => {
    const { id } = await connected();
    await ask(id, { op: 'test', test: 'shutoff', confirmed: ['area.clear', 'loads.off'] });
    const request = await machine.asked('test');
    await machine.answer(request, { state: 'running', step: 0, progress: 0.1 });
    await machine.sendBody({ session: request.session, state: 'disconnected', reason: 'keyOff' });
    expect((await view(id)).tests[0]).toMatchObject({ state: 'fail', reason: 'keyOff' });
  });
});

describe('codes', () => {
  it('are cleared with the engine off, and what was cleared is kept', async () => {
    const { id } = await connected(keyOn());
    // those that were confirmed are named
    expect(await refusal(ask(id, { op: 'clearFaults' }))).toEqual([422, 'E0001']);
    // the server reads them itself, whatever was read before
    expect((await ask(id, { op: 'clearFaults', codes: ['E0410'] })).pending?.op).toBe('faults');
    await machine.answer(await machine.asked('faults'), {
      state: 'faults',
      stored: [{ code: 'E0410', count: 2 }, { code: 'E0486' }],
      pending: [],
    });
    expect((await view(id)).pending?.op).toBe('clearFaults');
    await machine.answer(await machine.asked('clearFaults'), {
      state: 'faults',
      stored: [],
      pending: [],
      cleared: ['E0410'],
    });
    expect((await view(id)).faults).toMatchObject({ stored: [], cleared: ['E0410'] });
    const { rows } = await server.call(diagnosis.history, { params: { id: vehicle.id }, query: {} }, tokens.head);
    expect(rows.find((r) => r.kind === 'clear')).toMatchObject({ codes: ['E0410'], by: 'Kim Minsu' });
    const [kept] = await server.database.query<{ before: { code: string }[] }[]>(
      "SELECT answer->'before' AS before FROM diagnosis_request WHERE session_id = $1 AND op = 'clearFaults'",
      [id],
    );
    expect(kept?.before).toEqual([{ code: 'E0410', count: 2 }, { code: 'E0486' }]);
    expect(await events()).toContain('faultsCleared');
  });
  it('are not cleared together with one that came after they were confirmed', async () => {
    const { id } = await connected(keyOn());
    await ask(id, { op: 'clearFaults', codes: ['E0410'] });
    await machine.answer(await machine.asked('faults'), {
      state: 'faults',
      stored: [{ code: 'E0410', count: 2 }],
      pending: [{ code: 'E0335' }],
    });
    const after = await view(id);
    expect([after.failed, after.pending]).toEqual([{ op: 'clearFaults', reason: 'codesChanged' }, null]);
    expect(after.faults?.pending).toEqual([{ code: 'E0335' }]);
    // the next request to the machine is processed after all earlier ones
    await ask(id, { op: 'disconnect' });
    await machine.asked('disconnect');
    expect(machine.received.map((m) => m.op)).toEqual(['connect', 'faults', 'disconnect']);
  });
  it('are not cleared where the engine has started meanwhile', async () => {
    const { id } = await connected(keyOn());
    await ask(id, { op: 'clearFaults', codes: ['E0410'] });
    await machine.sendBody({ session: (await machine.asked('faults')).session, state: 'alive', live: idling() });
    await machine.answer(await machine.asked('faults'), { state: 'faults', stored: [{ code: 'E0410' }], pending: [] });
    expect((await view(id)).failed).toEqual({ op: 'clearFaults', reason: 'gate' });
  });
  it('are not cleared while the engine runs', async () => {
    const { id } = await connected(idling());
    expect(await refusal(ask(id, { op: 'clearFaults', codes: ['E0410'] }))).toEqual([409, 'TEST_GATE']);
  });
});
