import { Aedes } from 'aedes';
import mqtt, { type MqttClient } from 'mqtt';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AckDown, SosDown } from '@headland/contracts/device/down';
import { downTopic, upTopic } from '@headland/contracts/device/envelope';
import { sosAlerts } from '@headland/contracts/sos';
import { missing, parseMultirange } from '@headland/domain/received-ranges';
import { activeFault, faultUp, sosUp } from '@headland/testing/builders/up';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { FaultsModule } from '../faults/faults.module';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../sos/sos.module';
import { devicesOf, eventually, held } from '../../testing/alerts';
import { sosMetrics } from '../../platform/metrics';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { AlertsModule } from './alerts.module';

let broker: Aedes;
let tcp: Server;
let server: TestServer;
let orgs: Organizations;
let head: string;
let device: MqttClient;
let vehicle: MadeVehicle;
const received: { topic: string; payload: unknown }[] = [];

beforeAll(async () => {
  broker = await Aedes.createBroker();
  tcp = createServer(broker.handle);
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const url = `mqtt://127.0.0.1:${(tcp.address() as AddressInfo).port}`;
  server = await startServer([SessionModule, DevicesModule, AlertsModule, SosModule, FaultsModule, DeliveriesModule], {
    config: { RUN: ['api', 'alerts', 'jobs'], MQTT_URL: url },
  });
  orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
  vehicle = await makeVehicle(server.database, orgs.nami);
  device = mqtt.connect(url, { clientId: vehicle.deviceId, reconnectPeriod: 0 });
  device.on('message', (topic, payload) =>
    received.push({ topic, payload: JSON.parse(payload.toString()) as unknown }),
  );
  await new Promise<void>((resolve) => device.once('connect', () => resolve()));
  await device.subscribeAsync(`tms/v1/${vehicle.deviceId}/down/#`, { qos: 1 });
  // the subscription exists once the broker delivers a message
  await eventually(
    () => Promise.resolve(Object.keys((broker as unknown as { clients: object }).clients)),
    (ids) => ids.includes('headland-alerts'),
  );
});
afterAll(async () => {
  await device.endAsync(true);
  await server.stop();
  await new Promise<void>((resolve) => broker.close(() => resolve()));
  tcp.close();
});

const receivedOn = <T>(topic: string, parse: (payload: unknown) => T): T[] =>
  received.filter((h) => h.topic === topic).map((h) => parse(h.payload));
const acks = () => receivedOn(downTopic(vehicle.deviceId, 'ack'), (p) => AckDown.parse(p));
const panel = () => receivedOn(downTopic(vehicle.deviceId, 'sos'), (p) => SosDown.parse(p));
const sos = (over: Parameters<typeof sosUp>[0]): Promise<unknown> =>
  device.publishAsync(upTopic(vehicle.deviceId, 'sos'), JSON.stringify(sosUp({ type: 'button', ...over })), { qos: 1 });

describe('over a real broker', () => {
  it('an SOS is committed, acknowledged with its gaps, and each step reaches the driver’s panel', async () => {
    const began = Date.now();
    await eventually(
      async () => (await sos({ seq: 3 }), acks()),
      (a) => a.length > 0,
    );
    expect(acks()[0]).toEqual({ topic: 'sos', boot: 1, upTo: 3, missing: [[1, 2]] });
    const [call] = (await server.call(sosAlerts.list, { query: { vin: vehicle.vin } }, head)).rows;
    expect(call).toMatchObject({ type: 'button', status: 'raised', presses: 1 });
    expect(Date.parse(call?.receivedAt ?? '')).toBeGreaterThanOrEqual(began - 1);
    const id = call?.id ?? 0;
    await sos({ seq: 1 });
    await sos({ seq: 2 });
    await eventually(
      () => Promise.resolve(acks()),
      (a) => a.at(-1)?.missing.length === 0,
    );
    await server.call(sosAlerts.acknowledge, { params: { id } }, head);
    await server.call(
      sosAlerts.dispatch,
      { params: { id }, body: { agencyId: orgs.nami, person: '박서준', phone: '010-1234-5678', etaMinutes: 15 } },
      head,
    );
    await eventually(
      () => Promise.resolve(panel()),
      (p) => p.some((x) => x.status === 'dispatched'),
    );
    await server.call(sosAlerts.resolve, { params: { id }, body: { resolution: 'safe', injured: 'no' } }, head);
    await eventually(
      () => Promise.resolve(panel()),
      (p) => p.at(-1)?.status === 'resolved',
    );
    expect(panel().every((p) => p.sos === id)).toBe(true);
    expect(panel()[0]?.status).toBe('raised');
    const { deliveries } = await eventually(
      () => server.call(sosAlerts.get, { params: { id } }, head),
      (c) => c.deliveries.filter((d) => d.channel === 'panel').every((d) => d.state === 'sent'),
    );
    expect(deliveries.filter((d) => d.channel === 'panel').map((d) => d.text)).toEqual([
      'resolved',
      'dispatched',
      'acknowledged',
      'raised',
    ]);
  });

  it('faults come the same way, and their acknowledgement too', async () => {
    await device.publishAsync(
      upTopic(vehicle.deviceId, 'fault'),
      JSON.stringify(faultUp({ active: [activeFault({ code: 'E0333' })] })),
      { qos: 1 },
    );
    await eventually(
      () => Promise.resolve(acks()),
      (a) => a.some((x) => x.topic === 'fault'),
    );
    expect(acks().find((a) => a.topic === 'fault')).toEqual({ topic: 'fault', boot: 1, upTo: 1, missing: [] });
  });
});

