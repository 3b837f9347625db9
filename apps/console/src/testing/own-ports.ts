import { Server, Socket, type AddressInfo } from 'node:net';

/** Ports that the specs of this worker have opened; one that was closed again may still be asked for. */
const own = new Set<number>();
let refused: string[] = [];
/** a test may stop the clock */
const later = setImmediate;

/** From now on connections are possible only to servers of the spec itself, and to nothing else on this machine. */
export function refuseForeignConnections(): void {
  const listen = Reflect.get(Server.prototype, 'listen') as (...args: unknown[]) => Server;
  Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
    this.once('listening', () => own.add((this.address() as AddressInfo).port));
    return listen.apply(this, args);
  };
  const connect = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => Socket;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    const { host, port } = target(args);
    if (own.has(port)) return connect.apply(this, args);
    const what = `${host}:${port}`;
    refused.push(what);
    // the caller attaches its error listener only after this call
    later(() => this.destroy(new Error(`refused: ${what} was not opened by this test`)));
    return this;
  };
}

/** Where connections were refused since the last question. */
export function takeRefused(): string[] {
  const taken = refused;
  refused = [];
  return taken;
}

export function complainOfRefused(): void {
  const taken = takeRefused();
  if (taken.length === 0) return;
  throw new Error(
    `A test connects only to what it has opened itself; it tried ${[...new Set(taken)].join(', ')}. Give it a fake back end, or a server of its own.`,
  );
}

/** Of `connect(port, host)`, `connect({ port, host })`, `connect(path)`, and Node's own form, in which the arguments are an array already. */
function target(args: unknown[]): { host: string; port: number } {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === 'object' && first !== null) {
    const { host, port, path } = first as { host?: string; port?: number | string; path?: string };
    return port === undefined ? { host: path ?? '', port: 0 } : { host: host ?? 'localhost', port: Number(port) };
  }
  return { host: typeof second === 'string' ? second : 'localhost', port: Number(first) };
}
