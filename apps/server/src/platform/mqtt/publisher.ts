import { randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import mqtt, { type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../config';
import { LOG } from '../log';

const answerWithinMs = 5_000;

/** Publishes to devices from a process without a device link. Connects with the first message; QoS 1. */
@Injectable()
export class Publisher implements OnApplicationShutdown {
  private client: MqttClient | null = null;
  private connected: Promise<void> | null = null;
  private readonly waiting = new Set<{ until: number; reject: (error: Error) => void }>();
  private clock: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Resolves on the broker's acknowledgement; rejects when it is away, so that the caller's own retry decides. */
  publish(topic: string, payload: string | Buffer): Promise<void> {
    const client = (this.client ??= this.connect());
    return new Promise((resolve, reject) => {
      const waiting = { until: performance.now() + answerWithinMs, reject };
      this.waiting.add(waiting);
      // one clock for all who wait: thousands of acknowledgements a second would each have a timer
      this.clock ??= setInterval(() => this.giveUp(), answerWithinMs / 10);
      const settle = (error?: Error | null): void => {
        this.waiting.delete(waiting);
        if (error) reject(error);
        else resolve();
      };
      const send = (): unknown => this.waiting.has(waiting) && client.publish(topic, payload, { qos: 1 }, settle);
      if (client.connected) send();
      else this.whenConnected(client).then(send, settle);
    });
  }

  private giveUp(): void {
    const now = performance.now();
    // in the order in which they began
    for (const waiting of this.waiting) {
      if (waiting.until > now) break;
      this.waiting.delete(waiting);
      waiting.reject(new Error('the broker does not answer'));
    }
    if (this.waiting.size > 0) return;
    clearInterval(this.clock);
    this.clock = undefined;
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
    });
    client.on('error', (error) =>
      this.log.warn({ error: error.message || (error as { code?: string }).code }, 'publisher: broker connection'),
    );
    return client;
  }
}
