export interface Rate {
  /** burst size */
  burst: number;
  /** and then so many per second */
  perSecond: number;
}

/** A token bucket for a shared resource. */
export class TokenBucket {
  private tokens: number;
  private filledAt = performance.now();

  constructor(private readonly rate: Rate) {
    this.tokens = rate.burst;
  }

  get available(): number {
    const now = performance.now();
    this.tokens = Math.min(this.rate.burst, this.tokens + ((now - this.filledAt) / 1000) * this.rate.perSecond);
    this.filledAt = now;
    return this.tokens;
  }

  get isFull(): boolean {
    return this.available >= this.rate.burst;
  }

  /** May become negative: the excess is waited for. */
  take(count: number): void {
    this.tokens -= count;
  }

  /** ms until there are so many */
  waitFor(count: number): number {
    return Math.max(0, Math.ceil(((count - this.available) / this.rate.perSecond) * 1000));
  }
}
