import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { downKinds } from '@headland/contracts/device/envelope';
import { DealingBroker } from '@headland/testing/dealing-broker';
import mqtt, { type MqttClient } from 'mqtt';
import { inCheckout } from '../../../src/run/checkout';
import { answers, freePort } from '../../../src/run/ports';
import { findProgram } from '../../../src/services';
import { Program, until } from './program';

/** `dealing`: of the tests, deals shared subscriptions by client */
export type BrokerKind = 'mosquitto' | 'embedded' | 'dealing';
export const serverAccount = { username: 'headland-server', password: 'chaos-server-password' };

/**
 * The broker of one world: Mosquitto with the settings of infra/mosquitto, or the built-in one, which reads its
 * accounts from the database.
 */
export interface Broker {
  kind: BrokerKind;
  program: Program;
  /** port for devices */
  devicePort: number;
  /** port for the server's processes */
  serverPort: number;
  /** port for devices with TLS, where the plan has a certificate (Mosquitto) */
  tlsPort?: number;
  start(): Promise<void>;
  /** messages that it accepted and dropped, over all its runs */
  dropped(): Promise<number>;
  end(): void;
  dealing?: DealingBroker;
}

export const mosquittoPath = (): string => findProgram('mosquitto');

export interface BrokerPlan {
  kind: BrokerKind;
  dir: string;
  databaseUrl: string;
  /** lines of Mosquitto's password file: the server's account and all devices */
  passwords: string;
  deaf: boolean;
  /** settings in the place of those of infra/mosquitto, e.g. `{ max_queued_messages: '1000' }` */
  settings?: Record<string, string>;
  /** files of one more listener, for devices with TLS (Mosquitto); read again at SIGHUP */
  tls?: { certificate: string; key: string };
}

export async function makeBroker(plan: BrokerPlan): Promise<Broker> {
  if (plan.kind === 'dealing') return dealing(plan);
  return plan.kind === 'mosquitto' ? mosquitto(plan) : embedded(plan);
}

async function mosquitto({ dir, passwords, deaf, settings = {}, tls }: BrokerPlan): Promise<Broker> {
  const folder = join(dir, 'mosquitto');
  mkdirSync(folder, { recursive: true });
  const devicePort = await freePort();
  const serverPort = await freePort();
  const tlsPort = tls === undefined ? undefined : await freePort();
  const passwordFile = join(folder, 'passwords');
  const aclFile = join(folder, 'acl');
  writeFileSync(passwordFile, passwords, { mode: 0o600 });
  writeFileSync(aclFile, deaf ? withoutAcks(acl()) : acl(), { mode: 0o600 });
  const own = [
    `listener ${devicePort} 127.0.0.1`,
    'use_username_as_clientid true',
    ...(tls === undefined
      ? []
      : [`listener ${tlsPort}`, 'use_username_as_clientid true', `certfile ${tls.certificate}`, `keyfile ${tls.key}`]),
    `listener ${serverPort} 127.0.0.1`,
    'allow_anonymous false',
    `password_file ${passwordFile}`,
    `acl_file ${aclFile}`,
    `persistence_location ${folder}/`,
    'log_dest stderr',
    'sys_interval 1',
    // as root it would drop to a user who may not read this folder
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    ...Object.entries(settings).map(([key, value]) => `${key} ${value}`),
  ];
  const config = join(folder, 'mosquitto.conf');
  writeFileSync(config, [...own, ...sharedSettings(Object.keys(settings)), ''].join('\n'));
  const program = new Program('broker', mosquittoPath(), ['-c', config], { logFile: join(dir, 'logs', 'broker.log') });
  const drops = new DropCounter(serverPort);
  return {
    kind: 'mosquitto',
    program,
    devicePort,
    serverPort,
    ...(tlsPort === undefined ? {} : { tlsPort }),
    start: async () => {
      program.start();
      await until('the broker to listen', async () => (await answers(devicePort)) && answers(serverPort), {
        withinMs: 60_000,
        programs: [program],
      });
      await drops.watch();
    },
    dropped: () => drops.total(),
    end: () => drops.end(),
  };
}

/** What belongs to one installation and not to the way the broker works. */
const installation = [
  'listener',
  'use_username_as_clientid',
  'allow_anonymous',
  'password_file',
  'acl_file',
  'persistence_location',
  'log_dest',
  'sys_interval',
  'user',
];

