import { nodeOptionsOf } from '../../../src/run/server-environment';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { logIn, LoginRefused } from '@headland/testing/log-in';
import { freePort } from '../../../src/run/ports';
import { StopWith } from '../../../src/run/stop-with';
import type { PublisherDevice } from '../load/publisher-plan';
import { type BrokerKind, startEmbeddedBroker, startMosquitto } from '../parts/broker';
import { repositoryRoot, startProgram, until, type Part } from '../parts/part';
import type { Machine } from './machine';
import { deviceName } from './minimal-target';
import { emptyFaultQueue, fillFaultQueue } from './product-faults';
import { fillDays } from './product-days';
import { consoleAccount, fleetSecret, insertHeadOffice, insertVehicles, mosquittoHash } from './product-fleet';
import type { Target } from './target';

export interface ProductTarget extends Target {
  /** how long its batches wait for company: the limit is given the same */
  readonly lingerMs: number;
  /** base address of the api process */
  readonly apiUrl: string;
  /** where and as whom the server's processes come to the broker */
  readonly serverLine: { url: string; username: string; password: string };
  /** vehicles of the first `n` devices */
  vehicleIds(n: number): Promise<number[]>;
  readonly brokerKind: BrokerKind;
  /** devices that have not called for help yet */
  sosDevices(n: number): Promise<PublisherDevice[]>;
  /** ends all calls, so that the next run starts with none */
  closeSosCalls(): Promise<void>;
  /** presses of a device that are committed, of one boot */
  pressesOf(device: string, boot: number): Promise<number>;
  /** open reports of the fleet, two a vehicle and more, none of them with the codes of a load */
  openFaults(n: number): Promise<void>;
  /** removes all reports */
  noFaults(): Promise<void>;
  /** stores telemetry of whole days before today, of the first `vehicles`: eight hours a day, a sample each ten seconds; answers the first and the last day */
  fillDays(vehicles: number, days: number): Promise<[first: string, last: string]>;
  /** counts their statistics again, with the command for it */
  rebuild(days: readonly [first: string, last: string]): { end: () => Promise<{ wasRunning: boolean }> };
  /** a new login: access tokens do not outlive long runs */
  login(): Promise<void>;
}

const serverAccount = { username: 'headland-server', password: 'bench-server-password' };
const lingerMs = 10;
/** Devices of SOS follow those of the fleet, so that none is in both. */
const firstSosDevice = 20_000;
const sosDeviceCount = 6000;
const roles = ['ingest', 'alerts', 'api', 'jobs'] as const;

/**
 * The product as it is run in production: Mosquitto with accounts and topics, PostgreSQL, four processes of the built server; or with the built-in broker.
 * With `profileDir` each writes where its time went when it stops.
 */
