import { type IConnackPacket, type IPublishPacket, type Packet } from 'mqtt-packet';
import { type Socket } from 'node:net';
import { type BrokerUrl, openSocket } from './broker-url';
import { Inbound } from './inbound';
import {
  connectPacket,
  disconnectPacket,
  type Identity,
  type MqttVersion,
  pingPacket,
  pubackPacket,
  type PublishFrame,
  setPacketId,
  subscribePacket,
} from './packets';

/** One TCP connection of one terminal, from CONNECT to its end; a reconnect is a new object. */
export interface ConnectionOptions {
  broker: BrokerUrl;
  version: MqttVersion;
  keepaliveS: number;
  clean: boolean;
  /** PUBLISH packets without a PUBACK at any time; MQTT 5 brokers may ask for less */
  window: number;
  subscribe: string;
  /** a slow link: bytes written per second, or null */
  bytesPerSecond: number | null;
}

export interface ConnectionEvents {
  /** CONNACK and SUBACK arrived: publishing may begin */
  ready(): void;
  puback(id: number, reason: number): void;
  message(topic: string, payload: Buffer): void;
  /** `writable` after it was not */
  drained(): void;
  /** once, for whatever reason; `refused` if the broker rejected CONNECT */
  closed(why: string, refused: boolean): void;
}

const subscribeId = 65_535;

export class Connection {
  window: number;
  private readonly socket: Socket;
  private readonly inbound: Inbound;
  private ended = false;
  private lastWriteMs = 0;
  private pingSentMs: number | null = null;
  private lastId = 0;
  /** bytes not yet sent over a slow link */
  private backlog: Buffer[] = [];
  private pace: NodeJS.Timeout | null = null;

  constructor(
    who: Identity,
    private readonly options: ConnectionOptions,
    private readonly events: ConnectionEvents,
  ) {
    this.window = options.window;
    this.inbound = new Inbound(options.version, {
      puback: (id, reason) => events.puback(id, reason),
      pong: () => (this.pingSentMs = null),
      packet: (packet) => this.onPacket(packet),
    });
    this.socket = openSocket(options.broker, (chunk) => this.onBytes(chunk));
    this.socket.setNoDelay(true);
    this.socket.on(options.broker.tls ? 'secureConnect' : 'connect', () =>
      this.write(connectPacket(who, options.version, options.keepaliveS, options.clean)),
    );
    this.socket.on('error', (error: NodeJS.ErrnoException) => this.end(error.code ?? error.message));
    this.socket.on('close', () => this.end('closed'));
    this.socket.on('drain', () => {
      if (!this.ended) events.drained();
    });
    this.socket.on('end', () => this.end('closed by the broker'));
  }

  /** The next packet id; the caller skips ids in use. */
  nextId(): number {
    this.lastId = this.lastId >= subscribeId - 1 ? 1 : this.lastId + 1;
    return this.lastId;
  }

  publish(frame: PublishFrame, id: number): void {
    setPacketId(frame, id);
    this.write(frame.bytes);
  }

  /** True while the kernel accepts writes: a terminal does not fill a blocked socket. */
  get writable(): boolean {
    return !this.ended && this.backlog.length === 0 && this.socket.writableLength < 65_536;
  }

  /** Call it every few seconds: pings an idle connection and closes a dead one. */
  keepAlive(nowMs: number): void {
    const { keepaliveS } = this.options;
    if (keepaliveS === 0 || this.ended) return;
    if (this.pingSentMs !== null && nowMs - this.pingSentMs > keepaliveS * 500) this.end('no answer to a ping');
    else if (this.pingSentMs === null && nowMs - this.lastWriteMs > keepaliveS * 700) {
      this.pingSentMs = nowMs;
      this.write(pingPacket);
    }
  }

  /** Disconnects cleanly: the broker discards the will. */
  disconnect(): void {
    if (this.ended) return;
    for (const bytes of this.backlog) this.socket.write(bytes);
    this.socket.end(disconnectPacket);
    this.finish();
  }

  /** Drops the connection, like a terminal in a dead spot or without power: the broker publishes the will. */
  cut(): void {
    this.finish();
    this.socket.destroy();
  }

  private write(bytes: Buffer): void {
    if (this.ended) return;
    this.lastWriteMs = Date.now();
    if (this.options.bytesPerSecond === null) this.socket.write(bytes);
    else {
      this.backlog.push(bytes);
      this.pace ??= setInterval(() => this.trickle(), 100);
    }
  }

  private trickle(): void {
    let budget = Math.max(1, Math.floor((this.options.bytesPerSecond ?? 0) / 10));
    while (budget > 0) {
      const first = this.backlog[0];
      if (first === undefined) {
        if (this.pace !== null) clearInterval(this.pace);
        this.pace = null;
        return this.events.drained();
      }
      this.socket.write(Buffer.from(first.subarray(0, budget)));
      if (first.length > budget) this.backlog[0] = first.subarray(budget);
      else this.backlog.shift();
      budget -= first.length;
    }
  }

  private onBytes(chunk: Buffer): void {
    if (this.ended) return;
    try {
      this.inbound.read(chunk);
    } catch (error) {
      this.end(`not understood: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private onPacket(packet: Packet): void {
    switch (packet.cmd) {
      case 'connack':
        return this.onConnack(packet);
      case 'suback':
        if (packet.granted.some((code) => typeof code === 'number' && code >= 128))
          return this.end('subscription refused', true);
        return this.events.ready();
      case 'publish':
        return this.onPublish(packet);
      case 'disconnect':
        return this.end(`disconnected by the broker (${packet.reasonCode ?? 0})`);
      default:
        return;
    }
  }

  private onConnack(packet: IConnackPacket): void {
    const code = (this.options.version === 5 ? packet.reasonCode : packet.returnCode) ?? 0;
    if (code !== 0) return this.end(`refused (${code})`, true);
    this.window = Math.min(this.window, packet.properties?.receiveMaximum ?? this.window);
    this.write(subscribePacket(this.options.subscribe, subscribeId, this.options.version));
  }

  private onPublish(packet: IPublishPacket): void {
    if (packet.qos === 1 && packet.messageId !== undefined) this.write(pubackPacket(packet.messageId));
    this.events.message(packet.topic, Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload));
  }

  private end(why: string, refused = false): void {
    if (this.ended) return;
    this.finish();
    this.socket.destroy();
    this.events.closed(why, refused);
  }

  private finish(): void {
    this.ended = true;
    this.backlog = [];
    if (this.pace !== null) clearInterval(this.pace);
    this.pace = null;
  }
}
