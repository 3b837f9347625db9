/**
 * Coalesces reads that many clients request at once, as two hundred browsers do after an event: one at a time per key,
 * and requests that arrive while it runs share the next. No result is older than its request, and so none is older than
 * the event that caused it. Results are shared and must not be changed.
 */
export class SharedRead<T> {
  private readonly running = new Map<string, { present: Promise<T>; next: Promise<T> | null }>();

  /** `key`: everything that the result depends on. Rejects as `read` does, for all who share it. */
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
