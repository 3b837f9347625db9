import type { DataSource } from 'typeorm';
import type { MarkState } from '@headland/contracts/live-frame';
import type { LiveCounts } from '@headland/contracts/live';
import { isEngineOn, isOnline, vehicleState } from '@headland/domain/vehicle-state';
import { placedStates, type MapState, type PlacedState, type Which } from '../../fleet/vehicles/fleet-state.reads';
import { Semaphore } from '../../platform/semaphore';
import { ChangeNumbers } from './change-numbers';
import { fleetMark, nextTransaction, type FleetMark } from './fleet-mark';
import { mercatorX, mercatorY } from './mercator';

/**
 * One vehicle as the live map needs it, kept in memory by the api process. World coordinates x, y are Web Mercator in
 * 0..1.
 */
export interface Seen {
  id: number;
  revision: number;
  /** organizations that may see it: path of its dealer */
  path: number[];
  lat: number | null;
  lon: number | null;
  x: number;
  y: number;
  heading: number | null;
  state: MarkState;
  online: boolean;
  engineOn: boolean;
  flags: number;
  lastSeenAt: number | null;
  intervalS: number;
  engine: boolean | null;
  work: 'idle' | 'work' | 'drive' | null;
  rawOnline: boolean;
}

/** Ids of one query at a reload: a larger answer would hold the process up. */
const pageSize = 5_000;

/** Why the database was asked for all changed states: nobody tells of commits, or not all were told. */
export type Why = 'noSender' | 'missed';

/**
 * The newest state of every vehicle. Ingest tells of each commit with a number (`apply`); other changes are named by
 * the event log and by triggers (`read`). Each second `refresh` compares the numbers that were drawn with those that
 * were told. If one is missing, it asks for the rows changed by transactions that had not finished when all was known
 * (xmin), so a slow commit is never missed; a row may come twice, which changes nothing. A state is replaced by one of
 * the same or a greater revision only, whichever way it came.
 */
export class FleetSnapshot {
  readonly vehicles = new Map<number, Seen>();
  newestAt: number | null = null;
  /** ids changed since `takeChanged` */
  private changed = new Set<number>();
  /** ids whose dealer changed since this was last cleared: their subscribers may have lost access */
  readonly moved = new Set<number>();
  /** may go offline by silence */
  private readonly running = new Set<Seen>();
  private readonly numbers = new ChangeNumbers();
  private readonly reads = new Semaphore(1);
  /** everything before its xmin is known */
  private knownSince: FleetMark | null = null;
  /** of the last refresh */
  private last: FleetMark | null = null;
  /** numbers until `drawn` belong to transactions before `transaction`: once these have ended, a read has seen them */
  private unsettled: { drawn: number; transaction: bigint } | null = null;

  constructor(private readonly database: Pick<DataSource, 'query'>) {}

  /** Told by the process that committed them. Answers vehicles that are not known here. */
  apply(number: number, states: readonly MapState[], now: number): number[] {
    this.numbers.add(number);
    return states.filter((state) => !this.update(state, now)).map(([id]) => id);
  }

  /** A number whose change is read by id. */
  skip(number: number): void {
    this.numbers.add(number);
  }

  /** Reads these vehicles, after an event or a notification that named them. */
  read(ids: readonly number[], now: number): Promise<void> {
    return this.reads.run(async () => {
      const found = new Set(await this.ask({ sql: 'v.id = ANY($1::int[])', parameters: [ids] }, now));
      for (const id of ids) if (!found.has(id)) this.remove(id);
    });
  }

  /** Reloads everything: at the start, for another database, and now and then. */
  reload(now: number): Promise<void> {
    return this.reads.run(() => this.reloadAll(now));
  }

  /**
   * The round of each second. `isTold`: a process that commits is connected. Answers why the database was asked, null
   * if it was not.
   */
  refresh(now: number, isTold: boolean): Promise<Why | 'anotherDatabase' | null> {
    return this.reads.run(async () => {
      const mark = await fleetMark(this.database);
      const { last, knownSince } = this;
      if (last === null || knownSince === null || mark.cluster !== last.cluster) {
        await this.reloadAll(now);
        return 'anotherDatabase';
      }
      // what was drawn a round ago has been told by now
      const missed = this.numbers.isMissingUntil(last.drawn);
      if (isTold && !missed) {
        this.knownSince = last;
        this.unsettled = null;
      } else {
        this.unsettled ??= { drawn: last.drawn, transaction: await nextTransaction(this.database) };
        await this.ask({ sql: 's.changed >= $1::text::xid8', parameters: [String(knownSince.xmin)] }, now);
        this.knownSince = mark;
        if (mark.xmin >= this.unsettled.transaction) {
          this.numbers.settle(this.unsettled.drawn);
          this.unsettled = null;
        }
      }
      this.last = mark;
      return isTold ? (missed ? 'missed' : null) : 'noSender';
    });
  }

