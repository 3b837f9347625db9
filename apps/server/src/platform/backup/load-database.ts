import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DataSource, MigrationExecutor } from 'typeorm';
import { dataSourceOptions } from '../database/data-source';
import { migrations } from '../database/migrations';
import { BackupProblem, type Manifest, type TableDump } from './manifest';

interface Target {
  DATABASE_URL: string;
  DATABASE_POOL: number;
}
export interface Load {
  /** Existing data may be deleted. */
  overwrite: boolean;
  rowsOf: (table: string) => Promise<Readable>;
  /** The database is ready for the rows. */
  beforeLoad: () => Promise<void>;
  /** Last step before the commit: a failure here leaves the database unchanged. */
  beforeCommit: () => Promise<void>;
}

const known = migrations.map((Migration) => ({ name: new Migration().name, Migration }));

/** Throws a BackupProblem for the schema of a newer release. */
export function checkSchema(names: readonly string[]): void {
  const unknown = names.filter((name) => !known.some((k) => k.name === name));
  if (unknown.length === 0) return;
  throw new BackupProblem(
    `The back-up is of a younger release: this one does not know its schema (${unknown.join(', ')}). Restore it with that release or a later one.`,
  );
}

/**
 * Builds the schema of the backup with the migrations of this release and loads its rows, in one transaction: a failure
 * or kill leaves the database unchanged.
 */
export async function loadDatabase(
  config: Target,
  { migrations: names, tables, sequences }: Manifest,
  load: Load,
): Promise<void> {
  const database = await new DataSource({
    ...dataSourceOptions(config),
    migrations: known.filter((k) => names.includes(k.name)).map((k) => k.Migration),
    extra: {
      max: 1,
      connectionTimeoutMillis: 10_000,
      options: '-c timezone=UTC -c datestyle=ISO',
      application_name: 'headland-restore',
    },
  }).initialize();
  const runner = database.createQueryRunner();
  try {
    const client = (await runner.connect()) as pg.PoolClient;
    await runner.startTransaction();
    await refuseCompany(client);
    await clear(client, load.overwrite);
    const executor = new MigrationExecutor(database, runner);
    executor.transaction = 'none';
    await executor.executePendingMigrations();
    await load.beforeLoad();
    await makeTables(client, tables);
    const constraints = await setConstraintsAside(client);
    for (const table of tables) await loadTable(client, table, load.rowsOf);
    await constraints.restoreTriggers();
    for (const { name, value, isCalled } of sequences)
      await client.query('SELECT setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), value, isCalled]);
    await load.beforeCommit();
    await runner.commitTransaction();
    // without statistics the first queries would be planned for empty tables
    await client.query('ANALYZE');
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
    await database.destroy();
  }
}

/** Processes connected to the database would write between old and new rows, or block for the whole time. */
async function refuseCompany(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; n: number }>(
    `SELECT coalesce(nullif(application_name, ''), usename, '?') AS name, count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND application_name NOT IN ('headland-restore', 'headland-backup')
       AND application_name !~ '^citus_' GROUP BY 1 ORDER BY 1`,
  );
  if (rows.length > 0)
    throw new BackupProblem(
      `The database is in use (${rows.map((r) => `${r.name} × ${r.n}`).join(', ')}): end these first.`,
    );
}

/** Drops the whole schema; rows of an installation only with `replace`. */
async function clear(client: pg.PoolClient, overwrite: boolean): Promise<void> {
  const own =
    "current_schema()::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e')";
  const { rows: relations } = await client.query<{ name: string; kind: string }>(
    `SELECT o.oid::regclass::text AS name, o.relkind AS kind FROM pg_class o WHERE o.relkind IN ('r', 'p', 'v', 'm', 'S', 'c') AND NOT o.relispartition AND o.relnamespace = ${own}`,
  );
  const names = (kinds: string): string =>
    relations
      .filter((r) => kinds.includes(r.kind))
      .map((r) => r.name)
      .join(', ');
  const has = (name: string): boolean => relations.some((r) => r.name === name);
  if (!overwrite) {
    // a schema created by a first start and never used is empty, whatever its migrations have inserted
    for (const table of ['event_log', 'user_account', 'device', 'vehicle']) {
      if (!has(table)) continue;
      const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`);
      if (rowCount !== 0)
        throw new BackupProblem(
          'There is an installation in this database already. To replace all of it use --overwrite',
        );
    }
    if (!has('migrations') && names('rpvm') !== '')
      throw new BackupProblem(`The database holds tables of something else (${names('rpvm')}): name another one.`);
  }
  if (names('vm') !== '') await client.query(`DROP VIEW ${names('vm')} CASCADE`);
  if (names('rp') !== '') await client.query(`DROP TABLE ${names('rp')} CASCADE`);
  for (const { name } of relations.filter((r) => r.kind === 'S'))
    await client.query(`DROP SEQUENCE IF EXISTS ${name} CASCADE`);
  const { rows: routines } = await client.query<{ name: string }>(
    `SELECT o.oid::regprocedure::text AS name FROM pg_proc o WHERE o.pronamespace = ${own}`,
  );
  for (const { name } of routines) await client.query(`DROP ROUTINE ${name} CASCADE`);
  for (const { name } of relations.filter((r) => r.kind === 'c')) await client.query(`DROP TYPE ${name} CASCADE`);
  // timers of deleted rows; the sweeps find what is due (the keys in Redis are such timers, too)
  await client.query('DROP SCHEMA IF EXISTS bullmq CASCADE');
}

/** Partitions, and tables that were detached but not dropped: the migrations know neither. */
async function makeTables(client: pg.PoolClient, tables: readonly TableDump[]): Promise<void> {
  for (const { name, parent, bound, columns } of tables) {
    const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "exists"', [
      pg.escapeIdentifier(name),
    ]);
    if (rows[0]?.exists === true) continue;
    const as =
      parent === null || bound === null
        ? `(${columns.map((c) => `${pg.escapeIdentifier(c.name)} ${c.type}`).join(', ')})`
        : `PARTITION OF ${pg.escapeIdentifier(parent)} ${bound}`;
    await client.query(`CREATE TABLE ${pg.escapeIdentifier(name)} ${as}`);
  }
}

/** Rows are loaded table by table, unchanged: no trigger fires, and foreign keys are checked at the end. */
async function setConstraintsAside(client: pg.PoolClient): Promise<{ restoreTriggers: () => Promise<void> }> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace ORDER BY conrelid, conname`,
  );
  const { rows: triggered } = await client.query<{ table: string }>(
    `SELECT DISTINCT t.tgrelid::regclass::text AS table FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND c.relnamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of references) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { table } of triggered) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const restoreTriggers = async (): Promise<void> => {
    for (const { table } of triggered) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of references)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  };
  return { restoreTriggers };
}

/**
 * Truncated in this transaction (some migrations insert rows), so its rows can be written frozen: no later vacuum has
 * to rewrite them.
 */
async function loadTable(
  client: pg.PoolClient,
  { name, columns, rows }: TableDump,
  rowsOf: Load['rowsOf'],
): Promise<void> {
  const table = pg.escapeIdentifier(name);
  await client.query(`TRUNCATE ${table}`);
  const into = client.query(
    copyFrom(`COPY ${table} (${columns.map((c) => pg.escapeIdentifier(c.name)).join(', ')}) FROM STDIN WITH (FREEZE)`),
  );
  await pipeline(await rowsOf(name), into);
  if (into.rowCount !== rows) throw new Error(`${name}: ${into.rowCount} rows were loaded, the back-up holds ${rows}`);
}
