import type { MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SosDown } from '@headland/contracts/device/down';
import { downTopic, upTopic, type UpKind } from '@headland/contracts/device/envelope';
import { sosAlerts, type SosRow } from '@headland/contracts/sos';
import { sample, sosUp, telemetryUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../alerts/alerts.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { QueueMessages } from '../../messages/deliveries/queue-messages.command';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { FaultsModule } from '../faults/faults.module';
import { SessionModule } from '../../people/session/session.module';
import { TelemetryModule } from '../../fleet/telemetry/telemetry.module';
import { eventually } from '../../testing/alerts';
import { freePort } from '../../testing/mosquitto';
import { endClients, joinBroker } from '../../testing/mqtt-clients';
import { startServer, type TestServer } from '../../testing/server';
import { openBroker, type OpenBroker } from '../../testing/server-broker';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { SosModule } from './sos.module';

/** A machine at the product's broker, with its own password, and all roles of the server in one process. */
const password = 'the password of the server';
let server: TestServer;
let broker: OpenBroker;
let port: number;
let orgs: Organizations;
let head: string;
let vehicle: MadeVehicle;
let machine: MqttClient;
let panel: SosDown[];
let seq = 0;

beforeAll(async () => {
  port = await freePort();
  server = await startServer(
    [SessionModule, DevicesModule, TelemetryModule, AlertsModule, SosModule, FaultsModule, DeliveriesModule],
    {
      config: {
        RUN: ['api', 'alerts', 'ingest', 'jobs'],
        MQTT_URL: `mqtt://127.0.0.1:${port}`,
        MQTT_PASSWORD: password,
        SOS_ESCALATE_S: 600,
      },
    },
  );
  broker = await openBroker(server, port);
  orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
});
afterAll(async () => {
  await server.stop();
  await broker.stop();
});
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, orgs.nami);
  panel = [];
  const { deviceId } = vehicle;
  machine = await joinBroker(port, {
    username: deviceId,
    clientId: deviceId,
    password: `a secret of ${deviceId}`,
    onMessage: (payload) => panel.push(SosDown.parse(JSON.parse(payload))),
  });
  await machine.subscribeAsync(downTopic(deviceId, 'sos'), { qos: 1 });
});
afterEach(endClients);

const send = (kind: UpKind, message: object): Promise<unknown> =>
  machine.publishAsync(upTopic(vehicle.deviceId, kind), JSON.stringify(message), { qos: 1 });
const alerts = async (): Promise<SosRow[]> =>
  (await server.call(sosAlerts.list, { query: { vin: vehicle.vin, tab: 'all' } }, head)).rows;
/** Resends until it arrived: the server may still be connecting to the broker, and duplicates count once. */
const until = (kind: UpKind, message: object, holds: (rows: SosRow[]) => boolean): Promise<SosRow[]> =>
  eventually(async () => (await send(kind, message), alerts()), holds);
const shown = (count: number): Promise<SosDown['status'][]> =>
  eventually(
    () => Promise.resolve(panel.map((p) => p.status)),
    (p) => p.length >= count,
  );
const body = () => ({ agencyId: orgs.nami, person: '박서준', phone: '010-1234-5678', etaMinutes: 15 });

