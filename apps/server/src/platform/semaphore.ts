/** Lets so many works run at the same time; the others wait in the order they came. */
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
      // its place goes to the next in line, or is free
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
