import { Inject, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import { features, type Feature } from '@headland/contracts/access';
import { errorStatus } from '@headland/contracts/errors';
import {
  Follow,
  type FollowAnswer,
  Resume,
  type ResumeAnswer,
  type StreamHead,
  ViewportSubscription,
} from '@headland/contracts/live';
import { eventForWall } from '@headland/contracts/wall';
import { isMember, mayRead } from '@headland/domain/access';
import { vehiclesWithSos } from '../../incidents/sos/sos.reads';
import { databaseNowMs } from '../../platform/clock';
import { CONFIG, runs, sessionUrl, type Config } from '../../platform/config';
import { Listener } from '../../platform/database/listener';
import { Change } from '../../platform/event-log/change';
import { isSameLog, logEnd, readLog, type LogPosition, type LogRow } from '../../platform/event-log/log-reader';
import { logFloor } from '../../platform/event-log/log-retention';
import { LogTail } from '../../platform/event-log/log-tail';
import { recordLostEvents } from '../../platform/event-log/record-lost-events';
import type { FanoutReceiver } from '../../platform/fanout/fanout';
import { fanoutReceiver } from '../../platform/fanout/open-fanout';
import { LOG } from '../../platform/log';
import { liveMetrics } from '../../platform/metrics';
import { TokenBucket } from '../../platform/mqtt/token-bucket';
import { newReference, Problem } from '../../platform/problem';
import { SessionReader } from '../../platform/session-reader';
import type { Attributes } from '../../platform/tracing/span';
import { Tracing } from '../../platform/tracing/tracing';
import { FleetSnapshot } from './fleet-snapshot';
import { tilesOf } from './map-frames';
import type { ChangeFeed } from './change-feed';
import { Positions } from './positions';
import { StateFeed } from './state-feed';
import { WatchedVehicles } from './watched-vehicles';
import { programChanges } from './program-changes';
import {
  eventOf,
  eventRoom,
  isViewportRoom,
  kioskRoom,
  viewedRooms,
  memberRoom,
  roomsOf,
  slowRoom,
  wallRoom,
  type LiveServer,
  type LiveSocket,
  type SocketData,
} from './rooms';
import { SessionRooms } from './session-rooms';
import { Backpressure } from './backpressure';

const frameMs = 1_000;
const beatMs = 2_000;
/** Everything is compared with the database again, though nothing should have been missed. */
const reloadMs = 600_000;
const slowMs = 250;
/** Longer than a session is cached without a check (live-sessions.ts). */
const readmitMs = 2_500;
/** How often diagnosis sessions open on consoles are marked as seen. */
const signMs = 10_000;
/** A console further behind than this refetches everything instead of a replay. */
const maxReplayed = 5_000;
/** A console resumes once for each of its connections. */
const resumeRate = { burst: 10, perSecond: 0.5 };

/** What runs once the process serves HTTP. */
interface Running {
  positions: Positions;
  watched: WatchedVehicles;
  feed: StateFeed;
  receiver: FanoutReceiver;
  sessions: SessionRooms;
  programs: ChangeFeed;
  tail: LogTail;
  listener: Listener;
}

/**
 * The only push channel: events by rooms of scope, in order, once; positions as packed frames by tiles, conflated,
 * dropped for a slow browser. Every api process does this by itself from PostgreSQL, so nothing between commit and
 * screen can lose anything.
 */
@WebSocketGateway({
  path: '/socket.io',
  transports: ['websocket'],
  serveClient: false,
  perMessageDeflate: false,
  httpCompression: false,
  maxHttpBufferSize: 16 * 1024,
  pingInterval: 20_000,
  pingTimeout: 20_000,
})
export class LiveGateway
  implements
    OnGatewayInit<LiveServer>,
    OnGatewayConnection<LiveSocket>,
    OnGatewayDisconnect<LiveSocket>,
    OnApplicationBootstrap,
    BeforeApplicationShutdown
{
  @WebSocketServer() private readonly io!: LiveServer;
  private running: Running | null = null;
  private readonly fleet: FleetSnapshot;
  /** the last event that was sent to the rooms */
  private head: LogPosition = { number: 0, at: null };
  /** incremented whenever the log turns out to be another one */
  private logs = 0;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly sessions: SessionReader,
    private readonly change: Change,
    private readonly tracing: Tracing,
  ) {
    this.fleet = new FleetSnapshot(database);
  }

  afterInit(io: LiveServer): void {
    io.use(
      (socket, next) =>
        void this.admit(socket).then(
          () => next(),
          (error: unknown) => next(this.refusal(error)),
        ),
    );
  }

  /** A token that is not good is no news; what else keeps a console away is in the log under the reference that it gets. */
  private refusal(error: unknown): Error {
    const code = error instanceof Problem ? error.code : 'UNAVAILABLE';
    const reference = newReference();
    const line = { error, code, reference };
    if (errorStatus[code] >= 500) this.log.warn(line, 'live: a console was not let in');
    else this.log.debug(line, 'live: a console was not let in');
    return Object.assign(new Error('refused'), { data: { code, reference } });
  }

  /** Before the process listens, so that no socket is admitted to a stream that has not begun. */
  async onApplicationBootstrap(): Promise<void> {
    if (!runs(this.config, 'api')) return;
    const { io } = this;
    await this.fleet.reload(databaseNowMs());
    const watched = new WatchedVehicles(io, this.database, (id, at) => this.fleet.isAt(id, at));
    const positions = new Positions(io, this.fleet, watched);
    const feed = new StateFeed(this.fleet, watched, () => positions.dropOutOfSight(), this.log);
    const tail = new LogTail(
      this.database,
      sessionUrl(this.config),
      {
        begin: (read) => logEnd(this.database, read ?? undefined),
        deliver: (rows) => {
          this.deliver(rows);
          feed.onEvents(rows);
        },
        onAnotherLog: (read, begin) => this.rereadAll(read, begin),
      },
      this.log,
    );
    await tail.start();
    this.head = tail.position;
    const sessions = new SessionRooms(io, this.database, this.log);
    const programs = programChanges(io, this.database);
    const listener = new Listener(
      sessionUrl(this.config),
      {
        session_ended: (caller) => this.endSockets(caller),
        fleet_change: (payload) => feed.onNotification(payload),
        // an ingest process of the previous release, during an upgrade
        positions: () => feed.onPreviousRelease(),
        diagnosis: (text) => sessions.onNotification(text),
        flash: (ids) => programs.onNotification(ids),
      },
      () => undefined,
      this.log,
    );
    const receiver = await fanoutReceiver(this.config, (line) => feed.onLine(line), this.log);
    this.running = { positions, watched, feed, receiver, sessions, programs, tail, listener };
    listener.start();
    const slow = new Backpressure(
      io,
      (socket) =>
        void positions
          .sendPicture(socket, () => true)
          .catch((error: unknown) => this.log.debug({ error }, 'live: a picture failed')),
      () => this.streamHead,
    );
    this.every(frameMs, async () => {
      const now = databaseNowMs();
      const hasChanged = await feed.round(now, receiver);
      slow.mark();
      if (hasChanged) positions.sendRound(now);
    });
    this.every(
      beatMs,
      () =>
        void io
          .except(slowRoom)
          .emit('beat', { at: databaseNowMs(), head: this.head.number, newestAt: this.fleet.newestAt }),
    );
    this.every(reloadMs, () => feed.reload());
    this.every(slowMs, () => slow.watch());
    this.every(signMs, () => sessions.signAll());
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const t of this.timers) clearInterval(t);
    if (this.running === null) return;
    const { watched, feed, receiver, programs, tail, listener } = this.running;
    await receiver.stop();
    feed.stop();
    watched.stop();
    programs.stop();
    await tail.stop();
    await listener.stop();
  }

  private async admit(socket: LiveSocket): Promise<void> {
    const token: unknown = (socket.handshake.auth as { token?: unknown }).token;
    const found = await this.sessions.read(typeof token === 'string' ? token : undefined);
    const { caller } = found;
    const organizationId = caller.scope.all ? null : caller.scope.organizationId;
    const isWall = !isMember(caller);
    const readable = (f: Feature): boolean => (isWall ? f === 'sos' || f === 'breakdown' : mayRead(caller, f));
    const rooms = features.filter(readable).map((f) => eventRoom(f, organizationId));
    socket.data = {
      caller,
      organizationId,
      eventRooms: isWall
        ? [...rooms, ...(caller.kioskId === null ? [] : [kioskRoom(caller.kioskId)])].map(wallRoom)
        : [...rooms, ...(caller.userId === null ? [] : [memberRoom(caller.userId)])],
      isWall,
      live: false,
      stalled: false,
      slow: false,
      tiles: [],
      vehicles: [],
      looks: 0,
      resumes: 0,
      resuming: Promise.resolve(),
      resumeAllowance: new TokenBucket(resumeRate),
    };
    const left = found.expiresAt * 1000 - databaseNowMs();
    const expiry = setTimeout(() => end(socket, 'E0802'), Math.min(left, 2 ** 31 - 1));
    socket.once('disconnect', () => clearTimeout(expiry));
  }

  handleConnection(): void {
    liveMetrics.sockets.inc();
  }

  handleDisconnect(): void {
    liveMetrics.sockets.dec();
  }

  @SubscribeMessage('resume')
  async handleResume(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody() body: unknown,
  ): Promise<ResumeAnswer | undefined> {
    const parsed = Resume.safeParse(body);
    if (!parsed.success) return undefined;
    const { data } = socket;
    data.resumeAllowance.take(1);
    if (data.resumeAllowance.available < 0) return void socket.disconnect(true);
    const turn = ++data.resumes;
    const isNewest = (): boolean => data.resumes === turn && socket.connected;
    const replay = data.resuming.then(() => (isNewest() ? this.resume(socket, parsed.data, isNewest) : undefined));
    data.resuming = replay.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await replay;
    } catch (error) {
      this.log.warn({ error }, 'resume failed');
      socket.disconnect(true); // it reconnects and is checked again
      return undefined;
    }
  }

  @SubscribeMessage('look')
  async handleViewport(@ConnectedSocket() socket: LiveSocket, @MessageBody() body: unknown): Promise<void> {
    const parsed = ViewportSubscription.safeParse(body);
    if (!parsed.success || this.running === null) return;
    try {
      await this.subscribeViewport(socket, parsed.data, this.running);
    } catch (error) {
      this.log.warn({ error }, 'viewport subscription failed');
    }
  }

  @SubscribeMessage('follow')
  handleFollow(@ConnectedSocket() socket: LiveSocket, @MessageBody() body: unknown): Promise<FollowAnswer> | undefined {
    const parsed = Follow.safeParse(body);
    return parsed.success ? this.running?.sessions.follow(socket, parsed.data.sessionId) : undefined;
  }

  /**
   * Sends missed events straight to this socket until it has caught up with the rooms, then joins them in the same tick
   * of the event loop: no duplicates, no gaps. One replay at a time of a socket; it gives up for a newer request.
   */
  private async resume(
    socket: LiveSocket,
    { after, at }: z.output<typeof Resume>,
    isNewest: () => boolean,
  ): Promise<ResumeAnswer | undefined> {
    const { data } = socket;
    for (const room of data.eventRooms) void socket.leave(room);
    data.live = false;
    const join = (mode: ResumeAnswer['mode']): ResumeAnswer => {
      for (const room of data.eventRooms) void socket.join(room);
      data.live = true;
      if (mode === 'resync') liveMetrics.resyncs.inc();
      return { mode, ...this.streamHead };
    };
    if (after === null) return join('live');
    const { logs } = this;
    if (!(await isSameLog(this.database, { number: after, at }))) return join('resync');
    // another api process was ahead: the console already has what this one sends until then
    if (after > this.head.number && at !== null) return join('live');
    if (after > this.head.number || this.head.number - after > maxReplayed || after < (await logFloor(this.database)))
      return join('resync');
    let last = after;
    const { userId } = data.caller;
    /** its rights have changed meanwhile: what it shows may be of another scope */
    let isAnother = false;
    const rooms = new Set(data.eventRooms);
    while (last < this.head.number) {
      const rows = await readLog(this.database, last, 500, this.head.number);
      if (!isNewest()) return undefined;
      if (rows.length === 0) break; // numbers drawn by a rolled-back transaction
      for (const row of rows) {
        const eventRooms = roomsOf(row);
        isAnother ||= userId !== null && changedMember(row) === userId;
        const event = data.isWall ? eventForWall(eventOf(row)) : eventOf(row);
        if (event && (data.isWall ? eventRooms.map(wallRoom) : eventRooms).some((r) => rooms.has(r)))
          socket.emit('event', event);
      }
      last = rows.at(-1)?.number ?? last;
    }
    return join(logs === this.logs && !isAnother ? 'live' : 'resync');
  }

  /** Whether states come by the fan-out; else the database is asked each second. */
  get isTold(): boolean {
    return this.running?.feed.isTold === true;
  }

  private get streamHead(): StreamHead {
    return { head: this.head.number, headAt: this.head.at };
  }

  /**
   * The database is an older copy: consoles show what it does not contain, and have not seen what it contains instead.
   */
  private async rereadAll(read: LogPosition, begin: LogPosition): Promise<void> {
    await recordLostEvents(this.change, this.database, read);
    this.logs++;
    this.head = begin;
    this.io.emit('resync', this.streamHead);
  }

  private async subscribeViewport(
    socket: LiveSocket,
    subscription: ViewportSubscription,
    { positions, watched, receiver }: Running,
  ): Promise<void> {
    const { data } = socket;
    const look = ++data.looks;
    const admitted = await this.admitted(data, subscription);
    if (admitted === null || data.looks !== look || !socket.connected) return;
    const { map, vehicles } = admitted;
    data.tiles = map === null ? [] : tilesOf(map).map((t) => ({ ...t, zoom: map.zoom }));
    // in one order: browsers that watch the same share their frames
    data.vehicles = [...new Set(vehicles)].filter((id) => positions.mayWatch(data, id)).sort((a, b) => a - b);
    const rooms = new Set(viewedRooms(data));
    for (const room of socket.rooms) if (isViewportRoom(room) && !rooms.has(room)) void socket.leave(room);
    const fresh = new Set([...rooms].filter((room) => !socket.rooms.has(room)));
    for (const room of fresh) void socket.join(room);
    receiver.watch(watched.ids());
    await positions.sendPicture(socket, (room) => fresh.has(room));
  }

  /** What of it the caller may see: who reads SOS calls but not vehicles sees the machines of those calls, and no fleet on a map. */
  private async admitted(
    { isWall, caller }: SocketData,
    subscription: ViewportSubscription,
  ): Promise<ViewportSubscription | null> {
    if (isWall || mayRead(caller, 'status')) return subscription;
    if (!mayRead(caller, 'sos')) return null;
    const { vehicles } = subscription;
    return {
      map: null,
      vehicles: vehicles.length === 0 ? [] : await vehiclesWithSos(this.database, caller.scope, vehicles),
    };
  }

  private deliver(rows: LogRow[]): void {
    const now = databaseNowMs();
    for (const row of rows) {
      const rooms = roomsOf(row);
      this.tracing.continued(
        row.traceparent,
        `socket ${row.name}`,
        () => ({ kind: 'producer', attributes: this.attributesOf(row, rooms, now) }),
        () => this.emit(row, rooms),
      );
      const changed = changedMember(row);
      if (changed !== null) this.readmit(changed);
      liveMetrics.eventDelay.observe(Math.max(0, now - Date.parse(row.at)) / 1000);
      this.head = { number: row.number, at: row.at };
    }
  }

  private emit(row: LogRow, rooms: string[]): void {
    if (rooms.length === 0) return;
    this.io.to(rooms).emit('event', eventOf(row));
    const wallEvent = eventForWall(eventOf(row));
    if (wallEvent) this.io.to(rooms.map(wallRoom)).emit('event', wallEvent);
  }

  private attributesOf(row: LogRow, rooms: string[], now: number): Attributes {
    const all = [...rooms, ...rooms.map(wallRoom)].map((room) => this.io.sockets.adapter.rooms.get(room));
    return {
      'headland.event': row.name,
      'headland.event.number': row.number,
      'headland.event.age_ms': Math.max(0, now - Date.parse(row.at)),
      'headland.sockets': new Set(all.flatMap((sockets) => [...(sockets ?? [])])).size,
    };
  }

  /**
   * The member's permissions have changed: its consoles are disconnected, reconnect by themselves and are authenticated
   * again after the session caches have expired. By the account and not by its room, which a slow console has left.
   * They read everything again: what they read until then may have been answered by those caches, in the former scope.
   */
  private readmit(userId: number): void {
    setTimeout(() => {
      for (const socket of this.io.sockets.sockets.values()) {
        if (socket.data.caller.userId !== userId) continue;
        liveMetrics.resyncs.inc();
        socket.emit('resync', this.streamHead);
        // what is queued is sent first
        socket.conn.close();
      }
    }, readmitMs).unref();
  }

  /**
   * `who` is a session id, or `kiosk:<id>`. A missed notification ends with the token's expiry, 15 minutes at the most.
   */
  private endSockets(caller: string): void {
    for (const socket of this.io.sockets.sockets.values()) {
      const { sessionId, kioskId } = socket.data.caller;
      if (caller === sessionId || caller === `kiosk:${kioskId}`) end(socket, 'E0105');
    }
  }

  /**
   * Never two runs of one duty at once. The tail logs a failure (database away) at most once a second, so nothing is
   * logged here.
   */
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

const changedMember = (row: LogRow): number | null =>
  row.name === 'member.changed' && 'userId' in row.payload ? row.payload.userId : null;

function end(socket: LiveSocket, code: string): void {
  socket.emit('ended', { code });
  // the goodbye message is sent first: closing flushes the socket
  socket.disconnect();
  setTimeout(() => socket.conn.close(), 200).unref();
}
