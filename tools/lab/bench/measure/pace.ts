/**
 * A schedule that does not drift: message k is due at start + k / rate, whatever happened before. A timer that fires late is followed by all that
 * became due meanwhile, so the offered rate holds; how late is recorded, because a load tool that stutters would be measured as the product.
 */
export class Pace {
  private sent = 0;

  constructor(
    private readonly ratePerS: number,
    private readonly startMs: number,
    private readonly limit = Number.POSITIVE_INFINITY,
  ) {
    if (!(ratePerS > 0)) throw new RangeError(`rate ${ratePerS}`);
  }

  /** How many messages should leave now. */
  due(nowMs: number): number {
    const scheduled = nowMs < this.startMs ? 0 : Math.floor(((nowMs - this.startMs) * this.ratePerS) / 1000) + 1;
    return Math.max(0, Math.min(scheduled, this.limit) - this.sent);
  }

  /** Says that `n` of them left; answers how late the first of them was. */
  took(n: number, nowMs: number): number {
    const lateMs = nowMs - (this.startMs + (this.sent * 1000) / this.ratePerS);
    this.sent += n;
    return lateMs;
  }

  get done(): boolean {
    return this.sent >= this.limit;
  }
}
