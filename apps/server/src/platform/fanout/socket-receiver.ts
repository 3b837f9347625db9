import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { FanoutReceiver } from './fanout';
import { onLines } from './lines';

/** An api process: listens in the folder under a name of its own; ingest processes find it there. */
export class SocketReceiver implements FanoutReceiver {
  private readonly peers = new Set<Socket>();
  private ids = '[]\n';

  private constructor(
    private readonly server: Server,
    onLine: (line: string) => void,
  ) {
    server.on('connection', (socket) => {
      this.peers.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => this.peers.delete(socket));
      onLines(socket, onLine);
      socket.write(this.ids);
    });
  }

  static async open(folder: string, onLine: (line: string) => void, log: Logger): Promise<SocketReceiver> {
    const server = createServer();
    const receiver = new SocketReceiver(server, onLine);
    server.on('error', (error) =>
      log.warn({ error: error.message, folder }, 'fan-out: no socket, states are asked for'),
    );
    server.listen(join(folder, `api-${process.pid}-${randomBytes(6).toString('hex')}.sock`));
    // without a socket nobody connects, and the database is asked instead
    await Promise.race([once(server, 'listening'), once(server, 'error').catch(() => undefined)]).catch(
      () => undefined,
    );
    return receiver;
  }

  get senders(): number {
    return this.peers.size;
  }

  watch(ids: readonly number[]): void {
    const line = `${JSON.stringify(ids)}\n`;
    if (line === this.ids) return;
    this.ids = line;
    for (const peer of this.peers) peer.write(line);
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const peer of this.peers) peer.destroy();
    await closed;
  }
}
