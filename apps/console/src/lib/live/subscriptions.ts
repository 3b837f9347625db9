import type { ViewportSubscription } from '@headland/contracts/live';

/** What the mounted parts of the page watch, merged into the one look that the server is told. */
export interface Watch {
  map: ViewportSubscription['map'];
  vehicles: number[];
}
const most = 120;

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
  /** Begins again after a stop. */
  start(): void {
    this.stopped = false;
    if (this.watches.size > 0) this.later();
  }
  /** Nothing more is said: what the page takes down tells its last wish to a connection that has ended. */
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

  /** The map that was moved last wins; of the vehicles, those of the part that changed last come first. A hidden tab looks at nothing. */
  merged(): ViewportSubscription {
    const none: ViewportSubscription = { map: null, vehicles: [] };
    if (this.hidden()) return none;
    return [...this.watches.values()].reverse().reduce<ViewportSubscription>(
      (subscription, watch) => ({
        map: subscription.map ?? watch.map,
        vehicles: [...new Set([...subscription.vehicles, ...watch.vehicles])].slice(0, most),
      }),
      none,
    );
  }
}
