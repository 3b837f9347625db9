import { type AckDown } from '@headland/contracts/device/down';
import { type LedgerEntry } from '@headland/testing/ledger';
import { Fifo } from './fifo';
import { type Ledger } from './ledger';
import { type Outgoing } from './message-maker';
import { type Connection } from './mqtt/connection';
import { type PublishFrame } from './mqtt/packets';
import { type Kept, Retention, type RetentionLimits } from './retention';
import { type Schedule } from './schedule';
import { type Stats } from './stats';

/** A message on its way: what is kept of it, and its bytes. */
export interface Letter extends Kept {
  readonly frame: PublishFrame;
  /** for the ledger, until it is first sent */
  content: string;
  firstSentMs: number;
  pubackMs: number;
  /** the connection that has these very bytes in its socket: writing them again there takes a copy */
  writtenOn: Connection | null;
  /** to be sent a second time, for no reason */
  echo: boolean;
}

export interface OutboxShared {
  limits: RetentionLimits;
  schedule: Schedule;
  stats: Stats;
  ledger: Ledger;
}

/** What a terminal has said and the back end has not committed, and in which order it goes out: calls for help and faults before the rest. */
export class Outbox {
  private readonly retention: Retention<Letter>;
  private readonly urgent = new Fifo<Letter>();
  private readonly normal = new Fifo<Letter>();
  private readonly held = new Set<Letter>();

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

  take({ kind, boot, seq, notBeforeMs, content, duplicate }: Outgoing, frame: PublishFrame): void {
    const { stats } = this.shared;
    // 200: what the objects around the bytes cost
    const bytes = frame.bytes.length + 200;
    const letter: Letter = {
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
    for (const given of this.retention.keep(letter)) this.giveUp(given);
    this.enqueue(letter);
  }

  /** The next one to send, or undefined. */
  next(): Letter | undefined {
    for (const queue of [this.urgent, this.normal]) {
      for (let letter = queue.shift(); letter !== undefined; letter = queue.shift())
        if (letter.state === 'queued') return letter;
    }
    return undefined;
  }

  onAck(ack: AckDown, nowMs: number): void {
    const { committed, again } = this.retention.ack(ack, nowMs);
    const { stats, ledger } = this.shared;
    stats.committed += committed.length;
    stats.waiting -= committed.length;
    if (ledger.on) for (const entry of ranges(this.device, committed, nowMs)) ledger.add(entry);
    for (const letter of again) this.enqueue(letter);
  }

  /** What nobody has acknowledged for too long goes out again. */
  look(nowMs: number): void {
    for (const letter of this.retention.overdue(nowMs)) this.enqueue(letter);
  }

  /** After a connect: all that is not committed, in order. */
  requeueAll(): void {
    this.urgent.clear();
    this.normal.clear();
    for (const letter of this.retention.requeueAll()) if (!this.held.has(letter)) this.line(letter);
  }

  /** Holds nothing back any longer. */
  hurry(): void {
    for (const letter of this.held) if (letter.state === 'queued') this.line(letter);
    this.held.clear();
  }

  private enqueue(letter: Letter): void {
    if (letter.notBeforeMs <= Date.now()) return this.line(letter);
    this.held.add(letter);
    this.shared.schedule.at(letter.notBeforeMs, () => {
      if (!this.held.delete(letter) || letter.state !== 'queued') return;
      this.line(letter);
      this.wake();
    });
  }

  private line(letter: Letter): void {
    (letter.kind === 'sos' || letter.kind === 'fault' ? this.urgent : this.normal).push(letter);
  }

  private giveUp(letter: Letter): void {
    this.held.delete(letter);
    this.shared.stats.dropped += 1;
    this.shared.stats.waiting -= 1;
    this.shared.ledger.add({
      what: 'dropped',
      device: this.device,
      kind: letter.kind,
      boot: letter.boot,
      seq: letter.seq,
      atMs: Date.now(),
    });
  }
}

/** Committed messages of one topic and boot, in order, as the few ranges that they are. */
function* ranges(device: number, committed: readonly Letter[], atMs: number): Generator<LedgerEntry> {
  for (let i = 0; i < committed.length;) {
    const first = committed[i];
    if (first === undefined) return;
    let to = first.seq;
    for (i += 1; committed[i]?.seq === to + 1; i++) to += 1;
    yield { what: 'committed', device, kind: first.kind, boot: first.boot, from: first.seq, to, atMs };
  }
}