function sharedSettings(replaced: string[]): string[] {
  return readFileSync(inCheckout('infra/mosquitto/mosquitto.conf'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .filter((line) => ![...installation, ...replaced].includes(line.split(' ')[0] ?? ''));
}

const acl = (): string => readFileSync(inCheckout('infra/mosquitto/acl'), 'utf8');

/** Removes `down/ack` from the devices' permissions: they receive everything else. */
function withoutAcks(text: string): string {
  const readAccess = 'pattern read tms/v1/%u/down/#';
  if (!text.includes(readAccess)) throw new Error(`infra/mosquitto/acl has no line "${readAccess}" any more`);
  return text.replace(
    readAccess,
    downKinds
      .filter((kind) => kind !== 'ack')
      .map((kind) => `pattern read tms/v1/%u/down/${kind}`)
      .join('\n'),
  );
}

const droppedTopic = '$SYS/broker/publish/messages/dropped';
/** published each second, so that its next value confirms that everything counted before has been published */
const clockTopic = '$SYS/broker/uptime';

/** Subscribes from the broker's start: it publishes a value when it changes, and drops it after a minute. */
class DropCounter {
  private client: MqttClient | null = null;
  private before = 0;
  private now = 0;
  private ticks = 0;

  constructor(private readonly port: number) {}

  async watch(): Promise<void> {
    this.end();
    this.before += this.now;
    this.now = 0;
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${this.port}`, {
      ...serverAccount,
      clientId: `chaos-${process.pid}-${Math.random().toString(36).slice(2)}`,
      reconnectPeriod: 0,
    });
    this.client = client;
    client.on('error', () => undefined);
    client.on('message', (topic, payload) => {
      if (topic === droppedTopic) this.now = Number(payload.toString());
      else this.ticks++;
    });
    await client.subscribeAsync([droppedTopic, clockTopic]);
  }

  async total(): Promise<number> {
    // the tick that is being sent may have been counted before the last drop
    const wanted = this.ticks + 2;
    await until('the broker to count', () => this.ticks >= wanted, { withinMs: 60_000 });
    return this.before + this.now;
  }

  end(): void {
    this.client?.end(true);
    this.client = null;
  }
}

async function embedded({ dir, databaseUrl }: BrokerPlan): Promise<Broker> {
  const port = await freePort();
  const healthPort = await freePort();
  const program = new Program(
    'broker',
    process.execPath,
    ['--enable-source-maps', inCheckout('apps/server/dist/embedded-broker.js')],
    {
      logFile: join(dir, 'logs', 'broker.log'),
      env: {
        DATABASE_URL: databaseUrl,
        BROKER_PORT: String(port),
        BROKER_HEALTH_PORT: String(healthPort),
        MQTT_USERNAME: serverAccount.username,
        MQTT_PASSWORD: serverAccount.password,
        LOG_LEVEL: 'warn',
      },
    },
  );
  const ask = async (path: string): Promise<Response | null> =>
    fetch(`http://127.0.0.1:${healthPort}${path}`).catch(() => null);
  return {
    kind: 'embedded',
    program,
    devicePort: port,
    serverPort: port,
    start: async () => {
      program.start();
      await until('the broker to be ready', async () => (await ask('/readyz'))?.ok === true, {
        withinMs: 30_000,
        programs: [program],
      });
    },
    dropped: async () => sumOf((await (await ask('/metrics'))?.text()) ?? '', 'headland_broker_dropped_total'),
    end: () => undefined,
  };
}

/** In this process. */
async function dealing({ dir }: BrokerPlan): Promise<Broker> {
  const broker = await DealingBroker.start();
  return {
    kind: 'dealing',
    program: new Program('broker', 'true', [], { logFile: join(dir, 'logs', 'broker.log') }),
    devicePort: broker.port,
    serverPort: broker.port,
    start: () => Promise.resolve(),
    dropped: () => Promise.resolve(0),
    end: () => void broker.stop(),
    dealing: broker,
  };
}

/** Sum of a Prometheus metric over its labels. */
export function sumOf(metrics: string, name: string): number {
  let sum = 0;
  for (const line of metrics.split('\n')) {
    if (line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      sum += Number(line.slice(line.lastIndexOf(' ') + 1));
  }
  return sum;
}
