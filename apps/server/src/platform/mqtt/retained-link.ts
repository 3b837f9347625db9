import mqtt, { type MqttClient } from 'mqtt';
import type { Logger } from 'pino';

/** A subscription to a topic without publications; if the broker knows it, the broker has lost nothing. */
const knot = 'tms/v1/HEADLAND/up/none';

/**
 * A connection for retained messages that detects whether the broker still has them. Its session is persistent: a
 * connection that finds no session has reached a broker that lost its memory (the built-in one after a restart), and
 * everything has to be published again.
 */
export class RetainedLink {
  private client: MqttClient | null = null;
  private readonly lost = new Set<(error: Error) => void>();

  constructor(
    private readonly options: {
      url: string;
      username: string;
      password: string;
      /** fixed, one owner: the session is named by it */
      clientId: string;
      /** `kept`: the broker has its session; messages of its last seconds before a crash may still be lost */
      onConnect: (kept: boolean) => void;
      log: Logger;
    },
  ) {}

  start(): void {
    const { url, username, password, clientId, onConnect, log } = this.options;
    const client = mqtt.connect(url, {
      clientId,
      username,
      password,
      protocolVersion: 4,
      clean: false,
      resubscribe: false,
      reconnectPeriod: 1_000,
      connectTimeout: 5_000,
      queueQoSZero: false,
    });
    client.on('connect', ({ sessionPresent }) => onConnect(sessionPresent));
    client.on('close', () => {
      for (const fail of this.lost) fail(new Error('broker connection is down'));
      this.lost.clear();
    });
    client.on('error', (error) =>
      log.warn({ error: error.message || (error as { code?: string }).code }, 'retained messages: broker connection'),
    );
    this.client = client;
  }

  get connected(): boolean {
    return this.client?.connected ?? false;
  }

  /** Everything retained has been published: from now on the broker's session proves it. */
  async remember(): Promise<void> {
    await this.client?.subscribeAsync(knot, { qos: 1 });
  }

  /**
   * Resolves on the broker's acknowledgement; an empty payload clears a retained message. Rejects when the connection
   * is down or breaks.
   */
  publish(topic: string, payload: string): Promise<void> {
    const { client } = this;
    if (!client?.connected) return Promise.reject(new Error('broker connection is down'));
    return new Promise((resolve, reject) => {
      this.lost.add(reject);
      client.publish(topic, payload, { qos: 1, retain: true }, (error) => {
        this.lost.delete(reject);
        if (error) reject(error);
        else resolve();
      });
    });
  }

  async stop(): Promise<void> {
    await this.client?.endAsync(true);
  }
}
