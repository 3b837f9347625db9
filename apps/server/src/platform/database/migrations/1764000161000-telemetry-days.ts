import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates or attaches the partition of a day whatever is in the default partition: those rows are moved in the same
 * transaction.
 */
export class TelemetryDays1764000161000 implements MigrationInterface {
  name = 'TelemetryDays1764000161000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
-- The table is filled before it is attached: that needs a weaker lock of telemetry than CREATE TABLE … PARTITION OF. The default partition is locked
-- throughout, so no row can slip in between; a session that waits for that lock blocks all others, so it does not wait long.
CREATE OR REPLACE FUNCTION ensure_telemetry_day(day date) RETURNS void LANGUAGE plpgsql SET lock_timeout = '3s' AS $$
DECLARE
  name text := 'telemetry_' || to_char(day, 'YYYYMMDD');
  first timestamptz := day::timestamp AT TIME ZONE 'UTC';
  after timestamptz := (day + 1)::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF EXISTS (SELECT FROM pg_inherits WHERE inhparent = 'telemetry'::regclass AND inhrelid = to_regclass(name)) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(7202, 1);
  IF EXISTS (SELECT FROM pg_inherits WHERE inhparent = 'telemetry'::regclass AND inhrelid = to_regclass(name)) THEN RETURN; END IF;
  LOCK TABLE telemetry_default IN ACCESS EXCLUSIVE MODE;
  IF to_regclass(name) IS NULL THEN EXECUTE format('CREATE TABLE %I (LIKE telemetry INCLUDING ALL)', name); END IF;
  EXECUTE format('WITH moved AS (DELETE FROM telemetry_default WHERE ts >= %L AND ts < %L RETURNING *) INSERT INTO %I SELECT * FROM moved ON CONFLICT DO NOTHING',
    first, after, name);
  EXECUTE format('ALTER TABLE telemetry ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, after);
END $$;`;
