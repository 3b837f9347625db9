import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCheckout } from './run/checkout';
import { Database } from './run/database';
import { keepDemoAddresses } from './run/demo-file';
import { keepFlashKey } from './run/flash-key';
import { checkExternalServices } from './run/external-services';
import { printAddress } from './run/print-address';
import { migrate } from './run/migrate';
import { Part, type PartPlan } from './run/part';
import { isFree } from './run/ports';
import { keepPrivate } from './run/private-folder';
import { RunFile } from './run/run-file';
import { faint, print, Steps, strong } from './run/terminal-output';
import { keepSecrets } from './run/secrets';
import { brokerEnvironment, serverEnvironment, serverParts, type Services } from './run/server-environment';
import { healthPorts, hereAt, readSettings, type Settings } from './run/settings';
import { sentenceOf, StopWith } from './run/stop-with';

/**
 * `npm start`: brings the whole product up on this machine and keeps it up until Ctrl-C. Services that the environment names are used, the others are
 * started here; then the schema, the four server processes, and a simulated fleet. tools/start.mjs has installed and built before.
 */
async function start(): Promise<void> {
  const startedAt = Number(process.env.HEADLAND_STARTED_AT) || Date.now();
  const settings = readSettings(process.env, process.argv.slice(2));
  const runFile = await RunFile.take(settings.dataDir, settings.url);
  keepPrivate(settings.dataDir);
  const stack = new Stack();
  onEnd(stack, runFile);
  try {
    await bringUp(settings, stack, runFile, startedAt);
  } catch (e) {
    if (stack.ending) return;
    await stack.end();
    runFile.release();
    throw e;
  }
}

async function bringUp(settings: Settings, stack: Stack, runFile: RunFile, startedAt: number): Promise<void> {
  await checkPorts(settings);
  await checkExternalServices(settings);
  const secrets = keepSecrets(settings.dataDir);
  const steps = new Steps(2, 6);
  const log = (name: string): string => join(settings.dataDir, 'logs', `${name}.log`);
  const ports = healthPorts(settings.port);
  const answers = (port: number): PartPlan['ready'] => ({ url: `http://127.0.0.1:${port}/readyz` });
  // on an address of the network the api tells strangers nothing of its health, and a call from there looks like one
  const { METRICS_TOKEN, METRICS_TOKEN_FILE } = process.env;
  const metricsToken =
    METRICS_TOKEN ||
    (METRICS_TOKEN_FILE ? readFileSync(METRICS_TOKEN_FILE, 'utf8').trim() : randomBytes(16).toString('hex'));
  const apiAnswers: PartPlan['ready'] = {
    url: `http://${hereAt(settings.host)}:${ports.api}/readyz`,
    token: metricsToken,
  };
  const part = (
    name: string,
    script: string,
    env: Record<string, string>,
    ready: PartPlan['ready'],
    args: string[] = [],
  ): Part =>
    stack.push(
      new Part({ name, script: inCheckout(script), args, env, ready, logFile: log(name), onSpawn: runFile.record }),
    );

  steps.begin('Database');
  let databaseUrl = settings.databaseUrl;
  if (databaseUrl === undefined)
    databaseUrl = await stack.push(new Database(settings.dataDir, secrets.databasePassword, runFile.record)).start();
  steps.end(settings.databaseUrl === undefined ? 'built-in PostgreSQL' : 'DATABASE_URL');
  const services: Services = {
    databaseUrl,
    redisUrl: settings.redisUrl,
    mqttUrl: settings.mqttUrl ?? `mqtt://127.0.0.1:${settings.mqttPort}`,
  };

  steps.begin('Schema and data');
  steps.end(await migrate(serverEnvironment('migrate', settings, services, secrets), log('migrate'), stack));
  keepDemoAddresses(settings, services.mqttUrl);

  steps.begin('Broker and server');
  const parts: Part[] = [];
  if (settings.mqttUrl === undefined) {
    const broker = part(
      'broker',
      'apps/server/dist/embedded-broker.js',
      brokerEnvironment(settings, databaseUrl, secrets),
      answers(ports.broker),
    );
    broker.start();
    await broker.ready(30_000);
  }
  for (const name of serverParts)
    parts.push(
      part(
        name,
        'apps/server/dist/main.js',
        { ...serverEnvironment(name, settings, services, secrets), METRICS_TOKEN: metricsToken },
        name === 'api' ? apiAnswers : answers(ports[name]),
      ),
    );
  for (const each of parts) each.start();
  await Promise.all(parts.map((each) => each.ready(60_000)));
  const brokerIs = settings.mqttUrl === undefined ? 'built-in MQTT broker' : 'MQTT_URL';
  steps.end(`${brokerIs}, queues in ${settings.redisUrl === undefined ? 'PostgreSQL' : 'Redis'}`);

  const devices = join(settings.dataDir, 'fleet.json');
  steps.begin('Simulated fleet');
  if (!settings.fleet) steps.end('left out (--no-fleet)');
  else if (!existsSync(devices)) steps.end('left out: the database holds no demo data');
  else {
    const fleet = part('fleet', 'apps/simulator/dist/main.js', {}, { line: /"event":"started"/ }, [
      '--devices',
      devices,
      '--mqtt',
      services.mqttUrl,
      '--state',
      join(settings.dataDir, 'fleet-state.json'),
      '--behaviour',
      JSON.stringify(demoBehaviour),
      '--defect',
      unlikeOthers(devices),
      ...flashKeyOption(settings.dataDir),
    ]);
    fleet.start();
    await fleet.ready(10_000);
    steps.end();
  }
  let open = settings.url;
  if (settings.dev) open = await (await import('./run/dev')).develop(settings, parts, stack);
  if (stack.ending) return;
  printAddress(open, settings);
  print(
    faint(
      `Up in ${((Date.now() - startedAt) / 1000).toFixed(0)} s. Logs: ${join(settings.dataDir, 'logs')}. Ctrl-C ends everything.`,
    ),
  );
}

