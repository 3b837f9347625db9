import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { Server, type ServerOptions } from 'socket.io';
import { type Config, runs } from './config';

/** The server behind every gateway. A process that serves no browsers has one that no port leads to. */
export class SocketAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly config: Config,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    if (!runs(this.config, 'api')) return new Server(options);
    const { PUBLIC_URL } = this.config;
    const cors = PUBLIC_URL ? { cors: { origin: PUBLIC_URL } } : {};
    return super.createIOServer(port, { ...options, ...cors } as ServerOptions) as Server;
  }

  /** Socket.IO fails to close a server that was never attached to a port: the end of the process would be cut short. */
  override async close(server: Server): Promise<void> {
    if (runs(this.config, 'api')) await super.close(server);
  }
}
