import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Aedes } from 'aedes';
import mqtt, { type MqttClient } from 'mqtt';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort, mosquittoPath, startMosquitto } from '../../testing/mosquitto';
import { decodeUp } from './decode';
import { DeviceLink, type LinkOptions } from './device-link';
import type { PendingMessage } from './pending-message';

/** Each broker kind that the product runs on. */
const kinds = [
  { name: 'the embedded broker (MQTT 3.1.1)', available: true, start: startAedes },
  {
    name: 'Mosquitto (MQTT 5)',
    available: mosquittoPath !== '',
    start: async (): Promise<{ url: string }> => {
      const broker = await startMosquitto();
      cleanUps.push(broker.stop);
      return broker;
    },
  },
];
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const done of cleanUps.splice(0).reverse()) await done();
});

describe.each(kinds)('a device link on $name', ({ available, start }) => {
  it.skipIf(!available)('acknowledges after the commit, in batches, in the order of arrival', async () => {
    const { url } = await start();
    const commits: string[][] = [];
    let release: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (release = resolve));
    const link = linkTo(url, async (batch) => {
      commits.push(batch.map((m) => m.payload.toString()));
      if (commits.length === 1) await first;
    });
    const publisher = await publisherTo(url);
    await until(() => link.connected);
    await subscribed();
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => publisher.publishAsync('tms/v1/TEST-1/up/telemetry', String(i), { qos: 1 })),
    );
    await until(() => commits.length === 1 && (commits[0]?.length ?? 0) + link.waiting === 50);
    release();
    await until(() => commits.flat().length === 50);
    expect(commits.flat().map(Number)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    // one commit in flight: all that arrived meanwhile is the second batch
    expect(commits.length).toBeLessThanOrEqual(3);
  });

  it.skipIf(!available)(
    'leaves a share of its time to others while its queue is full, and none of it afterwards',
    async () => {
      const { url } = await start();
      const commits: { size: number; left: number; from: number; to: number }[] = [];
      const commitMs = 30;
      const link = linkTo(
        url,
        async (batch) => {
          const from = performance.now();
          // the first one until all have come
          if (commits.length === 0) await until(() => link.waiting + batch.length === 60);
          await wait(commitMs);
          commits.push({ size: batch.length, left: link.waiting, from, to: performance.now() });
        },
        { maxBatch: 10, leavesShare: 0.5 },
      );
      const publisher = await publisherTo(url);
      await until(() => link.connected);
      await subscribed();
      await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          publisher.publishAsync('tms/v1/TEST-1/up/telemetry', String(i), { qos: 1 }),
        ),
      );
      await until(() => commits.reduce((sum, { size }) => sum + size, 0) === 60);
      for (const [i, { left, to }] of commits.entries()) {
        const next = commits[i + 1];
        // a timer may fire a millisecond early
        if (next !== undefined && left >= 10) expect(next.from - to).toBeGreaterThanOrEqual(commitMs - 2);
      }
      expect(commits.filter(({ left }) => left >= 10).length).toBeGreaterThan(1);
    },
  );

  it.skipIf(!available)('gets again what was not committed when the connection breaks', async () => {
    const { url } = await start();
    const seen: string[] = [];
    const committed: string[] = [];
    let broken = true;
    const link = linkTo(url, (batch) => {
      seen.push(...batch.map((m) => m.payload.toString()));
      if (broken) return Promise.reject(new Error('the process would end here'));
      committed.push(...batch.map((m) => m.payload.toString()));
      return Promise.resolve();
    });
    const publisher = await publisherTo(url);
    await until(() => link.connected);
    await subscribed();
    for (let i = 0; i < 10; i++) await publisher.publishAsync('tms/v1/TEST-1/up/sos', `m${i}`, { qos: 1 });
    await until(() => seen.length > 0);
    broken = false;
    await until(() => new Set(committed).size === 10);
    expect([...new Set(committed)].sort()).toEqual(Array.from({ length: 10 }, (_, i) => `m${i}`));
  });

  it.skipIf(!available)('stops reading when too much waits, and reads on when it was committed', async () => {
    const { url } = await start();
    let most = 0;
    let total = 0;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const link: DeviceLink = linkTo(url, async (batch) => {
      total += batch.length;
      most = Math.max(most, batch.length + link.waiting);
      // the first two are committed, so that the broker has received acknowledgements
      if (total > 1_000) await held;
    });
    const publisher = await publisherTo(url);
    await until(() => link.connected);
    await subscribed();
    const sent = Promise.all(
      Array.from({ length: 8_000 }, (_, i) =>
        publisher.publishAsync('tms/v1/TEST-1/up/telemetry', String(i).padEnd(400), { qos: 1 }),
      ),
    );
    // a broker that keeps to the receive maximum stops at half of it, one that does not is stopped here
    await until(() => link.waiting >= 500);
    release();
    await sent;
    await until(() => total === 8_000);
    expect(most).toBeLessThanOrEqual(1_000 + 500 + 1);
  });

  it.skipIf(!available)('keeps its session while it is away', async () => {
    const { url } = await start();
    const first = linkTo(url, () => Promise.resolve());
    await until(() => first.connected);
    await subscribed();
    await first.stop();
    const publisher = await publisherTo(url);
    for (let i = 0; i < 20; i++) await publisher.publishAsync('tms/v1/TEST-1/up/fault', `away ${i}`, { qos: 1 });
    const got: string[] = [];
    linkTo(url, (batch) => {
      got.push(...batch.map((m) => m.payload.toString()));
      return Promise.resolve();
    });
    await until(() => got.length === 20);
    expect(got).toEqual(Array.from({ length: 20 }, (_, i) => `away ${i}`));
  });

  it.skipIf(!available)('is connected again after a break that left its own publications unanswered', async () => {
    const line = await lineTo((await start()).url);
    const got: string[] = [];
    const link = linkTo(line.url, (batch) => {
      got.push(...batch.map((m) => m.payload.toString()));
      return Promise.resolve();
    });
    await until(() => link.connected);
    await subscribed();
    line.hold();
    const answered = Promise.all([1, 2, 3].map((n) => link.publish(`tms/v1/TEST-${n}/down/ack`, `answer ${n}`)));
    await until(() => line.held > 0);
    const publisher = await publisherTo(line.broker);
    // comes with the session, before the broker answers what the client library sends again
    await publisher.publishAsync('tms/v1/TEST-1/up/sos', 'meanwhile', { qos: 1 });
    line.cut();
    await until(() => link.connected && got.includes('meanwhile'));
    await answered;
    await publisher.publishAsync('tms/v1/TEST-1/up/sos', 'afterwards', { qos: 1 });
    await until(() => got.includes('afterwards'));
  });

  it.skipIf(!available)('leaves its session at once to whoever takes it over while it stops', async () => {
    const { url } = await start();
    let release: () => void = () => undefined;
    const away = new Promise<void>((resolve) => (release = resolve));
    let busy = false;
    const first = linkTo(url, () => {
      busy = true;
      return away;
    });
    await until(() => first.connected);
    await subscribed();
    const publisher = await publisherTo(url);
    await publisher.publishAsync('tms/v1/TEST-1/up/sos', 'held', { qos: 1 });
    await until(() => busy);
    const stopping = first.stop();
    const got: string[] = [];
    const second = linkTo(url, (batch) => {
      got.push(...batch.map((m) => m.payload.toString()));
      return Promise.resolve();
    });
    await until(() => got.length === 1);
    // longer than the first one took to connect again
    await wait(1_500);
    expect([first.connected, second.connected]).toEqual([false, true]);
    release();
    await stopping;
  });

  it.skipIf(!available)(
    'leaves the broker at once where its session is lost to another, whatever it waits for',
    async () => {
      const { url } = await start();
      let release: () => void = () => undefined;
      const away = new Promise<void>((resolve) => (release = resolve));
      let busy = false;
      const link = linkTo(url, () => {
        busy = true;
        return away;
      });
      await until(() => link.connected);
      await subscribed();
      const publisher = await publisherTo(url);
      await publisher.publishAsync('tms/v1/TEST-1/up/sos', 'held', { qos: 1 });
      await until(() => busy);
      let stopped = false;
      const stopping = link.stop(true).then(() => (stopped = true));
      await until(() => !link.connected);
      // longer than it took to connect again
      await wait(1_500);
      expect([link.connected, stopped]).toEqual([false, false]);
      release();
      await stopping;
      const got: string[] = [];
      linkTo(url, (batch) => {
        got.push(...batch.map((m) => m.payload.toString()));
        return Promise.resolve();
      });
      await until(() => got.length === 1);
    },
  );
});

