import pg from 'pg';
import { Consoles } from '../consoles/consoles';
import { owner, ownerPassword } from '../world/database-owner';
import { databaseName } from '../world/database';
import type { Fleet } from '../world/fleet';
import { pause, until } from '../world/program';
import type { ServerRole } from '../world/server';
import type { World } from '../world/world';
import { closeAccount, round } from './close-account';
import { catchUp, direct, eventful, fewInFlight, fleetOf, simpleClients } from './parts';
import type { Scenario, Stage } from './scenario';

const roles: readonly ServerRole[] = ['ingest', 'alerts', 'api'];
/** Kinds of messages, by the table that is closed to them. */
const tables = ['sos_call', 'fault_report', 'telemetry', 'quarantine'] as const;
const readyAgainS = 15;

/** PostgreSQL answers with errors that no message causes: each message waits and none is quarantined. */
export const databaseRefuses: Scenario = {
  number: 15,
  name: 'database refuses',
  fault: `the database renamed; the password of the server's role changed and its connections ended; the right to insert into ${tables.join(', ')} revoked, one after the other`,
  pass: `nothing is put aside but what is broken, nothing is lost, everything acknowledged is stored once; ready again within ${readyAgainS} s of each`,
  devices: 40,
  async run(stage) {
    const { promise, deaf } = simpleClients(stage);
    const world = await stage.world({ roles, deaf, serverEnv: fewInFlight, ownRole: true });
    const consoles = await Consoles.open(world, direct(4));
    // invalid ones too: the quarantine waits like any other table
    const behaviour = { ...eventful, malformed: { share: 0.02, reasons: ['badBody', 'truncated'] } };
    const fleet = await world.fleet(fleetOf(stage, 40, { promise, ratePerS: stage.pick(300, 150), behaviour }));
    await fleet.reach('traffic', (s) => s.puback > 500, 60_000);

    const admin = new pg.Client({ connectionString: world.database.adminUrl });
    await admin.connect();
    world.atItsEnd(() => void admin.end());
    await renamed(stage, world, fleet, admin);
    await lockedOut(stage, world, fleet, admin);
    for (const table of tables) await withoutRight(stage, world, fleet, table);

    const { findings, found } = await closeAccount(stage, world, { fleets: [{ fleet, promise }], consoles });
    stage.figure('kept aside', [...found.quarantine].map(([reason, n]) => `${n} ${reason}`).join(' '));
    return { findings };
  },
};

async function renamed(stage: Stage, world: World, fleet: Fleet, admin: pg.Client): Promise<void> {
  // a database is renamed when no session is connected to it
  await admin.query(`ALTER DATABASE ${databaseName} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [databaseName]);
  await until(
    'the last connection to end',
    async () => (await admin.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [databaseName])).rowCount === 0,
    {
      withinMs: 30_000,
    },
  );
  await admin.query(`ALTER DATABASE ${databaseName} RENAME TO elsewhere`);
  await refused(stage, fleet, 'the database is renamed');
  await nobodyReady(stage, world, 'the database is renamed');
  await admin.query(`ALTER DATABASE elsewhere RENAME TO ${databaseName}`);
  await admin.query(`ALTER DATABASE ${databaseName} ALLOW_CONNECTIONS true`);
  await back(stage, world, fleet, 'the database is renamed');
}

async function lockedOut(stage: Stage, world: World, fleet: Fleet, admin: pg.Client): Promise<void> {
  await admin.query(`ALTER ROLE ${owner} PASSWORD 'another'`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [owner]);
  await refused(stage, fleet, 'the password is another');
  await nobodyReady(stage, world, 'the password is another');
  await admin.query(`ALTER ROLE ${owner} PASSWORD '${ownerPassword}'`);
  await back(stage, world, fleet, 'the password is another');
}

async function withoutRight(stage: Stage, world: World, fleet: Fleet, table: (typeof tables)[number]): Promise<void> {
  const { pool } = world;
  const rows = async (): Promise<number> =>
    (await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n ?? 0;
  await pool.query(`REVOKE INSERT ON ${table} FROM ${owner}`);
  // a statement that had begun before may still be committed
  await pause(1_000);
  const before = await rows();
  await refused(stage, fleet, `${table} is closed`);
  const after = await rows();
  await pool.query(`GRANT INSERT ON ${table} TO ${owner}`);
  stage.check(`nothing is written while ${table} is closed`, after === before, `${after - before} rows`);
  await back(stage, world, fleet, `${table} is closed`);
}

/** Meanwhile the broker accepts the fleet's messages. */
async function refused(stage: Stage, fleet: Fleet, how: string): Promise<void> {
  const { puback } = await fleet.stats();
  await pause(stage.pick(15_000, 4_000));
  const taken = (await fleet.stats()).puback - puback;
  stage.check(`the fleet goes on while ${how}`, taken > 0, `${taken} messages`);
}

async function nobodyReady(stage: Stage, world: World, how: string): Promise<void> {
  const ready = await Promise.all(roles.map(async (role) => [role, await world.server(role).isReady()] as const));
  const wrong = ready.filter(([, is]) => is === true).map(([role]) => role);
  stage.check(`no process reports ready while ${how}`, wrong.length === 0, wrong.join(' ') || 'none');
}

async function back(stage: Stage, world: World, fleet: Fleet, how: string): Promise<void> {
  const startedMs = performance.now();
  await Promise.all(roles.map((role) => world.server(role).ready()));
  const readyS = (performance.now() - startedMs) / 1000;
  const maxS = stage.pick(readyAgainS, 3 * readyAgainS);
  stage.check(`everything is ready again ${maxS} s after ${how}`, readyS <= maxS, `${round(readyS)} s`);
  stage.figure(`caught up in s after ${how}`, (await catchUp(world, fleet, 120_000)).seconds);
}
