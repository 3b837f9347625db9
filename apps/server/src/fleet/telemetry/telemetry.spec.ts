import { CommandBus } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { Encoder } from 'cbor-x';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { upTopic, type UpKind } from '@headland/contracts/device/envelope';
import { acknowledgement, has, mostRanges, parseMultirange } from '@headland/domain/received-ranges';
import { engineUp, sample, statusUp, telemetryBatch, telemetryUp } from '@headland/testing/builders/up';
import { malformed, malformedReasons } from '@headland/testing/builders/malformed';
import { Random } from '@headland/testing/random';
import { DeviceDirectory } from '../devices/device-directory.reads';
import { readConfig, type Config } from '../../platform/config';
import { Health } from '../../platform/health';
import { DataErrors } from '../../platform/mqtt/data-errors';
import { GarbageGate } from '../../platform/mqtt/garbage-gate';
import { Publisher } from '../../platform/mqtt/publisher';
import { decodeUp } from '../../platform/mqtt/decode';
import type { PendingMessage } from '../../platform/mqtt/pending-message';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { StandBy } from '../../platform/jobs/stand-by';
import { TelemetryIngest } from './telemetry-ingest';

let fresh: FreshDatabase;
let config: Config;
let ingest: TelemetryIngest;
let devices: DeviceDirectory;
let device: { id: string; vehicleId: number };
let count = 0;
const log = pino({ level: 'silent' });
const cbor = new Encoder({ useRecords: false });

beforeAll(async () => {
  fresh = await freshDatabase();
  config = readConfig({
    RUN: 'jobs',
    DATABASE_URL: fresh.url,
    MQTT_URL: 'mqtt://127.0.0.1:1',
    MQTT_PASSWORD: 'not used',
    JWT_SECRET: 'x'.repeat(32),
  });
  await fresh.dataSource.query("INSERT INTO organization (name, type) VALUES ('본사', 'HEAD_OFFICE')");
  await fresh.dataSource.query(
    "INSERT INTO model (name, type, release_year, horsepower, remote_control, rollover) VALUES ('HL 6-110', 'premium', 2024, 110, 'none', '{}')",
  );
});
afterAll(async () => {
  await ingest.onApplicationShutdown();
  await devices.onApplicationShutdown();
  await fresh.drop();
});
beforeEach(async () => {
  if (count > 0) {
    await ingest.onApplicationShutdown();
    await devices.onApplicationShutdown();
  }
  await newProcess();
  device = await register();
});

