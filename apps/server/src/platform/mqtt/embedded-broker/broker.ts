import { timingSafeEqual, createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { type BrokerAccount, mayPublish, maySubscribe } from '@headland/domain/device-access';
import { maxPayloadBytes, parseUpTopic } from '@headland/contracts/device/envelope';
import { Aedes, type AuthErrorCode, type AuthenticateError, type Client } from 'aedes';
import type { Logger } from 'pino';
import { verifyDeviceSecret } from '../device-secret';
import { DeviceAccessCache } from './device-access-cache';
import { FrameGuard } from './frame-guard';
import { brokerMetrics as metrics } from './metrics';
import { Pace } from './pace';
import { type SessionLimits, SessionQueues } from './session-queues';

export interface BrokerOptions {
  host: string;
  port: number;
  databaseUrl: string;
  /** The account of the server processes. */
  username: string;
  password: string;
  serverLimits: SessionLimits;
}

export interface Broker {
  port: number;
  /** Why it is not ready, or null. */
  problem: () => Promise<string | null>;
  refresh: () => void;
  stop: () => Promise<void>;
}

/** CONNACK codes of MQTT 3.1.1. */
const unavailable = 3;
const wrongPassword = 4;
const notAuthorized = 5;

const deviceLimits: SessionLimits = {
  messages: 1_000,
  bytes: 1024 * 1024,
  inFlightMessages: 100,
  inFlightBytes: 256 * 1024,
};
/**
 * Bytes that may be queued at the socket of a client without a persistent session; above it the client is not reading,
 * and its messages are dropped.
 */
const maxUnreadBytes = { device: 256 * 1024, server: 8 * 1024 * 1024 };
/** Topic name and packet header beside the payload. */
const headroomBytes = 1024;

/**
 * The built-in MQTT 3.1.1 broker: every device with its own secret from the database, on its own topics only
 * (domain/device-access).
 */
export async function startBroker(options: BrokerOptions, log: Logger): Promise<Broker> {
  const accounts = new WeakMap<Client, BrokerAccount>();
  const paces = new WeakMap<object, Pace>();
  const connected = new Map<string, Client>();
  const mayQueue = (client: Client, filter: string): boolean => {
    const account = accounts.get(client);
    return account !== undefined && maySubscribe(account, filter);
  };
  const isServer = (clientId: string): boolean => servers.has(clientId);
  const servers = new Set<string>();
  const queues = new SessionQueues(
    (id) => (isServer(id) ? options.serverLimits : deviceLimits),
    (id) => metrics.dropped.inc({ session: isServer(id) ? id : 'devices' }),
    mayQueue,
  );
  const devices = new DeviceAccessCache(
    options.databaseUrl,
    (id, access) => {
      const client = connected.get(id);
      if (client === undefined) return;
      log.info(
        { device: id },
        access?.inUse
          ? 'broker: device has a new secret, its connection is closed'
          : 'broker: device is no longer in use, its connection is closed',
      );
      client.close();
    },
    log,
  );

  async function admit(
    client: Client,
    username: string | undefined,
    password: Buffer | undefined,
  ): Promise<BrokerAccount | AuthErrorCode> {
    if (username === undefined || password === undefined) return notAuthorized;
    if (username === options.username)
      return same(password.toString(), options.password) ? { kind: 'server' } : wrongPassword;
    if (client.id !== username) return notAuthorized;
    try {
      const access = await devices.find(username);
      if (access === null || !verifyDeviceSecret(password.toString(), access.secretHash)) return wrongPassword;
      return access.inUse ? { kind: 'device', id: username } : notAuthorized;
    } catch {
      return unavailable;
    }
  }

  const aedes = await Aedes.createBroker({
    persistence: queues.persistence(),
    concurrency: 0, // no shared queue, in which one slow reader would hold back the messages for all others
    connectTimeout: 10_000,
    queueLimit: 200,
    preConnect: (client, _packet, done) => {
      neverWaitForReader(client);
      done(null, true);
    },
    authenticate: (client, username, password, done) => {
      void admit(client, username, password).then((verdict) => {
        if (typeof verdict === 'object') {
          accounts.set(client, verdict);
          if (verdict.kind === 'server') paces.get(client.conn)?.lift();
          if (verdict.kind === 'server' && !client.clean) servers.add(client.id);
          return done(null, true);
        }
        metrics.refused.inc({ reason: refusals[verdict] ?? 'other' });
        done(Object.assign(new Error(`refused with ${verdict}`), { returnCode: verdict }) as AuthenticateError, false);
      });
    },
    authorizePublish: (client, packet, done) => {
      const account = client === null ? undefined : accounts.get(client);
      if (account === undefined || !mayPublish(account, packet.topic)) {
        metrics.refused.inc({ reason: 'publish' });
        return done(new Error(`may not publish to ${packet.topic}`));
      }
      // only a device's status is retained: that memory is bounded by the number of devices
      if (account.kind === 'device' && packet.retain && parseUpTopic(packet.topic)?.kind !== 'status')
        packet.retain = false;
      metrics.received.inc();
      done(null);
    },
    authorizeSubscribe: (client, subscription, done) => {
      const allowed = mayQueue(client, subscription.topic);
      if (!allowed) metrics.refused.inc({ reason: 'subscribe' });
      done(null, allowed ? subscription : null);
    },
    authorizeForward: (client, packet) => {
      if (packet.qos === 2) packet.qos = 1;
      if (!client.clean) return queues.forward(client, packet);
      const kind = accounts.get(client)?.kind ?? 'device';
      if (client.conn.writableLength < maxUnreadBytes[kind]) return packet;
      metrics.dropped.inc({ session: kind === 'server' ? 'live' : 'devices' });
      return null;
    },
  });
  aedes.on('client', (client) => connected.set(client.id, client));
  aedes.on('clientReady', (client) => queues.pump(client));
  aedes.on('clientDisconnect', (client) => connected.get(client.id) === client && connected.delete(client.id));
  aedes.on('clientError', (client, error) =>
    log.debug({ client: client.id, error: error.message }, 'broker: connection ended'),
  );
  aedes.on('connectionError', (_client, error) => {
    if (error.message === 'unacceptable protocol version') {
      metrics.refused.inc({ reason: 'protocolVersion' });
      log.warn(
        'broker: a client with MQTT 5 was refused: the built-in broker supports 3.1.1 only (docs/operations.md)',
      );
    } else log.debug({ error: error.message }, 'broker: connection refused');
  });

  const server = createServer((socket) => {
    socket.setNoDelay(true);
    paces.set(socket, guard(socket));
    aedes.handle(socket);
  });
  await new Promise<void>((done, fail) =>
    server.once('error', fail).listen({ port: options.port, host: options.host }, done),
  );
  const address = server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    problem: async () =>
      (await devices.isReady()) ? null : 'PostgreSQL does not answer: only devices seen before are let in',
    refresh: () => {
      metrics.connected.set(connected.size);
      metrics.queued.reset();
      for (const id of servers) metrics.queued.set({ session: id }, queues.size(id));
    },
    stop: async () => {
      server.close();
      await new Promise<void>((done) => aedes.close(done));
      await devices.stop();
    },
  };
}

