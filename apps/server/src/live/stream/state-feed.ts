import type { Logger } from 'pino';
import { readFleetChanges } from '../../fleet/vehicles/fleet-change.reads';
import { databaseNowMs } from '../../platform/clock';
import type { LogRow } from '../../platform/event-log/log-reader';
import type { FanoutReceiver } from '../../platform/fanout/fanout';
import { liveMetrics } from '../../platform/metrics';
import type { FleetSnapshot } from './fleet-snapshot';
import type { WatchedVehicles } from './watched-vehicles';

/** Vehicles named one after the other are read together. */
const readMs = 25;
/** More than these are read with the whole fleet, by pages. */
const mostNamed = 5_000;
/** How long the database is asked each second after an ingest process of the previous release has notified. */
const previousReleaseMs = 5_000;
/** Events of transactions that change a vehicle's state and draw no number. */
const changesState = /^(?:sos|fault)\./u;

/**
 * Where the states on consoles come from. Ingest tells of each commit (fan-out); the event log and triggers name the
 * vehicles of other changes, which are read; and each second the round asks the database for all changed states if a
 * commit was not told. Whatever way a state comes, the greater revision stays.
 */
export class StateFeed {
  /** to be read */
  private readonly named = new Set<number>();
  private isScopeChanged = false;
  private timer: NodeJS.Timeout | null = null;
  private askUntil = 0;
  /** all commits until the last round were told */
  isTold = false;

  constructor(
    private readonly fleet: FleetSnapshot,
    private readonly watched: WatchedVehicles,
    /** vehicles have gone to other dealers */
    private readonly onMoved: () => void,
    private readonly log: Logger,
  ) {}

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  /** A line of the fan-out. */
  onLine(line: string): void {
    try {
      const now = databaseNowMs();
      for (const { number, map, watched } of readFleetChanges(line)) {
        this.name(this.fleet.apply(number, map, now));
        this.watched.apply(watched);
        // it was not known to be watched, or has gone to another dealer
        this.name(this.watched.staleOf(map.map(([id, revision]) => [id, revision])));
        for (const { id, organization_id: organizationId } of watched)
          if (!this.fleet.isAt(id, organizationId)) this.name([id]);
      }
    } catch (error) {
      // its number is missing now: the next round asks
      this.log.warn({ error }, 'live: a line of the fan-out cannot be read');
    }
  }

  /** `<number> <vehicle>` of a trigger, or `*` where the scope of many has changed. */
  onNotification(payload: string): void {
    const [number, what] = payload.split(' ');
    this.fleet.skip(Number(number));
    if (what === '*') this.isScopeChanged = true;
    this.name(what === '*' ? [] : [Number(what)]);
    this.plan();
  }

  onEvents(rows: readonly LogRow[]): void {
    this.name(
      rows.flatMap(({ name, vehicleId }) => (vehicleId !== null && changesState.test(name) ? [vehicleId] : [])),
    );
  }

  /** An ingest process that does not tell of its commits yet. */
  onPreviousRelease(): void {
    this.askUntil = performance.now() + previousReleaseMs;
  }

  /** Once a second. Answers whether anything on the map has changed. */
  async round(now: number, receiver: FanoutReceiver): Promise<boolean> {
    receiver.watch(this.watched.ids());
    const why = await this.fleet.refresh(now, receiver.senders > 0 && performance.now() > this.askUntil);
    this.isTold = why === null;
    liveMetrics.isFanout.set(this.isTold ? 1 : 0);
    if (why !== null) liveMetrics.questions.inc({ why });
    await this.readNamed();
    if (this.fleet.moved.size > 0) this.onMoved();
    this.watched.touch(this.fleet.age(now));
    const changed = this.fleet.takeChanged();
    if (why === 'anotherDatabase') this.watched.clear();
    if (why !== null) await this.watched.read([...changed]);
    return changed.size > 0;
  }

  /** Everything anew: what was changed past all of this, by hand, is shown then. */
  async reload(): Promise<void> {
    await this.fleet.reload(databaseNowMs());
    if (this.fleet.moved.size > 0) this.onMoved();
    await this.watched.read(this.watched.ids());
  }

  private name(ids: readonly number[]): void {
    for (const id of ids) this.named.add(id);
    if (ids.length > 0) this.plan();
  }

  private plan(): void {
    this.timer ??= setTimeout(() => {
      this.readNamed().catch((error: unknown) => this.log.debug({ error }, 'live: named vehicles were not read'));
    }, readMs);
  }

  /** What cannot be read is read with the next round. */
  private async readNamed(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const ids = [...this.named];
    const isScopeChanged = this.isScopeChanged || ids.length > mostNamed;
    this.isScopeChanged = false;
    this.named.clear();
    try {
      if (isScopeChanged) await this.fleet.reload(databaseNowMs());
      else if (ids.length > 0) await this.fleet.read(ids, databaseNowMs());
      if (this.fleet.moved.size > 0) this.onMoved();
      await this.watched.read(ids);
    } catch (error) {
      this.isScopeChanged ||= isScopeChanged;
      for (const id of ids) this.named.add(id);
      throw error;
    }
  }
}
