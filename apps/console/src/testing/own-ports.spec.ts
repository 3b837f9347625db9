// @vitest-environment node
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { complainOfRefused, takeRefused } from './own-ports';

/** A server that was not started by the test; it records each connection. */
const foreign = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:http').createServer((request, response) => response.end('foreign'));
  server.on('connection', () => parentPort.postMessage('connected'));
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;
let ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends) await end();
  ends = [];
});

async function stranger(): Promise<{ port: number; messages: unknown[] }> {
  const worker = new Worker(foreign, { eval: true });
  ends.push(() => worker.terminate());
  const messages: unknown[] = [];
  const port = await new Promise<number>((done) => worker.once('message', done));
  worker.on('message', (message) => messages.push(message));
  return { port, messages };
}

describe('a connection of a test', () => {
  it('reaches a server that the test has opened', async () => {
    const server = createServer((_, response) => response.end('mine'));
    ends.push(() => server.close());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })).text()).toBe('mine');
    expect(takeRefused()).toEqual([]);
  });

  it('does not reach a port of another process, and the test fails with the address', async () => {
    const { port, messages } = await stranger();
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
    const socket = connect(port, '127.0.0.1');
    const error = await new Promise<Error>((done) => socket.once('error', done));
    expect(error.message).toBe(`refused: 127.0.0.1:${port} was not opened by this test`);
    expect(complainOfRefused).toThrow(`it tried 127.0.0.1:${port}.`);
    expect(takeRefused()).toEqual([]);
    expect(messages).toEqual([]);
  });
});
