import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import mqtt from 'mqtt-packet';
import { describe, expect, it, vi } from 'vitest';
import { type Publication, PublishTap } from './publish-tap';

const versions = [4, 5] as const;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A tap on a socket of which both ends are ours. */
function tapped(version: 4 | 5) {
  const [fromBroker, toBroker] = [new PassThrough(), new PassThrough()];
  const socket = Object.assign(fromBroker, { write: toBroker.write.bind(toBroker) });
  const received: Publication[] = [];
  const sessions: boolean[] = [];
  const tap = new PublishTap(socket, {
    version,
    onPublish: (publication) => received.push(publication),
    onConnack: (sessionPresent) => sessions.push(sessionPresent),
  });
  const passed: Buffer[] = [];
  tap.on('data', (chunk: Buffer) => passed.push(chunk));
  const write = PassThrough.prototype.write.bind(fromBroker) as (chunk: Buffer) => boolean;
  const end = PassThrough.prototype.end.bind(fromBroker) as () => unknown;
  return {
    tap,
    received,
    sessions,
    write,
    end,
    passed: () => Buffer.concat(passed),
    sent: () => (toBroker.read() as Buffer | null) ?? Buffer.alloc(0),
  };
}
const packetOf = (packet: mqtt.Packet, version: 4 | 5): Buffer => mqtt.generate(packet, { protocolVersion: version });
const publication = (n: number, version: 4 | 5): Buffer =>
  packetOf(
    {
      cmd: 'publish',
      topic: 'tms/v1/TEST-1/up/sos',
      payload: Buffer.from(`press ${n} ${'x'.repeat(n * 50)}`),
      qos: n === 0 ? 0 : 1,
      messageId: n,
      retain: n === 1,
      dup: false,
      ...(version === 5 ? { properties: { contentType: 'text', messageExpiryInterval: 60 } } : {}),
    },
    version,
  );

describe.each(versions)('what is published, of MQTT protocol level %i', (version) => {
  it('is extracted from the stream in chunks of any size, and all else is passed on as it came', async () => {
    const others = [
      packetOf({ cmd: 'pingresp' }, version),
      packetOf({ cmd: 'suback', messageId: 7, granted: [1] }, version),
    ];
    const all = Buffer.concat([
      publication(0, version),
      others[0] as Buffer,
      publication(1, version),
      others[1] as Buffer,
      publication(9, version),
    ]);
    for (const size of [1, 2, 3, 7, 64, all.length]) {
      const { received, write, passed } = tapped(version);
      for (let at = 0; at < all.length; at += size) write(all.subarray(at, at + size));
      await turn();
      await turn();
      expect(received.map(({ id, retain, payload }) => ({ id, retain, payload: String(payload).trimEnd() }))).toEqual([
        { id: null, retain: false, payload: 'press 0' },
        { id: 1, retain: true, payload: `press 1 ${'x'.repeat(50)}` },
        { id: 9, retain: false, payload: `press 9 ${'x'.repeat(450)}` },
      ]);
      expect(received[0]?.topic).toBe('tms/v1/TEST-1/up/sos');
      expect(passed()).toEqual(Buffer.concat(others));
    }
  });

  it('comes right behind the CONNACK, whether the client library knows of it or not, and waits where there is no room', async () => {
    const { tap, received, sessions, write } = tapped(version);
    write(
      Buffer.concat([
        packetOf({ cmd: 'connack', returnCode: 0, reasonCode: 0, sessionPresent: true }, version),
        publication(1, version),
        publication(2, version),
      ]),
    );
    await turn();
    expect(sessions).toEqual([true]);
    expect(received).toHaveLength(2);
    tap.stopReading();
    write(publication(3, version));
    await turn();
    expect(received).toHaveLength(2);
    tap.readOn();
    await turn();
    expect(received).toHaveLength(3);
  });

  it('is acknowledged by one write for all of a turn', async () => {
    const { tap, sent } = tapped(version);
    tap.acknowledge([1, 2]);
    tap.acknowledge([65_535]);
    await turn();
    expect(sent()).toEqual(Buffer.concat([1, 2, 65_535].map((messageId) => packetOf({ cmd: 'puback', messageId }, 4))));
  });
});

describe.each(versions)('what we publish, of MQTT protocol level %i', (version) => {
  const payloads = [
    '',
    '{"v":1}',
    '경보 '.repeat(5_000),
    Buffer.alloc(0),
    Buffer.alloc(127, 1),
    Buffer.alloc(300_000, 2),
  ];

  it('is sent as another encoder sends it, by one write for all of a turn', async () => {
    const { tap, sent } = tapped(version);
    const topic = 'tms/v1/TEST-1/down/ack';
    for (const [i, payload] of payloads.entries()) tap.publish(65_535 - i, topic, payload);
    tap.acknowledge([7]);
    await turn();
    const packets = payloads.map((payload, i) =>
      packetOf({ cmd: 'publish', topic, payload, qos: 1, messageId: 65_535 - i, retain: false, dup: false }, version),
    );
    expect(sent().equals(Buffer.concat([...packets, packetOf({ cmd: 'puback', messageId: 7 }, 4)]))).toBe(true);
  });

  it('is refused where no packet has room for it', () => {
    const { tap } = tapped(version);
    const payload = { length: 2 ** 28 } as Buffer;
    expect(() => tap.publish(1, 'tms/v1/TEST-1/down/flash', payload)).toThrow('MQTT');
  });
});

describe('a connection that was refused', () => {
  it('goes on being read, so that its end is noticed', async () => {
    const { write, end, passed, tap } = tapped(4);
    const ended = new Promise((resolve) => tap.once('end', resolve));
    write(packetOf({ cmd: 'connack', returnCode: 5, sessionPresent: false }, 4));
    end();
    await ended;
    expect(passed()).toHaveLength(4);
  });
});

describe('a connection whose reads are paused', () => {
  /** A connection over TCP: the broker's end, and what the tap at ours has received. */
  async function connected(readPauseMs: number) {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const arrived = once(server, 'connection') as Promise<[Socket]>;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [broker] = await arrived;
    broker.setNoDelay(true);
    const received: number[] = [];
    let reads = 0;
    socket.on('data', () => reads++);
    const tap = new PublishTap(socket, {
      version: 4,
      onPublish: ({ id }) => received.push(id ?? 0),
      readPauseMs: () => readPauseMs,
    });
    const close = (): void => {
      tap.destroy();
      broker.destroy();
      server.close();
    };
    return { broker, received, close, reads: () => reads };
  }

  it('takes by one read what came since the last one, in order', async () => {
    const { broker, received, reads, close } = await connected(50);
    for (let n = 1; n <= 20; n++) {
      broker.write(publication(n, 4));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await vi.waitFor(() => expect(received).toHaveLength(20));
    expect(received).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(reads()).toBeLessThan(15);
    close();
  });

  it('is not paused by a full read, since more is waiting', async () => {
    let stops = 0;
    const handle = { reading: true, readStop: () => stops++, readStart: () => undefined };
    const socket = Object.assign(new PassThrough({ highWaterMark: 1 << 20 }), { _handle: handle });
    new PublishTap(socket, { version: 4, onPublish: () => undefined, readPauseMs: () => 10 });
    const ping = packetOf({ cmd: 'pingresp' }, 4);
    const packets = Buffer.concat(Array.from({ length: 65_536 / ping.length }, () => ping));
    socket.write(packets);
    await turn();
    expect(stops).toBe(0);
    socket.write(packets.subarray(0, 65_534));
    await turn();
    expect(stops).toBe(1);
    socket.destroy();
  });
});
