import pg from 'pg';
import { commandConfig } from './backup-commands';
import { schemaLock } from './platform/backup/dump-database';
import { advisoryLockClasses } from './platform/database/advisory-locks';
import { isDistributed } from './platform/database/distributed';
import { leaseNumbers } from './platform/jobs/lease';
import { sessionUrl } from './platform/config';

/** What has to be set up before; the message says what to do. */
export class NotReady extends Error {}
export interface Distribution {
  back: boolean;
  /** null: two for each worker */
  shards: number | null;
  print: (line: string) => void;
}

const usage = 'It is used so: npm run distribute [-- --shards <n> | -- --back]';

/** `node dist/main.js distribute [--shards <n> | --back]`: telemetry onto the workers of Citus, or back (docs/scale.md). Answers the exit code. */
export async function distributeCommand(args: readonly string[]): Promise<number> {
  try {
    const back = args.length === 1 && args[0] === '--back';
    const shards = args.length === 2 && args[0] === '--shards' ? Number(args[1]) : null;
    const isRight = back || args.length === 0 || (shards !== null && Number.isInteger(shards) && shards > 0);
    if (!isRight) throw new NotReady(usage);
    const print = (line: string): void => void process.stdout.write(`${line}\n`);
    await distribute(sessionUrl(commandConfig()), { back, shards, print });
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** Telemetry by the key of its device onto the workers of Citus, or back into one database. Done twice it changes nothing. */
export async function distribute(url: string, { back, shards, print }: Distribution): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'headland-distribute',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: '-c timezone=UTC',
  });
  await client.connect();
  const query = async <T>(sql: string, values?: unknown[]): Promise<T> => (await client.query(sql, values)).rows as T;
  const tx = { query };
  try {
    const [locked] = await query<{ ours: boolean }[]>(`SELECT ${schemaLock.replace('pg_', 'pg_try_')} AS ours`);
    if (locked?.ours !== true)
      throw new NotReady('A migration, a back-up or a restore is under way: try again when it has ended.');
    const [extension] = await query<{ version: string }[]>(
      "SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'",
    );
    if (extension === undefined)
      throw new NotReady(
        'This database has no extension citus: CREATE EXTENSION citus in it and on each worker, then citus_add_node (docs/scale.md).',
      );
    if ((await isDistributed(tx)) !== back) {
      print(back ? 'Telemetry is in this database.' : 'Telemetry is distributed.');
      return;
    }
    await refuseIngest(tx);
    // a limit for a lock of one transaction (retention) holds on every node
    const [database] = await query<{ name: string }[]>('SELECT quote_ident(current_database()) AS name');
    const setting = `ALTER DATABASE ${database?.name ?? ''} ${back ? 'RESET' : 'SET'} citus.propagate_set_commands`;
    await query(back ? setting : `${setting} = 'local'`);
    if (back) await query("SELECT undistribute_table('telemetry')");
    else {
      const workers = await readyWorkers(tx);
      const count = shards ?? 2 * workers;
      print(
        `Telemetry into ${count} shards on ${workers} workers, by Citus ${extension.version}: writing waits until it is done`,
      );
      await query(
        "SELECT create_distributed_table('telemetry', 'device_key', shard_count := $1, colocate_with := 'none')",
        [count],
      );
      // what the tables held before is hidden beneath them, and would stay on the disk
      for (const { name } of await query<{ name: string }[]>(
        "SELECT relid::regclass::text AS name FROM pg_partition_tree('telemetry') WHERE isleaf",
      ))
        await query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [name]);
    }
    print(back ? 'Telemetry is in this database again.' : 'Telemetry is distributed.');
  } finally {
    await client.end();
  }
}

type Query = { query: <T>(sql: string, values?: unknown[]) => Promise<T> };

/**
 * An ingest process asks only once whether telemetry is distributed, and its writes would wait for all of this. One that
 * has written nothing yet is known by the lease of its subscriptions.
 */
async function refuseIngest({ query }: Query): Promise<void> {
  const [row] = await query<{ n: number }[]>(
    `SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'headland-ingest')::int
       + (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND objsubid = 2 AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))::int AS n`,
    [advisoryLockClasses.lease, leaseNumbers.ingest],
  );
  if (row !== undefined && row.n > 0)
    throw new NotReady(`Ingest is connected (${row.n} sessions): end it first; devices keep what they send meanwhile.`);
}

/** How many nodes take shards; throws what is not as it has to be, all of it at once. */
async function readyWorkers({ query }: Query): Promise<number> {
  const problems: string[] = [];
  const nodes = await query<{ node: string }[]>(
    "SELECT nodename || ':' || nodeport AS node FROM pg_dist_node WHERE isactive AND shouldhaveshards AND noderole = 'primary'",
  );
  if (nodes.length === 0) problems.push("no worker is active: SELECT citus_add_node('<host>', 5432)");
  const [rewrite] = await query<{ days: number }[]>('SELECT count(*)::int AS days FROM telemetry_rewrite');
  if (rewrite !== undefined && rewrite.days > 0)
    problems.push(`${rewrite.days} days are still being rewritten by the jobs process: wait until none is left`);
  // nobody packs or moves such rows once telemetry is distributed
  const [packed] = await query<{ days: number; late: boolean }[]>(
    `SELECT (SELECT count(*) FROM pg_partition_tree('telemetry') t JOIN pg_class c ON c.oid = t.relid JOIN pg_am a ON a.oid = c.relam
       WHERE a.amname = 'columnar')::int AS days, EXISTS (SELECT FROM telemetry_late) AS late`,
  );
  if (packed !== undefined && (packed.days > 0 || packed.late))
    problems.push(
      `${packed.days} days are compressed${packed.late ? ', and what came late for such days waits' : ''}: TELEMETRY_COMPRESS=none for the jobs process, and wait until it has made all of them plain`,
    );
  for (const { node, prepared, connections } of await onAllNodes({ query }))
    if (prepared < connections)
      problems.push(
        `max_prepared_transactions of ${node} is ${prepared}: at least max_connections, ${connections}; each commit of ingest is prepared there`,
      );
  const [cached] = await query<{ n: number }[]>(
    "SELECT current_setting('citus.max_cached_conns_per_worker')::int AS n",
  );
  if (cached !== undefined && cached.n < 8)
    problems.push(
      `citus.max_cached_conns_per_worker is ${cached.n}: 8, or every batch opens connections (ALTER SYSTEM SET citus.max_cached_conns_per_worker = 8; SELECT pg_reload_conf())`,
    );
  if (problems.length > 0) throw new NotReady(`Not distributed:\n- ${problems.join('\n- ')}`);
  return nodes.length;
}

async function onAllNodes({ query }: Query): Promise<{ node: string; prepared: number; connections: number }[]> {
  const settings = "current_setting(''max_prepared_transactions'') || '' '' || current_setting(''max_connections'')";
  const rows = await query<{ node: string; success: boolean; result: string }[]>(
    `SELECT n.nodename || ':' || n.nodeport AS node, r.success, r.result
     FROM run_command_on_all_nodes('SELECT ${settings}') r JOIN pg_dist_node n USING (nodeid)`,
  );
  return rows.map(({ node, success, result }) => {
    if (!success) throw new NotReady(`${node} does not answer: ${result}`);
    const [prepared = 0, connections = 0] = result.split(' ').map(Number);
    return { node, prepared, connections };
  });
}
