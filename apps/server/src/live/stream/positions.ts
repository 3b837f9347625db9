import { databaseNowMs } from '../../platform/clock';
import { liveMetrics } from '../../platform/metrics';
import type { FleetSnapshot } from './fleet-snapshot';
import { packTiles } from './map-frames';
import {
  eventRoom,
  programRoom,
  slowRoom,
  tileRoom,
  vehicleRoom,
  watchRoom,
  type LiveServer,
  type LiveSocket,
  type SocketData,
} from './rooms';
import type { WatchedVehicles } from './watched-vehicles';

/** Pushes packed frames by tiles and counts to subscribers, once a second and as far as they changed. */
export class Positions {
  private readonly lastFrames = new Map<string, Buffer>();
  private readonly lastCounts = new Map<string, string>();

  constructor(
    private readonly io: LiveServer,
    private readonly fleet: FleetSnapshot,
    private readonly watched: WatchedVehicles,
  ) {}

  /** What has changed since the last one. Browsers that wait for a `resync` are left out. */
  sendRound(now: number): void {
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
        this.fleet.grid(group.scope),
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
  }

  /** The current state of the given rooms: after a subscription, and when a browser has caught up. */
  async sendPicture(socket: LiveSocket, of: (room: string) => boolean): Promise<void> {
    const { data } = socket;
    const [first] = data.tiles;
    if (first) {
      const wanted = data.tiles.filter((t) => of(tileRoom(data.organizationId, t.zoom, t.x, t.y)));
      for (const frame of packTiles(
        this.fleet.grid(data.organizationId),
        data.organizationId,
        first.zoom,
        wanted,
        databaseNowMs(),
      ).values())
        socket.emit('map', frame);
    }
    socket.emit('counts', { ...this.fleet.grid(data.organizationId).counts });
    const watched = data.vehicles.filter((id) => of(vehicleRoom(id)));
    if (watched.length === 0) return;
    await this.watched.read(watched, data.caller.scope);
    const nows = this.watched.of(watched.filter((id) => data.vehicles.includes(id)));
    if (nows.length > 0) socket.emit('vehicles', nows);
  }

  mayWatch({ organizationId }: SocketData, id: number): boolean {
    const seen = this.fleet.vehicles.get(id);
    return seen !== undefined && (organizationId === null || seen.path.includes(organizationId));
  }

  /** Ends subscriptions to a vehicle whose new dealer is outside the subscriber's scope. */
  dropOutOfSight(): void {
    const { adapter, sockets } = this.io.sockets;
    for (const id of this.fleet.moved) {
      const room = vehicleRoom(id);
      for (const socketId of adapter.rooms.get(room) ?? []) {
        const socket = sockets.get(socketId);
        if (!socket || this.mayWatch(socket.data, id)) continue;
        void socket.leave(watchRoom(socket.data.vehicles));
        socket.data.vehicles = socket.data.vehicles.filter((v) => v !== id);
        if (socket.data.vehicles.length > 0) void socket.join(watchRoom(socket.data.vehicles));
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
    const counts = { ...this.fleet.grid(scope).counts };
    const text = JSON.stringify(counts);
    const key = String(scope ?? '*');
    if (this.lastCounts.get(key) === text) return;
    this.lastCounts.set(key, text);
    this.io.to(eventRoom('dash', scope)).to(eventRoom('status', scope)).except(slowRoom).emit('counts', counts);
  }
}