describe('an alert that cannot be read whole', () => {
  const sosTypesOf = async (deviceId: string) =>
    server.database.query<{ type: string; lat: number | null; presses: number }[]>(
      'SELECT type, lat, presses FROM sos_call WHERE device_id = $1 ORDER BY id',
      [deviceId],
    );
  const aside = async (deviceId: string) =>
    (
      await server.database.query<{ reason: string }[]>('SELECT reason FROM quarantine WHERE device_id = $1', [
        deviceId,
      ])
    ).map((r) => r.reason);

  it.each([
    ['a position that the terminal does not have', { lat: null, lon: null }, 'rollover'],
    ['half a position', { lat: 35.8, lon: 999 }, 'rollover'],
    ['a tilt and a speed of another format', { tilt: [90, 0, 0], speed: '0 km/h' }, 'rollover'],
    ['a type that is not known', { type: 'fall' }, 'button'],
    ['no type', { type: undefined }, 'button'],
    ['no time', { ts: null }, 'rollover'],
    ['a time with a fraction', { ts: 1_795_228_800_123.4 }, 'rollover'],
    ['a time before 1970', { ts: -1 }, 'rollover'],
    ['another version', { v: 2 }, 'rollover'],
    ['a speed that was smoothed to next to nothing', { speed: 1.7e-46 }, 'rollover'],
  ])('an SOS with %s is a call', async (_, over, type) => {
    const other = await makeVehicle(server.database, orgs.noa);
    const message = Buffer.from(JSON.stringify({ ...sosUp({ type: 'rollover' }), ...over }));
    await devicesOf(server).send(held(other.deviceId, 'sos', message));
    expect(await sosTypesOf(other.deviceId)).toMatchObject([{ type, presses: 1 }]);
    expect(await aside(other.deviceId)).toEqual([]);
  });

  it('a fault without a position and with an unknown lamp is reported', async () => {
    const other = await makeVehicle(server.database, orgs.noa);
    const message = { ...faultUp({ active: [] }), active: [{ code: 'E0301', spn: -1, lamp: 4 }], lat: null };
    await devicesOf(server).send(held(other.deviceId, 'fault', Buffer.from(JSON.stringify(message))));
    expect(
      await server.database.query('SELECT code, spn FROM fault_report WHERE device_id = $1', [other.deviceId]),
    ).toEqual([{ code: 'E0301', spn: null }]);
  });

  it('an SOS without a time is of when it is received, repeats count once, and its clock is not known by it', async () => {
    const other = await makeVehicle(server.database, orgs.noa);
    const now = Date.now();
    const send = (receivedAt: number) =>
      devicesOf(server).send(
        held(other.deviceId, 'sos', Buffer.from(JSON.stringify({ ...sosUp(), ts: null })), receivedAt),
      );
    await send(now - 60_000);
    await send(now);
    expect(
      await server.database.query('SELECT raised_at, presses, late, skew_ms FROM sos_call WHERE device_id = $1', [
        other.deviceId,
      ]),
    ).toEqual([{ raised_at: new Date(now - 60_000), presses: 1, late: false, skew_ms: null }]);
    expect(
      await server.database.query('SELECT 1 FROM device_clock JOIN device ON key = device_key WHERE id = $1', [
        other.deviceId,
      ]),
    ).toEqual([]);
  });

  it('a fault whose terminal writes a null for all that it lacks is reported', async () => {
    const other = await makeVehicle(server.database, orgs.noa);
    const active = [{ code: 'E0410', spn: 4334, fmi: 18, count: 3, lamp: null }];
    const message = { ...faultUp(), active, cleared: null, lat: null, lon: null };
    await devicesOf(server).send(held(other.deviceId, 'fault', Buffer.from(JSON.stringify(message))));
    expect(
      await server.database.query('SELECT code, spn, lamp FROM fault_report WHERE device_id = $1', [other.deviceId]),
    ).toEqual([{ code: 'E0410', spn: 4334, lamp: null }]);
    expect(await aside(other.deviceId)).toEqual([]);
  });

  it('gaps of faults that nobody fills are given up after ten quiet minutes, and those of SOS never', async () => {
    const other = await makeVehicle(server.database, orgs.noa);
    const odd = Array.from({ length: 80 }, (_, i) => `[${2 * i + 1},${2 * i + 2})`).join();
    const gapsOf = async (topic: string): Promise<number> => {
      const [row] = await server.database.query<{ received: string }[]>(
        'SELECT received::text FROM device_stream JOIN device ON key = device_key WHERE id = $1 AND topic = $2',
        [other.deviceId, topic],
      );
      return missing(parseMultirange(row?.received ?? '')).length;
    };
    for (const minutes of [9, 11]) {
      await server.database.query(
        `INSERT INTO device_stream (device_key, topic, boot, received, received_at)
         SELECT key, t, 1, $2::text::int4multirange, now() - $3 * interval '1 minute' FROM device, unnest('{sos,fault}'::text[]) t WHERE id = $1
         ON CONFLICT (device_key, topic, boot) DO UPDATE SET received = excluded.received, received_at = excluded.received_at`,
        [other.deviceId, `{${odd}}`, minutes],
      );
      const seq = 200 + minutes;
      await devicesOf(server).fault(other.deviceId, faultUp({ seq, active: [] }));
      await devicesOf(server).sos(other.deviceId, sosUp({ seq }));
      expect([await gapsOf('fault'), await gapsOf('sos')]).toEqual([minutes < 10 ? 80 : 49, 80]);
    }
  });

  it('a fault with a number that the terminal has used long ago is reported; what it sends again is not', async () => {
    const other = await makeVehicle(server.database, orgs.noa);
    const now = Date.now();
    const send = (code: string, ts: number, receivedAt: number) =>
      devicesOf(server).send(
        held(other.deviceId, 'fault', faultUp({ seq: 1, ts, active: [activeFault({ code })] }), receivedAt),
      );
    const then = now - 50 * 3_600_000;
    await send('E0301', then, then);
    await send('E0302', then, now);
    await send('E0303', now, now);
    await send('E0304', now, now + 1);
    expect(
      await server.database.query('SELECT code FROM fault_report WHERE device_id = $1 ORDER BY id', [other.deviceId]),
    ).toEqual([{ code: 'E0301' }, { code: 'E0303' }]);
  });

  it('one of which only the number can be read is put aside once, and acknowledged each time', async () => {
    const unreadable = JSON.stringify({ ...faultUp({ boot: 7, seq: 1 }), active: 'E0301' });
    const named = (): AckDown[] => acks().filter((a) => a.topic === 'fault' && a.boot === 7);
    for (const times of [1, 2]) {
      await device.publishAsync(upTopic(vehicle.deviceId, 'fault'), unreadable, { qos: 1 });
      await eventually(
        () => Promise.resolve(named()),
        (a) => a.length >= times,
      );
    }
    expect(named().every((a) => a.upTo === 1 && a.missing.length === 0)).toBe(true);
    expect(await aside(vehicle.deviceId)).toEqual(['schema']);
  });

  it('a status is not put aside: ingest does', async () => {
    const publish = (kind: 'status' | 'fault', payload: string) =>
      device.publishAsync(upTopic(vehicle.deviceId, kind), payload, { qos: 1 });
    await publish('status', JSON.stringify({ v: 1, online: true, firmware: 'x'.repeat(41) }));
    await publish('fault', JSON.stringify(faultUp({ boot: 8, active: [] })));
    await eventually(
      () => Promise.resolve(acks()),
      (a) => a.some(({ topic, boot }) => topic === 'fault' && boot === 8),
    );
    expect(
      await server.database.query('SELECT 1 FROM quarantine WHERE topic = $1', [upTopic(vehicle.deviceId, 'status')]),
    ).toEqual([]);
  });

  it('an SOS without a number is in quarantine, and the metrics say so', async () => {
    const other = await makeVehicle(server.database, orgs.noa);
    const refused = async (): Promise<number> => (await sosMetrics.refused.get()).values[0]?.value ?? 0;
    const before = await refused();
    await devicesOf(server).send(held(other.deviceId, 'sos', Buffer.from('{"v":1,"type":"button"}')));
    expect([await sosTypesOf(other.deviceId), await aside(other.deviceId)]).toEqual([[], ['schema']]);
    expect(await refused()).toBe(before + 1);
  });
});

