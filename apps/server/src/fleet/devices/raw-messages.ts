import { randomBytes } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import mqtt, { type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import type { RawMessage } from '@headland/contracts/device';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { LOG } from '../../platform/log';
import { isCborMap, readCbor } from '../../platform/mqtt/cbor';

/** How long a device is listened to after it was last asked for. */
export const listenMs = 120_000;
/** Kept of one device: beyond either the oldest go. */
export const maxMessages = 50;
export const maxBytes = 256 * 1024;
/** Listened to at the same time: one more, and the one that was asked for longest ago is given up. */
export const maxDevices = 20;
const maxCharacters = 8_000;

interface CapturedMessage {
  topic: string;
  payload: Buffer;
  receivedAt: Date;
  retained: boolean;
}
interface Ear {
  until: number;
  captured: CapturedMessage[];
  bytes: number;
}

/**
 * Live messages of a device, for support. The api process subscribes to a device only while a page is open, over a connection of its own and
 * with QoS 0: the broker keeps nothing for it, and nothing that the back end must not miss waits behind it. Received messages are in memory only, of
 * this process: several api processes each listen for themselves.
 */
@Injectable()
export class RawMessages implements OnApplicationShutdown {
  private readonly ears = new Map<string, Ear>();
  private client: MqttClient | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }

  /** Messages received since the subscription began, newest first; the call renews it for two minutes. */
  of(deviceId: string): { listeningUntil: string; listening: boolean; messages: RawMessage[] } {
    const until = this.now().getTime() + listenMs;
    const ear = this.ears.get(deviceId) ?? { until, captured: [], bytes: 0 };
    const isNew = !this.ears.has(deviceId);
    ear.until = until;
    // the one that was requested last is the last
    this.ears.delete(deviceId);
    this.ears.set(deviceId, ear);
    const client = this.connect();
    if (isNew && client.connected) client.subscribe(topicOf(deviceId), { qos: 0 });
    const [oldest] = this.ears.keys();
    if (this.ears.size > maxDevices && oldest !== undefined) this.giveUp(oldest);
    this.timer ??= setInterval(() => this.sweep(), 5_000).unref();
    return {
      listeningUntil: new Date(until).toISOString(),
      listening: client.connected,
      messages: ear.captured.map(shown).reverse(),
    };
  }

  private connect(): MqttClient {
    if (this.client) return this.client;
    const { MQTT_URL, MQTT_USERNAME, MQTT_PASSWORD } = this.config;
    const client = mqtt.connect(MQTT_URL, {
      clientId: `headland-look-${randomBytes(4).toString('hex')}`,
      username: MQTT_USERNAME,
      password: MQTT_PASSWORD,
      clean: true,
      resubscribe: false,
      reconnectPeriod: 1_000,
      connectTimeout: 5_000,
    });
    client.on('connect', () => {
      const topics = [...this.ears.keys()].map(topicOf);
      if (topics.length > 0) client.subscribe(topics, { qos: 0 });
    });
    client.on('message', (topic, payload, packet) =>
      this.capture({ topic, payload, receivedAt: this.now(), retained: packet.retain }),
    );
    client.on('error', (error) =>
      this.log.debug({ error: error.message || (error as { code?: string }).code }, 'raw messages: broker connection'),
    );
    this.client = client;
    return client;
  }

  private capture(message: CapturedMessage): void {
    const ear = this.ears.get(message.topic.split('/')[2] ?? '');
    if (ear === undefined) return;
    ear.captured.push(message);
    ear.bytes += message.payload.length;
    while (ear.captured.length > maxMessages || ear.bytes > maxBytes)
      ear.bytes -= ear.captured.shift()?.payload.length ?? 0;
  }

  private sweep(): void {
    const now = this.now().getTime();
    for (const [id, { until }] of this.ears) if (until <= now) this.giveUp(id);
    if (this.ears.size === 0) void this.close();
  }

  private giveUp(deviceId: string): void {
    this.ears.delete(deviceId);
    if (this.client?.connected) this.client.unsubscribe(topicOf(deviceId));
  }

  private async close(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    const { client } = this;
    this.client = null;
    await client?.endAsync(true);
  }
}

const topicOf = (deviceId: string): string => `tms/v1/${deviceId}/up/#`;

/** A message set out to be read, by its first byte: JSON, CBOR, or else its bytes. */
export function shown({ topic, payload, receivedAt, retained }: CapturedMessage): RawMessage {
  const { encoding, text } = readable(payload);
  return {
    receivedAt: receivedAt.toISOString(),
    topic,
    bytes: payload.length,
    retained,
    encoding,
    text: text.slice(0, maxCharacters),
    cut: text.length > maxCharacters,
  };
}

function readable(payload: Buffer): Pick<RawMessage, 'encoding' | 'text'> {
  const first = payload[0] ?? 0;
  try {
    if (first === 0x7b && isUtf8(payload))
      return { encoding: 'json', text: setOut(JSON.parse(payload.toString('utf8'))) };
    if (isCborMap(payload)) return { encoding: 'cbor', text: setOut(readCbor(payload)) };
  } catch {
    // undecodable messages matter most here: their bytes are shown
  }
  return {
    encoding: 'unknown',
    text: payload
      .subarray(0, maxCharacters)
      .toString('hex')
      .replaceAll(/(..)(?=.)/gu, '$1 '),
  };
}

const setOut = (value: unknown): string =>
  JSON.stringify(
    value,
    (_, v: unknown) =>
      typeof v === 'bigint' ? v.toString() : v instanceof Uint8Array ? Buffer.from(v).toString('hex') : v,
    2,
  );
