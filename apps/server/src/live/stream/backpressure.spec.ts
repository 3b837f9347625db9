import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Backpressure } from './backpressure';
import { slowRoom, type LiveServer, type LiveSocket } from './rooms';

let server: LiveServer;
let client: Socket;
let socket: LiveSocket;
let backpressure: Backpressure;
let missed: number[];
let resyncs: number;

beforeEach(async () => {
  const http = createServer();
  server = new Server(http, { transports: ['websocket'], perMessageDeflate: false });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const connected = new Promise<LiveSocket>((resolve) => server.on('connection', resolve));
  client = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  [missed, resyncs] = [[], 0];
  client.on('diagnosisMissed', ({ sessionId }: { sessionId: number }) => missed.push(sessionId));
  client.on('resync', () => resyncs++);
  socket = await connected;
  socket.data = {
    ...socket.data,
    ...{ organizationId: null, eventRooms: ['sos @*'], isWall: false, live: true },
    ...{ stalled: false, slow: false, tiles: [], vehicles: [] },
  };
  await socket.join(['sos @*', 'session 5']);
  backpressure = new Backpressure(
    server,
    () => undefined,
    () => ({ head: 1, headAt: null }),
  );
});
afterEach(async () => {
  client.disconnect();
  await server.close();
});

it('a stalled browser leaves its rooms but that of its diagnosis session, and is told to read that again', async () => {
  const line = lineOf(client);
  line.pause();
  // until the kernel takes no more, and more than may wait is queued behind it
  const packet = 'x'.repeat(32 * 1024);
  while (!socket.data.stalled) {
    socket.emit('ended', { code: packet });
    await wait(0);
    backpressure.watch();
  }
  backpressure.mark();
  expect([...socket.rooms].filter((room) => room !== socket.id).sort()).toEqual(['session 5', slowRoom]);
  line.resume();
  while (resyncs === 0 || missed.length === 0) {
    await wait(5);
    backpressure.mark();
    backpressure.watch();
  }
  expect([...socket.rooms].filter((room) => room !== socket.id).sort()).toEqual(['session 5', 'sos @*']);
  expect([client.connected, missed, resyncs]).toEqual([true, [5], 1]);
});

/** The connection under a client's socket: one that is paused reads nothing, as a browser that hangs. */
function lineOf({ io: manager }: Socket): { pause: () => void; resume: () => void } {
  const { transport } = manager.engine as unknown as { transport: { ws: { pause(): void; resume(): void } } };
  return transport.ws;
}