const refusals: Record<number, string> = {
  [unavailable]: 'unavailable',
  [wrongPassword]: 'credentials',
  [notAuthorized]: 'notAuthorized',
};

/** Both sides hashed: neither content nor length affects the time. */
function same(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/**
 * Closes a connection that announces a packet above the largest payload, before it is read, and limits the read rate of
 * each device.
 */
function guard(socket: Socket): Pace {
  const frames = new FrameGuard(maxPayloadBytes + headroomBytes);
  const pace = new Pace(socket);
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    // 0: the stream itself reads on, without any data
    const allowed = size === 0 ? 0 : pace.next();
    if (allowed === null) return null;
    const chunk: unknown = read(allowed);
    if (!(chunk instanceof Uint8Array)) return chunk;
    if (frames.accept(chunk)) {
      pace.took(frames.countCompleted());
      return chunk;
    }
    metrics.oversized.inc();
    socket.destroy();
    return null;
  };
  return pace;
}

/**
 * The broker would wait up to a minute for a client that does not read, and block the sender, whose next message may be
 * an SOS. Here it never waits; a client's unread bytes are bounded where its messages are forwarded. Not a public API:
 * version pinned, covered by the spec.
 */
function neverWaitForReader(client: Client): void {
  (client as Client & { waitForDrain(done: (error: Error | null, client: Client) => void): void }).waitForDrain = (
    done,
  ) => setImmediate(done, null, client);
}
