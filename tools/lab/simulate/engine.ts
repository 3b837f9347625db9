/** Parts of which a queueing model is made. Times and work are in µs of simulated time; the same calls in the same order give the same run. */

interface Timed {
  at: number;
  order: number;
  run: () => void;
}

/** The clock, and what is to happen when: a heap by time, and by order of planning at the same time. */
export class Clock {
  now = 0;
  private readonly heap: Timed[] = [];
  private planned = 0;

  after(us: number, run: () => void): void {
    const event = { at: this.now + us, order: this.planned++, run };
    const { heap } = this;
    let i = heap.push(event) - 1;
    for (let up = (i - 1) >> 1; i > 0 && isBefore(event, heap[up] as Timed); i = up, up = (i - 1) >> 1) {
      heap[i] = heap[up] as Timed;
    }
    heap[i] = event;
  }

  /** Everything until then, that moment included. */
  runUntil(us: number): void {
    for (let next = this.heap[0]; next !== undefined && next.at <= us; next = this.heap[0]) {
      this.removeFirst();
      this.now = next.at;
      next.run();
    }
    this.now = us;
  }

  private removeFirst(): void {
    const { heap } = this;
    const last = heap.pop() as Timed;
    if (heap.length === 0) return;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Timed, heap[child] as Timed)) child++;
      if (!isBefore(heap[child] as Timed, last)) break;
      heap[i] = heap[child] as Timed;
      i = child;
    }
    heap[i] = last;
  }
}
const isBefore = (a: Timed, b: Timed): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** What is in use for a share of the time. */
export interface Busy {
  readonly name: string;
  /** µs in use since the start; of a machine: of all its cores together */
  busyUs(): number;
  /** cores of a machine, 1 of everything else */
  readonly width: number;
}

const roundingUs = 1e-4;

/** Processors that are shared equally by the threads that want one: each has a whole one at most. */
export class Machine implements Busy {
  private jobs: { leftUs: number; done: () => void }[] = [];
  private since = 0;
  private usedUs = 0;
  private version = 0;

  constructor(
    private readonly clock: Clock,
    readonly name: string,
    readonly width: number,
  ) {}

  run(workUs: number, done: () => void): void {
    this.advance();
    this.jobs.push({ leftUs: workUs, done });
    this.plan();
  }

  busyUs(): number {
    this.advance();
    return this.usedUs;
  }

  private get speed(): number {
    return Math.min(1, this.width / this.jobs.length);
  }

  private advance(): void {
    const elapsed = this.clock.now - this.since;
    this.since = this.clock.now;
    if (elapsed === 0 || this.jobs.length === 0) return;
    const each = elapsed * this.speed;
    for (const job of this.jobs) job.leftUs -= each;
    this.usedUs += each * this.jobs.length;
  }

  private plan(): void {
    const version = ++this.version;
    if (this.jobs.length === 0) return;
    let leastUs = Infinity;
    for (const { leftUs } of this.jobs) leastUs = Math.min(leastUs, leftUs);
    this.clock.after(Math.max(0, leastUs) / this.speed, () => {
      if (version !== this.version) return;
      this.advance();
      const done = this.jobs.filter(({ leftUs }) => leftUs <= roundingUs);
      this.jobs = this.jobs.filter(({ leftUs }) => leftUs > roundingUs);
      this.plan();
      for (const job of done) job.done();
    });
  }
}

/** First in, first out; a queue of millions is not moved for each that leaves it. */
export class Line<T> {
  private list: T[] = [];
  private head = 0;

  get length(): number {
    return this.list.length - this.head;
  }

  push(item: T): void {
    this.list.push(item);
  }

  take(most: number): T[] {
    const taken = this.list.slice(this.head, this.head + most);
    this.head += taken.length;
    if (this.head > 10_000 && this.head * 2 > this.list.length) {
      this.list = this.list.slice(this.head);
      this.head = 0;
    }
    return taken;
  }
}

/** Places for `width` at a time; who comes later waits in order. An event loop and a lock have one. */
export class Places implements Busy {
  private readonly waiting = new Line<() => void>();
  private taken = 0;
  private since = 0;
  private usedUs = 0;

  constructor(
    private readonly clock: Clock,
    readonly name: string,
    readonly width = 1,
  ) {}

  get length(): number {
    return this.waiting.length;
  }

  get inUse(): number {
    return this.taken;
  }

  take(then: () => void): void {
    if (this.taken === this.width) return void this.waiting.push(then);
    this.count();
    this.taken++;
    then();
  }

  release(): void {
    const [next] = this.waiting.take(1);
    if (next !== undefined) return next();
    this.count();
    this.taken--;
  }

  busyUs(): number {
    this.count();
    return this.usedUs;
  }

  private count(): void {
    this.usedUs += (this.clock.now - this.since) * this.taken;
    this.since = this.clock.now;
  }
}

/** An event loop or a session of the database: one thing after the other, on a processor of its machine. */
export class Thread extends Places {
  constructor(
    clock: Clock,
    name: string,
    private readonly machine: Machine,
    private readonly onWork: (workUs: number) => void = () => undefined,
  ) {
    super(clock, name);
  }

  run(workUs: number, then: () => void = () => undefined): void {
    this.onWork(workUs);
    this.take(() => {
      this.machine.run(workUs, () => {
        this.release();
        then();
      });
    });
  }
}

/** The log of a database: whoever waits while it is flushed is flushed together with all others that wait. */
export class Disk implements Busy {
  readonly width = 1;
  private waiting: { bytes: number; done: () => void }[] = [];
  private isFlushing = false;
  private usedUs = 0;
  flushes = 0;

  constructor(
    private readonly clock: Clock,
    readonly name: string,
    private readonly flushUs: number,
    private readonly bytesPerUs: number,
  ) {}

  flush(bytes: number, done: () => void): void {
    this.waiting.push({ bytes, done });
    if (!this.isFlushing) this.begin();
  }

  busyUs(): number {
    return this.usedUs;
  }

  private begin(): void {
    const together = this.waiting;
    this.waiting = [];
    this.isFlushing = true;
    this.flushes++;
    const us = this.flushUs + together.reduce((sum, { bytes }) => sum + bytes, 0) / this.bytesPerUs;
    this.clock.after(us, () => {
      this.usedUs += us;
      this.isFlushing = false;
      if (this.waiting.length > 0) this.begin();
      for (const { done } of together) done();
    });
  }
}
