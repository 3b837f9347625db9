import { randomBytes } from 'node:crypto';
import { once, type EventEmitter } from 'node:events';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import mqtt, { type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../config';
import { LOG } from '../log';

const answerWithinMs = 5_000;

/**
 * Publishes many blocks at once, QoS 1, on a connection of their own. The client library keeps the connection alive;
 * packets are assembled here and written in one system call. The library's publish, with a copy, a promise and three
 * timers per packet, were two thirds of the time. The broker's acknowledgement is not awaited: a device requests again
 * for missing blocks.
 */
@Injectable()
export class BlockLine implements OnApplicationShutdown {
  private client: MqttClient | null = null;
  /** one wait shared by all pending writes */
  private opening: Promise<unknown> | null = null;
  private messageId = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Resolves when they are written; only the file itself is held while waiting, not a copy. Rejects when the broker is
   * away for 5 s.
   */
  async send(blocks: readonly { topic: string; payload: Buffer }[]): Promise<void> {
    const client = (this.client ??= this.connect());
    if (!client.connected)
      await (this.opening ??= once(client as unknown as EventEmitter, 'connect', {
        signal: AbortSignal.timeout(answerWithinMs),
      }).finally(() => (this.opening = null)));
    const { stream } = client;
    stream.cork();
    for (const { topic, payload } of blocks) {
      stream.write(this.head(topic, payload.length));
      stream.write(payload);
    }
    stream.uncork();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client?.endAsync(true);
  }

  /** A PUBLISH of MQTT 3.1.1 up to its payload. */
  private head(topic: string, bytes: number): Buffer {
    const name = Buffer.from(topic);
    const length: number[] = [];
    for (let left = 2 + name.length + 2 + bytes; left > 0; left >>>= 7)
      length.push(left > 0x7f ? (left & 0x7f) | 0x80 : left);
    this.messageId = (this.messageId % 65_535) + 1;
    const head = Buffer.allocUnsafe(1 + length.length + 2 + name.length + 2);
    head[0] = 0x32;
    head.set(length, 1);
    let at = head.writeUInt16BE(name.length, 1 + length.length);
    at += name.copy(head, at);
    head.writeUInt16BE(this.messageId, at);
    return head;
  }

  private connect(): MqttClient {
    const { MQTT_URL, MQTT_USERNAME, MQTT_PASSWORD } = this.config;
    const client = mqtt.connect(MQTT_URL, {
      clientId: `headland-blocks-${randomBytes(4).toString('hex')}`,
      username: MQTT_USERNAME,
      password: MQTT_PASSWORD,
      protocolVersion: 4,
      clean: true,
      reconnectPeriod: 1_000,
      connectTimeout: answerWithinMs,
    });
    client.on('error', (error) =>
      this.log.warn({ error: error.message || (error as { code?: string }).code }, 'blocks: broker connection'),
    );
    return client;
  }
}
