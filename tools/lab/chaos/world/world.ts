import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { ensureDatabase, type RunningPostgres } from '../../../src/embedded/postgres';
import { inCheckout } from '../../../src/run/checkout';
import {
  deviceProxyArgs,
  deviceProxyEnvironment,
  deviceProxyPath,
  hasDeviceProxy,
} from '../../../src/run/device-proxy';
import { answers, freePort } from '../../../src/run/ports';
import { StopWith } from '../../../src/run/stop-with';
import { makeBroker, serverAccount, type Broker, type BrokerKind } from './broker';
import { clusterFolder, copyCluster, Database, databaseName } from './database';
import { makeOwner, ownerUrl } from './database-owner';
import { Fleet, type FleetPlan } from './fleet';
import { Program, until } from './program';
import { PubackTap } from './puback-tap';
import { Redis } from './redis';
import { passwordFile, register } from './registry';
import { ServerProcess, type ServerRole } from './server';

/** The program under test. A sensitivity run names a copy with one line changed. */
export const productMain = inCheckout('apps/server/dist/main.js');

export interface WorldPlan {
  broker: BrokerKind;
  brokerSettings?: Record<string, string>;
  /** devices may connect with TLS as well (Mosquitto): files of its certificate, in the world's folder */
  tls?: (dir: string) => { certificate: string; key: string };
  /** devices cannot receive `down/ack` (Mosquitto): they rely on the broker's acknowledgement alone */
  deaf?: boolean;
  /** devices come to Mosquitto as in the composition, through infra/haproxy, where there is an HAProxy */
  paced?: boolean;
  /** counts what the telemetry process acknowledges to the broker */
  tap?: boolean;
  roles: readonly ServerRole[];
  redis?: boolean;
  main?: string;
  /** the program that a rolling upgrade ends with, where it is not the product's */
  upgradeTo?: string;
  serverEnv?: Record<string, string>;
  /** of one part alone */
  roleEnv?: Partial<Record<ServerRole, Record<string, string>>>;
  postgresSettings?: Record<string, string>;
  /** the server connects as a role that owns the tables and no more: what is forbidden to a superuser has no effect */
  ownRole?: boolean;
  /** a database that is not a copy of the template's; it is empty until `prepare` */
  cluster?: (dir: string) => Promise<RunningPostgres>;
  /** DATABASE_READ_URL, once the database is there */
  replica?: () => string;
  /** DATABASE_URL of the processes where it is that of a pooler; the database's own is for their sessions then */
  pooler?: () => string;
  /** changes to the database before anything connects; `migrate` runs the migrations of a server */
  prepare?: (pool: pg.Pool, migrate: (main: string) => Promise<void>) => Promise<unknown>;
}

async function startDeviceProxy(dir: string, brokerPort: number): Promise<{ program: Program; port: number }> {
  const port = await freePort();
  const program = new Program('device-proxy', deviceProxyPath(), deviceProxyArgs(), {
    logFile: join(dir, 'logs', 'device-proxy.log'),
    env: deviceProxyEnvironment(port, brokerPort),
  });
  program.start();
  await until('the proxy of the devices to listen', () => answers(port), { withinMs: 60_000, programs: [program] });
  return { program, port };
}

/** One world: a database, a broker, the server's processes and whatever fleets are let loose on them, on free ports in a folder of its own. */
export class World {
  private readonly fleets: Fleet[] = [];
  private readonly atEnd: (() => void)[] = [];
  private readonly more: ServerProcess[] = [];

  private constructor(
    readonly dir: string,
    readonly plan: WorldPlan,
    readonly database: Database,
    readonly broker: Broker,
    /** where devices connect */
    readonly devicePort: number,
    readonly redis: Redis | null,
    readonly tap: PubackTap | null,
    private readonly parts: Map<ServerRole, ServerProcess>,
    private readonly makeServer: (
      role: ServerRole,
      main?: string,
      port?: number,
      more?: Record<string, string>,
    ) => Promise<ServerProcess>,
  ) {}

