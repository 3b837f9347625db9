import mqtt, { type IClientOptions, type IPublishPacket, type MqttClient, type Packet } from 'mqtt';
import type { Logger } from 'pino';
import { decodeUp, type Decoded, type Refused } from './decode';

/** A message whose PUBACK is still held. */
export interface Held {
  topic: string;
  payload: Buffer;
  /** read on arrival, while a commit is under way, and not when its own batch is put together */
  decoded: Decoded | Refused;
  retain: boolean;
  /** epoch ms when this process received it */
  receivedAt: number;
  id: number | null;
  generation: number;
  /** came in the first seconds of a resumed session, when the broker sends what waited: it may be old */
  backlog?: boolean;
}
/** Payload that may wait beside the limit by number: what is decoded takes about five times as much. */
const mostWaitingBytes = 12 * 1024 * 1024;
/** When a session is resumed the broker first sends what waited. */
const backlogMs = 5_000;

export interface LinkOptions {
  url: string;
  username: string;
  password: string;
  /** fixed, one owner each: a twin would take the session over in a loop */
  clientId: string;
  topics: string[];
  /** unacknowledged messages in flight; bounds this process's memory */
  receiveMaximum: number;
  maxBatch: number;
  /** commits the batch; the PUBACKs go out after it resolves. It retries by itself and rejects never. */
  onBatch: (batch: Held[]) => Promise<void>;
  /** how long a batch waits for company, given how many messages came in the last second */
  lingerMs?: (perSecond: number) => number;
  log: Logger;
}

/**
 * A durable subscription that acknowledges after the commit. mqtt.js hands over one packet at a time and would send its PUBACK with the same
 * callback that lets the parser go on, so awaiting a commit there means batches of one. Here the PUBACK is caught on its way out and kept; the
 * parser goes on at once; one commit is in flight and the next batch is whatever arrived meanwhile. PUBACKs leave in order of arrival. Those
 * of a connection that closed are thrown away: the broker sends the messages again.
 *
 * MQTT 5 where the broker speaks it, else 3.1.1. What waits here is bounded by not reading on: a receive maximum is announced, but Mosquitto 2.0.11
 * hands out everything it has queued after the first PUBACK, whatever was agreed.
 */
export class DeviceLink {
  private client: MqttClient | null = null;
  private queue: Held[] = [];
  private queuedBytes = 0;
  private generation = 0;
  private flushing = false;
  private stopped = false;
  private lingering: NodeJS.Timeout | null = null;
  private inLastSecond = 0;
  private perSecond = 0;
  private readonly meter: NodeJS.Timeout;
  private version: 5 | 4 = 5;
  private idle: Promise<void> = Promise.resolve();
  connected = false;
  private backlogUntil = 0;

  constructor(private readonly options: LinkOptions) {
    this.meter = setInterval(() => {
      this.perSecond = this.inLastSecond;
      this.inLastSecond = 0;
    }, 1_000).unref();
  }

  start(): void {
    if (this.stopped) return;
    const { url, username, password, clientId, topics, receiveMaximum, log } = this.options;
    const options: IClientOptions = {
      clientId,
      username,
      password,
      protocolVersion: this.version,
      clean: false,
      // while the database is away nothing is read, PINGRESP included
      keepalive: 180,
      reconnectPeriod: 500 + Math.floor(Math.random() * 500),
      connectTimeout: 5_000,
      resubscribe: false,
      queueQoSZero: false,
      // without it mqtt.js asks several times a message whether somebody wants its debug output
      log: () => undefined,
      ...(this.version === 5 ? { properties: { sessionExpiryInterval: 7 * 86_400, receiveMaximum } } : {}),
    };
    const client = mqtt.connect(url, options);
    this.client = client;
    this.holdPubacks(client);
    client.on('connect', ({ sessionPresent }) => {
      this.connected = true;
      // a broker that kept nothing has nothing old to send
      this.backlogUntil = sessionPresent ? Date.now() + backlogMs : 0;
      client.subscribe(topics, { qos: 1 }, (error) => {
        if (error) log.error({ error: error.message, topics }, 'broker refused the subscription');
        else log.info({ clientId, version: this.version }, 'subscribed to the broker');
      });
    });
    client.on('message', (topic, payload, packet) => this.receive(topic, payload, packet));
    client.on('close', () => {
      this.connected = false;
      this.generation++;
      this.queue = [];
      this.queuedBytes = 0;
      this.release = null;
    });
    client.on('error', (error) => {
      if (this.version === 5 && /unacceptable protocol|unsupported protocol/i.test(error.message)) {
        this.version = 4;
        client.end(true);
        setTimeout(() => this.start(), 50);
        return;
      }
      log.warn({ error: error.message || (error as { code?: string }).code }, 'broker connection');
    });
  }

