interface Heard {
  /** when the newest row was measured, by our clock as far as the device's is known; epoch ms */
  sampledAt: number;
  /** when the server had it */
  receivedAt: number;
  /** when this page had it, by its own clock */
  shownAt: number;
  dropped: number;
}
export interface Quality {
  /** from the sensor to this page; null: nothing has come yet */
  latencyMs: number | null;
  /** rows that are missing */
  dropped: number;
}

/** A delay is never negative and no link that works is so slow: beyond it, it is a clock that is wrong. */
const believedMs = 2_000;
/** How often a figure that changes with each row is written. */
const writtenMs = 1_000;

/**
 * How fresh rows are when they come. Neither the machine's clock nor this desk's need be right: where the quickest message so far cannot be true, it is taken
 * for the least, and what is said is how much later than that a row came.
 */
export class LinkQuality {
  private now: Quality = { latencyMs: null, dropped: 0 };
  private toServer = Infinity;
  private toPage = Infinity;
  private writtenAt = -Infinity;
  private readonly ears = new Set<() => void>();

  heard({ sampledAt, receivedAt, shownAt, dropped }: Heard): void {
    this.toServer = Math.min(this.toServer, receivedAt - sampledAt);
    this.toPage = Math.min(this.toPage, shownAt - receivedAt);
    const latencyMs = receivedAt - sampledAt - error(this.toServer) + (shownAt - receivedAt - error(this.toPage));
    if (dropped !== this.now.dropped || shownAt - this.writtenAt >= writtenMs || shownAt < this.writtenAt) {
      this.writtenAt = shownAt;
      this.set({ latencyMs: Math.max(0, latencyMs), dropped });
    }
  }
  /** Rows that were missing have been read, or others are missing. */
  lost(dropped: number): void {
    if (dropped !== this.now.dropped) this.set({ ...this.now, dropped });
  }

  get = (): Quality => this.now;
  onChange = (ear: () => void): (() => void) => {
    this.ears.add(ear);
    return () => void this.ears.delete(ear);
  };

  private set(now: Quality): void {
    this.now = now;
    for (const ear of this.ears) ear();
  }
}

const error = (least: number): number => (least >= 0 && least <= believedMs ? 0 : least);
