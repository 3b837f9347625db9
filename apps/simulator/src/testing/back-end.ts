import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { parseUpTopic } from '@headland/contracts/device/envelope';
import { EngineUp, FaultUp, SosUp, StatusUp, TelemetryUp } from '@headland/contracts/device/up';
import { acknowledgement, add, has, noRanges, type Ranges } from '@headland/domain/received-ranges';
import { Aedes, type AuthenticateError } from 'aedes';
import { decodePayload } from '../encoding';

/**
 * A real broker and a minimal back end of the protocol: commits messages, acknowledges them, asks for missing ones. It
 * can lose messages that the broker has acknowledged, like a broker that crashes.
 */
const schemas = { telemetry: TelemetryUp, engine: EngineUp, fault: FaultUp, sos: SosUp };

export class BackEnd {
  /** `device|kind|boot|seq` → times committed for the first time: always 1 */
  readonly committed = new Map<string, Buffer>();
  readonly arrivals = new Map<string, number>();
  readonly status = new Map<string, StatusUp>();
  readonly order: string[] = [];
  quarantined = 0;
  foreign = 0;
  acknowledges = true;
  /** returns whether this message is lost before it is committed */
  loses: (key: string, arrival: number) => boolean = () => false;
  private readonly streams = new Map<string, Ranges>();
  private readonly sockets = new Set<Socket>();
  private broker: Aedes | null = null;
  private server: Server | null = null;
  private timer: NodeJS.Timeout | null = null;
  port = 0;

  constructor(private readonly secrets: ReadonlyMap<string, string>) {}

  async open(): Promise<void> {
    const broker = (this.broker = await Aedes.createBroker());
    broker.authenticate = (client, username, password, done) => {
      const ok =
        client.id === username && username !== undefined && this.secrets.get(username) === password?.toString();
      // 4: bad user name or password
      if (ok) done(null, true);
      else done(Object.assign(new Error('no'), { returnCode: 4 }) as AuthenticateError, false);
    };
    broker.authorizePublish = (client, packet, done) => {
      // the will is published by the broker in the client's name
      if (client !== null && parseUpTopic(packet.topic)?.device !== client.id) {
        this.foreign += 1;
        return done(new Error('a foreign topic'));
      }
      done(null);
    };
    broker.authorizeSubscribe = (client, subscription, done) => {
      done(
        subscription.topic.startsWith(`tms/v1/${client.id}/down/`) ? null : new Error('a foreign topic'),
        subscription,
      );
    };
    broker.on('publish', (packet, client) => {
      const to = parseUpTopic(packet.topic);
      if (to === null) return;
      const payload = Buffer.from(packet.payload as Buffer);
      if (to.kind === 'status') this.status.set(to.device, StatusUp.parse(decodePayload(payload)));
      else if (client !== null && to.kind in schemas) this.receive(to.device, to.kind as keyof typeof schemas, payload);
    });
    const server = (this.server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      broker.handle(socket);
    }));
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.timer = setInterval(() => this.acknowledgeAll(), 200);
  }

  /** Killed, with all its connections and messages. */
  async crash(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    const closed = new Promise((resolve) => this.server?.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
    await new Promise<void>((resolve) => (this.broker === null ? resolve() : this.broker.close(resolve)));
  }

  publish(device: string, kind: string, body: object, retain = false): void {
    this.broker?.publish(
      {
        cmd: 'publish',
        topic: `tms/v1/${device}/down/${kind}`,
        payload: Buffer.from(JSON.stringify(body)),
        qos: 1,
        retain,
        dup: false,
      },
      () => undefined,
    );
  }

  private receive(device: string, kind: keyof typeof schemas, payload: Buffer): void {
    const parsed = schemas[kind].safeParse(decodePayload(payload));
    if (!parsed.success) {
      this.quarantined += 1;
      return;
    }
    const { boot, seq } = parsed.data;
    const stream = `${device}|${kind}|${boot}`;
    const key = `${stream}|${seq}`;
    const arrival = (this.arrivals.get(key) ?? 0) + 1;
    this.arrivals.set(key, arrival);
    if (this.loses(key, arrival)) return;
    const ranges = this.streams.get(stream) ?? noRanges;
    if (has(ranges, seq)) return;
    this.streams.set(stream, add(ranges, seq));
    this.committed.set(key, payload);
    this.order.push(key);
  }

  private acknowledgeAll(): void {
    if (!this.acknowledges) return;
    for (const [stream, ranges] of this.streams) {
      const [device = '', topic, boot] = stream.split('|');
      this.publish(device, 'ack', { topic, boot: Number(boot), ...acknowledgement(ranges) });
    }
  }
}
