/** Counters of the fleet. */
export class Stats {
  devices = 0;
  connected = 0;
  /** messages made, whether sent or not */
  made = 0;
  sent = 0;
  /** resent after a reconnect, a silence or a request of the back end */
  again = 0;
  duplicates = 0;
  puback = 0;
  committed = 0;
  /** not committed yet */
  waiting = 0;
  /** dropped because a terminal's memory was full */
  dropped = 0;
  malformed = 0;
  connects = 0;
  lost = 0;
  refused = 0;
  notTaken = 0;
  downUnreadable = 0;
  faults = 0;
  sos = 0;
  /** messages to the drivers' panels */
  sosDown = 0;
  private readonly reasons = new Map<string, number>();

  error(why: string): void {
    this.reasons.set(why, (this.reasons.get(why) ?? 0) + 1);
  }

  toJSON(): Record<string, unknown> {
    const { reasons, ...counts } = this;
    return { ...counts, errors: Object.fromEntries(reasons) };
  }

  line(elapsedMs: number, before: { made: number; atMs: number }): string {
    const perS =
      elapsedMs > before.atMs ? Math.round(((this.made - before.made) * 1000) / (elapsedMs - before.atMs)) : 0;
    const errors = [...this.reasons].map(([why, count]) => `${why} ${count}`).join(', ');
    return (
      `${(elapsedMs / 1000).toFixed(0).padStart(5)} s  connected ${this.connected}/${this.devices}  sent ${this.sent} (${perS}/s)  acked ${this.committed}` +
      `  waiting ${this.waiting}  again ${this.again}  dropped ${this.dropped}  errors ${errors === '' ? 'none' : errors}`
    );
  }
}
