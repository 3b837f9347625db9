import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy between one MQTT client and its broker that counts the PUBACKs which the client sends: what it has really acknowledged. */
export class PubackTap {
  pubacks = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async open(brokerPort: number): Promise<PubackTap> {
    const server = createServer();
    const tap = new PubackTap(server);
    server.on('connection', (near) => tap.join(near, connect({ port: brokerPort, host: '127.0.0.1', noDelay: true })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return tap;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(near: Socket, far: Socket): void {
    const counter = new PacketCounter((type) => {
      if (type === pubackType) this.pubacks++;
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket
        .on('error', () => other.destroy())
        .on('close', () => {
          this.sockets.delete(socket);
          other.destroy();
        });
    }
    near.on('data', (chunk) => {
      counter.read(chunk);
      far.write(chunk);
    });
    far.on('data', (chunk) => near.write(chunk));
  }
}

const pubackType = 4;

/** Finds where each MQTT packet of a stream begins: the type in the upper half of its first byte, then its length in up to four bytes of seven bits. */
export class PacketCounter {
  private skip = 0;
  private header: number[] = [];

  constructor(private readonly onPacket: (type: number) => void) {}

  read(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.skip > 0) {
        const step = Math.min(this.skip, chunk.length - at);
        this.skip -= step;
        at += step;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      this.header.push(byte);
      if (this.header.length === 1 || byte >= 0x80) continue;
      const [first = 0, ...lengths] = this.header;
      this.header = [];
      this.skip = lengths.reduce((sum, b, i) => sum + (b & 0x7f) * 128 ** i, 0);
      this.onPacket(first >> 4);
    }
  }
}
