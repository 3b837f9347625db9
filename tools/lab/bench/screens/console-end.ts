import { io, type Socket } from 'socket.io-client';
import { accessHeader } from '@headland/contracts/session';
import { unpackFrame } from '@headland/contracts/live-frame';
import type { ClientToServer, ViewportSubscription, ServerToClient } from '@headland/contracts/live';
import { Histogram } from '../measure/histogram';
import { ageMs, stampNow, stampOf } from '../measure/stamp';
import type { MinimalRow } from '../limit/minimal-plan';
import { channels, type Channel } from './consoles-plan';

interface FromEither extends ServerToClient {
  batch: (rows: MinimalRow[]) => void;
}

/** Totals of all consoles of this process since the last reset. */
export class Seen {
  latency = perChannel(() => new Histogram());
  frames = perChannel(() => 0);
  resyncs = 0;
  reread = { count: 0, failed: 0, latency: new Histogram() };
}

const perChannel = <T>(make: () => T): Record<Channel, T> =>
  Object.fromEntries(channels.map((c) => [c, make()])) as Record<Channel, T>;

/** The browser's end of the socket, with the client library of the console. */
export class ConsoleEnd {
  private readonly socket: Socket<FromEither, ClientToServer>;
  /** vehicle → stamp of its last position, so that a position that is shown again counts once */
  private readonly lastStamp = new Map<string, number>();
  private stalled = false;
  private readonly waiting = new Set<string>();
  private readonly reading = new Map<string, AbortController>();

  constructor(
    private readonly plan: {
      url: string;
      token: string | null;
      look: ViewportSubscription | null;
      rereads?: readonly string[];
    },
    private readonly measures: boolean,
    private readonly seen: () => Seen,
    sessionId?: number,
  ) {
    this.socket = io(plan.url, {
      transports: ['websocket'],
      forceNew: true,
      autoConnect: false,
      ...(plan.token === null ? {} : { auth: { token: plan.token } }),
    });
    const { socket } = this;
    socket.on('connect', () => {
      if (plan.token === null) return;
      socket.emit('resume', { after: null }, () => undefined);
      if (plan.look) socket.emit('look', plan.look);
      if (sessionId !== undefined) socket.emit('follow', { sessionId }, () => undefined);
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
    socket.on('vehicles', (nows) => {
      this.count('vehicle');
      if (!this.measures) return;
      const now = stampNow();
      for (const v of nows) if (v.lat !== null && v.lon !== null) this.moved('vehicle', v.id, v.lat, v.lon, now);
    });
    socket.on('event', (event) => {
      const channel = event.name === 'sos.raised' ? 'sos' : event.name === 'fault.occurred' ? 'fault' : null;
      if (channel === null) return;
      this.count(channel);
      if (this.measures) {
        const { lat, lon } = (
          event.payload as Partial<Record<'sos' | 'fault', { lat: number | null; lon: number | null }>>
        )[channel] ?? { lat: null, lon: null };
        if (lat !== null && lon !== null) this.seen().latency[channel].recordMs(ageMs(stampOf(lat, lon), stampNow()));
      }
      this.readAgain();
    });
    socket.on('diagnosis', ({ rows }) => {
      if (rows === undefined) return;
      this.count('rows');
      if (this.measures)
        this.seen().latency.rows.recordMs(Date.now() - (rows.t0 + (rows.rows.length - 1) * rows.period));
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
    // ws resumes reading when its buffer drains
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

  /** As the product's console: a list is read again 0.2 to 1 s after the first event that touches it, and a read that is still under way then is given up for the new one. */
  private readAgain(): void {
    for (const path of this.plan.rereads ?? []) {
      if (this.waiting.has(path)) continue;
      this.waiting.add(path);
      setTimeout(
        () => {
          this.waiting.delete(path);
          void this.read(path);
        },
        200 + Math.random() * 800,
      );
    }
  }

  private async read(path: string): Promise<void> {
    const { reread } = this.seen();
    const startMs = performance.now();
    this.reading.get(path)?.abort();
    const mine = new AbortController();
    this.reading.set(path, mine);
    reread.count++;
    try {
      const answer = await fetch(this.plan.url + path, {
        headers: { [accessHeader]: this.plan.token ?? '' },
        signal: mine.signal,
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(String(answer.status));
      reread.latency.recordMs(performance.now() - startMs);
    } catch {
      reread.failed++;
    }
  }

  /** The socket below WebSocket, below Engine.IO: only Node has one. */
  private tcp(): (NodeJS.ReadStream & { bytesRead: number }) | null {
    const engine = this.socket.io.engine as unknown as
      { transport?: { ws?: { _socket?: NodeJS.ReadStream & { bytesRead: number } } } } | undefined;
    return engine?.transport?.ws?._socket ?? null;
  }
}
