import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import mqtt from 'mqtt-packet';

/** Kinds that the telemetry process commits. Other kinds belong to another process and are acknowledged unread. */
const committed = /\/up\/(telemetry|engine|status)$/u;

/** A TCP proxy between the telemetry process and its broker that counts its PUBACKs of the kinds that it commits. */
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
    const counter = new PubackCounter(() => this.pubacks++);
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
      counter.fromClient(chunk);
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      counter.fromBroker(chunk);
      near.write(chunk);
    });
  }
}

/** Reads both directions of one MQTT 5 connection, in pieces as they come. */
export class PubackCounter {
  private readonly client = mqtt.parser({ protocolVersion: 5 });
  private readonly broker = mqtt.parser({ protocolVersion: 5 });
  private readonly open = new Set<number>();

  constructor(onPuback: () => void) {
    this.broker.on('packet', (packet) => {
      if (packet.cmd === 'publish' && packet.messageId !== undefined && committed.test(packet.topic))
        this.open.add(packet.messageId);
    });
    this.client.on('packet', (packet) => {
      if (packet.cmd === 'puback' && packet.messageId !== undefined && this.open.delete(packet.messageId)) onPuback();
    });
  }

  fromClient(chunk: Buffer): void {
    this.client.parse(chunk);
  }

  fromBroker(chunk: Buffer): void {
    this.broker.parse(chunk);
  }
}
