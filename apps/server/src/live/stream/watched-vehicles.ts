import type { DataSource } from 'typeorm';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { nowOf, watchedStates, type WatchedState } from '../../fleet/vehicles/fleet-state.reads';
import type { Scope } from '../../platform/caller';
import { databaseNowMs } from '../../platform/clock';
import { liveMetrics } from '../../platform/metrics';
import { inRoomsOf, slowRoom, watchRoom, type LiveServer } from './rooms';

/** At most one frame a browser in this time. */
const tickMs = 25;

/**
 * The newest states of the vehicles that consoles show with their values. What is sent always comes from here, and a
 * state is only replaced by one of the same or a greater revision, so no console gets an older one after a newer.
 */
export class WatchedVehicles {
  private readonly states = new Map<number, WatchedState>();
  private readonly pending = new Set<number>();
  private timer: NodeJS.Timeout | null = null;
  private sentAt = 0;
  private readonly rooms: ReturnType<typeof inRoomsOf>;

  constructor(
    private readonly io: LiveServer,
    private readonly database: DataSource,
    /** Whether the map has the vehicle at this organization; if not it is read again before anything is sent. */
    private readonly isAt: (id: number, organizationId: number) => boolean,
  ) {
    this.rooms = inRoomsOf(io, 'vehicle');
  }

  /** Told by the process that committed them, or read. */
  apply(states: readonly WatchedState[]): void {
    for (const state of states) {
      if (!this.rooms.has(state.id)) continue;
      const before = this.states.get(state.id);
      if (before !== undefined && state.revision < before.revision) continue;
      this.states.set(state.id, state);
      this.pending.add(state.id);
    }
    this.plan();
  }

  /** Those of the ids that are watched and have a newer revision than is known here. */
  staleOf(revisions: Iterable<[id: number, revision: number]>): number[] {
    const stale: number[] = [];
    for (const [id, revision] of revisions)
      if (this.rooms.has(id) && (this.states.get(id)?.revision ?? -1) < revision) stale.push(id);
    return stale;
  }

  /** Reads these from the database, as far as they are watched. */
  async read(ids: readonly number[], scope: Scope = { all: true }): Promise<void> {
    const watched = ids.filter(this.rooms.has);
    if (watched.length > 0) this.apply(await watchedStates(this.database, scope, watched));
  }

  /** Sent again though nothing was reported: time has changed them. */
  touch(ids: Iterable<number>): void {
    for (const id of ids) if (this.states.has(id)) this.pending.add(id);
    this.plan();
  }

  /** The newest of these vehicles, for a browser that has just subscribed. */
  of(ids: readonly number[]): VehicleNow[] {
    const now = databaseNowMs();
    return this.sendable(ids).map((state) => nowOf(state, now));
  }

  /** All that are watched; forgets the others. */
  ids(): number[] {
    for (const id of this.states.keys()) if (!this.rooms.has(id)) this.states.delete(id);
    return this.rooms.all().sort((a, b) => a - b);
  }

  /** Another database: its revisions begin anew. */
  clear(): void {
    this.states.clear();
    this.pending.clear();
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private sendable(ids: Iterable<number>): WatchedState[] {
    return Array.from(ids, (id) => this.states.get(id)).filter(
      (state) => state !== undefined && this.isAt(state.id, state.organization_id),
    ) as WatchedState[];
  }

  /** The first at once: only those that follow closely wait. */
  private plan(): void {
    if (this.pending.size > 0)
      this.timer ??= setTimeout(() => this.send(), Math.max(0, this.sentAt + tickMs - performance.now()));
  }

  /** One frame for all browsers that watch the same vehicles. */
  private send(): void {
    this.timer = null;
    this.sentAt = performance.now();
    const now = databaseNowMs();
    const changed = new Map(this.sendable(this.pending).map((state) => [state.id, nowOf(state, now)]));
    this.pending.clear();
    if (changed.size === 0) return;
    const lists = new Map<string, { ids: number[]; browsers: number }>();
    for (const { data } of this.io.sockets.sockets.values()) {
      if (data.vehicles.length === 0 || data.stalled || data.slow) continue;
      const room = watchRoom(data.vehicles);
      const list = lists.get(room) ?? { ids: data.vehicles, browsers: 0 };
      list.browsers++;
      lists.set(room, list);
    }
    for (const [room, { ids, browsers }] of lists) {
      const frame = ids.map((id) => changed.get(id)).filter((vehicle) => vehicle !== undefined);
      if (frame.length === 0) continue;
      this.io.to(room).except(slowRoom).emit('vehicles', frame);
      liveMetrics.vehicleFrames.inc(browsers);
    }
  }
}
