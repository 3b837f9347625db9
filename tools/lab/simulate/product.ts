import { Random } from '@headland/testing/random';
import { Histogram } from '../bench/measure/histogram';
import { Alerts } from './alerts';
import { alertsPerS, type Arrangement, type Fleet, messagesPerS, type Part } from './arrangement';
import type { Costs } from './costs';
import { type Busy, Clock, Disk, Line, Machine, Places, Thread } from './engine';
import { Ingest } from './ingest';

const secondUs = 1e6;
export const diskName = 'log on disk';
/** docs/results/lifecycle.md: 4,325 acts of staff for 2,000 calls and faults. */
const actsAnAlert = 2.2;

/** The load of a run: so many messages a second, or as many as keep `window` of them uncommitted. */
export type Offer = { perS: number } | { window: number };

/**
 * The whole product in one cell: devices, broker, ingest, database, api, alerts and jobs, each as a queue with the cost that was measured of it.
 * Telemetry is a number here, the µs at which it was sent; what a message says has no part in what it costs.
 */
export class Product {
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
  readonly alerts: Alerts;
  readonly brokers: Broker[];
  private readonly machines = new Map<Part, Machine>();
  private readonly load: Thread | null;
  private readonly statistics: Thread;
  private readonly ingests: Ingest[];
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
    this.load = this.machines.has('load') ? this.thread('load', 'load') : null;
    this.disk = new Disk(clock, diskName, arrangement.flushUs, arrangement.diskMbPerS);
    this.log = new Places(clock, "event log's lock");
    this.parts.push(this.disk, this.log);
    const each = (n: number, part: Part): Thread[] => Array.from({ length: n }, () => this.thread(part, part));
    this.api = each(arrangement.count.api, 'api');
    this.jobs = this.thread('jobs', 'jobs');
    this.statistics = this.thread('session of statistics', 'database');
    this.brokers = each(arrangement.count.broker, 'broker').map((thread) => new Broker(this, thread));
    this.ingests = each(arrangement.count.ingest, 'ingest').map((thread) => new Ingest(this, thread));
    this.alerts = new Alerts(this, each(arrangement.count.alerts, 'alerts'));
    this.framesDue = this.api.map(() => ({ at: [], frameAt: -Infinity }));
    this.everySecond();
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

  /** Begins to send. */
  offer(offer: Offer): void {
    if ('perS' in offer) this.arrivals(offer.perS, () => this.send());
    else this.keepFull(offer.window);
    const { calls, faults } = alertsPerS(this.fleet);
    this.arrivals(calls, () => this.alerts.send('call'));
    this.arrivals(faults, () => this.alerts.send('fault'));
    this.arrivals((calls + faults) * actsAnAlert, () => this.alerts.act());
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
    const { lineUs, applyUs } = this.costs.api;
    this.api.forEach((api, i) => api.run(lineUs + applyUs * at.length, () => this.frame(i, at)));
  }

  /** Acknowledgements to devices, published over the broker. */
  acknowledge(messages: number): void {
    for (const broker of this.brokers) broker.thread.run((messages / this.brokers.length) * this.costs.broker.ackUs);
  }

  arrivals(perS: number, then: () => void): void {
    if (perS <= 0) return;
    const next = (): void =>
      this.clock.after((-Math.log(1 - this.random.next()) / perS) * secondUs, () => {
        if (!this.isOpen) return;
        then();
        next();
      });
    next();
  }

  private send(): void {
    const at = this.clock.now;
    this.sent++;
    const arrive = (): void => this.random.pick(this.brokers).arrive(at, this.random.pick(this.ingests));
    if (this.load === null) arrive();
    else this.load.run(this.costs.load.messageUs, arrive);
  }

  private keepFull(window: number): void {
    while (this.waiting < window) this.send();
    this.clock.after(secondUs / 10, () => this.keepFull(window));
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

  /** What is done whatever comes: tiles and counts for the maps, statistics. */
  private everySecond(): void {
    const { fleet, costs } = this;
    const { packUs, emitUs } = costs.api;
    const views = fleet.views / this.api.length;
    for (const api of this.api) api.run(views * fleet.vehicles * packUs + (emitUs * fleet.browsers) / this.api.length);
    if (fleet.statistics) {
      const samples = messagesPerS(fleet);
      this.jobs.run(samples * costs.jobs.sampleUs);
      this.statistics.run(samples * costs.database.statisticsUs);
    }
    this.clock.after(secondUs, () => this.everySecond());
  }
}

/** A thread of the broker: it takes what has come in turns, and hands out as far as what is unacknowledged allows. */
class Broker {
  dropped = 0;
  private readonly inbox = new Line<{ at: number; to: Ingest }>();
  private readonly held = new Line<{ at: number; to: Ingest }>();
  private unacknowledged = 0;
  private isServing = false;

  constructor(
    private readonly product: Product,
    readonly thread: Thread,
  ) {}

  arrive(at: number, to: Ingest): void {
    this.inbox.push({ at, to });
    this.serve();
  }

  acknowledged(messages: number): void {
    this.unacknowledged -= messages;
    this.serve();
  }

  private serve(): void {
    const { wakeUs, inUs, outUs, mostInTurn, mostUnacknowledged, mostHeld } = this.product.costs.broker;
    const room = mostUnacknowledged - this.unacknowledged;
    if (this.isServing || (this.inbox.length === 0 && (this.held.length === 0 || room <= 0))) return;
    this.isServing = true;
    const taken = this.inbox.take(mostInTurn);
    for (const message of taken) {
      if (this.held.length < mostHeld) this.held.push(message);
      else this.dropped++;
    }
    const out = this.held.take(Math.min(room, mostInTurn));
    this.unacknowledged += out.length;
    this.thread.run(wakeUs + inUs * taken.length + outUs * out.length, () => {
      for (const { at, to } of out) to.receive({ at, from: this });
      this.isServing = false;
      this.serve();
    });
  }
}
export type { Broker };
