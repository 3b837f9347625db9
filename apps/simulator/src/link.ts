import { DiagDown } from '@headland/contracts/device/diagnosis';
import { type AckDown, ConfigDown, ControlDown, SosDown } from '@headland/contracts/device/down';
import { FlashDown, parseBlockTopic } from '@headland/contracts/device/flash';
import { type UpKind, upKinds, upTopic } from '@headland/contracts/device/envelope';
import { pubackLine, sentLine } from '@headland/testing/ledger';
import { type Random } from '@headland/testing/random';
import { decodePayload } from './encoding';
import { type Outgoing, type Garbage } from './message-maker';
import { Connection, type ConnectionEvents, type ConnectionOptions } from './mqtt/connection';
import { copyOf, type Identity, publishFrame, type PublishFrame } from './mqtt/packets';
import { type QueuedMessage, Outbox, type OutboxShared } from './outbox';
import { type Appointment } from './schedule';

/**
 * The network side of a terminal: sends the outbox while there is a connection, handles messages of the back end, and
 * reconnects after a loss with jittered backoff.
 */
export interface LinkShared extends OutboxShared {
  connection: Omit<ConnectionOptions, 'subscribe' | 'bytesPerSecond'>;
}
export interface LinkEvents {
  config(config: ConfigDown): void;
  sos(message: SosDown): void;
  control(command: ControlDown): void;
  diag(asked: DiagDown): void;
  flash(message: FlashDown): void;
  block(session: string, block: number, bytes: Uint8Array): void;
  /** data of a session is committed: the back end is connected */
  sessionCommitted(): void;
  /** the current retained `status` */
  status(online: boolean): Buffer;
  online(online: boolean): void;
}
export interface LinkIdentity extends Identity {
  /** its number in the ledger */
  index: number;
}

/** What a PUBACK belongs to: a message, a broken one by its number, or the status, which is not in the ledger. */
interface InFlight {
  message?: QueuedMessage;
  garbage?: number;
}

export class Link implements ConnectionEvents {
  private readonly outbox: Outbox;
  private readonly inFlight = new Map<number, InFlight>();
  private readonly topics = new Map<UpKind, Buffer>();
  private connection: Connection | null = null;
  private isReady = false;
  private wanted = true;
  private failures = 0;
  private startedMs = 0;
  private garbage = 0;
  private reconnect: Appointment | null = null;

  constructor(
    private readonly who: LinkIdentity,
    private readonly shared: LinkShared,
    private readonly events: LinkEvents,
    private readonly random: Random,
    private readonly bytesPerSecond: number | null,
  ) {
    this.outbox = new Outbox(who.index, shared, () => this.pump());
  }

  get connected(): boolean {
    return this.isReady;
  }
  get waiting(): number {
    return this.outbox.waiting;
  }

  connect(): void {
    this.wanted = true;
    if (this.connection !== null) return;
    this.cancelReconnect();
    this.startedMs = Date.now();
    this.connection = new Connection(
      this.who,
      { ...this.shared.connection, subscribe: `tms/v1/${this.who.id}/down/#`, bytesPerSecond: this.bytesPerSecond },
      this,
    );
  }

  /** Queues a message and sends it as soon as possible. */
  send(out: Outgoing): void {
    if (out.malformed !== null) this.noteMalformed(out.malformed, out.payload.length, out.boot, out.seq);
    this.outbox.add(out, publishFrame(this.topic(out.kind), out.payload, this.shared.connection.version));
    this.pump();
  }

  /** A broken message: sent once, if there is a connection, and not kept. */
  sendGarbage({ reason, topic, payload }: Garbage): void {
    const { connection } = this;
    if (connection === null || !this.isReady || this.inFlight.size >= connection.window) return;
    const number = this.noteMalformed(reason, payload.length, null, null);
    this.publish(connection, publishFrame(Buffer.from(topic), payload, this.shared.connection.version), {
      garbage: number,
    });
  }

