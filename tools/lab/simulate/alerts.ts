import type { Cell } from './cell';
import { Places, type Thread } from './engine';

/**
 * What is written with events: calls and faults in a transaction each, what jobs does after them (several to a commit where one is under way), and
 * what people do. The lock of the log is held from the append to the end of the commit, so these commits follow each other.
 */
export class Alerts {
  /** commits that wrote events */
  commits = 0;
  private readonly atOnce: Record<'call' | 'fault', Places[]>;
  private followUps = 0;
  private isFollowing = false;

  constructor(
    private readonly cell: Cell,
    private readonly threads: Thread[],
  ) {
    const places = (n: number): Places[] => threads.map(() => new Places(cell.clock, 'transactions of alerts', n));
    this.atOnce = { call: places(cell.costs.alerts.callsAtOnce), fault: places(cell.costs.alerts.faultsAtOnce) };
  }

  /** A device calls for help or reports faults. */
  send(kind: 'call' | 'fault'): void {
    const { cell, threads } = this;
    const { costs, clock, random } = cell;
    const sentAt = clock.now;
    const i = random.whole(0, threads.length - 1);
    const [thread, places] = [threads[i] as Thread, this.atOnce[kind][i] as Places];
    const { inUs, outUs, wakeUs, ackUs } = costs.broker;
    const broker = random.pick(cell.brokers).thread;
    broker.run(wakeUs + inUs + outUs, () =>
      places.take(() =>
        this.roundTrips(thread, costs.alerts.roundTrips[kind], () =>
          this.commit(() => {
            places.release();
            cell.heard.call.recordUs(clock.now - sentAt);
            broker.run(ackUs);
            this.tell(sentAt);
            this.follow();
          }),
        ),
      ),
    );
  }

  /** Somebody acknowledges, accepts or closes. */
  act(): void {
    const { costs, api, random } = this.cell;
    const thread = random.pick(api);
    thread.run(costs.alerts.actUs, () =>
      this.cell.work('database', costs.alerts.actDatabaseUs, () => this.commit(() => this.tell(null))),
    );
  }

  private roundTrips(thread: Thread, left: number, then: () => void): void {
    const { processUs, databaseUs, roundTrips } = this.cell.costs.alerts;
    if (left === 0) return then();
    thread.run(processUs / roundTrips.call, () =>
      this.cell.work('database', databaseUs / roundTrips.call, () => this.roundTrips(thread, left - 1, then)),
    );
  }

  private commit(then: () => void): void {
    const { log, disk, costs } = this.cell;
    log.take(() =>
      this.cell.work('database', costs.alerts.appendUs, () =>
        disk.flush(costs.alerts.walBytes, () => {
          log.release();
          this.commits++;
          then();
        }),
      ),
    );
  }

  /** Each api process reads the log and tells its consoles. */
  private tell(sentAt: number | null): void {
    const { costs, api, fleet, clock } = this.cell;
    const { tailUs, tailDatabaseUs, eventUs } = costs.alerts;
    for (const thread of api)
      thread.run(tailUs, () =>
        this.cell.work('database', tailDatabaseUs, () =>
          thread.run(eventUs + (costs.api.emitUs * fleet.browsers) / api.length, () => {
            if (sentAt !== null) this.cell.heard.callScreen.recordUs(clock.now - sentAt);
          }),
        ),
      );
  }

  /** Notifications and results of messages: those that come while a commit is under way share the next one. */
  private follow(): void {
    this.followUps++;
    if (this.isFollowing) return;
    this.isFollowing = true;
    const { costs, jobs } = this.cell;
    const together = this.followUps;
    this.followUps = 0;
    jobs.run(costs.jobs.alertUs * together, () =>
      this.cell.work('database', costs.jobs.alertDatabaseUs * together, () =>
        this.commit(() =>
          this.commit(() => {
            this.tell(null);
            this.isFollowing = false;
            if (this.followUps > 0) {
              this.followUps--;
              this.follow();
            }
          }),
        ),
      ),
    );
  }
}
