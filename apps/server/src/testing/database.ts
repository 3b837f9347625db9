import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../platform/database/data-source';
import { migrations } from '../platform/database/migrations';

export interface FreshDatabase {
  url: string;
  dataSource: DataSource;
  drop: () => Promise<void>;
}

/** A database of its own for one spec file, migrated (by all migrations, or those that are named). Throws when no PostgreSQL was provided (tools/README.md says how to run one spec). */
export async function freshDatabase(schema = migrations): Promise<FreshDatabase> {
  const admin = process.env.TEST_DATABASE_URL;
  if (admin === undefined || admin === '')
    throw new Error('TEST_DATABASE_URL is not set: run `node tools/with-services.mjs npx vitest run <spec>`');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(admin, `CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(admin), { pathname: `/${name}` }).toString();
  const dataSource = await new DataSource({
    ...dataSourceOptions({ DATABASE_URL: url, DATABASE_POOL: 12 }),
    migrations: schema,
  }).initialize();
  await dataSource.runMigrations();
  return {
    url,
    dataSource,
    drop: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
      await asAdmin(admin, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
