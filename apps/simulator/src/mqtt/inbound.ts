import { type Packet, type Parser, parser } from 'mqtt-packet';
import { type MqttVersion } from './packets';

/**
 * Splits a connection's bytes into packets. PUBACK and PINGRESP, nearly all that a terminal receives, are decoded here;
 * every other packet goes to one parser of mqtt-packet that all connections share (so 20,000 connections cost no 20,000
 * parsers).
 */
export interface InboundHandler {
  puback(id: number, reason: number): void;
  pong(): void;
  packet(packet: Packet): void;
}

/** Packets to a terminal are never larger: a firmware block is 4 KiB, a long message of the protocol 64 KiB. */
const maxPacketBytes = 256 * 1024;

export class Inbound {
  private rest: Buffer | null = null;

  constructor(
    private readonly version: MqttVersion,
    private readonly handler: InboundHandler,
  ) {}

  /** `chunk` may be overwritten after the call. Throws on invalid MQTT. */
  read(chunk: Buffer): void {
    const bytes = this.rest === null ? chunk : Buffer.concat([this.rest, chunk]);
    this.rest = null;
    let at = 0;
    while (at < bytes.length) {
      const size = packetSize(bytes, at);
      if (size === null || at + size > bytes.length) {
        this.rest = Buffer.from(bytes.subarray(at));
        return;
      }
      this.handle(bytes, at, size);
      at += size;
    }
  }

  private handle(bytes: Buffer, at: number, size: number): void {
    const type = (bytes[at] ?? 0) >> 4;
    if (type === 4 && size >= 4 && size < 128) {
      this.handler.puback(bytes.readUInt16BE(at + 2), size > 4 ? (bytes[at + 4] ?? 0) : 0);
    } else if (type === 13) {
      this.handler.pong();
    } else {
      // a copy: the parser keeps slices, and the bytes of a read are reused by the next
      this.handler.packet(parseOne(Buffer.from(bytes.subarray(at, at + size)), this.version));
    }
  }
}

/** Bytes of the packet that starts at `at`, or null while its length is incomplete. */
function packetSize(bytes: Buffer, at: number): number | null {
  let length = 0;
  for (let i = 0; i < 4; i++) {
    const byte = bytes[at + 1 + i];
    if (byte === undefined) return null;
    length += (byte & 127) * 128 ** i;
    if (byte < 128) {
      if (length > maxPacketBytes) throw new Error(`a packet of ${length} bytes`);
      return 2 + i + length;
    }
  }
  throw new Error('a packet length of more than four bytes');
}

interface SharedParser {
  parser: Parser;
  parsed: Packet | null;
  failed: Error | null;
}
const shared = new Map<MqttVersion, SharedParser>();

function parseOne(bytes: Buffer, version: MqttVersion): Packet {
  const one = shared.get(version) ?? makeParser(version);
  one.parsed = null;
  one.failed = null;
  one.parser.parse(bytes);
  if (one.failed !== null || one.parsed === null) {
    shared.delete(version);
    throw one.failed ?? new Error('a packet that is none');
  }
  return one.parsed;
}

function makeParser(version: MqttVersion): SharedParser {
  const one: SharedParser = { parser: parser({ protocolVersion: version }), parsed: null, failed: null };
  one.parser.on('packet', (packet) => (one.parsed = packet));
  one.parser.on('error', (error) => (one.failed = error as Error));
  shared.set(version, one);
  return one;
}
