import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of the api with a limited or stalled downstream. */
export class SlowLink {
  private readonly pairs = new Set<{ near: Socket; far: Socket }>();
  private stalled = false;

  private constructor(
    private readonly server: Server,
    private bytesPerS: number | null,
  ) {}

  /** `bytesPerS` null: full speed until it is stalled. */
  static async open(targetPort: number, bytesPerS: number | null): Promise<SlowLink> {
    const server = createServer();
    const link = new SlowLink(server, bytesPerS);
    server.on('connection', (near) => link.join(near, connect({ port: targetPort, host: '127.0.0.1', noDelay: true })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return link;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Stops reading from the server, as a browser with a stuck tab. */
  stall(): void {
    this.stalled = true;
    for (const { far } of this.pairs) far.pause();
  }

  get isSlow(): boolean {
    return this.bytesPerS !== null;
  }

  /** Removes the limit. */
  flow(): void {
    this.stalled = false;
    this.bytesPerS = null;
    for (const { far } of this.pairs) far.resume();
  }

  close(): void {
    this.server.close();
    for (const { near, far } of this.pairs) {
      near.destroy();
      far.destroy();
    }
  }

  private join(near: Socket, far: Socket): void {
    const pair = { near, far };
    this.pairs.add(pair);
    const end = (): void => {
      this.pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => {
      near.write(chunk);
      if (this.bytesPerS === null) return;
      // the next bytes are read when these would have been transmitted
      far.pause();
      setTimeout(() => this.stalled || far.resume(), (chunk.length / this.bytesPerS) * 1000);
    });
    if (this.stalled) far.pause();
  }
}
