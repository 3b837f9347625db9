import mqtt from 'mqtt-packet';
import type { Packet } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { FaultUp, SosUp, TelemetryUp } from '@headland/contracts/device/up';
import { parseUpTopic } from '@headland/contracts/device/envelope';
import { stampOf } from '../measure/stamp';
import { basePosition, faultMessage, fleetBounds, sosMessage, telemetryMessage } from './load-message';
import {
  connectPacket,
  disconnectPacket,
  pingPacket,
  pubackPacket,
  publishPacket,
  subscribePacket,
} from './mqtt-bytes';
import { AnswerReader } from './mqtt-answers';

/** Decoded by the reference parser of MQTT.js. */
function decode(bytes: Buffer): Packet[] {
  const packets: Packet[] = [];
  const parser = mqtt.parser({ protocolVersion: 4 });
  parser.on('packet', (p) => packets.push(p));
  parser.on('error', (e) => {
    throw e;
  });
  parser.parse(bytes);
  return packets;
}

describe('packets, as mqtt-packet reads them', () => {
  it('CONNECT with an account and without', () => {
    expect(
      decode(connectPacket({ clientId: 'HL-1', username: 'HL-1', password: 'geheim-ü', keepaliveS: 300 })),
    ).toMatchObject([
      {
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: 'HL-1',
        keepalive: 300,
        username: 'HL-1',
        password: Buffer.from('geheim-ü'),
      },
    ]);
    const [anonymous] = decode(connectPacket({ clientId: 'x', keepaliveS: 0 }));
    expect(anonymous).toMatchObject({ cmd: 'connect', clientId: 'x', keepalive: 0 });
    expect(anonymous).not.toHaveProperty('username');
  });

  it('SUBSCRIBE, PUBACK, PINGREQ, DISCONNECT', () => {
    expect(decode(subscribePacket(4660, 'tms/v1/HL-1/down/#', 1))).toMatchObject([
      { cmd: 'subscribe', messageId: 4660, subscriptions: [{ topic: 'tms/v1/HL-1/down/#', qos: 1 }] },
    ]);
    expect(decode(Buffer.concat([pubackPacket(65_535), pingPacket(), disconnectPacket()]))).toMatchObject([
      { cmd: 'puback', messageId: 65_535 },
      { cmd: 'pingreq' },
      { cmd: 'disconnect' },
    ]);
  });

  for (const size of [0, 1, 90, 127, 128, 300, 16_383, 16_384, 65_536]) {
    it(`PUBLISH with ${size} bytes of payload`, () => {
      const payload = Buffer.alloc(size, 0x7a);
      const { bytes, packetIdAt, payloadAt } = publishPacket('a/b', payload);
      bytes.writeUInt16BE(777, packetIdAt);
      expect(decode(bytes)).toMatchObject([
        { cmd: 'publish', topic: 'a/b', qos: 1, dup: false, retain: false, messageId: 777, payload },
      ]);
      expect(bytes.subarray(payloadAt)).toEqual(payload);
    });
  }
});

