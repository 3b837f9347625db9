import { Encoder } from 'cbor-x';
import type { MqttClient } from 'mqtt';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { devices, type ChangeDeviceBody, type DeviceDetail } from '@headland/contracts/device';
import { engineUp, faultUp, sample, statusUp, telemetryUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../../incidents/alerts/alerts.module';
import { AlertsIngest } from '../../incidents/alerts/alerts-ingest';
import { ExportRegistry } from '../../platform/exports/export-registry';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { Change } from '../../platform/event-log/change';
import { startBroker, type Broker } from '../../platform/mqtt/embedded-broker/broker';
import { system } from '../../platform/caller';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { TelemetryIngest } from '../telemetry/telemetry-ingest';
import { TelemetryModule } from '../telemetry/telemetry.module';
import { eventually, held, refusal } from '../../testing/alerts';
import { freePort } from '../../testing/mosquitto';
import { closeOf, endClients, joinBroker, untilAccepted } from '../../testing/mqtt-clients';
import { RemoteServiceModule } from '../../remote-service/remote-service.module';
import { startServer, type TestServer } from '../../testing/server';
import {
  type MadeVehicle,
  makeAccount,
  makeFaultReports,
  makeOrganizations,
  makeVehicle,
  openDiagnosis,
  type Organizations,
  startReprogramming,
} from '../../testing/world';
import { hashDeviceSecret } from '../../platform/mqtt/device-secret';
import { DevicesModule } from './devices.module';
import { installDevice, takeOutDevice, type Installation } from './install-device.tx';
import { maxDevices, RawMessages } from './raw-messages';

let server: TestServer;
let broker: Broker;
let port: number;
let o: Organizations;
let office: string;
let officeId: string;
let north: string;
const cbor = new Encoder({ useRecords: false });
const password = 'the password of the server';

beforeAll(async () => {
  port = await freePort();
  server = await startServer(
    [SessionModule, DevicesModule, TelemetryModule, AlertsModule, SosModule, FaultsModule, RemoteServiceModule],
    {
      config: { RUN: ['api', 'jobs', 'ingest'], MQTT_URL: `mqtt://127.0.0.1:${port}`, MQTT_PASSWORD: password },
    },
  );
  await openBroker();
  o = await makeOrganizations(server.database);
  const account = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', o.headOffice);
  officeId = account.id;
  office = await server.login(account);
  north = await server.login(await makeAccount(server.database, 'REGION', 'ADMIN', o.north));
});
afterEach(endClients);
afterAll(async () => {
  await server.stop();
  await broker.stop();
});

describe('the list of devices', () => {
  it('shows each with its vehicle and its communication', async () => {
    const v = await makeVehicle(server.database, o.nami);
    await query(
      "UPDATE device SET online = true, status_at = '2026-11-20T05:00:00Z', firmware = '2.4.1', rssi = -71, activation = '01055551234' WHERE id = $1",
      v.deviceId,
    );
    const { rows } = await list({ deviceId: v.deviceId });
    expect(rows).toMatchObject([
      {
        id: v.deviceKey,
        deviceId: v.deviceId,
        status: 'in_use',
        online: true,
        type: 1,
        vehicle: { id: v.id, vin: v.vin, model: 'HL 6-110' },
        firmware: '2.4.1',
        activation: '01055551234',
        rssi: -71,
        lastSeenAt: '2026-11-20T05:00:00.000Z',
        intervalSeconds: 30,
        skewMs: null,
      },
    ]);
  });

  it('shows a part of the organisation only the devices of its vehicles', async () => {
    const mine = await makeVehicle(server.database, o.nami);
    const theirs = await makeVehicle(server.database, o.sora);
    const loose = await makeDevice();
    const seen = async (token: string): Promise<string[]> =>
      (await server.call(devices.list, { query: { size: 100 } }, token)).rows.map((r) => r.deviceId);
    expect(await seen(office)).toEqual(expect.arrayContaining([mine.deviceId, theirs.deviceId, loose.id]));
    const shown = await seen(north);
    expect(shown).toContain(mine.deviceId);
    expect(shown).not.toContain(theirs.deviceId);
    expect(shown).not.toContain(loose.id);
    for (const key of [theirs.deviceKey, loose.key]) {
      expect(await refusal(server.call(devices.get, { params: { id: key } }, north))).toEqual([404, 'NOT_FOUND']);
      expect(await refusal(server.call(devices.history, { params: { id: key } }, north))).toEqual([404, 'NOT_FOUND']);
      expect(await refusal(server.call(devices.messages, { params: { id: key } }, north))).toEqual([404, 'NOT_FOUND']);
    }
    expect((await server.call(devices.get, { params: { id: mine.deviceKey } }, north)).organization).toEqual({
      id: o.nami,
      name: 'Nami',
    });
  });

  it('is closed to who may not read devices', async () => {
    const dealer = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', o.nami));
    for (const endpoint of [devices.list, devices.firmwares])
      expect(await refusal(server.call(endpoint, {}, dealer))).toEqual([403, 'FORBIDDEN']);
  });

  it('answers each filter with what fits and nothing else', async () => {
    const a = await makeVehicle(server.database, o.nami, { model: 'HL filter' });
    const b = await makeDevice();
    await query(
      `UPDATE device SET type = 2, sim = '89820000000777', activation = '01077778888', firmware = '9.9.9', online = true, status = 'in_use' WHERE id = $1`,
      a.deviceId,
    );
    await query("UPDATE device SET status = 'not_in_use' WHERE id = $1", b.id);
    await query(
      "UPDATE device_seen SET at = '2020-05-05T12:00:00Z', skew_ms = -45000 WHERE device_key = $1",
      a.deviceKey,
    );
    const only = async (filter: object): Promise<string[]> =>
      (await list({ size: 100, ...filter })).rows.map((r) => r.deviceId);
    for (const filter of [
      { deviceId: a.deviceId.slice(1) },
      { type: [2] },
      { firmware: ['9.9.9'] },
      { sim: '00777' },
      { activation: '77778' },
      { vin: a.vin.slice(4) },
      { model: ['HL filter'] },
      { seenFrom: '2020-05-05T00:00:00Z', seenTo: '2020-05-06T00:00:00Z' },
      { skewed: 'true' },
    ]) {
      expect(await only(filter), JSON.stringify(filter)).toEqual([a.deviceId]);
    }
    expect(await only({ status: ['not_in_use'] })).toContain(b.id);
    expect(await only({ status: ['not_in_use'] })).not.toContain(a.deviceId);
    expect(await only({ online: 'true' })).toContain(a.deviceId);
    expect(await only({ online: 'false' })).not.toContain(a.deviceId);
    expect(await only({ skewed: 'false' })).not.toContain(a.deviceId);
    expect(await server.call(devices.firmwares, {}, office)).toContain('9.9.9');
    expect(await server.call(devices.firmwares, {}, north)).toContain('9.9.9');
  });

  it.each<[string, object]>([
    ['a NUL in a version', { firmware: '9\0' }],
    ['an offset of no place', { seenFrom: '2026-01-01T00:00:00+23:59' }],
  ])('refuses what the database cannot take: %s', async (_, filter) =>
    expect(await refusal(list(filter))).toEqual([422, 'E0001']),
  );

  it('is ordered by each of its sorts, from either end', async () => {
    for (const sort of ['deviceId', 'status', 'firmware', 'lastSeenAt'] as const) {
      const down = (await list({ sort, order: 'desc', size: 100 })).rows.map((r) => r.id);
      const up = (await list({ sort, order: 'asc', size: 100 })).rows.map((r) => r.id);
      expect(down.length).toBeGreaterThan(3);
      expect(up, sort).toEqual(down.toReversed());
    }
    const ids = (await list({ sort: 'deviceId', order: 'asc', size: 100 })).rows.map((r) => r.deviceId);
    expect(ids).toEqual(ids.toSorted());
  });

  it('reads as a workbook with the same rows', async () => {
    const exported = server.app.get(ExportRegistry).get('devices');
    const open = await exported?.open(
      {
        deviceId: 'T-',
        page: 1,
        size: 20,
        sort: 'lastSeenAt',
        order: 'desc',
        status: [],
        type: [],
        firmware: [],
        model: [],
      },
      {
        scope: { all: true },
      } as never,
      new Date(),
    );
    expect(await open?.count(server.database)).toBe((await list({ deviceId: 'T-' })).page.total);
    const rows: unknown[] = [];
    await server.database.transaction(async (tx) => {
      for await (const batch of open?.rows(tx) ?? []) rows.push(...batch);
    });
    expect(
      exported?.columns.map((c) => c.value(rows[0], { language: 'en', timeZone: 'Asia/Seoul', t: (key) => key })),
    ).toHaveLength(13);
    expect(rows).toHaveLength((await list({ deviceId: 'T-' })).page.total);
  });
});

describe('a device', () => {
  it('shows its streams, its traffic of seven days and its unreadable messages', async () => {
    const v = await makeVehicle(server.database, o.nami);
    const key = v.deviceKey;
    await query(
      `INSERT INTO device_stream (device_key, topic, boot, received, received_at) VALUES ($1, 'telemetry', 4, '{[1,500)}', now()), ($1, 'telemetry', 5, '{[1,11),[13,21)}', now()), ($1, 'engine', 5, '{[2,3)}', now()),
       ($1, 'telemetry', 3, '{[1,5),[8,9)}', now() - interval '2 days'), ($1, 'telemetry', 2, '{[1,2),[9,10)}', now() - interval '9 days')`,
      key,
    );
    await query(
      "INSERT INTO device_traffic (device_key, hour, messages, duplicates, bytes) VALUES ($1, date_trunc('hour', now()), 120, 3, 48000), ($1, date_trunc('hour', now()) - interval '8 days', 999, 9, 9)",
      key,
    );
    await query(
      "INSERT INTO quarantine (received_at, topic, device_id, reason, bytes, payload) VALUES (now(), 'x', $1, 'schema', 1, 'x'), (now() - interval '8 days', 'x', $1, 'schema', 1, 'x')",
      v.deviceId,
    );
    await query(
      "INSERT INTO device_clock (device_key, boot, clock, offset_ms) VALUES ($1, 4, '{}', 0), ($1, 5, '{}', 41000)",
      key,
    );
    const d = await get(key);
    expect(d).toMatchObject({
      starts: 4,
      boot: 5,
      seq: 20,
      quarantined: 1,
      skewMs: -41_000,
      matchedOn: '2025-03-01',
      locked: null,
    });
    expect(d.traffic).toMatchObject({ messages: 120, duplicates: 3, missing: 6, gaps: 3 });
    expect(d.traffic.hours.map(([, ...figures]) => figures)).toEqual([[120, 3, 48_000]]);
    expect(d.config.wanted).toEqual({ interval: 30, rollover: { x: 45, y: 45, z: 60 }, remoteControl: 'start' });
  });

  it('that does not exist, or whose id is invalid, is not found', async () => {
    for (const id of [999_999, 0])
      expect(await refusal(server.call(devices.get, { params: { id } }, office))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a change of a device', () => {
  it('is saved with its reason, and sent to the device', async () => {
    const v = await makeVehicle(server.database, o.nami);
    const received = await listen(v.deviceId);
    const before = await get(v.deviceKey);
    const after = await change(before, {
      sim: '89829999000001',
      activation: '0105555777',
      intervalSeconds: 60,
      type: 2,
      reason: '  교체한 SIM ',
    });
    expect(after).toMatchObject({
      sim: '89829999000001',
      activation: '0105555777',
      intervalSeconds: 60,
      type: 2,
      config: { wanted: { interval: 60, rollover: { x: 40, y: 40, z: 55 } } },
    });
    await eventually(
      () => Promise.resolve(received),
      (all) => all.length === 1,
    );
    expect(JSON.parse(received[0] ?? '')).toEqual({
      interval: 60,
      rollover: { x: 40, y: 40, z: 55 },
      remoteControl: 'start',
    });
    const sent = await eventually(
      () => get(v.deviceKey),
      (d) => d.config.sent !== null,
    );
    expect(sent.config).toMatchObject({ sent: sent.config.wanted, confirmed: false });
    const { rows } = await server.call(devices.history, { params: { id: v.deviceKey } }, office);
    expect(rows.map(({ what, from, to }) => [what, from, to])).toEqual([
      ['sim', before.sim, '89829999000001'],
      ['activation', null, '0105555777'],
      ['intervalSeconds', '30', '60'],
      ['type', '1', '2'],
    ]);
    expect(new Set(rows.map((r) => r.reason))).toEqual(new Set(['  교체한 SIM']));
    expect(rows[0]?.by).toBe('HEAD_OFFICE ADMIN');
  });

  it('of nothing changes nothing, and notifies nobody', async () => {
    const v = await ready();
    const before = await get(v.deviceKey);
    const after = await change(before, {});
    expect(after.version).toBe(before.version);
    expect((await server.call(devices.history, { params: { id: v.deviceKey } }, office)).rows).toEqual([]);
  });

  it('counts as confirmed once the device sends again', async () => {
    const v = await ready();
    await change(await get(v.deviceKey), { intervalSeconds: 60 });
    await eventually(
      () => get(v.deviceKey),
      (d) => d.config.sent?.interval === 60,
    );
    const machine = await connect(v.deviceId);
    await machine.publishAsync(`tms/v1/${v.deviceId}/up/telemetry`, JSON.stringify(telemetryUp()), { qos: 1 });
    await eventually(
      () => get(v.deviceKey),
      (d) => d.config.confirmed,
    );
  });

  it('keeps SIM and activation number to one device in use', async () => {
    const [a, b, c] = [await ready(), await ready(), await ready()];
    await change(await get(a.deviceKey), { sim: '89825550000001', activation: '01055550001' });
    const taken = server.call(
      devices.change,
      form(await get(b.deviceKey), { sim: '89825550000001', activation: '01055550001' }),
      office,
    );
    await expect(taken).rejects.toMatchObject({
      status: 422,
      error: { code: 'E0001', fields: { sim: 'field.simTaken', activation: 'field.activationTaken' } },
    });
    // numbers of a device out of use are free
    await query("UPDATE device SET status = 'not_in_use' WHERE id = $1", a.deviceId);
    await change(await get(b.deviceKey), { sim: '89825550000001', activation: '01055550001' });
    // two at once: one of them
    const [d, e] = [await ready(), c];
    const both = await Promise.allSettled([
      server.call(devices.change, form(await get(d.deviceKey), { sim: '89825550000009' }), office),
      server.call(devices.change, form(await get(e.deviceKey), { sim: '89825550000009' }), office),
    ]);
    expect(both.map((x) => x.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is checked field by field', async () => {
    const v = await ready();
    const wrong = server.call(
      devices.change,
      form(await get(v.deviceKey), {
        sim: '12',
        activation: '010-5555-1234',
        intervalSeconds: 45,
        type: 3,
        reason: '',
      } as never),
      office,
    );
    await expect(wrong).rejects.toMatchObject({
      status: 422,
      error: {
        fields: {
          sim: 'field.sim',
          activation: 'field.noBlk',
          intervalSeconds: 'field.invalid',
          type: 'field.invalid',
          reason: 'field.t1500',
        },
      },
    });
  });

  it('with an outdated form is refused, and names who changed it', async () => {
    const v = await ready();
    const before = await get(v.deviceKey);
    await change(before, { intervalSeconds: 60 });
    const late = server.call(devices.change, form(before, { type: 2 }), office);
    await expect(late).rejects.toMatchObject({
      status: 409,
      error: { code: 'CHANGED_MEANWHILE', values: { by: 'HEAD_OFFICE ADMIN' } },
    });
  });

  it('needs U', async () => {
    const v = await ready();
    const d = await get(v.deviceKey);
    expect(await refusal(server.call(devices.change, form(d, { intervalSeconds: 60 }), north))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect(
      await refusal(
        server.call(devices.unregister, { params: { id: d.id }, body: { version: d.version, reason: 'x' } }, north),
      ),
    ).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(server.call(devices.vehicles, { query: { text: '' } }, north))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('moving a device to another vehicle', () => {
  it('leaves what was measured with the vehicle it was measured on, what comes late too', async () => {
    const a = await ready();
    const b = await withoutDevice();
    const machine = await connect(a.deviceId);
    const send = (seq: number, ts: number, lat: number): Promise<unknown> =>
      machine.publishAsync(
        `tms/v1/${a.deviceId}/up/telemetry`,
        JSON.stringify(telemetryUp({ boot: 3, seq, ts, samples: [sample({ ts, lat })] })),
        { qos: 1 },
      );
    const before = Date.now();
    await send(1, before - 2000, 35.1);
    await eventually(
      () => stateOf(a.id),
      (s) => s?.lat === 35.1,
    );

    expect((await server.call(devices.vehicles, { query: { text: b.vin.slice(5) } }, office)).map((v) => v.id)).toEqual(
      [b.id],
    );
    const moved = await change(await get(a.deviceKey), { vehicleId: b.id, reason: '차량 교체' });
    expect(moved.vehicle?.vin).toBe(b.vin);
    await knows(a.deviceId, b.id);

    await send(3, Date.now(), 36.2);
    await eventually(
      () => stateOf(b.id),
      (s) => s?.lat === 36.2,
    );
    // buffered by the terminal without network since before the move
    await send(2, before - 1000, 35.15);
    await machine.publishAsync(
      `tms/v1/${a.deviceId}/up/engine`,
      JSON.stringify(engineUp({ boot: 3, seq: 1, ts: before - 1500, on: false })),
      { qos: 1 },
    );
    const rows = await eventually(
      () =>
        query<{ vehicle_id: number; lat: number }>(
          'SELECT vehicle_id, lat FROM telemetry WHERE device_key = $1 ORDER BY ts',
          a.deviceKey,
        ),
      (all) => all.length === 3,
    );
    expect(rows.map((r) => [r.lat, r.vehicle_id])).toEqual([
      [35.1, a.id],
      [35.15, a.id],
      [36.2, b.id],
    ]);
    const runs = await eventually(
      () => query<{ vehicle_id: number }>('SELECT vehicle_id FROM engine_run WHERE device_key = $1', a.deviceKey),
      (all) => all.length === 1,
    );
    expect(runs[0]?.vehicle_id).toBe(a.id);
    expect(await stateOf(a.id)).toMatchObject({ lat: 35.1, online: false });
    expect(await stateOf(b.id)).toMatchObject({ lat: 36.2, engine: true });

    const installed = await query<object>(
      'SELECT vehicle_id, ended_at IS NOT NULL AS ended, ended_by, reason FROM device_installation WHERE device_id = $1 ORDER BY id',
      a.deviceId,
    );
    expect(installed).toMatchObject([
      { vehicle_id: a.id, ended: true, ended_by: 'HEAD_OFFICE ADMIN' },
      { vehicle_id: b.id, ended: false, reason: '차량 교체' },
    ]);
    const { rows: history } = await server.call(devices.history, { params: { id: a.deviceKey } }, office);
    expect(history.map(({ what, from, to }) => [what, from, to])).toEqual([
      ['vehicle', null, b.vin],
      ['vehicle', a.vin, null],
    ]);
    const logged = await query<{ id: string; to: string | null }>(
      "SELECT payload->>'id' AS id, payload->'changes'->0->>'to' AS to FROM event_log WHERE payload->>'kind' = 'vehicle' AND payload->>'id' = ANY($1) ORDER BY number",
      [String(a.id), String(b.id)],
    );
    expect(logged).toEqual([
      { id: String(a.id), to: null },
      { id: String(b.id), to: a.deviceId },
    ]);
  });

  it('locks what is open of its vehicle before the state, as each act on a report does', async () => {
    const a = await ready();
    const b = await withoutDevice();
    const [report] = await makeFaultReports(server.database, a.id, o.nami, ['occurred']);
    const form = await get(a.deviceKey);
    const act = server.database.createQueryRunner();
    try {
      await act.startTransaction();
      await act.query('SELECT 1 FROM fault_report WHERE id = $1 FOR UPDATE', [report]);
      const moved = change(form, { vehicleId: b.id });
      const settled = Promise.allSettled([moved]);
      await eventually(
        () =>
          query<object>(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%fault_report%'",
          ),
        (waiting) => waiting.length > 0,
      );
      // in another order one of the two ends as a deadlock
      await act.query('SELECT 1 FROM vehicle_state WHERE vehicle_id = $1 FOR NO KEY UPDATE', [a.id]);
      await act.commitTransaction();
      await settled;
      expect((await moved).vehicle?.id).toBe(b.id);
    } finally {
      if (act.isTransactionActive) await act.rollbackTransaction();
      await act.release();
    }
  });

  it('leaves its open fault reports behind, and begins new ones', async () => {
    const a = await ready();
    const b = await withoutDevice();
    const fault = (seq: number): Promise<void> =>
      server.app.get(AlertsIngest).commit([held(a.deviceId, 'fault', faultUp({ boot: 3, seq }))]);
    await fault(1);
    await change(await get(a.deviceKey), { vehicleId: b.id });
    await fault(2);
    const reports = await query<object>(
      'SELECT vehicle_id, count, active FROM fault_report WHERE device_id = $1 ORDER BY id',
      a.deviceId,
    );
    expect(reports).toEqual([
      { vehicle_id: a.id, count: 1, active: true },
      { vehicle_id: b.id, count: 1, active: true },
    ]);
    // the device installed in the first vehicle continues its report
    const other = await makeDevice();
    await install({ deviceId: other.id, vehicleId: a.id });
    await server.app
      .get(AlertsIngest)
      .commit([held(other.id, 'fault', faultUp({ boot: 1, seq: 1, active: [], cleared: ['E0410'] }))]);
    expect(await query<object>('SELECT device_id, active FROM fault_report WHERE vehicle_id = $1', a.id)).toEqual([
      { device_id: other.id, active: false },
    ]);
  });

  it('is refused where the vehicle has one, is out of sight, or somebody calls for help', async () => {
    const a = await ready();
    const b = await makeVehicle(server.database, o.sora);
    const before = await get(a.deviceKey);
    const taken = server.call(devices.change, form(before, { vehicleId: b.id }), office);
    await expect(taken).rejects.toMatchObject({
      status: 409,
      error: { code: 'VEHICLE_HAS_DEVICE', values: { device: b.deviceId } },
    });
    expect(await refusal(server.call(devices.change, form(before, { vehicleId: 999_999 }), office))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const future = server.call(
      devices.change,
      form(before, { vehicleId: (await withoutDevice()).id, matchedOn: '2999-01-01' }),
      office,
    );
    await expect(future).rejects.toMatchObject({ error: { fields: { matchedOn: 'field.pastDay' } } });
    await callForHelp(a);
    expect(await refusal(server.call(devices.change, form(before, { vehicleId: null }), office))).toEqual([
      409,
      'VEHICLE_HAS_OPEN_SOS',
    ]);
    expect((await get(a.deviceKey)).locked).toBe('sos');
    // its numbers may be put right all the same
    await change(before, { vehicleId: a.id, intervalSeconds: 60 });
    expect((await get(a.deviceKey)).vehicle?.id).toBe(a.id);
  });
});

describe('installing a device', () => {
  it('exchanges the one that is there, where that is meant, and keeps the history', async () => {
    const a = await ready();
    const next = await makeDevice();
    await query(
      'INSERT INTO device_installation (device_id, vehicle_id, matched_on) VALUES ($1, $2, $3)',
      a.deviceId,
      a.id,
      '2025-03-01',
    );
    await expect(install({ deviceId: next.id, vehicleId: a.id })).rejects.toMatchObject({
      code: 'VEHICLE_HAS_DEVICE',
      values: { device: a.deviceId },
    });
    expect(
      await install({
        deviceId: next.id,
        vehicleId: a.id,
        exchange: true,
        matchedOn: '2026-11-01',
        by: 'Lee',
        reason: '고장',
      }),
    ).toEqual({
      vin: a.vin,
      from: a.deviceId,
      changed: true,
    });
    expect(
      await query<object>(
        'SELECT device_id, matched_on::text, ended_at IS NULL AS now, ended_by FROM device_installation WHERE vehicle_id = $1 ORDER BY id',
        a.id,
      ),
    ).toEqual([
      { device_id: a.deviceId, matched_on: '2025-03-01', now: false, ended_by: 'Lee' },
      { device_id: next.id, matched_on: '2026-11-01', now: true, ended_by: null },
    ]);
    expect((await get(a.deviceKey)).vehicle).toBeNull();
    expect(await get(next.key)).toMatchObject({ vehicle: { id: a.id }, matchedOn: '2026-11-01' });
    // both get their new configuration
    await eventually(
      () => Promise.all([get(a.deviceKey), get(next.key)]),
      (both) => both.every((d) => d.config.sent !== null),
    );
    expect((await get(a.deviceKey)).config.sent).toMatchObject({ remoteControl: 'none' });
    expect((await get(next.key)).config.sent).toMatchObject({ remoteControl: 'start' });
    // repeated: no change
    expect(await install({ deviceId: next.id, vehicleId: a.id, matchedOn: '2026-11-02' })).toMatchObject({
      changed: false,
    });
    expect((await get(next.key)).matchedOn).toBe('2026-11-02');
  });

  it('is refused for one that is unknown, out of use, or in another unit', async () => {
    const free = await withoutDevice();
    const elsewhere = await makeVehicle(server.database, o.sora);
    const out = await makeDevice();
    await query("UPDATE device SET status = 'not_in_use' WHERE id = $1", out.id);
    await expect(install({ deviceId: 'NOBODY-1', vehicleId: free.id })).rejects.toMatchObject({
      code: 'DEVICE_UNKNOWN',
    });
    await expect(install({ deviceId: out.id, vehicleId: free.id })).rejects.toMatchObject({
      code: 'DEVICE_NOT_IN_USE',
    });
    await expect(install({ deviceId: elsewhere.deviceId, vehicleId: free.id })).rejects.toMatchObject({
      code: 'DEVICE_IN_OTHER_UNIT',
      values: { vin: elsewhere.vin },
    });
    await expect(
      install({ deviceId: elsewhere.deviceId, vehicleId: free.id, scope: { all: false, organizationId: o.north } }),
    ).rejects.toMatchObject({
      values: { vin: '–' },
    });
    await callForHelp(elsewhere);
    const next = await makeDevice();
    await expect(install({ deviceId: next.id, vehicleId: elsewhere.id, exchange: true })).rejects.toMatchObject({
      code: 'VEHICLE_HAS_OPEN_SOS',
    });
    const takeOut = server.app.get(Change).run(system, (tx, emit) =>
      takeOutDevice(tx, emit, {
        vehicleId: elsewhere.id,
        by: null,
        reason: null,
        acting: { userId: null, now: new Date() },
      }),
    );
    await expect(takeOut).rejects.toMatchObject({ code: 'VEHICLE_HAS_OPEN_SOS' });
  });

  /** A transaction that has done `first` and, once the installation waits for it, does `then`. */
  async function whileWaiting(
    first: string,
    then: string | null,
    vehicle: MadeVehicle,
    installing: () => Promise<unknown>,
  ): Promise<{ waited: boolean; outcomes: PromiseSettledResult<unknown>[] }> {
    const other = server.database.createQueryRunner();
    try {
      await other.startTransaction();
      await other.query(first, [vehicle.id]);
      const progress = { done: false };
      const installed = installing().finally(() => (progress.done = true));
      const settled = Promise.allSettled([installed]);
      await eventually(
        () =>
          query(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'headland' AND wait_event_type = 'Lock'",
          ),
        (waiting) => progress.done || waiting.length > 0,
      );
      const waited = !progress.done;
      const second = then === null ? Promise.resolve() : other.query(then, [vehicle.id]);
      const outcomes = await Promise.allSettled([second]);
      if (outcomes[0]?.status === 'fulfilled') await other.commitTransaction();
      else await other.rollbackTransaction();
      return { waited, outcomes: [...outcomes, ...(await settled)] };
    } finally {
      await other.release();
    }
  }

  it('waits for a change of the model, whose devices it is not among', async () => {
    const vehicle = await makeVehicle(server.database, o.nami);
    const next = await makeDevice();
    const { waited, outcomes } = await whileWaiting(
      'SELECT 1 FROM model WHERE id = (SELECT model_id FROM vehicle WHERE id = $1) FOR UPDATE',
      null,
      vehicle,
      () => install({ deviceId: next.id, vehicleId: vehicle.id, exchange: true }),
    );
    expect([waited, outcomes.map(({ status }) => status)]).toEqual([true, ['fulfilled', 'fulfilled']]);
  });

  it('takes the open reports of the vehicle before its state, as who acts on one', async () => {
    const vehicle = await makeVehicle(server.database, o.nami);
    await query(
      `INSERT INTO fault_report (severity, code, name, part, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active)
       VALUES (2, 'E0297', '{}', '{}', $1, $2, $3, now(), now(), now(), 1, 1, true)`,
      vehicle.id,
      vehicle.deviceId,
      o.nami,
    );
    const next = await makeDevice();
    const { waited, outcomes } = await whileWaiting(
      'SELECT 1 FROM fault_report WHERE vehicle_id = $1 FOR UPDATE',
      'UPDATE vehicle_state SET revision = revision + 1 WHERE vehicle_id = $1',
      vehicle,
      () => install({ deviceId: next.id, vehicleId: vehicle.id, exchange: true }),
    );
    expect([waited, outcomes.map(({ status }) => status)]).toEqual([true, ['fulfilled', 'fulfilled']]);
  });

  it('offers devices in use that no vehicle has, and to a part only by what is typed', async () => {
    const loose = await makeDevice();
    const out = await makeDevice();
    await query("UPDATE device SET status = 'not_in_use' WHERE id = $1", out.id);
    const dealer = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', o.nami));
    const find = async (text: string, token: string): Promise<string[]> =>
      (await server.call(devices.unmatched, { query: { text } }, token)).map((d) => d.deviceId);
    expect(await find(loose.id, office)).toEqual([loose.id]);
    expect(await find(out.id, office)).toEqual([]);
    expect(await find('L', dealer)).toEqual([]);
    expect(await find(loose.id, dealer)).toEqual([loose.id]);
  });
});

describe('unregistering a device', () => {
  it('removes it from its vehicle, ends its connection at once and refuses it from then on', async () => {
    const v = await ready();
    await change(await get(v.deviceKey), { intervalSeconds: 60 });
    const machine = await connect(v.deviceId);
    await machine.publishAsync(`tms/v1/${v.deviceId}/up/status`, JSON.stringify(statusUp()), { qos: 1, retain: true });
    await eventually(
      () => get(v.deviceKey),
      (d) => d.online && d.config.sent?.interval === 60,
    );
    const other = await connect((await ready()).deviceId);
    let otherClosed = false;
    other.on('close', () => (otherClosed = true));
    const closed = closeOf(machine);

    const gone = await unregister(await get(v.deviceKey), '파손');
    expect(gone).toMatchObject({
      status: 'not_in_use',
      online: false,
      vehicle: null,
      locked: 'notInUse',
      config: { wanted: null },
    });
    expect(gone.unregisteredAt).not.toBeNull();
    await closed;
    expect(otherClosed).toBe(false);
    await expect(connect(v.deviceId)).rejects.toThrow();
    expect(await query<object>('SELECT device_id, matched_on FROM vehicle WHERE id = $1', v.id)).toEqual([
      { device_id: null, matched_on: null },
    ]);
    // its retained messages were removed: restored, it does not get the old ones
    await eventually(
      () => get(v.deviceKey),
      (d) => d.config.sent === null,
    );
    await query("UPDATE device SET status = 'in_use' WHERE id = $1", v.deviceId);
    const received = await untilAccepted(() => connect(v.deviceId)).then((back) => retained(back, v.deviceId));
    expect(received).toEqual([]);
    await query("UPDATE device SET status = 'not_in_use' WHERE id = $1", v.deviceId);

    const { rows } = await server.call(devices.history, { params: { id: v.deviceKey } }, office);
    expect(rows.slice(0, 2).map(({ what, from, to, reason }) => [what, from, to, reason])).toEqual(
      expect.arrayContaining([
        ['status', 'in_use', 'not_in_use', '파손'],
        ['vehicle', v.vin, null, '파손'],
      ]),
    );
    expect(
      await query<{ name: string }>(
        "SELECT name FROM event_log WHERE name = 'device.disconnected' AND payload->>'deviceId' = $1",
        v.deviceId,
      ),
    ).toHaveLength(1);
  });

  it('is final: neither again nor changed after it', async () => {
    const v = await ready();
    const gone = await unregister(await get(v.deviceKey), 'x');
    expect(
      await refusal(
        server.call(
          devices.unregister,
          { params: { id: gone.id }, body: { version: gone.version, reason: 'x' } },
          office,
        ),
      ),
    ).toEqual([409, 'DEVICE_NOT_IN_USE']);
    expect(await refusal(server.call(devices.change, form(gone, { intervalSeconds: 60 }), office))).toEqual([
      409,
      'DEVICE_NOT_IN_USE',
    ]);
  });

  it('waits for the end of an SOS call, and wants a reason and the newest version', async () => {
    const v = await ready();
    const d = await get(v.deviceKey);
    const call = (body: { version: number; reason: string }) =>
      server.call(devices.unregister, { params: { id: d.id }, body }, office);
    await expect(call({ version: d.version, reason: ' ' })).rejects.toMatchObject({
      error: { fields: { reason: 'field.t1500' } },
    });
    expect(await refusal(call({ version: d.version - 1, reason: 'x' }))).toEqual([409, 'CHANGED_MEANWHILE']);
    await callForHelp(v);
    expect(await refusal(call({ version: d.version, reason: 'x' }))).toEqual([409, 'VEHICLE_HAS_OPEN_SOS']);
    await query("UPDATE sos_call SET status = 'resolved' WHERE device_id = $1", v.deviceId);
    await call({ version: d.version, reason: 'x' });
  });

  it('waits for who diagnoses or programs the machine; the holder of a session ends it that way', async () => {
    const v = await ready();
    const held = { vehicleId: v.id, deviceId: v.deviceId, organizationId: o.nami };
    const session = await openDiagnosis(server.database, held);
    const call = async () =>
      server.call(
        devices.unregister,
        { params: { id: v.deviceKey }, body: { version: (await get(v.deviceKey)).version, reason: 'x' } },
        office,
      );
    const state = () => query<{ state: string }>('SELECT state FROM diagnosis_session WHERE id = $1', session);
    expect(await refusal(call())).toEqual([409, 'VEHICLE_HELD']);
    expect(await state()).toEqual([{ state: 'connected' }]);
    await query(
      'UPDATE diagnosis_session SET by_user = (SELECT id FROM user_account WHERE login_id = $2) WHERE id = $1',
      session,
      officeId,
    );
    const run = await startReprogramming(server.database, held);
    expect((await get(v.deviceKey)).locked).toBe('flash');
    await query("UPDATE diagnosis_session SET seen_at = now() - interval '1 hour' WHERE id = $1", session);
    expect(await refusal(call())).toEqual([409, 'VEHICLE_HELD']);
    await query("UPDATE flash_run SET state = 'done', ended_at = now() WHERE id = $1", run);
    await query('UPDATE diagnosis_session SET seen_at = now() WHERE id = $1', session);
    expect((await call()).status).toBe('not_in_use');
    expect(await state()).toEqual([{ state: 'disconnected' }]);
  });

  it('leaves its vehicle by no form while somebody diagnoses or programs the machine', async () => {
    const v = await ready();
    const held = { vehicleId: v.id, deviceId: v.deviceId, organizationId: o.nami };
    const session = await openDiagnosis(server.database, held);
    const out = async () => change(await get(v.deviceKey), { vehicleId: null });
    expect(await refusal(out())).toEqual([409, 'VEHICLE_HELD']);
    // fields that do not concern the vehicle are changed all the same
    expect((await change(await get(v.deviceKey), { intervalSeconds: 60 })).intervalSeconds).toBe(60);
    await query("UPDATE diagnosis_session SET state = 'disconnected', ended_at = now() WHERE id = $1", session);
    await startReprogramming(server.database, held);
    expect(await refusal(out())).toEqual([409, 'VEHICLE_HELD']);
    await query("UPDATE flash_run SET state = 'done', ended_at = now() WHERE vehicle_id = $1", v.id);
    expect((await out()).vehicle).toBeNull();
  });
});

describe('the config of devices', () => {
  it('is sent once more to a broker that has lost its state', async () => {
    const v = await ready();
    await change(await get(v.deviceKey), { intervalSeconds: 60 });
    await eventually(
      () => get(v.deviceKey),
      (d) => d.config.sent !== null,
    );
    await broker.stop();
    await openBroker();
    const machine = await untilAccepted(() => connect(v.deviceId));
    const [config] = await eventually(
      () => retained(machine, v.deviceId),
      (all) => all.length > 0,
    );
    expect(JSON.parse(config ?? '')).toMatchObject({ interval: 60 });
  });

  it('of a thousand devices is sent while the broker is back, none is lost while it is away', async () => {
    await query(`INSERT INTO device (id, secret_hash) SELECT 'MASS-' || n, 'x' FROM generate_series(1, 1000) n`);
    await broker.stop();
    await query("UPDATE device SET config_wanted_at = now() WHERE id LIKE 'MASS-%'");
    await openBroker();
    await eventually(
      () =>
        query<{ n: number }>(
          "SELECT count(*)::int AS n FROM device WHERE id LIKE 'MASS-%' AND config_sent_at >= config_wanted_at AND config_sent IS NOT NULL",
        ),
      ([row]) => row?.n === 1000,
      30_000,
    );
    // a request during the sending of the former one is a new request
    await query("UPDATE device SET config_wanted_at = now(), interval_s = 60 WHERE id = 'MASS-7'");
    await eventually(
      () => query<{ interval: string }>("SELECT config_sent->>'interval' AS interval FROM device WHERE id = 'MASS-7'"),
      ([row]) => row?.interval === '60',
    );
  });
});

describe('traffic', () => {
  it('counts what a device sends, and what comes twice, by the hour', async () => {
    const v = await ready();
    const machine = await connect(v.deviceId);
    const send = (seq: number): Promise<unknown> =>
      machine.publishAsync(`tms/v1/${v.deviceId}/up/telemetry`, JSON.stringify(telemetryUp({ seq })), { qos: 1 });
    for (const seq of [1, 2, 4, 4]) await send(seq);
    const { traffic } = server.app.get(TelemetryIngest);
    const counted = await eventually(
      async () => {
        await traffic.flush();
        return (await get(v.deviceKey)).traffic;
      },
      (t) => t.messages === 4,
    );
    expect(counted).toMatchObject({ duplicates: 1, missing: 1 });
    expect(counted.hours.reduce((n, [, , , bytes]) => n + bytes, 0)).toBeGreaterThan(1000);
    // the order of the list follows
    expect((await list({ size: 10 })).rows[0]?.deviceId).toBe(v.deviceId);
  });
});

describe('raw messages', () => {
  it('are received while a page is open, newest first, decoded where they can be', async () => {
    const v = await ready();
    const machine = await connect(v.deviceId);
    const look = () => server.call(devices.messages, { params: { id: v.deviceKey } }, office);
    await eventually(look, (l) => l.listening);
    const send = (kind: string, payload: Buffer): Promise<unknown> =>
      machine.publishAsync(`tms/v1/${v.deviceId}/up/${kind}`, payload, { qos: 1 });
    const first = await eventually(
      async () => {
        await send('telemetry', Buffer.from('{"v":1,"boot":1}'));
        return look();
      },
      (l) => l.messages.length > 0,
    );
    expect(first.messages[0]).toMatchObject({
      encoding: 'json',
      topic: `tms/v1/${v.deviceId}/up/telemetry`,
      bytes: 16,
      text: '{\n  "v": 1,\n  "boot": 1\n}',
      cut: false,
    });
    await send('engine', cbor.encode({ v: 1, on: true }) as Buffer);
    await send('telemetry', Buffer.from([0, 255, 16]));
    await send('telemetry', Buffer.from(`{"long":"${'x'.repeat(9000)}"}`));
    const { messages } = await eventually(look, (l) => (l.messages[0]?.bytes ?? 0) > 9000);
    expect(messages.slice(0, 3)).toMatchObject([
      { encoding: 'json', cut: true },
      { encoding: 'unknown', text: '00 ff 10' },
      { encoding: 'cbor', text: '{\n  "v": 1,\n  "on": true\n}' },
    ]);
    for (let i = 0; i < 60; i++) await send('telemetry', Buffer.from(`{"i":${i}}`));
    const most = await eventually(look, (l) => l.messages[0]?.text.includes('59') === true);
    expect(most.messages).toHaveLength(50);
  });

  it('are subscribed for twenty devices at the most', () => {
    const raw = server.app.get(RawMessages);
    for (let i = 0; i < maxDevices + 5; i++) raw.of(`MANY-${i}`);
    expect((raw as unknown as { ears: Map<string, unknown> }).ears.size).toBe(maxDevices);
  });
});

async function openBroker(): Promise<void> {
  broker = await startBroker(
    {
      host: '127.0.0.1',
      port,
      databaseUrl: server.databaseUrl,
      username: 'headland-server',
      password,
      serverLimits: { messages: 1_000, bytes: 64 * 1024 * 1024, inFlightMessages: 500, inFlightBytes: 8 * 1024 * 1024 },
    },
    pino({ level: 'silent' }),
  );
}
const query = <T>(sql: string, ...parameters: unknown[]): Promise<T[]> => server.database.query<T[]>(sql, parameters);
const list = (filter: object) => server.call(devices.list, { query: filter }, office);
const get = (id: number): Promise<DeviceDetail> => server.call(devices.get, { params: { id } }, office);
const form = (d: DeviceDetail, more: Partial<ChangeDeviceBody>) => ({
  params: { id: d.id },
  body: {
    version: d.version,
    sim: d.sim ?? '',
    activation: d.activation ?? '01000000000',
    intervalSeconds: d.intervalSeconds,
    type: d.type,
    vehicleId: d.vehicle?.id ?? null,
    reason: '정비',
    ...more,
  },
});
const change = (d: DeviceDetail, more: Partial<ChangeDeviceBody>): Promise<DeviceDetail> =>
  server.call(devices.change, form(d, more), office);
const unregister = ({ id, version }: DeviceDetail, reason: string): Promise<DeviceDetail> =>
  server.call(devices.unregister, { params: { id }, body: { version, reason } }, office);
const install = (i: Partial<Installation> & { deviceId: string; vehicleId: number }) =>
  server.app.get(Change).run(system, (tx, emit) =>
    installDevice(tx, emit, {
      matchedOn: '2026-11-01',
      by: null,
      reason: null,
      acting: { userId: null, now: new Date() },
      ...i,
    }),
  );

let made = 0;
/** A vehicle whose device has the numbers that the form requires. */
async function ready(): Promise<MadeVehicle> {
  const v = await makeVehicle(server.database, o.nami);
  const n = String(++made).padStart(4, '0');
  await query('UPDATE device SET sim = $2, activation = $3 WHERE id = $1', v.deviceId, `8982000000${n}`, `0101111${n}`);
  return v;
}
async function withoutDevice(): Promise<{ id: number; vin: string }> {
  const v = await makeVehicle(server.database, o.nami);
  await query('UPDATE vehicle SET device_id = NULL, matched_on = NULL WHERE id = $1', v.id);
  return v;
}
async function makeDevice(): Promise<{ id: string; key: number }> {
  const id = `LOOSE-${++made}`;
  const [row] = await query<{ key: number }>(
    'INSERT INTO device (id, secret_hash) VALUES ($1, $2) RETURNING key',
    id,
    hashDeviceSecret(`a secret of ${id}`),
  );
  return { id, key: row?.key ?? 0 };
}
const callForHelp = (v: MadeVehicle): Promise<unknown> =>
  query(
    "INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at) VALUES ('button', 'device', $1, $2, $3, now(), now())",
    v.id,
    v.deviceId,
    o.nami,
  );
const connect = (id: string): Promise<MqttClient> =>
  joinBroker(port, { username: id, password: `a secret of ${id}`, clientId: id });
const stateOf = async (
  vehicleId: number,
): Promise<{ lat: number | null; online: boolean; engine: boolean | null } | undefined> =>
  (
    await query<{ lat: number | null; online: boolean; engine: boolean | null }>(
      'SELECT lat, online, engine FROM vehicle_state WHERE vehicle_id = $1',
      vehicleId,
    )
  )[0];

/** Messages sent to the device from now on. */
async function listen(id: string): Promise<string[]> {
  const received: string[] = [];
  const machine = await connect(id);
  machine.on('message', (_, payload) => received.push(String(payload)));
  await machine.subscribeAsync(`tms/v1/${id}/down/config`, { qos: 1 });
  return received;
}
/** Retained messages for the device: they arrive before anything sent after the subscription. */
async function retained(machine: MqttClient, id: string): Promise<string[]> {
  const received: string[] = [];
  const onMessage = (_: string, payload: Buffer, { retain }: { retain: boolean }): void => {
    if (retain) received.push(String(payload));
  };
  machine.on('message', onMessage);
  await machine.unsubscribeAsync(`tms/v1/${id}/down/#`);
  await machine.subscribeAsync(`tms/v1/${id}/down/#`, { qos: 1 });
  // the broker's answer to a later packet: retained messages have arrived by then
  await machine.publishAsync(`tms/v1/${id}/up/diag`, 'x', { qos: 1 });
  machine.off('message', onMessage);
  return received;
}
/** Waits until ingest has processed the NOTIFY. */
async function knows(deviceId: string, vehicleId: number): Promise<void> {
  const { devices: directory } = server.app.get(TelemetryIngest) as unknown as {
    devices: { find: (ids: Set<string>) => Promise<ReadonlyMap<string, { vehicleId: number | null }>> };
  };
  await eventually(
    async () => (await directory.find(new Set([deviceId]))).get(deviceId)?.vehicleId,
    (now) => now === vehicleId,
  );
}