let granted = 0;
/** Resolves when the newest link's subscription was granted: by its log line. */
const subscribed = (): Promise<void> => until(() => granted > 0);

function linkTo(
  url: string,
  onBatch: (batch: PendingMessage[]) => Promise<void>,
  more: Partial<LinkOptions> = {},
): DeviceLink {
  granted = 0;
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void (line.includes('subscribed to the broker') && granted++) },
  );
  const link = new DeviceLink({
    url,
    username: 'headland-server',
    password: 'x',
    clientId: 'headland-test',
    topics: ['tms/v1/+/up/#'],
    receiveMaximum: 1000,
    maxBatch: 500,
    decode: decodeUp,
    onBatch,
    log,
    ...more,
  });
  link.start();
  cleanUps.push(() => link.stop());
  return link;
}

async function publisherTo(url: string): Promise<MqttClient> {
  const client = await mqtt.connectAsync(url, { protocolVersion: 4 });
  cleanUps.push(() => client.endAsync(true));
  return client;
}

/** A line to a broker that can be cut, and before that keeps what the broker says to itself. */
async function lineTo(broker: string): Promise<{
  url: string;
  broker: string;
  readonly held: number;
  hold: () => void;
  cut: () => void;
}> {
  const pairs = new Set<[Socket, Socket]>();
  let holds = false;
  let held = 0;
  const server = createServer((near) => {
    const far = connect(Number(new URL(broker).port), '127.0.0.1');
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => {
      if (holds) held += chunk.length;
      else near.write(chunk);
    });
    for (const socket of pair) socket.on('error', end).on('close', end);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = (): void => {
    holds = false;
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  cleanUps.unshift(() => {
    cut();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return {
    url: `mqtt://127.0.0.1:${port}`,
    broker,
    get held() {
      return held;
    },
    hold: () => void (holds = true),
    cut,
  };
}

async function startAedes(): Promise<{ url: string }> {
  const port = await freePort();
  const broker = await Aedes.createBroker();
  const server: Server = createServer(broker.handle);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  cleanUps.push(() => new Promise<void>((resolve) => broker.close(() => server.close(() => resolve()))));
  return { url: `mqtt://127.0.0.1:${port}` };
}

async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await wait(10);
}