describe('telemetry', () => {
  it('stores each sample once, however often its message comes', async () => {
    const message = telemetryBatch(6, { seq: 1 });
    await ingest.commit([messageOf('telemetry', message), messageOf('telemetry', message)]);
    await ingest.commit([messageOf('telemetry', message)]);
    expect(await rows()).toHaveLength(6);
  });

  it('knows a duplicate after a restart too', async () => {
    const message = telemetryUp({ seq: 4 });
    await ingest.commit([messageOf('telemetry', message)]);
    await restart();
    await ingest.commit([messageOf('telemetry', message)]);
    expect(await rows()).toHaveLength(1);
    expect(await stream()).toBe('{[4,5)}');
  });

  it('leaves rows as they are that nothing says were received, and goes on', async () => {
    const now = Date.now();
    const message = telemetryBatch(3, { seq: 1, ts: now });
    await ingest.commit([messageOf('telemetry', message)]);
    await fresh.dataSource.query('DELETE FROM device_stream WHERE device_key = $1', [await key()]);
    await restart();
    const next = telemetryUp({ seq: 2, ts: now + 1000, samples: [sample({ ts: now + 1000, rpm: 2100 })] });
    await ingest.commit([messageOf('telemetry', message), messageOf('telemetry', next)]);
    expect(await rows()).toHaveLength(4);
    expect(await stream()).toBe('{[1,3)}');
    expect(await state()).toMatchObject({ seq: 2, rpm: 2100 });
    // on the connection that follows the refused one
    await ingest.commit([messageOf('telemetry', telemetryUp({ seq: 3, ts: now + 2000 }))]);
    expect(await stream()).toBe('{[1,4)}');
  });

  it('takes two samples of one moment for one', async () => {
    const ts = Date.now();
    const message = telemetryUp({ seq: 1, ts, samples: [sample({ ts, rpm: 900 }), sample({ ts, rpm: 950 })] });
    await ingest.commit([messageOf('telemetry', message)]);
    expect(await rows()).toHaveLength(1);
    expect((await rows())[0]).toMatchObject({ rpm: 900 });
    expect(await stream()).toBe('{[1,2)}');
  });

  it('reads CBOR as it reads JSON', async () => {
    const message = telemetryUp({ seq: 1 });
    await ingest.commit([pendingOf({ topic: upTopic(device.id, 'telemetry'), payload: cbor.encode(message) })]);
    expect((await rows())[0]).toMatchObject({
      lat: 35.803512,
      rpm: 1985,
      fuel_level: 63.5,
      tilt_x: 1.2,
      signals: null,
    });
  });

  it('never lets an older message replace a newer state, in one batch or in several', async () => {
    const now = Date.now();
    const at = (seq: number) =>
      telemetryUp({
        seq,
        ts: now - (100 - seq) * 1000,
        samples: [sample({ ts: now - (100 - seq) * 1000, lat: 35 + seq / 1000 })],
      });
    await ingest.commit([messageOf('telemetry', at(5)), messageOf('telemetry', at(9)), messageOf('telemetry', at(7))]);
    await ingest.commit([messageOf('telemetry', at(8)), messageOf('telemetry', at(6))]);
    expect(await state()).toMatchObject({ seq: 9, lat: 35.009 });
    expect(await rows()).toHaveLength(5);
    expect(await stream()).toBe('{[5,10)}');
  });

  it('of a message in which the clock is set keeps each sample at its time', async () => {
    const now = Date.now();
    const start = 12_000;
    // without a clock of its own the terminal counts from 1970 until it has a fix
    await ingest.commit([messageOf('status', statusUp({ online: true, boot: 1, ts: start }), now - 30_000)]);
    const ts = [start + 10_000, start + 20_000, now];
    const message = telemetryUp({ seq: 1, ts: now, samples: ts.map((at) => sample({ ts: at })) });
    await ingest.commit([messageOf('telemetry', message, now)]);
    expect((await rows()).map((r) => r.ts.getTime())).toEqual([now - 20_000, now - 10_000, now]);
  });

  it('of a terminal that counts its starts anew moves the machine on', async () => {
    const now = Date.now();
    const at = (boot: number, seq: number, rpm: number) =>
      messageOf('telemetry', telemetryUp({ boot, seq, ts: now, samples: [sample({ ts: now, rpm })] }));
    await ingest.commit([at(300, 40, 1_000)]);
    await ingest.commit([messageOf('status', statusUp({ online: true, boot: 1, ts: now }))]);
    await ingest.commit([at(1, 1, 2_000)]);
    expect(await state()).toMatchObject({ boot: 1, seq: 1, rpm: 2_000 });
  });

  it('of a terminal that counts its starts anew and says so in no status moves the machine on after a day', async () => {
    const now = Date.now();
    const at = (boot: number, seq: number, ts: number, rpm: number) =>
      messageOf('telemetry', telemetryUp({ boot, seq, ts, samples: [sample({ ts, rpm })] }), ts);
    await ingest.commit([at(300, 40, now - 90_000_000, 1_000)]);
    await ingest.commit([messageOf('status', { v: 1, online: true })]);
    // within a day it may be of a former start, and late
    await ingest.commit([at(1, 1, now - 4_000_000, 2_000)]);
    expect(await state()).toMatchObject({ boot: 300, seq: 40, rpm: 1_000 });
    await ingest.commit([at(1, 2, now, 3_000)]);
    expect(await state()).toMatchObject({ boot: 1, seq: 2, rpm: 3_000 });
    await ingest.commit([at(1, 3, now + 1_000, 4_000)]);
    expect(await state()).toMatchObject({ boot: 1, seq: 3, rpm: 4_000 });
  });

  it('with numbers of long ago is taken where it is new, and not where it is sent again', async () => {
    const day = 86_400_000;
    const at = (seq: number, ts: number, rpm: number) =>
      messageOf('telemetry', telemetryUp({ seq, ts, samples: [sample({ ts, rpm })] }), ts);
    const now = Date.now();
    const old = at(1, now - 3 * day, 1_000);
    await ingest.commit([old, at(2, now - 3 * day + 1_000, 1_000)]);
    await fresh.dataSource.query(
      "UPDATE device_stream SET received_at = now() - interval '3 days' WHERE device_key = $1",
      [await key()],
    );
    await restart();
    await ingest.commit([old]);
    expect([(await rows()).length, await stream()]).toEqual([2, '{[1,3)}']);
    const first = at(1, now, 2_000);
    await ingest.commit([first, first]);
    await ingest.commit([first]);
    expect([(await rows()).length, await stream()]).toEqual([3, '{[1,2)}']);
    expect(await state()).toMatchObject({ rpm: 2_000 });
  });

  it('that fills its gaps in any order loses none of what is acknowledged', async () => {
    const now = Date.now();
    const commit = (list: number[]) =>
      ingest.commit(
        list.map((seq) =>
          messageOf(
            'telemetry',
            telemetryUp({ seq, ts: now + seq, samples: [sample({ ts: now + seq })] }),
            now + 5_000,
          ),
        ),
      );
    const random = new Random(3);
    const left = new Set(Array.from({ length: 1_600 }, (_, i) => i + 1));
    for (let round = 0; left.size > 0; round++) {
      const list = [...left].sort(() => random.next() - 0.5);
      for (let i = 0; i < list.length; i += 200) await commit(list.slice(i, i + 200));
      // it forgets what is acknowledged
      const known = parseMultirange((await stream()) ?? '');
      for (const seq of list) if (has(known, seq)) left.delete(seq);
      expect(round).toBeLessThan(20);
    }
    expect(new Set((await rows()).map((r) => r.seq)).size).toBe(1_600);
  });

  it('files late data under its day and moves no marker', async () => {
    const now = Date.now();
    await ingest.commit([
      messageOf('telemetry', telemetryUp({ seq: 50, ts: now, samples: [sample({ ts: now, lat: 36 })] })),
    ]);
    const late = now - 26 * 3_600_000;
    await ingest.commit([
      messageOf('telemetry', telemetryUp({ seq: 2, ts: late, samples: [sample({ ts: late, lat: 30 })] })),
    ]);
    expect(await state()).toMatchObject({ lat: 36 });
    const [row] = await fresh.dataSource.query<{ place: string }[]>(
      // without the number of its shard
      "SELECT substring(tableoid::regclass::text, '^telemetry_(?:default|\\d{8})') AS place FROM telemetry WHERE device_key = $1 ORDER BY ts LIMIT 1",
      [await key()],
    );
    expect(row?.place).toBe(`telemetry_${new Date(late).toISOString().slice(0, 10).replaceAll('-', '')}`);
  });

  it.each([
    ['a day behind', -86_400_000],
    ['a day ahead', 86_400_000],
    ['1970', -Date.parse('2026-01-01')],
    ['2099', Date.parse('2099-01-01') - Date.parse('2026-01-01')],
  ])('corrects a clock that is %s, keeps what it said, and quarantines nothing', async (_, skew) => {
    const now = Date.now();
    await ingest.commit([messageOf('status', statusUp({ boot: 1, ts: Math.max(0, now + skew), online: true }), now)]);
    const ts = Math.max(0, now + skew) + 1000;
    await ingest.commit([messageOf('telemetry', telemetryUp({ seq: 1, ts, samples: [sample({ ts })] }), now + 1000)]);
    const [row] = await rows();
    expect(Math.abs((row?.ts.getTime() ?? 0) - (now + 1000))).toBeLessThan(2_500);
    expect(Number(row?.device_ts)).toBe(ts);
    expect(await quarantined()).toEqual([]);
  });

  it.each(malformedReasons)('quarantines what is malformed (%s) and goes on', async (reason) => {
    const broken = malformed(reason, device.id, telemetryUp({ seq: 1 }));
    await ingest.commit([pendingOf(broken), messageOf('telemetry', telemetryUp({ seq: 2 }))]);
    expect(await rows()).toHaveLength(1);
    const [row] = await fresh.dataSource.query<{ reason: string; bytes: number }[]>(
      'SELECT reason, bytes FROM quarantine ORDER BY id DESC LIMIT 1',
    );
    expect(row).toEqual({
      reason:
        reason === 'oversize'
          ? 'tooLarge'
          : reason === 'foreignDevice'
            ? 'unknownDevice'
            : reason === 'truncated' || reason === 'nul'
              ? 'undecodable'
              : 'schema',
      bytes: broken.payload.length,
    });
    // what names its number is acknowledged like any other, and quarantined once
    expect(await stream()).toBe(reason === 'badBody' ? '{[1,3)}' : '{[2,3)}');
    await ingest.commit([pendingOf(broken)]);
    if (reason === 'badBody') expect(await quarantined()).toEqual(['schema']);
  });

  it('bounds the gaps of a client that never fills one, and goes on storing what it says', async () => {
    const odd = Array.from({ length: 700 }, (_, i) => 2 * i + 1);
    const now = Date.now();
    for (let at = 0; at < odd.length; at += 100)
      await ingest.commit(
        odd
          .slice(at, at + 100)
          .map((seq) =>
            messageOf(
              'telemetry',
              telemetryUp({ seq, ts: now + seq, samples: [sample({ ts: now + seq })] }),
              now + 2_000,
            ),
          ),
      );
    expect(await rows()).toHaveLength(odd.length);
    const received = parseMultirange((await stream()) ?? '');
    expect(received.length).toBeLessThanOrEqual(mostRanges);
    expect(received.at(-1)?.[1]).toBe(odd.at(-1));
    expect(acknowledgement(received).upTo, 'and confirms it').toBe(odd.at(-1));
  });

  it('lets a terminal that fills its gaps close them first, and loses nothing of it', async () => {
    const now = Date.now();
    const message = (seq: number) =>
      messageOf('telemetry', telemetryUp({ seq, ts: now + seq, samples: [sample({ ts: now + seq })] }), now + 5_000);
    const commit = (list: number[]) => ingest.commit(list.map(message));
    await commit([2, 4, 3]); // it fills what was missing
    const gappy = Array.from({ length: 400 }, (_, i) => 6 + 2 * i);
    await commit(gappy);
    const waiting = (): Promise<number[]> =>
      stream().then((text) =>
        [1, 5, ...gappy.flatMap((s) => [s, s + 1])].filter((s) => !has(parseMultirange(text ?? ''), s)),
      );
    expect((await waiting()).some((seq) => gappy.includes(seq))).toBe(true);
    // it sends again what is not acknowledged, lowest first
    for (let round = 0; (await waiting()).length > 0; round++) {
      await commit((await waiting()).slice(0, 100));
      expect(round).toBeLessThan(20);
    }
    expect(new Set((await rows()).map((r) => r.seq)).size).toBe(805);
  });

  it('rolls the whole batch back when another process was faster, and writes it once on the second try', async () => {
    await ingest.commit([messageOf('telemetry', telemetryUp({ seq: 1 }))]);
    await fresh.dataSource.query(
      "UPDATE device_stream SET received = '{[1,3)}', version = version + 1 WHERE device_key = $1",
      [await key()],
    );
    await ingest.commit([
      messageOf('telemetry', telemetryUp({ seq: 2 })),
      messageOf('telemetry', telemetryUp({ seq: 3, ts: Date.now() + 10 })),
    ]);
    expect((await rows()).map((r) => r.seq).sort()).toEqual([1, 3]);
    expect(await stream()).toBe('{[1,4)}');
  });
});

