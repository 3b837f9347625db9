import { DiagDown } from '@headland/contracts/device/diagnosis';
import { type AckDown, ConfigDown, ControlDown, SosDown } from '@headland/contracts/device/down';
import { FlashDown, parseBlockTopic } from '@headland/contracts/device/flash';
import { type UpKind, upKinds, upTopic } from '@headland/contracts/device/envelope';
import { pubackLine, sentLine } from '@headland/testing/ledger';
import { type Random } from '@headland/testing/random';
import { decodePayload } from './encoding';
import { type Outgoing, type Rubbish } from './message-maker';
import { Connection, type ConnectionEvents, type ConnectionOptions } from './mqtt/connection';
import { copyOf, type Identity, publishFrame, type PublishFrame } from './mqtt/packets';
import { type Letter, Outbox, type OutboxShared } from './outbox';
import { type Appointment } from './schedule';

/**
 * The network half of a terminal: it sends what the outbox holds while there is a connection, hears what the back end says, and finds its way back
 * after a loss, later each time and never in step with the others.
 */
export interface LinkShared extends OutboxShared {
  connection: Omit<ConnectionOptions, 'subscribe' | 'bytesPerSecond'>;
}
export interface LinkEvents {
  config(config: ConfigDown): void;
  sos(said: SosDown): void;
  control(command: ControlDown): void;
  diag(asked: DiagDown): void;
  flash(said: FlashDown): void;
  block(session: string, block: number, bytes: Uint8Array): void;
  /** something of a session is committed: the back end is there */
  sessionHeard(): void;
  /** the retained `status` of now */
  status(online: boolean): Buffer;
  online(online: boolean): void;
}
export interface LinkIdentity extends Identity {
  /** its number in the ledger */
  index: number;
}

/** What a PUBACK is for: a letter, a broken message by its number, or the status, of which nobody keeps account. */
interface InFlight {
  letter?: Letter;
  rubbish?: number;
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
  private rubbish = 0;
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

  /** Takes a message into keeping and sends it as soon as it can be. */
  send(out: Outgoing): void {
    if (out.malformed !== null) this.noteMalformed(out.malformed, out.payload.length, out.boot, out.seq);
    this.outbox.take(out, publishFrame(this.topic(out.kind), out.payload, this.shared.connection.version));
    this.pump();
  }

  /** A broken message: sent once, if there is a connection, and forgotten. */
  litter({ reason, topic, payload }: Rubbish): void {
    const { connection } = this;
    if (connection === null || !this.isReady || this.inFlight.size >= connection.window) return;
    const number = this.noteMalformed(reason, payload.length, null, null);
    this.publish(connection, publishFrame(Buffer.from(topic), payload, this.shared.connection.version), {
      rubbish: number,
    });
  }

  /** A dead spot or a loss of power: gone without a word, back after so long. */
  vanish(ms: number): void {
    this.connection?.cut();
    this.lose();
    this.connectAt(Date.now() + ms);
  }

  /** Every few seconds. */
  look(nowMs: number): void {
    const { connection } = this;
    if (connection === null) return;
    if (!this.isReady) {
      if (nowMs - this.startedMs <= 30_000) return;
      connection.cut();
      return this.closed('no answer to CONNECT', false);
    }
    connection.keepAlive(nowMs);
    this.outbox.look(nowMs);
    this.pump();
  }

  /** The run is to come to its end: nothing is held back any longer, and a dead spot is over. */
  hurry(): void {
    this.outbox.hurry();
    if (this.wanted) this.connect();
    this.pump();
  }

  /** Says that it is going, and goes. */
  leave(): void {
    this.wanted = false;
    this.cancelReconnect();
    const { connection } = this;
    if (connection !== null && this.isReady) this.sayStatus(connection, false);
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
    this.sayStatus(connection, true);
    this.outbox.requeueAll();
    this.pump();
  }

  puback(id: number, reason: number): void {
    const item = this.inFlight.get(id);
    if (item === undefined) return;
    this.inFlight.delete(id);
    const taken = reason < 128;
    if (!taken) {
      this.shared.stats.notTaken += 1;
      this.shared.stats.error(`PUBACK ${reason}`);
    }
    if (item.rubbish !== undefined && taken)
      this.shared.ledger.add({
        what: 'malformedPuback',
        device: this.who.index,
        number: item.rubbish,
        atMs: Date.now(),
      });
    if (item.letter !== undefined) this.onTaken(item.letter, taken);
    this.pump();
  }

