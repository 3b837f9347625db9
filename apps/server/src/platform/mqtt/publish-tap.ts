import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { MqttClient } from 'mqtt';

/** A PUBLISH as it was in the stream. */
export interface Publication {
  topic: string;
  payload: Buffer;
  retain: boolean;
  /** null: QoS 0, no PUBACK */
  id: number | null;
}

/** What a connection of Node is read by, the kernel's side of `pause`: that of a socket goes on until its buffer is full. */
interface ReadHandle {
  reading?: boolean;
  readStop?: () => void;
  readStart?: () => void;
}
/** Node reads so much at once; less means that nothing else was waiting. */
const fullReadBytes = 65_536;

const connack = 2;
const accepted = 0;
const publish = 3;
const puback = 4;
const none = Buffer.alloc(0);

/** Has each connection of `client` tapped. */
export function tapStreamOf(client: MqttClient, tapOf: (socket: Duplex) => PublishTap): void {
  // private API, pinned with the version of mqtt and covered by device-link.spec and publisher.spec
  const inner = client as unknown as { streamBuilder: (client: MqttClient) => Duplex };
  const build = inner.streamBuilder;
  inner.streamBuilder = (of) => tapOf(build(of));
}

/**
 * Sits between the broker's socket and the client library: removes publications from the stream and passes on
 * everything else. The library spends ten times as much on a message and writes each PUBACK separately, so a flooding
 * device would delay the others. The library still does the handshake, pings and subscriptions.
 */
export class PublishTap extends Duplex {
  private rest: Buffer = none;
  private isReadingStopped = false;
  private due: number[] = [];
  private packets: Buffer[] = [];

