import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataSourceOptions } from '../../platform/database/data-source';
import { migrations } from '../../platform/database/migrations';
import { RegisteredCustomers1764000166200 } from '../../platform/database/migrations/1764000166200-registered-customers';
import { freshDatabase, type FreshDatabase } from '../../testing/database';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase(migrations.slice(0, migrations.indexOf(RegisteredCustomers1764000166200)));
});
afterAll(() => database.drop());

it('customers of a release before are registered or withdrawn, and have a date since when they use the app', async () => {
  const old = database.dataSource;
  const add = (name: string, status: string | null, joined: string | null, removed: string | null = null) =>
    old.query(
      "INSERT INTO customer (name, phone, app_status, joined_at, removed_at, created_at) VALUES ($1, '010-1', $2, $3, $4, '2026-01-01T00:00:00Z')",
      [name, status, joined, removed],
    );
  await add('by staff', null, null);
  await add('member', 'registered', '2026-02-02T00:00:00Z');
  await add('member without a date', 'registered', null);
  await add('left', 'withdrawn', '2026-02-02T00:00:00Z');
  await add('', null, null, '2026-03-03T00:00:00Z');
  const now = await new DataSource(dataSourceOptions({ DATABASE_URL: database.url, DATABASE_POOL: 2 })).initialize();
  try {
    await now.runMigrations();
    const rows = await now.query<{ name: string; app_status: string; joined: string | null }[]>(
      "SELECT name, app_status, to_char(joined_at, 'YYYY-MM-DD') AS joined FROM customer ORDER BY id",
    );
    expect(rows.map((r) => [r.name, r.app_status, r.joined])).toEqual([
      ['by staff', 'registered', null],
      ['member', 'registered', '2026-02-02'],
      ['member without a date', 'registered', '2026-01-01'],
      ['left', 'withdrawn', '2026-02-02'],
      ['', 'withdrawn', null],
    ]);
    await now.query("INSERT INTO customer (name, phone) VALUES ('by a sale', '010-2')");
    expect(await now.query("SELECT app_status, joined_at FROM customer WHERE name = 'by a sale'")).toEqual([
      { app_status: 'registered', joined_at: null },
    ]);
    await expect(now.query('UPDATE customer SET app_status = NULL')).rejects.toMatchObject({ code: '23502' });
  } finally {
    await now.destroy();
  }
});
