import { generate, type IConnectPacket, type Packet } from 'mqtt-packet';

/**
 * The packets of a terminal. PUBLISH is encoded by hand, once, with a placeholder for the packet id; the rare ones by
 * mqtt-packet.
 */
export type MqttVersion = 4 | 5;

export interface Identity {
  id: string;
  secret: string;
  will: { topic: string; payload: Buffer };
}

export function connectPacket(who: Identity, version: MqttVersion, keepaliveS: number, clean: boolean): Buffer {
  const packet: IConnectPacket = {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: version,
    clientId: who.id,
    username: who.id,
    password: Buffer.from(who.secret),
    clean,
    keepalive: keepaliveS,
    will: { topic: who.will.topic, payload: who.will.payload, qos: 1, retain: true },
    ...(version === 5 && !clean ? { properties: { sessionExpiryInterval: 86_400 } } : {}),
  };
  return encode(packet, version);
}

export const subscribePacket = (topic: string, messageId: number, version: MqttVersion): Buffer =>
  encode({ cmd: 'subscribe', messageId, subscriptions: [{ topic, qos: 1 }] }, version);

export const pingPacket = Buffer.from([0xc0, 0x00]);
/** Both versions accept the short form; in MQTT 5 it is a normal disconnection. */
export const disconnectPacket = Buffer.from([0xe0, 0x00]);
/** Both versions accept the short form; in MQTT 5 its reason is success. */
export const pubackPacket = (messageId: number): Buffer => Buffer.from([0x40, 0x02, messageId >> 8, messageId & 0xff]);

export function encode(packet: Packet, version: MqttVersion): Buffer {
  return generate(packet, { protocolVersion: version });
}

/** A PUBLISH of QoS 1 without its packet id: `setPacketId` sets it before each write. */
export interface PublishFrame {
  bytes: Buffer;
  idAt: number;
}

/** `payload` may be Latin-1 text (JSON of numbers and names): it is then written straight into the frame. */
export function publishFrame(
  topic: Buffer,
  payload: Buffer | string,
  version: MqttVersion,
  retain = false,
): PublishFrame {
  const properties = version === 5 ? 1 : 0;
  const remaining = 2 + topic.length + 2 + properties + payload.length;
  const lengthBytes = remaining < 128 ? 1 : remaining < 16_384 ? 2 : remaining < 2_097_152 ? 3 : 4;
  const bytes = Buffer.allocUnsafe(1 + lengthBytes + remaining);
  bytes[0] = 0x32 | (retain ? 1 : 0);
  let at = 1;
  for (let rest = remaining; ; rest >>>= 7) {
    bytes[at++] = rest > 127 ? (rest & 127) | 128 : rest;
    if (rest < 128) break;
  }
  bytes[at++] = topic.length >> 8;
  bytes[at++] = topic.length & 0xff;
  topic.copy(bytes, at);
  at += topic.length;
  const idAt = at;
  at += 2;
  if (properties > 0) bytes[at++] = 0;
  if (typeof payload === 'string') bytes.write(payload, at, 'latin1');
  else payload.copy(bytes, at);
  return { bytes, idAt };
}

export function setPacketId(frame: PublishFrame, id: number): void {
  frame.bytes[frame.idAt] = id >> 8;
  frame.bytes[frame.idAt + 1] = id & 0xff;
}

/** A copy of a frame, for a second write while the first may still be queued in the socket. */
export const copyOf = (frame: PublishFrame): PublishFrame => ({ bytes: Buffer.from(frame.bytes), idAt: frame.idAt });
