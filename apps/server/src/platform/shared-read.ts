/**
 * Reads that many ask for at the same moment, as two hundred browsers do after an event: one at a time for each key, and whoever asks while it runs shares the
 * next. No answer was begun before it was asked for, so none is older than the event that made somebody ask. Answers are shared: nobody changes them.
 */
export class SharedRead<T> {
  private readonly running = new Map<string, { present: Promise<T>; next: Promise<T> | null }>();

  /** `key`: everything that the answer depends on. Rejects as `read` does, for all who share it. */
  ask(key: string, read: () => Promise<T>): Promise<T> {
    const running = this.running.get(key);
    if (running === undefined) return this.start(key, read);
    const start = (): Promise<T> => this.start(key, read);
    return (running.next ??= running.present.then(start, start));
  }

  private start(key: string, read: () => Promise<T>): Promise<T> {
    const entry: { present: Promise<T>; next: Promise<T> | null } = { present: read(), next: null };
    this.running.set(key, entry);
    const ended = (): void => {
      if (entry.next === null) this.running.delete(key);
    };
    entry.present.then(ended, ended);
    return entry.present;
  }
}
