/**
 * A step of a slice above inside a transaction of one below. The slice below owns the hook and runs it; the one above
 * adds its function when its module is created. Such a function has no state of a process: if added twice, it is stored
 * once.
 */
export class Hook<A extends unknown[]> {
  private readonly steps = new Set<(...args: A) => Promise<unknown>>();

  add(step: (...args: A) => Promise<unknown>): void {
    this.steps.add(step);
  }

  /**
   * One after the other, in the order in which they were added. Throws what a step throws, which rolls the transaction
   * back.
   */
  async run(...args: A): Promise<void> {
    for (const step of this.steps) await step(...args);
  }
}
