import pino from 'pino';
import { type Broker, startBroker } from '../platform/mqtt/embedded-broker/broker';
import type { TestServer } from './server';

const password = 'the password of the server';

/** Settings of a server whose terminals come by the built-in broker on this port. */
export const atBroker = (port: number) => ({ MQTT_URL: `mqtt://127.0.0.1:${port}`, MQTT_PASSWORD: password });

/** That broker, with the limits of a small installation. */
export function openBroker(
  { databaseUrl, config }: Pick<TestServer, 'databaseUrl' | 'config'>,
  port: number,
): Promise<Broker> {
  const serverLimits = { messages: 1000, bytes: 1024 * 1024, inFlightMessages: 100, inFlightBytes: 1024 * 1024 };
  return startBroker(
    { host: '127.0.0.1', port, databaseUrl, username: config.MQTT_USERNAME, password, serverLimits },
    pino({ level: 'silent' }),
  );
}