  /** A dead spot or a power loss: disconnects without DISCONNECT, reconnects after this time. */
  dropConnection(ms: number): void {
    this.connection?.cut();
    this.lose();
    this.connectAt(Date.now() + ms);
  }

  /** Every few seconds. */
  tick(nowMs: number): void {
    const { connection } = this;
    if (connection === null) return;
    if (!this.isReady) {
      if (nowMs - this.startedMs <= 30_000) return;
      connection.cut();
      return this.closed('no answer to CONNECT', false);
    }
    connection.keepAlive(nowMs);
    this.outbox.tick(nowMs);
    this.pump();
  }

  /** The run is ending: nothing is delayed any longer, and a dead spot is over. */
  sendAll(): void {
    this.outbox.endDelays();
    if (this.wanted) this.connect();
    this.pump();
  }

  /** Publishes `offline` and disconnects. */
  leave(): void {
    this.wanted = false;
    this.cancelReconnect();
    const { connection } = this;
    if (connection !== null && this.isReady) this.publishStatus(connection, false);
    connection?.disconnect();
    this.lose();
  }

  ready(): void {
    const { connection } = this;
    if (connection === null) return;
    this.isReady = true;
    this.shared.stats.connected += 1;
    this.shared.stats.connects += 1;
    this.events.online(true);
    this.publishStatus(connection, true);
    this.outbox.requeueAll();
    this.pump();
  }

  puback(id: number, reason: number): void {
    const item = this.inFlight.get(id);
    if (item === undefined) return;
    this.inFlight.delete(id);
    const accepted = reason < 128;
    if (!accepted) {
      this.shared.stats.notTaken += 1;
      this.shared.stats.error(`PUBACK ${reason}`);
    }
    if (item.garbage !== undefined && accepted)
      this.shared.ledger.add({
        what: 'malformedPuback',
        device: this.who.index,
        number: item.garbage,
        atMs: Date.now(),
      });
    if (item.message !== undefined) this.onPuback(item.message, accepted);
    this.pump();
  }

  message(topic: string, payload: Buffer): void {
    const block = topic.includes('/down/flash/') ? parseBlockTopic(topic) : null;
    if (block !== null) return this.events.block(block.session, block.block, payload);
    const message = decodePayload(payload);
    switch (topic.slice(topic.lastIndexOf('/') + 1)) {
      case 'ack':
        if (isAck(message)) {
          this.outbox.onAck(message, Date.now());
          if (message.topic === 'diag') this.events.sessionCommitted();
          return this.pump();
        }
        break;
      case 'config': {
        const config = ConfigDown.safeParse(message);
        if (config.success) return this.events.config(config.data);
        break;
      }
      case 'sos': {
        const sos = SosDown.safeParse(message);
        if (!sos.success) break;
        this.shared.stats.sosDown += 1;
        this.shared.ledger.add({ what: 'sosDown', device: this.who.index, ...sos.data, atMs: Date.now() });
        return this.events.sos(sos.data);
      }
      case 'control': {
        const command = ControlDown.safeParse(message);
        if (command.success) return this.events.control(command.data);
        break;
      }
      case 'diag': {
        const asked = DiagDown.safeParse(message);
        if (asked.success) return this.events.diag(asked.data);
        break;
      }
      case 'flash': {
        const offer = FlashDown.safeParse(message);
        if (offer.success) return this.events.flash(offer.data);
        break;
      }
      default:
        return;
    }
    this.shared.stats.error(`unreadable ${topic.slice(topic.indexOf('/down/') + 1)}`);
  }

  drained(): void {
    this.pump();
  }

  closed(why: string, refused: boolean): void {
    this.shared.stats.error(why);
    if (refused) this.shared.stats.refused += 1;
    if (this.isReady && Date.now() - this.startedMs > 10_000) this.failures = 0;
    this.lose();
    if (!this.wanted) return;
    // jittered: a restarted broker does not get all connections at once
    const longestMs = Math.min(60_000, 1000 * 2 ** this.failures);
    this.failures = Math.min(this.failures + 1, 10);
    this.connectAt(Date.now() + this.random.between(0.1, 1) * longestMs);
  }

