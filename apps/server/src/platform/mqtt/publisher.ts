import { randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import mqtt, { type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../config';
import { LOG } from '../log';
import { PublishTap, tapStreamOf } from './publish-tap';

const answerWithinMs = 5_000;

/** Packet identifiers are of 16 bits, and 0 is none. */
const mostUnderway = 65_535;

interface Waiting {
  until: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

/**
 * Publishes to devices from a process without a device link. Connects with the first message; QoS 1. The client library
 * does handshake and pings: a `down/ack` would cost it a packet object, a place in its store and a write, and there are a
 * thousand a second.
 */
@Injectable()
export class Publisher implements OnApplicationShutdown {
  private client: MqttClient | null = null;
  private tap: PublishTap | null = null;
  private connected: Promise<void> | null = null;
  /** in the order in which they began */
  private readonly waiting = new Set<Waiting>();
  /** by packet identifier, until the broker's answer or the end of the connection, given up or not */
  private readonly underway = new Map<number, Waiting>();
  private lastId = 0;
  private clock: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Resolves on the broker's acknowledgement; rejects when it is away, so that the caller's own retry decides. */
  publish(topic: string, payload: string | Buffer): Promise<void> {
    const client = (this.client ??= this.connect());
    return new Promise((resolve, reject) => {
      const waiting = { until: performance.now() + answerWithinMs, resolve, reject };
      this.waiting.add(waiting);
      // one clock for all who wait: thousands of acknowledgements a second would each have a timer
      this.clock ??= setInterval(() => this.giveUp(), answerWithinMs / 10);
      if (client.connected) this.send(waiting, topic, payload);
      else void this.whenConnected(client).then(() => this.send(waiting, topic, payload));
    });
  }

  private send(waiting: Waiting, topic: string, payload: string | Buffer): void {
    if (!this.waiting.has(waiting)) return;
    try {
      const id = this.freeId();
      this.tap?.publish(id, topic, payload);
      this.underway.set(id, waiting);
    } catch (error) {
      this.fail(waiting, error as Error);
    }
  }

  private freeId(): number {
    if (this.underway.size === mostUnderway) throw new Error('the broker does not answer');
    do this.lastId = (this.lastId % mostUnderway) + 1;
    while (this.underway.has(this.lastId));
    return this.lastId;
  }

  private answered(id: number): void {
    const waiting = this.underway.get(id);
    this.underway.delete(id);
    if (waiting !== undefined && this.waiting.delete(waiting)) waiting.resolve();
  }

  private fail(waiting: Waiting, error: Error): void {
    if (this.waiting.delete(waiting)) waiting.reject(error);
  }

  private giveUp(): void {
    const now = performance.now();
    for (const waiting of this.waiting) {
      if (waiting.until > now) break;
      this.fail(waiting, new Error('the broker does not answer'));
    }
    if (this.waiting.size > 0) return;
    clearInterval(this.clock);
    this.clock = undefined;
  }

  /** What had no answer may have arrived or not. */
  private lost(): void {
    for (const waiting of this.underway.values()) this.fail(waiting, new Error('the connection to the broker is lost'));
    this.underway.clear();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.clock);
    await this.client?.endAsync(true);
  }

  /** One promise for all who wait, however long the broker is away. */
  private whenConnected(client: MqttClient): Promise<void> {
    return (this.connected ??= new Promise<void>((resolve) =>
      client.once('connect', () => {
        this.connected = null;
        resolve();
      }),
    ));
  }

  private connect(): MqttClient {
    const { MQTT_URL, MQTT_USERNAME, MQTT_PASSWORD, RUN } = this.config;
    const clientId = `headland-${RUN.join('-')}-${randomBytes(4).toString('hex')}`;
    // the client queues nothing: a failed delivery is retried from its row
    const client = mqtt.connect(MQTT_URL, {
      clientId,
      username: MQTT_USERNAME,
      password: MQTT_PASSWORD,
      clean: true,
      reconnectPeriod: 1_000,
      connectTimeout: answerWithinMs,
      queueQoSZero: false,
      // a timer set anew for each acknowledgement; pings are sent every minute whether something was or not
      reschedulePings: false,
      // without it mqtt.js checks several times a message whether debug output is on
      log: () => undefined,
      manualConnect: true,
    });
    tapStreamOf(
      client,
      (socket) => (this.tap = new PublishTap(socket, { version: 4, onPuback: (id) => this.answered(id) })),
    );
    client.on('close', () => this.lost());
    client.on('error', (error) =>
      this.log.warn({ error: error.message || (error as { code?: string }).code }, 'publisher: broker connection'),
    );
    client.connect();
    return client;
  }
}