  static async start(template: Template, dir: string, plan: WorldPlan): Promise<World> {
    mkdirSync(dir, { recursive: true });
    chmodSync(dir, 0o711); // started by root, PostgreSQL runs as another user and has to get in
    if (plan.cluster === undefined) copyCluster(template.dir, dir);
    const database =
      plan.cluster === undefined
        ? await Database.start(dir, plan.postgresSettings)
        : Database.at(dir, await plan.cluster(dir));
    worlds.add(database);
    await plan.prepare?.(database.pool, (main) => migrate(main, database.url, dir));
    if (plan.ownRole === true) await makeOwner(database.pool);
    const databaseUrl = plan.ownRole === true ? ownerUrl(database.url) : database.url;
    const broker = await makeBroker({
      kind: plan.broker,
      dir,
      databaseUrl,
      passwords: template.passwords,
      deaf: plan.deaf ?? false,
      ...(plan.brokerSettings ? { settings: plan.brokerSettings } : {}),
      ...(plan.tls ? { tls: plan.tls(dir) } : {}),
    });
    await broker.start();
    const proxy =
      plan.paced === true && plan.broker === 'mosquitto' && hasDeviceProxy()
        ? await startDeviceProxy(dir, broker.devicePort)
        : null;
    const redis = plan.redis === true ? await Redis.make(dir) : null;
    await redis?.start();
    const tap = plan.tap === true ? await PubackTap.open(broker.serverPort) : null;
    const env = {
      ...serverEnvironment(databaseUrl, dir),
      MQTT_URL: `mqtt://127.0.0.1:${broker.serverPort}`,
      REDIS_URL: redis?.url ?? '',
      DATABASE_READ_URL: plan.replica?.() ?? '',
      ...(plan.pooler === undefined ? {} : { DATABASE_URL: plan.pooler(), DATABASE_SESSION_URL: databaseUrl }),
      ...plan.serverEnv,
    };
    const make = (
      role: ServerRole,
      main = plan.main ?? productMain,
      port?: number,
      more?: Record<string, string>,
    ): Promise<ServerProcess> =>
      ServerProcess.make(
        role,
        main,
        dir,
        {
          ...env,
          ...(role === 'ingest' && tap !== null ? { MQTT_URL: tap.url } : {}),
          ...plan.roleEnv?.[role],
          ...more,
        },
        port,
      );
    const parts = new Map<ServerRole, ServerProcess>();
    for (const role of plan.roles) parts.set(role, await make(role));
    await Promise.all([...parts.values()].map((part) => part.start()));
    const world = new World(dir, plan, database, broker, proxy?.port ?? broker.devicePort, redis, tap, parts, make);
    world.atItsEnd(() => broker.end());
    if (proxy !== null) world.atItsEnd(() => void proxy.program.kill());
    if (tap !== null) world.atItsEnd(() => tap.close());
    return world;
  }

  get pool(): pg.Pool {
    return this.database.pool;
  }

  server(role: ServerRole): ServerProcess {
    const part = this.parts.get(role);
    if (part === undefined) throw new Error(`this world has no ${role}`);
    return part;
  }

  /** Summed over the parts. */
  async metric(name: string): Promise<number> {
    const all = await Promise.all([...this.parts.values()].map((part) => part.metric(name)));
    return all.reduce((a, b) => a + b, 0);
  }

  /** One more process of a part. */
  async another(role: ServerRole, more?: Record<string, string>): Promise<ServerProcess> {
    const process = await this.makeServer(role, undefined, undefined, more);
    this.more.push(process);
    await process.start();
    return process;
  }

  /** Ended as a supervisor ends it, and another program started in its place, on its port. */
  async replace(role: ServerRole, main: string): Promise<void> {
    const before = this.server(role);
    await before.program.stop();
    const after = await this.makeServer(role, main, before.port);
    this.parts.set(role, after);
    await after.start();
  }

  migrate(main: string): Promise<void> {
    return migrate(main, this.database.url, this.dir);
  }

  has(role: ServerRole): boolean {
    return this.parts.has(role);
  }

