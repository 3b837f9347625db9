import { type AckDown } from '@headland/contracts/device/down';
import { type SentKind } from '@headland/testing/ledger';

/**
 * Messages that the back end has not committed. A PUBACK comes from the broker, and a broker that crashes loses
 * acknowledged messages; so a message is kept, across reboots, until `down/ack` confirms its commit. It is resent when
 * the ack names it as missing, after a reconnect, and when nothing has been committed for a while; each silent round
 * waits twice as long, so that a recovering back end is not overloaded. When memory is full the oldest telemetry is
 * dropped; an SOS or a fault never is. A pure rule: time is an argument, nothing is sent from here.
 */
export interface RetainedMessage {
  readonly kind: SentKind;
  readonly boot: number;
  readonly seq: number;
  readonly bytes: number;
  /**
   * queued: waits to be sent · inflight: no PUBACK yet · waiting: the broker has it, no `down/ack` yet · done:
   * committed or dropped
   */
  state: 'queued' | 'inflight' | 'waiting' | 'done';
  /** delayed (a reordered or late upload): not to be sent before */
  notBeforeMs: number;
  lastSentMs: number;
}

export interface RetentionLimits {
  maxBytes: number;
  /** without progress of the topic for this long, uncommitted messages are resent */
  resendAfterMs: number;
  /** the longest wait after doubling */
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

export class Retention<M extends RetainedMessage> {
  private readonly streams: Stream<M>[] = [];
  bytes = 0;
  size = 0;

  constructor(private readonly limits: RetentionLimits) {}

  /** Keeps a message; returns the messages dropped for it. */
  add(message: M): M[] {
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

  /** The messages that this ack commits, in order, and those to be resent because they are missing. */
  ack(ack: AckDown, nowMs: number): { committed: M[]; resend: M[] } {
    const committed: M[] = [];
    const resend: M[] = [];
    const stream = this.streams.find((s) => s.kind === ack.topic && s.boot === ack.boot);
    if (stream === undefined) return { committed, resend };
    for (const [seq, message] of stream.bySeq) {
      if (seq > ack.upTo) break;
      if (!ack.missing.some(([from, to]) => seq >= from && seq <= to)) committed.push(message);
      else if (message.state === 'waiting' && nowMs - message.lastSentMs >= this.limits.minGapMs) resend.push(message);
    }
    // an ack that commits nothing is no progress: it may be repeated for ever while the last message is lost
    if (committed.length > 0) {
      stream.lastProgressMs = nowMs;
      stream.silentRounds = 0;
    }
    for (const message of committed) this.remove(message);
    for (const message of resend) message.state = 'queued';
    return { committed, resend };
  }

  /** Messages to resend because nothing was committed for too long. */
  overdue(nowMs: number): M[] {
    const resend: M[] = [];
    for (const stream of this.streams) {
      const resendAfterMs = Math.min(
        this.limits.resendAfterMs * 2 ** stream.silentRounds,
        this.limits.maxResendAfterMs,
      );
      if (nowMs - stream.lastProgressMs < resendAfterMs) continue;
      const before = resend.length;
      for (const message of stream.bySeq.values()) {
        if (message.state === 'waiting' && nowMs - message.lastSentMs >= resendAfterMs) resend.push(message);
      }
      if (resend.length > before) stream.silentRounds += 1;
    }
    for (const message of resend) message.state = 'queued';
    return resend;
  }

  /** After a reconnect: everything not committed, SOS first, each topic in its order. */
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