/** With it the machines take programs of this installation. */
function flashKeyOption(dataDir: string): string[] {
  const file = keepFlashKey(dataDir, process.env);
  return file === null ? [] : ['--flash-key', file];
}

/** Machines of the demo that are not as the others: a newcomer meets them, too. */
function unlikeOthers(file: string): string {
  const ids = (JSON.parse(readFileSync(file, 'utf8')) as { id: string }[]).map((d) => d.id);
  return unlike.flatMap((traits, i) => traits.map((trait) => `${ids.at(-1 - i) ?? ''}/${trait}`)).join(',');
}
const unlike = [
  ['key-only'],
  ['key-only', 'no-speed'],
  ['foreign-codes'],
  ['key-only', 'old-terminal'],
  ['key-only', 'foreign-controllers'],
];

async function checkPorts(settings: Settings): Promise<void> {
  const ports = healthPorts(settings.port);
  const wanted: [number, string][] = serverParts.map((name) => [
    ports[name],
    `PORT=${settings.port === 3000 ? 3100 : 3000}`,
  ]);
  if (settings.mqttUrl === undefined)
    wanted.push(
      [settings.mqttPort, `MQTT_PORT=${settings.mqttPort === 1883 ? 1993 : 1883}`],
      [ports.broker, 'PORT=3100'],
    );
  if (settings.dev) wanted.push([ports.console, 'PORT=3100']);
  for (const [port, otherwise] of wanted) {
    if (await isFree(port)) continue;
    throw new StopWith(
      `Port ${port} is in use by another program: end that one, or choose another with ${otherwise} npm start${port > settings.port && port <= ports.console ? ` (the ${port - settings.port + 1} ports from PORT on are needed)` : ''}.`,
    );
  }
}

/** A busy day: a fault about every minute, an SOS call about twice an hour in a fleet of 200, so that there is something to see. */
const demoBehaviour = { faultsPerDay: 6, sosPerDay: 0.25 };

interface Stoppable {
  stop(): Promise<void>;
  kill?(): void;
}

/** What was started, in order; it ends backwards: the fleet, the server processes side by side, the broker, the database. */
export class Stack {
  ending = false;
  private readonly started: Stoppable[] = [];

  push<T extends Stoppable>(it: T): T {
    this.started.push(it);
    return it;
  }

  async end(): Promise<void> {
    this.ending = true;
    const backwards = [...this.started].reverse();
    const isServer = (it: Stoppable): boolean =>
      it instanceof Part && (serverParts as readonly string[]).includes(it.name);
    for (let i = 0; i < backwards.length;) {
      const first = backwards[i];
      const together =
        first !== undefined && isServer(first) ? backwards.slice(i).filter(isServer) : backwards.slice(i, i + 1);
      await Promise.all(together.map((it) => it.stop()));
      i += together.length;
    }
  }

  kill(): void {
    for (const it of this.started) it.kill?.();
  }
}

function onEnd(stack: Stack, runFile: RunFile): void {
  const end = (name: NodeJS.Signals): void => {
    if (stack.ending) {
      stack.kill();
      return;
    }
    stack.ending = true;
    print(`\nEnding ${faint(`(${name})`)}…`);
    void stack.end().then(() => {
      runFile.release();
      print('Ended.');
      process.exit(0);
    });
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => end(name));
}

start().catch((e: unknown) => {
  const known = e instanceof StopWith;
  process.stderr.write(`\n${strong(known ? sentenceOf(e) : `The start failed: ${sentenceOf(e)}`)}\n`);
  if (!known && e instanceof Error && e.stack !== undefined) process.stderr.write(`${faint(e.stack)}\n`);
  process.exit(1);
});
