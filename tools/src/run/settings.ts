import { resolve } from 'node:path';
import { checkout } from './checkout';
import { StopWith } from './stop-with';

/** What a start is asked to do: by the environment, and by the words after `npm start --`. */
export interface Settings {
  port: number;
  /** Where the api and the console listen: the loopback, unless somebody opens them. */
  host: string;
  mqttPort: number;
  dataDir: string;
  url: string;
  /** Services that exist already; what is not named is started here. */
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  mqttUrl: string | undefined;
  seed: 'demo' | 'none';
  fleet: boolean;
  dev: boolean;
}

const loopback = '127.0.0.1';
/** Whether somebody on another machine can reach it. */
export const isOpen = ({ host }: Pick<Settings, 'host'>): boolean =>
  host !== 'localhost' && host !== '::1' && !host.startsWith('127.');

/** Where this machine itself reaches what listens there: not every address is answered on the loopback. */
export const hereAt = (host: string): string =>
  ['0.0.0.0', '::', '::0'].includes(host) ? loopback : host.includes(':') ? `[${host}]` : host;
/** The address of a page there, for a browser on this machine. */
export const pageAt = (host: string, port: number): string =>
  `http://${hereAt(host) === loopback ? 'localhost' : hereAt(host)}:${port}`;

const flags = ['--dev', '--no-fleet'];

export function readSettings(env: NodeJS.ProcessEnv, args: string[]): Settings {
  const unknown = args.find((arg) => !flags.includes(arg));
  if (unknown !== undefined) throw new StopWith(`npm start does not know ${unknown}; it knows ${flags.join(' and ')}.`);
  const port = portOf(env, 'PORT', 3000);
  const mqttPort = portOf(env, 'MQTT_PORT', 1883);
  const { broker, console } = healthPorts(port);
  const last = args.includes('--dev') ? console : broker;
  if (!env.MQTT_URL && mqttPort >= port && mqttPort <= last)
    throw new StopWith(
      `PORT=${port} needs the ports from ${port} to ${last}: choose an MQTT_PORT outside them, not ${mqttPort}.`,
    );
  // the server takes demo data for a development start alone
  const seed = env.SEED || (env.DEVELOPMENT === 'false' ? 'none' : 'demo');
  if (seed !== 'demo' && seed !== 'none') throw new StopWith(`SEED is demo or none, not ${seed}.`);
  const host = env.HOST || loopback;
  return {
    port,
    host,
    mqttPort,
    dataDir: resolve(checkout, env.DATA_DIR || '.data'),
    url: env.PUBLIC_URL || pageAt(host, port),
    databaseUrl: env.DATABASE_URL || undefined,
    redisUrl: env.REDIS_URL || undefined,
    mqttUrl: env.MQTT_URL || undefined,
    seed,
    fleet: !args.includes('--no-fleet'),
    dev: args.includes('--dev'),
  };
}

/** The processes besides the api answer health questions on the ports after its own. */
export const healthPorts = (port: number) => ({
  api: port,
  ingest: port + 1,
  alerts: port + 2,
  jobs: port + 3,
  broker: port + 4,
  console: port + 5,
});

function portOf(env: NodeJS.ProcessEnv, key: string, standard: number): number {
  const text = env[key];
  if (text === undefined || text === '') return standard;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_530) return port;
  throw new StopWith(`${key} is a port number between 1 and 65530, not ${text}.`);
}
