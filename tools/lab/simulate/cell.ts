import { Random } from '@headland/testing/random';
import { Histogram } from '../bench/measure/histogram';
import type { Arrangement, Fleet, Part } from './arrangement';
import { Broker } from './broker';
import type { Costs } from './costs';
import { type Busy, Clock, Disk, Machine, Places, Thread } from './engine';

export const diskName = 'log on disk';

/** What the parts of a cell share: clock, machines, disk, lock of the log, threads of broker, api and jobs, and what was counted. */
export class Cell {
  readonly clock = new Clock();
  readonly random: Random;
  readonly disk: Disk;
  /** held from the append of events to the end of their commit */
  readonly log: Places;
  readonly api: Thread[];
  readonly jobs: Thread;
  /** everything of which a share in use is told */
  readonly parts: Busy[] = [];
  /** work that was given to each part */
  readonly usedUs = new Map<Part, number>();
  /** false: devices send no more */
  isOpen = true;
  sent = 0;
  committed = 0;
  commits = 0;
  walBytes = 0;
  /** µs from a device to the commit and to a console, of what came since it was last replaced */
  heard = { commit: new Histogram(), screen: new Histogram(), call: new Histogram(), callScreen: new Histogram() };
  readonly brokers: Broker[];
  protected readonly machines = new Map<Part, Machine>();
  private framesDue: { at: number[]; frameAt: number }[] = [];

  constructor(
    readonly costs: Costs,
    readonly arrangement: Arrangement,
    readonly fleet: Fleet,
    seed: number,
  ) {
    const { clock } = this;
    this.random = new Random(seed, arrangement.name);
    for (const { name, cores, parts } of arrangement.machines) {
      const machine = new Machine(clock, name, cores);
      this.parts.push(machine);
      for (const part of parts) this.machines.set(part, machine);
    }
    this.disk = new Disk(clock, diskName, arrangement.flushUs, arrangement.diskMbPerS);
    this.log = new Places(clock, "event log's lock");
    this.parts.push(this.disk, this.log);
    this.api = this.threads(arrangement.count.api, 'api');
    this.jobs = this.thread('jobs', 'jobs');
    this.brokers = this.threads(arrangement.count.broker, 'broker').map((thread) => new Broker(costs, thread));
    this.framesDue = this.api.map(() => ({ at: [], frameAt: -Infinity }));
  }

  threads(n: number, part: Part): Thread[] {
    return Array.from({ length: n }, () => this.thread(part, part));
  }

  /** A thread of a part; a session of the database is one as well. */
  thread(name: string, part: Part): Thread {
    const thread = new Thread(this.clock, name, this.machineOf(part), (us) => this.use(part, us));
    this.parts.push(thread);
    return thread;
  }

  /** Work of a session that waits for nobody but a processor. */
  work(part: Part, us: number, done: () => void): void {
    this.use(part, us);
    this.machineOf(part).run(us, done);
  }

  private use(part: Part, us: number): void {
    this.usedUs.set(part, (this.usedUs.get(part) ?? 0) + us);
  }

  private machineOf(part: Part): Machine {
    const machine = this.machines.get(part);
    if (machine === undefined) throw new Error(`${this.arrangement.name} has no machine for ${part}`);
    return machine;
  }

  /** Messages that were sent and are neither committed nor dropped. */
  get waiting(): number {
    return this.sent - this.committed - this.dropped;
  }

  get dropped(): number {
    return this.brokers.reduce((sum, { dropped }) => sum + dropped, 0);
  }

  /** By ingest, after a commit: consoles are told. */
  tell(at: readonly number[]): void {
    const { lineUs, applyUs, sortUs } = this.costs.api;
    const us = lineUs + (applyUs + sortUs * this.fleet.scopes) * at.length;
    this.api.forEach((api, i) => api.run(us, () => this.frame(i, at)));
  }

  /** Acknowledgements to devices, published over the broker. */
  acknowledge(messages: number): void {
    for (const broker of this.brokers) broker.thread.run((messages / this.brokers.length) * this.costs.broker.ackUs);
  }

  /** One frame for all that a browser watches, at most one in 25 ms. */
  private frame(i: number, at: readonly number[]): void {
    const due = this.framesDue[i] as (typeof this.framesDue)[number];
    const isPlanned = due.at.length > 0;
    for (const sentAt of at) due.at.push(sentAt);
    if (isPlanned) return;
    const { frameEveryUs, frameUs, emitUs } = this.costs.api;
    this.clock.after(Math.max(0, due.frameAt + frameEveryUs - this.clock.now), () => {
      due.frameAt = this.clock.now;
      const list = due.at;
      due.at = [];
      this.api[i]?.run(frameUs + (emitUs * this.fleet.browsers) / this.api.length, () => {
        for (const sentAt of list) this.heard.screen.recordUs(this.clock.now - sentAt);
      });
    });
  }
}
