import pg from 'pg';
import pino from 'pino';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { dataSourceOptions } from './data-source';
import { runMigrations } from './run-migrations';

/** Migrations beside processes that hold locks, as a rolling upgrade has them. */
class Both1764000000001 implements MigrationInterface {
  name = 'Both1764000000001';
  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE first ADD COLUMN more integer');
    await q.query('ALTER TABLE second ADD COLUMN more integer');
  }
  down(): Promise<void> {
    throw new Error('forward only');
  }
}
class Broken1764000000002 implements MigrationInterface {
  name = 'Broken1764000000002';
  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE second ADD COLUMN half integer');
    await q.query('ALTER TABLE nothing ADD COLUMN more integer');
  }
  down(): Promise<void> {
    throw new Error('forward only');
  }
}

let fresh: FreshDatabase;
let other: pg.Client;
let lines: { msg: string; code?: string; migration?: string }[];
const log = pino(
  { level: 'info' },
  { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
);
const databaseWith = (migrations: (new () => MigrationInterface)[]): Promise<DataSource> =>
  new DataSource({ ...dataSourceOptions({ DATABASE_URL: fresh.url, DATABASE_POOL: 4 }), migrations }).initialize();
const columns = async (): Promise<string[]> =>
  (
    await fresh.dataSource.query<{ it: string }[]>(
      "SELECT table_name || '.' || column_name AS it FROM information_schema.columns WHERE table_name IN ('first', 'second') ORDER BY 1",
    )
  ).map((r) => r.it);

beforeEach(async () => {
  lines = [];
  fresh = await freshDatabase([]);
  await fresh.dataSource.query('CREATE TABLE first (it integer); CREATE TABLE second (it integer)');
  other = new pg.Client({ connectionString: fresh.url });
  await other.connect();
});
afterEach(async () => {
  await other.end();
  await fresh.drop();
});

it('a migration that waits for a long transaction lets the others pass, and is done when that has ended', async () => {
  const database = await databaseWith([Both1764000000001]);
  await other.query('BEGIN; INSERT INTO second VALUES (1)');
  const migrated = runMigrations(database, log);
  const waits = (): number => lines.filter((line) => line.code === '55P03').length;
  // ingest writes to both meanwhile: no one waits longer than the migration does
  for (let writes = 0; waits() < 2 || writes < 20; writes++)
    await fresh.dataSource.query('WITH a AS (INSERT INTO first VALUES (2)) INSERT INTO second VALUES (2)');
  expect(await columns()).toEqual(['first.it', 'second.it']);
  await other.query('COMMIT');
  expect(await migrated).toEqual(['Both1764000000001']);
  expect(await columns()).toEqual(['first.it', 'first.more', 'second.it', 'second.more']);
  expect(lines.at(-1)).toMatchObject({ msg: 'migrated', migration: 'Both1764000000001' });
  await database.destroy();
}, 120_000);

it('a deadlock with a process that locks the tables in the other order ends with both done', async () => {
  const database = await databaseWith([Both1764000000001]);
  await other.query('BEGIN; INSERT INTO second VALUES (1)');
  const migrated = runMigrations(database, log);
  const blocked = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'second'::regclass";
  while ((await fresh.dataSource.query<unknown[]>(blocked)).length === 0)
    await new Promise((done) => setTimeout(done, 5));
  // the migration has `first` and waits for `second`; one of the two is aborted
  const insert = await other.query('INSERT INTO first VALUES (1)').then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
  await other.query(insert === 'done' ? 'COMMIT' : 'ROLLBACK');
  expect(['done', '40P01']).toContain(insert);
  expect(await migrated).toEqual(['Both1764000000001']);
  await database.destroy();
}, 120_000);

it('one that is wrong leaves nothing of itself and all of those before it, and is not tried again', async () => {
  const database = await databaseWith([Both1764000000001, Broken1764000000002]);
  await expect(runMigrations(database, log)).rejects.toThrow('"nothing" does not exist');
  expect(await columns()).toEqual(['first.it', 'first.more', 'second.it', 'second.more']);
  expect(lines.map((line) => line.msg)).toEqual(['migrated']);
  await database.destroy();
});