  message(topic: string, payload: Buffer): void {
    const block = topic.includes('/down/flash/') ? parseBlockTopic(topic) : null;
    if (block !== null) return this.events.block(block.session, block.block, payload);
    const said = decodePayload(payload);
    switch (topic.slice(topic.lastIndexOf('/') + 1)) {
      case 'ack':
        if (isAck(said)) {
          this.outbox.onAck(said, Date.now());
          if (said.topic === 'diag') this.events.sessionHeard();
          return this.pump();
        }
        break;
      case 'config': {
        const config = ConfigDown.safeParse(said);
        if (config.success) return this.events.config(config.data);
        break;
      }
      case 'sos': {
        const word = SosDown.safeParse(said);
        if (!word.success) break;
        this.shared.stats.sosDown += 1;
        this.shared.ledger.add({ what: 'sosDown', device: this.who.index, ...word.data, atMs: Date.now() });
        return this.events.sos(word.data);
      }
      case 'control': {
        const command = ControlDown.safeParse(said);
        if (command.success) return this.events.control(command.data);
        break;
      }
      case 'diag': {
        const asked = DiagDown.safeParse(said);
        if (asked.success) return this.events.diag(asked.data);
        break;
      }
      case 'flash': {
        const offer = FlashDown.safeParse(said);
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
    // jittered: a broker that comes back is not met by all at once
    const longestMs = Math.min(60_000, 1000 * 2 ** this.failures);
    this.failures = Math.min(this.failures + 1, 10);
    this.connectAt(Date.now() + this.random.between(0.1, 1) * longestMs);
  }

  private pump(): void {
    const { connection } = this;
    if (connection === null || !this.isReady) return;
    while (this.inFlight.size < connection.window && connection.writable) {
      const letter = this.outbox.next();
      if (letter === undefined) return;
      this.transmit(connection, letter);
    }
  }

  private transmit(connection: Connection, letter: Letter): void {
    const nowMs = Date.now();
    const { stats, ledger } = this.shared;
    if (letter.firstSentMs === 0) {
      letter.firstSentMs = nowMs;
      stats.sent += 1;
      if (ledger.on) ledger.line(sentLine(this.who.index, letter.kind, letter.boot, letter.seq, nowMs, letter.content));
      letter.content = '';
    } else stats.again += 1;
    letter.state = 'inflight';
    letter.lastSentMs = nowMs;
    const frame = letter.writtenOn === connection ? copyOf(letter.frame) : letter.frame;
    letter.writtenOn = connection;
    this.publish(connection, frame, { letter });
  }

  private onTaken(letter: Letter, taken: boolean): void {
    const { stats, ledger } = this.shared;
    if (taken && letter.pubackMs === 0) {
      letter.pubackMs = Date.now();
      stats.puback += 1;
      if (ledger.on) ledger.line(pubackLine(this.who.index, letter.kind, letter.boot, letter.seq, letter.pubackMs));
    }
    if (letter.state === 'inflight') letter.state = 'waiting';
    if (!letter.echo || this.connection === null) return;
    letter.echo = false;
    stats.duplicates += 1;
    this.publish(this.connection, copyOf(letter.frame), { letter });
  }

  private sayStatus(connection: Connection, online: boolean): void {
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
    this.rubbish += 1;
    this.shared.stats.malformed += 1;
    this.shared.ledger.add({
      what: 'malformed',
      device: this.who.index,
      number: this.rubbish,
      reason,
      bytes,
      atMs: Date.now(),
      boot,
      seq,
    });
    return this.rubbish;
  }

  private topic(kind: UpKind): Buffer {
    let topic = this.topics.get(kind);
    if (topic === undefined) this.topics.set(kind, (topic = Buffer.from(upTopic(this.who.id, kind))));
    return topic;
  }
}

/** By hand, because a load run hears thousands of acks a second and zod would be what it measures; checks the same as the schema `AckDown`. */
export function isAck(said: unknown): said is AckDown {
  if (typeof said !== 'object' || said === null) return false;
  const { topic, boot, upTo, missing } = said as Record<string, unknown>;
  if (!Number.isInteger(boot) || !Number.isInteger(upTo) || !Array.isArray(missing)) return false;
  if (!(upKinds as readonly unknown[]).includes(topic)) return false;
  return missing.every(
    (range: unknown) =>
      Array.isArray(range) && range.length === 2 && Number.isInteger(range[0]) && Number.isInteger(range[1]),
  );
}
