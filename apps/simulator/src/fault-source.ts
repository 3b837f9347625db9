import { type ActiveFault } from '@headland/contracts/device/up';
import { type Random } from '@headland/testing/random';
import { type KnownFault } from './fault-codes';

/**
 * Fault codes of one machine. A code appears, stays for minutes or days, clears itself, and often comes back: most
 * machines have a weak spot. A report has the whole active set and the codes just cleared.
 */
export interface FaultReport {
  active: ActiveFault[];
  cleared: string[];
}

const maxActive = 12;
/** A code that would clear while its controller has no power is looked at again after this time. */
const askAgainMs = 10 * 60_000;

export class FaultSource {
  private readonly active = new Map<string, { fault: ActiveFault; clearsMs: number }>();
  private readonly counts = new Map<string, number>();
  private readonly known: KnownFault[] = [];
  private appearsMs: number;

  constructor(
    private readonly codes: readonly KnownFault[],
    private readonly perHour: number,
    private readonly random: Random,
    startMs: number,
  ) {
    this.appearsMs = startMs + random.waitMs(perHour);
  }

  get nextMs(): number {
    let next = this.appearsMs;
    for (const { clearsMs } of this.active.values()) next = Math.min(next, clearsMs);
    return next;
  }

  /** The changes up to now; null if there are none. Without power no controller finds a fault, or that one has gone. */
  run(nowMs: number, isPowered = true): FaultReport | null {
    if (!isPowered) {
      if (this.appearsMs <= nowMs) this.appearsMs = nowMs + this.random.waitMs(this.perHour);
      for (const a of this.active.values()) if (a.clearsMs <= nowMs) a.clearsMs = nowMs + askAgainMs;
      return null;
    }
    const cleared = [...this.active].filter(([, a]) => a.clearsMs <= nowMs).map(([code]) => code);
    for (const code of cleared) this.active.delete(code);
    let appeared = false;
    if (this.appearsMs <= nowMs) {
      this.appearsMs = nowMs + this.random.waitMs(this.perHour);
      const fault =
        this.known.length > 0 && this.random.chance(0.5) ? this.random.pick(this.known) : this.random.pick(this.codes);
      // an active code stays active: the set does not change
      if (!this.active.has(fault.code) && !cleared.includes(fault.code) && this.active.size < maxActive) {
        this.raise(fault, nowMs);
        appeared = true;
      }
    }
    return appeared || cleared.length > 0 ? this.report(cleared) : null;
  }

  /** Raises a given code now; one outside the catalogue is sent as given. */
  force(code: string, nowMs: number): FaultReport {
    this.raise(this.codes.find((f) => f.code === code) ?? { code }, nowMs);
    return this.report([]);
  }

  get activeNow(): ActiveFault[] {
    return [...this.active.values()].map((a) => a.fault);
  }

  clearAll(): FaultReport {
    const cleared = [...this.active.keys()];
    this.active.clear();
    return this.report(cleared);
  }

  clear(code: string): FaultReport {
    return this.report(this.active.delete(code) ? [code] : []);
  }

  shift(byMs: number): void {
    this.appearsMs += byMs;
    for (const a of this.active.values()) a.clearsMs += byMs;
  }

  private raise(fault: KnownFault, nowMs: number): void {
    const count = (this.counts.get(fault.code) ?? 0) + 1;
    this.counts.set(fault.code, count);
    if (count === 1) this.known.push(fault);
    // one in four stays until it is repaired; else it clears within minutes to hours, sooner in a fleet with a high
    // fault rate
    const stayMs = this.random.chance(0.25) ? 48 * 3_600_000 : this.random.waitMs(Math.max(2, this.perHour * 2));
    this.active.set(fault.code, { fault: { ...fault, count }, clearsMs: nowMs + Math.max(1000, Math.round(stayMs)) });
  }

  private report(cleared: string[]): FaultReport {
    return { active: [...this.active.values()].map((a) => a.fault), cleared };
  }
}
