import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { idOfLastInsert } from './rows';

let fresh: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  fresh = await freshDatabase();
  client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await fresh.drop();
});

it.each(['fault_report', 'sos_call'] as const)(
  'what was just inserted into %s is found by its index',
  async (table) => {
    await client.query(`SELECT nextval(pg_get_serial_sequence('${table}', 'id'))`);
    // a small table is read whole however it is asked for, unless that is what costs most
    await client.query('SET enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM ${table} WHERE id = ${idOfLastInsert(table)}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(new RegExp(`Index Scan using \\w+ on ${table}`));
    expect(plan).toMatch(/Index Cond: \(id = /);
  },
);