describe('a batch', () => {
  it('records SOS before faults, and the messages of a device in their order', async () => {
    const other = await makeVehicle(server.database, orgs.sora);
    await devicesOf(server).send(
      held(other.deviceId, 'fault', faultUp({ seq: 1, active: [activeFault({ code: 'E0301' })] })),
      held(other.deviceId, 'fault', faultUp({ seq: 2, active: [], cleared: ['E0301'] })),
      held(other.deviceId, 'sos', sosUp({ type: 'rollover', seq: 1 })),
    );
    const rows = await server.database.query<{ name: string }[]>(
      'SELECT name FROM event_log WHERE vehicle_id = $1 ORDER BY number',
      [other.id],
    );
    expect(rows.map((r) => r.name)).toEqual(['sos.raised', 'fault.occurred', 'fault.cleared']);
  });

  it('of many devices keeps each message, also where half of it is rubbish', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, () => makeVehicle(server.database, orgs.noa)));
    const rubbish = many.map((v, i) => held(v.deviceId, 'sos', Buffer.from(i % 2 ? '\u0000\u0001' : '{"v":2}')));
    await devicesOf(server).send(
      ...many.flatMap((v, i) => [
        rubbish[i] as ReturnType<typeof held>,
        held(v.deviceId, 'sos', sosUp({ type: 'button' })),
      ]),
    );
    const [{ n }] = (await server.database.query<{ n: number }[]>(
      'SELECT count(*)::int AS n FROM sos_call WHERE device_id = ANY($1)',
      [many.map((v) => v.deviceId)],
    )) as [{ n: number }];
    const [{ q }] = (await server.database.query<{ q: number }[]>(
      'SELECT count(*)::int AS q FROM quarantine WHERE device_id = ANY($1)',
      [many.map((v) => v.deviceId)],
    )) as [{ q: number }];
    expect([n, q]).toEqual([20, 20]);
  });

  it('waits for a database that is away, and is then recorded once', async () => {
    const other = await makeVehicle(server.database, orgs.noa);
    // every transaction on SOS fails as during a shutdown of the server
    await server.database.query(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'shutting down' USING ERRCODE = '57P01'; END $$",
    );
    await server.database.query(
      'CREATE TRIGGER refuse BEFORE INSERT ON sos_call FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    let done = false;
    const commit = devicesOf(server)
      .sos(other.deviceId, sosUp({ type: 'button' }))
      .then(() => (done = true));
    const vehicleSos = () =>
      server.database.query<{ presses: number }[]>('SELECT presses FROM sos_call WHERE device_id = $1', [
        other.deviceId,
      ]);
    await expect(
      eventually(
        () => Promise.resolve(done),
        (d) => d,
        400,
      ),
    ).rejects.toThrow('not within');
    expect(await vehicleSos()).toEqual([]);
    await server.database.query('DROP TRIGGER refuse ON sos_call');
    await commit;
    expect(await vehicleSos()).toEqual([{ presses: 1 }]);
  });

  it('with a message that no transaction can digest puts it aside and goes on', async () => {
    const [poison, good] = [await makeVehicle(server.database, orgs.noa), await makeVehicle(server.database, orgs.noa)];
    await server.database.query(
      `CREATE FUNCTION choke() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.device_id = '${poison.deviceId}' THEN RAISE EXCEPTION 'cannot digest' USING ERRCODE = '22000'; END IF; RETURN NEW; END $$`,
    );
    await server.database.query('CREATE TRIGGER choke BEFORE INSERT ON sos_call FOR EACH ROW EXECUTE FUNCTION choke()');
    await devicesOf(server).send(held(poison.deviceId, 'sos', sosUp()), held(good.deviceId, 'sos', sosUp()));
    expect(
      await server.database.query('SELECT device_id FROM sos_call WHERE device_id = ANY($1)', [
        [poison.deviceId, good.deviceId],
      ]),
    ).toEqual([{ device_id: good.deviceId }]);
    expect(
      await server.database.query('SELECT reason, detail FROM quarantine WHERE device_id = $1', [poison.deviceId]),
    ).toEqual([{ reason: 'data', detail: 'cannot digest' }]);
    await server.database.query('DROP TRIGGER choke ON sos_call');
  });
});
