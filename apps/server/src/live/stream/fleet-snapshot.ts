import type { DataSource } from 'typeorm';
import type { MarkState } from '@headland/contracts/live-frame';
import { isEngineOn, isOnline, vehicleState } from '@headland/domain/vehicle-state';
import { placedStates, type MapState, type PlacedState, type Which } from '../../fleet/vehicles/fleet-state.reads';
import { Semaphore } from '../../platform/semaphore';
import { ChangeNumbers } from './change-numbers';
import { FleetGrid, shareOf } from './fleet-grid';
import { fleetMark, nextTransaction, type FleetMark } from './fleet-mark';
import { mercatorX, mercatorY } from './mercator';
import type { Seen } from './seen';

/** Ids of one query at a reload: a larger answer would hold the process up. */
const pageSize = 5_000;

/** A scope that nobody has looked at for so long is sorted into its grid anew when somebody does. */
const forgetGridMs = 600_000;

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
  /** by organization; null: everything. Of those that are looked at. */
  private readonly grids = new Map<number | null, { grid: FleetGrid; usedAt: number }>();
  /** the same array for all vehicles of an organization: a path of its own costs each a hundred bytes */
  private readonly paths = new Map<string, number[]>();
  private readonly gridsOfPath = new Map<readonly number[], readonly FleetGrid[]>();
  private readonly numbers = new ChangeNumbers();
  private readonly reads = new Semaphore(1);
  /** everything before its xmin is known */
  private knownSince: FleetMark | null = null;
  /** of the last refresh */
  private last: FleetMark | null = null;
  /** numbers until `drawn` belong to transactions before `transaction`: once these have ended, a read has seen them */
  private unsettled: { drawn: number; transaction: bigint } | null = null;

  constructor(private readonly database: Pick<DataSource, 'query'>) {
    this.grid(null);
  }

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

  /**
   * Reloads everything: at the start, and now and then. In between it is read page by page, so that rounds go on: of a
   * large fleet it takes many of them.
   */
  async reload(now: number): Promise<void> {
    if (this.last === null) return this.reads.run(() => this.reloadAll(now));
    const { cluster } = this.last;
    const began = performance.now();
    const present = new Set<number>();
    for await (const ids of this.pages(() => now + performance.now() - began, true)) {
      for (const id of ids) present.add(id);
      // a round has read everything of another database meanwhile
      if (this.last.cluster !== cluster) return;
    }
    const others = [...this.vehicles.keys()].filter((id) => !present.has(id));
    // gone, or made meanwhile
    for (let i = 0; i < others.length; i += pageSize)
      await this.read(others.slice(i, i + pageSize), now + performance.now() - began);
    for (const [scope, { usedAt }] of this.grids)
      if (scope !== null && performance.now() - usedAt > forgetGridMs) this.grids.delete(scope);
    this.gridsOfPath.clear();
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
      this.change(v, () => this.judge(v, state));
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

  /** The vehicles that this organization sees, by place; the first question for it sorts them in. */
  grid(organizationId: number | null): FleetGrid {
    let known = this.grids.get(organizationId);
    if (known === undefined) {
      known = { grid: new FleetGrid(), usedAt: 0 };
      for (const v of this.vehicles.values())
        if (organizationId === null || v.path.includes(organizationId)) known.grid.add(v);
      this.grids.set(organizationId, known);
      this.gridsOfPath.clear();
    }
    known.usedAt = performance.now();
    return known.grid;
  }

  private async reloadAll(now: number): Promise<void> {
    const mark = await fleetMark(this.database);
    if (mark.cluster !== this.last?.cluster) {
      // revisions of another database say nothing
      for (const v of this.vehicles.values()) v.revision = 0;
      this.numbers.begin(0);
    }
    const present = new Set<number>();
    for await (const ids of this.pages(() => now, false)) for (const id of ids) present.add(id);
    for (const id of this.vehicles.keys()) if (!present.has(id)) this.remove(id);
    this.numbers.settle(mark.drawn);
    this.last = mark;
    this.knownSince = mark;
    this.unsettled = null;
  }

  /** All vehicles by ranges of their ids, read and placed; `inTurn`: each of them waits for its turn among other reads. */
  private async *pages(now: () => number, inTurn: boolean): AsyncGenerator<number[], void, undefined> {
    const [row] = await this.database.query<[{ last: number | null }]>('SELECT max(id) AS last FROM vehicle');
    for (let from = 1; from <= (row.last ?? 0); from += pageSize) {
      // of both tables, or the second were read as a whole for each page
      const sql = 'v.id BETWEEN $1 AND $2 AND s.vehicle_id BETWEEN $1 AND $2';
      const page = (): Promise<number[]> => this.ask({ sql, parameters: [from, from + pageSize - 1] }, now());
      yield await (inTurn ? this.reads.run(page) : page());
    }
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
    const shared = this.sharedPath(path);
    if (before === undefined) {
      const v: Seen = { ...unknown, id, path: shared, intervalS };
      this.take(v, state, now);
      this.vehicles.set(id, v);
      for (const grid of this.gridsOf(v)) grid.add(v);
      return;
    }
    if (before.path !== shared) {
      this.moved.add(id);
      for (const grid of this.gridsOf(before)) grid.remove(before);
      before.path = shared;
      for (const grid of this.gridsOf(before)) grid.add(before);
    }
    before.intervalS = intervalS;
    this.update(state, now);
  }

  /** False: the vehicle is not known. */
  private update(state: MapState, now: number): boolean {
    const [id, revision] = state;
    const v = this.vehicles.get(id);
    if (v === undefined) return false;
    // a row of before, which was read while a newer one was told
    if (revision >= v.revision) this.change(v, () => this.take(v, state, now));
    return true;
  }

  private take(v: Seen, state: MapState, now: number): void {
    const [, revision, lat, lon, heading, engine, work, online, lastSeenAt, flags] = state;
    if (lastSeenAt !== null && (this.newestAt === null || lastSeenAt > this.newestAt)) this.newestAt = lastSeenAt;
    v.revision = revision;
    v.lat = lat;
    v.lon = lon;
    v.x = lon === null ? 0 : mercatorX(lon);
    v.y = lat === null ? 0 : mercatorY(lat);
    v.heading = heading;
    v.engine = engine;
    v.work = work;
    v.rawOnline = online;
    v.lastSeenAt = lastSeenAt;
    v.flags = flags;
    this.judge(v, stateOf(v, now));
    this.changed.add(v.id);
  }

  private remove(id: number): void {
    const v = this.vehicles.get(id);
    if (v === undefined) return;
    this.vehicles.delete(id);
    for (const grid of this.gridsOf(v)) grid.remove(v);
    this.running.delete(v);
    this.changed.add(id);
  }

  private change(v: Seen, work: () => void): void {
    const before = shareOf(v);
    work();
    const after = shareOf(v);
    for (const grid of this.gridsOf(v)) grid.replace(v, before, after);
  }

  private gridsOf({ path }: Seen): readonly FleetGrid[] {
    let found = this.gridsOfPath.get(path);
    if (found === undefined) {
      found = [null, ...path].flatMap((id) => this.grids.get(id)?.grid ?? []);
      this.gridsOfPath.set(path, found);
    }
    return found;
  }

  private sharedPath(path: number[]): number[] {
    const key = path.join();
    const known = this.paths.get(key);
    if (known !== undefined) return known;
    this.paths.set(key, path);
    return path;
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
