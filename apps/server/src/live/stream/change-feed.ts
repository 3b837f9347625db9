import { anyId } from '../../platform/database/change-notifier';

/**
 * Collects ids that the database notified and delivers them together: the first at once, then at most every `everyMs`;
 * never two deliveries at a time.
 */
export class ChangeFeed {
  private readonly pendingIds = new Set<number>();
  private timer: NodeJS.Timeout | null = null;
  private deliveredAt = 0;

  constructor(
    private readonly everyMs: number,
    /** whether it is subscribed to; all ids subscribed to */
    private readonly watched: { has: (id: number) => boolean; all: () => number[] },
    /** A failed delivery is not repeated: the next commit, or the console's own refetch, makes up for it. */
    private readonly publish: (ids: number[]) => Promise<void>,
  ) {}

  /** The notification's payload: ids, separated by commas, or that there are too many to name. */
  onNotification(ids: string): void {
    const those = ids === anyId ? this.watched.all() : ids.split(',').map(Number).filter(this.watched.has);
    for (const id of those) this.pendingIds.add(id);
    this.plan();
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private plan(): void {
    if (this.pendingIds.size > 0)
      this.timer ??= setTimeout(
        () => void this.notifyAll(),
        Math.max(0, this.deliveredAt + this.everyMs - performance.now()),
      );
  }

  private async notifyAll(): Promise<void> {
    this.deliveredAt = performance.now();
    const ids = [...this.pendingIds];
    this.pendingIds.clear();
    await this.publish(ids);
    this.timer = null;
    this.plan();
  }
}
