import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../world/program';
import { SlowLink } from './slow-link';

const open: { close: () => void }[] = [];
afterEach(() => open.splice(0).forEach((it) => it.close()));

/** A server that sends ten kilobytes to each client, ten times. */
async function chatty(): Promise<Server> {
  const server = createServer((socket) => {
    for (let i = 0; i < 10; i++) socket.write(Buffer.alloc(10_240));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => server.close() });
  return server;
}
async function through(
  bytesPerS: number | null,
  stall = false,
): Promise<{ link: SlowLink; client: Socket; read: () => number }> {
  const link = await SlowLink.open(((await chatty()).address() as AddressInfo).port, bytesPerS);
  open.push(link);
  if (stall) link.stall();
  let bytes = 0;
  const client = connect({ port: Number(new URL(link.url).port), host: '127.0.0.1' });
  client.on('data', (chunk) => (bytes += chunk.length));
  client.on('error', () => undefined);
  open.push({ close: () => client.destroy() });
  return { link, client, read: () => bytes };
}
const all = 102_400;

describe('a slow link', () => {
  it('carries everything where nothing slows it down', async () => {
    const { read } = await through(null);
    await until('all bytes', () => read() === all, { withinMs: 60_000 });
  });

  it('carries nothing while it is stalled, and all of it later', async () => {
    const { link, client, read } = await through(null, true);
    await until('the connection', () => !client.connecting, { withinMs: 60_000 });
    client.write('still there?');
    await until('the question to be sent', () => client.bytesWritten > 0, { withinMs: 60_000 });
    expect(read()).toBe(0);
    link.flow();
    await until('all bytes', () => read() === all, { withinMs: 60_000 });
  });

  it('keeps to its pace until it is let go', async () => {
    const { link, read } = await through(200_000);
    const startedMs = performance.now();
    await until('all bytes', () => read() === all, { withinMs: 10_000, everyMs: 5 });
    // the last piece arrives before its own time is up, so the whole lasts as long as all but that
    expect(performance.now() - startedMs).toBeGreaterThan(150);
    link.flow();
  });
});