describe('the driver’s panel shows', () => {
  it('that the SOS arrived, was seen, that help is on the way, that it is closed; of nothing else', async () => {
    const [sos] = await until('sos', sosUp({ type: 'button', seq: ++seq }), (rows) => rows.length === 1);
    const id = sos?.id ?? 0;
    expect(await shown(1)).toEqual(['raised']);
    await server.call(sosAlerts.escalate, { params: { id }, body: { reason: 'nobody near' } }, head);
    await server.call(sosAlerts.acknowledge, { params: { id } }, head);
    expect(await shown(2)).toEqual(['raised', 'acknowledged']);
    await server.call(sosAlerts.note, { params: { id }, body: { note: 'on the phone' } }, head);
    await server.call(sosAlerts.dispatch, { params: { id }, body: body() }, head);
    expect(await shown(3)).toEqual(['raised', 'acknowledged', 'dispatched']);
    await server.call(sosAlerts.resolve, { params: { id }, body: { resolution: 'safe', injured: 'no' } }, head);
    expect(await shown(4)).toEqual(['raised', 'acknowledged', 'dispatched', 'resolved']);
    expect(panel.every((p) => p.sos === id)).toBe(true);
  });

  it('of both steps where an agency is sent at once, and of a false alarm', async () => {
    const [sos] = await until('sos', sosUp({ type: 'collision', seq: ++seq }), (rows) => rows.length === 1);
    const id = sos?.id ?? 0;
    await shown(1);
    await server.call(sosAlerts.dispatch, { params: { id }, body: body() }, head);
    // one event follows the other: the first step may be shown before, never after
    const now = await eventually(
      () => Promise.resolve(panel.map((p) => p.status)),
      (p) => p.at(-1) === 'dispatched',
    );
    expect(now.filter((s) => s !== 'acknowledged')).toEqual(['raised', 'dispatched']);
    await server.call(sosAlerts.falseAlarm, { params: { id }, body: { cause: 'sensor', resolution: 'A kerb' } }, head);
    await eventually(
      () => Promise.resolve(panel.at(-1)?.status),
      (s) => s === 'falseAlarm',
    );
  });

  it('of steps that are sent at once the newest alone', async () => {
    const [sos] = await until('sos', sosUp({ type: 'collision', seq: ++seq }), (rows) => rows.length === 1);
    const id = sos?.id ?? 0;
    await shown(1);
    const to = { channel: 'panel', recipient: vehicle.deviceId, address: vehicle.deviceId } as const;
    const rounds = Array.from({ length: 20 }, (_, round) => round);
    for (const round of rounds) {
      const steps = (['acknowledged', 'dispatched'] as const).map((text) => ({
        ...to,
        reason: `${round} ${text}`,
        text,
      }));
      const about = { subject: 'sos', subjectId: id, organizationId: orgs.nami } as const;
      await server.execute(new QueueMessages(about, steps));
      await shown(round + 2);
    }
    expect(panel.map((p) => p.status)).toEqual(['raised', ...rounds.map(() => 'dispatched')]);
  });

  it('and so is another terminal of the vehicle, from its press on', async () => {
    const [sos] = await until('sos', sosUp({ type: 'button', seq: ++seq }), (rows) => rows.length === 1);
    const id = sos?.id ?? 0;
    // a step that was not shown yet gives way to the next one
    await shown(1);
    await server.call(sosAlerts.acknowledge, { params: { id } }, head);
    await shown(2);
    const { deviceId, id: spare } = await makeVehicle(server.database, orgs.nami);
    await server.database.query('UPDATE vehicle SET device_id = NULL WHERE id = $1', [spare]);
    await server.database.query('UPDATE vehicle SET device_id = $1 WHERE id = $2', [deviceId, vehicle.id]);
    const other: SosDown[] = [];
    const second = await joinBroker(port, {
      username: deviceId,
      clientId: deviceId,
      password: `a secret of ${deviceId}`,
      onMessage: (payload) => other.push(SosDown.parse(JSON.parse(payload))),
    });
    await second.subscribeAsync(downTopic(deviceId, 'sos'), { qos: 1 });
    for (const presses of [2, 3]) {
      await second.publishAsync(upTopic(deviceId, 'sos'), JSON.stringify(sosUp({ type: 'button', seq: ++seq })), {
        qos: 1,
      });
      await eventually(alerts, ([row]) => row?.presses === presses);
    }
    await server.call(sosAlerts.resolve, { params: { id }, body: { resolution: 'safe', injured: 'no' } }, head);
    await eventually(
      () => Promise.resolve(other.at(-1)?.status),
      (status) => status === 'resolved',
    );
    expect(other).toEqual([
      { sos: id, status: 'acknowledged' },
      { sos: id, status: 'resolved' },
    ]);
    expect(await shown(3)).toEqual(['raised', 'acknowledged', 'resolved']);
  });

  it('that a false alarm was none, and anew that help is on the way', async () => {
    const [sos] = await until('sos', sosUp({ type: 'rollover', seq: ++seq }), (rows) => rows.length === 1);
    const id = sos?.id ?? 0;
    await shown(1);
    const steps: [() => Promise<unknown>, SosDown['status']][] = [
      [() => server.call(sosAlerts.acknowledge, { params: { id } }, head), 'acknowledged'],
      [() => server.call(sosAlerts.dispatch, { params: { id }, body: body() }, head), 'dispatched'],
      [
        () =>
          server.call(sosAlerts.falseAlarm, { params: { id }, body: { cause: 'sensor', resolution: 'A kerb' } }, head),
        'falseAlarm',
      ],
      [
        () => server.call(sosAlerts.reopen, { params: { id }, body: { reason: 'He lies under it' } }, head),
        'acknowledged',
      ],
      [() => server.call(sosAlerts.dispatch, { params: { id }, body: body() }, head), 'dispatched'],
    ];
    for (const [at, [step]] of steps.entries()) {
      await step();
      await shown(at + 2);
    }
    expect(panel.map((p) => p.status)).toEqual(['raised', ...steps.map(([, status]) => status)]);
  });

  it('nothing of a false alarm that is reopened once the terminal is in another machine; the one that is there now does', async () => {
    const [sos] = await until('sos', sosUp({ type: 'rollover', seq: ++seq }), (rows) => rows.length === 1);
    const id = sos?.id ?? 0;
    await shown(1);
    await server.call(sosAlerts.falseAlarm, { params: { id }, body: { cause: 'sensor', resolution: 'A kerb' } }, head);
    await shown(2);
    const other = await makeVehicle(server.database, orgs.nami);
    await server.database.query('UPDATE vehicle SET device_id = NULL WHERE id = ANY($1)', [[vehicle.id, other.id]]);
    await server.database.query('UPDATE vehicle SET device_id = $2 WHERE id = $1', [vehicle.id, other.deviceId]);
    await server.database.query('UPDATE vehicle SET device_id = $2 WHERE id = $1', [other.id, vehicle.deviceId]);
    await server.call(sosAlerts.reopen, { params: { id }, body: { reason: 'He lies under it' } }, head);
    const sent = await eventually(
      () =>
        server.database.query<{ address: string }[]>(
          "SELECT address FROM delivery WHERE channel = 'panel' AND subject_id = $1 AND text = 'acknowledged' ORDER BY id",
          [id],
        ),
      (rows) => rows.length > 0,
    );
    expect(sent).toEqual([{ address: other.deviceId }]);
    expect(panel.map((p) => p.status)).toEqual(['raised', 'falseAlarm']);
  });
});

