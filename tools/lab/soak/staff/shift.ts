import type { Random } from '@headland/testing/random';

/** The time in which staff work: everybody pauses as people do, until the run ends. */
export class Shift {
  /** all pauses are over, what is begun is finished */
  hurried = false;
  /** no new work is started any more */
  over = false;
  private readonly cases = new Set<Promise<void>>();
  private readonly wake = new Set<() => void>();
  /** the first thing unexpected error */
  failure: unknown = null;

  constructor(readonly random: Random) {}

  async pause(fromS: number, toS: number): Promise<void> {
    if (this.hurried) return;
    const ms = this.random.between(fromS, toS) * 1000;
    await new Promise<void>((resolve) => {
      const on = (): void => {
        clearTimeout(timer);
        this.wake.delete(on);
        resolve();
      };
      const timer = setTimeout(on, ms);
      this.wake.add(on);
    });
  }

  /** Work that goes on by itself. */
  begin(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => void (this.failure ??= error))
      .finally(() => this.cases.delete(running));
    this.cases.add(running);
  }

  hurry(): void {
    this.hurried = true;
    for (const wake of this.wake) wake();
  }

  /** Until everything that was begun is done. */
  async end(): Promise<void> {
    this.hurry();
    while (this.cases.size > 0) await Promise.all(this.cases);
    if (this.failure !== null)
      throw this.failure instanceof Error ? this.failure : new Error(JSON.stringify(this.failure));
  }
}
