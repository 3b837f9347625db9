/** Limits concurrency; the others wait in order of arrival. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running++;
    try {
      return await work();
    } finally {
      // the permit goes to the next in line, or is free
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
