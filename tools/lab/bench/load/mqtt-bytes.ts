/**
 * MQTT 3.1.1 packets as bytes, encoded once. A client library spends 25 µs on a publish and would be what is measured; patching eight fields of a
 * ready buffer costs a tenth of a microsecond.
 */
export function connectPacket(c: {
  clientId: string;
  username?: string;
  password?: string;
  keepaliveS: number;
}): Buffer {
  const flags = 0x02 | (c.username === undefined ? 0 : 0x80) | (c.password === undefined ? 0 : 0x40);
  const fields = [
    c.clientId,
    ...(c.username === undefined ? [] : [c.username]),
    ...(c.password === undefined ? [] : [c.password]),
  ];
  return packet(
    0x10,
    Buffer.from([0, 4, 0x4d, 0x51, 0x54, 0x54, 4, flags, c.keepaliveS >> 8, c.keepaliveS & 0xff]),
    ...fields.map(text),
  );
}

export function subscribePacket(packetId: number, filter: string, qos: 0 | 1): Buffer {
  return packet(0x82, Buffer.from([packetId >> 8, packetId & 0xff]), text(filter), Buffer.from([qos]));
}

export const pubackPacket = (packetId: number): Buffer => Buffer.from([0x40, 2, packetId >> 8, packetId & 0xff]);
export const pingPacket = (): Buffer => Buffer.from([0xc0, 0]);
export const disconnectPacket = (): Buffer => Buffer.from([0xe0, 0]);

/** A QoS 1 PUBLISH with packet id 0, and where in it the packet id and the payload are. */
export function publishPacket(
  topic: string,
  payload: Buffer,
): { bytes: Buffer; packetIdAt: number; payloadAt: number } {
  const name = text(topic);
  const bytes = packet(0x32, name, Buffer.alloc(2), payload);
  const payloadAt = bytes.length - payload.length;
  return { bytes, packetIdAt: payloadAt - 2, payloadAt };
}

function text(s: string): Buffer {
  const body = Buffer.from(s, 'utf8');
  if (body.length > 0xffff) throw new RangeError('a string of MQTT has at most 65,535 bytes');
  return Buffer.concat([Buffer.from([body.length >> 8, body.length & 0xff]), body]);
}

function packet(firstByte: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = [firstByte];
  let left = body.length;
  do {
    head.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    left >>= 7;
  } while (left > 0);
  return Buffer.concat([Buffer.from(head), body]);
}
