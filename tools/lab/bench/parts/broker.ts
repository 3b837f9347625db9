import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deviceProxyArgs, deviceProxyEnvironment, deviceProxyPath } from '../../../src/run/device-proxy';
import { answers, freePort } from '../../../src/run/ports';
import { repositoryRoot, startProgram, until, type Part } from './part';

/** Who may connect: anybody (minimal path), or the accounts and topics of these files (product). */
export type BrokerAccess = { kind: 'anybody' } | { kind: 'accounts'; passwordFile: string; aclFile: string };

export interface RunningBroker {
  /** where devices connect */
  deviceUrl: string;
  /** where the server's processes connect */
  serverUrl: string;
  pid: number;
  part: Part;
}

export const brokerKinds = ['mosquitto', 'embedded'] as const;
export type BrokerKind = (typeof brokerKinds)[number];

export const hasMosquitto = (): boolean => spawnSync('mosquitto', ['-h']).error === undefined;

/**
 * Mosquitto with the settings of production, infra/mosquitto/mosquitto.conf, for both sides; only who may connect, the ports and the folder
 * are exchanged, since those are what the two sides differ in.
 */
export async function startMosquitto(dir: string, name: string, access: BrokerAccess): Promise<RunningBroker> {
  const data = join(dir, name);
  mkdirSync(data, { recursive: true });
  const devicePort = await freePort();
  const serverPort = await freePort();
  const own = [
    `listener ${devicePort} 127.0.0.1`,
    ...(access.kind === 'anybody' ? [] : ['use_username_as_clientid true']),
    `listener ${serverPort} 127.0.0.1`,
    `persistence_location ${data}/`,
    'log_dest stderr',
    // root would be given up for a user who may not read the files of a test run
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    ...(access.kind === 'anybody'
      ? ['allow_anonymous true']
      : ['allow_anonymous false', `password_file ${access.passwordFile}`, `acl_file ${access.aclFile}`]),
  ];
  const conf = join(data, 'mosquitto.conf');
  // the listeners first: some settings, read before any, would open the standard port as well
  writeFileSync(conf, [...own, ...sharedSettings(), ''].join('\n'));
  const part = startProgram(name, 'mosquitto', ['-c', conf], { dir });
  await until(`${name} to listen`, async () => (await answers(devicePort)) && answers(serverPort), {
    withinMs: 10_000,
    parts: [part],
  });
  return {
    deviceUrl: `mqtt://127.0.0.1:${devicePort}`,
    serverUrl: `mqtt://127.0.0.1:${serverPort}`,
    pid: part.pid,
    part,
  };
}

/** The proxy between the devices and Mosquitto in the composition: infra/haproxy. Resolves to the address for devices. */
export async function startDeviceProxy(dir: string, brokerUrl: string): Promise<string> {
  const port = await freePort();
  const part = startProgram('device-proxy', deviceProxyPath(), deviceProxyArgs(), {
    dir,
    env: deviceProxyEnvironment(port, Number(new URL(brokerUrl).port)),
  });
  await until('the proxy of the devices to listen', () => answers(port), { withinMs: 10_000, parts: [part] });
  return `mqtt://127.0.0.1:${port}`;
}

/** The broker of a start without MQTT_URL. Its known devices are in the database. */
export async function startEmbeddedBroker(
  dir: string,
  databaseUrl: string,
  account: { username: string; password: string },
): Promise<RunningBroker> {
  const [port, healthPort] = [await freePort(), await freePort()];
  const env = {
    DATABASE_URL: databaseUrl,
    BROKER_PORT: String(port),
    BROKER_HEALTH_PORT: String(healthPort),
    MQTT_USERNAME: account.username,
    MQTT_PASSWORD: account.password,
    LOG_LEVEL: 'warn',
  };
  const part = startProgram(
    'broker-embedded',
    process.execPath,
    ['--enable-source-maps', join(repositoryRoot(), 'apps/server/dist/embedded-broker.js')],
    { dir, env },
  );
  const isReady = async (): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${healthPort}/readyz`).catch(() => null))?.ok === true;
  await until('the built-in broker to be ready', isReady, { withinMs: 30_000, parts: [part] });
  const url = `mqtt://127.0.0.1:${port}`;
  return { deviceUrl: url, serverUrl: url, pid: part.pid, part };
}

/** Settings that belong to one installation, not to the way a broker works. */
const exchanged = [
  'listener',
  'port',
  'bind_address',
  'socket_domain',
  'protocol',
  'use_username_as_clientid',
  'allow_anonymous',
  'password_file',
  'acl_file',
  'persistence_location',
  'log_dest',
  'user',
  'pid_file',
  'include_dir',
  'websockets_',
  'cafile',
  'certfile',
  'keyfile',
  'per_listener_settings',
];

export function sharedSettings(): string[] {
  const file = join(repositoryRoot(), 'infra/mosquitto/mosquitto.conf');
  if (!existsSync(file)) return fallback;
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .filter((line) => !exchanged.some((key) => line.startsWith(key.endsWith('_') ? key : `${key} `)));
}

/** Without these Mosquitto drops silently what it has acknowledged: 1,000 waiting messages a client, 20 in flight. */
const fallback = [
  'persistence true',
  'autosave_interval 300',
  'max_inflight_messages 10000',
  'max_queued_messages 2000000',
  'max_queued_bytes 1073741824',
  'message_size_limit 65536',
  'connection_messages false',
  'log_type error',
  'log_type warning',
];
