import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { features, type Feature } from '@headland/contracts/access';
import { featureOf } from '@headland/contracts/event-log';
import { Look, Resume, type ClientToServer, type ResumeAnswer, type ServerToClient } from '@headland/contracts/live';
import { can } from '@headland/domain/access';
import { CONFIG, runs, type Config } from '../platform/config';
import { Listener } from '../platform/database/listener';
import { readLog, type LogRow } from '../platform/event-log/log-reader';
import { LogTail } from '../platform/event-log/log-tail';
import { LOG } from '../platform/log';
import { liveMetrics } from '../platform/metrics';
import { Problem } from '../platform/problem';
import { SessionReader, type FoundSession } from '../platform/session-reader';
import { vehicleNows } from '../vehicles/vehicle.reads';
import { FleetPicture } from './fleet-picture';
import { packTiles, tileRoom, tilesOf } from './map-frames';
import { programRoom, ProgramRooms } from './program-rooms';
import { SessionRooms } from './session-rooms';

interface SocketData {
  caller: FoundSession['caller'];
  /** null: everything */
  organizationId: number | null;
  eventRooms: string[];
  live: boolean;
  /** too far behind for events: it will be told to read again */
  stalled: boolean;
  /** something still waits for it: it is left out of positions until that is gone, and then gets what it missed */
  slow: boolean;
  tiles: { zoom: number; x: number; y: number }[];
  vehicles: number[];
}
type LiveSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

const frameMs = 1_000;
const beatMs = 2_000;
/** Watched vehicles are sent as soon as their commit is heard of, and then not before this time has passed. */
const watchedMs = 30;
const reloadMs = 60_000;
/** Longer than a session is believed without being asked for (live-sessions.ts). */
const readmitMs = 2_500;
/** How often the sessions that consoles show are marked as looked at. */
const signMs = 10_000;
/** A console further behind than this reads everything again instead of being sent what it missed. */
const mostReplayed = 5_000;
/** Packets that may wait for one browser; above it gets no events but a `resync` once it has caught up. */
const mostWaiting = 64;
const mostWaitingBytes = 2 * 1024 * 1024;
/** More than this unsent in the kernel's hands: positions go round it. */
const slowBytes = 64 * 1024;
const slowRoom = 'slow';

/**
 * The one way out: events by rooms of scope, in order, once; positions as packed frames by tiles, conflated, dropped for a slow browser.
 * Every api process does this by itself from PostgreSQL, so nothing between commit and screen can lose anything.
 */
