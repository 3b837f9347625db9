/** At most one notification in this time, whatever the commit rate. */
const everyMs = 25;
/** Ids that fit into a notification (8,000 bytes). */
const maxIds = 900;
/** Sent instead of more ids than these: readers then reload everything they show. */
export const anyId = '*';

/**
 * Notifies subscribers of single vehicles which ones were just committed. Only a hint, outside the transaction, and it
 * may get lost: subscribers also poll now and then. One at a time: with a slow database ids accumulate, not
 * notifications.
 */
export class ChangeNotifier {
  private readonly ids = new Set<number>();
  private timer: NodeJS.Timeout | null = null;
  private sentAt = 0;
  private underway = false;

  constructor(private readonly notify: (ids: string) => Promise<unknown>) {}

  add(ids: Iterable<number>): void {
    for (const id of ids) this.ids.add(id);
    this.plan();
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  /** The first one immediately: only those that follow closely wait. */
  private plan(): void {
    if (this.ids.size === 0 || this.underway) return;
    this.timer ??= setTimeout(() => this.send(), Math.max(0, this.sentAt + everyMs - performance.now()));
  }

  private send(): void {
    const list = [...this.ids];
    this.ids.clear();
    this.timer = null;
    this.sentAt = performance.now();
    this.underway = true;
    void this.notify(list.length > maxIds ? anyId : list.join(','))
      .catch(() => undefined)
      .finally(() => {
        this.underway = false;
        this.plan();
      });
  }
}
