import type { Look } from '@headland/contracts/live';

/** What the mounted parts of the page watch, merged into the one look that the server is told. */
export interface Watch {
  map: Look['map'];
  vehicles: number[];
}
const most = 120;

export class Looks {
  private readonly watches = new Map<symbol, Watch>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly send: (look: Look) => void,
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
  later = (): void => {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.send(this.merged());
    }, this.waitMs);
  };

  /** The map that was moved last wins; of the vehicles, those of the part that changed last come first. A hidden tab looks at nothing. */
  merged(): Look {
    const none: Look = { map: null, vehicles: [] };
    if (this.hidden()) return none;
    return [...this.watches.values()]
      .reverse()
      .reduce<Look>((look, watch) => ({ map: look.map ?? watch.map, vehicles: [...new Set([...look.vehicles, ...watch.vehicles])].slice(0, most) }), none);
  }
}