describe('load messages', () => {
  const fields = [
    { packetId: 1, seq: 1, tsMs: 1_763_700_000_000, stamp: 0 },
    { packetId: 65_535, seq: 2_147_483_647, tsMs: 1_999_999_999_999, stamp: 999_999 },
    { packetId: 300, seq: 1000, tsMs: 1_763_700_000_007, stamp: 42_001 },
    { packetId: 7, seq: 9, tsMs: 1_763_700_000_100, stamp: 7 },
  ];
  for (const f of fields) {
    it(`telemetry stays a valid message of the protocol when overwritten with ${JSON.stringify(f)}`, () => {
      const message = telemetryMessage({ id: 'BENCH-00042', index: 41 }, 1_763_700_000);
      message.set({ packetId: 9999, seq: 123_456_789, tsMs: 1_888_888_888_888, stamp: 888_888 });
      message.set(f);
      const [packet] = decode(message.bytes);
      if (packet?.cmd !== 'publish') throw new Error('not a publish');
      expect(packet.messageId).toBe(f.packetId);
      expect(parseUpTopic(packet.topic)).toEqual({ device: 'BENCH-00042', kind: 'telemetry' });
      const body = TelemetryUp.parse(JSON.parse(packet.payload.toString()));
      expect(body).toMatchObject({ boot: 1_763_700_000, seq: f.seq, ts: f.tsMs });
      expect(body.samples).toHaveLength(1);
      expect(body.samples[0]?.ts).toBe(f.tsMs);
      expect(stampOf(body.samples[0]?.lat ?? 0, body.samples[0]?.lon ?? 0)).toBe(f.stamp);
    });
    it(`so does an SOS with ${JSON.stringify(f)}`, () => {
      const message = sosMessage({ id: 'BENCH-00001', index: 9999 }, 3);
      message.set(f);
      const [packet] = decode(message.bytes);
      if (packet?.cmd !== 'publish') throw new Error('not a publish');
      const body = SosUp.parse(JSON.parse(packet.payload.toString()));
      expect(body).toMatchObject({ boot: 3, seq: f.seq, ts: f.tsMs, type: 'button' });
      expect(stampOf(body.lat ?? 0, body.lon ?? 0)).toBe(f.stamp);
    });
    it(`and a fault with ${JSON.stringify(f)}`, () => {
      const message = faultMessage({ id: 'BENCH-00001', index: 9999 }, 3, 'E0391');
      message.set(f);
      const [packet] = decode(message.bytes);
      if (packet?.cmd !== 'publish') throw new Error('not a publish');
      expect(parseUpTopic(packet.topic)).toEqual({ device: 'BENCH-00001', kind: 'fault' });
      const body = FaultUp.parse(JSON.parse(packet.payload.toString()));
      expect(body).toMatchObject({ boot: 3, seq: f.seq, ts: f.tsMs, active: [{ code: 'E0391' }], cleared: [] });
      expect(stampOf(body.lat ?? 0, body.lon ?? 0)).toBe(f.stamp);
    });
  }

  it('carries a sample of the size of the measured limit', () => {
    const { bytes } = telemetryMessage({ id: 'BENCH-00001', index: 0 }, 1);
    expect(bytes.length).toBeGreaterThan(300);
    expect(bytes.length).toBeLessThan(460);
  });

  it('refuses a number that does not fit instead of sending another one', () => {
    expect(() =>
      telemetryMessage({ id: 'BENCH-00001', index: 0 }, 1).set({
        packetId: 1,
        seq: 1,
        tsMs: 10_000_000_000_000,
        stamp: 0,
      }),
    ).toThrow(RangeError);
  });

  it('places every device of the fleet within its bounds', () => {
    for (const n of [1, 99, 100, 101, 10_000]) {
      const b = fleetBounds(n);
      for (const index of [0, n - 1, Math.floor(n / 2)]) {
        const [lat, lon] = basePosition(index).map(Number) as [number, number];
        expect(lat > b.south && lat < b.north && lon > b.west && lon < b.east).toBe(true);
      }
    }
  });
});

describe('answers of a broker', () => {
  const answers = Buffer.concat([
    mqtt.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }),
    mqtt.generate({ cmd: 'suback', messageId: 7, granted: [1] }),
    mqtt.generate({ cmd: 'puback', messageId: 1 }),
    mqtt.generate({ cmd: 'puback', messageId: 65_535 }),
    mqtt.generate({
      cmd: 'publish',
      topic: 'tms/v1/X/down/ack',
      payload: Buffer.alloc(200, 0x61),
      qos: 1,
      messageId: 9,
      dup: false,
      retain: false,
    }),
    mqtt.generate({ cmd: 'publish', topic: 't', payload: 'z', qos: 0, dup: false, retain: true }),
    mqtt.generate({ cmd: 'pingresp' }),
    mqtt.generate({ cmd: 'puback', messageId: 2 }),
  ]);
  const expected = [
    'connack 0',
    'suback 7 1',
    'puback 1',
    'puback 65535',
    `publish tms/v1/X/down/ack ${'a'.repeat(200)} 9`,
    'publish t z null',
    'puback 2',
  ];

  for (const piece of [1, 2, 3, 5, 64, 10_000]) {
    it(`come out whole when they arrive ${piece} bytes at a time`, () => {
      const seen: string[] = [];
      const reader = new AnswerReader({
        connack: (code) => seen.push(`connack ${code}`),
        suback: (id, code) => seen.push(`suback ${id} ${code}`),
        puback: (id) => seen.push(`puback ${id}`),
        publish: (topic, payload, id) => seen.push(`publish ${topic} ${payload.toString()} ${id}`),
      });
      for (let at = 0; at < answers.length; at += piece) reader.push(answers.subarray(at, at + piece));
      expect(seen).toEqual(expected);
    });
  }

  it('are refused when they are none', () => {
    const reader = new AnswerReader({ connack: () => {}, suback: () => {}, puback: () => {}, publish: () => {} });
    expect(() => reader.push(Buffer.from([0xf0, 0]))).toThrow(RangeError);
  });
});
