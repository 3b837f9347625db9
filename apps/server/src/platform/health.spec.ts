import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../testing/database';
import { dataSourceOptions } from './database/data-source';
import { Health } from './health';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());
const open = (): Promise<DataSource> =>
  new DataSource(dataSourceOptions({ DATABASE_URL: fresh.url, DATABASE_POOL: 2 })).initialize();

it('is not ready once the disk of the database was full for a write', async () => {
  const database = await open();
  const health = new Health(database);
  expect(await health.ready()).toEqual({ ready: true, checks: { database: true } });
  await expect(
    database.query("DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$"),
  ).rejects.toThrow('could not extend file');
  expect(await health.ready()).toEqual({
    ready: false,
    checks: { database: 'writes are refused: no room on its disk' },
  });
  await database.destroy();
});

it('is not ready on a database that is read-only, without a write', async () => {
  const name = new URL(fresh.url).pathname.slice(1);
  await fresh.dataSource.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const database = await open();
  expect(await new Health(database).ready()).toEqual({
    ready: false,
    checks: { database: 'writes are refused: it is read-only' },
  });
  await database.destroy();
});

// a disk cannot be filled here; a limit of temporary files stops the same write at the same place
it('is not ready where nothing more can be put on the disk, without a write of its own, and is again once it can', async () => {
  const database = await new DataSource(dataSourceOptions({ DATABASE_URL: fresh.url, DATABASE_POOL: 1 })).initialize();
  await database.query('SET default_transaction_read_only = off');
  await database.query("SET temp_file_limit = '8kB'");
  const health = new Health(database);
  expect(await health.ready()).toEqual({
    ready: false,
    checks: { database: expect.stringMatching(/^writes are refused: temporary file size exceeds/u) as string },
  });
  await database.query('RESET temp_file_limit');
  expect(await health.ready()).toEqual({ ready: true, checks: { database: true } });
  await database.destroy();
});
