import { connect, createServer } from 'node:net';

/** True when nothing listens on this port, on the given address and on the loopback. */
export async function isFree(port: number, host = '0.0.0.0'): Promise<boolean> {
  if (await answers(port)) return false;
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(true)));
  });
}

/**
 * A free port for a service with no fixed port. Below the range of ephemeral ports,
 * so that it is still free at the next start.
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred, '127.0.0.1'))) return preferred;
  for (let tries = 0; tries < 200; tries++) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    if (await isFree(port, '127.0.0.1')) return port;
  }
  throw new Error('No free port between 15000 and 30000 on this machine.');
}

/** True when something accepts connections there. */
export function answers(port: number, host = '127.0.0.1', timeoutMs = 1000): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host, timeout: timeoutMs });
    const end = (yes: boolean) => {
      socket.destroy();
      done(yes);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}
