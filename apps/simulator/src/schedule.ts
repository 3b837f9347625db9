/** Timers of the whole fleet: one heap and one timer, instead of a timer for each of 20,000 devices. */
export interface Appointment {
  readonly atMs: number;
  cancelled: boolean;
}
interface Entry extends Appointment {
  readonly order: number;
  readonly run: (atMs: number) => void;
}

export class Schedule {
  private readonly heap: Entry[] = [];
  private timer: NodeJS.Timeout | null = null;
  private timerAtMs = Infinity;
  private orders = 0;

  /** `run` gets the requested time, not the actual one: its result does not depend on how busy the process is. */
  at(atMs: number, run: (atMs: number) => void): Appointment {
    const entry: Entry = { atMs, run, order: this.orders++, cancelled: false };
    if (atMs === Infinity) return entry;
    this.push(entry);
    this.arm();
    return entry;
  }

  stop(): void {
    this.heap.length = 0;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private arm(): void {
    const next = this.heap[0];
    if (next === undefined || next.atMs >= this.timerAtMs) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timerAtMs = next.atMs;
    // a timer of Node cannot wait longer than 24 days
    this.timer = setTimeout(() => this.due(), Math.min(Math.max(1, next.atMs - Date.now()), 86_400_000));
  }

  private due(): void {
    this.timer = null;
    this.timerAtMs = Infinity;
    const nowMs = Date.now();
    for (let next = this.heap[0]; next !== undefined && next.atMs <= nowMs; next = this.heap[0]) {
      this.pop();
      if (!next.cancelled) next.run(next.atMs);
    }
    this.arm();
  }

  private push(entry: Entry): void {
    const { heap } = this;
    let i = heap.push(entry) - 1;
    while (i > 0) {
      const above = (i - 1) >> 1;
      if (!before(entry, at(heap, above))) break;
      heap[i] = at(heap, above);
      i = above;
    }
    heap[i] = entry;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let i = 0;
    for (;;) {
      let below = 2 * i + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && before(at(heap, below + 1), at(heap, below))) below += 1;
      if (!before(at(heap, below), last)) break;
      heap[i] = at(heap, below);
      i = below;
    }
    heap[i] = last;
  }
}

const before = (a: Entry, b: Entry): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
const at = (heap: Entry[], i: number): Entry => heap[i] as Entry;