export async function startProduct(
  machine: Machine,
  fleetSize: number,
  { brokerKind, profileDir }: { brokerKind: BrokerKind; profileDir?: string },
): Promise<ProductTarget> {
  const main = join(repositoryRoot(), 'apps/server/dist/main.js');
  if (!existsSync(main)) throw new StopWith('apps/server is not built: npm run build -w @headland/server');
  const databaseUrl = await machine.database(`product_${brokerKind}`);
  const dataDir = join(machine.dir, `product-${brokerKind}`);
  mkdirSync(dataDir, { recursive: true });
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    MQTT_USERNAME: serverAccount.username,
    MQTT_PASSWORD: serverAccount.password,
    JWT_SECRET: randomBytes(32).toString('hex'),
    DATA_DIR: dataDir,
    // the console that is delivered, for the benchmarks that look at a page of it
    PUBLIC_DIR: join(repositoryRoot(), 'apps/console/dist'),
    // no gateway for texts here: the code of a login is read from the mailbox, which is all that differs from production
    DEVELOPMENT: 'true',
    SMS_CODES_AN_HOUR: '1000',
    LOG_LEVEL: 'warn',
    INGEST_LINGER_MS: String(lingerMs),
    // no ladder climbs while hundreds of calls are open on purpose
    SOS_ESCALATE_S: '86400',
  };
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  pool.on('error', () => undefined);

  const migration = startProgram('migrate', process.execPath, ['--enable-source-maps', main], {
    dir: machine.dir,
    env: { ...env, RUN: 'migrate', MQTT_URL: 'mqtt://127.0.0.1' },
  });
  await until('the migrations', () => migration.child.exitCode === 0, { withinMs: 60_000, parts: [migration] });
  await insertHeadOffice(pool);
  const secretHash = mosquittoHash(fleetSecret);
  const fleet = await insertVehicles(pool, 0, fleetSize, secretHash);
  await insertVehicles(pool, firstSosDevice, firstSosDevice + sosDeviceCount, secretHash);

  const broker =
    brokerKind === 'mosquitto'
      ? await startMosquitto(machine.dir, 'broker-product', {
          kind: 'accounts',
          ...writeAccess(machine.dir, fleetSize),
        })
      : await startEmbeddedBroker(machine.dir, databaseUrl, serverAccount);
  const parts: Partial<Record<(typeof roles)[number], Part>> = {};
  const ports: Partial<Record<(typeof roles)[number], number>> = {};
  for (const role of roles) {
    const port = await freePort();
    ports[role] = port;
    // not through NODE_OPTIONS, which does not take it
    const profiled =
      profileDir === undefined
        ? []
        : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`, `--cpu-prof-name=${role}.cpuprofile`];
    parts[role] = startProgram(role, process.execPath, [...profiled, '--enable-source-maps', main], {
      dir: machine.dir,
      env: {
        ...env,
        ...nodeOptionsOf(role),
        MQTT_URL: broker.serverUrl,
        RUN: role,
        PORT: String(port),
        HEALTH_PORT: String(port),
      },
    });
  }
  const all = Object.values(parts);
  for (const role of roles)
    await until(`${role} to be ready`, () => isReady(ports[role] ?? 0), { withinMs: 60_000, everyMs: 100, parts: all });

  const apiUrl = `http://127.0.0.1:${ports.api}`;
  let token = await login(apiUrl);
  let nextSos = 0;
  // the process counts from its start; a run starts at what it had then
  let before: { boot: number; count: number } = { boot: 0, count: 0 };
  return {
    name: 'product',
    brokerKind,
    mqttUrl: broker.deviceUrl,
    databaseUrl,
    apiUrl,
    lingerMs,
    serverLine: { url: broker.serverUrl, ...serverAccount },
    pids: { server: all.map((part) => part.pid), broker: [broker.pid], database: [machine.postgresPid] },
    processes: {
      ...Object.fromEntries(Object.entries(parts).map(([role, part]) => [role, part.pid])),
      broker: broker.pid,
      postgres: machine.postgresPid,
    },
    devices: (n) => Promise.resolve(Array.from({ length: n }, (_, index) => deviceAt(index))),
    consoles: (look) => ({ url: apiUrl, token, look }),
    vehicleIds: (n) => Promise.resolve(fleet.slice(0, n)),
    sosDevices: (n) => {
      const list = Array.from({ length: n }, (_, i) => deviceAt(firstSosDevice + ((nextSos + i) % sosDeviceCount)));
      nextSos = (nextSos + n) % sosDeviceCount;
      return Promise.resolve(list);
    },
    closeSosCalls: async () => {
      await pool.query(
        "UPDATE sos_call SET status = 'falseAlarm', cause = 'test', closed_at = now(), version = version + 1, next_escalation_at = NULL WHERE closed_at IS NULL",
      );
      await pool.query(
        'UPDATE vehicle_state SET open_sos = 0, sos_raised = false, changed = pg_current_xact_id() WHERE open_sos > 0',
      );
    },
    pressesOf: async (device, boot) =>
      Number(
        (
          await pool.query<{ n: string }>('SELECT count(*) AS n FROM sos_message WHERE device_id = $1 AND boot = $2', [
            device,
            boot,
          ])
        ).rows[0]?.n,
      ),
    openFaults: (n) => fillFaultQueue(pool, n),
    noFaults: () => emptyFaultQueue(pool),
    fillDays: (vehicles, days) => fillDays(pool, fleet.slice(0, vehicles), days),
    rebuild: (days) => {
      const part = startProgram('rebuild', process.execPath, [main, 'rebuild-statistics', ...days], {
        dir: machine.dir,
        env,
      });
      return {
        end: async () => {
          const wasRunning = part.child.exitCode === null;
          await part.stop();
          return { wasRunning };
        },
      };
    },
    login: async () => {
      token = await login(apiUrl);
    },
    timesAsked: async () => {
      const text = await (await fetch(`http://127.0.0.1:${ports.api ?? 0}/metrics`)).text();
      const counts = [...text.matchAll(/^headland_live_questions_total\{.*\} (\d+)/gmu)];
      return counts.reduce((sum, [, count]) => sum + Number(count), 0);
    },
    committed: async (boot) => {
      const count = await committedTotal(ports.ingest ?? 0);
      if (before.boot !== boot) before = { boot, count };
      return count - before.count;
    },
    committedExactly: async (boot) =>
      Number(
        (await pool.query<{ n: string }>('SELECT count(*) AS n FROM telemetry WHERE boot = $1', [boot])).rows[0]?.n,
      ),
    stop: async () => {
      await pool.end();
      await Promise.all(all.map((part) => part.stop()));
      await broker.part.stop();
    },
  };
}

const deviceAt = (index: number): PublisherDevice => ({
  id: deviceName(index),
  index,
  username: deviceName(index),
  password: fleetSecret,
});

/** What ingest has committed: a count in its memory, while one over the states would be paid by the database that is measured. */
async function committedTotal(port: number): Promise<number> {
  const read = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  // a process under full load closes a kept connection now and then just when it is used again
  const text = await read().catch(read);
  return Number(/^headland_ingest_messages_total (\d+)/mu.exec(text)?.[1] ?? NaN);
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

async function login(apiUrl: string): Promise<string> {
  try {
    return (await logIn(apiUrl, consoleAccount)).accessToken;
  } catch (error) {
    throw error instanceof LoginRefused ? new StopWith(`the bench cannot log in: ${error.message}`) : error;
  }
}

/** The accounts and topics of the device protocol, as infra/mosquitto gives them. */
function writeAccess(dir: string, fleetSize: number): { passwordFile: string; aclFile: string } {
  const passwordFile = join(dir, 'passwords');
  const hash = mosquittoHash(fleetSecret);
  const devices = [...range(0, fleetSize), ...range(firstSosDevice, firstSosDevice + sosDeviceCount)].map(
    (index) => `${deviceName(index)}:${hash}`,
  );
  writeFileSync(
    passwordFile,
    [`${serverAccount.username}:${mosquittoHash(serverAccount.password)}`, ...devices, ''].join('\n'),
    { mode: 0o600 },
  );
  const own = join(repositoryRoot(), 'infra/mosquitto/acl');
  if (existsSync(own)) return { passwordFile, aclFile: own };
  const aclFile = join(dir, 'acl');
  const lines = [
    `user ${serverAccount.username}`,
    'topic read tms/v1/+/up/#',
    'topic write tms/v1/+/down/#',
    'topic read $SYS/#',
    '',
    'pattern write tms/v1/%u/up/#',
    'pattern read tms/v1/%u/down/#',
    '',
  ];
  writeFileSync(aclFile, lines.join('\n'), { mode: 0o600 });
  return { passwordFile, aclFile };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
