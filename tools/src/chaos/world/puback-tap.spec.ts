import { generate } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { PacketCounter } from './puback-tap';

describe('packets of an MQTT stream', () => {
  const packets = [
    generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'a/#', qos: 1 }] }),
    generate({ cmd: 'publish', topic: 't', payload: Buffer.alloc(300, 0x40), qos: 1, messageId: 2, dup: false, retain: false }),
    generate({ cmd: 'puback', messageId: 3 }),
    generate({ cmd: 'pingreq' }),
    generate({ cmd: 'puback', messageId: 4, reasonCode: 0 }, { protocolVersion: 5 }),
  ];
  const types = [8, 3, 4, 12, 4];

  it.each([1, 2, 3, 7, 100, 10_000])('are counted one by one, in pieces of %i bytes', (size) => {
    const seen: number[] = [];
    const counter = new PacketCounter((type) => seen.push(type));
    const bytes = Buffer.concat(packets);
    for (let at = 0; at < bytes.length; at += size) counter.read(bytes.subarray(at, at + size));
    expect(seen).toEqual(types);
  });
});
