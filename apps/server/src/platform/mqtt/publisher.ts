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

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Resolves on the broker's acknowledgement; rejects when it is away, so that the caller's own retry decides. */
  async publish(topic: string, payload: string | Buffer): Promise<void> {
    const client = (this.client ??= this.connect());
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>(
      (_, reject) => (timer = setTimeout(() => reject(new Error('the broker does not answer')), answerWithinMs)),
    );
    try {
      if (!client.connected) await Promise.race([this.whenConnected(client), late]);
      await Promise.race([client.publishAsync(topic, payload, { qos: 1 }), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async onApplicationShutdown(): Promise<void> {
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
    });
    client.on('error', (error) =>
      this.log.warn({ error: error.message || (error as { code?: string }).code }, 'publisher: broker connection'),
    );
    return client;
  }
}
