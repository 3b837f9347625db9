import type { MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ControlDown } from '@headland/contracts/device/down';
import { downTopic, upTopic } from '@headland/contracts/device/envelope';
import { vehicles } from '@headland/contracts/vehicle';
import { engineUp, sample, telemetryUp } from '@headland/testing/builders/up';
import { DevicesModule } from '../devices/devices.module';
import { SessionModule } from '../../people/session/session.module';
import { TelemetryModule } from '../telemetry/telemetry.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { AlertsModule } from '../../incidents/alerts/alerts.module';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { eventually, refusal } from '../../testing/alerts';
import { freePort } from '../../testing/mosquitto';
import { endClients, joinBroker } from '../../testing/mqtt-clients';
import { startServer, type Refused, type TestServer } from '../../testing/server';
import { openBroker, type OpenBroker } from '../../testing/server-broker';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { EndRemoteStartWhenDue } from './end-remote-start.command';
import { VehiclesModule } from './vehicles.module';

// A machine at the real broker, and all roles of the server in one process.
let server: TestServer;
let broker: OpenBroker;
let port: number;
let at: Organizations;
let tokens: Record<'head' | 'staff' | 'sora', string>;
let vehicle: MadeVehicle;
const password = 'the password of the server';

beforeAll(async () => {
  port = await freePort();
  server = await startServer(
    [SessionModule, DevicesModule, TelemetryModule, AlertsModule, SosModule, FaultsModule, VehiclesModule],
    {
      config: { RUN: ['api', 'jobs', 'ingest'], MQTT_URL: `mqtt://127.0.0.1:${port}`, MQTT_PASSWORD: password },
    },
  );
  broker = await open();
  at = await makeOrganizations(server.database);
  const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(server.database, ...caller));
  tokens = {
    head: await login('HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Kim Minsu' }),
    staff: await login('HEAD_OFFICE', 'STAFF', at.headOffice),
    sora: await login('AGENCY', 'ADMIN', at.sora),
  };
});
afterAll(async () => {
  await server.stop();
  await broker.stop();
});
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, at.nami);
  await park();
});
afterEach(endClients);

const open = (): Promise<OpenBroker> => openBroker(server, port);
const park = (over: Record<string, unknown> = {}): Promise<unknown> => {
  const state = {
    device_key: vehicle.deviceKey,
    online: true,
    engine: false,
    speed: 0,
    last_seen_at: new Date(),
    open_sos: 0,
    ...over,
  };
  const names = Object.keys(state);
  return server.database.query(
    `UPDATE vehicle_state SET ${names.map((n, i) => `${n} = $${i + 2}`).join(', ')} WHERE vehicle_id = $1`,
    [vehicle.id, ...Object.values(state)],
  );
};
const model = (remoteControl: string): Promise<unknown> =>
  server.database.query("UPDATE model SET remote_control = $1 WHERE name = 'HL 6-110'", [remoteControl]);
const start = (token: string, command: 'start' | 'startClimate' = 'start', nobodyNear = true) =>
  server.call(
    vehicles.remoteStart,
    { params: { id: vehicle.id }, body: { command, nobodyNear: nobodyNear as true } },
    token,
  );
const last = () => server.call(vehicles.lastStart, { params: { id: vehicle.id } }, tokens.staff);
const events = async (): Promise<string[]> =>
  (
    await server.database.query<{ name: string; by: string | null }[]>(
      "SELECT name, by_name AS by FROM event_log WHERE vehicle_id = $1 AND name LIKE 'control.%' ORDER BY number",
      [vehicle.id],
    )
  ).map((e) => `${e.name} ${e.by ?? '–'}`);
const machine = async (received: ControlDown[]): Promise<MqttClient> => {
  const client = await joinBroker(port, {
    username: vehicle.deviceId,
    clientId: vehicle.deviceId,
    password: `a secret of ${vehicle.deviceId}`,
    onMessage: (payload) => received.push(ControlDown.parse(JSON.parse(payload))),
  });
  await client.subscribeAsync(downTopic(vehicle.deviceId, 'control'), { qos: 1 });
  return client;
};
const reason = async (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => 'allowed',
    (e: Refused) => [e.status, e.error.code, e.error.values?.reason],
  );