describe('engine and connection', () => {
  it('logs a start and a stop once, and only where they change the present', async () => {
    const now = Date.now();
    const on = engineUp({ seq: 5, ts: now - 60_000, on: true });
    const off = engineUp({ seq: 6, ts: now, on: false });
    await ingest.commit([messageOf('engine', on)]);
    await ingest.commit([messageOf('engine', off), messageOf('engine', on)]);
    await ingest.commit([messageOf('engine', engineUp({ seq: 2, ts: now - 3_600_000, on: true }))]);
    expect(await events()).toEqual(['engine.started', 'engine.stopped']);
    expect(await state()).toMatchObject({ engine: false });
  });

  it('distinguishes the key from the engine: one may be on while the other stands', async () => {
    const now = Date.now();
    const known = async () => {
      const [row] = await fresh.dataSource.query<{ key_on: boolean | null; engine: boolean | null }[]>(
        'SELECT key_on, engine FROM vehicle_state WHERE vehicle_id = $1',
        [device.vehicleId],
      );
      return row === undefined ? null : [row.key_on, row.engine];
    };
    let seq = 0;
    const sampled = async (ts: number, message: object) => {
      await ingest.commit([messageOf('telemetry', { v: 1, boot: 1, seq: ++seq, ts, samples: [{ ts, ...message }] })]);
      return known();
    };
    // a terminal that never says its key: a standing engine says nothing of it, a running one that it is on
    expect(await sampled(now - 90_000, { engine: 'off', speed: 0 })).toEqual([null, false]);
    expect(await sampled(now - 80_000, { engine: 'on' })).toEqual([true, true]);
    await ingest.commit([messageOf('engine', engineUp({ seq: 1, ts: now - 70_000, on: false }))]);
    expect(await known()).toEqual([false, false]);
    await ingest.commit([messageOf('engine', engineUp({ seq: 2, ts: now - 60_000, on: true }))]);
    expect(await known()).toEqual([true, null]);
    expect(await sampled(now - 50_000, { engine: 'off' })).toEqual([true, false]);
    // one that says it, in a sample or with its status
    expect(await sampled(now - 40_000, { engine: 'off', key: 'off' })).toEqual([false, false]);
    expect(await sampled(now - 30_000, { engine: 'off', key: 'on' })).toEqual([true, false]);
    await ingest.commit([messageOf('status', { ...statusUp({ online: true }), key: 'off' })]);
    expect(await known()).toEqual([false, false]);
  });

  it('keeps runs of a former count of starts beside those that have their numbers now', async () => {
    const day = 86_400_000;
    const now = Date.now();
    const at = (boot: number, seq: number, ts: number, on: boolean) =>
      messageOf('engine', engineUp({ boot, seq, ts, on }), ts);
    const forget = async (): Promise<void> => {
      // as retention does after its days
      await fresh.dataSource.query('DELETE FROM device_stream WHERE device_key = $1', [await key()]);
      await restart();
    };
    const runs = async (): Promise<number[]> =>
      (
        await fresh.dataSource.query<{ device_ts: string }[]>(
          'SELECT device_ts FROM engine_run WHERE device_key = $1 ORDER BY ts',
          [await key()],
        )
      ).map((r) => Number(r.device_ts));
    const of = (from: number) => [
      at(1, 1, from, true),
      at(1, 2, from + 1_000, false),
      at(2, 1, from + 2_000, true),
      at(2, 2, from + 3_000, false),
    ];
    const times = (from: number) => [from, from + 1_000, from + 2_000, from + 3_000];
    const counts = [now - 200 * day, now - 100 * day, now];
    for (const from of counts) {
      await ingest.commit(of(from));
      await forget();
    }
    expect(await runs()).toEqual(counts.flatMap(times));
    await ingest.commit(of(now));
    expect(await runs()).toEqual(counts.flatMap(times));
  });

  it('takes neither the key nor the time from a status that the broker has kept', async () => {
    const now = Date.now();
    await ingest.commit([messageOf('status', statusUp({ online: true, key: 'on', ts: now - 60_000 }), now - 60_000)]);
    await ingest.commit([messageOf('engine', engineUp({ seq: 1, ts: now - 30_000, on: false }), now - 30_000)]);
    await ingest.commit([{ ...messageOf('status', statusUp({ online: true, key: 'on' }), now), retain: true }]);
    expect(await state()).toMatchObject({ key_on: false, last_seen_at: new Date(now - 30_000) });
  });

  it('logs a connection when it changes; the will ends it', async () => {
    await ingest.commit([messageOf('status', statusUp({ online: true, firmware: '4.2.1' }))]);
    await ingest.commit([messageOf('status', statusUp({ online: true }))]);
    await ingest.commit([messageOf('status', { v: 1, online: false })]);
    expect(await events()).toEqual(['device.connected', 'device.disconnected']);
  });
});

