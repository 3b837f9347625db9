import { io, type Socket } from 'socket.io-client';
import { unpackFrame } from '@headland/contracts/live-frame';
import type { ClientToServer, Look, ServerToClient } from '@headland/contracts/live';
import { Histogram } from '../measure/histogram';
import { ageMs, stampNow, stampOf } from '../measure/stamp';
import type { MinimalRow } from '../limit/minimal-plan';
import { channels, type Channel } from './consoles-plan';

interface FromEither extends ServerToClient {
  batch: (rows: MinimalRow[]) => void;
}

/** What all consoles of this process have seen since the last reset. */
export class Seen {
  latency = perChannel(() => new Histogram());
  frames = perChannel(() => 0);
  resyncs = 0;
}

const perChannel = <T>(make: () => T): Record<Channel, T> => Object.fromEntries(channels.map((c) => [c, make()])) as Record<Channel, T>;

/** One browser's end of the socket, with the client library that the console uses. */
export class ConsoleEnd {
  private readonly socket: Socket<FromEither, ClientToServer>;
  /** vehicle → stamp of its last position, so that a position that is shown again counts once */
  private readonly lastStamp = new Map<string, number>();
  private stalled = false;

  constructor(
    plan: { url: string; token: string | null; look: Look | null },
    private readonly measures: boolean,
    private readonly seen: () => Seen,
  ) {
    this.socket = io(plan.url, { transports: ['websocket'], forceNew: true, autoConnect: false, ...(plan.token === null ? {} : { auth: { token: plan.token } }) });
    const { socket } = this;
    socket.on('connect', () => {
      if (plan.token === null) return;
      socket.emit('resume', { after: null }, () => undefined);
      if (plan.look) socket.emit('look', plan.look);
    });
    socket.on('batch', (rows) => {
      this.count('batch');
      if (!this.measures) return;
      const now = stampNow();
      for (const [, lat, lon] of rows) this.seen().latency.batch.recordMs(ageMs(stampOf(lat, lon), now));
    });
    socket.on('map', (data) => {
      this.count('map');
      if (!this.measures) return;
      const now = stampNow();
      for (const s of unpackFrame(data).singles) this.moved('map', s.id, s.lat, s.lon, now);
    });
    socket.on('vehicle', (v) => {
      this.count('vehicle');
      if (this.measures && v.lat !== null && v.lon !== null) this.moved('vehicle', v.id, v.lat, v.lon, stampNow());
    });
    socket.on('event', (event) => {
      if (event.name !== 'sos.raised') return;
      this.count('sos');
      if (!this.measures) return;
      const { lat, lon } = (event.payload as { sos: { lat: number | null; lon: number | null } }).sos;
      if (lat !== null && lon !== null) this.seen().latency.sos.recordMs(ageMs(stampOf(lat, lon), stampNow()));
    });
    socket.on('resync', () => {
      this.seen().resyncs += 1;
    });
  }

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.once('connect', resolve);
      this.socket.once('connect_error', reject);
      this.socket.once('ended', ({ code }) => reject(new Error(`the server ended the session: ${code}`)));
      this.socket.connect();
    });
  }

  get connected(): boolean {
    return this.socket.connected;
  }

  get bytesRead(): number {
    return this.tcp()?.bytesRead ?? 0;
  }

  /** Stops reading from the network, as a browser does whose tab is stuck. */
  stall(): void {
    this.stalled = true;
    this.tcp()?.pause();
    // ws reads on by itself when its buffer drains
    this.tcp()?.on('resume', () => this.stalled && this.tcp()?.pause());
  }

  private count(channel: Channel): void {
    this.seen().frames[channel] += 1;
  }

  private moved(channel: 'map' | 'vehicle', id: number, lat: number, lon: number, now: number): void {
    const stamp = stampOf(lat, lon);
    const key = `${channel}${id}`;
    const before = this.lastStamp.get(key);
    this.lastStamp.set(key, stamp);
    if (before !== undefined && before !== stamp) this.seen().latency[channel].recordMs(ageMs(stamp, now));
  }

  /** The socket below WebSocket, below Engine.IO: only Node has one. */
  private tcp(): (NodeJS.ReadStream & { bytesRead: number }) | null {
    const engine = this.socket.io.engine as unknown as { transport?: { ws?: { _socket?: NodeJS.ReadStream & { bytesRead: number } } } } | undefined;
    return engine?.transport?.ws?._socket ?? null;
  }
}
