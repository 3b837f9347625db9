/** At most one notification in this time, whatever the rate of commits. */
const everyMs = 25;
/** Ids that fit into a notification (8,000 bytes). */
const most = 900;
/** Said instead of more than these: any of them may have been committed, so readers look at all that they show. */
export const anyId = '*';

/**
 * Wakes whoever shows single vehicles: which ones have just been committed. Only a hint, outside the transaction and allowed to get lost: whoever
 * shows them asks now and then in any case. One is under way at a time: a slow database gathers ids, it does not gather notifications.
 */
export class ChangeNotifier {
  private readonly ids = new Set<number>();
  private timer: NodeJS.Timeout | null = null;
  private sentAt = 0;
  private underway = false;

  constructor(private readonly notify: (ids: string) => Promise<unknown>) {}

  tell(ids: Iterable<number>): void {
    for (const id of ids) this.ids.add(id);
    this.plan();
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  /** The first at once: only what comes close behind it waits. */
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
    void this.notify(list.length > most ? anyId : list.join(','))
      .catch(() => undefined)
      .finally(() => {
        this.underway = false;
        this.plan();
      });
  }
}
