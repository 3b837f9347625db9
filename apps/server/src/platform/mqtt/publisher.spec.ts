import { createServer, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort, mosquittoPath, startMosquitto } from '../../testing/mosquitto';
import type { Config } from '../config';
import { Publisher } from './publisher';

/** Each broker kind that the product runs on, at a port. */
const kinds = [
  { name: 'the embedded broker', available: true, start: startAedes },
  {
    name: 'Mosquitto',
    available: mosquittoPath !== '',
    start: (port: number): Promise<{ stop: () => Promise<void> }> => startMosquitto(port),
  },
];
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const done of cleanUps.splice(0).reverse()) await done();
});

describe.each(kinds)('publishing on $name', ({ available, start }) => {
  it.skipIf(!available)('delivers each message once and in order, of any size', async () => {
    const { publisher, received } = await connectedTo(start);
    const large = Buffer.alloc(200_000, 'p');
    await Promise.all([
      ...Array.from({ length: 3_000 }, (_, i) => publisher.publish('down/ack', `${i}`)),
      publisher.publish('down/flash', large),
    ]);
    await until(() => received.length === 3_001);
    expect(received.slice(0, 3_000).map(String)).toEqual(Array.from({ length: 3_000 }, (_, i) => `${i}`));
    expect(received[3_000]?.equals(large)).toBe(true);
  });

  it.skipIf(!available)('goes on with identifiers that are free again', async () => {
    const { publisher, received } = await connectedTo(start);
    for (let n = 0; n < 70_000; n += 3_500)
      await Promise.all(Array.from({ length: 3_500 }, (_, i) => publisher.publish('down/ack', `${n + i}`)));
    await until(() => received.length === 70_000);
  });

  it.skipIf(!available)('fails while the broker is away, and goes on when it is back', async () => {
    const { publisher, received, port, broker, subscribe } = await connectedTo(start);
    await publisher.publish('down/ack', 'before');
    await until(() => received.length === 1);
    await broker.stop();
    await expect(publisher.publish('down/ack', 'meanwhile')).rejects.toThrow('broker');
    await startedAt(start, port);
    await subscribe();
    await until(() =>
      publisher.publish('down/ack', 'after').then(
        () => true,
        () => false,
      ),
    );
    await until(() => received.length > 1);
    expect(String(received[1])).toBe('after');
  });
});

it('fails what was under way when the connection ends', async () => {
  const port = await freePort();
  const sockets = new Set<{ destroy: () => unknown }>();
  // accepts, and never answers a publication
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('data', () => {
      socket.write(Buffer.from([0x20, 2, 0, 0]));
      socket.on('data', () => socket.destroy());
    });
    socket.on('error', () => undefined);
  });
  await listening(server, port);
  const publisher = publisherTo(port);
  cleanUps.push(() => new Promise((resolve) => server.close(resolve)));
  const began = performance.now();
  await expect(publisher.publish('down/ack', '1')).rejects.toThrow('the connection to the broker is lost');
  // not at the end of the time that an answer may take
  expect(performance.now() - began).toBeLessThan(4_500);
});

function publisherTo(port: number): Publisher {
  const config = { MQTT_URL: `mqtt://127.0.0.1:${port}`, MQTT_USERNAME: '', MQTT_PASSWORD: '', RUN: ['jobs'] };
  const publisher = new Publisher(config as unknown as Config, pino({ level: 'silent' }));
  cleanUps.push(() => publisher.onApplicationShutdown());
  return publisher;
}

type Start = (port: number) => Promise<{ stop: () => Promise<void> }>;

async function startedAt(start: Start, port: number): Promise<{ stop: () => Promise<void> }> {
  const broker = await start(port);
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= broker.stop());
  cleanUps.push(stop);
  return { stop };
}

async function connectedTo(start: Start) {
  const port = await freePort();
  const broker = await startedAt(start, port);
  const received: Buffer[] = [];
  const subscriber = mqtt.connect(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 20, resubscribe: false });
  subscriber.on('message', (_topic, payload) => received.push(payload));
  subscriber.on('error', () => undefined);
  cleanUps.push(() => subscriber.endAsync(true));
  const subscribe = async (): Promise<void> => {
    await until(() => subscriber.connected);
    await subscriber.subscribeAsync('down/#', { qos: 1 });
  };
  await subscribe();
  return { publisher: publisherTo(port), received, port, broker, subscribe };
}

async function startAedes(port: number): Promise<{ stop: () => Promise<void> }> {
  const broker = await Aedes.createBroker();
  const server = createServer(broker.handle);
  await listening(server, port);
  return { stop: () => new Promise((resolve) => broker.close(() => server.close(() => resolve()))) };
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));

async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await fact())) await wait(10);
}