  async fleet(plan: FleetPlan, name = 'fleet'): Promise<Fleet> {
    const fleet = new Fleet(plan, this.dir, plan.authority === undefined ? this.devicePort : this.tlsPort, name);
    this.fleets.push(fleet);
    await fleet.start();
    return fleet;
  }

  private get tlsPort(): number {
    const { tlsPort } = this.broker;
    if (tlsPort === undefined) throw new Error('the broker of this world has no TLS');
    return tlsPort;
  }

  /** Something of this process that must not outlive the world, however the scenario ends. */
  atItsEnd(close: () => void): void {
    this.atEnd.push(close);
  }

  /** The account is closed: what is still running is of no interest any more. */
  async end(): Promise<void> {
    for (const close of this.atEnd) close();
    await Promise.all([
      ...this.fleets
        .filter((f) => f.running)
        .map((f) =>
          f.end().then(
            () => undefined,
            () => undefined,
          ),
        ),
      ...[...this.parts.values(), ...this.more].map((part) => part.program.kill()),
    ]);
    await Promise.all([this.broker.program.kill(), this.redis?.program.kill()]);
    await this.database.end();
    worlds.delete(this.database);
  }

  /** Logs and ledgers of a failed scenario, kept for a person. */
  keep(folder: string): void {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    cpSync(join(this.dir, 'logs'), join(folder, 'logs'), { recursive: true });
    for (const name of ['fleet', 'second']) {
      const ledger = join(this.dir, `${name}.ledger.ndjson`);
      if (existsSync(ledger)) cpSync(ledger, join(folder, `${name}.ledger.ndjson`));
    }
  }
}

/** A stopped cluster with schema and fleet, from which each world is copied. */
export interface Template {
  dir: string;
  passwords: string;
}

export async function makeTemplate(dir: string, devices: number): Promise<Template> {
  if (!existsSync(productMain)) throw new StopWith('apps/server is not built: npm run build -w @headland/server');
  if (!existsSync(inCheckout('apps/simulator/dist/main.js')))
    throw new StopWith('apps/simulator is not built: npm run build -w @headland/simulator');
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o711);
  const database = await Database.start(dir, { fsync: 'off' });
  worlds.add(database);
  await ensureDatabase(database.adminUrl, databaseName);
  await migrate(productMain, database.url, dir);
  await register(database.pool, devices);
  await database.pool.query('VACUUM ANALYZE');
  await database.end();
  worlds.delete(database);
  return { dir, passwords: passwordFile(devices, serverAccount) };
}

async function migrate(main: string, databaseUrl: string, dir: string): Promise<void> {
  const program = new Program('migrate', process.execPath, ['--enable-source-maps', main], {
    logFile: join(dir, 'logs', 'migrate.log'),
    env: { ...serverEnvironment(databaseUrl, dir), RUN: 'migrate', SEED: 'none', MQTT_URL: 'mqtt://127.0.0.1:1' },
  });
  program.start();
  await until('the migrations', () => !program.running, { withinMs: 600_000 });
  if (program.exitCode !== 0) throw new StopWith(`the migrations failed:\n${program.lastWords}`);
}

export function removeWorld(dir: string): void {
  const cluster = clusterFolder(dir);
  if (cluster !== null) rmSync(cluster, { recursive: true, force: true });
  rmSync(dir, { recursive: true, force: true });
}

/** Databases that are up: at an interrupted end they are killed, which PostgreSQL survives. */
export const worlds = new Set<Database>();

const jwtSecret = randomBytes(32).toString('hex');
function serverEnvironment(databaseUrl: string, dir: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    MQTT_USERNAME: serverAccount.username,
    MQTT_PASSWORD: serverAccount.password,
    JWT_SECRET: jwtSecret,
    DATA_DIR: join(dir, 'data'),
    // no gateway for texts here: the code of a login is read from the mailbox, which is all that differs from production
    DEVELOPMENT: 'true',
    SMS_CODES_AN_HOUR: '1000',
    LOG_LEVEL: 'info',
    // no ladder climbs in scenarios that are not about it
    SOS_ESCALATE_S: '86400',
  };
}
