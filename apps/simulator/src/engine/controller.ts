import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  type BlockRange,
  type FlashDown,
  type FlashOffer,
  type FlashTarget,
  type FlashUp,
} from '@headland/contracts/device/flash';
import {
  addBlock,
  allThere,
  type Blocks,
  blocksOf,
  blockSpan,
  nextNeed,
  noBlocks,
} from '@headland/domain/reprogram/blocks';
import { calibrationFits } from '@headland/domain/reprogram/calibration';
import { flashBatteryV, signedText } from '@headland/domain/reprogram/offer';
import { shippedProgramProfile } from '@headland/domain/reprogram/program-profile';
import { type Defects } from './defects';

/**
 * The terminal's side of reprogramming: it accepts an offer only for a parked machine with its key on, requests a few
 * blocks at a time, keeps them over a lost connection, verifies hash and signature before writing to the controller,
 * and reports the controller's version afterwards.
 */
type WithoutEnvelope<T> = T extends unknown ? Omit<T, 'v' | 'boot' | 'seq' | 'ts'> : never;
export type FlashBody = WithoutEnvelope<FlashUp>;
export interface Identity {
  variant: string;
  software: Record<FlashTarget, { version: string; calibration: string }>;
}
export interface ControllerOptions {
  defects: Defects;
  identity: Identity;
  speed: number;
  /** Ed25519 public key of the server (DER, base64); null: none installed, and no program is accepted */
  publicKey: string | null;
  machine: () => { key: boolean; rpm: number; batteryV: number; speedKmh: number; inSession: boolean };
  clockAt: (ms: number) => number;
  send: (body: FlashBody) => void;
  loseLink: (ms: number) => void;
}

interface Transfer {
  offer: FlashOffer;
  bytes: Uint8Array;
  have: Blocks;
  asked: BlockRange | null;
  askedMs: number;
  reportedReadyMs: number;
  /** remaining disconnects, in % of the file */
  cuts: readonly number[];
  /** complete; being verified since */
  checkingMs: number | null;
  programming: { sinceMs: number; reportedMs: number } | null;
}

/** Blocks requested at once: 64 KiB, a quarter of what a broker queues for a slow terminal. */
const atOnce = 16;
const askAgainMs = 5_000;
const programS = 20;
/** A disconnect is long enough to be noticed. */
const cutMs = 8_000;
const checkS = 2;

export class Controller {
  private transfer: Transfer | null = null;
  private last: { sha256: string; bytes: number } | null = null;

  constructor(private readonly o: ControllerOptions) {}

  get busy(): boolean {
    return this.transfer !== null;
  }
  /** Hash of the last complete file. */
  get lastProgram(): { sha256: string; bytes: number } | null {
    return this.last;
  }
  get nextMs(): number {
    const t = this.transfer;
    if (t === null) return Infinity;
    if (t.programming === null && t.checkingMs !== null) return t.checkingMs + this.checkMs;
    return t.programming === null ? t.askedMs + askAgainMs : t.programming.reportedMs + 500;
  }

  handle(m: FlashDown, nowMs: number): void {
    if (m.op === 'cancel') {
      if (this.transfer?.offer.session !== m.session || this.transfer.programming !== null) return;
      return this.fail(this.transfer, 'cancelled');
    }
    // the same offer again: it resumes with the blocks it has
    if (this.transfer?.offer.session === m.session) return this.ready(this.transfer, nowMs);
    const reason = this.refusal(m, nowMs);
    if (reason !== null)
      return this.o.send({ session: m.session, state: 'refused', reason, ...this.running(m.target) });
    this.transfer = {
      offer: m,
      bytes: new Uint8Array(m.size),
      have: noBlocks,
      asked: null,
      askedMs: nowMs,
      reportedReadyMs: nowMs,
      cuts: this.o.defects.all('flash-cut', 30),
      checkingMs: null,
      programming: null,
    };
    this.ready(this.transfer, nowMs);
  }

  block(session: string, block: number, bytes: Uint8Array, nowMs: number): void {
    const t = this.transfer;
    if (t?.offer.session !== session || t.checkingMs !== null || block >= t.offer.blocks) return;
    const span = blockSpan(block, t.offer.size);
    // a file that changed its size after the offer
    if (bytes.length !== span.to - span.from) return this.fail(t, 'hash');
    t.bytes.set(bytes, span.from);
    if (this.o.defects.has('flash-hash')) t.bytes[span.from] = (t.bytes[span.from] ?? 0) ^ 1;
    t.have = addBlock(t.have, block);
    const due = t.cuts.filter((percent) => (100 * (block + 1)) / t.offer.blocks >= percent);
    if (due.length > 0) {
      t.cuts = t.cuts.filter((percent) => !due.includes(percent));
      t.asked = null;
      t.askedMs = nowMs + cutMs;
      return this.o.loseLink(cutMs);
    }
    if (allThere(t.have, t.offer.blocks)) return this.check(t, nowMs);
    if (t.asked !== null && block >= t.asked[1]) this.need(t, nowMs);
  }

