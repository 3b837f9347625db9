import { type AckDown } from '@headland/contracts/device/down';
import { type SentKind } from '@headland/testing/ledger';

/**
 * What a terminal still owes the back end. A PUBACK comes from the broker, and a broker that crashes forgets what it acknowledged; so a message is
 * kept, across reboots, until `down/ack` says that it is committed. It is sent again when the ack names it as missing, after a reconnect, and
 * when nothing has been committed for a while; each silent round waits twice as long, so that a back end that catches up is not buried.
 * When memory is full the oldest telemetry goes; a call for help or a fault never does.
 *
 * A pure rule over what it is told: time is an argument, nothing is sent from here.
 */
export interface Kept {
  readonly kind: SentKind;
  readonly boot: number;
  readonly seq: number;
  readonly bytes: number;
  /** queued: waits for its turn · inflight: no PUBACK yet · waiting: the broker has it, no `down/ack` yet · done: committed or given up */
  state: 'queued' | 'inflight' | 'waiting' | 'done';
  /** held back (a reordered or late upload): not to be sent before */
  notBeforeMs: number;
  lastSentMs: number;
}

export interface RetentionLimits {
  maxBytes: number;
  /** without any progress of the topic for so long, what is not committed is sent again */
  resendAfterMs: number;
  /** the longest wait that doubling leads to */
  maxResendAfterMs: number;
  /** an ack may name a message as missing that has just been sent: not again within this */
  minGapMs: number;
}

interface Stream<M> {
  readonly kind: SentKind;
  readonly boot: number;
  /** ascending by seq, because a terminal counts upwards and a Map keeps the order */
  readonly bySeq: Map<number, M>;
  lastProgressMs: number;
  silentRounds: number;
}

const order: readonly SentKind[] = ['sos', 'fault', 'engine', 'diag', 'stream', 'flash', 'telemetry'];

export class Retention<M extends Kept> {
  private readonly streams: Stream<M>[] = [];
  bytes = 0;
  size = 0;

  constructor(private readonly limits: RetentionLimits) {}

  /** Keeps a message; returns what had to be given up for it. */
  keep(message: M): M[] {
    this.streamOf(message.kind, message.boot).bySeq.set(message.seq, message);
    this.bytes += message.bytes;
    this.size += 1;
    const givenUp: M[] = [];
    while (this.bytes > this.limits.maxBytes) {
      const oldest = this.oldestTelemetry();
      if (oldest === undefined) break;
      this.remove(oldest);
      givenUp.push(oldest);
    }
    return givenUp;
  }

  /** What this ack commits, in order, and what is to be sent again because it is missing. */
  ack(ack: AckDown, nowMs: number): { committed: M[]; again: M[] } {
    const committed: M[] = [];
    const again: M[] = [];
    const stream = this.streams.find((s) => s.kind === ack.topic && s.boot === ack.boot);
    if (stream === undefined) return { committed, again };
    for (const [seq, message] of stream.bySeq) {
      if (seq > ack.upTo) break;
      if (!ack.missing.some(([from, to]) => seq >= from && seq <= to)) committed.push(message);
      else if (message.state === 'waiting' && nowMs - message.lastSentMs >= this.limits.minGapMs) again.push(message);
    }
    // an ack that commits nothing is no sign of life: it may be repeated for ever while the last message is lost
    if (committed.length > 0) {
      stream.lastProgressMs = nowMs;
      stream.silentRounds = 0;
    }
    for (const message of committed) this.remove(message);
    for (const message of again) message.state = 'queued';
    return { committed, again };
  }

  /** What is to be sent again because nothing was committed for too long. */
  overdue(nowMs: number): M[] {
    const again: M[] = [];
    for (const stream of this.streams) {
      const patienceMs = Math.min(this.limits.resendAfterMs * 2 ** stream.silentRounds, this.limits.maxResendAfterMs);
      if (nowMs - stream.lastProgressMs < patienceMs) continue;
      const before = again.length;
      for (const message of stream.bySeq.values()) {
        if (message.state === 'waiting' && nowMs - message.lastSentMs >= patienceMs) again.push(message);
      }
      if (again.length > before) stream.silentRounds += 1;
    }
    for (const message of again) message.state = 'queued';
    return again;
  }

  /** After a reconnect all that is not committed, calls for help first, each topic in its order. */
  requeueAll(): M[] {
    const all = [...this.streams]
      .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.boot - b.boot)
      .flatMap((stream) => [...stream.bySeq.values()]);
    for (const message of all) message.state = 'queued';
    return all;
  }

  private streamOf(kind: SentKind, boot: number): Stream<M> {
    let stream = this.streams.find((s) => s.kind === kind && s.boot === boot);
    if (stream === undefined) {
      stream = { kind, boot, bySeq: new Map(), lastProgressMs: 0, silentRounds: 0 };
      this.streams.push(stream);
    }
    return stream;
  }

  private oldestTelemetry(): M | undefined {
    const streams = this.streams.filter((s) => s.kind === 'telemetry' && s.bySeq.size > 0);
    const oldest = streams.reduce<Stream<M> | undefined>(
      (a, b) => (a === undefined || b.boot < a.boot ? b : a),
      undefined,
    );
    return oldest?.bySeq.values().next().value;
  }

  private remove(message: M): void {
    const at = this.streams.findIndex((s) => s.kind === message.kind && s.boot === message.boot);
    const stream = this.streams[at];
    if (stream === undefined || !stream.bySeq.delete(message.seq)) return;
    message.state = 'done';
    this.bytes -= message.bytes;
    this.size -= 1;
    const newestBoot = this.streams.reduce((max, s) => Math.max(max, s.boot), 0);
    if (stream.bySeq.size === 0 && stream.boot < newestBoot) this.streams.splice(at, 1);
  }
}
