/**
 * What a slice above does when something begins or ends in one below, in the same transaction. The slice below owns the hook and runs it; the one
 * above adds its function where its module is made. Such a function keeps no state of a process: added twice, it is there once.
 */
export class Hook<A extends unknown[]> {
  private readonly steps = new Set<(...args: A) => Promise<unknown>>();

  add(step: (...args: A) => Promise<unknown>): void {
    this.steps.add(step);
  }

  /** One after the other, in the order in which they were added. Throws what a step throws, so that the transaction is rolled back. */
  async run(...args: A): Promise<void> {
    for (const step of this.steps) await step(...args);
  }
}
