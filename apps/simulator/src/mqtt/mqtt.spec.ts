import { generate, type Packet, parser } from 'mqtt-packet';
import { Random } from '@headland/testing/random';
import { describe, expect, it } from 'vitest';
import { BrokerUrl } from './broker-url';
import { Inbound } from './inbound';
import {
  connectPacket,
  disconnectPacket,
  type MqttVersion,
  pingPacket,
  pubackPacket,
  publishFrame,
  setPacketId,
} from './packets';

const versions: readonly MqttVersion[] = [4, 5];

function parsed(version: MqttVersion, ...bytes: Buffer[]): Packet[] {
  const packets: Packet[] = [];
  const p = parser({ protocolVersion: version });
  p.on('packet', (packet) => packets.push(packet));
  p.on('error', (error) => {
    throw error as Error;
  });
  for (const b of bytes) p.parse(b);
  return packets;
}

describe.each(versions)('what is written in version %i', (version) => {
  it.each([0, 1, 100, 127, 128, 300, 16_000, 16_384, 70_000])(
    'a PUBLISH of %i bytes is read back as it was meant',
    (size) => {
      const topic = 'tms/v1/KT-000001/up/telemetry';
      for (const payload of ['x'.repeat(size), Buffer.alloc(size, 7)]) {
        const frame = publishFrame(Buffer.from(topic), payload, version, size === 1);
        setPacketId(frame, 513);
        expect(parsed(version, frame.bytes)).toMatchObject([
          {
            cmd: 'publish',
            topic,
            payload: Buffer.from(payload),
            qos: 1,
            dup: false,
            retain: size === 1,
            messageId: 513,
          },
        ]);
      }
    },
  );

  it('CONNECT carries name, secret, keep-alive and the will', () => {
    const who = {
      id: 'KT-0001',
      secret: 'geheim',
      will: { topic: 'tms/v1/KT-0001/up/status', payload: Buffer.from('{}') },
    };
    expect(parsed(version, connectPacket(who, version, 60, false))).toMatchObject([
      {
        cmd: 'connect',
        protocolVersion: version,
        clientId: 'KT-0001',
        username: 'KT-0001',
        password: Buffer.from('geheim'),
        keepalive: 60,
        clean: false,
        will: { topic: 'tms/v1/KT-0001/up/status', qos: 1, retain: true },
      },
    ]);
  });

  it('the short packets are what they claim', () => {
    expect(parsed(version, pingPacket, pubackPacket(777), disconnectPacket).map((p) => [p.cmd, p.messageId])).toEqual([
      ['pingreq', undefined],
      ['puback', 777],
      ['disconnect', undefined],
    ]);
  });
});

describe.each(versions)('what is read in version %i', (version) => {
  const write = (packet: Packet): Buffer => generate(packet, { protocolVersion: version });
  const stream = Buffer.concat([
    write({
      cmd: 'connack',
      sessionPresent: false,
      ...(version === 5 ? { reasonCode: 0, properties: { receiveMaximum: 20 } } : { returnCode: 0 }),
    }),
    write({ cmd: 'suback', messageId: 65_535, granted: [1] }),
    write({
      cmd: 'publish',
      topic: 'tms/v1/KT-0001/down/ack',
      payload: '{"topic":"telemetry"}',
      qos: 1,
      messageId: 4,
      dup: false,
      retain: false,
    }),
    write({ cmd: 'puback', messageId: 300 }),
    write({ cmd: 'pingresp' }),
    write({
      cmd: 'publish',
      topic: 'tms/v1/KT-0001/down/config',
      payload: 'x'.repeat(900),
      qos: 0,
      dup: false,
      retain: true,
    }),
    write({ cmd: 'puback', messageId: 301 }),
  ]);
  const expected = [
    'connack',
    'suback',
    'tms/v1/KT-0001/down/ack 21',
    'puback 300',
    'pong',
    'tms/v1/KT-0001/down/config 900',
    'puback 301',
  ];

  function read(chunks: readonly Buffer[]): string[] {
    const seen: string[] = [];
    const inbound = new Inbound(version, {
      puback: (id) => seen.push(`puback ${id}`),
      pong: () => seen.push('pong'),
      packet: (p) => seen.push(p.cmd === 'publish' ? `${p.topic} ${p.payload.length}` : p.cmd),
    });
    for (const chunk of chunks) {
      const reused = Buffer.from(chunk);
      inbound.read(reused);
      // the socket reads the next bytes over these
      reused.fill(0xee);
    }
    return seen;
  }

  it('is the same in one piece, byte by byte, and cut at random', () => {
    expect(read([stream])).toEqual(expected);
    expect(read([...stream].map((byte) => Buffer.from([byte])))).toEqual(expected);
    const random = new Random(9);
    for (let run = 0; run < 100; run++) {
      const cuts = [0, ...Array.from({ length: 6 }, () => random.whole(0, stream.length)), stream.length].sort(
        (a, b) => a - b,
      );
      expect(read(cuts.slice(1).map((cut, i) => stream.subarray(cuts[i], cut)))).toEqual(expected);
    }
  });

  it('and is no MQTT, or too long to be meant, ends in an error and not in the next connection', () => {
    expect(() => read([Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0xff])])).toThrow('four bytes');
    expect(() => read([Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])])).toThrow('bytes');
    expect(() => read([Buffer.from([0x00, 0x00])])).toThrow();
    expect(read([stream])).toEqual(expected);
  });
});

describe('the address of the broker', () => {
  it.each([
    ['mqtt://127.0.0.1:1883', { host: '127.0.0.1', port: 1883, tls: false }],
    ['mqtt://broker', { host: 'broker', port: 1883, tls: false }],
    ['mqtts://broker.example', { host: 'broker.example', port: 8883, tls: true }],
    ['mqtt://[::1]:2000', { host: '::1', port: 2000, tls: false }],
  ])('%s', (text, url) => expect(BrokerUrl.parse(text)).toEqual(url));

  it.each(['http://broker', 'broker:1883', '', 'mqtt://'])('is refused: %s', (text) =>
    expect(BrokerUrl.safeParse(text).success).toBe(false),
  );
});
