import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import mqtt, { type IConnackPacket, type MqttClient } from 'mqtt';
import { downTopic, maxPayloadBytes as largestPayload, upKinds, upTopic } from '@headland/contracts/device/envelope';
import type { Config } from '../config';
import { found, ok, type Finding } from './finding';

const timeoutMs = 5_000;
const weekSeconds = 7 * 86_400;
type BrokerConfig = Pick<Config, 'MQTT_URL' | 'MQTT_USERNAME' | 'MQTT_PASSWORD' | 'INGEST_RECEIVE_MAXIMUM'>;

/** Connects as the server does, and as nobody should be able to; `settingsFile`: a mosquitto.conf to be read beside it. */
export async function checkBroker(config: BrokerConfig, settingsFile?: string): Promise<Finding[]> {
  return [
    ...(await checkConnection(config)),
    ...(settingsFile === undefined ? [] : checkMosquittoFile(settingsFile, config.INGEST_RECEIVE_MAXIMUM)),
  ];
}

async function checkConnection(config: BrokerConfig): Promise<Finding[]> {
  const { MQTT_URL, MQTT_USERNAME: username, MQTT_PASSWORD: password } = config;
  const session = await connect(MQTT_URL, { username, password });
  if (session instanceof Error) {
    const isRefused = /not authorized|bad user name|bad username/iu.test(session.message);
    return [
      isRefused
        ? found(
            'error',
            'broker.credentials',
            `the broker refuses ${username}: ${session.message}`,
            'no message of a device reaches the server',
            'MQTT_USERNAME and MQTT_PASSWORD have to be those of the broker’s account of the server',
          )
        : found(
            'error',
            'broker.reachable',
            `no connection to ${new URL(MQTT_URL).host}: ${session.message}`,
            'no message of a device reaches the server',
            'start the broker, check MQTT_URL and the firewall',
          ),
    ];
  }
  const { client, connack, version } = session;
  try {
    return [
      ok('broker.credentials', `connected as ${username}, MQTT ${version === 5 ? '5' : '3.1.1'}`),
      ...(await checkStrangers(MQTT_URL, username)),
      ...(await checkSubscriptions(client)),
      ...(await checkPublications(client, version)),
      ...checkConnack(connack, version),
    ];
  } finally {
    // its session ends with it
    await client.endAsync(false, version === 5 ? { properties: { sessionExpiryInterval: 0 } } : {});
  }
}

async function checkStrangers(url: string, username: string): Promise<Finding[]> {
  const password = randomBytes(12).toString('hex');
  const open: string[] = [];
  for (const [who, credentials] of [
    ['nobody, without a password', {}],
    [`${username} with a wrong password`, { username, password }],
  ] as const) {
    const session = await connect(url, credentials);
    if (session instanceof Error) continue;
    await session.client.endAsync(true);
    open.push(who);
  }
  return [
    open.length === 0
      ? ok('broker.strangers', 'a wrong password and none are refused')
      : found(
          'error',
          'broker.strangers',
          `the broker lets in ${open.join(' and ')}`,
          'anybody can raise an SOS for any machine and read where it is',
          'allow_anonymous false, and a password file (infra/mosquitto)',
        ),
  ];
}

/** A broker that asks its rules only when a message is sent (Mosquitto) grants every subscription. */
async function checkSubscriptions(client: MqttClient): Promise<Finding[]> {
  const topics = ['tms/v1/+/up/#', ...upKinds.map((kind) => upTopic('+', kind))];
  const granted = await client.subscribeAsync(topics, { qos: 1 }).catch(() => []);
  const refused = topics.filter((topic) => !granted.some((grant) => grant.topic === topic && grant.qos === 1));
  return [
    refused.length === 0
      ? ok('broker.subscriptions', 'the server may subscribe to what devices send')
      : found(
          'error',
          'broker.subscriptions',
          `refused: ${refused.join(', ')}`,
          'those messages do not arrive',
          'the access rules have to let the server’s account read tms/v1/+/up/# with QoS 1 (infra/mosquitto/acl)',
        ),
  ];
}

/** Only MQTT 5 says that a publication was refused; before it brokers drop it silently. */
async function checkPublications(client: MqttClient, version: 4 | 5): Promise<Finding[]> {
  if (version !== 5)
    return [ok('broker.publications', 'not known: this broker speaks MQTT 3.1.1, which does not say what it refuses')];
  const topic = downTopic('HEADLAND', 'ack');
  const refused = await publishes(client, topic, Buffer.from('{}'));
  const large = refused === null ? await publishes(client, topic, Buffer.alloc(largestPayload)) : null;
  return [
    refused === null
      ? ok('broker.publications', 'the server may publish to devices')
      : found(
          'error',
          'broker.publications',
          `a message to a device was refused: ${refused}`,
          'acknowledgements, settings and answers to SOS do not reach devices, which send everything again',
          'the access rules have to let the server’s account write tms/v1/+/down/# (infra/mosquitto/acl)',
        ),
    large === null
      ? ok('broker.payload', `${largestPayload} bytes pass`)
      : found(
          'error',
          'broker.payload',
          `a payload of ${largestPayload} bytes was refused: ${large}`,
          'blocks of programs do not reach controllers',
          `message_size_limit ${largestPayload} or more`,
        ),
  ];
}

