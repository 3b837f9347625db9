import pino from 'pino';
import { startBroker } from '../platform/mqtt/embedded-broker/broker';
import { mosquittoPath, startMosquitto } from './mosquitto';
import type { TestServer } from './server';

const password = 'the password of the server';

/** Settings of a server whose terminals come by the broker on this port. */
export const atBroker = (port: number) => ({ MQTT_URL: `mqtt://127.0.0.1:${port}`, MQTT_PASSWORD: password });

/** What a spec needs of the broker that terminals come by. */
export interface OpenBroker {
  port: number;
  stop: () => Promise<void>;
}

/**
 * The broker on this port: the built-in one with the limits of a small installation, or with TEST_BROKER=mosquitto a
 * Mosquitto with the product's limits and without accounts (`broker-access.spec` is about these).
 */
export function openBroker(
  { databaseUrl, config }: Pick<TestServer, 'databaseUrl' | 'config'>,
  port: number,
): Promise<OpenBroker> {
  if (process.env.TEST_BROKER === 'mosquitto') {
    if (mosquittoPath === '') throw new Error('TEST_BROKER=mosquitto, and mosquitto is not installed');
    return startMosquitto(port);
  }
  const serverLimits = { messages: 1000, bytes: 1024 * 1024, inFlightMessages: 100, inFlightBytes: 1024 * 1024 };
  return startBroker(
    { host: '127.0.0.1', port, databaseUrl, username: config.MQTT_USERNAME, password, serverLimits },
    pino({ level: 'silent' }),
  );
}