  /** After a reconnect: reports the received blocks and continues. */
  online(nowMs: number): void {
    if (this.transfer?.checkingMs === null && nowMs - this.transfer.reportedReadyMs > 1000)
      this.ready(this.transfer, nowMs);
  }

  run(nowMs: number): void {
    const t = this.transfer;
    if (t === null) return;
    if (t.programming === null) {
      if (t.checkingMs !== null) return this.verify(t, nowMs);
      if (nowMs - t.askedMs >= askAgainMs) this.need(t, nowMs);
      return;
    }
    const { offer } = t;
    const progress = Math.min(1, ((nowMs - t.programming.sinceMs) / 1000) * (this.o.speed / programS));
    t.programming.reportedMs = nowMs;
    if (progress >= 0.5 && this.o.defects.has('flash-fail')) {
      this.transfer = null;
      return this.o.send({
        session: offer.session,
        state: 'failed',
        reason: 'programming',
        ...this.running(offer.target),
        rolledBack: true,
      });
    }
    this.o.send({ session: offer.session, state: 'programming', progress: Math.round(progress * 100) / 100 });
    if (progress < 1) return;
    this.transfer = null;
    if (!this.o.defects.has('flash-old-id'))
      this.o.identity.software[offer.target] = { version: offer.version, calibration: offer.calibration };
    this.o.send({ session: offer.session, state: 'done', ...this.running(offer.target) });
  }

  shift(byMs: number): void {
    const t = this.transfer;
    if (t === null) return;
    t.askedMs += byMs;
    if (t.checkingMs !== null) t.checkingMs += byMs;
    if (t.programming !== null) {
      t.programming.sinceMs += byMs;
      t.programming.reportedMs += byMs;
    }
  }

  private refusal(m: FlashOffer, nowMs: number): string | null {
    const machine = this.o.machine();
    if (this.transfer !== null || machine.inSession) return 'busy';
    if (this.o.defects.has('flash-refuse')) return 'noSpace';
    if (this.o.clockAt(nowMs) > m.until) return 'expired';
    if (!machine.key) return 'keyOff';
    if (machine.rpm > 0) return 'engineRuns';
    if (machine.batteryV < flashBatteryV) return 'battery';
    if (machine.speedKmh >= 0.5 || this.o.defects.has('no-speed')) return 'notParked';
    if (m.variant !== this.o.identity.variant) return 'variant';
    if (!calibrationFits(m, this.o.identity.software[m.target].calibration, shippedProgramProfile.calibrations))
      return 'calibration';
    if (m.blocks !== blocksOf(m.size)) return 'tooLarge';
    return this.o.publicKey === null ? 'noKey' : null;
  }

  private get checkMs(): number {
    return Math.ceil((checkS * 1000) / this.o.speed);
  }

  private ready(t: Transfer, nowMs: number): void {
    // from here on it reports by itself
    if (t.checkingMs !== null) return;
    t.reportedReadyMs = nowMs;
    this.o.send({ session: t.offer.session, state: 'ready', have: [...t.have].slice(0, 512).map(([a, b]) => [a, b]) });
    this.need(t, nowMs);
  }

  private need(t: Transfer, nowMs: number): void {
    t.askedMs = nowMs;
    const need = nextNeed(t.have, t.offer.blocks, atOnce);
    // the connection was lost with the last block
    if (need === null) return this.check(t, nowMs);
    t.asked = need;
    this.o.send({ session: t.offer.session, need: [need[0], need[1]] });
  }

  private check(t: Transfer, nowMs: number): void {
    t.checkingMs = nowMs;
    this.o.send({ session: t.offer.session, state: 'checking' });
  }

  private verify(t: Transfer, nowMs: number): void {
    if (nowMs - (t.checkingMs ?? nowMs) < this.checkMs) return;
    const { offer, bytes } = t;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.last = { sha256, bytes: bytes.length };
    if (sha256 !== offer.sha256) return this.fail(t, 'hash');
    const key = createPublicKey({ key: Buffer.from(this.o.publicKey ?? '', 'base64'), format: 'der', type: 'spki' });
    if (!verify(null, Buffer.from(signedText(offer)), key, Buffer.from(offer.signature, 'base64')))
      return this.fail(t, 'signature');
    t.programming = { sinceMs: nowMs, reportedMs: nowMs };
    this.o.send({ session: offer.session, state: 'programming', progress: 0 });
  }

  private fail(t: Transfer, reason: string): void {
    this.transfer = null;
    this.o.send({ session: t.offer.session, state: 'failed', reason, ...this.running(t.offer.target) });
  }

  private running(target: FlashTarget): { version: string; calibration: string } {
    return { ...this.o.identity.software[target] };
  }
}
