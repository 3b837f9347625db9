export interface Rate {
  /** so many at once */
  burst: number;
  /** and then so many a second */
  perSecond: number;
}

/** What somebody may have of something that others need as well. */
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

  /** May go below nothing: what was more than one had is waited for. */
  take(count: number): void {
    this.tokens -= count;
  }

  /** ms until there are so many */
  waitFor(count: number): number {
    return Math.max(0, Math.ceil(((count - this.available) / this.rate.perSecond) * 1000));
  }
}
