import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../testing/database';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

const sequencesOf = (type: string): Promise<{ table: string }[]> =>
  fresh.dataSource.query(
    `SELECT d.refobjid::regclass::text AS table FROM pg_sequence q
     JOIN pg_depend d ON d.objid = q.seqrelid AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i')
     JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
     JOIN pg_class c ON c.oid = d.refobjid AND c.relnamespace = 'public'::regnamespace
     WHERE format_type(a.atttypid, NULL) = $1 AND format_type(q.seqtypid, NULL) = $1 ORDER BY 1`,
    [type],
  );

// 100,000 vehicles for years: whatever a message, an event or a view draws a number for passes two billion
it('numbers drawn by a message, an event, a delivery or a view are bigint, those of records are integer, none is smallint', async () => {
  const [bigint, integer, smallint] = await Promise.all(['bigint', 'integer', 'smallint'].map(sequencesOf));
  expect(bigint?.map((r) => r.table)).toEqual([
    'delivery',
    'drive_period',
    'event_at_commit',
    'mail',
    'notification',
    'operation_period',
    'personal_data_view',
    'quarantine',
    'sos_message',
  ]);
  expect(integer?.map((r) => r.table)).toEqual(
    expect.arrayContaining(['fault_report', 'figures_zone', 'sos_call', 'vehicle']),
  );
  expect(smallint).toEqual([]);
});
