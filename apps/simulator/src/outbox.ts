import { type AckDown } from '@headland/contracts/device/down';
import { type LedgerEntry } from '@headland/testing/ledger';
import { Fifo } from './fifo';
import { type Ledger } from './ledger';
import { type Outgoing } from './message-maker';
import { type Connection } from './mqtt/connection';
import { type PublishFrame } from './mqtt/packets';
import { type RetainedMessage, Retention, type RetentionLimits } from './retention';
import { type Schedule } from './schedule';
import { type Stats } from './stats';

/** A queued message: its state and its bytes. */
export interface QueuedMessage extends RetainedMessage {
  readonly frame: PublishFrame;
  /** for the ledger, until it is first sent */
  content: string;
  firstSentMs: number;
  pubackMs: number;
  /** the connection with these bytes in its socket: writing them there again needs a copy */
  writtenOn: Connection | null;
  /** to be sent twice, as a duplicate */
  echo: boolean;
}

export interface OutboxShared {
  limits: RetentionLimits;
  schedule: Schedule;
  stats: Stats;
  ledger: Ledger;
}

/** Messages not yet committed by the back end, and their sending order: SOS and faults first. */
export class Outbox {
  private readonly retention: Retention<QueuedMessage>;
  private readonly urgent = new Fifo<QueuedMessage>();
  private readonly normal = new Fifo<QueuedMessage>();
  private readonly delayed = new Set<QueuedMessage>();

  constructor(
    private readonly device: number,
    private readonly shared: OutboxShared,
    /** something may be sent now */
    private readonly wake: () => void,
  ) {
    this.retention = new Retention(shared.limits);
  }

  get waiting(): number {
    return this.retention.size;
  }

  add({ kind, boot, seq, notBeforeMs, content, duplicate }: Outgoing, frame: PublishFrame): void {
    const { stats } = this.shared;
    // 200: overhead of the objects around the bytes
    const bytes = frame.bytes.length + 200;
    const message: QueuedMessage = {
      kind,
      boot,
      seq,
      bytes,
      notBeforeMs,
      content,
      frame,
      state: 'queued',
      lastSentMs: 0,
      firstSentMs: 0,
      pubackMs: 0,
      writtenOn: null,
      echo: duplicate,
    };
    stats.made += 1;
    stats.waiting += 1;
    for (const given of this.retention.add(message)) this.giveUp(given);
    this.enqueue(message);
  }

  /** The next one to send, or undefined. */
  next(): QueuedMessage | undefined {
    for (const queue of [this.urgent, this.normal]) {
      for (let message = queue.shift(); message !== undefined; message = queue.shift())
        if (message.state === 'queued') return message;
    }
    return undefined;
  }

  onAck(ack: AckDown, nowMs: number): void {
    const { committed, resend } = this.retention.ack(ack, nowMs);
    const { stats, ledger } = this.shared;
    stats.committed += committed.length;
    stats.waiting -= committed.length;
    if (ledger.on) for (const entry of ranges(this.device, committed, nowMs)) ledger.add(entry);
    for (const message of resend) this.enqueue(message);
  }

  /** Resends messages without an acknowledgement for too long. */
  tick(nowMs: number): void {
    for (const message of this.retention.overdue(nowMs)) this.enqueue(message);
  }

  /** After a connect: everything not committed, in order. */
  requeueAll(): void {
    this.urgent.clear();
    this.normal.clear();
    for (const message of this.retention.requeueAll()) if (!this.delayed.has(message)) this.line(message);
  }

  /** Ends all delays. */
  endDelays(): void {
    for (const message of this.delayed) if (message.state === 'queued') this.line(message);
    this.delayed.clear();
  }

  private enqueue(message: QueuedMessage): void {
    if (message.notBeforeMs <= Date.now()) return this.line(message);
    this.delayed.add(message);
    this.shared.schedule.at(message.notBeforeMs, () => {
      if (!this.delayed.delete(message) || message.state !== 'queued') return;
      this.line(message);
      this.wake();
    });
  }

  private line(message: QueuedMessage): void {
    (message.kind === 'sos' || message.kind === 'fault' ? this.urgent : this.normal).push(message);
  }

  private giveUp(message: QueuedMessage): void {
    this.delayed.delete(message);
    this.shared.stats.dropped += 1;
    this.shared.stats.waiting -= 1;
    this.shared.ledger.add({
      what: 'dropped',
      device: this.device,
      kind: message.kind,
      boot: message.boot,
      seq: message.seq,
      atMs: Date.now(),
    });
  }
}

/** Committed messages of one topic and boot, in order, as ranges. */
function* ranges(device: number, committed: readonly QueuedMessage[], atMs: number): Generator<LedgerEntry> {
  for (let i = 0; i < committed.length;) {
    const first = committed[i];
    if (first === undefined) return;
    let to = first.seq;
    for (i += 1; committed[i]?.seq === to + 1; i++) to += 1;
    yield { what: 'committed', device, kind: first.kind, boot: first.boot, from: first.seq, to, atMs };
  }
}
