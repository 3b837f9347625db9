import pg from 'pg';
import { dash } from '@headland/contracts/statistics';
import { codesIn } from '../../src/run/sent-codes';
import { Consoles } from '../chaos/consoles/consoles';
import { closeAccount, committed, round } from '../chaos/scenarios/close-account';
import { MemberSession } from '../chaos/consoles/member-session';
import { direct, fewInFlight, fleetOf, simpleClients, untilTaken } from '../chaos/scenarios/parts';
import type { Scenario, Stage } from '../chaos/scenarios/scenario';
import { databaseName } from '../chaos/world/database';
import { pause, until } from '../chaos/world/program';
import { register } from '../chaos/world/registry';
import { roles } from '../chaos/world/server';
import { productMain, type World } from '../chaos/world/world';
import { Cluster } from './cluster';
import { MemberWrites } from './member-writes';
import { Pooler } from './pooler';

const devices = 40;
/** In docs/operations.md: PostgreSQL alone dies, its machine with it. */
const mayTakeS = { PostgreSQL: 15, machine: 40 } as const;

/** A primary dies under load, twice: everything goes on by itself, and nothing that was acknowledged is missing. `pooled`: with PgBouncer before HAProxy. */
export const failingOver = (pooled: boolean): Scenario => ({
  number: 1,
  name: pooled ? 'fail-over behind PgBouncer under load' : 'fail-over under load',
  fault: 'kill -9 of the primary PostgreSQL, then of the other one with its Patroni, while the fleet sends',
  pass: 'everything acknowledged is stored once; no process was restarted; commits within the stated time',
  devices,
  async run(stage) {
    const { promise, deaf } = simpleClients(stage);
    let cluster: Cluster | undefined;
    let pooler: Pooler | undefined;
    const world = await stage.world({
      roles,
      deaf,
      cluster: async (dir) => {
        cluster = await Cluster.start(dir);
        if (pooled) pooler = await Pooler.start(dir, cluster.url(databaseName));
        return cluster.running;
      },
      replica: () => cluster?.replicaUrl(databaseName) ?? '',
      ...(pooled ? { pooler: () => pooler?.url ?? '' } : {}),
      serverEnv: fewInFlight,
      prepare: async (pool, migrate) => {
        await migrate(productMain);
        await register(pool, devices);
      },
    });
    if (cluster === undefined) throw new Error('the world has no cluster');
    const before = pidsOf(world);
    const consoles = await Consoles.open(world, direct(4));
    const member = await MemberSession.open(world.server('api').url, 'duty', codesIn(world.pool));
    const writes = new MemberWrites(member);
    world.atItsEnd(() => writes.end());
    const fleet = await world.fleet(fleetOf(stage, devices, { promise, ratePerS: stage.pick(200, 100) }));
    for (const what of ['PostgreSQL', 'machine'] as const) {
      await untilTaken(fleet, 2_000);
      const node = await cluster.primary();
      await cluster.kill(node, what);
      await recovery(stage, world, { what, writes, pooler });
      for (const role of roles) await world.server(role).ready();
      if (what === 'machine') node.patroni.start();
      await cluster.inStep();
      await untilTaken(fleet, 1_000);
    }
    writes.end();
    stage.figure('refused to the member', writes.refused);
    stage.check(
      'who is refused reads that it will pass',
      writes.onlyUnavailable,
      writes.refused || 'nobody was refused',
    );
    const { findings } = await closeAccount(stage, world, { fleets: [{ fleet, promise }], consoles });
    stage.check('no process was restarted', pidsOf(world) === before, `${before}, then ${pidsOf(world)}`);
    await readsFromReplica(stage, world, member);
    await pooler?.stop();
    return { findings };
  },
});

/** Until somebody who connects anew commits, with and without the pooler, a member's change is saved again, and ingest has committed more than before. */
async function recovery(
  stage: Stage,
  world: World,
  { what, writes, pooler }: { what: keyof typeof mayTakeS; writes: MemberWrites; pooler: Pooler | undefined },
): Promise<void> {
  const from = performance.now();
  const within = (name: string, isSo: () => Promise<boolean> | boolean): Promise<number> =>
    until(name, isSo, { withinMs: 120_000, everyMs: 100 }).then(() => round((performance.now() - from) / 1000));
  const byPooler = pooler === undefined ? null : within('a commit through the pooler', () => commits(pooler.url));
  const database = await within('a commit', () => commits(world.database.url));
  const had = await committed(world);
  const ingest = await within('ingest to commit', async () => (await committed(world)) > had);
  const pooled = await byPooler;
  const since = performance.now();
  await within('a member to save', () => writes.savedSince(since));
  const member = writes.longestWithoutS(from);
  stage.figure(`${what} killed: commits after s`, database);
  if (pooled !== null) stage.figure(`${what} killed: commits through PgBouncer after s`, pooled);
  stage.figure(`${what} killed: ingest commits after s`, ingest);
  stage.figure(`${what} killed: a member saves nothing for s`, member);
  const maxS = mayTakeS[what];
  const slowest = Math.max(database, pooled ?? 0, member);
  stage.check(`commits within ${maxS} s`, slowest <= maxS, `${slowest} s`);
}

const pidsOf = (world: World): string =>
  roles
    .map((role) => `${role} ${world.server(role).program.running ? world.server(role).program.pid : 'ended'}`)
    .join();

async function commits(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // its commit waits for the standby as any other does, and it leaves nothing behind
    await client.query("SELECT pg_logical_emit_message(true, 'standby', '')");
    return true;
  } catch {
    return false;
  } finally {
    await Promise.race([client.end().catch(() => undefined), pause(200)]);
  }
}

/** After both fail-overs the dashboard is read from whichever is the standby now. */
async function readsFromReplica(stage: Stage, world: World, member: MemberSession): Promise<void> {
  for (let i = 0; i < 3; i++) await member.ask(dash.sos);
  const { rows } = await world.pool.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pg_stat_replication WHERE sync_state = 'sync'",
  );
  stage.check('the standby is synchronous again', rows[0]?.n === 1, `${rows[0]?.n ?? 0} synchronous standbys`);
  const reads = await world.server('api').metric('headland_replica_reads_total{from="replica"}');
  stage.check('the dashboard is read from the standby', reads > 0, `${reads} reads`);
}
