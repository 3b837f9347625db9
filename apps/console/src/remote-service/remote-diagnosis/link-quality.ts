interface ReceivedRow {
  /** when the newest row was measured, by our clock if the offset is known; epoch ms */
  sampledAt: number;
  /** when the server received it */
  receivedAt: number;
  /** when this page received it, by its own clock */
  shownAt: number;
  dropped: number;
}
export interface Quality {
  /** from the sensor to this page; null: no data yet */
  latencyMs: number | null;
  /** missing rows */
  dropped: number;
}

/** A delay is never negative and never this long; beyond it, a clock is wrong. */
const maxPlausibleMs = 2_000;
/** How often a number that changes with each row is updated. */
const writtenMs = 1_000;

/**
 * The latency of rows. Neither the machine's clock nor this desk's need be right: if the fastest message so far has an
 * implausible delay, it is the baseline, and later ones are measured against it.
 */
export class LinkQuality {
  private now: Quality = { latencyMs: null, dropped: 0 };
  private toServer = Infinity;
  private toPage = Infinity;
  private writtenAt = -Infinity;
  private readonly listeners = new Set<() => void>();

  add({ sampledAt, receivedAt, shownAt, dropped }: ReceivedRow): void {
    this.toServer = Math.min(this.toServer, receivedAt - sampledAt);
    this.toPage = Math.min(this.toPage, shownAt - receivedAt);
    const latencyMs = receivedAt - sampledAt - error(this.toServer) + (shownAt - receivedAt - error(this.toPage));
    if (dropped !== this.now.dropped || shownAt - this.writtenAt >= writtenMs || shownAt < this.writtenAt) {
      this.writtenAt = shownAt;
      this.set({ latencyMs: Math.max(0, latencyMs), dropped });
    }
  }
  /** Missing rows were fetched, or others are missing. */
  lost(dropped: number): void {
    if (dropped !== this.now.dropped) this.set({ ...this.now, dropped });
  }

  get = (): Quality => this.now;
  onChange = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  private set(now: Quality): void {
    this.now = now;
    for (const listener of this.listeners) listener();
  }
}

const error = (least: number): number => (least >= 0 && least <= maxPlausibleMs ? 0 : least);
