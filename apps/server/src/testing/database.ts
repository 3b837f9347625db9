import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { distribute } from '../distribute';
import { dataSourceOptions } from '../platform/database/data-source';
import { migrations } from '../platform/database/migrations';

export interface FreshDatabase {
  url: string;
  dataSource: DataSource;
  drop: () => Promise<void>;
}

/** A database of its own for one spec file, migrated (by all migrations, or those that are named). Throws when no PostgreSQL was provided (tools/README.md says how to run one spec). */
export async function freshDatabase(
  schema = migrations,
  admin = process.env.TEST_DATABASE_URL,
  mayLieApart = true,
): Promise<FreshDatabase> {
  if (admin === undefined || admin === '')
    throw new Error('TEST_DATABASE_URL is not set: run `node tools/with-services.mjs npx vitest run <spec>`');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = schema === migrations ? await migratedTemplate(admin) : 'template1';
  await asAdmin(admin, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`));
  const { url, dataSource } = await open(admin, name, schema);
  await dataSource.runMigrations();
  const workers = mayLieApart ? citusWorkers(admin) : [];
  if (workers.length > 0) {
    await joinWorkers(url, workers, name);
    if (schema === migrations) await distribute(url, { back: false, shards: null, print: () => undefined });
  }
  return {
    url,
    dataSource,
    drop: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
      for (const node of [admin, ...workers])
        await asAdmin(node, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

/** Whether the databases of this run lie on a coordinator and workers of Citus (TEST_CITUS). */
export const onCitus = Boolean(process.env.TEST_CITUS_WORKERS);

/** Addresses of the workers of a run with TEST_CITUS; then every database of a spec is distributed. */
export const citusWorkers = (admin: string): string[] =>
  (process.env.TEST_CITUS_WORKERS ?? '')
    .split(',')
    .filter(Boolean)
    .map((port) => Object.assign(new URL(admin), { port }).toString());

/** The extension into a database of the coordinator and those of the same name on the workers. */
async function joinWorkers(url: string, workers: readonly string[], name: string): Promise<void> {
  for (const worker of workers) {
    await asAdmin(worker, (client) => client.query(`CREATE DATABASE ${name}`));
    const inDatabase = Object.assign(new URL(worker), { pathname: `/${name}` }).toString();
    await asAdmin(inDatabase, (client) => client.query('CREATE EXTENSION citus'));
  }
  await asAdmin(url, async (client) => {
    await client.query('CREATE EXTENSION citus');
    await client.query("SELECT citus_set_coordinator_host('127.0.0.1', $1)", [new URL(url).port]);
    for (const worker of workers) await client.query("SELECT citus_add_node('127.0.0.1', $1)", [new URL(worker).port]);
  });
}

/** All migrations are run once for all spec files; a copy needs a fraction of their time. Named by what the migrations do, so that a changed one makes another. */
async function migratedTemplate(admin: string): Promise<string> {
  const hash = createHash('sha256');
  for (const migration of migrations) hash.update(migration.toString());
  const name = `migrated_${hash.digest('hex').slice(0, 12)}`;
  await asAdmin(admin, async (client) => {
    // the other worker waits here; the lock ends with the connection
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    const { dataSource } = await open(admin, unfinished, migrations);
    await dataSource.runMigrations();
    await dataSource.destroy();
    // a database that somebody is connected to cannot be copied
    await client.query(`ALTER DATABASE ${unfinished} ALLOW_CONNECTIONS false`);
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  });
  return name;
}

async function open(
  admin: string,
  name: string,
  schema: typeof migrations,
): Promise<Pick<FreshDatabase, 'url' | 'dataSource'>> {
  const url = Object.assign(new URL(admin), { pathname: `/${name}` }).toString();
  const dataSource = new DataSource({
    ...dataSourceOptions({ DATABASE_URL: url, DATABASE_POOL: 12 }),
    migrations: schema,
  });
  return { url, dataSource: await dataSource.initialize() };
}

export async function asAdmin(url: string, act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

/** What is written to the table is refused as by a database that is read-only; answers what ends it. */
export async function refuseWrites(database: DataSource, table: string): Promise<() => Promise<void>> {
  await database.query(`CREATE FUNCTION refuse_writes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'cannot execute in a read-only transaction' USING ERRCODE = 'read_only_sql_transaction'; END $$;
    CREATE TRIGGER refuse_writes BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_writes()`);
  return async () => {
    await database.query('DROP FUNCTION refuse_writes() CASCADE');
  };
}
