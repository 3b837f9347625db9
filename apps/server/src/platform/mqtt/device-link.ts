import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { databaseNowMs } from '../clock';
import { ingestMetrics, processMetrics } from '../metrics';
import type { Decoded, Refused } from './decode';
import { DeviceQueues } from './device-queues';
import { type Publication, PublishTap, tapStreamOf } from './publish-tap';
import { dequeueFairShare } from './fair-share';
import type { PendingMessage } from './pending-message';
import type { Rate } from './token-bucket';

/** Payload that may be queued, beside the limit by number: a decoded message needs about five times as much. */
const maxWaitingBytes = 12 * 1024 * 1024;
/** When a session is resumed the broker first sends its queue. */
const backlogMs = 5_000;
/** A batch that waited for the database has left the processor alone already. */
const longestPauseMs = 100;
/** How long a broker keeps a session without its process. */
const keptS = 7 * 86_400;
const unlimited = { messages: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

export interface LinkOptions {
  url: string;
  username: string;
  password: string;
  /** fixed, one owner each: a second process would take the session over in a loop */
  clientId: string;
  topics: string[];
  /** one of several that the broker deals to: what it has not acknowledged goes to the others when it is gone */
  endsWithConnection?: boolean;
  /** subscriptions of earlier releases, which a resumed session still has */
  formerTopics?: string[];
  /** unacknowledged messages in flight; bounds this process's memory */
  receiveMaximum: number;
  maxBatch: number;
  /** commits the batch; the PUBACKs are sent after it resolves. It retries by itself and never rejects. */
  onBatch: (batch: PendingMessage[]) => Promise<void>;
  /** true: one batch per device, concurrently for several devices. False: one batch for all, one after the other. */
  perDevice?: boolean;
  /**
   * of one device, with `perDevice`: its queue beyond the rate is bounded too, and what exceeds that is left to the
   * device, which resends it
   */
  rate?: Rate;
  /** batches of one device, with `rate` */
  batches?: Rate;
  /** checked on arrival; true: there is nothing to commit, it is acknowledged at once */
  note?: (pending: PendingMessage) => boolean;
  /** decodes a message; null: it is not stored here, and is acknowledged */
  decode: (topic: string, payload: Buffer) => Decoded | Refused | null;
  /** how long messages gather before they are read, given how many came in the last second; not where they queue */
  gatherMs?: (perSecond: number) => number;
  /**
   * share of its time that it leaves to other processes while its queue is full: on a machine without a free processor
   * an SOS must not wait behind all telemetry
   */
  leavesShare?: number;
  log: Logger;
}

/**
 * A subscription, durable unless `endsWithConnection`, that acknowledges after the commit. Publications are removed from the stream before the client
 * library sees them (PublishTap); one commit is in flight (with `perDevice`: one per device) and the next batch is
 * whatever arrived in the meantime. PUBACKs are sent as their messages are committed: brokers match them by number.
 * Those of a closed connection are dropped: the broker resends the messages. MQTT 5 if the broker supports it, else
 * 3.1.1. The queue here is bounded by not reading on: a receive maximum is announced, but Mosquitto 2.0.11 ignores it
 * after the first PUBACK and sends everything it has queued.
 */
export class DeviceLink {
  private client: MqttClient | null = null;
  private queue: PendingMessage[] = [];
  private queuedBytes = 0;
  private generation = 0;
  private flushing = false;
  private stopped = false;
  private inLastSecond = 0;
  private perSecond = 0;
  private readonly meter: NodeJS.Timeout;
  private version: 5 | 4 = 5;
  private idle: Promise<void> = Promise.resolve();
  connected = false;
  private backlogUntil = 0;
  private readonly queues: DeviceQueues | null;
  private tap: PublishTap | null = null;

  constructor(private readonly options: LinkOptions) {
    const { perDevice, maxBatch, onBatch, rate, batches, receiveMaximum } = options;
    const committed = (batch: PendingMessage[]): void => this.done(batch);
    // half of the queue here: one device never blocks the next
    const room = rate === undefined ? unlimited : { messages: receiveMaximum / 2, bytes: maxWaitingBytes / 4 };
    const queues = {
      maxBatch,
      commit: (batch: PendingMessage[]) => this.commitOf(batch, onBatch),
      committed,
      room,
      ...(rate === undefined ? {} : { rate }),
      ...(batches === undefined ? {} : { batches }),
    };
    this.queues = perDevice === true ? new DeviceQueues(queues) : null;
    this.meter = setInterval(() => {
      this.perSecond = this.inLastSecond;
      this.inLastSecond = 0;
      processMetrics.linkWaiting.set({ client: options.clientId }, this.waiting);
      if (this.queues !== null)
        processMetrics.linkOldest.set({ client: options.clientId }, this.queues.oldestCommitMs / 1_000);
    }, 1_000).unref();
  }

  start(): void {
    if (this.stopped) return;
    const { url, username, password, clientId, topics, receiveMaximum, endsWithConnection = false, log } = this.options;
    const sessionExpiryInterval = endsWithConnection ? 0 : keptS;
    const options: IClientOptions = {
      clientId,
      username,
      password,
      protocolVersion: this.version,
      clean: endsWithConnection,
      // while the database is away nothing is read, not even PINGRESP
      keepalive: 180,
      reconnectPeriod: 500 + Math.floor(Math.random() * 500),
      connectTimeout: 5_000,
      resubscribe: false,
      queueQoSZero: false,
      manualConnect: true,
      // without it mqtt.js checks several times a message whether debug output is on
      log: () => undefined,
      ...(this.version === 5 ? { properties: { sessionExpiryInterval, receiveMaximum } } : {}),
    };
    const client = mqtt.connect(url, options);
    this.client = client;
    tapStreamOf(client, (socket) => this.tapOf(socket));
    client.on('connect', () => {
      this.connected = true;
      if (this.options.formerTopics?.length) client.unsubscribe(this.options.formerTopics);
      client.subscribe(topics, { qos: 1 }, (error) => {
        if (error) log.error({ error: error.message, topics }, 'broker refused the subscription');
        else log.info({ clientId, version: this.version }, 'subscribed to the broker');
      });
    });
    client.on('close', () => {
      this.connected = false;
      this.generation++;
      this.queue = [];
      this.queuedBytes = 0;
      this.queues?.clear();
      this.tap = null;
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
    client.connect();
  }

  /** Publishes with QoS 1; resolves on the broker's acknowledgement, rejects when the link is down. */
  publish(topic: string, payload: string | Buffer, retain = false): Promise<void> {
    const { client } = this;
    if (!client?.connected) return Promise.reject(new Error('broker connection is down'));
    return new Promise((resolve, reject) =>
      client.publish(topic, payload, { qos: 1, retain }, (error) => (error ? reject(error) : resolve())),
    );
  }

  /**
   * Stops reading and waits for the commit in flight and its PUBACKs. The session stays at the broker, or is with who took it over.
   * `lost`: it is another process's from now on, so the connection ends at once; what is not acknowledged goes to that one. The commit is
   * waited for all the same, and may take as long as the database is away.
   */
  async stop(lost = false): Promise<void> {
    this.stopped = true;
    clearInterval(this.meter);
    this.queue = [];
    this.queues?.clear();
    const { client } = this;
    // whoever takes the session over now keeps it
    if (client) client.options.reconnectPeriod = 0;
    if (lost || client?.connected === false) client?.end(true);
    await Promise.all([this.idle, this.queues?.idle()]);
    // a process that stands by from now on says nothing of what another one commits
    processMetrics.linkOldest.remove({ client: this.options.clientId });
    // a full queue has stopped reading: the end of a socket that nobody reads never comes
    this.tap?.readOn();
    // before the DISCONNECT
    this.tap?.flush();
    if (!lost && client?.connected === true) await disconnected(client);
  }

  get waiting(): number {
    return this.queue.length + (this.queues?.size ?? 0);
  }

  private get waitingBytes(): number {
    return this.queuedBytes + (this.queues?.bytes ?? 0);
  }

  private tapOf(socket: Duplex): PublishTap {
    return (this.tap = new PublishTap(socket, {
      version: this.version,
      onPublish: (publication) => this.receive(publication),
      // not at the library's `connect`, which it holds back until the broker has answered what it sent again
      onConnack: (sessionPresent) => {
        // a new session has no old messages
        this.backlogUntil = sessionPresent ? performance.now() + backlogMs : 0;
      },
      readPauseMs: () => this.options.gatherMs?.(this.perSecond) ?? 0,
    }));
  }

  private receive({ topic, payload, retain, id }: Publication): void {
    if (this.stopped) return;
    this.inLastSecond++;
    const receivedAt = databaseNowMs();
    const decoded = this.options.decode(topic, payload);
    if (decoded === null) {
      if (id !== null) this.tap?.acknowledge([id]);
      return;
    }
    const pending: PendingMessage = {
      topic,
      payload,
      decoded,
      retain,
      receivedAt,
      backlog: this.backlogUntil > 0 && performance.now() < this.backlogUntil,
      id,
      generation: this.generation,
    };
    if (this.options.note?.(pending) === true) this.acknowledgeAll([pending]);
    else if (this.queues !== null) {
      if (!this.queues.push(pending)) this.leave(pending);
    } else {
      this.queuedBytes += payload.length;
      this.queue.push(pending);
      this.schedule();
    }
    if (this.waiting >= this.options.receiveMaximum || this.waitingBytes >= maxWaitingBytes) this.tap?.stopReading();
  }

  /** Not acknowledged to the device: it resends the message when it is less busy. */
  private leave(pending: PendingMessage): void {
    ingestMetrics.deferred.inc();
    this.acknowledgeAll([pending]);
  }

  private schedule(): void {
    if (this.flushing || this.queue.length === 0) return;
    // the packets of this read are parsed first: they belong to the same batch
    this.flushing = true;
    setImmediate(() => (this.idle = this.flush()));
  }

  private async flush(): Promise<void> {
    const startedAt = performance.now();
    const batch = dequeueFairShare(this.queue, this.options.maxBatch);
    for (const { payload } of batch) this.queuedBytes -= payload.length;
    this.readOn();
    try {
      if (batch.length > 0) {
        await this.options.onBatch(batch);
        this.acknowledgeAll(batch);
      }
    } catch (error) {
      this.haveAgain(error);
    } finally {
      await this.pause(performance.now() - startedAt);
      this.flushing = false;
      if (!this.stopped) this.schedule();
    }
  }

  /** After a batch that left a full one behind. */
  private async pause(workedMs: number): Promise<void> {
    const { leavesShare = 0, maxBatch } = this.options;
    if (leavesShare === 0 || this.stopped || this.queue.length < maxBatch) return;
    await wait(Math.min((workedMs * leavesShare) / (1 - leavesShare), longestPauseMs));
  }

  private async commitOf(batch: PendingMessage[], onBatch: LinkOptions['onBatch']): Promise<void> {
    try {
      await onBatch(batch);
    } catch (error) {
      this.haveAgain(error);
      throw error;
    }
  }

  private done(batch: PendingMessage[]): void {
    this.acknowledgeAll(batch);
    this.readOn();
  }

  /** Nothing is acknowledged: the broker resends it on the next connection. */
  private haveAgain(error: unknown): void {
    this.options.log.error({ error }, 'a batch was not committed; reconnecting to have it again');
    this.client?.stream?.destroy();
  }

  private acknowledgeAll(batch: PendingMessage[]): void {
    this.tap?.acknowledge(
      batch.filter((m) => m.id !== null && m.generation === this.generation).map((m) => m.id as number),
    );
  }

  private readOn(): void {
    if (
      this.client?.connected !== true ||
      this.waiting >= this.options.receiveMaximum / 2 ||
      this.waitingBytes >= maxWaitingBytes / 2
    )
      return;
    this.tap?.readOn();
  }
}

/** An orderly end; of a connection that breaks meanwhile the client library would wait for answers for ever. */
const disconnected = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => {
    client.once('close', () => resolve());
    client.end(false, {}, () => resolve());
  });