  /** Publishes with QoS 1; resolves when the broker has it, rejects when the link is down. */
  publish(topic: string, payload: string | Buffer, retain = false): Promise<void> {
    const { client } = this;
    if (!client?.connected) return Promise.reject(new Error('broker connection is down'));
    return new Promise((resolve, reject) => client.publish(topic, payload, { qos: 1, retain }, (error) => (error ? reject(error) : resolve())));
  }

  /** Stops reading, lets the commit in flight end and its PUBACKs go. The session stays at the broker. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.meter);
    if (this.lingering) clearTimeout(this.lingering);
    this.queue = [];
    await this.idle;
    await new Promise<void>((resolve) => (this.client ? this.client.end(false, {}, () => resolve()) : resolve()));
  }

  get waiting(): number {
    return this.queue.length;
  }

  private holdPubacks(client: MqttClient): void {
    // private API, pinned with the version of mqtt and proven by device-link.spec
    const inner = client as unknown as { _sendPacket: (packet: Packet, callback?: () => void, ...rest: unknown[]) => void };
    const send = inner._sendPacket.bind(client);
    inner._sendPacket = (packet, callback, ...rest) => {
      if (packet.cmd !== 'puback') send(packet, callback, ...rest);
      // the parser waits for this callback: as long as it is kept, no more is read, and TCP holds the broker back
      else if (this.queue.length >= this.options.receiveMaximum || this.queuedBytes >= mostWaitingBytes) this.release = callback ?? null;
      else callback?.();
    };
    this.acknowledge = (ids) => {
      for (const id of ids) send({ cmd: 'puback', messageId: id, ...(this.version === 5 ? { reasonCode: 0 } : {}) } as Packet);
    };
  }
  private acknowledge: (ids: number[]) => void = () => undefined;
  private release: (() => void) | null = null;

  private receive(topic: string, payload: Buffer, packet: IPublishPacket): void {
    if (this.stopped) return;
    this.inLastSecond++;
    const receivedAt = Date.now();
    this.queuedBytes += payload.length;
    this.queue.push({
      topic,
      payload,
      decoded: decodeUp(topic, payload),
      retain: packet.retain,
      receivedAt,
      backlog: receivedAt < this.backlogUntil,
      id: packet.qos > 0 ? (packet.messageId ?? null) : null,
      generation: this.generation,
    });
    this.schedule();
  }

  private schedule(): void {
    if (this.flushing || this.lingering || this.queue.length === 0) return;
    const linger = this.queue.length >= this.options.maxBatch ? 0 : (this.options.lingerMs?.(this.perSecond) ?? 0);
    if (linger === 0) {
      // the packets of this read are parsed first: they belong to the same batch
      this.flushing = true;
      setImmediate(() => (this.idle = this.flush()));
    } else {
      this.lingering = setTimeout(() => {
        this.lingering = null;
        this.flushing = true;
        this.idle = this.flush();
      }, linger);
    }
  }

  private async flush(): Promise<void> {
    const batch = this.queue.splice(0, this.options.maxBatch);
    for (const { payload } of batch) this.queuedBytes -= payload.length;
    if (this.release !== null && this.queue.length < this.options.receiveMaximum / 2 && this.queuedBytes < mostWaitingBytes / 2) {
      const goOn = this.release;
      this.release = null;
      goOn();
    }
    try {
      if (batch.length > 0) {
        await this.options.onBatch(batch);
        if (this.client?.connected) this.acknowledge(batch.filter((m) => m.id !== null && m.generation === this.generation).map((m) => m.id as number));
      }
    } catch (error) {
      // nothing is acknowledged: the broker sends it again on the next connection
      this.options.log.error({ error }, 'a batch was not committed; reconnecting to have it again');
      this.client?.stream?.destroy();
    } finally {
      this.flushing = false;
      if (!this.stopped) this.schedule();
    }
  }
}