function checkConnack(connack: IConnackPacket, version: 4 | 5): Finding[] {
  const { properties = {} } = connack;
  return [
    properties.retainAvailable === false
      ? found(
          'error',
          'broker.retained',
          'the broker keeps no retained messages',
          'devices that connect later do not get their settings',
          'allow retained messages',
        )
      : ok('broker.retained', version === 5 ? 'retained messages are kept' : 'not refused'),
    version !== 5
      ? ok('broker.session', 'not known: MQTT 3.1.1 does not say how long sessions are kept')
      : (properties.sessionExpiryInterval ?? weekSeconds) < weekSeconds
        ? found(
            'warning',
            'broker.session',
            `sessions are kept for ${properties.sessionExpiryInterval} s`,
            'after a longer outage of a server process its waiting messages are gone, and come again only as devices repeat them',
            'let sessions live for seven days (persistent_client_expiration 7d)',
          )
        : ok('broker.session', 'sessions are kept for the seven days that are asked for'),
  ];
}

/** Limits that a broker tells nobody. */
export function checkMosquittoFile(path: string, receiveMaximum: number): Finding[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return [
      found(
        'error',
        'broker.settings',
        `cannot be read: ${(error as Error).message}`,
        'its limits are not known',
        'name the mosquitto.conf that the broker was started with',
      ),
    ];
  }
  const values = new Map(
    text
      .split('\n')
      .map((line) => /^\s*(\w+)\s+(.+?)\s*$/u.exec(line))
      .flatMap((match) => (match === null ? [] : [[match[1] ?? '', match[2] ?? ''] as const])),
  );
  const least = (name: string, standard: number, needed: number, why: string): Finding => {
    const value = Number(values.get(name) ?? standard);
    // 0 is without a limit
    return value === 0 || value >= needed
      ? ok(`broker.${name}`, value === 0 ? 'no limit' : String(value))
      : found('error', `broker.${name}`, `${name} is ${value}`, why, `set ${name} ${needed} or more`);
  };
  const drops = 'what is above is dropped silently as soon as the server is slower than the fleet';
  const autosave = Number(values.get('autosave_interval') ?? 1800);
  return [
    least('max_queued_messages', 1000, 100_000, drops),
    least('max_inflight_messages', 20, receiveMaximum, 'ingest waits for acknowledgements, and the queue drops'),
    least('message_size_limit', 0, largestPayload, 'blocks of programs are refused'),
    values.get('persistence') === 'true'
      ? ok('broker.persistence', 'true')
      : found(
          'error',
          'broker.persistence',
          'persistence is off',
          'a restart of the broker forgets sessions, waiting and retained messages',
          'set persistence true and a persistence_location on a volume',
        ),
    autosave === 0 || autosave > 600
      ? found(
          'warning',
          'broker.autosave_interval',
          `autosave_interval is ${autosave}`,
          'settings of devices that were retained longer than ten minutes ago are not sent again after a crash',
          'set autosave_interval 300',
        )
      : ok('broker.autosave_interval', `${autosave} s`),
    values.get('allow_anonymous') === 'false' || !values.has('allow_anonymous')
      ? ok('broker.allow_anonymous', 'false')
      : found(
          'error',
          'broker.allow_anonymous',
          'allow_anonymous is true',
          'anybody can raise an SOS for any machine',
          'set allow_anonymous false',
        ),
  ];
}

async function publishes(client: MqttClient, topic: string, payload: Buffer): Promise<string | null> {
  const timer = new Promise<string>((resolve) => setTimeout(() => resolve('no answer'), timeoutMs).unref());
  return Promise.race([
    timer,
    client.publishAsync(topic, payload, { qos: 1 }).then(
      (packet) => {
        const code = (packet as { reasonCode?: number } | undefined)?.reasonCode ?? 0;
        return code < 128 ? null : `reason code ${code}`;
      },
      (error: Error) => error.message,
    ),
  ]);
}

interface Session {
  client: MqttClient;
  connack: IConnackPacket;
  version: 4 | 5;
}

/** Once, without trying again; with MQTT 3.1.1 where 5 is not supported. */
async function connect(
  url: string,
  credentials: { username?: string; password?: string },
  version: 4 | 5 = 5,
): Promise<Session | Error> {
  const client = mqtt.connect(url, {
    ...credentials,
    clientId: `headland-doctor-${randomBytes(4).toString('hex')}`,
    protocolVersion: version,
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: timeoutMs,
    ...(version === 5 ? { properties: { sessionExpiryInterval: weekSeconds } } : {}),
  });
  const outcome = await new Promise<IConnackPacket | Error>((resolve) => {
    client.once('connect', resolve);
    client.once('error', resolve);
    client.once('close', () => resolve(new Error('the connection was closed')));
  });
  if (!(outcome instanceof Error)) {
    client.on('error', () => undefined);
    return { client, connack: outcome, version };
  }
  client.on('error', () => undefined);
  await client.endAsync(true);
  if (version === 5 && /unacceptable protocol|unsupported protocol/iu.test(outcome.message))
    return connect(url, credentials, 4);
  return outcome.message === '' ? new Error((outcome as { code?: string }).code ?? 'no answer') : outcome;
}
