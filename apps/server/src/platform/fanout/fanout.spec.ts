import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestQueues } from '../../testing/queues';
import type { Config } from '../config';
import { fanoutMetrics } from '../metrics';
import { maxUnsentBytes, type FanoutReceiver, type FanoutSender } from './fanout';
import { fanoutReceiver, fanoutSender } from './open-fanout';

const log = pino({ level: 'silent' });
const within = { timeout: 60_000, interval: 10 };
const queues = new TestQueues();
const open: { stop: () => Promise<void> }[] = [];
beforeAll(() => queues.open());
afterAll(() => queues.close());
afterEach(async () => {
  for (const part of open.splice(0)) await part.stop();
});

/** Each kind that this machine can run, with a folder of its own for each test. */
const kinds = queues.kinds.map(({ kind, url }) => ({
  kind: kind === 'Redis' ? ('redis' as const) : ('socket' as const),
  config: (): Config => ({
    ...queues.config(url()),
    FANOUT: kind === 'Redis' ? 'redis' : 'socket',
    FANOUT_DIR: mkdtempSync(join(tmpdir(), 'fanout-')),
  }),
}));

const sender = (config: Config, name = 'headland-ingest'): FanoutSender => {
  const made = fanoutSender(config, name, log);
  open.push(made);
  return made;
};
async function receiver(config: Config): Promise<FanoutReceiver & { lines: string[] }> {
  const lines: string[] = [];
  const made = await fanoutReceiver(config, (line) => lines.push(line), log);
  open.push(made);
  return Object.assign(made, { lines });
}
const connected = (...receivers: FanoutReceiver[]): Promise<void> =>
  vi.waitFor(() => expect(receivers.map((r) => r.senders)).toEqual(receivers.map(() => 1)), within);

describe.each(kinds)('the fan-out by $kind', ({ config: make }) => {
  it('gives each line to every api process, whole and in order', async () => {
    const config = make();
    const out = sender(config);
    const [a, b] = [await receiver(config), await receiver(config)];
    await connected(a, b);
    // longer than what a socket hands over at once, and with more than one byte a letter
    const lines = Array.from({ length: 50 }, (_, i) => `${i}.${'김제'.repeat(i * 200)}`);
    for (const line of lines) out.send(`${line}\n`);
    await vi.waitFor(() => expect([a.lines.length, b.lines.length]).toEqual([50, 50]), within);
    expect(a.lines.map((line) => line.trimEnd())).toEqual(lines);
    expect(b.lines).toEqual(a.lines);
  });

  it('tells the sender what any of them watches, and forgets what those that are gone did', async () => {
    const config = make();
    const [a, b] = [await receiver(config), await receiver(config)];
    a.watch([1, 2]);
    const out = sender(config);
    await connected(a, b);
    b.watch([2, 3]);
    await vi.waitFor(() => expect([...out.watched].sort()).toEqual([1, 2, 3]), within);
    a.watch([]);
    await vi.waitFor(() => expect([...out.watched].sort()).toEqual([2, 3]), within);
    await b.stop();
    await vi.waitFor(() => expect([...out.watched]).toEqual([]), within);
  });

  it('shows the api process that nobody sends any more, and finds a sender that has started anew', async () => {
    const config = make();
    const first = sender(config);
    const api = await receiver(config);
    await connected(api);
    await first.stop();
    await vi.waitFor(() => expect(api.senders).toBe(0), within);
    const second = sender(config);
    await connected(api);
    second.send('again\n');
    await vi.waitFor(() => expect(api.lines.map((line) => line.trimEnd())).toEqual(['again']), within);
  });
});

it('leaves an api process to itself that can have no socket', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fanout-'));
  writeFileSync(join(folder, 'file'), '');
  const config = { ...(kinds[0]?.config() as Config), FANOUT_DIR: join(folder, 'file', 'below') };
  const out = sender(config);
  const api = await receiver(config);
  out.send('nobody\n');
  api.watch([1]);
  expect(api.senders).toBe(0);
});

it('drops what an api process does not read, instead of keeping it', async () => {
  const config = kinds[0]?.config() as Config;
  const server = createServer().listen(join(config.FANOUT_DIR ?? '', 'api-1-stuck.sock'));
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const out = sender(config);
  const [socket] = await accepted;
  socket.pause();
  socket.write('[7]\n');
  await vi.waitFor(() => expect([...out.watched]).toEqual([7]), within);
  const dropped = async (): Promise<number> => (await fanoutMetrics.dropped.get()).values[0]?.value ?? 0;
  const before = await dropped();
  for (let i = 0; i < 8; i++) out.send(`${'x'.repeat(maxUnsentBytes / 2)}\n`);
  expect((await dropped()) - before).toBeGreaterThan(0);
  socket.destroy();
  server.close();
});
