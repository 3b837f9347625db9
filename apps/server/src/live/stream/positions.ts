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

/** Watched vehicles are sent as soon as their commit is heard of, and then not before this time has passed. */
const watchedMs = 30;

/** Where vehicles are, on its way to those who look: packed frames by tiles and counts once a second, watched vehicles at once. */
export class Positions {
  /** vehicles that somebody watches, just committed */
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

  /** One round: what has changed since the last one. Browsers that are told to read again are left out. */
  async sendRound(now: number): Promise<void> {
    this.dropOutOfSight();
    const aged = this.fleet.age(now);
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
    await this.sendVehicles([...new Set([...this.fleet.changed, ...aged])]);
  }

  /** What a console should have on its screen now, of the rooms asked for: after a look, and when it has caught up. */
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

  /** A vehicle that went to another dealer is watched no longer by those who do not see it any more. */
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

  /** A frame that says the same as the last one is not sent; its time (bytes 12–19) does not count. */
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
