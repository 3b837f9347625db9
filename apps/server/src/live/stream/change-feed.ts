import { anyId } from '../../platform/database/change-notifier';

/** Ids that the database notified, gathered and told together: soon, then not before `everyMs` has passed; never two tellings at a time. */
export class ChangeFeed {
  private readonly heard = new Set<number>();
  private timer: NodeJS.Timeout | null = null;
  private toldAt = 0;

  constructor(
    private readonly everyMs: number,
    /** whether somebody looks at it; all that somebody looks at */
    private readonly watched: { has: (id: number) => boolean; all: () => number[] },
    /** What fails is not told again: the next commit, or a console's own question, makes it good. */
    private readonly tell: (ids: number[]) => Promise<void>,
  ) {}

  /** What the database notified: ids, separated by commas, or that they are too many to be named. */
  hear(ids: string): void {
    const those = ids === anyId ? this.watched.all() : ids.split(',').map(Number).filter(this.watched.has);
    for (const id of those) this.heard.add(id);
    this.plan();
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private plan(): void {
    if (this.heard.size > 0)
      this.timer ??= setTimeout(
        () => void this.notifyAll(),
        Math.max(0, this.toldAt + this.everyMs - performance.now()),
      );
  }

  private async notifyAll(): Promise<void> {
    this.toldAt = performance.now();
    const ids = [...this.heard];
    this.heard.clear();
    await this.tell(ids);
    this.timer = null;
    this.plan();
  }
}