async function newProcess(): Promise<void> {
  const app = await Test.createTestingModule({ providers: [CommandBus] }).compile();
  devices = new DeviceDirectory(fresh.dataSource, config, log);
  await devices.start();
  const health = new Health(fresh.dataSource);
  ingest = new TelemetryIngest(
    fresh.dataSource,
    config,
    log,
    devices,
    app.get(CommandBus),
    health,
    new Publisher(config, log),
    new DataErrors(log, health),
    new GarbageGate(fresh.dataSource, log),
    new StandBy(config, log),
  );
}

async function restart(): Promise<void> {
  await ingest.onApplicationShutdown();
  await devices.onApplicationShutdown();
  await newProcess();
}

async function register(): Promise<{ id: string; vehicleId: number }> {
  const id = `TEST-${String(++count).padStart(5, '0')}9`;
  await fresh.dataSource.query("INSERT INTO device (id, secret_hash) VALUES ($1, 'x')", [id]);
  const [row] = await fresh.dataSource.query<{ id: number }[]>(
    'INSERT INTO vehicle (vin, model_id, organization_id, device_id, release_year, horsepower) SELECT $1, m.id, o.id, $1, 2024, 110 FROM model m, organization o RETURNING id',
    [id],
  );
  // the directory may have read the device before the vehicle was there
  await vi.waitFor(async () => expect((await devices.find(new Set([id]))).get(id)?.vehicleId).toBe(row?.id), {
    timeout: 60_000,
  });
  return { id, vehicleId: row?.id ?? 0 };
}

