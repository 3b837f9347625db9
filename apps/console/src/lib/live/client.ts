import type { DiagnosisFrame } from '@headland/contracts/diagnosis';
import type { LoggedEvent } from '@headland/contracts/event-log';
import type {
  Beat,
  ClientToServer,
  LiveCounts,
  ViewportSubscription,
  ResumeAnswer,
  ServerToClient,
  StreamHead,
} from '@headland/contracts/live';
import { type MapFrame, unpackFrame } from '@headland/contracts/live-frame';
import type { FlashFrame } from '@headland/contracts/reprogram';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import type { Socket } from 'socket.io-client';
import { type EndCode, endings } from '../call';

/**
 * The stream of one browser tab. It remembers the number of the last event; after any gap it resumes from there, and
 * the server sends what was missed, or a `resync`. It reconnects for ever, and reports since when nothing has arrived.
 */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'stopped';
export interface LiveStatus {
  state: LiveState;
  /** epoch ms of the last message; null before the first */
  lastAt: number | null;
  /** age of the newest telemetry at `lastAt`, by the server's clock; null: unknown */
  newestAgeMs: number | null;
}
type LiveSocket = Socket<ServerToClient, ClientToServer>;

export interface LiveClientOptions {
  /** a socket that is not connected yet; its handshake calls `token()` each time. Its code may still have to be loaded. */
  connect: () => LiveSocket | Promise<LiveSocket>;
  token: () => string | null;
  /** the token was rejected as expired: refresh it */
  renew: (failed: string) => Promise<void>;
  ended: (code: EndCode) => void;
  now: () => number;
}

/** A beat comes every 2 s; after this long without one the connection is dead, whatever the socket reports. */
export const silenceMs = 5_000;
/** How long a lost stream may be "reconnecting" before every live part shows that it stopped. */
export const stoppedAfterMs = 5_000;
const resumeTimeoutMs = 10_000;
const quietMs = 1_000;

export class LiveClient {
  readonly onEvent = new Set<(event: LoggedEvent) => void>();
  readonly onFrame = new Set<(frame: MapFrame) => void>();
  readonly onVehicle = new Set<(now: VehicleNow) => void>();
  readonly onCounts = new Set<(counts: LiveCounts) => void>();
  readonly onBeat = new Set<(beat: Beat) => void>();
  /** values of the diagnosis session that this tab follows */
  readonly onDiagnosis = new Set<(frame: DiagnosisFrame) => void>();
  /** progress of program transfers to vehicles that this tab subscribes to */
  readonly onFlash = new Set<(frame: FlashFrame) => void>();
  /** the server has begun to send the values, again after some were dropped, or rejects the session */
  readonly onFollowing = new Set<(following: boolean) => void>();
  /** everything loaded may be out of date: refetch */
  readonly onResync = new Set<() => void>();
  readonly onStatus = new Set<() => void>();
  /** another subscription is sent, at once or with the next connection */
  readonly onSubscription = new Set<(subscription: ViewportSubscription) => void>();

  private socket: LiveSocket | null = null;
  private loading = false;
  private status: LiveStatus = { state: 'connecting', lastAt: null, newestAgeMs: null };
  /** the last event: its number, and its time, which identifies the server's log */
  private last: { number: number; at: string | null } | null = null;
  private lostAt: number | null = null;
  private watchdog: ReturnType<typeof setInterval> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private attempts = 0;
  /** the token of the current handshake */
  private used: string | null = null;
  private subscription: ViewportSubscription = { map: null, vehicles: [] };
  private followed: number | null = null;
  private stopped = true;

  constructor(private readonly options: LiveClientOptions) {}

  private take(socket: LiveSocket): void {
    this.socket = socket;
    socket.on('connect', () => this.resume(socket));
    socket.on('disconnect', (reason) => this.lost(reason !== 'io client disconnect'));
    socket.on(
      'connect_error',
      (error) => void this.refused((error as Error & { data?: { code?: string } }).data?.code ?? error.message),
    );
    socket.on('event', (event) => this.receive(event));
    socket.on('resync', (from) => this.resync(from));
    socket.on('map', (data) => this.frame(data));
    socket.on('vehicles', (nows) => {
      for (const now of nows) notify(this.onVehicle, now);
    });
    socket.on('counts', (counts) => notify(this.onCounts, counts));
    socket.on('beat', (beat) => this.beat(beat));
    socket.on('diagnosis', (frame) => notify(this.onDiagnosis, frame));
    socket.on('diagnosisMissed', ({ sessionId }) => {
      if (sessionId === this.followed) notify(this.onFollowing, true);
    });
    socket.on('flash', (frame) => notify(this.onFlash, frame));
    socket.on('ended', ({ code }) => void this.refused(code));
  }

