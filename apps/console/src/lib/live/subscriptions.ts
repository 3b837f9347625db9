import type { ViewportSubscription } from '@headland/contracts/live';

/** Merges the subscriptions of all mounted parts of the page into the one that is sent to the server. */
export interface Watch {
  map: ViewportSubscription['map'];
  vehicles: number[];
}
const maxVehicles = 120;

export class Subscriptions {
  private readonly watches = new Map<symbol, Watch>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(
    private readonly send: (subscription: ViewportSubscription) => void,
    private readonly hidden: () => boolean = () => false,
    private readonly waitMs = 100,
  ) {}

  set(owner: symbol, watch: Watch): void {
    this.watches.delete(owner);
    this.watches.set(owner, watch);
    this.later();
  }
  drop(owner: symbol): void {
    if (this.watches.delete(owner)) this.later();
  }
  /** Restarts after a stop. */
  start(): void {
    this.stopped = false;
    if (this.watches.size > 0) this.later();
  }
  /** Sends nothing more: unmounting parts must not send to a closed connection. */
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.timer = undefined;
  }
  later = (): void => {
    if (this.stopped) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.send(this.merged());
    }, this.waitMs);
  };

  /**
   * The last moved map wins; of the vehicles, those of the last changed part come first. A hidden tab has no
   * subscription.
   */
  merged(): ViewportSubscription {
    const none: ViewportSubscription = { map: null, vehicles: [] };
    if (this.hidden()) return none;
    return [...this.watches.values()].reverse().reduce<ViewportSubscription>(
      (subscription, watch) => ({
        map: subscription.map ?? watch.map,
        vehicles: [...new Set([...subscription.vehicles, ...watch.vehicles])].slice(0, maxVehicles),
      }),
      none,
    );
  }
}