/** As the link hands it over, however broken. */
const pendingOf = (message: { topic: string; payload: Buffer }): PendingMessage => ({
  ...message,
  decoded: decodeUp(message.topic, message.payload),
  retain: false,
  receivedAt: Date.now(),
  id: 1,
  generation: 0,
});
function messageOf(kind: UpKind, message: unknown, receivedAt = Date.now()): PendingMessage {
  const [topic, payload] = [upTopic(device.id, kind), Buffer.from(JSON.stringify(message))];
  return { topic, payload, decoded: decodeUp(topic, payload), retain: false, receivedAt, id: 1, generation: 0 };
}
const key = async (): Promise<number> =>
  (await fresh.dataSource.query<{ key: number }[]>('SELECT key FROM device WHERE id = $1', [device.id]))[0]?.key ?? 0;
interface Row {
  ts: Date;
  device_ts: string;
  seq: number;
  lat: number;
  rpm: number;
  fuel_level: number;
  tilt_x: number;
  signals: null;
}
const rows = async (): Promise<Row[]> =>
  fresh.dataSource.query<Row[]>('SELECT * FROM telemetry WHERE device_key = $1 ORDER BY ts', [await key()]);
const state = async (): Promise<object | undefined> =>
  (await fresh.dataSource.query<object[]>('SELECT * FROM vehicle_state WHERE vehicle_id = $1', [device.vehicleId]))[0];
const stream = async (): Promise<string | undefined> =>
  (
    await fresh.dataSource.query<{ received: string }[]>(
      "SELECT received::text FROM device_stream WHERE device_key = $1 AND topic = 'telemetry'",
      [await key()],
    )
  )[0]?.received;
const quarantined = async (): Promise<string[]> =>
  (
    await fresh.dataSource.query<{ reason: string }[]>('SELECT reason FROM quarantine WHERE device_id = $1', [
      device.id,
    ])
  ).map((r) => r.reason);
const events = async (): Promise<string[]> =>
  (
    await fresh.dataSource.query<{ name: string }[]>(
      "SELECT name FROM event_log WHERE payload->>'deviceId' = $1 ORDER BY number",
      [device.id],
    )
  ).map((r) => r.name);
