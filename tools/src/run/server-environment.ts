import { inCheckout } from './checkout';
import type { Secrets } from './secrets';
import { healthPorts, type Settings } from './settings';

/** Where the three services are, wherever they run. */
export interface Services {
  databaseUrl: string;
  redisUrl: string | undefined;
  mqttUrl: string;
}

export const serverParts = ['api', 'ingest', 'alerts', 'jobs'] as const;
export type ServerPart = (typeof serverParts)[number];

/** The environment of a server process started from this checkout; each key is described in apps/server/src/platform/config.ts. */
export function serverEnvironment(
  run: ServerPart | 'migrate',
  settings: Settings,
  services: Services,
  secrets: Secrets,
): Record<string, string> {
  const ports = healthPorts(settings.port);
  return {
    RUN: run,
    ...(run === 'migrate' ? {} : nodeOptionsOf(run)),
    PORT: String(settings.port),
    // the others answer questions about their health alone
    HOST: run === 'api' ? settings.host : '127.0.0.1',
    HEALTH_PORT: String(run === 'migrate' ? settings.port : ports[run]),
    DATABASE_URL: services.databaseUrl,
    ...(services.redisUrl === undefined ? {} : { REDIS_URL: services.redisUrl }),
    MQTT_URL: services.mqttUrl,
    MQTT_USERNAME: mqttUsername(),
    ...keySettings(secrets),
    DATA_DIR: settings.dataDir,
    ...(settings.dev ? {} : { PUBLIC_DIR: inCheckout('apps/console/dist') }),
    PUBLIC_URL: settings.url,
    DEVELOPMENT: process.env.DEVELOPMENT || 'true',
    // developers and journeys log in repeatedly
    SMS_CODES_AN_HOUR: process.env.SMS_CODES_AN_HOUR || '1000',
    ...(run === 'migrate' ? { SEED: settings.seed } : {}),
  };
}

/** What the environment sets goes before what this checkout keeps. */
export const keySettings = (secrets: Secrets): Record<string, string> => ({
  MQTT_PASSWORD: mqttPassword(secrets),
  JWT_SECRET: process.env.JWT_SECRET || secrets.jwtSecret,
  FACTORY_API_KEY: process.env.FACTORY_API_KEY || secrets.factoryApiKey,
  VAPID_PRIVATE_KEY: process.env.VAPID_PRIVATE_KEY || secrets.vapidPrivateKey,
});

/**
 * The heap of ingest: 90 MB, 1.5 KB for each device that reports (150 MB for 100,000, measured), and what is under way, which V8 needs room to
 * collect at leisure. A limit near to what is in use costs dearly: with 256 MB 10,000 devices at full speed took up to a third more processor time. With
 * this one they keep the process at 390 MB.
 */
export const nodeOptionsOf = (run: ServerPart): Record<string, string> =>
  run === 'ingest'
    ? { NODE_OPTIONS: [process.env.NODE_OPTIONS, '--max-old-space-size=1024'].filter(Boolean).join(' ') }
    : {};

/** The environment of the embedded broker (apps/server/src/platform/mqtt/embedded-broker.main.ts). */
export function brokerEnvironment(settings: Settings, databaseUrl: string, secrets: Secrets): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    BROKER_HOST: process.env.BROKER_HOST || '127.0.0.1',
    BROKER_PORT: String(settings.mqttPort),
    BROKER_HEALTH_PORT: String(healthPorts(settings.port).broker),
    MQTT_USERNAME: mqttUsername(),
    MQTT_PASSWORD: mqttPassword(secrets),
  };
}

const mqttUsername = (): string => process.env.MQTT_USERNAME || 'headland-server';
const mqttPassword = (secrets: Secrets): string => process.env.MQTT_PASSWORD || secrets.mqttPassword;
