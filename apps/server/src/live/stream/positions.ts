import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { databaseNowMs } from '../../platform/clock';
import { liveMetrics } from '../../platform/metrics';
import { vehicleNows } from '../../fleet/vehicles/vehicle.reads';
import { FleetSnapshot } from './fleet-snapshot';
import { packTiles } from './map-frames';
import { ChangeFeed } from './change-feed';
import {
  eventRoom,
  inRoomsOf,
  programRoom,
  slowRoom,
  tileRoom,
  vehicleRoom,
  type LiveServer,
  type LiveSocket,
  type SocketData,
} from './rooms';

/** Subscribed vehicles are sent as soon as their commit is notified, and then at most once in this time. */
const watchedMs = 30;

/**
 * Pushes vehicle positions to subscribers: packed frames by tiles and counts once a second, single vehicles at once.
 */
export class Positions {
  /** subscribed vehicles with a new commit */
  readonly watched: ChangeFeed;
  private readonly lastFrames = new Map<string, Buffer>();
  private readonly lastCounts = new Map<string, string>();

  constructor(
    private readonly io: LiveServer,
    private readonly database: DataSource,
    private readonly fleet: FleetSnapshot,
    log: Logger,
  ) {
    this.watched = new ChangeFeed(watchedMs, inRoomsOf(io, 'vehicle'), (ids) =>
      this.sendVehicles(ids).catch((error: unknown) => log.debug({ error }, 'live: watched vehicles failed')),
    );
  }

  /** One round: changes since the last one. Browsers that wait for a `resync` are left out. */
  async sendRound(now: number): Promise<void> {
    this.dropOutOfSight();
    const wentOffline = this.fleet.age(now);
    const groups = new Map<
      string,
      { scope: number | null; zoom: number; tiles: Map<string, { x: number; y: number }> }
    >();
    const scopes = new Set<number | null>();
    for (const { data } of this.io.sockets.sockets.values()) {
      if (data.stalled) continue;
      scopes.add(data.organizationId);
      for (const t of data.tiles) {
        const key = `${data.organizationId ?? '*'} ${t.zoom}`;
        let group = groups.get(key);
        if (!group) groups.set(key, (group = { scope: data.organizationId, zoom: t.zoom, tiles: new Map() }));
        group.tiles.set(`${t.x} ${t.y}`, t);
      }
    }
    const sent = new Set<string>();
    for (const group of groups.values()) {
      for (const [room, frame] of packTiles(
        this.fleet.vehicles.values(),
        group.scope,
        group.zoom,
        [...group.tiles.values()],
        now,
      )) {
        sent.add(room);
        this.sendFrame(room, Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength));
      }
    }
    for (const room of this.lastFrames.keys()) if (!sent.has(room)) this.lastFrames.delete(room);
    for (const scope of scopes) this.sendCounts(scope);
    await this.sendVehicles([...new Set([...this.fleet.changed, ...wentOffline])]);
  }

  /** The current state of the given rooms: after a subscription, and when a browser has caught up. */
  async sendPicture(socket: LiveSocket, of: (room: string) => boolean): Promise<void> {
    const { data } = socket;
    const [first] = data.tiles;
    if (first) {
      const wanted = data.tiles.filter((t) => of(tileRoom(data.organizationId, t.zoom, t.x, t.y)));
      for (const frame of packTiles(
        this.fleet.vehicles.values(),
        data.organizationId,
        first.zoom,
        wanted,
        databaseNowMs(),
      ).values())
        socket.emit('map', frame);
    }
    socket.emit('counts', this.fleet.counts(data.organizationId));
    const watched = data.vehicles.filter((id) => of(vehicleRoom(id)));
    if (watched.length > 0)
      for (const now of await vehicleNows(this.database, data.caller.scope, watched)) socket.emit('vehicle', now);
  }

  mayWatch({ organizationId }: SocketData, id: number): boolean {
    const seen = this.fleet.vehicles.get(id);
    return seen !== undefined && (organizationId === null || seen.path.includes(organizationId));
  }

  /** Ends subscriptions to a vehicle whose new dealer is outside the subscriber's scope. */
  private dropOutOfSight(): void {
    const { adapter, sockets } = this.io.sockets;
    for (const id of this.fleet.moved) {
      const room = vehicleRoom(id);
      for (const socketId of adapter.rooms.get(room) ?? []) {
        const socket = sockets.get(socketId);
        if (!socket || this.mayWatch(socket.data, id)) continue;
        socket.data.vehicles = socket.data.vehicles.filter((v) => v !== id);
        void socket.leave(room);
        void socket.leave(programRoom(id));
      }
    }
    this.fleet.moved.clear();
  }

  /** A frame identical to the last one is not sent; its time (bytes 12–19) is ignored. */
  private sendFrame(room: string, frame: Buffer): void {
    const last = this.lastFrames.get(room);
    if (last && last.length === frame.length && last.compare(frame, 20, frame.length, 20) === 0) return;
    this.lastFrames.set(room, frame);
    this.io.to(room).except(slowRoom).emit('map', frame);
    const members = this.io.sockets.adapter.rooms.get(room)?.size ?? 0;
    liveMetrics.frames.inc(members);
    liveMetrics.frameBytes.inc(members * frame.length);
  }

  private sendCounts(scope: number | null): void {
    const counts = this.fleet.counts(scope);
    const text = JSON.stringify(counts);
    const key = String(scope ?? '*');
    if (this.lastCounts.get(key) === text) return;
    this.lastCounts.set(key, text);
    this.io.to(eventRoom('dash', scope)).to(eventRoom('status', scope)).except(slowRoom).emit('counts', counts);
  }

  private async sendVehicles(changed: number[]): Promise<void> {
    const watched = changed.filter((id) => this.io.sockets.adapter.rooms.has(vehicleRoom(id)));
    if (watched.length === 0) return;
    for (const now of await vehicleNows(this.database, { all: true }, watched))
      this.io.to(vehicleRoom(now.id)).except(slowRoom).emit('vehicle', now);
  }
}