  start(): void {
    this.stopped = false;
    this.lostAt = this.options.now();
    this.watchdog ??= setInterval(() => this.watch(), 500);
    this.open();
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.watchdog);
    this.watchdog = undefined;
    clearTimeout(this.retry);
    this.socket?.disconnect();
  }

  /** Without waiting for the next attempt: on the user's request, or when the browser is online again. */
  reconnectNow(): void {
    if (this.stopped) return;
    this.attempts = 0;
    this.socket?.disconnect();
    this.open();
  }

  getStatus = (): LiveStatus => this.status;

  /** The subscription of this tab; sent again after each reconnect. */
  setSubscription(subscription: ViewportSubscription): void {
    if (JSON.stringify(subscription) === JSON.stringify(this.subscription)) return;
    this.subscription = subscription;
    if (this.socket?.connected) this.socket.emit('look', subscription);
    notify(this.onSubscription, subscription);
  }

  /**
   * The diagnosis session shown by this tab, null: none; sent again after each reconnect, since the server ends
   * sessions that no page shows.
   */
  follow(sessionId: number | null): void {
    if (sessionId === this.followed) return;
    this.followed = sessionId;
    if (this.socket?.connected) this.sendFollowed(this.socket);
  }

  private sendFollowed(socket: LiveSocket): void {
    const sessionId = this.followed;
    socket.emit('follow', { sessionId }, ({ following }) => {
      if (sessionId !== null && sessionId === this.followed) notify(this.onFollowing, following);
    });
  }

  private open(): void {
    clearTimeout(this.retry);
    this.used = this.options.token();
    if (this.stopped || this.used === null) return;
    if (this.socket) this.socket.connect();
    else void this.load();
  }

  /** The first time; where its code cannot be loaded, later again. */
  private async load(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    try {
      this.take(await this.options.connect());
      this.loading = false;
      this.open();
    } catch {
      this.loading = false;
      this.later();
    }
  }

  private resume(socket: LiveSocket): void {
    const first = this.last === null;
    socket.emit('look', this.subscription);
    if (this.followed !== null) this.sendFollowed(socket);
    socket
      .timeout(resumeTimeoutMs)
      .emit(
        'resume',
        { after: this.last?.number ?? null, at: this.last?.at ?? null },
        (error: Error | null, answer: ResumeAnswer) => {
          if (error) {
            // one that was lost meanwhile comes back after its delay
            if (socket.connected) this.reconnectNow();
            return;
          }
          this.attempts = 0;
          this.lostAt = null;
          // Data loaded before the stream was connected may have changed since: the first connection refetches it, too.
          if (answer.mode === 'resync' || first) this.resync(answer);
          this.alive(this.status.newestAgeMs);
        },
      );
  }

  private receive(event: LoggedEvent): void {
    // Replay after a resume may overlap with live events: each number counts once.
    if (this.last !== null && event.number <= this.last.number) return;
    this.last = { number: event.number, at: event.at };
    notify(this.onEvent, event);
  }

  /** The head may be lower than the last event: a restored older database continues from there. */
  private resync({ head, headAt }: StreamHead): void {
    this.last = { number: head, at: headAt };
    notify(this.onResync, undefined);
  }

  private frame(data: ArrayBuffer | Uint8Array): void {
    if (this.onFrame.size === 0) return;
    let frame: MapFrame;
    try {
      frame = unpackFrame(data);
    } catch {
      // A frame of a newer server: the shell asks for a reload when the version changes, until then the map is frozen.
      return;
    }
    notify(this.onFrame, frame);
  }

  private beat(beat: Beat): void {
    notify(this.onBeat, beat);
    this.alive(beat.newestAt === null ? null : Math.max(0, beat.at - beat.newestAt));
  }

  private alive(newestAgeMs: number | null): void {
    if (this.lostAt !== null) return;
    this.set({ state: 'live', lastAt: this.options.now(), newestAgeMs });
  }

  private lost(again: boolean): void {
    this.lostAt ??= this.options.now();
    if (again) this.later();
  }

  /**
   * Reconnects after a growing, jittered delay: after a restart of the server the consoles do not all come in the same
   * second.
   */
  private later(): void {
    if (this.stopped) return;
    clearTimeout(this.retry);
    const waitMs = Math.min(10_000, 250 * 2 ** Math.min(this.attempts++, 6)) * (0.5 + Math.random());
    this.retry = setTimeout(() => this.open(), waitMs);
  }

  private async refused(code: string): Promise<void> {
    this.lostAt ??= this.options.now();
    const ending = endings.find((e) => e === code);
    if (ending !== undefined) {
      this.stop();
      this.options.ended(ending);
      return;
    }
    // The handshake's token has expired. A response may have brought a newer one since; then that one is used.
    if (code === 'E0802' && this.used !== null && this.used === this.options.token()) {
      try {
        await this.options.renew(this.used);
      } catch {
        // renew() ends the session if it was rejected; if the server was away, the next attempt retries
      }
    }
    this.later();
  }

  private watch(): void {
    const now = this.options.now();
    const { state, lastAt } = this.status;
    if (state === 'live' && lastAt !== null && now - lastAt > silenceMs) {
      this.lostAt = now;
      this.set({ ...this.status, state: 'reconnecting' });
      this.reconnectNow();
    }
    // A renewed token reconnects within a moment: not worth a message.
    if (this.lostAt !== null && state === 'live' && now - this.lostAt > quietMs)
      this.set({ ...this.status, state: 'reconnecting' });
    if (this.lostAt !== null && now - this.lostAt > stoppedAfterMs && this.status.state !== 'stopped')
      this.set({ ...this.status, state: 'stopped' });
  }

  private set(status: LiveStatus): void {
    this.status = status;
    notify(this.onStatus, undefined);
  }
}

function notify<T>(listeners: Set<(value: T) => void>, value: T): void {
  for (const listener of listeners) listener(value);
}