describe('a remote start', () => {
  it('is sent to the machine, and has succeeded when its engine runs', async () => {
    const received: ControlDown[] = [];
    const client = await machine(received);
    const before = Date.now();
    const asked = await start(tokens.head);
    expect(asked).toMatchObject({ command: 'start', state: 'requested', by: 'Kim Minsu', endedAt: null });
    await eventually(
      () => Promise.resolve(received),
      (h) => h.length === 1,
    );
    expect(received[0]).toMatchObject({ command: 'start' });
    // by the clock of the database, which may be some milliseconds behind
    expect(received[0]?.until).toBeGreaterThanOrEqual(before + 29_000);
    // resent until it is committed: ingest may not have subscribed yet
    const sendUntil = async <T>(
      kind: 'engine' | 'telemetry',
      body: object,
      read: () => Promise<T>,
      until: (t: T) => boolean,
    ) => {
      const message = JSON.stringify(body);
      await eventually(async () => {
        await client.publishAsync(upTopic(vehicle.deviceId, kind), message, { qos: 1 });
        return read();
      }, until);
    };
    const keyOn = () =>
      server.database.query<{ key_on: boolean | null }[]>('SELECT key_on FROM vehicle_state WHERE vehicle_id = $1', [
        vehicle.id,
      ]);
    await sendUntil(
      'engine',
      engineUp({ on: true, ts: Date.now(), boot: 1, seq: 1 }),
      keyOn,
      ([s]) => s?.key_on === true,
    );
    const { id } = (await last()) ?? { id: 0 };
    // the key is on, the engine is not
    await server.execute(new EndRemoteStartWhenDue(id));
    expect(await last()).toMatchObject({ state: 'requested' });
    const ts = Date.now();
    await sendUntil(
      'telemetry',
      telemetryUp({ ts, boot: 1, seq: 1, samples: [sample({ ts, engine: 'on', speed: 0 })] }),
      last,
      (l) => l?.state === 'succeeded',
    );
    expect(await events()).toEqual(['control.requested Kim Minsu', 'control.succeeded –']);
    // the engine runs: no second start
    expect(await reason(start(tokens.head))).toEqual([409, 'REMOTE_START_REFUSED', 'engineOn']);
  });

  it('has failed when the engine does not run in time, and not before', async () => {
    const received: ControlDown[] = [];
    await machine(received);
    const { id } = await start(tokens.head);
    await server.execute(new EndRemoteStartWhenDue(id));
    expect(await last()).toMatchObject({ state: 'requested', failure: null });
    expect(await reason(start(tokens.head))).toEqual([409, 'REMOTE_START_REFUSED', 'underway']);
    await server.database.query(
      "UPDATE control_request SET requested_at = now() - interval '31 seconds', due_at = now() - interval '1 second' WHERE id = $1",
      [id],
    );
    await server.execute(new EndRemoteStartWhenDue(id));
    await server.execute(new EndRemoteStartWhenDue(id));
    expect(await last()).toMatchObject({ state: 'failed', failure: 'timeout' });
    expect(await events()).toEqual(['control.requested Kim Minsu', 'control.failed –']);
    // and may be requested again
    expect((await start(tokens.head)).state).toBe('requested');
  });

  it('waits for the report of a terminal that reports once a minute, which shows whether it started', async () => {
    await server.database.query('UPDATE device SET interval_s = 60 WHERE id = $1', [vehicle.deviceId]);
    const received: ControlDown[] = [];
    await machine(received);
    const askedAgo = (id: number, s: number): Promise<unknown> =>
      server.database.query(
        'UPDATE control_request SET requested_at = now() - make_interval(secs => $2), due_at = due_at - make_interval(secs => $2) WHERE id = $1',
        [id, s],
      );
    const first = await start(tokens.head);
    await eventually(
      () => Promise.resolve(received),
      (h) => h.length === 1,
    );
    expect(received[0]?.until, 'it starts within half a minute, or not at all').toBeLessThan(
      Date.parse(first.requestedAt) + 31_000,
    );
    await askedAgo(first.id, 70);
    await server.execute(new EndRemoteStartWhenDue(first.id));
    expect(await last()).toMatchObject({ state: 'requested' });
    await park({ engine: true, started_at: new Date(Date.now() - 60_000), engine_ts: new Date() });
    await server.execute(new EndRemoteStartWhenDue(first.id));
    expect(await last()).toMatchObject({ state: 'succeeded' });

    await park({ engine_ts: new Date() });
    const second = await start(tokens.head);
    await askedAgo(second.id, 70);
    await park({ engine_ts: new Date(Date.now() - 45_000) });
    await server.execute(new EndRemoteStartWhenDue(second.id));
    expect(await last(), 'the state while it could still start').toMatchObject({ state: 'requested' });
    await park({ engine_ts: new Date() });
    await server.execute(new EndRemoteStartWhenDue(second.id));
    expect(await last()).toMatchObject({ state: 'failed', failure: 'timeout' });
  });

  it('counts an engine that started in time, though no event reported it', async () => {
    await machine([]);
    const { id } = await start(tokens.head);
    await server.database.query(
      "UPDATE control_request SET requested_at = now() - interval '31 seconds', due_at = now() - interval '1 second' WHERE id = $1",
      [id],
    );
    await park({ engine: true, started_at: new Date() });
    await server.execute(new EndRemoteStartWhenDue(id));
    expect(await last()).toMatchObject({ state: 'succeeded' });
  });

  it('that has timed out has succeeded after all when a late sample says that the engine started in time', async () => {
    await machine([]);
    const { id } = await start(tokens.head);
    await server.database.query(
      "UPDATE control_request SET requested_at = now() - interval '60 seconds', due_at = now() - interval '1 second' WHERE id = $1",
      [id],
    );
    await server.execute(new EndRemoteStartWhenDue(id));
    expect(await last()).toMatchObject({ state: 'failed', failure: 'timeout' });
    // started by its driver later
    await park({ engine: true, started_at: new Date(Date.now() - 10_000) });
    await server.execute(new EndRemoteStartWhenDue(id));
    expect(await last()).toMatchObject({ state: 'failed' });
    await park({ engine: true, started_at: new Date(Date.now() - 50_000) });
    await server.execute(new EndRemoteStartWhenDue(id));
    await server.execute(new EndRemoteStartWhenDue(id));
    expect(await last()).toMatchObject({ state: 'succeeded', failure: null });
    expect(await events()).toEqual(['control.requested Kim Minsu', 'control.failed –', 'control.succeeded –']);
  });

  it('names its end by the clock of the terminal', async () => {
    await server.database.query(
      `INSERT INTO device_clock (device_key, boot, clock, offset_ms) VALUES ($1, 7, '{}', 3600000)`,
      [vehicle.deviceKey],
    );
    await park({ boot: 7 });
    const received: ControlDown[] = [];
    await machine(received);
    await start(tokens.head);
    await eventually(
      () => Promise.resolve(received),
      (h) => h.length === 1,
    );
    // a clock that is an hour slow reads an hour less
    expect(Math.abs((received[0]?.until ?? 0) - (Date.now() - 3_600_000 + 30_000))).toBeLessThan(600_000);
  });

  it.each([
    ['engineOn', { engine: true, work: 'idle' }],
    ['engineUnknown', { engine: null, work: null }],
    ['moving', { speed: 4 }],
    ['openSos', { open_sos: 1 }],
    ['offline', { online: false }],
  ])('is refused: %s', async (why, state) => {
    await park(state);
    expect(await reason(start(tokens.head))).toEqual([409, 'REMOTE_START_REFUSED', why]);
    expect(await events()).toEqual([]);
  });

  it('is for models that are made for it', async () => {
    expect(await reason(start(tokens.head, 'startClimate'))).toEqual([409, 'REMOTE_START_REFUSED', 'notFitted']);
    await model('startClimate');
    await machine([]);
    expect((await start(tokens.head, 'startClimate')).command).toBe('startClimate');
    await model('start');
  });

  it('is refused to roles without U, to other organisations, and without the confirmation that nobody is near', async () => {
    expect(await refusal(start(tokens.staff))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(start(tokens.sora))).toEqual([403, 'FORBIDDEN']);
    const body = { command: 'start', nobodyNear: true } as const;
    expect(await refusal(server.call(vehicles.remoteStart, { params: { id: 999_999 }, body }, tokens.head))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await refusal(start(tokens.head, 'start', false))).toEqual([422, 'E0001']);
    expect(await refusal(server.call(vehicles.lastStart, { params: { id: vehicle.id } }, tokens.sora))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('of two people who press at once is asked for once', async () => {
    const received: ControlDown[] = [];
    await machine(received);
    const outcomes = await Promise.all([refusal(start(tokens.head)), refusal(start(tokens.head))]);
    expect(outcomes.filter((o) => o === 'allowed')).toHaveLength(1);
    expect(await events()).toEqual(['control.requested Kim Minsu']);
  });

  it('has failed at once where the broker is away', async () => {
    await broker.stop();
    expect(await refusal(start(tokens.head))).toEqual([503, 'UNAVAILABLE']);
    expect(await last()).toMatchObject({ state: 'failed', failure: 'broker' });
    expect(await events()).toEqual(['control.requested Kim Minsu', 'control.failed Kim Minsu']);
    broker = await open();
  });
});
