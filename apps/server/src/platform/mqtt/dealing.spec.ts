import { afterEach, expect, it } from 'vitest';
import { DealingBroker } from '@headland/testing/dealing-broker';
import { mosquittoPath } from '../../testing/mosquitto';
import { account, endClients, serverPassword } from '../../testing/mqtt-clients';
import { startShippedMosquitto } from '../../testing/shipped-mosquitto';
import { readConfig } from '../config';
import { type Dealing, findDealing } from './dealing';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  await endClients();
  for (const stop of stops.splice(0)) await stop();
});

const found = (port: number, signal = new AbortController().signal): Promise<Dealing | null> =>
  findDealing(
    readConfig({
      RUN: 'ingest',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      MQTT_URL: `mqtt://127.0.0.1:${port}`,
      MQTT_USERNAME: account,
      MQTT_PASSWORD: serverPassword,
    }),
    'ingest',
    signal,
  );

it.each(['byClient', 'byMessage'] as const)('is found to be %s where it is', async (deals) => {
  const broker = await DealingBroker.start(deals);
  stops.push(() => broker.stop());
  expect(await found(broker.port)).toBe(deals);
  // several that start at once do not disturb each other
  expect(await Promise.all([found(broker.port), found(broker.port)])).toEqual([deals, deals]);
});

it('is asked again while the broker is away, until told to stop', async () => {
  const broker = await DealingBroker.start();
  const { port } = broker;
  await broker.stop();
  const later = found(port);
  const stopped = new AbortController();
  const never = found(port, stopped.signal);
  stopped.abort();
  expect(await never).toBeNull();
  const again = await DealingBroker.start('byClient', port);
  stops.push(() => again.stop());
  expect(await later).toBe('byClient');
});

it.skipIf(mosquittoPath === '')('is message by message of a Mosquitto with our settings', async () => {
  const mosquitto = await startShippedMosquitto();
  stops.push(() => mosquitto.stop());
  expect(await found(mosquitto.server)).toBe('byMessage');
});
