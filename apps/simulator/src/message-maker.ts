import { Sequence } from '@headland/testing/builders/sequence';
import { malformed, type MalformedReason } from '@headland/testing/builders/malformed';
import { sample, telemetryUp } from '@headland/testing/builders/up';
import { type Content, encodeContent, type SentKind } from '@headland/testing/ledger';
import { Random } from '@headland/testing/random';
import { type Behaviour } from './behaviour';
import { DeviceClock } from './clock';
import { encodePayload, type Payload } from './encoding';

/** A message as a terminal passes it to its modem. */
export interface Outgoing {
  kind: SentKind;
  boot: number;
  seq: number;
  payload: Payload;
  /** its entry in the ledger, encoded */
  content: string;
  /** delayed until then; 0 is at once */
  notBeforeMs: number;
  duplicate: boolean;
  /** a broken message with a seq of its own */
  malformed: MalformedReason | null;
}
export interface Garbage {
  reason: MalformedReason;
  topic: string;
  payload: Buffer;
}
export interface MessagePort {
  send(message: Outgoing): void;
  /** an additional broken message: sent once, never kept */
  sendGarbage(garbage: Garbage): void;
}

type Telemetry = Extract<Content, { kind: 'telemetry' }>;

/** Adds the envelope (boot, seq, clock time) and the encoding, and applies the configured misbehaviour. */
export class MessageMaker {
  clock: DeviceClock;
  readonly cbor: boolean;
  readonly sequence: Sequence;
  private readonly faultRandom: Random;
  private readonly clockRandom: Random;

  constructor(
    private readonly device: string,
    seed: number,
    private readonly behaviour: Behaviour,
    boot: number,
    startMs: number,
    private readonly port: MessagePort,
  ) {
    this.faultRandom = new Random(seed, `${device}/mischief`);
    this.clockRandom = new Random(seed, `${device}/clock`);
    this.cbor = new Random(seed, `${device}/encoding`).chance(behaviour.cbor);
    this.sequence = new Sequence(boot);
    this.clock = new DeviceClock(this.clockRandom, behaviour.clock, startMs);
  }

  reboot(nowMs: number): void {
    this.sequence.reboot();
    this.clock = new DeviceClock(this.clockRandom, this.behaviour.clock, nowMs);
  }

  /** `heldUntilMs` overrides the configured delay. */
  create(trueMs: number, body: object, content: Content, heldUntilMs?: number): void {
    const { boot, seq } = this.sequence.next(content.kind);
    const message = { v: 1, boot, seq, ts: content.kind === 'telemetry' ? this.clock.at(trueMs) : content.ts, ...body };
    this.hand(content.kind, boot, seq, encodePayload(message, this.cbor), encodeContent(content), trueMs, heldUntilMs);
  }

  /** Hot path of a load run: the text between the time and the end is prepared. */
  createLoadMessage(trueMs: number, sampleTail: string, tilt: Telemetry['samples'][number]['tilt']): void {
    const { boot, seq } = this.sequence.next('telemetry');
    const ts = this.clock.at(trueMs);
    const text = `{"v":1,"boot":${boot},"seq":${seq},"ts":${ts},"samples":[{"ts":${ts},${sampleTail}}]}`;
    const content =
      tilt === undefined
        ? `[[${ts},${trueMs - ts}]]`
        : encodeContent({ kind: 'telemetry', samples: [{ ts, trueMs, tilt }] });
    this.hand(
      'telemetry',
      boot,
      seq,
      this.cbor ? encodePayload(JSON.parse(text) as object, true) : text,
      content,
      trueMs,
    );
  }

  private hand(
    kind: SentKind,
    boot: number,
    seq: number,
    payload: Payload,
    content: string,
    nowMs: number,
    heldUntilMs?: number,
  ): void {
    const { faultRandom, behaviour } = this;
    // an SOS is never delayed
    const notBeforeMs = heldUntilMs ?? (kind === 'sos' ? 0 : this.holdUntil(nowMs));
    const duplicate = behaviour.duplicates > 0 && faultRandom.chance(behaviour.duplicates);
    this.port.send({ kind, boot, seq, payload, content, notBeforeMs, duplicate, malformed: null });
    if (behaviour.malformed.share > 0) this.sendGarbage(nowMs);
  }

  private holdUntil(nowMs: number): number {
    const { reorder, late } = this.behaviour;
    if (late.share > 0 && this.faultRandom.chance(late.share)) return nowMs + this.faultRandom.between(0, late.maxMs);
    if (reorder.share > 0 && this.faultRandom.chance(reorder.share))
      return nowMs + this.faultRandom.between(0, reorder.windowMs);
    return 0;
  }

  private sendGarbage(nowMs: number): void {
    const { share, reasons } = this.behaviour.malformed;
    const many = Math.floor(share) + (this.faultRandom.chance(share % 1) ? 1 : 0);
    for (let i = 0; i < many; i++) {
      const reason = this.faultRandom.pick(reasons);
      const ts = this.clock.at(nowMs);
      const own = reason === 'badBody' ? this.sequence.next('telemetry') : { boot: this.sequence.boot, seq: 1 };
      const broken = malformed(reason, this.device, telemetryUp({ ...own, ts, samples: [sample({ ts })] }));
      if (reason === 'badBody') {
        this.port.send({
          kind: 'telemetry',
          ...own,
          payload: broken.payload,
          content: '[]',
          notBeforeMs: 0,
          duplicate: false,
          malformed: reason,
        });
      } else this.port.sendGarbage({ reason, ...broken });
    }
  }
}
