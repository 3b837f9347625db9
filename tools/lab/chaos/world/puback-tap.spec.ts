import { generate, type Packet } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { PubackCounter } from './puback-tap';

const v5 = { protocolVersion: 5 };
const bytesOf = (packets: Packet[]): Buffer => Buffer.concat(packets.map((packet) => generate(packet, v5)));
const publish = (messageId: number, kind: string): Packet => ({
  cmd: 'publish',
  topic: `tms/v1/D-1/up/${kind}`,
  payload: Buffer.alloc(300, 0x40),
  qos: 1,
  messageId,
  dup: false,
  retain: false,
});
const puback = (messageId: number): Packet => ({ cmd: 'puback', messageId, reasonCode: 0 });

describe('acknowledgements of a connection', () => {
  it.each([1, 2, 3, 7, 100, 10_000])('are counted of what the process commits, in pieces of %i bytes', (size) => {
    let count = 0;
    const counter = new PubackCounter(() => count++);
    const inPieces = (bytes: Buffer, read: (chunk: Buffer) => void): void => {
      for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
    };
    inPieces(
      bytesOf([
        publish(1, 'telemetry'),
        publish(2, 'sos'),
        { cmd: 'pingresp' },
        publish(3, 'status'),
        publish(4, 'engine'),
      ]),
      (c) => counter.fromBroker(c),
    );
    inPieces(bytesOf([puback(2), puback(1), { cmd: 'pingreq' }, puback(3), puback(3), puback(9)]), (c) =>
      counter.fromClient(c),
    );
    expect(count).toBe(2);
  });
});
