import { readdir, unlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { fanoutMetrics } from '../metrics';
import { maxUnsentBytes, type FanoutSender } from './fanout';
import { onLines, parseIds } from './lines';
import { socketName } from './socket-folder';

/** How soon an api process that has started is found. */
const searchMs = 250;

interface Peer {
  socket: Socket;
  ids: number[];
  connected: boolean;
}

/** An ingest process: connects to each api process whose socket is in the folder. */
export class SocketSender implements FanoutSender {
  watched: ReadonlySet<number> = new Set();
  private readonly peers = new Map<string, Peer>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly folder: string,
    private readonly log: Logger,
  ) {
    void this.search();
  }

  send(line: string): void {
    for (const { socket, connected } of this.peers.values()) {
      if (!connected) continue;
      if (socket.writableLength > maxUnsentBytes) fanoutMetrics.dropped.inc();
      else {
        socket.write(line);
        fanoutMetrics.sent.inc();
      }
    }
  }

  stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    for (const { socket } of this.peers.values()) socket.destroy();
    return Promise.resolve();
  }

  private async search(): Promise<void> {
    try {
      for (const name of await readdir(this.folder))
        if (!this.stopped && socketName.test(name) && !this.peers.has(name)) this.connect(name);
    } catch (error) {
      this.log.debug({ error, folder: this.folder }, 'fan-out: the folder cannot be read');
    }
    if (!this.stopped) this.timer = setTimeout(() => void this.search(), searchMs).unref();
  }

  private connect(name: string): void {
    const path = join(this.folder, name);
    const socket = connect(path);
    const peer: Peer = { socket, ids: [], connected: false };
    this.peers.set(name, peer);
    socket.on('connect', () => {
      peer.connected = true;
      fanoutMetrics.receivers.set(this.connectedPeers());
    });
    onLines(socket, (line) => {
      peer.ids = parseIds(line);
      this.collect();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      socket.destroy();
      // its process was killed: nobody will listen under this name again
      if (error.code === 'ECONNREFUSED') void unlink(path).catch(() => undefined);
    });
    socket.on('close', () => {
      this.peers.delete(name);
      fanoutMetrics.receivers.set(this.connectedPeers());
      this.collect();
    });
  }

  private connectedPeers(): number {
    return Array.from(this.peers.values()).filter((peer) => peer.connected).length;
  }

  private collect(): void {
    this.watched = new Set(Array.from(this.peers.values(), (peer) => peer.ids).flat());
  }
}