  constructor(
    private readonly socket: Duplex,
    private readonly options: {
      version: 4 | 5;
      onPublish?: (publication: Publication) => void;
      /** of what `publish` has sent; the library publishes nothing by itself then */
      onPuback?: (id: number) => void;
      /** the broker has accepted the connection; what it has queued for the session follows right behind */
      onConnack?: (sessionPresent: boolean) => void;
      /** how long the socket is left alone after a read that emptied it; 0: not at all */
      readPauseMs?: () => number;
    },
  ) {
    super();
    if (socket instanceof Socket) {
      // a PUBACK in transit must not delay the next acknowledgement of an SOS
      socket.setNoDelay(true);
      // a broker whose host vanishes is noticed after 20 seconds, and not by the ping after minutes, which has to wait while nothing is read
      socket.setKeepAlive(true, 10_000);
    }
    socket.on('data', (chunk: Buffer) => {
      this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
      this.readAll();
      if (chunk.length < fullReadBytes) this.pauseReads();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  /** Stops reading from the broker; TCP flow control holds it back. */
  stopReading(): void {
    this.isReadingStopped = true;
    this.socket.pause();
  }

  /**
   * At some thousand messages a second a wake-up and a read for each of them is a third of what it costs: one read takes
   * all that came meanwhile.
   */
  private pauseReads(): void {
    const ms = this.options.readPauseMs?.() ?? 0;
    if (ms === 0) return;
    const handle = this.handle();
    // what Node itself has stopped, it starts itself
    if (handle?.reading !== true || handle.readStop === undefined) return;
    handle.readStop();
    setTimeout(() => {
      if (this.handle() === handle && handle.reading === true) handle.readStart?.();
    }, ms);
  }

  private handle(): ReadHandle | null | undefined {
    return (this.socket as { _handle?: ReadHandle | null })._handle;
  }

  readOn(): void {
    if (!this.isReadingStopped) return;
    this.isReadingStopped = false;
    this.readAll();
    if (!this.isReadingStopped) this.socket.resume();
  }

  /** PUBACKs of one tick of the event loop are sent in one write. */
  acknowledge(ids: readonly number[]): void {
    if (ids.length === 0) return;
    this.flushSoon();
    for (const id of ids) this.due.push(id);
  }

  /** With QoS 1, in one write with all others of this tick of the event loop. */
  publish(id: number, topic: string, payload: string | Buffer): void {
    this.flushSoon();
    this.packets.push(...publishPacket(this.options.version, id, topic, payload));
  }

  private flushSoon(): void {
    if (this.due.length === 0 && this.packets.length === 0) setImmediate(() => this.flush());
  }

  flush(): void {
    const { due: ids, packets } = this;
    this.due = [];
    this.packets = [];
    if (!this.socket.writable) return;
    if (ids.length > 0) {
      const pubacks = Buffer.allocUnsafe(ids.length * 4);
      for (const [i, id] of ids.entries()) pubacks.writeUInt32BE(0x4002_0000 | id, i * 4);
      packets.push(pubacks);
    }
    if (packets.length > 0) this.socket.write(packets.length === 1 ? packets[0] : Buffer.concat(packets));
  }

  private readAll(): void {
    try {
      this.readPackets();
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  private readPackets(): void {
    const data = this.rest;
    let at = 0;
    while (!this.isReadingStopped) {
      const frame = frameAt(data, at);
      if (frame === null) break;
      const type = (data[at] ?? 0) >> 4;
      if (type === connack && data[frame.body + 1] === accepted)
        this.options.onConnack?.(((data[frame.body] ?? 0) & 1) === 1);
      if (type === publish) this.options.onPublish?.(this.publicationOf(data, at, frame));
      else if (type === puback && this.options.onPuback) this.options.onPuback(data.readUInt16BE(frame.body));
      else this.push(Buffer.from(data.subarray(at, frame.end)));
      at = frame.end;
    }
    this.rest = at === data.length ? none : data.subarray(at);
  }

  private publicationOf(data: Buffer, at: number, { body, end }: Frame): Publication {
    const head = data[at] ?? 0;
    const topicEnd = body + 2 + data.readUInt16BE(body);
    const topic = data.toString('utf8', body + 2, topicEnd);
    const isReliable = (head & 0x06) !== 0;
    let from = isReliable ? topicEnd + 2 : topicEnd;
    if (this.options.version === 5) {
      const properties = varint(data, from);
      from = properties === null ? end : properties.next + properties.value;
    }
    // a copy: it may wait for its commit, and would keep the whole chunk in memory
    const payload = Buffer.allocUnsafe(end - from);
    data.copy(payload, 0, from, end);
    return {
      topic,
      payload,
      retain: (head & 1) === 1,
      id: isReliable ? data.readUInt16BE(topicEnd) : null,
    };
  }

  override _read(): void {
    // passed on as it comes: there is little beside publications
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, encoding, done);
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    this.socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.flush();
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}

/** A PUBLISH with QoS 1: its head, and its payload as it is. */
function publishPacket(version: 4 | 5, id: number, topic: string, payload: string | Buffer): Buffer[] {
  const topicBytes = Buffer.byteLength(topic);
  const properties = version === 5 ? 1 : 0;
  const text = typeof payload === 'string';
  const payloadBytes = text ? Buffer.byteLength(payload) : payload.length;
  const length = varintOf(2 + topicBytes + 2 + properties + payloadBytes);
  const head = Buffer.allocUnsafe(1 + length.length + 2 + topicBytes + 2 + properties + (text ? payloadBytes : 0));
  let at = head.writeUInt8(0x32);
  for (const byte of length) at = head.writeUInt8(byte, at);
  at = head.writeUInt16BE(topicBytes, at);
  at += head.write(topic, at);
  at = head.writeUInt16BE(id, at);
  if (properties > 0) at = head.writeUInt8(0, at);
  if (!text) return [head, payload];
  head.write(payload, at);
  return [head];
}

function varintOf(value: number): number[] {
  if (value > mostRemaining) throw new RangeError(`MQTT: ${value} bytes are more than a packet has room for`);
  const bytes = [];
  for (let rest = value; bytes.length === 0 || rest > 0; rest >>= 7)
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
  return bytes;
}
const mostRemaining = 2 ** 28 - 1;

interface Frame {
  body: number;
  end: number;
}
/** Where the packet at `at` has its body and its end; null until it is complete. */
function frameAt(data: Buffer, at: number): Frame | null {
  const length = varint(data, at + 1);
  if (length === null || length.next + length.value > data.length) return null;
  return { body: length.next, end: length.next + length.value };
}

function varint(data: Buffer, at: number): { value: number; next: number } | null {
  let value = 0;
  for (let shift = 0; shift <= 21; shift += 7) {
    const byte = data[at++];
    if (byte === undefined) return null;
    value |= (byte & 0x7f) << shift;
    if ((byte & 0x80) === 0) return { value, next: at };
  }
  throw new RangeError('MQTT: a remaining length of more than four bytes');
}
