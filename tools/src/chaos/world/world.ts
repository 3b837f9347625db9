import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { ensureDatabase } from '../../embedded/postgres';
import { inCheckout } from '../../run/checkout';
import { StopWith } from '../../run/stop-with';
import { makeBroker, serverAccount, type Broker, type BrokerKind } from './broker';
import { clusterFolder, copyCluster, Database, databaseName } from './database';
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
  /** devices cannot hear `down/ack` (Mosquitto): they rely on the broker's acknowledgement alone */
  deaf?: boolean;
  /** counts what the telemetry process acknowledges to the broker */
  tap?: boolean;
  roles: readonly ServerRole[];
  redis?: boolean;
  main?: string;
  serverEnv?: Record<string, string>;
  postgresSettings?: Record<string, string>;
  /** changes to the database before anything connects */
  prepare?: (pool: pg.Pool) => Promise<unknown>;
}

/** One world: a database, a broker, the server's processes and whatever fleets are let loose on them, on free ports in a folder of its own. */
export class World {
  private readonly fleets: Fleet[] = [];
  private readonly atEnd: (() => void)[] = [];

  private constructor(
    readonly dir: string,
    readonly database: Database,
    readonly broker: Broker,
    readonly redis: Redis | null,
    readonly tap: PubackTap | null,
    private readonly parts: ReadonlyMap<ServerRole, ServerProcess>,
  ) {}

  static async start(template: Template, dir: string, plan: WorldPlan): Promise<World> {
    mkdirSync(dir, { recursive: true });
    chmodSync(dir, 0o711); // started by root, PostgreSQL runs as another user and has to get in
    copyCluster(template.dir, dir);
    const database = await Database.start(dir, plan.postgresSettings);
    worlds.add(database);
    await plan.prepare?.(database.pool);
    const broker = await makeBroker({
      kind: plan.broker,
      dir,
      databaseUrl: database.url,
      passwords: template.passwords,
      deaf: plan.deaf ?? false,
      ...(plan.brokerSettings ? { settings: plan.brokerSettings } : {}),
    });
    await broker.start();
    const redis = plan.redis === true ? await Redis.make(dir) : null;
    await redis?.start();
    const tap = plan.tap === true ? await PubackTap.open(broker.serverPort) : null;
    const env = {
      ...serverEnvironment(database.url, dir),
      MQTT_URL: `mqtt://127.0.0.1:${broker.serverPort}`,
      REDIS_URL: redis?.url ?? '',
      ...plan.serverEnv,
    };
    const parts = new Map<ServerRole, ServerProcess>();
    for (const role of plan.roles)
      parts.set(role, await ServerProcess.make(role, plan.main ?? productMain, dir, role === 'ingest' && tap !== null ? { ...env, MQTT_URL: tap.url } : env));
    await Promise.all([...parts.values()].map((part) => part.start()));
    const world = new World(dir, database, broker, redis, tap, parts);
    world.atItsEnd(() => broker.end());
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

  has(role: ServerRole): boolean {
    return this.parts.has(role);
  }

  async fleet(plan: FleetPlan, name = 'fleet'): Promise<Fleet> {
    const fleet = new Fleet(plan, this.dir, this.broker.devicePort, name);
    this.fleets.push(fleet);
    await fleet.start();
    return fleet;
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
      ...[...this.parts.values()].map((part) => part.program.kill()),
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
  if (!existsSync(productMain)) throw new StopWith('apps/server is not built: npm run build');
  if (!existsSync(inCheckout('apps/simulator/dist/main.js'))) throw new StopWith('apps/simulator is not built: npm run build');
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o711);
  const database = await Database.start(dir, { fsync: 'off' });
  worlds.add(database);
  await ensureDatabase(database.adminUrl, databaseName);
  const migrate = new Program('migrate', process.execPath, ['--enable-source-maps', productMain], {
    logFile: join(dir, 'logs', 'migrate.log'),
    env: { ...serverEnvironment(database.url, dir), RUN: 'migrate', SEED: 'none', MQTT_URL: 'mqtt://127.0.0.1:1' },
  });
  migrate.start();
  await until('the migrations', () => !migrate.running, { withinMs: 120_000 });
  if (migrate.exitCode !== 0) throw new StopWith(`the migrations failed:\n${migrate.lastWords}`);
  await register(database.pool, devices);
  await database.pool.query('VACUUM ANALYZE');
  await database.end();
  worlds.delete(database);
  return { dir, passwords: passwordFile(devices, serverAccount) };
}

export function removeWorld(dir: string): void {
  const cluster = clusterFolder(dir);
  if (cluster !== null) rmSync(cluster, { recursive: true, force: true });
  rmSync(dir, { recursive: true, force: true });
}

/** Databases that are up: at an interrupted end they are killed, which a PostgreSQL survives and nobody needs to. */
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