it('a second press while the SOS is open counts on it, and is kept as it came', async () => {
  const first = sosUp({ type: 'button', seq: ++seq });
  const [sos] = await until('sos', first, (rows) => rows.length === 1);
  const again = sosUp({ type: 'button', seq: ++seq, lat: 35.9, lon: 127.2 });
  const rows = await until('sos', again, ([row]) => row?.presses === 2);
  expect(rows).toMatchObject([{ id: sos?.id, presses: 2, lat: 35.9 }]);
  const kept = await server.database.query<
    { boot: number; seq: number; device_ts: string; body: object; origin: string }[]
  >('SELECT boot, seq, device_ts, body, origin FROM sos_message WHERE call_id = $1 ORDER BY id', [sos?.id]);
  expect(kept.map((m) => [m.boot, m.seq, Number(m.device_ts), m.origin])).toEqual(
    [first, again].map((m) => [m.boot, m.seq, m.ts, 'device']),
  );
  expect(kept[1]?.body).toEqual(again);
});

describe('tilt samples', () => {
  const tilted = (over: object, ts: number) => sample({ tilt: { x: 81, y: 4, z: 2 }, ts, ...over });
  it('beyond the thresholds of the model are a roll-over, once, and the device’s own message counts on it', async () => {
    const now = Date.now();
    const message = telemetryUp({
      seq: ++seq,
      ts: now,
      samples: [tilted({ speed: 5 }, now - 10_000), tilted({ speed: 5 }, now)],
    });
    const [sos] = await until('telemetry', message, (rows) => rows.length === 1);
    expect(sos).toMatchObject({ type: 'rollover', origin: 'tilt', presses: 1, status: 'raised' });
    const detail = await server.call(sosAlerts.get, { params: { id: sos?.id ?? 0 } }, head);
    expect(detail).toMatchObject({ tilt: { x: 81, y: 4, z: 2 }, thresholds: { x: 45, y: 45, z: 60 } });
    expect(await shown(1)).toEqual(['raised']);
    // a wreck that stays overturned is no new SOS
    const later = telemetryUp({ seq: ++seq, ts: now + 1_000, samples: [tilted({ speed: 0 }, now + 1_000)] });
    await send('telemetry', later);
    const rows = await until('sos', sosUp({ type: 'rollover', seq: ++seq }), ([row]) => row?.presses === 2);
    expect(rows).toHaveLength(1);
  });

  it('of one bump at speed are none', async () => {
    const now = Date.now();
    await send(
      'telemetry',
      telemetryUp({
        seq: ++seq,
        ts: now,
        samples: [tilted({ speed: 6 }, now - 10_000), sample({ ts: now, tilt: { x: 3, y: 1, z: 0 }, speed: 6 })],
      }),
    );
    // the samples are there, so they have been judged
    await eventually(
      () =>
        server.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM telemetry WHERE vehicle_id = $1', [
          vehicle.id,
        ]),
      ([row]) => (row?.n ?? 0) >= 2,
    );
    expect(await alerts()).toEqual([]);
  });
});