  private pump(): void {
    const { connection } = this;
    if (connection === null || !this.isReady) return;
    while (this.inFlight.size < connection.window && connection.writable) {
      const message = this.outbox.next();
      if (message === undefined) return;
      this.transmit(connection, message);
    }
  }

  private transmit(connection: Connection, message: QueuedMessage): void {
    const nowMs = Date.now();
    const { stats, ledger } = this.shared;
    if (message.firstSentMs === 0) {
      message.firstSentMs = nowMs;
      stats.sent += 1;
      if (ledger.on)
        ledger.line(sentLine(this.who.index, message.kind, message.boot, message.seq, nowMs, message.content));
      message.content = '';
    } else stats.again += 1;
    message.state = 'inflight';
    message.lastSentMs = nowMs;
    const frame = message.writtenOn === connection ? copyOf(message.frame) : message.frame;
    message.writtenOn = connection;
    this.publish(connection, frame, { message });
  }

  private onPuback(message: QueuedMessage, accepted: boolean): void {
    const { stats, ledger } = this.shared;
    if (accepted && message.pubackMs === 0) {
      message.pubackMs = Date.now();
      stats.puback += 1;
      if (ledger.on) ledger.line(pubackLine(this.who.index, message.kind, message.boot, message.seq, message.pubackMs));
    }
    if (message.state === 'inflight') message.state = 'waiting';
    if (!message.echo || this.connection === null) return;
    message.echo = false;
    stats.duplicates += 1;
    this.publish(this.connection, copyOf(message.frame), { message });
  }

  private publishStatus(connection: Connection, online: boolean): void {
    this.publish(
      connection,
      publishFrame(this.topic('status'), this.events.status(online), this.shared.connection.version, true),
      {},
    );
  }

  private publish(connection: Connection, frame: PublishFrame, item: InFlight): void {
    let id = connection.nextId();
    while (this.inFlight.has(id)) id = connection.nextId();
    this.inFlight.set(id, item);
    connection.publish(frame, id);
  }

  private lose(): void {
    if (this.isReady) {
      this.shared.stats.connected -= 1;
      this.events.online(false);
    }
    this.isReady = false;
    this.connection = null;
    this.inFlight.clear();
  }

  private connectAt(atMs: number): void {
    this.cancelReconnect();
    this.reconnect = this.shared.schedule.at(atMs, () => this.connect());
  }

  private cancelReconnect(): void {
    if (this.reconnect !== null) this.reconnect.cancelled = true;
    this.reconnect = null;
  }

  private noteMalformed(reason: string, bytes: number, boot: number | null, seq: number | null): number {
    this.garbage += 1;
    this.shared.stats.malformed += 1;
    this.shared.ledger.add({
      what: 'malformed',
      device: this.who.index,
      number: this.garbage,
      reason,
      bytes,
      atMs: Date.now(),
      boot,
      seq,
    });
    return this.garbage;
  }

  private topic(kind: UpKind): Buffer {
    let topic = this.topics.get(kind);
    if (topic === undefined) this.topics.set(kind, (topic = Buffer.from(upTopic(this.who.id, kind))));
    return topic;
  }
}

/**
 * By hand, because a load run receives thousands of acks a second and zod would dominate the measurement; same checks
 * as the schema `AckDown`.
 */
export function isAck(message: unknown): message is AckDown {
  if (typeof message !== 'object' || message === null) return false;
  const { topic, boot, upTo, missing } = message as Record<string, unknown>;
  if (!Number.isInteger(boot) || !Number.isInteger(upTo) || !Array.isArray(missing)) return false;
  if (!(upKinds as readonly unknown[]).includes(topic)) return false;
  return missing.every(
    (range: unknown) =>
      Array.isArray(range) && range.length === 2 && Number.isInteger(range[0]) && Number.isInteger(range[1]),
  );
}
