import { Alerts } from './alerts';
import { alertsPerS, type Arrangement, type Fleet, messagesPerS } from './arrangement';
import { Cell } from './cell';
import type { Costs } from './costs';
import type { Thread } from './engine';
import { Ingest } from './ingest';

const secondUs = 1e6;
/** docs/results/lifecycle.md: 4,325 acts of staff for 2,000 calls and faults. */
const actsAnAlert = 2.2;

/** The load of a run: so many messages a second, or as many as keep `window` of them uncommitted. */
export type Offer = { perS: number } | { window: number };

/**
 * The whole product in one cell: devices, broker, ingest, database, api, alerts and jobs, each as a queue with the cost that was measured of it.
 * Telemetry is a number here, the µs at which it was sent; what a message says has no part in what it costs.
 */
export class Product extends Cell {
  readonly alerts: Alerts;
  private readonly load: Thread | null;
  private readonly statistics: Thread;
  private readonly ingests: Ingest[];

  constructor(costs: Costs, arrangement: Arrangement, fleet: Fleet, seed: number) {
    super(costs, arrangement, fleet, seed);
    this.load = this.machines.has('load') ? this.thread('load', 'load') : null;
    this.statistics = this.thread('session of statistics', 'database');
    this.ingests = this.threads(arrangement.count.ingest, 'ingest').map((thread) => new Ingest(this, thread));
    this.alerts = new Alerts(this, this.threads(arrangement.count.alerts, 'alerts'));
    this.everySecond();
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

  private arrivals(perS: number, then: () => void): void {
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
