import { io, type Socket } from 'socket.io-client';
import type { LoggedEvent } from '@headland/contracts/event-log';
import type { FaultSummary } from '@headland/contracts/fault';
import type { ClientToServer, ViewportSubscription, ServerToClient, StreamHead } from '@headland/contracts/live';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import type { SosSummary } from '@headland/contracts/sos';
import { listSos, listReports, type Shown } from './api';

/**
 * Without a heartbeat for so long the connection is dead, whatever the socket's state (a heartbeat comes every 2 s).
 */
const silenceMs = 5_000;

/**
 * A browser's end as the product's console has it: it stores the number of the last event, requests what it missed, reads the lists again when it
 * is asked to, and never gives up connecting. What it shows is kept in `calls` and `reports`; it counts what a person would notice.
 */
export class Console {
  readonly calls = new Map<number, Shown>();
  readonly reports = new Map<number, Shown>();
  /** watched vehicles, as they are shown */
  readonly vehicles = new Map<number, ShownVehicle>();
  /** vehicles that were shown in an older state than before */
  older = 0;
  /** when a watched vehicle was last shown in a newer state, on the monotonic clock */
  movedAtMs = performance.now();
  /** events that came twice or out of order within one connection */
  repeats = 0;
  resyncs = 0;
  connects = 0;
  /** ms from the press to this console, for SOS that came by the stream */
  readonly sosLatencies: number[] = [];
  /** the reason of a final disconnect; null while connected */
  endedBy: string | null = null;
  private last: { number: number; at: string | null } | null = null;
  private live = false;
  private stuck = false;
  private reading = 0;
  private lastSignMs = Date.now();
  private retry: NodeJS.Timeout | undefined;
  private readonly watchdog: NodeJS.Timeout;
  private readonly socket: Socket<ServerToClient, ClientToServer>;
  private closed = false;

  constructor(
    private readonly url: string,
    /** lists are read by this connection; by the slow one where that is deliberate */
    private readonly listsUrl: string,
    private readonly token: () => string,
    private readonly look: ViewportSubscription | null = null,
    /** renews its token; without it the console ends with its token */
    private readonly renew: (() => Promise<void>) | null = null,
  ) {
    this.socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      autoConnect: false,
      reconnection: false,
      auth: (give) => give({ token: this.token() }),
    });
    const { socket } = this;
    socket.on('connect', () => this.resume());
    socket.on('disconnect', () => this.lost());
    socket.on('connect_error', () => this.lost());
    socket.on('event', (event) => this.take(event));
    socket.on('resync', (from) => this.resync(from));
    socket.on('beat', () => (this.lastSignMs = Date.now()));
    socket.on('vehicles', (nows) => {
      for (const now of nows) this.showVehicle(now);
    });
    socket.on('ended', ({ code }) => this.ended(code));
    this.watchdog = setInterval(() => this.watch(), 250);
  }

  open(): void {
    this.lastSignMs = Date.now();
    this.socket.connect();
  }

  close(): void {
    this.closed = true;
    clearInterval(this.watchdog);
    clearTimeout(this.retry);
    this.socket.disconnect();
  }

  /** A stuck tab runs nothing, not even its watchdog. */
  stick(stuck: boolean): void {
    this.stuck = stuck;
    this.lastSignMs = Date.now();
  }

  /** The stream is connected and the lists are read. */
  get isLive(): boolean {
    return this.live && this.reading === 0;
  }

  private resume(): void {
    const first = this.last === null;
    this.connects++;
    this.lastSignMs = Date.now();
    if (this.look !== null) this.socket.emit('look', this.look);
    this.socket
      .timeout(10_000)
      .emit('resume', { after: this.last?.number ?? null, at: this.last?.at ?? null }, (error, answer) => {
        if (error) return void this.socket.disconnect();
        this.live = true;
        if (answer.mode === 'resync' || first) this.resync(answer, first);
      });
  }

  private take(event: LoggedEvent): void {
    this.lastSignMs = Date.now();
    if (this.last !== null && event.number <= this.last.number) {
      this.repeats++;
      return;
    }
    this.last = { number: event.number, at: event.at };
    if (event.name === 'sos.raised')
      this.sosLatencies.push(Date.now() - Date.parse((event.payload as { sos: SosSummary }).sos.raisedAt));
    if ('sos' in event.payload) this.show(this.calls, shownSos(event.payload.sos as SosSummary));
    if ('fault' in event.payload) this.show(this.reports, shownReport(event.payload.fault as FaultSummary));
  }

  private show(list: Map<number, Shown>, shown: Shown): void {
    const before = list.get(shown.id);
    // a list read after the event may be ahead of it
    if (before === undefined || shown.version >= before.version) list.set(shown.id, shown);
  }

  private showVehicle({ id, ts, lat, lon, openSos }: VehicleNow): void {
    const before = this.vehicles.get(id)?.ts ?? null;
    const at = ts === null ? null : Date.parse(ts);
    if (before !== null && (at ?? 0) < before) this.older++;
    if (at !== before) this.movedAtMs = performance.now();
    this.vehicles.set(id, { ts: at, lat, lon, openSos });
  }

  private resync({ head, headAt }: StreamHead, first = false): void {
    if (!first) {
      this.resyncs++;
      // a read replaces what was shown: rows may be gone
      this.calls.clear();
      this.reports.clear();
    }
    this.last = { number: head, at: headAt };
    void this.read();
  }

  private async read(): Promise<void> {
    this.reading++;
    try {
      for (;;) {
        try {
          for (const shown of await listSos(this.listsUrl, this.token())) this.show(this.calls, shown);
          for (const shown of await listReports(this.listsUrl, this.token())) this.show(this.reports, shown);
          return;
        } catch {
          if (this.closed) return;
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
      }
    } finally {
      this.reading--;
    }
  }

  /** Renews an expired token, as the product's console does; the connection is then restored. */
  private ended(code: string): void {
    if (code === 'E0802' && this.renew !== null) void this.renew().catch(() => (this.endedBy = code));
    else this.endedBy = code;
  }

  private lost(): void {
    this.live = false;
    if (this.closed || this.endedBy !== null) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), 250 + Math.random() * 750);
  }

  private watch(): void {
    if (!this.stuck && this.live && Date.now() - this.lastSignMs > silenceMs) this.socket.disconnect();
  }
}

export interface ShownVehicle {
  /** epoch ms */
  ts: number | null;
  lat: number | null;
  lon: number | null;
  openSos: number;
}

export const shownSos = (s: SosSummary): Shown => ({
  id: s.id,
  version: s.version,
  status: s.status,
  times: s.presses,
});
export const shownReport = (f: FaultSummary): Shown => ({
  id: f.id,
  version: f.version,
  status: f.status,
  times: f.count,
});
