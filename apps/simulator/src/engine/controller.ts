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
 * The terminal's half of reprogramming: it takes an offer only for a parked machine with its key on, asks for blocks a few at a time, keeps what it has
 * over a lost connection, checks hash and signature before a byte reaches the controller, and reports what the controller then says of itself.
 */
type Said<T> = T extends unknown ? Omit<T, 'v' | 'boot' | 'seq' | 'ts'> : never;
export type FlashBody = Said<FlashUp>;
export interface Identity {
  variant: string;
  software: Record<FlashTarget, { version: string; calibration: string }>;
}
export interface ControllerOptions {
  defects: Defects;
  identity: Identity;
  speed: number;
  /** Ed25519 public key of the server (DER, base64); null: none is fitted, and no program is taken */
  publicKey: string | null;
  machine: () => { key: boolean; rpm: number; batteryV: number; speedKmh: number; inSession: boolean };
  clockAt: (ms: number) => number;
  say: (body: FlashBody) => void;
  loseLink: (ms: number) => void;
}

interface Taking {
  offer: FlashOffer;
  bytes: Uint8Array;
  have: Blocks;
  asked: BlockRange | null;
  askedMs: number;
  saidReadyMs: number;
  /** at how many % of the file a cut is still to come */
  cuts: readonly number[];
  /** all is there, and is looked through since */
  checkingMs: number | null;
  programming: { sinceMs: number; saidMs: number } | null;
}

/** Blocks asked for at once: 64 KiB, a quarter of what a broker holds for a slow terminal. */
const atOnce = 16;
const askAgainMs = 5_000;
const programS = 20;
/** A cut is long enough to be seen. */
const cutMs = 8_000;
const checkS = 2;

export class Controller {
  private taking: Taking | null = null;
  private last: { sha256: string; bytes: number } | null = null;

  constructor(private readonly o: ControllerOptions) {}

  get busy(): boolean {
    return this.taking !== null;
  }
  /** What came last and was whole, as its hash. */
  get lastProgram(): { sha256: string; bytes: number } | null {
    return this.last;
  }
  get nextMs(): number {
    const t = this.taking;
    if (t === null) return Infinity;
    if (t.programming === null && t.checkingMs !== null) return t.checkingMs + this.checkMs;
    return t.programming === null ? t.askedMs + askAgainMs : t.programming.saidMs + 500;
  }

  hear(m: FlashDown, nowMs: number): void {
    if (m.op === 'cancel') {
      if (this.taking?.offer.session !== m.session || this.taking.programming !== null) return;
      return this.fail(this.taking, 'cancelled');
    }
    // the same offer again: it offers what it has
    if (this.taking?.offer.session === m.session) return this.ready(this.taking, nowMs);
    const reason = this.refusal(m, nowMs);
    if (reason !== null) return this.o.say({ session: m.session, state: 'refused', reason, ...this.running(m.target) });
    this.taking = {
      offer: m,
      bytes: new Uint8Array(m.size),
      have: noBlocks,
      asked: null,
      askedMs: nowMs,
      saidReadyMs: nowMs,
      cuts: this.o.defects.all('flash-cut', 30),
      checkingMs: null,
      programming: null,
    };
    this.ready(this.taking, nowMs);
  }

  block(session: string, block: number, bytes: Uint8Array, nowMs: number): void {
    const t = this.taking;
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

  /** A connection is back: it says what it has and goes on asking. */
  online(nowMs: number): void {
    if (this.taking?.checkingMs === null && nowMs - this.taking.saidReadyMs > 1000) this.ready(this.taking, nowMs);
  }

  run(nowMs: number): void {
    const t = this.taking;
    if (t === null) return;
    if (t.programming === null) {
      if (t.checkingMs !== null) return this.verify(t, nowMs);
      if (nowMs - t.askedMs >= askAgainMs) this.need(t, nowMs);
      return;
    }
    const { offer } = t;
    const progress = Math.min(1, ((nowMs - t.programming.sinceMs) / 1000) * (this.o.speed / programS));
    t.programming.saidMs = nowMs;
    if (progress >= 0.5 && this.o.defects.has('flash-fail')) {
      this.taking = null;
      return this.o.say({
        session: offer.session,
        state: 'failed',
        reason: 'programming',
        ...this.running(offer.target),
        rolledBack: true,
      });
    }
    this.o.say({ session: offer.session, state: 'programming', progress: Math.round(progress * 100) / 100 });
    if (progress < 1) return;
    this.taking = null;
    if (!this.o.defects.has('flash-old-id'))
      this.o.identity.software[offer.target] = { version: offer.version, calibration: offer.calibration };
    this.o.say({ session: offer.session, state: 'done', ...this.running(offer.target) });
  }

  shift(byMs: number): void {
    const t = this.taking;
    if (t === null) return;
    t.askedMs += byMs;
    if (t.checkingMs !== null) t.checkingMs += byMs;
    if (t.programming !== null) {
      t.programming.sinceMs += byMs;
      t.programming.saidMs += byMs;
    }
  }

  private refusal(m: FlashOffer, nowMs: number): string | null {
    const machine = this.o.machine();
    if (this.taking !== null || machine.inSession) return 'busy';
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

  private ready(t: Taking, nowMs: number): void {
    // what it does now it says by itself
    if (t.checkingMs !== null) return;
    t.saidReadyMs = nowMs;
    this.o.say({ session: t.offer.session, state: 'ready', have: [...t.have].slice(0, 512).map(([a, b]) => [a, b]) });
    this.need(t, nowMs);
  }

  private need(t: Taking, nowMs: number): void {
    t.askedMs = nowMs;
    const need = nextNeed(t.have, t.offer.blocks, atOnce);
    // the connection was lost with the last block
    if (need === null) return this.check(t, nowMs);
    t.asked = need;
    this.o.say({ session: t.offer.session, need: [need[0], need[1]] });
  }

  private check(t: Taking, nowMs: number): void {
    t.checkingMs = nowMs;
    this.o.say({ session: t.offer.session, state: 'checking' });
  }

  private verify(t: Taking, nowMs: number): void {
    if (nowMs - (t.checkingMs ?? nowMs) < this.checkMs) return;
    const { offer, bytes } = t;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.last = { sha256, bytes: bytes.length };
    if (sha256 !== offer.sha256) return this.fail(t, 'hash');
    const key = createPublicKey({ key: Buffer.from(this.o.publicKey ?? '', 'base64'), format: 'der', type: 'spki' });
    if (!verify(null, Buffer.from(signedText(offer)), key, Buffer.from(offer.signature, 'base64')))
      return this.fail(t, 'signature');
    t.programming = { sinceMs: nowMs, saidMs: nowMs };
    this.o.say({ session: offer.session, state: 'programming', progress: 0 });
  }

  private fail(t: Taking, reason: string): void {
    this.taking = null;
    this.o.say({ session: t.offer.session, state: 'failed', reason, ...this.running(t.offer.target) });
  }

  private running(target: FlashTarget): { version: string; calibration: string } {
    return { ...this.o.identity.software[target] };
  }
}