@Injectable()
export class LiveGateway implements OnApplicationShutdown {
  private io: Server<ClientToServer, ServerToClient, Record<string, never>, SocketData> | null = null;
  private readonly fleet: FleetPicture;
  private sessionRooms: SessionRooms<SocketData> | null = null;
  private readonly programs: ProgramRooms;
  private tail: LogTail | null = null;
  private endings: Listener | null = null;
  /** number of the last event that went out to the rooms */
  private head = 0;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly lastFrames = new Map<string, Buffer>();
  private readonly heard = new Set<number>();
  private hearing: NodeJS.Timeout | null = null;
  private heardAt = 0;
  private readonly lastCounts = new Map<string, string>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly sessions: SessionReader,
  ) {
    this.fleet = new FleetPicture(database);
    this.programs = new ProgramRooms(
      database,
      (id) => this.io?.sockets.adapter.rooms.has(programRoom(id)) === true,
      (frame) => this.io?.to(programRoom(frame.vehicleId)).except(slowRoom).emit('flash', frame),
    );
  }

  async start(http: HttpServer): Promise<void> {
    if (!runs(this.config, 'api')) return;
    await this.fleet.reload(Date.now());
    this.tail = new LogTail(this.database, this.config.DATABASE_URL, (rows) => this.deliver(rows), this.log);
    await this.tail.start();
    this.head = this.tail.head;
    const io = new Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>(http, {
      path: '/socket.io',
      transports: ['websocket'],
      serveClient: false,
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: 16 * 1024,
      pingInterval: 20_000,
      pingTimeout: 20_000,
      ...(this.config.PUBLIC_URL ? { cors: { origin: this.config.PUBLIC_URL } } : {}),
    });
    this.io = io;
    const sessions = new SessionRooms(io, this.database, slowRoom);
    this.sessionRooms = sessions;
    io.use(
      (socket, next) =>
        void this.admit(socket as LiveSocket).then(
          () => next(),
          (error: unknown) => next(refusal(error)),
        ),
    );
    io.on('connection', (socket) => this.welcome(socket));
    this.endings = new Listener(
      this.config.DATABASE_URL,
      {
        session_ended: (who) => this.endSockets(who),
        positions: (ids) => this.hear(ids),
        diagnosis: (text) => sessions.hear(text),
        flash: (ids) => this.programs.hear(ids),
      },
      () => undefined,
      this.log,
    );
    this.endings.start();
    this.every(frameMs, () => this.sendFrames());
    this.every(beatMs, () => this.sendBeat());
    this.every(reloadMs, () => this.fleet.reload(Date.now()));
    this.every(250, () => this.watchSlowOnes());
    this.every(signMs, () => sessions.signAll());
  }

  async onApplicationShutdown(): Promise<void> {
    for (const t of this.timers) clearInterval(t);
    if (this.hearing) clearTimeout(this.hearing);
    this.programs.stop();
    await this.tail?.stop();
    await this.endings?.stop();
    await this.io?.close();
  }

  private async admit(socket: LiveSocket): Promise<void> {
    const token: unknown = (socket.handshake.auth as { token?: unknown }).token;
    const found = await this.sessions.read(typeof token === 'string' ? token : undefined);
    const { caller } = found;
    const organizationId = caller.scope.all ? null : caller.scope.organizationId;
    const readable = (f: Feature): boolean =>
      caller.groupType === 'KIOSK' || caller.role === null ? f === 'sos' || f === 'breakdown' || f === 'status' : can(caller.groupType, caller.role, `${f}:R`);
    socket.data = {
      caller,
      organizationId,
      eventRooms: [...features.filter(readable).map((f) => eventRoom(f, organizationId)), ...(caller.userId === null ? [] : [memberRoom(caller.userId)])],
      live: false,
      stalled: false,
      slow: false,
      tiles: [],
      vehicles: [],
    };
    const left = found.expiresAt * 1000 - Date.now();
    const expiry = setTimeout(() => end(socket, 'E0802'), Math.min(left, 2 ** 31 - 1));
    socket.once('disconnect', () => clearTimeout(expiry));
  }

  private welcome(socket: LiveSocket): void {
    liveMetrics.sockets.inc();
    socket.on('disconnect', () => liveMetrics.sockets.dec());
    this.sessionRooms?.welcome(socket);
    socket.on('resume', (body, answer) => {
      const parsed = Resume.safeParse(body);
      if (!parsed.success || typeof answer !== 'function') return;
      void this.resume(socket, parsed.data.after).then(answer, (error: unknown) => {
        this.log.warn({ error }, 'resume failed');
        socket.disconnect(true); // it comes back and asks again
      });
    });
    socket.on('look', (body) => {
      const parsed = Look.safeParse(body);
      if (parsed.success) void this.look(socket, parsed.data).catch((error: unknown) => this.log.warn({ error }, 'look failed'));
    });
  }

  /**
   * Sends what was missed straight to this socket until it has caught up with what the rooms were sent, then joins them in the same turn of
   * the event loop: nothing twice, nothing left out.
   */
  private async resume(socket: LiveSocket, after: number | null): Promise<ResumeAnswer> {
    const { data } = socket;
    for (const room of data.eventRooms) void socket.leave(room);
    data.live = false;
    const join = (mode: ResumeAnswer['mode']): ResumeAnswer => {
      for (const room of data.eventRooms) void socket.join(room);
      data.live = true;
      if (mode === 'resync') liveMetrics.resyncs.inc();
      return { mode, head: this.head };
    };
    if (after === null) return join('live');
    if (after > this.head || this.head - after > mostReplayed) return join('resync');
    let last = after;
    const rooms = new Set(data.eventRooms);
    while (last < this.head) {
      const rows = await readLog(this.database, last, 500, this.head);
      if (rows.length === 0) break; // numbers that a rolled-back transaction drew
      for (const row of rows) if (roomsOf(row).some((r) => rooms.has(r))) socket.emit('event', eventOf(row));
      last = rows.at(-1)?.number ?? last;
      if (!socket.connected) break;
    }
    return join('live');
  }

  private async look(socket: LiveSocket, look: Look): Promise<void> {
    const { data } = socket;
    if (!this.maySeeVehicles(data)) return;
    data.tiles = look.map === null ? [] : tilesOf(look.map).map((t) => ({ ...t, zoom: look.map?.zoom ?? 0 }));
    data.vehicles = look.vehicles.filter((id) => this.mayWatch(data, id));
    const rooms = new Set([...data.tiles.map((t) => tileRoom(data.organizationId, t.zoom, t.x, t.y)), ...data.vehicles.flatMap((id) => roomsOfVehicle(data, id))]);
    for (const room of socket.rooms) if (/^(?:map|vehicle|program) /u.test(room) && !rooms.has(room)) void socket.leave(room);
    const fresh = new Set([...rooms].filter((room) => !socket.rooms.has(room)));
    for (const room of fresh) void socket.join(room);
    await this.sendPicture(socket, (room) => fresh.has(room));
  }

  /** What a console should have on its screen now, of the rooms asked for: after a look, and when it has caught up. */
  private async sendPicture(socket: LiveSocket, of: (room: string) => boolean): Promise<void> {
    const { data } = socket;
    const [first] = data.tiles;
    if (first) {
      const wanted = data.tiles.filter((t) => of(tileRoom(data.organizationId, t.zoom, t.x, t.y)));
      for (const frame of packTiles(this.fleet.vehicles.values(), data.organizationId, first.zoom, wanted, Date.now()).values()) socket.emit('map', frame);
    }
    socket.emit('counts', this.fleet.counts(data.organizationId));
    const watched = data.vehicles.filter((id) => of(vehicleRoom(id)));
    if (watched.length > 0) for (const now of await vehicleNows(this.database, data.caller.scope, watched)) socket.emit('vehicle', now);
  }

  private maySeeVehicles(data: SocketData): boolean {
    return data.eventRooms.includes(eventRoom('status', data.organizationId)) || data.eventRooms.includes(eventRoom('sos', data.organizationId));
  }

  private mayWatch(data: SocketData, id: number): boolean {
    const seen = this.fleet.vehicles.get(id);
    return seen !== undefined && (data.organizationId === null || seen.path.includes(data.organizationId));
  }

  private deliver(rows: LogRow[]): void {
    const now = Date.now();
    for (const row of rows) {
      const rooms = roomsOf(row);
      if (rooms.length > 0) this.io?.to(rooms).emit('event', eventOf(row));
      if (row.name === 'member.changed') this.readmit(rooms);
      liveMetrics.eventDelay.observe(Math.max(0, now - Date.parse(row.at)) / 1000);
      this.head = row.number;
    }
  }

  /**
   * What the member may see has changed: its consoles come back by themselves and are admitted anew, after the caches of sessions have forgotten
   * what they believed before.
   */
  private readmit(rooms: string[]): void {
    setTimeout(() => {
      for (const room of rooms) for (const id of this.io?.sockets.adapter.rooms.get(room) ?? []) this.io?.sockets.sockets.get(id)?.conn.close();
    }, readmitMs).unref();
  }

  private async sendFrames(): Promise<void> {
    const { io } = this;
    if (!io) return;
    const now = Date.now();
    await this.fleet.refresh(now);
    this.dropOutOfSight();
    this.markSlowOnes();
    const aged = this.fleet.age(now);
    const groups = new Map<string, { scope: number | null; zoom: number; tiles: Map<string, { x: number; y: number }> }>();
    const scopes = new Set<number | null>();
    for (const socket of io.sockets.sockets.values()) {
      if (socket.data.stalled) continue;
      scopes.add(socket.data.organizationId);
      for (const t of socket.data.tiles) {
        const key = `${socket.data.organizationId ?? '*'} ${t.zoom}`;
        let group = groups.get(key);
        if (!group) groups.set(key, (group = { scope: socket.data.organizationId, zoom: t.zoom, tiles: new Map() }));
        group.tiles.set(`${t.x} ${t.y}`, t);
      }
    }
    const sent = new Set<string>();
    for (const group of groups.values()) {
      for (const [room, frame] of packTiles(this.fleet.vehicles.values(), group.scope, group.zoom, [...group.tiles.values()], now)) {
        sent.add(room);
        this.sendFrame(room, Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength));
      }
    }
    for (const room of this.lastFrames.keys()) if (!sent.has(room)) this.lastFrames.delete(room);
    for (const scope of scopes) this.sendCounts(scope);
    await this.sendVehicles([...new Set([...this.fleet.changed, ...aged])]);
  }

  /** A vehicle that went to another dealer is watched no longer by those who do not see it any more. */
  private dropOutOfSight(): void {
    for (const id of this.fleet.moved) {
      const room = vehicleRoom(id);
      for (const socketId of this.io?.sockets.adapter.rooms.get(room) ?? []) {
        const socket = this.io?.sockets.sockets.get(socketId);
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
    this.io?.to(room).except(slowRoom).emit('map', frame);
    const members = this.io?.sockets.adapter.rooms.get(room)?.size ?? 0;
    liveMetrics.frames.inc(members);
    liveMetrics.frameBytes.inc(members * frame.length);
  }

  private sendCounts(scope: number | null): void {
    const counts = this.fleet.counts(scope);
    const text = JSON.stringify(counts);
    const key = String(scope ?? '*');
    if (this.lastCounts.get(key) === text) return;
    this.lastCounts.set(key, text);
    this.io?.to(eventRoom('dash', scope)).to(eventRoom('status', scope)).except(slowRoom).emit('counts', counts);
  }

  private async sendVehicles(changed: number[]): Promise<void> {
    const rooms = this.io?.sockets.adapter.rooms;
    const watched = changed.filter((id) => rooms?.has(vehicleRoom(id)));
    if (watched.length === 0) return;
    for (const now of await vehicleNows(this.database, { all: true }, watched)) this.io?.to(vehicleRoom(now.id)).except(slowRoom).emit('vehicle', now);
  }

  /** Vehicles that were just committed: those that somebody watches are sent soon, not with the next round. */
  private hear(ids: string): void {
    const rooms = this.io?.sockets.adapter.rooms;
    for (const text of ids.split(',')) if (rooms?.has(vehicleRoom(Number(text)))) this.heard.add(Number(text));
    if (this.heard.size === 0 || this.hearing) return;
    this.hearing = setTimeout(
      () => {
        this.heardAt = performance.now();
        const list = [...this.heard];
        this.heard.clear();
        this.sendVehicles(list)
          .catch((error: unknown) => this.log.debug({ error }, 'live: watched vehicles failed'))
          .finally(() => {
            this.hearing = null;
            if (this.heard.size > 0) this.hear('');
          });
      },
      Math.max(0, this.heardAt + watchedMs - performance.now()),
    );
  }

  private sendBeat(): void {
    this.io?.except(slowRoom).emit('beat', { at: Date.now(), head: this.head, newestAt: this.fleet.newestAt });
  }

  /**
   * Positions are dropped for a slow browser. Socket.IO's own `volatile` is of no use for that: it drops the second of two frames of the same
   * moment, since the first is still being written. So whoever has something waiting at the start of a round is left out of it.
   */
  private markSlowOnes(): void {
    for (const socket of this.io?.sockets.sockets.values() ?? []) {
      const { waiting, bytes } = backlog(socket);
      const slow = waiting > 0 || bytes > slowBytes;
      if (slow === socket.data.slow) continue;
      socket.data.slow = slow;
      if (slow) {
        liveMetrics.dropped.inc();
        void socket.join(slowRoom);
      } else {
        void socket.leave(slowRoom);
        void this.sendPicture(socket, () => true).catch((error: unknown) => this.log.debug({ error }, 'live: a picture failed'));
      }
    }
  }

  /** Events are not dropped, so what waits for a browser is watched here: too much, and it is taken out of the rooms until it has read it. */
  private watchSlowOnes(): void {
    for (const socket of this.io?.sockets.sockets.values() ?? []) {
      const { waiting, bytes } = backlog(socket);
      if (bytes > mostWaitingBytes) {
        socket.disconnect(true);
        continue;
      }
      if (!socket.data.stalled && waiting > mostWaiting) {
        socket.data.stalled = true;
        for (const room of socket.rooms) if (room !== socket.id && room !== slowRoom) void socket.leave(room);
      } else if (socket.data.stalled && waiting === 0) {
        socket.data.stalled = false;
        liveMetrics.resyncs.inc();
        if (socket.data.live) for (const room of socket.data.eventRooms) void socket.join(room);
        for (const t of socket.data.tiles) void socket.join(tileRoom(socket.data.organizationId, t.zoom, t.x, t.y));
        for (const id of socket.data.vehicles) void socket.join(roomsOfVehicle(socket.data, id));
        socket.emit('resync', { head: this.head });
      }
    }
  }

  /** `who` is a session id, or `kiosk:<id>`. A missed notification is made good by the token's own end, 15 minutes at the most. */
  private endSockets(who: string): void {
    for (const socket of this.io?.sockets.sockets.values() ?? []) {
      const { sessionId, kioskId } = socket.data.caller;
      if (who === sessionId || who === `kiosk:${kioskId}`) end(socket, 'E0105');
    }
  }

  /** Never two runs of one duty at once; a failure (database away) is said once a second at the most by the tail, so quietly here. */
  private every(periodMs: number, duty: () => void | Promise<void>): void {
    let busy = false;
    this.timers.push(
      setInterval(() => {
        if (busy) return;
        busy = true;
        void Promise.resolve()
          .then(duty)
          .catch((error: unknown) => this.log.debug({ error }, 'live: a round failed'))
          .finally(() => (busy = false));
      }, periodMs),
    );
  }
}

const eventRoom = (feature: Feature, organizationId: number | null): string => `${feature} @${organizationId ?? '*'}`;
/** What is for one member alone: notifications, a change of the own rights. */
const memberRoom = (userId: number): string => `member ${userId}`;
const vehicleRoom = (id: number): string => `vehicle ${id}`;
/** Its place and values; its programs for those who may read of them. */
const roomsOfVehicle = (data: SocketData, id: number): string[] =>
  data.eventRooms.includes(eventRoom('reProgram', data.organizationId)) ? [vehicleRoom(id), programRoom(id)] : [vehicleRoom(id)];
const eventOf = ({ number, at, name, payload, by }: LogRow): Parameters<ServerToClient['event']>[0] => ({ number, at, name, payload, by });

/** Those who see everything, and each organisation on the path of the event's own; or the one member whom it is for. */
function roomsOf(row: LogRow): string[] {
  if (row.name === 'member.notified' || row.name === 'member.changed')
    return 'userId' in row.payload && row.payload.userId !== null ? [memberRoom(row.payload.userId)] : [];
  const feature = featureOf(row.name);
  return feature === null ? [] : [eventRoom(feature, null), ...row.scope.map((id) => eventRoom(feature, id))];
}

function end(socket: LiveSocket, code: string): void {
  socket.emit('ended', { code });
  // the farewell goes out first: closing flushes what is in the socket
  socket.disconnect();
  setTimeout(() => socket.conn.close(), 200).unref();
}

const refusal = (error: unknown): Error => Object.assign(new Error('refused'), { data: { code: error instanceof Problem ? error.code : 'UNAVAILABLE' } });

/** What waits for a browser, in packets and bytes. Engine.io keeps both private; this is the one place that looks. */
function backlog(socket: LiveSocket): { waiting: number; bytes: number } {
  const conn = socket.conn as unknown as { writeBuffer?: unknown[]; transport?: { socket?: { bufferedAmount?: number } } };
  return { waiting: conn.writeBuffer?.length ?? 0, bytes: conn.transport?.socket?.bufferedAmount ?? 0 };
}