  /** A running machine becomes offline by silence; nothing else tells of that, so this runs on a timer. */
  age(now: number): number[] {
    const aged: number[] = [];
    for (const v of this.running) {
      const state = stateOf(v, now);
      if (state === v.state) continue;
      this.judge(v, state);
      this.changed.add(v.id);
      aged.push(v.id);
    }
    return aged;
  }

  isAt(id: number, organizationId: number): boolean {
    return this.vehicles.get(id)?.path.at(-1) === organizationId;
  }

  takeChanged(): ReadonlySet<number> {
    const { changed } = this;
    this.changed = new Set();
    return changed;
  }

  counts(organizationId: number | null): LiveCounts {
    const counts: LiveCounts = { vehicles: 0, online: 0, engineOn: 0, offline: 0 };
    for (const v of this.vehicles.values()) {
      if (organizationId !== null && !v.path.includes(organizationId)) continue;
      counts.vehicles++;
      if (v.online) counts.online++;
      else counts.offline++;
      if (v.engineOn) counts.engineOn++;
    }
    return counts;
  }

  private async reloadAll(now: number): Promise<void> {
    const mark = await fleetMark(this.database);
    if (mark.cluster !== this.last?.cluster) {
      // revisions of another database say nothing
      for (const v of this.vehicles.values()) v.revision = 0;
      this.numbers.begin(0);
    }
    const [row] = await this.database.query<[{ last: number | null }]>('SELECT max(id) AS last FROM vehicle');
    const present = new Set<number>();
    for (let from = 1; from <= (row.last ?? 0); from += pageSize) {
      // of both tables, or the second were read as a whole for each page
      const sql = 'v.id BETWEEN $1 AND $2 AND s.vehicle_id BETWEEN $1 AND $2';
      for (const id of await this.ask({ sql, parameters: [from, from + pageSize - 1] }, now)) present.add(id);
    }
    for (const id of this.vehicles.keys()) if (!present.has(id)) this.remove(id);
    this.numbers.settle(mark.drawn);
    this.last = mark;
    this.knownSince = mark;
    this.unsettled = null;
  }

  private async ask(which: Which, now: number): Promise<number[]> {
    const { placed, ahead } = await placedStates(this.database, which);
    for (const one of placed) this.place(one, now);
    if (ahead) await this.database.query('SELECT normalize_changed()');
    return placed.map(({ state: [id] }) => id);
  }

  private place({ state, path, intervalS }: PlacedState, now: number): void {
    const [id] = state;
    const before = this.vehicles.get(id);
    if (before === undefined) {
      this.vehicles.set(id, { ...unknown, id, path, intervalS });
    } else {
      if (before.path.join() !== path.join()) this.moved.add(id);
      before.path = path;
      before.intervalS = intervalS;
    }
    this.update(state, now);
  }

  /** False: the vehicle is not known. */
  private update(
    [id, revision, lat, lon, heading, engine, work, online, lastSeenAt, flags]: MapState,
    now: number,
  ): boolean {
    const v = this.vehicles.get(id);
    if (v === undefined) return false;
    // a row of before, which was read while a newer one was told
    if (revision < v.revision) return true;
    if (lastSeenAt !== null && (this.newestAt === null || lastSeenAt > this.newestAt)) this.newestAt = lastSeenAt;
    const x = lon === null ? 0 : mercatorX(lon);
    const y = lat === null ? 0 : mercatorY(lat);
    Object.assign(v, { revision, lat, lon, x, y, heading, engine, work, rawOnline: online, lastSeenAt, flags });
    this.judge(v, stateOf(v, now));
    this.changed.add(id);
    return true;
  }

  private remove(id: number): void {
    const v = this.vehicles.get(id);
    if (v === undefined) return;
    this.vehicles.delete(id);
    this.running.delete(v);
    this.changed.add(id);
  }

  private judge(v: Seen, state: MarkState): void {
    v.state = state;
    v.online = isOnline(state);
    v.engineOn = isEngineOn(state);
    if (v.engineOn) this.running.add(v);
    else this.running.delete(v);
  }
}

const unknown: Seen = {
  id: 0,
  revision: 0,
  path: [],
  lat: null,
  lon: null,
  x: 0,
  y: 0,
  heading: null,
  state: 'never',
  online: false,
  engineOn: false,
  flags: 0,
  lastSeenAt: null,
  intervalS: 30,
  engine: null,
  work: null,
  rawOnline: false,
};

const stateOf = (v: Seen, now: number): MarkState =>
  vehicleState(
    { online: v.rawOnline, engine: v.engine, work: v.work, lastSeenAt: v.lastSeenAt, intervalS: v.intervalS },
    now,
  );
